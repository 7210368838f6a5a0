// SPDX-License-Identifier: MIT
// The Python face of the core. Converts and validates; no logic of nonograms lives here.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "beliefs.hpp"
#include "board.hpp"
#include "count.hpp"
#include "switch.hpp"
#include "trim.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using nonosat::Block;
using nonosat::Beliefs;
using nonosat::Board;
using nonosat::Clue;
using nonosat::Encoding;
using nonosat::Status;

namespace {

using Blocks = std::vector<std::pair<int, int>>;

Clue to_clue(const std::optional<Blocks>& blocks) {
    Clue clue;
    clue.given = blocks.has_value();
    if (blocks)
        for (const auto& [length, color] : *blocks) clue.blocks.push_back({length, color});
    return clue;
}

// A poll that asks a Python callable, with the GIL. Signals (Ctrl-C) are delivered to Python code
// as it runs, so an exception may come out of it; it passes through the core to the caller.
nonosat::Poll to_poll(const nb::object& poll) {
    if (poll.is_none()) return {};
    return [poll_handle = nb::handle(poll)]() -> bool {
        nb::gil_scoped_acquire gil;
        return nb::cast<bool>(poll_handle());
    };
}

template <class Work>
Status released(Work work) {
    nb::gil_scoped_release release;
    return work();
}

using ClauseList = nb::typed<nb::list, nb::typed<nb::list, int>>;

// The clauses as lists; nothing if the poll says stop.
std::optional<ClauseList> clause_list(const nonosat::Cnf& cnf, const nonosat::Poll& poll) {
    ClauseList clauses;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < cnf.ends.size(); ++i) {
        if ((i & 0xffff) == 0 && poll && poll()) return std::nullopt;
        nb::list clause;
        for (; begin < cnf.ends[i]; ++begin) clause.append(nb::int_(cnf.literals[begin]));
        clauses.append(clause);
    }
    return clauses;
}

void require_cell(const Board& board, int row, int column, int value) {
    if (row < 0 || row >= board.height || column < 0 || column >= board.width)
        throw nb::index_error("the cell lies outside the board");
    if (value < 0 || value > board.colors) throw nb::value_error("no such value");
}

}  // namespace

NB_MODULE(_core, m) {
    nb::set_leak_warnings(false);  // a Board that a program still holds at its end is no leak
    m.doc() = "The native core of nonosat: line-solving, propagation, probing, CNF.";
    m.attr("MAX_SIDE") = nonosat::kMaxSide;
    m.def(
        "word_counts",
        [] {
            return []<int... Words>(std::integer_sequence<int, Words...>) {
                return std::vector<int>{Words...};
            }(nonosat::WordCounts{});
        },
        "How many words of 64 bits a line may have; one more bit than it has cells.");
    m.attr("MAX_COLORS") = nonosat::kMaxColors;
    m.attr("UNKNOWN") = nonosat::kUnknown;
#ifdef NONOSAT_CONTRACTS
    m.attr("CONTRACTS") = true;
#else
    m.attr("CONTRACTS") = false;
#endif

    nb::enum_<Status>(m, "Status", "How a piece of work ended.")
        .value("FIXPOINT", Status::Fixpoint, "Nothing more follows.")
        .value("CONTRADICTION", Status::Contradiction, "There is no solution.")
        .value("INTERRUPTED", Status::Interrupted, "The poll said stop; call again to go on.");

    nb::enum_<Encoding>(m, "Encoding", "Which clauses say what a line may be.")
        .value("ORDER", Encoding::Order, "Block i starts at or before p: learns well.")
        .value("AUTOMATON", Encoding::Automaton, "Unit propagation is line-solving.")
        .value("CELLS", Encoding::Cells, "None: only what is known of single cells.");

    nb::class_<Board>(m, "Board",
                      "The state of a puzzle: for each cell the values that it can still have.\n\n"
                      "Lines are numbered: rows from 0, then columns. A clue is a list of\n"
                      "(length, colour), or None where it is not given. Value 0 is EMPTY.")
        .def(nb::new_([](int height, int width, int colors,
                         const std::vector<std::optional<Blocks>>& clues) {
                 std::vector<Clue> native;
                 native.reserve(clues.size());
                 for (const auto& clue : clues) native.push_back(to_clue(clue));
                 return nonosat::make_board(height, width, colors, std::move(native));
             }),
             "height"_a, "width"_a, "colors"_a, "clues"_a)
        .def_ro("height", &Board::height)
        .def_ro("width", &Board::width)
        .def_ro("colors", &Board::colors)
        .def_prop_ro("unknown", &Board::unsettled, "How many cells are not settled.")
        .def_prop_ro("at_fixpoint", &Board::at_fixpoint,
                     "True if propagation has nothing left to do.")
        .def_prop_ro("conflict_line", &Board::conflict_line,
                     "The line that had no arrangement, or -1.")
        .def(
            "propagate",
            [](Board& board, const nb::object& poll) {
                const nonosat::Poll native = to_poll(poll);
                return released([&] { return board.propagate(native); });
            },
            "poll"_a = nb::none(), nb::sig("def propagate(self, poll: collections.abc.Callable[[], bool] | None = None) -> Status"),
            "Line-solve to the fixpoint. `poll()` is asked now and then; True means stop.")
        .def(
            "probe",
            [](Board& board, const nb::object& poll) {
                const nonosat::Poll native = to_poll(poll);
                return released([&] { return board.probe(native); });
            },
            "poll"_a = nb::none(), nb::sig("def probe(self, poll: collections.abc.Callable[[], bool] | None = None) -> Status"),
            "Try every value of every unknown cell, to the fixpoint; propagation included.")
        .def(
            "can_be",
            [](const Board& board, int row, int column, int value) {
                require_cell(board, row, column, value);
                return board.can_be(row, column, value);
            },
            "row"_a, "column"_a, "value"_a)
        .def(
            "remove",
            [](Board& board, int row, int column, int value) {
                require_cell(board, row, column, value);
                return board.remove(row, column, value);
            },
            "row"_a, "column"_a, "value"_a,
            "Remove a value from a cell; False if the cell has no value left.")
        .def("mark", &Board::mark, "A place to come back to.")
        .def(
            "back_to",
            [](Board& board, std::size_t mark) {
                if (mark > board.mark()) throw nb::value_error("no such mark");
                board.back_to(mark);
            },
            "mark"_a, "Undo all removals since that mark, at which the board was propagated.")
        .def(
            "cells",
            [](const Board& board) {
                std::string cells;
                cells.reserve(static_cast<std::size_t>(board.height) * board.width);
                for (int row = 0; row < board.height; ++row)
                    for (int column = 0; column < board.width; ++column)
                        cells.push_back(static_cast<char>(board.value(row, column)));
                return nb::bytes(cells.data(), cells.size());
            },
            "The settled cells row by row, UNKNOWN for the others.")
        .def(
            "counts",
            [](const Board& board) {
                nb::typed<nb::dict, std::string, int> counts;
                counts["line_solves"] = board.counts.line_solves;
                counts["probes"] = board.counts.probes;
                counts["skipped"] = board.counts.skipped;
                counts["contradictions"] = board.counts.contradictions;
                counts["agreements"] = board.counts.agreements;
                counts["rounds"] = board.counts.rounds;
                return counts;
            },
            "Work done so far, by kind.")
        .def(
            "implications",
            [](Board& board, const nb::object& poll) {
                const nonosat::Poll native = to_poll(poll);
                nonosat::Implications found;
                const Status status = released([&] { return board.implications(native, found); });
                return std::make_tuple(status, found.sources, found.targets, found.causes);
            },
            "poll"_a = nb::none(), nb::sig("def implications(self, poll: collections.abc.Callable[[], bool] | None = None) -> tuple[Status, list[int], list[int], list[int]]"),
            "All single-line implications: how it ended, and per edge its source, its target and\n"
            "the line that causes it (-1: the cell itself). Literals are coded as\n"
            "((row * width + column) * (colors + 1) + value) * 2 + (0 if it holds else 1); with one\n"
            "colour the value is always 1.")
        .def(
            "encode",
            [](Board& board, Encoding encoding, const nb::object& poll, Beliefs* beliefs)
                -> std::optional<
                    std::tuple<ClauseList, int, nb::typed<nb::list, std::pair<int, int>>,
                               std::vector<int>>> {
                const nonosat::Poll native = to_poll(poll);
                nonosat::Cnf cnf;
                const nonosat::Hints* hints = beliefs != nullptr ? &beliefs->hints() : nullptr;
                const Status status =
                    released([&] { return board.encode(encoding, native, cnf, hints); });
                if (status == Status::Interrupted) return std::nullopt;
                std::optional<ClauseList> clauses = clause_list(cnf, native);
                if (!clauses) return std::nullopt;
                nb::typed<nb::list, std::pair<int, int>> cells;
                for (std::size_t i = 0; i < cnf.cell_of.size(); ++i)
                    cells.append(nb::make_tuple(cnf.cell_of[i], cnf.value_of[i]));
                return std::make_tuple(*clauses, cnf.variables, cells, cnf.phases);
            },
            "encoding"_a = Encoding::Order, "poll"_a = nb::none(), "beliefs"_a = nb::none(),
            nb::sig("def encode(self, encoding: Encoding = ..., "
                    "poll: collections.abc.Callable[[], bool] | None = None, "
                    "beliefs: Beliefs | None = None) "
                    "-> tuple[list[list[int]], int, list[tuple[int, int]], list[int]] | None"),
            "What is left, as clauses: the clauses, the number of variables, and for variable\n"
            "i + 1 the (cell, value) that entry i says; the other variables are of blocks and\n"
            "gaps; and with beliefs (of this board) the literals that they suggest. None if\n"
            "`poll()`, asked now and then, said stop, or there are over 20 million clauses.")
        .def(
            "encode_by_line",
            [](Board& board, const nb::object& poll)
                -> std::optional<std::tuple<ClauseList, int, nb::typed<nb::list, std::pair<int, int>>,
                                            std::vector<std::size_t>>> {
                const nonosat::Poll native = to_poll(poll);
                nonosat::Cnf cnf;
                const Status status =
                    released([&] { return board.encode(Encoding::Order, native, cnf); });
                if (status == Status::Interrupted) return std::nullopt;
                auto clauses = clause_list(cnf, native);
                if (!clauses) return std::nullopt;
                nb::typed<nb::list, std::pair<int, int>> cells;
                for (std::size_t i = 0; i < cnf.cell_of.size(); ++i)
                    cells.append(nb::make_tuple(cnf.cell_of[i], cnf.value_of[i]));
                std::vector<std::size_t> ends = cnf.line_begins;
                ends.push_back(cnf.ends.size());
                return std::make_tuple(*clauses, cnf.variables, cells, ends);
            },
            "poll"_a = nb::none(),
            nb::sig("def encode_by_line(self, "
                    "poll: collections.abc.Callable[[], bool] | None = None) -> "
                    "tuple[list[list[int]], int, list[tuple[int, int]], list[int]] | None"),
            "As encode() in the order encoding, and where the clauses of each line end: the first\n"
            "entry is for those of cells alone, then one entry per line.")
        .def(
            "count",
            [](const Board& board, const std::vector<int>& cells, const nb::bytes& solution,
               std::size_t max_bytes, const nb::object& poll) {
                const nonosat::Poll native = to_poll(poll);
                nonosat::CountTask task;
                task.cells = cells;
                const auto* values = reinterpret_cast<const unsigned char*>(solution.c_str());
                task.solution.assign(values, values + solution.size());
                task.max_bytes = max_bytes;
                nonosat::CountResult result;
                {
                    nb::gil_scoped_release release;
                    result = nonosat::count_solutions(board, task, native);
                }
                std::string number;
                for (const std::uint64_t word : result.number)
                    for (int shift = 0; shift < 64; shift += 8)
                        number.push_back(static_cast<char>((word >> shift) & 0xff));
                return std::make_tuple(nb::bytes(number.data(), number.size()), result.exact,
                                       result.steps, result.peak);
            },
            "cells"_a, "solution"_a, "max_bytes"_a, "poll"_a = nb::none(),
            nb::sig("def count(self, cells: collections.abc.Sequence[int], solution: bytes, "
                    "max_bytes: int, poll: collections.abc.Callable[[], bool] | None = None) "
                    "-> tuple[bytes, bool, int, int]"),
            "How many ways there are to fill these cells (row * width + column), the others being\n"
            "as in `solution` (b'' if none is known; `cells` must then be all that are unknown).\n"
            "The number in bytes, little endian; whether it is exact or a lower bound;\n"
            "transitions tried; states of the largest table.");

    nb::class_<nonosat::Trimmer>(
        m, "Trimmer", "Finds the steps of a DRUP proof that its end needs.")
        .def(nb::new_([](int variables) {
                 if (variables < 0 || variables > 100'000'000)
                     throw nb::value_error("no such number of variables");
                 return std::make_unique<nonosat::Trimmer>(variables);
             }),
             "variables"_a)
        .def(
            "add",
            [](nonosat::Trimmer& trimmer, const std::vector<std::vector<int>>& clauses) {
                for (const std::vector<int>& clause : clauses) {
                    if (!trimmer.knows(clause)) throw nb::value_error("no such literal");
                    trimmer.add(clause);
                }
            },
            "clauses"_a, "Add clauses of the formula.")
        .def_prop_ro("refuted", &nonosat::Trimmer::refuted,
                     "True if unit propagation alone refutes the clauses.")
        .def(
            "trim",
            [](nonosat::Trimmer& trimmer, const std::vector<std::vector<int>>& steps,
               const nb::object& poll) {
                for (const std::vector<int>& step : steps)
                    if (!trimmer.knows(step)) throw nb::value_error("no such literal");
                const nonosat::Poll native = to_poll(poll);
                nb::gil_scoped_release release;
                return trimmer.trim(steps, native);
            },
            "steps"_a, "poll"_a = nb::none(), nb::sig("def trim(self, steps: collections.abc.Sequence[collections.abc.Sequence[int]], poll: collections.abc.Callable[[], bool] | None = None) -> list[int] | None"),
            "The numbers of the steps that are needed, ascending; None if `poll()` said stop. All,\n"
            "if the steps do not follow or do not end in a contradiction. To be called once.");

    nb::class_<Beliefs>(m, "Beliefs",
                        "Belief propagation on what is left of a board, which must be propagated.")
        .def(nb::init<Board&>(), "board"_a)
        .def("restart", &Beliefs::restart, "seed"_a = 0,
             "Forget everything; a seed other than 0 begins with noise.")
        .def("round", &Beliefs::round, "gamma"_a, "damping"_a,
             "One round; the number of clues that the likelier values break.")
        .def(
            "run",
            [](Beliefs& beliefs, int rounds, double gamma, double damping, std::uint64_t seed,
               int patience, const nb::object& poll) {
                const nonosat::Poll native = to_poll(poll);
                return released([&] {
                    return beliefs.run({rounds, gamma, damping, seed, patience}, native);
                });
            },
            "rounds"_a, "gamma"_a, "damping"_a, "seed"_a = 0, "patience"_a = 0,
            "poll"_a = nb::none(), nb::sig("def run(self, rounds: int, gamma: float, damping: float, seed: int = 0, patience: int = 0, poll: collections.abc.Callable[[], bool] | None = None) -> Status"),
            "Restart and do rounds until the likelier values satisfy all clues (FIXPOINT) or that\n"
            "is given up (CONTRADICTION, which here means only that nothing was found).")
        .def_prop_ro("broken", &Beliefs::broken, "How many clues the likelier values break.")
        .def_prop_ro("rounds", &Beliefs::rounds, "Rounds since the last restart.")
        .def_prop_ro("work", &Beliefs::work, "Table entries computed so far.")
        .def_prop_ro("line_updates", &Beliefs::line_updates, "Lines updated so far.")
        .def(
            "cells",
            [](const Beliefs& beliefs) {
                const auto& guess = beliefs.guess();
                return nb::bytes(guess.data(), guess.size());
            },
            "The likelier value of each cell, row by row.")
        .def(
            "dive",
            [](const Beliefs& beliefs, Board& board, int conflicts, const nb::object& poll)
                -> std::pair<Status, std::optional<nb::bytes>> {
                const nonosat::Poll native = to_poll(poll);
                if (!beliefs.are_of(board) || !board.at_fixpoint())
                    throw nb::value_error("a dive needs the board of the beliefs, propagated");
                nonosat::Dive dive(board);
                const Status status =
                    released([&] { return dive.find(beliefs.leads(), conflicts, native); });
                if (status != Status::Fixpoint) return {status, std::nullopt};
                return {status, nb::bytes(dive.cells().data(), dive.cells().size())};
            },
            "board"_a, "conflicts"_a, "poll"_a = nb::none(),
            nb::sig("def dive(self, board: Board, conflicts: int, poll: collections.abc.Callable[[], bool] | None = None) -> tuple[Status, bytes | None]"),
            "A search on the board that follows the beliefs of the last run: FIXPOINT and the\n"
            "cells of a solution; or CONTRADICTION, nothing found within so many conflicts.")
        .def("marginals", &Beliefs::marginals,
             "The probability of each value of each cell: colors + 1 numbers per cell, row by row.");

    m.def(
        "find_switch",
        [](Board& board, const nb::bytes& solution, std::uint64_t work) -> std::optional<nb::bytes> {
            const auto* begin = static_cast<const std::uint8_t*>(solution.data());
            std::vector<std::uint8_t> cells(begin, begin + solution.size());
            if (cells.size() != static_cast<std::size_t>(board.height) * board.width)
                throw nb::value_error("the solution is not of the board's size");
            nonosat::Switches switches(board, cells);
            if (!switches.find(work)) return std::nullopt;
            return nb::bytes(switches.cells().data(), switches.cells().size());
        },
        "board"_a, "solution"_a, "work"_a,
        "A second solution near a solution of what is left of the board, or None: trades of values\n"
        "along circles of cells, tried within an amount of work (steps of some nanoseconds).");
    m.def(
        "solve_line",
        [](int colors, const Blocks& blocks, const std::vector<std::uint64_t>& domains)
            -> std::optional<std::vector<std::uint64_t>> {
            // A line is a board of one row whose columns have no clues.
            const int width = static_cast<int>(domains.size());
            std::vector<Clue> clues(static_cast<std::size_t>(width) + 1);
            clues[0] = to_clue(blocks);
            const auto board = nonosat::make_board(1, width, colors, std::move(clues));
            for (int column = 0; column < width; ++column)
                for (int value = 0; value <= colors; ++value)
                    if (((domains[column] >> value) & 1) == 0 && !board->remove(0, column, value))
                        return std::nullopt;
            if (board->propagate({}) != Status::Fixpoint) return std::nullopt;
            std::vector<std::uint64_t> result(domains.size(), 0);
            for (int column = 0; column < width; ++column)
                for (int value = 0; value <= colors; ++value)
                    if (board->can_be(0, column, value))
                        result[column] |= std::uint64_t{1} << value;
            return result;
        },
        "colors"_a, "blocks"_a, "domains"_a,
        "Line-solve. A domain is a bit set of the values that a cell can have; the result holds\n"
        "the values that occur in some arrangement, or is None if there is none.");
}
