// SPDX-License-Identifier: MIT
// SwitchingComponent: a second solution near a first one.
//
// Two cells of a line trade their values, x for v, and the line still has its clue; each of the two
// crossing lines then needs such a trade, too, and so on until the circle closes. The smallest
// switching component is a rectangle of four cells. Each line is used at most once, so that the
// trades of different lines do not affect each other and the trades of a line are computed once.
//
// Source: switching components in discrete tomography, which has no clues; for nonograms Batenburg
// and Kosters 2012. Circles are searched by depth (4, 6, 8 .. cells) from every cell, within a
// budget of work. Most random puzzles that have several solutions have such a pair, and finding it
// costs less than the rejected alternative, encoding the puzzle for a SAT solver. A search without
// result proves nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "board.hpp"

namespace nonosat {

class SwitchingComponent {
public:
    // REQUIRES that `cells` (a value per cell, row by row) is a solution that agrees with the
    // board.
    SwitchingComponent(const Board& board, const std::vector<std::uint8_t>& cells);

    // Changes the cells to another solution that agrees with the board; false, with the cells
    // unchanged, if it finds none within `most_work` (steps of some nanoseconds). ENSURES that each
    // changed line has the same blocks as before.
    bool find(std::uint64_t most_work);
    std::uint64_t work() const { return work_; }

    const std::vector<std::uint8_t>& cells() const { return cells_; }

private:
    struct Partner {
        std::uint32_t cell;
        std::uint8_t value;
    };

    int row_of(std::size_t cell) const { return board_.row_of(cell); }
    int column_of(std::size_t cell) const { return board_.column_of(cell); }
    bool extend(std::size_t depth);
    bool close();
    void trade();
    const std::vector<Partner>& partners(std::size_t cell, bool in_row);
    void try_partners(std::size_t cell, int line, std::size_t first, bool in_row);
    void find_partners(std::size_t first, bool in_row);
    void read_line(std::size_t first, bool in_row);
    bool can_trade(std::size_t a, std::size_t b) const;
    bool agrees(const std::vector<std::uint8_t>& before) const;
    bool keeps(int a, int b, bool in_row, std::size_t first) const;

    const Board& board_;
    std::vector<std::uint8_t> cells_;
    const int width_, height_;
    std::vector<char> used_;  // per line
    std::vector<std::vector<Partner>> partners_;
    std::vector<char> known_;  // which of them are known
    std::vector<std::size_t> path_;
    std::vector<std::uint8_t> line_;
    std::vector<int> ones_;
    std::size_t start_ = 0;
    std::uint8_t other_ = 0;
    std::uint64_t work_ = 0, most_work_ = 0;
};

}  // namespace nonosat
