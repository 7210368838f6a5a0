// SPDX-License-Identifier: MIT
// Proofs and solutions by weights, as methods of Board.
#include "weights.hpp"
#include "bind.hpp"

namespace nonosat::bind {
namespace {

nb::tuple numbers(const WeightSearch& search, const WeightsEnd& end) {
    return nb::make_tuple(end.steps, end.work, search.difference());
}

nb::tuple prove_by_weights(BoundBoard& self, const nb::bytes& solution, std::uint64_t work,
                           const nb::object& poll) {
    const Turn turn(self);
    const Poll native = to_poll(poll);
    const std::vector<std::uint8_t> values = to_values(*self.board, solution);
    WeightSearch search(*self.board);
    const WeightsEnd end = released([&] { return search.prove(values, work, native); });
    nb::object weights = nb::none();
    if (end.status == Status::Fixpoint) weights = nb::cast(search.weights());
    return nb::make_tuple(end.status, weights, search.scale(), numbers(search, end));
}

nb::tuple weigh(BoundBoard& self, const nb::bytes& solution, std::uint64_t work,
                std::uint64_t lighten, const nb::object& poll) {
    const Turn turn(self);
    const Poll native = to_poll(poll);
    const std::vector<std::uint8_t> values = to_values(*self.board, solution);
    WeightSearch search(*self.board);
    const WeightsEnd end = released([&] {
        WeightsEnd found = search.prove(values, work, native);
        if (found.status == Status::Fixpoint) found.status = search.lighten(lighten, native).status;
        return found;
    });
    nb::object weights = nb::none();
    if (end.status == Status::Fixpoint) weights = nb::cast(search.weights());
    return nb::make_tuple(end.status, weights, search.scale(), search.proven_bound(),
                          search.difference());
}

nb::tuple find_by_weights(BoundBoard& self, std::uint64_t work, const nb::object& poll) {
    const Turn turn(self);
    const Poll native = to_poll(poll);
    WeightSearch search(*self.board);
    const WeightsEnd end = released([&] { return search.find(work, native); });
    nb::object found = nb::none();
    if (end.status == Status::Fixpoint)
        found = nb::bytes(search.cells().data(), search.cells().size());
    nb::object weights = nb::none();
    if (search.impossible()) weights = nb::cast(search.weights());
    return nb::make_tuple(end.status, found, weights, search.scale(), numbers(search, end));
}

}  // namespace

void bind_weights(nb::class_<BoundBoard>& board) {
    board
        .def("prove_by_weights", &prove_by_weights, "solution"_a, "work"_a, "poll"_a = nb::none(),
             nb::sig("def prove_by_weights(self, solution: bytes, work: int, poll: " POLL_TYPE
                     " = None) -> tuple[Status, list[int] | None, int, tuple[int, int, int]]"),
             "Is a solution the only one? FIXPOINT: yes. CONTRADICTION: not proven.\n\n"
             "The status; row weights that prove it, [cell * colors + colour - 1], or None; their\n"
             "scale; steps, work, and the least number of cells in which two solutions differ.\n"
             "The work ends after about `work` table entries.")
        .def("weigh", &weigh, "solution"_a, "work"_a, "lighten"_a, "poll"_a = nb::none(),
             nb::sig("def weigh(self, solution: bytes, work: int, lighten: int, poll: " POLL_TYPE
                     " = None) -> tuple[Status, list[int] | None, int, int, int]"),
             "As prove_by_weights; then about `lighten` table entries are spent on weights with a\n"
             "smaller sum of absolute values.\n\n"
             "The status, the weights or None, their scale, the bound that they prove (times the\n"
             "scale), and the least number of cells in which two solutions differ.")
        .def(
            "find_by_weights", &find_by_weights, "work"_a, "poll"_a = nb::none(),
            nb::sig(
                "def find_by_weights(self, work: int, poll: " POLL_TYPE
                " = None) -> tuple[Status, bytes | None, list[int] | None, int, tuple[int, int, int]]"),
            "Look for a solution: FIXPOINT and its cells; or CONTRADICTION, which means only that\n"
            "nothing was found, unless there are weights, which prove that there is no solution.\n"
            "All else is as for prove_by_weights.");
}

}  // namespace nonosat::bind
