// SPDX-License-Identifier: MIT
// What the files of core_test share: expect, random boards, and the oracle for lines.
//
// One file per subject, core_test_*.cpp, each with one function that core_test.cpp calls. All draw
// from one generator: a check that draws more numbers changes the cases of all checks after it.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "board.hpp"
#include "check.hpp"

namespace nonosat::core_test {

// One function per subject. Each exits at the first difference.
void test_all_lines(int longest_one_color, int longest_two_colors);
void test_wide_lines(std::mt19937& random);
void test_boards(std::mt19937& random);
void test_sequences(int rounds, std::mt19937& random);
void test_beliefs(std::mt19937& random);
void test_trimming(std::mt19937& random);
void test_counts(std::mt19937& random);
void test_implications(std::mt19937& random);
void test_line_reasons(std::mt19937& random);
void test_reasons(std::mt19937& random);
void test_davidje13(std::mt19937& random);
void test_looking(std::mt19937& random);
void test_local_search(std::mt19937& random);
void test_counting(std::mt19937& random);
void test_batch(std::mt19937& random);
void test_probe_search(std::mt19937& random);

using Domains = std::vector<unsigned>;  // per cell a bit set of values
using Key = std::vector<std::pair<int, int>>;

[[noreturn]] inline void fail(const std::string& what) {
    std::printf("core_test: FAILED: %s\n", what.c_str());
    std::exit(1);
}

inline void expect(bool condition, const std::string& what) {
    if (!condition) fail(what);
}

inline std::string show(const std::vector<Block>& blocks, const Domains& domains) {
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

// Every placement of every clue of lines of n cells: the oracle reads clues off complete
// lines and knows nothing else of them.
inline std::map<Key, std::vector<std::vector<int>>> all_placements(int n, int colors) {
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

// Line solving as the core does it, on domains given per cell. Empty = no placement.
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

// A random board whose solution is known, some clues withheld.
struct Sample {
    int height, width, colors;
    std::vector<int> cells;
    std::vector<Clue> clues;
};

// The clues of a picture, rows first.
template <class Cell>
std::vector<Clue> clues_of(const std::vector<Cell>& cells, int height, int width) {
    std::vector<Clue> clues(height + width);
    for (int line = 0; line < height + width; ++line) {
        Clue& clue = clues[line];
        clue.given = true;
        int last = 0;
        for (int i = 0; i < (line < height ? width : height); ++i) {
            const int cell =
                line < height ? cells[line * width + i] : cells[i * width + line - height];
            if (cell != 0 && cell == last)
                ++clue.blocks.back().length;
            else if (cell != 0)
                clue.blocks.push_back({1, cell});
            last = cell;
        }
    }
    return clues;
}

inline Sample sample(std::mt19937& random, int side) {
    Sample s;
    s.height = 1 + static_cast<int>(random() % side);
    s.width = 1 + static_cast<int>(random() % side);
    s.colors = 1 + static_cast<int>(random() % 2);
    for (int i = 0; i < s.height * s.width; ++i)
        s.cells.push_back(static_cast<int>(random() % (s.colors + 1)));
    s.clues = clues_of(s.cells, s.height, s.width);
    for (Clue& clue : s.clues) clue.given = random() % 12 != 0;
    return s;
}

// Its clues as they are read.
inline FlatClues flat_of(const Sample& s) {
    FlatClues flat;
    flat.height = s.height;
    flat.width = s.width;
    flat.colors = s.colors;
    for (const Clue& clue : s.clues) {
        flat.given.push_back(clue.given);
        if (clue.given)
            for (const Block& block : clue.blocks) {
                flat.blocks.push_back(static_cast<std::uint16_t>(block.length));
                flat.blocks.push_back(static_cast<std::uint16_t>(block.color));
            }
        flat.ends.push_back(static_cast<std::uint32_t>(flat.blocks.size()));
    }
    return flat;
}

// The values that each cell of a board can have, as bits.
inline std::vector<int> domains_of(const Board& board) {
    std::vector<int> domains;
    for (int row = 0; row < board.height; ++row)
        for (int column = 0; column < board.width; ++column) {
            int domain = 0;
            for (int v = 0; v <= board.colors; ++v) domain |= board.can_be(row, column, v) << v;
            domains.push_back(domain);
        }
    return domains;
}

// Does a line read off as its clue?
inline bool satisfies(const std::vector<int>& line, const Clue& clue) {
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

}  // namespace nonosat::core_test
