// SPDX-License-Identifier: MIT
// Count the solutions of a board by dynamic programming over its cells, with memoised states.
//
// Idea. The cells are visited row by row. Two ways to fill the cells visited so far have the same
// number of completions if every column, and the row at work, is equally far in its clue. So a
// table from such states to numbers of ways is carried from cell to cell; what it holds at the
// end is the number of solutions. This is the "frontier" method (transfer matrix, Simpath): its
// cost is the number of states, not of solutions. n x n with every clue [1] has n! solutions and
// at most C(n, n/2) states between two rows.
//
// How far a line is, is the state of its clue's automaton, a chain: `need[s]` is the value that
// leads from s to s + 1, and before each block EMPTY may also stay. Only cells that are not settled
// count as steps; the settled ones between them are folded into the transitions. Per step the
// states that cannot be completed are dropped and those with the same future are merged (the
// smallest layered automaton, built backwards), so that a column that is determined takes no bit
// of the key at all.
//
// The board is transposed when its columns are the shorter frontier, measured in bits of the key.
//
// Numbers are of as many 64-bit words as the sum over the table needs; it is widened before a step
// that might overflow. Memory is bounded: where the table is full, further states are dropped and
// the result is a lower bound (each state left still stands for true solutions). The same happens
// when time is up: the table is cut down to the states with the most ways, and runs to its end.
//
// Why not count models with blocking clauses: their cost grows with the number of solutions; and
// why not a general model counter (#SAT): it would find these states again from the clauses.
#include "count.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "contract.hpp"

namespace nonosat {
namespace {

constexpr std::size_t kHurried = 64;         // states kept once time is up, at least,
constexpr std::size_t kHurriedWork = 1 << 19;  // and at most this over the cells that are left
constexpr std::size_t kRestOfTable = 16;     // the share of the table that is kept when it was full
constexpr std::uint64_t kPollStates = 4096;  // states worked on between two polls
constexpr int kSpareBits = 6;                // a step multiplies the sum by at most 61 values

// One line as a layered automaton over its cells that vary.
struct Track {
    std::vector<int> cells;               // the positions that vary, in order
    std::vector<int> sizes;               // [k]: states before cell k; [m]: 1
    std::vector<std::vector<int>> next;   // [k][state * values + value]: state, or -1
    int bits = 0;                         // enough for the number of any state
};

struct NoArrangement {};
struct TooLarge {};

// The chain of a clue. `loop[s]`: EMPTY stays in s.
struct Chain {
    std::vector<int> need;
    std::vector<char> loop;

    explicit Chain(const std::vector<Block>& blocks) {
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            for (int j = 0; j < blocks[i].length; ++j) {
                need.push_back(blocks[i].color);
                loop.push_back(j == 0);
            }
            if (i + 1 < blocks.size() && blocks[i + 1].color == blocks[i].color) {
                need.push_back(0);
                loop.push_back(false);
            }
        }
        need.push_back(-1);
        loop.push_back(true);
    }
    int step(int state, int value) const {
        if (value == 0 && loop[state]) return state;
        return need[state] == value ? state + 1 : -1;
    }
    int last() const { return static_cast<int>(need.size()) - 1; }
};

int bits_for(int count) { return count <= 1 ? 0 : std::bit_width(static_cast<unsigned>(count - 1)); }

// `domain[p]`: the values cell p of the line can have, as bits; `varies[p]`: is it one to vary?
Track make_track(const Clue& clue, const std::vector<std::uint64_t>& domain,
                 const std::vector<char>& varies, int values, std::size_t& room) {
    Track track;
    const int length = static_cast<int>(domain.size());
    for (int p = 0; p < length; ++p)
        if (varies[p]) track.cells.push_back(p);
    const int m = static_cast<int>(track.cells.size());
    if (!clue.given) {  // anything goes: one state
        track.sizes.assign(m + 1, 1);
        track.next.assign(m, std::vector<int>(values, 0));
        return track;
    }
    const Chain chain(clue.blocks);
    // From behind cell k - 1 (k = 0: the line's start) to before cell k, or to the end.
    const auto settle = [&](int state, int k) {
        int p = k == 0 ? 0 : track.cells[k - 1] + 1;
        const int stop = k == m ? length : track.cells[k];
        for (; p < stop && state >= 0; ++p)
            state = chain.step(state, std::countr_zero(domain[p]));
        return state;
    };
    std::vector<std::vector<int>> reached(m + 1);  // [k]: chain states before cell k, ascending
    std::vector<std::vector<int>> moves(m);        // [k][i * values + v]: index in reached[k + 1]
    const int start = settle(0, 0);
    if (start < 0) throw NoArrangement{};
    reached[0].push_back(start);
    std::vector<int> found(chain.need.size(), -1);
    for (int k = 0; k < m; ++k) {
        moves[k].assign(reached[k].size() * values, -1);
        if (moves[k].size() > room) throw TooLarge{};
        room -= moves[k].size();
        for (std::size_t i = 0; i < reached[k].size(); ++i)
            for (int v = 0; v < values; ++v) {
                if (((domain[track.cells[k]] >> v) & 1) == 0) continue;
                int state = chain.step(reached[k][i], v);
                if (state >= 0) state = settle(state, k + 1);
                if (state < 0 || (k + 1 == m && state != chain.last())) continue;
                if (found[state] < 0) {
                    found[state] = static_cast<int>(reached[k + 1].size());
                    reached[k + 1].push_back(state);
                }
                moves[k][i * values + v] = found[state];
            }
        for (const int state : reached[k + 1]) found[state] = -1;
    }
    if (m == 0 && start != chain.last()) throw NoArrangement{};
    // Backwards: number the states by what can follow.
    track.sizes.assign(m + 1, 1);
    track.next.resize(m);
    std::vector<int> merged(reached[m].size(), 0), before;
    for (int k = m - 1; k >= 0; --k) {
        std::map<std::vector<int>, int> numbers;
        before.assign(reached[k].size(), -1);
        for (std::size_t i = 0; i < reached[k].size(); ++i) {
            std::vector<int> future(values, -1);
            bool alive = false;
            for (int v = 0; v < values; ++v) {
                const int to = moves[k][i * values + v];
                if (to >= 0) future[v] = merged[to];
                alive = alive || future[v] >= 0;
            }
            if (!alive) continue;
            const auto [place, fresh] =
                numbers.try_emplace(future, static_cast<int>(numbers.size()));
            before[i] = place->second;
            if (fresh) track.next[k].insert(track.next[k].end(), future.begin(), future.end());
        }
        if (numbers.empty()) throw NoArrangement{};
        track.sizes[k] = static_cast<int>(numbers.size());
        track.bits = std::max(track.bits, bits_for(track.sizes[k]));
        room += moves[k].size();
        if (track.next[k].size() > room) throw TooLarge{};
        room -= track.next[k].size();
        moves[k].clear();
        merged.swap(before);
    }
    ENSURE(track.sizes[0] == 1);
    return track;
}

// From keys of `stride` words to numbers of `limbs` words; dense, with an index by hash.
class Table {
public:
    std::vector<std::uint64_t> keys, numbers;
    std::size_t size = 0;

    void reset(int stride, int limbs, std::size_t expected) {
        stride_ = stride;
        limbs_ = limbs;
        size = 0;
        keys.clear();
        numbers.clear();
        index_.assign(std::bit_ceil(std::max<std::size_t>(2 * expected, 64)), 0);
    }
    std::uint64_t* key(std::size_t entry) { return &keys[entry * stride_]; }
    std::uint64_t* number(std::size_t entry) { return &numbers[entry * limbs_]; }

    // The entry of a key. A new one has number 0; where there is no room for it, returns `cap`.
    std::size_t entry(const std::uint64_t* wanted, std::size_t cap) {
        const std::size_t mask = index_.size() - 1;
        std::size_t place = hash(wanted) & mask;
        for (; index_[place] != 0; place = (place + 1) & mask) {
            const std::size_t at = index_[place] - 1;
            if (std::equal(wanted, wanted + stride_, key(at))) return at;
        }
        if (size >= cap) return cap;
        index_[place] = static_cast<std::uint32_t>(size + 1);
        keys.insert(keys.end(), wanted, wanted + stride_);
        numbers.resize(numbers.size() + limbs_, 0);
        ++size;
        if (2 * size > index_.size()) grow();
        return size - 1;
    }
    // Keeps the `count` entries with the largest numbers. The index is then out of date.
    void keep_largest(std::size_t count) {
        if (size <= count) return;
        std::vector<std::pair<double, std::size_t>> order(size);
        for (std::size_t i = 0; i < size; ++i) {
            int limb = limbs_ - 1;
            while (limb > 0 && number(i)[limb] == 0) --limb;
            const double top = static_cast<double>(number(i)[limb]);
            order[i] = {64.0 * limb + (top > 0 ? std::log2(top) : 0.0), i};
        }
        std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count),
                         order.end(), std::greater<>());
        order.resize(count);
        std::sort(order.begin(), order.end(),
                  [](const auto& a, const auto& b) { return a.second < b.second; });
        for (std::size_t to = 0; to < count; ++to) {  // always from behind to before
            const std::size_t from = order[to].second;
            std::copy_n(key(from), stride_, key(to));
            std::copy_n(number(from), limbs_, number(to));
        }
        size = count;
        keys.resize(count * stride_);
        numbers.resize(count * limbs_);
    }
    void widen(int limbs) {
        std::vector<std::uint64_t> wide(size * limbs, 0);
        for (std::size_t i = 0; i < size; ++i)
            std::copy_n(number(i), limbs_, &wide[i * limbs]);
        numbers.swap(wide);
        limbs_ = limbs;
    }

private:
    std::size_t hash(const std::uint64_t* words) const {
        std::uint64_t mixed = 0x9e3779b97f4a7c15u;
        for (int i = 0; i < stride_; ++i) {
            mixed = (mixed ^ words[i]) * 0xff51afd7ed558ccdu;
            mixed ^= mixed >> 32;
        }
        return static_cast<std::size_t>(mixed ^ (mixed >> 29));
    }
    void grow() {
        index_.assign(2 * index_.size(), 0);
        const std::size_t mask = index_.size() - 1;
        for (std::size_t i = 0; i < size; ++i) {
            std::size_t place = hash(key(i)) & mask;
            while (index_[place] != 0) place = (place + 1) & mask;
            index_[place] = static_cast<std::uint32_t>(i + 1);
        }
    }

    int stride_ = 1, limbs_ = 1;
    std::vector<std::uint32_t> index_;  // entry + 1, or 0
};

void add(std::uint64_t* to, const std::uint64_t* from, int limbs) {
    std::uint64_t carry = 0;
    for (int i = 0; i < limbs; ++i) {
        const std::uint64_t partial = to[i] + from[i];
        const std::uint64_t sum = partial + carry;
        carry = (partial < to[i]) | (sum < partial);
        to[i] = sum;
    }
    ENSURE(carry == 0);
}

struct Field {  // where a key holds the state of a track
    int word = 0, shift = 0;
    std::uint64_t mask = 0;

    int get(const std::uint64_t* key) const {
        return static_cast<int>((key[word] >> shift) & mask);
    }
    void set(std::uint64_t* key, int state) const {
        key[word] = (key[word] & ~(mask << shift)) | (static_cast<std::uint64_t>(state) << shift);
    }
};

// One count: the tracks of both directions, and the table that is swept over the cells.
class Counter {
public:
    Counter(const Board& board, const CountTask& task, const Poll& poll)
        : board_(board), task_(task), poll_(poll), values_(board.colors + 1) {}

    CountResult run() {
        try {
            prepare();
        } catch (const NoArrangement&) {
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
        const int height = board_.height, width = board_.width;
        const std::size_t count = static_cast<std::size_t>(height) * width;
        domain_.assign(count, 0);
        varies_.assign(count, 0);
        for (const int cell : task_.cells) {
            const int row = cell / width, column = cell % width;
            if (!board_.clue(row).given && !board_.clue(height + column).given) continue;
            varies_[cell] = board_.value(row, column) == kUnknown;
        }
        for (int row = 0; row < height; ++row)
            for (int column = 0; column < width; ++column) {
                const std::size_t cell = static_cast<std::size_t>(row) * width + column;
                if (!varies_[cell] && !task_.solution.empty()) {
                    domain_[cell] = std::uint64_t{1} << task_.solution[cell];
                    continue;
                }
                for (int v = 0; v < values_; ++v)
                    if (board_.can_be(row, column, v)) domain_[cell] |= std::uint64_t{1} << v;
                if (domain_[cell] == 0) throw NoArrangement{};
            }
        std::size_t room = task_.max_bytes / 4 / sizeof(int);
        tracks_.resize(board_.lines());
        double bits[2] = {0, 0};
        std::vector<std::uint64_t> domain;
        std::vector<char> varies;
        for (int line = 0; line < board_.lines(); ++line) {
            const bool is_row = line < height;
            const int length = is_row ? width : height;
            domain.resize(length);
            varies.resize(length);
            bool open = false;
            for (int p = 0; p < length; ++p) {
                const std::size_t cell = static_cast<std::size_t>(is_row ? line : p) * width +
                                         (is_row ? p : line - height);
                domain[p] = domain_[cell];
                varies[p] = varies_[cell];
                open = open || varies[p];
            }
            if (!open && !task_.solution.empty()) {
                tracks_[line].sizes.assign(1, 1);
                continue;
            }
            if (!open && !board_.clue(line).given) {
                tracks_[line].sizes.assign(1, 1);
                continue;
            }
            tracks_[line] = make_track(board_.clue(line), domain, varies, values_, room);
            double sum = 0;
            for (const int size : tracks_[line].sizes) sum = std::max(sum, std::log2(size));
            bits[is_row ? 0 : 1] += sum;
        }
        by_rows_ = bits[1] <= bits[0];
    }

    // The line that is swept along (0 = rows if by_rows_), and those that make the frontier.
    const Track& along(int i) const { return tracks_[by_rows_ ? i : board_.height + i]; }
    const Track& across(int j) const { return tracks_[by_rows_ ? board_.height + j : j]; }
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
        std::vector<int> done(acrosses, 0);  // cells of each frontier line that are behind us
        cells_left_ = static_cast<std::size_t>(std::count(varies_.begin(), varies_.end(), 1));
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
            std::max(std::min(kHurriedWork / cells_left_--, room_for_states()), kHurried);
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
                add(then_.number(to), now_.number(e), limbs_);
            }
        }
        result_.peak = std::max(result_.peak, then_.size);
        if (full) {
            result_.exact = false;
            if (task_.solution.empty()) {  // no witness: whatever is left may have no completion
                then_.reset(stride_, limbs_, 0);
                std::swap(now_, then_);
                return;
            }
            then_.keep_largest(hurried_ ? few / 2 : std::max(cap / kRestOfTable, kHurried));
        }
        std::swap(now_, then_);
        total_.assign(limbs_, 0);
        for (std::size_t e = 0; e < now_.size; ++e) add(total_.data(), now_.number(e), limbs_);
    }

    // The known solution takes the same step; where its state was dropped, it is put back.
    void follow(std::uint64_t* witness, int i, int k, int j, int behind) {
        const int value = task_.solution[cell(i, j)];
        const int to_here = along(i).next[k][here_.get(witness) * values_ + value];
        const int to_across = across(j).next[behind][fields_[j].get(witness) * values_ + value];
        if (to_here < 0 || to_across < 0)
            throw std::invalid_argument("the solution given to count is none");
        here_.set(witness, to_here);
        fields_[j].set(witness, to_across);
        if (result_.exact) return;
        for (std::size_t e = 0; e < now_.size; ++e)
            if (std::equal(witness, witness + stride_, now_.key(e))) return;
        now_.keys.insert(now_.keys.end(), witness, witness + stride_);
        now_.numbers.resize(now_.numbers.size() + limbs_, 0);
        now_.numbers[now_.size * limbs_] = 1;
        ++now_.size;
        std::vector<std::uint64_t> one(limbs_, 0);
        one[0] = 1;
        add(total_.data(), one.data(), limbs_);
    }

    const Board& board_;
    const CountTask& task_;
    const Poll& poll_;
    const int values_;
    CountResult result_;
    std::vector<std::uint64_t> domain_;  // per cell
    std::vector<char> varies_;
    std::vector<Track> tracks_;  // per line
    bool by_rows_ = true;
    Field here_;                 // the state of the line at work
    std::vector<Field> fields_;  // of the frontier
    int stride_ = 1, limbs_ = 1;
    Table now_, then_;
    std::vector<std::uint64_t> total_;  // the sum over the table
    std::uint64_t since_poll_ = 0;
    std::size_t cells_left_ = 0;
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
