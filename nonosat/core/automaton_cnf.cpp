// SPDX-License-Identifier: MIT
// CNF: the unrolled automaton of a line. Version 1.
//
// The automaton of a clue reads a line cell by cell; its state is "in block i, at its k-th cell" or
// "in the gap behind i blocks". Unrolled, each cell has a variable per state. Within a block there
// is no choice, so the states of one block are one variable:
//   start(i, p)  block i starts at p                      for the starts that occur (line.hpp)
//   gap(i, p)    cell p lies in the gap behind i blocks   for those that occur
// Every variable implies one of its successors and one of its predecessors, and the values of its
// cells; every value of a cell implies one of the variables that give it ("support" clauses):
//   start(i, p) -> cells p .. p + length_i - 1 have the colour of block i
//   gap(i, p)   -> cell p is EMPTY
//   start(i, p) -> gap(i + 1, e) or start(i + 1, e)       e = p + length_i; the latter only if the
//                                                         colours differ; nothing at the end
//   gap(i, p)   -> gap(i, p + 1) or start(i, p + 1)
//   and the same backwards
//   cell p has the colour v -> one of the start(i, q) that cover p with v
//   cell p is EMPTY         -> one of the gap(i, p)
// (blocks count from 0 here, so block i comes behind i blocks). Cells are as in cnf.hpp; the
// variable for EMPTY of a cell with several colours is there so that "not EMPTY" can be deduced on
// one line and used on the other.
//
// Why unit propagation equals line solving: the states of successive cells are a chain of binary
// constraints. Unit propagation on support clauses is arc consistency, and on a chain arc
// consistency is global: each remaining value lies on a complete path, that is, in a placement.
// Source: Bacchus 2007, "GAC via unit propagation"; Quimper and Walsh 2006 on the constraint
// `regular`.
// Why models are placements, one for one: each true variable lies on a path of true variables
// that agrees with the cells, and complete cells have only one path.
//
// It propagates more than the order encoding (order_cnf.cpp) and learns worse.
#include "cnf.hpp"

namespace nonosat {

bool encode_automaton(int line, CnfWriter& writer) {
    const Board& board = writer.board;
    REQUIRE(0 <= line && line < board.lines() && board.clue(line).given);
    const int colors = board.colors;
    const std::vector<Block>& blocks = board.clue(line).blocks;
    const int count = static_cast<int>(blocks.size()), length = board.length(line);
    std::vector<std::vector<int>> starts_of_blocks;
    if (!board.starts_of(line, starts_of_blocks)) return false;
    const auto cell_at = [&](int position) { return board.cell_at(line, position); };
    std::vector<char> can_be_empty(length);
    for (int p = 0; p < length; ++p)
        can_be_empty[p] = board.can_be(board.row_of(cell_at(p)), board.column_of(cell_at(p)), 0);

    // The variables, kFalse where there is none. Positions outside the line have none.
    const auto table = [&](int rows) {
        return std::vector<int>(static_cast<std::size_t>(rows) * length, kFalse);
    };
    std::vector<int> starts = table(count), gaps = table(count + 1);
    const auto start = [&](int i, int p) -> int {
        if (i < 0 || i >= count || p < 0 || p >= length) return kFalse;
        return starts[static_cast<std::size_t>(i) * length + p];
    };
    const auto gap = [&](int i, int p) -> int {
        if (i < 0 || i > count || p < 0 || p >= length) return kFalse;
        return gaps[static_cast<std::size_t>(i) * length + p];
    };
    for (int i = 0; i < count; ++i)
        for (const int p : starts_of_blocks[i])
            starts[static_cast<std::size_t>(i) * length + p] = ++writer.cnf.variables;
    for (int i = 0; i <= count; ++i) {
        writer.work(length);
        // A gap occurs where one can come from a start that occurs and go on to another.
        std::vector<char> leads_on(static_cast<std::size_t>(length) + 1, false);
        leads_on[length] = i == count;
        for (int p = length - 1; p >= 0; --p)
            leads_on[p] = can_be_empty[p] && (leads_on[p + 1] || start(i, p + 1) != kFalse);
        bool reached = i == 0;
        for (int p = 0; p < length; ++p) {
            if (i > 0 && start(i - 1, p - blocks[i - 1].length) != kFalse) reached = true;
            reached = reached && can_be_empty[p];
            if (reached && leads_on[p])
                gaps[static_cast<std::size_t>(i) * length + p] = ++writer.cnf.variables;
        }
    }

    const auto touches = [&](int i) {  // may block i follow the one before it without a gap?
        return i > 0 && i < count && blocks[i].color != blocks[i - 1].color;
    };
    // support[p * (colors + 1) + v]: the variables that give cell p the value v.
    std::vector<std::vector<int>> support(static_cast<std::size_t>(length) * (colors + 1));
    const auto give = [&](int state, int p, int value) {
        writer.add({-state, writer.cell_literal(cell_at(p), value)});
        support[static_cast<std::size_t>(p) * (colors + 1) + value].push_back(state);
    };
    for (int i = 0; i < count; ++i)
        for (const int p : starts_of_blocks[i]) {
            const int state = start(i, p), end = p + blocks[i].length;
            for (int c = p; c < end; ++c) give(state, c, blocks[i].color);
            if (end < length)
                writer.add({-state, gap(i + 1, end), touches(i + 1) ? start(i + 1, end) : kFalse});
            if (p > 0)
                writer.add({-state, gap(i, p - 1),
                            touches(i) ? start(i - 1, p - blocks[i - 1].length) : kFalse});
        }
    for (int i = 0; i <= count; ++i) {
        writer.work(length);
        for (int p = 0; p < length; ++p) {
            const int state = gap(i, p);
            if (state == kFalse) continue;
            give(state, p, 0);
            if (p + 1 < length) writer.add({-state, gap(i, p + 1), start(i, p + 1)});
            if (p > 0)
                writer.add({-state, gap(i, p - 1),
                            i > 0 ? start(i - 1, p - blocks[i - 1].length) : kFalse});
        }
    }
    for (int p = 0; p < length; ++p)
        for (int value = 0; value <= colors; ++value) {
            const int literal = writer.cell_literal(cell_at(p), value);
            if (literal == kFalse) continue;
            std::vector<int>& clause = support[static_cast<std::size_t>(p) * (colors + 1) + value];
            clause.push_back(-literal);
            writer.add(clause.data(), clause.size());
        }
    return true;
}

}  // namespace nonosat
