// SPDX-License-Identifier: MIT
// Implications: the edges of LinePairs against a line solve per literal, the native search against
// the closure of every literal, and interrupts at every poll.
#include <algorithm>
#include <cstdio>
#include <random>
#include <tuple>
#include <vector>

#include "core_test.hpp"
#include "implication_masks.hpp"
#include "implication_search.hpp"
#include "implications.hpp"

namespace nonosat::core_test {

namespace {

using Edge = std::tuple<int, int, int>;  // line, source, target

// The edges by line solves, with literals as the search numbers them.
std::vector<Edge> plain_edges(Board& board, const Literals& literals) {
    Implications found;
    expect(implications(board, {}, 1 << 30, found) == Status::Fixpoint, "implications stop");
    const auto literal = [&](int code) {
        const int place = code / 2;
        return literals.of(static_cast<std::size_t>(place / (board.colors + 1)),
                           place % (board.colors + 1), code % 2 == 0);
    };
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < found.sources.size(); ++i)
        edges.emplace_back(found.causes[i], literal(found.sources[i]), literal(found.targets[i]));
    std::sort(edges.begin(), edges.end());
    return edges;
}

std::vector<Edge> paired_edges(Board& board) {
    const Poll poll;
    WorkMeter meter(poll, board.poll_work);
    const auto maker = make_edge_maker(board);
    std::vector<Edge> edges;
    LineEdges found;
    for (int line = 0; line < board.lines(); ++line) {
        if (!board.clue(line).given) continue;
        found.clear();
        expect(maker->edges(line, found, meter) == EdgeMaker::Result::Changed, "a line is skipped");
        std::size_t from = 0;
        for (std::size_t i = 0; i < found.sources.size(); ++i)
            for (; from < found.ends[i]; ++from)
                edges.emplace_back(line, found.sources[i], found.targets[from]);
        expect(maker->edges(line, found, meter) == EdgeMaker::Result::Same, "a line is made twice");
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

// The literals whose negation leads to them.
std::vector<int> plainly_forced(const std::vector<Edge>& edges, int count) {
    std::vector<std::vector<int>> after(count);
    for (const auto& [line, source, target] : edges) after[source].push_back(target);
    std::vector<int> forced;
    for (int literal = 0; literal < count; ++literal) {
        std::vector<char> seen(count, 0);
        std::vector<int> open{Literals::negated(literal)};
        for (std::size_t next = 0; next < open.size(); ++next)
            for (const int target : after[open[next]])
                if (seen[target] == 0) {
                    seen[target] = 1;
                    open.push_back(target);
                }
        if (seen[literal] != 0) forced.push_back(literal);
    }
    return forced;
}

// A board at a fixpoint that is not solved; some have two clues exchanged and no solution.
std::unique_ptr<Board> stuck_board(std::mt19937& random, int side) {
    while (true) {
        Sample s = sample(random, side);
        if (random() % 2 == 0) std::swap(s.clues[0], s.clues[random() % s.height]);
        auto board = make_board(s.height, s.width, s.colors, s.clues);
        if (board->propagate({}) == Status::Fixpoint && board->unknown() > 0) return board;
    }
}

// The search by masks finds the same as the search of the same board, and counts the same; false if
// it is not for this board.
bool compare_masks(Board& board, const ImplicationSearch& search, unsigned stop_at) {
    if (!ImplicationMasks::fits(board)) return false;
    ImplicationMasks masks(board);
    unsigned asked = 0;
    Status status = masks.search([&] { return ++asked == stop_at; });
    if (status == Status::Interrupted) status = masks.search({});
    expect(status == Status::Fixpoint, "the search by masks does not end");
    expect(masks.forced() == search.forced(), "masks force other literals");
    expect(masks.contradictory() == search.contradictory(), "masks contradict otherwise");
    expect(masks.edges() == search.counts.edges, "masks count other edges");
    expect(masks.literals() == search.counts.literals, "masks count other literals");
    return !masks.forced().empty();
}

}  // namespace

void test_implications(std::mt19937& random) {
    int forced = 0, contradictory = 0, stops = 0, masked = 0;
    for (int round = 0; round < 420; ++round) {
        const auto board = stuck_board(random, round < 400 ? 10 : 90);
        ImplicationSearch search(*board);
        const std::vector<Edge> edges = plain_edges(*board, search.literals);
        std::vector<Edge> in_lines;
        for (const Edge& edge : edges)
            if (std::get<0>(edge) >= 0) in_lines.push_back(edge);
        expect(paired_edges(*board) == in_lines, "line pairs differ from line solves");
        if (round >= 400) continue;

        board->poll_work = 1;
        unsigned asked = 0;
        const auto stop_at = 1 + static_cast<unsigned>(random() % 40);
        Status status = search.search([&] { return ++asked == stop_at; });
        if (status == Status::Interrupted) {
            ++stops;
            status = search.search({});
        }
        expect(status == Status::Fixpoint, "the search does not end");
        const int count = board->height * board->width * search.literals.values() * 2;
        expect(search.forced() == plainly_forced(edges, count), "other literals are forced");
        masked += compare_masks(*board, search, stop_at);
        forced += !search.forced().empty();
        contradictory += search.contradictory();

        asked = 0;
        status = search.run(true, [&] { return ++asked == stop_at; });
        if (status == Status::Interrupted) status = search.run(true, {});
        expect(!search.contradictory() || status == Status::Contradiction, "no contradiction");
        if (status != Status::Fixpoint) continue;
        ImplicationSearch again(*board);
        expect(again.search({}) == Status::Fixpoint && again.forced().empty(), "no fixpoint");
    }
    std::printf(
        "implications: %d boards with forced literals (%d by masks), %d contradictory, %d stops\n",
        forced, masked, contradictory, stops);
    expect(forced > 20 && stops > 20 && masked > 20, "the boards test too little");
}

}  // namespace nonosat::core_test
