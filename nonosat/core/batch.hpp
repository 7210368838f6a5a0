// SPDX-License-Identifier: MIT
// Batch: the first stages of one puzzle after the other, without Python between them.
//
// Nine tenths of real puzzles fall to lines, most others to implications, probing or a short
// search, in some microseconds; a pipeline of Python objects around each costs ten times as much.
// `settle` runs the same boards, the same search and the same prober in the same order as the
// pipeline does, so all counts are the same, and checks each solution by check.hpp. Lines have a
// quicker way (line_sweep.hpp). What it leaves open keeps its board, on which the pipeline goes on.
//
// It has no state of its own, so any number of threads may settle different puzzles.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "board.hpp"
#include "check.hpp"
#include "implication_search.hpp"
#include "line_sweep.hpp"
#include "probe.hpp"
#include "short_search.hpp"

namespace nonosat {

// The stages that need no Python.
enum class NativeStage { Lines, Implications, Probe, Search };

// Solved: deduction knows all constrained cells. Found: the search has all solutions, at least one,
// or as many as are wanted. In both the check found no fault (Broken: it found one). Open:
// undecided after all stages, or the time was over before a stage began. TimeOut: the time was over
// within a stage. Stopped: the caller's poll asked to stop; ignore all other fields.
enum class SettleEnd { Solved, Found, Broken, Contradiction, Open, TimeOut, Stopped };

struct BatchPuzzle {
    FlatClues clues;
    std::vector<std::uint8_t> printed, given;  // cells, kNotFixed where nothing is; or empty
};

// What one stage did, by the names of the pipeline's report.
struct StageWork {
    NativeStage stage = NativeStage::Lines;
    int cells = 0;  // how many it solved
    double seconds = 0;
    Counts counts;
    ImplicationCounts graphs;
    bool too_large = false;
    std::uint64_t nodes = 0, dead_ends = 0, switching_components = 0;  // of the search
};

struct Settled {
    SettleEnd end = SettleEnd::Stopped;
    double seconds = 0;
    std::vector<StageWork> stages;
    std::vector<std::uint8_t> known;  // after the last stage without contradiction; empty: none yet
    std::vector<std::vector<std::uint8_t>> solutions;  // of the search; free cells: any value
    bool exhausted = false;                            // the search: there are no others
    // Where work may be left: Found, Open, TimeOut, free cells to be filled. The prober is the
    // board's.
    std::unique_ptr<Board> board;
    std::unique_ptr<Prober> prober;
};

// The limits of a batch: seconds for each puzzle, and a question that is asked every few
// milliseconds. The question may throw.
class Watch {
public:
    using Clock = std::chrono::steady_clock;

    Watch(std::optional<double> seconds, const Poll& question)
        : seconds_(seconds), question_(question), asked_(Clock::now()) {}

    // A puzzle begins. True if the question was answered with yes.
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
// `sweep` is the caller's space for it,
// kept between calls. Throws what make_board throws, and what the question throws.
Settled settle(const BatchPuzzle& puzzle, const std::vector<NativeStage>& stages, std::size_t most,
               Watch& watch, LineSweep& sweep);

// True if these cells are a solution, by a check that shares no code with the solver: every clue,
// printed cell and given cell holds. `settle` calls nothing solved without it.
bool holds(const BatchPuzzle& puzzle, const std::vector<std::uint8_t>& cells);

// The values of the known cells row by row, kUnknown for the others.
std::vector<std::uint8_t> known_values(Board& board);

}  // namespace nonosat
