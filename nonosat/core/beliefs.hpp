// SPDX-License-Identifier: MIT
// Beliefs: belief propagation over the lines of a board, to find a solution without search.
//
// Factor graph: cells are variables; each line with an unknown cell is a factor. A factor's message
// to a cell is the exact marginal of the line (marginals.hpp) divided by the cell's own message to
// the line. Rows and columns take turns, so that each uses the newest messages of the other.
//
// Plain propagation ends in beliefs that mix all solutions. Reinforced propagation (Braunstein and
// Zecchina 2006, for perceptrons) pulls them apart: in iteration t each cell gets a field of its
// own, (1 - gamma^t) times the log-odds that it had. So each cell drifts towards its likelier
// value, until all cells are certain. If the grid of the likelier values then satisfies all clues,
// it is a solution. This often succeeds on puzzles that take a search seconds. A failure proves
// nothing, and the caller checks each solution.
//
// Numbers: messages and fields are base-2 log-odds of each colour against the cell's first possible
// value, in float; exp2 and log2 are polynomials that compilers turn into vector code. Marginals
// are in double. The result depends on the board, the options and the seed only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "board.hpp"
#include "dive.hpp"
#include "hints.hpp"
#include "marginals.hpp"
#include "open_lines.hpp"
#include "work_meter.hpp"

namespace nonosat {

struct BeliefOptions {
    int iterations = 200;    // at most
    double gamma = 0.99;     // 1 = plain propagation
    double damping = 0.0;    // the share of the old message in the new one
    std::uint64_t seed = 0;  // 0 = start without noise
    // End after this many iterations with equally many broken clues; 0 = never.
    int patience = 0;
};

class Beliefs {
public:
    // Beliefs about the state that the board has now; later changes of the board do not matter.
    // Throws std::invalid_argument if the board is not at a fixpoint of propagation.
    explicit Beliefs(const Board& board);

    // Forgets messages and fields; a seed other than 0 starts from small random messages.
    void restart(std::uint64_t seed);
    // One iteration; returns the number of clues that the grid of the likelier values breaks.
    // REQUIRES 0 <= gamma <= 1 and 0 <= damping < 1, also in the options of run().
    int iterate(double gamma, double damping);
    // Iterations from a restart until the grid of the likelier values satisfies all clues
    // (Fixpoint), or until it gives up (Contradiction, which here means "nothing found"). If the
    // poll interrupts it or throws, the messages so far stay until the next restart. The poll is
    // asked between lines. ENSURES that at Fixpoint guess() satisfies every clue and agrees with
    // the board.
    Status run(const BeliefOptions& options, const Poll& poll);

    int broken() const { return broken_; }
    int iterations() const { return iteration_; }
    std::uint64_t line_updates() const { return line_updates_; }
    // Table entries computed so far.
    std::uint64_t work() const { return meter_.work(); }
    // All cells row by row, each with its likelier value.
    const std::vector<std::uint8_t>& guess() const { return guess_; }
    bool are_of(const Board& board) const { return board.id == hints_.board; }
    // The assumptions of a dive (dive.hpp) about the unknown cells, the surest first.
    std::vector<Lead> leads() const;
    // Probabilities, (colors + 1) per cell, row by row.
    std::vector<float> marginals() const;
    // For the phases of an encoding: the guess at the end of the run since the last call that broke
    // the fewest clues, and the likely starts (medians) of the blocks of each line with an unknown
    // cell. Without a run since the last call, the same as before.
    const Hints& hints();

private:
    struct Cell {
        int place;     // row * width + column
        int row_line;  // index in lines_, -1 if the line takes no part
        int col_line;
        int base;  // the value whose log-odds are 0
    };
    struct Line : OpenLine {
        explicit Line(OpenLine open) : OpenLine(std::move(open)) {}
        std::vector<double> weights;  // [value * cells + position]
        std::vector<Block> blocks;
        int start = 0, step = 1;  // of its cells in guess_
        bool plain = false;
        bool stale = true, fits = false;  // fits: the guess satisfies it; stale: to be checked
        std::vector<float> heard;  // its cells' messages at its last update (one colour only)
    };

    void set_cells(const Board& board, const UnknownCells& unknown);
    void add_line(OpenLine open, const Board& board, const UnknownCells& unknown);
    void update(Line& line, float damping, std::vector<int>* starts = nullptr);
    void update_one_color(Line& line, float damping, std::vector<int>* starts);
    void update_colors(Line& line, float damping, std::vector<int>* starts);
    void compute_shares(const Line& line, std::vector<int>* starts);
    bool keep_hints(const Poll& poll);
    bool send_messages(double damping, const Poll& poll);
    int end_iteration(double gamma);
    bool satisfied(const Line& line) const;
    void decide(float pull);

    int height_, width_, colors_;
    WorkMeter meter_;  // of table entries
    std::vector<Cell> cells_;
    std::vector<char> possible_;  // [cell * colors + colour - 1]
    std::vector<Line> lines_;     // rows first
    // Log-odds per (cell, colour): from the row, from the column, of the field.
    std::vector<float> from_row_, from_col_, field_;
    std::vector<std::uint8_t> guess_;
    int broken_ = 0, iteration_ = 0;
    double fade_ = 1.0;  // gamma^t
    std::uint64_t line_updates_ = 0;
    Hints hints_;
    int least_broken_ = 0;    // clues broken by the run that gave the hints
    bool handed_out_ = true;  // no run has given hints since the last call of hints()

    Marginals<double> narrow_;
    Marginals<Wide> wide_;
    std::vector<double> shares_;
    std::vector<float> heard_, scratch_;
};

}  // namespace nonosat
