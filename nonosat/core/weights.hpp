// SPDX-License-Identifier: MIT
// Weights: weighted counts of cells prove that a puzzle has one solution, or none, without search.
//
// Idea. A solution S is known; is there another? Every cell that differs from S counts 1, so
// another solution counts at least `difference` (see there). Give every cell and colour a weight in
// its row and a weight in its column that add up to the count of the cell. Then no grid that
// satisfies all clues counts more than the sum, over all lines, of the weight of the line's best
// placement. Where this bound is below `difference`, S is the only solution. Such integers on the
// board are a proof, which one small dynamic program per line checks. The best weights are the dual
// of a linear program: maximise the count over the convex hulls of the lines' placements, joined in
// the cells. No line solving, probing or resolution of polynomial size finds such arguments.
//
// Method. The bound is smoothed: mu log sum exp(weight / mu) over a line's placements in place of
// the best one; its gradient at a cell is the row's marginal less the column's (marginals.hpp, the
// same as for beliefs). L-BFGS (Nocedal 1980) minimises it; now and then the weights are rounded to
// integers and the exact bound decides. Without S the same iteration finds the point of highest
// entropy: rounded it often is a solution, and a bound below 0 proves that no solution exists.
//
// Cost: some hundred evaluations of all lines. A simplex or interior point solver for the same
// program takes 10 to 100 times as long (docs/experiments.md, "Weights"). Floating point decides
// no verdict; where both marginals agree and still lie far from S, the weights cannot exist, and
// the search for them ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "board.hpp"
#include "lbfgs.hpp"
#include "marginals.hpp"
#include "open_lines.hpp"
#include "work_meter.hpp"

namespace nonosat {

// The end of a call.
struct WeightsEnd {
    Status status;
    int steps = 0;           // of L-BFGS
    std::uint64_t work = 0;  // table entries computed
};

class WeightSearch {
public:
    // Counts on the state that the board has now; the board must stay as it is. It need not be
    // propagated. Throws std::invalid_argument if a line has no placement.
    explicit WeightSearch(const Board& board);

    // The least number of cells in which two solutions differ. In a line that has a clue two
    // placements have each colour equally often, so they differ in no cell or in two at least.
    // With clues in all lines that matter, each differing line so crosses two others: 4. If every
    // unknown cell lies in at least one line with a clue: 2. Else 0: no proof is possible. Known
    // and printed cells change nothing: two solutions of a board are two of its puzzle.
    int difference() const { return difference_; }

    // Is `solution`, which satisfies all clues and agrees with the board, the only one? Fixpoint:
    // yes, and weights() prove it; Contradiction: not proven; Interrupted by the poll. The work
    // ends after about `most` table entries.
    WeightsEnd prove(const std::vector<std::uint8_t>& solution, std::uint64_t most,
                     const Poll& poll);
    // Looks for a solution. Fixpoint: cells() satisfies all clues; Contradiction: nothing is found,
    // and if impossible() is true, weights() prove that there is no solution.
    WeightsEnd find(std::uint64_t most, const Poll& poll);

    // After a proof, looks for one whose weights have a smaller sum of absolute values: proofs for
    // people to look at. Ends after about `most` table entries, always with a proof. Fixpoint, or
    // Interrupted by the poll. The head of weights_lighten.cpp has the method.
    WeightsEnd lighten(std::uint64_t most, const Poll& poll);

    bool impossible() const { return impossible_; }
    // All cells row by row.
    const std::vector<std::uint8_t>& cells() const { return guess_; }
    // The weights of the last proof: of each cell and colour in its row, at [cell * colors + colour
    // - 1], 0 in known cells. In its column: scale() times the count of the cell, less that weight.
    std::vector<std::int64_t> weights() const;
    std::int64_t scale() const { return proof_.scale; }
    // The most that any solution can count, times scale(), by the last proof.
    std::int64_t proven_bound() const { return proof_.bound; }

    // True if these row weights, of each unknown cell and colour, prove that `solution` is the only
    // one. They are rounded to integers and checked exactly, so any weights may be passed.
    bool would_prove(const std::vector<std::uint8_t>& solution, const std::vector<double>& weights);

private:
    struct Line : OpenLine {
        explicit Line(OpenLine open) : OpenLine(std::move(open)) {}
        std::vector<int> numbers;    // of all its cells, -1 if known
        std::vector<char> possible;  // [value * cells + cell]
    };
    using Vector = std::vector<double>;  // a number for each unknown cell and colour
    using Integers = std::vector<std::int64_t>;
    // The state of a descent: a point, the smoothed bound there, and what L-BFGS remembers.
    struct Descent {
        Vector weights, gradient, next, next_gradient;
        double value = 0;
        Lbfgs memory;
        explicit Descent(std::size_t size)
            : weights(size), gradient(size), next(size), next_gradient(size) {}
    };
    enum class Move { Made, Forgot, Stuck, Interrupted };
    struct Proof {
        Integers weights;  // of rows
        std::int64_t scale = 1, bound = 0;
        Vector real() const;
    };

    void set_difference();
    void add_line(OpenLine open);
    void set_target(const std::vector<std::uint8_t>* solution);
    Status descend(bool known, const Poll& poll);
    Move move(Descent& at, const Poll& poll);
    bool again(Descent& at, const Poll& poll);
    bool evaluate(const Vector& weights, double& value, Vector& gradient, const Poll& poll);
    double doubt(bool known) const;
    double whole_weight(std::size_t at) const;
    Vector beginning() const;
    std::optional<Proof> rounded(const Vector& weights, bool known);
    std::optional<std::int64_t> bound(const Integers& weights, std::int64_t scale);
    std::int64_t best(const Line& line, const Integers& weights, std::int64_t scale);
    double burden(const Vector& weights, Vector& gradient) const;
    Status lighten_until(const Poll& poll);
    bool keep_lighter(const Vector& weights);
    double absolute(const Proof& proof) const;
    bool guess_satisfies();
    bool agrees(const std::vector<std::uint8_t>& cells) const;
    bool holds(const Proof& proof, bool known);

    const Board& board_;
    const int colors_;
    int difference_ = 4;
    std::vector<Line> lines_;  // with a clue and an unknown cell
    const UnknownCells unknown_;
    std::vector<char> crossed_;  // of each unknown cell: true if both of its lines have clues
    Vector counts_;              // d: the count of a colour less that of EMPTY
    std::int64_t constant_ = 0;  // the count of EMPTY in all unknown cells
    double mu_ = 1;
    double price_ = 0;  // of the weights' absolute values, in lighten()
    double softness_ = 1;
    Vector agreed_;        // the mean of both marginals
    double distance_ = 0;  // the count of agreed_
    std::vector<std::uint8_t> guess_;
    Proof proof_;
    std::uint64_t entries_ = 0;  // of all lines
    bool impossible_ = false;
    WorkMeter meter_;         // of table entries
    std::uint64_t most_ = 0;  // the work after which to end
    int steps_ = 0;

    Marginals<Wide> marginals_;
    std::vector<Wide> line_weights_;
    Vector shares_;
    Integers reach_, next_, sums_;
    std::vector<int> barred_;
};

}  // namespace nonosat
