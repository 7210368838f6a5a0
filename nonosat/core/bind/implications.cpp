// SPDX-License-Identifier: MIT
// Board.implications.
#include "implications.hpp"

#include "bind.hpp"

namespace nonosat::bind {

void bind_implications(nb::class_<BoundBoard>& board) {
    board.def(
        "implications",
        [](BoundBoard& self, const nb::object& poll) {
            const Turn turn(self);
            const Poll native = to_poll(poll);
            Implications found;
            const Status status =
                released([&] { return implications(*self.board, native, found); });
            return std::make_tuple(status, found.sources, found.targets, found.causes);
        },
        "poll"_a = nb::none(),
        nb::sig("def implications(self, poll: " POLL_TYPE
                " = None) -> tuple[Status, list[int], list[int], list[int]]"),
        "All single-line implications: how it ended, and per edge its source, its target and\n"
        "the line that causes it (-1: the cell itself). Literals are coded as\n"
        "((row * width + column) * (colors + 1) + value) * 2 + (0 if it holds else 1); with one\n"
        "colour the value is always 1.");
}

}  // namespace nonosat::bind
