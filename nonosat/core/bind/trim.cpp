// SPDX-License-Identifier: MIT
// Trimmer.
#include "trim.hpp"

#include "bind.hpp"

namespace nonosat::bind {
namespace {

struct BoundTrimmer : Shared {
    explicit BoundTrimmer(int variables) : trimmer(variables) {}
    Trimmer trimmer;
};

using Clauses = std::vector<std::vector<int>>;

std::unique_ptr<BoundTrimmer> new_trimmer(int variables) {
    if (variables < 0 || variables > 100'000'000)
        throw nb::value_error("no such number of variables");
    return std::make_unique<BoundTrimmer>(variables);
}

}  // namespace

void bind_trim(nb::module_& m) {
    nb::class_<BoundTrimmer>(m, "Trimmer", "Finds the steps of a DRUP proof that its end needs.")
        .def(nb::new_(&new_trimmer), "variables"_a)
        .def(
            "add",
            [](BoundTrimmer& self, const Clauses& clauses) {
                const Turn turn(self);
                for (const std::vector<int>& clause : clauses) {
                    if (!self.trimmer.knows(clause)) throw nb::value_error("no such literal");
                    self.trimmer.add(clause);
                }
            },
            "clauses"_a, "Add clauses of the formula.")
        .def_prop_ro(
            "refuted",
            [](BoundTrimmer& self) {
                const Turn turn(self);
                return self.trimmer.refuted();
            },
            "True if unit propagation alone refutes the clauses.")
        .def(
            "trim",
            [](BoundTrimmer& self, const Clauses& steps, const nb::object& poll) {
                const Turn turn(self);
                for (const std::vector<int>& step : steps)
                    if (!self.trimmer.knows(step)) throw nb::value_error("no such literal");
                const Poll native = to_poll(poll);
                return released([&] { return self.trimmer.trim(steps, native); });
            },
            "steps"_a, "poll"_a = nb::none(),
            nb::sig("def trim(self, steps: "
                    "collections.abc.Sequence[collections.abc.Sequence[int]], "
                    "poll: " POLL_TYPE " = None) -> list[int] | None"),
            "The numbers of the steps that are needed, ascending; None if `poll()` said stop. All,\n"
            "if the steps do not follow or do not end in a contradiction. A Trimmer trims once.");
}

}  // namespace nonosat::bind
