// SPDX-License-Identifier: MIT
// Reading: random boards written in each form and read back; the same texts with random changes,
// of which whatever is read must be sound; texts that are cut off at every place.
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core_test.hpp"
#include "puzzle_text.hpp"

namespace nonosat::core_test {

namespace {

using Reader = std::optional<PuzzleText> (*)(std::string_view);

bool same(const std::vector<Clue>& left, const std::vector<Clue>& right) {
    if (left.size() != right.size()) return false;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const auto &a = left[i].blocks, &b = right[i].blocks;
        if (left[i].given != right[i].given || a.size() != b.size()) return false;
        for (std::size_t k = 0; k < a.size(); ++k)
            if (a[k].length != b[k].length || a[k].color != b[k].color) return false;
    }
    return true;
}

// The clues of a random picture of one colour; and its cells, as text of 0 and 1.
std::vector<Clue> random_clues(int height, int width, std::string& cells, std::mt19937& random) {
    cells.clear();
    for (int i = 0; i < height * width; ++i) cells += "01"[random() % 2];
    std::vector<Clue> clues(static_cast<std::size_t>(height) + width);
    for (int line = 0; line < height + width; ++line) {
        clues[line].given = true;
        const int length = line < height ? width : height;
        bool filled = false;
        for (int i = 0; i < length; ++i) {
            const int cell = line < height ? line * width + i : i * width + line - height;
            if (cells[cell] == '1') {
                if (!filled) clues[line].blocks.push_back({0, 1});
                ++clues[line].blocks.back().length;
            }
            filled = cells[cell] == '1';
        }
    }
    return clues;
}

std::string joined(const Clue& clue, const std::string& sign) {
    std::string text;
    for (const Block& block : clue.blocks)
        text += (text.empty() ? "" : sign) + std::to_string(block.length);
    return text;
}

std::string non(const std::vector<Clue>& clues, int height, const std::string& cells) {
    const int width = static_cast<int>(clues.size()) - height;
    std::string text = "title \"a + b\"\n";
    text += "width " + std::to_string(width) + "\nheight " + std::to_string(height) + "\n\nrows\n";
    for (std::size_t i = 0; i < clues.size(); ++i) {
        if (static_cast<int>(i) == height) text += "\ncolumns\n";
        text += (clues[i].blocks.empty() ? "0" : joined(clues[i], ",")) + "\n";
    }
    return text + "\ngoal \"" + cells + "\"\n";
}

std::string json(const std::vector<Clue>& clues, int height) {
    std::string text = "{\"rows\": [";
    for (std::size_t i = 0; i < clues.size(); ++i) {
        if (static_cast<int>(i) == height)
            text += "], \"cols\": [";
        else if (i > 0)
            text += ", ";
        text += "[" + joined(clues[i], ", ") + "]";
    }
    return text + "]}\n";
}

std::string taai(const std::vector<Clue>& clues, int side) {
    std::string text;
    for (int i = 0; i < 2 * side; ++i)
        text += joined(clues[i < side ? side + i : i - side], "\t") + "\n";
    return text;
}

void check_changes(const std::string& text, Reader read, std::mt19937& random) {
    static const std::string pieces[] = {"",  "0", "1",  "9", "\n", " ", ",",  "\"", "[",
                                         "]", "{", "}",  ":", "\r", "?", "\\", "-",  "\xc2",
                                         "\t", "null", "rows\n", "width 9\n", "1023", "\xe2\x80"};
    for (int round = 0; round < 300; ++round) {
        std::string changed = text;
        for (int change = 0; change < 1 + round % 3; ++change) {
            const std::size_t at = random() % (changed.size() + 1);
            const std::size_t length = random() % 3;
            changed.replace(at, length, pieces[random() % std::size(pieces)]);
        }
        if (const auto puzzle = read(changed)) expect(sound(*puzzle), "unsound: " + changed);
    }
    for (std::size_t end = 0; end < text.size(); ++end) {
        const std::string cut = text.substr(0, end);  // its own memory: reading on is noticed
        if (const auto puzzle = read(cut)) expect(sound(*puzzle), "unsound: " + cut);
    }
}

}  // namespace

void test_reading(std::mt19937& random) {
    int read_squares = 0;
    for (int round = 0; round < 40; ++round) {
        const int height = 1 + static_cast<int>(random() % 9);
        const int width = round % 2 == 0 ? height : 1 + static_cast<int>(random() % 9);
        std::string cells;
        const auto clues = random_clues(height, width, cells, random);
        const std::string one = non(clues, height, cells), two = json(clues, height);
        const auto from_non = read_text(one), from_json = read_text(two);
        expect(from_non && same(from_non->clues, clues), "read: " + one);
        expect(from_non->texts[kTitle] == "a + b", "title: " + one);
        expect(from_non->goal.size() == cells.size(), "goal: " + one);
        for (std::size_t i = 0; i < cells.size(); ++i)
            expect(from_non->goal[i] == cells[i] - '0', "goal: " + one);
        expect(from_json && same(from_json->clues, clues), "read: " + two);
        check_changes(one, read_non, random);
        check_changes(two, read_json, random);
        if (height != width) continue;
        const std::string three = taai(clues, height);
        const auto from_taai = read_taai(three);
        // A picture of ones alone is refused there, since it could be a solution.
        if (from_taai) expect(same(from_taai->clues, clues), "read: " + three);
        read_squares += from_taai.has_value();
        check_changes(three, read_taai, random);
    }
    expect(read_squares > 10, "squares in the form of TAAI");
}

}  // namespace nonosat::core_test
