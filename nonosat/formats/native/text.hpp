// SPDX-License-Identifier: MIT
// Texts as Python has them: code points, and Python's own rules about blanks, letters and digits.
//
// Idea. A reader strips a line, splits it at blanks, and quotes parts that it cannot read. Both are
// rules of Python (`str.strip`, `repr`), so the tables of the running Python are asked, through its
// C interface, for non-ASCII characters. A text is copied once, to four bytes per character; then
// every place is a number and half a surrogate pair is a character like others. Cost of the copy:
// 0.1 microseconds for 1,000 characters. Rejected: UTF-8, in which a place is not a number
// of characters and half a pair cannot be written; a reader per width of Python's strings, which is
// the same code three times in the compiled module.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "python_access.hpp"

namespace nonosat::reading {

using Text = std::u32string_view;
using String = std::u32string;

constexpr int kMaxSide = 1023;  // lines a side, and cells of a line
constexpr int kMaxColors = 60;
constexpr char kUnknown = '\xff';
constexpr std::size_t kMostClue = 20000;  // characters of one clue: the longest has 512 blocks

inline bool is_digit(char32_t c) { return U'0' <= c && c <= U'9'; }
inline bool is_blank(char32_t c) { return c == U' ' || c == U'\t'; }
inline bool is_space(char32_t c) {  // str.isspace, and \s of re
    if (c < 128) return c == U' ' || (9 <= c && c <= 13) || (0x1c <= c && c <= 0x1f);
    return python::is_space(c);
}
inline bool is_ascii_letter(char32_t c) { return U'a' <= (c | 32) && (c | 32) <= U'z'; }
inline bool is_alpha(char32_t c) { return c < 128 ? is_ascii_letter(c) : python::is_alpha(c); }
inline bool is_word(char32_t c) {  // \w of re
    return c < 128 ? c == U'_' || is_digit(c) || is_ascii_letter(c) : python::is_alnum(c);
}
inline bool is_decimal(char32_t c) { return c < 128 ? is_digit(c) : python::is_decimal(c); }
inline bool is_numeral(char32_t c) {  // str.isdigit
    return c < 128 ? is_digit(c) : python::is_numeral(c);
}

// The place of a sign, or the size of the text; sixteen characters at a time.
inline std::size_t place_of(Text text, char32_t sign) {
    std::size_t at = 0;
    for (; at + 16 <= text.size(); at += 16) {
        bool found = false;
        for (std::size_t i = 0; i < 16; ++i) found |= text[at + i] == sign;
        if (found) break;
    }
    while (at < text.size() && text[at] != sign) ++at;
    return at;
}

// str.lstrip, str.strip.
inline Text left_stripped(Text text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    return text;
}
inline Text stripped(Text text) {
    text = left_stripped(text);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

// The first word of a text without blanks at its beginning.
inline Text first_word(Text text) {
    std::size_t end = 0;
    while (end < text.size() && !is_space(text[end])) ++end;
    return text.substr(0, end);
}

// Takes the text before a sign, and the sign, from `text`; all of it if the sign does not occur.
inline Text taken_until(Text& text, char32_t sign) {
    const std::size_t end = place_of(text, sign);
    const Text part = text.substr(0, end);
    text.remove_prefix(end == text.size() ? end : end + 1);
    return part;
}

// The lines of a text, one after the other; behind a line feed at the end there is one more.
class Lines {
public:
    explicit Lines(Text text) : rest_(text) {}
    bool next(Text& line) {
        if (ended_) return false;
        const std::size_t end = place_of(rest_, U'\n');
        ended_ = end == rest_.size();
        line = rest_.substr(0, end);
        if (!ended_) rest_.remove_prefix(end + 1);
        return true;
    }

private:
    Text rest_;
    bool ended_ = false;
};

// str.split: the words between blanks.
std::vector<Text> words(Text text);

// The number of 1 to 9 digits at the beginning, which is taken away; -1 for no digits or more.
inline int take_number(Text& text) {
    std::size_t digits = 0;
    int value = 0;
    for (; digits < text.size() && is_digit(text[digits]); ++digits) {
        if (digits == 9) return -1;
        value = 10 * value + static_cast<int>(text[digits] - U'0');
    }
    text.remove_prefix(digits);
    return digits == 0 ? -1 : value;
}

// Use the numbers that a text of the form [0-9]{1,9}(SEPARATOR[0-9]{1,9})* has, in which a
// separator is blanks, with `commas` also one comma with or without blanks around it. False for
// other texts, of which some numbers may have been used.
template <class Use>
bool plain_numbers(Text text, bool commas, const Use& use) {
    const char32_t* at = text.data();
    const char32_t* const end = at + text.size();
    const auto skip = [&] {
        while (at < end && is_blank(*at)) ++at;
    };
    for (;;) {
        const char32_t* const begin = at;
        std::uint64_t number = 0;
        for (; at < end && is_digit(*at); ++at) number = 10 * number + (*at - U'0');
        if (at == begin || at - begin > 9) return false;
        use(static_cast<int>(number));
        if (at == end) return true;
        const char32_t* const gap = at;
        skip();
        if (commas && at < end && *at == U',') {
            ++at;
            skip();
        } else if (at == gap) {
            return false;
        }
    }
}

// "rgb" or "rrggbb", with or without "#".
bool is_rgb(Text text);

// For messages: repr; the beginning of a text, quoted; numbers; "1 clue", "1,200 clues".
String ascii(std::string_view text);
String quoted(Text text);
String excerpt(Text text);
template <std::integral Number>
String decimal(Number number) {
    return ascii(std::to_string(number));
}
String counted(std::size_t number, Text noun);

// "'3,x' is not a clue"; blotted clues are named.
String is_not(Text text, Text what);

}  // namespace nonosat::reading
