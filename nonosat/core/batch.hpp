// SPDX-License-Identifier: MIT
// Batch: the deducing stages of one puzzle after the other, without Python between them.
//
// Nine tenths of real puzzles fall to lines, most others to implications or probing, in some
// microseconds; a pipeline of Python objects around each costs ten times as much. `settle` runs the
// same boards, the same search and the same prober in the same order as the pipeline does, so all
// counts are the same, and checks each solution by check.hpp. Lines have a quicker way
// (line_sweep.hpp). What it leaves open keeps its board, on which the pipeline goes on.
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

namespace nonosat {

enum class Deduction { Lines, Implications, Probe };

// Solved: all constrained cells are known, and the check found no fault (Broken: it found one).
// Open: undecided after all stages, or the time was over before a stage began. TimeOut: the time
// was over within a stage. Stopped: the caller's poll asked to stop; ignore all other fields.
enum class SettleEnd { Solved, Broken, Contradiction, Open, TimeOut, Stopped };

struct BatchPuzzle {
    FlatClues clues;
    std::vector<std::uint8_t> printed, given;  // cells, kNotFixed where nothing is; or empty
};

// What one stage did, by the names of the pipeline's report.
struct StageWork {
    Deduction deduction = Deduction::Lines;
    int cells = 0;  // how many it solved
    double seconds = 0;
    Counts counts;
    ImplicationCounts graphs;
    bool too_large = false;
};

struct Settled {
    SettleEnd end = SettleEnd::Stopped;
    double seconds = 0;
    std::vector<StageWork> stages;
    std::vector<std::uint8_t> known;  // after the last stage without contradiction; empty: none yet
    std::unique_ptr<Board> board;     // where work is left: Open, TimeOut, free cells to be filled
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

// Runs the stages on a puzzle until one of them settles it. `sweep` is the caller's space for it,
// kept between calls. Throws what make_board throws, and what the question throws.
Settled settle(const BatchPuzzle& puzzle, const std::vector<Deduction>& stages, Watch& watch,
               LineSweep& sweep);

// True if these cells are a solution, by a check that shares no code with the solver: every clue,
// printed cell and given cell holds. `settle` calls nothing solved without it.
bool holds(const BatchPuzzle& puzzle, const std::vector<std::uint8_t>& cells);

// The values of the known cells row by row, kUnknown for the others.
std::vector<std::uint8_t> known_values(Board& board);

}  // namespace nonosat
