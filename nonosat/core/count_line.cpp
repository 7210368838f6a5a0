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

// The states of the chain that the cells that vary can reach, layer by layer.
struct Layers {
    std::vector<std::vector<int>> reached;  // [k]: chain states before cell k
    std::vector<std::vector<int>> moves;    // [k][i * values + v]: index in reached[k + 1], or -1
};

void take(std::size_t& room, std::size_t entries) {
    if (entries > room) throw TooLarge{};
    room -= entries;
}

// The pass forward.
class LayerMaker {
public:
    LayerMaker(const std::vector<Block>& blocks, const std::vector<std::uint64_t>& domain,
               const std::vector<int>& cells, int values)
        : chain_(blocks),
          domain_(domain),
          cells_(cells),
          values_(values),
          count_(static_cast<int>(cells.size())),
          found_(chain_.need.size(), -1) {}

    Layers run(std::size_t& room) {
        Layers layers{std::vector<std::vector<int>>(cells_.size() + 1),
                      std::vector<std::vector<int>>(cells_.size())};
        const int start = pass_known(0, 0);
        if (start < 0 || (count_ == 0 && start != chain_.last())) throw NoPlacement{};
        layers.reached[0].push_back(start);
        for (int k = 0; k < count_; ++k) {
            layers.moves[k].assign(layers.reached[k].size() * values_, -1);
            take(room, layers.moves[k].size());
            step(k, layers.reached[k], layers.moves[k], layers.reached[k + 1]);
        }
        return layers;
    }

private:
    // From behind cell k - 1 (k = 0: the line's start) to before cell k, or to the end.
    int pass_known(int state, int k) const {
        int p = k == 0 ? 0 : cells_[k - 1] + 1;
        const int stop = k == count_ ? static_cast<int>(domain_.size()) : cells_[k];
        for (; p < stop && state >= 0; ++p)
            state = chain_.step(state, std::countr_zero(domain_[p]));
        return state;
    }

    // From the states before cell k to those before cell k + 1.
    void step(int k, const std::vector<int>& from, std::vector<int>& moves, std::vector<int>& to) {
        for (std::size_t i = 0; i < from.size(); ++i)
            for (int v = 0; v < values_; ++v) {
                if (((domain_[cells_[k]] >> v) & 1) == 0) continue;
                int state = chain_.step(from[i], v);
                if (state >= 0) state = pass_known(state, k + 1);
                if (state < 0 || (k + 1 == count_ && state != chain_.last())) continue;
                if (found_[state] < 0) {
                    found_[state] = static_cast<int>(to.size());
                    to.push_back(state);
                }
                moves[i * values_ + v] = found_[state];
            }
        for (const int state : to) found_[state] = -1;
    }

    const Chain chain_;
    const std::vector<std::uint64_t>& domain_;
    const std::vector<int>& cells_;
    const int values_, count_;
    std::vector<int> found_;  // per chain state: its index in the layer at work, or -1
};

// Merges the states of a layer with the same future. `merged` has the numbers of the states of the
// next layer, and then those of this one; -1 for a state that cannot be completed. `next` receives
// the transitions. Returns how many states there are.
int merge_states(const std::vector<int>& moves, int values, std::vector<int>& merged,
                 std::vector<int>& next) {
    const std::size_t states = moves.size() / values;
    std::map<std::vector<int>, int> numbers;
    std::vector<int> before(states, -1);
    for (std::size_t i = 0; i < states; ++i) {
        std::vector<int> future(values, -1);
        bool alive = false;
        for (int v = 0; v < values; ++v) {
            const int to = moves[i * values + v];
            if (to >= 0) future[v] = merged[to];
            alive = alive || future[v] >= 0;
        }
        if (!alive) continue;
        const auto [place, fresh] = numbers.try_emplace(future, static_cast<int>(numbers.size()));
        before[i] = place->second;
        if (fresh) next.insert(next.end(), future.begin(), future.end());
    }
    merged.swap(before);
    return static_cast<int>(numbers.size());
}

// The pass backward: the smallest automaton with the same words.
void minimise(Layers& layers, int values, CountLine& line, std::size_t& room) {
    std::vector<int> merged(layers.reached.back().size(), 0);
    for (int k = static_cast<int>(layers.moves.size()) - 1; k >= 0; --k) {
        line.sizes[k] = merge_states(layers.moves[k], values, merged, line.next[k]);
        if (line.sizes[k] == 0) throw NoPlacement{};
        line.bits = std::max(line.bits, bits_for(line.sizes[k]));
        room += layers.moves[k].size();
        take(room, line.next[k].size());
        layers.moves[k].clear();
    }
}

}  // namespace

CountLine make_count_line(const Clue& clue, const std::vector<std::uint64_t>& domain,
                          const std::vector<char>& varies, int values, std::size_t& room) {
    CountLine line;
    const int length = static_cast<int>(domain.size());
    REQUIRE(varies.size() == domain.size() && values >= 2);
    for (int p = 0; p < length; ++p)
        if (varies[p]) line.cells.push_back(p);
    const std::size_t count = line.cells.size();
    line.sizes.assign(count + 1, 1);
    if (!clue.given) {  // any values are allowed: one state
        line.next.assign(count, std::vector<int>(values, 0));
        return line;
    }
    Layers layers = LayerMaker(clue.blocks, domain, line.cells, values).run(room);
    line.next.resize(count);
    minimise(layers, values, line, room);
    ENSURE(line.sizes[0] == 1);
    return line;
}

}  // namespace nonosat
