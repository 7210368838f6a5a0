# SPDX-License-Identifier: MIT
"""Random puzzles that meet requirements.

``requirements`` checks the options of ``random_puzzles``; ``attempts`` draws a random picture and
changes it until its puzzle meets them; ``search`` numbers the attempts, runs several at once, skips
isomorphic puzzles, and climbs a ladder of difficulties; ``answer`` has the answers.
"""
