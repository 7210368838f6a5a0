// SPDX-License-Identifier: MIT
// Count the solutions of a board by dynamic programming over its cells, with memoised states.
//
// Idea. The cells are visited row by row. Two ways to fill the cells visited so far have the same
// number of completions if every column, and the current row, is equally far in its clue. So a
// table from such states to numbers of ways is carried from cell to cell; at the end it holds the
// number of solutions. This is the "frontier" method (transfer matrix, Simpath): its
// cost is the number of states, not of solutions. n x n with every clue [1] has n! solutions and
// at most C(n, n/2) states between two rows.
//
// The states of a line are those of its clue's layered automaton (count_line.hpp); a key holds one
// state per column and that of the current row (count_table.hpp). The board is transposed when the
// rows are the shorter frontier, measured in bits of the key.
//
// Numbers are of as many 64-bit words as the sum over the table needs; it is widened before a step
// that might overflow. Memory is bounded: where the table is full, further states are dropped and
// the result is a lower bound (each remaining state still stands for true solutions). The same
// happens when time is up: the table is cut down to the states with the most ways, and the sweep
// runs to its end.
//
// Rejected alternatives: model enumeration with blocking clauses costs as much as there are
// solutions; a general model counter (#SAT) would find these states again from the clauses.
#include "count.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "count_line.hpp"
#include "count_table.hpp"

namespace nonosat {
namespace {

constexpr std::size_t kHurried = 64;           // states kept once time is up, at least;
constexpr std::size_t kHurriedWork = 1 << 19;  // at most this many, divided by the cells ahead
constexpr std::size_t kRestOfTable = 16;     // the share of the table that is kept when it was full
constexpr std::uint64_t kPollStates = 4096;  // states worked on between two polls
constexpr int kSpareBits = 6;                // a step multiplies the sum by at most 61 values

struct Field {  // where a key holds the state of a line
    int word = 0, shift = 0;
    std::uint64_t mask = 0;

    int get(const std::uint64_t* key) const {
        return static_cast<int>((key[word] >> shift) & mask);
    }
    void set(std::uint64_t* key, int state) const {
        key[word] = (key[word] & ~(mask << shift)) | (static_cast<std::uint64_t>(state) << shift);
    }
};

// One count: the automata of all lines, and the table that is swept over the cells.
class Counter {
public:
    Counter(const Board& board, const CountTask& task, const Poll& poll)
        : board_(board), task_(task), poll_(poll), values_(board.colors + 1) {}

    CountResult run() {
        try {
            prepare();
        } catch (const NoPlacement&) {
            return result_;
        } catch (const TooLarge&) {
            result_.exact = false;
            result_.number[0] = task_.solution.empty() ? 0 : 1;
            return result_;
        }
        sweep();
        return result_;
    }

private:
    void prepare() {
        set_cells();
        make_lines();
    }

    // Sets which cells vary, and the values that each cell can have.
    void set_cells() {
        const int height = board_.height, width = board_.width;
        const std::size_t count = static_cast<std::size_t>(height) * width;
        domain_.assign(count, 0);
        varies_.assign(count, 0);
        for (const int cell : task_.cells) {
            const int row = cell / width, column = cell % width;
            if (!board_.clue(row).given && !board_.clue(height + column).given) continue;
            varies_[cell] = board_.value(row, column) == kUnknown;
        }
        for (std::size_t cell = 0; cell < count; ++cell) {
            if (!varies_[cell] && !task_.solution.empty()) {
                domain_[cell] = std::uint64_t{1} << task_.solution[cell];
                continue;
            }
            const int row = board_.row_of(cell), column = board_.column_of(cell);
            for (int v = 0; v < values_; ++v)
                if (board_.can_be(row, column, v)) domain_[cell] |= std::uint64_t{1} << v;
            if (domain_[cell] == 0) throw NoPlacement{};
        }
    }

    // The automata of all lines; and which frontier is shorter.
    void make_lines() {
        std::size_t room = task_.max_bytes / 4 / sizeof(int), polled_at = room;
        lines_.resize(board_.lines());
        double row_bits = 0, column_bits = 0;
        for (int line = 0; line < board_.lines(); ++line) {
            if (polled_at - room >= board_.poll_work) {
                polled_at = room;
                if (poll_ && poll_()) throw TooLarge{};
            }
            lines_[line] = make_line(line, room);
            double bits = 0;
            for (const int size : lines_[line].sizes) bits = std::max(bits, std::log2(size));
            (line < board_.height ? row_bits : column_bits) += bits;
        }
        by_rows_ = column_bits <= row_bits;
    }

    CountLine make_line(int line, std::size_t& room) const {
        const int length = board_.length(line);
        std::vector<std::uint64_t> domain(length);
        std::vector<char> varies(length);
        bool open = false;
        for (int p = 0; p < length; ++p) {
            const std::size_t cell = board_.cell_at(line, p);
            domain[p] = domain_[cell];
            varies[p] = varies_[cell];
            open = open || varies[p];
        }
        if (!open && (!task_.solution.empty() || !board_.clue(line).given)) {
            CountLine settled;
            settled.sizes.assign(1, 1);
            return settled;
        }
        return make_count_line(board_.clue(line), domain, varies, values_, room);
    }

    // The line that is swept along (0 = rows if by_rows_), and those that make the frontier.
    const CountLine& along(int i) const { return lines_[by_rows_ ? i : board_.height + i]; }
    const CountLine& across(int j) const { return lines_[by_rows_ ? board_.height + j : j]; }
    std::size_t cell(int i, int j) const {
        return static_cast<std::size_t>(by_rows_ ? i : j) * board_.width + (by_rows_ ? j : i);
    }

    void lay_out(int alongs, int acrosses) {
        int bits = 0;
        for (int i = 0; i < alongs; ++i) bits = std::max(bits, along(i).bits);
        int word = 0, used = 0;
        const auto place = [&](int need) {
            if (used + need > 64) {
                ++word;
                used = 0;
            }
            const Field field{word, need == 0 ? 0 : used, (std::uint64_t{1} << need) - 1};
            used += need;
            return field;
        };
        here_ = place(bits);
        fields_.clear();
        for (int j = 0; j < acrosses; ++j) fields_.push_back(place(across(j).bits));
        stride_ = word + 1;
    }

    std::size_t room_for_states() const {
        const std::size_t each = 8 * (static_cast<std::size_t>(stride_) + limbs_) + 16;
        // Two tables, and vectors that double as they grow.
        return std::max<std::size_t>(task_.max_bytes / 4 / each, kHurried);
    }

    void sweep() {
        const int alongs = by_rows_ ? board_.height : board_.width;
        const int acrosses = by_rows_ ? board_.width : board_.height;
        lay_out(alongs, acrosses);
        std::vector<int> done(acrosses,
                              0);  // cells of each frontier line that are behind the sweep
        cells_ahead_ = static_cast<std::size_t>(std::count(varies_.begin(), varies_.end(), 1));
        std::vector<std::uint64_t> witness(stride_, 0);
        total_.assign(1, 1);
        now_.reset(stride_, limbs_, 1);
        now_.entry(witness.data(), 1);
        now_.number(0)[0] = 1;
        for (int i = 0; i < alongs && now_.size > 0; ++i)
            for (std::size_t k = 0; k < along(i).cells.size() && now_.size > 0; ++k) {
                const int j = along(i).cells[k];
                make_room();
                step(along(i).next[k].data(), across(j).next[done[j]].data(), fields_[j],
                     domain_[cell(i, j)]);
                if (!task_.solution.empty())
                    follow(witness.data(), i, static_cast<int>(k), j, done[j]);
                ++done[j];
            }
        result_.number.assign(limbs_, 0);
        if (now_.size > 0) std::copy_n(now_.number(0), limbs_, result_.number.begin());
        ENSURE(now_.size <= 1);
        ENSURE(task_.solution.empty() || now_.size == 1);
    }

    // Widens the numbers before they might overflow.
    void make_room() {
        const int used = 64 * limbs_ - std::countl_zero(total_.back());
        if (total_.back() != 0 && used + kSpareBits > 64 * limbs_) {
            limbs_ += limbs_ / 2 + 1;
            now_.widen(limbs_);
            total_.resize(limbs_, 0);
        }
    }

    void step(const int* next_here, const int* next_across, const Field& field,
              std::uint64_t domain) {
        const std::size_t few =
            std::max(std::min(kHurriedWork / cells_ahead_--, room_for_states()), kHurried);
        std::size_t cap = hurried_ ? few : room_for_states();
        if (!result_.exact && !hurried_) cap = std::max(cap / kRestOfTable, kHurried);
        then_.reset(stride_, limbs_, now_.size);
        bool full = false;
        std::vector<std::uint64_t> key(stride_);
        for (std::size_t e = 0; e < now_.size; ++e) {
            if (++since_poll_ >= kPollStates) {
                since_poll_ = 0;
                if (poll_ && poll_() && !hurried_) {
                    hurried_ = true;
                    cap = few;
                }
            }
            const std::uint64_t* from = now_.key(e);
            const int a = here_.get(from), b = field.get(from);
            for (std::uint64_t rest = domain; rest != 0; rest &= rest - 1) {
                const int value = std::countr_zero(rest);
                const int to_here = next_here[a * values_ + value];
                const int to_across = next_across[b * values_ + value];
                if (to_here < 0 || to_across < 0) continue;
                ++result_.steps;
                std::copy_n(from, stride_, key.begin());
                here_.set(key.data(), to_here);
                field.set(key.data(), to_across);
                const std::size_t to = then_.entry(key.data(), cap);
                if (to == cap) {
                    full = true;
                    continue;
                }
                add_number(then_.number(to), now_.number(e), limbs_);
            }
        }
        result_.peak = std::max(result_.peak, then_.size);
        if (full) {
            result_.exact = false;
            if (task_.solution.empty()) {  // without a witness, maybe no state has a completion
                then_.reset(stride_, limbs_, 0);
                std::swap(now_, then_);
                return;
            }
            then_.keep_largest(hurried_ ? few / 2 : std::max(cap / kRestOfTable, kHurried));
        }
        std::swap(now_, then_);
        total_.assign(limbs_, 0);
        for (std::size_t e = 0; e < now_.size; ++e)
            add_number(total_.data(), now_.number(e), limbs_);
    }

    // The known solution takes the same step; where its state was dropped, it is put back.
    void follow(std::uint64_t* witness, int i, int k, int j, int behind) {
        const int value = task_.solution[cell(i, j)];
        const int to_here = along(i).next[k][here_.get(witness) * values_ + value];
        const int to_across = across(j).next[behind][fields_[j].get(witness) * values_ + value];
        if (to_here < 0 || to_across < 0)
            throw std::invalid_argument("the solution given to count does not satisfy the clues");
        here_.set(witness, to_here);
        fields_[j].set(witness, to_across);
        if (result_.exact) return;
        for (std::size_t e = 0; e < now_.size; ++e)
            if (std::equal(witness, witness + stride_, now_.key(e))) return;
        now_.append(witness, 1);
        std::vector<std::uint64_t> one(limbs_, 0);
        one[0] = 1;
        add_number(total_.data(), one.data(), limbs_);
    }

    const Board& board_;
    const CountTask& task_;
    const Poll& poll_;
    const int values_;
    CountResult result_;
    std::vector<std::uint64_t> domain_;  // per cell
    std::vector<char> varies_;
    std::vector<CountLine> lines_;  // per line
    bool by_rows_ = true;
    Field here_;                 // the state of the line that is swept along
    std::vector<Field> fields_;  // of the frontier
    int stride_ = 1, limbs_ = 1;
    CountTable now_, then_;
    std::vector<std::uint64_t> total_;  // the sum over the table
    std::uint64_t since_poll_ = 0;
    std::size_t cells_ahead_ = 0;
    bool hurried_ = false;
};

}  // namespace

CountResult count_solutions(const Board& board, const CountTask& task, const Poll& poll) {
    const int cells = board.height * board.width;
    for (const int cell : task.cells)
        if (cell < 0 || cell >= cells)
            throw std::invalid_argument("a cell to count over lies outside the board");
    if (!task.solution.empty() && static_cast<int>(task.solution.size()) != cells)
        throw std::invalid_argument("a solution has one value per cell");
    for (const int value : task.solution)
        if (value < 0 || value > board.colors)
            throw std::invalid_argument("a solution has a known value for each cell");
    return Counter(board, task, poll).run();
}

}  // namespace nonosat
