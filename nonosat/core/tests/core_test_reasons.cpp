// SPDX-License-Identifier: MIT
// Chains and trials: from their premises alone, on a board of their own, each branch ends as it
// says; conclusions and lengths against search and probing; interrupts.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <random>

#include "chain_reasons.hpp"
#include "core_test.hpp"
#include "probe.hpp"
#include "trial_reasons.hpp"

namespace nonosat::core_test {

namespace {

void add(Board& board, const Literals& literals, int literal) {
    assume(board, literals.cell(literal), literals.value(literal), Literals::holds(literal));
}

bool holds(const Board& board, const Literals& literals, int literal) {
    const std::size_t cell = literals.cell(literal);
    for (int v = 0; v <= board.colors; ++v)
        if ((v == literals.value(literal)) != Literals::holds(literal) &&
            board.can_be(board.row_of(cell), board.column_of(cell), v))
            return false;
    return true;
}

// Each link of a chain, by a board with one line.
void check_chain(const Board& board, const Reason& reason) {
    const Literals literals{board.colors};
    for (const Reason::Branch& branch : reason.branches) {
        int before = branch.assumption;
        for (const auto& [literal, line] : branch.links) {
            expect(std::find(reason.lines.begin(), reason.lines.end(), line) != reason.lines.end(),
                   "a chain uses a line that it does not name");
            const auto alone = restricted(board, {line});
            for (const int known : reason.because) add(*alone, literals, known);
            add(*alone, literals, before);
            expect(alone->propagate({}) == Status::Fixpoint && holds(*alone, literals, literal),
                   "a link of a chain does not follow");
            before = literal;
        }
        expect(before == reason.conclusion, "a chain does not end at the conclusion");
    }
}

// Each branch of a trial, by a board with its lines.
void check_trial(const Board& board, const Reason& reason) {
    const Literals literals{board.colors};
    for (const Reason::Branch& branch : reason.branches) {
        const auto alone = restricted(board, reason.lines);
        for (const int known : reason.because) add(*alone, literals, known);
        add(*alone, literals, branch.assumption);
        const Status status = alone->propagate({});
        expect(status == Status::Contradiction || holds(*alone, literals, reason.conclusion),
               "a branch of a trial does not end as it says");
        expect(branch.conflict < 0 || status == Status::Contradiction, "no contradiction");
        expect(branch.conflict >= 0 || branch.links.back().literal == reason.conclusion,
               "a branch does not end at the conclusion");
    }
}

bool same(const std::optional<Reason>& a, const std::optional<Reason>& b) {
    if (!a || !b) return a.has_value() == b.has_value();
    const auto same_link = [](const Reason::Link& x, const Reason::Link& y) {
        return x.literal == y.literal && x.line == y.line;
    };
    return a->conclusion == b->conclusion && a->lines == b->lines && a->because == b->because &&
           std::equal(a->branches.begin(), a->branches.end(), b->branches.begin(),
                      b->branches.end(), [&](const Reason::Branch& x, const Reason::Branch& y) {
                          return x.assumption == y.assumption && x.conflict == y.conflict &&
                                 std::equal(x.links.begin(), x.links.end(), y.links.begin(),
                                            y.links.end(), same_link);
                      });
}

// Interrupts a search early, later, and so on to its end, by a poll that says stop or throws. One
// finder that was interrupted at all these places, and a new one, find the same.
template <class Make, class Find>
int interrupt(Board& board, const Make& make, const Find& find) {
    const std::vector<int> before = domains_of(board);
    std::optional<Reason> expected, found;
    expect(find(*make(board), Poll{}, expected) == Status::Fixpoint, "the search does not end");
    const auto finder = make(board);
    int stops = 0;
    for (unsigned at = 1;; at += 1 + at / 3) {
        unsigned asked = 0;
        Status status = Status::Interrupted;
        try {
            status = find(
                *finder,
                [&] {
                    if (++asked == at && at % 2 == 0) throw 1;
                    return asked == at;
                },
                found);
        } catch (int) {
        }
        expect(asked <= at, "a search goes on after a poll that says stop");
        expect(domains_of(board) == before && board.at_fixpoint(), "a search changed the board");
        if (status == Status::Fixpoint) break;
        ++stops;
        if (at < 8) {  // and an early stop does not harm the next search
            expect(find(*finder, Poll{}, found) == Status::Fixpoint, "the search does not end");
            expect(same(found, expected), "a search after an interrupt finds something else");
        }
    }
    expect(same(found, expected), "a search after interrupts finds something else");
    return stops;
}

// Calls find(poll, reason), is interrupted once, and calls again.
template <class Find>
bool find_twice(Board& board, std::mt19937& random, const Find& find,
                std::optional<Reason>& reason) {
    const std::vector<int> before = domains_of(board);
    unsigned asked = 0;
    const auto stop_at = 1 + static_cast<unsigned>(random() % 60);
    const Status status = find([&] { return ++asked == stop_at; }, reason);
    const bool stopped = status == Status::Interrupted;
    expect(!stopped || !reason, "an interrupted search has found something");
    if (stopped) expect(find({}, reason) == Status::Fixpoint, "the search does not end");
    expect(domains_of(board) == before && board.at_fixpoint(), "a search changed the board");
    return stopped;
}

}  // namespace

void test_reasons(std::mt19937& random) {
    int chains = 0, trials = 0, stops = 0, common = 0;
    for (int round = 0; round < 1500; ++round) {
        const int side = round % 15 == 0 ? 70 : 9;
        Sample s = sample(random, side);
        const auto board = make_board(s.height, s.width, s.colors, s.clues);
        if (side == 70)
            for (int i = 0; i < s.height * s.width; ++i)  // enough is known to leave small gaps
                if (random() % 8 != 0) assume(*board, i, s.cells[i]);
        if (board->propagate({}) != Status::Fixpoint || board->unknown() == 0) continue;
        board->poll_work = 1;
        const Literals literals{board->colors};
        const auto chain_finder = make_chain_finder(*board);
        const auto trial_finder = make_trial_finder(*board);
        if (round % 15 != 0 && round < 600) {
            stops += interrupt(*board, make_chain_finder,
                               [](ChainFinder& finder, const Poll& poll, auto& found) {
                                   return finder.find(1000, -1, poll, found);
                               });
            stops += interrupt(*board, make_trial_finder,
                               [](TrialFinder& finder, const Poll& poll, auto& found) {
                                   return finder.find(poll, found);
                               });
        }
        while (true) {
            std::optional<Reason> chain, trial;
            stops += find_twice(
                *board, random,
                [&](const Poll& poll, std::optional<Reason>& found) {
                    return chain_finder->find(1000, -1, poll, found);
                },
                chain);
            ImplicationSearch search(*board);
            search.search({});
            expect(chain.has_value() == !search.forced().empty(), "a chain is not found");
            std::size_t shortest = 1000;
            for (const int forced : search.forced())
                shortest =
                    std::min(shortest, search.chain(Literals::negated(forced), forced).size() - 1);
            if (chain) {
                std::size_t length = 0;
                for (const Reason::Branch& branch : chain->branches) length += branch.links.size();
                expect(length == shortest, "a chain is not the shortest");
                check_chain(*board, *chain);
                ++chains;
            }
            stops += find_twice(
                *board, random,
                [&](const Poll& poll, std::optional<Reason>& found) {
                    return trial_finder->find(poll, found);
                },
                trial);
            if (!trial) {
                const int unknown = board->unknown();
                Prober prober(*board);
                expect(prober.probe({}) == Status::Fixpoint && board->unknown() == unknown,
                       "a trial is not found");
                break;
            }
            check_trial(*board, *trial);
            ++trials;
            common += trial->branches.size() > 1;
            const std::size_t cell = literals.cell(trial->conclusion);
            const int value = s.cells[cell];
            expect(
                (value == literals.value(trial->conclusion)) == Literals::holds(trial->conclusion),
                "a trial is wrong");
            add(*board, literals, trial->conclusion);
            expect(board->propagate({}) == Status::Fixpoint, "a trial leads to a contradiction");
        }
    }
    std::printf("reasons: %d chains, %d trials (%d with branches), %d stops\n", chains, trials,
                common, stops);
    expect(chains > 20 && trials > 50 && common > 5 && stops > 50, "the boards test too little");
}

}  // namespace nonosat::core_test
