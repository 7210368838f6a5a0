// SPDX-License-Identifier: MIT
// JSON of our own form: one object with rows and cols, as nonosat and many programs write it.
//
// Keys in any order, each once: the six texts, palette, rows, cols, cells and printed as lists of
// rows. Not read here: escapes in texts, other keys, pictures without clues, lists of puzzles, and
// everything with a fault.
#include <algorithm>
#include <cctype>
#include <utility>

#include "puzzle_text.hpp"

namespace nonosat {
namespace {

constexpr std::pair<std::string_view, TextKey> kTexts[] = {
    {"title", kTitle},     {"author", kAuthor},       {"copyright", kCopyright},
    {"license", kLicense}, {"catalogue", kCatalogue}, {"description", kDescription}};

constexpr std::size_t kMostText = 1 << 24;  // characters that the Python reader accepts
constexpr int kLetter = 256;  // a block's colour until the palette is known: kLetter + its letter

bool is_letter(char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '#';
}

bool is_rgb(std::string_view text) {
    if (!text.empty() && text.front() == '#') text.remove_prefix(1);
    return text.size() == 6 && std::all_of(text.begin(), text.end(), [](char c) {
               return is_digit(c) || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F');
           });
}

class JsonReader {
public:
    explicit JsonReader(std::string_view text) : rest_(text) {}

    std::optional<PuzzleText> puzzle() {
        if (rest_.size() > kMostText || !plain_characters(rest_)) return std::nullopt;
        if (!object([&](std::string_view key) { return member(key); })) return std::nullopt;
        skip();
        if (!rest_.empty() || rows_.empty() || columns_.empty()) return std::nullopt;
        // Without a title the description would be the title.
        if (puzzle_.texts[kDescription] && !puzzle_.texts[kTitle]) return std::nullopt;
        puzzle_.height = static_cast<int>(rows_.size());
        puzzle_.width = static_cast<int>(columns_.size());
        puzzle_.clues = std::move(rows_);
        std::move(columns_.begin(), columns_.end(), std::back_inserter(puzzle_.clues));
        if (!letters() || !colors() || !sound(puzzle_)) return std::nullopt;
        if (!cells(goal_, puzzle_.goal) || !cells(printed_, puzzle_.printed)) return std::nullopt;
        const auto known = [](char c) { return c != static_cast<char>(kUnknown); };
        if (std::none_of(puzzle_.printed.begin(), puzzle_.printed.end(), known))
            puzzle_.printed.clear();  // nothing is printed
        return std::move(puzzle_);
    }

private:
    void skip() {
        while (!rest_.empty() && (is_blank(rest_.front()) || rest_.front() == '\n' ||
                                  rest_.front() == '\r'))
            rest_.remove_prefix(1);
    }

    bool sign(char c) {
        skip();
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }

    bool string(std::string_view& text) {
        if (!sign('"')) return false;
        const std::size_t end = rest_.find('"');
        if (end == std::string_view::npos) return false;
        text = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return text.find_first_of("\\\t\r\n") == std::string_view::npos;
    }

    bool whole(int& number) {
        skip();
        if (rest_.empty() || rest_.front() == '0') return false;
        number = take_number(rest_);
        return 1 <= number && number <= kMaxSide;
    }

    // An object or a list: `item` reads the value of a key, or an item.
    template <class Item>
    bool object(const Item& item) {
        if (!sign('{')) return false;
        do {
            std::string_view key;
            if (!string(key) || !sign(':') || !item(key)) return false;
        } while (sign(','));
        return sign('}');
    }
    template <class Item>
    bool list(const Item& item) {
        if (!sign('[')) return false;
        if (sign(']')) return true;
        do {
            if (!item()) return false;
        } while (sign(','));
        return sign(']');
    }

    bool member(std::string_view key) {
        if (key == "rows") return rows_.empty() && clues(rows_);
        if (key == "cols") return columns_.empty() && clues(columns_);
        if (key == "cells") return picture(goal_);
        if (key == "printed") return picture(printed_);
        if (key == "palette") return !std::exchange(has_palette_, true) && palette();
        for (const auto& [name, which] : kTexts)
            if (key == name) return text(puzzle_.texts[which]);
        return false;
    }

    bool text(std::optional<std::string_view>& value) {
        if (value) return false;
        return string(value.emplace());
    }

    bool clues(std::vector<Clue>& clues) {
        return list([&] { return clue(clues.emplace_back()); }) && !clues.empty() &&
               clues.size() <= static_cast<std::size_t>(kMaxSide);
    }

    bool clue(Clue& clue) {
        skip();
        if (rest_.substr(0, 4) == "null") {
            rest_.remove_prefix(4);
            return true;
        }
        clue.given = true;
        return list([&] { return block(clue.blocks.emplace_back()); }) &&
               clue.blocks.size() <= static_cast<std::size_t>(kMaxSide);
    }

    bool block(Block& block) {
        block.color = 1;
        skip();
        if (rest_.empty() || rest_.front() != '[') return whole(block.length);
        std::string_view letter;
        if (!sign('[') || !whole(block.length) || !sign(',') || !string(letter)) return false;
        if (letter.size() != 1) return false;
        block.color = kLetter + static_cast<unsigned char>(letter.front());
        return sign(']');
    }

    bool picture(std::optional<std::vector<std::string_view>>& rows) {
        if (rows) return false;
        rows.emplace();
        return list([&] { return string(rows->emplace_back()); });
    }

    bool palette() {
        bool has_background = false, has_colors = false;
        return object([&](std::string_view key) {
                   if (key == "background")
                       return !std::exchange(has_background, true) &&
                              string(puzzle_.background) && is_rgb(puzzle_.background);
                   return key == "colors" && !std::exchange(has_colors, true) &&
                          list([&] { return color(puzzle_.colors.emplace_back()); });
               }) &&
               has_background && !puzzle_.colors.empty() &&
               puzzle_.colors.size() <= static_cast<std::size_t>(kMaxColors);
    }

    bool color(ColorText& color) {
        bool has_name = false, has_rgb = false, has_letter = false;
        return object([&](std::string_view key) {
                   if (key == "name") return !std::exchange(has_name, true) && string(color.name);
                   if (key == "rgb") return !std::exchange(has_rgb, true) && string(color.rgb);
                   return key == "letter" && !std::exchange(has_letter, true) &&
                          string(color.letter);
               }) &&
               has_name && has_rgb && has_letter && is_rgb(color.rgb) && color.letter.size() == 1;
    }

    // Which value each letter has; false if letters are unusual or used twice.
    bool letters() {
        values_.fill(-1);
        values_['.'] = 0;
        values_['?'] = kUnknown;
        if (puzzle_.colors.empty()) values_['#'] = 1;
        int number = 0;
        for (const ColorText& color : puzzle_.colors) {
            const auto letter = static_cast<unsigned char>(color.letter.front());
            if (!is_letter(color.letter.front()) || values_[letter] >= 0) return false;
            values_[letter] = ++number;
        }
        return true;
    }

    bool colors() {
        for (Clue& clue : puzzle_.clues)
            for (Block& block : clue.blocks)
                if (block.color >= kLetter) {
                    const int value = values_[block.color - kLetter];
                    if (value < 1 || value == kUnknown) return false;
                    block.color = value;
                }
        return true;
    }

    bool cells(const std::optional<std::vector<std::string_view>>& rows, std::string& cells) {
        if (!rows) return true;
        if (rows->size() != static_cast<std::size_t>(puzzle_.height)) return false;
        cells.reserve(rows->size() * puzzle_.width);
        for (const std::string_view row : *rows) {
            if (row.size() != static_cast<std::size_t>(puzzle_.width)) return false;
            for (const char letter : row) {
                const int value = values_[static_cast<unsigned char>(letter)];
                if (value < 0) return false;
                cells.push_back(static_cast<char>(value));
            }
        }
        return true;
    }

    std::string_view rest_;
    PuzzleText puzzle_;
    std::vector<Clue> rows_, columns_;
    std::optional<std::vector<std::string_view>> goal_, printed_;
    bool has_palette_ = false;
    std::array<int, 256> values_{};
};

}  // namespace

std::optional<PuzzleText> read_json(std::string_view text) { return JsonReader(text).puzzle(); }

bool only_json(std::string_view text) {
    if (text.find('=') != std::string_view::npos) return false;  // models of solvers have it
    std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || text[begin] != '{') return false;
    std::string line(text.substr(begin, text.find('\n', begin) - begin));
    for (char& c : line) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return line.find("rules") == std::string::npos;  // the heads of a list of puzzles have it
}

}  // namespace nonosat
