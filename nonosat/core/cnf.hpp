// SPDX-License-Identifier: MIT
// CNF: a board as clauses. This file says what is common to the encodings; order_cnf.cpp and
// automaton_cnf.cpp have the clauses of lines.
//
// Cell variables: for each unknown cell and each colour that it can have, "cell has this colour";
// EMPTY is "none of them". With one colour this gives one variable per cell. A cell has at most one
// colour, and at least one where EMPTY is ruled out. In the automaton encoding, a cell that can be
// EMPTY or one of several colours has one more variable, for EMPTY.
//
// Cost: about 10,000 clauses for an untouched 25x25, 90,000 for 60x55; with k colours C(k, 2) per
// cell for "at most one". The rejected alternative for those, a ladder of further variables, is
// smaller from about 6 colours on, but then a literal "not red" no longer propagates in one step.
#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <vector>

#include "board.hpp"
#include "hints.hpp"

namespace nonosat {

// How clauses describe the clue of a line. Cells: not at all, only the known facts about single
// cells.
enum class Encoding { Order, Automaton, Cells };

// Clauses in DIMACS literals, flat: clause i is literals[ends[i - 1] .. ends[i]). Deques, because a
// vector takes two to three times its size while it grows.
struct Cnf {
    std::uint64_t board = 0;  // the id of the board that they describe
    int variables = 0;
    std::deque<int> literals;
    std::deque<std::uint32_t> ends;
    // Variable i + 1 says "cell cell_of[i] has value value_of[i]"; all further variables belong to
    // blocks and gaps.
    std::vector<int> cell_of, value_of;
    // How many clauses there are before those of each line.
    std::vector<std::size_t> line_begins;
    // In the order encoding: the meaning of all further variables, in order.
    struct BlockVariable {
        int line, block, start;  // "this block of this line starts there or before"
    };
    std::vector<BlockVariable> block_variables;
};

// The literals that hints about the same board suggest: one for each variable, in order; in the
// automaton encoding for the variables of colours only. Throws std::invalid_argument if the hints
// are those of another board.
std::vector<int> phases(const Cnf& cnf, const Hints& hints);

// How large a model may become, by the bytes that variables and literals take, in a solver too.
struct ModelBound {
    std::size_t most_bytes = SIZE_MAX;
    std::size_t per_variable = 0, per_literal = 0;
    bool holds(std::size_t variables, std::size_t literals) const {
        return variables * per_variable + literals * per_literal <= most_bytes;
    }
};

class UnionFind;  // components.hpp

// Writes the clauses that describe the remaining puzzle, in any state of the board, propagated or
// not. A board whose clues contradict it gets an empty clause.
//
// REQUIRES an empty `cnf`.
// ENSURES that the models of the clauses are the solutions that agree with the board (for Cells:
// all fillings that agree with it), each exactly once in the variables of the order and the
// automaton encoding. Interrupted: the poll said stop, or the model is too large; then `cnf` is
// incomplete. If the clauses "at most one colour" alone are too large, none is made. The poll is
// asked first, and after every `board.poll_work` literals.
Status encode(const Board& board, Encoding encoding, const Poll& poll, Cnf& cnf,
              const ModelBound& bound = {});

// ---- for the encodings ----

constexpr int kTrue = INT_MAX;  // constant literals: they vanish from clauses, or clauses with them
constexpr int kFalse = -INT_MAX;

// Makes clauses and variables, asks the poll, and stops by exception at the limit.
class CnfWriter {
public:
    struct Stop {};  // thrown; caught by encode()

    // With `joins`, clauses are not kept: each joins its variables there (components.cpp).
    CnfWriter(const Board& board_, Cnf& cnf_, const Poll& poll, const ModelBound& bound,
              UnionFind* joins = nullptr)
        : board(board_), cnf(cnf_), poll_(poll), bound_(bound), joins_(joins) {}

    // Adds a clause without its constant literals, unless one of them is true.
    void add(const int* literals, std::size_t count) {
        work(count + 1);
        for (std::size_t i = 0; i < count; ++i)
            if (literals[i] == kTrue) return;
        if (joins_ != nullptr) return join(literals, count);
        for (std::size_t i = 0; i < count; ++i)
            if (literals[i] != kFalse) cnf.literals.push_back(literals[i]);
        if (!bound_.holds(static_cast<std::size_t>(cnf.variables), cnf.literals.size()))
            throw Stop{};
        if (cnf.literals.size() > UINT32_MAX) throw Stop{};
        cnf.ends.push_back(static_cast<std::uint32_t>(cnf.literals.size()));
    }
    void add(std::initializer_list<int> literals) { add(literals.begin(), literals.size()); }
    // A new variable for a value of a cell; to be made before all variables of lines.
    int cell_variable(std::size_t cell, int value) {
        cnf.cell_of.push_back(static_cast<int>(cell));
        cnf.value_of.push_back(value);
        return ++cnf.variables;
    }
    // The literal "cell has value": constant if the cell is known or cannot have it.
    int cell_literal(std::size_t cell, int value) const {
        return literals_[cell * (board.colors + 1) + value];
    }
    // Counts work that makes no clause.
    void work(std::size_t amount) {
        work_ += amount;
        if (work_ < board.poll_work) return;
        work_ = 0;
        if (poll_ && poll_()) throw Stop{};
    }
    // Makes the variables and clauses of cells, then of lines.
    void write_cells(Encoding encoding);
    void write_lines(Encoding encoding);

    const Board& board;
    Cnf& cnf;

private:
    void require_room_for_cells() const;
    void join(const int* literals, std::size_t count);
    void write_empty_variables();

    const Poll& poll_;
    const ModelBound bound_;
    UnionFind* const joins_;
    std::uint64_t work_ = 0;
    std::vector<int> literals_;  // [cell * (colors + 1) + value]
};

// The clauses of one line. REQUIRES that its clue is given. ENSURES that the models of its clauses
// are its placements, one for one; false, and no clause, if it has no placement.
bool encode_order(int line, CnfWriter& writer);
bool encode_automaton(int line, CnfWriter& writer);

}  // namespace nonosat
