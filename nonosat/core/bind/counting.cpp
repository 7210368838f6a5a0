// SPDX-License-Identifier: MIT
// Proofs and solutions by counting, as methods of Board.
#include "counting.hpp"
#include "bind.hpp"

namespace nonosat::bind {
namespace {

nb::tuple numbers(const Counting& counting, const CountingEnd& end) {
    return nb::make_tuple(end.steps, end.work, counting.difference());
}

nb::tuple prove_by_counting(BoundBoard& self, const nb::bytes& solution, std::uint64_t work,
                            const nb::object& poll) {
    const Turn turn(self);
    const Poll native = to_poll(poll);
    const std::vector<std::uint8_t> values = to_values(*self.board, solution);
    Counting counting(*self.board);
    const CountingEnd end = released([&] { return counting.prove(values, work, native); });
    nb::object weights = nb::none();
    if (end.status == Status::Fixpoint) weights = nb::cast(counting.weights());
    return nb::make_tuple(end.status, weights, counting.scale(), numbers(counting, end));
}

nb::tuple weigh(BoundBoard& self, const nb::bytes& solution, std::uint64_t work,
                std::uint64_t lighten, const nb::object& poll) {
    const Turn turn(self);
    const Poll native = to_poll(poll);
    const std::vector<std::uint8_t> values = to_values(*self.board, solution);
    Counting counting(*self.board);
    const CountingEnd end = released([&] {
        CountingEnd found = counting.prove(values, work, native);
        if (found.status == Status::Fixpoint)
            found.status = counting.lighten(lighten, native).status;
        return found;
    });
    nb::object weights = nb::none();
    if (end.status == Status::Fixpoint) weights = nb::cast(counting.weights());
    return nb::make_tuple(end.status, weights, counting.scale(), counting.proven_bound(),
                          counting.difference());
}

nb::tuple find_by_counting(BoundBoard& self, std::uint64_t work, const nb::object& poll) {
    const Turn turn(self);
    const Poll native = to_poll(poll);
    Counting counting(*self.board);
    const CountingEnd end = released([&] { return counting.find(work, native); });
    nb::object found = nb::none();
    if (end.status == Status::Fixpoint)
        found = nb::bytes(counting.cells().data(), counting.cells().size());
    nb::object weights = nb::none();
    if (counting.impossible()) weights = nb::cast(counting.weights());
    return nb::make_tuple(end.status, found, weights, counting.scale(), numbers(counting, end));
}

}  // namespace

void bind_counting(nb::class_<BoundBoard>& board) {
    board
        .def("prove_by_counting", &prove_by_counting, "solution"_a, "work"_a, "poll"_a = nb::none(),
             nb::sig("def prove_by_counting(self, solution: bytes, work: int, poll: " POLL_TYPE
                     " = None) -> tuple[Status, list[int] | None, int, tuple[int, int, int]]"),
             "Is a solution the only one? FIXPOINT: yes. CONTRADICTION: not proven.\n\n"
             "The status; row weights that prove it, [cell * colors + colour - 1], or None; their\n"
             "scale; steps, work, and the least number of cells in which two solutions differ.\n"
             "The work ends after about `work` table entries.")
        .def(
            "weigh", &weigh, "solution"_a, "work"_a, "lighten"_a, "poll"_a = nb::none(),
            nb::sig("def weigh(self, solution: bytes, work: int, lighten: int, poll: " POLL_TYPE
                    " = None) -> tuple[Status, list[int] | None, int, int, int]"),
            "As prove_by_counting; then about `lighten` table entries are spent on weights with a\n"
            "smaller sum of absolute values.\n\n"
            "The status, the weights or None, their scale, the bound that they prove (times the\n"
            "scale), and the least number of cells in which two solutions differ.")
        .def(
            "find_by_counting", &find_by_counting, "work"_a, "poll"_a = nb::none(),
            nb::sig(
                "def find_by_counting(self, work: int, poll: " POLL_TYPE
                " = None) -> tuple[Status, bytes | None, list[int] | None, int, tuple[int, int, int]]"),
            "Look for a solution: FIXPOINT and its cells; or CONTRADICTION, which means only that\n"
            "nothing was found, unless there are weights, which prove that there is no solution.\n"
            "All else is as for prove_by_counting.");
}

}  // namespace nonosat::bind
