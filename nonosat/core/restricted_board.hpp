// SPDX-License-Identifier: MIT
// RestrictedBoard: a board that knows only some of the known literals, to find their consequences.
//
// Premises are made minimal by leaving them out and looking again. The board starts without known
// literals; literals are added, and a trail undoes them, so that the cost of a look depends on its
// changes and not on the size of the board. (BoardOf is not used: its queue, its times of changes
// and its contracts serve longer searches, and cost more than the few line solves of a look.)
// Leaving out premises meets the same states of lines again and again, so a cache keeps results.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "line_cache.hpp"
#include "reason.hpp"

namespace nonosat {

template <int W>
class RestrictedBoard {
public:
    // Thrown when the poll says stop; the owner of the board catches it.
    struct Stopped {};

    // The clues are those of `board`, which must outlive this.
    explicit RestrictedBoard(BoardOf<W>& board)
        : literals{board.colors},
          board_(board),
          masks_(static_cast<std::size_t>(board.lines()) * (board.colors + 1)) {
        cache_.open(board.lines(), board.colors + 1);
        for (int line = 0; line < board.lines(); ++line)
            for (int v = 0; v <= board.colors; ++v)
                masks_of(line)[v] = Bits<W>::first(board.length(line));
    }

    const Literals literals;

    // The poll of the work that follows; it must outlive that work.
    void ask(WorkMeter& meter) { meter_ = &meter; }

    const Bits<W>* domain(int line) const {
        return &masks_[static_cast<std::size_t>(line) * (board_.colors + 1)];
    }
    bool can_be(std::size_t cell, int value) const {
        return domain(board_.row_of(cell))[value].test(board_.column_of(cell));
    }
    int values_left(std::size_t cell) const {
        int left = 0;
        for (int v = 0; v <= board_.colors; ++v) left += can_be(cell, v);
        return left;
    }
    // True if the literal is true of every value that the cell can have.
    bool holds(int literal) const {
        const std::size_t cell = literals.cell(literal);
        for (int v = 0; v <= board_.colors; ++v)
            if ((v == literals.value(literal)) != Literals::holds(literal) && can_be(cell, v))
                return false;
        return true;
    }

    // Removals so far, as codes of the board. A mark is a length of the trail.
    const std::vector<std::uint32_t>& trail() const { return trail_; }
    std::size_t mark() const { return trail_.size(); }
    void undo(std::size_t mark) {
        for (; trail_.size() > mark; trail_.pop_back()) {
            const std::size_t cell = trail_.back() / (board_.colors + 1);
            const int value = static_cast<int>(trail_.back() % (board_.colors + 1));
            masks_of(board_.row_of(cell))[value].set(board_.column_of(cell));
            masks_of(board_.height + board_.column_of(cell))[value].set(board_.row_of(cell));
        }
    }
    void remove(std::size_t cell, int value) {
        if (!can_be(cell, value)) return;
        masks_of(board_.row_of(cell))[value].clear(board_.column_of(cell));
        masks_of(board_.height + board_.column_of(cell))[value].clear(board_.row_of(cell));
        trail_.push_back(board_.code(cell, value));
    }
    void add(int literal) {
        const std::size_t cell = literals.cell(literal);
        for (int v = 0; v <= board_.colors; ++v)
            if ((v == literals.value(literal)) != Literals::holds(literal)) remove(cell, v);
    }

    // Solves one line from these values of its cells, one mask per value; null if the line has no
    // placement. Valid until the next call.
    const Bits<W>* look(int line, const Bits<W>* values) {
        const Clue& clue = board_.clue(line);
        const int blocks = static_cast<int>(clue.blocks.size());
        ++board_.counts.line_solves;
        if (meter_->stop(static_cast<std::uint64_t>(blocks + board_.colors + 1) * 50 * W))
            throw Stopped{};
        const int count = board_.colors + 1;
        const auto solved = [&](Bits<W>* result) {
            if (!solve_line<W>(board_.length(line), board_.colors, clue.blocks.data(), blocks,
                               values, result, work_))
                std::fill_n(result, count, Bits<W>::none());
        };
        const Bits<W>* const found = count == 2 ? cache_.template find<2>(line, values, solved)
                                                : cache_.template find<0>(line, values, solved);
        const bool any =
            std::any_of(found, found + count, [](const auto& mask) { return mask.any(); });
        return any ? found : nullptr;
    }
    // Solves a line and removes the values that it excludes; false if it has no placement.
    bool solve(int line) {
        const Bits<W>* const here = domain(line);
        const Bits<W>* const found = look(line, here);
        if (found == nullptr) return false;
        for (int v = 0; v <= board_.colors; ++v)
            here[v].without(found[v]).each(
                [&](int place) { remove(board_.cell_at(line, place), v); });
        return true;
    }

private:
    Bits<W>* masks_of(int line) {
        return &masks_[static_cast<std::size_t>(line) * (board_.colors + 1)];
    }

    BoardOf<W>& board_;
    WorkMeter* meter_ = nullptr;
    std::vector<Bits<W>> masks_;  // [line * (colors + 1) + value]
    std::vector<std::uint32_t> trail_;
    LineCache<W> cache_;
    LineWork<W> work_;
};

}  // namespace nonosat
