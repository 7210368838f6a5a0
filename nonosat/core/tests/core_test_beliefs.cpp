// SPDX-License-Identifier: MIT
// Beliefs, their marginals, switching components and dives: marginals
// of lines against every placement; solutions, switching components and dives against the clues.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "beliefs.hpp"
#include "board.hpp"
#include "cnf.hpp"
#include "core_test.hpp"
#include "dive.hpp"
#include "marginals.hpp"
#include "switching_component.hpp"

namespace nonosat::core_test {

namespace {

// The places of a line's blocks, as a board with this line alone would give them.
template <int W>
bool belief_line(const std::vector<Block>& blocks, const Domains& domains, int colors,
                 LineWork<W>& work, BeliefLine& line, Domains& solved) {
    solved = solve<W>(blocks, domains, colors, work);
    if (solved.empty()) return false;
    std::vector<std::vector<int>> starts(blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i)
        work.starts[i].each([&](int start) { starts[i].push_back(start); });
    line = BeliefLine(static_cast<int>(domains.size()), colors, blocks, starts);
    return true;
}

// Random weights of the possible values, down to the least; 0 for the others.
std::vector<double> random_weights(const Domains& solved, int colors, std::mt19937& random) {
    const std::size_t n = solved.size();
    std::vector<double> weights((colors + 1) * n, 0.0);
    for (std::size_t c = 0; c < n; ++c)
        for (int v = 0; v <= colors; ++v)
            if ((solved[c] >> v) & 1)
                weights[v * n + c] =
                    std::exp2(-static_cast<double>(random() % (1000 * kWeightBits)) / 1000);
    return weights;
}

// Marginals of every clue of short lines, on random domains and weights, in both kinds of numbers.
void check_marginals(int longest, int colors, std::mt19937& random) {
    LineWork<1> work;
    Marginals<double> plain;
    Marginals<Wide> wide;
    long long cases = 0;
    for (int n = 1; n <= longest; ++n)
        for (const auto& [blocks, placements] : all_placements(n, colors))
            for (int round = 0; round < 4; ++round) {
                const unsigned full = (1u << (colors + 1)) - 1;
                Domains domains(n, full), solved;
                for (unsigned& domain : domains)
                    if (round > 0 && random() % 3 == 0)
                        domain = static_cast<unsigned>(1 + random() % full);
                BeliefLine line;
                if (!belief_line<1>(blocks, domains, colors, work, line, solved)) continue;
                const std::vector<double> weights = random_weights(solved, colors, random);
                std::vector<double> expected(weights.size(), 0.0), starts(blocks.size() * n, 0.0);
                double total = 0;
                for (const auto& placement : placements) {
                    double weight = 1;
                    for (int c = 0; c < n; ++c) weight *= weights[placement[c] * n + c];
                    total += weight;
                    for (int c = 0; c < n; ++c) expected[placement[c] * n + c] += weight;
                    std::size_t block = 0;
                    for (int c = 0; c < n; ++c)
                        if (placement[c] != 0 && (c == 0 || placement[c - 1] != placement[c]))
                            starts[block++ * n + c] += weight;
                }
                std::vector<double> shares(weights.size(), -1.0), wide_shares(weights.size(), -1.0);
                std::vector<int> medians;
                plain(line, weights.data(), shares.data(), &medians);
                wide(line, weights.data(), wide_shares.data());
                for (std::size_t i = 0; i < weights.size(); ++i) {
                    expect(std::fabs(shares[i] - expected[i] / total) < 1e-12,
                           "marginals: " + show(blocks, domains));
                    expect(std::fabs(wide_shares[i] - expected[i] / total) < 1e-12,
                           "wide marginals: " + show(blocks, domains));
                }
                for (std::size_t b = 0; b < blocks.size(); ++b) {
                    double before = 0;
                    for (int c = 0; c < medians[b]; ++c) before += starts[b * n + c];
                    expect(before <= (0.5 + 1e-9) * total &&
                               before + starts[b * n + medians[b]] >= (0.5 - 1e-9) * total,
                           "a median: " + show(blocks, domains));
                }
                ++cases;
            }
    std::printf("marginals up to %d cells, %d colour(s): %lld cases agree\n", longest, colors,
                cases);
}

// Lines of 1,000 cells: every cell's shares are numbers that sum to 1, and where few cells are
// open, wide and plain numbers agree.
void check_long_marginals(int rounds, std::mt19937& random) {
    LineWork<16> work;
    Marginals<double> plain;
    Marginals<Wide> wide;
    for (int round = 0; round < rounds; ++round) {
        const int n = 1000, colors = 1 + round % 2;
        std::vector<int> picture(n);
        const auto change = static_cast<unsigned>(2 + random() % 8);
        for (int c = 0; c < n; ++c)
            picture[c] = c > 0 && random() % change != 0
                             ? picture[c - 1]
                             : static_cast<int>(random() % (colors + 1));
        const std::vector<Block> blocks = blocks_of(picture);
        const bool few = round % 3 == 2;
        Domains domains(n, (1u << (colors + 1)) - 1), solved;
        for (int c = 0; c < n; ++c)
            if (few ? c < 480 || c >= 520 : random() % 10 == 0) domains[c] = 1u << picture[c];
        BeliefLine line;
        expect(belief_line<16>(blocks, domains, colors, work, line, solved), "a long line");
        std::vector<double> weights = random_weights(solved, colors, random);
        for (int c = 0; c < n; ++c)
            for (int v = 0; v <= colors; ++v)
                if (solved[c] == 1u << v) weights[static_cast<std::size_t>(v) * n + c] = 1.0;
        std::vector<double> shares(weights.size());
        wide(line, weights.data(), shares.data());
        for (int c = 0; c < n; ++c) {
            double sum = 0;
            for (int v = 0; v <= colors; ++v) {
                const double share = shares[static_cast<std::size_t>(v) * n + c];
                expect(std::isfinite(share) && share >= 0 && share <= 1, "a long line's share");
                if (((solved[c] >> v) & 1) == 0)
                    expect(share < 1e-9, "an impossible value's share");
                sum += share;
            }
            expect(std::fabs(sum - 1) < 1e-9, "the shares of a cell do not sum to 1");
        }
        if (few) {
            std::vector<double> again(weights.size());
            plain(line, weights.data(), again.data());
            for (std::size_t i = 0; i < again.size(); ++i)
                expect(std::fabs(again[i] - shares[i]) < 1e-9, "wide and plain marginals differ");
        }
    }
    std::printf("marginals of lines of 1000 cells: %d cases\n", rounds);
}

// The clues that a complete grid breaks.
int broken_clues(const Sample& s, const std::vector<std::uint8_t>& cells) {
    int broken = 0;
    for (int line = 0; line < s.height + s.width; ++line)
        broken += !satisfies(line_of(cells, s.height, s.width, line), s.clues[line]);
    return broken;
}

// Beliefs count broken clues correctly, give the same for the same seed, and every grid that they
// and the search for switching components call a solution satisfies all clues.
void check_beliefs(int rounds, std::mt19937& random) {
    int found = 0, switched = 0;
    for (int round = 0; round < rounds; ++round) {
        const Sample s = sample(random, 12);
        auto board = make_board(s.height, s.width, s.colors, s.clues);
        bool refused = false;
        try {
            Beliefs early(*board);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        expect(refused || board->at_fixpoint(), "beliefs took a board that was not propagated");
        board->propagate({});
        Beliefs beliefs(*board), again(*board);
        beliefs.restart(round);
        again.restart(round);
        for (int i = 0; i < 8; ++i) {
            const int broken = beliefs.iterate(i % 2 ? 0.9 : 1.0, 0.1);
            expect(broken == broken_clues(s, beliefs.guess()), "broken clues are miscounted");
            expect(again.iterate(i % 2 ? 0.9 : 1.0, 0.1) == broken, "the same seed, another run");
        }
        expect(again.marginals() == beliefs.marginals(), "the same seed, other marginals");
        for (const float share : beliefs.marginals())
            expect(std::isfinite(share) && share >= 0 && share <= 1, "a marginal");
        BeliefOptions options;
        options.seed = 1;
        if (beliefs.run(options, {}) != Status::Fixpoint) continue;
        ++found;
        expect(solves(s, beliefs.guess()), "beliefs found a wrong solution");
        for (std::size_t i = 0; i < s.cells.size(); ++i)
            expect(board->can_be(static_cast<int>(i) / s.width, static_cast<int>(i) % s.width,
                                 beliefs.guess()[i]),
                   "beliefs contradict the board");
        Cnf cnf;
        encode(*board, Encoding::Order, {}, cnf);
        const std::vector<int> suggested = phases(cnf, beliefs.hints());
        expect(static_cast<int>(suggested.size()) == cnf.variables, "a variable without a phase");
        for (int i = 0; i < cnf.variables; ++i)
            expect(std::abs(suggested[i]) == i + 1, "phases are not in order");
        for (std::size_t i = 0; i < cnf.cell_of.size(); ++i)
            expect((suggested[i] > 0) == (beliefs.guess()[cnf.cell_of[i]] == cnf.value_of[i]),
                   "the phases are not those of the last run");
        SwitchingComponent component(*board, beliefs.guess());
        if (!component.find(100000)) continue;
        ++switched;
        expect(solves(s, component.cells()), "a switching component breaks a clue");
        bool differs = false;
        for (std::size_t i = 0; i < s.cells.size(); ++i)
            differs =
                differs || (component.cells()[i] != beliefs.guess()[i] &&
                            (s.clues[i / s.width].given || s.clues[s.height + i % s.width].given));
        expect(differs, "a switching component leads to the same solution");
    }
    expect(found > rounds / 2 && switched > rounds / 20,
           "beliefs or switching components find almost nothing");
    std::printf("beliefs: %d of %d boards solved, %d with a switching component\n", found, rounds,
                switched);
}

// A dive without a limit finds a solution of each board that has one, for all beliefs; a
// dive with a limit finds a solution or nothing; and the board is the same afterwards.
void check_dives(int rounds, std::mt19937& random) {
    int found = 0;
    for (int round = 0; round < rounds; ++round) {
        const Sample s = sample(random, 12);
        auto board = make_board(s.height, s.width, s.colors, s.clues);
        board->propagate({});
        Beliefs beliefs(*board);
        beliefs.restart(round);
        for (int i = static_cast<int>(random() % 5); i > 0; --i) beliefs.iterate(0.9, 0.0);
        const std::vector<int> before = domains_of(*board);
        const int unknown = board->unknown();
        std::vector<Lead> leads = beliefs.leads();
        for (const int conflicts : {0, 3, 1 << 30}) {
            if (round % 3 == 0) std::shuffle(leads.begin(), leads.end(), random);
            if (round % 3 == 1)
                for (Lead& lead : leads) lead.value = static_cast<int>(random() % (s.colors + 1));
            Dive dive(*board);
            const Status status = dive.find(leads, conflicts, {});
            expect(status == Status::Fixpoint || dive.conflicts() > conflicts,
                   "a dive gave up early");
            if (status == Status::Fixpoint) {
                expect(solves(s, dive.cells()), "a dive found a wrong solution");
                found += conflicts == 3;
            }
            Dive stopped(*board);
            const auto stop = [] { return true; };
            expect(stopped.find(leads, conflicts, stop) != Status::Fixpoint ||
                       solves(s, stopped.cells()),
                   "a stopped dive found a wrong solution");
        }
        expect(before == domains_of(*board) && unknown == board->unknown() &&
                   board->at_fixpoint() && board->conflict_line() < 0,
               "a dive changed its board");
    }
    expect(found > rounds / 2, "dives find almost nothing");
    std::printf("dives: %d of %d boards solved within 3 conflicts\n", found, rounds);
}

}  // namespace

void test_beliefs(std::mt19937& random) {
    check_marginals(9, 1, random);
    check_marginals(6, 2, random);
    check_marginals(5, 3, random);
    check_long_marginals(12, random);
    check_beliefs(600, random);
    check_dives(2000, random);
}

}  // namespace nonosat::core_test
