// SPDX-License-Identifier: MIT
// The format of a plain text, found without the table of all formats.
//
// Idea. Forty recognisers look at each text whose format the caller did not name, which takes
// longer than to read it. Most files are .non or JSON of the usual shape, and no recogniser of
// another format fits these. So this function answers "non" or "json" for texts of that shape only.
// It does not read the puzzle: the reader does, and finds its faults. XML of webpbn is so strict
// that its native reader recognises it, and refuses words of other formats. Each rule below that
// looks odd excludes a text that another recogniser fits; the tests compare the function with
// `registry.sniff` on changed texts. Cost: linear, one microsecond for 15x15.
#include <algorithm>
#include <iterator>
#include <utility>

#include "puzzle_text.hpp"

namespace nonosat::reading {
namespace {

constexpr std::size_t kHead = 65536;  // longer texts are recognised by their beginning: not here

// True if all recognisers agree on the characters of the text: its only controls are tabs, line
// feeds and carriage returns before line feeds, and it has no line ends of Unicode alone.
bool plain_characters(Text text) {
    unsigned odd = 0, returns = 0;  // without a branch, so that many are looked at together
    for (const char32_t c : text) {
        odd |= static_cast<unsigned>(c < U' ') & static_cast<unsigned>(c != U'\n') &
               static_cast<unsigned>(c != U'\t') & static_cast<unsigned>(c != U'\r');
        odd |= static_cast<unsigned>(c == 0x7f) | static_cast<unsigned>(c == 0x85) |
               static_cast<unsigned>(c == 0x2028) | static_cast<unsigned>(c == 0x2029);
        returns |= static_cast<unsigned>(c == U'\r');
    }
    if (odd != 0 || returns == 0) return odd == 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == U'\r' && (i + 1 == text.size() || text[i + 1] != U'\n')) return false;
    return true;
}

bool has(Text text, Text part) { return text.find(part) != Text::npos; }

bool has_rules(Text text) {  // the heads of a list of puzzles have it
    String small(text);
    for (char32_t& c : small)
        if (U'A' <= c && c <= U'Z') c += 32;
    return has(small, U"rules");
}

Text trimmed(Text text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

// Characters of which a text may consist.
class Characters {
public:
    constexpr explicit Characters(std::string_view characters) {
        for (const char c : characters) known_[static_cast<unsigned char>(c)] = true;
    }
    bool has_all(Text text) const {
        return std::all_of(text.begin(), text.end(),
                           [&](char32_t c) { return c < 128 && known_[c]; });
    }

private:
    bool known_[128] = {};
};

#define SIGNS "!#$%&'()*+/;<=>@\\^`|~"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
constexpr Characters kDigits("0123456789"), kHexadecimal("0123456789abcdefABCDEF"),
    kClue("0123456789, \t"), kColoredClue("0123456789, \t-_" LETTERS SIGNS), kCells("01?"),
    kColoredCells("01?." LETTERS SIGNS), kColorName("0123456789-_" LETTERS SIGNS),
    kBegin("{}[]\",0123456789n");
#undef LETTERS
#undef SIGNS

bool is_shade(Text word) {
    if (!word.empty() && word.front() == U'#') word.remove_prefix(1);
    return word.size() == 6 && kHexadecimal.has_all(word);
}

// A line behind a keyword of .non: a title and its like, quoted or not.
bool plain_value(Text value, bool first) {
    if (value.front() == U'"') {
        if (value.size() < 2 || value.back() != U'"') return false;
    } else if (std::any_of(value.begin(), value.end(), [](char32_t c) { return c > U'~'; })) {
        return false;  // it may be a blank
    }
    // Words that show a model or a list of puzzles.
    for (const Text word : {Text(U"{"), Text(U"param"), Text(U"instance(")})
        if (has(value, word)) return false;
    return !first || !has(value, U",") || !has_rules(value);
}

// The word that begins a text, which loses it and the blanks behind it.
Text take_word(Text& text) {
    const std::size_t end = std::min(text.find_first_of(U" \t"), text.size());
    const Text word = text.substr(0, end);
    text = trimmed(text.substr(end));
    return word;
}

// The colours that lines of .non declare: "color a #ff0000" or, with a name for clues, "color red
// FF0000 r"; also "background #ffffff" and "colorname a "red"".
class PlainColors {
public:
    bool any() const { return any_; }
    // True if a clue begins with that name.
    bool name(Text word) const {
        return std::find(names_.begin(), names_.end(), word) != names_.end();
    }
    static bool declared_by(Text keyword) {
        return keyword == U"color" || keyword == U"background" || keyword == U"colorname";
    }
    // False if the line is of another shape.
    bool declare(Text keyword, Text value) {
        if (keyword == U"background") return is_shade(value) && value.front() == U'#';
        const Text name = take_word(value);
        if (!kColorName.has_all(name)) return false;
        if (keyword == U"colorname")
            return !value.empty() && value.front() == U'"' && plain_value(value, false);
        any_ = true;
        const Text shade = take_word(value);
        if (!value.empty()) names_.push_back(name);
        return is_shade(shade) && value.size() <= 1;
    }

private:
    bool any_ = false;
    std::vector<Text> names_;
};

// The line without blanks at its ends and without a carriage return.
Text plain_line(Text line) {
    if (!line.empty() && line.back() == U'\r') line.remove_suffix(1);
    return trimmed(line);
}

// Looks at a text line by line: is it .non of the usual shape?
class NonShape {
public:
    // False if the line has another shape.
    bool accept(Text line) {
        if (in_goal_) return accept_goal(line);
        if (line.empty()) return true;
        Text value = line;
        const Text word = take_word(value);
        if (is_digit(line.front()) || (in_section_ && colors_.name(word))) return accept_clue(line);
        const bool first = !std::exchange(begun_, true);
        in_section_ = line == U"rows" || line == U"columns";
        if (in_section_) {
            first_is_section_ = first_is_section_ || first;
            return !std::exchange(line == U"rows" ? rows_ : columns_, true);
        }
        return !value.empty() && accept_field(word, value, first);
    }

    // REQUIRES that all lines were accepted. Numbers alone below rows and columns are another
    // format.
    bool complete() const {
        return rows_ && columns_ && !in_goal_ && (comma_ || !first_is_section_);
    }

private:
    bool accept_clue(Text line) {
        if (!in_section_ || !(colors_.any() ? kColoredClue : kClue).has_all(line)) return false;
        comma_ = comma_ || has(line, U",");
        return true;
    }

    // A keyword and its value.
    bool accept_field(Text word, Text value, bool first) {
        if (PlainColors::declared_by(word)) return colors_.declare(word, value);
        if (word == U"width" || word == U"height") return kDigits.has_all(value);
        if (word == U"goal") {
            in_goal_ = value.front() == U'"';
            return in_goal_ && accept_goal(value.substr(1));
        }
        constexpr Text kTexts[] = {U"catalogue", U"title",   U"by",
                                   U"copyright", U"license", U"description"};
        return std::find(std::begin(kTexts), std::end(kTexts), word) != std::end(kTexts) &&
               plain_value(value, first);
    }

    // Cells of the goal picture, which ends with a quote.
    bool accept_goal(Text cells) {
        if (!cells.empty() && cells.back() == U'"') {
            in_goal_ = false;
            cells.remove_suffix(1);
        }
        return (colors_.any() ? kColoredCells : kCells).has_all(cells);
    }

    PlainColors colors_;
    bool rows_ = false, columns_ = false, comma_ = false, begun_ = false;
    bool in_section_ = false, in_goal_ = false, first_is_section_ = false;
};

bool is_non(Text text) {
    NonShape shape;
    Lines lines(text);
    for (Text line; lines.next(line);)
        if (!shape.accept(plain_line(line))) return false;
    return shape.complete();
}

bool begins(Text text, Text part) { return text.substr(0, part.size()) == part; }

// True if a palette begins behind this key: an object. Another program's palette is a list.
bool is_palette(Text behind_key) {
    Text value = left_stripped(behind_key);
    if (value.empty() || value.front() != U':') return false;
    value = left_stripped(value.substr(1));
    return !value.empty() && value.front() == U'{';
}

// True if the keys are those of one puzzle of our own form.
bool has_json_keys(Text text) {
    bool columns = false, palette = false;
    taken_until(text, U'"');
    if (begins(text, U"columns\"")) return false;  // ThomasR's form begins with it
    for (; !text.empty(); taken_until(text, U'"')) {
        for (const Text other : {Text(U"colHints\""), Text(U"rowHints\""), Text(U"puzzles\"")})
            if (begins(text, other)) return false;
        columns = columns || begins(text, U"cols\"") || begins(text, U"columns\"");
        if (begins(text, U"palette\"") &&
            (std::exchange(palette, true) || !is_palette(text.substr(8))))
            return false;
    }
    return columns;
}

// True if lines begin as in JSON.
bool has_json_lines(Text text) {
    for (bool first = true; !text.empty(); first = false) {
        Text line = plain_line(taken_until(text, U'\n'));
        if (first && has_rules(line)) return false;
        if (line.empty()) continue;
        if (!kBegin.has_all(line.substr(0, 1))) return false;
        if (line.front() != U'[') continue;
        line = trimmed(line.substr(1));
        if (!line.empty() && is_alpha(line.front()) && line.substr(0, 4) != U"null") return false;
    }
    return true;
}

bool is_json(Text text) {
    if (place_of(text, U'=') < text.size()) return false;  // models of solvers have it
    return has_json_keys(text) && has_json_lines(text);
}

}  // namespace

std::string_view plain_format(Text text) {
    if (text.size() > kHead || !plain_characters(text)) return "";
    const std::size_t begin = text.find_first_not_of(U" \t\r\n");
    if (begin == Text::npos) return "";
    if (text[begin] == U'{') return is_json(text.substr(begin)) ? "json" : "";
    if (text[begin] == U'<') {  // XML has this one form if its reader accepts it
        text.remove_prefix(begin);
        return has_rules(taken_until(text, U'\n')) ? "" : "webpbn";
    }
    return is_non(text) ? "non" : "";
}

}  // namespace nonosat::reading
