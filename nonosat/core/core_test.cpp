// SPDX-License-Identifier: MIT
// core_test: the core against brute force. Exits 1 with a message at the first difference.
//
//   core_test [CELLS_ONE_COLOR [CELLS_TWO_COLORS]]
//
// checks line-solving on every clue and every domain state of lines up to so many cells (9 and 6
// by default); then propagation, probing, undoing, the encoding and counts on random boards, wide
// lines of 2 to 16 words against dynamic programming over cells, and the trimming of random proofs.
// `tests/test_core.py` runs it; CI runs it again with contracts and sanitizers.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "beliefs.hpp"
#include "board.hpp"
#include "count.hpp"
#include "switch.hpp"
#include "trim.hpp"

using namespace nonosat;

namespace {

using Domains = std::vector<unsigned>;  // per cell a bit set of values
using Key = std::vector<std::pair<int, int>>;

[[noreturn]] void fail(const std::string& what) {
    std::printf("core_test: FAILED: %s\n", what.c_str());
    std::exit(1);
}

void expect(bool condition, const std::string& what) {
    if (!condition) fail(what);
}

std::string show(const std::vector<Block>& blocks, const Domains& domains) {
    std::string text = "clue";
    for (const Block& block : blocks) {
        text += ' ';
        text += std::to_string(block.length);
        text += ':';
        text += std::to_string(block.color);
    }
    text += ", domains";
    for (const unsigned domain : domains) {
        text += ' ';
        text += std::to_string(domain);
    }
    return text;
}

// Every arrangement of every clue of lines of n cells: the oracle knows clues only as what is
// read off complete lines.
std::map<Key, std::vector<std::vector<int>>> all_arrangements(int n, int colors) {
    std::map<Key, std::vector<std::vector<int>>> found;
    std::vector<int> line(n, 0);
    for (bool more = true; more;) {
        Key key;
        for (int i = 0; i < n; ++i) {
            if (line[i] == 0) continue;
            if (i > 0 && line[i - 1] == line[i])
                ++key.back().first;
            else
                key.push_back({1, line[i]});
        }
        found[key].push_back(line);
        more = false;
        for (int i = 0; i < n && !more; ++i) {
            more = ++line[i] <= colors;
            if (!more) line[i] = 0;
        }
    }
    return found;
}

// Line-solve as the core does it, on domains given per cell. Empty = no arrangement.
template <int W>
Domains solve(const std::vector<Block>& blocks, const Domains& domains, int colors,
              LineWork<W>& work) {
    const int n = static_cast<int>(domains.size());
    std::vector<Bits<W>> allowed(colors + 1, Bits<W>::none()), result(colors + 1);
    for (int i = 0; i < n; ++i)
        for (int v = 0; v <= colors; ++v)
            if ((domains[i] >> v) & 1) allowed[v].set(i);
    if (!solve_line<W>(n, colors, blocks.data(), static_cast<int>(blocks.size()), allowed.data(),
                       result.data(), work))
        return {};
    Domains solved(n, 0);
    for (int v = 0; v <= colors; ++v) result[v].each([&](int i) { solved[i] |= 1u << v; });
    return solved;
}

// Every clue, every domain state (a non-empty set of values per cell).
void check_all_lines(int longest, int colors) {
    LineWork<1> work;
    const unsigned full = (1u << (colors + 1)) - 1;
    long long cases = 0;
    for (int n = 1; n <= longest; ++n)
        for (const auto& [key, arrangements] : all_arrangements(n, colors)) {
            std::vector<Block> blocks;
            for (const auto& [length, color] : key) blocks.push_back({length, color});
            Domains domains(n, 1);
            for (bool more = true; more;) {
                Domains expected(n, 0);
                bool any = false;
                for (const auto& line : arrangements) {
                    bool agrees = true;
                    for (int i = 0; i < n && agrees; ++i) agrees = (domains[i] >> line[i]) & 1;
                    if (!agrees) continue;
                    any = true;
                    for (int i = 0; i < n; ++i) expected[i] |= 1u << line[i];
                }
                if (!any) expected.clear();
                expect(solve<1>(blocks, domains, colors, work) == expected, show(blocks, domains));
                ++cases;
                more = false;
                for (int i = 0; i < n && !more; ++i) {
                    more = ++domains[i] <= full;
                    if (!more) domains[i] = 1;
                }
            }
        }
    std::printf("lines up to %d cells, %d colour(s): %lld cases agree\n", longest, colors, cases);
}

// Plain dynamic programming over (block, cell), for lines that brute force cannot reach.
Domains solve_plainly(const std::vector<Block>& blocks, const Domains& domains) {
    const int n = static_cast<int>(domains.size()), m = static_cast<int>(blocks.size());
    // from[i][p]: blocks i.. can be placed in the cells p..; upto[i][p]: blocks ..i-1 before p.
    std::vector<std::vector<char>> from(m + 1, std::vector<char>(n + 2, 0));
    std::vector<std::vector<char>> upto(m + 1, std::vector<char>(n + 2, 0));
    const auto fits = [&](int i, int p) {
        if (p < 0 || p + blocks[i].length > n) return false;
        for (int c = p; c < p + blocks[i].length; ++c)
            if (((domains[c] >> blocks[i].color) & 1) == 0) return false;
        return true;
    };
    const auto gap = [&](int i) {  // between block i and i + 1
        return i >= 0 && i + 1 < m && blocks[i].color == blocks[i + 1].color;
    };
    const auto empty = [&](int c) { return c >= 0 && c < n && (domains[c] & 1); };
    const auto after = [&](int i, int end) {  // can the rest follow block i that ends here?
        if (!gap(i)) return from[i + 1][end] != 0;
        return empty(end) && from[i + 1][end + 1];
    };
    const auto before = [&](int i, int start) {
        if (!gap(i - 1)) return upto[i][start] != 0;
        return start > 0 && empty(start - 1) && upto[i][start - 1];
    };
    for (int i = m; i >= 0; --i)
        for (int p = n; p >= 0; --p)
            from[i][p] = (i == m && p == n) || (empty(p) && from[i][p + 1]) ||
                         (i < m && fits(i, p) && after(i, p + blocks[i].length));
    for (int i = 0; i <= m; ++i)
        for (int p = 0; p <= n; ++p) {
            upto[i][p] = (i == 0 && p == 0) || (empty(p - 1) && upto[i][p - 1]);
            if (i > 0) {
                const int start = p - blocks[i - 1].length;
                upto[i][p] |= fits(i - 1, start) && before(i - 1, start);
            }
        }
    if (!from[0][0]) return {};
    Domains result(n, 0);
    for (int i = 0; i <= m; ++i)
        for (int p = 0; p < n; ++p) {
            if (i < m && fits(i, p) && before(i, p) && after(i, p + blocks[i].length))
                for (int c = p; c < p + blocks[i].length; ++c) result[c] |= 1u << blocks[i].color;
            // Cell p empty between block i - 1 and block i.
            if (empty(p) && upto[i][p] && from[i][p + 1]) result[p] |= 1;
        }
    return result;
}

template <int W>
void check_wide_lines(int rounds, std::mt19937& random) {
    LineWork<W> work;
    for (int round = 0; round < rounds; ++round) {
        const int n = W == 1 ? 1 + static_cast<int>(random() % 63)
                             : 32 * W + static_cast<int>(random() % (32 * W));
        const int colors = 1 + static_cast<int>(random() % 3);
        const unsigned full = (1u << (colors + 1)) - 1;
        const unsigned change = 2 + random() % 20, hidden = 2 + random() % 10;
        std::vector<int> line(n, 0);
        for (int i = 0; i < n; ++i)
            line[i] = i > 0 && random() % change != 0 ? line[i - 1]
                                                       : static_cast<int>(random() % (colors + 1));
        std::vector<Block> blocks;
        for (int i = 0; i < n; ++i) {
            if (line[i] == 0) continue;
            if (i > 0 && line[i] == line[i - 1])
                ++blocks.back().length;
            else
                blocks.push_back({1, line[i]});
        }
        Domains domains(n, full);
        for (int i = 0; i < n; ++i)
            if (random() % hidden == 0)
                domains[i] = (1u << line[i]) | (static_cast<unsigned>(random()) & full);
        if (random() % 4 == 0) domains[random() % n] = 1u << (random() % (colors + 1));
        expect(solve<W>(blocks, domains, colors, work) == solve_plainly(blocks, domains),
               show(blocks, domains));
    }
    std::printf("lines of %d word(s): %d cases agree\n", W, rounds);
}

// A random board whose solution is known, some clues withheld.
struct Sample {
    int height, width, colors;
    std::vector<int> cells;
    std::vector<Clue> clues;
};

Sample sample(std::mt19937& random, int side) {
    Sample s;
    s.height = 1 + static_cast<int>(random() % side);
    s.width = 1 + static_cast<int>(random() % side);
    s.colors = 1 + static_cast<int>(random() % 2);
    for (int i = 0; i < s.height * s.width; ++i)
        s.cells.push_back(static_cast<int>(random() % (s.colors + 1)));
    for (int line = 0; line < s.height + s.width; ++line) {
        Clue clue;
        clue.given = random() % 12 != 0;
        const int n = line < s.height ? s.width : s.height;
        int last = 0;
        for (int i = 0; i < n; ++i) {
            const int cell = line < s.height ? s.cells[line * s.width + i]
                                             : s.cells[i * s.width + line - s.height];
            if (cell != 0 && cell == last)
                ++clue.blocks.back().length;
            else if (cell != 0)
                clue.blocks.push_back({1, cell});
            last = cell;
        }
        s.clues.push_back(clue);
    }
    return s;
}

std::vector<int> domains_of(const Board& board) {
    std::vector<int> domains;
    for (int row = 0; row < board.height; ++row)
        for (int column = 0; column < board.width; ++column) {
            int domain = 0;
            for (int v = 0; v <= board.colors; ++v) domain |= board.can_be(row, column, v) << v;
            domains.push_back(domain);
        }
    return domains;
}

// Probing without trail, stamps or skips: copies of the board, and both steps to the letter.
std::vector<int> probe_plainly(const Sample& s) {
    const auto board_of = [&](const std::vector<int>& domains) {
        auto board = make_board(s.height, s.width, s.colors, s.clues);
        for (int i = 0; i < s.height * s.width; ++i)
            for (int v = 0; v <= s.colors; ++v)
                if (((domains[i] >> v) & 1) == 0 && board->can_be(i / s.width, i % s.width, v))
                    board->remove(i / s.width, i % s.width, v);
        return board;
    };
    std::vector<int> domains(s.cells.size(), (1 << (s.colors + 1)) - 1);
    for (bool again = true; again;) {
        auto base = board_of(domains);
        expect(base->propagate({}) == Status::Fixpoint, "a board with a solution contradicts");
        domains = domains_of(*base);
        again = false;
        for (std::size_t i = 0; i < domains.size(); ++i) {
            std::vector<int> together(domains.size(), 0);
            for (int v = 0; v <= s.colors; ++v) {
                if (((domains[i] >> v) & 1) == 0) continue;
                std::vector<int> assumed = domains;
                assumed[i] = 1 << v;
                auto board = board_of(assumed);
                if (board->propagate({}) != Status::Fixpoint) continue;
                const std::vector<int> follows = domains_of(*board);
                for (std::size_t j = 0; j < follows.size(); ++j) together[j] |= follows[j];
            }
            if (together != domains) {
                domains = together;
                again = true;
            }
        }
    }
    return domains;
}

void check_boards(int rounds, std::mt19937& random) {
    int interrupted = 0;
    for (int round = 0; round < rounds; ++round) {
        const Sample s = sample(random, 6);
        auto board = make_board(s.height, s.width, s.colors, s.clues);
        // Interrupt now and then; going on must lead to the same closure.
        const unsigned every = 1 + random() % 3;
        const Poll poll = [&] { return random() % every == 0; };
        Status status = board->probe(poll);
        while (status == Status::Interrupted) {
            ++interrupted;
            status = board->probe(poll);
        }
        expect(status == Status::Fixpoint, "a board with a solution contradicts");
        expect(domains_of(*board) == probe_plainly(s), "probing differs from plain probing");
        for (std::size_t i = 0; i < s.cells.size(); ++i)
            expect(board->can_be(static_cast<int>(i) / s.width, static_cast<int>(i) % s.width,
                                 s.cells[i]),
                   "probing loses a solution");
        for (const Encoding encoding : {Encoding::Order, Encoding::Automaton, Encoding::Cells}) {
            Cnf cnf;
            expect(board->encode(encoding, {}, cnf) == Status::Fixpoint, "encoding stops");
            for (const int literal : cnf.literals)
                expect(literal != 0 && std::abs(literal) <= cnf.variables, "a literal out of range");
        }
    }
    std::printf("boards: %d agree with plain probing\n", rounds);
}

// Long work asks its poll, stops when told, and can go on afterwards.
void check_interrupts(std::mt19937& random) {
    Sample s;
    do s = sample(random, 60); while (s.height < 50 || s.width < 50);
    auto board = make_board(s.height, s.width, s.colors, s.clues);
    int asked = 0, stops = 0;
    Status status;
    do {
        status = board->probe([&] { return ++asked % 5 == 0; });
        stops += status == Status::Interrupted;
    } while (status == Status::Interrupted && stops < 40);
    expect(stops > 0, "long probing never asked its poll");
    bool thrown = false;
    try {
        for (int i = 0; i < 3; ++i) board->probe([]() -> bool { throw 1; });
    } catch (int) {
        thrown = true;
    }
    expect(thrown || board->unsettled() == 0 || status == Status::Fixpoint, "no poll threw");
    for (std::size_t i = 0; i < s.cells.size(); ++i)
        expect(board->can_be(static_cast<int>(i) / s.width, static_cast<int>(i) % s.width,
                             s.cells[i]),
               "an interrupted probe loses a solution");
    std::printf("interrupts: %d stops\n", stops);
}

// The places of a line's blocks, as a board with this line alone would give them.
template <int W>
bool belief_line(const std::vector<Block>& blocks, const Domains& domains, int colors,
                 LineWork<W>& work, BeliefLine& line, Domains& solved) {
    solved = solve<W>(blocks, domains, colors, work);
    if (solved.empty()) return false;
    std::vector<int> first, last;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        first.push_back(work.starts[i].lowest());
        last.push_back(work.starts[i].highest());
    }
    line = BeliefLine(static_cast<int>(domains.size()), colors, blocks, first, last);
    return true;
}

// Weights of the values that are left, random down to the least; 0 for the others.
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
        for (const auto& [key, arrangements] : all_arrangements(n, colors))
            for (int round = 0; round < 4; ++round) {
                std::vector<Block> blocks;
                for (const auto& [length, color] : key) blocks.push_back({length, color});
                const unsigned full = (1u << (colors + 1)) - 1;
                Domains domains(n, full), solved;
                for (unsigned& domain : domains)
                    if (round > 0 && random() % 3 == 0) domain = 1 + random() % full;
                BeliefLine line;
                if (!belief_line<1>(blocks, domains, colors, work, line, solved)) continue;
                const std::vector<double> weights = random_weights(solved, colors, random);
                std::vector<double> expected(weights.size(), 0.0), starts(blocks.size() * n, 0.0);
                double total = 0;
                for (const auto& arrangement : arrangements) {
                    double weight = 1;
                    for (int c = 0; c < n; ++c) weight *= weights[arrangement[c] * n + c];
                    total += weight;
                    for (int c = 0; c < n; ++c) expected[arrangement[c] * n + c] += weight;
                    std::size_t block = 0;
                    for (int c = 0; c < n; ++c)
                        if (arrangement[c] != 0 && (c == 0 || arrangement[c - 1] != arrangement[c]))
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
        const unsigned change = 2 + random() % 8;
        for (int c = 0; c < n; ++c)
            picture[c] = c > 0 && random() % change != 0 ? picture[c - 1]
                                                         : static_cast<int>(random() % (colors + 1));
        std::vector<Block> blocks;
        for (int c = 0; c < n; ++c)
            if (picture[c] != 0 && c > 0 && picture[c] == picture[c - 1])
                ++blocks.back().length;
            else if (picture[c] != 0)
                blocks.push_back({1, picture[c]});
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
                if (((solved[c] >> v) & 1) == 0) expect(share < 1e-9, "an impossible value's share");
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
    for (int line = 0; line < s.height + s.width; ++line) {
        if (!s.clues[line].given) continue;
        std::vector<std::pair<int, int>> runs, blocks;
        int last = 0;
        for (int i = 0; i < (line < s.height ? s.width : s.height); ++i) {
            const int cell = line < s.height ? cells[line * s.width + i]
                                             : cells[i * s.width + line - s.height];
            if (cell != 0 && cell == last)
                ++runs.back().first;
            else if (cell != 0)
                runs.push_back({1, cell});
            last = cell;
        }
        for (const Block& block : s.clues[line].blocks)
            blocks.push_back({block.length, block.color});
        broken += runs != blocks;
    }
    return broken;
}

// Beliefs count broken clues rightly, give the same for the same seed, and what they and the
// switches call a solution is one.
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
            const int broken = beliefs.round(i % 2 ? 0.9 : 1.0, 0.1);
            expect(broken == broken_clues(s, beliefs.guess()), "broken clues are miscounted");
            expect(again.round(i % 2 ? 0.9 : 1.0, 0.1) == broken, "the same seed, another run");
        }
        expect(again.marginals() == beliefs.marginals(), "the same seed, other marginals");
        for (const float share : beliefs.marginals())
            expect(std::isfinite(share) && share >= 0 && share <= 1, "a marginal");
        BeliefOptions options;
        options.seed = 1;
        if (beliefs.run(options, {}) != Status::Fixpoint) continue;
        ++found;
        expect(broken_clues(s, beliefs.guess()) == 0, "beliefs found what is no solution");
        for (std::size_t i = 0; i < s.cells.size(); ++i)
            expect(board->can_be(static_cast<int>(i) / s.width, static_cast<int>(i) % s.width,
                                 beliefs.guess()[i]),
                   "beliefs contradict the board");
        Cnf cnf;
        board->encode(Encoding::Order, {}, cnf, &beliefs.hints());
        expect(static_cast<int>(cnf.phases.size()) == cnf.variables, "a variable without a phase");
        for (int i = 0; i < cnf.variables; ++i)
            expect(std::abs(cnf.phases[i]) == i + 1, "phases are not in order");
        Switches switches(*board, beliefs.guess());
        if (!switches.find(100000)) continue;
        ++switched;
        expect(broken_clues(s, switches.cells()) == 0, "a switch breaks a clue");
        bool differs = false;
        for (std::size_t i = 0; i < s.cells.size(); ++i)
            differs = differs || (switches.cells()[i] != beliefs.guess()[i] &&
                                  (s.clues[i / s.width].given ||
                                   s.clues[s.height + i % s.width].given));
        expect(differs, "a switch leads to the same solution");
    }
    expect(found > rounds / 2 && switched > rounds / 20, "beliefs or switches find next to nothing");
    std::printf("beliefs: %d of %d boards solved, %d with a switch\n", found, rounds, switched);
}

// A dive without a limit finds a solution of each board that has one, whatever the beliefs; with a
// limit what it finds is one; and the board is as it was.
void check_dives(int rounds, std::mt19937& random) {
    int found = 0;
    for (int round = 0; round < rounds; ++round) {
        const Sample s = sample(random, 12);
        auto board = make_board(s.height, s.width, s.colors, s.clues);
        board->propagate({});
        Beliefs beliefs(*board);
        beliefs.restart(round);
        for (int i = random() % 5; i > 0; --i) beliefs.round(0.9, 0.0);
        std::vector<char> before, after;
        const auto domains = [&](std::vector<char>& out) {
            for (int i = 0; i < s.height * s.width; ++i)
                for (int v = 0; v <= s.colors; ++v)
                    out.push_back(board->can_be(i / s.width, i % s.width, v));
        };
        domains(before);
        const int unsettled = board->unsettled();
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
                expect(broken_clues(s, dive.cells()) == 0, "a dive found what is no solution");
                found += conflicts == 3;
            }
            Dive stopped(*board);
            const auto stop = [] { return true; };
            expect(stopped.find(leads, conflicts, stop) != Status::Fixpoint ||
                       broken_clues(s, stopped.cells()) == 0,
                   "a stopped dive found what is no solution");
        }
        domains(after);
        expect(before == after && unsettled == board->unsettled() && board->at_fixpoint() &&
                   board->conflict_line() < 0,
               "a dive changed its board");
    }
    expect(found > rounds / 2, "dives find next to nothing");
    std::printf("dives: %d of %d boards solved within 3 conflicts\n", found, rounds);
}

// Unit propagation by definition: does it find a conflict?
bool refutes_plainly(const std::vector<std::vector<int>>& clauses, std::vector<int> literals) {
    const auto holds = [&](int literal) {
        return std::find(literals.begin(), literals.end(), literal) != literals.end();
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (const int literal : literals)
            if (holds(-literal)) return true;
        for (const std::vector<int>& clause : clauses) {
            std::vector<int> left;
            for (const int literal : clause)
                if (!holds(-literal)) left.push_back(literal);
            if (left.empty()) return true;
            if (left.size() == 1 && !holds(left[0])) {
                literals.push_back(left[0]);
                changed = true;
            }
        }
    }
    return false;
}

// Random proofs: what trimming keeps must be a proof still.
void check_trimming(int proofs, std::mt19937& random) {
    constexpr int kVariables = 6;
    const auto random_clause = [&](std::size_t length) {
        std::vector<int> clause;
        while (clause.size() < length)
            clause.push_back((1 + static_cast<int>(random() % kVariables)) * (random() % 2 ? 1 : -1));
        return clause;
    };
    const auto negated = [](std::vector<int> clause) {
        for (int& literal : clause) literal = -literal;
        return clause;
    };
    int done = 0, dropped = 0;
    while (done < proofs) {
        std::vector<std::vector<int>> clauses, steps;
        for (std::size_t i = 20 + random() % 20; i > 0; --i)
            clauses.push_back(random_clause(2 + random() % 2));
        Trimmer trimmer(kVariables);
        for (const auto& clause : clauses) trimmer.add(clause);
        std::vector<std::vector<int>> all = clauses;
        for (int i = 0; i < 200 && !refutes_plainly(all, {}); ++i) {
            const std::vector<int> step = random_clause(1 + random() % 3);
            if (!refutes_plainly(all, negated(step))) continue;
            steps.push_back(step);
            all.push_back(step);
        }
        const bool refuted = refutes_plainly(all, {});
        expect(trimmer.refuted() == refutes_plainly(clauses, {}), "refuted");
        const std::vector<int> kept = trimmer.trim(steps, {}).value();
        if (!refuted) {
            expect(kept.size() == steps.size(), "steps of no proof are dropped");
            continue;
        }
        for (const int number : kept) {
            expect(refutes_plainly(clauses, negated(steps[number])), "a step lost what it needs");
            clauses.push_back(steps[number]);
        }
        expect(refutes_plainly(clauses, {}), "a trimmed proof proves nothing");
        dropped += static_cast<int>(steps.size() - kept.size());
        ++done;
    }
    std::printf("trimming: %d proofs, %d steps dropped\n", done, dropped);
}

// Does a line read off as its clue?
bool satisfies(const std::vector<int>& line, const Clue& clue) {
    if (!clue.given) return true;
    std::size_t block = 0;
    for (std::size_t i = 0; i < line.size();) {
        std::size_t end = i;
        while (end < line.size() && line[end] == line[i]) ++end;
        if (line[i] != 0) {
            if (block == clue.blocks.size()) return false;
            const Block& expected = clue.blocks[block++];
            if (expected.color != line[i] || expected.length != static_cast<int>(end - i))
                return false;
        }
        i = end;
    }
    return block == clue.blocks.size();
}

// All complete boards that satisfy the clues, by trying every board.
std::vector<std::vector<int>> all_solutions(const Sample& s) {
    std::vector<std::vector<int>> found;
    std::vector<int> cells(s.cells.size(), 0), line;
    for (bool more = true; more;) {
        bool good = true;
        for (int number = 0; number < s.height + s.width && good; ++number) {
            line.clear();
            if (number < s.height)
                for (int c = 0; c < s.width; ++c) line.push_back(cells[number * s.width + c]);
            else
                for (int r = 0; r < s.height; ++r)
                    line.push_back(cells[r * s.width + number - s.height]);
            good = satisfies(line, s.clues[number]);
        }
        if (good) found.push_back(cells);
        more = false;
        for (std::size_t i = 0; i < cells.size() && !more; ++i) {
            more = ++cells[i] <= s.colors;
            if (!more) cells[i] = 0;
        }
    }
    return found;
}

std::uint64_t counted(const Board& board, const CountTask& task, bool& exact, const Poll& poll) {
    const CountResult result = count_solutions(board, task, poll);
    exact = result.exact;
    for (std::size_t i = 1; i < result.number.size(); ++i)
        expect(result.number[i] == 0, "a small count has one word");
    return result.number[0];
}

// Counting against trying every board: whole boards, parts of them with the rest held, bounds.
void check_counts(int rounds, std::mt19937& random) {
    for (int round = 0; round < rounds;) {
        const Sample s = sample(random, 4);
        if (static_cast<int>(s.cells.size()) > (s.colors == 1 ? 12 : 8)) continue;
        ++round;
        const auto board = make_board(s.height, s.width, s.colors, s.clues);
        if (random() % 2 == 0) expect(board->propagate({}) == Status::Fixpoint, "has a solution");
        const auto solutions = all_solutions(s);
        std::uint64_t free = 1;
        CountTask task;
        for (int cell = 0; cell < s.height * s.width; ++cell) {
            const bool constrained = s.clues[cell / s.width].given ||
                                     s.clues[s.height + cell % s.width].given;
            if (!constrained) free *= static_cast<std::uint64_t>(s.colors) + 1;
            task.cells.push_back(cell);
        }
        bool exact = false;
        expect(counted(*board, task, exact, {}) * free == solutions.size() && exact,
               "the count of a whole board");
        // Part of the cells; the others are held at one of the solutions.
        task.solution = solutions[random() % solutions.size()];
        std::vector<char> varies(s.cells.size(), 0);
        task.cells.clear();
        for (int cell = 0; cell < s.height * s.width; ++cell) {
            const bool constrained = s.clues[cell / s.width].given ||
                                     s.clues[s.height + cell % s.width].given;
            if (constrained && random() % 3 != 0) {
                task.cells.push_back(cell);
                varies[cell] = 1;
            }
        }
        std::uint64_t expected = 0;
        for (const auto& solution : solutions) {
            bool same = true;
            for (std::size_t i = 0; i < solution.size() && same; ++i)
                same = varies[i] != 0 || solution[i] == task.solution[i];
            expected += same;
        }
        expect(counted(*board, task, exact, {}) == expected && exact, "the count of a part");
    }

    // n x n with every clue [1] has n! solutions; two words are needed for 21!.
    for (const int n : {1, 2, 5, 16}) {
        Clue one;
        one.given = true;
        one.blocks.push_back({1, 1});
        const auto board = make_board(n, n, 1, std::vector<Clue>(2 * n, one));
        CountTask task;
        for (int cell = 0; cell < n * n; ++cell) task.cells.push_back(cell);
        std::uint64_t factorial = 1;
        for (int i = 2; i <= n; ++i) factorial *= static_cast<std::uint64_t>(i);
        bool exact = false;
        expect(counted(*board, task, exact, {}) == factorial && exact, "n! solutions");
        // Too little memory, or no time: a bound that is at least the witness and never too high.
        for (int row = 0; row < n; ++row)
            for (int column = 0; column < n; ++column) task.solution.push_back(row == column);
        for (const int bits : {0, 10, 14, 18}) {
            task.max_bytes = std::size_t{1} << bits;
            const std::uint64_t squeezed = counted(*board, task, exact, {});
            expect(1 <= squeezed && squeezed <= factorial, "a bound by memory");
            expect(!exact || squeezed == factorial, "exact where it says so");
            expect(n < 16 || !exact, "that took more memory");
        }
        task.max_bytes = std::size_t{1} << 28;
        const std::uint64_t hurried = counted(*board, task, exact, [] { return true; });
        expect(1 <= hurried && hurried <= factorial && exact == (hurried == factorial),
               "a bound by time");
        expect(n < 16 || !exact, "that took time");
    }
}

// More solutions than 64 bits hold: 9 rows of one cell each, with free columns, make 200^9.
void check_wide_counts() {
    const int height = 9, width = 200;
    Clue one;
    one.given = true;
    one.blocks.push_back({1, 1});
    std::vector<Clue> clues(height, one);
    clues.resize(height + width);
    const auto board = make_board(height, width, 1, clues);
    CountTask task;
    for (int cell = 0; cell < height * width; ++cell) task.cells.push_back(cell);
    const CountResult result = count_solutions(*board, task, {});
    // 200^9 = 512 * 10^18 = 27 * 2^64 + 13937910009842106368
    expect(result.exact && result.number[0] == 13937910009842106368u && result.number[1] == 27,
           "200^9 solutions");
}

}  // namespace

int main(int count, char** arguments) {
    const int one = count > 1 ? std::atoi(arguments[1]) : 9;
    const int two = count > 2 ? std::atoi(arguments[2]) : 6;
    std::mt19937 random(1);
    check_all_lines(one, 1);
    check_all_lines(two, 2);
    check_wide_lines<1>(4000, random);
    check_wide_lines<2>(1000, random);
    check_wide_lines<4>(300, random);
    check_wide_lines<8>(100, random);
    check_wide_lines<16>(40, random);
    check_boards(600, random);
    check_interrupts(random);
    check_marginals(9, 1, random);
    check_marginals(6, 2, random);
    check_marginals(5, 3, random);
    check_long_marginals(12, random);
    check_beliefs(600, random);
    check_dives(2000, random);
    check_trimming(500, random);
    check_counts(2000, random);
    check_wide_counts();
    std::printf("core_test: all agree\n");
    return 0;
}
