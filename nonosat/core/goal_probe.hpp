// SPDX-License-Identifier: MIT
// GoalProbe: probing that gives way to a second solution near the goal picture.
//
// The goal of a puzzle often is a solution, and then a second one is often near it: of ten dithered
// pictures of 100x100, each has an exchangeable rectangle (switching_component.hpp), found within a
// millisecond, while probing takes up to a tenth of a second and other stages take seconds. So
// after an amount of probing, which most boards do not need, two solutions are looked for there.
// If there are none, probing continues, and all results are as without a goal.
//
// Source: switching components of discrete tomography. Cost: a millisecond, after ten milliseconds
// of probing. Rejected: the goal before probing, which costs easy pictures of 40x40 half of their
// time, and leaves cells unknown that probing knows; the goal after probing, which waits on large
// boards.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "probe.hpp"

namespace nonosat {

// Steps of the search for a second solution around a goal.
std::uint64_t work_near_goal(const Board& board);

// Probes the board. If that takes long, and the goal is a solution by `holds`, which is asked at
// most once, it looks for a second solution: `second` has its cells, and the status is Interrupted.
// `second` stays empty if there is none; the status is then that of the prober.
Status probe_beside_goal(Board& board, Prober& prober, const std::vector<std::uint8_t>& goal,
                         const std::function<bool()>& holds, const Poll& poll,
                         std::vector<std::uint8_t>& second);

}  // namespace nonosat
