// SPDX-License-Identifier: MIT
// The Python object Beliefs.
#pragma once

#include "beliefs.hpp"
#include "bind.hpp"

namespace nonosat::bind {

struct BoundBeliefs : Shared {
    explicit BoundBeliefs(const Board& board) : beliefs(board) {}
    Beliefs beliefs;
};

}  // namespace nonosat::bind
