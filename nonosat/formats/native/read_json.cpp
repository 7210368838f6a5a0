// SPDX-License-Identifier: MIT
// JSON: our own form, and those of davidje13's and ThomasR's programs, which mean the same.
//
// A puzzle is an object; a list of such objects, or {"puzzles": [...]}, is a file with many:
//
//     {"title": "Cup", "author": "me",
//      "palette": {"background": "#ffffff",
//                  "colors": [{"name": "red", "rgb": "#ff0000", "letter": "r"},
//                             {"name": "sky", "rgb": "#88ccff", "letter": "s"}]},
//      "rows": [[[2, "r"]], [[1, "r"], [1, "s"]], null],
//      "columns": [...],
//      "cells": ["rr.", "r.s", "???"]}
//
// * "rows" and "columns" (or "cols"): a list per line; a block is its length, or [length, letter]
//   (a bare length means the first colour); [] or [0] is an empty line, null a missing clue.
// * "cells" (or "goal" or "solution"): the rows of a picture, "." for empty, "?" for unknown, "#"
//   or the colours' letters. Beside "rows" and "columns" it is the goal picture; alone it makes the
//   puzzle. "goal" and "solution" may also be rows of the numbers 0, empty, and 1, filled.
// * "image": likewise, but a space is empty and anything else is filled. Two different characters
//   besides the space are refused: ".#." would be all filled.
// * "printed" (or "given"): like "cells": the cells that are printed on the board, "?" for all
//   others. ThomasR's program calls them "content", a list of all cells row by row: 1 is filled, -1
//   empty, 0 unknown.
// * "title", or else "name", or else "description"; "author", "copyright", "license" (or else
//   "licence"), "catalogue" (or else "source"). Other keys are not read; nor is a second goal, or
//   a goal with another name than "cells" that is not a picture of the board. They go to `unread`.
//
// A fault names its place as in JavaScript: rows[3][1]. (Values of JSON have no line numbers; only
// a text that is not JSON has line and column.)
//
// Idea. The values of the whole text are made first (json_value.hpp), then the parts of a puzzle
// are looked up in them. Cost: linear; 6 microseconds for 15x15. Rejected: to make the puzzle while
// the text is parsed, since the palette may stand behind the clues and a key may occur twice.
#include "read_json.hpp"

#include <algorithm>
#include <set>

namespace nonosat::reading {
namespace {

constexpr std::pair<Text, TextKey> kTexts[] = {
    {U"title", kTitle},     {U"author", kAuthor},       {U"copyright", kCopyright},
    {U"license", kLicense}, {U"catalogue", kCatalogue}, {U"description", kDescription}};

// Other keys of these texts.
constexpr std::pair<Text, TextKey> kOtherTexts[] = {{U"licence", kLicense},
                                                    {U"source", kCatalogue}};

// The keys of a goal picture (the first that occurs counts), of printed cells (a puzzle has only
// one of them), and all keys of a puzzle, of its palette, of a colour.
constexpr Text kGoals[] = {U"cells", U"goal", U"solution", U"image"};
constexpr Text kPrinted[] = {U"printed", U"given", U"content"};
constexpr Text kKeys[] = {U"rows",      U"columns", U"cols",        U"cells",     U"printed",
                          U"title",     U"author",  U"source",      U"license",   U"palette",
                          U"name",      U"image",   U"description", U"copyright", U"goal",
                          U"catalogue", U"licence", U"given",       U"content",   U"solution"};
constexpr Text kPaletteKeys[] = {U"background", U"colors"};
constexpr Text kColorKeys[] = {U"name", U"rgb", U"letter"};

constexpr int kMostValues = 1 << 21;  // of unread parts: twice the cells of the largest board

// A value as Python's: for a number that is not whole, only that it is a number; null for values
// beyond `room`.
nb::object as_python(const Value& value, int& room) {
    if (--room < 0) return nb::none();
    switch (value.kind) {
        case Kind::Null: return nb::none();
        case Kind::False: return nb::bool_(false);
        case Kind::True: return nb::bool_(true);
        case Kind::Whole: return nb::int_(value.size);
        case Kind::Number: return nb::int_(0);
        case Kind::Text: return to_python(value.text());
        case Kind::List: break;
        case Kind::Object: {
            nb::dict result;
            const auto items = value.items();
            for (std::size_t i = 0; i < items.size(); i += 2)
                result[to_python(items[i].text())] = as_python(items[i + 1], room);
            return result;
        }
    }
    nb::list result;
    for (const Value& item : value.items()) {
        if (room < 0) break;
        result.append(as_python(item, room));
    }
    return result;
}

nb::object as_python(const Value& value) {
    int room = kMostValues;
    return as_python(value, room);
}

// The members of an object whose keys are not known; `path` is that of the object.
void note_unread(PuzzleText& puzzle, const Value& object, Text path, std::span<const Text> known) {
    const auto items = object.items();
    int room = kMostValues;
    nb::object names;
    for (std::size_t i = 0; i < items.size() && puzzle.notes_unread(); i += 2) {
        const Text key = items[i].text();
        if (std::find(known.begin(), known.end(), key) != known.end()) continue;
        if (!names.is_valid()) {
            nb::list list;
            for (const Text name : known) list.append(to_python(name));
            names = nb::tuple(list);
        }
        puzzle.unread.push_back(
            {String(path) + String(key), as_python(items[i + 1], room), 0, names});
    }
}

String item_path(Text path, std::size_t index) {
    return String(path) + U"[" + decimal(index) + U"]";
}

// The lines of a picture as one text.
std::vector<Text> lines_of(Text text) {
    std::vector<Text> lines;
    while (text.find(U'\n') != Text::npos) {
        lines.push_back(taken_until(text, U'\n'));
        if (!lines.back().empty() && lines.back().back() == U'\r') lines.back().remove_suffix(1);
    }
    if (lines.empty() || !text.empty()) lines.push_back(text);
    return lines;
}

// The clues of a complete picture.
std::vector<Clue> clues_of(PuzzleText& puzzle, const Picture& picture, bool rows) {
    const int lines = rows ? picture.height : picture.width;
    const int length = rows ? picture.width : picture.height;
    std::vector<Clue> clues(static_cast<std::size_t>(lines));
    for (int line = 0; line < lines; ++line) {
        Clue& clue = clues[static_cast<std::size_t>(line)];
        const std::size_t begin = puzzle.blocks.size();
        int before = 0;
        for (int i = 0; i < length; ++i) {
            const int place = rows ? line * length + i : i * lines + line;
            const char cell = picture.cells[static_cast<std::size_t>(place)];
            const int value = static_cast<unsigned char>(cell);
            if (value != 0 && value == before)
                ++puzzle.blocks.back().length;
            else if (value != 0)
                puzzle.blocks.push_back({1, value});
            before = value;
        }
        clue = puzzle.clue_from(begin);
    }
    return clues;
}

class JsonReader {
public:
    JsonReader(PuzzleText& puzzle, const Value& data, Text path)
        : puzzle_(puzzle), data_(data), path_(path) {}

    void read() {
        note_unread(puzzle_, data_, path_, kKeys);
        read_texts();
        read_palette();
        const Value *rows = data_.find(U"rows"), *columns = data_.find(U"columns");
        const Value* cols = data_.find(U"cols");
        if (rows != nullptr || columns != nullptr || cols != nullptr) {
            read_clues(U"rows", 'R', rows, puzzle_.rows);
            if (columns != nullptr && cols != nullptr)
                fault(U"cols", U"the object has columns, too: give one of the two");
            else if (cols != nullptr)
                read_clues(U"cols", 'C', cols, puzzle_.columns);
            else
                read_clues(U"columns", 'C', columns, puzzle_.columns);
            puzzle_.goal = goal();
            puzzle_.printed = printed(puzzle_.rows.size(), puzzle_.columns.size());
            puzzle_.buildable = !puzzle_.rows.empty() && !puzzle_.columns.empty();
        } else if (const Text key = goal_key(); !key.empty()) {
            read_picture(key);
        } else {
            String where(path_);
            if (!where.empty()) where.pop_back();
            puzzle_.fault((where.empty() ? U"the object" : where) +
                          U" has neither rows and columns nor image nor cells");
            puzzle_.buildable = false;
        }
    }

private:
    void fault(Text path, const String& message, char axis = 0, std::size_t index = 0) {
        puzzle_.faults.push_back(
            {String(path_) + String(path) + U": " + message, axis, static_cast<int>(index), 0});
    }

    // The key of the goal picture; empty if the puzzle has no goal. Another goal is not read; our
    // commands print the same one twice.
    Text goal_key() {
        Text found;
        for (const Text key : kGoals) {
            const Value* value = data_.find(key);
            if (value == nullptr) continue;
            if (key != U"cells" && !value->is(Kind::Text) && !value->is(Kind::List)) {
                if (value->is(Kind::Object)) leave_out(key, U"a list is needed, this is an object");
            } else if (found.empty()) {
                found = key;
            } else if (!as_python(*value).equal(as_python(*data_.find(found)))) {
                leave_out(key, String(found) + U" is the goal picture");
            }
        }
        return found;
    }

    void leave_out(Text key, const String& why) {
        if (!puzzle_.notes_unread()) return;
        puzzle_.unread.push_back({String(path_) + String(key), nb::none(), 0, nb::tuple(),
                                  String(path_) + String(key) + U" is not read: " + why});
    }

    // The picture of a key of `kGoals`.
    std::optional<Picture> picture(Text key) {
        if (key == U"image") return image();
        return key == U"cells" || !has_lists(key) ? cells(key) : numbers(key);
    }

    // The goal picture beside clues. Only "cells" is our own word for it: other programs may keep
    // something else under the other names, so a fault there does not refuse the puzzle.
    std::optional<Picture> goal() {
        const Text key = goal_key();
        if (key.empty()) return std::nullopt;
        const std::size_t before = puzzle_.faults.size();
        std::optional<Picture> found = picture(key);
        if (key == U"cells") return found;
        const std::size_t height = puzzle_.rows.size(), width = puzzle_.columns.size();
        if (puzzle_.faults.size() > before) {
            const std::size_t begin = path_.size() + key.size() + 2;
            const String why = puzzle_.faults[before].message;
            puzzle_.faults.resize(before);
            leave_out(key, why.substr(std::min(begin, why.size())));
        } else if (found && height * width > 0 &&
                   (static_cast<std::size_t>(found->height) != height ||
                    static_cast<std::size_t>(found->width) != width)) {
            leave_out(key, U"it is " + size_words(found->width, found->height) + U", the board " +
                               size_words(width, height));
            return std::nullopt;
        }
        return found;
    }

    static String size_words(std::integral auto width, std::integral auto height) {
        return decimal(width) + U"x" + decimal(height);
    }

    bool has_lists(Text key) const {
        const Value& value = *data_.find(key);
        return value.is(Kind::List) && !value.items().empty() &&
               value.items().front().is(Kind::List);
    }

    // A picture of numbers: 0 is empty, 1 filled.
    std::optional<Picture> numbers(Text key) {
        const auto rows = data_.find(key)->items();
        const std::size_t width = rows.front().items().size();
        Picture picture;
        if (rows.size() <= kMaxSide && width <= kMaxSide)
            for (const Value& row : rows) {
                if (!row.is(Kind::List) || row.items().size() != width) break;
                for (const Value& cell : row.items())
                    if (cell.is(Kind::True) || (cell.is(Kind::Whole) && cell.size == 1))
                        picture.cells += '\1';
                    else if (cell.is(Kind::False) || (cell.is(Kind::Whole) && cell.size == 0))
                        picture.cells += '\0';
            }
        if (width == 0 || picture.cells.size() != rows.size() * width) {
            fault(key, U"rows of the same number of 0, empty, and 1, filled, are needed");
            return std::nullopt;
        }
        picture.height = static_cast<int>(rows.size());
        picture.width = static_cast<int>(width);
        return picture;
    }

    // The printed cells of a board of this size.
    std::optional<Picture> printed(std::size_t height, std::size_t width) {
        Text found;
        for (const Text key : kPrinted) {
            const Value* value = data_.find(key);
            if (value == nullptr || (value->is(Kind::Null) && key != U"printed")) continue;
            if (!found.empty()) {
                fault(key, U"the object has " + String(found) + U", too: give one of the two");
                return std::nullopt;
            }
            found = key;
        }
        if (found.empty()) return std::nullopt;
        return found == U"content" ? content(height, width) : cells(found);
    }

    // The cells as a list of 1 (filled), -1 (empty) and 0 (unknown), row by row.
    std::optional<Picture> content(std::size_t height, std::size_t width) {
        const auto items = list(U"content", data_.find(U"content"));
        const std::size_t needed = height * width;
        if (!items || needed == 0) return std::nullopt;
        Picture picture;
        picture.height = static_cast<int>(height);
        picture.width = static_cast<int>(width);
        if (items->size() != needed)
            fault(U"content", counted(items->size(), U"value") + U", " + size_words(width, height) +
                                  U" = " + decimal(needed) + U" are needed");
        else if (puzzle_.letters.size() > 1)
            fault(U"content", U"1 is filled and the palette has several colours: use \"printed\"");
        else
            for (std::size_t i = 0; i < needed; ++i) {
                const Value& item = (*items)[i];
                if (!item.is(Kind::Whole) || item.size < -1 || item.size > 1) {
                    fault(item_path(U"content", i),
                          U"1 (filled), -1 (empty) or 0 (unknown) is "
                          U"needed, this is " +
                              in_words(item));
                    break;
                }
                picture.cells += item.size == 0 ? kUnknown : static_cast<char>(item.size == 1);
            }
        if (picture.cells.size() != needed) return std::nullopt;
        return picture;
    }

    // The puzzle of a picture; it is made only if there is no fault.
    void read_picture(Text key) {
        std::optional<Picture> picture = this->picture(key);
        const auto unknown =
            picture ? std::count(picture->cells.begin(), picture->cells.end(), kUnknown) : 0;
        if (unknown > 0)
            fault(key, decimal(unknown) +
                           U" cells are unknown: without rows and columns a puzzle "
                           U"needs the whole picture");
        if (picture && puzzle_.faults.empty())
            puzzle_.printed = printed(static_cast<std::size_t>(picture->height),
                                      static_cast<std::size_t>(picture->width));
        puzzle_.buildable = picture && puzzle_.faults.empty();
        if (!puzzle_.buildable) return;
        puzzle_.rows = clues_of(puzzle_, *picture, true);
        puzzle_.columns = clues_of(puzzle_, *picture, false);
        puzzle_.goal = std::move(picture);
    }

    void read_texts() {
        std::array<bool, kTextKeys> given{};
        for (const auto& [key, which] : kTexts)
            if (const Value* value = data_.find(key)) {
                puzzle_.texts[which] = text(key, *value);
                given[which] = true;
            }
        if (!given[kTitle]) {
            if (const Value* name = data_.find(U"name")) {
                puzzle_.texts[kTitle] = text(U"name", *name);
            } else if (const Value* description = data_.find(U"description")) {
                puzzle_.texts[kTitle] = text(U"description", *description);
                puzzle_.texts[kDescription].clear();
            }
        }
        for (const auto& [key, which] : kOtherTexts)
            if (const Value* value = data_.find(key); value != nullptr && !given[which])
                puzzle_.texts[which] = text(key, *value);
    }

    String text(Text path, const Value& value) {
        if (value.is(Kind::Text)) return String(value.text());
        if (!value.is(Kind::Null)) fault(path, U"a text is needed, this is " + in_words(value));
        return {};
    }

    String rgb(Text path, const Value* value) {
        if (value != nullptr && value->is(Kind::Text) && is_rgb(value->text()))
            return String(value->text());
        fault(path, U"#rrggbb is needed, this is " + in_words(value == nullptr ? Value() : *value));
        return U"#000000";
    }

    // The items of a list; for other values, notes a fault and returns no items.
    std::optional<std::span<const Value>> list(Text path, const Value* value) {
        if (value != nullptr && value->is(Kind::List)) return value->items();
        fault(path, U"a list is needed, this is " + in_words(value == nullptr ? Value() : *value));
        return std::nullopt;
    }

    void read_palette() {
        const Value* value = data_.find(U"palette");
        if (value == nullptr || value->is(Kind::Null)) return;
        if (!value->is(Kind::Object))
            return fault(U"palette", U"an object is needed, this is " + in_words(*value));
        note_unread(puzzle_, *value, String(path_) + U"palette.", kPaletteKeys);
        String background = U"#ffffff";
        if (const Value* given = value->find(U"background"))
            background = rgb(U"palette.background", given);
        std::vector<ColorText> colors;
        const auto items = list(U"palette.colors", value->find(U"colors"));
        for (std::size_t i = 0; items && i < items->size(); ++i) {
            const Value& item = (*items)[i];
            const String path = item_path(U"palette.colors", i);
            if (!item.is(Kind::Object)) {
                fault(path, U"an object is needed, this is " + in_words(item));
                continue;
            }
            note_unread(puzzle_, item, String(path_) + path + U".", kColorKeys);
            ColorText color;
            color.rgb = rgb(path + U".rgb", item.find(U"rgb"));
            if (const Value* letter = item.find(U"letter")) {
                String given = text(path + U".letter", *letter);
                if (!given.empty()) color.letter = std::move(given);
            }
            if (const Value* name = item.find(U"name"))
                color.name = text(path + U".name", *name);
            else
                color.name = U"color " + color.letter.value_or(decimal(i + 1));
            colors.push_back(std::move(color));
        }
        if (!puzzle_.faults.empty()) return;
        for (const String& words : set_palette(puzzle_, colors, background))
            fault(U"palette", words);
    }

    void read_clues(Text key, char axis, const Value* value, std::vector<Clue>& clues) {
        if (value == nullptr)
            return fault(key, U"missing: add a list with a clue for each " +
                                  String(axis == 'R' ? U"row" : U"column") +
                                  U", null for a missing clue");
        const auto items = list(key, value);
        if (!items) return;
        if (items->empty() || items->size() > kMaxSide)
            return fault(key, decimal(items->size()) + U" clues: a puzzle has 1 to " +
                                  decimal(kMaxSide) + U" of them");
        clues.resize(items->size());
        for (std::size_t i = 0; i < items->size(); ++i)
            if (!read_clue((*items)[i], key, axis, i, clues[i])) clues[i] = Clue();
    }

    bool read_clue(const Value& value, Text key, char axis, std::size_t line, Clue& clue) {
        if (value.is(Kind::Null)) return true;
        const auto wrong = [&](const String& message) {
            fault(item_path(key, line), message, axis, line);
            return false;
        };
        if (!value.is(Kind::List))
            return wrong(U"a list or null is needed, this is " + in_words(value));
        const auto items = value.items();
        if (items.size() > kMaxSide)
            return wrong(decimal(items.size()) + U" blocks do not fit into any line");
        const std::size_t begin = puzzle_.blocks.size();
        const bool empty =
            items.size() == 1 && items.front().is(Kind::Whole) && items.front().size == 0;
        for (std::size_t i = 0; i < items.size() && !empty; ++i) {
            if (read_block(items[i])) continue;
            fault(item_path(item_path(key, line), i), why_no_block(items[i]), axis, line);
            return false;
        }
        clue = puzzle_.clue_from(begin);
        return true;
    }

    // The colour of a letter; 0 if no colour has it.
    int color_of(Text letter) const {
        if (letter.size() != 1) return 0;
        const std::size_t place = puzzle_.letters.find(letter.front());
        return place == String::npos ? 0 : static_cast<int>(place) + 1;
    }

    bool read_block(const Value& item) {
        const Value* length = &item;
        int color = 1;
        if (item.is(Kind::List)) {
            const auto parts = item.items();
            if (parts.size() != 2 || !parts[1].is(Kind::Text)) return false;
            length = &parts[0];
            color = color_of(parts[1].text());
        }
        if (color == 0 || !length->is(Kind::Whole) || length->size < 1) return false;
        puzzle_.blocks.push_back({length->size, color});
        return true;
    }

    String why_no_block(const Value& item) const {
        const Value* length = &item;
        if (item.is(Kind::List)) {
            const auto parts = item.items();
            if (parts.size() != 2 || !parts[1].is(Kind::Text))
                return U"a block is a length, or [length, letter]";
            length = &parts[0];
            String known;
            for (const char32_t c : puzzle_.letters)
                known += (known.empty() ? U"" : U", ") + String(1, c);
            if (color_of(parts[1].text()) == 0)
                return U"unknown colour " + excerpt(parts[1].text()) + U": the palette has " +
                       known;
        }
        if (!length->is(Kind::Whole))
            return U"a whole number is needed, this is " + in_words(*length);
        return U"length " + decimal(length->size) + U": at least 1; an empty line is []";
    }

    // The rows of a picture, all of the same length; else notes a fault and returns no rows.
    std::vector<Text> picture_rows(Text key) {
        const Value& value = *data_.find(key);
        std::vector<Text> rows;
        if (value.is(Kind::Text)) {
            rows = lines_of(value.text());
        } else {
            const auto items = list(key, &value);
            if (!items) return {};
            for (std::size_t i = 0; i < items->size(); ++i) {
                if (!(*items)[i].is(Kind::Text)) {
                    fault(item_path(key, i), U"a text is needed, this is " + in_words((*items)[i]));
                    return {};
                }
                rows.push_back((*items)[i].text());
            }
        }
        const std::size_t width = rows.empty() ? 0 : rows.front().size();
        if (rows.empty() || rows.size() > kMaxSide || width < 1 || width > kMaxSide) {
            fault(key, U"a picture of " + decimal(width) + U"x" + decimal(rows.size()) +
                           U" cells: 1 to " + decimal(kMaxSide) + U" are needed a side");
            return {};
        }
        bool ragged = false;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i].size() != width) {
                ragged = true;
                fault(item_path(key, i),
                      decimal(rows[i].size()) + U" cells, the first row has " + decimal(width));
            }
        return ragged ? std::vector<Text>() : rows;
    }

    std::optional<Picture> image() {
        const std::vector<Text> rows = picture_rows(U"image");
        if (rows.empty()) return std::nullopt;
        Picture picture = of_rows(rows);
        picture.black_letters = true;
        std::set<char32_t> kinds;
        for (const Text row : rows)
            for (const char32_t cell : row) {
                picture.cells += static_cast<char>(cell != U' ');
                if (cell != U' ') kinds.insert(cell);
            }
        if (kinds.size() <= 1) return picture;
        fault(U"image",
              U"different characters, " + excerpt(String(kinds.begin(), kinds.end())) +
                  U", and all but the space mean filled: use one character and spaces, or "
                  U"\"cells\" with # and . (or give the picture as plain text, without JSON)");
        return std::nullopt;
    }

    std::optional<Picture> cells(Text key) {
        if (data_.find(key) == nullptr) return std::nullopt;
        const std::vector<Text> rows = picture_rows(key);
        if (rows.empty()) return std::nullopt;
        const String& letters = puzzle_.letters;
        const bool hash = letters.size() == 1;  // "#" stands for the only colour
        LetterValues values;
        values.set(U'.', 0);
        values.set(U'?', static_cast<unsigned char>(kUnknown));
        if (hash) values.set(U'#', 1);
        for (std::size_t i = 0; i < letters.size(); ++i)
            values.set(letters[i], static_cast<int>(i) + 1);
        Picture picture = of_rows(rows);
        bool unknown = false;  // some character is not a cell
        for (const Text row : rows)
            for (const char32_t c : row) {
                const int value = values(c);
                if (value >= 0) {
                    picture.cells += static_cast<char>(value);
                } else if (is_space(c)) {
                    fault(key, U"a blank is not a cell: write '.' for an empty one");
                    return std::nullopt;
                } else {
                    unknown = true;
                }
            }
        if (!unknown) return picture;
        // The message comes from Grid; this is the text that it would get.
        nb::list lines;
        for (const Text row : rows) {
            String line(row);
            if (hash) std::replace(line.begin(), line.end(), U'#', letters.front());
            lines.append(to_python(line));
        }
        try {
            nb::module_::import_("nonosat.model.grid")
                .attr("Grid")(nb::str("\n").attr("join")(lines), to_python(letters));
        } catch (nb::python_error& error) {
            if (!error.matches(nb::module_::import_("nonosat.errors").attr("GridError"))) throw;
            fault(key, from_python(nb::str(error.value())));
        }
        return std::nullopt;
    }

    static Picture of_rows(const std::vector<Text>& rows) {
        Picture picture;
        picture.height = static_cast<int>(rows.size());
        picture.width = static_cast<int>(rows.front().size());
        picture.cells.reserve(rows.size() * rows.front().size());
        return picture;
    }

    PuzzleText& puzzle_;
    const Value& data_;
    Text path_;
};

}  // namespace

JsonPuzzles::JsonPuzzles(Text text) {
    try {
        const Value& root = json_.emplace(text).root();
        const Value* list = &root;
        if (root.is(Kind::Object)) {
            const Value* puzzles = root.find(U"puzzles");
            if (puzzles != nullptr && puzzles->is(Kind::List)) {
                list = puzzles;
                path_ = U"puzzles";
            }
        }
        if (!list->is(Kind::List)) return;
        list_ = list->items();
        if (list_->empty())
            fault_ = JsonFault{
                (path_.empty() ? U"the list" : path_) + U" is empty: there is no puzzle in it", 0};
    } catch (JsonFault& fault) {
        fault_ = std::move(fault);
    }
}

PuzzleText JsonPuzzles::puzzle(std::size_t index, const nb::object& palette_of) const {
    PuzzleText puzzle;
    puzzle.palette_of = palette_of;
    const Value& data = fault_ ? Value() : !list_ ? json_->root() : (*list_)[index];
    const String path = !list_ ? String() : item_path(path_, index);
    puzzle.buildable = false;
    if (index == 0 && !path_.empty() && !fault_) {  // the keys beside "puzzles"
        constexpr Text kPuzzles[] = {U"puzzles"};
        note_unread(puzzle, json_->root(), U"", kPuzzles);
    }
    if (fault_) {
        puzzle.fault(fault_->message, fault_->file_line);
    } else if (!data.is(Kind::Object)) {
        puzzle.fault((path.empty() ? U"the JSON" : path) + U" is " + in_words(data) +
                     U", a puzzle is an object with rows and columns");
    } else {
        JsonReader(puzzle, data, path.empty() ? path : path + U".").read();
    }
    return puzzle;
}

}  // namespace nonosat::reading
