// SPDX-License-Identifier: MIT
// The puzzles of a text in the XML of webpbn.com, one by one, as its programs write them.
//
// Idea. The files that people have consist of some fifteen elements and nothing else. A reader that
// expects just these, in their places, needs no parser of all XML. Everything else (a fault, an
// unknown part, a comment, missing clues, a second picture) is `Unusual`: then the reader stops,
// and Python reads the puzzle again, by expat and with all messages (formats/webpbn.py). So each
// text that is accepted here has one meaning, which tests compare with Python's. Source:
// pbn-0.3.dtd of webpbn.com. Cost: 20 ns for a count, a fortieth of Python's reader. Rejected:
// expat from C++, which alone takes longer than all of this and is no public part of Python; and
// the messages about faults in C++, three times the code, for texts that nobody reads by the
// thousand.
#pragma once

#include <array>
#include <deque>

#include "puzzle_text.hpp"

namespace nonosat::reading {

// A text of XML, tag by tag. All functions throw Unusual if they do not find what they look for.
class XmlText {
public:
    struct Unusual {};
    struct Tag {
        Text name;
        bool ends = false;    // </name>
        bool closed = false;  // <name/>
        std::array<std::pair<Text, Text>, 3> attributes;
        std::size_t count = 0;  // of attributes
    };

    explicit XmlText(Text text) : at_(text.data()), end_(text.data() + text.size()) {}
    // Skips what stands before the root: <?xml ...?> and a document type without declarations.
    void skip_head();
    // Takes the next tag, before which only blanks may stand.
    void take(Tag& tag);
    // Takes the first tag in `parent`, or behind its last one; false if there `parent` ends.
    bool take_child(const Tag& parent, Tag& tag);
    // Takes the text in an element without others, and its end.
    Text take_content(const Tag& tag);
    bool ended();
    // Forget the texts with entities that were returned.
    void forget() { resolved_.clear(); }

private:
    bool skip_blanks();  // true if there were some
    bool took(char32_t sign);
    bool took(Text part);
    void expect(char32_t sign);
    Text take_name();
    Text take_quoted();
    Text take_until(char32_t sign, bool in_tag);
    char32_t take_reference(Text& text) const;

    const char32_t *at_, *end_;
    std::deque<String> resolved_;
};

class WebpbnPuzzles {
public:
    explicit WebpbnPuzzles(Text text) : xml_(text) {}  // which has to live as long
    WebpbnPuzzles(const WebpbnPuzzles&) = delete;
    WebpbnPuzzles& operator=(const WebpbnPuzzles&) = delete;
    // The next puzzle, which is sound; none behind the last one, and where the text is unusual.
    std::optional<PuzzleText> next(const nb::object& palette_of);
    // True behind the last one: the text was read to its end.
    bool ended() const { return place_ == Place::End; }

private:
    enum class Place { Begin, InSet, Root, End, Unusual };
    // The elements that are texts of a puzzle.
    enum PbnText { kSource, kId, kPbnTitle, kBy, kRights, kAbout, kNote, kPbnTexts };
    using Texts = std::array<String, kPbnTexts>;
    struct Reader;

    bool take_text(Texts& texts);
    bool find_puzzle();

    XmlText xml_;
    XmlText::Tag set_, tag_;
    Texts texts_;  // of the set
    Place place_ = Place::Begin;
    bool read_any_ = false;
};

}  // namespace nonosat::reading
