// SPDX-License-Identifier: MIT
// The .non form, black on white: what nonosat itself writes and most collections have.
//
// Lines in any order: texts (quoted, or a bare word), width, height, rows and columns with a line
// for each clue, a goal of 0, 1 and ? within one pair of quotes. Not read here: colours, HTML
// entities, comments, unknown or doubled keys, several puzzles, and everything with a fault.
#include <algorithm>
#include <cctype>
#include <utility>

#include "puzzle_text.hpp"

namespace nonosat {
namespace {

constexpr std::ptrdiff_t kMostLines = 20000;  // as in Python: of one puzzle
constexpr std::size_t kMostClue = 20000;   // and characters of one clue

constexpr std::pair<std::string_view, TextKey> kTexts[] = {
    {"catalogue", kCatalogue}, {"title", kTitle},     {"by", kAuthor},
    {"copyright", kCopyright}, {"license", kLicense}, {"description", kDescription}};

// The clue of a line; false if it is more than lengths that are not 0.
bool read_clue(std::string_view line, Clue& clue) {
    clue.given = true;
    if (line.empty() || line == "0") return true;
    if (line.size() > kMostClue) return false;
    for (;;) {
        const int length = take_number(line);
        if (length < 1 || length > kMaxSide) return false;
        clue.blocks.push_back({length, 1});
        if (line.empty()) return true;
        const std::size_t before = line.size();
        while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
        if (!line.empty() && line.front() == ',') {
            line.remove_prefix(1);
            while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
        } else if (line.size() == before) {
            return false;
        }
    }
}

struct Section {
    bool begun = false;
    std::vector<std::string_view> lines;  // blank ones too
};

class NonReader {
public:
    explicit NonReader(std::string_view text) : rest_(text) {}

    std::optional<PuzzleText> puzzle() {
        if (!plain_characters(rest_)) return std::nullopt;
        if (std::count(rest_.begin(), rest_.end(), '\n') > kMostLines) return std::nullopt;
        std::string_view line;
        while (next(line))
            if (!take(line)) return std::nullopt;
        if (!rows_.begun || !columns_.begun || goal_open_) return std::nullopt;
        // Numbers alone below rows and columns are another format.
        if (first_is_section_ && !comma_) return std::nullopt;
        if (!clues(rows_, puzzle_.height) || !clues(columns_, puzzle_.width)) return std::nullopt;
        const auto cells = static_cast<std::size_t>(puzzle_.height) * puzzle_.width;
        if (has_goal_ && puzzle_.goal.size() != cells) return std::nullopt;
        if (!sound(puzzle_)) return std::nullopt;
        return std::move(puzzle_);
    }

private:
    bool next(std::string_view& line) {
        if (ended_) return false;
        const std::size_t end = rest_.find('\n');
        ended_ = end == std::string_view::npos;
        line = rest_.substr(0, end);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        line = trimmed(line);
        rest_.remove_prefix(ended_ ? rest_.size() : end + 1);
        return true;
    }

    bool take(std::string_view line) {
        if (goal_open_) return take_cells(line);
        if (line.empty() || is_digit(line.front())) {
            if (section_ == nullptr) return line.empty();
            comma_ = comma_ || line.find(',') != std::string_view::npos;
            section_->lines.push_back(line);
            return true;
        }
        const bool first = !begun_;
        begun_ = true;
        if (line == "rows" || line == "columns") {
            first_is_section_ = first_is_section_ || first;
            section_ = line == "rows" ? &rows_ : &columns_;
            return !std::exchange(section_->begun, true);
        }
        section_ = nullptr;
        std::size_t end = 0;
        while (end < line.size() && !is_blank(line[end])) ++end;
        const std::string_view word = line.substr(0, end), value = trimmed(line.substr(end));
        if (value.empty()) return false;
        if (word == "width") return take_size(value, puzzle_.width);
        if (word == "height") return take_size(value, puzzle_.height);
        if (word == "goal") {
            if (value.front() != '"' || std::exchange(has_goal_, true)) return false;
            goal_open_ = true;
            return take_cells(value.substr(1));
        }
        for (const auto& [name, key] : kTexts)
            if (word == name) return take_text(value, puzzle_.texts[key], first);
        return false;
    }

    static bool take_size(std::string_view value, int& size) {
        if (size != 0) return false;
        size = take_number(value);
        return value.empty() && 1 <= size && size <= kMaxSide;
    }

    // Cells up to the quote that ends the goal, or to the end of the line.
    bool take_cells(std::string_view line) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            const char c = line[i];
            if (c == '"') {
                goal_open_ = false;
                return i + 1 == line.size();
            }
            if (c != '0' && c != '1' && c != '?') return false;
            puzzle_.goal.push_back(c == '?' ? static_cast<char>(kUnknown) : static_cast<char>(c - '0'));
        }
        return true;
    }

    bool take_text(std::string_view value, std::optional<std::string_view>& text, bool first) {
        if (text) return false;
        if (value.front() == '"') {
            if (value.size() < 2 || value.back() != '"') return false;
            value = value.substr(1, value.size() - 2);
        } else {
            for (const char c : value)
                if (static_cast<unsigned char>(c) > '~') return false;  // it may be a blank
        }
        if (value.find('&') != std::string_view::npos) return false;
        // What models and lists of puzzles are recognised by.
        for (const std::string_view word : {"{", "param", "instance("})
            if (value.find(word) != std::string_view::npos) return false;
        if (first && value.find(',') != std::string_view::npos && has_rules(value)) return false;
        text = value;
        return true;
    }

    static bool has_rules(std::string_view value) {
        std::string small(value);
        for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        return small.find("rules") != std::string::npos;
    }

    // The lines of a section that are clues, by the rule about blank lines; `size` is 0 if no line
    // said it, and afterwards the number of clues.
    bool clues(const Section& section, int& size) {
        const auto& found = section.lines;
        std::size_t filled = 0, first = found.size(), last = 0;
        for (std::size_t i = 0; i < found.size(); ++i)
            if (!found[i].empty()) {
                if (filled++ == 0) first = i;
                last = i;
            }
        const auto wanted = static_cast<std::size_t>(size);
        if (size == 0) {
            if (filled == 0) return false;
            return add(found, first, last + 1, size);
        }
        if (filled == wanted) {
            for (const std::string_view line : found)
                if (!line.empty() && !add(line)) return false;
            return true;
        }
        const std::size_t from = filled > 0 && last + 1 > wanted ? last + 1 - wanted : 0;
        if (found.size() < from + wanted || (filled > 0 && first < from)) return false;
        return add(found, from, from + wanted, size);
    }

    bool add(const std::vector<std::string_view>& lines, std::size_t from, std::size_t to,
             int& size) {
        if (to - from > static_cast<std::size_t>(kMaxSide)) return false;
        size = static_cast<int>(to - from);
        for (std::size_t i = from; i < to; ++i)
            if (!add(lines[i])) return false;
        return true;
    }

    bool add(std::string_view line) {
        puzzle_.clues.emplace_back();
        return read_clue(line, puzzle_.clues.back());
    }

    std::string_view rest_;
    PuzzleText puzzle_;
    Section rows_, columns_;
    Section* section_ = nullptr;
    bool ended_ = false;
    bool begun_ = false;             // a line was not blank
    bool first_is_section_ = false;  // and it was rows or columns
    bool comma_ = false;             // there is a comma in a clue
    bool has_goal_ = false, goal_open_ = false;
};

}  // namespace

std::optional<PuzzleText> read_non(std::string_view text) { return NonReader(text).puzzle(); }

}  // namespace nonosat
