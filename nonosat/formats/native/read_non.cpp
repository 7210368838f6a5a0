// SPDX-License-Identifier: MIT
// One puzzle of the .non form, in all its dialects.
//
// The form is by Steve Simpson, with the extensions of pbnsolve, of the nonogram-db collection
// ("mikix") and of the program nonny; those programs, and sites that offer such files, read it. A
// line is a keyword and its value; "rows" and "columns" stand alone, and one clue per line follows:
//
//     title "Steps"
//     width 3
//     height 2
//     rows
//     1,1
//     2
//     columns
//     1
//     1
//     2
//     goal "101011"
//
// The rules of the reader for the differences between the dialects:
//
// * Blank lines among the clues are empty clues only if there are too few other lines. Without
//   "width" or "height" the clues decide the sizes, and blank lines between two clues are empty
//   clues. "0" is always an empty clue.
// * Colours of mikix: "color a #rrggbb", clues "3a,1b". If there is no "color" line, letters get
//   colours that we choose. A number without a letter is black: the declared black, or else one
//   more colour; if no number has a letter, it is the first declared colour.
// * Colours of nonny: "color NAME RRGGBB CHAR"; in a clue a name holds for the numbers after it,
//   and the first declared colour until then. "black" needs no declaration. The colour with the
//   character "." is the background; so is the colour with "0", unless clues name it.
// * Colours of a public collection of 80,000 files: "color LETTER RRGGBB", clues "b 4 c 1". The
//   first colour that no clue names is the background; else the background is white.
// * "goal" is quoted or not, on one line or several: "0" is empty, "1" filled, "?" unknown, letters
//   are colours, other characters are ignored. "saved" is the game of a player, and not read; nor
//   are unknown keys, and clues outside a section. They go to `unread`.
//
// Idea. Two passes over the lines: the first assigns each to a text, a size, a section or the goal,
// the second reads the clues, when colours and sizes are known. Cost: linear; 5 microseconds for
// 15x15. Rejected: to read the clues in one pass; their meaning may be declared after them.
#include <algorithm>
#include <functional>

#include "non_colors.hpp"

namespace nonosat::reading {
namespace {

constexpr std::ptrdiff_t kMostLines = 20000;  // the largest has 2,046 clues and a goal per row

enum Key { kNone, kText, kName, kRows, kColumns, kWidth, kHeight, kGoal, kSaved, kSkipped };

struct Keyword {
    std::string_view word;
    Key key;
    TextKey text = kTitle;
};

constexpr Keyword kKeywords[] = {{"rows", kRows},
                                 {"columns", kColumns},
                                 {"width", kWidth},
                                 {"height", kHeight},
                                 {"goal", kGoal},
                                 {"saved", kSaved},
                                 {"title", kText, kTitle},
                                 {"name", kName, kTitle},
                                 {"by", kText, kAuthor},
                                 {"copyright", kText, kCopyright},
                                 {"license", kText, kLicense},
                                 {"catalogue", kText, kCatalogue},
                                 {"description", kText, kDescription},
                                 {"color", kSkipped},  // read by NonColors
                                 {"colour", kSkipped},
                                 {"colorname", kSkipped},
                                 {"background", kSkipped},
                                 {"maxrule", kSkipped}};

constexpr Keyword kNoKeyword = {"", kNone};

// The keyword that a word is, in letters of any case.
const Keyword& keyword(Text word) {
    char small[16] = {};
    if (word.size() >= sizeof small) return kNoKeyword;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char32_t c = word[i];
        if (c == U'\u212A')
            small[i] = 'k';  // the sign of the kelvin, of which k is the small letter
        else if (c > U'~')
            return kNoKeyword;
        else
            small[i] = static_cast<char>(U'A' <= c && c <= U'Z' ? c + 32 : c);
    }
    const std::string_view name(small, word.size());
    for (const Keyword& known : kKeywords)
        if (known.word == name) return known;
    return kNoKeyword;
}

// An unknown key: a word of letters, digits, "_" and "-", a blank or nothing behind it.
bool looks_like_key(Text line) {
    if (!is_word(line.front()) || is_decimal(line.front())) return false;
    std::size_t end = 1;
    while (end < line.size() && (is_word(line[end]) || line[end] == U'-')) ++end;
    return end == line.size() || is_space(line[end]);
}

struct Section {
    std::string_view name, size_name;
    char axis;
    int header = 0;                   // the number of its line; 0: missing
    std::vector<NumberedLine> lines;  // blank ones too
    int size = 0;                     // by width or height; 0: not given
    bool wrong = false;  // the size is unreadable or absurd; no clue is compared with it
};

// The text of a "goal" or "saved" key, which may continue on the next lines.
class GoalText {
public:
    void begin(Text value, std::vector<Text>* parts) {
        quoted_ = false;
        open_ = true;
        parts_ = parts;
        add(value);
    }
    // True if the line continues the picture; the line is then added to it.
    bool add_line(Text line, bool keyword, const NonColors& colors) {
        const bool begins = !line.empty() && line.front() == U'"';
        if (!open_ || (keyword && !quoted_)) return false;
        if (quoted_ ? keyword && !colors.has_cells(line) : !begins && !colors.has_cells(line))
            return false;
        add(line);
        return true;
    }

private:
    void add(Text text) {
        const Text inner = left_stripped(text);
        if (!quoted_ && !inner.empty() && inner.front() == U'"') {
            quoted_ = true;
            text = inner.substr(1);
        }
        if (quoted_) {
            open_ = text.find(U'"') == Text::npos;
            text = taken_until(text, U'"');
        }
        if (parts_ != nullptr) parts_->push_back(text);
    }

    bool quoted_ = false, open_ = true;
    std::vector<Text>* parts_ = nullptr;
};

class NonReader {
public:
    explicit NonReader(PuzzleText& puzzle) : puzzle_(puzzle), colors_(puzzle) {}

    void read(Text text, int first_line) {
        std::vector<NumberedLine> lines;
        lines.reserve(64);
        puzzle_.blocks.reserve(std::min<std::size_t>(text.size() / 3, 8192));
        Lines rest(text);
        for (Text line; rest.next(line);)
            lines.push_back({first_line + static_cast<int>(lines.size()), stripped(line)});
        colors_.declare(lines);
        sort(lines);
        for (const Section& section : {std::cref(rows_), std::cref(columns_)})
            if (section.header == 0)
                fault(U"there is no '" + ascii(section.name) + U"' section: a line '" +
                      ascii(section.name) + U"', then a line for each clue");
        std::vector<NumberedLine*> clues;
        clues.reserve(rows_.lines.size() + columns_.lines.size());
        const bool rows_first = rows_.header < columns_.header;
        for (Section* section : {rows_first ? &rows_ : &columns_, rows_first ? &columns_ : &rows_})
            for (NumberedLine& line : section->lines) clues.push_back(&line);
        colors_.decide(clues);
        read_clues(rows_, puzzle_.rows, puzzle_.row_lines);
        read_clues(columns_, puzzle_.columns, puzzle_.column_lines);
        colors_.set_palette();
        puzzle_.buildable =
            !rows_.wrong && !columns_.wrong && !puzzle_.rows.empty() && !puzzle_.columns.empty();
        if (puzzle_.buildable) read_goal();
    }

private:
    void fault(String message, int file_line = 0) { puzzle_.fault(std::move(message), file_line); }

    // Assign every line to a text, a size, a section, or the goal picture.
    void sort(const std::vector<NumberedLine>& lines) {
        std::vector<NumberedLine> unused;  // clues of a second section
        std::vector<NumberedLine>* section = nullptr;
        GoalText goal;
        bool in_goal = false;
        for (const NumberedLine& numbered : lines) {
            const int number = numbered.number;
            const Text line = numbered.text;
            if (section != nullptr && (line.empty() || is_digit(line.front()))) {
                section->push_back(numbered);
                continue;
            }
            const Text word = first_word(line);
            const Keyword* known = &keyword(word);
            if ((known->key == kRows || known->key == kColumns) && word.size() != line.size())
                known = &kNoKeyword;
            if (in_goal) {
                if (goal.add_line(line, known->key != kNone, colors_)) continue;
                in_goal = false;
            }
            const Text value = line.substr(word.size());
            if (known->key == kNone) {
                if (line.empty() || line.front() == U'#') continue;
                const bool key = !colors_.names_color(line) && looks_like_key(line);
                if (section != nullptr && !key) {
                    section->push_back(numbered);
                    continue;
                }
                section = nullptr;
                if (known == &kNoKeyword && keyword(word).key != kNone)
                    leave_out(number, word, {}, U"the text behind the heading is not read");
                else if (is_digit(line.front()) || colors_.names_color(line))
                    leave_out(number, word, {}, U"a clue outside a section is not read");
                else
                    leave_out(number, word, stripped(value));
                continue;
            }
            section = nullptr;
            switch (known->key) {
                case kRows: section = open(rows_, number, unused); break;
                case kColumns: section = open(columns_, number, unused); break;
                case kGoal:
                    if (goal_line_ != 0)
                        leave_out(goal_line_, word, {}, U"a later goal picture is read instead");
                    goal_line_ = number;
                    goal_.clear();
                    goal.begin(value, &goal_);
                    in_goal = true;
                    break;
                case kSaved:
                    leave_out(number, word, {}, U"the saved game of a player is not read");
                    goal.begin(value, nullptr);
                    in_goal = true;
                    break;
                case kWidth: read_size(columns_, stripped(value), number); break;
                case kHeight: read_size(rows_, stripped(value), number); break;
                case kName:
                    if (has_title_) break;
                    [[fallthrough]];
                case kText:
                    has_title_ |= known->text == kTitle;
                    puzzle_.texts[known->text] = unquoted(stripped(value));
                    break;
                default: break;
            }
        }
    }

    // A line with a key that is not read; `why` if the reader knows the key.
    void leave_out(int number, Text word, Text value, Text why = {}) {
        if (!puzzle_.notes_unread()) return;
        nb::list known;
        for (const Keyword& one : kKeywords) known.append(to_python(ascii(one.word)));
        puzzle_.unread.push_back(
            {String(word), to_python(value), number, nb::tuple(known), String(why)});
    }

    std::vector<NumberedLine>* open(Section& section, int number,
                                    std::vector<NumberedLine>& unused) {
        if (section.header != 0) {
            fault(U"a second '" + ascii(section.name) +
                      U"' section: a line of ==== divides one puzzle from the next",
                  number);
            unused.clear();
            return &unused;
        }
        section.header = number;
        section.lines.reserve(32);
        return &section.lines;
    }

    void read_size(Section& section, Text value, int number) {
        const auto name = [&] { return ascii(section.size_name); };
        Text digits = value;
        while (!digits.empty() && digits.front() == U'"') digits.remove_prefix(1);
        while (!digits.empty() && digits.back() == U'"') digits.remove_suffix(1);
        if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) {
            section.wrong = true;
            return fault(name() + U" " + excerpt(value) + U": a whole number is needed", number);
        }
        Text rest = digits;
        const int size = take_number(rest);
        if (size < 1 || size > kMaxSide) {
            section.wrong = true;
            return fault(name() + U" " + String(digits.substr(0, 40)) + U": a puzzle has 1 to " +
                             decimal(kMaxSide) + U" cells a side",
                         number);
        }
        if (section.size == 0) section.size = size;
        if (section.size != size)
            fault(U"a second " + name() + U", " + String(digits) + U": it was " +
                      decimal(section.size) + U" before",
                  number);
    }

    // The clues of a section; unreadable ones are missing, and a fault is noted.
    void read_clues(Section& section, std::vector<Clue>& clues, std::vector<int>& numbers) {
        const auto [from, to] = clue_lines(section);
        const std::vector<NumberedLine>& lines = section.lines;
        clues.resize(to - from);
        numbers.reserve(to - from);
        for (std::size_t i = from; i < to; ++i) {
            String message = colors_.read_clue(lines[i], clues[i - from]);
            numbers.push_back(lines[i].number);
            if (!message.empty())
                puzzle_.faults.push_back({std::move(message), section.axis,
                                          static_cast<int>(i - from), lines[i].number});
        }
        // So that the lines across are compared with the right length.
        if (section.size != 0) clues.resize(static_cast<std::size_t>(section.size));
    }

    // The lines of a section that are clues, by the rule about blank lines; others may be dropped.
    std::pair<std::size_t, std::size_t> clue_lines(Section& section) {
        auto& found = section.lines;
        const auto filled_line = [](const NumberedLine& line) { return !line.text.empty(); };
        const auto filled =
            static_cast<std::size_t>(std::count_if(found.begin(), found.end(), filled_line));
        const auto first_filled = static_cast<std::size_t>(
            std::find_if(found.begin(), found.end(), filled_line) - found.begin());
        const auto last_filled = static_cast<std::size_t>(
            found.rend() - std::find_if(found.rbegin(), found.rend(), filled_line));  // its end
        const auto name = [&] { return ascii(section.name); };
        const auto size = [&] { return ascii(section.size_name); };
        if (section.size == 0) {
            const std::size_t from = filled > 0 ? first_filled : 0;
            const std::size_t to = filled > 0 ? last_filled : 0;
            if (section.header != 0 && !section.wrong && (to == from || to - from > kMaxSide)) {
                fault(decimal(to - from) + U" clues in the '" + name() + U"' section and no " +
                          size() + U": 1 to " + decimal(kMaxSide) + U" clues are needed",
                      section.header);
                section.wrong = true;
            }
            return {from, to};
        }
        const auto expected = static_cast<std::size_t>(section.size);
        const bool blanks = filled != found.size();
        if (section.header != 0 && filled != expected) {
            const String message = U"the '" + name() + U"' section has " +
                                   counted(filled, U"clue") + U", " + size() + U" says " +
                                   decimal(section.size);
            const std::size_t first =
                filled > 0 && last_filled > expected ? last_filled - expected : 0;
            if (found.size() >= first + expected && (filled == 0 || first_filled >= first)) {
                puzzle_.notes.push_back(
                    {message + U": blank lines were read as empty clues", 0, 0, section.header});
                return {first, first + expected};
            }
            fault(message + (blanks ? U", counting blank lines as empty clues or not" : U""),
                  section.header);
        }
        if (blanks)
            std::erase_if(found, [&](const NumberedLine& line) { return !filled_line(line); });
        const bool too_many = section.header != 0 && filled != expected;
        return {0, too_many ? std::min<std::size_t>(filled, kMaxSide + 1) : filled};
    }

    void read_goal() {
        if (goal_line_ == 0) return;
        const LetterValues values = colors_.goal_values();
        Picture goal;
        goal.height = static_cast<int>(puzzle_.rows.size());
        goal.width = static_cast<int>(puzzle_.columns.size());
        const std::size_t needed =
            static_cast<std::size_t>(goal.height) * static_cast<std::size_t>(goal.width);
        goal.cells.reserve(needed);
        String others;
        for (const Text part : goal_)
            for (const char32_t c : part) {
                const int value = values(c);
                if (value >= 0)
                    goal.cells += static_cast<char>(value);
                else if (!is_space(c))
                    others += c;
            }
        if (goal.cells.size() == needed) {
            puzzle_.goal = std::move(goal);
            return;
        }
        String message = U"the goal picture has " + counted(goal.cells.size(), U"cell") + U", " +
                         decimal(goal.width) + U" x " + decimal(goal.height) + U" = " +
                         decimal(needed) + U" are needed";
        std::sort(others.begin(), others.end());
        others.erase(std::unique(others.begin(), others.end()), others.end());
        if (!others.empty()) message += U"; characters that are not cells: " + excerpt(others);
        fault(std::move(message), goal_line_);
    }

    PuzzleText& puzzle_;
    NonColors colors_;
    Section rows_{"rows", "height", 'R', 0, {}, 0, false};
    Section columns_{"columns", "width", 'C', 0, {}, 0, false};
    bool has_title_ = false;
    int goal_line_ = 0;  // the number of the line with "goal"; 0: missing
    std::vector<Text> goal_;
};

}  // namespace

std::vector<std::string> non_keywords() {
    std::vector<std::string> words;
    for (const Keyword& known : kKeywords) words.emplace_back(known.word);
    return words;
}

PuzzleText read_non(Text text, int first_line, const nb::object& palette_of) {
    PuzzleText puzzle;
    puzzle.palette_of = palette_of;
    const std::ptrdiff_t lines =
        text.size() <= kMostLines ? 0 : std::count(text.begin(), text.end(), U'\n');
    if (lines > kMostLines) {
        puzzle.buildable = false;
        puzzle.fault(decimal(lines) + U" lines for one puzzle: at most " + decimal(kMostLines) +
                     U"; a line of ==== divides one puzzle from the next");
    } else {
        NonReader(puzzle).read(text, first_line);
    }
    return puzzle;
}

}  // namespace nonosat::reading
