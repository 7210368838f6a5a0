// SPDX-License-Identifier: MIT
// Line reasons, on lines of 1 to 5 words: a walk by their steps ends where propagation ends, and
// every step follows from its premises, of which none can be left out. tests/test_steps_line.py
// compares short lines with all arrangements.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <random>
#include <vector>

#include "core_test.hpp"
#include "line_reasons.hpp"

namespace nonosat::core_test {

namespace {

using Literal = LineReasons::Literal;

void add(Board& board, const Literal& literal) {
    const int row = board.row_of(literal.cell), column = board.column_of(literal.cell);
    for (int v = 0; v <= board.colors; ++v)
        if ((v == literal.value) != literal.holds) board.remove(row, column, v);
}

bool same(const Literal& a, const Literal& b) {
    return a.cell == b.cell && a.value == b.value && a.holds == b.holds;
}

// Does the technique give all literals of a step in one line, from these premises alone?
bool follows(const Board& board, LineTechnique technique, const LineReasons::Step& step,
             std::size_t left_out) {
    std::vector<Clue> clues(board.lines());
    clues[step.line] = board.clue(step.line);
    const auto alone = make_board(board.height, board.width, board.colors, clues);
    for (std::size_t i = 0; i < step.because.size(); ++i)
        if (i != left_out) add(*alone, step.because[i]);
    const auto reasons = make_line_reasons(*alone);
    LineReasons::Step found;
    expect(reasons->find(technique, {}, found) == Status::Fixpoint, "line reasons: no arrangement");
    return std::all_of(step.cells.begin(), step.cells.end(), [&](const Literal& literal) {
        return std::any_of(found.cells.begin(), found.cells.end(),
                           [&](const Literal& other) { return same(literal, other); });
    });
}

int walk(Board& board) {
    const auto reasons = make_line_reasons(board);
    int steps = 0;
    for (bool more = true; more;) {
        more = false;
        for (const auto technique :
             {LineTechnique::Trivial, LineTechnique::Overlap, LineTechnique::Line}) {
            LineReasons::Step step;
            if (reasons->find(technique, {}, step) == Status::Contradiction) {
                expect(board.conflict_line() >= 0, "line reasons: no line of the contradiction");
                return steps;
            }
            if (step.line < 0) continue;
            expect(follows(board, technique, step, step.because.size()),
                   "line reasons: a premise is missing");
            for (std::size_t i = 0; i < step.because.size(); ++i)
                expect(!follows(board, technique, step, i), "line reasons: a premise too many");
            for (const Literal& literal : step.cells) add(board, literal);
            ++steps;
            more = true;
            break;
        }
    }
    return steps;
}

}  // namespace

void test_line_reasons(std::mt19937& random) {
    int steps = 0;
    for (int round = 0; round < 240; ++round) {
        const Sample s = sample(random, round % 8 == 0 ? 160 : 9);
        const auto board = make_board(s.height, s.width, s.colors, s.clues);
        const auto other = make_board(s.height, s.width, s.colors, s.clues);
        // Some cells lose values that they do not have in the solution, or, rarely, have.
        for (int i = 0; i < s.height * s.width; ++i)
            for (int v = 0; v <= s.colors; ++v)
                if (random() % 12 == 0 && (v != s.cells[i] || random() % 200 == 0))
                    for (Board* one : {board.get(), other.get()})
                        one->remove(one->row_of(i), one->column_of(i), v);
        steps += walk(*board);
        const Status status = other->propagate({});
        expect((status == Status::Contradiction) == (board->conflict_line() >= 0),
               "line reasons: contradictions differ");
        if (status == Status::Fixpoint)
            expect(domains_of(*board) == domains_of(*other), "line reasons: closures differ");
    }
    std::printf("line reasons: %d steps agree\n", steps);
}

}  // namespace nonosat::core_test
