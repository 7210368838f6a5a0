// SPDX-License-Identifier: MIT
#include "beliefs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>

namespace nonosat {
namespace {

constexpr float kNeverHeard = 1e9f;
constexpr float kSameOdds = 0.02f;  // bits; if its inputs change by less, a line keeps its messages
constexpr float kMostOdds = kWeightBits;  // bits; messages and their sums are cut there

constexpr double kLeastShare = 0x1p-40;  // added to both shares of a ratio

// 2^x for -126 <= x <= 126, relative error below 4e-6.
float quick_exp2(float x) {
    const float shifted = x + 0x1.8p23f;  // rounds to the nearest whole number
    const float whole = shifted - 0x1.8p23f;
    const float f = x - whole;  // -0.5 .. 0.5
    const float power =
        1.0f + f * (0.69314718f +
                    f * (0.24022651f + f * (0.05550411f + f * (0.00961813f + f * 0.00133336f))));
    const auto bits = std::bit_cast<std::uint32_t>(shifted) << 23;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(power) + bits);
}

// log2 x for normal x > 0, absolute error below 1e-6.
float quick_log2(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    // The mantissa in [0.75, 1.5), so that log2 is accurate around 1.
    const std::int32_t shift = static_cast<std::int32_t>(bits - 0x3f400000u) >> 23;
    const float m = std::bit_cast<float>(bits - (static_cast<std::uint32_t>(shift) << 23)) - 1.0f;
    const float s = m / (m + 2.0f), q = s * s;  // log m = 2 atanh s
    const float series = 2.8853901f + q * (0.96179669f + q * (0.57707802f + q * 0.41219859f));
    return static_cast<float>(shift) + s * series;
}

}  // namespace

Beliefs::Beliefs(const Board& board)
    : height_(board.height), width_(board.width), colors_(board.colors), meter_(board.poll_work) {
    hints_.board = board.id;
    if (!board.at_fixpoint())
        throw std::invalid_argument("beliefs start from a board that has been propagated");
    const UnknownCells unknown(board);
    set_cells(board, unknown);
    for (OpenLine& line : open_lines(board, unknown)) add_line(std::move(line), board, unknown);
    const std::size_t odds = cells_.size() * colors_;
    from_row_.resize(odds);
    from_col_.resize(odds);
    field_.resize(odds);
    const auto side = static_cast<std::size_t>(std::max(height_, width_));
    heard_.resize(side * colors_);
    scratch_.resize(2 * side);
    shares_.resize(side * (colors_ + 1));
    restart(0);
}

// The known values and the unknown cells, as yet without lines.
void Beliefs::set_cells(const Board& board, const UnknownCells& unknown) {
    guess_.assign(unknown.number.size(), 0);
    for (std::size_t place = 0; place < guess_.size(); ++place) {
        const int row = board.row_of(place), column = board.column_of(place);
        if (unknown.number[place] < 0) {
            guess_[place] = static_cast<std::uint8_t>(board.value(row, column));
            continue;
        }
        int base = 0;
        while (!board.can_be(row, column, base)) ++base;
        cells_.push_back({static_cast<int>(place), -1, -1, base});
        for (int v = 1; v <= colors_; ++v) possible_.push_back(board.can_be(row, column, v));
    }
}

void Beliefs::add_line(OpenLine open, const Board& board, const UnknownCells& unknown) {
    Line line(std::move(open));
    line.start = line.row ? line.index * width_ : line.index - height_;
    line.step = line.row ? 1 : width_;
    for (const int cell : line.cells)
        (line.row ? cells_[cell].row_line : cells_[cell].col_line) =
            static_cast<int>(lines_.size());
    line.blocks = board.clue(line.index).blocks;
    const int length = line.shape.cells;
    line.weights.assign(static_cast<std::size_t>(colors_ + 1) * length, 0.0);
    for (int c = 0; c < length; ++c)
        if (const int place = line.start + c * line.step; unknown.number[place] < 0)
            line.weights[static_cast<std::size_t>(guess_[place]) * length + c] = 1.0;
    line.heard.assign(line.cells.size(), kNeverHeard);
    line.plain = static_cast<int>(line.cells.size()) <= kPlainCells;
    lines_.push_back(std::move(line));
}

void Beliefs::restart(std::uint64_t seed) {
    std::fill(field_.begin(), field_.end(), 0.0f);
    std::fill(from_row_.begin(), from_row_.end(), 0.0f);
    std::fill(from_col_.begin(), from_col_.end(), 0.0f);
    if (seed != 0) {
        std::mt19937_64 random(seed);
        const auto noise = [&] { return static_cast<float>(random() >> 40) * 0x1p-23f - 1.0f; };
        for (float& odds : from_col_) odds = noise();
        for (float& odds : field_) odds = noise();
    }
    iteration_ = 0;
    fade_ = 1.0;
    broken_ = static_cast<int>(lines_.size());
    for (Line& line : lines_) {
        line.stale = true;
        line.fits = false;
        std::fill(line.heard.begin(), line.heard.end(), kNeverHeard);
    }
}

// The shares of the values of a line's cells under its weights, and the starts of its blocks.
void Beliefs::compute_shares(const Line& line, std::vector<int>* starts) {
    ++line_updates_;
    meter_.count(static_cast<std::uint64_t>(line.shape.entries));
    if (line.plain)
        narrow_(line.shape, line.weights.data(), shares_.data(), starts);
    else
        wide_(line.shape, line.weights.data(), shares_.data(), starts);
}

// Writes the new messages of a line, or (if `starts` is given) only the likely starts of its
// blocks.
void Beliefs::update(Line& line, float damping, std::vector<int>* starts) {
    if (colors_ == 1)
        update_one_color(line, damping, starts);
    else
        update_colors(line, damping, starts);
}

void Beliefs::update_one_color(Line& line, float damping, std::vector<int>* starts) {
    const int n = line.shape.cells, count = static_cast<int>(line.cells.size());
    std::vector<float>& mine = line.row ? from_row_ : from_col_;
    const std::vector<float>& other = line.row ? from_col_ : from_row_;
    double* const weights = line.weights.data();
    float* const heard = heard_.data();
    const int* const cells = line.cells.data();
    const int* const positions = line.positions.data();
    float* const power = scratch_.data();
    float change = 0.0f;
    for (int i = 0; i < count; ++i) {
        const float odds = other[cells[i]] + field_[cells[i]];
        heard[i] = std::min(std::max(odds, -kMostOdds), kMostOdds);
        change = std::max(change, std::fabs(heard[i] - line.heard[i]));
    }
    if (change < kSameOdds && starts == nullptr) return;
    for (int i = 0; i < count; ++i) {
        line.heard[i] = heard[i];
        power[i] = quick_exp2(-std::fabs(heard[i]));
    }
    for (int i = 0; i < count; ++i) {
        const double small = power[i];
        weights[positions[i]] = heard[i] > 0 ? small : 1.0;
        weights[n + positions[i]] = heard[i] > 0 ? 1.0 : small;
    }
    compute_shares(line, starts);
    if (starts != nullptr) return;
    float* const odds = scratch_.data();
    for (int i = 0; i < count; ++i)
        odds[i] = static_cast<float>((shares_[n + positions[i]] + kLeastShare) /
                                     (shares_[positions[i]] + kLeastShare));
    for (int i = 0; i < count; ++i) {
        const float message = quick_log2(odds[i]) - heard[i];
        odds[i] = std::min(std::max(message, -kMostOdds), kMostOdds);
    }
    for (int i = 0; i < count; ++i) mine[cells[i]] += (1.0f - damping) * (odds[i] - mine[cells[i]]);
}

// Several colours: weights relative to the likeliest value of the cell.
void Beliefs::update_colors(Line& line, float damping, std::vector<int>* starts) {
    const int n = line.shape.cells, count = static_cast<int>(line.cells.size());
    std::vector<float>& mine = line.row ? from_row_ : from_col_;
    const std::vector<float>& other = line.row ? from_col_ : from_row_;
    const auto entry = [&](int value, int i) {
        return static_cast<std::size_t>(value) * n + line.positions[i];
    };
    double* const weights = line.weights.data();
    float* const heard = heard_.data();
    const int* const cells = line.cells.data();
    for (int i = 0; i < count; ++i) {
        const Cell& cell = cells_[cells[i]];
        const std::size_t at = static_cast<std::size_t>(cells[i]) * colors_;
        float most = 0.0f;
        for (int v = 1; v <= colors_; ++v)
            if (v != cell.base && possible_[at + v - 1]) {
                float& odds = heard[i * colors_ + v - 1];
                odds = std::min(std::max(other[at + v - 1] + field_[at + v - 1], -kMostOdds),
                                kMostOdds);
                most = std::max(most, odds);
            }
        const auto weight = [&](float odds) {
            return std::max(static_cast<double>(quick_exp2(odds - most)), kLeastWeight);
        };
        for (int v = 0; v <= colors_; ++v) {
            double& w = weights[entry(v, i)];
            if (v == cell.base)
                w = weight(0.0f);
            else
                w = v > 0 && possible_[at + v - 1] ? weight(heard[i * colors_ + v - 1]) : 0.0;
        }
    }
    compute_shares(line, starts);
    if (starts != nullptr) return;
    for (int i = 0; i < count; ++i) {
        const Cell& cell = cells_[cells[i]];
        const std::size_t at = static_cast<std::size_t>(cells[i]) * colors_;
        const double base_share = shares_[entry(cell.base, i)] + kLeastShare;
        const double base_weight = weights[entry(cell.base, i)];
        for (int v = 1; v <= colors_; ++v) {
            if (v == cell.base || !possible_[at + v - 1]) continue;
            const double ratio = (shares_[entry(v, i)] + kLeastShare) / base_share;
            const double before = weights[entry(v, i)];
            const float message = quick_log2(static_cast<float>(ratio * base_weight / before));
            const float cut = std::min(std::max(message, -kMostOdds), kMostOdds);
            mine[at + v - 1] += (1.0f - damping) * (cut - mine[at + v - 1]);
        }
    }
}

bool Beliefs::satisfied(const Line& line) const {
    const std::uint8_t* cell = &guess_[line.start];
    std::size_t block = 0;
    for (int c = 0; c < line.shape.cells;) {
        const int value = cell[static_cast<std::ptrdiff_t>(c) * line.step];
        int end = c + 1;
        while (end < line.shape.cells &&
               cell[static_cast<std::ptrdiff_t>(end) * line.step] == value)
            ++end;
        if (value != 0) {
            if (block == line.blocks.size() || line.blocks[block].length != end - c ||
                line.blocks[block].color != value)
                return false;
            ++block;
        }
        c = end;
    }
    return block == line.blocks.size();
}

// The likelier value of each cell, and the field of the next iteration.
void Beliefs::decide(float pull) {
    const std::size_t odds = field_.size();
    for (std::size_t i = 0; i < odds; ++i) field_[i] = from_row_[i] + from_col_[i] + field_[i];
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        int value;
        if (colors_ == 1) {
            value = field_[i] > 0;
        } else {
            value = cells_[i].base;
            float most = 0.0f;
            for (int v = 1; v <= colors_; ++v)
                if (v != cells_[i].base && possible_[i * colors_ + v - 1] &&
                    field_[i * colors_ + v - 1] > most) {
                    most = field_[i * colors_ + v - 1];
                    value = v;
                }
        }
        std::uint8_t& guess = guess_[cells_[i].place];
        if (value != guess) {
            guess = static_cast<std::uint8_t>(value);
            if (cells_[i].row_line >= 0) lines_[cells_[i].row_line].stale = true;
            if (cells_[i].col_line >= 0) lines_[cells_[i].col_line].stale = true;
        }
    }
    for (std::size_t i = 0; i < odds; ++i)
        field_[i] = pull * std::min(std::max(field_[i], -kMostOdds), kMostOdds);
}

// The first half of an iteration; false if the poll says stop.
bool Beliefs::send_messages(double damping, const Poll& poll) {
    for (Line& line : lines_) {
        if (meter_.stop(0, poll)) return false;
        update(line, static_cast<float>(damping));
    }
    return true;
}

// The second half of an iteration: the grid of the likelier values; returns how many clues it
// breaks.
int Beliefs::end_iteration(double gamma) {
    ++iteration_;
    fade_ *= gamma;
    decide(static_cast<float>(1.0 - fade_));
    for (Line& line : lines_) {
        if (!line.stale) continue;
        line.stale = false;
        const bool fits = satisfied(line);
        broken_ += static_cast<int>(line.fits) - static_cast<int>(fits);
        line.fits = fits;
    }
    return broken_;
}

int Beliefs::iterate(double gamma, double damping) {
    REQUIRE(0 <= gamma && gamma <= 1 && 0 <= damping && damping < 1);
    send_messages(damping, {});
    return end_iteration(gamma);
}

Status Beliefs::run(const BeliefOptions& options, const Poll& poll) {
    REQUIRE(0 <= options.gamma && options.gamma <= 1);
    REQUIRE(0 <= options.damping && options.damping < 1);
    restart(options.seed);
    int least = broken_ + 1, waited = 0;
    while (iteration_ < options.iterations && broken_ > 0) {
        if (!send_messages(options.damping, poll)) return Status::Interrupted;
        end_iteration(options.gamma);
        ++waited;
        if (broken_ != least) {
            least = broken_;
            waited = 0;
        }
        if (options.patience > 0 && waited >= options.patience) break;
    }
    const bool kept = keep_hints(poll);
    if (!kept && broken_ > 0) return Status::Interrupted;  // a solution is returned anyway
    ENSURE(broken_ > 0 || std::all_of(lines_.begin(), lines_.end(),
                                      [&](const Line& line) { return satisfied(line); }));
    return broken_ == 0 ? Status::Fixpoint : Status::Contradiction;
}

std::vector<float> Beliefs::marginals() const {
    const std::size_t values = static_cast<std::size_t>(colors_) + 1;
    std::vector<float> result(guess_.size() * values, 0.0f);
    for (std::size_t place = 0; place < guess_.size(); ++place)
        result[place * values + guess_[place]] = 1.0f;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        float* const out = &result[cells_[i].place * values];
        float sum = 0.0f;
        std::fill(out, out + values, 0.0f);
        for (int v = 0; v <= colors_; ++v) {
            if (v != cells_[i].base && (v == 0 || !possible_[i * colors_ + v - 1])) continue;
            const std::size_t at = i * colors_ + v - 1;
            const float odds =
                v == cells_[i].base ? 0.0f : from_row_[at] + from_col_[at] + field_[at];
            out[v] = std::exp2(std::min(odds, 60.0f));
            sum += out[v];
        }
        for (int v = 0; v <= colors_; ++v) out[v] /= sum;
    }
    return result;
}

std::vector<Lead> Beliefs::leads() const {
    // How much surer a cell is of its value than of the next likely one, as log-odds.
    std::vector<float> margin(cells_.size());
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        float most = 0.0f, second = -kNeverHeard;  // the base value has odds 0
        for (int v = 1; v <= colors_; ++v) {
            const std::size_t at = i * colors_ + v - 1;
            if (v == cells_[i].base || !possible_[at]) continue;
            const float odds = from_row_[at] + from_col_[at] + field_[at];
            second = std::max(second, std::min(most, odds));
            most = std::max(most, odds);
        }
        margin[i] = most - second;
    }
    std::vector<int> order(cells_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return margin[a] > margin[b]; });
    std::vector<Lead> result;
    result.reserve(order.size());
    for (const int i : order) {
        const int place = cells_[i].place;
        if (cells_[i].row_line >= 0 || cells_[i].col_line >= 0)
            result.push_back({place / width_, place % width_, guess_[place]});
    }
    return result;
}

// Keeps the end of this run if it is the best since hints(); false if the poll stops it first.
bool Beliefs::keep_hints(const Poll& poll) {
    if (!handed_out_ && least_broken_ <= broken_) return true;
    std::vector<std::vector<int>> starts(static_cast<std::size_t>(height_) + width_);
    for (Line& line : lines_) {
        if (meter_.stop(0, poll)) return false;
        update(line, 0.0f, &starts[line.index]);
    }
    least_broken_ = broken_;
    hints_.cells = guess_;
    hints_.starts = std::move(starts);
    handed_out_ = false;
    return true;
}

const Hints& Beliefs::hints() {
    if (hints_.cells.empty()) keep_hints({});
    handed_out_ = true;
    return hints_;
}

}  // namespace nonosat
