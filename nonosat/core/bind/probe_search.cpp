// SPDX-License-Identifier: MIT
// ProbeSearch.
#include "probe_search.hpp"

#include "bind.hpp"

namespace nonosat::bind {
namespace {

Prober& prober_of(BoundBoard& board) {
    if (!board.prober) board.prober = std::make_unique<Prober>(*board.board);
    return *board.prober;
}

// It works on the board of a Python object, which it holds by a Turn.
struct BoundProbeSearch {
    explicit BoundProbeSearch(BoundBoard& board_)
        : board(board_), search(*board_.board, prober_of(board_)) {}
    BoundBoard& board;
    ProbeSearch search;
};

}  // namespace

void bind_probe_search(nb::module_& m) {
    nb::class_<BoundProbeSearch>(m, "ProbeSearch",
                                 "A bounded search for solutions that probes after every assumption.")
        .def(nb::init<BoundBoard&>(), "board"_a, nb::keep_alive<1, 2>())
        .def(
            "next",
            [](BoundProbeSearch& self, std::uint64_t nodes, std::uint64_t line_solves,
               const nb::object& poll) -> std::pair<Status, std::optional<nb::bytes>> {
                const Turn turn(self.board);
                if (!self.board.board->at_fixpoint())
                    throw nb::value_error("the board is not propagated");
                const Poll native = to_poll(poll);
                const Status status =
                    released([&] { return self.search.next({nodes, line_solves}, native); });
                if (!self.search.found()) return {status, std::nullopt};
                return {status, nb::bytes(self.search.cells().data(), self.search.cells().size())};
            },
            "nodes"_a, "line_solves"_a, "poll"_a = nb::none(),
            nb::sig("def next(self, nodes: int, line_solves: int, poll: " POLL_TYPE
                    " = None) -> tuple[Status, bytes | None]"),
            "Look for the next solution, until that many assumptions or line solves in all. The\n"
            "board must be propagated, and does not change. After INTERRUPTED another call goes on.")
        .def(
            "lead",
            [](BoundProbeSearch& self, const nb::bytes& cells) {
                const Turn turn(self.board);
                self.search.lead(to_values(*self.board.board, cells));
            },
            "cells"_a, "From now on assume these values first: one per cell, row by row.")
        .def_prop_ro(
            "exhausted", [](const BoundProbeSearch& self) { return self.search.exhausted(); },
            "True if there are no solutions but those that were found.")
        .def(
            "counts",
            [](const BoundProbeSearch& self) {
                nb::typed<nb::dict, std::string, int> counts;
                counts["nodes"] = self.search.nodes();
                counts["dead_ends"] = self.search.dead_ends();
                counts["line_solves"] = self.search.line_solves();
                return counts;
            },
            "Work done so far: assumptions, those that failed, and line solves.");
}

}  // namespace nonosat::bind
