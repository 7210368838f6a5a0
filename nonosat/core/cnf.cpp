// SPDX-License-Identifier: MIT
#include "cnf.hpp"

#include <stdexcept>

#include "components.hpp"

namespace nonosat {

// Stops if the variables of cells and "at most one colour" alone are too large.
void CnfWriter::require_room_for_cells() const {
    std::size_t variables = 0, literals = 0;
    const std::size_t cells = static_cast<std::size_t>(board.height) * board.width;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        if (board.is_known(cell)) continue;
        const bool empty = board.can_be(board.row_of(cell), board.column_of(cell), 0);
        const auto colors = static_cast<std::size_t>(board.values_left(cell)) - empty;
        variables += colors;
        if (joins_ == nullptr && colors > 0) literals += colors * (colors - 1);
    }
    if (!bound_.holds(variables, literals)) throw Stop{};
}

void CnfWriter::join(const int* literals, std::size_t count) {
    int first = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (literals[i] == kFalse) continue;
        const int variable = literals[i] < 0 ? -literals[i] : literals[i];
        if (first == 0)
            first = variable;
        else
            joins_->join(first, variable);
    }
}

void CnfWriter::write_cells(Encoding encoding) {
    require_room_for_cells();
    const std::size_t cells = static_cast<std::size_t>(board.height) * board.width;
    const std::size_t values = static_cast<std::size_t>(board.colors) + 1;
    literals_.assign(cells * values, kFalse);
    std::vector<int> of_cell;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        work(values);
        const int row = board.row_of(cell), column = board.column_of(cell);
        const bool known = board.is_known(cell);
        if (joins_ != nullptr && !known && !board.clue(row).given &&
            !board.clue(board.height + column).given)
            continue;  // a cell in no clued line belongs to no component
        of_cell.clear();
        for (int value = known ? 0 : 1; value <= board.colors; ++value) {
            if (!board.can_be(row, column, value)) continue;
            int& literal = literals_[cell * values + value];
            if (known) {
                literal = kTrue;
                continue;
            }
            literal = cell_variable(cell, value);
            of_cell.push_back(literal);
        }
        if (joins_ != nullptr) join(of_cell.data(), of_cell.size());
        for (std::size_t a = 0; a < of_cell.size() && joins_ == nullptr; ++a)
            for (std::size_t b = a + 1; b < of_cell.size(); ++b) add({-of_cell[a], -of_cell[b]});
        if (known) continue;
        if (!board.can_be(row, column, 0))
            add(of_cell.data(), of_cell.size());
        else if (of_cell.size() == 1)
            literals_[cell * values] = -of_cell[0];
    }
    if (encoding == Encoding::Automaton) write_empty_variables();
}

// A variable for EMPTY where it is not the negation of one colour.
void CnfWriter::write_empty_variables() {
    const std::size_t cells = static_cast<std::size_t>(board.height) * board.width;
    const std::size_t values = static_cast<std::size_t>(board.colors) + 1;
    std::vector<int> some_value;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        work(1);
        if (board.values_left(cell) < 3 ||
            !board.can_be(board.row_of(cell), board.column_of(cell), 0))
            continue;
        const int empty = cell_variable(cell, 0);
        literals_[cell * values] = empty;
        some_value.assign(1, empty);
        for (int color = 1; color <= board.colors; ++color) {
            const int colored = cell_literal(cell, color);
            if (colored == kFalse) continue;
            add({-empty, -colored});
            some_value.push_back(colored);
        }
        add(some_value.data(), some_value.size());
    }
}

void CnfWriter::write_lines(Encoding encoding) {
    for (int line = 0; line < board.lines() && encoding != Encoding::Cells; ++line) {
        cnf.line_begins.push_back(cnf.ends.size());
        work(board.length(line));
        bool open = false;
        for (int c = 0; c < board.length(line) && !open; ++c)
            open = !board.is_known(board.cell_at(line, c));
        // A line of known cells is encoded too if it is dirty: its cells may break its clue.
        if (!board.clue(line).given || !(open || board.is_dirty(line))) continue;
        const bool possible =
            encoding == Encoding::Order ? encode_order(line, *this) : encode_automaton(line, *this);
        if (!possible) add(nullptr, 0);  // the empty clause
    }
}

std::vector<int> phases(const Cnf& cnf, const Hints& hints) {
    if (hints.board != cnf.board)
        throw std::invalid_argument("the beliefs are those of another board");
    std::vector<int> literals;
    literals.reserve(cnf.cell_of.size() + cnf.block_variables.size());
    const auto suggest = [&](bool value) {
        const int variable = static_cast<int>(literals.size()) + 1;
        literals.push_back(value ? variable : -variable);
    };
    for (std::size_t i = 0; i < cnf.cell_of.size(); ++i)
        suggest(hints.cells[cnf.cell_of[i]] == cnf.value_of[i]);
    for (const auto& [line, block, start] : cnf.block_variables)
        suggest(!hints.starts[line].empty() && hints.starts[line][block] <= start);
    return literals;
}

Status encode(const Board& board, Encoding encoding, const Poll& poll, Cnf& cnf,
              const ModelBound& bound) {
    REQUIRE(cnf.variables == 0 && cnf.ends.empty() && cnf.literals.empty());
    if (poll && poll()) return Status::Interrupted;
    cnf.board = board.id;
    CnfWriter writer(board, cnf, poll, bound);
    try {
        writer.write_cells(encoding);
        writer.write_lines(encoding);
    } catch (const CnfWriter::Stop&) {
        return Status::Interrupted;
    }
    ENSURE(cnf.ends.empty() || cnf.ends.back() == cnf.literals.size());
    ENSURE(bound.holds(static_cast<std::size_t>(cnf.variables), cnf.literals.size()));
    ENSURE(encoding != Encoding::Order || cnf.cell_of.size() + cnf.block_variables.size() ==
                                              static_cast<std::size_t>(cnf.variables));
    return Status::Fixpoint;
}

}  // namespace nonosat
