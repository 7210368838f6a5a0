// SPDX-License-Identifier: MIT
// Board.find_chain and find_trial: reasons as plain values.
#include <climits>
#include <tuple>

#include "bind.hpp"

namespace nonosat::bind {
namespace {

using Known = std::tuple<int, int, int, bool>;  // row, column, value, whether the cell has it
using LinkOut = std::pair<Known, int>;
using BranchOut = std::tuple<Known, std::vector<LinkOut>, int>;
using ReasonOut = std::tuple<Known, std::vector<int>, std::vector<Known>, std::vector<BranchOut>>;

#define KNOWN_TYPE "tuple[int, int, int, bool]"
#define REASON_TYPE                                                                 \
    "tuple[" KNOWN_TYPE ", list[int], list[" KNOWN_TYPE "], list[tuple[" KNOWN_TYPE \
    ", list[tuple[" KNOWN_TYPE ", int]], int]]]"

Known known_of(const Board& board, int literal) {
    const Literals literals{board.colors};
    const std::size_t cell = literals.cell(literal);
    return {board.row_of(cell), board.column_of(cell), literals.value(literal),
            Literals::holds(literal)};
}

std::vector<Known> all_known(const Board& board, const std::vector<int>& literals) {
    std::vector<Known> found;
    for (const int literal : literals) found.push_back(known_of(board, literal));
    return found;
}

int literal_of(const Board& board, const Known& known) {
    const auto [row, column, value, holds] = known;
    if (row < 0 || row >= board.height || column < 0 || column >= board.width)
        throw nb::index_error("the cell lies outside the board");
    if (value < 0 || value > board.colors) throw nb::value_error("no such value");
    return Literals{board.colors}.of(board.index(row, column), value, holds);
}

std::optional<ReasonOut> to_python(const Board& board, const std::optional<Reason>& reason) {
    if (!reason) return std::nullopt;
    std::vector<BranchOut> branches;
    for (const Reason::Branch& branch : reason->branches) {
        std::vector<LinkOut> links;
        for (const Reason::Link& link : branch.links)
            links.emplace_back(known_of(board, link.literal), link.line);
        branches.emplace_back(known_of(board, branch.assumption), std::move(links),
                              branch.conflict);
    }
    return ReasonOut{known_of(board, reason->conclusion), reason->lines,
                     all_known(board, reason->because), std::move(branches)};
}

void require_fixpoint(const BoundBoard& self) {
    if (!self.board->at_fixpoint()) throw nb::value_error("the board is not propagated");
}

}  // namespace

void bind_reasons(nb::class_<BoundBoard>& board) {
    board.def(
        "find_chain",
        [](BoundBoard& self, std::optional<int> max_links, const std::optional<Known>& wanted,
           const nb::object& poll) {
            const Turn turn(self);
            require_fixpoint(self);
            const int literal = wanted ? literal_of(*self.board, *wanted) : -1;
            const Poll native = to_poll(poll);
            if (!self.chains) self.chains = make_chain_finder(*self.board);
            std::optional<Reason> found;
            const Status status = released([&] {
                return self.chains->find(max_links.value_or(INT_MAX / 4), literal, native, found);
            });
            return std::make_tuple(status, to_python(*self.board, found), self.chains->too_large());
        },
        "max_links"_a = nb::none(), "wanted"_a = nb::none(), "poll"_a = nb::none(),
        nb::sig("def find_chain(self, max_links: int | None = None, wanted: " KNOWN_TYPE
                " | None = None, poll: " POLL_TYPE " = None) -> tuple[Status, " REASON_TYPE
                " | None, bool]"),
        "The easiest chain of implications that forces a literal, or `wanted`: how the search\n"
        "ended, the reason, and whether the graph was too large to be built. A reason is the\n"
        "conclusion, the lines, the known literals, and branches of assumption, links (literal and\n"
        "line) and the line without placement, or -1. The board must be propagated.");
    board.def(
        "find_trial",
        [](BoundBoard& self, const nb::object& poll) {
            const Turn turn(self);
            require_fixpoint(self);
            const Poll native = to_poll(poll);
            if (!self.trials) self.trials = make_trial_finder(*self.board);
            std::optional<Reason> found;
            const Status status = released([&] { return self.trials->find(native, found); });
            return std::make_pair(status, to_python(*self.board, found));
        },
        "poll"_a = nb::none(),
        nb::sig("def find_trial(self, poll: " POLL_TYPE " = None) -> tuple[Status, " REASON_TYPE
                " | None]"),
        "The trial that needs the fewest line solves: how the search ended, and the reason. Links in\n"
        "succession with the same line are one line solve. The board must be propagated.");
}

}  // namespace nonosat::bind
