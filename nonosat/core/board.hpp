// SPDX-License-Identifier: MIT
// Board: the state of a puzzle, and propagation to the fixpoint of line-solving.
//
// For each line and value, one mask says which cells of the line can still have that value. Rows
// and columns are both kept: a value that is removed from one is removed from the other, and the
// crossing line becomes dirty. `propagate` line-solves dirty lines until no line is dirty.
// Line-solving is complete and monotone, so the fixpoint does not depend on the order (tested).
//
// Every removal is written to a trail, so that a probe is undone by restoring what it removed.
// Copying the board instead costs the size of the board per probe, and most probes change few lines.
//
// `Board` is the face that does not depend on the number of words per line; `make_board` chooses
// the `BoardOf<W>` that fits. Techniques (probing, encodings, implications, beliefs ...) stand in
// files of their own and use the public members only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "line.hpp"
#include "line_counts.hpp"

namespace nonosat {

constexpr int kMaxSide = 1023;  // the longest line: 16 words less the bit for its end
constexpr int kMaxColors = 60;  // besides EMPTY
constexpr int kUnknown = 255;   // the value of an unknown cell, where values are exported
constexpr std::uint64_t kPollWork = 1 << 14;  // work between two polls, in about 50 word operations

enum class Status { Fixpoint, Contradiction, Interrupted };

// A question that long work asks now and then; true means: stop. May throw.
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

// Lines are numbered: rows from 0, then columns. Cells are numbered row by row.
class Board {
public:
    virtual ~Board() = default;
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    const int height, width, colors;
    const int words;         // W of the BoardOf<W> that this is
    const std::uint64_t id;  // different for all boards of a process
    Counts counts;
    std::uint64_t poll_work = kPollWork;  // tests lower it, to be interrupted on small boards

    // Line-solves dirty lines until none is dirty. Contradiction: conflict_line() has no
    // arrangement, and only back_to() to an earlier mark makes the board usable again. Interrupted
    // by the poll, or left by an exception of the poll: the removals so far stand, and another call
    // continues. ENSURES at_fixpoint() if the result is Fixpoint.
    virtual Status propagate(const Poll& poll) = 0;

    // REQUIRES a cell and a value of the board, here and in the following.
    virtual bool can_be(int row, int column, int value) const = 0;
    // Removes a value from a cell; returns false if the cell has no value left (a contradiction).
    virtual bool remove(int row, int column, int value) = 0;
    // A place to come back to. back_to() undoes all removals since then, makes those lines dirty
    // that were dirty at the mark (or more of them), and counts as a change of the restored lines.
    // REQUIRES a mark that is not above mark().
    std::size_t mark() const { return trail_.size(); }
    void back_to(std::size_t mark);

    // The starts of each block of a line that occur in some arrangement of it, ascending; false if
    // the line has no arrangement. REQUIRES that its clue is given.
    virtual bool starts_of(int line, std::vector<std::vector<int>>& starts) const = 0;

    int lines() const { return height + width; }
    int length(int line) const { return line < height ? width : height; }
    std::size_t index(int row, int column) const {
        return static_cast<std::size_t>(row) * width + column;
    }
    std::size_t cell_at(int line, int position) const {
        return line < height ? index(line, position) : index(position, line - height);
    }
    int row_of(std::size_t cell) const { return static_cast<int>(cell / width); }
    int column_of(std::size_t cell) const { return static_cast<int>(cell % width); }

    const Clue& clue(int line) const { return clues_[line]; }
    bool at_fixpoint() const { return head_ == queue_.size() && conflict_line_ < 0; }
    bool is_dirty(int line) const { return dirty_[line] != 0; }
    int unknown() const { return unknown_; }  // how many cells have several values
    int conflict_line() const { return conflict_line_; }  // the line without arrangement, or -1
    int values_left(std::size_t cell) const { return left_[cell]; }
    bool is_known(std::size_t cell) const { return left_[cell] == 1; }
    // The value of a known cell, else kUnknown.
    int value(int row, int column) const {
        if (left_[index(row, column)] != 1) return kUnknown;
        for (int v = 0; v <= colors; ++v)
            if (can_be(row, column, v)) return v;
        return kUnknown;
    }

    // Changes. The clock counts permanent changes (all but those of trials), and each line has the
    // time of its last one.
    std::uint32_t clock() const { return clock_; }
    std::uint32_t changed_at(int line) const { return line_changed_[line]; }

    // Trials, for probing: removals that will be undone. Until end_trial(), removals are no changes
    // of their lines, and the number of each line that is solved is added to `solved`, once.
    // undo() is back_to() for a trial: the caller's mark was a fixpoint. REQUIRES that no trial
    // runs, for begin_trial(), and at_fixpoint().
    void begin_trial(std::vector<std::uint16_t>& solved);
    void end_trial() { solved_ = nullptr; }
    virtual void undo(std::size_t mark) = 0;
    // Removes a possible value. `solver` is the line that found it, which does not become dirty, or
    // -1. Unlike remove() it does not notice a contradiction and is no change: the caller calls
    // changed_since() for what it keeps.
    virtual void remove_value(int row, int column, int value, int solver) = 0;
    // The lines of all cells that lost values since the mark have changed now.
    void changed_since(std::size_t mark);
    void set_conflict(int line);
    // A removed (cell, value) as a number; and all removals since the beginning, in order.
    std::uint32_t code(std::size_t cell, int value) const {
        return static_cast<std::uint32_t>(cell * (colors + 1) + value);
    }
    const std::vector<std::uint32_t>& trail() const { return trail_; }

    // From now on count what each line does. line_counts() is null before.
    void count_lines() { line_counts_ = std::make_unique<LineCounts>(lines(), left_.size()); }
    const LineCounts* line_counts() const { return line_counts_.get(); }

protected:
    Board(int height_, int width_, int colors_, int words_, std::vector<Clue> clues);

    void mark_dirty(int line) {
        if (!clues_[line].given || dirty_[line]) return;
        dirty_[line] = true;
        queue_.push_back(line);
    }
    // No line is dirty any more.
    void clean() {
        for (std::size_t i = head_; i < queue_.size(); ++i) dirty_[queue_[i]] = false;
        queue_.clear();
        head_ = 0;
    }

    std::vector<Clue> clues_;
    std::vector<std::uint8_t> left_;  // per cell: how many values it can still have
    int unknown_ = 0;
    int conflict_line_ = -1;
    std::size_t conflict_at_ = 0;  // the length of the trail when the conflict was found

    std::vector<int> queue_;  // dirty lines, first in first out, from head_ on
    std::size_t head_ = 0;
    std::vector<char> dirty_;
    std::vector<std::uint32_t> trail_;     // codes
    std::vector<std::size_t> fixpoints_;   // ascending: lengths of the trail at fixpoints
    std::uint64_t work_since_poll_ = 0;

    std::uint32_t clock_ = 1;
    std::vector<std::uint32_t> line_changed_;
    std::vector<std::uint16_t>* solved_ = nullptr;  // the list of the running trial
    std::vector<std::uint32_t> solved_in_;          // per line, the number of the trial that solved it
    std::uint32_t trial_ = 0;
    std::unique_ptr<LineCounts> line_counts_;
};

template <int W>
class BoardOf final : public Board {
public:
    BoardOf(int height_, int width_, int colors_, std::vector<Clue> clues);

    Status propagate(const Poll& poll) override;
    bool can_be(int row, int column, int value) const override {
        REQUIRE(0 <= row && row < height && 0 <= column && column < width);
        REQUIRE(0 <= value && value <= colors);
        return domain(row)[value].test(column);
    }
    bool remove(int row, int column, int value) override;
    bool starts_of(int line, std::vector<std::vector<int>>& starts) const override;
    void remove_value(int row, int column, int value, int solver) override;
    void undo(std::size_t mark) override;

    // The masks of a line, one per value.
    const Bits<W>* domain(int line) const {
        return &masks_[static_cast<std::size_t>(line) * (colors + 1)];
    }

private:
    Bits<W>* masks_of(int line) { return &masks_[static_cast<std::size_t>(line) * (colors + 1)]; }
    template <bool Counted>
    Status propagate_lines(const Poll& poll);
    template <bool Counted>
    bool solve(int line);

    std::vector<Bits<W>> masks_;  // [line * (colors + 1) + value]
    mutable std::vector<Bits<W>> result_;
    mutable LineWork<W> work_;
};

template <int W>
BoardOf<W>::BoardOf(int height_, int width_, int colors_, std::vector<Clue> clues)
    : Board(height_, width_, colors_, W, std::move(clues)) {
    REQUIRE(height < Bits<W>::kBits && width < Bits<W>::kBits);
    masks_.resize(static_cast<std::size_t>(lines()) * (colors + 1));
    result_.resize(colors + 1);
    for (int line = 0; line < lines(); ++line)
        for (int v = 0; v <= colors; ++v) masks_of(line)[v] = Bits<W>::first(length(line));
}

template <int W>
void BoardOf<W>::remove_value(int row, int column, int value, int solver) {
    const std::size_t cell = index(row, column);
    REQUIRE(left_[cell] > 0 && domain(row)[value].test(column));
    masks_of(row)[value].clear(column);
    masks_of(height + column)[value].clear(row);
    trail_.push_back(code(cell, value));
    if (--left_[cell] == 1) --unknown_;
    if (row != solver) mark_dirty(row);
    if (height + column != solver) mark_dirty(height + column);
}

template <int W>
bool BoardOf<W>::remove(int row, int column, int value) {
    REQUIRE(solved_ == nullptr);
    const std::size_t cell = index(row, column);
    if (!can_be(row, column, value)) return left_[cell] != 0;
    const std::size_t before = trail_.size();
    remove_value(row, column, value, -1);
    changed_since(before);
    if (left_[cell] != 0) return true;
    set_conflict(row);
    return false;
}

template <int W>
void BoardOf<W>::undo(std::size_t mark) {
    REQUIRE(mark <= trail_.size());
    while (trail_.size() > mark) {
        const std::uint32_t last = trail_.back();
        trail_.pop_back();
        const std::size_t cell = last / (colors + 1);
        const int value = static_cast<int>(last % (colors + 1));
        const int row = row_of(cell), column = column_of(cell);
        masks_of(row)[value].set(column);
        masks_of(height + column)[value].set(row);
        if (++left_[cell] == 2) ++unknown_;
    }
    while (!fixpoints_.empty() && fixpoints_.back() > mark) fixpoints_.pop_back();
    if (mark < conflict_at_) conflict_line_ = -1;
    clean();
}

// Line-solves one line and writes what follows to the board; false if it has no arrangement.
template <int W>
template <bool Counted>
bool BoardOf<W>::solve(int line) {
    if constexpr (Counted) {
        const std::size_t before = trail_.size();
        ++line_counts_->solves[line];
        bool possible = true;
        {
            const Stopwatch watch(line_counts_->nanoseconds[line]);
            possible = solve<false>(line);
        }
        for (std::size_t i = before; solved_ == nullptr && i < trail_.size(); ++i) {
            const std::size_t cell = trail_[i] / (colors + 1);
            if (is_known(cell)) line_counts_->settle(line, cell);
        }
        return possible;
    }
    ++counts.line_solves;
    const Clue& clue = clues_[line];
    const Bits<W>* const here = domain(line);
    const int blocks = static_cast<int>(clue.blocks.size());
    work_since_poll_ += static_cast<std::uint64_t>(blocks + colors + 1) * W;
    if (solved_ != nullptr && solved_in_[line] != trial_) {
        solved_in_[line] = trial_;
        solved_->push_back(static_cast<std::uint16_t>(line));
    }
    if (!solve_line<W>(length(line), colors, clue.blocks.data(), blocks, here, result_.data(),
                       work_)) {
        set_conflict(line);
        return false;
    }
    for (int v = 0; v <= colors; ++v) {
        const Bits<W> removed = here[v].without(result_[v]);
        if (line < height)
            removed.each([&](int column) { remove_value(line, column, v, line); });
        else
            removed.each([&](int row) { remove_value(row, line - height, v, line); });
    }
    return true;
}

template <int W>
Status BoardOf<W>::propagate(const Poll& poll) {
    if (conflict_line_ >= 0) return Status::Contradiction;
    return line_counts_ ? propagate_lines<true>(poll) : propagate_lines<false>(poll);
}

template <int W>
template <bool Counted>
Status BoardOf<W>::propagate_lines(const Poll& poll) {
    // However this ends, also by an exception of the poll, what was removed has changed its lines.
    struct Changes {
        Board& board;
        const std::size_t before;
        const bool trial;
        ~Changes() {
            if (!trial) board.changed_since(before);
        }
    } const changes{*this, trail_.size(), solved_ != nullptr};
    while (head_ < queue_.size()) {
        if (work_since_poll_ >= poll_work) {
            work_since_poll_ = 0;
            if (poll && poll()) return Status::Interrupted;
        }
        const int line = queue_[head_++];
        dirty_[line] = false;
        if (!solve<Counted>(line)) {
            clean();
            return Status::Contradiction;
        }
    }
    clean();
    if (fixpoints_.empty() || fixpoints_.back() != trail_.size())
        fixpoints_.push_back(trail_.size());
    ENSURE(at_fixpoint());
    return Status::Fixpoint;
}

template <int W>
bool BoardOf<W>::starts_of(int line, std::vector<std::vector<int>>& starts) const {
    REQUIRE(clues_[line].given);
    const std::vector<Block>& blocks = clues_[line].blocks;
    const int count = static_cast<int>(blocks.size());
    if (!solve_line<W>(length(line), colors, blocks.data(), count, domain(line), result_.data(),
                       work_))
        return false;
    starts.resize(blocks.size());
    for (int i = 0; i < count; ++i) {
        starts[i].clear();
        work_.starts[i].each([&](int start) { starts[i].push_back(start); });
        ENSURE(!starts[i].empty());
    }
    return true;
}

// The numbers of words that a line may have. Each is compiled for itself (docs/experiments.md,
// "Line-solving, boards and probing", says what fewer of them cost).
using WordCounts = std::integer_sequence<int, 1, 2, 3, 4, 6, 8, 10, 16>;

// Throws std::invalid_argument if there is no such board.
std::unique_ptr<Board> make_board(int height, int width, int colors, std::vector<Clue> clues);

// Calls work(board) with the board as the BoardOf<W> that it is.
template <class Work, int First, int... Rest>
decltype(auto) with_words(Board& board, const Work& work,
                          std::integer_sequence<int, First, Rest...>) {
    if constexpr (sizeof...(Rest) > 0)
        if (board.words != First)
            return with_words(board, work, std::integer_sequence<int, Rest...>{});
    return work(static_cast<BoardOf<First>&>(board));
}
template <class Work>
decltype(auto) with_words(Board& board, const Work& work) {
    return with_words(board, work, WordCounts{});
}

}  // namespace nonosat
