// SPDX-License-Identifier: MIT
// The clues of a canonical text: what follows its line "rows".
//
// Collections read canonical texts by the hundred thousand, all of which they wrote themselves. The
// lines before the clues (version, size, colours) are the same for many of them, so Python reads
// those and keeps them. Not read here: printed cells, and everything with a fault; Python's
// `read_canonical`, which is strict, finds the fault.
#include "puzzle_text.hpp"

namespace nonosat::reading {
namespace {

// The clue of a line: "?", "-", or LENGTH:COLOUR with single blanks between, without leading zeros.
bool read_clue(Text line, PuzzleText& puzzle, Clue& clue) {
    clue = puzzle.clue_from(puzzle.blocks.size());
    if (line == U"?") clue = Clue();
    if (line == U"?" || line == U"-") return true;
    for (;;) {
        if (line.empty() || line.front() == U'0') return false;
        const int length = take_number(line);
        if (length < 1 || length > kMaxSide) return false;
        if (line.size() < 2 || line.front() != U':' || line[1] == U'0') return false;
        line.remove_prefix(1);
        const int color = take_number(line);
        if (color < 1) return false;
        puzzle.blocks.push_back({length, color});
        ++clue.size;
        if (line.empty()) return true;
        if (line.front() != U' ') return false;
        line.remove_prefix(1);
    }
}

bool read_clues(Text& text, PuzzleText& puzzle, std::vector<Clue>& clues, int count) {
    clues.resize(static_cast<std::size_t>(count));
    for (Clue& clue : clues) {
        const std::size_t end = text.find(U'\n');
        if (end == Text::npos || !read_clue(text.substr(0, end), puzzle, clue)) return false;
        text.remove_prefix(end + 1);
    }
    return true;
}

}  // namespace

std::optional<PuzzleText> read_canonical(Text text, int height, int width, int colors) {
    PuzzleText puzzle;
    puzzle.letters = String(static_cast<std::size_t>(colors), U'a');
    if (!read_clues(text, puzzle, puzzle.rows, height)) return std::nullopt;
    if (taken_until(text, U'\n') != U"columns") return std::nullopt;
    if (!read_clues(text, puzzle, puzzle.columns, width)) return std::nullopt;
    if (!text.empty() || !sound(puzzle)) return std::nullopt;
    return puzzle;
}

}  // namespace nonosat::reading
