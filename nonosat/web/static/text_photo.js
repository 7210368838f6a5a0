// SPDX-License-Identifier: MIT
/** The texts about pictures of printed puzzles, in the form of `text.js`. */
import { addTexts } from "./text.js";

addTexts({
	"photo.ask": "What is in this picture?",
	"photo.shown": "The opened picture",
	"photo.read": "Read a printed puzzle",
	"photo.read.help": "Its numbers become clues. You compare them with the picture.",
	"photo.type": "Type the clues of a printed puzzle",
	"photo.type.help": "The picture stays beside the text.",
	"photo.draw": "Make a puzzle from the picture",
	"photo.draw.help": "The picture becomes the solution.",
	"photo.tab":
		"This page cannot read numbers: it runs without a server, and the library for that (OpenCV) is not available here.",
	"photo.missing":
		"This server cannot read numbers: the extra “photo” is not installed (pip install 'nonosat[photo]').",
	"photo.beside":
		"Type the clues beside the picture. Sums and result are checked while you type, and “Find the mistake” works.",
	"photo.reading": "Reading the numbers",
	"photo.stop": "Stop",
	"photo.view": "Picture",
	"photo.alt": "The printed puzzle",
	"photo.hidden": "This browser cannot show the picture.",
	"photo.close": "Close the picture",
	"photo.in": "Enlarge the picture",
	"photo.out": "Make the picture smaller",
	"photo.fit": "The whole picture",
	"photo.next": "Next uncertain number",
	"photo.previous": "Previous uncertain number",
	"photo.keys": "Press F8 for the next uncertain number. Enter accepts it.",
	"photo.checked": "You have looked at all uncertain numbers.",
	"photo.status.unique": "Checked: the sums agree, and there is one solution.",
	"photo.status.alternative": "Two readings are nearly as likely. Choose the one that is in the picture.",
	"photo.status.doubtful": "This reading is doubtful. Compare it with the picture.",
	"photo.status.several": "These clues have several solutions. Compare the marked numbers with the picture.",
	"photo.status.none": "No reading of these numbers has a solution. Look at the red numbers first.",
	"photo.status.unknown": "No reading that fits was found within the limits. Look at the red numbers first.",
	"photo.status.typed": "Type the clues that the picture shows.",
	"photo.status.changed": "You have changed {n} {n:line|lines}. The result is for the changed text.",
	"photo.choices": "Readings",
	"photo.choice.first": "The likeliest reading",
	"photo.doubts": "Numbers to compare",
	"photo.doubts.uncertain": "{n} {n:line|lines} with numbers that were hard to read",
	"photo.number.certain": "{line}: {read}",
	"photo.number.uncertain": "{line}: hard to read: {read}",
	"photo.number.corrected": "{line}: read {read}, corrected to {length}",
	"photo.number.wrong": "{line}: read {read}, but nothing fits",
	"photo.number.settled": "{line}: {read}, compared",
	"photo.nothing": "no number",
	"photo.given": "{n} filled or crossed {n:cell is|cells are} kept for “Play”.",
	"photo.given.wrong":
		"{n} filled or crossed {n:cell contradicts|cells contradict} the solution and {n:is|are} left out: {cells}",
});
