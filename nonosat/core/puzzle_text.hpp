// SPDX-License-Identifier: MIT
// Puzzles from text, natively: the usual shapes of the usual formats, and nothing else.
//
// Idea. Nearly all puzzle files are plain: a few keys, sizes, numbers, no fault. For these the
// Python readers spend some hundred microseconds where ten are enough. So these readers accept
// texts that they fully understand and give nothing for all others, which the Python readers then
// read. The Python readers alone know every dialect, and they alone report faults.
//
// What holds: if a reader gives a puzzle, the Python reader of the format gives the same puzzle;
// and for `read_text` the format is the one that the Python registry recognises, alone (each rule
// about a text below that looks odd keeps another recogniser from fitting). Tests compare both on
// all puzzles at hand and on mutated texts. Rejected: a native reader of everything, with faults.
// It would be a second copy of every rule.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board.hpp"

namespace nonosat {

// The metadata of a puzzle, in the order of the Python class.
enum TextKey { kTitle, kAuthor, kCopyright, kLicense, kCatalogue, kDescription, kTextKeys };

struct ColorText {
    std::string_view name, rgb, letter;
};

// A puzzle without fault: 1 to kMaxSide lines each way, every clue fits its line, the sums of rows
// and columns agree. The views look into the text that was read.
struct PuzzleText {
    int height = 0, width = 0;
    std::vector<Clue> clues;  // rows, then columns
    std::array<std::optional<std::string_view>, kTextKeys> texts;
    std::vector<ColorText> colors;  // none: black alone
    std::string_view background;    // empty: white
    std::string goal, printed;      // values row by row; empty: none

    int color_count() const { return colors.empty() ? 1 : static_cast<int>(colors.size()); }
};

constexpr std::size_t kHead = 65536;  // longer texts are recognised by their beginning: not here

// The puzzle of a text in UTF-8 whose format nobody named; nothing for texts over kHead bytes.
std::optional<PuzzleText> read_text(std::string_view text);

// The puzzle of a text in Simpson's form, black on white.
std::optional<PuzzleText> read_non(std::string_view text);

// The puzzle of a text in JSON; and whether no other format fits a text that is one.
std::optional<PuzzleText> read_json(std::string_view text);
bool only_json(std::string_view text);

// One puzzle of a TAAI text: the lines between two heads. Its title stands in its head.
std::optional<PuzzleText> read_taai(std::string_view text);

// What follows the line "rows" of a canonical text, without printed cells.
std::optional<PuzzleText> read_canonical(std::string_view text, int height, int width, int colors);

// For the readers ------------------------------------------------------------

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_digit(char c) { return '0' <= c && c <= '9'; }

// Without blanks at the ends.
inline std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

// A number of 1 to 9 digits at the beginning of a text, which is taken away; -1 if there is none.
int take_number(std::string_view& text);

// True if the text has only characters that everybody takes for the same: no controls but tabs,
// line feeds, and a carriage return before a line feed; no line ends that only Unicode knows.
bool plain_characters(std::string_view text);

// True if the clues have no fault: each block has cells and a known colour, every clue fits its
// line, and rows and columns fill the same number of cells of each colour if all are given.
bool sound(const PuzzleText& puzzle);

}  // namespace nonosat
