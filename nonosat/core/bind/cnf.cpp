// SPDX-License-Identifier: MIT
// The Python class Cnf, Board.encode and Board.components.
//
// A Cnf stays native; Python asks for slices of its clauses. All clauses as Python lists would take
// ten times the memory.
#include "cnf.hpp"

#include "bind_beliefs.hpp"
#include "components.hpp"

namespace nonosat::bind {
namespace {

using ClauseList = nb::typed<nb::list, nb::typed<nb::list, int>>;
using CellList = nb::typed<nb::list, std::pair<int, int>>;

void require_range(std::size_t begin, std::size_t end, std::size_t size) {
    if (begin > end || end > size) throw nb::index_error("no such slice");
}

ClauseList clauses(const Cnf& cnf, std::size_t begin, std::size_t end) {
    require_range(begin, end, cnf.ends.size());
    ClauseList list;
    std::size_t at = begin == 0 ? 0 : cnf.ends[begin - 1];
    for (std::size_t i = begin; i < end; ++i) {
        nb::list clause;
        for (; at < cnf.ends[i]; ++at) clause.append(nb::int_(cnf.literals[at]));
        list.append(clause);
    }
    return list;
}

// Calls function(solver, clause) for clauses. Making and freeing a list and its numbers takes half
// as long as the solver's work on it, so numbers are made once and a list is used again unless
// something else refers to it.
void feed(const Cnf& cnf, const nb::callable& function, const nb::object& solver, std::size_t begin,
          std::size_t end) {
    require_range(begin, end, cnf.ends.size());
    const auto variables = static_cast<std::size_t>(cnf.variables);
    std::vector<nb::object> numbers(2 * variables + 1);
    std::vector<nb::object> lists;
    std::size_t at = begin == 0 ? 0 : cnf.ends[begin - 1];
    for (std::size_t i = begin; i < end; ++i) {
        const std::size_t length = cnf.ends[i] - at;
        if (lists.size() <= length) lists.resize(length + 1);
        nb::object& list = lists[length];
        if (!list.is_valid() || Py_REFCNT(list.ptr()) != 1) {
            list = nb::steal(PyList_New(static_cast<Py_ssize_t>(length)));
            if (!list.is_valid()) throw nb::python_error();
        }
        for (std::size_t k = 0; k < length; ++k) {
            const int literal = cnf.literals[at + k];
            nb::object& number = numbers[static_cast<std::size_t>(literal + cnf.variables)];
            if (!number.is_valid()) number = nb::int_(literal);
            PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(k), Py_NewRef(number.ptr()));
        }
        at = cnf.ends[i];
        PyObject* const arguments[] = {solver.ptr(), list.ptr()};
        PyObject* const answer = PyObject_Vectorcall(function.ptr(), arguments, 2, nullptr);
        if (answer == nullptr) throw nb::python_error();
        Py_DECREF(answer);
        if (i % 1024 == 1023) const nb::gil_scoped_release other_threads;
    }
}

CellList cells(const Cnf& cnf, std::size_t begin, std::size_t end) {
    require_range(begin, end, cnf.cell_of.size());
    CellList list;
    for (std::size_t i = begin; i < end; ++i)
        list.append(nb::make_tuple(cnf.cell_of[i], cnf.value_of[i]));
    return list;
}

std::unique_ptr<Cnf> encoded(BoundBoard& self, Encoding encoding, const nb::object& poll,
                             std::size_t most_bytes, std::size_t per_variable,
                             std::size_t per_literal) {
    const Turn turn(self);
    const Poll native = to_poll(poll);
    auto cnf = std::make_unique<Cnf>();
    const ModelBound bound{most_bytes, per_variable, per_literal};
    const Status status =
        released([&] { return encode(*self.board, encoding, native, *cnf, bound); });
    if (status == Status::Interrupted) return nullptr;
    return cnf;
}

std::vector<int> suggested(const Cnf& cnf, BoundBeliefs& beliefs) {
    const Turn turn(beliefs);
    return released([&] { return phases(cnf, beliefs.beliefs.hints()); });
}

std::optional<std::vector<std::vector<int>>> components(BoundBoard& self, const nb::object& poll,
                                                        std::size_t most_bytes,
                                                        std::size_t per_variable) {
    const Turn turn(self);
    const Poll native = to_poll(poll);
    const ModelBound bound{most_bytes, per_variable, 0};
    std::vector<std::vector<int>> found;
    const Status status =
        released([&] { return find_components(*self.board, native, bound, found); });
    if (status == Status::Interrupted) return std::nullopt;
    return found;
}

}  // namespace

void bind_cnf(nb::module_& m, nb::class_<BoundBoard>& board) {
    nb::class_<Cnf>(
        m, "Cnf",
        "Clauses that describe a board. Variables count from 1. The first ones say\n"
        "\"the cell has the value\" for (cell, value) in `cells`; all others belong to\n"
        "blocks and gaps.")
        .def_ro("variables", &Cnf::variables)
        .def_prop_ro("clause_count", [](const Cnf& cnf) { return cnf.ends.size(); })
        .def_prop_ro(
            "literal_count", [](const Cnf& cnf) { return cnf.literals.size(); },
            "Of all clauses together.")
        .def_prop_ro(
            "cell_count", [](const Cnf& cnf) { return cnf.cell_of.size(); },
            "How many variables belong to cells.")
        .def_prop_ro(
            "line_begins", [](const Cnf& cnf) { return cnf.line_begins; },
            "The number of clauses before those of each line.")
        .def("clauses", &clauses, "begin"_a, "end"_a, "Some of the clauses, as DIMACS literals.")
        .def("feed", &feed, "function"_a, "solver"_a, "begin"_a, "end"_a,
             nb::sig("def feed(self, function: Callable[[object, list[int]], object], "
                     "solver: object, begin: int, end: int) -> None"),
             "Calls function(solver, clause) for some of the clauses. The list is used again: the\n"
             "function must copy it to keep it.")
        .def("cells", &cells, "begin"_a, "end"_a, "Some of the (cell, value) of variables.")
        .def(
            "phases", &suggested, "beliefs"_a,
            "The literals that beliefs of the same board suggest: the end of their best run since\n"
            "the last call.");
    board
        .def(
            "encode", &encoded, "encoding"_a = Encoding::Order, "poll"_a = nb::none(),
            "most_bytes"_a = SIZE_MAX, "per_variable"_a = 0, "per_literal"_a = 0,
            nb::sig("def encode(self, encoding: Encoding = ..., poll: " POLL_TYPE " = None, "
                    "most_bytes: int = ..., "
                    "per_variable: int = 0, per_literal: int = 0) -> Cnf | None"),
            "The remaining puzzle as clauses. None if `poll()` said stop, or if variables and\n"
            "literals, at `per_variable` and `per_literal` bytes each, take more than `most_bytes`.")
        .def(
            "components", &components, "poll"_a = nb::none(), "most_bytes"_a = SIZE_MAX,
            "per_variable"_a = 0,
            nb::sig("def components(self, poll: " POLL_TYPE " = None, most_bytes: int = ..., "
                    "per_variable: int = 0) -> list[list[int]] | None"),
            "The independent components of the unknown cells, each as row * width + column; cells\n"
            "in no clued line belong to no component. None as for encode().");
}

}  // namespace nonosat::bind
