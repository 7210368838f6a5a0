// SPDX-License-Identifier: MIT
#include "read_webpbn.hpp"

#include <algorithm>

namespace nonosat::reading {
namespace {

using Unusual = XmlText::Unusual;

// Refuses texts by which a file could be taken for one of another format.
Text modest(Text text) {
    for (const Text word :
         {Text(U"{"), Text(U"["), Text(U"param"), Text(U"instance"), Text(U"row_rules"),
          Text(U"maxlen"), Text(U"number_of_rows"), Text(U"rows:")})
        if (text.find(word) != Text::npos) throw Unusual();
    return text;
}

}  // namespace

// Makes a puzzle of its elements. The blocks and cells have the places of their colours among those
// that are declared, until all are known.
struct WebpbnPuzzles::Reader {
    struct DeclaredColor {
        Text name, rgb, letter;
        int number = 0;  // in the palette; 0: it is not used
    };
    static constexpr std::size_t kMostDeclared = 200;  // colours, so that a char holds each

    XmlText& xml;
    Texts texts;
    PuzzleText puzzle = {};
    std::vector<DeclaredColor> colors = {};
    Text default_color = U"black", background_color = U"white";
    int usual = -1, background = -1;  // the places of these colours
    bool complete = false;            // all colours are declared
    int last = 0;                     // the colour of the last count

    int place_of_color(Text name) {
        if (colors[static_cast<std::size_t>(last)].name == name) return last;
        for (std::size_t i = 0; i < colors.size(); ++i)
            if (colors[i].name == name) return last = static_cast<int>(i);
        throw Unusual();
    }

    void read_attributes(const XmlText::Tag& tag) {
        for (std::size_t i = 0; i < tag.count; ++i) {
            const auto& [name, value] = tag.attributes[i];
            if (name == U"defaultcolor")
                default_color = value;
            else if (name == U"backgroundcolor")
                background_color = value;
            else if (name != U"type" || value != U"grid")
                throw Unusual();
        }
    }

    void read_color(const XmlText::Tag& tag) {
        DeclaredColor color;
        for (std::size_t i = 0; i < tag.count; ++i) {
            const auto& [name, value] = tag.attributes[i];
            if (name == U"name")
                color.name = modest(value);
            else if (name == U"char" && value.size() <= 1)
                color.letter = modest(value);
            else
                throw Unusual();
        }
        color.rgb = stripped(xml.take_content(tag));
        const bool known = std::any_of(colors.begin(), colors.end(),
                                       [&](const auto& one) { return one.name == color.name; });
        if (complete || known || !is_rgb(color.rgb) || colors.size() >= kMostDeclared ||
            has_any(color.name, U"/\\") || has_any(color.letter, U"/\\"))
            throw Unusual();
        colors.push_back(color);
    }

    // No colour is declared behind the first clues: those of all puzzles come first.
    void complete_colors() {
        if (std::exchange(complete, true)) return;
        std::vector<DeclaredColor> all;
        for (const DeclaredColor& own :
             {DeclaredColor{U"white", U"ffffff", U"."}, DeclaredColor{U"black", U"000000", U"X"}})
            if (std::none_of(colors.begin(), colors.end(),
                             [&](const auto& one) { return one.name == own.name; }))
                all.push_back(own);
        colors.insert(colors.begin(), all.begin(), all.end());
        usual = place_of_color(default_color);
        background = place_of_color(background_color);
    }

    void read_clues(const XmlText::Tag& tag) {
        complete_colors();
        if (tag.count != 1 || tag.attributes[0].first != U"type") throw Unusual();
        const Text type = tag.attributes[0].second;
        std::vector<Clue>& clues = type == U"rows" ? puzzle.rows : puzzle.columns;
        if (!clues.empty() || (type != U"rows" && type != U"columns")) throw Unusual();
        XmlText::Tag line, count;
        while (xml.take_child(tag, line)) {
            if (line.name != U"line" || line.count != 0) throw Unusual();
            const std::size_t begin = puzzle.blocks.size();
            bool zero = false;
            while (xml.take_child(line, count)) {
                if (zero) throw Unusual();
                zero = !read_count(count, puzzle.blocks.size() == begin);
            }
            clues.push_back(puzzle.clue_from(begin));
        }
        if (clues.empty()) throw Unusual();  // those of the goal
    }

    // False for the count 0, which is an empty clue if it is alone.
    bool read_count(const XmlText::Tag& tag, bool first) {
        if (tag.name != U"count" || tag.count > 1) throw Unusual();
        Text text = stripped(xml.take_content(tag));
        if (text == U"0" && first) {
            if (tag.count == 1 && tag.attributes[0].first != U"color") throw Unusual();
            return false;
        }
        int color = usual;
        if (tag.count == 1) {
            if (tag.attributes[0].first != U"color") throw Unusual();
            color = place_of_color(tag.attributes[0].second);
        }
        const int length = take_number(text);
        if (length < 1 || !text.empty()) throw Unusual();
        puzzle.blocks.push_back({length, color});
        return true;
    }

    void read_solution(const XmlText::Tag& tag) {
        complete_colors();
        if (tag.count > 1) throw Unusual();
        if (tag.count == 1) {
            const auto& [name, value] = tag.attributes[0];
            if (name != U"type" || (value != U"goal" && value != U"solution")) throw Unusual();
        }
        XmlText::Tag image;
        while (xml.take_child(tag, image)) {
            if (image.name != U"image" || image.count != 0 || puzzle.goal) throw Unusual();
            read_image(xml.take_content(image));
        }
    }

    // Rows between bars, in the letters of the colours; "?" is an unknown cell.
    void read_image(Text text) {
        LetterValues values;
        values.set(U'?', static_cast<unsigned char>(kUnknown));
        for (std::size_t i = 0; i < colors.size(); ++i)
            if (!colors[i].letter.empty())
                values.set(colors[i].letter.front(), static_cast<int>(i));
        Picture& goal = puzzle.goal.emplace();
        for (;;) {
            while (!text.empty() && is_xml_blank(text.front())) text.remove_prefix(1);
            if (text.empty()) break;
            const std::size_t end = text.find(U'|', 1);
            if (text.front() != U'|' || end == Text::npos) throw Unusual();
            const Text row = text.substr(1, end - 1);
            for (const char32_t c : row) {
                const int value = values(c);
                if (value < 0 || c == U'\n') throw Unusual();
                goal.cells += static_cast<char>(value);
            }
            if (goal.height++ == 0) goal.width = static_cast<int>(row.size());
            if (static_cast<int>(row.size()) != goal.width) throw Unusual();
            text.remove_prefix(end + 1);
        }
    }

    // The palette of the colours that are used, in the order of their declarations.
    void make_palette() {
        std::array<bool, 256> used{};
        const auto at = [](int place) { return static_cast<std::size_t>(place); };
        for (const Block& block : puzzle.blocks) used[at(block.color)] = true;
        if (puzzle.goal)
            for (const char cell : puzzle.goal->cells)
                used[static_cast<unsigned char>(cell)] = true;
        used[at(background)] = false;
        const auto end = used.begin() + static_cast<std::ptrdiff_t>(colors.size());
        if (std::find(used.begin(), end, true) == end)
            used[at(usual != background ? usual : place_of_color(U"black"))] = true;
        std::vector<ColorText> palette;
        for (std::size_t i = 0; i < colors.size(); ++i) {
            if (!used[i]) continue;
            palette.push_back({String(colors[i].name), String(colors[i].rgb), std::nullopt});
            if (!colors[i].letter.empty()) palette.back().letter = String(colors[i].letter);
            colors[i].number = static_cast<int>(palette.size());
        }
        if (palette.size() == 1) palette[0].letter.reset();  // it becomes '#'
        if (palette.size() > kMaxColors ||
            !set_palette(puzzle, palette, String(colors[at(background)].rgb)).empty())
            throw Unusual();
        colors[at(background)].number = 0;
        for (Block& block : puzzle.blocks) block.color = colors[at(block.color)].number;
        if (puzzle.goal)
            for (char& cell : puzzle.goal->cells)
                if (cell != kUnknown)
                    cell = static_cast<char>(colors[static_cast<unsigned char>(cell)].number);
    }

    void set_texts() {
        constexpr Text kBefore = U"license: ";
        puzzle.texts[kTitle] = texts[kPbnTitle];
        puzzle.texts[kAuthor] = texts[kBy];
        puzzle.texts[kCopyright] = texts[kRights];
        if (texts[kNote].starts_with(kBefore))
            puzzle.texts[kLicense] = stripped(Text(texts[kNote]).substr(kBefore.size()));
        puzzle.texts[kCatalogue] = texts[kSource];
        if (!texts[kSource].empty() && !texts[kId].empty()) puzzle.texts[kCatalogue] += U' ';
        puzzle.texts[kCatalogue] += texts[kId];
        puzzle.texts[kDescription] = texts[kAbout];
    }
};

// Reads an element that is a text.
bool WebpbnPuzzles::take_text(Texts& texts) {
    constexpr Text kNames[kPbnTexts] = {U"source",    U"id",          U"title", U"author",
                                        U"copyright", U"description", U"note"};
    const auto* const found = std::find(std::begin(kNames), std::end(kNames), tag_.name);
    if (found == std::end(kNames)) return false;
    if (tag_.count != 0) throw Unusual();
    texts[static_cast<std::size_t>(found - kNames)] = stripped(modest(xml_.take_content(tag_)));
    return true;
}

// Goes to the next puzzle; false at the end of the text.
bool WebpbnPuzzles::find_puzzle() {
    if (place_ == Place::Begin) {
        xml_.skip_head();
        xml_.take(tag_);
        if (tag_.ends) throw Unusual();
        place_ = tag_.name == U"puzzleset" ? Place::InSet : Place::Root;
        if (place_ == Place::Root) return true;
        set_ = tag_;
        if (set_.count != 0) throw Unusual();
    }
    if (place_ == Place::InSet)
        while (xml_.take_child(set_, tag_))
            if (!take_text(texts_)) return true;
    if (!read_any_ || !xml_.ended()) throw Unusual();
    return false;
}

std::optional<PuzzleText> WebpbnPuzzles::next(const nb::object& palette_of) {
    if (place_ == Place::End || place_ == Place::Unusual) return std::nullopt;
    try {
        xml_.forget();
        if (!find_puzzle()) {
            place_ = Place::End;
            return std::nullopt;
        }
        if (tag_.name != U"puzzle") throw Unusual();
        Reader reader{xml_, texts_};
        reader.puzzle.palette_of = palette_of;
        const XmlText::Tag puzzle = tag_;
        reader.read_attributes(puzzle);
        while (xml_.take_child(puzzle, tag_)) {
            if (tag_.name == U"clues")
                reader.read_clues(tag_);
            else if (tag_.name == U"color")
                reader.read_color(tag_);
            else if (tag_.name == U"solution")
                reader.read_solution(tag_);
            else if (tag_.name == U"authorid" && tag_.count == 0)
                modest(xml_.take_content(tag_));  // no puzzle has it
            else if (!take_text(reader.texts))
                throw Unusual();
        }
        reader.complete_colors();
        reader.make_palette();
        reader.set_texts();
        if (!sound(reader.puzzle)) throw Unusual();
        read_any_ = true;
        return std::move(reader.puzzle);
    } catch (const Unusual&) {
        place_ = Place::Unusual;
        return std::nullopt;
    }
}

}  // namespace nonosat::reading
