// SPDX-License-Identifier: MIT
// CNF: a board as clauses. This file says what is common to the encodings; order_cnf.cpp and
// automaton_cnf.cpp have the clauses of lines.
//
// Cell variables: for each unknown cell and each colour that it can have, "cell has this colour";
// EMPTY is "none of them". With one colour that is one variable per cell. A cell has at most one
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
#include <initializer_list>
#include <vector>

#include "board.hpp"
#include "hints.hpp"

namespace nonosat {

// Which clauses say what the clue of a line allows. Cells: none, only what is known of single cells.
enum class Encoding { Order, Automaton, Cells };

// Clauses in DIMACS literals, flat: clause i is literals[ends[i - 1] .. ends[i]).
struct Cnf {
    int variables = 0;
    std::vector<int> literals;
    std::vector<std::size_t> ends;
    // Variable i + 1 says "cell cell_of[i] has value value_of[i]"; all further variables belong to
    // blocks and gaps.
    std::vector<int> cell_of, value_of;
    // How many clauses there are before those of each line.
    std::vector<std::size_t> line_begins;
    // With hints: for each variable the literal that they suggest (in the automaton encoding for
    // the variables of colours only).
    std::vector<int> phases;
};

constexpr std::size_t kMaxClauses = 20'000'000;  // as Python lists and in a solver about 5 GiB

// Writes the clauses that describe the remaining puzzle, in any state of the board, propagated or
// not. A board whose clues contradict it gets an empty clause.
//
// REQUIRES an empty `cnf`, and hints (if any) of this board, else std::invalid_argument.
// ENSURES that the models of the clauses are the solutions that agree with the board (for Cells:
// all fillings that agree with it), each exactly once in the variables of the order and the
// automaton encoding. Interrupted: the poll said stop, or there are more than `most_clauses`; then
// `cnf` is incomplete. The poll is asked first, and after every `board.poll_work` literals.
Status encode(const Board& board, Encoding encoding, const Poll& poll, Cnf& cnf,
              const Hints* hints = nullptr, std::size_t most_clauses = kMaxClauses);

// ---- for the encodings ----

constexpr int kTrue = INT_MAX;  // constant literals: they vanish from clauses, or clauses with them
constexpr int kFalse = -INT_MAX;

// Makes clauses and variables, asks the poll, and stops by exception at the limit.
class CnfWriter {
public:
    struct Stop {};  // thrown; caught by encode()

    CnfWriter(const Board& board_, Cnf& cnf_, const Poll& poll, const Hints* hints_,
              std::size_t most_clauses)
        : board(board_), cnf(cnf_), hints(hints_), poll_(poll), most_clauses_(most_clauses) {}

    // Adds a clause without its constant literals, unless one of them is true.
    void add(const int* literals, std::size_t count) {
        work(count + 1);
        for (std::size_t i = 0; i < count; ++i)
            if (literals[i] == kTrue) return;
        for (std::size_t i = 0; i < count; ++i)
            if (literals[i] != kFalse) cnf.literals.push_back(literals[i]);
        if (cnf.ends.size() >= most_clauses_) throw Stop{};
        cnf.ends.push_back(cnf.literals.size());
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
    // Makes the variables and clauses of cells.
    void write_cells(Encoding encoding);

    const Board& board;
    Cnf& cnf;
    const Hints* const hints;

private:
    std::size_t clauses_of_cells() const;
    void write_empty_variables();

    const Poll& poll_;
    const std::size_t most_clauses_;
    std::uint64_t work_ = 0;
    std::vector<int> literals_;  // [cell * (colors + 1) + value]
};

// The clauses of one line, whose clue is given; false, and no clause, if it has no arrangement.
bool encode_order(int line, CnfWriter& writer);
bool encode_automaton(int line, CnfWriter& writer);

}  // namespace nonosat
