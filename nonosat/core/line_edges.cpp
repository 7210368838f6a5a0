// SPDX-License-Identifier: MIT
#include "line_edges.hpp"

#include <algorithm>

#include "line_pairs.hpp"

namespace nonosat {
namespace {

template <int W>
class EdgeMakerOf : public EdgeMaker {
public:
    explicit EdgeMakerOf(const BoardOf<W>& board)
        : board_(board), literals_{board.colors}, last_(board.lines()) {}

    Result edges(int line, LineEdges& found, WorkMeter& meter) override {
        const Bits<W>* here = board_.domain(line);
        const auto values = static_cast<std::size_t>(board_.colors) + 1;
        std::vector<Bits<W>>& last = last_[line];
        if (!last.empty() && std::equal(last.begin(), last.end(), here)) return Result::Same;
        last.clear();
        found_.clear();
        find_unknown(here);
        if (unknown_.any()) {
            const auto result = pairs_.compute(board_.length(line), board_.colors,
                                               board_.clue(line).blocks, here, unknown_, meter);
            if (result == LinePairs<W>::Result::Stopped) return Result::Stopped;
            if (result == LinePairs<W>::Result::TooLarge) return Result::TooLarge;
            if (!add_edges(line, here, meter)) return Result::Stopped;
        }
        last.assign(here, here + values);
        found = found_;
        return Result::Changed;
    }

private:
    void find_unknown(const Bits<W>* here) {
        Bits<W> once = Bits<W>::none();
        unknown_ = Bits<W>::none();
        for (int v = 0; v <= board_.colors; ++v) {
            unknown_ |= once & here[v];
            once |= here[v];
        }
    }

    bool add_edges(int line, const Bits<W>* here, WorkMeter& meter) {
        LineEdges& found = found_;
        const std::vector<int>& values = pairs_.values();
        const int slots = static_cast<int>(values.size());
        with_.resize(slots);
        std::size_t edges = 0;
        bool stopped = false;
        unknown_.each([&](int place) {
            const auto unions =
                static_cast<std::uint64_t>(slots) * slots * (slots <= 2 ? 2 : slots);
            stopped = stopped || meter.stop(unions * 2 * W + (found.targets.size() - edges) * 8);
            if (stopped) return;
            edges = found.targets.size();
            Bits<W> others = unknown_;
            others.clear(place);
            for (int slot = 0; slot < slots; ++slot) {
                if (!here[values[slot]].test(place) || (board_.colors == 1 && slot == 0)) continue;
                for (const bool holds : {true, false}) {
                    const std::size_t before = found.targets.size();
                    find_with(place, slot, holds);
                    add_targets(line, here, others);
                    if (found.targets.size() == before) continue;
                    found.sources.push_back(
                        literals_.of(board_.cell_at(line, place), values[slot], holds));
                    found.ends.push_back(static_cast<std::uint32_t>(found.targets.size()));
                }
            }
        });
        return !stopped;
    }

    // The values that the cells can have if a literal holds.
    void find_with(int place, int slot, bool holds) {
        const int slots = static_cast<int>(with_.size());
        for (int other = 0; other < slots; ++other) {
            if (slots <= 2) {
                with_[other] = pairs_.together(place, holds ? slot : 1 - slot, other);
                continue;
            }
            with_[other] = Bits<W>::none();
            for (int s = 0; s < slots; ++s)
                if ((s == slot) == holds) with_[other] |= pairs_.together(place, s, other);
        }
    }

    // Adds the edges to the other cells; with_[slot] has the cells that can have that value.
    void add_targets(int line, const Bits<W>* here, const Bits<W>& others) {
        const auto add = [&](const Bits<W>& places, int value, bool holds) {
            places.each([&](int place) {
                found_.targets.push_back(literals_.of(board_.cell_at(line, place), value, holds));
            });
        };
        const std::vector<int>& values = pairs_.values();
        if (board_.colors == 1) {
            const Bits<W> filled = values.size() > 1 ? with_[1] : Bits<W>::none();
            add(others.without(with_[0]), 1, true);
            add(others.without(filled), 1, false);
            return;
        }
        Bits<W> once = Bits<W>::none(), twice = Bits<W>::none();
        for (const Bits<W>& mask : with_) {
            twice |= once & mask;
            once |= mask;
        }
        const Bits<W> single = others.without(twice);
        for (std::size_t slot = 0; slot < values.size(); ++slot) {
            add((others & here[values[slot]]).without(with_[slot]), values[slot], false);
            add(single & with_[slot], values[slot], true);
        }
    }

    const BoardOf<W>& board_;
    const Literals literals_;
    LinePairs<W> pairs_;
    LineEdges found_;  // of one line; copied when it is complete, which takes one allocation
    Bits<W> unknown_;
    std::vector<Bits<W>> with_;
    std::vector<std::vector<Bits<W>>> last_;  // per line, the state whose edges were made
};

}  // namespace

std::unique_ptr<EdgeMaker> make_edge_maker(Board& board) {
    return with_words(board, []<int W>(BoardOf<W>& fitting) -> std::unique_ptr<EdgeMaker> {
        return std::make_unique<EdgeMakerOf<W>>(fitting);
    });
}

}  // namespace nonosat
