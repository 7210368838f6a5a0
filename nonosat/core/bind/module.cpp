// SPDX-License-Identifier: MIT
// The module nonosat.core._core: constants, enumerations, and one call per file of this folder.
#include "bind.hpp"
#include "cnf.hpp"

using nonosat::Encoding;
using nonosat::Status;

NB_MODULE(_core, m) {
    // A Board that a program still holds at its end is not a leak. Tests switch the warnings on.
    nb::set_leak_warnings(false);
    m.doc() = "The native core of nonosat: line solving, propagation, probing, CNF.";
    m.attr("MAX_SIDE") = nonosat::kMaxSide;
    m.attr("MAX_COLORS") = nonosat::kMaxColors;
    m.attr("UNKNOWN") = nonosat::kUnknown;
#ifdef NONOSAT_CONTRACTS
    m.attr("CONTRACTS") = true;
#else
    m.attr("CONTRACTS") = false;
#endif
    m.def(
        "word_counts",
        [] {
            return []<int... Words>(std::integer_sequence<int, Words...>) {
                return std::vector<int>{Words...};
            }(nonosat::WordCounts{});
        },
        "The numbers of 64-bit words that a line may have; it needs a bit more than it has cells.");
    m.def("set_leak_warnings", &nb::set_leak_warnings, "on"_a,
          "Report at exit the native objects that are still alive.");

    nb::enum_<Status>(m, "Status", "How a piece of work ended.")
        .value("FIXPOINT", Status::Fixpoint, "Nothing more follows.")
        .value("CONTRADICTION", Status::Contradiction, "There is no solution.")
        .value("INTERRUPTED", Status::Interrupted, "The poll said stop; another call continues.");

    nb::enum_<Encoding>(m, "Encoding", "How clauses describe the clue of a line.")
        .value("ORDER", Encoding::Order, "Block i starts at or before p: learns well.")
        .value("AUTOMATON", Encoding::Automaton, "Unit propagation is line solving.")
        .value("CELLS", Encoding::Cells, "Not at all: only the known facts about single cells.");

    nb::class_<nonosat::bind::BoundBoard> board(
        m, "Board",
        "The state of a puzzle: for each cell the values that it can still have.\n\n"
        "Lines are numbered: rows from 0, then columns. A clue is a list of\n"
        "(length, colour), or None for a missing one. Value 0 is EMPTY.\n\n"
        "Every long method asks `poll()` now and then; True means stop. One call at a time: a\n"
        "second one, from another thread or from the poll, raises RuntimeError. Plain numbers\n"
        "(height, width, colors, unknown, conflict_line, counts) may be read at any time. An\n"
        "exception of the poll passes through; the board is then as after INTERRUPTED.");
    nonosat::bind::bind_board(m, board);
    nonosat::bind::bind_implications(m, board);
    nonosat::bind::bind_davidje13(m, board);
    nonosat::bind::bind_line_reasons(m);
    nonosat::bind::bind_looking(board);
    nonosat::bind::bind_probe_search(m);
    nonosat::bind::bind_reasons(board);
    nonosat::bind::bind_local_search(m, board);
    nonosat::bind::bind_cnf(m, board);
    nonosat::bind::bind_count(board);
    nonosat::bind::bind_weights(board);
    nonosat::bind::bind_beliefs(m);
    nonosat::bind::bind_trim(m);
    nonosat::bind::bind_batch(m);
}
