// SPDX-License-Identifier: MIT
// Shared by the files of core_test: expect, random boards, and the oracle for lines.
//
// One file per subject, core_test_*.cpp, each with one function that core_test.cpp calls. All draw
// from one generator: a check that draws more numbers changes the cases of all checks after it.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
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
void test_weights(std::mt19937& random);
void test_batch(std::mt19937& random);
void test_probe_search(std::mt19937& random);

using Domains = std::vector<unsigned>;  // per cell a bit set of values

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

// The blocks of a complete line.
template <class Cell>
std::vector<Block> blocks_of(const std::vector<Cell>& line) {
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == 0) continue;
        if (i > 0 && line[i] == line[i - 1])
            ++blocks.back().length;
        else
            blocks.push_back({1, line[i]});
    }
    return blocks;
}

// Counts up, the first digit fastest; false when all digits begin again.
template <class Digit>
bool advance(std::vector<Digit>& digits, Digit least, Digit most) {
    for (Digit& digit : digits) {
        if (++digit <= most) return true;
        digit = least;
    }
    return false;
}

// Every placement of every clue of lines of n cells: the oracle only reads clues off complete
// lines.
inline std::map<std::vector<Block>, std::vector<std::vector<int>>> all_placements(int n,
                                                                                  int colors) {
    std::map<std::vector<Block>, std::vector<std::vector<int>>> found;
    std::vector<int> line(n, 0);
    do found[blocks_of(line)].push_back(line);
    while (advance(line, 0, colors));
    return found;
}

// The core's line solving, on domains given per cell. Empty: the line has no placement.
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

// A random board with a known solution; some clues are missing.
struct Sample {
    int height, width, colors;
    std::vector<int> cells;
    std::vector<Clue> clues;
};

// A line of a picture, rows first.
template <class Cell>
std::vector<Cell> line_of(const std::vector<Cell>& cells, int height, int width, int number) {
    std::vector<Cell> line;
    for (int i = 0; i < (number < height ? width : height); ++i)
        line.push_back(number < height ? cells[number * width + i]
                                       : cells[i * width + number - height]);
    return line;
}

// The clues of a picture, rows first.
template <class Cell>
std::vector<Clue> clues_of(const std::vector<Cell>& cells, int height, int width) {
    std::vector<Clue> clues;
    for (int line = 0; line < height + width; ++line)
        clues.push_back({true, blocks_of(line_of(cells, height, width, line))});
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

// The clues of a sample as readers pass them.
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

// A new board with the clues of another one, on which each cell has these values, as bits.
inline std::unique_ptr<Board> rebuilt(const Board& board, const std::vector<int>& domains) {
    std::vector<Clue> clues;
    for (int line = 0; line < board.lines(); ++line) clues.push_back(board.clue(line));
    auto copy = make_board(board.height, board.width, board.colors, std::move(clues));
    for (std::size_t cell = 0; cell < domains.size(); ++cell)
        for (int v = 0; v <= board.colors; ++v)
            if (((domains[cell] >> v) & 1) == 0)
                copy->remove(board.row_of(cell), board.column_of(cell), v);
    return copy;
}

// A new board that has only the clues of these lines.
inline std::unique_ptr<Board> restricted(const Board& board, const std::vector<int>& lines) {
    std::vector<Clue> clues(board.lines());
    for (const int line : lines) clues[line] = board.clue(line);
    return make_board(board.height, board.width, board.colors, std::move(clues));
}

// Assumes that a cell has a value or, if `holds` is false, does not have it.
inline void assume(Board& board, std::size_t cell, int value, bool holds = true) {
    for (int v = 0; v <= board.colors; ++v)
        if ((v == value) != holds) board.remove(board.row_of(cell), board.column_of(cell), v);
}

// True if a line has the blocks of its clue, or the clue is missing.
template <class Cell>
bool satisfies(const std::vector<Cell>& line, const Clue& clue) {
    return !clue.given || blocks_of(line) == clue.blocks;
}

// True if a complete grid satisfies all clues.
template <class Cell>
bool solves(const Sample& s, const std::vector<Cell>& cells) {
    for (int line = 0; line < s.height + s.width; ++line)
        if (!satisfies(line_of(cells, s.height, s.width, line), s.clues[line])) return false;
    return true;
}

// All complete grids that satisfy the clues, by trying every grid.
inline std::vector<std::vector<int>> all_solutions(const Sample& s) {
    std::vector<std::vector<int>> found;
    std::vector<int> cells(s.cells.size(), 0);
    do
        if (solves(s, cells)) found.push_back(cells);
    while (advance(cells, 0, s.colors));
    return found;
}

}  // namespace nonosat::core_test
