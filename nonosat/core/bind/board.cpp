// SPDX-License-Identifier: MIT
// Board: its state, propagation and probing; solve_line and find_switching_component.
#include <string>

#include "batch.hpp"
#include "bind.hpp"
#include "goal_probe.hpp"
#include "python_access.hpp"
#include "switching_component.hpp"

namespace nonosat::bind {

// The clues of a board, as they come from Python.
struct Clues {
    std::vector<Clue> native;
};

}  // namespace nonosat::bind

namespace nanobind::detail {

// Tuples of tuples of numbers, as puzzles have them, are read in place; other objects go through
// the conversion of nanobind, which takes ten times as long.
template <>
struct type_caster<nonosat::bind::Clues> {
    using Slow = make_caster<std::vector<std::optional<nonosat::bind::Blocks>>>;
    NB_TYPE_CASTER(nonosat::bind::Clues, Slow::Name)

    template <class Flags>  // its type differs between versions of nanobind
    bool from_python(handle source, Flags flags, cleanup_list* cleanup) noexcept {
        if (PyList_CheckExact(source.ptr()) && quick(source.ptr())) return true;
        value.native.clear();
        Slow slow;
        if (!slow.from_python(source, flags, cleanup)) return false;
        for (const auto& clue : slow.value) value.native.push_back(nonosat::bind::to_clue(clue));
        return true;
    }

private:
    bool quick(PyObject* list) {
        const Py_ssize_t lines = nonosat::python::list_size(list);
        value.native.resize(static_cast<std::size_t>(lines));
        for (Py_ssize_t line = 0; line < lines; ++line) {
            PyObject* blocks = nonosat::python::list_item(list, line);
            nonosat::Clue& clue = value.native[line];
            if (blocks == Py_None) continue;
            if (!PyTuple_Check(blocks)) return false;
            clue.given = true;
            const Py_ssize_t count = nonosat::python::tuple_size(blocks);
            clue.blocks.reserve(static_cast<std::size_t>(count));
            for (Py_ssize_t i = 0; i < count; ++i) {
                PyObject* block = nonosat::python::tuple_item(blocks, i);
                if (!PyTuple_Check(block) || nonosat::python::tuple_size(block) != 2) return false;
                int length = 0, color = 0;
                if (!small(nonosat::python::tuple_item(block, 0), length)) return false;
                if (!small(nonosat::python::tuple_item(block, 1), color)) return false;
                clue.blocks.push_back({length, color});
            }
        }
        return true;
    }

    static bool small(PyObject* number, int& result) {
        if (!PyLong_CheckExact(number)) return false;
        int overflow = 0;
        const long read = PyLong_AsLongAndOverflow(number, &overflow);
        if (overflow != 0 || read < 0 || read > nonosat::kMaxSide) return false;
        result = static_cast<int>(read);
        return true;
    }
};

}  // namespace nanobind::detail

namespace nonosat::bind {
namespace {

void require_cell(const Board& board, int row, int column, int value) {
    if (row < 0 || row >= board.height || column < 0 || column >= board.width)
        throw nb::index_error("the cell lies outside the board");
    if (value < 0 || value > board.colors) throw nb::value_error("no such value");
}

std::unique_ptr<BoundBoard> new_board(int height, int width, int colors, Clues clues) {
    return released([&] {
        return std::make_unique<BoundBoard>(
            make_board(height, width, colors, std::move(clues.native)));
    });
}

std::optional<std::vector<std::uint64_t>> solve_line_alone(
    int colors, const Blocks& blocks, const std::vector<std::uint64_t>& domains) {
    const int width = static_cast<int>(domains.size());
    const auto board = line_board(colors, blocks, domains);
    if (!board) return std::nullopt;
    if (board->propagate({}) != Status::Fixpoint) return std::nullopt;
    std::vector<std::uint64_t> result(domains.size(), 0);
    for (int column = 0; column < width; ++column)
        for (int value = 0; value <= colors; ++value)
            if (board->can_be(0, column, value)) result[column] |= std::uint64_t{1} << value;
    return result;
}

const LineCounts& counted(const Board& board) {
    if (board.line_counts() == nullptr) throw nb::value_error("call count_lines() first");
    return *board.line_counts();
}

void bind_properties(nb::class_<BoundBoard>& board) {
    board.def(nb::new_(&new_board), "height"_a, "width"_a, "colors"_a, "clues"_a)
        .def_prop_ro("height", [](const BoundBoard& self) { return self.board->height; })
        .def_prop_ro("width", [](const BoundBoard& self) { return self.board->width; })
        .def_prop_ro("colors", [](const BoundBoard& self) { return self.board->colors; })
        .def_prop_ro(
            "unknown", [](const BoundBoard& self) { return self.board->unknown(); },
            "How many cells are not known.")
        .def_prop_ro(
            "at_fixpoint", [](const BoundBoard& self) { return self.board->at_fixpoint(); },
            "True if propagation has nothing to do.")
        .def_prop_ro(
            "conflict_line", [](const BoundBoard& self) { return self.board->conflict_line(); },
            "The line that has no placement, or -1.")
        .def_prop_rw(
            "poll_work", [](const BoundBoard& self) { return self.board->poll_work; },
            [](BoundBoard& self, std::uint64_t work) {
                const Turn turn(self);
                self.board->poll_work = work;
            },
            "The amount of work between two polls. Tests lower it, to be polled on small boards.");
}

void bind_deductions(nb::class_<BoundBoard>& board) {
    board
        .def(
            "propagate",
            [](BoundBoard& self, const nb::object& poll) {
                const Turn turn(self);
                const Poll native = to_poll(poll);
                return released([&] { return self.board->propagate(native); });
            },
            "poll"_a = nb::none(),
            nb::sig("def propagate(self, poll: " POLL_TYPE " = None) -> Status"),
            "Solve lines to the fixpoint.")
        .def(
            "probe",
            [](BoundBoard& self, const nb::object& poll) {
                const Turn turn(self);
                const Poll native = to_poll(poll);
                if (!self.prober) self.prober = std::make_unique<Prober>(*self.board);
                return released([&] { return self.prober->probe(native); });
            },
            "poll"_a = nb::none(), nb::sig("def probe(self, poll: " POLL_TYPE " = None) -> Status"),
            "Try every value of every unknown cell, to the fixpoint; propagates first.")
        .def(
            "probe_beside_goal",
            [](BoundBoard& self, const nb::bytes& goal, const nb::object& holds,
               const nb::object& poll) {
                const Turn turn(self);
                const Poll native = to_poll(poll), is_solution = to_poll(holds);
                if (!self.prober) self.prober = std::make_unique<Prober>(*self.board);
                std::vector<std::uint8_t> second;
                const auto cells = to_values(*self.board, goal);
                const Status status = released([&] {
                    return probe_beside_goal(*self.board, *self.prober, cells, is_solution, native,
                                             second);
                });
                std::optional<nb::bytes> found;
                if (!second.empty()) found = nb::bytes(second.data(), second.size());
                return nb::make_tuple(status, found);
            },
            "goal"_a, "holds"_a, "poll"_a = nb::none(),
            nb::sig("def probe_beside_goal(self, goal: bytes, "
                    "holds: collections.abc.Callable[[], bool], poll: " POLL_TYPE
                    " = None) -> tuple[Status, bytes | None]"),
            "As probe; but if that takes long, and ``holds`` says that the goal is a solution, look\n"
            "for a second solution near it. If there is one, the status is INTERRUPTED.")
        .def(
            "trial_openings",
            [](BoundBoard& self, const nb::object& poll) {
                const Turn turn(self);
                if (!self.board->at_fixpoint())
                    throw nb::value_error("the board is not propagated");
                const Poll native = to_poll(poll);
                std::size_t cells = 0;
                const Status status =
                    released([&] { return Prober(*self.board).openings(native, cells); });
                return std::make_tuple(status, cells);
            },
            "poll"_a = nb::none(),
            nb::sig("def trial_openings(self, poll: " POLL_TYPE " = None) -> tuple[Status, int]"),
            "How many cells lose a value by the trial of some cell, each trial on the board as it\n"
            "is, which must be propagated and does not change.");
}

void bind_cells(nb::class_<BoundBoard>& board) {
    board
        .def(
            "can_be",
            [](BoundBoard& self, int row, int column, int value) {
                const Turn turn(self);
                require_cell(*self.board, row, column, value);
                return self.board->can_be(row, column, value);
            },
            "row"_a, "column"_a, "value"_a)
        .def(
            "remove",
            [](BoundBoard& self, int row, int column, int value) {
                const Turn turn(self);
                require_cell(*self.board, row, column, value);
                return self.board->remove(row, column, value);
            },
            "row"_a, "column"_a, "value"_a,
            "Remove a value from a cell; False if the cell has no value left.")
        .def(
            "mark",
            [](BoundBoard& self) {
                const Turn turn(self);
                return self.board->mark();
            },
            "A state to come back to.")
        .def(
            "back_to",
            [](BoundBoard& self, std::size_t mark) {
                const Turn turn(self);
                if (mark > self.board->mark()) throw nb::value_error("no such mark");
                self.board->back_to(mark);
            },
            "mark"_a, "Undo all removals since that mark, whether the board was propagated or not.")
        .def(
            "cells",
            [](BoundBoard& self) {
                const Turn turn(self);
                const std::vector<std::uint8_t> cells = self.board->known_values();
                return nb::bytes(cells.data(), cells.size());
            },
            "The values of the known cells row by row, UNKNOWN for the others.");
}

void bind_counts(nb::class_<BoundBoard>& board) {
    board
        .def(
            "counts",
            [](const BoundBoard& self) {
                const Counts& native = self.board->counts;
                nb::typed<nb::dict, std::string, int> counts;
                counts["line_solves"] = native.line_solves;
                counts["probes"] = native.probes;
                counts["skipped"] = native.skipped;
                counts["contradictions"] = native.contradictions;
                counts["agreements"] = native.agreements;
                counts["passes"] = native.passes;
                return counts;
            },
            "Work done so far, by kind.")
        .def(
            "count_lines",
            [](BoundBoard& self) {
                const Turn turn(self);
                self.board->count_lines();
            },
            "Start to count the work of each line; earlier counts are forgotten.")
        .def(
            "line_counts",
            [](BoundBoard& self) {
                const Turn turn(self);
                const LineCounts& native = counted(*self.board);
                std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;
                for (std::size_t line = 0; line < native.solves.size(); ++line)
                    counts.emplace_back(native.solves[line], native.nanoseconds[line]);
                return counts;
            },
            "Per line: how often it was solved, and the nanoseconds that this took.")
        .def(
            "settled",
            [](BoundBoard& self) {
                const Turn turn(self);
                return counted(*self.board).settled;
            },
            "(line, row * width + column) for each cell that a line solve made known, in order;\n"
            "without the cells that were known in a trial only.");
}

void bind_functions(nb::module_& m) {
    m.def(
        "find_switching_component",
        [](BoundBoard& self, const nb::bytes& solution,
           std::optional<std::uint64_t> most) -> std::optional<nb::bytes> {
            const Turn turn(self);
            SwitchingComponent component(*self.board, to_values(*self.board, solution));
            const std::uint64_t work = most ? *most : work_near_goal(*self.board);
            if (!released([&] { return component.find(work); })) return std::nullopt;
            return nb::bytes(component.cells().data(), component.cells().size());
        },
        "board"_a, "solution"_a, "work"_a.none(),
        "A second solution near a solution that agrees with the board, or None: trades of values\n"
        "along circles of cells, tried within an amount of work (steps of some nanoseconds;\n"
        "None: as much as around a goal).");
    m.def(
        "solve_line", &solve_line_alone, "colors"_a, "blocks"_a, "domains"_a,
        "Solve one line. A domain is a bit set of the values that a cell can have; the result holds\n"
        "the values that occur in some placement, or is None if there is no placement.");
}

}  // namespace

std::unique_ptr<Board> line_board(int colors, const Blocks& blocks,
                                  const std::vector<std::uint64_t>& domains) {
    const int width = static_cast<int>(domains.size());
    std::vector<Clue> clues(static_cast<std::size_t>(width) + 1);
    clues[0] = to_clue(blocks);
    auto board = make_board(1, width, colors, std::move(clues));
    for (int column = 0; column < width; ++column)
        for (int value = 0; value <= colors; ++value)
            if (((domains[column] >> value) & 1) == 0 && !board->remove(0, column, value))
                return nullptr;
    return board;
}

void bind_board(nb::module_& m, nb::class_<BoundBoard>& board) {
    bind_properties(board);
    bind_deductions(board);
    bind_cells(board);
    bind_counts(board);
    bind_functions(m);
}

}  // namespace nonosat::bind
