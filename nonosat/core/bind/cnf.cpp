// SPDX-License-Identifier: MIT
// Board.encode and Board.encode_by_line.
#include "cnf.hpp"

#include "bind_beliefs.hpp"

namespace nonosat::bind {
namespace {

using ClauseList = nb::typed<nb::list, nb::typed<nb::list, int>>;
using CellList = nb::typed<nb::list, std::pair<int, int>>;

constexpr std::size_t kPollItems = 1 << 14;  // list items made between two polls

// The clauses as lists; nothing if the poll says stop.
std::optional<ClauseList> clause_list(const Cnf& cnf, const Poll& poll) {
    ClauseList clauses;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < cnf.ends.size(); ++i) {
        if (i % kPollItems == 0 && poll && poll()) return std::nullopt;
        nb::list clause;
        for (; begin < cnf.ends[i]; ++begin) clause.append(nb::int_(cnf.literals[begin]));
        clauses.append(clause);
    }
    return clauses;
}

// The (cell, value) of each variable of a cell; nothing if the poll says stop.
std::optional<CellList> cell_list(const Cnf& cnf, const Poll& poll) {
    CellList cells;
    for (std::size_t i = 0; i < cnf.cell_of.size(); ++i) {
        if (i % kPollItems == 0 && poll && poll()) return std::nullopt;
        cells.append(nb::make_tuple(cnf.cell_of[i], cnf.value_of[i]));
    }
    return cells;
}

using Encoded = std::optional<std::tuple<ClauseList, int, CellList, std::vector<int>>>;

Encoded encoded(BoundBoard& self, Encoding encoding, const nb::object& poll,
                BoundBeliefs* beliefs, std::size_t most_clauses) {
    const Turn turn(self);
    const Poll native = to_poll(poll);
    Cnf cnf;
    Hints hints;
    if (beliefs != nullptr) {
        const Turn beliefs_turn(*beliefs);
        if (!beliefs->beliefs.are_of(*self.board))
            throw nb::value_error("the beliefs are those of another board");
        hints = released([&] { return beliefs->beliefs.hints(); });
    }
    const Status status = released([&] {
        return encode(*self.board, encoding, native, cnf, beliefs != nullptr ? &hints : nullptr,
                      most_clauses);
    });
    if (status == Status::Interrupted) return std::nullopt;
    std::optional<ClauseList> clauses = clause_list(cnf, native);
    if (!clauses) return std::nullopt;
    std::optional<CellList> cells = cell_list(cnf, native);
    if (!cells) return std::nullopt;
    return std::make_tuple(*clauses, cnf.variables, *cells, cnf.phases);
}

using EncodedByLine = std::optional<std::tuple<ClauseList, int, CellList, std::vector<std::size_t>>>;

EncodedByLine encoded_by_line(BoundBoard& self, const nb::object& poll) {
    const Turn turn(self);
    const Poll native = to_poll(poll);
    Cnf cnf;
    const Status status =
        released([&] { return encode(*self.board, Encoding::Order, native, cnf); });
    if (status == Status::Interrupted) return std::nullopt;
    std::optional<ClauseList> clauses = clause_list(cnf, native);
    if (!clauses) return std::nullopt;
    std::optional<CellList> cells = cell_list(cnf, native);
    if (!cells) return std::nullopt;
    std::vector<std::size_t> ends = cnf.line_begins;
    ends.push_back(cnf.ends.size());
    return std::make_tuple(*clauses, cnf.variables, *cells, ends);
}

}  // namespace

void bind_cnf(nb::module_& m, nb::class_<BoundBoard>& board) {
    m.attr("MAX_CLAUSES") = kMaxClauses;
    board
        .def("encode", &encoded, "encoding"_a = Encoding::Order, "poll"_a = nb::none(),
             "beliefs"_a = nb::none(), "most_clauses"_a = kMaxClauses,
             nb::sig("def encode(self, encoding: Encoding = ..., poll: " POLL_TYPE " = None, "
                     "beliefs: Beliefs | None = None, most_clauses: int = 20_000_000) "
                     "-> tuple[list[list[int]], int, list[tuple[int, int]], list[int]] | None"),
             "The remaining puzzle as clauses: the clauses, the number of variables, and for\n"
             "variable i + 1 the (cell, value) that entry i says; the other variables are of\n"
             "blocks and gaps; and with beliefs (of this board) the literals that they suggest.\n"
             "None if `poll()` said stop or there are more than `most_clauses`.")
        .def("encode_by_line", &encoded_by_line, "poll"_a = nb::none(),
             nb::sig("def encode_by_line(self, poll: " POLL_TYPE " = None) -> "
                     "tuple[list[list[int]], int, list[tuple[int, int]], list[int]] | None"),
             "As encode() in the order encoding, and where the clauses of each line end: the first\n"
             "entry is for those of cells alone, then one entry per line.");
}

}  // namespace nonosat::bind
