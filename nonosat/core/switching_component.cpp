// SPDX-License-Identifier: MIT
#include "switching_component.hpp"

#include <algorithm>

namespace nonosat {
namespace {

constexpr std::size_t kDeepest = 12;  // cells of a circle

}  // namespace

SwitchingComponent::SwitchingComponent(const Board& board, const std::vector<std::uint8_t>& cells)
    : board_(board), cells_(cells), width_(board.width), height_(board.height) {
    REQUIRE(cells.size() == static_cast<std::size_t>(width_) * height_);
    used_.assign(static_cast<std::size_t>(board.lines()), 0);
    partners_.resize(2 * cells_.size());
    known_.assign(2 * cells_.size(), 0);
}

bool SwitchingComponent::find(std::uint64_t most_work) {
    most_work_ = most_work;
    for (std::size_t depth = 4; depth <= kDeepest; depth += 2)
        for (std::size_t start = 0; start < cells_.size(); ++start) {
            const int row = row_of(start), column = column_of(start);
            if (board_.value(row, column) != kUnknown) continue;
            // Another value of a cell that no clue constrains does not count as another solution.
            if (!board_.clue(row).given && !board_.clue(height_ + column).given) continue;
            for (int v = 0; v <= board_.colors; ++v) {
                if (v == cells_[start] || !board_.can_be(row, column, v)) continue;
                start_ = start;
                other_ = static_cast<std::uint8_t>(v);
                path_.assign(1, start);
                used_[height_ + column] = 1;
                const bool found = extend(depth);
                used_[height_ + column] = 0;
                if (found) {
                    [[maybe_unused]] const std::vector<std::uint8_t> before = cells_;
                    trade();
                    ENSURE(agrees(before));
                    return true;
                }
                if (work_ >= most_work_) return false;
            }
        }
    return false;
}

// The path has an odd number of cells: the last one gets `other_` and needs a trade in its row.
// Lines of the path are marked, and the column of its start, which closes the circle.
bool SwitchingComponent::extend(std::size_t depth) {
    const std::size_t here = path_.back();
    const int row = row_of(here);
    const std::uint8_t old = cells_[start_];
    if (used_[row]) return false;
    used_[row] = 1;
    for (const Partner& across : partners(here, true)) {
        const std::size_t next = across.cell;
        const int column = column_of(next);
        // The start is the first cell of its circle, so that each circle is found once.
        if (across.value != other_ || used_[height_ + column] || next < start_) continue;
        path_.push_back(next);
        for (const Partner& along : partners(next, false)) {
            ++work_;
            if (along.value != old || along.cell < start_) continue;
            if (path_.size() + 2 <= depth) {
                path_.push_back(along.cell);
                used_[height_ + column] = 1;
                const bool found = path_.size() + 1 == depth ? close() : extend(depth);
                used_[height_ + column] = 0;
                if (found) return true;
                path_.pop_back();
            }
            if (work_ >= most_work_) break;
        }
        path_.pop_back();
        if (work_ >= most_work_) break;
    }
    used_[row] = 0;
    return false;
}

// The last cell trades in its row with one that trades with the start in its column.
bool SwitchingComponent::close() {
    const std::size_t here = path_.back();
    if (used_[row_of(here)]) return false;
    for (const Partner& back : partners(start_, false)) {
        ++work_;
        if (back.value != other_ || row_of(back.cell) != row_of(here) || back.cell < start_)
            continue;
        for (const Partner& across : partners(here, true))
            if (across.cell == back.cell) {
                path_.push_back(back.cell);
                return true;
            }
    }
    return false;
}

void SwitchingComponent::trade() {
    const std::uint8_t old = cells_[start_];
    for (std::size_t i = 0; i < path_.size(); ++i) cells_[path_[i]] = i % 2 == 0 ? other_ : old;
}

// The cells that can trade values with a cell in its row (or column).
const std::vector<SwitchingComponent::Partner>& SwitchingComponent::partners(std::size_t cell,
                                                                             bool in_row) {
    const std::size_t key = 2 * cell + in_row;
    if (known_[key]) return partners_[key];
    const int line = in_row ? row_of(cell) : height_ + column_of(cell);
    const std::size_t first = in_row ? cell - column_of(cell) : column_of(cell);
    if (board_.colors == 1 && board_.clue(line).given)
        find_partners(first, in_row);
    else
        try_partners(cell, line, first, in_row);
    return partners_[key];
}

// The partners of one cell, by trying all cells of its line.
void SwitchingComponent::try_partners(std::size_t cell, int line, std::size_t first, bool in_row) {
    const std::size_t key = 2 * cell + in_row;
    known_[key] = 1;
    read_line(first, in_row);
    const int length = static_cast<int>(line_.size());
    const std::size_t step = in_row ? 1 : width_;
    const int at = in_row ? column_of(cell) : row_of(cell);
    const std::uint8_t mine = line_[at];
    for (int c = 0; c < length; ++c) {
        ++work_;
        const std::size_t there = first + c * step;
        const std::uint8_t theirs = line_[c];
        if (theirs == mine || !can_trade(cell, there)) continue;
        if (board_.clue(line).given) {
            line_[at] = theirs;
            line_[c] = mine;
            const bool same = keeps(at, c, in_row, first);
            line_[at] = mine;
            line_[c] = theirs;
            if (!same) continue;
        }
        partners_[key].push_back({static_cast<std::uint32_t>(there), theirs});
    }
}

// The partners of all cells of a line in one colour. A filled cell that goes away can leave the
// lengths of the blocks as they are in two ways only: a block moves by one cell (its first or last
// cell goes to its other end), or a block of one cell takes another place between blocks that are
// longer. Any other trade splits, joins or lengthens a block.
void SwitchingComponent::find_partners(std::size_t first, bool in_row) {
    read_line(first, in_row);
    const int length = static_cast<int>(line_.size());
    const std::size_t step = in_row ? 1 : width_;
    const auto filled = [&](int c) { return c >= 0 && c < length && line_[c] != 0; };
    const auto add = [&](int from, int to) {
        ++work_;
        const std::size_t a = first + from * step, b = first + to * step;
        if (!can_trade(a, b)) return;
        partners_[2 * a + in_row].push_back({static_cast<std::uint32_t>(b), 0});
        partners_[2 * b + in_row].push_back({static_cast<std::uint32_t>(a), 1});
    };
    std::vector<int>& ones = ones_;  // blocks of one cell without a longer one between them
    int low = 0;                     // the first cell that they can take
    const auto move_ones = [&](int high) {
        for (const int one : ones)
            for (int c = low; c <= high && work_ < most_work_; ++c)
                if (line_[c] == 0 && (!filled(c - 1) || c - 1 == one) &&
                    (!filled(c + 1) || c + 1 == one))
                    add(one, c);
        ones.clear();
    };
    for (int c = 0; c < length; ++c) known_[2 * (first + c * step) + in_row] = 1;
    work_ += length;
    for (int begin = 0; begin < length;) {
        if (line_[begin] == 0) {
            ++begin;
            continue;
        }
        int end = begin;
        while (filled(end + 1)) ++end;
        if (begin == end) {
            ones.push_back(begin);
        } else {
            move_ones(begin - 2);
            low = end + 2;
            if (begin > 0 && !filled(begin - 2)) add(end, begin - 1);
            if (end + 1 < length && !filled(end + 2)) add(begin, end + 1);
        }
        begin = end + 1;
    }
    move_ones(length - 1);
    for (int c = 0; c < length; ++c) {  // in the order in which all cells would be tried
        auto& found = partners_[2 * (first + c * step) + in_row];
        std::sort(found.begin(), found.end(),
                  [](const Partner& a, const Partner& b) { return a.cell < b.cell; });
    }
}

void SwitchingComponent::read_line(std::size_t first, bool in_row) {
    line_.resize(in_row ? width_ : height_);
    const std::size_t step = in_row ? 1 : width_;
    for (std::size_t c = 0; c < line_.size(); ++c) line_[c] = cells_[first + c * step];
}

bool SwitchingComponent::can_trade(std::size_t a, std::size_t b) const {
    return board_.can_be(row_of(a), column_of(a), cells_[b]) &&
           board_.can_be(row_of(b), column_of(b), cells_[a]);
}

// For the contract: true if the cells have the same blocks as before in every line with a clue, and
// only possible values.
bool SwitchingComponent::agrees(const std::vector<std::uint8_t>& before) const {
    const auto blocks = [&](const std::vector<std::uint8_t>& cells, int line) {
        std::vector<int> found;
        int last = 0;
        for (int c = 0; c < board_.length(line); ++c) {
            const int value = cells[board_.cell_at(line, c)];
            if (value != 0 && value == last)
                found.back() += kMaxColors + 1;  // the length in units of more than any colour
            else if (value != 0)
                found.push_back(value);
            last = value;
        }
        return found;
    };
    for (std::size_t cell = 0; cell < cells_.size(); ++cell)
        if (!board_.can_be(row_of(cell), column_of(cell), cells_[cell])) return false;
    for (int line = 0; line < board_.lines(); ++line)
        if (board_.clue(line).given && blocks(before, line) != blocks(cells_, line)) return false;
    return cells_ != before;
}

// True if line_ has the same blocks as the line in cells_. The lines differ in cells a and b only,
// so only the blocks at these cells can differ.
bool SwitchingComponent::keeps(int a, int b, bool in_row, std::size_t first) const {
    const int length = static_cast<int>(line_.size());
    const std::size_t step = in_row ? 1 : width_;
    const auto was = [&](int c) { return cells_[first + c * step]; };
    int low = a < b ? a : b, high = a < b ? b : a;
    while (low > 0 && (line_[low - 1] != 0 || was(low - 1) != 0)) --low;
    while (high + 1 < length && (line_[high + 1] != 0 || was(high + 1) != 0)) ++high;
    int i = low, j = low;
    for (;;) {
        while (i <= high && line_[i] == 0) ++i;
        while (j <= high && was(j) == 0) ++j;
        if (i > high || j > high) return i > high && j > high;
        const std::uint8_t color = line_[i];
        if (was(j) != color) return false;
        const int begin_i = i, begin_j = j;
        while (i <= high && line_[i] == color) ++i;
        while (j <= high && was(j) == color) ++j;
        if (i - begin_i != j - begin_j) return false;
    }
}

}  // namespace nonosat
