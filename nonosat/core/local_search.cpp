// SPDX-License-Identifier: MIT
#include "local_search.hpp"

#include <algorithm>
#include <utility>

#include "implication_search.hpp"
#include "line_reasons.hpp"
#include "probe.hpp"

namespace nonosat {
namespace {

constexpr int kPicks = 64;  // until a pair of groups that may be exchanged is found
constexpr std::uint64_t kEdgesPerSolve = 8;  // edges of the implication graph per line solve
constexpr std::size_t kMixed = 8;  // a smooth picture is mixed by an exchange for 8 groups
constexpr std::uint64_t kPollSolves = 1 << 12;  // work between two polls

}  // namespace

Status deduce(Board& board, Reach reach, const Poll& poll, std::uint64_t& work) {
    const std::uint64_t before = board.counts.line_solves;
    Status status = Status::Fixpoint;
    switch (reach) {
        case Reach::Nothing: break;
        case Reach::Trivial:
        case Reach::Overlap: {
            const auto technique =
                reach == Reach::Trivial ? LineTechnique::Trivial : LineTechnique::Overlap;
            const std::size_t mark = board.mark();
            status = make_line_reasons(board)->close(technique, poll);
            work += board.mark() - mark + static_cast<std::uint64_t>(board.lines());
            break;
        }
        case Reach::Line: status = board.propagate(poll); break;
        case Reach::Chain: {
            status = board.propagate(poll);
            if (status != Status::Fixpoint || board.unknown() == 0) break;
            ImplicationSearch search(board);
            status = search.run(true, poll);
            work += search.counts.edges / kEdgesPerSolve;
            break;
        }
        case Reach::Trial:
            status = board.propagate(poll);
            if (status != Status::Fixpoint || board.unknown() == 0) break;
            status = Prober(board).probe(poll);
            break;
    }
    work += board.counts.line_solves - before;
    return status;
}

LocalSearch::LocalSearch(int height, int width, int colors, std::vector<std::uint8_t> cells,
                         std::vector<int> groups, Requirements requirements, std::uint64_t seed)
    : height_(height),
      width_(width),
      colors_(colors),
      requirements_(requirements),
      cells_(std::move(cells)),
      group_(std::move(groups)),
      seed_(seed) {
    REQUIRE(cells_.size() == static_cast<std::size_t>(height) * width);
    REQUIRE(group_.size() == cells_.size());
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        const auto group = static_cast<std::size_t>(group_[cell]);
        if (members_.size() <= group) members_.resize(group + 1);
        members_[group].push_back(cell);
        REQUIRE(cells_[members_[group][0]] == cells_[cell]);
    }
    for (std::size_t group = 0; group < members_.size(); ++group) {
        const std::size_t size = members_[group].size();
        if (alike_.size() <= size) alike_.resize(size + 1);
        alike_[size].push_back(static_cast<int>(group));
    }
    filled_.resize(static_cast<std::size_t>(height_) + width_);
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        const std::size_t column = cell % width_;
        if (cells_[cell] != 0) count(cell, 1);
        if (column + 1 < static_cast<std::size_t>(width_))
            roughness_ += cells_[cell] != cells_[cell + 1];
        if (cell + width_ < cells_.size()) roughness_ += cells_[cell] != cells_[cell + width_];
    }
    most_roughness_ = roughness_;
}

std::uint64_t LocalSearch::random() {
    std::uint64_t z = (seed_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

// Two groups of the same size and different values; the first is open, unless `anywhere`. False if
// no such pair was found.
bool LocalSearch::choose(bool anywhere, int& a, int& b) {
    for (int pick = 0; pick < kPicks; ++pick) {
        const std::size_t cell =
            anywhere || open_.empty() ? below(cells_.size()) : open_[below(open_.size())];
        a = group_[cell];
        const bool near = !anywhere && !open_.empty() && (random() & 1) != 0;
        const std::vector<int>& others = alike_[members_[a].size()];
        b = near ? group_[open_[below(open_.size())]] : others[below(others.size())];
        if (members_[a].size() != members_[b].size()) continue;
        if (cells_[members_[a][0]] == cells_[members_[b][0]]) continue;
        if (!requirements_.smooth) return true;
        const int before = roughness_around(a, b);
        exchange(a, b);
        const int change = roughness_around(a, b) - before;
        exchange(a, b);
        if (roughness_ + change <= most_roughness_) return true;
    }
    return false;
}

void LocalSearch::exchange(int a, int b) {
    const std::uint8_t first = cells_[members_[a][0]], second = cells_[members_[b][0]];
    const int change = (second != 0) - (first != 0);
    for (const std::size_t cell : members_[a]) {
        cells_[cell] = second;
        count(cell, change);
    }
    for (const std::size_t cell : members_[b]) {
        cells_[cell] = first;
        count(cell, -change);
    }
}

void LocalSearch::count(std::size_t cell, int change) {
    filled_[cell / width_] += change;
    filled_[height_ + cell % width_] += change;
}

// How many lines are empty or full, if that is not allowed.
int LocalSearch::count_boring() const {
    int sum = 0;
    for (int line = 0; !requirements_.boring && line < height_ + width_; ++line)
        sum += is_boring(line);
    return sum;
}

// Exchanges cells of empty and full lines, as far as that helps.
void LocalSearch::fix_lines() {
    int bad = count_boring();
    const int lines = height_ + width_;
    for (int pick = 0; bad > 0 && pick < kPicks * lines; ++pick) {
        work_ += pick % 8 == 0;
        int line = static_cast<int>(below(lines));
        while (!is_boring(line)) line = (line + 1) % lines;
        const std::size_t place = below(line < height_ ? width_ : height_);
        const std::size_t cell = line < height_ ? line * static_cast<std::size_t>(width_) + place
                                                : place * width_ + (line - height_);
        const int a = group_[cell];
        const std::vector<int>& others = alike_[members_[a].size()];
        const int b = others[below(others.size())];
        if (cells_[members_[b][0]] == cells_[cell]) continue;
        const int around = roughness_around(a, b);
        exchange(a, b);
        const int now = count_boring();
        if (now > bad) {
            exchange(a, b);
            continue;
        }
        bad = now;
        roughness_ += roughness_around(a, b) - around;
    }
    most_roughness_ = std::max(most_roughness_, roughness_);
}

// The unequal neighbours of the cells of two groups; those that have both cells in the groups count
// twice, before and after an exchange.
int LocalSearch::roughness_around(int a, int b) const {
    int sum = 0;
    for (const int group : {a, b})
        for (const std::size_t cell : members_[group]) {
            const int row = static_cast<int>(cell) / width_,
                      column = static_cast<int>(cell) % width_;
            const auto unequal = [&](bool inside, std::size_t other) {
                if (!inside || cells_[other] == cells_[cell]) return;
                sum += group_[other] == a || group_[other] == b ? 1 : 2;
            };
            unequal(row > 0, cell - width_);
            unequal(row + 1 < height_, cell + width_);
            unequal(column > 0, cell - 1);
            unequal(column + 1 < width_, cell + 1);
        }
    return sum / 2;
}

bool LocalSearch::is_boring(int line) const {
    return filled_[line] == 0 || filled_[line] == (line < height_ ? width_ : height_);
}

// Looks at the picture: which cells are open, how many of them are unknown, is it too easy?
Status LocalSearch::evaluate(const Poll& poll) {
    ++tries_;
    clues_.resize(static_cast<std::size_t>(height_) + width_);
    for (int line = 0; line < height_ + width_; ++line) {
        Clue& clue = clues_[line];
        clue.given = true;
        clue.blocks.clear();
        const bool is_row = line < height_;
        const std::size_t start = is_row ? static_cast<std::size_t>(line) * width_
                                         : static_cast<std::size_t>(line - height_);
        const int length = is_row ? width_ : height_, step = is_row ? 1 : width_;
        int last = 0;
        for (int at = 0; at < length; ++at) {
            const int value = cells_[start + static_cast<std::size_t>(at) * step];
            if (value != 0 && value == last)
                ++clue.blocks.back().length;
            else if (value != 0)
                clue.blocks.push_back({1, value});
            last = value;
        }
    }
    const auto board = make_board(height_, width_, colors_, clues_);
    const std::uint64_t before = work_;
    Status status = deduce(*board, requirements_.below, poll, work_);
    below_unknown_ = board->unknown();
    easy_ = requirements_.below != Reach::Nothing && below_unknown_ == 0;
    if (status == Status::Fixpoint && below_unknown_ > 0)
        status = deduce(*board, requirements_.reach, poll, work_);
    if (status != Status::Fixpoint) return Status::Interrupted;  // a picture is a solution
    work_ += static_cast<std::uint64_t>(height_ + width_);
    since_poll_ += work_ - before;
    if (since_poll_ >= kPollSolves) {
        since_poll_ = 0;
        if (poll && poll()) return Status::Interrupted;
    }
    unknown_ = board->unknown();
    boring_ = count_boring();
    open_.clear();
    for (std::size_t cell = 0; cell < cells_.size(); ++cell)
        if (!board->is_known(cell) ||
            (boring_ > 0 &&
             (is_boring(board->row_of(cell)) || is_boring(height_ + board->column_of(cell)))))
            open_.push_back(cell);
    return Status::Fixpoint;
}

void LocalSearch::restore(State state) {
    open_ = std::move(state.open);
    unknown_ = state.unknown;
    below_unknown_ = state.below_unknown;
    boring_ = state.boring;
    easy_ = state.easy;
}

Status LocalSearch::look(const Poll& poll) {
    fix_lines();
    return evaluate(poll);
}

// Mixes the picture until `reach` solves a cell that `below` leaves, and looks at it.
Status LocalSearch::redraw(std::uint64_t most_work, const Poll& poll) {
    do {
        mix();
        const Status status = look(poll);
        if (status != Status::Fixpoint) return status;
    } while (gained() == 0 && work_ < most_work);
    return Status::Fixpoint;
}

// Another random picture with as many cells of each value: any, or a smooth one.
void LocalSearch::mix() {
    if (requirements_.smooth) {
        for (std::size_t i = 0; i < members_.size() / kMixed + 1; ++i) {
            int a = 0, b = 0;
            if (!choose(true, a, b)) continue;
            const int around = roughness_around(a, b);
            exchange(a, b);
            roughness_ += roughness_around(a, b) - around;
        }
        return;
    }
    for (const std::vector<int>& groups : alike_)
        for (std::size_t i = groups.size(); i > 1; --i) exchange(groups[i - 1], groups[below(i)]);
}

Status LocalSearch::climb(std::uint64_t most_work, int patience, const Poll& poll) {
    for (int idle = 0; !fits() && work_ < most_work; ++idle) {
        const bool is_bounded = requirements_.below != Reach::Nothing;
        if (is_bounded && boring_ == 0 && (gained() == 0 || idle >= patience)) {
            const Status status = redraw(most_work, poll);
            if (status != Status::Fixpoint) return status;
            idle = 0;
            if (fits()) break;
        }
        if (idle >= patience) break;
        const State old = state();
        const auto keeps = [&](const State& before) {
            if (boring_ != before.boring) return boring_ < before.boring;
            if (is_bounded && before.gained() > 0 && gained() == 0) return false;
            return unknown_ <= before.unknown;
        };
        bool kept = false;
        const Status status = exchange_if(easy_ && boring_ == 0, keeps, poll, kept);
        if (status != Status::Fixpoint) return status;
        if (kept && (boring_ != old.boring || (!easy_ && unknown_ < old.unknown))) break;
    }
    return Status::Fixpoint;
}

// Exchanges two groups, looks, and takes it back if keeps(state before) is false.
template <class Keeps>
Status LocalSearch::exchange_if(bool anywhere, const Keeps& keeps, const Poll& poll, bool& kept) {
    kept = false;
    int a = 0, b = 0;
    if (!choose(anywhere, a, b)) {
        work_ += static_cast<std::uint64_t>(height_ + width_);
        return Status::Fixpoint;
    }
    State old = state();
    const int around = roughness_around(a, b);
    exchange(a, b);
    const Status status = evaluate(poll);
    kept = status == Status::Fixpoint && keeps(old);
    if (kept) {
        roughness_ += roughness_around(a, b) - around;
        last_a_ = a;
        last_b_ = b;
    } else {
        exchange(a, b);
        restore(std::move(old));
    }
    return status;
}

Status LocalSearch::vary(std::uint64_t most_work, int patience, const Poll& poll, bool& varied) {
    REQUIRE(fits());
    varied = false;
    for (int idle = 0; idle < patience && !varied && work_ < most_work; ++idle) {
        const auto keeps = [&](const State&) { return fits(); };
        const Status status = exchange_if(true, keeps, poll, varied);
        if (status != Status::Fixpoint) return status;
    }
    return Status::Fixpoint;
}

void LocalSearch::take_back() {
    REQUIRE(last_a_ >= 0);
    const int around = roughness_around(last_a_, last_b_);
    exchange(last_a_, last_b_);
    roughness_ += roughness_around(last_a_, last_b_) - around;
    last_a_ = last_b_ = -1;
}

}  // namespace nonosat
