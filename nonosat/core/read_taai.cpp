// SPDX-License-Identifier: MIT
// One puzzle of the TAAI form: the lines below its number, columns first.
#include <algorithm>

#include "puzzle_text.hpp"

namespace nonosat {
namespace {

constexpr std::size_t kSide = 25;          // of the tournaments
constexpr std::size_t kMostClue = 20000;   // characters of one clue, as in Python

bool read_clue(std::string_view line, Clue& clue) {
    clue.given = true;
    if (line.empty() || line == "0") return true;
    if (line.size() > kMostClue) return false;
    for (;;) {
        const int length = take_number(line);
        if (length < 1 || length > kMaxSide) return false;
        clue.blocks.push_back({length, 1});
        if (line.empty()) return true;
        if (!is_blank(line.front())) return false;
        line = trimmed(line);
    }
}

// A picture of ones, by n lines of n of them: a solution, which is refused.
bool all_ones(const std::vector<std::string_view>& lines, const std::vector<Clue>& clues) {
    std::size_t filled = 0;
    for (const std::string_view line : lines) filled += !line.empty();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].empty()) continue;
        const auto& blocks = clues[i].blocks;
        if (blocks.size() != filled) return false;
        for (const Block& block : blocks)
            if (block.length != 1) return false;
    }
    return filled > 1;
}

}  // namespace

std::optional<PuzzleText> read_taai(std::string_view text) {
    if (!plain_characters(text)) return std::nullopt;
    if (!text.empty() && text.back() == '\n') text.remove_suffix(1);
    if (std::count(text.begin(), text.end(), '\n') >= 2 * kMaxSide + 2) return std::nullopt;
    std::vector<std::string_view> lines;
    for (;;) {
        const std::size_t end = text.find('\n');
        lines.push_back(trimmed(text.substr(0, end)));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    const auto blank = [](std::string_view line) { return line.empty(); };
    if (lines.size() >= 2 * kSide && std::all_of(lines.begin() + 2 * kSide, lines.end(), blank))
        lines.resize(2 * kSide);
    else if (lines.size() % 2 == 1 && lines.back().empty())
        lines.pop_back();
    if (lines.empty() || lines.size() % 2 == 1) return std::nullopt;

    PuzzleText puzzle;
    const std::size_t side = lines.size() / 2;
    puzzle.height = puzzle.width = static_cast<int>(side);
    std::rotate(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(side), lines.end());
    puzzle.clues.resize(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (!read_clue(lines[i], puzzle.clues[i])) return std::nullopt;
    if (all_ones(lines, puzzle.clues) || !sound(puzzle)) return std::nullopt;
    return puzzle;
}

}  // namespace nonosat
