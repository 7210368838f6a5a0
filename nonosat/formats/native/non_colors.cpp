// SPDX-License-Identifier: MIT
#include "non_colors.hpp"

#include <algorithm>
#include <iterator>

namespace nonosat::reading {
namespace {

constexpr Text kBlack = U"black", kWhite = U"white";  // nonny's clues name them undeclared
constexpr Text kDeclaring[] = {U"color", U"colour", U"colorname", U"background"};

// Digits would be read as numbers, except 1, the usual letter of the first colour in goals.
bool unfit(char32_t c) { return (U'2' <= c && c <= U'9') || c == U',' || c == U'?'; }

// The parts of a text between gaps: blanks, or a comma with or without blanks around it.
class Tokens {
public:
    explicit Tokens(Text text) : rest_(text) {}
    bool next(Text& token) {
        if (ended_) return false;
        std::size_t at = 0;
        while (at < rest_.size() && rest_[at] != U',' && !is_space(rest_[at])) ++at;
        token = rest_.substr(0, at);
        ended_ = at == rest_.size();
        rest_ = left_stripped(rest_.substr(at));
        if (!rest_.empty() && rest_.front() == U',') rest_ = left_stripped(rest_.substr(1));
        return true;
    }

private:
    Text rest_;
    bool ended_ = false;
};

// The sign behind each number of a clue; 0 behind a bare one.
template <class Use>
void each_sign(Text clue, const Use& use) {
    for (std::size_t at = 0; at < clue.size();) {
        if (!is_digit(clue[at])) {
            ++at;
            continue;
        }
        while (at < clue.size() && is_digit(clue[at])) ++at;
        const bool bare = at == clue.size() || clue[at] == U',' || is_space(clue[at]);
        use(bare ? U'\0' : clue[at], bare);
        at += !bare;
    }
}

String why_unreadable(Text text) {
    const auto followed = [&](auto&& fits) {
        for (std::size_t at = 0; at < text.size(); ++at)
            if (fits(at)) return true;
        return false;
    };
    if (text.size() > kMostClue)
        return excerpt(text) + U": " + decimal(text.size()) +
               U" characters for one clue, at most " + decimal(kMostClue) + U" are read";
    if (text == U"?")
        return is_not(text, U"") + U"; a whole clue can be omitted in the JSON form, with null";
    const bool negative = followed([&](std::size_t at) {
        const bool begins = at == 0 || !is_digit(text[at - 1]);
        return begins && text[at] == U'-' && at + 1 < text.size() && is_digit(text[at + 1]);
    });
    if (negative) return excerpt(text) + U": a block cannot be of negative length";
    std::size_t digits = 0;
    const bool huge = followed([&](std::size_t at) {
        digits = is_digit(text[at]) ? digits + 1 : 0;
        return digits == 10;
    });
    if (huge) return excerpt(text) + U": a number that no line can hold";
    return is_not(text,
                  U"a clue: write lengths separated by commas, such as 3,1; write 0 for an empty "
                  U"line");
}

}  // namespace

void NonColors::declare(const std::vector<NumberedLine>& lines) {
    std::unordered_map<String, String> names;
    for (const NumberedLine& numbered : lines) {
        const int number = numbered.number;
        const Text line = numbered.text;
        if (line.empty() || (line.front() != U'c' && line.front() != U'b')) continue;
        Text value = line;
        const Text word = taken_until(value, U' ');
        if (word == U"color" || word == U"colour") {
            declare(words(value), number, lines);
        } else if (word == U"colorname") {
            const Text letter = taken_until(value, U' ');
            names[String(letter)] = unquoted(stripped(value));
        } else if (word == U"background") {
            if (is_rgb(stripped(value)))
                background_ = stripped(value);
            else
                puzzle_.fault(excerpt(value) + U" is not a colour: write background #rrggbb",
                              number);
        }
    }
    for (ColorText& color : given_) {
        const auto name = names.find(color.letter.value_or(String()));
        if (name != names.end()) color.name = name->second;
    }
}

void NonColors::declare(const std::vector<Text>& values, int number,
                        const std::vector<NumberedLine>& lines) {
    if ((values.size() != 2 && values.size() != 3) || !is_rgb(values[1]))
        return puzzle_.fault(U"not a colour: write color LETTER #rrggbb, or color NAME RRGGBB CHAR",
                             number);
    const bool named = values.size() == 3 || values[0].size() > 1;
    String name(values[0]);
    std::optional<String> letter;
    if (values.size() == 3) letter = String(values[2]);
    if (!named) {
        letter = name;
        name = U"color " + name;
    }
    if (letter == U"0" && named && in_clues(name, lines)) {
        letter.reset();
        zero_ = static_cast<int>(given_.size()) + 1;
    }
    if (letter == U"0" || letter == U".") {
        background_ = values[1];
        empty_ += *letter;
        return;
    }
    if (letter && (letter->size() > 1 || unfit(letter->front())))
        return puzzle_.fault(excerpt(*letter) + U" cannot stand for a colour: use a letter",
                             number);
    if (unfit(name.front()) || name.find(U',') != String::npos)
        return puzzle_.fault(
            excerpt(name) + U" cannot be the name of a colour: it looks like a number", number);
    if ((letter && is_letter(letter->front())) || names_.count(name))
        return puzzle_.fault(U"colour " + letter.value_or(name) + U" is declared twice", number);
    given_.push_back({name, String(values[1]), letter});
    const int color = static_cast<int>(given_.size());
    if (letter) {
        letters_.set(letter->front(), color);
        letter_order_ += letter->front();
    }
    if (named) names_[name] = color;
}

// True if some line looks like a clue that names this colour: names and numbers alone.
bool NonColors::in_clues(const String& name, const std::vector<NumberedLine>& lines) {
    if (!std::exchange(searched_, true))
        for (const NumberedLine& line : lines) {
            std::vector<Text> tokens;
            Tokens all(line.text);
            for (Text token; all.next(token);) tokens.push_back(token);
            if (tokens.back().empty() ||
                !std::all_of(tokens.back().begin(), tokens.back().end(), is_numeral) ||
                std::find(std::begin(kDeclaring), std::end(kDeclaring), tokens.front()) !=
                    std::end(kDeclaring))
                continue;
            for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
                named_in_clues_.insert(String(tokens[i]));
        }
    return named_in_clues_.count(name) != 0;
}

bool NonColors::names_color(Text line) const {
    const Text word = first_word(line);
    if (names_.count(word)) return true;
    const bool letter = word.size() == 1 && is_letter(word.front());
    if (word != kBlack && word != kWhite && !letter) return false;
    const Text rest = left_stripped(line.substr(word.size()));
    return !rest.empty() && is_digit(rest.front());
}

bool NonColors::has_cells(Text line) const {
    if (!line.empty() && line.back() == U'"') line.remove_suffix(1);
    return std::all_of(line.begin(), line.end(), [&](char32_t c) {
        return c == U'0' || c == U'1' || c == U'?' || is_blank(c) || is_letter(c);
    });
}

void NonColors::decide(const std::vector<NumberedLine*>& found) {
    const auto plain = [&](NumberedLine* line) {
        const Text text = line->text;
        if (text.empty() || text == U"0" || text.size() > kMostClue) return true;
        line->begin = puzzle_.blocks.size();
        const bool numbers =
            plain_numbers(text, true, [&](int length) { puzzle_.blocks.push_back({length, 1}); });
        line->size = puzzle_.blocks.size() - line->begin;
        return numbers;
    };
    if (given_.empty() && std::all_of(found.begin(), found.end(), plain)) return;
    puzzle_.blocks.clear();
    std::vector<Text> clues;
    for (const NumberedLine* line : found)
        if (!line->text.empty() && line->text.size() <= kMostClue) clues.push_back(line->text);
    std::unordered_set<char32_t> alone;  // tokens of one character
    bool black_named = false;
    for (const Text clue : clues) {
        Tokens tokens(clue);
        for (Text token; tokens.next(token);) {
            if (token.size() == 1) alone.insert(token.front());
            black_named |= token == kBlack;
        }
    }
    const auto used = [&](char32_t letter) { return alone.count(letter) != 0; };
    if (names_.empty() && std::any_of(letter_order_.begin(), letter_order_.end(), used))
        letters_before_numbers(alone);
    if (!names_.count(kBlack) && black_named) {
        given_.push_back({String(kBlack), U"#000000", std::nullopt});
        names_[String(kBlack)] = static_cast<int>(given_.size());
    }
    plain_only_ = false;
    bool bare = false;
    std::unordered_set<char32_t> signs;
    String order;  // of the signs
    for (const Text clue : clues)
        each_sign(clue, [&](char32_t sign, bool none) {
            if (none) {
                bare |= clue != U"0";
                return;
            }
            if (signs.insert(sign).second) order += sign;
        });
    if (given_.empty()) {
        String letters;
        std::copy_if(order.begin(), order.end(), std::back_inserter(letters), is_alpha);
        invent(letters, bare);
    } else if (names_.empty()) {
        const auto black = std::find_if(given_.begin(), given_.end(), [](const ColorText& color) {
            return color.rgb.find_first_not_of(U"#0") == String::npos;
        });
        if (black != given_.end()) {
            plain_ = static_cast<int>(black - given_.begin()) + 1;
        } else if (bare && std::any_of(order.begin(), order.end(),
                                       [&](char32_t sign) { return is_letter(sign); })) {
            given_.push_back({String(kBlack), U"#000000", std::nullopt});
            plain_ = static_cast<int>(given_.size());
        }
    }
}

// The dialect "b 4 c 1". The background is the first colour that no clue names.
void NonColors::letters_before_numbers(const std::unordered_set<char32_t>& used) {
    const auto unused = std::find_if(letter_order_.begin(), letter_order_.end(),
                                     [&](char32_t letter) { return used.count(letter) == 0; });
    if (unused != letter_order_.end()) {
        const char32_t letter = *unused;
        const int number = letters_(letter);
        background_ = given_[static_cast<std::size_t>(number) - 1].rgb;
        given_.erase(given_.begin() + (number - 1));
        empty_ += letter;
        letters_.set(letter, -1);
        letter_order_.erase(unused);
        for (const char32_t other : letter_order_)
            if (letters_(other) > number) letters_.set(other, letters_(other) - 1);
    }
    for (const char32_t letter : letter_order_) names_[String(1, letter)] = letters_(letter);
}

// Add colours for undeclared letters, and black if there are numbers without a letter.
void NonColors::invent(const String& letters, bool bare) {
    if (letters.empty()) return;
    const String wanted = (bare ? U"#" : U"") + letters.substr(0, kMaxColors);
    const nb::object palette =
        nb::module_::import_("nonosat.model.palette").attr("anonymous_palette")(to_python(wanted));
    for (const nb::handle color : palette.attr("colors")) {
        const String letter = from_python(color.attr("letter"));
        const String rgb = from_python(color.attr("rgb"));
        if (letter == U"#") {
            given_.push_back({String(kBlack), rgb, std::nullopt});
        } else {
            given_.push_back({from_python(color.attr("name")), rgb, letter});
            letters_.set(letter.front(), static_cast<int>(given_.size()));
            letter_order_ += letter.front();
        }
    }
}

void NonColors::set_palette() {
    if (given_.empty()) {
        if (background_ == U"#ffffff") return;
        given_.push_back({String(kBlack), U"#000000", std::nullopt});
    }
    for (String& fault : reading::set_palette(puzzle_, given_, background_))
        puzzle_.fault(std::move(fault));
}

String NonColors::read_clue(const NumberedLine& line, Clue& clue) const {
    const Text text = line.text;
    if (text.size() > kMostClue) return why_unreadable(text);
    if (plain_only_) {
        clue = {true, line.begin, line.size};
        return {};
    }
    const std::size_t begin = puzzle_.blocks.size();
    int color = names_.empty() ? plain_ : 1;
    Tokens tokens(text);
    for (Text token; !text.empty() && tokens.next(token);) {
        if (!names_.empty()) {
            const auto name = names_.find(token);
            if (name != names_.end()) {
                color = name->second;
                continue;
            }
        }
        if (token == kWhite) return excerpt(text) + U": a block in the background colour, white";
        Text rest = token;
        const int length = take_number(rest);
        if (length < 0 || rest.size() > 1) return why_unreadable(text);
        if (!rest.empty() && !is_letter(rest.front())) {
            if (letter_order_.empty()) return why_unreadable(text);
            String known;
            for (const char32_t letter : letter_order_)
                known += (known.empty() ? U"" : U", ") + String(1, letter);
            return excerpt(token) + U": unknown colour; declared are: " + known;
        }
        puzzle_.blocks.push_back({length, rest.empty() ? color : letters_(rest.front())});
    }
    if (puzzle_.blocks.size() == begin + 1 && puzzle_.blocks.back().length == 0)
        puzzle_.blocks.pop_back();
    clue = puzzle_.clue_from(begin);
    return {};
}

LetterValues NonColors::goal_values() const {
    const int colors = puzzle_.color_count();
    LetterValues values;
    for (const char32_t c : empty_) values.set(c, 0);
    values.set(U'1', std::min(plain_, colors));
    values.set(U'?', static_cast<unsigned char>(kUnknown));
    for (const char32_t letter : letter_order_)
        if (letters_(letter) <= colors) values.set(letter, letters_(letter));
    if (zero_ != 0) {
        values.set(U'0', std::min(zero_, colors));
        values.set(U'.', 0);
    }
    return values;
}

String unquoted(Text value) {
    if (!value.empty() && value.front() == U'"') {
        const std::size_t end = value.rfind(U'"');
        value = end > 0 ? value.substr(1, end - 1) : value.substr(1);
    }
    if (value.find(U'&') == Text::npos) return String(value);
    return from_python(nb::module_::import_("html").attr("unescape")(to_python(value)));
}

}  // namespace nonosat::reading
