# SPDX-License-Identifier: MIT
"""The English sentences of steps, hints, answers and sheets, by their keys.

A key names its group and its use. ``{name}`` is a place for a value; a pair of texts has a plural,
which counts ``n``: the first for 1, the second for other numbers. A text is a whole sentence or a
whole phrase: where a language needs other words for rows, columns and cells, or for one and for
several, each has a text of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from nonosat.languages import Text

TEXTS: Mapping[str, Text] = {
    # Numbers and lists.
    "number.group": ",",
    "list.comma": ", ",
    "list.and": "{before} and {last}",
    "list.turn": "{before}, and {last}",
    "list.then": ", then ",
    "list.reasons": "; ",
    "list.notes": "; ",
    "list.sentences": "{before} {last}",
    "names.comma": ", ",
    "names.and": "{before} and {last}",
    "names.or": "{before} or {last}",
    "numbers.range": "{first} to {last}",
    "numbers.comma": ", ",
    "numbers.and": "{before} and {last}",
    "ordinal.1": "first",
    "ordinal.2": "second",
    "ordinal.3": "third",
    "ordinal.4": "fourth",
    "ordinal.5": "fifth",
    "ordinal.6": "sixth",
    "ordinal.7": "seventh",
    "ordinal.8": "eighth",
    "ordinal.9": "ninth",
    # Colours, as palettes often name them: in the form that stands alone.
    "color.black": "black",
    "color.white": "white",
    "color.grey": "grey",
    "color.gray": "gray",
    "color.red": "red",
    "color.orange": "orange",
    "color.yellow": "yellow",
    "color.lime": "lime",
    "color.green": "green",
    "color.cyan": "cyan",
    "color.blue": "blue",
    "color.purple": "purple",
    "color.violet": "violet",
    "color.pink": "pink",
    "color.brown": "brown",
    "color.nut brown": "nut brown",
    "color.dark blue": "dark blue",
    "color.magenta": "magenta",
    # Lines, and the blocks of a clue.
    "line.row": "row {number}",
    "line.row.clue": "row {number} ({clue})",
    "lines.row": ("row {numbers}", "rows {numbers}"),
    "line.column": "column {number}",
    "line.column.clue": "column {number} ({clue})",
    "lines.column": ("column {numbers}", "columns {numbers}"),
    "clue.block": "{length} {color}",
    "clue.missing": "missing",  # in place of a clue
    "block": "the {length}",
    "block.nth": "the {nth} {length}",
    "block.nth.later": "the {length} (number {nth} of this length)",
    "block.color": "the {color} {length}",
    "block.color.nth": "the {nth} {color} {length}",
    "block.color.nth.later": "the {color} {length} (number {nth} of this kind)",
    "value.filled": "filled",
    "value.empty": "empty",
    "value.unknown": "unknown",
    # The state of cells: a statement, such as: columns 4 and 5 are filled.
    "is.row.filled": ("row {numbers} is filled", "rows {numbers} are filled"),
    "is.row.empty": ("row {numbers} is empty", "rows {numbers} are empty"),
    "is.row.color": ("row {numbers} is {colors}", "rows {numbers} are {colors}"),
    "is.row.not": ("row {numbers} is not {colors}", "rows {numbers} are not {colors}"),
    "is.row.not.empty": ("row {numbers} is not empty", "rows {numbers} are not empty"),
    "is.column.filled": ("column {numbers} is filled", "columns {numbers} are filled"),
    "is.column.empty": ("column {numbers} is empty", "columns {numbers} are empty"),
    "is.column.color": ("column {numbers} is {colors}", "columns {numbers} are {colors}"),
    "is.column.not": ("column {numbers} is not {colors}", "columns {numbers} are not {colors}"),
    "is.column.not.empty": ("column {numbers} is not empty", "columns {numbers} are not empty"),
    "is.cell.filled": ("{cells} is filled", "{cells} are filled"),
    "is.cell.empty": ("{cells} is empty", "{cells} are empty"),
    "is.cell.color": ("{cells} is {colors}", "{cells} are {colors}"),
    "is.cell.not": ("{cells} is not {colors}", "{cells} are not {colors}"),
    "is.cell.not.empty": ("{cells} is not empty", "{cells} are not empty"),
    # A premise, without a verb: with columns 4 and 5 filled.
    "with.row.filled": ("row {numbers} filled", "rows {numbers} filled"),
    "with.row.empty": ("row {numbers} empty", "rows {numbers} empty"),
    "with.row.color": ("row {numbers} {colors}", "rows {numbers} {colors}"),
    "with.row.not": ("row {numbers} not {colors}", "rows {numbers} not {colors}"),
    "with.row.not.empty": ("row {numbers} not empty", "rows {numbers} not empty"),
    "with.column.filled": ("column {numbers} filled", "columns {numbers} filled"),
    "with.column.empty": ("column {numbers} empty", "columns {numbers} empty"),
    "with.column.color": ("column {numbers} {colors}", "columns {numbers} {colors}"),
    "with.column.not": ("column {numbers} not {colors}", "columns {numbers} not {colors}"),
    "with.column.not.empty": ("column {numbers} not empty", "columns {numbers} not empty"),
    "with.cell.filled": ("{cells} filled", "{cells} filled"),
    "with.cell.empty": ("{cells} empty", "{cells} empty"),
    "with.cell.color": ("{cells} {colors}", "{cells} {colors}"),
    "with.cell.not": ("{cells} not {colors}", "{cells} not {colors}"),
    "with.cell.not.empty": ("{cells} not empty", "{cells} not empty"),
    # What a line makes: row 3 makes R3C7 empty.
    "makes.cell.filled": ("{cells} filled", "{cells} filled"),
    "makes.cell.empty": ("{cells} empty", "{cells} empty"),
    "makes.cell.color": ("{cells} {colors}", "{cells} {colors}"),
    "makes.cell.not": ("{cells} not {colors}", "{cells} not {colors}"),
    "makes.cell.not.empty": ("{cells} not empty", "{cells} not empty"),
    # What would follow from an assumption: so R3C7 would be empty.
    "would.cell.filled": "{cells} would be filled",
    "would.cell.empty": "{cells} would be empty",
    "would.cell.color": "{cells} would be {colors}",
    "would.cell.not": "{cells} would not be {colors}",
    "would.cell.not.empty": "{cells} would not be empty",
    # What lines force: row 3 forces R3C7 to be empty.
    "force.cell.filled": ("{cells} to be filled", "{cells} to be filled"),
    "force.cell.empty": ("{cells} to be empty", "{cells} to be empty"),
    "force.cell.color": ("{cells} to be {colors}", "{cells} to be {colors}"),
    "force.cell.not": ("{cells} not to be {colors}", "{cells} not to be {colors}"),
    "force.cell.not.empty": ("{cells} not to be empty", "{cells} not to be empty"),
    # Steps within one line. {line}: Row 4 (3 1).
    "step.zero.all": "{line}: its clue is 0, so all its cells are empty",
    "step.zero": "{line}: its clue is 0, so {states}",
    "step.fills": (
        "{line}: its block fills it exactly, so {states}",
        "{line}: its blocks fill it exactly, so {states}",
    ),
    "step.found": (
        "{line}: its block is found, so {states}",
        "{line}: all its blocks are found, so {states}",
    ),
    "step.line": "{line}: {reasons}",
    "reason.with": "with {premises}, {reason}",
    "reason.agree": "all placements agree that {states}",
    "reason.color": "its clue has no {colors}, so {states}",
    "reason.covers.row": (
        "every placement of {block} covers row {numbers}",
        "every placement of {block} covers rows {numbers}",
    ),
    "reason.covers.column": (
        "every placement of {block} covers column {numbers}",
        "every placement of {block} covers columns {numbers}",
    ),
    "reason.cover": "in every placement {covers}",
    "covers.row": ("{block} covers row {numbers}", "{block} covers rows {numbers}"),
    "covers.column": ("{block} covers column {numbers}", "{block} covers columns {numbers}"),
    "reason.reach.row": (
        "no block can reach row {numbers}, so it is empty",
        "no block can reach rows {numbers}, so they are empty",
    ),
    "reason.reach.column": (
        "no block can reach column {numbers}, so it is empty",
        "no block can reach columns {numbers}, so they are empty",
    ),
    "run.row": ("the run in row {numbers}", "the run in rows {numbers}"),
    "run.color.row": ("the {color} run in row {numbers}", "the {color} run in rows {numbers}"),
    "run.column": ("the run in column {numbers}", "the run in columns {numbers}"),
    "run.color.column": (
        "the {color} run in column {numbers}",
        "the {color} run in columns {numbers}",
    ),
    "reason.run": "{run} is complete, because no block is longer, so {states}",
    "reason.run.color": "{run} is complete, because no {color} block is longer, so {states}",
    "reason.run.longer": "{run} is complete, because every longer block is found, so {states}",
    # Chains and trials.
    "step.suppose": "Suppose {state}. Then {failure}: a contradiction. So {states}.",
    "step.denied": "Suppose {state}. So {states}.",
    "step.solves": ("{states} ({n} line solved)", "{states} ({n} lines solved)"),
    "case.nothing": "If {state}, there is nothing to show.",
    "case.then": "If {state}, then {branch}.",
    "case.either": "{cases} Either way, {states}.",
    "case.each": "{cases} In each case, {states}.",
    "case.one": "{cases} In the only case that remains, {states}.",
    "case.remaining": "{cases} In each case that remains, {states}.",
    "link.line": "{line} makes {cells}",
    "link.cell": "that is, {cells}",
    "link.none": "{line} has no placement left",
    "link.denial": "so {state}",
    "link.line.denial": "{line} would make {cells}",
    # Weights, sets of clues, and other techniques.
    "step.weights": (
        "Computer proof: weights in {lines} show that another solution could differ in at most "
        "{n} cell, yet two solutions differ in at least {difference}. So this is the only one: "
        "{states}.",
        "Computer proof: weights in {lines} show that another solution could differ in at most "
        "{n} cells, yet two solutions differ in at least {difference}. So this is the only one: "
        "{states}.",
    ),
    "states.rest": (
        "{states} and the other unknown cell is empty",
        "{states} and the other {n} unknown cells are empty",
    ),
    "step.force": ("{lines} forces {forced}", "{lines} together force {forced}"),
    "step.force.smallest": (
        "{lines} forces {forced}; fewer lines do not",
        "{lines} together force {forced}; fewer lines do not",
    ),
    "step.force.perhaps": (
        "{lines} forces {forced}; perhaps fewer lines do",
        "{lines} together force {forced}; perhaps fewer lines do",
    ),
    "step.general": "{lines}: {cells}",
    "step.general.with": "{lines}, with {premises}: {cells}",
    # How steps end.
    "count.steps": ("{n} step", "{n} steps"),
    "end.solved": ("solved in {n} step", "solved in {n} steps"),
    "end.free": (
        "everything else is solved in {steps}; {n} cell in no clued line can have any value",
        "everything else is solved in {steps}; {n} cells in no clued line can have any value",
    ),
    "end.ambiguous": (
        "deduction ends here: there are several solutions; {n} cell is unknown",
        "deduction ends here: there are several solutions; {n} cells are unknown",
    ),
    "end.none": "no solution",
    "end.none.line": "no solution: {line} has no placement",
    "end.limit": (
        "not finished ({reason}); {n} cell is unknown",
        "not finished ({reason}); {n} cells are unknown",
    ),
    "end.stuck": (
        "stuck: the techniques give nothing more; {n} cell is unknown",
        "stuck: the techniques give nothing more; {n} cells are unknown",
    ),
    "end.stuck.technique": (
        "stuck: the techniques up to {technique} give nothing more; {n} cell is unknown",
        "stuck: the techniques up to {technique} give nothing more; {n} cells are unknown",
    ),
    "end.doubt": "{end}; whether there are several solutions is unknown ({reason})",
    "cell.start": "{state} from the start",
    "cell.steps": ("{state} after {n} step", "{state} after {n} steps"),
    "cell.ambiguous": "{cell} is ambiguous: {first} in one solution, {second} in another",
    "cell.none": "{cell} has no value: there is no solution",
    "cell.limit": "no explanation of {cell} was found ({reason})",
    "cell.stuck": "the techniques that were allowed do not reach {cell}",
    "cell.doubt": "{end}; whether it is ambiguous is unknown ({reason})",
    "cell.not": "{cell} does not follow: {end}",
    "cell.given": "{cell} is known at the start; without --given its reason is searched for",
    "cell.needed": ("{cell}: {n} step needed", "{cell}: {n} steps needed"),
    "solution.heading": (
        "solution {number} of the {found} found; {n} cell differs, marked:",
        "solution {number} of the {found} found; {n} cells differ, marked:",
    ),
    # Hints.
    "hint.try": "try a value at {cell}",
    "hint.weights": "see the computer proof by weights in {lines}",
    "hint.line": "look at {line}",
    "hint.lines": "look at {lines} together",
    "hint.mistake": "There is a mistake in the grid",
    "hint.solved": "solved",
    "hint.ambiguous": (
        "nothing follows: the solutions differ in every unknown cell; {n} cell is unknown",
        "nothing follows: the solutions differ in every unknown cell; {n} cells are unknown",
    ),
    "hint.stuck": (
        "the techniques up to {technique} give nothing; {n} cell is unknown",
        "the techniques up to {technique} give nothing; {n} cells are unknown",
    ),
    "hint.limit": "no step was found ({reason})",
    "hint.doubt": "whether the grid is right is unknown ({reason})",
    "hint.and.doubt": "{message}; {doubt}",
    # Mistakes on a board.
    "check.right": "right so far",
    "check.unknown": "unknown ({reason})",
    "check.none": "the clues themselves have no solution",
    "check.wrong": (
        "wrong: {n} cell differs from the only solution",
        "wrong: {n} cells differ from the only solution",
    ),
    "check.contradiction": "wrong: {contradiction}",
    "check.extends": "wrong: no solution extends the grid",
    "check.extends.unknown": (
        "no solution extends the grid; whether the clues alone have one is unknown"
    ),
    "check.rows": "the mistakes are in {lines}",
    "check.cells": "cells: {cells}",
    "check.cells.more": ("cells: {cells} and {n} more", "cells: {cells} and {n} more"),
    "check.clues": "the clues alone: {verdict}",
    "verdict.unique": "unique",
    "verdict.multiple": "multiple",
    "verdict.none": "none (no solution)",
    "verdict.unknown": "unknown",
    "contradiction.no": "no contradiction: there is a solution",
    "contradiction.limit": "no contradiction was found ({reason})",
    "contradiction.printed": "the given cell {cell} differs from the printed one",
    "contradiction.printed.cells": ("{n} printed cell", "{n} printed cells"),
    "contradiction.given.cells": ("{n} given cell", "{n} given cells"),
    "contradiction.smallest": (
        "{elements} contradict each other (a smallest set)",
        "{elements} contradict each other (a smallest set)",
    ),
    "contradiction.minimal": (
        "{elements} contradict each other (without any one of them the others can be satisfied; a "
        "smaller set may exist)",
        "{elements} contradict each other (without any one of them the others can be satisfied; a "
        "smaller set may exist)",
    ),
    "contradiction.limited": (
        "{elements} contradict each other (a limit was reached before the set was made smaller)",
        "{elements} contradict each other (a limit was reached before the set was made smaller)",
    ),
    # Why work ended.
    "reason.time": "time limit",
    "reason.memory": "memory limit",
    "reason.conflicts": "conflict limit",
    "reason.work": "work limit",
    "reason.count": "one solution does not show whether there are more",
    "reason.cancelled": "cancelled",
    "reason.stages": "the chosen stages are not enough",
    # On paper: difficulties, techniques, remarks on answers.
    "difficulty.very_easy": "very easy",
    "difficulty.easy": "easy",
    "difficulty.medium": "medium",
    "difficulty.hard": "hard",
    "difficulty.very_hard": "very hard",
    "difficulty.place": "difficulty {place} of {total} ({word})",
    "technique.trivial": "complete lines",
    "technique.overlap": "overlap",
    "technique.line": "line solving",
    "technique.chain": "implication chain",
    "technique.trial": "trial",
    "technique.weights": "weights",
    "technique.clue-set": "set of clues",
    "answer.multiple": "There are several solutions; this is one of them.",
    "answer.drawn": "There are several solutions; this is the picture that was drawn.",
    "answer.none": "There is no solution.",
    "answer.unknown": "Not solved ({reason}); hatched cells are unknown.",
    "answer.goal": "the goal picture is not a solution",
    # On paper: sheets and books.
    "sheet.name": "Name:",
    "sheet.document": "Nonograms",  # the title of a file without another
    "sheet.contents": "Contents",
    "sheet.puzzle": "Puzzle {number}",
    "sheet.nonogram": "Nonogram {size}",  # the name of a puzzle without a title
    "sheet.size": "{width} x {height}",
    "sheet.author": "by {author} - {size}",
    "sheet.colors": "colours: {colors}",
    "sheet.solution": ("Solution", "Solutions"),
    "sheet.solution_of": ("{title}: solution", "{title}: solutions"),
    "sheet.code": ("code: {n} character", "code: {n} characters"),
    "sheet.code_too_long": "(too long for a QR code)",
    "sheet.heading_code": "{heading}, code",
    "sheet.heading_clues": "{heading}, clues",
    "sheet.heading_strips": "{heading}, clue strips",  # strips of paper, to be cut out
    "sheet.heading_tile": "{heading}, tile {tile} of {tiles}",  # a part of a large board
    "sheet.tile": "rows {first_row} to {last_row}, columns {first_column} to {last_column}",
    "sheet.tile_left": "left: tile {tile}",
    "sheet.tile_right": "right: tile {tile}",
    "sheet.tile_above": "above: tile {tile}",
    "sheet.tile_below": "below: tile {tile}",
    "sheet.strip_part": "{line}, {part} of {parts}",  # R1, 2 of 3
    "sheet.no_code": (
        "{name}: its code has {n} character, too many for a QR code that can be read from this "
        "paper",
        "{name}: its code has {n} characters, too many for a QR code that can be read from this "
        "paper",
    ),
    "sheet.no_font_book": (
        "the book {title}: no font has {letters}, printed as ?: name a TrueType font that has them"
    ),
    "sheet.no_font_puzzle": (
        "puzzle {title}: no font has {letters}, printed as ?: name a TrueType font that has them"
    ),
    "sheet.printed": "{file}: {puzzles}, {pages}",
    "count.puzzles": ("{n} puzzle", "{n} puzzles"),
    "count.pages": ("{n} page", "{n} pages"),
    "count.cells": ("{n} cell", "{n} cells"),
    # On paper: handouts with steps. ``steps`` is "3", "3 and 4", "3 to 5".
    "sheet.steps": "Steps",
    "sheet.steps_of": "{heading}: steps",
    "sheet.heading_steps": (
        "{heading}: step {steps} of {total}",
        "{heading}: steps {steps} of {total}",
    ),
    "sheet.caption": ("Step {steps}: {techniques}", "Steps {steps}: {techniques}"),
    "sheet.not_drawn": (
        "Step {steps} is not drawn: {cells}",
        "Steps {steps} are not drawn: {cells}",
    ),
    "sheet.cut": ("cut: rows {first_row} to {last_row}, columns {first_column} to {last_column}"),
    "sheet.cut_outside": (
        "cut: rows {first_row} to {last_row}, columns {first_column} to {last_column}; {n} cell of "
        "the group outside",
        "cut: rows {first_row} to {last_row}, columns {first_column} to {last_column}; {n} cells "
        "of the group outside",
    ),
    "sheet.goes_on": "... (the sentence goes on)",
    "sheet.ended": "{end}.",  # how the steps end, as a sentence
    "sheet.left_out": (
        "{drawn} of {n} step are drawn, because a handout has at most {pages} pages; notes say "
        "which are left out.",
        "{drawn} of {n} steps are drawn, because a handout has at most {pages} pages; notes say "
        "which are left out.",
    ),
    "sheet.left_out_short": (
        "{drawn} of {n} step are drawn: a handout has at most {pages} pages",
        "{drawn} of {n} steps are drawn: a handout has at most {pages} pages",
    ),
    "sheet.signs_boards": (
        "Each board shows the cells known before its steps: filled ones, and empty ones with a dot."
    ),
    "sheet.signs_frames": (
        "Framed cells are the new ones: a disc is a filled cell and a cross an empty one."
    ),
    "sheet.signs_frames_colors": (
        "Framed cells are the new ones: a disc is a filled cell, a cross an empty one and a struck "
        "letter or dot a colour, or an empty cell, that is ruled out."
    ),
    "sheet.signs_squares": "Small squares mark the cells that the steps use.",
    "sheet.signs_numbers": (
        "Numbers count what follows from an assumption. R2C3 is the cell in row 2, column 3."
    ),
    "sheet.signs_mixed": "A step may use cells that steps before it on its board find.",
    "sheet.signs_clues": "The clues are on the first page.",
    # The page of a walkthrough: a board with a slider.
    "walk.untitled": "nonogram {size}",  # 10x10
    "walk.step": "step {step} of {total}: {technique}",
    "walk.steps": "Steps",
    "walk.at_start": "start",
    "walk.at_end": "end",
    "walk.first": "to the start",
    "walk.back": "step back",
    "walk.next": "step forward",
    "walk.last": "to the end",
    "walk.play": "play",
    "walk.pause": "pause",
    "walk.place": "step",  # the name of the slider
    "walk.solutions": "Two solutions",
    "walk.solution": (
        "solution {number}; {n} cell differs",
        "solution {number}; {n} cells differ",
    ),
    # The check of a certificate: its answer, its places, what passed, and what is wrong.
    "proof.accepted": "accepted: {claim}",
    "proof.refused": "refused: {place}: {problem} (the claim was {claim})",
    "proof.undecided": "not decided: {place}: {problem} (the claim was {claim})",
    "proof.claim.unique": "unique: the puzzle has exactly one solution",
    "proof.claim.multiple": "multiple: the puzzle has more than one solution",
    "proof.claim.none": "none: the puzzle has no solution",
    "proof.place.puzzle": "puzzle",
    "proof.place.end": "end",
    "proof.place.solutions": "solutions",
    "proof.place.formula": "formula",
    "proof.place.blocking_clause": "blocking clause",
    "proof.place.end_of_the_proof": "end of the proof",
    "proof.place.weights": "weights",
    "proof.place.proof": "proof",
    "proof.place.solution.number": "solution {number}",
    "proof.place.step.number": "step {number}",
    "proof.place.weights_of_row.number": "weights of row {number}",
    "proof.checked.puzzle": "the puzzle ({size}) has the right SHA-256",
    "proof.checked.given": "its clues are those of the given puzzle",
    "proof.checked.unique": "the solution has the runs of every clue",
    "proof.checked.multiple": "both solutions have the runs of every clue, and they differ",
    "proof.checked.formula": (
        "the formula ({encoding}: {variables} variables, {clauses} clauses made anew from the "
        "clues) has the right SHA-256"
    ),
    "proof.checked.formula.blocking": (
        "the formula ({encoding}: {variables} variables, {clauses} clauses, with the clause that "
        "excludes the solution, made anew from the clues) has the right SHA-256"
    ),
    "proof.checked.no_formula": "(there is no formula for other programs: weights are the proof)",
    "proof.checked.none": "the weights bound every solution below 0: there is no solution",
    "proof.checked.weights": (
        "a second solution differs in at least {n} cell, which weighs {least}; the lines together "
        "weigh at most {bound}",
        "a second solution differs in at least {n} cells, which weigh {least}; the lines together "
        "weigh at most {bound}",
    ),
    "proof.checked.refuted": (
        "the clues contradict each other ({n} step, {how})",
        "the clues contradict each other ({n} steps, {how})",
    ),
    "proof.checked.refuted.blocking": (
        "the clues together with 'not this solution' contradict each other ({n} step, {how})",
        "the clues together with 'not this solution' contradict each other ({n} steps, {how})",
    ),
    "proof.checked.no_proof": "(there is no proof to export: two solutions prove the verdict)",
    "proof.how.engine": "every step checked by unit propagation with {engine}",
    "proof.how.program": "accepted by {engine}",
    "proof.number.long": ("a number of {n} digit", "a number of {n} digits"),
    "proof.problem.time": "the time limit was reached",
    "proof.problem.sha256.puzzle": "the SHA-256 does not belong to the puzzle in the certificate",
    "proof.problem.another": "the certificate is about another puzzle than the given one",
    "proof.problem.lines": "lines follow the header of a certificate without proof",
    "proof.problem.solutions": (
        "verdict {verdict} needs {needs} solutions, the certificate has {has}"
    ),
    "proof.problem.clue": "{line} does not have the runs of its clue",
    "proof.problem.printed": "a printed cell has another value",
    "proof.problem.same": "the two solutions are the same",
    "proof.problem.encoding": (
        "encoding {encoding}, version {version}: this program supports {own}, version {needed}, "
        "for this puzzle"
    ),
    "proof.problem.large": (
        "the formula has {variables} variables and {clauses} clauses; this program checks up to "
        "{most} of each"
    ),
    "proof.problem.size": (
        "the formula of this puzzle has {variables} variables and {clauses} clauses, not "
        "{variables_named} and {clauses_named}"
    ),
    "proof.problem.blocking": "it is not the clause that excludes exactly the solution",
    "proof.problem.sha256.formula": "the SHA-256 does not belong to the formula of this puzzle",
    "proof.problem.step": (
        "it does not follow by unit propagation from the formula and the steps before it"
    ),
    "proof.problem.open": "no contradiction was reached: the proof is not complete",
    "proof.problem.weights": "they do not contradict the clues: their bound is not negative",
    "proof.problem.bound": (
        "their bound does not exclude a second solution: it is {bound}, and must be below {least}"
    ),
    "proof.problem.form": (
        "there must be {rows} rows of {numbers} weights, one for each cell and colour"
    ),
    "proof.problem.rows": "there are {count} rows of weights, not {rows}",
    "proof.problem.program": "drat-trim does not accept it: {words}",
    "proof.problem.literal": "it has a literal beyond the last variable, {variable}",
    "proof.problem.memory": "the proof is larger than this program checks",
    "proof.problem.steps": "the proof has {steps} steps, but its header says {header}",
    # The reading of a picture of a puzzle: its answer, remarks, and why it is doubtful.
    "photo.unread": "not read: {reason}",
    "photo.read": "{size}: {verdict}",
    "photo.read.text": "{size}, from the text of the PDF: {verdict}",
    "photo.read.code": "{size}, from a QR code: {verdict}",
    "photo.status.unique": "one solution",
    "photo.status.several": "several",
    "photo.status.none": "none",
    "photo.status.unknown": "unknown",
    "photo.doubtful": "doubtful: {doubt}",
    "photo.doubtful.none": "doubtful: {doubt}; no reading fits together",
    "photo.fits.unique": "one reading fits together; it has one solution",
    "photo.fits.several": "the most probable reading has several solutions",
    "photo.fits.none": "no reading fits together: all were excluded",
    "photo.fits.unlikely": (
        "doubtful: the reading that fits together has one solution, but is {times} times less "
        "probable than the lines by themselves"
    ),
    "photo.fits.unlikely.several": (
        "doubtful: the reading that fits together has several solutions, but is {times} times less "
        "probable than the lines by themselves"
    ),
    "photo.fits.alternative": (
        "{n} other reading is nearly as probable as the first",
        "{n} other readings are nearly as probable as the first",
    ),
    "photo.fits.limit": "whether the reading found is the most probable one is unknown ({reason})",
    "photo.fits.none.limit": "no reading that fits together was found ({reason})",
    "photo.limit": "the limit",
    "photo.unreadable": "no reading fits the line: {lines}",
    "photo.sums": "the sums differ by {gap}",
    "photo.sums.color": "{gap} in {color}",
    "photo.sums.probable": "with the most probable readings {sums}",
    "photo.misread": "a misread number is in one of {lines}",
    "photo.candidate": "reading {number} ({verdict}, log probability {chance}):",
    "photo.unchanged": "the most probable reading of each line",
    "photo.changes.more": ("and {n} more change", "and {n} more changes"),
    "photo.line": "{line}: {remark}",
    "photo.corrected": "read {before}, corrected to {after}: {why}",
    "photo.why.needs": (
        "the clue needs {n} cell, the line has {length}",
        "the clue needs {n} cells, the line has {length}",
    ),
    "photo.why.lines": "{lines} contradict each other",
    "photo.why.several": "the most probable readings have several solutions",
    "photo.why.contradict": "the clues contradict each other",
    "photo.several": "puzzle {number} of {count} of the page: others are read by number",
    "photo.turned.1": "read after a turn of the picture: a quarter to the left",
    "photo.turned.2": "read after a turn of the picture: upside down",
    "photo.turned.3": "read after a turn of the picture: a quarter to the right",
    "photo.unclear": "not clear, but the other lines agree: {lines}",
    "photo.others": ("{n} other", "{n} others"),  # lines, after the names of some
    "photo.without.unique": (
        "no clue could be read in {lines}; the puzzle has one solution without it",
        "no clue could be read in {lines}; the puzzle has one solution without them",
    ),
    "photo.without": (
        "no clue could be read in {lines}; without it the puzzle does not have one solution",
        "no clue could be read in {lines}; without them the puzzle does not have one solution",
    ),
    "photo.wrong": (
        "{n} filled or crossed cell wrong: {cells}",
        "{n} filled or crossed cells wrong: {cells}",
    ),
    "photo.cells.more": ("{cells} and {n} more", "{cells} and {n} more"),
    "photo.doubt.small": ("a grid of {size} is too small: other puzzles than nonograms fit it too"),
    "photo.doubt.empty": "no numbers were found beside the grid",
    "photo.doubt.opposed": (
        "the numbers on opposite sides differ, so it may be another kind of puzzle"
    ),
    "photo.doubt.larger": (
        "marks stand beside nearly all lines of the grid, so the grid may be larger"
    ),
    "photo.doubt.smaller": "a line at the edge has no numbers, so the grid may be smaller",
    "photo.doubt.lost": "no clue could be read in {lines}: the grid may be another one",
    "photo.doubt.lines": (
        "{n} of {total} lines was corrected or not read",
        "{n} of {total} lines were corrected or not read",
    ),
    "photo.doubt.row": (
        "{n} of {total} rows was corrected or not read",
        "{n} of {total} rows were corrected or not read",
    ),
    "photo.doubt.column": (
        "{n} of {total} columns was corrected or not read",
        "{n} of {total} columns were corrected or not read",
    ),
    "photo.doubt.numbers": "it fits together only with more or fewer numbers than were read",
    "photo.doubt.missing": "no clue could be read in {lines}, which may exclude solutions",
    "photo.doubt.unseen": "no clue was found in {lines}, whose common cells may be filled",
    "photo.doubt.mirrored": (
        "the picture is mirrored: mirror it again, or take it without a mirror"
    ),
    "photo.doubt.turned": (
        "the numbers can be read in several positions: the picture may be turned"
    ),
    "photo.doubt.size": (
        "the grid is more likely of another size, and of this size some numbers do not fit"
    ),
    "photo.doubt.several": (
        "the picture shows several puzzles of about the same size: choose one by its number"
    ),
    "photo.doubt.unread": "a larger grid in the picture could not be read",
}
