// SPDX-License-Identifier: MIT
/**
 * Every visible text of the page. The texts of the list, the player, photos and newcomers are in
 * text_list.js, text_play.js, text_photo.js and teaching.js, so that each page loads only its own.
 * (index.html has one more, for browsers without JavaScript.) language.js loads those of another
 * language, by the same keys; a text that it lacks is said in English.
 *
 * {name} is replaced by a value. A text with a plural is a list of its forms, of which `n` chooses
 * one; in English: for one, for more. Numbers and lists are written in the style of the language.
 */

import { LANGUAGE, LOCALE, TRANSLATED, formsOf } from "./language.js";

/** @type {Record<string, string | string[]>} */
const TEXTS = {
	// shell
	app: "nonosat",
	skip: "Skip to content",
	home: "All puzzles",
	"open.shelf": "Open puzzles",
	"open.close": "Close {name}",
	settings: "Settings",
	theme: "Theme",
	"theme.auto": "System default",
	"theme.light": "Light",
	"theme.dark": "Dark",
	language: "Language",
	"language.auto": "System default",
	contrast: "High contrast",
	motion: "Reduced motion",
	"by.system": "{what} (the system has it on)",
	letters: "Letters in coloured cells",
	patterns: "Patterns instead of colours",
	outer: "Repeat clues on the right and bottom",
	keys: "Letter keys work on the whole page",
	busy: "{what}: please wait",
	tip: "{label} ({key})",
	joined: "{before}; {after}",
	sentence: "{text}.",
	"count.puzzles": ["{n} puzzle", "{n} puzzles"],
	"count.rows": ["{n} row", "{n} rows"],
	"count.columns": ["{n} column", "{n} columns"],
	loading: "Loading",
	waiting: "Waiting for other work",
	"keyname.Space": "Space",
	"keyname.Enter": "Enter",
	"keyname.Shift": "Shift",
	"keyname.Control": "Ctrl",
	"keyname.Alt": "Alt",
	"keyname.Delete": "Delete",
	"keyname.Escape": "Esc",
	"keyname.Home": "Home",
	"keyname.End": "End",
	close: "Close",
	cancel: "Cancel",
	copy: "Copy",
	menu: "Menu",
	copied: "Copied",
	"copy.failed": "The browser does not allow copying. Select the text and copy it.",
	untitled: "Untitled",
	"title.hidden": "Puzzle {size}",
	size: "{width} × {height}",
	error: "Something went wrong",
	"error.offline": "The server cannot be reached. Is nonosat serve running?",
	"error.internal": "Internal error: {message}. Please reload the page, or report the error.",
	"error.line": "line {line}: {message}",
	"error.puzzle": "These clues are not possible: {message}",
	"error.syntax": "This cannot be read as a puzzle: {message}",
	"error.certificate": "This cannot be read as a certificate: {message}",
	"error.option": "The program cannot do this: {message}",
	"error.request": "The question is not valid: {message}",
	"error.limit": "A limit was reached: {message}",
	"error.other": "This failed: {message}",
	"error.at": "{line}: {message}",
	"error.formats": "this page opens codes, links, lists of clues, pictures and the files of many puzzle programs",
	"error.nopuzzle": "This link is damaged or incomplete.",
	"error.again": "Try again",
	"error.correct": "Correct the clues",
	offline: "Offline. You can play on; hints and checks need the server.",
	edition: "A new version of this page is ready.",
	"edition.take": "Use it",
	"tab.loading": "Loading the solver: {n} %",
	"tab.loading.label": "Loading the solver",
	"tab.offline": "A part of this page could not be loaded. Please try again when you are online.",
	"tab.failed": "The solver could not be loaded ({why}). Drawing and playing work; the next question tries again.",
	"store.full":
		"The browser's storage is full. Save everything to a file (Puzzles, Backup), then delete what you do not need.",
	delete: "Delete",
	"page.list": "Puzzles",
	"page.edit": "Edit",
	"page.play": "Play",
	"page.solve": "Solve",
	"page.print": "Print",
	"page.about": "About",
	nav: "Pages of this puzzle",
	"reason.time": "The time limit was reached.",
	"reason.sofar": "The search goes on.",
	"reason.memory": "The memory limit was reached.",
	"reason.cancelled": "Cancelled.",
	"reason.conflicts": "The limit on SAT conflicts was reached.",
	"reason.work": "The work limit was reached.",
	"reason.count": "The limit on solutions was reached.",
	"reason.stages": "The chosen solver stages cannot decide this.",
	"reason.error": "The server could not answer everything.",

	// board
	board: "Board, {columns} and {rows}",
	"board.cell": "Row {row}, column {column}: {value}",
	"board.full": "Row {row}, column {column}: {value}. Row clue {rowclue}. Column clue {columnclue}.",
	"board.row": "Row {n}: {clue}",
	"board.column": "Column {n}: {clue}",
	"board.empty": "empty",
	"board.unknown": "unknown",
	"board.filled": "filled",
	"board.zero": "0",
	"board.block": "{length} {color}",
	"board.missing": "missing",
	"board.done": "{clue}, done",
	"board.wrong": "{clue}, wrong",
	"board.ambiguous": "ambiguous",
	"board.wrongcell": "marked as wrong",
	"board.result": "marked by the hint",
	"board.printed": "printed",
	"board.note": "noted: {name}",
	"board.corner": "Clues",
	"board.change": "proposed: {value}",
	"zoom.in": "Zoom in",
	"zoom.out": "Zoom out",
	"zoom.nearer": "Enlarged: draw now",
	"zoom.fit": "Whole board",

	// on several pages
	"list.verdict": "Verdict",
	"list.difficulty": "Difficulty",
	"verdict.unique": "unique",
	"verdict.multiple": "multiple",
	"verdict.none": "none (no solution)",
	"verdict.unknown": "unknown",
	"difficulty.very-easy": "very easy",
	"difficulty.easy": "easy",
	"difficulty.medium": "medium",
	"difficulty.hard": "hard",
	"difficulty.very-hard": "very hard",
	"list.learn": "How to play",
	"play.colors": ["{n} colour", "{n} colours"],

	// editor
	"edit.title": "Editor",
	"edit.mode": "Start from",
	"edit.mode.draw": "Draw a picture",
	"edit.mode.clues": "Type clues",
	"edit.board": "Drawing",
	"edit.unreadable": "This link is damaged or incomplete. Here is an empty board.",
	"edit.undo": "Undo",
	"edit.redo": "Redo",
	"edit.pen": "Pen",
	"edit.pen.fill": "Fill cells",
	"edit.pen.empty": "Empty cells",
	"edit.pen.hand": "Move the board",
	"edit.tools": "Tools",
	"edit.tool.pen": "Draw freely",
	"edit.tool.fill": "Fill an area",
	"edit.tool.line": "Line",
	"edit.tool.rectangle": "Rectangle outline",
	"edit.tool.box": "Filled rectangle",
	"edit.tool.move": "Move the picture",
	"edit.mirror": "Mirror while drawing",
	"edit.mirror.none": "No mirror",
	"edit.mirror.sides": "Mirror left and right",
	"edit.mirror.ends": "Mirror top and bottom",
	"edit.mirror.both": "Mirror all four ways",
	"edit.mirror.turn": "Rotate by half a turn",
	"edit.mirror.diagonal": "Mirror along the diagonal",
	"edit.change": "Transform the picture",
	"edit.crop": "Crop to the filled cells",
	"edit.rotate": "Rotate to the right",
	"edit.rotate.back": "Rotate to the left",
	"edit.flip.sides": "Flip horizontally",
	"edit.flip.ends": "Flip vertically",
	"edit.clear": "Clear",
	"edit.did": "{what}: {action}",
	"edit.did.resize": "size",
	"edit.did.color": "colours",
	"edit.did.names": "title or author",
	"edit.did.repair": "repair",
	"edit.did.reveal": "printed cells",
	"edit.did.printed.not": "printed cells",
	"edit.did.import": "import",
	"edit.colors": "Colours",
	"edit.background": "Empty",
	"edit.color.change": "Change this colour",
	"edit.color.add": "Add a colour",
	"edit.color.remove": "Remove this colour",
	"edit.size": "Size",
	"edit.width": "Width",
	"edit.height": "Height",
	"edit.symmetric": "Resize opposite sides together",
	"edit.handle": "Resize: {side}",
	"edit.handle.help": "Drag, or press the arrow keys. With Alt, opposite sides change together.",
	"side.left": "left side",
	"side.right": "right side",
	"side.top": "top side",
	"side.bottom": "bottom side",
	"side.top-left": "top left corner",
	"side.top-right": "top right corner",
	"side.bottom-left": "bottom left corner",
	"side.bottom-right": "bottom right corner",
	"edit.spoils": "The editor shows the solution",
	"edit.spoils.text": "This puzzle is not solved yet. The editor shows its picture.",
	"edit.spoils.open": "Show it",
	"edit.size.most": ["A side has at most {n} cell.", "A side has at most {n} cells."],
	"edit.fold": "Panels",
	"edit.name": "Title",
	"edit.author": "Author",
	"edit.play": "Test play",
	"edit.share": "Copy link",
	"edit.copy.play": "Link to play",
	"edit.copy.draw": "Link to this drawing",
	"edit.share.other": "File, code or QR code",
	"share.title": "Send this puzzle",
	"share.local":
		"Only this device can open this page, so a link to it would lead others nowhere. Send the puzzle itself.",
	"share.how": "For links, whoever runs the server gives it a public address: nonosat serve --base ADDRESS.",
	"share.how.tab": "Links work once the page is on a host that others can open.",
	"share.picture": "With the picture, to go on drawing (it is the solution)",
	"share.file": "Save as a file",
	"share.code": "Code",
	"share.code.copy": "Copy the code",
	"share.code.help":
		"Whoever has nonosat opens the file, or types the code into the search of the list. A code has no title.",
	"share.nocode": "No code: {why}",
	"share.qr": "QR code of this puzzle",
	"share.qr.long": "The code is too long for a QR code.",
	"edit.save": "Save",
	"edit.format": "Format",
	"save.library": "In the library",
	"save.library.not":
		"This server cannot save puzzles. To save into a folder, start it with that folder: nonosat serve FOLDER.",
	"save.library.button": "Save in the library",
	"save.library.done": "Saved as {file} in {folder}. It is now in the list.",
	"save.library.same":
		"Saved as {file} in {folder}. The list already has these clues as “{title}”; a search finds both names.",
	"save.name": "File name",
	"save.name.help": "In the folder {folder}. Without a name, the title is used.",
	"save.replace": "Replace it",
	"save.file": "As a file",
	"save.file.button": "Save as a file",
	"save.tab.done": "Saved as {file} in this browser. It is now in the list.",
	"save.tab.help": "In this browser. Without a name, the title is used.",
	"save.folder": "Save into a folder",
	"save.folder.into": "Save into {folder}",
	"save.folder.other": "Another folder",
	"save.folder.done": "Saved as {file} in {folder}.",
	"save.folder.exists": "{file} exists in {folder}.",
	"save.folder.refused": "The file could not be written: {why}",
	"save.json": "JSON: keeps everything; the format of this program",
	"save.non": ".non: plain text for many nonogram programs",
	"save.webpbn": "XML: for webpbn.com and programs that read its puzzles; supports colours",
	"save.sgt": ".sgt: for Simon Tatham's puzzle collection; one colour only",
	"save.more": "Another format",
	"edit.print": "Print",
	"edit.live": "Result",
	"edit.nothing": "Nothing is drawn yet.",
	"edit.nothing.clues": "Nothing is drawn yet. Your clues are kept: press “Type clues” to see them again.",
	"edit.clues.drawn": "These are the clues of the drawing, which you changed after you had typed clues.",
	"edit.clues.typed": "Show the typed clues",
	"edit.clues.apart": "The drawing is as before: the clues that you typed belong to another picture.",
	"edit.drawn": "The solution of your clues is drawn. Press “Type clues” to see the clues again.",
	"edit.asking": "Looking for solutions",
	"edit.verdict.unique": "Unique: the clues have one solution.",
	"edit.verdict.multiple": "Not unique: the clues have several solutions.",
	"edit.verdict.none": "These clues have no solution.",
	"edit.verdict.sofar": "Unknown so far: the search goes on.",
	"edit.verdict.unknown": "Unknown: the time or memory limit was reached.",
	"edit.count": ["{count} solution", "{count} solutions"],
	"edit.count.least": ["at least {count} solution", "at least {count} solutions"],
	"edit.ambiguous": ["{n} ambiguous cell, marked on the board", "{n} ambiguous cells, marked on the board"],
	"edit.rating": "Difficulty: {word} ({difficulty}). Hardest technique: {technique}",
	"edit.rating.none": "Difficulty: none; only a puzzle with one solution has a difficulty",
	"edit.rating.short": "Difficulty: {word} ({difficulty})",
	"edit.other": "Another solution",
	"edit.other.none": "No other solution was found.",
	"edit.other.is": "This picture has the same clues:",
	"edit.other.show": "Show on the board",
	"edit.other.take": "Use this picture",
	"edit.pair": "Before and after. Cells that differ: {cells}",
	"edit.repair": "Repair",
	"edit.repair.searching": "Looking for the smallest change that makes the picture unique",
	"edit.repair.atleast": [
		"At least {n} cell must change; still looking",
		"At least {n} cells must change; still looking",
	],
	"edit.repair.least": [
		"The smallest repair changes {n} cell. Choose one:",
		"The smallest repair changes {n} cells. Choose one:",
	],
	"edit.repair.found": [
		"Changing {n} cell makes it unique; a smaller change may exist. Choose one:",
		"Changing {n} cells makes it unique; a smaller change may exist. Choose one:",
	],
	"edit.repair.bound": [
		"No repair was found within the time limit. At least {n} cell must change.",
		"No repair was found within the time limit. At least {n} cells must change.",
	],
	"edit.repair.impossible": "No change of the picture makes it unique.",
	"edit.change.filled": "{cells} filled",
	"edit.change.empty": "{cells} empty",
	"edit.change.color": "{cells} {color}",
	"edit.repair.accept": ["Change {n} cell", "Change {n} cells"],
	"edit.repair.lines": "Also require: solvable line by line",
	"edit.reveal": "Reveal cells",
	"edit.reveal.searching": "Looking for the fewest cells to print, so that one solution remains",
	"edit.reveal.least": [
		"With {n} printed cell one solution remains; fewer are not enough:",
		"With {n} printed cells one solution remains; fewer are not enough:",
	],
	"edit.reveal.found": [
		"With {n} printed cell one solution remains; perhaps fewer are enough:",
		"With {n} printed cells one solution remains; perhaps fewer are enough:",
	],
	"edit.reveal.none": "No cells to print were found.",
	"edit.reveal.accept": ["Reveal {n} cell", "Reveal {n} cells"],
	"edit.printed": [
		"{n} printed cell, which the player sees from the start",
		"{n} printed cells, which the player sees from the start",
	],
	"edit.printed.not": "Remove the printed cells",
	"edit.correct": "Find the mistake",
	"edit.correct.found": "Each of these corrections gives a solution. Compare them with your paper:",
	"edit.correct.several":
		"More than one number is wrong, or whole lines. The most probable corrections of numbers, slips of a finger first:",
	"edit.correct.suspects":
		"No correction of one number gives a solution. If only one clue is wrong, it is one of {lines}.",
	"edit.correct.lines": "No correction of one number gives a solution, but a change of whole lines does:",
	"edit.correct.missing": "Add {line}: {after} ({verdict})",
	"edit.correct.extra": "Remove {line}: {before} ({verdict})",
	"edit.correct.swapped": "Exchange {line} and {other} ({verdict})",
	"edit.correct.joined": "Split {line} into {line} and {other}: {after} ({verdict})",
	"edit.correct.none":
		"No correction was found. At least two clues are wrong, or lines are missing, typed twice or in the wrong order.",
	"edit.correct.contradict": "{lines} contradict each other: compare these with your paper first.",
	"edit.correct.unknown": "No correction was found within the time limit.",
	"edit.correct.one": "{line}: {before} → {after} ({verdict})",
	"edit.correct.change": "{line}: {before} → {after}",
	"edit.correct.all": "{changes} ({verdict})",
	"edit.import": "Picture from a file",
	"edit.camera": "Take a photo",
	"edit.photo": "Picture of a printed puzzle",
	"edit.clues.help":
		"Type one line of text for each row and each column, such as 3 1 2. Type 0 for an empty line and ? for a missing clue. Colours are letters: 3r 1b.",
	"edit.clues.rows": "Rows ({n})",
	"edit.clues.columns": "Columns ({n})",
	"edit.clues.start": "Type the clues of the rows and columns.",
	"edit.clues.open": [
		"{n} clue is not typed yet. Type 0 for a line without blocks.",
		"{n} clues are not typed yet. Type 0 for a line without blocks.",
	],
	"edit.clues.faults": ["{n} clue has a mistake.", "{n} clues have a mistake."],
	"edit.clues.sums":
		"The rows and the columns have different sums: a number is wrong, or a line is missing or typed twice.",
	"edit.clue.open": "not typed yet",
	"edit.clue.word": "“{word}” is not a number",
	"edit.clue.letter": "“{word}” is no number, and no colour has this letter",
	"edit.clue.zero": "0 must be the only entry",
	"edit.clue.alone": "? must be the only entry",
	"edit.clue.long": ["needs {n} cell, the line has {has}", "needs {n} cells, the line has {has}"],
	"edit.clue.at": "{n}: {fault}",
	"edit.letter.none": ["No colour has the letter {letters}.", "No colour has the letters {letters}."],
	"edit.letter.add": "Add a colour {letter}",
	"edit.letter.added":
		"New colour: {color}, with the letter {letter}. Another colour for it can be chosen under Colours.",
	"edit.sums": "Filled cells: {rows} in rows, {columns} in columns.",
	"edit.sums.differ": [
		"{color}: {n} cell in rows, {columns} in columns.",
		"{color}: {n} cells in rows, {columns} in columns.",
	],
	"edit.draw.solution": "Draw the solution",
	"edit.draw.some": "Draw one of its solutions",
	"edit.draw.some.why":
		"To make it unique, draw one of its solutions: there “Repair” changes cells, and “Reveal cells” prints some.",
	"technique.trivial": "complete lines",
	"technique.overlap": "overlap",
	"technique.line": "line solving",
	"technique.chain": "implication chain",
	"technique.trial": "trial",
	"technique.weights": "weights",
	"technique.clue-set": "set of clues",

	// solver
	"solve.position": "Step",
	"solve.verdict": "Verdict: {verdict}",
	"solve.at": "{n} of {total}",
	"solve.first": "First step",
	"solve.back": "One step back",
	"solve.forward": "One step forward",
	"solve.last": "Last step",
	"solve.play": "Play",
	"solve.pause": "Pause",
	"solve.speed": "Speed",
	"solve.persecond": "{n} per second",
	"solve.start": "Finding steps …",
	"solve.working": "Solving",
	"solve.unique": "Make it unique in the editor",
	"solve.done": "No further step.",
	"solve.press": "Press a cell of the board to see why it has its value.",
	"solve.cell": "Row {row}, column {column}",
	"solve.cell.own":
		"Row {row}, column {column} is {value} on your board. Remove the tick “From my board” to look for its reason.",
	"solve.cell.asking": "Looking for the steps that this cell needs",
	"solve.why": "Why is row {row}, column {column} {value}?",
	"solve.all": "Back to all steps",
	own: "From my board",
	"own.wrong":
		"Your board has a mistake, so the steps begin with the empty board. On the page Play, the eye shows the mistake.",
	"own.unknown": "Whether your board is right so far could not be found out within the time limit.",
	"solve.techniques": "Steps by technique",
	"solve.count": "{technique} {n}",
	"solve.rating": "Difficulty: {word} ({difficulty})",
	"solve.stages": "Cells solved per solver stage",
	"solve.stage": "Stage",
	"solve.cells": "Cells",
	"solve.time": "Time",
	"solve.of": "{n} of {total}",
	"solve.ms": "{n} ms",
	"solve.show": "Show on the board",
	"solve.show.steps": "Steps",
	"solve.show.first": "One solution",
	"solve.show.second": "Another solution",
	"solve.differ": [
		"The two solutions differ in {n} cell, marked on the board.",
		"The two solutions differ in {n} cells, marked on the board.",
	],
	"solve.print": "Print steps",
	"solve.certificate": "Save a certificate",
	"proof.title": "Check it yourself",
	"proof.help":
		"A certificate proves the verdict to people who do not trust this page. The code that checks it shares nothing with the solver. Formula and proof are for other SAT solvers and proof checkers.",
	"proof.check": "Make one and check it",
	"proof.files": "Save formula and proof",
	"proof.files.help":
		"The ZIP has the formula (DIMACS, .cnf), which is unsatisfiable, and the proof of that (DRAT, .drat). Any DRAT checker reads both.",
	"proof.other": "Check a certificate file",
	"stage.lines": "line solving",
	"stage.implications": "implications",
	"stage.probe": "probing",
	"stage.search": "a short search",
	"stage.beliefs": "belief propagation",
	"stage.weights": "weights",
	"stage.sat": "SAT solver",
	"stage.backbone": "backbone",

	// print
	"print.title": "Print {title}",
	"print.what": "What to print",
	"print.sheets": "Sheets",
	"print.strips": "Clue strips to cut out",
	"print.steps": "Steps with small boards",
	"print.steps.help":
		"A handout of at most 12 pages: the puzzle, small boards with the cells of a few steps marked and their sentences, the answer.",
	"print.steps.size": "{steps} on {pages}.",
	"print.steps.steps": ["{n} step", "{n} steps"],
	"print.steps.pages": ["{n} page", "{n} pages"],
	"print.cell": "Only the steps that row {row}, column {column} needs",
	"print.name": "Name:",
	"print.untitled": "Nonogram {width} x {height}",
	"print.answer": "With the answer, on the last page",
	"print.name_line": "A line for the name of who solves",
	"print.hide_titles": "Hide titles, except beside the answers",
	"print.easy_first": "The easiest first",
	"print.remark": "On the sheets: {remark}",
	"print.all": ["The {n} open puzzle", "All {n} open puzzles"],
	"print.paper": "Paper",
	"print.paper.a4": "A4",
	"print.paper.letter": "Letter",
	"print.paper.a3": "A3",
	"print.paper.a5": "A5",
	"print.landscape": "Landscape",
	"print.theme": "Style",
	"print.theme.print": "Black and white",
	"print.theme.colored": "In colour",
	"print.theme.patterns": "Patterns instead of colours",
	"print.theme.contrast": "High contrast",
	"print.theme.light": "Grey clues",
	"print.per_page": "Puzzles per page",
	"print.per_page.n": "at most {n}",
	"print.solutions": "Solutions",
	"print.solutions.none": "None",
	"print.solutions.end": "On the last pages",
	"print.solutions.page": "Upside down, on the page of the puzzle",
	"print.solutions.only": "Only the solutions, without the puzzles",
	"print.code": "QR code",
	"print.code.nonosat": "Link to this page",
	"print.code.alone": "The puzzle itself",
	"print.code.help":
		"Other devices cannot open this page, so the code holds the puzzle instead of a link. Paste the code into the list of any nonosat page.",
	"print.code.none": "None",
	"print.heading": "Title of the booklet",
	"print.heading.help": "On the first page, and small on the others. Empty: no title.",
	"print.open": "Open the PDF",
	"print.save": "Save the PDF",
	"print.preview": "A preview of the board. In the PDF, a large board is split over several pages.",
	"print.strips.help": "Strips with the clues of this puzzle, to lay around a board with squares of 19 mm.",
	"print.alt": "The board of {title} with its clues",

	// about
	"about.author": "Author",
	"about.copyright": "Copyright",
	"about.license": "Licence",
	"about.catalogue": "Source",
	"about.description": "Description",
	"about.size": "Size",
	"about.blocks": "Clues",
	"about.blocks.rows": ["{n} block in the rows", "{n} blocks in the rows"],
	"about.blocks.filled": ["{filled} of {n} cell is filled", "{filled} of {n} cells are filled"],
	"about.colors": "Colours",
	"about.count": "Solutions",
	"about.rating": "{word} ({difficulty})",
	"about.rating.technique": "{word} ({difficulty}), hardest technique: {technique}",
	"about.verdict.reason": "{verdict}. {reason}",
	"about.rating.none": "none; only a puzzle with one solution has a difficulty",
	"about.rating.unknown": "unknown, because the number of solutions is unknown",
	"about.id": "SHA-256",
	"about.files": "Files",
	"about.doubles": ["This puzzle is in the library {n} time.", "This puzzle is in the library {n} times."],
	"about.codes": "Codes and links",
	"about.spoils": "Picture codes (they show the solution)",
	"about.copy.code": "Copy the code: {kind}",
	"about.copy.link": "Copy the link: {kind}",
	"about.download": "Save as a file",
	"about.format": ["Format ({n} format)", "Format ({n} formats)"],
	"about.dialect": "Dialect",
	"about.loses": "This format drops: {what}.",
	"about.save": "Save",
	"about.pictures": "As a picture:",
	"code.nonosat": "nonosat",
	"code.rules": "Clues",
	"code.image": "Picture",
	"code.rules-2020": "Clues, 2020 version",
	"code.image-2020": "Picture, 2020 version",
	"code.raw": "Picture, raw bits",
	"code.game-id": "Simon Tatham's game ID",
};

const [formOf, inEnglish] = [LANGUAGE, "en"].map(formsOf);
const numbers = new Intl.NumberFormat(LOCALE, { useGrouping: true, maximumFractionDigits: 2 });

/** A number in the style of the language. @param {number} value */
export const num = value => numbers.format(value);

/**
 * The text of a key.
 * @param {string} key @param {Record<string, string|number>} [values]
 */
export function t(key, values = {}) {
	const own = TRANSLATED[key];
	const text = own ?? TEXTS[key];
	if (text === undefined) throw new Error(`no text "${key}"`);
	const form = typeof text === "string" ? text : formFor(text, own ? formOf : inEnglish, Number(values.n));
	return form.replace(/\{(\w+)\}/g, (_, name) => {
		const value = values[name];
		return typeof value === "number" ? num(value) : String(value ?? "");
	});
}

/**
 * The form of a plural for a count. Some languages have the form of 1 for 21, too: a text in that form
 * that does not say the number is meant for 1 alone, so others get the form of 2.
 * @param {string[]} forms @param {(n: number) => number} numberOf @param {number} n
 */
const formFor = (forms, numberOf, n) => {
	const form = forms[numberOf(n)];
	const fits = n === 1 || numberOf(n) !== numberOf(1) || /{(n|count)}/.test(form);
	return fits ? form : forms[numberOf(2)];
};

/** The name of a colour, in the language if it is a common English one. @param {string} name */
export const colorName = name => {
	const text = TRANSLATED["color." + name.toLowerCase()];
	return typeof text === "string" ? text : name;
};

/** Adds the texts of a page. @param {Record<string, string | string[]>} texts */
export const addTexts = texts => void Object.assign(TEXTS, texts);

/** Whether a text has this key. @param {string} key */
export const hasText = key => key in TEXTS || key in TRANSLATED;

/** What a format is, and what it drops, in the language. @param {{name: string, sentence: string, loses?: string[]}} form */
export function formatText({ name, sentence, loses = [] }) {
	/** @param {string} key @param {string} text */
	const own = (key, text) => (hasText(key) ? t(key) : text);
	return { is: own("format." + name, sentence), loses: loses.map((part, i) => own(`part.${name}.${i + 1}`, part)) };
}

/** British: no comma before "and". */
const LISTS = LANGUAGE === "en" ? "en-GB" : LOCALE;
const lists = new Intl.ListFormat(LISTS, { type: "conjunction" });
const commas = new Intl.ListFormat(LISTS, { type: "unit", style: "short" });

/** Texts as a sentence lists them: "a, b and c". @param {string[]} texts */
export const listed = texts => lists.format(texts);

/** Texts one after another: "a, b, c". @param {string[]} texts */
export const series = texts => commas.format(texts);

/** Longer texts one after another: "a; b". @param {string[]} texts */
export const joined = texts => texts.reduce((before, after) => t("joined", { before, after }));

/** A text without a full stop as a sentence. @param {string} text */
export const sentence = text => t("sentence", { text: text[0].toLocaleUpperCase(LOCALE) + text.slice(1) });

/** The word of a difficulty. @param {string|null} [word] as the API names it */
export const level = word => (word ? t("difficulty." + word.replace(" ", "-")) : "");

/** A number of solutions, which may have many digits. @param {{number: string | number, exact: boolean}} count */
export const solutions = ({ number, exact }) =>
	t(exact ? "edit.count" : "edit.count.least", {
		n: Number(number),
		count: String(number).length > 15 ? String(number) : num(Number(number)),
	});

/** @param {number} width @param {number} height */
export const boardName = (width, height) =>
	t("board", { columns: t("count.columns", { n: width }), rows: t("count.rows", { n: height }) });

const ARROWS = { ArrowLeft: "←", ArrowUp: "↑", ArrowRight: "→", ArrowDown: "↓" };

/** Keys as they are written on a keyboard: Control+Z. @param {string} keys */
export const keyNames = keys =>
	keys.replace(/[A-Z][A-Za-z]+/g, name => /** @type {any} */ (ARROWS)[name] ?? t("keyname." + name));
