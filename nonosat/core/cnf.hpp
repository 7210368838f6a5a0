// SPDX-License-Identifier: MIT
// CNF: the order encoding of what is left of a puzzle. Version 1.
//
// Cell variables: for each cell that is not settled and each colour that it can have, "cell has
// this colour"; EMPTY is "none of them". With one colour that is one variable per cell. At most
// one colour per cell, at least one where EMPTY is ruled out.
//
// Block variables: let s_1 < .. < s_t be the starts of block i that occur in some arrangement of
// its line alone (line.hpp). le(i, p) = "block i starts at or before p" is a variable for p in
// s_1 .. s_(t-1), false below s_1 and true from s_t on; between two starts it equals the lower.
//   order       le(i, p) -> le(i, q)                     for neighbouring starts p < q
//   precedence  le(i + 1, q) -> le(i, q - length_i - gap)
//   cover       le(i, c) and not le(i, c - length_i) -> cell c has the colour of block i
//   gap         le(i, c - length_i) and not le(i + 1, c) -> cell c is EMPTY
// with "block 0" ending before the line (le = true) and "block m + 1" never starting (le = false),
// so that the gaps at both ends and empty clues are clauses of the same kind. Each arrangement of
// a line has exactly one assignment of its variables, so models can be counted.
//
// Why the order encoding: a solver learns from it clauses such as "block 3 starts before cell 12",
// which say much in few literals. Against the unrolled automaton (on which unit propagation equals
// line-solving) it was 4 to 10 times faster with CaDiCaL. Source: order encoding, Tamura et al.
// 2009; its use for nonograms: the Copris and nonosolve programs.
//
// What was left out, measured with MiniSat and phases on 79 random puzzles (25x25 to 40x40) that
// beliefs had not solved; without it 25.8 s in all, and 26.5 s with the clauses shuffled, which is how
// much chance does: binary clauses of what single lines imply (23.3 s), of what probes imply (22.8 s),
// both with equal cells, which are two such clauses, included; starts that unit propagation
// refutes, an eighth of all (15 % fewer conflicts, the same median, and time to find them). In the
// refutations of two hard unique puzzles (8- and 9-dom) they made no difference either.
//
// Size: about 10,000 clauses for an untouched 25x25, 90,000 for 60x55.
#pragma once

#include <climits>

#include "board.hpp"

namespace nonosat {

constexpr int kTrue = INT_MAX;  // constant literals: left out of clauses, or the clause itself is
constexpr int kFalse = -INT_MAX;

// Adds a clause; constant literals are simplified away.
inline void add_clause(Cnf& cnf, const int* literals, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        if (literals[i] == kTrue) return;
    for (std::size_t i = 0; i < count; ++i)
        if (literals[i] != kFalse) cnf.literals.push_back(literals[i]);
    cnf.ends.push_back(cnf.literals.size());
}
inline void add_clause(Cnf& cnf, std::initializer_list<int> literals) {
    add_clause(cnf, literals.begin(), literals.size());
}

// As many clauses are made: handed to Python and a solver they take about 5 GiB.
constexpr std::size_t kMaxClauses = 20'000'000;

// le(i, p) of one block.
class StartsAtOrBefore {
public:
    // `first` is the number of the variable for the lowest start.
    StartsAtOrBefore(std::vector<int> starts, int first)
        : starts_(std::move(starts)), first_(first) {}
    int operator()(int position) const {
        int below = 0, above = static_cast<int>(starts_.size());  // starts <= position
        while (below < above) {
            const int middle = (below + above) / 2;
            if (starts_[middle] <= position)
                below = middle + 1;
            else
                above = middle;
        }
        if (below == 0) return kFalse;
        if (below == static_cast<int>(starts_.size())) return kTrue;
        return first_ + below - 1;
    }
    const std::vector<int>& starts() const { return starts_; }

private:
    std::vector<int> starts_;
    int first_;
};

// The literal "cell has value"; constant if the cell is settled or cannot.
template <int W>
int BoardOf<W>::cell_literal(std::size_t cell, int value,
                             const std::vector<int>& variable) const {
    const int row = static_cast<int>(cell / width), column = static_cast<int>(cell % width);
    if (!can_be(row, column, value)) return kFalse;
    if (left_[cell] == 1) return kTrue;
    return variable[cell * (colors + 1) + value];
}

// The clauses of one line; false if it has no arrangement.
template <int W>
bool BoardOf<W>::encode_order(int line, const std::vector<int>& variable, const Hints* hints,
                              Cnf& cnf) {
    const std::vector<Block>& blocks = clues_[line].blocks;
    const int count = static_cast<int>(blocks.size()), length = cells(line);
    if (!solve_line<W>(length, colors, blocks.data(), count, domain(line), result_.data(), work_))
        return false;

    std::vector<StartsAtOrBefore> le;
    for (int i = 0; i < count; ++i) {
        std::vector<int> starts;
        work_.starts[i].each([&](int start) { starts.push_back(start); });
        const int first = cnf.variables + 1;
        const int added = static_cast<int>(starts.size()) - 1;
        for (int j = 1; j < added; ++j) add_clause(cnf, {-(first + j - 1), first + j});
        cnf.variables += added;
        if (hints != nullptr)
            for (int j = 0; j < added; ++j) {
                const bool begun = !hints->starts[line].empty() && hints->starts[line][i] <= starts[j];
                cnf.phases.push_back(begun ? first + j : -(first + j));
            }
        le.emplace_back(std::move(starts), first);
    }
    for (int i = 0; i + 1 < count; ++i) {
        const int shift = blocks[i].length + (blocks[i].color == blocks[i + 1].color);
        const std::vector<int>& starts = le[i + 1].starts();
        for (std::size_t j = 0; j < starts.size(); ++j) {
            const int before = le[i](starts[j] - shift);
            // A higher start with the same consequence says it already.
            if (j + 1 < starts.size() && le[i](starts[j + 1] - shift) == before) continue;
            add_clause(cnf, {-le[i + 1](starts[j]), before});
        }
    }
    const auto cell_at = [&](int position) {
        return line < height ? index(line, position) : index(position, line - height);
    };
    for (int i = 0; i < count; ++i) {
        const std::vector<int>& starts = le[i].starts();
        for (int c = starts.front(); c < starts.back() + blocks[i].length; ++c)
            add_clause(cnf, {-le[i](c), le[i](c - blocks[i].length),
                             cell_literal(cell_at(c), blocks[i].color, variable)});
    }
    for (int i = 0; i <= count; ++i)  // the gap before block i
        for (int c = 0; c < length; ++c) {
            const int ended = i == 0 ? kTrue : le[i - 1](c - blocks[i - 1].length);
            const int begun = i == count ? kFalse : le[i](c);
            if (ended == kFalse || begun == kTrue) continue;
            for (int color = 1; color <= colors; ++color) {
                const int filled = cell_literal(cell_at(c), color, variable);
                if (filled != kFalse) add_clause(cnf, {-ended, begun, -filled});
            }
        }
    return true;
}

template <int W>
Status BoardOf<W>::encode(Encoding encoding, const Poll& poll, Cnf& cnf, const Hints* hints) {
    // Literals of cells: [cell * (colors + 1) + value]. That of EMPTY is for encode_automaton.
    std::vector<int> variable(left_.size() * (colors + 1), 0);
    for (std::size_t cell = 0; cell < left_.size(); ++cell) {
        if (left_[cell] == 1) continue;
        const int row = static_cast<int>(cell / width), column = static_cast<int>(cell % width);
        std::vector<int> of_cell;
        for (int color = 1; color <= colors; ++color) {
            if (!can_be(row, column, color)) continue;
            cnf.cell_of.push_back(static_cast<int>(cell));
            cnf.value_of.push_back(color);
            of_cell.push_back(++cnf.variables);
            if (hints != nullptr)
                cnf.phases.push_back(hints->cells[cell] == color ? cnf.variables : -cnf.variables);
            variable[cell * (colors + 1) + color] = cnf.variables;
        }
        for (std::size_t a = 0; a < of_cell.size(); ++a)
            for (std::size_t b = a + 1; b < of_cell.size(); ++b)
                add_clause(cnf, {-of_cell[a], -of_cell[b]});
        if (!can_be(row, column, 0)) add_clause(cnf, of_cell.data(), of_cell.size());
        if (of_cell.size() == 1) variable[cell * (colors + 1)] = -of_cell[0];
    }
    if (encoding == Encoding::Automaton) add_empty_variables(variable, cnf);
    for (int line = 0; line < lines() && encoding != Encoding::Cells; ++line) {
        cnf.line_begins.push_back(cnf.ends.size());
        if ((poll && poll()) || cnf.ends.size() > kMaxClauses) return Status::Interrupted;
        bool open = false;
        for (int c = 0; c < cells(line) && !open; ++c)
            open = left_[line < height ? index(line, c) : index(c, line - height)] != 1;
        // A settled line is encoded too when it has not been solved yet: it may be wrong.
        if (!clues_[line].given || !(open || dirty_[line])) continue;
        if (!(encoding == Encoding::Order ? encode_order(line, variable, hints, cnf)
                                          : encode_automaton(line, variable, cnf))) {
            conflict_line_ = line;
            add_clause(cnf, nullptr, 0);  // the empty clause
        }
    }
    return Status::Fixpoint;
}

// A variable for EMPTY where it is not the negation of one colour.
template <int W>
void BoardOf<W>::add_empty_variables(std::vector<int>& variable, Cnf& cnf) {
    for (std::size_t cell = 0; cell < left_.size(); ++cell) {
        const int row = static_cast<int>(cell / width), column = static_cast<int>(cell % width);
        if (left_[cell] < 3 || !can_be(row, column, 0)) continue;
        const int empty = ++cnf.variables;
        cnf.cell_of.push_back(static_cast<int>(cell));
        cnf.value_of.push_back(0);
        variable[cell * (colors + 1)] = empty;
        std::vector<int> some_value{empty};
        for (int color = 1; color <= colors; ++color) {
            if (!can_be(row, column, color)) continue;
            add_clause(cnf, {-empty, -variable[cell * (colors + 1) + color]});
            some_value.push_back(variable[cell * (colors + 1) + color]);
        }
        add_clause(cnf, some_value.data(), some_value.size());
    }
}

}  // namespace nonosat
