// SPDX-License-Identifier: MIT
// Line solving: all consequences of one clue and the possible values of its line, bit-parallel.
//
// Idea. A line of n cells has the positions 0 .. n; position p is "before cell p". A set of
// positions is a bit mask. Forward, `reached` holds the positions at which the blocks so far may
// end; each may drift up over cells that can be empty. Backward, `good` holds the positions from
// which the remaining blocks can be completed. A start of a block counts if both agree, so the
// cells of the starts that count, and the gaps between them, are exactly the values that some
// placement has: the method is complete by construction, for any number of colours.
//
// - Drift up is one addition: in each run of ones of `empty` the carry of the lowest reached
//   position runs to the end of the run and one further: ((E + (T & E)) ^ E) | T.
// - Drift down cannot use the carry. It is a Kogge-Stone fill in six steps per word; the masks
//   of "2^s cells that can be empty from here" are the same for all blocks and computed once.
//   (Running the forward pass over a reversed line needs a bit reversal per block to compare the
//   two, which costs as much, and more for several words: docs/experiments.md, "Line solving,
//   boards and probing".)
// - A block of length b fits where b cells in succession allow its colour: erosion, log2 b shifts;
//   the cells of all its starts: dilation, log2 b shifts.
//
// Cost: about 40 + 4 log2 b word operations per block and word, about 100 ns per line solve. In
// long lines a block can lie in few of the words: only these are computed, by the same code for
// fewer words. So lines whose blocks leave little room cost a time like their length, other lines
// one like its square.
// Rejected: cell-by-cell dynamic programming over (block, cell), which most published solvers use;
// it costs n per block instead.
#pragma once

#include <algorithm>
#include <compare>
#include <type_traits>
#include <vector>

#include "bits.hpp"

namespace nonosat {

struct Block {
    int length;
    int color;  // 1 is the first colour; 0 is EMPTY

    auto operator<=>(const Block&) const = default;
};

// Words of a line: the first, and how many.
struct Window {
    int from, words;
};

// Calls work(N, from) for N words from `from` on that hold the window; N is a constant: a power of
// four, or W. Lines of one or two words are one window.
template <int W, int N = 1, class Work>
inline decltype(auto) in_window(const Window& window, const Work& work) {
    if constexpr (W <= 2 || N >= W) {
        return work(std::integral_constant<int, W>{}, 0);
    } else {
        if (window.words > N) return in_window<W, 4 * N>(window, work);
        return work(std::integral_constant<int, N>{}, std::min(window.from, W - N));
    }
}

// N words of the members, from a word on; and the members of such words.
template <int N, int W>
inline Bits<N> part(const Bits<W>& all, int from) {
    if constexpr (N == W) return all;
    Bits<N> result;
    for (int i = 0; i < N; ++i) result.word[i] = all.word[from + i];
    return result;
}
template <int W, int N>
inline Bits<W> whole(const Bits<N>& part, int from) {
    if constexpr (N == W) return part;
    Bits<W> result = Bits<W>::none();
    for (int i = 0; i < N; ++i) result.word[from + i] = part.word[i];
    return result;
}
template <int N, int W>
inline void add(Bits<W>& all, const Bits<N>& part, int from) {
    for (int i = 0; i < N; ++i) all.word[from + i] |= part.word[i];
}

// The memory that solve_line works in, kept between calls.
template <int W>
struct LineWork {
    std::vector<Bits<W>> ends;     // [i]: positions behind block i, forward; the gap there is empty
    std::vector<Bits<W>> reached;  // [i]: positions before the start of block i, forward
    std::vector<Bits<W>> starts;   // [i]: starts of block i in some placement (the result)
    std::vector<Window> windows;   // [i]: where block i can lie; [count]: behind the last block

    void reserve(int blocks) {
        const auto size = static_cast<std::size_t>(blocks) + 1;
        if (ends.size() < size) {
            ends.resize(size);
            reached.resize(size);
            starts.resize(size);
            windows.resize(size);
        }
    }
    // solve_line(); reserve() has been called.
    template <bool OneColor, int S>
    bool solve(int cells, int colors, const Block* blocks, int count, const Bits<W>* allowed,
               Bits<W>* result);
};

template <int W>
inline Bits<W> drift_up(const Bits<W>& positions, const Bits<W>& empty) {
    return (empty.plus(positions & empty) ^ empty) | positions;
}

// For drift_down: step[s] has bit p where the 2^s cells from p on can be empty, within a word.
// Lines of less than 2^S cells need S steps.
template <int W, int S = 6>
struct DownSteps {
    Bits<W> step[S];

    explicit DownSteps(const Bits<W>& empty) {
        step[0] = empty;
        for (int s = 1; s < S; ++s)
            for (int i = 0; i < W; ++i)
                step[s].word[i] = step[s - 1].word[i] & (step[s - 1].word[i] >> (1 << (s - 1)));
    }
};

// The positions, and those below them if all cells in between can be empty.
template <int N, int W, int S>
inline Bits<N> drift_down(const Bits<N>& positions, const DownSteps<W, S>& steps, int from = 0) {
    Bits<N> result;
    std::uint64_t carry = 0;  // does the word above reach down to its position 0?
    for (int i = N - 1; i >= 0; --i) {
        const int at = N == W ? i : from + i;
        std::uint64_t fill = positions.word[i] | (carry & steps.step[0].word[at]);
        for (int s = 0; s < S; ++s) fill |= steps.step[s].word[at] & (fill >> (1 << s));
        result.word[i] = fill;
        carry = fill << 63;
    }
    return result;
}

// Calls merge(by) for steps that cover `length` cells by doubling. Up to eight cells take three
// steps without a branch, some of them by 0: the lengths of blocks are hard to predict.
template <int W, class Merge>
inline void double_up(int length, const Merge& merge) {
    int rest = length - 1, step = 1;
    if constexpr (W <= 2)
        for (; step < 8; step *= 2) {
            const int by = rest < step ? rest : step;
            merge(by);
            rest -= by;
        }
    for (; rest > 0; step *= 2) {
        const int by = rest < step ? rest : step;
        merge(by);
        rest -= by;
    }
}

// The cells from which on `length` cells in succession are in `allowed`.
template <int W>
inline Bits<W> erode(Bits<W> allowed, int length) {
    double_up<W>(length, [&](int by) { allowed &= allowed.down(by); });
    return allowed;
}

// The cells of blocks of `length` cells that begin at `starts`.
template <int W>
inline Bits<W> dilate(Bits<W> starts, int length) {
    double_up<W>(length, [&](int by) { starts |= starts.up(by); });
    return starts;
}

// Solves one line. `allowed[v]` holds the cells that can have value v (0 = EMPTY, 1 .. colors);
// `result[v]` receives those that have it in at least one placement. Returns false, with
// `result` undefined, if there is no placement. work.starts[i] then holds the starts of block i
// that occur.
//
// REQUIRES 0 <= cells < 64 W, no bits at `cells` or above in `allowed`, 1 <= color <= colors and
// length >= 1 for every block. ENSURES that result[v] is a subset of allowed[v] and that every
// cell has a value left.
template <int W>
bool solve_line(int cells, int colors, const Block* blocks, int count, const Bits<W>* allowed,
                Bits<W>* result, LineWork<W>& work) {
    REQUIRE(0 <= cells && cells < Bits<W>::kBits);
    work.reserve(count);
    if constexpr (W == 1)
        if (colors == 1 && cells < 32)
            return work.template solve<true, 5>(cells, 1, blocks, count, allowed, result);
    return colors == 1
               ? work.template solve<true, 6>(cells, 1, blocks, count, allowed, result)
               : work.template solve<false, 6>(cells, colors, blocks, count, allowed, result);
}

// With OneColor, all neighbouring blocks have a gap between them, so no colours are compared.
template <int W>
template <bool OneColor, int S>
bool LineWork<W>::solve(int cells, int colors, const Block* blocks, int count,
                        const Bits<W>* allowed, Bits<W>* result) {
    const Bits<W> empty = allowed[0];
    const auto gap_behind = [&](int i) {
        return i + 1 < count && (OneColor || blocks[i + 1].color == blocks[i].color);
    };
    int last = cells;  // after room(): the last position behind block i
    if constexpr (W > 2)
        for (int i = 0; i < count; ++i) last -= blocks[i].length + gap_behind(i);
    // Finds the words in which block i, or the end of the line, can lie: from the first end of the
    // block before, by the known cells, to the last end, by the clue. False: there is no room.
    const auto room = [&](int i, int first, bool gap) {
        const int length = gap + (i < count ? blocks[i].length : 0);
        last += length;
        windows[i] = {first / 64, last / 64 - first / 64 + 1};
        return first + length <= last;
    };

    Bits<W> after = drift_up(Bits<W>::single(0), empty);
    if (W > 2 && !room(0, 0, false)) return false;
    for (int i = 0; i < count; ++i) {
        const Block block = blocks[i];
        REQUIRE(block.length >= 1 && 1 <= block.color && block.color <= colors);
        if (block.length > cells) return false;
        reached[i] = after;
        const bool gap = gap_behind(i);
        const Bits<W> behind = in_window<W>(windows[i], [&](auto words, int from) {
            constexpr int N = words;
            const Bits<N> can_be = part<N>(allowed[OneColor ? 1 : block.color], from);
            const Bits<N> fits = erode(can_be, block.length);
            Bits<N> ended = (part<N>(after, from) & fits).up(block.length);
            if (gap) ended &= part<N>(empty, from);
            return whole<W>(ended, from);
        });
        if (!behind.any()) return false;
        ends[i] = behind;
        if (W > 2 && !room(i + 1, behind.lowest(), gap)) return false;
        after = in_window<W>(windows[i + 1], [&](auto words, int from) {
            constexpr int N = words;
            const Bits<N> ended = part<N>(behind, from);
            return whole<W>(drift_up(gap ? ended.up(1) : ended, part<N>(empty, from)), from);
        });
    }
    if (!after.test(cells)) return false;

    const DownSteps<W, S> steps(empty);
    for (int v = 0; v <= colors; ++v) result[v] = Bits<W>::none();
    Bits<W> filled = Bits<W>::none();  // result[1], if there is one colour
    Bits<W> good = drift_down(Bits<W>::single(cells), steps);
    Bits<W> before_empty =
        empty & good.down(1);  // the cells that can be empty with the rest behind
    Bits<W> gaps = after & before_empty;
    for (int i = count - 1; i >= 0; --i) {
        const Block block = blocks[i];
        const bool gap = gap_behind(i);
        in_window<W>(windows[i], [&](auto words, int from) {
            constexpr int N = words;
            const Bits<N> behind =
                part<N>(ends[i], from) & part<N>(gap ? before_empty : good, from);
            if (gap) add(gaps, behind, from);  // the mandatory gap: the cell behind the block
            const Bits<N> begin = behind.down(block.length);
            starts[i] = whole<W>(begin, from);
            add(OneColor ? filled : result[block.color], dilate(begin, block.length), from);
            const Bits<N> completed = drift_down(begin, steps, from);
            const Bits<N> can_be_empty = part<N>(empty, from) & completed.down(1);
            add(gaps, part<N>(reached[i], from) & can_be_empty, from);
            good = whole<W>(completed, from);
            before_empty = whole<W>(can_be_empty, from);
        });
    }
    result[0] = gaps;
    if constexpr (OneColor) result[1] = filled;
#ifdef NONOSAT_CONTRACTS
    Bits<W> covered = Bits<W>::none();
    for (int v = 0; v <= colors; ++v) {
        ENSURE(!result[v].without(allowed[v]).any());
        covered |= result[v];
    }
    ENSURE(covered == Bits<W>::first(cells));
#endif
    return true;
}

}  // namespace nonosat
