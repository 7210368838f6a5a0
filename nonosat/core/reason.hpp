// SPDX-License-Identifier: MIT
// Reason: why a literal holds, with exactly the premises that it needs, for a person.
//
// Premises are the clues of lines and known literals. A known cell is one positive literal; an
// unknown cell has a negative literal for each value that it has lost. With one colour a literal is
// "is filled" or "is not filled". nonosat/explain/step.py has the same in Python.
#pragma once

#include <cstddef>
#include <vector>

#include "line_edges.hpp"

namespace nonosat {

struct Reason {
    struct Link {
        int literal, line;
    };
    struct Branch {
        int assumption;
        std::vector<Link> links;
        int conflict = -1;  // the line without placement after the last link, or -1
    };
    int conclusion = -1;
    std::vector<int> lines, because;  // ascending
    std::vector<Branch> branches;
};

// Adds the known facts about a cell.
inline void add_knowledge(const Board& board, const Literals& literals, std::size_t cell,
                          std::vector<int>& found) {
    const int row = board.row_of(cell), column = board.column_of(cell);
    if (board.colors == 1) {
        if (board.is_known(cell))
            found.push_back(literals.of(cell, 1, board.can_be(row, column, 1)));
    } else if (board.is_known(cell)) {
        found.push_back(literals.of(cell, board.value(row, column), true));
    } else {
        for (int value = 0; value <= board.colors; ++value)
            if (!board.can_be(row, column, value)) found.push_back(literals.of(cell, value, false));
    }
}

// The literal for one removed value; with one colour the cell then has the other value.
inline int after_removal(const Literals& literals, std::size_t cell, int value) {
    return literals.colors == 1 ? literals.of(cell, 1, value == 0)
                                : literals.of(cell, value, false);
}

}  // namespace nonosat
