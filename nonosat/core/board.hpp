// SPDX-License-Identifier: MIT
// Board: the state of a puzzle, and propagation to the fixpoint of line-solving.
//
// For each line and value one mask says which of its cells can still have that value. Rows and
// columns are both kept; a value that is removed in one is removed in the other, and the crossing
// line becomes dirty. `propagate` line-solves dirty lines until none is left. Line-solving is
// complete and monotone, so the fixpoint does not depend on the order (tested).
//
// Every removal is written to a trail, so that a probe is undone by putting back what it removed;
// copying the board instead costs the whole board per probe, and most probes touch a few lines.
//
// Class `Board` is the face that does not depend on the number of words per line; `make_board`
// picks the template that fits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "line.hpp"

namespace nonosat {

constexpr int kMaxSide = 1023;   // the longest line: 16 words less the bit for its end
constexpr int kMaxColors = 60;   // besides EMPTY
constexpr int kUnknown = 255;    // a cell that is not settled, in exported cells
constexpr std::uint64_t kPollWork = 1 << 14;  // word operations / 50 or so between two polls

enum class Status { Fixpoint, Contradiction, Interrupted };

// Which clauses say what a line may be: cnf.hpp, automaton_cnf.hpp; Cells: none, only what is known
// of single cells.
enum class Encoding { Order, Automaton, Cells };

// Asked now and then during long work; true means: stop. May throw.
using Poll = std::function<bool()>;

struct Clue {
    bool given = false;
    std::vector<Block> blocks;
};

// Work done so far, by kind. The same input gives the same numbers.
struct Counts {
    std::uint64_t line_solves = 0;
    std::uint64_t probes = 0;
    std::uint64_t skipped = 0;         // cells whose probes could not have changed
    std::uint64_t contradictions = 0;  // values removed because assuming them fails
    std::uint64_t agreements = 0;      // values removed because all alternatives remove them
    std::uint64_t rounds = 0;
};

// Clauses in DIMACS literals, flat: clause i is literals[ends[i - 1] .. ends[i]).
struct Cnf {
    int variables = 0;
    std::vector<int> literals;
    std::vector<std::size_t> ends;
    // Variable i + 1 says "cell cell_of[i] has value value_of[i]"; the others belong to blocks.
    std::vector<int> cell_of, value_of;
    // How many clauses there are before those of each line.
    std::vector<std::size_t> line_begins;
    // With hints: for each variable the literal that they suggest.
    std::vector<int> phases;
};

// What is likely, from beliefs: the value of each cell, and the starts of the blocks of each line
// (none for a line of which nothing is known).
struct Hints {
    std::vector<std::uint8_t> cells;
    std::vector<std::vector<int>> starts;
};

// The edges of the implication graph, one per entry. A literal is coded as
// ((row * width + column) * (colors + 1) + value) * 2 + (holds ? 0 : 1); with one colour the value
// is always 1 (filled). line is -1 for what follows from the cell alone.
struct Implications {
    std::vector<int> sources, targets, causes;
    void add(int source, int target, int line) {
        sources.push_back(source);
        targets.push_back(target);
        causes.push_back(line);
    }
};

class Board {
public:
    virtual ~Board() = default;

    const int height, width, colors;
    Counts counts;

    // Lines are numbered: rows from 0, then columns.
    int lines() const { return height + width; }

    // Propagates what is dirty. After Contradiction `conflict_line` names the line that failed;
    // the board is then good for nothing but asking. After Interrupted it may be called again.
    virtual Status propagate(const Poll& poll) = 0;
    // Probing to a fixpoint, propagation included. Interrupted as above.
    virtual Status probe(const Poll& poll) = 0;

    virtual bool can_be(int row, int column, int value) const = 0;
    // Removes a value from a cell; false if nothing of the cell is left (a contradiction).
    virtual bool remove(int row, int column, int value) = 0;
    // A place to come back to, and the way back: all removals since then are undone.
    virtual std::size_t mark() const = 0;
    virtual void back_to(std::size_t mark) = 0;
    // All single-line implications of the state (implications.hpp).
    virtual Status implications(const Poll& poll, Implications& found) = 0;
    // Writes the clauses that say what is left of the puzzle, in any state, propagated or not, to
    // an empty `cnf`. Fixpoint, or Interrupted (also when there are too many) and `cnf` good for
    // nothing. With hints it also gets phases (of cells alone in the automaton encoding).
    virtual Status encode(Encoding encoding, const Poll& poll, Cnf& cnf,
                          const Hints* hints = nullptr) = 0;

    virtual bool at_fixpoint() const = 0;  // of propagation: no line is dirty
    virtual const Clue& clue(int line) const = 0;
    // The first and the last start of each block of a line in any arrangement of it; false if it
    // has none.
    virtual bool start_range(int line, std::vector<int>& first, std::vector<int>& last) = 0;

    int unsettled() const { return unsettled_; }
    // The line that had no arrangement, or -1.
    int conflict_line() const { return conflict_line_; }
    // The value of a cell if it is settled, else kUnknown.
    int value(int row, int column) const {
        if (left_[index(row, column)] != 1) return kUnknown;
        for (int v = 0; v <= colors; ++v)
            if (can_be(row, column, v)) return v;
        return kUnknown;
    }

protected:
    Board(int height_, int width_, int colors_)
        : height(height_), width(width_), colors(colors_) {}
    std::size_t index(int row, int column) const {
        return static_cast<std::size_t>(row) * width + column;
    }

    std::vector<std::uint8_t> left_;  // per cell: how many values it can still have
    int unsettled_ = 0;
    int conflict_line_ = -1;
};

template <int W>
class BoardOf : public Board {
public:
    BoardOf(int height_, int width_, int colors_, std::vector<Clue> clues);

    Status propagate(const Poll& poll) override;
    Status probe(const Poll& poll) override;
    Status implications(const Poll& poll, Implications& found) override;
    Status encode(Encoding encoding, const Poll& poll, Cnf& cnf, const Hints* hints) override;
    std::size_t mark() const override { return trail_.size(); }
    void back_to(std::size_t mark) override {
        undo(mark);
        conflict_line_ = -1;
    }
    bool at_fixpoint() const override { return head_ == queue_.size() && conflict_line_ < 0; }
    bool start_range(int line, std::vector<int>& first, std::vector<int>& last) override;
    bool can_be(int row, int column, int value) const override {
        return domain(row)[value].test(column);
    }
    bool remove(int row, int column, int value) override;
    const Clue& clue(int line) const override { return clues_[line]; }

private:
    Bits<W>* domain(int line) {
        return &masks_[static_cast<std::size_t>(line) * (colors + 1)];
    }
    const Bits<W>* domain(int line) const {
        return &masks_[static_cast<std::size_t>(line) * (colors + 1)];
    }
    int cells(int line) const { return line < height ? width : height; }
    std::uint32_t code(std::size_t cell, int value) const {
        return static_cast<std::uint32_t>(cell * (colors + 1) + value);
    }
    void soil(int line) {
        if (!clues_[line].given || dirty_[line]) return;
        dirty_[line] = true;
        queue_.push_back(line);
    }
    void clean() {
        for (std::size_t i = head_; i < queue_.size(); ++i) dirty_[queue_[i]] = false;
        queue_.clear();
        head_ = 0;
    }
    // Takes a value from a cell in both directions. `solved` is the line that found out.
    void take(int row, int column, int value, int solved);
    void undo(std::size_t mark);
    bool solve(int line);

    // probe.hpp
    Status probe_cell(std::size_t cell, const Poll& poll, bool& changed);
    bool stale(std::size_t cell) const;
    std::vector<std::size_t> probe_order() const;
    void stamp_since(std::size_t trail);

    // implications.hpp
    int literal_code(std::size_t cell, int value, bool holds) const {
        return static_cast<int>(code(cell, value)) * 2 + (holds ? 0 : 1);
    }
    void implications_of_line(int line, Implications& found);
    void implied_at(std::size_t cell, int place, const Bits<W>* before, const Bits<W>* after,
                    int source, int line, Implications& found) const;
    void exclusions_of_cell(std::size_t cell, Implications& found) const;

    // cnf.hpp, automaton_cnf.hpp
    int cell_literal(std::size_t cell, int value, const std::vector<int>& variable) const;
    bool encode_order(int line, const std::vector<int>& variable, const Hints* hints, Cnf& cnf);
    bool encode_automaton(int line, const std::vector<int>& variable, Cnf& cnf);
    void add_empty_variables(std::vector<int>& variable, Cnf& cnf);

    std::vector<Clue> clues_;
    std::vector<Bits<W>> masks_;  // [line * (colors + 1) + value]
    std::vector<Bits<W>> result_;
    LineWork<W> work_;

    std::vector<int> queue_;  // dirty lines, first in first out, from head_ on
    std::size_t head_ = 0;
    std::vector<char> dirty_;
    std::vector<std::uint32_t> trail_;  // codes of removed (cell, value)
    std::uint64_t work_since_poll_ = 0;

    // Probing. A probe reads only the lines that it solves: if none of them has changed since,
    // it would do the same again and is skipped.
    std::uint32_t clock_ = 0;                          // counts permanent changes
    std::vector<std::uint32_t> line_changed_;          // per line, clock of its last change
    std::vector<std::uint32_t> probed_;                // per cell, clock of its last probe
    std::vector<std::vector<std::uint16_t>> touched_;  // per cell, the lines its probes solved
    std::vector<std::uint32_t> seen_;                  // per line, number of the probe that solved it
    std::uint32_t probe_number_ = 0;
    std::vector<std::uint16_t>* touching_ = nullptr;
    std::vector<std::uint32_t> agreed_probe_;  // per code, the cell probe that removed it last
    std::vector<std::uint8_t> agreed_;         // per code, how many of its values removed it
};

template <int W>
BoardOf<W>::BoardOf(int height_, int width_, int colors_, std::vector<Clue> clues)
    : Board(height_, width_, colors_), clues_(std::move(clues)) {
    REQUIRE(1 <= height && height <= kMaxSide && height < Bits<W>::kBits);
    REQUIRE(1 <= width && width <= kMaxSide && width < Bits<W>::kBits);
    REQUIRE(1 <= colors && colors <= kMaxColors);
    REQUIRE(static_cast<int>(clues_.size()) == lines());
    const std::size_t cells_count = static_cast<std::size_t>(height) * width;
    masks_.resize(static_cast<std::size_t>(lines()) * (colors + 1));
    result_.resize(colors + 1);
    left_.assign(cells_count, static_cast<std::uint8_t>(colors + 1));
    unsettled_ = static_cast<int>(cells_count);
    dirty_.assign(lines(), false);
    line_changed_.assign(lines(), 1);
    clock_ = 1;
    for (int line = 0; line < lines(); ++line) {
        for (int v = 0; v <= colors; ++v) domain(line)[v] = Bits<W>::first(cells(line));
        soil(line);
    }
}

template <int W>
void BoardOf<W>::take(int row, int column, int value, int solved) {
    const std::size_t cell = index(row, column);
    REQUIRE(left_[cell] > 0 && domain(row)[value].test(column));
    domain(row)[value].clear(column);
    domain(height + column)[value].clear(row);
    trail_.push_back(code(cell, value));
    if (--left_[cell] == 1) --unsettled_;
    if (row != solved) soil(row);
    if (height + column != solved) soil(height + column);
}

template <int W>
bool BoardOf<W>::remove(int row, int column, int value) {
    const std::size_t cell = index(row, column);
    if (!domain(row)[value].test(column)) return left_[cell] != 0;
    const std::size_t before = trail_.size();
    take(row, column, value, -1);
    stamp_since(before);
    if (left_[cell] == 0) {
        conflict_line_ = row;
        return false;
    }
    return true;
}

template <int W>
void BoardOf<W>::undo(std::size_t mark) {
    while (trail_.size() > mark) {
        const std::uint32_t last = trail_.back();
        trail_.pop_back();
        const std::size_t cell = last / (colors + 1);
        const int value = static_cast<int>(last % (colors + 1));
        const int row = static_cast<int>(cell / width), column = static_cast<int>(cell % width);
        domain(row)[value].set(column);
        domain(height + column)[value].set(row);
        if (++left_[cell] == 2) ++unsettled_;
    }
    clean();
}

// Line-solves one line and writes what follows to the board; false if nothing satisfies it.
template <int W>
bool BoardOf<W>::solve(int line) {
    ++counts.line_solves;
    const Clue& clue = clues_[line];
    Bits<W>* here = domain(line);
    const int blocks = static_cast<int>(clue.blocks.size());
    work_since_poll_ += static_cast<std::uint64_t>(blocks + 2) * W;
    if (touching_ != nullptr && seen_[line] != probe_number_) {
        seen_[line] = probe_number_;
        touching_->push_back(static_cast<std::uint16_t>(line));
    }
    if (!solve_line<W>(cells(line), colors, clue.blocks.data(), blocks, here, result_.data(),
                       work_)) {
        conflict_line_ = line;
        return false;
    }
    for (int v = 0; v <= colors; ++v) {
        const Bits<W> removed = here[v].without(result_[v]);
        if (line < height)
            removed.each([&](int column) { take(line, column, v, line); });
        else
            removed.each([&](int row) { take(row, line - height, v, line); });
    }
    return true;
}

template <int W>
bool BoardOf<W>::start_range(int line, std::vector<int>& first, std::vector<int>& last) {
    const std::vector<Block>& blocks = clues_[line].blocks;
    const int count = static_cast<int>(blocks.size());
    first.assign(blocks.size(), 0);
    last.assign(blocks.size(), 0);
    if (!solve_line<W>(cells(line), colors, blocks.data(), count, domain(line), result_.data(),
                       work_))
        return false;
    for (int i = 0; i < count; ++i) {
        first[i] = work_.starts[i].lowest();
        last[i] = work_.starts[i].highest();
    }
    return true;
}

template <int W>
Status BoardOf<W>::propagate(const Poll& poll) {
    const std::size_t before = trail_.size();
    const bool permanent = touching_ == nullptr;
    while (head_ < queue_.size()) {
        if (work_since_poll_ >= kPollWork) {
            work_since_poll_ = 0;
            if (poll && poll()) {
                if (permanent) stamp_since(before);
                return Status::Interrupted;
            }
        }
        const int line = queue_[head_++];
        dirty_[line] = false;
        if (!solve(line)) {
            clean();
            return Status::Contradiction;
        }
    }
    clean();
    if (permanent) stamp_since(before);
    return Status::Fixpoint;
}

// How many words a line may have. Each is compiled for itself; with 2, 4, 8, 16 alone a side of 512
// took 1.45 times as long as with 10.
using WordCounts = std::integer_sequence<int, 1, 2, 3, 4, 6, 8, 10, 16>;

std::unique_ptr<Board> make_board(int height, int width, int colors, std::vector<Clue> clues);

}  // namespace nonosat
