// SPDX-License-Identifier: MIT
// Batch: the first stages of one puzzle after the other, without Python between them.
//
// Lines alone solve nine tenths of real puzzles, and implications, probing or a short search solve
// most others, in some microseconds; a pipeline of Python objects around each puzzle costs ten
// times as much. `settle` runs the same boards, search and prober in the same order as the
// pipeline, so all counts are the same, and checks each solution by check.hpp. Lines have a quicker
// way (line_sweep.hpp). A puzzle that stays open keeps its board, and the pipeline continues on it.
//
// `settle` has no state, so several threads may settle different puzzles at the same time.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "board.hpp"
#include "check.hpp"
#include "goal_probe.hpp"
#include "implication_search.hpp"
#include "line_sweep.hpp"
#include "probe.hpp"
#include "short_search.hpp"

namespace nonosat {

// The stages that need no Python.
enum class NativeStage { Lines, Implications, Probe, Search };

// Solved: deduction knows all constrained cells. Found: the search has found all solutions, at
// least one, or as many as were wanted. In both cases the check found no fault; Broken: it found
// one. Open: undecided after all stages, or the time was over before a stage began. TimeOut: the
// time was over within a stage. Stopped: the caller's poll asked to stop; ignore all other fields.
enum class SettleEnd { Solved, Found, Broken, Contradiction, Open, TimeOut, Stopped };

struct BatchPuzzle {
    FlatClues clues;
    std::vector<std::uint8_t> printed, given;  // one per cell, kNotFixed if it has none; or empty
    std::vector<std::uint8_t> goal;            // may be a solution, or a part of one; or empty

    bool has_complete_goal() const;
};

// The work of one stage, by the names of the pipeline's report.
struct StageWork {
    NativeStage stage = NativeStage::Lines;
    int cells = 0;  // that it solved
    double seconds = 0;
    Counts counts;
    ImplicationCounts graphs;
    bool too_large = false;
    std::uint64_t nodes = 0, dead_ends = 0;  // of the search
    std::uint64_t switching_components = 0;  // of the search and the probe
};

struct Settled {
    SettleEnd end = SettleEnd::Stopped;
    double seconds = 0;
    std::vector<StageWork> stages;
    std::vector<std::uint8_t> known;  // after the last stage without contradiction; empty: none yet
    std::vector<std::vector<std::uint8_t>> solutions;  // of the search; free cells have any value
    bool exhausted = false;                            // the search has found all solutions
    // True if a complete goal is a solution, or a partial one a part of a solution found; false if
    // it can be none; else, and without a goal, not known.
    std::optional<bool> goal;
    // Kept if work may remain: at Open and TimeOut; with free cells to fill; and at Found if that
    // is not the whole answer. The prober works on the board.
    std::unique_ptr<Board> board;
    std::unique_ptr<Prober> prober;
};

// The limits of a batch: seconds for each puzzle, and a question whether to stop, asked every few
// milliseconds. The question may throw.
class Watch {
public:
    using Clock = std::chrono::steady_clock;

    Watch(std::optional<double> seconds, const Poll& question)
        : seconds_(seconds), question_(question), asked_(Clock::now()) {}

    // A puzzle begins. True if the answer to the question is to stop.
    bool begin(Clock::time_point now) {
        begun_ = now;
        over_ = false;
        return ask(now);
    }
    // For Poll: true if the work on the puzzle must end.
    bool stop() {
        const auto now = Clock::now();
        over_ = over_ || late(now);
        return over_ || ask(now);
    }
    bool late(Clock::time_point now) const {
        return seconds_ && std::chrono::duration<double>(now - begun_).count() >= *seconds_;
    }
    bool over() const { return over_; }  // the time of the puzzle
    bool stopped() const { return stopped_; }

private:
    bool ask(Clock::time_point now) {
        if (!stopped_ && question_ && now - asked_ >= std::chrono::milliseconds(5)) {
            asked_ = now;
            stopped_ = question_();
        }
        return stopped_;
    }

    const std::optional<double> seconds_;
    const Poll& question_;
    Clock::time_point begun_, asked_;
    bool over_ = false, stopped_ = false;
};

// Runs the stages on a puzzle until one of them settles it; the search ends with `most` solutions.
// `beside_goal`: two solutions are wanted, and probing gives way to the goal (goal_probe.hpp).
// `keep_boards`: also of puzzles whose verdict is found, for further questions.
// The caller keeps `sweep` between calls, for its memory. Exceptions of make_board and of the
// question pass through.
Settled settle(const BatchPuzzle& puzzle, const std::vector<NativeStage>& stages, std::size_t most,
               Watch& watch, LineSweep& sweep, bool beside_goal = false, bool keep_boards = true);

// True if these cells are a solution, by a check that shares no code with the solver: every clue,
// printed cell and given cell holds. `settle` calls nothing solved without it.
bool holds(const BatchPuzzle& puzzle, const std::vector<std::uint8_t>& cells);

}  // namespace nonosat
