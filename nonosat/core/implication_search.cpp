// SPDX-License-Identifier: MIT
#include "implication_search.hpp"

#include <algorithm>

#include "implication_masks.hpp"

namespace nonosat {

ImplicationSearch::ImplicationSearch(Board& board) : literals{board.colors}, board_(board) {}

Status ImplicationSearch::run(bool complete, const Poll& poll) {
    while (true) {
        const Status status = board_.propagate(poll);
        if (status != Status::Fixpoint) return status;
        if (is_solved()) return Status::Fixpoint;
        const bool small = !complete && ImplicationMasks::fits(board_);
        const Status searched = small ? search_masks(poll) : search(poll);
        if (searched == Status::Interrupted) return searched;
        if (too_large_) return Status::Fixpoint;
        if (contradictory_) return Status::Contradiction;
        if (forced_.empty()) return Status::Fixpoint;
        if (!make_permanent()) return Status::Contradiction;
        if (!complete) return board_.propagate(poll);
    }
}

// As search(), for a graph that is not needed afterwards.
Status ImplicationSearch::search_masks(const Poll& poll) {
    ImplicationMasks masks(board_);
    if (masks.search(poll) == Status::Interrupted) return Status::Interrupted;
    too_large_ = false;
    contradictory_ = masks.contradictory();
    forced_ = masks.forced();
    ++counts.graphs;
    counts.edges += masks.edges();
    counts.literals += masks.literals();
    counts.forced += forced_.size();
    return Status::Fixpoint;
}

// True if every unknown cell is in no given line, so that no clue constrains it.
bool ImplicationSearch::is_solved() const {
    const auto cells = static_cast<std::size_t>(board_.height) * board_.width;
    for (std::size_t cell = 0; cell < cells; ++cell)
        if (!board_.is_known(cell) && (board_.clue(board_.row_of(cell)).given ||
                                       board_.clue(board_.height + board_.column_of(cell)).given))
            return false;
    return true;
}

// Makes the forced literals permanent; false if a cell has no value left.
bool ImplicationSearch::make_permanent() {
    for (const int literal : forced_) {
        const auto cell = literals.cell(literal);
        for (int v = 0; v <= board_.colors; ++v)
            if ((v == literals.value(literal)) != Literals::holds(literal) &&
                !board_.remove(board_.row_of(cell), board_.column_of(cell), v))
                return false;
    }
    return true;
}

Status ImplicationSearch::search(const Poll& poll) {
    REQUIRE(board_.at_fixpoint());
    WorkMeter meter(poll, board_.poll_work);
    forced_.clear();
    contradictory_ = too_large_ = false;
    if (!collect(meter)) return too_large_ ? Status::Fixpoint : Status::Interrupted;
    if (!link(meter) || !find_components(meter) || !find_forced(meter)) return Status::Interrupted;
    for (const int literal : forced_)
        contradictory_ = contradictory_ || is_forced_[Literals::negated(literal)] != 0;
    std::sort(forced_.begin(), forced_.end());
    ++counts.graphs;
    counts.edges += exclusions_.targets.size();
    for (const LineEdges& edges : lines_) counts.edges += edges.targets.size();
    counts.forced += forced_.size();
    // A literal is in the graph if it, or its negation, has an edge.
    for (std::size_t literal = 0; literal < has_edges_.size(); literal += 2)
        counts.literals += 2 * (has_edges_[literal] | has_edges_[literal + 1]);
    return Status::Fixpoint;
}

// Makes the edges of the lines that changed. False if stopped, or too large.
bool ImplicationSearch::collect(WorkMeter& meter) {
    const auto cells = static_cast<std::size_t>(board_.height) * board_.width;
    if (cells * literals.values() * 2 > kMaxLiterals) {
        too_large_ = true;
        return false;
    }
    if (!maker_) {
        maker_ = make_edge_maker(board_);
        lines_.resize(board_.lines());
    }
    std::size_t edges = 0;
    exclusions_.clear();
    if (board_.colors > 1)
        for (std::size_t cell = 0; cell < cells; ++cell) add_exclusions(cell);
    edges = exclusions_.targets.size();
    for (int line = 0; line < board_.lines(); ++line) {
        if (!board_.clue(line).given) continue;
        const EdgeMaker::Result result = maker_->edges(line, lines_[line], meter);
        if (result == EdgeMaker::Result::Stopped) return false;
        edges += lines_[line].targets.size();
        if (result == EdgeMaker::Result::TooLarge || edges > kMaxEdges) {
            too_large_ = true;
            lines_.assign(lines_.size(), {});
            maker_ = make_edge_maker(board_);
            return false;
        }
        board_.counts.line_solves += result == EdgeMaker::Result::Changed;
    }
    return true;
}

// "is red" -> "is not blue"; with two values left also "is not red" -> "is blue".
void ImplicationSearch::add_exclusions(std::size_t cell) {
    if (board_.is_known(cell)) return;
    const int row = board_.row_of(cell), column = board_.column_of(cell);
    const int left = board_.values_left(cell);
    for (int v = 0; v <= board_.colors; ++v) {
        if (!board_.can_be(row, column, v)) continue;
        for (const bool holds : {true, false}) {
            if (!holds && left != 2) continue;
            for (int w = 0; w <= board_.colors; ++w)
                if (w != v && board_.can_be(row, column, w))
                    exclusions_.targets.push_back(literals.of(cell, w, !holds));
            exclusions_.sources.push_back(literals.of(cell, v, holds));
            exclusions_.ends.push_back(static_cast<std::uint32_t>(exclusions_.targets.size()));
        }
    }
}

// Puts the edges of all lines together, by source, except those into sinks: sinks imply nothing,
// and a literal that fails leads to some X and not X that are not sinks.
bool ImplicationSearch::link(WorkMeter& meter) {
    const auto cells = static_cast<std::size_t>(board_.height) * board_.width;
    const std::size_t count = cells * literals.values() * 2;
    has_edges_.assign(count, 0);
    for (const LineEdges& edges : lines_)
        for (const int source : edges.sources) has_edges_[source] = 1;
    for (const int source : exclusions_.sources) has_edges_[source] = 1;
    begin_.assign(1, 0);
    begin_.reserve(count + 1);
    std::size_t size = exclusions_.targets.size(), written = 0;
    for (const LineEdges& edges : lines_) size += edges.targets.size();
    if (targets_.size() < size) targets_.resize(size);
    // The sources of each line ascend, as the literals do.
    cursors_.assign(lines_.size() + 1, 0);
    const auto take = [&](const LineEdges& edges, std::size_t& cursor, int literal) {
        if (cursor == edges.sources.size() || edges.sources[cursor] != literal) return;
        const std::uint32_t from = cursor > 0 ? edges.ends[cursor - 1] : 0;
        for (std::uint32_t e = from; e < edges.ends[cursor]; ++e) {
            targets_[written] = edges.targets[e];
            written += has_edges_[edges.targets[e]];
        }
        ++cursor;
    };
    std::size_t literal = 0;
    for (int row = 0; row < board_.height; ++row) {
        if (meter.stop(lines_[row].targets.size() * 16 + board_.width)) return false;
        for (int column = 0; column < board_.width; ++column)
            for (int i = 0; i < 2 * literals.values(); ++i, ++literal) {
                if (has_edges_[literal] != 0) {
                    const int at = static_cast<int>(literal);
                    take(lines_[row], cursors_[row], at);
                    take(lines_[board_.height + column], cursors_[board_.height + column], at);
                    take(exclusions_, cursors_.back(), at);
                }
                begin_.push_back(static_cast<std::uint32_t>(written));
            }
    }
    return true;
}

// Tarjan's algorithm without recursion. Components get their numbers as they are closed, so every
// edge between two of them leads to the lower number.
bool ImplicationSearch::find_components(WorkMeter& meter) {
    const std::size_t count = begin_.size() - 1;
    component_.assign(count, -1);
    seen_.assign(count, 0);
    low_.resize(count);
    edge_at_.resize(count);
    members_.clear();
    member_begin_.assign(1, 0);
    std::uint32_t time = 0;
    const auto enter = [&](int literal) {
        seen_[literal] = low_[literal] = ++time;
        edge_at_[literal] = begin_[literal];
        open_.push_back(literal);
        path_.push_back(literal);
    };
    open_.clear();
    path_.clear();
    for (std::size_t start = 0; start < count; ++start) {
        if (seen_[start] != 0 || begin_[start] == begin_[start + 1]) continue;
        enter(static_cast<int>(start));
        while (!path_.empty()) {
            const int at = path_.back();
            int next = -1;
            const std::uint32_t from = edge_at_[at];
            std::uint32_t edge = from;
            for (; edge < begin_[at + 1] && next < 0; ++edge) {
                const int target = targets_[edge];
                if (seen_[target] == 0)
                    next = target;
                else if (component_[target] < 0)
                    low_[at] = std::min(low_[at], seen_[target]);
            }
            edge_at_[at] = edge;
            if (meter.stop(4 * (edge - from) + 8)) return false;
            if (next >= 0) {
                enter(next);
                continue;
            }
            path_.pop_back();
            if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[at]);
            if (low_[at] != seen_[at]) continue;
            const int number = static_cast<int>(member_begin_.size()) - 1;
            int member;
            do {
                member = open_.back();
                open_.pop_back();
                component_[member] = number;
                members_.push_back(member);
            } while (member != at);
            member_begin_.push_back(static_cast<int>(members_.size()));
        }
    }
    return true;
}

bool ImplicationSearch::find_forced(WorkMeter& meter) {
    is_forced_.assign(component_.size(), 0);
    const std::vector<int> top = roots();
    if (!try_sources(top, meter)) return false;
    if (forced_.empty()) return true;
    return try_sources(undecided(top), meter);
}

// The components without predecessors.
std::vector<int> ImplicationSearch::roots() const {
    const std::size_t count = member_begin_.size() - 1;
    std::vector<char> reached(count, 0);
    for (std::size_t c = 0; c < count; ++c)
        for (int m = member_begin_[c]; m < member_begin_[c + 1]; ++m)
            for (std::uint32_t e = begin_[members_[m]]; e < begin_[members_[m] + 1]; ++e)
                if (component_[targets_[e]] != static_cast<int>(c))
                    reached[component_[targets_[e]]] = 1;
    std::vector<int> found;
    for (std::size_t c = count; c-- > 0;)
        if (reached[c] == 0) found.push_back(static_cast<int>(c));
    return found;
}

// A literal that leads to sinks alone cannot fail.
bool ImplicationSearch::can_fail(int component) const {
    for (int m = member_begin_[component]; m < member_begin_[component + 1]; ++m)
        if (begin_[members_[m]] != begin_[members_[m] + 1]) return true;
    return false;
}

// Finds out which of the components fail, 256 at a time, and forces the consequences.
bool ImplicationSearch::try_sources(const std::vector<int>& components, WorkMeter& meter) {
    std::vector<int> block;
    const auto finish = [&] {
        const bool done =
            block.empty() || try_block(block.data(), static_cast<int>(block.size()), meter);
        block.clear();
        return done;
    };
    for (const int component : components) {
        if (is_failed(component) || !can_fail(component)) continue;
        block.push_back(component);
        if (block.size() == 64 * kWords && !finish()) return false;
    }
    return finish();
}

bool ImplicationSearch::try_block(const int* components, int count, WorkMeter& meter) {
    const int highest = *std::max_element(components, components + count);
    marks_.assign(static_cast<std::size_t>(highest) + 1, Mark{});
    for (int i = 0; i < count; ++i) marks_[components[i]][i / 64] |= std::uint64_t{1} << (i % 64);
    for (int c = highest; c >= 0; --c) {
        const Mark mark = marks_[c];
        std::uint64_t any = 0;
        for (const std::uint64_t word : mark) any |= word;
        if (any == 0) continue;
        for (int m = member_begin_[c]; m < member_begin_[c + 1]; ++m) {
            const int member = members_[m];
            if (meter.stop((begin_[member + 1] - begin_[member]) * 2 * kWords)) return false;
            for (std::uint32_t e = begin_[member]; e < begin_[member + 1]; ++e) {
                Mark& next = marks_[component_[targets_[e]]];
                for (int w = 0; w < kWords; ++w) next[w] |= mark[w];
            }
        }
    }
    for (int i = 0; i < count; ++i) {
        if (!fails(components[i], i)) continue;
        for (int m = member_begin_[components[i]]; m < member_begin_[components[i] + 1]; ++m)
            if (!force(Literals::negated(members_[m]), meter)) return false;
    }
    return true;
}

// True if a source leads to some X, and has an edge to not X.
bool ImplicationSearch::fails(int component, int bit) const {
    for (int m = member_begin_[component]; m < member_begin_[component + 1]; ++m)
        for (std::uint32_t e = begin_[members_[m]]; e < begin_[members_[m] + 1]; ++e) {
            const int opposite = component_[Literals::negated(targets_[e])];
            if (opposite >= 0 && opposite < static_cast<int>(marks_.size()) &&
                ((marks_[opposite][bit / 64] >> (bit % 64)) & 1) != 0)
                return true;
        }
    return false;
}

// Notes that a literal is forced, and all its successors, sinks included.
bool ImplicationSearch::force(int literal, WorkMeter& meter) {
    if (is_forced_[literal] != 0) return true;
    is_forced_[literal] = 1;
    std::size_t next = forced_.size();
    forced_.push_back(literal);
    for (; next < forced_.size(); ++next) {
        const auto cell = literals.cell(forced_[next]);
        if (!force_targets(lines_[cell / board_.width], forced_[next], meter) ||
            !force_targets(lines_[board_.height + cell % board_.width], forced_[next], meter) ||
            !force_targets(exclusions_, forced_[next], meter))
            return false;
    }
    return true;
}

bool ImplicationSearch::force_targets(const LineEdges& edges, int literal, WorkMeter& meter) {
    const auto found = std::lower_bound(edges.sources.begin(), edges.sources.end(), literal);
    if (found == edges.sources.end() || *found != literal) return true;
    const auto at = found - edges.sources.begin();
    const std::uint32_t from = at > 0 ? edges.ends[at - 1] : 0;
    for (std::uint32_t e = from; e < edges.ends[at]; ++e)
        if (is_forced_[edges.targets[e]] == 0) {
            is_forced_[edges.targets[e]] = 1;
            forced_.push_back(edges.targets[e]);
        }
    return !meter.stop(2 * (edges.ends[at] - from));
}

std::vector<ImplicationSearch::Link> ImplicationSearch::chain(int from, int to) const {
    std::vector<Link> before(has_edges_.size(), Link{-1, -1});  // the literal before, by which line
    std::vector<int> open{from};
    if (from < 0 || to < 0 || std::max(from, to) >= static_cast<int>(before.size())) return {};
    before[from].literal = from;
    for (std::size_t next = 0; next < open.size() && before[to].literal < 0; ++next) {
        const int at = open[next];
        each_edge(at, [&](int target, int line) {
            if (before[target].literal >= 0) return;
            before[target] = {at, line};
            open.push_back(target);
        });
    }
    std::vector<Link> links;
    if (before[to].literal < 0) return links;
    for (int at = to; at != from; at = before[at].literal) links.push_back({at, before[at].line});
    links.push_back({from, -1});
    std::reverse(links.begin(), links.end());
    return links;
}

// The components that are reached from no sound root and are not known to fail.
std::vector<int> ImplicationSearch::undecided(const std::vector<int>& roots) const {
    const std::size_t count = member_begin_.size() - 1;
    std::vector<char> sound(count, 0);
    for (const int root : roots) sound[root] = !is_failed(root);
    std::vector<int> found;
    for (std::size_t c = count; c-- > 0;) {
        const int number = static_cast<int>(c);
        if (sound[c] != 0) {
            for (int m = member_begin_[c]; m < member_begin_[c + 1]; ++m)
                for (std::uint32_t e = begin_[members_[m]]; e < begin_[members_[m] + 1]; ++e)
                    sound[component_[targets_[e]]] = 1;
        } else if (!is_failed(number)) {
            found.push_back(number);
        }
    }
    return found;
}

}  // namespace nonosat
