// SPDX-License-Identifier: MIT
#include "count_line.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace nonosat {
namespace {

// The chain of a clue. `loop[s]`: EMPTY stays in s.
struct Chain {
    std::vector<int> need;
    std::vector<char> loop;

    explicit Chain(const std::vector<Block>& blocks) {
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            for (int j = 0; j < blocks[i].length; ++j) {
                need.push_back(blocks[i].color);
                loop.push_back(j == 0);
            }
            if (i + 1 < blocks.size() && blocks[i + 1].color == blocks[i].color) {
                need.push_back(0);
                loop.push_back(false);
            }
        }
        need.push_back(-1);
        loop.push_back(true);
    }
    int step(int state, int value) const {
        if (value == 0 && loop[state]) return state;
        return need[state] == value ? state + 1 : -1;
    }
    int last() const { return static_cast<int>(need.size()) - 1; }
};

int bits_for(int count) {
    return count <= 1 ? 0 : std::bit_width(static_cast<unsigned>(count - 1));
}

}  // namespace

CountLine make_count_line(const Clue& clue, const std::vector<std::uint64_t>& domain,
                          const std::vector<char>& varies, int values, std::size_t& room) {
    CountLine line;
    const int length = static_cast<int>(domain.size());
    REQUIRE(varies.size() == domain.size() && values >= 2);
    for (int p = 0; p < length; ++p)
        if (varies[p]) line.cells.push_back(p);
    const int m = static_cast<int>(line.cells.size());
    if (!clue.given) {  // anything goes: one state
        line.sizes.assign(m + 1, 1);
        line.next.assign(m, std::vector<int>(values, 0));
        return line;
    }
    const Chain chain(clue.blocks);
    // From behind cell k - 1 (k = 0: the line's start) to before cell k, or to the end.
    const auto settle = [&](int state, int k) {
        int p = k == 0 ? 0 : line.cells[k - 1] + 1;
        const int stop = k == m ? length : line.cells[k];
        for (; p < stop && state >= 0; ++p) state = chain.step(state, std::countr_zero(domain[p]));
        return state;
    };
    std::vector<std::vector<int>> reached(m + 1);  // [k]: chain states before cell k, ascending
    std::vector<std::vector<int>> moves(m);        // [k][i * values + v]: index in reached[k + 1]
    const int start = settle(0, 0);
    if (start < 0) throw NoPlacement{};
    reached[0].push_back(start);
    std::vector<int> found(chain.need.size(), -1);
    for (int k = 0; k < m; ++k) {
        moves[k].assign(reached[k].size() * values, -1);
        if (moves[k].size() > room) throw TooLarge{};
        room -= moves[k].size();
        for (std::size_t i = 0; i < reached[k].size(); ++i)
            for (int v = 0; v < values; ++v) {
                if (((domain[line.cells[k]] >> v) & 1) == 0) continue;
                int state = chain.step(reached[k][i], v);
                if (state >= 0) state = settle(state, k + 1);
                if (state < 0 || (k + 1 == m && state != chain.last())) continue;
                if (found[state] < 0) {
                    found[state] = static_cast<int>(reached[k + 1].size());
                    reached[k + 1].push_back(state);
                }
                moves[k][i * values + v] = found[state];
            }
        for (const int state : reached[k + 1]) found[state] = -1;
    }
    if (m == 0 && start != chain.last()) throw NoPlacement{};
    // Backwards: number the states by what can follow.
    line.sizes.assign(m + 1, 1);
    line.next.resize(m);
    std::vector<int> merged(reached[m].size(), 0), before;
    for (int k = m - 1; k >= 0; --k) {
        std::map<std::vector<int>, int> numbers;
        before.assign(reached[k].size(), -1);
        for (std::size_t i = 0; i < reached[k].size(); ++i) {
            std::vector<int> future(values, -1);
            bool alive = false;
            for (int v = 0; v < values; ++v) {
                const int to = moves[k][i * values + v];
                if (to >= 0) future[v] = merged[to];
                alive = alive || future[v] >= 0;
            }
            if (!alive) continue;
            const auto [place, fresh] =
                numbers.try_emplace(future, static_cast<int>(numbers.size()));
            before[i] = place->second;
            if (fresh) line.next[k].insert(line.next[k].end(), future.begin(), future.end());
        }
        if (numbers.empty()) throw NoPlacement{};
        line.sizes[k] = static_cast<int>(numbers.size());
        line.bits = std::max(line.bits, bits_for(line.sizes[k]));
        room += moves[k].size();
        if (line.next[k].size() > room) throw TooLarge{};
        room -= line.next[k].size();
        moves[k].clear();
        merged.swap(before);
    }
    ENSURE(line.sizes[0] == 1);
    return line;
}

}  // namespace nonosat
