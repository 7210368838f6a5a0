// SPDX-License-Identifier: MIT
// WorkMeter: asks a poll each time that an amount of work is done.
//
// Work is counted in operations on machine words, about half a nanosecond each, so that the poll is
// asked after equal work on every machine; it is asked some thousand times a second.
#pragma once

#include <cstdint>

#include "board.hpp"

namespace nonosat {

class WorkMeter {
public:
    // `poll_work` is that of the board: see there.
    WorkMeter(const Poll& poll, std::uint64_t poll_work) : poll_(poll), every_(poll_work * 32) {}

    // Counts work that is about to be done; true if the poll says stop. Passes on what it throws.
    bool stop(std::uint64_t work) {
        since_ += work;
        if (since_ < every_) return false;
        since_ = 0;
        return poll_ && poll_();
    }

private:
    const Poll& poll_;
    const std::uint64_t every_;
    std::uint64_t since_ = 0;
};

}  // namespace nonosat
