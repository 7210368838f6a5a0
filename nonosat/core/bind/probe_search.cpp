// SPDX-License-Identifier: MIT
// ProbeSearch.
#include "probe_search.hpp"

#include "bind.hpp"
#include "short_search.hpp"

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

nb::typed<nb::list, nb::bytes> to_bytes(const std::vector<std::vector<std::uint8_t>>& grids) {
    nb::typed<nb::list, nb::bytes> list;
    for (const auto& cells : grids) list.append(nb::bytes(cells.data(), cells.size()));
    return list;
}

}  // namespace

void bind_probe_search(nb::module_& m) {
    nb::class_<BoundProbeSearch>(
        m, "ProbeSearch", "A bounded search for solutions that probes after every assumption.")
        .def(nb::init<BoundBoard&>(), "board"_a, nb::keep_alive<1, 2>())
        .def(
            "run",
            [](BoundProbeSearch& self, std::size_t most, std::uint64_t nodes,
               std::uint64_t line_solves, const nb::object& poll) {
                const Turn turn(self.board);
                if (!self.board.board->at_fixpoint())
                    throw nb::value_error("the board is not propagated");
                const Poll native = to_poll(poll);
                return released(
                    [&] { return self.search.run(most, {nodes, line_solves}, native); });
            },
            "most"_a, "nodes"_a, "line_solves"_a, "poll"_a = nb::none(),
            nb::sig("def run(self, most: int, nodes: int, line_solves: int, poll: " POLL_TYPE
                    " = None) -> Status"),
            "Look for solutions until ``most`` are known, or until that many assumptions or line\n"
            "solves in all. The board must be propagated, and does not change. After INTERRUPTED\n"
            "another call continues.")
        .def_prop_ro(
            "solutions",
            [](const BoundProbeSearch& self) { return to_bytes(self.search.solutions()); },
            "The solutions that were found: a value per cell, row by row.")
        .def(
            "lead",
            [](BoundProbeSearch& self, const nb::bytes& cells) {
                const Turn turn(self.board);
                self.search.lead(to_values(*self.board.board, cells));
            },
            "cells"_a, "Assume these values first, from now on: one per cell, row by row.")
        .def_prop_ro(
            "exhausted", [](const BoundProbeSearch& self) { return self.search.exhausted(); },
            "True if all solutions were found.")
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
    m.def(
        "search_shortly",
        [](BoundBoard& self, std::size_t most, const nb::object& poll) {
            const Turn turn(self);
            const Poll native = to_poll(poll);
            ShortSearch found;
            const std::uint64_t before = self.board->counts.line_solves;
            const Status status = released(
                [&] { return search_shortly(*self.board, prober_of(self), most, native, found); });
            nb::typed<nb::dict, std::string, int> counts;
            counts["nodes"] = found.nodes;
            counts["dead_ends"] = found.dead_ends;
            counts["line_solves"] = self.board->counts.line_solves - before;
            counts["switching_components"] = found.switching_components;
            return nb::make_tuple(status, to_bytes(found.solutions), found.exhausted, counts);
        },
        "board"_a, "most"_a, "poll"_a = nb::none(),
        nb::sig("def search_shortly(board: Board, most: int, poll: " POLL_TYPE
                " = None) -> tuple[Status, list[bytes], bool, dict[str, int]]"),
        "Look for solutions until ``most`` are known, all are known, or a small bound of work is\n"
        "reached: the stage ``search``. Returns the status, the solutions, whether these are\n"
        "all, and the work. Values that the search refutes are removed from the board.");
}

}  // namespace nonosat::bind
