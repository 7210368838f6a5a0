// SPDX-License-Identifier: MIT
// LocalSearch, and Board.deduce.
#include "local_search.hpp"

#include <string>

#include "bind.hpp"

namespace nonosat::bind {
namespace {

struct BoundLocalSearch : Shared {
    explicit BoundLocalSearch(LocalSearch search_) : search(std::move(search_)) {}
    LocalSearch search;
    bool varied = false;  // the last change was a vary()
};

// All arguments are checked here: the search itself trusts them.
std::unique_ptr<BoundLocalSearch> make_local_search(int height, int width, int colors,
                                                    const nb::bytes& cells,
                                                    const std::vector<int>& groups, Reach reach,
                                                    Reach below, bool boring, bool smooth,
                                                    std::uint64_t seed) {
    if (height < 1 || width < 1 || height > kMaxSide || width > kMaxSide)
        throw nb::value_error("a board has 1 to 1023 rows and columns");
    if (colors < 1 || colors > kMaxColors) throw nb::value_error("a board has 1 to 60 colours");
    const auto* begin = static_cast<const std::uint8_t*>(cells.data());
    std::vector<std::uint8_t> values(begin, begin + cells.size());
    if (values.size() != static_cast<std::size_t>(height) * width || groups.size() != values.size())
        throw nb::value_error("the cells or groups are not of the picture's size");
    std::vector<int> first(values.size(), -1);
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
        if (values[cell] > colors) throw nb::value_error("no such value");
        const int group = groups[cell];
        if (group < 0 || static_cast<std::size_t>(group) >= values.size())
            throw nb::value_error("no such group");
        if (first[group] < 0) first[group] = values[cell];
        if (first[group] != values[cell]) throw nb::value_error("a group has several values");
    }
    return std::make_unique<BoundLocalSearch>(LocalSearch(
        height, width, colors, std::move(values), groups, {reach, below, boring, smooth}, seed));
}

}  // namespace

void bind_local_search(nb::module_& m, nb::class_<BoundBoard>& board) {
    nb::enum_<Reach>(m, "Reach", "A deduction with all easier ones, to its fixpoint.")
        .value("NOTHING", Reach::Nothing, "None.")
        .value("TRIVIAL", Reach::Trivial, "Lines that are empty, full, or found.")
        .value("OVERLAP", Reach::Overlap, "Leftmost and rightmost placement.")
        .value("LINE", Reach::Line, "Line solving.")
        .value("CHAIN", Reach::Chain, "The implication graph.")
        .value("TRIAL", Reach::Trial, "Probing.");

    board.def(
        "deduce",
        [](BoundBoard& self, Reach reach, const nb::object& poll) {
            const Turn turn(self);
            const Poll native = to_poll(poll);
            std::uint64_t work = 0;
            const Status status =
                released([&] { return deduce(*self.board, reach, native, work); });
            return std::make_tuple(status, work);
        },
        "reach"_a, "poll"_a = nb::none(),
        nb::sig("def deduce(self, reach: Reach, poll: " POLL_TYPE " = None) -> tuple[Status, int]"),
        "Deduce on the board until nothing follows: how it ended, and the work in line solves.");

    nb::class_<BoundLocalSearch>(
        m, "LocalSearch", "Exchanges cells of a picture until its clues meet the requirements.")
        .def(nb::new_(&make_local_search), "height"_a, "width"_a, "colors"_a, "cells"_a, "groups"_a,
             "reach"_a, "below"_a, "boring"_a, "smooth"_a, "seed"_a)
        .def(
            "look",
            [](BoundLocalSearch& self, const nb::object& poll) {
                const Turn turn(self);
                const Poll native = to_poll(poll);
                return released([&] { return self.search.look(native); });
            },
            "poll"_a = nb::none(), nb::sig("def look(self, poll: " POLL_TYPE " = None) -> Status"),
            "Look at the picture as it is; to be called first.")
        .def(
            "climb",
            [](BoundLocalSearch& self, std::uint64_t most_work, int patience,
               const nb::object& poll) {
                const Turn turn(self);
                const Poll native = to_poll(poll);
                self.varied = false;
                return released([&] { return self.search.climb(most_work, patience, native); });
            },
            "most_work"_a, "patience"_a, "poll"_a = nb::none(),
            nb::sig("def climb(self, most_work: int, patience: int, poll: " POLL_TYPE
                    " = None) -> Status"),
            "Exchange cells until less is open than before; until `most_work` is done in all; or\n"
            "after `patience` exchanges in succession that do not help.")
        .def(
            "vary",
            [](BoundLocalSearch& self, std::uint64_t most_work, int patience,
               const nb::object& poll) {
                const Turn turn(self);
                if (!self.search.fits()) throw nb::value_error("the picture does not fit");
                const Poll native = to_poll(poll);
                self.varied = false;
                const Status status = released(
                    [&] { return self.search.vary(most_work, patience, native, self.varied); });
                return std::make_tuple(status, self.varied);
            },
            "most_work"_a, "patience"_a, "poll"_a = nb::none(),
            nb::sig("def vary(self, most_work: int, patience: int, poll: " POLL_TYPE
                    " = None) -> tuple[Status, bool]"),
            "Exchange any two cells so that the picture fits as before: how it ended, and whether\n"
            "such cells were found.")
        .def(
            "take_back",
            [](BoundLocalSearch& self) {
                const Turn turn(self);
                if (!self.varied) throw nb::value_error("there is no variation to take back");
                self.varied = false;
                self.search.take_back();
            },
            "Take the last vary() back; it must have found cells.")
        .def_prop_ro("fits", [](const BoundLocalSearch& self) { return self.search.fits(); })
        .def_prop_ro(
            "easy", [](const BoundLocalSearch& self) { return self.search.easy(); },
            "True if `below`, which must not suffice, solves the picture.")
        .def_prop_ro(
            "boring", [](const BoundLocalSearch& self) { return self.search.boring(); },
            "How many lines are empty or full, if that is not allowed.")
        .def_prop_ro(
            "unknown", [](const BoundLocalSearch& self) { return self.search.unknown(); },
            "How many cells deduction leaves unknown.")
        .def_prop_ro(
            "work", [](const BoundLocalSearch& self) { return self.search.work(); },
            "Work done so far, in line solves.")
        .def_prop_ro(
            "tries", [](const BoundLocalSearch& self) { return self.search.tries(); },
            "Pictures that were looked at.")
        .def_prop_ro("cells", [](BoundLocalSearch& self) {
            const Turn turn(self);
            const std::vector<std::uint8_t>& cells = self.search.cells();
            return nb::bytes(cells.data(), cells.size());
        });
}

}  // namespace nonosat::bind
