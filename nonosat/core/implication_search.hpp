// SPDX-License-Identifier: MIT
// ImplicationSearch: the literals that the implication graph of a board forces, found natively.
//
// Nodes are literals, an edge A -> B says that solving one line with A added gives B
// (implications.hpp). A literal B is forced if its negation leads to it; that covers contradictions
// and tautologies alike (nonosat/logic/implications.py has the argument). The same file has the
// search over a networkx graph, which is the reference; it shares neither the edges nor the search.
//
// Method.
// - Edges of a line come from LinePairs, all at once, and only for lines that changed since the
//   last graph.
// - Strongly connected components (Tarjan 1972) are numbered so that edges lead to lower numbers.
// - At a fixpoint of propagation the graph is skew-symmetric: A -> B iff not B -> not A. So a
//   literal A fails exactly if A leads to some X and has an edge to not X. The predecessors of a
//   failing literal fail, so the components without predecessors, the roots, are tried first, 256
//   at a time as bits that run down the components. If no root fails, no literal fails.
// - Else the successors of a failing literal's negation are forced, those of a sound root are
//   sound, and only the components that are neither are tried like the roots.
//
// Cost: linear in the edges, times a 256th of the roots. Rejected: a bit set of reachable literals
// per component, which needs memory in the square of the literals.
//
// Source: 2-SAT by components: Aspvall, Plass, Tarjan 1979; failed literals from the roots: Heule,
// Järvisalo, Biere, "Efficient CNF simplification based on binary implication graphs", 2011.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "line_edges.hpp"

namespace nonosat {

// Work done so far. Lines whose edges were made count as line solves of the board.
struct ImplicationCounts {
    std::uint64_t graphs = 0;    // built and searched
    std::uint64_t literals = 0;  // of all graphs together
    std::uint64_t edges = 0;
    std::uint64_t forced = 0;
};

class ImplicationSearch {
public:
    // The largest graph that is built: 32 Mi edges take 256 MiB.
    static constexpr std::size_t kMaxEdges = std::size_t{1} << 25;
    static constexpr std::size_t kMaxLiterals = std::size_t{1} << 23;

    explicit ImplicationSearch(Board& board);

    // Searches the graph of the board, which must be propagated: Fixpoint, and `forced`; or
    // Interrupted. The board does not change.
    Status search(const Poll& poll);
    // Propagates, searches and makes forced literals permanent, until no literal is forced. If not
    // `complete`, it ends after one graph, which ImplicationMasks searches if the board is small.
    // After Interrupted it may be called again. Afterwards there may be no graph with chains and
    // edges.
    Status run(bool complete, const Poll& poll);

    // True if the last graph was too large to build; then no literal was forced.
    bool too_large() const { return too_large_; }
    // True if the graph forces a literal and its negation: there is no solution.
    bool contradictory() const { return contradictory_; }
    // The forced literals of the last search, ascending.
    const std::vector<int>& forced() const { return forced_; }
    // A shortest path of edges in the graph of the last search; empty if no path exists. The first
    // link is `from`, with line -1. REQUIRES that the board has not changed since that search.
    struct Link {
        int literal, line;  // line: the line of the edge to the literal; -1: the cell alone
    };
    std::vector<Link> chain(int from, int to) const;
    // Calls visit(target, line) for each edge from a literal in the graph of the last search, with
    // the same requirement.
    template <class Visit>
    void each_edge(int literal, const Visit& visit) const {
        const std::size_t cell = literals.cell(literal);
        const int row = board_.row_of(cell), column = board_.height + board_.column_of(cell);
        each_target(lines_[row], literal, [&](int target) { visit(target, row); });
        each_target(lines_[column], literal, [&](int target) { visit(target, column); });
        each_target(exclusions_, literal, [&](int target) { visit(target, -1); });
    }

    const Literals literals;
    ImplicationCounts counts;

private:
    static constexpr int kWords = 4;
    using Mark = std::array<std::uint64_t, kWords>;

    template <class Visit>
    static void each_target(const LineEdges& edges, int literal, const Visit& visit) {
        const auto found = std::lower_bound(edges.sources.begin(), edges.sources.end(), literal);
        if (found == edges.sources.end() || *found != literal) return;
        const auto at = found - edges.sources.begin();
        for (std::uint32_t e = at > 0 ? edges.ends[at - 1] : 0; e < edges.ends[at]; ++e)
            visit(edges.targets[e]);
    }

    Status search_masks(const Poll& poll);
    bool collect(WorkMeter& meter);
    void add_exclusions(std::size_t cell);
    bool link(WorkMeter& meter);
    bool find_components(WorkMeter& meter);
    bool find_forced(WorkMeter& meter);
    std::vector<int> roots() const;
    bool can_fail(int component) const;
    bool try_sources(const std::vector<int>& components, WorkMeter& meter);
    bool try_block(const int* components, int count, WorkMeter& meter);
    bool fails(int component, int bit) const;
    bool force(int literal, WorkMeter& meter);
    bool force_targets(const LineEdges& edges, int literal, WorkMeter& meter);
    std::vector<int> undecided(const std::vector<int>& roots) const;
    bool make_permanent();
    bool is_solved() const;

    bool is_failed(int component) const {
        return is_forced_[Literals::negated(members_[member_begin_[component]])] != 0;
    }

    Board& board_;
    std::unique_ptr<EdgeMaker> maker_;
    bool too_large_ = false, contradictory_ = false;
    std::vector<LineEdges> lines_;      // per line; kept from graph to graph
    LineEdges exclusions_;              // between the values of one cell; with several colours
    std::vector<std::uint32_t> begin_;  // per literal, its first edge; one more at the end
    std::vector<int> targets_;
    std::vector<std::uint8_t> has_edges_;  // per literal: 1 if it is a source
    std::vector<std::size_t> cursors_;

    std::vector<int> component_;     // per literal, -1 without edges
    std::vector<int> members_;       // the literals by component
    std::vector<int> member_begin_;  // per component, its first member; one more at the end
    std::vector<std::uint32_t> seen_, low_, edge_at_;
    std::vector<int> open_, path_;

    std::vector<Mark> marks_;  // per component, which sources lead to it
    std::vector<char> is_forced_;
    std::vector<int> forced_;
};

}  // namespace nonosat
