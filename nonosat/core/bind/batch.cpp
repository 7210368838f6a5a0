// SPDX-License-Identifier: MIT
// settle, and record.
#include "batch.hpp"

#include "bind.hpp"
#include "python_access.hpp"

namespace nonosat::bind {
namespace {

// After this time no further puzzle begins: other threads wait for the results, which hold boards.
constexpr int kMostMilliseconds = 50;

#define PUZZLE_TYPE                                                                   \
    "tuple[collections.abc.Sequence[object], collections.abc.Sequence[object], int, " \
    "bytes | None, bytes | None, bytes | None]"

// The items of a tuple or list; throws for other objects.
class Items {
public:
    explicit Items(PyObject* sequence)
        : sequence_(sequence), is_list_(PyList_Check(sequence) != 0) {
        if (!is_list_ && !PyTuple_Check(sequence))
            throw nb::type_error("neither a tuple nor a list");
    }
    Py_ssize_t size() const {
        return is_list_ ? python::list_size(sequence_) : python::tuple_size(sequence_);
    }
    PyObject* operator[](Py_ssize_t i) const {
        return is_list_ ? python::list_item(sequence_, i) : python::tuple_item(sequence_, i);
    }

private:
    PyObject* sequence_;
    bool is_list_;
};

std::uint16_t to_number(PyObject* object, int least, int most) {
    const long number = PyLong_AsLong(object);
    if (number == -1 && PyErr_Occurred()) throw nb::python_error();
    if (number < least || number > most)
        throw nb::value_error("a block has 1 to 1023 cells and a known colour");
    return static_cast<std::uint16_t>(number);
}

int add_clues(PyObject* sequence, FlatClues& flat) {
    const Items clues(sequence);
    for (Py_ssize_t i = 0; i < clues.size(); ++i) {
        flat.given.push_back(clues[i] != Py_None);
        if (clues[i] != Py_None) {
            const Items blocks(clues[i]);
            for (Py_ssize_t b = 0; b < blocks.size(); ++b) {
                const Items block(blocks[b]);
                if (block.size() != 2) throw nb::value_error("a block is a length and a colour");
                flat.blocks.push_back(to_number(block[0], 1, kMaxSide));
                flat.blocks.push_back(to_number(block[1], 1, flat.colors));
            }
        }
        flat.ends.push_back(static_cast<std::uint32_t>(flat.blocks.size()));
    }
    return static_cast<int>(clues.size());
}

std::vector<std::uint8_t> to_cells(PyObject* object, const FlatClues& clues) {
    if (object == Py_None) return {};
    if (!PyBytes_Check(object)) throw nb::type_error("cells are bytes");
    const auto* begin = reinterpret_cast<const std::uint8_t*>(python::bytes_data(object));
    std::vector<std::uint8_t> cells(begin, begin + python::bytes_size(object));
    if (cells.size() != clues.cells())
        throw nb::value_error("the cells are not of the board's size");
    for (const std::uint8_t cell : cells)
        if (cell > clues.colors && cell != kNotFixed) throw nb::value_error("no such value");
    return cells;
}

BatchPuzzle to_puzzle(PyObject* object) {
    const Items parts(object);
    if (parts.size() != 6)
        throw nb::value_error("a puzzle is rows, columns, colors, printed, given and goal cells");
    BatchPuzzle puzzle;
    puzzle.clues.blocks.reserve(512);
    puzzle.clues.ends.reserve(64);
    puzzle.clues.given.reserve(64);
    puzzle.clues.colors = to_number(parts[2], 1, kMaxColors);
    puzzle.clues.height = add_clues(parts[0], puzzle.clues);
    puzzle.clues.width = add_clues(parts[1], puzzle.clues);
    puzzle.printed = to_cells(parts[3], puzzle.clues);
    puzzle.given = to_cells(parts[4], puzzle.clues);
    puzzle.goal = to_cells(parts[5], puzzle.clues);
    return puzzle;
}

nb::dict counts_of(const StageWork& work) {
    nb::dict counts;
    if (work.stage == NativeStage::Implications) {
        counts["graphs"] = work.graphs.graphs;
        counts["literals"] = work.graphs.literals;
        counts["edges"] = work.graphs.edges;
        counts["forced"] = work.graphs.forced;
        if (work.too_large) counts["too_large"] = 1;
    }
    if (work.stage == NativeStage::Search) {
        counts["nodes"] = work.nodes;
        counts["dead_ends"] = work.dead_ends;
    }
    counts["line_solves"] = work.counts.line_solves;
    if (work.stage == NativeStage::Search)
        counts["switching_components"] = work.switching_components;
    if (work.stage == NativeStage::Probe) {
        counts["probes"] = work.counts.probes;
        counts["skipped"] = work.counts.skipped;
        counts["contradictions"] = work.counts.contradictions;
        counts["agreements"] = work.counts.agreements;
        counts["passes"] = work.counts.passes;
        if (work.switching_components) counts["switching_components"] = 1;
    }
    return counts;
}

nb::object to_result(Settled& settled) {
    nb::list stages;
    for (const StageWork& work : settled.stages)
        stages.append(nb::make_tuple(work.cells, work.seconds, counts_of(work)));
    nb::object known = nb::none(), board = nb::none();
    if (!settled.known.empty()) known = nb::bytes(settled.known.data(), settled.known.size());
    if (settled.board) {
        auto bound = std::make_unique<BoundBoard>(std::move(settled.board));
        bound->prober = std::move(settled.prober);
        board = nb::cast(std::move(bound));
    }
    nb::list solutions;
    for (const auto& cells : settled.solutions)
        solutions.append(nb::bytes(cells.data(), cells.size()));
    nb::object goal = nb::none();
    if (settled.goal) goal = nb::bool_(*settled.goal);
    return nb::make_tuple(settled.end, settled.seconds, stages, known, board, solutions,
                          settled.exhausted, goal);
}

nb::list settle_all(const nb::object& puzzles, const std::vector<NativeStage>& stages,
                    std::size_t most, std::optional<double> seconds, const nb::object& poll,
                    bool beside_goal, bool keep_boards) {
    std::vector<BatchPuzzle> native;
    const Items items(puzzles.ptr());
    for (Py_ssize_t i = 0; i < items.size(); ++i) native.push_back(to_puzzle(items[i]));
    const Poll question = to_poll(poll);
    std::vector<Settled> settled;
    settled.reserve(native.size());
    released([&] {
        const auto end = Watch::Clock::now() + std::chrono::milliseconds(kMostMilliseconds);
        Watch watch(seconds, question);
        LineSweep sweep;
        for (const BatchPuzzle& puzzle : native) {
            settled.push_back(settle(puzzle, stages, most, watch, sweep, beside_goal, keep_boards));
            if (watch.stopped() || Watch::Clock::now() >= end) break;
        }
        return 0;
    });
    nb::list results;
    for (Settled& one : settled) results.append(to_result(one));
    return results;
}

// Makes an object without its __init__, by setting the slots of these names.
nb::object record(const nb::type_object& type, const nb::tuple& names, const nb::tuple& values) {
    if (names.size() != values.size()) throw nb::value_error("one value for each name");
    static const auto make = reinterpret_cast<newfunc>(
        PyType_GetSlot(&PyBaseObject_Type, Py_tp_new));  // object.__new__, without a lookup
    nb::object object =
        nb::steal(make(reinterpret_cast<PyTypeObject*>(type.ptr()), nb::tuple().ptr(), nullptr));
    if (!object.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (PyObject_GenericSetAttr(object.ptr(), nb::handle(names[i]).ptr(),
                                    nb::handle(values[i]).ptr()) != 0)
            throw nb::python_error();
    return object;
}

}  // namespace

void bind_batch(nb::module_& m) {
    nb::enum_<NativeStage>(m, "NativeStage", "A stage that the core runs by itself.")
        .value("LINES", NativeStage::Lines)
        .value("IMPLICATIONS", NativeStage::Implications)
        .value("PROBE", NativeStage::Probe)
        .value("SEARCH", NativeStage::Search);
    nb::enum_<SettleEnd>(m, "SettleEnd", "How far a puzzle was settled.")
        .value("SOLVED", SettleEnd::Solved, "All constrained cells are known and checked.")
        .value("FOUND", SettleEnd::Found, "All solutions, or as many as are wanted, are checked.")
        .value("BROKEN", SettleEnd::Broken, "The result is not a solution: a bug.")
        .value("CONTRADICTION", SettleEnd::Contradiction, "There is no solution.")
        .value("OPEN", SettleEnd::Open, "All stages have run, or no time is left for the next.")
        .value("TIME_OUT", SettleEnd::TimeOut, "The time was over within the last stage.")
        .value("STOPPED", SettleEnd::Stopped, "The poll said stop before it was settled.");
    m.def(
        "settle", &settle_all, "puzzles"_a, "stages"_a, "most"_a, "seconds"_a = nb::none(),
        "poll"_a = nb::none(), "beside_goal"_a = false, "keep_boards"_a = true,
        nb::sig(
            "def settle(puzzles: collections.abc.Sequence[" PUZZLE_TYPE "], "
            "stages: collections.abc.Sequence[NativeStage], most: int, "
            "seconds: float | None = None, poll: " POLL_TYPE
            " = None, beside_goal: bool = False, keep_boards: bool = True) -> list[tuple[SettleEnd, float, "
            "list[tuple[int, float, dict[str, int]]], bytes | None, Board | None, list[bytes], "
            "bool, bool | None]]"),
        "Run these stages on the first puzzles, at least one, until 50 ms are over; with a limit of\n"
        "seconds for each. The search ends with ``most`` solutions. A puzzle is\n"
        "(rows, columns, colors, printed cells or None, given cells or None, goal or None); a\n"
        "result is how it ended, its seconds, (cells solved, seconds, counts) for each stage, the\n"
        "known cells after the last stage without contradiction, its board if work may remain,\n"
        "the solutions of the search, whether these are all, and whether the goal is a solution or\n"
        "a part of one (None: not known). ``beside_goal``: probing that takes long gives way to two\n"
        "solutions near it. ``keep_boards``: also of puzzles whose verdict is found.");
    m.def(
        "goal_holds",
        [](const nb::object& object) {
            const BatchPuzzle puzzle = to_puzzle(object.ptr());
            return puzzle.has_complete_goal() && holds(puzzle, puzzle.goal);
        },
        "puzzle"_a, nb::sig("def goal_holds(puzzle: " PUZZLE_TYPE ") -> bool"),
        "Is the goal of a puzzle, as ``settle`` takes it, complete and a solution?");
    m.def("record", &record, "type"_a, "names"_a, "values"_a,
          nb::sig("def record(type: type, names: tuple[str, ...], values: tuple[object, ...]) "
                  "-> typing.Any"),
          "An object of a class with slots, without its __init__: for many objects whose values\n"
          "need no check. Frozen dataclasses take two to ten times as long.");
}

}  // namespace nonosat::bind
