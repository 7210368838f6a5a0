// SPDX-License-Identifier: MIT
// Board.davidje13_rating.
#include "davidje13.hpp"

#include <tuple>

#include "bind.hpp"

namespace nonosat::bind {

void bind_davidje13(nb::module_& m, nb::class_<BoundBoard>& board) {
    nb::enum_<Davidje13End>(m, "Davidje13End", "How judging ended.")
        .value("SOLVED", Davidje13End::Solved, "The puzzle is solved: the numbers are complete.")
        .value("NEEDS_GUESS", Davidje13End::NeedsGuess, "No method but a guess gives more.")
        .value("CONTRADICTION", Davidje13End::Contradiction, "There is no solution.")
        .value("TOO_MUCH", Davidje13End::TooMuch, "It takes more work or memory than allowed.")
        .value("INTERRUPTED", Davidje13End::Interrupted, "The poll said stop.");
    board.def(
        "davidje13_rating",
        [](BoundBoard& self, const nb::object& poll, std::uint64_t most_work) {
            const Turn turn(self);
            if (self.board->colors != 1) throw nb::value_error("the board has several colours");
            for (int line = 0; line < self.board->lines(); ++line)
                if (!self.board->clue(line).given) throw nb::value_error("a clue is missing");
            const Poll native = to_poll(poll);
            const Davidje13Rating found =
                released([&] { return davidje13_rating(*self.board, native, most_work); });
            return std::make_tuple(found.end, found.difficulty, found.tedium, found.steps,
                                   found.work);
        },
        "poll"_a = nb::none(), "most_work"_a = std::uint64_t{40'000'000'000},
        nb::sig(
            "def davidje13_rating(self, poll: " POLL_TYPE
            " = None, most_work: int = 40000000000) -> tuple[Davidje13End, int, int, int, int]"),
        "The difficulty, tedium and steps of davidje13's Nonogram, from the known cells on: how\n"
        "it ended, these three, and the work done. The board does not change.");
}

}  // namespace nonosat::bind
