// SPDX-License-Identifier: MIT
// Board.count.
#include "count.hpp"

#include <string>

#include "bind.hpp"

namespace nonosat::bind {

void bind_count(nb::class_<BoundBoard>& board) {
    board.def(
        "count",
        [](BoundBoard& self, const std::vector<int>& cells, const nb::bytes& solution,
           std::size_t max_bytes, const nb::object& poll) {
            const Turn turn(self);
            const Poll native = to_poll(poll);
            CountTask task;
            task.cells = cells;
            const auto* values = static_cast<const std::uint8_t*>(solution.data());
            task.solution.assign(values, values + solution.size());
            task.max_bytes = max_bytes;
            const CountResult result =
                released([&] { return count_solutions(*self.board, task, native); });
            std::string number;
            for (const std::uint64_t word : result.number)
                for (int shift = 0; shift < 64; shift += 8)
                    number.push_back(static_cast<char>((word >> shift) & 0xff));
            return std::make_tuple(nb::bytes(number.data(), number.size()), result.exact,
                                   result.steps, result.peak);
        },
        "cells"_a, "solution"_a, "max_bytes"_a, "poll"_a = nb::none(),
        nb::sig("def count(self, cells: collections.abc.Sequence[int], solution: bytes, "
                "max_bytes: int, poll: " POLL_TYPE " = None) "
                "-> tuple[bytes, bool, int, int]"),
        "How many ways there are to fill these cells (row * width + column), if the others have\n"
        "their values in `solution` (b'' if none is known; `cells` must then be all unknown ones).\n"
        "The number in bytes, little endian; whether it is exact or a lower bound;\n"
        "transitions tried; states of the largest table.");
}

}  // namespace nonosat::bind
