// SPDX-License-Identifier: MIT
#include "count_table.hpp"

#include <cmath>
#include <functional>
#include <utility>

namespace nonosat {

void CountTable::keep_largest(std::size_t count) {
    if (size <= count) return;
    std::vector<std::pair<double, std::size_t>> order(size);
    for (std::size_t i = 0; i < size; ++i) {
        int limb = limbs_ - 1;
        while (limb > 0 && number(i)[limb] == 0) --limb;
        const double top = static_cast<double>(number(i)[limb]);
        order[i] = {64.0 * limb + (top > 0 ? std::log2(top) : 0.0), i};
    }
    std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                     std::greater<>());
    order.resize(count);
    std::sort(order.begin(), order.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
    for (std::size_t to = 0; to < count; ++to) {  // never to behind its source
        const std::size_t from = order[to].second;
        std::copy_n(key(from), stride_, key(to));
        std::copy_n(number(from), limbs_, number(to));
    }
    size = count;
    keys.resize(count * stride_);
    numbers.resize(count * limbs_);
}

void CountTable::widen(int limbs) {
    std::vector<std::uint64_t> wide(size * limbs, 0);
    for (std::size_t i = 0; i < size; ++i) std::copy_n(number(i), limbs_, &wide[i * limbs]);
    numbers.swap(wide);
    limbs_ = limbs;
}

void CountTable::grow() {
    index_.assign(2 * index_.size(), 0);
    const std::size_t mask = index_.size() - 1;
    for (std::size_t i = 0; i < size; ++i) {
        std::size_t place = hash(key(i)) & mask;
        while (index_[place] != 0) place = (place + 1) & mask;
        index_[place] = static_cast<std::uint32_t>(i + 1);
    }
}

}  // namespace nonosat
