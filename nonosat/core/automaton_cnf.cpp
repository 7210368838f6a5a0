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
namespace {

// The variables and clauses of one line.
class LineAutomaton {
public:
    LineAutomaton(int line, const std::vector<std::vector<int>>& starts, CnfWriter& writer)
        : writer_(writer),
          line_(line),
          colors_(writer.board.colors),
          length_(writer.board.length(line)),
          blocks_(writer.board.clue(line).blocks),
          count_(static_cast<int>(blocks_.size())),
          starts_of_blocks_(starts),
          starts_(table(count_)),
          gaps_(table(count_ + 1)),
          support_(static_cast<std::size_t>(length_) * (colors_ + 1)) {}

    void number_starts() {
        for (int i = 0; i < count_; ++i)
            for (const int p : starts_of_blocks_[i]) starts_[at(i, p)] = ++writer_.cnf.variables;
    }

    // Numbers the gaps that occur: one can come there from a start that occurs, and go on to
    // another. REQUIRES number_starts().
    void number_gaps() {
        const Board& board = writer_.board;
        std::vector<char> can_be_empty(length_);
        for (int p = 0; p < length_; ++p)
            can_be_empty[p] =
                board.can_be(board.row_of(cell_at(p)), board.column_of(cell_at(p)), 0);
        for (int i = 0; i <= count_; ++i) {
            writer_.work(length_);
            std::vector<char> leads_on(static_cast<std::size_t>(length_) + 1, false);
            leads_on[length_] = i == count_;
            for (int p = length_ - 1; p >= 0; --p)
                leads_on[p] = can_be_empty[p] && (leads_on[p + 1] || start(i, p + 1) != kFalse);
            bool reached = i == 0;
            for (int p = 0; p < length_; ++p) {
                if (i > 0 && start_before(i, p) != kFalse) reached = true;
                reached = reached && can_be_empty[p];
                if (reached && leads_on[p]) gaps_[at(i, p)] = ++writer_.cnf.variables;
            }
        }
    }

    // The clauses of each start: the values of its cells, its successors and its predecessors.
    void write_starts() {
        for (int i = 0; i < count_; ++i)
            for (const int p : starts_of_blocks_[i]) {
                const int state = start(i, p), end = p + blocks_[i].length;
                for (int c = p; c < end; ++c) give(state, c, blocks_[i].color);
                if (end < length_)
                    writer_.add(
                        {-state, gap(i + 1, end), touches(i + 1) ? start(i + 1, end) : kFalse});
                if (p > 0)
                    writer_.add({-state, gap(i, p - 1), touches(i) ? start_before(i, p) : kFalse});
            }
    }

    // The same of each gap.
    void write_gaps() {
        for (int i = 0; i <= count_; ++i) {
            writer_.work(length_);
            for (int p = 0; p < length_; ++p) {
                const int state = gap(i, p);
                if (state == kFalse) continue;
                give(state, p, 0);
                if (p + 1 < length_) writer_.add({-state, gap(i, p + 1), start(i, p + 1)});
                if (p > 0)
                    writer_.add({-state, gap(i, p - 1), i > 0 ? start_before(i, p) : kFalse});
            }
        }
    }

    // Every value of a cell implies one of the variables that give it. REQUIRES write_starts() and
    // write_gaps().
    void write_support() {
        for (int p = 0; p < length_; ++p)
            for (int value = 0; value <= colors_; ++value) {
                const int literal = writer_.cell_literal(cell_at(p), value);
                if (literal == kFalse) continue;
                std::vector<int>& clause = support(p, value);
                clause.push_back(-literal);
                writer_.add(clause.data(), clause.size());
            }
    }

private:
    std::vector<int> table(int rows) const {
        return std::vector<int>(static_cast<std::size_t>(rows) * length_, kFalse);
    }
    std::size_t at(int i, int p) const { return static_cast<std::size_t>(i) * length_ + p; }
    std::size_t cell_at(int p) const { return writer_.board.cell_at(line_, p); }
    // The variables; kFalse for those that do not occur, and outside the line.
    int start(int i, int p) const {
        return i < 0 || i >= count_ || p < 0 || p >= length_ ? kFalse : starts_[at(i, p)];
    }
    int gap(int i, int p) const {
        return i < 0 || i > count_ || p < 0 || p >= length_ ? kFalse : gaps_[at(i, p)];
    }
    // The start of block i - 1 that ends before cell p.
    int start_before(int i, int p) const { return start(i - 1, p - blocks_[i - 1].length); }
    // May block i follow the one before it without a gap?
    bool touches(int i) const {
        return i > 0 && i < count_ && blocks_[i].color != blocks_[i - 1].color;
    }
    std::vector<int>& support(int p, int value) {
        return support_[static_cast<std::size_t>(p) * (colors_ + 1) + value];
    }
    void give(int state, int p, int value) {
        writer_.add({-state, writer_.cell_literal(cell_at(p), value)});
        support(p, value).push_back(state);
    }

    CnfWriter& writer_;
    const int line_, colors_, length_;
    const std::vector<Block>& blocks_;
    const int count_;
    const std::vector<std::vector<int>>& starts_of_blocks_;
    std::vector<int> starts_, gaps_;         // variables, [block * length + position]
    std::vector<std::vector<int>> support_;  // the variables that give a cell a value
};

}  // namespace

bool encode_automaton(int line, CnfWriter& writer) {
    const Board& board = writer.board;
    REQUIRE(0 <= line && line < board.lines() && board.clue(line).given);
    std::vector<std::vector<int>> starts;
    if (!board.starts_of(line, starts)) return false;
    LineAutomaton automaton(line, starts, writer);
    automaton.number_starts();
    automaton.number_gaps();
    automaton.write_starts();
    automaton.write_gaps();
    automaton.write_support();
    return true;
}

}  // namespace nonosat
