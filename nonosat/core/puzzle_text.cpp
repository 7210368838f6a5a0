// SPDX-License-Identifier: MIT
#include "puzzle_text.hpp"

namespace nonosat {

int take_number(std::string_view& text) {
    std::size_t digits = 0;
    int value = 0;
    for (; digits < text.size() && is_digit(text[digits]); ++digits) {
        if (digits == 9) return -1;
        value = 10 * value + (text[digits] - '0');
    }
    text.remove_prefix(digits);
    return digits == 0 ? -1 : value;
}

bool plain_characters(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c >= ' ' && c < 0x7f) continue;
        if (c == '\n' || c == '\t') continue;
        if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
        if (c < ' ' || c == 0x7f) return false;
        if (c == 0xc2 && i + 1 < text.size() && text[i + 1] == '\x85') return false;  // U+0085
        if (text.substr(i, 3) == "\xe2\x80\xa8" || text.substr(i, 3) == "\xe2\x80\xa9") return false;
    }
    return true;
}

bool sound(const PuzzleText& puzzle) {
    const int height = puzzle.height, width = puzzle.width, colors = puzzle.color_count();
    if (height < 1 || height > kMaxSide || width < 1 || width > kMaxSide) return false;
    std::vector<long> surplus(static_cast<std::size_t>(colors) + 1, 0);  // rows less columns
    bool all_given = true;
    for (int line = 0; line < height + width; ++line) {
        const Clue& clue = puzzle.clues[line];
        all_given &= clue.given;
        const int length = line < height ? width : height;
        const int sign = line < height ? 1 : -1;
        int needed = 0, before = 0;
        for (const Block& block : clue.blocks) {
            if (block.color < 1 || block.color > colors) return false;
            if (block.length < 1 || block.length > length) return false;
            needed += block.length + (block.color == before);
            if (needed > length) return false;
            before = block.color;
            surplus[block.color] += sign * block.length;
        }
    }
    for (const long difference : surplus)
        if (all_given && difference != 0) return false;
    return true;
}

std::optional<PuzzleText> read_text(std::string_view text) {
    if (text.size() > kHead) return std::nullopt;
    return only_json(text) ? read_json(text) : read_non(text);
}

}  // namespace nonosat
