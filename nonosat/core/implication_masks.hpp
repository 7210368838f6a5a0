// SPDX-License-Identifier: MIT
// ImplicationMasks: the literals that one implication graph forces, on a small board of one colour.
//
// It finds the same literals as ImplicationSearch::search, on the same graph, in half of the time
// or less. Before probing only one graph is searched, once; so no list of its edges is made.
//
// Method.
// - What a literal implies in its row, and in its column, are two masks each: cells that become
//   filled, cells that do not. LinePairs gives them.
// - A literal A fails if it leads to some X and to not X. A breadth-first search from A takes all
//   new literals of a line by one operation.
// - Implication within a line is transitive: every placement with A has B, every placement with B
//   has C. So the search continues by columns from the literals that it reached by a row, and the
//   other way round, and leaves out literals without an edge there. If one row reaches both X and
//   not X, then the literal by which the search came into the row and its negation are reached on
//   different sides; so it is enough to compare X by a row with not X by a column.
// - The graph is skew-symmetric (implications.hpp). So a literal without predecessors is one whose
//   negation has no successors; these are tried first. If a literal does not fail, neither do its
//   successors. If a literal fails, so do its predecessors, so a search ends there.
// - If A fails, not A and all its successors are forced. No search continues from forced literals:
//   literals that contradict them fail.
//
// Cost: the number of literals that are tried, times the literals that each reaches.
// ImplicationSearch is linear, which larger graphs need; fits() has the bound.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "line_edges.hpp"
#include "line_pairs.hpp"

namespace nonosat {

class ImplicationMasks {
public:
    static constexpr int kMostUnknown = 1500;

    static bool fits(const Board& board) {
        return board.colors == 1 && board.words == 1 && board.unknown() <= kMostUnknown;
    }

    // REQUIRES fits(board).
    explicit ImplicationMasks(Board& board);

    // Fixpoint, and `forced`, `edges` and `literals`; or Interrupted. The board does not change.
    // REQUIRES Board::at_fixpoint().
    Status search(const Poll& poll);

    bool contradictory() const { return contradictory_; }       // as in ImplicationSearch
    const std::vector<int>& forced() const { return forced_; }  // ascending
    std::uint64_t edges() const { return edges_; }
    std::uint64_t literals() const { return literals_; }  // with an edge from or to them

private:
    using Mask = Bits<1>;
    // Truth 0: the cell is filled; 1: it is not. By row: a mask of columns; by column: of rows.
    using Sides =
        std::array<std::array<std::array<Mask, Mask::kBits>, 2>, 2>;  // [side][truth][line]
    struct Targets {
        Mask of[2][2][2];  // [side][truth of the source][truth of the target]
    };
    // A literal that was reached, and the side on which the search goes on from it.
    struct Step {
        std::uint16_t number;
        std::uint8_t row, column, truth, side;
    };

    bool collect(WorkMeter& meter);
    bool add_line(int line, const Mask& unknown, WorkMeter& meter);
    void find_sources();
    bool try_literals(bool roots, WorkMeter& meter);
    bool try_literal(int row, int column, int truth, bool& failed, WorkMeter& meter);
    bool force(int row, int column, int truth, WorkMeter& meter);
    void read_forced();

    Step step(int row, int column, int truth, int side) const {
        return {number_[board_.index(row, column)], static_cast<std::uint8_t>(row),
                static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(truth),
                static_cast<std::uint8_t>(side)};
    }

    BoardOf<1>& board_;
    LinePairs<1> pairs_;
    std::vector<std::uint16_t> number_;  // per cell: its index in targets_, if it is unknown
    std::vector<Targets> targets_;
    std::vector<Step> open_;  // of the search that goes on
    Sides sources_{};         // the literals with targets; by row alone
    Sides crossing_{};        // the literals with targets on the other side
    Sides sound_{};           // the literals that do not fail, each on one side or both
    Sides forced_sides_{};    // the forced ones, on both
    Sides reached_{};         // by the literal that is tried: on the side by which it is reached
    bool contradictory_ = false;
    std::vector<int> forced_;
    std::uint64_t edges_ = 0, literals_ = 0;
};

}  // namespace nonosat
