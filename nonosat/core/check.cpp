// SPDX-License-Identifier: MIT
#include "check.hpp"

#include <bit>
#include <cstddef>
#include <utility>

namespace nonosat {
namespace {

// True if the runs of the cells `first`, `first + step` ... are the blocks from `block` to `end`.
bool has_runs_of_cells(const std::uint8_t* cells, std::size_t step, int length,
                       const std::uint16_t* block, const std::uint16_t* end) {
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

// True if the runs of ones of a mask are the lengths from `block` to `end`.
bool has_runs(std::uint64_t filled, const std::uint16_t* block, const std::uint16_t* end) {
    for (; block != end; block += 2) {
        if (filled == 0) return false;
        filled >>= std::countr_zero(filled);
        const int run = std::countr_one(filled);
        if (run != block[0]) return false;
        filled = run < 64 ? filled >> run : 0;
    }
    return filled == 0;
}

// is_solution() for boards of one colour and up to 64x64, by a mask for each line: a comparison
// cell by cell takes four times as long.
bool is_small_solution(const FlatClues& clues, const std::vector<std::uint8_t>& cells) {
    std::vector<std::uint64_t> filled(clues.ends.size(), 0);
    std::uint64_t* const columns = &filled[clues.height];
    const std::uint8_t* cell = cells.data();
    for (int row = 0; row < clues.height; ++row) {
        std::uint64_t mask = 0;
        for (int column = 0; column < clues.width; ++column, ++cell) {
            mask |= std::uint64_t{*cell} << column;
            columns[column] |= std::uint64_t{*cell} << row;
        }
        filled[row] = mask;
    }
    const std::uint16_t* block = clues.blocks.data();
    for (std::size_t line = 0; line < filled.size(); ++line) {
        const std::uint16_t* const end = clues.blocks.data() + clues.ends[line];
        if (clues.given[line] && !has_runs(filled[line], block, end)) return false;
        block = end;
    }
    return true;
}

// True if blocks from `block` to `end` can be placed in a line whose cells may be kNotFixed.
bool has_placement(const std::uint8_t* cells, std::size_t step, int length,
                   const std::uint16_t* block, const std::uint16_t* end) {
    bool complete = true;
    for (int place = 0; place < length; ++place)
        complete = complete && cells[place * step] != kNotFixed;
    if (complete) return has_runs_of_cells(cells, step, length, block, end);
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
    if (clues.colors == 1 && clues.height <= 64 && clues.width <= 64)
        return is_small_solution(clues, cells);
    return all_lines(clues, cells, has_runs_of_cells);
}

bool breaks_no_clue(const FlatClues& clues, const std::vector<std::uint8_t>& cells) {
    return cells.size() == clues.cells() && all_lines(clues, cells, has_placement);
}

}  // namespace nonosat
