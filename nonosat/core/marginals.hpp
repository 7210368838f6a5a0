// SPDX-License-Identifier: MIT
// Marginals of one line: how likely each value of each cell is, given a weight for every value.
//
// The weight of a placement is the product of the weights of its cells' values; a marginal is
// the share of the placements with that value in the whole weight. Exact, by forward-backward
// over (block, slack): block i at slack s starts at cell offset_i + s, where offset_i is its start
// when all blocks lie as far left as they can. Slack never falls from one block to the next, and
// the table has only slacks between the first and the last start of a block in some placement; a
// table over (block, start) would be several times as large.
//
//   forward   F_i(s)  the weight of everything before block i if it starts at slack s
//   place     P_i(s)  block i itself, and the empty cell that must follow it; one window of
//                     products per length that occurs serves all blocks of that length
//   backward  H_i(s)  all that follows the place of block i - 1 at slack s
// Block i is at slack s with probability F P H / Z; a cell has a colour if a block covers it.
//
// Range: weights are at least kLeastWeight, so a line of few unknown cells stays in the range of
// double for all weights. Longer lines use `Wide`, a double with a separate exponent, which is
// slower. Scaling whole rows of the table is not safe: an entry that is negligible within its row
// may decide the result.
//
// Cost: 10 operations per table entry; about 60 entries for a line of 25 cells. Mispredicted
// branches dominate loops this short, so there are few loops, and where the slacks of the blocks
// differ little all blocks get the same slacks, so that every loop has the same length.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "contract.hpp"
#include "line.hpp"

namespace nonosat {

constexpr int kWeightBits = 15;
constexpr double kLeastWeight = 1.0 / (1 << kWeightBits);  // of a value that is possible
constexpr int kPlainCells = 60;  // times kWeightBits, that fits the exponent of a double

// A number m * 2^(256 e) with 2^-256 < m < 2^256 or m = 0. Not negative.
class Wide {
public:
    Wide(double number = 0) : m_(number) {}
    Wide operator*(const Wide& other) const {
        Wide result(m_ * other.m_);
        result.e_ = e_ + other.e_;
        result.adjust();
        return result;
    }
    Wide operator+(const Wide& other) const {
        if (m_ == 0) return other;
        if (other.m_ == 0) return *this;
        if (e_ < other.e_) return other + *this;
        Wide result(*this);
        if (e_ == other.e_)
            result.m_ += other.m_;
        else if (e_ == other.e_ + 1)
            result.m_ += other.m_ * kDown;
        result.adjust();
        return result;
    }
    // 2^exponent, cut at 2^48 either way, so that products of lines stay in range.
    static Wide power(double exponent) {
        if (!(std::fabs(exponent) < 0x1p48)) exponent = exponent > 0 ? 0x1p48 : -0x1p48;
        const double steps = std::floor(exponent / 256);
        Wide result(std::exp2(exponent - 256 * steps));
        result.e_ = static_cast<std::int64_t>(steps);
        return result;
    }
    // REQUIRES a number that is not 0.
    double log2() const { return std::log2(m_) + 256.0 * static_cast<double>(e_); }
    // The quotient as a plain number; 0 if it is below 2^-256.
    double operator/(const Wide& other) const {
        if (e_ == other.e_) return m_ / other.m_;
        if (e_ == other.e_ + 1) return m_ * kUp / other.m_;
        if (e_ == other.e_ - 1) return m_ * kDown / other.m_;
        return 0;
    }

private:
    void adjust() {
        if (m_ >= kUp) {
            m_ *= kDown;
            ++e_;
        } else if (m_ <= kDown && m_ != 0) {
            m_ *= kUp;
            --e_;
        }
    }
    static constexpr double kUp = 0x1p256, kDown = 0x1p-256;
    double m_;
    std::int64_t e_ = 0;
};

// The blocks of one line with the slacks that they can have.
struct BeliefLine {
    struct Place {
        int offset, length, color;
        int low, high;  // slack, inclusive
        int table;      // of its first entry in the table of the line
        int window;     // the products for its place
    };
    // Products of the weights of `length` cells: of two other windows side by side, of the cells
    // alone (length 1), or of a window and an empty cell behind it.
    struct Window {
        int color, length;
        bool gap;
        int left, right;
    };
    int cells = 0, colors = 1;
    int entries = 0;
    std::vector<Place> places;
    std::vector<Window> windows;
    std::vector<char> used;  // colours that occur

    BeliefLine() = default;
    // `starts` are those of each block in any placement, ascending and not empty. REQUIRES that
    // nothing but EMPTY is possible before the first and behind the last block's cells.
    BeliefLine(int cells_, int colors_, const std::vector<Block>& blocks,
               const std::vector<std::vector<int>>& starts)
        : cells(cells_), colors(colors_), used(colors_ + 1, 0) {
        int offset = 0;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const Block& block = blocks[i];
            const bool gap = i + 1 < blocks.size() && blocks[i + 1].color == block.color;
            const int first = starts[i].front(), last = starts[i].back();
            places.push_back({offset, block.length, block.color, first - offset, last - offset, 0,
                              window(block.color, block.length, gap)});
            REQUIRE(places.back().low >= 0 && places.back().low <= places.back().high);
            offset += block.length + gap;
            entries += last - first + 1;
            used[block.color] = 1;
        }
        if (places.empty()) return;
        const int low = places.front().low, high = places.back().high;
        const int uniform = static_cast<int>(places.size()) * (high - low + 1);
        const bool widen = uniform <= entries + entries / 2;
        entries = 0;
        for (Place& at : places) {
            if (widen) {
                at.low = low;
                at.high = high;
            }
            at.table = entries;
            entries += at.high - at.low + 1;
        }
    }

private:
    int window(int color, int length, bool gap) {
        for (std::size_t i = 0; i < windows.size(); ++i)
            if (windows[i].color == color && windows[i].length == length && windows[i].gap == gap)
                return static_cast<int>(i);
        Window made{color, length, gap, -1, -1};
        if (gap) {
            made.left = window(color, length, false);
        } else if (length > 1) {
            int left = 1;
            while (2 * left < length) left *= 2;
            made.left = window(color, left, false);
            made.right = window(color, length - left, false);
        }
        windows.push_back(made);
        return static_cast<int>(windows.size()) - 1;
    }
};

template <class Real>
class Marginals {
    using Index = std::ptrdiff_t;

public:
    // weights[v * cells + c] is the weight of value v of cell c, as double or Real; shares
    // likewise, and the shares of a cell sum to 1. REQUIRES that some placement has a weight that
    // is not 0. `medians`, if given, receives the median start of each block.
    template <class Weight>
    void operator()(const BeliefLine& line, const Weight* weights, double* shares,
                    std::vector<int>* medians = nullptr) {
        const int n = line.cells, count = static_cast<int>(line.places.size());
        std::fill(shares, shares + static_cast<std::size_t>(line.colors + 1) * n, 0.0);
        if (medians != nullptr) medians->assign(count, 0);
        total_ = 1.0;
        if (count > 0) {
            reserve(line);
            multiply(line, weights);
            forward(line, weights);
            backward(line, weights, shares, medians);
        }

        // From differences to sums; the rest is the share of EMPTY.
        std::fill(shares, shares + n, 1.0);
        for (int v = 1; v <= line.colors; ++v) {
            if (!line.used[v]) continue;
            double* const share = shares + static_cast<std::size_t>(v) * n;
            double sum = 0;
            for (int c = 0; c < n; ++c) {
                sum += share[c];
                share[c] = std::min(std::max(sum, 0.0), 1.0);
            }
            for (int c = 0; c < n; ++c) shares[c] = std::max(shares[c] - share[c], 0.0);
        }
    }

    // The weight of all placements of the last line, each the product of the weights of its cells
    // from the first place of its first block to the last place of its last one.
    const Real& total() const { return total_; }

private:
    void reserve(const BeliefLine& line) {
        const std::size_t entries = static_cast<std::size_t>(line.entries);
        const std::size_t products = static_cast<std::size_t>(line.cells) * line.windows.size();
        if (ahead_.size() < entries) ahead_.resize(entries);
        if (behind_.size() <= static_cast<std::size_t>(line.cells)) behind_.resize(line.cells + 1);
        if (products_.size() < products) products_.resize(products);
    }

    Real* window(int index, int n) { return &products_[static_cast<std::size_t>(index) * n]; }

    template <class Weight>
    void multiply(const BeliefLine& line, const Weight* weights) {
        const int n = line.cells;
        for (std::size_t i = 0; i < line.windows.size(); ++i) {
            const BeliefLine::Window& made = line.windows[i];
            Real* const product = window(static_cast<int>(i), n);
            const Weight* const cell =
                weights + static_cast<std::size_t>(made.gap ? 0 : made.color) * n;
            if (made.gap) {
                const Real* const left = window(made.left, n);
                for (int c = 0; c + made.length < n; ++c)
                    product[c] = left[c] * Real(cell[c + made.length]);
            } else if (made.length == 1) {
                for (int c = 0; c < n; ++c) product[c] = Real(cell[c]);
            } else {
                const Real* const left = window(made.left, n);
                const Real* const right = window(made.right, n) + line.windows[made.left].length;
                for (int c = 0; c + made.length <= n; ++c) product[c] = left[c] * right[c];
            }
        }
    }

    // ahead_[entry] = F * P; total_ = Z. Slacks index from `shift`, which may be negative: pointers
    // stay inside their arrays, sums of indices do too.
    template <class Weight>
    void forward(const BeliefLine& line, const Weight* empty) {
        Real* const ahead = ahead_.data();
        const BeliefLine::Place* before = nullptr;
        for (const BeliefLine::Place& at : line.places) {
            const Real* const own = window(at.window, line.cells) + at.offset;  // [slack]
            const Index drift = at.offset - 1;  // empty[drift + slack]: the cell that is passed
            const Index to = at.table - at.low;
            Real sum = before == nullptr ? 1.0 : 0.0;
            Index s = at.low;
            if (before != nullptr) {
                const Index from = before->table - before->low;
                s = before->low;
                for (const Index end = std::min(before->high, at.low - 1); s <= end; ++s)
                    sum = sum * Real(empty[drift + s]) + ahead[from + s];
                for (; s < at.low; ++s) sum = sum * Real(empty[drift + s]);
                for (; s <= before->high; ++s) {
                    sum = sum * Real(empty[drift + s]) + ahead[from + s];
                    ahead[to + s] = sum * own[s];
                }
            } else {
                ahead[to + s] = own[s];
                ++s;
            }
            for (; s <= at.high; ++s) {
                sum = sum * Real(empty[drift + s]);
                ahead[to + s] = sum * own[s];
            }
            before = &at;
        }
        total_ = 0.0;
        const Index from = before->table - before->low;
        const Index drift = before->offset + before->length - 1;
        for (Index s = before->low; s <= before->high; ++s)
            total_ =
                (s == before->low ? total_ : total_ * Real(empty[drift + s])) + ahead[from + s];
    }

    // Adds the probability of each place of each block to the differences of its colour's shares.
    // behind_[slack] = H for the block in hand, then for the one before it.
    template <class Weight>
    void backward(const BeliefLine& line, const Weight* empty, double* shares,
                  std::vector<int>* medians) {
        const int n = line.cells, count = static_cast<int>(line.places.size());
        const BeliefLine::Place& last = line.places[count - 1];
        Real* const behind = behind_.data();
        const Real* const ahead = ahead_.data();
        behind[last.high] = 1.0;
        for (int s = last.high - 1; s >= last.low; --s)
            behind[s] = behind[s + 1] * Real(empty[last.offset + s + last.length]);
        Real factor = 1.0;
        if constexpr (std::is_same_v<Real, double>) factor = 1.0 / total_;
        for (int i = count - 1; i >= 0; --i) {
            const BeliefLine::Place& at = line.places[i];
            const BeliefLine::Place& before = line.places[i > 0 ? i - 1 : 0];
            const Real* const own = window(at.window, n) + at.offset;
            const Weight* const drift = empty + at.offset;  // [slack]: the cell that is given up
            const Index from = at.table - at.low;
            double* const share = shares + static_cast<std::size_t>(at.color) * n;
            const Index begin = at.offset, end = at.offset + at.length;
            const bool inside = at.offset + at.high + at.length < n;
            if (medians != nullptr) (*medians)[i] = at.offset + median(at);
            Real sum = 0.0;
            Index s = at.high;
            if (!inside) {  // its end lies outside the line: often only the last block
                share[begin + s] += ratio(ahead[from + s] * behind[s], factor);
                sum = own[s] * behind[s];
                if (s <= before.high) behind[s] = sum;
                --s;
            }
            for (; s >= at.low; --s) {
                const double probability = ratio(ahead[from + s] * behind[s], factor);
                share[begin + s] += probability;
                share[end + s] -= probability;
                sum = sum * Real(drift[s]) + own[s] * behind[s];
                behind[s] = sum;
            }
            for (; s >= before.low; --s) {
                sum = sum * Real(drift[s]);
                behind[s] = sum;
            }
        }
    }

    // A share of the total; with plain numbers one division serves the whole line.
    double ratio(const Real& part, const Real& factor) const {
        if constexpr (std::is_same_v<Real, double>)
            return part * factor;
        else
            return part / total_;
    }

    // The first slack at which the probabilities of a block sum to 1/2.
    int median(const BeliefLine::Place& at) const {
        double sum = 0;
        int s = at.low;
        for (; s < at.high; ++s)
            if ((sum += (ahead_[at.table + s - at.low] * behind_[s]) / total_) >= 0.5) break;
        return s;
    }

    std::vector<Real> ahead_, behind_, products_;
    Real total_ = 0.0;
};

}  // namespace nonosat
