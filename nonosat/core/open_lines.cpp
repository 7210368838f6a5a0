// SPDX-License-Identifier: MIT
#include "open_lines.hpp"

#include <stdexcept>
#include <utility>

namespace nonosat {

UnknownCells::UnknownCells(const Board& board)
    : number(static_cast<std::size_t>(board.height) * board.width, -1) {
    for (std::size_t cell = 0; cell < number.size(); ++cell)
        if (!board.is_known(cell)) {
            number[cell] = static_cast<int>(cells.size());
            cells.push_back(cell);
        }
}

std::vector<OpenLine> open_lines(const Board& board, const UnknownCells& unknown) {
    std::vector<OpenLine> lines;
    std::vector<std::vector<int>> starts;
    for (int index = 0; index < board.lines(); ++index) {
        if (!board.clue(index).given) continue;
        OpenLine line{index, index < board.height, {}, {}, {}};
        const int length = board.length(index);
        for (int c = 0; c < length; ++c)
            if (const int number = unknown.number[board.cell_at(index, c)]; number >= 0) {
                line.cells.push_back(number);
                line.positions.push_back(c);
            }
        if (line.cells.empty()) continue;
        if (!board.starts_of(index, starts))
            throw std::invalid_argument("a line of the board has no placement");
        line.shape = BeliefLine(length, board.colors, board.clue(index).blocks, starts);
        lines.push_back(std::move(line));
    }
    return lines;
}

}  // namespace nonosat
