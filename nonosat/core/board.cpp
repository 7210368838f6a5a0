// SPDX-License-Identifier: MIT
// make_board: the board with as many words per line as its longer side needs.
#include "board.hpp"

#include "automaton_cnf.hpp"
#include "cnf.hpp"
#include "implications.hpp"
#include "probe.hpp"

namespace nonosat {
namespace {

// The board with the fewest words that hold the longer side and the bit for its end.
template <int First, int... Rest>
std::unique_ptr<Board> fitting(std::integer_sequence<int, First, Rest...>, int side, int height,
                               int width, int colors, std::vector<Clue> clues) {
    if constexpr (sizeof...(Rest) > 0)
        if (side >= Bits<First>::kBits)
            return fitting(std::integer_sequence<int, Rest...>{}, side, height, width, colors,
                           std::move(clues));
    return std::make_unique<BoardOf<First>>(height, width, colors, std::move(clues));
}

}  // namespace

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
    return fitting(WordCounts{}, side, height, width, colors, std::move(clues));
}

}  // namespace nonosat
