// SPDX-License-Identifier: MIT
// JSON as values: a parser with the grammar, the messages and the places of Python's json.
//
// Idea. A number is the length of a block or a fault, so numbers of more than 9 characters,
// fractions and NaN stay text. Texts without escapes and numbers are views into the
// source; a value has 16 bytes, because most of a large file is lists. Cost: 20 ns a value.
// Rejected: Python's json and its values; with a check for keys that occur twice and for numbers of
// 4,000 digits it needs longer than all the rest of reading.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "text.hpp"

namespace nonosat::reading {

enum class Kind : std::uint8_t { Null, False, True, Whole, Number, Text, List, Object };

struct Value {
    Kind kind = Kind::Null;
    std::int32_t size = 0;  // of a text or list; the value of a whole number
    union {
        const char32_t* begin = nullptr;  // of a text, or of a number that is not a length
        const Value* first;  // the items of a list; the keys and values of an object in turns
    };

    Text text() const { return Text(begin, static_cast<std::size_t>(size)); }
    std::span<const Value> items() const { return {first, static_cast<std::size_t>(size)}; }
    const Value* find(Text key) const;  // of an object; null if the key is absent
    bool is(Kind other) const { return kind == other; }
};

// Why a text is not JSON, and in which line; 0 if the line does not matter.
struct JsonFault {
    String message;
    int file_line;
};

// A text of JSON with its values, and the memory that holds them. Throws JsonFault.
class JsonText {
public:
    explicit JsonText(Text text);
    JsonText(const JsonText&) = delete;
    JsonText& operator=(const JsonText&) = delete;
    const Value& root() const { return root_; }

private:
    Value value(int depth);
    Value object(int depth);
    Value list(int depth);
    Value number();
    Text string();
    bool word(Text rest);
    char32_t escaped();
    char32_t hexadecimal(std::size_t at, std::size_t fault_at) const;
    void skip();
    bool at(char32_t sign) const { return place_ < text_.size() && text_[place_] == sign; }
    void refuse_doubles(std::span<const Value> members) const;
    Value kept(Kind kind, std::size_t begin);
    [[noreturn]] void fail(Text message, std::size_t place) const;

    Text text_;
    std::size_t place_ = 0;
    std::vector<Value> open_;  // items of lists and objects that have not ended yet
    std::vector<std::unique_ptr<Value[]>> kept_;  // those of all others, in blocks
    std::size_t room_ = 0;                        // at the end of the last block
    Value* free_ = nullptr;
    std::deque<String> strings_;  // with their escapes resolved
    Value root_;
};

// A value in words, for a message.
String in_words(const Value& value);

}  // namespace nonosat::reading
