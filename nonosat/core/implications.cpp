// SPDX-License-Identifier: MIT
#include "implications.hpp"

#include <algorithm>

#include "contract.hpp"
#include "work_meter.hpp"

namespace nonosat {
namespace {

template <int W>
class Finder {
public:
    Finder(BoardOf<W>& board, const Poll& poll, std::size_t most, Implications& found)
        : board_(board),
          meter_(poll, board.poll_work),
          most_(most),
          colors_(board.colors),
          found_(found),
          assumed_(colors_ + 1),
          follows_(colors_ + 1) {}

    Status run() {
        if (colors_ > 1) {
            const std::size_t cells = static_cast<std::size_t>(board_.height) * board_.width;
            for (std::size_t cell = 0; cell < cells; ++cell)
                if (!board_.is_known(cell)) {
                    exclusions(cell);
                    if (must_stop(static_cast<std::uint64_t>(colors_) * colors_))
                        return Status::Interrupted;
                }
        }
        for (int line = 0; line < board_.lines(); ++line) {
            if (!board_.clue(line).given) continue;
            if (!one_line(line)) return Status::Interrupted;
        }
        return Status::Fixpoint;
    }

private:
    bool must_stop(std::uint64_t work) {
        return meter_.stop(work) || found_.sources.size() > most_;
    }

    int code(std::size_t cell, int value, bool holds) const {
        return static_cast<int>(board_.code(cell, value)) * 2 + (holds ? 0 : 1);
    }

    // The exclusions between the values of one cell, with more than one colour.
    void exclusions(std::size_t cell) {
        const int row = board_.row_of(cell), column = board_.column_of(cell);
        for (int v = 0; v <= colors_; ++v)
            for (int w = 0; w <= colors_; ++w) {
                if (v == w || !board_.can_be(row, column, v) || !board_.can_be(row, column, w))
                    continue;
                found_.add(code(cell, v, true), code(cell, w, false), -1);
                if (board_.values_left(cell) == 2)
                    found_.add(code(cell, v, false), code(cell, w, true), -1);
            }
    }

    // False if the work must stop.
    bool one_line(int line) {
        const int length = board_.length(line);
        const std::vector<Block>& blocks = board_.clue(line).blocks;
        const Bits<W>* const here = board_.domain(line);
        for (int place = 0; place < length; ++place) {
            const std::size_t cell = board_.cell_at(line, place);
            if (board_.is_known(cell)) continue;
            const auto solves = static_cast<std::uint64_t>(colors_ == 1 ? 2 : 2 * colors_ + 2);
            if (must_stop(solves * (blocks.size() + 2) * 50 * W)) return false;
            for (int value = colors_ == 1 ? 1 : 0; value <= colors_; ++value) {
                if (!here[value].test(place)) continue;
                for (const bool holds : {true, false}) {
                    std::copy(here, here + colors_ + 1, assumed_.begin());
                    for (int other = 0; other <= colors_; ++other)
                        if ((other == value) != holds) assumed_[other].clear(place);
                    const int source = code(cell, value, holds);
                    ++board_.counts.line_solves;
                    if (!solve_line<W>(length, colors_, blocks.data(),
                                       static_cast<int>(blocks.size()), assumed_.data(),
                                       follows_.data(), work_)) {
                        found_.add(source, code(cell, value, !holds), line);
                        continue;
                    }
                    Bits<W> changed = Bits<W>::none();
                    for (int v = 0; v <= colors_; ++v) changed |= here[v].without(follows_[v]);
                    changed.each([&](int target) {
                        // The cell's own exclusions come once, from exclusions().
                        if (target != place)
                            implied(board_.cell_at(line, target), target, here, source, line);
                    });
                }
            }
        }
        return true;
    }

    // The edges from `source` to the literals of one cell of a line, `place` in it, that now hold.
    void implied(std::size_t cell, int place, const Bits<W>* before, int source, int line) {
        int remaining = 0, last = 0;
        for (int v = 0; v <= colors_; ++v)
            if (follows_[v].test(place)) {
                ++remaining;
                last = v;
            }
        if (colors_ == 1) {
            found_.add(source, code(cell, 1, last == 1), line);
            return;
        }
        for (int v = 0; v <= colors_; ++v)
            if (before[v].test(place) && !follows_[v].test(place))
                found_.add(source, code(cell, v, false), line);
        if (remaining == 1) found_.add(source, code(cell, last, true), line);
    }

    BoardOf<W>& board_;
    WorkMeter meter_;
    const std::size_t most_;
    const int colors_;
    Implications& found_;
    std::vector<Bits<W>> assumed_, follows_;
    LineWork<W> work_;
};

}  // namespace

Status implications(Board& board, const Poll& poll, std::size_t most, Implications& found) {
    [[maybe_unused]] const std::size_t mark = board.mark();
    const Status status =
        with_words(board, [&](auto& fitting) { return Finder(fitting, poll, most, found).run(); });
    ENSURE(board.mark() == mark);  // the state does not change
    ENSURE(found.sources.size() == found.targets.size());
    ENSURE(found.sources.size() == found.causes.size());
    ENSURE(status != Status::Fixpoint || found.sources.size() <= most);
    return status;
}

}  // namespace nonosat
