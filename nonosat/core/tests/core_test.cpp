// SPDX-License-Identifier: MIT
// core_test: the core against brute force. Exits 1 with a message at the first difference.
//
//   core_test [CELLS_ONE_COLOR [CELLS_TWO_COLORS [FIRST_SEED [LAST_SEED]]]]
//
// checks line solving on every clue and every domain state of lines up to these lengths (9 and 6 by
// default), then, with random cases, the subjects of the core_test_*.cpp (see their heads): wide
// lines, boards, call sequences, beliefs, the trimming of proofs, counts, implications, line
// reasons, chains and trials, davidje13's rating, looking, local search, weights, batches, reading,
// the search with probing. All draw from one generator, in this order, once for each seed (seed 1
// by default; weights only with the first). `tests/core/test_core.py` runs it; CI runs it again
// with contracts and sanitizers.
#include <cstdio>
#include <cstdlib>
#include <random>

#include "core_test.hpp"

using namespace nonosat::core_test;

namespace {

void test_random_cases(unsigned seed, bool all) {
    std::mt19937 random(seed);
    test_wide_lines(random);
    test_boards(random);
    test_sequences(2000, random);
    test_beliefs(random);
    test_trimming(random);
    test_counts(random);
    test_implications(random);
    test_line_reasons(random);
    test_reasons(random);
    test_davidje13(random);
    test_looking(random);
    test_local_search(random);
    if (all) test_weights(random);  // it takes longer than all others together
    test_batch(random);
    test_probe_search(random);
}

}  // namespace

int main(int count, char** arguments) {
    const int one = count > 1 ? std::atoi(arguments[1]) : 9;
    const int two = count > 2 ? std::atoi(arguments[2]) : 6;
    const int first = count > 3 ? std::atoi(arguments[3]) : 1;
    const int last = count > 4 ? std::atoi(arguments[4]) : first;
    test_all_lines(one, two);
    for (int seed = first; seed <= last; ++seed) {
        std::printf("seed %d\n", seed);
        std::fflush(stdout);
        test_random_cases(static_cast<unsigned>(seed), seed == first);
    }
    std::printf("core_test: all agree\n");
    return 0;
}
