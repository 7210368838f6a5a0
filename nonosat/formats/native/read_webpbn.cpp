// SPDX-License-Identifier: MIT
#include "read_webpbn.hpp"

#include <algorithm>

namespace nonosat::reading {
namespace {

using Unusual = XmlText::Unusual;

bool is_xml_blank(char32_t c) { return c == U' ' || c == U'\n' || c == U'\t' || c == U'\r'; }

bool is_small_letter(char32_t c) { return U'a' <= c && c <= U'z'; }

bool is_xml(char32_t c) {
    if (c < U' ') return is_xml_blank(c);
    return c < 0xd800 || (0xdfff < c && c < 0xfffe) || (0xffff < c && c <= 0x10ffff);
}

bool has_any(Text text, Text signs) { return text.find_first_of(signs) != Text::npos; }

// Characters of an encoding, or of an address: none of them means anything in XML.
bool is_simple(Text text) {
    return std::all_of(text.begin(), text.end(), [](char32_t c) {
        return c < 128 && (is_word(c) || Text(U".:/-~").find(c) != Text::npos);
    });
}

// Refuses texts by which a file could be taken for one of another format.
Text modest(Text text) {
    for (const Text word :
         {Text(U"{"), Text(U"["), Text(U"param"), Text(U"instance"), Text(U"row_rules"),
          Text(U"maxlen"), Text(U"number_of_rows"), Text(U"rows:")})
        if (text.find(word) != Text::npos) throw Unusual();
    return text;
}

}  // namespace

// The text ---------------------------------------------------------------------------------------

bool XmlText::skip_blanks() {
    const char32_t* const begin = at_;
    while (at_ != end_ && is_xml_blank(*at_)) ++at_;
    return at_ != begin;
}

bool XmlText::took(char32_t sign) {
    const bool found = at_ != end_ && *at_ == sign;
    at_ += found;
    return found;
}

bool XmlText::took(Text part) {
    const bool found = Text(at_, static_cast<std::size_t>(end_ - at_)).starts_with(part);
    if (found) at_ += part.size();
    return found;
}

void XmlText::expect(char32_t sign) {
    if (!took(sign)) throw Unusual();
}

bool XmlText::ended() {
    skip_blanks();
    return at_ == end_;
}

void XmlText::skip_head() {
    skip_blanks();
    if (took(U"<?xml")) {
        if (!skip_blanks() || !took(U"version") || take_quoted() != U"1.0") throw Unusual();
        if (skip_blanks() && took(U"encoding")) {  // it does not matter: the text is decoded
            const Text name = take_quoted();
            if (name.empty() || !is_ascii_letter(name[0]) || !is_simple(name) ||
                has_any(name, U":/~"))
                throw Unusual();
            skip_blanks();
        }
        expect(U'?');
        expect(U'>');
        skip_blanks();
    }
    if (took(U"<!DOCTYPE pbn SYSTEM \"")) {
        if (!is_simple(take_until(U'"', true))) throw Unusual();
        expect(U'"');
        expect(U'>');
    }
    if (!resolved_.empty()) throw Unusual();  // a head has no references
}

Text XmlText::take_name() {
    const char32_t* const begin = at_;
    while (at_ != end_ && is_small_letter(*at_)) ++at_;
    return {begin, static_cast<std::size_t>(at_ - begin)};
}

// What stands behind = in quotes.
Text XmlText::take_quoted() {
    skip_blanks();
    expect(U'=');
    skip_blanks();
    const char32_t quote = took(U'"') ? U'"' : U'\'';
    if (quote == U'\'') expect(quote);
    const Text value = take_until(quote, true);
    expect(quote);
    return value;
}

void XmlText::take(Tag& tag) {
    skip_blanks();
    expect(U'<');
    tag.ends = took(U'/');
    tag.name = take_name();
    tag.closed = false;
    tag.count = 0;
    for (;;) {
        const bool blank = skip_blanks();
        if (took(U'>')) return;
        if (tag.ends) throw Unusual();
        if (took(U'/')) {
            expect(U'>');
            tag.closed = true;
            return;
        }
        const Text name = take_name();
        if (!blank || name.empty() || tag.count == tag.attributes.size()) throw Unusual();
        for (std::size_t i = 0; i < tag.count; ++i)
            if (tag.attributes[i].first == name) throw Unusual();
        tag.attributes[tag.count++] = {name, take_quoted()};
    }
}

bool XmlText::take_child(const Tag& parent, Tag& tag) {
    if (parent.closed) return false;
    take(tag);
    if (tag.ends && tag.name != parent.name) throw Unusual();
    return !tag.ends;
}

Text XmlText::take_content(const Tag& tag) {
    if (tag.closed) return {};
    const Text content = take_until(U'<', false);
    expect(U'<');
    expect(U'/');
    if (take_name() != tag.name) throw Unusual();
    skip_blanks();
    expect(U'>');
    return content;
}

// The text before a sign, with its references resolved and lines ended by line feeds; the values of
// a tag have one line.
Text XmlText::take_until(char32_t sign, bool in_tag) {
    const char32_t* const begin = at_;
    bool as_it_is = true;
    for (;; ++at_) {
        if (at_ == end_) throw Unusual();
        const char32_t c = *at_;
        if (c == sign) break;
        if (c >= U' ' && c < 0xd800 && c != U'&' && c != U'<' && c != U'>') continue;
        as_it_is = as_it_is && c != U'&' && c != U'\r';
        if (c == U'<' || c == U'>' || !is_xml(c) || (in_tag && c < U' ')) throw Unusual();
    }
    Text text(begin, static_cast<std::size_t>(at_ - begin));
    if (as_it_is) return text;
    String& result = resolved_.emplace_back();
    while (!text.empty()) {
        const char32_t c = text.front();
        text.remove_prefix(1);
        if (c == U'\r' && text.substr(0, 1) != U"\n") throw Unusual();
        if (c != U'\r') result += c == U'&' ? take_reference(text) : c;
    }
    return result;
}

// The character of a reference, behind its &: by number, or by one of the usual names.
char32_t XmlText::take_reference(Text& text) const {
    constexpr std::pair<Text, char32_t> kNames[] = {{U"amp", U'&'},   {U"lt", U'<'},
                                                    {U"gt", U'>'},    {U"quot", U'"'},
                                                    {U"apos", U'\''}, {U"copy", U'\xa9'}};
    const std::size_t end = text.find(U';');
    if (end == Text::npos) throw Unusual();
    Text name = text.substr(0, end);
    text.remove_prefix(end + 1);
    for (const auto& [known, character] : kNames)
        if (name == known) return character;
    if (name.empty() || name.front() != U'#') throw Unusual();
    name.remove_prefix(1);
    const int number = take_number(name);
    if (!name.empty() || number < 0 || !is_xml(static_cast<char32_t>(number))) throw Unusual();
    return static_cast<char32_t>(number);
}

// A puzzle ---------------------------------------------------------------------------------------

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
