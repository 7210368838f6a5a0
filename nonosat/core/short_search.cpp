// SPDX-License-Identifier: MIT
#include "short_search.hpp"

#include <algorithm>
#include <limits>

#include "contract.hpp"
#include "switching_component.hpp"

namespace nonosat {
namespace {

constexpr std::uint64_t kLineSolvesByLines = 4000;  // without probing: .3 ms
constexpr std::uint64_t kLeastLineSolves = 1000;    // a tenth of a millisecond
constexpr std::uint64_t kFewCells = 100;            // up to here, as many as deduction needed
constexpr int kManyCells = 300;  // with more, one assumption takes longer than all probes before
constexpr std::uint64_t kComponentWork = 20'000;  // steps: less than a millisecond

// The line solves after which the search ends.
std::uint64_t most_line_solves(const Board& board) {
    const std::uint64_t before = board.counts.line_solves;
    const auto unknown = static_cast<std::uint64_t>(std::max(1, board.unknown()));
    return std::max(kLeastLineSolves, std::min(2 * before, before * kFewCells / unknown));
}

// Searches a board up to a bound of line solves. However the search ends, `found` has its
// solutions.
Status search_within(Board& board, ProbeSearch& search, std::size_t most, std::uint64_t line_solves,
                     const Poll& poll, ShortSearch& found) {
    struct Note {
        const ProbeSearch& search;
        ShortSearch& found;
        ~Note() {
            found.solutions = search.solutions();
            found.exhausted = search.exhausted();
            found.nodes += search.nodes();
            found.dead_ends += search.dead_ends();
        }
    };
    {
        const Note note{search, found};
        constexpr std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
        const Status status = search.run(most, {nodes, line_solves}, poll);
        if (status != Status::Fixpoint) return status;
    }
    if (!found.exhausted && found.solutions.size() == 1 && most > 1) {
        SwitchingComponent component(board, found.solutions[0]);
        if (component.find(kComponentWork)) {
            ++found.switching_components;
            found.solutions.push_back(component.cells());
        }
    }
    ENSURE(found.solutions.size() <= most);
    ENSURE(found.solutions.size() < 2 || found.solutions[0] != found.solutions[1]);
    return Status::Fixpoint;
}

}  // namespace

Status search_shortly(Board& board, Prober& prober, std::size_t most, const Poll& poll,
                      ShortSearch& found) {
    REQUIRE(found.solutions.empty());
    Status status = prober.probe(poll);
    if (status != Status::Fixpoint || board.unknown() > kManyCells) return status;
    ProbeSearch by_lines(board, prober, false);
    status = search_within(board, by_lines, most, kLineSolvesByLines, poll, found);
    if (status != Status::Fixpoint || found.exhausted || found.solutions.size() >= most)
        return status;
    ProbeSearch search(board, prober);
    status = search_within(board, search, most, most_line_solves(board), poll, found);
    if (status != Status::Fixpoint || found.exhausted) return status;
    return search.keep_refuted(poll);
}

}  // namespace nonosat
