// SPDX-License-Identifier: MIT
#include "check.hpp"

#include <cstddef>

namespace nonosat {
namespace {

// True if the runs of the cells `first`, `first + step` ... are the blocks from `block` to `end`.
bool has_runs(const std::uint8_t* cells, std::size_t step, int length, const std::uint16_t* block,
              const std::uint16_t* end) {
    int place = 0;
    while (place < length) {
        const std::uint8_t color = cells[place * step];
        if (color == 0) {
            ++place;
            continue;
        }
        const int begin = place;
        while (place < length && cells[place * step] == color) ++place;
        if (block == end || block[0] != place - begin || block[1] != color) return false;
        block += 2;
    }
    return block == end;
}

}  // namespace

bool is_solution(const FlatClues& clues, const std::vector<std::uint8_t>& cells,
                 const std::vector<const std::vector<std::uint8_t>*>& fixed) {
    if (cells.size() != clues.cells()) return false;
    for (const std::uint8_t cell : cells)
        if (cell > clues.colors) return false;
    for (const auto* values : fixed)
        for (std::size_t cell = 0; cell < values->size(); ++cell)
            if ((*values)[cell] != kNotFixed && (*values)[cell] != cells[cell]) return false;
    const std::uint16_t* block = clues.blocks.data();
    const auto width = static_cast<std::size_t>(clues.width);
    for (int line = 0; line < clues.height + clues.width; ++line) {
        const std::uint16_t* const end = clues.blocks.data() + clues.ends[line];
        const bool row = line < clues.height;
        const std::size_t first =
            row ? line * width : static_cast<std::size_t>(line) - clues.height;
        if (clues.given[line] &&
            !has_runs(&cells[first], row ? 1 : width, row ? clues.width : clues.height, block, end))
            return false;
        block = end;
    }
    return true;
}

}  // namespace nonosat
