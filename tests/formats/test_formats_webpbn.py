# SPDX-License-Identifier: MIT
"""webpbn XML: colours, several puzzles, pictures, entities."""

from __future__ import annotations

import pytest

from nonosat import Grid, Palette, Puzzle, dumps, loads
from nonosat.errors import PuzzleError, PuzzleSyntaxError, PuzzleWarning
from nonosat.formats import read_all
from nonosat.types import Color, Metadata
from tests.support.processes import interpreted

HEAD = '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "https://example.invalid/pbn-0.3.dtd">\n'


def clues(kind: str, *lines: str) -> str:
    """A <clues> element; in a line each word is a count, ``red:2`` one with a colour."""
    counts = []
    for line in lines:
        words = [word.rpartition(":") for word in line.split()]
        colored = ((f' color="{color}"' if color else "", number) for color, _, number in words)
        counts.append("".join(f"<count{color}>{number}</count>" for color, number in colored))
    return f'<clues type="{kind}">' + "".join(f"<line>{x}</line>\n" for x in counts) + "</clues>\n"


def goal(*rows: str, kind: str = "goal") -> str:
    """A <solution> element."""
    return f'<solution type="{kind}"><image>\n' + "\n".join(rows) + "\n</image></solution>\n"


def puzzle_xml(*parts: str, attributes: str = ' type="grid"') -> str:
    """A puzzle set with one puzzle."""
    return f"{HEAD}<puzzleset>\n<puzzle{attributes}>\n{''.join(parts)}</puzzle>\n</puzzleset>\n"


def test_black_and_white() -> None:
    text = puzzle_xml(clues("columns", "1", ""), clues("rows", "1", ""), goal("|X.|", "|..|"))
    assert loads(text) == Puzzle([[1], []], [[1], []], goal=Grid("#.\n.."))


def test_texts() -> None:
    text = puzzle_xml(
        "<source>ours</source><id>#1</id><title> Salt &amp; &quot;x&quot; </title>"
        "<author>Zo&euml;</author><copyright>&copy; 2024</copyright><authorid>z</authorid>"
        "<description>\n\na\nb\n</description><note>license: MIT</note>",
        goal("|X|"),
    )
    meta = loads(text).meta
    assert meta == Metadata('Salt & "x"', "Zoë", "© 2024", "MIT", "ours #1", "a\nb")


def test_html_entities_do_not_move_lines() -> None:
    text = puzzle_xml("<title>&NewLine;&NewLine;&LT;</title>\n", clues("rows", "x"), goal("|X|"))
    with pytest.raises(PuzzleSyntaxError, match="line 6, R1: 'x' is not a count"):
        loads(text)


def test_encodings_and_blanks_in_front() -> None:
    text = '\n <?xml version="1.0" encoding="ISO-8859-1"?><puzzle><title>ü</title>' + goal("|X|")
    assert loads(text + "</puzzle>").title == "ü"
    with pytest.raises(PuzzleSyntaxError, match=r"line 6: .*mismatched"):
        loads(text.replace("ü", "\n") + "</puzzles>")


def test_defaults_of_the_set() -> None:
    text = (
        "<puzzleset><author>We</author><title>Set</title>"
        f"<puzzle>{goal('|X|')}<title>One</title></puzzle>"
        f"<puzzle><author>I</author>{goal('|XX|')}</puzzle></puzzleset>"
    )
    items = [item for item in read_all(text) if isinstance(item, Puzzle)]
    assert [(x.title, x.meta.author, x.width) for x in items] == [("One", "We", 1), ("Set", "I", 2)]
    with pytest.raises(PuzzleSyntaxError, match="load_all"):
        loads(text)


def test_a_broken_puzzle_does_not_end_the_file() -> None:
    one = f"<puzzle>{goal('|X|')}</puzzle>"
    items = list(read_all(f'<puzzleset>{one}<puzzle type="triddler"/>{one}</puzzleset>'))
    assert [type(item) for item in items] == [Puzzle, PuzzleSyntaxError, Puzzle]
    items = list(read_all(f"<puzzleset>{one}{one}<puzzle"))
    assert [type(item) for item in items] == [Puzzle, Puzzle, PuzzleSyntaxError]


def test_colors() -> None:
    text = puzzle_xml(
        '<color name="red" char="r">f00</color><color name="blue" char="b">#0000FF</color>',
        '<color name="spare" char="s">123456</color>',
        clues("rows", "blue:1 red:1", "2"),
        clues("columns", "blue:1 1", "red:1 1"),
        goal("|br|", "|XX|"),
    )
    puzzle = loads(text)
    assert puzzle.palette == Palette(
        (
            Color("black", "#000000", "X"),
            Color("red", "#ff0000", "r"),
            Color("blue", "#0000ff", "b"),
        )
    )
    assert puzzle.goal == Grid("br\nXX", "Xrb")
    assert puzzle.faults(puzzle.goal) == ()


def test_default_and_background() -> None:
    text = puzzle_xml(
        '<color name="paper" char=" ">ffeecc</color><color name="ink" char="i">000080</color>',
        clues("rows", "1 1"),
        clues("columns", "1", "", "1"),
        goal("|i i|"),
        attributes=' defaultcolor="ink" backgroundcolor="paper"',
    )
    puzzle = loads(text)
    assert puzzle.palette == Palette((Color("ink", "#000080", "#"),), "#ffeecc")
    assert puzzle.goal == Grid("#.#")


def test_background_as_default() -> None:
    text = puzzle_xml(
        clues("rows", "black:1"), clues("columns", "black:1"), attributes=' defaultcolor="white"'
    )
    assert loads(text) == Puzzle([[1]], [[1]])
    empty = puzzle_xml(clues("rows", ""), clues("columns", ""), attributes=' defaultcolor="white"')
    assert loads(empty) == Puzzle([[]], [[]])


def test_zero_is_an_empty_line() -> None:
    text = puzzle_xml(clues("rows", "0", "1"), clues("columns", "1"))
    assert loads(text) == Puzzle([[], [1]], [[1]])


def test_clues_from_the_goal() -> None:
    rows_only = puzzle_xml(clues("rows", "1"), goal("|X.|"))
    assert loads(rows_only) == Puzzle.from_grid(Grid("#."))
    solution = puzzle_xml(goal("|X|", kind="saved"), goal("|X.|", kind="solution"))
    with pytest.warns(PuzzleWarning, match="line 5: the saved game of a player is not read"):
        assert loads(solution) == Puzzle.from_grid(Grid("#."))
    with pytest.raises(PuzzleSyntaxError, match="no complete goal picture"):
        loads(puzzle_xml(goal("|X?|")))
    with pytest.raises(PuzzleSyntaxError, match="no clues for the rows and columns"):
        loads(puzzle_xml(goal("|XX|", kind="saved")))


def test_sets_of_colors_in_pictures() -> None:
    both = clues("rows", "2"), clues("columns", "1", "1", "")
    assert loads(puzzle_xml(*both, goal("|[X][.X]?|"))).goal == Grid("#??")


def test_files_name_their_lines() -> None:
    text = puzzle_xml(clues("rows", "1", "5"), clues("columns", "1", "x"), goal("|X|"))
    with pytest.raises(PuzzleSyntaxError) as caught:
        loads(text)
    faults = [(fault.file_line, str(fault.line)) for fault in caught.value.faults]
    assert faults == [(6, "R2"), (9, "C2"), (11, "None")]


def test_nothing_is_fetched_or_expanded() -> None:
    external = '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/hostname">]><puzzle>&x;</puzzle>'
    for text in (
        external,
        external.replace("SYSTEM", "PUBLIC '-'"),
        external.replace("x S", "% x S"),
    ):
        with pytest.raises(PuzzleSyntaxError, match="declarations of its own"):
            loads(text)


def test_default_attributes_do_not_take_memory() -> None:
    """20,000 elements with a default attribute of 90 kB each once took 1.7 GB."""
    program = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (600 * 2**20, 600 * 2**20))
import nonosat
counts = ("<line>" + "<count>1</count>" * 1000 + "</line>") * 20
attributes = '<!ATTLIST count color CDATA "' + "x" * 90_000 + '">'
try:
    puzzle = f'<puzzle><clues type="rows">{counts}</clues></puzzle>'
    nonosat.loads(f'<!DOCTYPE a [{attributes}]>{puzzle}')
except nonosat.errors.PuzzleSyntaxError as error:
    print(error)
"""
    done = interpreted(program)
    assert "the document type has declarations of its own" in done.stdout, done.stderr


def test_a_document_type_without_declarations_is_read() -> None:
    text = dumps(Puzzle([[1]], [[1]]), format="webpbn")
    assert '<!DOCTYPE pbn SYSTEM "' in text
    assert loads(text) == Puzzle([[1]], [[1]])


def test_refuses_what_it_cannot_represent() -> None:
    for character in "\x1b\uffff":
        puzzle = Puzzle([[1]], [[1]], meta=Metadata(title=character))
        with pytest.raises(PuzzleError, match=f"U.{ord(character):04X}, which XML cannot"):
            dumps(puzzle, format="webpbn")


def test_writes_unfit_color_names() -> None:
    palette = Palette.of([("white", "f00", "r"), ("a/b", "0f0", "g"), ("", "00f", "b")])
    grid = Grid("rgb", "rgb")
    puzzle = loads(dumps(Puzzle.from_grid(grid, palette=palette), format="webpbn"))
    assert [color.name for color in puzzle.palette.colors] == ["color r", "color g", "color b"]
    assert puzzle.goal == grid
