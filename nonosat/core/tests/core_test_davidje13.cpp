// SPDX-License-Identifier: MIT
// davidje13's rating: the clues of random pictures, wide boards among
// them, have no contradiction; what line solving or a chain of implications solves is solved;
// polls, and the bound on work at any place, end it without numbers that depend on them. Small
// boards whose numbers follow from the rules by hand.
#include <cstdio>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "core_test.hpp"
#include "davidje13.hpp"
#include "implication_search.hpp"

namespace nonosat::core_test {

namespace {

constexpr std::uint64_t kNoBound = 1'000'000'000;

std::unique_ptr<Board> picture_board(std::mt19937& random, int side) {
    const int height = 1 + static_cast<int>(random() % side);
    const int width = 1 + static_cast<int>(random() % side);
    std::vector<char> cells(static_cast<std::size_t>(height) * width);
    for (char& cell : cells) cell = random() % 5 < 3;
    return make_board(height, width, 1, clues_of(cells, height, width));
}

bool same(const Davidje13Rating& a, const Davidje13Rating& b) {
    return a.end == b.end && a.difficulty == b.difficulty && a.tedium == b.tedium &&
           a.steps == b.steps && a.work == b.work;
}

// A board of rows and columns with at most one block each; 0: no block.
Davidje13Rating rated(const std::vector<int>& rows, const std::vector<int>& columns) {
    std::vector<Clue> clues;
    for (const auto* lengths : {&rows, &columns})
        for (const int length : *lengths) {
            clues.push_back({true, {}});
            if (length > 0) clues.back().blocks.push_back({length, 1});
        }
    const auto board = make_board(static_cast<int>(rows.size()), static_cast<int>(columns.size()),
                                  1, std::move(clues));
    return davidje13_rating(*board, {}, kNoBound);
}

void check(const Davidje13Rating& found, Davidje13End end, int difficulty, int tedium, int steps) {
    expect(found.end == end && found.difficulty == difficulty && found.tedium == tedium &&
               found.steps == steps,
           "davidje13's numbers of a small board");
}

void test_small_boards() {
    check(rated({1}, {1}), Davidje13End::Solved, 0, 1, 1);        // a line that is full: 0, 1
    check(rated({2, 2}, {2, 2}), Davidje13End::Solved, 0, 2, 2);  // two columns
    check(rated({0, 0}, {0, 0}), Davidje13End::Solved, 0, 2, 2);
    // A full column, a full row; the leftmost and rightmost placement of the other column then
    // agree on all: 1, 2.
    check(rated({2, 1}, {2, 1}), Davidje13End::Solved, 1, 4, 3);
    check(rated({1, 1}, {1, 1}), Davidje13End::NeedsGuess, 0, 0, 0);
    check(rated({1}, {0}), Davidje13End::Contradiction, 0, 1, 1);
    expect(rated({2}, {1}).end == Davidje13End::Contradiction, "a block that is too long");
}

}  // namespace

void test_davidje13(std::mt19937& random) {
    test_small_boards();
    int solved = 0, guesses = 0, stops = 0, bounds = 0;
    for (int round = 0; round < 215; ++round) {
        const bool small = round < 205;
        const auto board = picture_board(random, small ? 10 : 80);
        const std::uint64_t most = small ? kNoBound : 10'000'000;
        board->poll_work = 1;
        const std::vector<int> before = domains_of(*board);
        const Davidje13Rating found = davidje13_rating(*board, {}, most);
        expect(same(found, davidje13_rating(*board, {}, most)), "the same ends differently");
        expect(found.end != Davidje13End::Contradiction,
               "the clues of a picture contradict each other");

        unsigned polls = 0;
        expect(same(found, davidje13_rating(
                               *board, [&] { return ++polls == 0; }, most)),
               "a poll changes it");
        // Stops at each of the first polls, then at ever fewer of them, and at the last one, which
        // may come when all cells are known.
        for (unsigned at = 1; at <= polls; at += at < polls && at > 8 ? (polls - at + 1) / 2 : 1) {
            unsigned asked = 0;
            const Davidje13Rating stopped =
                davidje13_rating(*board, [&] { return ++asked == at; }, most);
            expect(stopped.end == Davidje13End::Interrupted && asked == at, "a poll is ignored");
            ++stops;
        }
        expect(domains_of(*board) == before, "the rating changes the board");
        if (found.end == Davidje13End::TooMuch) continue;
        expect(found.work > 0 && same(found, davidje13_rating(*board, {}, found.work)),
               "the exact bound");
        for (const std::uint64_t less : {found.work - 1, found.work / 2, std::uint64_t{0}}) {
            expect(davidje13_rating(*board, {}, less).end == Davidje13End::TooMuch,
                   "the bound on work is ignored");
            ++bounds;
        }
        const bool all = found.end == Davidje13End::Solved;
        (all ? solved : guesses) += 1;
        ImplicationSearch search(*board);
        expect(search.run(true, {}) == Status::Fixpoint, "the implications do not end");
        expect(all || board->unknown() > 0, "a chain solves it, and davidje13's program does not");
    }
    std::printf("davidje13: %d boards solved, %d need a guess, %d stops, %d bounds\n", solved,
                guesses, stops, bounds);
    expect(solved > 50 && guesses > 10 && stops > 500, "the boards test too little");
}

}  // namespace nonosat::core_test
