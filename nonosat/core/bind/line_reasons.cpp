// SPDX-License-Identifier: MIT
// LineReasons, and block_starts.
#include "line_reasons.hpp"

#include <tuple>

#include "bind.hpp"

namespace nonosat::bind {
namespace {

// It works on the board of a Python object, which it holds by a Turn.
struct BoundReasons {
    explicit BoundReasons(BoundBoard& board_)
        : board(board_), reasons(make_line_reasons(*board_.board)) {}
    BoundBoard& board;
    std::unique_ptr<LineReasons> reasons;
};

using Placed = std::vector<std::tuple<int, int, int, bool>>;

Placed to_placed(const Board& board, const std::vector<LineReasons::Literal>& native) {
    Placed literals;
    literals.reserve(native.size());
    for (const auto& [cell, value, holds] : native)
        literals.emplace_back(board.row_of(cell), board.column_of(cell), value, holds);
    return literals;
}

std::optional<std::vector<std::vector<int>>> block_starts(
    int colors, const Blocks& blocks, const std::vector<std::uint64_t>& domains) {
    std::vector<std::vector<int>> starts;
    const auto board = line_board(colors, blocks, domains);
    if (!board || !board->starts_of(0, starts)) return std::nullopt;
    return starts;
}

}  // namespace

void bind_line_reasons(nb::module_& m) {
    nb::enum_<LineTechnique>(m, "LineTechnique", "A way to deduce from one line.")
        .value("TRIVIAL", LineTechnique::Trivial, "Empty, exactly full, or all blocks found.")
        .value("OVERLAP", LineTechnique::Overlap, "Leftmost and rightmost placement.")
        .value("LINE", LineTechnique::Line, "All placements.");

    nb::class_<BoundReasons>(m, "LineReasons",
                             "Deductions from one line of a board, with minimal premises.")
        .def(nb::init<BoundBoard&>(), "board"_a, nb::keep_alive<1, 2>())
        .def(
            "find",
            [](BoundReasons& self, LineTechnique technique, const nb::object& poll) {
                const Turn turn(self.board);
                const Poll native = to_poll(poll);
                LineReasons::Step step;
                const Status status =
                    released([&] { return self.reasons->find(technique, native, step); });
                const Board& board = *self.board.board;
                return std::make_tuple(status, step.line, to_placed(board, step.because),
                                       to_placed(board, step.cells));
            },
            "technique"_a, "poll"_a = nb::none(),
            nb::sig("def find(self, technique: LineTechnique, poll: " POLL_TYPE
                    " = None) -> tuple[Status, int, list[tuple[int, int, int, bool]], "
                    "list[tuple[int, int, int, bool]]]"),
            "The best step of a technique: how it ended, the line (-1: no step), the premises and the\n"
            "conclusions; literals as row, column, value, and whether the cell has\n"
            "that value. CONTRADICTION: the conflict_line of the board has no placement.")
        .def(
            "openings",
            [](BoundReasons& self, LineTechnique technique, const nb::object& poll) {
                const Turn turn(self.board);
                const Poll native = to_poll(poll);
                std::size_t cells = 0;
                const Status status =
                    released([&] { return self.reasons->openings(technique, native, cells); });
                return std::make_tuple(status, cells);
            },
            "technique"_a, "poll"_a = nb::none(),
            nb::sig("def openings(self, technique: LineTechnique, poll: " POLL_TYPE
                    " = None) -> tuple[Status, int]"),
            "How many cells a technique changes now, in all lines together; ends as find() does.");

    m.def("block_starts", &block_starts, "colors"_a, "blocks"_a, "domains"_a,
          "Per block, the cells at which it starts in some placement of the line, ascending;\n"
          "None if there is no placement. Domains as in solve_line.");
}

}  // namespace nonosat::bind
