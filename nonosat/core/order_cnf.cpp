// SPDX-License-Identifier: MIT
// CNF: the order encoding of a line. Version 1.
//
// Block variables: let s_1 < .. < s_t be the starts of block i that occur in some placement of
// its line alone (line.hpp). le(i, p) = "block i starts at or before p" is a variable for p in
// s_1 .. s_(t-1), false below s_1 and true from s_t on; between two starts it equals the lower.
//   order       le(i, p) -> le(i, q)                     for neighbouring starts p < q
//   precedence  le(i + 1, q) -> le(i, q - length_i - gap)
//   cover       le(i, c) and not le(i, c - length_i) -> cell c has the colour of block i
//   gap         le(i, c - length_i) and not le(i + 1, c) -> cell c is EMPTY
// with "block 0" ending before the line (le = true) and "block m + 1" never starting (le = false),
// so that the gaps at both ends and empty clues are clauses of the same kind. Each placement of
// a line has exactly one assignment of its variables, so models can be counted.
//
// Source: order encoding, Tamura et al. 2009; its use for nonograms: the Copris and nonosolve
// programs. A solver learns from it clauses such as "block 3 starts before cell 12", which say much
// in few literals; the unrolled automaton (automaton_cnf.cpp) lacks these, and is slower. Clauses
// that line solving or probing could add were left out: docs/experiments.md, "SAT: encodings and
// backends", has the figures for both.
#include <utility>

#include "cnf.hpp"

namespace nonosat {
namespace {

// le(i, p) of one block.
class StartsAtOrBefore {
public:
    // `first` is the number of the variable for the lowest start.
    StartsAtOrBefore(std::vector<int> starts, int first)
        : starts_(std::move(starts)), first_(first) {}
    int operator()(int position) const {
        int below = 0, above = static_cast<int>(starts_.size());  // starts <= position
        while (below < above) {
            const int middle = (below + above) / 2;
            if (starts_[middle] <= position)
                below = middle + 1;
            else
                above = middle;
        }
        if (below == 0) return kFalse;
        if (below == static_cast<int>(starts_.size())) return kTrue;
        return first_ + below - 1;
    }
    const std::vector<int>& starts() const { return starts_; }

private:
    std::vector<int> starts_;
    int first_;
};

}  // namespace

bool encode_order(int line, CnfWriter& writer) {
    const Board& board = writer.board;
    REQUIRE(0 <= line && line < board.lines() && board.clue(line).given);
    Cnf& cnf = writer.cnf;
    const std::vector<Block>& blocks = board.clue(line).blocks;
    const int count = static_cast<int>(blocks.size()), length = board.length(line);
    std::vector<std::vector<int>> starts_of_blocks;
    if (!board.starts_of(line, starts_of_blocks)) return false;

    std::vector<StartsAtOrBefore> le;
    for (int i = 0; i < count; ++i) {
        std::vector<int>& starts = starts_of_blocks[i];
        const int first = cnf.variables + 1;
        const int added = static_cast<int>(starts.size()) - 1;
        for (int j = 1; j < added; ++j) writer.add({-(first + j - 1), first + j});
        cnf.variables += added;
        for (int j = 0; j < added; ++j) cnf.block_variables.push_back({line, i, starts[j]});
        le.emplace_back(std::move(starts), first);
    }
    for (int i = 0; i + 1 < count; ++i) {
        const int shift = blocks[i].length + (blocks[i].color == blocks[i + 1].color);
        const std::vector<int>& starts = le[i + 1].starts();
        for (std::size_t j = 0; j < starts.size(); ++j) {
            const int before = le[i](starts[j] - shift);
            // A clause of a higher start already has the same consequence.
            if (j + 1 < starts.size() && le[i](starts[j + 1] - shift) == before) continue;
            writer.add({-le[i + 1](starts[j]), before});
        }
    }
    for (int i = 0; i < count; ++i) {
        const std::vector<int>& starts = le[i].starts();
        for (int c = starts.front(); c < starts.back() + blocks[i].length; ++c)
            writer.add({-le[i](c), le[i](c - blocks[i].length),
                        writer.cell_literal(board.cell_at(line, c), blocks[i].color)});
    }
    for (int i = 0; i <= count; ++i) {  // the gap before block i
        writer.work(length);
        for (int c = 0; c < length; ++c) {
            const int ended = i == 0 ? kTrue : le[i - 1](c - blocks[i - 1].length);
            const int begun = i == count ? kFalse : le[i](c);
            if (ended == kFalse || begun == kTrue) continue;
            for (int color = 1; color <= board.colors; ++color) {
                const int filled = writer.cell_literal(board.cell_at(line, c), color);
                if (filled != kFalse) writer.add({-ended, begun, -filled});
            }
        }
    }
    return true;
}

}  // namespace nonosat
