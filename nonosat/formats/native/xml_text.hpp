// SPDX-License-Identifier: MIT
// A text of XML, tag by tag, for readers that know which tags they expect.
//
// Idea. A tag is a name of small letters and up to three attributes, a text is what stands between
// two tags. What is none of these (comments, CDATA sections, processing instructions, declarations,
// entities other than the usual ones, a lone carriage return, a bare >) is `Unusual`, so that no
// document that expat refuses is accepted. Cost: one look at each character. Rejected: expat, which
// alone takes longer than reading a puzzle by this, and is no public part of Python.
#pragma once

#include <array>
#include <deque>

#include "text.hpp"

namespace nonosat::reading {

inline bool is_xml_blank(char32_t c) { return c == U' ' || c == U'\n' || c == U'\t' || c == U'\r'; }
inline bool has_any(Text text, Text signs) { return text.find_first_of(signs) != Text::npos; }

// All functions throw Unusual if they do not find what they look for.
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

}  // namespace nonosat::reading
