# SPDX-License-Identifier: MIT
"""A benchmark to cite: instances that anybody can build again, with answers and certificates.

``families`` reads the description, a text file that names families of puzzles by generator,
parameters and seeds; ``instances`` makes the puzzle of an instance, the answers about it and its
certificate; ``exports`` writes it for other tools; ``building`` writes the folder.
``data/benchmark/families.toml`` is the description of the benchmark itself, and
``data/benchmark/answers.tsv`` has the expected answers. ``nonosat build-benchmark`` is the command.

This package is above collections, studies and makers, since it takes the isomorphism class, the
n-Dom puzzles and the random puzzles from them.
"""
