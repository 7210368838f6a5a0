// SPDX-License-Identifier: MIT
#include "line_sweep.hpp"

namespace nonosat {

SweepEnd LineSweep::run(const FlatClues& clues) {
    REQUIRE(fits(clues));
    height_ = clues.height;
    width_ = clues.width;
    unknown_ = height_ * width_;
    line_solves_ = 0;
    blocks_.clear();
    for (std::size_t i = 0; i + 1 < clues.blocks.size(); i += 2)
        blocks_.push_back({clues.blocks[i], clues.blocks[i + 1]});
    const int lines = height_ + width_;
    begins_.assign(1, 0);
    queue_.clear();
    head_ = 0;
    masks_.resize(static_cast<std::size_t>(lines) * 2);
    idle_.assign(lines, 1);
    for (int line = 0; line < lines; ++line) {
        begins_.push_back(static_cast<int>(clues.ends[line] / 2));
        masks_[line * 2] = masks_[line * 2 + 1] = Bits<1>::first(line < height_ ? width_ : height_);
        if (clues.given[line]) queue_.push_back(line);
    }
    while (head_ < queue_.size()) {
        const int line = queue_[head_++];
        idle_[line] = 0;
        if (!solve(line)) return SweepEnd::Contradiction;
    }
    return unknown_ == 0 ? SweepEnd::Solved : SweepEnd::Open;
}

bool LineSweep::solve(int line) {
    ++line_solves_;
    const int begin = begins_[line];
    const Bits<1>* const here = &masks_[line * 2];
    Bits<1> result[2];
    if (!solve_line<1>(line < height_ ? width_ : height_, 1, blocks_.data() + begin,
                       begins_[line + 1] - begin, here, result, work_))
        return false;
    const std::uint64_t not_empty = here[0].without(result[0]).word[0];
    const std::uint64_t not_filled = here[1].without(result[1]).word[0];
    remove(line, 0, not_empty);
    remove(line, 1, not_filled);
    return true;
}

// Takes a value from cells of a line, all of which could have both.
void LineSweep::remove(int line, int value, std::uint64_t places) {
    if (places == 0) return;
    masks_[line * 2 + value].word[0] &= ~places;
    unknown_ -= std::popcount(places);
    const bool row = line < height_;
    const int first = row ? height_ : 0;
    const std::uint64_t without = ~(std::uint64_t{1} << (row ? line : line - height_));
    for (; places != 0; places &= places - 1) {
        const int crossing = first + std::countr_zero(places);
        masks_[crossing * 2 + value].word[0] &= without;
        if (idle_[crossing] == 0) {
            idle_[crossing] = 1;
            queue_.push_back(crossing);
        }
    }
}

std::vector<std::uint8_t> LineSweep::cells() const {
    REQUIRE(unknown_ == 0);
    std::vector<std::uint8_t> cells(static_cast<std::size_t>(height_) * width_);
    std::uint8_t* cell = cells.data();
    for (int row = 0; row < height_; ++row) {
        const std::uint64_t filled = masks_[row * 2 + 1].word[0];
        for (int column = 0; column < width_; ++column) *cell++ = (filled >> column) & 1;
    }
    return cells;
}

}  // namespace nonosat
