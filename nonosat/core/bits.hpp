// SPDX-License-Identifier: MIT
// Bits<W>: a set of cells or positions of one line, as W machine words.
//
// A line of n cells has n + 1 positions (before each cell, and behind the last), so W words hold
// lines of up to 64 W - 1 cells. Everything is unrolled for the fixed W; W = 1 is plain uint64_t
// arithmetic. Wider vector registers are not used: most lines fit one word, and a portable build
// may not assume them.
#pragma once

#include <bit>
#include <cstdint>

#include "contract.hpp"

namespace nonosat {

template <int W>
struct Bits {
    static constexpr int kBits = 64 * W;
    std::uint64_t word[W];

    static Bits none() {
        Bits result;
        for (int i = 0; i < W; ++i) result.word[i] = 0;
        return result;
    }
    static Bits single(int index) {
        Bits result = none();
        result.set(index);
        return result;
    }
    // The members 0 .. count - 1. REQUIRES 0 <= count < kBits.
    static Bits first(int count) {
        REQUIRE(0 <= count && count < kBits);
        Bits result = none();
        for (int i = 0; i < count / 64; ++i) result.word[i] = ~std::uint64_t{0};
        result.word[count / 64] = (std::uint64_t{1} << (count % 64)) - 1;
        return result;
    }

    bool test(int index) const {
        REQUIRE(0 <= index && index < kBits);
        return (word[index >> 6] >> (index & 63)) & 1;
    }
    void set(int index) {
        REQUIRE(0 <= index && index < kBits);
        word[index >> 6] |= std::uint64_t{1} << (index & 63);
    }
    void clear(int index) {
        REQUIRE(0 <= index && index < kBits);
        word[index >> 6] &= ~(std::uint64_t{1} << (index & 63));
    }
    bool any() const {
        std::uint64_t all = 0;
        for (int i = 0; i < W; ++i) all |= word[i];
        return all != 0;
    }
    int count() const {
        int result = 0;
        for (int i = 0; i < W; ++i) result += std::popcount(word[i]);
        return result;
    }
    // The first and the last member. REQUIRE that there is one.
    int lowest() const {
        int i = 0;
        while (word[i] == 0) ++i;
        return 64 * i + std::countr_zero(word[i]);
    }
    int highest() const {
        int i = W - 1;
        while (word[i] == 0) --i;
        return 64 * i + 63 - std::countl_zero(word[i]);
    }
    bool operator==(const Bits&) const = default;

    Bits operator&(const Bits& other) const {
        Bits result;
        for (int i = 0; i < W; ++i) result.word[i] = word[i] & other.word[i];
        return result;
    }
    Bits operator|(const Bits& other) const {
        Bits result;
        for (int i = 0; i < W; ++i) result.word[i] = word[i] | other.word[i];
        return result;
    }
    Bits operator^(const Bits& other) const {
        Bits result;
        for (int i = 0; i < W; ++i) result.word[i] = word[i] ^ other.word[i];
        return result;
    }
    // The members that `other` does not have.
    Bits without(const Bits& other) const {
        Bits result;
        for (int i = 0; i < W; ++i) result.word[i] = word[i] & ~other.word[i];
        return result;
    }
    Bits& operator|=(const Bits& other) { return *this = *this | other; }
    Bits& operator&=(const Bits& other) { return *this = *this & other; }

    // Every member moved `by` places up; members that leave the words are lost. REQUIRES 0 <= by <
    // kBits.
    Bits up(int by) const {
        REQUIRE(0 <= by && by < kBits);
        if constexpr (W == 1) {
            return {{word[0] << by}};
#ifdef __SIZEOF_INT128__
        } else if constexpr (W == 2) {
            return of_wide(wide() << by);
#endif
        } else {
            Bits result = none();
            const int whole = by >> 6, part = by & 63;
            for (int i = W - 1; i >= whole; --i) {
                result.word[i] = word[i - whole] << part;
                if (part != 0 && i > whole) result.word[i] |= word[i - whole - 1] >> (64 - part);
            }
            return result;
        }
    }
    // Every member moved `by` places down. REQUIRES 0 <= by < kBits.
    Bits down(int by) const {
        REQUIRE(0 <= by && by < kBits);
        if constexpr (W == 1) {
            return {{word[0] >> by}};
#ifdef __SIZEOF_INT128__
        } else if constexpr (W == 2) {
            return of_wide(wide() >> by);
#endif
        } else {
            Bits result = none();
            const int whole = by >> 6, part = by & 63;
            for (int i = 0; i + whole < W; ++i) {
                result.word[i] = word[i + whole] >> part;
                if (part != 0 && i + whole + 1 < W)
                    result.word[i] |= word[i + whole + 1] << (64 - part);
            }
            return result;
        }
    }
    // The sum as numbers of 64 W bits; the last carry is dropped.
    Bits plus(const Bits& other) const {
        Bits result;
        std::uint64_t carry = 0;
        for (int i = 0; i < W; ++i) {
            const std::uint64_t partial = word[i] + other.word[i];
            const std::uint64_t sum = partial + carry;
            carry = (partial < word[i]) | (sum < partial);
            result.word[i] = sum;
        }
        return result;
    }

    // Calls visit(index) for each member, in rising order.
    template <class Visit>
    void each(Visit visit) const {
        for (int i = 0; i < W; ++i)
            for (std::uint64_t rest = word[i]; rest != 0; rest &= rest - 1)
                visit(64 * i + std::countr_zero(rest));
    }

#ifdef __SIZEOF_INT128__
private:  // two words as one number: compilers shift it without a branch
    __extension__ using Wide = unsigned __int128;
    Wide wide() const { return static_cast<Wide>(word[1]) << 64 | word[0]; }
    static Bits of_wide(Wide both) {
        return {{static_cast<std::uint64_t>(both), static_cast<std::uint64_t>(both >> 64)}};
    }
#endif
};

}  // namespace nonosat
