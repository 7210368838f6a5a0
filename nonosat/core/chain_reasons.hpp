// SPDX-License-Identifier: MIT
// ChainFinder: the easiest chain of the implication graph that forces a literal, for a person.
//
// A chain leads from not B to B: each link solves one line with the literal before it. At a
// fixpoint of propagation the graph is skew-symmetric (implication_search.hpp), so one search from
// not B gives the distances from not B to X and, as those to not X, from X to B. A shortest chain
// has a middle literal that half as many links reach from both ends; the search goes no deeper.
//
// Of all forced literals we take those with the fewest links, then the literal with the fewest
// premises. Premises are minimal: without any one of the lines, or of the known literals, no chain
// of at most as many links leads from not B to B in the graph of the other lines and literals.
// First each link drops the premises that it does not need; then each line and each literal is left
// out, and if another chain of that length exists, that chain is shown.
//
// In the restricted graph a chain continues only at cells where two of its lines cross, because
// line solving is complete: two links in succession in one line are one link. And a literal that is
// open on the board leads only to literals that are open or true there, so chains visit no known
// cell, and no line without placement. A test therefore costs some tens of line solves.
//
// Rejected: to minimise the shortest chain that the solver's search returns, which gives longer
// explanations at hardly less cost.
#pragma once

#include <memory>
#include <optional>

#include "implication_search.hpp"
#include "reason.hpp"

namespace nonosat {

class ChainFinder {
public:
    // A chain of more links is split at its middle literal into two branches: people follow two
    // short chains more easily than a long one, but one chain is easier than two assumptions.
    static constexpr std::size_t kWhole = 5;
    // At most this many chains of the smallest length are made minimal and compared.
    static constexpr std::size_t kMost = 256;

    virtual ~ChainFinder() = default;
    // Searches the board, which must be propagated, for the easiest chain of at most `max_links`
    // links; `wanted` is the only literal to look at, or -1. Fixpoint, and the reason if there is
    // one; or Interrupted. The board does not change.
    virtual Status find(int max_links, int wanted, const Poll& poll,
                        std::optional<Reason>& found) = 0;
    // True if the last graph was too large to be built; nothing was then found.
    virtual bool too_large() const = 0;
};

// The finder for a board, which must outlive it.
std::unique_ptr<ChainFinder> make_chain_finder(Board& board);

}  // namespace nonosat
