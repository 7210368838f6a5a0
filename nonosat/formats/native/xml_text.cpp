// SPDX-License-Identifier: MIT
#include "xml_text.hpp"

#include <algorithm>
#include <utility>

namespace nonosat::reading {
namespace {

bool is_small_letter(char32_t c) { return U'a' <= c && c <= U'z'; }

bool is_xml(char32_t c) {
    if (c < U' ') return is_xml_blank(c);
    return c < 0xd800 || (0xdfff < c && c < 0xfffe) || (0xffff < c && c <= 0x10ffff);
}

// Characters of an encoding, or of an address: none of them means anything in XML.
bool is_simple(Text text) {
    return std::all_of(text.begin(), text.end(), [](char32_t c) {
        return c < 128 && (is_word(c) || Text(U".:/-~").find(c) != Text::npos);
    });
}

}  // namespace

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

}  // namespace nonosat::reading
