# SPDX-License-Identifier: MIT
"""The table of all formats, in families, so that two people can add formats at the same time.

A family is a module with a tuple ``FORMATS``; ``registry`` puts them together. A family does not
import the modules that read and write (CONTRIBUTING.md, "Add a format").

``main``: the forms that every puzzle site knows. ``solvers``: sizes and rows of numbers, with
little around them, and modelling languages. ``programs``: files of programs for people, and
pictures.
"""
