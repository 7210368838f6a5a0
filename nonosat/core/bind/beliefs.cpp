// SPDX-License-Identifier: MIT
// Beliefs, and the dives that follow them.
#include "bind_beliefs.hpp"

namespace nonosat::bind {
namespace {

std::unique_ptr<BoundBeliefs> new_beliefs(BoundBoard& board) {
    const Turn turn(board);
    return released([&] { return std::make_unique<BoundBeliefs>(*board.board); });
}

std::pair<Status, std::optional<nb::bytes>> dive(BoundBeliefs& self, BoundBoard& board,
                                                 int conflicts, const nb::object& poll) {
    const Turn turn(self);
    const Turn board_turn(board);
    const Poll native = to_poll(poll);
    if (!self.beliefs.are_of(*board.board) || !board.board->at_fixpoint())
        throw nb::value_error("a dive needs the board of the beliefs, propagated");
    Dive dive(*board.board);
    const Status status =
        released([&] { return dive.find(self.beliefs.leads(), conflicts, native); });
    if (status != Status::Fixpoint) return {status, std::nullopt};
    return {status, nb::bytes(dive.cells().data(), dive.cells().size())};
}

}  // namespace

void bind_beliefs(nb::module_& m) {
    nb::class_<BoundBeliefs>(
        m, "Beliefs",
        "Belief propagation on the remaining puzzle of a board, which must be propagated.\n\n"
        "One call at a time, as for Board.")
        .def(nb::new_(&new_beliefs), "board"_a)
        .def(
            "restart",
            [](BoundBeliefs& self, std::uint64_t seed) {
                const Turn turn(self);
                self.beliefs.restart(seed);
            },
            "seed"_a = 0, "Forget everything; a seed other than 0 begins with noise.")
        .def(
            "iterate",
            [](BoundBeliefs& self, double gamma, double damping) {
                const Turn turn(self);
                return released([&] { return self.beliefs.iterate(gamma, damping); });
            },
            "gamma"_a, "damping"_a,
            "One iteration; the number of clues that the likelier values break.")
        .def(
            "run",
            [](BoundBeliefs& self, int iterations, double gamma, double damping, std::uint64_t seed,
               int patience, const nb::object& poll) {
                const Turn turn(self);
                const Poll native = to_poll(poll);
                return released([&] {
                    return self.beliefs.run({iterations, gamma, damping, seed, patience}, native);
                });
            },
            "iterations"_a, "gamma"_a, "damping"_a, "seed"_a = 0, "patience"_a = 0,
            "poll"_a = nb::none(),
            nb::sig("def run(self, iterations: int, gamma: float, damping: float, seed: int = 0, "
                    "patience: int = 0, poll: " POLL_TYPE " = None) -> Status"),
            "Restart and do iterations until the likelier values satisfy all clues (FIXPOINT) or that\n"
            "is given up (CONTRADICTION, which here means only that nothing was found).")
        .def_prop_ro(
            "broken", [](const BoundBeliefs& self) { return self.beliefs.broken(); },
            "How many clues the likelier values break.")
        .def_prop_ro(
            "iterations", [](const BoundBeliefs& self) { return self.beliefs.iterations(); },
            "Rounds since the last restart.")
        .def_prop_ro(
            "work", [](const BoundBeliefs& self) { return self.beliefs.work(); },
            "Table entries computed so far.")
        .def_prop_ro(
            "line_updates", [](const BoundBeliefs& self) { return self.beliefs.line_updates(); },
            "Lines updated so far.")
        .def(
            "cells",
            [](BoundBeliefs& self) {
                const Turn turn(self);
                const auto& guess = self.beliefs.guess();
                return nb::bytes(guess.data(), guess.size());
            },
            "The likelier value of each cell, row by row.")
        .def("dive", &dive, "board"_a, "conflicts"_a, "poll"_a = nb::none(),
             nb::sig("def dive(self, board: Board, conflicts: int, poll: " POLL_TYPE
                     " = None) -> tuple[Status, bytes | None]"),
             "A search on the board that follows the beliefs of the last run: FIXPOINT and the\n"
             "cells of a solution; or CONTRADICTION, nothing found within that many conflicts.\n"
             "The board is the same before and after.")
        .def(
            "marginals",
            [](BoundBeliefs& self) {
                const Turn turn(self);
                return released([&] { return self.beliefs.marginals(); });
            },
            "The probability of each value of each cell: colors + 1 numbers per cell, row by row.");
}

}  // namespace nonosat::bind
