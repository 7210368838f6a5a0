// SPDX-License-Identifier: MIT
#include "check.hpp"

#include <cstddef>
#include <utility>

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

// True if blocks from `block` to `end` can be placed in a line whose cells may be kNotFixed.
bool has_placement(const std::uint8_t* cells, std::size_t step, int length,
                   const std::uint16_t* block, const std::uint16_t* end) {
    bool complete = true;
    for (int place = 0; place < length; ++place)
        complete = complete && cells[place * step] != kNotFixed;
    if (complete) return has_runs(cells, step, length, block, end);
    const auto can_be = [&](int place, int color) {
        const std::uint8_t cell = cells[place * step];
        return cell == kNotFixed || cell == color;
    };
    // fits[n]: the blocks so far fit into the first n cells.
    std::vector<char> fits(static_cast<std::size_t>(length) + 1), before(fits.size());
    fits[0] = 1;
    for (int n = 1; n <= length; ++n) fits[n] = fits[n - 1] && can_be(n - 1, 0);
    int last_color = 0;
    for (; block != end; block += 2) {
        const int size = block[0], color = block[1], gap = color == last_color;
        std::swap(fits, before);
        fits[0] = 0;
        int streak = 0;  // of cells before n that can have the colour
        for (int n = 1; n <= length; ++n) {
            streak = can_be(n - 1, color) ? streak + 1 : 0;
            const int first = n - size;
            fits[n] = (fits[n - 1] && can_be(n - 1, 0)) ||
                      (streak >= size && first >= gap && before[first - gap] &&
                       (gap == 0 || can_be(first - 1, 0)));
        }
        last_color = color;
    }
    return fits[length];
}

// True if has_line holds for the cells, the blocks and their end of each line with a clue.
template <class HasLine>
bool all_lines(const FlatClues& clues, const std::vector<std::uint8_t>& cells,
               const HasLine& has_line) {
    const std::uint16_t* block = clues.blocks.data();
    const auto width = static_cast<std::size_t>(clues.width);
    for (int line = 0; line < clues.height + clues.width; ++line) {
        const std::uint16_t* const end = clues.blocks.data() + clues.ends[line];
        const bool row = line < clues.height;
        const std::size_t first =
            row ? line * width : static_cast<std::size_t>(line) - clues.height;
        if (clues.given[line] &&
            !has_line(&cells[first], row ? 1 : width, row ? clues.width : clues.height, block, end))
            return false;
        block = end;
    }
    return true;
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
    return all_lines(clues, cells, has_runs);
}

bool breaks_no_clue(const FlatClues& clues, const std::vector<std::uint8_t>& cells) {
    return cells.size() == clues.cells() && all_lines(clues, cells, has_placement);
}

}  // namespace nonosat
