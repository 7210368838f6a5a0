// SPDX-License-Identifier: MIT
// The puzzles of a text in JSON: the text is parsed once, its puzzles are made one by one.
#pragma once

#include "json_value.hpp"
#include "puzzle_text.hpp"

namespace nonosat::reading {

class JsonPuzzles {
public:
    explicit JsonPuzzles(Text text);  // which has to live as long
    JsonPuzzles(const JsonPuzzles&) = delete;
    JsonPuzzles& operator=(const JsonPuzzles&) = delete;
    std::size_t size() const { return fault_ || !list_ ? 1 : list_->size(); }
    PuzzleText puzzle(std::size_t index, const nb::object& palette_of) const;

private:
    std::optional<JsonText> json_;
    std::optional<JsonFault> fault_;              // of the whole text
    std::optional<std::span<const Value>> list_;  // none: the text is one puzzle
    String path_;                                 // of the list
};

}  // namespace nonosat::reading
