// SPDX-License-Identifier: MIT
// One puzzle of the TAAI form: the lines below its number "$n", which Python finds.
//
// The clues of the columns come first, then those of the rows, one per line, numbers separated by
// TABs (blanks are read, too); a blank line, or "0", is an empty clue. The tournaments, whose
// programs read this form, use 25x25 cells: 50 lines are one puzzle, and further blank lines do not
// count. Any other even number of lines is a square too; a blank line at the end that makes the
// number odd does not count. Solutions (25 rows of 0 and 1) are refused, as they lie beside the
// puzzles. Cost: linear, 2 microseconds for 15x15. Rejected: to share the lines of .non, where a
// blank line means something else.
#include <algorithm>

#include "puzzle_text.hpp"

namespace nonosat::reading {
namespace {

constexpr std::size_t kSide = 25;  // of the tournaments

void refuse_count(PuzzleText& puzzle, std::size_t count, int head_line) {
    puzzle.buildable = false;
    puzzle.fault(counted(count, U"clue") + U": a puzzle has as many columns as rows, 1 to " +
                     decimal(kMaxSide) + U" each (" + decimal(kSide) + U" and " + decimal(kSide) +
                     U" in the tournaments)",
                 head_line);
}

// The number of lines if they are a square of 0 and 1, else 0.
std::size_t solution(const std::vector<Text>& lines) {
    const auto filled = static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(), [](Text line) { return !line.empty(); }));
    if (filled < 2) return 0;
    for (const Text line : lines) {
        if (line.empty()) continue;
        if (line.front() != U'0' && line.front() != U'1') return 0;
        const std::vector<Text> bits = words(line);
        if (bits.size() != filled) return 0;
        for (const Text bit : bits)
            if (bit != U"0" && bit != U"1") return 0;
    }
    return filled;
}

}  // namespace

PuzzleText read_taai(Text text, int head_line) {
    PuzzleText puzzle;
    const auto ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), U'\n'));
    const bool ended = !text.empty() && text.back() == U'\n';
    if (ends + !ended > 4 * kMaxSide) {  // twice the largest number, so it is not split
        refuse_count(puzzle, ends + !ended, head_line);
        return puzzle;
    }
    if (ended) text.remove_suffix(1);
    std::vector<Text> lines;
    Lines rest(text);
    for (Text line; rest.next(line);) lines.push_back(stripped(line));
    const auto blank = [](Text line) { return line.empty(); };
    if (lines.size() >= 2 * kSide && std::all_of(lines.begin() + 2 * kSide, lines.end(), blank))
        lines.resize(2 * kSide);
    else if (lines.size() % 2 == 1 && lines.back().empty())
        lines.pop_back();
    if (const std::size_t rows = solution(lines); rows > 0) {
        puzzle.buildable = false;
        puzzle.fault(
            decimal(rows) + U" rows of 0 and 1: this is a file of solutions, not of puzzles",
            head_line);
        return puzzle;
    }
    if (lines.size() % 2 == 1 || lines.size() < 2 || lines.size() > 2 * kMaxSide) {
        refuse_count(puzzle, lines.size(), head_line);
        return puzzle;
    }
    const std::size_t side = lines.size() / 2;
    puzzle.rows.resize(side);
    puzzle.columns.resize(side);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool column = i < side;
        const std::size_t index = column ? i : i - side;
        const int file_line = head_line + 1 + static_cast<int>(i);
        (column ? puzzle.column_lines : puzzle.row_lines).push_back(file_line);
        Clue& clue = (column ? puzzle.columns : puzzle.rows)[index];
        const Text line = lines[i];
        const std::size_t begin = puzzle.blocks.size();
        const auto add = [&](int length) { puzzle.blocks.push_back({length, 1}); };
        if (line.empty() || line == U"0" ||
            (line.size() <= kMostClue && plain_numbers(line, false, add)))
            clue = puzzle.clue_from(begin);
        else
            puzzle.faults.push_back({is_not(line, U"a clue: write lengths with a TAB between them"),
                                     column ? 'C' : 'R', static_cast<int>(index), file_line});
    }
    return puzzle;
}

}  // namespace nonosat::reading
