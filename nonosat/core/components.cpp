// SPDX-License-Identifier: MIT
#include "components.hpp"

#include <unordered_map>

namespace nonosat {

Status find_components(const Board& board, const Poll& poll, const ModelBound& bound,
                       std::vector<std::vector<int>>& found) {
    REQUIRE(found.empty());
    if (poll && poll()) return Status::Interrupted;
    Cnf cnf;
    UnionFind joins;
    CnfWriter writer(board, cnf, poll, bound, &joins);
    std::unordered_map<int, std::size_t> number_of;  // of the component with that root
    int last = -1;
    try {
        writer.write_cells(Encoding::Order);
        writer.write_lines(Encoding::Order);
        for (std::size_t i = 0; i < cnf.cell_of.size(); ++i) {  // cells come in ascending order
            writer.work(1);
            if (cnf.cell_of[i] == last) continue;  // another colour of the same cell
            last = cnf.cell_of[i];
            const auto [at, added] =
                number_of.try_emplace(joins.root(static_cast<int>(i) + 1), found.size());
            if (added) found.emplace_back();
            found[at->second].push_back(last);
        }
    } catch (const CnfWriter::Stop&) {
        return Status::Interrupted;
    }
    return Status::Fixpoint;
}

}  // namespace nonosat
