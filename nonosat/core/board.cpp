// SPDX-License-Identifier: MIT
// make_board: the board with as many words per line as its longer side needs.
#include "board.hpp"

#include "automaton_cnf.hpp"
#include "cnf.hpp"
#include "implications.hpp"
#include "probe.hpp"

namespace nonosat {

std::unique_ptr<Board> make_board(int height, int width, int colors, std::vector<Clue> clues) {
    const int side = height > width ? height : width;
    if (height < 1 || width < 1 || side > kMaxSide)
        throw std::invalid_argument("a board has 1 to 1023 rows and columns");
    if (colors < 1 || colors > kMaxColors)
        throw std::invalid_argument("a board has 1 to 60 colours");
    if (static_cast<int>(clues.size()) != height + width)
        throw std::invalid_argument("a board needs one clue per row and column");
    for (const Clue& clue : clues)
        for (const Block& block : clue.blocks)
            if (block.length < 1 || block.length > kMaxSide || block.color < 1 ||
                block.color > colors)
                throw std::invalid_argument("a block has 1 to 1023 cells and a known colour");
    if (side < 64) return std::make_unique<BoardOf<1>>(height, width, colors, std::move(clues));
    if (side < 128) return std::make_unique<BoardOf<2>>(height, width, colors, std::move(clues));
    if (side < 256) return std::make_unique<BoardOf<4>>(height, width, colors, std::move(clues));
    if (side < 512) return std::make_unique<BoardOf<8>>(height, width, colors, std::move(clues));
    return std::make_unique<BoardOf<16>>(height, width, colors, std::move(clues));
}

}  // namespace nonosat
