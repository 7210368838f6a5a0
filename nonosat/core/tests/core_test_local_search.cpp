// SPDX-License-Identifier: MIT
// Local search: the cells that deductions leave, against line reasons and stages one by one; the
// properties that it keeps (values, groups, lines that are neither empty nor full, smoothness);
// pictures that fit, against deductions; variations taken back; and interrupts.
#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "core_test.hpp"
#include "line_reasons.hpp"
#include "local_search.hpp"

namespace nonosat::core_test {

namespace {

// Step by step, the best step first, until the technique gives nothing.
std::vector<int> slowly(Board& board, LineTechnique technique) {
    const auto reasons = make_line_reasons(board);
    for (LineReasons::Step step;;) {
        expect(reasons->find(technique, {}, step) == Status::Fixpoint, "a picture is a solution");
        if (step.line < 0) return domains_of(board);
        for (const LineReasons::Literal& literal : step.cells)
            assume(board, literal.cell, literal.value, literal.holds);
    }
}

int roughness(const std::vector<std::uint8_t>& cells, int height, int width) {
    int sum = 0;
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column) {
            const int at = row * width + column;
            sum += column + 1 < width && cells[at] != cells[at + 1];
            sum += row + 1 < height && cells[at] != cells[at + width];
        }
    return sum;
}

int boring(const std::vector<std::uint8_t>& cells, int height, int width) {
    int sum = 0;
    for (int number = 0; number < height + width; ++number) {
        const std::vector<std::uint8_t> line = line_of(cells, height, width, number);
        const auto empty = static_cast<std::size_t>(std::count(line.begin(), line.end(), 0));
        sum += empty == 0 || empty == line.size();
    }
    return sum;
}

int unknown_after(const std::vector<std::uint8_t>& cells, int height, int width, int colors,
                  Reach reach) {
    const auto board = make_board(height, width, colors, clues_of(cells, height, width));
    std::uint64_t work = 0;
    expect(deduce(*board, reach, {}, work) == Status::Fixpoint, "a picture is a solution");
    return board->unknown();
}

void test_deduce(const Sample& s) {
    for (const auto& [reach, technique] : {std::pair(Reach::Trivial, LineTechnique::Trivial),
                                           std::pair(Reach::Overlap, LineTechnique::Overlap),
                                           std::pair(Reach::Line, LineTechnique::Line)}) {
        const auto fast = make_board(s.height, s.width, s.colors, s.clues);
        const auto slow = make_board(s.height, s.width, s.colors, s.clues);
        std::uint64_t work = 0;
        expect(deduce(*fast, reach, {}, work) == Status::Fixpoint, "deduce ends");
        expect(domains_of(*fast) == slowly(*slow, technique), "deduce gives what steps give");
    }
    int last = s.height * s.width;
    for (const Reach reach :
         {Reach::Trivial, Reach::Overlap, Reach::Line, Reach::Chain, Reach::Trial}) {
        const auto board = make_board(s.height, s.width, s.colors, s.clues);
        std::uint64_t work = 0;
        deduce(*board, reach, {}, work);
        expect(board->unknown() <= last, "a harder technique gives no less");
        last = board->unknown();
    }
}

void test_search(std::mt19937& random) {
    const int height = 4 + static_cast<int>(random() % 5),
              width = 4 + static_cast<int>(random() % 5);
    const int colors = 1 + static_cast<int>(random() % 2);
    const bool mirrored = random() % 2 != 0;
    std::vector<std::uint8_t> cells;
    std::vector<int> groups;
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column) {
            const int other = mirrored ? std::min(column, width - 1 - column) : column;
            groups.push_back(row * width + other);
            cells.push_back(other == column ? static_cast<std::uint8_t>(random() % (colors + 1))
                                            : cells[row * width + other]);
        }
    // Renumber the groups without gaps, as callers do.
    std::vector<int> names(groups.size(), -1);
    int next = 0;
    for (int& group : groups) {
        if (names[group] < 0) names[group] = next++;
        group = names[group];
    }
    Requirements requirements;
    requirements.reach = static_cast<Reach>(2 + random() % 4);
    const auto easier = static_cast<Reach>(static_cast<int>(requirements.reach) - 1);
    requirements.below = random() % 2 ? easier : Reach::Nothing;
    requirements.boring = random() % 4 == 0;
    requirements.smooth = random() % 2 != 0;
    const std::uint64_t seed = random();
    LocalSearch search(height, width, colors, cells, groups, requirements, seed);
    expect(search.look({}) == Status::Fixpoint, "a look ends");
    const int before =
        std::max(roughness(cells, height, width), roughness(search.cells(), height, width));
    int best = search.unknown();
    for (int round = 0; round < 20 && !search.fits(); ++round) {
        search.climb(20000, 50, {});
        if (requirements.below == Reach::Nothing && requirements.boring) {
            expect(search.unknown() <= best, "climbing leaves no more unknown");
            best = search.unknown();
        }
    }
    const std::vector<std::uint8_t> now = search.cells();
    for (int v = 0; v <= colors; ++v)
        expect(std::count(now.begin(), now.end(), v) == std::count(cells.begin(), cells.end(), v),
               "exchanges keep the number of cells of each value");
    for (std::size_t cell = 0; cell < now.size(); ++cell)
        expect(now[cell] ==
                   now[std::find(groups.begin(), groups.end(), groups[cell]) - groups.begin()],
               "a group has one value");
    if (requirements.smooth && (requirements.boring || requirements.below == Reach::Nothing))
        expect(roughness(now, height, width) <= before, "smooth pictures stay smooth");
    expect(search.boring() == (requirements.boring ? 0 : boring(now, height, width)),
           "boring lines");

    LocalSearch again(height, width, colors, cells, groups, requirements, seed);
    again.look({});
    for (int round = 0; round < 20 && !again.fits(); ++round) again.climb(20000, 50, {});
    expect(again.cells() == now, "the same seed gives the same picture");

    if (!search.fits()) return;
    const auto fits = [&](const std::vector<std::uint8_t>& picture) {
        return unknown_after(picture, height, width, colors, requirements.reach) == 0 &&
               (requirements.below == Reach::Nothing ||
                unknown_after(picture, height, width, colors, requirements.below) > 0) &&
               (requirements.boring || boring(picture, height, width) == 0);
    };
    expect(fits(now), "a picture that fits is solved as required");
    bool varied = false;
    expect(search.vary(1 << 30, 100, {}, varied) == Status::Fixpoint, "varying ends");
    if (!varied) return;
    expect(search.cells() != now && fits(search.cells()), "a variation differs and fits");
    search.take_back();
    expect(search.cells() == now && search.fits(), "a variation is taken back");
}

void test_interrupts(std::mt19937& random) {
    std::vector<std::uint8_t> cells(20 * 20);
    std::vector<int> groups(cells.size());
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        cells[cell] = random() % 10 < 4;
        groups[cell] = static_cast<int>(cell);
    }
    int asked = 0;
    const Poll stop = [&] { return ++asked > 2; };
    LocalSearch search(20, 20, 1, cells, groups, {Reach::Chain, Reach::Line, false, false}, 1);
    Status status = search.look(stop);
    while (status == Status::Fixpoint && !search.fits())
        status = search.climb(std::uint64_t{1} << 40, 1 << 30, stop);
    expect(status == Status::Interrupted || search.fits(), "the poll ends a climb");

    std::vector<std::uint8_t> sparse(30 * 30);  // too few cells for every line
    groups.resize(sparse.size());
    for (std::size_t cell = 0; cell < sparse.size(); ++cell) {
        sparse[cell] = cell < 20;
        groups[cell] = static_cast<int>(cell);
    }
    asked = 0;
    LocalSearch hopeless(30, 30, 1, sparse, groups, {}, 1);
    status = hopeless.look(stop);
    while (status == Status::Fixpoint)
        status = hopeless.climb(std::uint64_t{1} << 40, 1 << 30, stop);
    expect(status == Status::Interrupted, "the poll ends a hopeless climb");
}

}  // namespace

void test_local_search(std::mt19937& random) {
    for (int i = 0; i < 300; ++i) test_deduce(sample(random, 8));
    for (int i = 0; i < 200; ++i) test_search(random);
    test_interrupts(random);
}

}  // namespace nonosat::core_test
