// SPDX-License-Identifier: MIT
// Board: the state of a puzzle, and propagation to the fixpoint of line solving.
//
// For each line and value, one mask says which cells of the line can still have that value. Rows
// and columns are both kept: a value that is removed from one is removed from the other, and the
// crossing line becomes dirty. `propagate` solves dirty lines until no line is dirty.
// Line solving is complete and monotone, so the fixpoint does not depend on the order (tested).
//
// Every removal is written to a trail, so that work can go back to a mark. Trials, of which probing
// makes thousands, write no trail: the queue names the lines that they changed, and these are
// copied back; the values that several trials leave are the union of their masks. If a trial meets
// a line solve again, its result comes from a cache.
//
// `Board` is the interface that does not depend on the number of words per line; `make_board`
// chooses the `BoardOf<W>` that fits. Techniques (probing, encodings, implications, beliefs ...)
// are in files of their own and use the public members only.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "line.hpp"
#include "line_cache.hpp"
#include "line_counts.hpp"

namespace nonosat {

constexpr int kMaxSide = 1023;  // the longest line: 16 words less the bit for its end
constexpr int kMaxColors = 60;  // besides EMPTY
constexpr int kUnknown = 255;   // the value of an unknown cell, where values are exported
constexpr std::uint64_t kPollWork = 1 << 14;  // work between two polls, in about 50 word operations

enum class Status { Fixpoint, Contradiction, Interrupted };

// Long work asks it now and then whether to stop: true means stop. May throw.
using Poll = std::function<bool()>;

struct Clue {
    bool given = false;
    std::vector<Block> blocks;

    auto operator<=>(const Clue&) const = default;
};

// Work done so far, by kind. The same input gives the same numbers.
struct Counts {
    std::uint64_t line_solves = 0;
    std::uint64_t probes = 0;
    std::uint64_t skipped = 0;         // cells whose probes could not have changed
    std::uint64_t contradictions = 0;  // values removed because assuming them fails
    std::uint64_t agreements = 0;      // values removed because all alternatives remove them
    std::uint64_t passes = 0;
};

// A removed value. It is packed by shifts: finding the row of a cell by division costs more than
// the rest of undoing a removal.
class Removal {
public:
    Removal(int row, int column, int value)
        : packed_(static_cast<std::uint32_t>(row) << 16 | static_cast<std::uint32_t>(column) << 6 |
                  static_cast<std::uint32_t>(value)) {}
    int row() const { return static_cast<int>(packed_ >> 16); }
    int column() const { return static_cast<int>((packed_ >> 6) & 1023); }
    int value() const { return static_cast<int>(packed_ & 63); }

private:
    std::uint32_t packed_;
};
static_assert(kMaxSide <= 1023 && kMaxColors <= 63);

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

    // Solves dirty lines until no line is dirty. Contradiction: conflict_line() has no placement,
    // and only back_to() to an earlier mark makes the board usable again. If the poll interrupts it
    // or throws, the removals so far stay, and another call continues. ENSURES at_fixpoint() if the
    // result is Fixpoint.
    virtual Status propagate(const Poll& poll) = 0;

    // REQUIRES a cell and a value of the board, like the methods below.
    virtual bool can_be(int row, int column, int value) const = 0;
    // Removes a value from a cell; returns false if the cell has no value left (a contradiction).
    virtual bool remove(int row, int column, int value) = 0;
    // A state to come back to. back_to() undoes all removals since then, makes the lines dirty that
    // were dirty at the mark (or more of them), and counts as a change of the restored lines.
    // A conflict that propagation finds at the mark stays; one that probing finds there does not.
    // REQUIRES a mark that is not above mark().
    std::size_t mark() const { return trail_.size(); }
    void back_to(std::size_t mark);

    // The starts of each block of a line that occur in some placement of it, ascending; false if
    // the line has no placement. REQUIRES that its clue is given.
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
    bool is_dirty(int line) const { return state_[line] == State::Dirty; }
    int unknown() const { return unknown_; }              // how many cells have several values
    int conflict_line() const { return conflict_line_; }  // the line without placement, or -1
    int values_left(std::size_t cell) const { return left_[cell]; }
    bool is_known(std::size_t cell) const { return left_[cell] == 1; }
    // The value of a known cell, else kUnknown.
    int value(int row, int column) const {
        if (left_[index(row, column)] != 1) return kUnknown;
        for (int v = 0; v <= colors; ++v)
            if (can_be(row, column, v)) return v;
        return kUnknown;
    }

    // The values of the known cells row by row, kUnknown for the others.
    virtual std::vector<std::uint8_t> known_values() const = 0;
    // Calls visit(cell) for each cell that is not known, in rising order.
    template <class Visit>
    void each_unknown(Visit visit) const {
        constexpr std::uint64_t known = 0x0101010101010101u;  // eight cells with one value left
        std::size_t cell = 0;
        for (std::uint64_t eight = 0; cell + 8 <= left_.size(); cell += 8) {
            std::memcpy(&eight, &left_[cell], 8);
            if (eight == known) continue;
            for (std::size_t one = cell; one < cell + 8; ++one)
                if (!is_known(one)) visit(one);
        }
        for (; cell < left_.size(); ++cell)
            if (!is_known(cell)) visit(cell);
    }

    // Changes. The clock counts permanent changes (all but those of trials), and each line has the
    // time of its last one.
    std::uint32_t clock() const { return clock_; }
    std::uint32_t changed_at(int line) const { return line_changed_[line]; }

    // Trials, for probing: a value of a cell is assumed, propagated and taken back. From
    // begin_trials() to end_trials() only can_be() and domain() show the consequences of the
    // assumption; the trail, the counts of values and the times of changes stay. The number of each
    // solved line is added to `solved` once. REQUIRES at_fixpoint().
    virtual void begin_trials(std::vector<std::uint16_t>& solved) = 0;
    // Assumes and propagates. Contradiction: failed_line() has no placement. take_back() must
    // follow after every result, even an exception. REQUIRES that the cell can have the value.
    virtual Status try_value(int row, int column, int value, const Poll& poll) = 0;
    int failed_line() const { return failed_line_; }
    int trial_removals() const { return trial_removals_; }  // how many values the trial removed
    virtual void note_trial() = 0;                          // notes the values that it removed
    virtual void take_back() = 0;
    // `removed_by_all`: what all noted trials have removed, row by row. `tied`: the cells that have
    // as many values as there were noted trials, and a different one of them in each.
    virtual void end_trials(std::vector<Removal>& removed_by_all,
                            std::vector<std::size_t>& tied) = 0;

    // Removes a possible value. Unlike remove() it does not notice a contradiction and does not
    // count as a change: the caller calls changed_since() for the removals that it keeps.
    virtual void remove_value(int row, int column, int value) = 0;
    // Like back_to(), but counts as no change, and no line is dirty afterwards. REQUIRES a mark at
    // which the board was at a fixpoint.
    virtual void undo(std::size_t mark) = 0;
    // Counts as a change, now, of the lines of all cells that lost values since the mark.
    void changed_since(std::size_t mark);
    void set_conflict(int line);
    // A (cell, value) as a number.
    std::uint32_t code(std::size_t cell, int value) const {
        return static_cast<std::uint32_t>(cell * (colors + 1) + value);
    }

    // Starts to count the work of each line. line_counts() is null before.
    void count_lines() { line_counts_ = std::make_unique<LineCounts>(lines(), left_.size()); }
    const LineCounts* line_counts() const { return line_counts_.get(); }

protected:
    Board(int height_, int width_, int colors_, int words_, std::vector<Clue> clues);

    enum class State : std::uint8_t { Clean, Dirty, Without };  // Without a clue: never dirty

    void mark_dirty(int line) {
        if (state_[line] != State::Clean) return;
        state_[line] = State::Dirty;
        queue_.push_back(line);
    }
    // No line is dirty any more.
    void clean() {
        for (std::size_t i = head_; i < queue_.size(); ++i) state_[queue_[i]] = State::Clean;
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
    std::vector<State> state_;
    std::vector<int> without_;  // the lines without a clue
    std::vector<Removal> trail_;
    std::vector<std::size_t> fixpoints_;  // ascending: lengths of the trail at fixpoints
    std::uint64_t work_since_poll_ = 0;

    std::uint32_t clock_ = 1;
    std::vector<std::uint32_t> line_changed_;
    std::vector<std::uint16_t>* solved_ = nullptr;  // the list of the running trials
    std::vector<std::uint32_t> solved_in_;          // per line, the last trials that solved it
    std::uint32_t trials_ = 0;                      // how often begin_trials() was called
    int failed_line_ = -1, trial_removals_ = 0;
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
    std::vector<std::uint8_t> known_values() const override;
    void remove_value(int row, int column, int value) override;
    void undo(std::size_t mark) override;
    void begin_trials(std::vector<std::uint16_t>& solved) override;
    Status try_value(int row, int column, int value, const Poll& poll) override;
    void note_trial() override;
    void take_back() override;
    void end_trials(std::vector<Removal>& removed_by_all, std::vector<std::size_t>& tied) override;

    // Takes over the fixpoint of a sweep of the same lines: a mask per line and value, and the
    // number of its line solves. REQUIRES that this board is new and has one colour.
    void take_over(const std::vector<Bits<1>>& masks, std::uint64_t line_solves);

    // The masks of a line, one per value.
    const Bits<W>* domain(int line) const {
        return &masks_[static_cast<std::size_t>(line) * (colors + 1)];
    }

private:
    Bits<W>* masks_of(int line) { return &masks_[static_cast<std::size_t>(line) * (colors + 1)]; }
    Bits<W>* before(int line) { return &before_[static_cast<std::size_t>(line) * (colors + 1)]; }
    template <bool Counted>
    Status propagate_lines(const Poll& poll);
    template <bool Counted>
    bool solve(int line);
    bool solve_masks(int line, Bits<W>* result);
    void keep(int line, const Bits<W>* possible);
    template <bool OneColor>
    Status propagate_trial(const Poll& poll);
    template <bool OneColor>
    bool solve_trial(int line);
    template <class Visit>
    void each_touched(Visit visit);

    std::vector<Bits<W>> masks_;  // [line * (colors + 1) + value]
    // Trials. The masks when they began; the time of that; and the results of line solves.
    std::vector<Bits<W>> before_;
    std::uint32_t before_time_ = 0;
    LineCache<W> cache_;
    // Per noted row: the values that some noted trial leaves, the cells that every one makes known,
    // and how many trials changed it.
    std::vector<Bits<W>> left_by_some_, known_by_all_;
    std::vector<std::uint8_t> noted_;
    std::vector<int> noted_rows_;
    int trials_noted_ = 0;
    mutable std::vector<Bits<W>> result_;
    mutable LineWork<W> work_;
    mutable LineWork<1> narrow_work_;
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
void BoardOf<W>::take_over(const std::vector<Bits<1>>& masks, std::uint64_t line_solves) {
    REQUIRE(trail_.empty() && counts.line_solves == 0 && masks.size() == masks_.size());
    REQUIRE(colors == 1);
    for (std::size_t i = 0; i < masks.size(); ++i) masks_[i].word[0] = masks[i].word[0];
    std::fill(left_.begin(), left_.end(), std::uint8_t{1});
    unknown_ = 0;
    for (int row = 0; row < height; ++row)
        (domain(row)[0] & domain(row)[1]).each([&](int column) {
            left_[index(row, column)] = 2;
            ++unknown_;
        });
    counts.line_solves = line_solves;
    clean();
    fixpoints_.push_back(0);
}

template <int W>
void BoardOf<W>::remove_value(int row, int column, int value) {
    const std::size_t cell = index(row, column);
    REQUIRE(left_[cell] > 0 && domain(row)[value].test(column));
    masks_of(row)[value].clear(column);
    masks_of(height + column)[value].clear(row);
    trail_.emplace_back(row, column, value);
    if (--left_[cell] == 1) --unknown_;
    mark_dirty(row);
    mark_dirty(height + column);
}

template <int W>
bool BoardOf<W>::remove(int row, int column, int value) {
    REQUIRE(solved_ == nullptr);
    const std::size_t cell = index(row, column);
    if (!can_be(row, column, value)) return left_[cell] != 0;
    const std::size_t before = trail_.size();
    remove_value(row, column, value);
    changed_since(before);
    if (left_[cell] != 0) return true;
    set_conflict(row);
    return false;
}

template <int W>
void BoardOf<W>::undo(std::size_t mark) {
    REQUIRE(mark <= trail_.size());
    for (std::size_t i = trail_.size(); i > mark; --i) {
        const Removal last = trail_[i - 1];
        const int row = last.row(), column = last.column(), value = last.value();
        masks_of(row)[value].set(column);
        masks_of(height + column)[value].set(row);
        unknown_ += ++left_[index(row, column)] == 2;
    }
    trail_.erase(trail_.begin() + static_cast<std::ptrdiff_t>(mark), trail_.end());
    while (!fixpoints_.empty() && fixpoints_.back() > mark) fixpoints_.pop_back();
    // Forgets a conflict that was found after the mark; or at the mark by trials: propagation found
    // none there, because it reached a fixpoint.
    const bool fixpoint = !fixpoints_.empty() && fixpoints_.back() == mark;
    if (mark < conflict_at_ || fixpoint) conflict_line_ = -1;
    clean();
}

// Solves one line and writes the result to the board; false if it has no placement.
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
        for (std::size_t i = before; i < trail_.size(); ++i) {
            const std::size_t cell = index(trail_[i].row(), trail_[i].column());
            if (is_known(cell)) line_counts_->settle(line, cell);
        }
        return possible;
    }
    ++counts.line_solves;
    const Clue& clue = clues_[line];
    const int blocks = static_cast<int>(clue.blocks.size());
    work_since_poll_ += static_cast<std::uint64_t>(blocks + colors + 1) * W;
    if (!solve_masks(line, result_.data())) {
        set_conflict(line);
        return false;
    }
    keep(line, result_.data());
    return true;
}

// Solves one line; the board does not change. False if it has no placement.
template <int W>
bool BoardOf<W>::solve_masks(int line, Bits<W>* result) {
    const Clue& clue = clues_[line];
    const int blocks = static_cast<int>(clue.blocks.size());
    if constexpr (W > 1) {  // a short line of a wide board
        if (colors == 1 && length(line) < Bits<1>::kBits) {
            const Bits<W>* const here = domain(line);
            const Bits<1> allowed[2] = {{{here[0].word[0]}}, {{here[1].word[0]}}};
            Bits<1> found[2];
            if (!solve_line<1>(length(line), 1, clue.blocks.data(), blocks, allowed, found,
                               narrow_work_))
                return false;
            for (int v = 0; v < 2; ++v) {
                result[v] = Bits<W>::none();
                result[v].word[0] = found[v].word[0];
            }
            return true;
        }
    }
    return solve_line<W>(length(line), colors, clue.blocks.data(), blocks, domain(line), result,
                         work_);
}

// Removes the values that a line solve found to be impossible.
template <int W>
void BoardOf<W>::keep(int line, const Bits<W>* possible) {
    Bits<W>* const here = masks_of(line);
    const bool in_row = line < height;
    const int at = in_row ? line : line - height, first = in_row ? height : 0;
    for (int v = 0; v <= colors; ++v) {
        const Bits<W> removed = here[v].without(possible[v]);
        if (!removed.any()) continue;
        here[v] = possible[v];
        removed.each([&](int place) {
            masks_of(first + place)[v].clear(at);
            trail_.emplace_back(in_row ? at : place, in_row ? place : at, v);
            if (--left_[cell_at(line, place)] == 1) --unknown_;
            mark_dirty(first + place);
        });
    }
}

template <int W>
Status BoardOf<W>::propagate(const Poll& poll) {
    if (conflict_line_ >= 0) return Status::Contradiction;
    return line_counts_ ? propagate_lines<true>(poll) : propagate_lines<false>(poll);
}

template <int W>
template <bool Counted>
Status BoardOf<W>::propagate_lines(const Poll& poll) {
    REQUIRE(solved_ == nullptr);
    // However this ends, also by an exception of the poll, the lines of removed values have
    // changed.
    struct Changes {
        Board& board;
        const std::size_t before;
        ~Changes() { board.changed_since(before); }
    } const changes{*this, trail_.size()};
    while (head_ < queue_.size()) {
        if (work_since_poll_ >= poll_work) {
            work_since_poll_ = 0;
            if (poll && poll()) return Status::Interrupted;
        }
        const int line = queue_[head_++];
        state_[line] = State::Clean;
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

template <int W>
std::vector<std::uint8_t> BoardOf<W>::known_values() const {
    std::vector<std::uint8_t> cells(left_.size(), 0);
    for (int row = 0; row < height; ++row) {
        std::uint8_t* const values = &cells[index(row, 0)];
        for (int v = 1; v <= colors; ++v)
            domain(row)[v].each([&](int column) { values[column] = static_cast<std::uint8_t>(v); });
    }
    each_unknown([&](std::size_t cell) { cells[cell] = static_cast<std::uint8_t>(kUnknown); });
    return cells;
}

// The numbers of words that a line may have: up to 63, 127, 255, 511 and 1,023 cells. Each is
// compiled separately, which takes 9 s of processor time (docs/experiments.md, "Line solving,
// boards and probing", says what fewer of them cost).
using WordCounts = std::integer_sequence<int, 1, 2, 4, 8, 16>;

// Throws std::invalid_argument if there is no such board.
std::unique_ptr<Board> make_board(int height, int width, int colors, std::vector<Clue> clues);

// Calls work(board) with the board cast to its class BoardOf<W>.
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

#include "board_trials.hpp"  // the rest of the template
