// SPDX-License-Identifier: MIT
// Call sequences: everything that may be called on a board, in random order, with polls that stop
// or throw at random. After each call the board is compared with one that is rebuilt from its
// domains: the closures must be the same, and marks must lead back to the same domains.
#include <cstdio>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "beliefs.hpp"
#include "board.hpp"
#include "cnf.hpp"
#include "core_test.hpp"
#include "dive.hpp"
#include "probe.hpp"

namespace nonosat::core_test {

namespace {

struct Thrown {};

class Sequence {
public:
    explicit Sequence(std::mt19937& random)
        : random_(random),
          s_(sample(random, 6)),
          board_(make_board(s_.height, s_.width, s_.colors, spoilt())),
          prober_(*board_) {
        board_->poll_work = 1 + random_() % 40;
    }

    void step() {
        switch (random_() % 8) {
            case 0: return propagate();
            case 1: return probe();
            case 2: return remove();
            case 3: marks_.emplace_back(board_->mark(), domains_of(*board_)); return;
            case 4:
            case 5: return back();
            case 6: return dive();
            default: return write();
        }
    }
    int interrupts() const { return interrupts_; }
    int conflicts() const { return conflicts_; }
    int returns() const { return returns_; }

private:
    // The clues of the sample; at times one of them is wrong.
    std::vector<Clue> spoilt() {
        if (random_() % 3 == 0) {
            Clue& clue = s_.clues[random_() % s_.clues.size()];
            clue.blocks.assign(1, {1 + static_cast<int>(random_() % 3), 1});
        }
        return s_.clues;
    }

    // A poll that never stops, or that stops or throws after a few calls.
    Poll poll() {
        const auto kind = static_cast<int>(random_() % 3);
        return [kind, asked = 1 + static_cast<int>(random_() % 12)]() mutable {
            if (kind == 0 || --asked > 0) return false;
            if (kind == 1) return true;
            throw Thrown{};
        };
    }
    template <class Work>
    Status run(const Work& work) {
        const Poll asked = poll();
        try {
            const Status status = work(asked);
            interrupts_ += status == Status::Interrupted;
            return status;
        } catch (const Thrown&) {
            ++interrupts_;
            return Status::Interrupted;
        }
    }

    void propagate() {
        if (board_->conflict_line() >= 0) {  // which probing alone may have found
            expect(board_->propagate({}) == Status::Contradiction, "a contradiction is forgotten");
            return;
        }
        const std::vector<int> before = domains_of(*board_);
        const Status status = run([&](const Poll& asked) { return board_->propagate(asked); });
        const auto again = rebuilt(*board_, before);
        const Status expected = again->propagate({});
        compare(status, *again, expected, "propagation");
    }
    void probe() {
        const std::vector<int> before = domains_of(*board_);
        const Status status = run([&](const Poll& asked) { return prober_.probe(asked); });
        const auto again = rebuilt(*board_, before);
        const Status expected = Prober(*again).probe({});
        compare(status, *again, expected, "probing");
    }
    // After an interrupt the board lies between the state before and its closure.
    void compare(Status status, const Board& again, Status expected, const std::string& what) {
        const std::vector<int> domains = domains_of(*board_), closure = domains_of(again);
        if (status != Status::Interrupted) {
            expect(status == expected, what + " in a sequence ends otherwise on a rebuilt board");
            conflicts_ += status == Status::Contradiction;
            if (status == Status::Contradiction) {
                expect(board_->conflict_line() >= 0, "a contradiction without a line");
                expect(board_->propagate({}) == status, "a contradiction is forgotten");
                return;
            }
            expect(board_->at_fixpoint(), what + " leaves dirty lines");
            expect(domains == closure, what + " in a sequence differs from a rebuilt board");
        } else if (expected == Status::Fixpoint) {
            for (std::size_t i = 0; i < domains.size(); ++i)
                expect((closure[i] & ~domains[i]) == 0, "interrupted " + what + " loses values");
        }
    }

    void remove() {
        const int cell = static_cast<int>(random_() % s_.cells.size());
        const int value = static_cast<int>(random_() % (s_.colors + 1));
        const int before = domains_of(*board_)[cell];
        const bool possible = board_->remove(cell / s_.width, cell % s_.width, value);
        const int after = domains_of(*board_)[cell];
        expect(after == (before & ~(1 << value)) && possible == (after != 0), "a removal");
    }
    void back() {
        if (marks_.empty()) return;
        const std::size_t chosen = random_() % marks_.size();
        board_->back_to(marks_[chosen].first);
        expect(domains_of(*board_) == marks_[chosen].second, "a mark leads to other domains");
        marks_.resize(chosen + random_() % 2);
        ++returns_;
        if (!board_->at_fixpoint()) return;
        const auto again = rebuilt(*board_, domains_of(*board_));
        expect(
            again->propagate({}) == Status::Fixpoint && domains_of(*again) == domains_of(*board_),
            "a dirty line is lost on the way back");
    }
    void dive() {
        if (!board_->at_fixpoint()) return;
        const std::vector<int> before = domains_of(*board_);
        const int unknown = board_->unknown();
        Beliefs beliefs(*board_);
        for (int i = static_cast<int>(random_() % 3); i > 0; --i) beliefs.iterate(0.9, 0.0);
        Dive dive(*board_);
        run([&](const Poll& asked) { return dive.find(beliefs.leads(), 5, asked); });
        expect(
            domains_of(*board_) == before && board_->unknown() == unknown && board_->at_fixpoint(),
            "a dive leaves its board changed");
    }
    void write() {
        const std::vector<int> before = domains_of(*board_);
        const Encoding encoding = random_() % 2 ? Encoding::Order : Encoding::Automaton;
        const bool known = board_->at_fixpoint();
        Cnf cnf;
        const Status status =
            run([&](const Poll& asked) { return encode(*board_, encoding, asked, cnf); });
        expect(domains_of(*board_) == before && board_->at_fixpoint() == known,
               "an encoding changes its board");
        if (status != Status::Fixpoint || !known) return;
        const auto again = rebuilt(*board_, before);
        expect(again->propagate({}) == Status::Fixpoint, "a fixpoint contradicts");
        Cnf expected;
        encode(*again, encoding, {}, expected);
        expect(cnf.literals == expected.literals && cnf.ends == expected.ends,
               "an encoding in a sequence differs from a rebuilt board's");
    }

    std::mt19937& random_;
    Sample s_;
    std::unique_ptr<Board> board_;
    Prober prober_;
    std::vector<std::pair<std::size_t, std::vector<int>>> marks_;
    int interrupts_ = 0, conflicts_ = 0, returns_ = 0;
};

}  // namespace

void test_sequences(int rounds, std::mt19937& random) {
    int interrupts = 0, conflicts = 0, returns = 0;
    for (int round = 0; round < rounds; ++round) {
        Sequence sequence(random);
        for (int i = 0; i < 40; ++i) sequence.step();
        interrupts += sequence.interrupts();
        conflicts += sequence.conflicts();
        returns += sequence.returns();
    }
    expect(interrupts > rounds / 4 && conflicts > rounds / 10 && returns > rounds,
           "the sequences test too little");
    std::printf("sequences: %d boards, %d interrupts, %d contradictions, %d returns\n", rounds,
                interrupts, conflicts, returns);
}

}  // namespace nonosat::core_test
