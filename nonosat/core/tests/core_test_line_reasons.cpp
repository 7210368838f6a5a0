// SPDX-License-Identifier: MIT
// Line reasons, on lines of 1 to 5 words: a walk by their steps ends where propagation ends, and
// every step follows from its premises, of which none can be left out; interrupts at every poll;
// openings. tests/explain/test_steps_line.py compares short lines with all placements.
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
    assume(board, literal.cell, literal.value, literal.holds);
}

bool same(const Literal& a, const Literal& b) {
    return a.cell == b.cell && a.value == b.value && a.holds == b.holds;
}

// Does the technique give all literals of a step in one line, from these premises alone?
bool follows(const Board& board, LineTechnique technique, const LineReasons::Step& step,
             std::size_t left_out) {
    const auto alone = restricted(board, {step.line});
    for (std::size_t i = 0; i < step.because.size(); ++i)
        if (i != left_out) add(*alone, step.because[i]);
    const auto reasons = make_line_reasons(*alone);
    LineReasons::Step found;
    expect(reasons->find(technique, {}, found) == Status::Fixpoint, "line reasons: no placement");
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

bool same(const std::vector<Literal>& a, const std::vector<Literal>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Literal& x, const Literal& y) { return same(x, y); });
}

// The cells that some line changes by itself.
std::size_t slow_openings(const Board& board) {
    const std::vector<int> before = domains_of(board);
    std::vector<char> changed(before.size(), 0);
    for (int line = 0; line < board.lines(); ++line) {
        const auto alone = rebuilt(*restricted(board, {line}), before);
        expect(alone->propagate({}) == Status::Fixpoint, "line reasons: no placement");
        const std::vector<int> after = domains_of(*alone);
        for (std::size_t cell = 0; cell < before.size(); ++cell)
            if (after[cell] != before[cell]) changed[cell] = 1;
    }
    return static_cast<std::size_t>(std::count(changed.begin(), changed.end(), 1));
}

// Interrupts find() and openings() at every poll; run again, they must give the same.
int interrupt(Board& board) {
    int stops = 0;
    std::size_t before = 0;
    for (const auto technique :
         {LineTechnique::Trivial, LineTechnique::Overlap, LineTechnique::Line}) {
        LineReasons::Step expected, step;
        std::size_t cells = 0, expected_cells = 0;
        const auto plain = make_line_reasons(board);
        if (plain->find(technique, {}, expected) != Status::Fixpoint) return stops;
        plain->openings(technique, {}, expected_cells);
        expect(before <= expected_cells, "line reasons: a harder technique gives less");
        before = expected_cells;
        const std::vector<int> domains = domains_of(board);
        for (unsigned at = 1;; ++at) {
            unsigned asked = 0;
            const auto reasons = make_line_reasons(board);
            const Poll poll = [&] { return ++asked == at; };
            const Status first = reasons->find(technique, poll, step);
            const Status second = reasons->openings(technique, poll, cells);
            expect((first == Status::Interrupted || second == Status::Interrupted) == (asked >= at),
                   "line reasons: a poll is ignored");
            expect(first == Status::Fixpoint || step.line < 0, "line reasons: half a step");
            if (asked < at) break;
            ++stops;
            reasons->find(technique, {}, step);
            reasons->openings(technique, {}, cells);
            expect(step.line == expected.line && same(step.because, expected.because) &&
                       same(step.cells, expected.cells) && cells == expected_cells,
                   "line reasons: another step after an interrupt");
        }
        expect(domains_of(board) == domains, "line reasons: the board changed");
    }
    expect(before == slow_openings(board), "line reasons: openings differ");
    return stops;
}

}  // namespace

void test_line_reasons(std::mt19937& random) {
    int steps = 0, stops = 0;
    for (int round = 0; round < 240; ++round) {
        const Sample s = sample(random, round % 20 == 0 ? 160 : 9);
        const auto board = make_board(s.height, s.width, s.colors, s.clues);
        const auto other = make_board(s.height, s.width, s.colors, s.clues);
        // Some cells lose values that they do not have in the solution, or, rarely, have.
        for (int i = 0; i < s.height * s.width; ++i)
            for (int v = 0; v <= s.colors; ++v)
                if (random() % 12 == 0 && (v != s.cells[i] || random() % 200 == 0))
                    for (Board* one : {board.get(), other.get()})
                        one->remove(one->row_of(i), one->column_of(i), v);
        board->poll_work = 1;
        if (round % 5 == 1) stops += interrupt(*board);
        steps += walk(*board);
        const Status status = other->propagate({});
        expect((status == Status::Contradiction) == (board->conflict_line() >= 0),
               "line reasons: contradictions differ");
        if (status == Status::Fixpoint)
            expect(domains_of(*board) == domains_of(*other), "line reasons: closures differ");
    }
    std::printf("line reasons: %d steps agree, %d stops\n", steps, stops);
    expect(stops > 500, "the lines test too little");
}

}  // namespace nonosat::core_test
