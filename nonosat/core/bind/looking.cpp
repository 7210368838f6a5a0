// SPDX-License-Identifier: MIT
// Board.look.
#include "looking.hpp"

#include <string>

#include "bind.hpp"

namespace nonosat::bind {

void bind_looking(nb::class_<BoundBoard>& board) {
    board.def(
        "look",
        [](BoundBoard& self, std::uint64_t most_solves, const nb::object& poll) {
            const Turn turn(self);
            const Poll native = to_poll(poll);
            Looking found;
            const Status status =
                released([&] { return look(*self.board, most_solves, native, found); });
            nb::typed<nb::dict, std::string, int> counts;
            counts["looks"] = found.looks;
            counts["gave"] = found.gave;
            counts["cost"] = found.cost;
            counts["moments"] = found.moments;
            counts["trials"] = found.trials;
            counts["failures"] = found.failures;
            counts["cells"] = found.cells;
            counts["lines_leave"] = found.lines_leave;
            counts["trials_leave"] = found.trials_leave;
            counts["cut"] = static_cast<int>(found.cut);
            return std::make_tuple(status, counts, found.trial_cost);
        },
        "most_solves"_a = kMostTrialSolves, "poll"_a = nb::none(),
        nb::sig("def look(self, most_solves: int = ..., poll: " POLL_TYPE
                " = None) -> tuple[Status, dict[str, int], float]"),
        "How much a person looks at while solving the board, which does not change: how it ended, the\n"
        "counts, and the expected cost of the trials. looking.hpp describes the person.");
}

}  // namespace nonosat::bind
