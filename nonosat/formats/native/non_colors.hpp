// SPDX-License-Identifier: MIT
// The colours of one .non puzzle, in any dialect: what "3", "3a" and "red 3" mean.
//
// Which colour a number without a letter has depends on all clues of a puzzle. Therefore `decide`
// looks at all of them before the first one is read. Nearly all puzzles declare no colour and have
// numbers alone; then there is nothing to decide. The rules are those of the head of read_non.cpp.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "puzzle_text.hpp"

namespace nonosat::reading {

// A line of the file: its number from 1, and its text without blanks at the ends.
struct NumberedLine {
    int number;
    Text text;
    std::size_t begin = 0, size = 0;  // of its blocks, if all clues are numbers
};

class NonColors {
public:
    explicit NonColors(PuzzleText& puzzle) : puzzle_(puzzle) {}

    // Read the lines that declare colours; they hold for the whole puzzle.
    void declare(const std::vector<NumberedLine>& lines);

    // True if a line begins with a colour that may stand in a clue: a declared one, or black,
    // white or a letter before a number.
    bool names_color(Text line) const;

    // True if a line has cells of a picture alone, and perhaps the quote at the end.
    bool has_cells(Text line) const;

    // Decide, from all clues, which colours there are and what a bare number means. If they are
    // numbers alone, they are read at once.
    void decide(const std::vector<NumberedLine*>& clues);

    // Make the palette of the puzzle.
    void set_palette();

    // Read a clue, and return its fault in words; no words if it has none.
    String read_clue(const NumberedLine& line, Clue& clue) const;

    // The cell value of each character of a goal picture.
    LetterValues goal_values() const;

private:
    void declare(const std::vector<Text>& values, int number,
                 const std::vector<NumberedLine>& lines);
    bool in_clues(const String& name, const std::vector<NumberedLine>& lines);
    void letters_before_numbers(const std::unordered_set<char32_t>& used);
    void invent(const String& letters, bool bare);
    bool is_letter(char32_t c) const { return letters_(c) >= 0; }

    PuzzleText& puzzle_;
    std::vector<ColorText> given_;
    String background_ = U"#ffffff";
    LetterValues letters_;                      // the colour of each
    String letter_order_;                       // the letters as they were declared
    std::map<String, int, std::less<>> names_;  // in nonny's dialect: what may occur in clues
    String empty_ = U"0";                       // the characters of empty cells in the goal
    int zero_ = 0;            // the colour whose character in the goal is '0'; 0: an empty cell is
    int plain_ = 1;           // the colour of a number without a letter
    bool plain_only_ = true;  // no colour and no letter occurs: all clues are numbers
    bool searched_ = false;
    std::unordered_set<String> named_in_clues_;  // the words before numbers in any line
};

// A text without its quotes and with its HTML entities resolved.
String unquoted(Text value);

}  // namespace nonosat::reading
