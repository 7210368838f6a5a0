// SPDX-License-Identifier: MIT
// The table of the count (count.cpp): from states to numbers of any size.
//
// Keys have `stride` words, numbers `limbs` words, little endian. Both lie densely, in the order of
// their arrival; an index by hash (open addressing, half full at most) finds them. The mixer of the
// hash has the first multiplier of MurmurHash3's fmix64 (Austin Appleby, public domain).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "contract.hpp"

namespace nonosat {

class CountTable {
public:
    std::vector<std::uint64_t> keys, numbers;
    std::size_t size = 0;

    void reset(int stride, int limbs, std::size_t expected) {
        stride_ = stride;
        limbs_ = limbs;
        size = 0;
        keys.clear();
        numbers.clear();
        index_.assign(std::bit_ceil(std::max<std::size_t>(2 * expected, 64)), 0);
    }
    std::uint64_t* key(std::size_t entry) { return &keys[entry * stride_]; }
    std::uint64_t* number(std::size_t entry) { return &numbers[entry * limbs_]; }

    // The entry of a key. A new entry has number 0; without room for it, returns `cap`.
    std::size_t entry(const std::uint64_t* wanted, std::size_t cap) {
        const std::size_t mask = index_.size() - 1;
        std::size_t place = hash(wanted) & mask;
        for (; index_[place] != 0; place = (place + 1) & mask) {
            const std::size_t at = index_[place] - 1;
            if (std::equal(wanted, wanted + stride_, key(at))) return at;
        }
        if (size >= cap) return cap;
        index_[place] = static_cast<std::uint32_t>(size + 1);
        keys.insert(keys.end(), wanted, wanted + stride_);
        numbers.resize(numbers.size() + limbs_, 0);
        ++size;
        if (2 * size > index_.size()) grow();
        return size - 1;
    }
    // Adds an entry without looking for its key. The index is then out of date.
    void append(const std::uint64_t* key_of_it, std::uint64_t number_of_it) {
        keys.insert(keys.end(), key_of_it, key_of_it + stride_);
        numbers.resize(numbers.size() + limbs_, 0);
        numbers[size * limbs_] = number_of_it;
        ++size;
    }
    // Keeps the `count` entries with the largest numbers. The index is then out of date.
    void keep_largest(std::size_t count);
    // Gives all numbers more words.
    void widen(int limbs);

private:
    std::size_t hash(const std::uint64_t* words) const {
        std::uint64_t mixed = 0x9e3779b97f4a7c15u;
        for (int i = 0; i < stride_; ++i) {
            mixed = (mixed ^ words[i]) * 0xff51afd7ed558ccdu;
            mixed ^= mixed >> 32;
        }
        return static_cast<std::size_t>(mixed ^ (mixed >> 29));
    }
    void grow();

    int stride_ = 1, limbs_ = 1;
    std::vector<std::uint32_t> index_;  // entry + 1, or 0
};

// to += from. REQUIRES that the sum fits.
inline void add_number(std::uint64_t* to, const std::uint64_t* from, int limbs) {
    std::uint64_t carry = 0;
    for (int i = 0; i < limbs; ++i) {
        const std::uint64_t partial = to[i] + from[i];
        const std::uint64_t sum = partial + carry;
        carry = (partial < to[i]) | (sum < partial);
        to[i] = sum;
    }
    ENSURE(carry == 0);
}

}  // namespace nonosat
