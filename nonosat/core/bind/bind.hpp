// SPDX-License-Identifier: MIT
// Shared by the files of the binding: conversions, polls, and the rule that one caller at a time
// uses an object.
//
// One file per class. They convert and validate; no logic of nonograms lives here.
//
// Long work releases the GIL, so another thread, or the poll itself, could call the same object
// meanwhile. Every method that reads or changes more than a number holds the object by a `Turn`; a
// second caller gets RuntimeError. Rejected: a lock, with which the poll would wait for itself.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "board.hpp"
#include "chain_reasons.hpp"
#include "probe.hpp"
#include "trial_reasons.hpp"

namespace nb = nanobind;
using namespace nb::literals;

#define POLL_TYPE "collections.abc.Callable[[], bool] | None"

namespace nonosat::bind {

// An object that only one caller at a time may use.
class Shared {
    friend class Turn;
    std::atomic<bool> busy_{false};
};

class Turn {
public:
    explicit Turn(Shared& object) : object_(object) {
        if (object_.busy_.exchange(true))
            throw std::runtime_error("another call of this object has not ended yet");
    }
    ~Turn() { object_.busy_.store(false); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    Shared& object_;
};

// The Python object Board: the native board, and the objects that work on it, made at first use.
struct BoundBoard : Shared {
    explicit BoundBoard(std::unique_ptr<Board> board_) : board(std::move(board_)) {}
    std::unique_ptr<Board> board;
    std::unique_ptr<Prober> prober;
    std::unique_ptr<ChainFinder> chains;
    std::unique_ptr<TrialFinder> trials;
};

// A poll that asks a Python callable, with the GIL. Python delivers signals (Ctrl-C) while it runs
// code, so the poll may throw; the exception passes through the core to the caller.
inline Poll to_poll(const nb::object& poll) {
    if (poll.is_none()) return {};
    return [callable = nb::handle(poll)]() -> bool {
        nb::gil_scoped_acquire gil;
        return nb::cast<bool>(callable());
    };
}

template <class Work>
auto released(const Work& work) {
    nb::gil_scoped_release release;
    return work();
}

using Blocks = std::vector<std::pair<int, int>>;  // (length, colour)

inline Clue to_clue(const std::optional<Blocks>& blocks) {
    Clue clue;
    clue.given = blocks.has_value();
    if (blocks)
        for (const auto& [length, color] : *blocks) clue.blocks.push_back({length, color});
    return clue;
}

// A line as a board of one row whose columns have no clues; null if a cell has no value. Bit v of a
// domain says that the cell can have the value v.
std::unique_ptr<Board> line_board(int colors, const Blocks& blocks,
                                  const std::vector<std::uint64_t>& domains);

// The values of a grid, row by row. Throws unless they are one per cell of the board, and values of
// the board.
inline std::vector<std::uint8_t> to_values(const Board& board, const nb::bytes& cells) {
    const auto* begin = static_cast<const std::uint8_t*>(cells.data());
    std::vector<std::uint8_t> values(begin, begin + cells.size());
    if (values.size() != static_cast<std::size_t>(board.height) * board.width)
        throw nb::value_error("the solution is not of the board's size");
    for (const std::uint8_t value : values)
        if (value > board.colors) throw nb::value_error("no such value");
    return values;
}

// One function per file.
void bind_batch(nb::module_& m);
void bind_board(nb::module_& m, nb::class_<BoundBoard>& board);
void bind_cnf(nb::module_& m, nb::class_<BoundBoard>& board);
void bind_count(nb::class_<BoundBoard>& board);
void bind_weights(nb::class_<BoundBoard>& board);
void bind_implications(nb::module_& m, nb::class_<BoundBoard>& board);
void bind_davidje13(nb::module_& m, nb::class_<BoundBoard>& board);
void bind_line_reasons(nb::module_& m);
void bind_looking(nb::class_<BoundBoard>& board);
void bind_probe_search(nb::module_& m);
void bind_reasons(nb::class_<BoundBoard>& board);
void bind_local_search(nb::module_& m, nb::class_<BoundBoard>& board);
void bind_beliefs(nb::module_& m);
void bind_trim(nb::module_& m);

}  // namespace nonosat::bind
