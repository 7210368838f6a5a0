// SPDX-License-Identifier: MIT
#include "short_search.hpp"

#include <algorithm>
#include <limits>

#include "contract.hpp"
#include "switching_component.hpp"

namespace nonosat {
namespace {

constexpr std::uint64_t kLeastLineSolves = 1000;  // a tenth of a millisecond
constexpr std::uint64_t kFewCells = 100;          // up to here, as many as deduction needed
constexpr int kManyCells = 300;  // with more, one assumption takes longer than all probes before
constexpr std::uint64_t kComponentWork = 20'000;  // steps: less than a millisecond

// The line solves after which the search ends.
std::uint64_t most_line_solves(const Board& board) {
    const std::uint64_t before = board.counts.line_solves;
    const auto unknown = static_cast<std::uint64_t>(std::max(1, board.unknown()));
    return std::max(kLeastLineSolves, std::min(2 * before, before * kFewCells / unknown));
}

}  // namespace

Status search_shortly(Board& board, Prober& prober, std::size_t most, const Poll& poll,
                      ShortSearch& found) {
    REQUIRE(found.solutions.empty());
    Status status = prober.probe(poll);
    if (status != Status::Fixpoint || board.unknown() > kManyCells) return status;
    ProbeSearch search(board, prober);
    struct Note {  // however the search ends
        const ProbeSearch& search;
        ShortSearch& found;
        ~Note() {
            found.solutions = search.solutions();
            found.exhausted = search.exhausted();
            found.nodes = search.nodes();
            found.dead_ends = search.dead_ends();
        }
    };
    {
        const Note note{search, found};
        constexpr std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
        status = search.run(most, {nodes, most_line_solves(board)}, poll);
    }
    if (status != Status::Fixpoint || found.exhausted) return status;
    if (found.solutions.size() == 1 && most > 1) {
        SwitchingComponent component(board, found.solutions[0]);
        if (component.find(kComponentWork)) {
            ++found.switching_components;
            found.solutions.push_back(component.cells());
        }
    }
    ENSURE(found.solutions.size() <= most);
    ENSURE(found.solutions.size() < 2 || found.solutions[0] != found.solutions[1]);
    return search.keep_refuted(poll);
}

}  // namespace nonosat
