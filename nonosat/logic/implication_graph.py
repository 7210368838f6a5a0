# SPDX-License-Identifier: MIT
"""``ImplicationGraph``: a ``networkx.DiGraph`` that equals its copies.

Two graphs of networkx are equal only if they are the same object; all other answers of nonosat
equal their copies and what a pickle gives back. This module imports networkx, so whoever makes a
graph imports it there.
"""

from __future__ import annotations

import networkx as nx


class ImplicationGraph(nx.DiGraph):  # type: ignore[misc]  # networkx has no types
    """The graph that ``nonosat.study.implication_graph`` gives.

    Equal if nodes, edges and what they and the graph carry are equal.

    >>> from nonosat.study import implication_graph
    >>> from nonosat import Puzzle
    >>> graph = implication_graph(Puzzle([[1], [1]], [[1], [1]]))
    >>> graph == graph.copy(), graph == nx.DiGraph()
    (True, False)
    """

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, nx.DiGraph):
            return NotImplemented
        return bool(nx.utils.graphs_equal(self, other))

    def __hash__(self) -> int:
        return hash(self.graph.get("known"))
