# SPDX-License-Identifier: MIT
"""Printed puzzles in pictures: screenshots, scans and photos become puzzles.

Needs the extra ``photo``.
"""
