// SPDX-License-Identifier: MIT
// Line pairs: which values two cells of one line can have together.
//
// Idea. A placement of a line is a path through the states (i, p): the first i blocks are placed
// and position p comes next. A step either leaves cell p empty, to (i, p + 1), or places block i at
// p together with the gap that it needs, to (i + 1, p + length + gap). A state cuts a line in two:
// all that can stand before it goes with all that can stand behind it. So one pass forward keeps,
// for each state, the values that each cell before it can have, and one pass backward those of the
// cells behind it; the union of both over all steps that give cell c the value v holds the values
// of all cells in the placements in which c has v. The steps that place a block are summed up over
// the cells of the block by doubling, as in `dilate`.
//
// Source: forward-backward over an automaton, as in `Beliefs`, with sets in place of numbers.
//
// Cost: a dozen mask operations per block and possible start, for all cells and values together.
// A line solve per cell and value (implications.hpp) takes ten times as long on lines of 25 cells;
// it stays as the plain method that makes the edges of the networkx graph, and tests compare both.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "line.hpp"
#include "work_meter.hpp"

namespace nonosat {

template <int W>
class LinePairs {
public:
    enum class Result { Done, Stopped, TooLarge };

    // Words of the largest table that is built: 128 MiB.
    static constexpr std::size_t kMaxWords = std::size_t{1} << 24;

    // Computes `together` for all cells of `wanted`. `allowed` must be what solving the line
    // leaves: every value of every cell occurs in some placement. After Stopped or TooLarge nothing
    // may be asked.
    Result compute(int cells, int colors, const std::vector<Block>& blocks, const Bits<W>* allowed,
                   const Bits<W>& wanted, WorkMeter& meter);

    // The values that occur in the line, ascending: an index into them is a "slot".
    const std::vector<int>& values() const { return values_; }
    // The cells that can have value `values()[other]` if `cell` has value `values()[slot]`.
    const Bits<W>& together(int cell, int slot, int other) const {
        return pairs_[(static_cast<std::size_t>(pair_row_[cell]) * slots() + slot) * slots() +
                      other];
    }

private:
    using Masks = Bits<W>*;
    // The states (index, p), and the block that may come next; the last layer has none.
    struct Layer {
        int index;
        Block block;
        int between, slot;  // the gap that the block needs, the slot of its colour
        int low, high;      // the first and the last state
        Bits<W> run;        // as many cells as the block has
        Bits<W> starts, drifts;
        bool last;

        std::size_t states() const { return static_cast<std::size_t>(high - low) + 1; }
        // Cells from the first start of the block to its last end.
        std::size_t covered() const {
            return states() + static_cast<std::size_t>(block.length) - 1;
        }
    };

    std::size_t slots() const { return values_.size(); }
    int gap(int block) const {
        return static_cast<std::size_t>(block) + 1 < blocks_->size() &&
               (*blocks_)[block].color == (*blocks_)[block + 1].color;
    }
    void number_values(int colors);
    void find_states(const Bits<W>* allowed);
    // One mask per slot. Two slots, as with one colour, are unrolled.
    template <class Slots>
    bool sum_prefixes(Slots slots, WorkMeter& meter);
    template <class Slots>
    bool join_suffixes(Slots slots, WorkMeter& meter);
    Layer layer_of(int index) const;
    template <class Slots>
    bool join_layer(Slots slots, const Layer& layer, WorkMeter& meter);
    template <class Slots>
    bool join_block(Slots slots, const Layer& layer, WorkMeter& meter);
    template <class Slots>
    static void merge(Slots slots, Masks to, const Bits<W>* from) {
        for (std::size_t v = 0; v < slots; ++v) to[v] |= from[v];
    }
    template <class Slots>
    static void copy(Slots slots, Masks to, const Bits<W>* from) {
        for (std::size_t v = 0; v < slots; ++v) to[v] = from[v];
    }
    template <class Slots>
    static void clear(Slots slots, Masks masks) {
        for (std::size_t v = 0; v < slots; ++v) masks[v] = Bits<W>::none();
    }
    template <class Slots>
    Masks prefix(Slots slots, int layer, int position) {
        return &prefix_[(offset_[layer] + position - base_[layer]) * slots];
    }
    template <class Slots>
    Masks pair_masks(Slots slots, int cell, int slot) {
        return &pairs_[(static_cast<std::size_t>(pair_row_[cell]) * slots + slot) * slots];
    }

    int cells_ = 0;
    const std::vector<Block>* blocks_ = nullptr;
    Bits<W> wanted_, empty_;
    std::vector<int> values_, slot_of_, pair_row_;
    std::vector<Bits<W>> states_, starts_;  // [i]: positions of states (i, p); starts of block i
    std::vector<int> base_;                 // [i]: the lowest of states_[i]
    std::vector<std::size_t> offset_;       // [i]: where the states of layer i begin in prefix_
    std::vector<Bits<W>> prefix_, suffix_, next_, window_, all_, pairs_;
};

template <int W>
void LinePairs<W>::number_values(int colors) {
    slot_of_.assign(static_cast<std::size_t>(colors) + 1, -1);
    values_.assign(1, 0);
    slot_of_[0] = 0;
    for (const Block& block : *blocks_)
        if (slot_of_[block.color] < 0) {
            slot_of_[block.color] = 0;
            values_.push_back(block.color);
        }
    std::sort(values_.begin(), values_.end());
    for (std::size_t slot = 0; slot < values_.size(); ++slot)
        slot_of_[values_[slot]] = static_cast<int>(slot);
}

// The states and starts that some placement has: reached from the front and from the back.
template <int W>
void LinePairs<W>::find_states(const Bits<W>* allowed) {
    const int count = static_cast<int>(blocks_->size());
    states_.resize(blocks_->size() + 1);
    starts_.resize(blocks_->size());
    Bits<W> reached = drift_up(Bits<W>::single(0), empty_);
    for (int i = 0; i < count; ++i) {
        const Block block = (*blocks_)[i];
        states_[i] = reached;
        starts_[i] = reached & erode(allowed[block.color], block.length);
        const Bits<W> ends = starts_[i].up(block.length);
        reached = drift_up(gap(i) ? (ends & empty_).up(1) : ends, empty_);
    }
    REQUIRE(reached.test(cells_));
    const DownSteps<W> steps(empty_);
    Bits<W> good = drift_down(Bits<W>::single(cells_), steps);
    states_[count] = reached & good;
    for (int i = count - 1; i >= 0; --i) {
        const int length = (*blocks_)[i].length;
        starts_[i] &= gap(i) ? (good.down(1) & empty_).down(length) : good.down(length);
        good = drift_down(starts_[i], steps);
        states_[i] &= good;
    }
}

// For each state the values that the cells before it can have.
template <int W>
template <class Slots>
bool LinePairs<W>::sum_prefixes(Slots slots, WorkMeter& meter) {
    const int count = static_cast<int>(blocks_->size());
    for (int i = 0; i <= count; ++i) {
        if (meter.stop(static_cast<std::uint64_t>(states_[i].count()) * slots * 2 * W))
            return false;
        const int before = i > 0 ? (*blocks_)[i - 1].length : 0;
        const int between = i > 0 ? gap(i - 1) : 0;
        const int slot = i > 0 ? slot_of_[(*blocks_)[i - 1].color] : 0;
        const Bits<W> run = Bits<W>::first(before);
        const Bits<W> drifts = (states_[i] & empty_).up(1) & states_[i];
        const Bits<W> placed = i > 0 ? starts_[i - 1].up(before + between) : Bits<W>::none();
        states_[i].each([&](int p) {
            const Masks here = prefix(slots, i, p);
            if (drifts.test(p)) {
                copy(slots, here, here - slots);
                here[0].set(p - 1);
            } else {
                clear(slots, here);
            }
            if (placed.test(p)) {
                const int start = p - before - between;
                merge(slots, here, prefix(slots, i - 1, start));
                here[slot] |= run.up(start);
                if (between != 0) here[0].set(p - 1);
            }
        });
    }
    return true;
}

// From the back: the values of the cells behind each state, joined with those before it.
template <int W>
template <class Slots>
bool LinePairs<W>::join_suffixes(Slots slots, WorkMeter& meter) {
    if (all_.size() < slots) all_.resize(slots);
    for (int i = static_cast<int>(blocks_->size()); i >= 0; --i) {
        if (!join_layer(slots, layer_of(i), meter)) return false;
        std::swap(suffix_, next_);
    }
    return true;
}

template <int W>
typename LinePairs<W>::Layer LinePairs<W>::layer_of(int index) const {
    const bool last = static_cast<std::size_t>(index) == blocks_->size();
    const Block block = last ? Block{1, 0} : (*blocks_)[index];
    return {index,
            block,
            last ? 0 : gap(index),
            slot_of_[block.color],
            base_[index],
            states_[index].highest(),
            Bits<W>::first(block.length),
            last ? Bits<W>::none() : starts_[index],
            states_[index] & empty_ & states_[index].down(1),
            last};
}

template <int W>
template <class Slots>
bool LinePairs<W>::join_layer(Slots slots, const Layer& layer, WorkMeter& meter) {
    const std::size_t states = layer.states();
    if (meter.stop(states * slots * 8 * W)) return false;
    if (suffix_.size() < states * slots) suffix_.resize(states * slots);
    if (!layer.last) window_.assign(layer.covered() * slots, Bits<W>::none());
    const auto [i, block, between, slot, low, high, run, starts, drifts, last] = layer;
    const Masks all = all_.data();
    for (int p = high; p >= low; --p) {
        if (!states_[i].test(p)) continue;
        const Masks here = &suffix_[static_cast<std::size_t>(p - low) * slots];
        if (drifts.test(p)) {
            copy(slots, here, here + slots);
            here[0].set(p);
            if (wanted_.test(p)) {
                const Masks with = pair_masks(slots, p, 0);
                merge(slots, with, here);
                merge(slots, with, prefix(slots, i, p));
            }
        } else {
            clear(slots, here);
        }
        if (!starts.test(p)) continue;
        const int end = p + block.length, next = end + between - base_[i + 1];
        copy(slots, all, &next_[static_cast<std::size_t>(next) * slots]);
        all[slot] |= run.up(p);
        if (between != 0) all[0].set(end);
        merge(slots, here, all);
        merge(slots, all, prefix(slots, i, p));
        if (between != 0 && wanted_.test(end)) merge(slots, pair_masks(slots, end, 0), all);
        copy(slots, &window_[(p - low) * slots], all);  // the start, with all that goes with it
    }
    return last || join_block(slots, layer, meter);
}

// The cells that the block covers: from each start in window_ to all cells of the block.
template <int W>
template <class Slots>
bool LinePairs<W>::join_block(Slots slots, const Layer& layer, WorkMeter& meter) {
    const std::size_t covered = layer.covered();
    for (int done = 1; done < layer.block.length;) {
        const int step = std::min(done, layer.block.length - done);
        if (meter.stop(covered * slots * W)) return false;
        for (std::size_t at = covered; at-- > static_cast<std::size_t>(step);)
            merge(slots, &window_[at * slots], &window_[(at - step) * slots]);
        done += step;
    }
    for (std::size_t at = 0; at < covered; ++at) {
        const int cell = layer.low + static_cast<int>(at);
        if (cell < cells_ && wanted_.test(cell))
            merge(slots, pair_masks(slots, cell, layer.slot), &window_[at * slots]);
    }
    return true;
}

template <int W>
typename LinePairs<W>::Result LinePairs<W>::compute(int cells, int colors,
                                                    const std::vector<Block>& blocks,
                                                    const Bits<W>* allowed, const Bits<W>& wanted,
                                                    WorkMeter& meter) {
    REQUIRE(0 < cells && cells < Bits<W>::kBits);
    REQUIRE(!wanted.without(Bits<W>::first(cells)).any());
    cells_ = cells;
    blocks_ = &blocks;
    wanted_ = wanted;
    empty_ = allowed[0];
    number_values(colors);
    find_states(allowed);

    base_.resize(states_.size());
    offset_.resize(states_.size());
    std::size_t size = 0;
    for (std::size_t i = 0; i < states_.size(); ++i) {
        base_[i] = states_[i].lowest();
        offset_[i] = size;
        size += static_cast<std::size_t>(states_[i].highest() - base_[i]) + 1;
    }
    const auto wanted_count = static_cast<std::size_t>(wanted.count());
    const std::size_t pair_count = wanted_count * slots() * slots();
    if (size * slots() * W > kMaxWords || pair_count * W > kMaxWords) return Result::TooLarge;
    if (prefix_.size() < size * slots()) prefix_.resize(size * slots());
    pairs_.assign(pair_count, Bits<W>::none());
    pair_row_.resize(cells);
    int row = 0;
    wanted.each([&](int cell) { pair_row_[cell] = row++; });
    const auto both = [&](auto slots) {
        return sum_prefixes(slots, meter) && join_suffixes(slots, meter) ? Result::Done
                                                                         : Result::Stopped;
    };
    if (slots() == 2) return both(std::integral_constant<std::size_t, 2>{});
    return both(slots());
}

}  // namespace nonosat
