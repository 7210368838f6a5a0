// SPDX-License-Identifier: MIT
// Line-solve: all that follows from one clue and the possible values of its line, bit-parallel.
//
// Idea. A line of n cells has the positions 0 .. n; position p is "before cell p". A set of
// positions is a bit mask. Forward, `reached` holds the positions at which the blocks so far may
// end; each may drift up over cells that can be empty. Backward, `good` holds the positions from
// which the remaining blocks can be completed. A start of a block counts if both agree, so the
// cells of the starts that count, and the gaps between them, are exactly the values that some
// arrangement has: the method is complete by construction, for any number of colours.
//
// - Drift up is one addition: in each run of ones of `empty` the carry of the lowest reached
//   position runs to the end of the run and one further: ((E + (T & E)) ^ E) | T.
// - Drift down cannot use the carry. It is a Kogge-Stone fill in six steps per word; the masks
//   of "2^s cells that can be empty from here" are the same for all blocks and computed once.
//   (Running the forward pass over a reversed line needs a bit reversal per block to compare the
//   two, which costs as much, and more for several words.)
// - A block of length b fits where b cells in succession allow its colour: erosion, log2 b shifts;
//   the cells of all its starts: dilation, log2 b shifts.
//
// Cost: about 40 + 4 log2 b word operations per block and word, about 100 ns per line-solve. Rejected
// alternatives: cell-by-cell dynamic programming over (block, cell), which most published solvers
// use, costs n per block instead; a cache of solved states loses time although it hits often
// (docs/experiments.md, "Line-solving, boards and probing").
#pragma once

#include <vector>

#include "bits.hpp"

namespace nonosat {

struct Block {
    int length;
    int color;  // 1 is the first colour; 0 is EMPTY
};

// The space that solve_line works in, kept between calls.
template <int W>
struct LineWork {
    std::vector<Bits<W>> ends;     // [i]: positions behind block i, forward
    std::vector<Bits<W>> reached;  // [i]: positions before the start of block i, forward
    std::vector<Bits<W>> starts;   // [i]: starts of block i in some arrangement (the result)

    void reserve(int blocks) {
        const auto size = static_cast<std::size_t>(blocks) + 1;
        if (ends.size() < size) {
            ends.resize(size);
            reached.resize(size);
            starts.resize(size);
        }
    }
};

template <int W>
inline Bits<W> drift_up(const Bits<W>& positions, const Bits<W>& empty) {
    return (empty.plus(positions & empty) ^ empty) | positions;
}

// For drift_down: step[s] has bit p where the 2^s cells from p on can be empty, within a word.
template <int W>
struct DownSteps {
    Bits<W> step[6];

    explicit DownSteps(const Bits<W>& empty) {
        step[0] = empty;
        for (int s = 1; s < 6; ++s)
            for (int i = 0; i < W; ++i)
                step[s].word[i] =
                    step[s - 1].word[i] & (step[s - 1].word[i] >> (1 << (s - 1)));
    }
};

// The positions, and those below them that only cells that can be empty separate from them.
template <int W>
inline Bits<W> drift_down(const Bits<W>& positions, const DownSteps<W>& steps) {
    Bits<W> result;
    std::uint64_t carry = 0;  // does the word above reach down to its position 0?
    for (int i = W - 1; i >= 0; --i) {
        std::uint64_t fill = positions.word[i] | (carry & steps.step[0].word[i]);
        for (int s = 0; s < 6; ++s) fill |= steps.step[s].word[i] & (fill >> (1 << s));
        result.word[i] = fill;
        carry = fill << 63;
    }
    return result;
}

// The cells from which on `length` cells in succession are in `allowed`.
template <int W>
inline Bits<W> erode(Bits<W> allowed, int length) {
    for (int done = 1; done < length;) {
        const int step = done < length - done ? done : length - done;
        allowed &= allowed.down(step);
        done += step;
    }
    return allowed;
}

// The cells of blocks of `length` cells that begin at `starts`.
template <int W>
inline Bits<W> dilate(Bits<W> starts, int length) {
    for (int done = 1; done < length;) {
        const int step = done < length - done ? done : length - done;
        starts |= starts.up(step);
        done += step;
    }
    return starts;
}

// Line-solve. `allowed[v]` holds the cells that can have value v (0 = EMPTY, 1 .. colors);
// `result[v]` receives those that have it in at least one arrangement. Returns false, with
// `result` undefined, if there is no arrangement. work.starts[i] then holds the starts of block i
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
    const Bits<W> empty = allowed[0];

    Bits<W> reached = drift_up(Bits<W>::single(0), empty);
    for (int i = 0; i < count; ++i) {
        const Block block = blocks[i];
        REQUIRE(block.length >= 1 && 1 <= block.color && block.color <= colors);
        work.reached[i] = reached;
        const Bits<W> starts = reached & erode(allowed[block.color], block.length);
        if (!starts.any()) return false;
        const Bits<W> ends = starts.up(block.length);
        work.ends[i] = ends;
        const bool gap = i + 1 < count && blocks[i + 1].color == block.color;
        reached = drift_up(gap ? (ends & empty).up(1) : ends, empty);
    }
    if (!reached.test(cells)) return false;

    const DownSteps<W> steps(empty);
    for (int v = 0; v <= colors; ++v) result[v] = Bits<W>::none();
    Bits<W> good = drift_down(Bits<W>::single(cells), steps);
    result[0] = reached & empty & good.down(1);
    for (int i = count - 1; i >= 0; --i) {
        const Block block = blocks[i];
        const bool gap = i + 1 < count && blocks[i + 1].color == block.color;
        Bits<W> ends = work.ends[i];
        if (gap) {
            ends &= empty & good.down(1);
            result[0] |= ends;  // the mandatory gap: the cell behind the block
        } else {
            ends &= good;
        }
        const Bits<W> starts = ends.down(block.length);
        work.starts[i] = starts;
        result[block.color] |= dilate(starts, block.length);
        good = drift_down(starts, steps);
        result[0] |= work.reached[i] & empty & good.down(1);
    }
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
