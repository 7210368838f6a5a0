// SPDX-License-Identifier: MIT
// Board.implications, and ImplicationSearch.
#include "implications.hpp"

#include <tuple>

#include "bind.hpp"
#include "implication_search.hpp"

namespace nonosat::bind {
namespace {

// It works on the board of a Python object, which it holds by a Turn.
struct BoundSearch {
    explicit BoundSearch(BoundBoard& board_) : board(board_), search(*board_.board) {}
    BoundBoard& board;
    ImplicationSearch search;
};

using Forced = std::tuple<int, int, int, bool>;

std::vector<Forced> forced_of(const BoundSearch& self) {
    const Turn turn(self.board);
    const Board& board = *self.board.board;
    const Literals& literals = self.search.literals;
    std::vector<Forced> found;
    for (const int literal : self.search.forced()) {
        const std::size_t cell = literals.cell(literal);
        found.emplace_back(board.row_of(cell), board.column_of(cell), literals.value(literal),
                           Literals::holds(literal));
    }
    return found;
}

int to_literal(const BoundSearch& self, const Forced& given) {
    const auto [row, column, value, holds] = given;
    const Board& board = *self.board.board;
    if (row < 0 || row >= board.height || column < 0 || column >= board.width)
        throw nb::index_error("the cell lies outside the board");
    if (value < 0 || value > board.colors) throw nb::value_error("no such value");
    return self.search.literals.of(board.index(row, column), value, holds);
}

using Links = std::vector<std::pair<Forced, int>>;

std::optional<Links> chain_of(const BoundSearch& self, const Forced& from, const Forced& to) {
    const Turn turn(self.board);
    const Board& board = *self.board.board;
    const Literals& literals = self.search.literals;
    Links links;
    for (const auto& [literal, line] :
         self.search.chain(to_literal(self, from), to_literal(self, to))) {
        const std::size_t cell = literals.cell(literal);
        links.emplace_back(Forced(board.row_of(cell), board.column_of(cell),
                                  literals.value(literal), Literals::holds(literal)),
                           line);
    }
    if (links.empty()) return std::nullopt;
    return links;
}

}  // namespace

void bind_implications(nb::module_& m, nb::class_<BoundBoard>& board) {
    board.def(
        "implications",
        [](BoundBoard& self, const nb::object& poll, std::size_t most) {
            const Turn turn(self);
            const Poll native = to_poll(poll);
            Implications found;
            const Status status =
                released([&] { return implications(*self.board, native, most, found); });
            return std::make_tuple(status, found.sources, found.targets, found.causes);
        },
        "poll"_a = nb::none(), "most"_a = 1'000'000,
        nb::sig("def implications(self, poll: " POLL_TYPE
                " = None, most: int = 1000000) -> tuple[Status, list[int], list[int], list[int]]"),
        "All single-line implications: how it ended (INTERRUPTED also if there are more than\n"
        "`most` edges), and per edge its source, its target and the line that causes it (-1:\n"
        "the cell itself). Literals are coded as\n"
        "((row * width + column) * (colors + 1) + value) * 2 + (0 if it holds else 1); with one\n"
        "colour the value is always 1.");

    nb::class_<BoundSearch>(
        m, "ImplicationSearch",
        "The native search of the implication graph of a board for forced literals.")
        .def(nb::init<BoundBoard&>(), "board"_a, nb::keep_alive<1, 2>())
        .def(
            "search",
            [](BoundSearch& self, const nb::object& poll) {
                const Turn turn(self.board);
                if (!self.board.board->at_fixpoint())
                    throw nb::value_error("the board is not propagated");
                const Poll native = to_poll(poll);
                return released([&] { return self.search.search(native); });
            },
            "poll"_a = nb::none(),
            nb::sig("def search(self, poll: " POLL_TYPE " = None) -> Status"),
            "Search the graph of the board, which must be propagated and does not change.")
        .def(
            "run",
            [](BoundSearch& self, const nb::object& poll, bool complete) {
                const Turn turn(self.board);
                const Poll native = to_poll(poll);
                return released([&] { return self.search.run(complete, native); });
            },
            "poll"_a = nb::none(), "complete"_a = true,
            nb::sig("def run(self, poll: " POLL_TYPE " = None, complete: bool = True) -> Status"),
            "Propagate, search and make forced literals permanent, until no more are forced; if not\n"
            "`complete`, end after one graph.")
        .def_prop_ro("forced", &forced_of,
                     "The forced literals of the last search, ascending: row, column, value, and\n"
                     "whether the cell has that value.")
        .def(
            "chain", &chain_of, "start"_a, "end"_a,
            "A shortest path in the graph of the last search, from one literal to another: each\n"
            "literal with the line of the edge to it (-1: the cell alone; also for the first), or\n"
            "None. The board must not have changed since that search.")
        .def_prop_ro(
            "contradictory", [](const BoundSearch& self) { return self.search.contradictory(); },
            "True if a literal and its negation are forced: there is no solution.")
        .def_prop_ro(
            "too_large", [](const BoundSearch& self) { return self.search.too_large(); },
            "True if the last graph was too large to build; then no literal is forced.")
        .def(
            "counts",
            [](const BoundSearch& self) {
                nb::typed<nb::dict, std::string, int> counts;
                const ImplicationCounts& native = self.search.counts;
                counts["graphs"] = native.graphs;
                counts["literals"] = native.literals;
                counts["edges"] = native.edges;
                counts["forced"] = native.forced;
                return counts;
            },
            "Work done so far: graphs searched, their literals, edges and forced literals.");
}

}  // namespace nonosat::bind
