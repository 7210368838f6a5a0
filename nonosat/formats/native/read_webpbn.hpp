// SPDX-License-Identifier: MIT
// The puzzles of a text in the XML of webpbn.com, one by one, as its programs write them.
//
// Idea. The files that people have consist of some fifteen elements and nothing else. A reader that
// expects just these, in their places, needs no parser of all XML. Everything else (a fault, an
// unknown part, a comment, missing clues, a second picture) is `Unusual`: then the reader stops,
// and Python reads the puzzle again, by expat and with all messages (formats/webpbn.py). So each
// text that is accepted here has one meaning, which tests compare with Python's. Source:
// pbn-0.3.dtd of webpbn.com. Cost: 60 ns for a count, a fortieth of Python's reader. Rejected: the
// messages about faults in C++, three times the code, for texts that nobody reads by the thousand.
#pragma once

#include <array>

#include "puzzle_text.hpp"
#include "xml_text.hpp"

namespace nonosat::reading {

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
