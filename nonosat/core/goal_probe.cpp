// SPDX-License-Identifier: MIT
#include "goal_probe.hpp"

#include "contract.hpp"
#include "switching_component.hpp"

namespace nonosat {
namespace {

constexpr std::uint64_t kLineSolves = 20'000;     // ten milliseconds
constexpr std::uint64_t kComponentWork = 20'000;  // steps: less than a millisecond
constexpr std::uint64_t kWorkPerCell = 20;        // a dithered picture has a rectangle within it

}  // namespace

std::uint64_t work_near_goal(const Board& board) {
    return kComponentWork + kWorkPerCell * static_cast<std::uint64_t>(board.unknown());
}

Status probe_beside_goal(Board& board, Prober& prober, const std::vector<std::uint8_t>& goal,
                         const std::function<bool()>& holds, const Poll& poll,
                         std::vector<std::uint8_t>& second) {
    REQUIRE(second.empty());
    const std::uint64_t bound = board.counts.line_solves + kLineSolves;
    bool late = false;
    const Status status =
        prober.probe(poll, [&] { return late = board.counts.line_solves >= bound; });
    if (status != Status::Interrupted || !late) return status;
    if (holds()) {
        SwitchingComponent component(board, goal);
        if (component.find(work_near_goal(board))) {
            second = component.cells();
            return Status::Interrupted;
        }
    }
    return prober.probe(poll);
}

}  // namespace nonosat
