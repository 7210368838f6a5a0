// SPDX-License-Identifier: MIT
// Boards: propagation and probing against the plain method on copies, encodings in range, and
// interrupts, after which work goes on to the same end.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "board.hpp"
#include "cnf.hpp"
#include "core_test.hpp"
#include "probe.hpp"

namespace nonosat::core_test {

namespace {

// Probing without trail, stamps or skips: copies of the board, and both steps to the letter.
std::vector<int> probe_plainly(const Sample& s) {
    const auto start = make_board(s.height, s.width, s.colors, s.clues);
    std::vector<int> domains(s.cells.size(), (1 << (s.colors + 1)) - 1);
    for (bool again = true; again;) {
        auto base = rebuilt(*start, domains);
        expect(base->propagate({}) == Status::Fixpoint, "a board with a solution contradicts");
        domains = domains_of(*base);
        again = false;
        for (std::size_t i = 0; i < domains.size(); ++i) {
            std::vector<int> together(domains.size(), 0);
            for (int v = 0; v <= s.colors; ++v) {
                if (((domains[i] >> v) & 1) == 0) continue;
                std::vector<int> assumed = domains;
                assumed[i] = 1 << v;
                auto board = rebuilt(*start, assumed);
                if (board->propagate({}) != Status::Fixpoint) continue;
                const std::vector<int> follows = domains_of(*board);
                for (std::size_t j = 0; j < follows.size(); ++j) together[j] |= follows[j];
            }
            if (together != domains) {
                domains = together;
                again = true;
            }
        }
    }
    return domains;
}

void check_boards(int rounds, std::mt19937& random) {
    int interrupted = 0;
    for (int round = 0; round < rounds; ++round) {
        const Sample s = sample(random, 6);
        auto board = make_board(s.height, s.width, s.colors, s.clues);
        board->poll_work = 4;  // one line solve
        // Interrupt now and then; another call must lead to the same closure. The probe of a cell
        // starts again after an interrupt, so there must be polls that let it finish.
        const Poll poll = [&] { return random() % 15 == 0; };
        Prober prober(*board);
        Status status = prober.probe(poll);
        while (status == Status::Interrupted) {
            ++interrupted;
            status = prober.probe(poll);
        }
        expect(status == Status::Fixpoint, "a board with a solution contradicts");
        expect(domains_of(*board) == probe_plainly(s), "probing differs from plain probing");
        for (std::size_t i = 0; i < s.cells.size(); ++i)
            expect(board->can_be(static_cast<int>(i) / s.width, static_cast<int>(i) % s.width,
                                 s.cells[i]),
                   "probing loses a solution");
        for (const Encoding encoding : {Encoding::Order, Encoding::Automaton, Encoding::Cells}) {
            Cnf cnf;
            expect(encode(*board, encoding, {}, cnf) == Status::Fixpoint, "encoding stops");
            for (const int literal : cnf.literals)
                expect(literal != 0 && std::abs(literal) <= cnf.variables,
                       "a literal out of range");
        }
    }
    expect(interrupted > rounds / 2, "probing is hardly ever interrupted");
    std::printf("boards: %d agree with plain probing, after %d interrupts\n", rounds, interrupted);
}

// Long work asks its poll, stops when the poll says so or throws, and another call continues to the
// same end. Boards are drawn until both have happened: some are too easy to ask often.
void check_interrupts(std::mt19937& random) {
    int stops = 0, throws = 0;
    for (int round = 0; stops == 0 || throws == 0; ++round) {
        expect(round < 20, "long probing hardly ever asks its poll");
        Sample s;
        do s = sample(random, 60);
        while (s.height < 50 || s.width < 50);
        auto plain = make_board(s.height, s.width, s.colors, s.clues);
        expect(Prober(*plain).probe({}) == Status::Fixpoint, "a board with a solution contradicts");
        auto board = make_board(s.height, s.width, s.colors, s.clues);
        board->poll_work = 2000;
        Prober prober(*board);
        int asked = 0, calls = 0;
        Status status = Status::Interrupted;
        while (status == Status::Interrupted && ++calls < 10000) try {
                status = prober.probe([&] {
                    if (++asked % 97 == 0) throw 1;
                    return asked % 61 == 0;
                });
                stops += status == Status::Interrupted;
            } catch (int) {
                ++throws;
            }
        expect(status == Status::Fixpoint, "long probing does not end");
        expect(domains_of(*board) == domains_of(*plain), "interrupted probing has another closure");
    }
    std::printf("interrupts: %d stops, %d exceptions\n", stops, throws);
}

// A board that counts the work of lines reaches the same end by the same work; its numbers add up,
// and undone cells are taken out.
void check_line_counts(const Sample& s, const Board& plain) {
    auto board = make_board(s.height, s.width, s.colors, s.clues);
    board->count_lines();
    const LineCounts& found = *board->line_counts();
    expect(board->propagate({}) == Status::Fixpoint, "a board with a solution contradicts");
    const std::size_t mark = board->mark();
    const std::size_t by_lines = found.settled.size();
    expect(by_lines == s.cells.size() - board->unknown(), "cells that no line has settled");
    expect(Prober(*board).probe({}) == Status::Fixpoint, "a board with a solution contradicts");
    expect(domains_of(*board) == domains_of(plain), "counting lines changes the closure");
    expect(board->counts.line_solves == plain.counts.line_solves, "counting lines is other work");
    std::uint64_t solves = 0;
    for (const std::uint64_t number : found.solves) solves += number;
    expect(solves == board->counts.line_solves, "the line solves of the lines do not add up");
    std::vector<char> seen(s.cells.size());
    for (const auto& [line, cell] : found.settled) {
        const bool crosses = line < board->height ? board->row_of(cell) == line
                                                  : board->column_of(cell) == line - board->height;
        expect(crosses && board->is_known(cell) && !seen[cell], "a line settles a cell wrongly");
        seen[cell] = true;
    }
    board->back_to(mark);
    expect(found.settled.size() == by_lines, "a cell that is undone stays settled");
}

// After going back, probing finds the same again: the skips take restored lines into account.
void check_returns(int rounds, std::mt19937& random) {
    int deduced = 0;
    for (int round = 0; round < rounds; ++round) {
        const Sample s = sample(random, 15);
        auto board = make_board(s.height, s.width, s.colors, s.clues);
        Prober prober(*board);
        expect(board->propagate({}) == Status::Fixpoint, "a board with a solution contradicts");
        const std::size_t mark = board->mark();
        const std::vector<int> before = domains_of(*board);
        expect(prober.probe({}) == Status::Fixpoint, "a board with a solution contradicts");
        const std::vector<int> closure = domains_of(*board);
        deduced += closure != before;
        check_line_counts(s, *board);
        board->back_to(mark);
        expect(domains_of(*board) == before, "a mark leads to other domains");
        expect(prober.probe({}) == Status::Fixpoint && domains_of(*board) == closure,
               "probing after a way back finds less");
    }
    expect(deduced > rounds / 20, "probing hardly ever finds anything");
    for (int round = 0, found = 0; found < 3; ++round) {  // a contradiction that removed nothing
        expect(round < 200'000, "trials always remove something before they contradict");
        Sample s = sample(random, 5);
        std::swap(s.clues[0], s.clues[random() % static_cast<unsigned>(s.height)]);
        auto board = make_board(s.height, s.width, s.colors, s.clues);
        if (board->propagate({}) != Status::Fixpoint) continue;
        const std::size_t mark = board->mark();
        if (Prober(*board).probe({}) != Status::Contradiction || board->mark() > mark) continue;
        ++found;
        expect(board->propagate({}) == Status::Contradiction, "a contradiction is forgotten");
        board->back_to(mark);
        expect(board->at_fixpoint(), "a fixpoint is not reached again");
    }
    std::printf("returns: %d of %d boards with something to find again\n", deduced, rounds);
}

// Models are bounded to the literal, and polls come within lines and cells.
void check_limits(std::mt19937& random) {
    Sample s;
    do s = sample(random, 30);
    while (s.height < 20 || s.width < 20);
    const auto board = make_board(s.height, s.width, s.colors, s.clues);
    board->poll_work = 500;
    for (const Encoding encoding : {Encoding::Order, Encoding::Automaton}) {
        Cnf cnf;
        std::size_t asked = 0;
        const Poll count = [&] { return ++asked == 0; };
        expect(encode(*board, encoding, count, cnf) == Status::Fixpoint, "encoding stops");
        expect(asked * board->poll_work >= cnf.literals.size(), "encoding seldom asks its poll");
        Cnf exact, less;
        const std::size_t bytes = 5 * cnf.literals.size() + 3 * cnf.variables;
        expect(encode(*board, encoding, {}, exact, {bytes, 3, 5}) == Status::Fixpoint,
               "a model of the size that is allowed");
        expect(encode(*board, encoding, {}, less, {bytes - 1, 3, 5}) == Status::Interrupted,
               "a model that is larger than allowed");
    }
    // "At most one colour" alone: 100 cells of 60 colours make 177,000 clauses of two literals.
    const auto colored = make_board(10, 10, 60, std::vector<Clue>(20));
    Cnf none;
    expect(encode(*colored, Encoding::Cells, {}, none, {353'999, 0, 1}) == Status::Interrupted &&
               none.ends.empty(),
           "clauses of cells are made although they are too many");
    int left = 3;
    Cnf some;
    expect(
        encode(
            *colored, Encoding::Cells, [&] { return --left == 0; }, some) == Status::Interrupted &&
            some.ends.size() < 2 * kPollWork,
        "clauses of cells are not interrupted");
}

}  // namespace

void test_boards(std::mt19937& random) {
    check_boards(600, random);
    check_interrupts(random);
    check_returns(300, random);
    check_limits(random);
}

}  // namespace nonosat::core_test
