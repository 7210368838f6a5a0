// SPDX-License-Identifier: MIT
// Looking: the cells that lines and trials leave, and the number of trials, compared with trials
// one by one on boards of their own; turned and mirrored boards; interrupts at every poll, and the
// bound on line solves. The openings of trials, compared with the same boards.
#include <cstdio>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "core_test.hpp"
#include "looking.hpp"
#include "probe.hpp"

namespace nonosat::core_test {

namespace {

bool is_clued(const Board& board, std::size_t cell) {
    return board.clue(board.row_of(cell)).given ||
           board.clue(board.height + board.column_of(cell)).given;
}

std::size_t open_cells(const Board& board) {
    std::size_t count = 0;
    for (std::size_t cell = 0; cell < static_cast<std::size_t>(board.height) * board.width; ++cell)
        count += board.values_left(cell) > 1 && is_clued(board, cell);
    return count;
}

// The board after propagation of a value of a cell; null if that fails.
std::vector<int> after_trial(const Board& board, const std::vector<int>& domains, std::size_t cell,
                             int value) {
    std::vector<int> assumed = domains;
    assumed[cell] = 1 << value;
    const auto copy = rebuilt(board, assumed);
    return copy->propagate({}) == Status::Fixpoint ? domains_of(*copy) : std::vector<int>{};
}

// The counts that do not depend on the order of looks.
Status slowly(const Board& start, Looking& found) {
    found.cells = open_cells(start);
    std::vector<int> domains = domains_of(start);
    for (bool first = true;; first = false) {
        const auto board = rebuilt(start, domains);
        if (board->propagate({}) == Status::Contradiction) return Status::Contradiction;
        domains = domains_of(*board);
        found.trials_leave = open_cells(*board);
        if (first) found.lines_leave = found.trials_leave;
        if (found.trials_leave == 0) return Status::Fixpoint;
        ++found.moments;
        std::vector<int> next = domains;
        std::uint64_t failures = 0;
        for (std::size_t cell = 0; cell < domains.size(); ++cell)
            for (int v = 0; v <= start.colors; ++v) {
                if (board->is_known(cell) || !is_clued(start, cell)) continue;
                if (((domains[cell] >> v) & 1) == 0) continue;
                ++found.trials;
                if (!after_trial(start, domains, cell, v).empty()) continue;
                ++failures;
                next[cell] &= ~(1 << v);
            }
        found.failures += failures;
        if (failures == 0) return Status::Fixpoint;
        for (const int domain : next)
            if (domain == 0) return Status::Contradiction;
        domains = next;
    }
}

// Rows become columns, and columns are mirrored.
std::unique_ptr<Board> turned(const Board& board) {
    std::vector<Clue> clues;
    for (int i = 0; i < board.lines(); ++i) {
        Clue clue = board.clue(i < board.width ? board.height + i : i - board.width);
        if (i < board.width) clue.blocks = {clue.blocks.rbegin(), clue.blocks.rend()};
        clues.push_back(std::move(clue));
    }
    // Now row i is column i, upside down: its places are mirrored, and so the columns change order.
    std::vector<Clue> mirrored(clues.begin(), clues.begin() + board.width);
    mirrored.insert(mirrored.end(), clues.rbegin(), clues.rbegin() + board.height);
    auto result = make_board(board.width, board.height, board.colors, std::move(mirrored));
    for (int row = 0; row < board.height; ++row)
        for (int column = 0; column < board.width; ++column)
            for (int v = 0; v <= board.colors; ++v)
                if (!board.can_be(row, column, v))
                    result->remove(column, board.height - 1 - row, v);
    return result;
}

bool same(const Looking& a, const Looking& b) {
    return a.looks == b.looks && a.gave == b.gave && a.cost == b.cost && a.moments == b.moments &&
           a.trials == b.trials && a.failures == b.failures && a.trial_cost == b.trial_cost &&
           a.cells == b.cells && a.lines_leave == b.lines_leave &&
           a.trials_leave == b.trials_leave && a.cut == b.cut;
}

// Interrupts at every poll, or where there are many at some; calls `again` after each.
template <class Work, class Again>
int interrupt(const Work& work, const Again& again) {
    int stops = 0;
    for (unsigned at = 1;; at += 1 + at / 6) {
        unsigned asked = 0;
        if (work([&] { return ++asked == at; }) != Status::Interrupted) {
            expect(asked < at, "a poll is ignored");
            return stops;
        }
        expect(asked == at, "work goes on after a poll that says stop");
        again();
        ++stops;
    }
}

int check_look(const Board& board) {
    Looking found, oracle;
    const Status status = look(board, kMostTrialSolves, {}, found);
    expect(status == slowly(board, oracle), "a look ends differently");
    if (status == Status::Contradiction) return 0;
    expect(!found.cut && found.cells == oracle.cells && found.lines_leave == oracle.lines_leave &&
               found.trials_leave == oracle.trials_leave,
           "a look leaves other cells");
    expect(found.moments == oracle.moments && found.trials == oracle.trials &&
               found.failures == oracle.failures,
           "the trials of a look differ");
    expect(found.gave <= found.looks && (found.trials > 0 || found.trial_cost == 0),
           "the counts of a look");
    Looking other;
    look(*turned(board), kMostTrialSolves, {}, other);
    expect(same(found, other), "a turned board is looked at differently");
    if (found.failures > 0) {
        Looking bounded;
        expect(look(board, 0, {}, bounded) == Status::Fixpoint && bounded.cut &&
                   bounded.moments == 1 &&
                   bounded.trials <= static_cast<std::uint64_t>(board.colors) + 1,
               "the bound on trials is ignored");
    }
    const std::vector<int> before = domains_of(board);
    return interrupt(
        [&](const Poll& poll) {
            Looking part;
            return look(board, kMostTrialSolves, poll, part);
        },
        [&] { expect(domains_of(board) == before, "a look changes the board"); });
}

int check_openings(Board& board) {
    const std::vector<int> domains = domains_of(board);
    std::size_t expected = 0;
    Status end = Status::Fixpoint, reached = end;
    std::vector<char> changed(domains.size(), 0);
    for (std::size_t cell = 0; cell < domains.size(); ++cell) {
        if (board.is_known(cell)) continue;
        std::vector<int> any(domains.size(), 0);
        for (int v = 0; v <= board.colors; ++v) {
            if (((domains[cell] >> v) & 1) == 0) continue;
            const std::vector<int> left = after_trial(board, domains, cell, v);
            for (std::size_t i = 0; i < left.size(); ++i) any[i] |= left[i];
        }
        if (any[cell] == 0) end = Status::Contradiction;  // all values fail
        for (std::size_t i = 0; i < any.size(); ++i)
            if (any[i] != domains[i]) changed[i] = 1;
    }
    for (const char one : changed) expected += one != 0;
    std::size_t found = 0;
    Prober prober(board);
    const int stops =
        interrupt([&](const Poll& poll) { return reached = prober.openings(poll, found); },
                  [&] {
                      expect(domains_of(board) == domains && board.at_fixpoint(),
                             "openings change the board");
                  });
    expect(reached == end && (end == Status::Contradiction || found == expected),
           "the openings of trials differ");
    expect(domains_of(board) == domains && board.at_fixpoint(), "openings change the board");
    return stops;
}

}  // namespace

void test_looking(std::mt19937& random) {
    int stops = 0, trials = 0, none = 0, openings = 0;
    for (int round = 0; round < 320; ++round) {
        const Sample s = sample(random, round % 40 == 0 ? 66 : 7);
        const auto board = make_board(s.height, s.width, s.colors, s.clues);
        board->poll_work = 1;
        const bool wide = board->words > 1;  // enough is known to leave small gaps
        for (int i = 0; i < s.height * s.width; ++i)
            for (int v = 0; v <= s.colors; ++v)
                if (v != s.cells[i] ? random() % 30 < (wide ? 28 : 2)
                                    : random() % 400 == 0 && !wide)
                    board->remove(i / s.width, i % s.width, v);
        Looking found;
        none += look(*board, kMostTrialSolves, {}, found) == Status::Contradiction;
        trials += found.failures > 0;
        if (!wide || found.trials < 300) stops += check_look(*board);
        if (board->propagate({}) != Status::Fixpoint || board->unknown() > 60) continue;
        openings += board->unknown() > 0;
        stops += check_openings(*board);
    }
    std::printf(
        "looking: %d boards with failing trials, %d without solution, %d with openings, "
        "%d stops\n",
        trials, none, openings, stops);
    expect(trials > 3 && none > 5 && openings > 30 && stops > 500, "the boards test too little");
}

}  // namespace nonosat::core_test
