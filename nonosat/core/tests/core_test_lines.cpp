// SPDX-License-Identifier: MIT
// Line solving, compared with every placement of short lines and, for lines of 1 to 16 words, which
// brute force cannot reach, with dynamic programming over cells.
#include <cstdio>
#include <map>
#include <random>
#include <vector>

#include "core_test.hpp"

namespace nonosat::core_test {

namespace {

// Every clue, every domain state (a non-empty set of values per cell).
void check_all_lines(int longest, int colors) {
    LineWork<1> work;
    const unsigned full = (1u << (colors + 1)) - 1;
    long long cases = 0;
    for (int n = 1; n <= longest; ++n)
        for (const auto& [blocks, placements] : all_placements(n, colors)) {
            Domains domains(n, 1);
            do {
                Domains expected(n, 0);
                bool any = false;
                for (const auto& line : placements) {
                    bool agrees = true;
                    for (int i = 0; i < n && agrees; ++i) agrees = (domains[i] >> line[i]) & 1;
                    if (!agrees) continue;
                    any = true;
                    for (int i = 0; i < n; ++i) expected[i] |= 1u << line[i];
                }
                if (!any) expected.clear();
                expect(solve<1>(blocks, domains, colors, work) == expected, show(blocks, domains));
                ++cases;
            } while (advance(domains, 1u, full));
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
        const auto change = static_cast<unsigned>(2 + random() % 20);
        const auto hidden = static_cast<unsigned>(2 + random() % 10);
        const bool tight = random() % 2;  // then a block can lie in few words
        std::vector<int> line(n, 0);
        for (int i = 0; i < n; ++i) {
            const bool same = i > 0 && random() % change != 0 && (!tight || line[i - 1] != 0);
            line[i] = same ? line[i - 1] : static_cast<int>(random() % (colors + 1));
        }
        const std::vector<Block> blocks = blocks_of(line);
        Domains domains(n, full);
        for (int i = 0; i < n; ++i)
            if (random() % hidden == 0)
                domains[i] = (1u << line[i]) | (static_cast<unsigned>(random()) & full);
        if (random() % 4 == 0) domains[random() % n] = 1u << (random() % (colors + 1));
        const Domains solved = solve<W>(blocks, domains, colors, work);
        expect(solved == solve_plainly(blocks, domains), show(blocks, domains));
        if (solved.empty()) continue;
        Domains of_starts(n, 0);  // the colours that the starts of the blocks give
        for (std::size_t i = 0; i < blocks.size(); ++i)
            work.starts[i].each([&](int start) {
                for (int c = start; c < start + blocks[i].length; ++c)
                    of_starts.at(c) |= 1u << blocks[i].color;
            });
        for (int i = 0; i < n; ++i)
            expect(of_starts[i] == (solved[i] & ~1u), show(blocks, domains));
    }
    std::printf("lines of %d word(s): %d cases agree\n", W, rounds);
}

}  // namespace

void test_all_lines(int one, int two) {
    check_all_lines(one, 1);
    check_all_lines(two, 2);
}

void test_wide_lines(std::mt19937& random) {
    check_wide_lines<1>(4000, random);
    check_wide_lines<2>(1000, random);
    check_wide_lines<3>(300, random);
    check_wide_lines<4>(600, random);
    check_wide_lines<6>(100, random);
    check_wide_lines<8>(200, random);
    check_wide_lines<10>(60, random);
    check_wide_lines<16>(100, random);
}

}  // namespace nonosat::core_test
