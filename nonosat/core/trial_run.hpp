// SPDX-License-Identifier: MIT
// TrialRun: assumes a value and solves lines, one after the other; and finds out which of these
// line solves, and which of the known literals, its end needs.
//
// Each line solve that removes something is an event. Backwards from the end (a line without
// placement, or a goal that holds) each needed event names the removals and the known literals that
// its line needs for its own needed removals; removals of the trial are dropped first, the latest
// before the others, because each of them costs another line solve.
#pragma once

#include <algorithm>
#include <vector>

#include "line_premises.hpp"

namespace nonosat {

// The order in which changed lines are solved.
enum class TrialOrder {
    First,   // the one that changed first
    Last,    // the one that changed last
    Fewest,  // the one with the fewest unknown cells
};
constexpr TrialOrder kTrialOrders[] = {TrialOrder::First, TrialOrder::Fewest, TrialOrder::Last};

template <int W>
class TrialRun {
public:
    enum class End { Open, Goal, Conflict };
    struct Event {
        int line;
        std::size_t begin, end;  // its removals on the trail
    };
    // The line solves that an end needs, in order (that of a conflict is the last), and the known
    // literals.
    struct Trace {
        std::vector<int> lines, known;
        std::vector<std::vector<std::uint32_t>> removals;  // per line solve, those that are needed
        bool conflict = false;
    };

    explicit TrialRun(BoardOf<W>& board)
        : looker(board),
          board_(board),
          literals_(looker.literals),
          premises_(board, looker),
          is_dirty_(board.lines(), 0),
          needs_(board.lines(), 0),
          at_(static_cast<std::size_t>(board.height) * board.width * (board.colors + 1)),
          known_by_(at_.size()) {}

    // Starts again with these known literals.
    void know(const std::vector<int>& known) {
        looker.undo(0);
        for (const int literal : known) {
            const std::size_t before = looker.mark();
            looker.add(literal);
            for (std::size_t i = before; i < looker.mark(); ++i) {
                at_[looker.trail()[i]] = static_cast<std::uint32_t>(i);
                known_by_[looker.trail()[i]] = literal;
            }
        }
        base_ = looker.mark();
        events.clear();
    }

    // Assumes a value of a cell and solves lines until nothing changes, or until a line has no
    // placement, or `goal` holds (-1: no goal). `lines` are solved if they change; all of them are
    // solved at least once if `from_all`, else only those of the cell are known to change.
    template <class IsIn>
    End run(std::size_t cell, int value, int goal, TrialOrder order, const IsIn& is_in,
            const std::vector<int>* from_all) {
        begin(cell, value);
        queue_.clear();
        const auto add = [&](int line) {
            if (is_dirty_[line] != 0 || !board_.clue(line).given || !is_in(line)) return;
            is_dirty_[line] = 1;
            queue_.push_back(line);
        };
        add(board_.row_of(cell));
        add(board_.height + board_.column_of(cell));
        if (from_all != nullptr)
            for (const int line : *from_all) add(line);
        std::size_t head = 0;
        End end = End::Open;
        // An exception must leave no line dirty.
        const struct Clean {
            TrialRun& self;
            ~Clean() {
                for (const int line : self.queue_) self.is_dirty_[line] = 0;
            }
        } clean{*this};
        while (head < queue_.size() && end == End::Open) {
            choose(order, head);
            const int line = queue_[head++];
            is_dirty_[line] = 0;
            end = step(line, goal);
            if (end == End::Conflict || events.empty() || events.back().line != line) continue;
            const Event& last = events.back();
            for (std::size_t i = last.begin; i < last.end; ++i) {
                const std::size_t changed = looker.trail()[i] / (board_.colors + 1);
                const int across = line < board_.height ? board_.height + board_.column_of(changed)
                                                        : board_.row_of(changed);
                add(across);
            }
        }
        return end;
    }

    // Assumes a value and solves these lines once, in order.
    End replay(std::size_t cell, int value, int goal, const std::vector<int>& lines) {
        begin(cell, value);
        End end = End::Open;
        for (const int line : lines) {
            end = step(line, goal);
            if (end != End::Open) break;
        }
        return end;
    }

    // The removals of the last run, from the assumption on; events count from there.
    struct Record {
        std::vector<std::uint32_t> removals;
        std::vector<Event> events;
    };
    Record record() const {
        Record made{
            {looker.trail().begin() + static_cast<std::ptrdiff_t>(base_), looker.trail().end()},
            events};
        for (Event& event : made.events) {
            event.begin -= base_;
            event.end -= base_;
        }
        return made;
    }
    // How many events of a run the last of some events needs at most: those that removed something
    // in a line that a needed event read.
    int ancestors(const Record& made, std::size_t last) {
        std::fill(needs_.begin(), needs_.end(), 0);
        needs_[made.events[last].line] = 1;
        int count = 1;
        for (std::size_t e = last; e-- > 0;) {
            const Event& event = made.events[e];
            for (std::size_t i = event.begin; i < event.end; ++i) {
                const std::size_t cell = made.removals[i] / (board_.colors + 1);
                if (needs_[board_.row_of(cell)] == 0 &&
                    needs_[board_.height + board_.column_of(cell)] == 0)
                    continue;
                needs_[event.line] = 1;
                ++count;
                break;
            }
        }
        return count;
    }

    // The line solves and known literals that the end of the last run needs: a conflict, or the
    // goal.
    Trace trace(End end, int goal) {
        Trace found;
        found.conflict = end == End::Conflict;
        for (std::size_t i = base_; i < looker.mark(); ++i)
            at_[looker.trail()[i]] = static_cast<std::uint32_t>(i);
        is_needed_.assign(looker.mark(), 0);
        std::size_t next = events.size();
        if (found.conflict) {
            const Event& last = events[--next];
            found.lines.push_back(last.line);
            found.removals.emplace_back();
            need(last.line, {}, last.begin, found.known);
        } else {
            const std::size_t cell = literals_.cell(goal);
            for (int v = 0; v <= board_.colors; ++v)
                if ((v == literals_.value(goal)) != Literals::holds(goal))
                    need_removal(board_.code(cell, v), found.known);
        }
        while (next-- > 0) {
            const Event& event = events[next];
            std::vector<std::uint32_t> removals;
            std::vector<int> targets;
            for (std::size_t i = event.begin; i < event.end; ++i)
                if (is_needed_[i] != 0) {
                    const std::uint32_t code = looker.trail()[i];
                    removals.push_back(code);
                    targets.push_back(after_removal(literals_, code / (board_.colors + 1),
                                                    static_cast<int>(code % (board_.colors + 1))));
                }
            if (targets.empty()) continue;
            found.lines.push_back(event.line);
            found.removals.push_back(std::move(removals));
            need(event.line, targets, event.begin, found.known);
        }
        std::reverse(found.lines.begin(), found.lines.end());
        std::reverse(found.removals.begin(), found.removals.end());
        return found;
    }

    // Goes back to the known literals, and assumes the value.
    void begin(std::size_t cell, int value) {
        looker.undo(base_);
        events.clear();
        cell_ = cell;
        assumed_ = board_.colors == 1 ? literals_.of(cell, 1, value == 1)
                                      : literals_.of(cell, value, true);
        looker.add(assumed_);
    }

    int assumed() const { return assumed_; }
    std::size_t base() const { return base_; }

    RestrictedBoard<W> looker;
    std::vector<Event> events;

private:
    void choose(TrialOrder order, std::size_t head) {
        if (order == TrialOrder::Last) {
            std::swap(queue_[head], queue_.back());
        } else if (order == TrialOrder::Fewest) {
            std::size_t best = head;
            int fewest = board_.length(queue_[head]) + 1;
            for (std::size_t i = head; i < queue_.size(); ++i) {
                const int unknown = unknown_in(queue_[i]);
                if (unknown < fewest) {
                    fewest = unknown;
                    best = i;
                }
            }
            std::swap(queue_[head], queue_[best]);
        }
    }

    int unknown_in(int line) const {
        const Bits<W>* const here = looker.domain(line);
        Bits<W> once = Bits<W>::none(), twice = Bits<W>::none();
        for (int v = 0; v <= board_.colors; ++v) {
            twice |= once & here[v];
            once |= here[v];
        }
        return twice.count();
    }

    End step(int line, int goal) {
        const std::size_t before = looker.mark();
        if (!looker.solve(line)) {
            events.push_back({line, before, before});
            return End::Conflict;
        }
        if (looker.mark() == before) return End::Open;
        events.push_back({line, before, looker.mark()});
        return goal >= 0 && looker.holds(goal) ? End::Goal : End::Open;
    }

    void need_removal(std::uint32_t code, std::vector<int>& known) {
        if (code / (board_.colors + 1) == cell_) return;
        const std::uint32_t at = at_[code];
        if (at >= base_)
            is_needed_[at] = 1;
        else if (std::find(known.begin(), known.end(), known_by_[code]) == known.end())
            known.push_back(known_by_[code]);
    }

    // Notes which removals before `time` a line needs.
    void need(int line, const std::vector<int>& targets, std::size_t time,
              std::vector<int>& known) {
        std::vector<int> premises;
        std::vector<std::uint32_t> removed;
        bool assumes = false;
        for (int place = 0; place < board_.length(line); ++place) {
            const std::size_t cell = board_.cell_at(line, place);
            if (cell == cell_) {
                assumes = true;
                continue;
            }
            for (int v = 0; v <= board_.colors; ++v) {
                const std::uint32_t code = board_.code(cell, v);
                if (looker.can_be(cell, v) || at_[code] >= time) continue;
                if (at_[code] >= base_)
                    removed.push_back(code);
                else if (premises.empty() || premises.back() != known_by_[code])
                    premises.push_back(known_by_[code]);
            }
        }
        std::sort(removed.begin(), removed.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return at_[a] < at_[b]; });
        // Literals that other events need anyway are dropped last.
        std::stable_partition(premises.begin(), premises.end(), [&](int literal) {
            return std::find(known.begin(), known.end(), literal) != known.end();
        });
        for (const std::uint32_t code : removed)
            premises.push_back(after_removal(literals_, code / (board_.colors + 1),
                                             static_cast<int>(code % (board_.colors + 1))));
        const bool follows = premises_.shrink(line, assumes ? assumed_ : -1, targets, premises);
        ENSURE(follows);
        static_cast<void>(follows);
        for (const int literal : premises) {
            const std::size_t cell = literals_.cell(literal);
            for (int v = 0; v <= board_.colors; ++v)
                if ((v == literals_.value(literal)) != Literals::holds(literal))
                    need_removal(board_.code(cell, v), known);
        }
    }

    BoardOf<W>& board_;
    const Literals literals_;
    LinePremises<W> premises_;
    std::size_t base_ = 0;  // the length of the trail with the known literals alone
    std::size_t cell_ = 0;
    int assumed_ = -1;
    std::vector<int> queue_;
    std::vector<char> is_dirty_, needs_, is_needed_;
    std::vector<std::uint32_t> at_;  // per code that is removed: its place on the trail
    std::vector<int> known_by_;      // per code that is known to be removed: the literal
};

}  // namespace nonosat
