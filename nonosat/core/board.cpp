// SPDX-License-Identifier: MIT
// The part of Board that does not depend on the number of words per line; and make_board.
#include "board.hpp"

#include <atomic>
#include <stdexcept>

namespace nonosat {
namespace {

std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

// The board with the fewest words that hold the longer side and the bit for its end.
template <int First, int... Rest>
std::unique_ptr<Board> fitting(std::integer_sequence<int, First, Rest...>, int side, int height,
                               int width, int colors, std::vector<Clue> clues) {
    if constexpr (sizeof...(Rest) > 0)
        if (side >= Bits<First>::kBits)
            return fitting(std::integer_sequence<int, Rest...>{}, side, height, width, colors,
                           std::move(clues));
    return std::make_unique<BoardOf<First>>(height, width, colors, std::move(clues));
}

}  // namespace

Board::Board(int height_, int width_, int colors_, int words_, std::vector<Clue> clues)
    : height(height_),
      width(width_),
      colors(colors_),
      words(words_),
      id(next_id()),
      clues_(std::move(clues)) {
    REQUIRE(1 <= height && height <= kMaxSide && 1 <= width && width <= kMaxSide);
    REQUIRE(1 <= colors && colors <= kMaxColors);
    REQUIRE(static_cast<int>(clues_.size()) == lines());
    left_.assign(static_cast<std::size_t>(height) * width, static_cast<std::uint8_t>(colors + 1));
    unknown_ = static_cast<int>(left_.size());
    state_.assign(lines(), State::Clean);
    for (int line = 0; line < lines(); ++line)
        if (!clues_[line].given) {
            state_[line] = State::Without;
            without_.push_back(line);
        }
    line_changed_.assign(lines(), clock_);
    solved_in_.assign(lines(), 0);
    for (int line = 0; line < lines(); ++line) mark_dirty(line);
}

void Board::back_to(std::size_t mark) {
    REQUIRE(solved_ == nullptr);
    changed_since(mark);
    undo(mark);
    if (line_counts_) line_counts_->take_out([&](std::size_t cell) { return is_known(cell); });
    if (conflict_line_ >= 0) return;  // found by propagation at the mark or before: it stays
    // The lines that were dirty at the mark: none at a fixpoint; else at most those that changed
    // since the last one. Solving a line that was not dirty changes nothing.
    if (fixpoints_.empty()) {
        for (int line = 0; line < lines(); ++line) mark_dirty(line);
        return;
    }
    for (std::size_t i = fixpoints_.back(); i < mark; ++i) {
        mark_dirty(trail_[i].row());
        mark_dirty(height + trail_[i].column());
    }
}

// All lines get the same new time.
void Board::changed_since(std::size_t mark) {
    REQUIRE(mark <= trail_.size());
    if (mark == trail_.size()) return;
    ++clock_;
    for (std::size_t i = mark; i < trail_.size(); ++i) {
        line_changed_[trail_[i].row()] = clock_;
        line_changed_[height + trail_[i].column()] = clock_;
    }
}

void Board::set_conflict(int line) {
    if (conflict_line_ >= 0) return;
    conflict_line_ = line;
    conflict_at_ = trail_.size();
}

std::unique_ptr<Board> make_board(int height, int width, int colors, std::vector<Clue> clues) {
    const int side = height > width ? height : width;
    if (height < 1 || width < 1 || side > kMaxSide)
        throw std::invalid_argument("a board has 1 to 1023 rows and columns");
    if (colors < 1 || colors > kMaxColors)
        throw std::invalid_argument("a board has 1 to 60 colours");
    if (static_cast<int>(clues.size()) != height + width)
        throw std::invalid_argument("a board needs one clue per row and column");
    for (const Clue& clue : clues)
        for (const Block& block : clue.blocks)
            if (block.length < 1 || block.length > kMaxSide || block.color < 1 ||
                block.color > colors)
                throw std::invalid_argument("a block has 1 to 1023 cells and a known colour");
    return fitting(WordCounts{}, side, height, width, colors, std::move(clues));
}

}  // namespace nonosat
