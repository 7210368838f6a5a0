// SPDX-License-Identifier: MIT
// The clues of a canonical text: what follows its line "rows".
//
// The lines before it (version, size, colours) are the same for many puzzles, so Python reads them
// and keeps them. Not read here: printed cells, and everything with a fault.
#include "puzzle_text.hpp"

namespace nonosat {
namespace {

// The clue of a line: "?", "-", or LENGTH:COLOUR with single blanks between, without leading zeros.
bool read_clue(std::string_view line, Clue& clue) {
    clue.given = line != "?";
    if (!clue.given || line == "-") return true;
    for (;;) {
        if (line.empty() || line.front() == '0') return false;
        const int length = take_number(line);
        if (length < 1 || length > kMaxSide) return false;
        if (line.size() < 2 || line.front() != ':' || line[1] == '0') return false;
        line.remove_prefix(1);
        const int color = take_number(line);
        if (color < 1) return false;
        clue.blocks.push_back({length, color});
        if (line.empty()) return true;
        if (line.front() != ' ') return false;
        line.remove_prefix(1);
    }
}

// The line that a text begins with, which is taken away; false if none ends there.
bool take_line(std::string_view& text, std::string_view& line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return false;
    line = text.substr(0, end);
    text.remove_prefix(end + 1);
    return true;
}

}  // namespace

std::optional<PuzzleText> read_canonical(std::string_view text, int height, int width, int colors) {
    if (height < 1 || height > kMaxSide || width < 1 || width > kMaxSide) return std::nullopt;
    PuzzleText puzzle;
    puzzle.height = height;
    puzzle.width = width;
    if (colors > 1) puzzle.colors.resize(static_cast<std::size_t>(colors));
    puzzle.clues.resize(static_cast<std::size_t>(height) + width);
    std::string_view line;
    for (int number = 0; number < height + width; ++number) {
        if (number == height && !(take_line(text, line) && line == "columns")) return std::nullopt;
        if (!take_line(text, line) || !read_clue(line, puzzle.clues[number])) return std::nullopt;
        for (const Block& block : puzzle.clues[number].blocks)
            if (block.color > colors) return std::nullopt;
    }
    if (!text.empty() || !sound(puzzle)) return std::nullopt;
    return puzzle;
}

}  // namespace nonosat
