// SPDX-License-Identifier: MIT
#include "json_value.hpp"

#include <algorithm>
#include <unordered_map>

namespace nonosat::reading {
namespace {

constexpr std::size_t kMostText = std::size_t{16} << 20;  // characters: `common.MAX_MARKUP`
constexpr std::size_t kMostDigits = 9;
constexpr int kDeepest = 500;  // lists within lists

bool is_hex(char32_t c) {
    return is_digit(c) || (U'a' <= c && c <= U'f') || (U'A' <= c && c <= U'F');
}

Value of_text(Kind kind, Text text) {
    Value value;
    value.kind = kind;
    value.size = static_cast<std::int32_t>(text.size());
    value.begin = text.data();
    return value;
}

}  // namespace

const Value* Value::find(Text key) const {
    const std::span<const Value> members = items();
    for (std::size_t i = 0; i < members.size(); i += 2)
        if (members[i].text() == key) return &members[i + 1];
    return nullptr;
}

JsonText::JsonText(Text text) : text_(text) {
    if (text.size() > kMostText)
        throw JsonFault{decimal(text.size()) + U" characters of JSON: at most " +
                            decimal(kMostText) +
                            U" are read; split it into several files, or use the .non form",
                        0};
    if (at(U'\uFEFF')) fail(U"Unexpected UTF-8 BOM (decode using utf-8-sig)", 0);
    skip();
    root_ = value(0);
    skip();
    if (place_ != text_.size()) fail(U"Extra data", place_);
}

void JsonText::skip() {
    while (place_ < text_.size()) {
        const char32_t c = text_[place_];
        if (c != U' ' && c != U'\n' && c != U'\t' && c != U'\r') return;
        ++place_;
    }
}

void JsonText::fail(Text message, std::size_t place) const {
    const Text before = text_.substr(0, place);
    const auto line = std::count(before.begin(), before.end(), U'\n') + 1;
    const std::size_t end = before.rfind(U'\n');
    const std::size_t column = end == Text::npos ? place + 1 : place - end;
    throw JsonFault{U"not JSON: " + String(message) + U" at column " + decimal(column),
                    static_cast<int>(line)};
}

bool JsonText::word(Text expected) {
    if (text_.substr(place_, expected.size()) != expected) return false;
    place_ += expected.size();
    return true;
}

Value JsonText::value(int depth) {
    if (place_ >= text_.size()) fail(U"Expecting value", place_);
    if (depth > kDeepest)
        throw JsonFault{U"the JSON is nested too deeply: a puzzle has four levels", 0};
    Value value;
    switch (text_[place_]) {
        case U'"': return of_text(Kind::Text, string());
        case U'{': return object(depth);
        case U'[': return list(depth);
        case U'n':
            if (word(U"null")) return value;
            break;
        case U't':
            value.kind = Kind::True;
            if (word(U"true")) return value;
            break;
        case U'f':
            value.kind = Kind::False;
            if (word(U"false")) return value;
            break;
        case U'N':
        case U'I':
        case U'-': {
            const Text rest = text_.substr(place_);
            for (const Text constant : {Text(U"NaN"), Text(U"Infinity"), Text(U"-Infinity")})
                if (word(constant)) return of_text(Kind::Number, rest.substr(0, constant.size()));
            break;
        }
        default: break;
    }
    return number();
}

Value JsonText::number() {
    const std::size_t begin = place_;
    std::size_t end = begin;
    const auto digits = [&] {
        while (end < text_.size() && is_digit(text_[end])) ++end;
    };
    const auto sign = [&](std::size_t place, char32_t c) {
        return place < text_.size() && text_[place] == c;
    };
    const auto digit = [&](std::size_t place) {
        return place < text_.size() && is_digit(text_[place]);
    };
    if (sign(end, U'-')) ++end;
    if (!digit(end)) fail(U"Expecting value", begin);
    if (text_[end] == U'0')
        ++end;
    else
        digits();
    bool whole = true;
    if (sign(end, U'.') && digit(end + 1)) {
        whole = false;
        ++end;
        digits();
    }
    if (sign(end, U'e') || sign(end, U'E')) {
        const std::size_t before = end++;
        if (sign(end, U'-') || sign(end, U'+')) ++end;
        if (digit(end)) {
            whole = false;
            digits();
        } else {
            end = before;
        }
    }
    const Text text = text_.substr(begin, end - begin);
    place_ = end;
    if (!whole || text.size() > kMostDigits) return of_text(Kind::Number, text);
    Value value;
    value.kind = Kind::Whole;
    for (const char32_t c : text)
        if (c != U'-') value.size = 10 * value.size + static_cast<std::int32_t>(c - U'0');
    if (text.front() == U'-') value.size = -value.size;
    return value;
}

// The items that were opened from `begin` on, as a list or an object.
Value JsonText::kept(Kind kind, std::size_t begin) {
    const std::size_t size = open_.size() - begin;
    if (size > room_) {
        room_ = std::max(size, std::min<std::size_t>(64 << kept_.size(), 1 << 16));
        kept_.push_back(std::make_unique<Value[]>(room_));
        free_ = kept_.back().get();
    }
    Value value;
    value.kind = kind;
    value.size = static_cast<std::int32_t>(size);
    value.first = free_;
    std::copy(open_.begin() + static_cast<std::ptrdiff_t>(begin), open_.end(), free_);
    free_ += size;
    room_ -= size;
    open_.resize(begin);
    return value;
}

Value JsonText::list(int depth) {
    const std::size_t begin = open_.size();
    ++place_;
    skip();
    if (!at(U']'))
        for (;;) {
            open_.push_back(value(depth + 1));
            skip();
            if (at(U']')) break;
            if (!at(U',')) fail(U"Expecting ',' delimiter", place_);
            ++place_;
            skip();
        }
    ++place_;
    return kept(Kind::List, begin);
}

Value JsonText::object(int depth) {
    const std::size_t begin = open_.size();
    ++place_;
    skip();
    if (!at(U'}'))
        for (;;) {
            if (!at(U'"')) fail(U"Expecting property name enclosed in double quotes", place_);
            open_.push_back(of_text(Kind::Text, string()));
            skip();
            if (!at(U':')) fail(U"Expecting ':' delimiter", place_);
            ++place_;
            skip();
            open_.push_back(value(depth + 1));
            skip();
            if (at(U'}')) break;
            if (!at(U',')) fail(U"Expecting ',' delimiter", place_);
            ++place_;
            skip();
        }
    ++place_;
    const Value object = kept(Kind::Object, begin);
    refuse_doubles(object.items());
    return object;
}

// Python would take the last of two values with the same key.
void JsonText::refuse_doubles(std::span<const Value> members) const {
    if (members.size() <= 24) {  // nearly all: no table is needed
        bool doubled = false;
        for (std::size_t i = 2; i < members.size(); i += 2)
            for (std::size_t k = 0; k < i; k += 2)
                doubled |= members[i].text() == members[k].text();
        if (!doubled) return;
    }
    std::unordered_map<Text, std::size_t> counts;
    std::size_t most = 1;
    for (std::size_t i = 0; i < members.size(); i += 2)
        most = std::max(most, ++counts[members[i].text()]);
    if (most == 1) return;
    for (std::size_t i = 0; i < members.size(); i += 2)
        if (counts[members[i].text()] == most)
            throw JsonFault{
                U"the key " + excerpt(members[i].text()) + U" occurs twice in one object", 0};
}

Text JsonText::string() {
    const std::size_t quote = place_++;
    const std::size_t begin = place_;
    String* resolved = nullptr;  // a text with escapes is built anew
    std::size_t from = begin;
    for (;; ++place_) {
        if (place_ >= text_.size()) fail(U"Unterminated string starting at", quote);
        const char32_t c = text_[place_];
        if (c <= 0x1f) fail(U"Invalid control character at", place_);
        if (c == U'"') break;
        if (c != U'\\') continue;
        if (resolved == nullptr) resolved = &strings_.emplace_back();
        resolved->append(text_.substr(from, place_ - from));
        if (place_ + 1 >= text_.size()) fail(U"Unterminated string starting at", quote);
        resolved->push_back(escaped());
        from = place_ + 1;
    }
    const Text rest = text_.substr(from, place_ - from);
    ++place_;
    if (resolved == nullptr) return rest;
    resolved->append(rest);
    return *resolved;
}

// The character that an escape stands for; its last character is the place afterwards.
char32_t JsonText::escaped() {
    constexpr Text kSigns = U"\"\\/bfnrt", kMeant = U"\"\\/\b\f\n\r\t";
    const std::size_t backslash = place_++;
    const char32_t sign = text_[place_];
    if (sign != U'u') {
        const std::size_t which = kSigns.find(sign);
        if (which == Text::npos) fail(U"Invalid \\escape", backslash);
        return kMeant[which];
    }
    const char32_t c = hexadecimal(place_ + 1, backslash + 1);
    place_ += 4;
    const std::size_t next = place_ + 1;  // perhaps the second half of a pair
    if (0xd800 <= c && c <= 0xdbff && next + 6 < text_.size() && text_[next] == U'\\' &&
        text_[next + 1] == U'u') {
        const char32_t low = hexadecimal(next + 2, next + 1);
        if (0xdc00 <= low && low <= 0xdfff) {
            place_ += 6;
            return 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        }
    }
    return c;
}

char32_t JsonText::hexadecimal(std::size_t begin, std::size_t fault_at) const {
    if (begin + 4 >= text_.size()) fail(U"Invalid \\uXXXX escape", fault_at);
    char32_t result = 0;
    for (std::size_t i = begin; i < begin + 4; ++i) {
        const char32_t c = text_[i];
        if (!is_hex(c)) fail(U"Invalid \\uXXXX escape", fault_at);
        result = 16 * result + (is_digit(c) ? c - U'0' : (c | 0x20) - U'a' + 10);
    }
    return result;
}

String in_words(const Value& value) {
    switch (value.kind) {
        case Kind::Null: return U"null";
        case Kind::True: return U"true";
        case Kind::False: return U"false";
        case Kind::Whole: return decimal(value.size);
        case Kind::Number:
            if (value.size <= 20) return String(value.text());
            return String(value.text().substr(0, 20)) + U"...";
        case Kind::Text:
            if (value.text() != U"?") return U"the text " + excerpt(value.text());
            return is_not(value.text(), U"").substr(4);  // without the text itself
        case Kind::List: return U"a list";
        case Kind::Object: break;
    }
    return U"an object";
}

}  // namespace nonosat::reading
