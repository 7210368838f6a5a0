// SPDX-License-Identifier: MIT
// LinePremises: the known literals of a line that a deduction in that line needs.
//
// Leave out one literal after the other, and look whether the deduction still succeeds; because
// line solving is monotone, every literal that one pass keeps is needed. The order of the
// pass decides which set that is. Cost: a line solve per literal.
#pragma once

#include <vector>

#include "restricted_board.hpp"

namespace nonosat {

template <int W>
class LinePremises {
public:
    LinePremises(BoardOf<W>& board, RestrictedBoard<W>& looker)
        : board_(board), looker_(looker), masks_(board.colors + 1) {}

    // Removes premises, the last first, as long as the others suffice: with them the line gives all
    // `targets` or, if there are no targets, has no placement. `assumed` always holds and is not a
    // premise; -1: no assumption. All are literals of cells of the line. False if not even all
    // premises suffice.
    bool shrink(int line, int assumed, const std::vector<int>& targets,
                std::vector<int>& premises) {
        for (int v = 0; v <= board_.colors; ++v) masks_[v] = Bits<W>::first(board_.length(line));
        if (assumed >= 0) apply(line, assumed);
        for (const int literal : premises) apply(line, literal);
        if (!suffice(line, targets)) return false;
        for (std::size_t i = premises.size(); i-- > 0;) {
            const int dropped = premises[i];
            const std::size_t cell = looker_.literals.cell(dropped);
            const int place = place_of(line, cell);
            for (int v = 0; v <= board_.colors; ++v) masks_[v].set(place);
            if (assumed >= 0 && looker_.literals.cell(assumed) == cell) apply(line, assumed);
            for (std::size_t j = 0; j < premises.size(); ++j)
                if (j != i && looker_.literals.cell(premises[j]) == cell) apply(line, premises[j]);
            if (suffice(line, targets))
                premises.erase(premises.begin() + static_cast<std::ptrdiff_t>(i));
            else
                apply(line, dropped);
        }
        return true;
    }

    int place_of(int line, std::size_t cell) const {
        return line < board_.height ? board_.column_of(cell) : board_.row_of(cell);
    }

private:
    void apply(int line, int literal) {
        const int place = place_of(line, looker_.literals.cell(literal));
        for (int v = 0; v <= board_.colors; ++v)
            if ((v == looker_.literals.value(literal)) != Literals::holds(literal))
                masks_[v].clear(place);
    }

    bool suffice(int line, const std::vector<int>& targets) {
        const Bits<W>* const found = looker_.look(line, masks_.data());
        if (found == nullptr) return true;
        if (targets.empty()) return false;
        for (const int target : targets) {
            const int place = place_of(line, looker_.literals.cell(target));
            for (int v = 0; v <= board_.colors; ++v)
                if ((v == looker_.literals.value(target)) != Literals::holds(target) &&
                    found[v].test(place))
                    return false;
        }
        return true;
    }

    BoardOf<W>& board_;
    RestrictedBoard<W>& looker_;
    std::vector<Bits<W>> masks_;
};

}  // namespace nonosat
