// SPDX-License-Identifier: MIT
// Local search for a picture whose clues people can solve with the required techniques.
//
// Idea. A random picture rarely fits a requirement such as "solvable by lines", but a picture near
// it often does. The cells that deduction leaves unknown show where to change it: exchange a cell
// there with a cell of another value, deduce again, and keep the change unless more is unknown than
// before. An exchange keeps the number of cells of each colour, so the density stays the same.
//
// - `reach` is the deduction that has to solve the picture, `below` one that must not solve it.
//   The picture is mixed until `reach` solves a cell that `below` leaves; from then on, exchanges
//   must keep at least one such cell.
// - Cells form groups that change together, so that symmetric pictures stay symmetric. Groups are
//   exchanged with groups of the same size.
// - Smooth pictures keep at most the number of unequal neighbours with which they began.
// - Empty and full lines are removed first, unless they are allowed.
//
// All choices come from a generator of whole numbers (splitmix64: Steele, Lea, Flood, 2014), and
// the end is an amount of work, so the same seed gives the same picture on every machine.
//
// Cost: a closure per exchange, 10 to 20 microseconds on 20x20 for lines. Rejected: drawing until a
// picture fits, which throws away pictures that nearly fit; annealing, which also keeps exchanges
// for the worse and needs a temperature per size and density; a new picture serves as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "board.hpp"

namespace nonosat {

// A deduction with all easier ones, to its fixpoint.
enum class Reach { Nothing, Trivial, Overlap, Line, Chain, Trial };

// Deduces on the board. Contradiction: there is no solution. Interrupted by the poll: the
// deductions so far stay. `work` grows by the work done, in line solves or work that takes as long.
Status deduce(Board& board, Reach reach, const Poll& poll, std::uint64_t& work);

struct Requirements {
    Reach reach = Reach::Trial;
    Reach below = Reach::Nothing;
    bool boring = false;  // empty and full lines are allowed
    bool smooth = false;  // the number of unequal neighbours may not grow
};

class LocalSearch {
public:
    // `groups` numbers the groups from 0 on, a number per cell. REQUIRES equal cells in each group,
    // a value of the board in each cell.
    LocalSearch(int height, int width, int colors, std::vector<std::uint8_t> cells,
                std::vector<int> groups, Requirements requirements, std::uint64_t seed);

    // Exchanges cells of empty and full lines, unless they are allowed, and looks at the picture.
    // To be called first.
    Status look(const Poll& poll);
    // Exchanges cells until less is open than before, until `most_work` is done in all, or after
    // `patience` exchanges in succession without improvement. REQUIRES look().
    // Interrupted by the poll: the picture is the last that was kept.
    Status climb(std::uint64_t most_work, int patience, const Poll& poll);
    // Exchanges any two groups such that the picture fits as before. False in `varied` if none was
    // found within `most_work` and `patience`. REQUIRES fits().
    Status vary(std::uint64_t most_work, int patience, const Poll& poll, bool& varied);
    // Takes the last vary() back. REQUIRES one.
    void take_back();

    bool fits() const { return open_.empty() && !easy_; }
    // The cells that `reach` leaves unknown, or that lie in a line that must not be.
    const std::vector<std::size_t>& open() const { return open_; }
    // How many cells of these are unknown.
    int unknown() const { return unknown_; }
    bool easy() const { return easy_; }
    int boring() const { return boring_; }
    const std::vector<std::uint8_t>& cells() const { return cells_; }
    std::uint64_t work() const { return work_; }
    std::uint64_t tries() const { return tries_; }  // pictures that were looked at

private:
    struct State {
        std::vector<std::size_t> open;
        int unknown, below_unknown, boring;
        bool easy;
        int gained() const { return below_unknown - unknown; }
    };

    std::uint64_t random();
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random() % bound); }
    bool choose(bool anywhere, int& a, int& b);
    void exchange(int a, int b);
    int roughness_around(int a, int b) const;
    bool is_boring(int line) const;
    Status evaluate(const Poll& poll);
    Status redraw(std::uint64_t most_work, const Poll& poll);
    void mix();
    void count(std::size_t cell, int change);
    int count_boring() const;
    void fix_lines();
    template <class Keeps>
    Status exchange_if(bool anywhere, const Keeps& keeps, const Poll& poll, bool& kept);
    // How many cells `reach` solves that `below` does not.
    int gained() const { return below_unknown_ - unknown_; }
    State state() const { return {open_, unknown_, below_unknown_, boring_, easy_}; }
    void restore(State state);

    const int height_, width_, colors_;
    const Requirements requirements_;
    std::vector<std::uint8_t> cells_;
    std::vector<int> group_;                         // per cell
    std::vector<std::vector<std::size_t>> members_;  // per group
    std::vector<std::vector<int>> alike_;            // the groups of each size, by size
    std::vector<Clue> clues_;
    std::vector<int> filled_;  // per line, its cells that are not empty
    int roughness_ = 0, most_roughness_ = 0;
    std::uint64_t seed_;

    std::vector<std::size_t> open_;
    int unknown_ = 0, below_unknown_ = 0, boring_ = 0;
    bool easy_ = false;
    int last_a_ = -1, last_b_ = -1;  // the groups that vary() exchanged
    std::uint64_t work_ = 0, tries_ = 0, since_poll_ = 0;
};

}  // namespace nonosat
