// SPDX-License-Identifier: MIT
// The result of a reader: the parts of a puzzle, and all their faults.
//
// Idea. A reader goes through its text once. It keeps the clues that it can read and a fault, with
// its line of the file, for each clue that it cannot read. Nearly all puzzles have no fault and are
// `sound`; Python makes them without another check. All others go through `common.build`, like
// those of other formats: there `Puzzle` finds faults of the puzzle itself, so that the messages
// about rules of puzzles are not repeated here. Cost: ten microseconds for 15x15, of which the
// Python objects are half. Rejected: a quick native reader for plain texts and one in Python for
// the rest, which has every rule twice. XML is the exception (read_webpbn.hpp): for all of it, a
// library is needed.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "text.hpp"

namespace nonosat::reading {

namespace nb = nanobind;

struct Block {
    int length = 0, color = 1;
};

// The blocks of a clue stand one after the other among those of the puzzle.
struct Clue {
    bool given = false;  // false: missing, or not readable
    std::size_t begin = 0, size = 0;
};

// A fault: in words, with the line of the puzzle (axis 'R' or 'C', index from 0) and the line of
// the file from 1. No axis, or 0: it does not apply.
struct Fault {
    String message;
    char axis = 0;
    int index = 0;
    int file_line = 0;
};

// The metadata of a puzzle, in the order of the Python class.
enum TextKey { kTitle, kAuthor, kCopyright, kLicense, kCatalogue, kDescription, kTextKeys };

// A part of the file that the reader does not understand, or leaves out for the reason in `why`:
// its name, its value, the line of the file (0: unknown), the names that are known at its place.
struct Unread {
    String name;
    nb::object value;
    int file_line = 0;
    nb::object known = nb::tuple();
    String why = {};
};

struct ColorText {
    String name, rgb;
    std::optional<String> letter;
};

struct Picture {
    int height = 0, width = 0;
    std::string cells;           // values row by row
    bool black_letters = false;  // its letter is '#', with any palette
};

// The value of each letter of a picture; -1: not a cell.
class LetterValues {
public:
    LetterValues() { ascii_.fill(-1); }
    void set(char32_t letter, int value) {
        if (letter < 128)
            ascii_[letter] = static_cast<short>(value);
        else
            others_[letter] = value;
    }
    int operator()(char32_t letter) const {
        if (letter < 128) return ascii_[letter];
        const auto found = others_.find(letter);
        return found == others_.end() ? -1 : found->second;
    }

private:
    std::array<short, 128> ascii_;
    std::unordered_map<char32_t, int> others_;
};

constexpr std::size_t kMostUnread = 1001;  // one more than are looked at (formats/unread.py)

struct PuzzleText {
    std::vector<Clue> rows, columns;
    std::vector<Block> blocks;
    std::array<String, kTextKeys> texts;
    nb::object palette_of;            // makes palettes, for `set_palette`
    nb::object palette = nb::none();  // None: black on white
    String letters = U"#";            // of the palette
    std::optional<Picture> goal, printed;
    std::vector<Fault> faults;
    std::vector<Fault> notes;    // possible explanations of faults
    std::vector<Unread> unread;  // Python decides which deserve a remark (formats/unread.py)
    std::vector<int> row_lines, column_lines;  // the lines of the file that hold the clues
    bool buildable = true;                     // false: faults keep it from being a puzzle at all

    // True if there is room for one more unread part.
    bool notes_unread() const { return unread.size() < kMostUnread; }
    void fault(String message, int file_line = 0) {
        faults.push_back({std::move(message), 0, 0, file_line});
    }
    std::span<const Block> blocks_of(const Clue& clue) const {
        return std::span(blocks).subspan(clue.begin, clue.size);
    }
    // A clue of the blocks that were added since there were `begin` of them.
    Clue clue_from(std::size_t begin) const { return {true, begin, blocks.size() - begin}; }
    int color_count() const { return static_cast<int>(letters.size()); }
};

// The palette of colours becomes that of the puzzle, by `palette_of`; if Python refuses it, black
// on white remains, and the words of each fault are returned.
std::vector<String> set_palette(PuzzleText& puzzle, const std::vector<ColorText>& colors,
                                const String& background);

// True if there is no fault, and `Puzzle` would find none. Printed cells are dropped if none of
// them is known, as in Python.
bool sound(PuzzleText& puzzle);

nb::str to_python(Text text);
String from_python(nb::handle text);
void from_python(nb::handle text, String& result);

// The readers ------------------------------------------------------------------------------------

// One puzzle of the .non form, whose first line has this number in the file.
PuzzleText read_non(Text text, int first_line, const nb::object& palette_of);

// The words that begin lines of the .non form.
std::vector<std::string> non_keywords();

// One puzzle of a TAAI text: the lines below a head, which stands at `head_line`.
PuzzleText read_taai(Text text, int head_line);

// The part of a canonical text after the line "rows", without printed cells.
std::optional<PuzzleText> read_canonical(Text text, int height, int width, int colors);

// "non" or "json" for a short text that no other format can have, "webpbn" for one that has no
// other format if it is read natively; else empty.
std::string_view plain_format(Text text);

}  // namespace nonosat::reading
