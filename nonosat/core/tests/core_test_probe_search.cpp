// SPDX-License-Identifier: MIT
// The search with and without probing, against trying all fillings of all rows: it finds each
// solution once, and is exhausted when it has found all, for all bounds and any number of
// interrupts. The short search finds solutions only, all different, and removes no value that a
// solution has.
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "board.hpp"
#include "core_test.hpp"
#include "probe_search.hpp"
#include "short_search.hpp"

namespace nonosat::core_test {

namespace {

using Cells = std::vector<std::uint8_t>;

// All solutions in ascending order, with EMPTY in cells that no clue constrains; false if there are
// too many boards to try.
bool solutions_of(const Sample& s, std::vector<Cells>& found) {
    std::vector<std::vector<std::vector<int>>> rows(s.height);  // the fillings of each row
    for (int row = 0; row < s.height; ++row) {
        std::vector<int> line(s.width, 0);
        do {
            bool plain = true;  // EMPTY where nothing constrains the cell
            for (int c = 0; c < s.width; ++c)
                plain =
                    plain && (line[c] == 0 || s.clues[row].given || s.clues[s.height + c].given);
            if (plain && satisfies(line, s.clues[row])) rows[row].push_back(line);
        } while (advance(line, 0, s.colors));
    }
    found.clear();
    std::vector<std::size_t> at(s.height, 0);
    std::size_t boards = 1;
    for (const auto& fillings : rows) boards *= fillings.size();
    if (boards == 0) return true;
    if (boards > 5000) return false;
    for (bool more = true; more;) {
        bool good = true;
        for (int c = 0; c < s.width && good; ++c) {
            std::vector<int> line;
            for (int row = 0; row < s.height; ++row) line.push_back(rows[row][at[row]][c]);
            good = satisfies(line, s.clues[s.height + c]);
        }
        if (good) {
            found.emplace_back();
            for (int row = 0; row < s.height; ++row)
                for (const int value : rows[row][at[row]])
                    found.back().push_back(static_cast<std::uint8_t>(value));
        }
        more = false;
        for (int row = 0; row < s.height && !more; ++row) {
            more = ++at[row] < rows[row].size();
            if (!more) at[row] = 0;
        }
    }
    std::sort(found.begin(), found.end());
    return true;
}

std::vector<Cells> sorted(std::vector<Cells> found) {
    std::sort(found.begin(), found.end());
    return found;
}

// True if each cell can still have its values in these solutions.
bool keeps(const Board& board, const std::vector<Cells>& solutions) {
    for (const Cells& cells : solutions)
        for (int row = 0; row < board.height; ++row)
            for (int column = 0; column < board.width; ++column)
                if (!board.can_be(row, column, cells[board.index(row, column)])) return false;
    return true;
}

void check_short_search(const Sample& s, const std::vector<Cells>& expected, std::size_t most) {
    const auto board = make_board(s.height, s.width, s.colors, s.clues);
    Prober prober(*board);
    ShortSearch search;
    const Status status = search_shortly(*board, prober, most, {}, search);
    expect((status == Status::Contradiction || (search.exhausted && search.solutions.empty())) ==
               expected.empty(),
           "a short search decides wrongly whether there is a solution");
    if (expected.empty()) return;
    expect(status == Status::Fixpoint && keeps(*board, expected),
           "a short search loses a solution");
    expect(search.exhausted || search.solutions.size() >= std::min(most, expected.size()),
           "a short search of a small board ends early");
    expect(!search.exhausted || search.solutions.size() == expected.size(),
           "a short search calls a part of the solutions all");
    std::vector<Cells> found = sorted(search.solutions);
    expect(std::adjacent_find(found.begin(), found.end()) == found.end(),
           "a short search finds a solution twice");
    for (const Cells& cells : found) {
        FlatClues flat = flat_of(s);
        expect(is_solution(flat, cells, {}), "a short search finds a wrong solution");
    }
}

}  // namespace

void test_probe_search(std::mt19937& random) {
    std::uint64_t nodes = 0;
    int several = 0, refuted = 0;
    for (int round = 0; round < 6000; ++round) {
        Sample s = sample(random, 5);
        if (s.colors == 2 && s.height * s.width > 12) continue;
        if (round % 5 == 0) {  // two clues trade places: usually there is no solution
            const auto lines = static_cast<unsigned>(s.height);
            std::swap(s.clues[random() % lines], s.clues[random() % lines]);
        }
        std::vector<Cells> expected;
        if (!solutions_of(s, expected) || expected.size() > 200) continue;
        const auto board = make_board(s.height, s.width, s.colors, s.clues);
        if (board->propagate({}) == Status::Contradiction) {
            expect(expected.empty(), "propagation loses a solution");
            continue;
        }
        board->poll_work = 4;
        const Poll poll = [&] { return random() % 3000 == 0; };
        Prober prober(*board);
        const bool probes = round % 2 == 0;
        if (!probes && prober.probe({}) != Status::Fixpoint) {
            expect(expected.empty(), "probing loses a solution");
            continue;
        }
        const std::vector<int> before = domains_of(*board);
        ProbeSearch search(*board, prober, probes);
        if (round % 3 == 0) {  // likely values do not change the solutions
            Cells likely;
            for (std::size_t i = 0; i < s.cells.size(); ++i)
                likely.push_back(static_cast<std::uint8_t>(random() % (s.colors + 1)));
            search.lead(likely);
        }
        while (!search.exhausted()) {
            const ProbeSearch::Bound bound{search.nodes() + random() % 3, std::uint64_t{1} << 40};
            const std::size_t most = search.solutions().size() + random() % 3;
            const Status status = search.run(most, bound, poll);
            expect(status == Status::Fixpoint || status == Status::Interrupted,
                   "a search ends in a contradiction");
            expect(board->at_fixpoint() && domains_of(*board) == before,
                   "a search changes the board");
            expect(search.solutions().size() <= std::min(most, expected.size()),
                   "a search finds too many solutions");
        }
        expect(sorted(search.solutions()) == expected, "a search finds other solutions");
        search.run(1000, {1000, 1000000}, {});
        expect(search.solutions().size() == expected.size() && search.exhausted(),
               "an exhausted search goes on");
        nodes += search.nodes();
        several += expected.size() > 2;

        ProbeSearch partial(*board, prober);
        partial.run(random() % 3, {random() % 4, std::uint64_t{1} << 40}, {});
        if (!partial.exhausted()) {
            const int unknown = board->unknown();
            const Status status = partial.keep_refuted({});
            expect(status == Status::Fixpoint || expected.empty(),
                   "the refuted values of a search contradict a solution");
            expect(keeps(*board, expected), "a search refutes a value of a solution");
            refuted += board->unknown() < unknown;
        }
        check_short_search(s, expected, random() % 4);
    }
    expect(refuted > 20, "searches refute nothing");
    expect(nodes > 500 && several > 100, "the search with probing had nothing to do");
}

}  // namespace nonosat::core_test
