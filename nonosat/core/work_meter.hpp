// SPDX-License-Identifier: MIT
// WorkMeter: counts work, and asks a poll each time that an amount of it is done.
//
// Most work is counted in operations on machine words, about half a nanosecond each, so that the
// poll is asked after equal work on every machine; it is asked some thousand times a second.
#pragma once

#include <cstdint>

#include "board.hpp"

namespace nonosat {

class WorkMeter {
public:
    // For one call with its poll. `poll_work` is that of the board: see there.
    WorkMeter(const Poll& poll, std::uint64_t poll_work) : poll_(&poll), every_(poll_work * 32) {}
    // For an object that gets a poll with each call, and passes it to stop(). `every` is the
    // work between two questions, in the caller's unit.
    explicit WorkMeter(std::uint64_t every) : every_(every) {}

    // Counts work that is about to be done; true if the poll says stop. An exception of the poll
    // passes through.
    bool stop(std::uint64_t work) { return stop(work, *poll_); }
    bool stop(std::uint64_t work, const Poll& poll) {
        count(work);
        if (work_ - asked_at_ < every_) return false;
        asked_at_ = work_;
        return poll && poll();
    }
    // Counts work without asking.
    void count(std::uint64_t work) { work_ += work; }
    // All work counted so far.
    std::uint64_t work() const { return work_; }

private:
    const Poll* poll_ = nullptr;
    const std::uint64_t every_;
    std::uint64_t work_ = 0, asked_at_ = 0;
};

}  // namespace nonosat
