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

std::vector<int> domains_of(const Board& board) {
    std::vector<int> domains;
    for (int row = 0; row < board.height; ++row)
        for (int column = 0; column < board.width; ++column) {
            int domain = 0;
            for (int v = 0; v <= board.colors; ++v) domain |= board.can_be(row, column, v) << v;
            domains.push_back(domain);
        }
    return domains;
}

// Probing without trail, stamps or skips: copies of the board, and both steps to the letter.
std::vector<int> probe_plainly(const Sample& s) {
    const auto board_of = [&](const std::vector<int>& domains) {
        auto board = make_board(s.height, s.width, s.colors, s.clues);
        for (int i = 0; i < s.height * s.width; ++i)
            for (int v = 0; v <= s.colors; ++v)
                if (((domains[i] >> v) & 1) == 0 && board->can_be(i / s.width, i % s.width, v))
                    board->remove(i / s.width, i % s.width, v);
        return board;
    };
    std::vector<int> domains(s.cells.size(), (1 << (s.colors + 1)) - 1);
    for (bool again = true; again;) {
        auto base = board_of(domains);
        expect(base->propagate({}) == Status::Fixpoint, "a board with a solution contradicts");
        domains = domains_of(*base);
        again = false;
        for (std::size_t i = 0; i < domains.size(); ++i) {
            std::vector<int> together(domains.size(), 0);
            for (int v = 0; v <= s.colors; ++v) {
                if (((domains[i] >> v) & 1) == 0) continue;
                std::vector<int> assumed = domains;
                assumed[i] = 1 << v;
                auto board = board_of(assumed);
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
        // Interrupt now and then; going on must lead to the same closure.
        const unsigned every = 1 + random() % 3;
        const Poll poll = [&] { return random() % every == 0; };
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
                expect(literal != 0 && std::abs(literal) <= cnf.variables, "a literal out of range");
        }
    }
    std::printf("boards: %d agree with plain probing\n", rounds);
}

// Long work asks its poll, stops when told, and can go on afterwards.
void check_interrupts(std::mt19937& random) {
    Sample s;
    do s = sample(random, 60); while (s.height < 50 || s.width < 50);
    auto board = make_board(s.height, s.width, s.colors, s.clues);
    Prober prober(*board);
    int asked = 0, stops = 0;
    Status status;
    do {
        status = prober.probe([&] { return ++asked % 5 == 0; });
        stops += status == Status::Interrupted;
    } while (status == Status::Interrupted && stops < 40);
    expect(stops > 0, "long probing never asked its poll");
    bool thrown = false;
    try {
        for (int i = 0; i < 3; ++i) prober.probe([]() -> bool { throw 1; });
    } catch (int) {
        thrown = true;
    }
    expect(thrown || board->unknown() == 0 || status == Status::Fixpoint, "no poll threw");
    for (std::size_t i = 0; i < s.cells.size(); ++i)
        expect(board->can_be(static_cast<int>(i) / s.width, static_cast<int>(i) % s.width,
                             s.cells[i]),
               "an interrupted probe loses a solution");
    std::printf("interrupts: %d stops\n", stops);
}

}  // namespace

void test_boards(std::mt19937& random) {
    check_boards(600, random);
    check_interrupts(random);
}

}  // namespace nonosat::core_test
