# SPDX-License-Identifier: MIT
"""Wrong usage: each command exits with 2, says why, prints no data and writes no file."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.support.command_line import Run

MISTAKES = [
    # the arguments; a part of the message
    ("bench", "nothing to do"),
    ("bench --random 5x5", "write WxH:DENSITY:COUNT"),
    ("bench --random 0x5:0.5:1", "--random 0x5:0.5:1: "),
    ("bench unique.non --presets quick", "unknown preset 'quick'"),
    ("bench unique.non --baseline abacus", "choose one of fast, sat"),
    ("bench unique.non -o rows.txt", "must end in .csv, .sqlite"),
    ("bench unique.non --program true", "write {file}"),
    ("bench unique.non --program {file}", "write the program before {file}"),
    ("""bench unique.non --program "'true {file}" """, "No closing quotation"),
    ("bench unique.non --presets fast,fast", "two configurations"),
    ("bench unique.non --time-limit nan", "'nan' is not a number"),
    ("bench unique.non --seeds 0", "--seeds"),
    ("bench unique.non --program '/no/such/program {file}'", "No such file"),
    ("bench unique.non --presets ''", "nothing to compare"),
    ("bench unique.non --program nonosat --program nonosat", "named twice"),
    ("bench unique.non --try", "name a --program"),
    ("bench unique.non --try --program nonosat -o rows.csv", "leave out -o"),
    ("bench unique.non --seeds 2 -o page.html", "leave out --seeds"),
    ("check --ambiguous --preset logic unique.non", "--ambiguous needs the stage sat"),
    ("check-grid --time-limit nan --given given.txt unique.non", "'nan' is not a number"),
    ("check-grid unique.non", "--given"),
    ("collection", "DB is missing: write nonosat collection DB SUBCOMMAND, with one of add, "),
    ("collection my.db", "the subcommand is missing: write nonosat collection DB SUBCOMMAND, with"),
    ("collection judge", "'judge' stands in the place of DB: write nonosat collection DB"),
    ("collection judge --help", "'judge' stands in the place of DB: write nonosat collection DB"),
    ("collection my.db list --where 'width > 20 and'", "the condition: it ends too early"),
    ("collection my.db list --where 'width > 3 order by width'", "the order is --sort"),
    ("collection my.db export -o all.xlsx", "csv, jsonl, parquet (spreadsheets open csv)"),
    ("collection my.db export -o out/ --to xml", "files that end with .xml are of the format"),
    ("collection my.db list --where 'widht = 1'", "did you mean 'width'"),
    (
        "collection my.db list --where 'verdict = multiple'",
        "texts need quotes: verdict = 'mul",
    ),
    ("""collection my.db list --where "load_extension('x')" """, "'load_extension' is not allowed"),
    ("collection my.db list --columns id,nothing", "unknown column 'nothing'"),
    ("collection my.db list --sort siz", "unknown column 'siz'"),
    ("collection my.db list --faults --where 1", "--faults goes with"),
    ("collection my.db export -o all", "say what to write"),
    ("collection my.db export -o my.db --to csv", "my.db exists: add --force to replace it"),
    ("collection my.db export -o - --to jsonl --json", "name a file"),
    ("collection my.db export -o a --to json --name {size}", "use {title}"),
    ("collection my.db export -o a.csv --where '1;'", "';' is for statements"),
    ("collection my.db judge --limit 0", "--limit"),
    ("collection my.db judge --shard 0/3", "such as 3/16"),
    ("collection my.db judge --shard 4/3", "such as 3/16"),
    ("collection my.db judge --shard three", "such as 3/16"),
    ("collection my.db judge --where 'size = 1'", "unknown column 'size'"),
    ("collection my.db judge --time-limit -1", "--time-limit"),
    ("collection my.db add --format nix multiple.non", "unknown format 'nix'"),
    ("convert unique.non -o -", "say with --to which format"),
    ("convert unique.non -o x.foo", "the suffix of 'x.foo' belongs to no format: use another"),
    ("convert unique.non -o x.json --to xls", "unknown format 'xls'"),
    (
        "convert unique.non -o x.json --dialect mikix",
        "unknown dialect 'mikix' of the format 'json'",
    ),
    ("correct goal.non --to non", "--to is the format of OUT: add -o OUT (-o - prints it)"),
    ("correct -o - unique.non", "say with --to which format"),
    ("count --time-limit nan unique.non", "'nan' is not a number"),
    ("count --limit 0 unique.non", "--limit"),
    ("explain -o x.png unique.non", "-o x.png: the name must end in .html, .json, .svg, .pdf"),
    ("explain -o x.html unique.non unique.non", "-o writes the steps of one puzzle"),
    ("explain --cell C3 unique.non", "'C3': write row and column from 1, such as R3C5"),
    ("explain --cell R3C1 unique.non", "--cell R3C1: the board is 3x2 (R1C1 to R2C3)"),
    ("explain --max-technique magic unique.non", "'magic' is not one of 'trivial'"),
    ("explain --max-links 0 unique.non", "0 is not in the range"),
    ("formats xls", "unknown format 'xls'"),
    ("hint --level how unique.non", "'how' is not one of 'where', 'what', 'why'"),
    ("hint --max-technique magic unique.non", "'magic' is not one of 'trivial'"),
    ("hint --max-links 0 unique.non", "0 is not in the range"),
    ("line-statistics --sort size unique.non", "choose line, placements, line solves, cells"),
    (
        "line-statistics --sort fast:cells unique.non",
        "--sort fast:cells: not one of --presets; choose default",
    ),
    ("line-statistics --presets quick unique.non", "unknown preset 'quick'"),
    ("line-statistics --preset logic unique.non", "--preset"),
    ("make", "Missing argument 'SIZE'"),
    ("make big", "not a size"),
    ("make 9 --needs chain --max-technique line", "harder than"),
    ("make 9x8 --symmetry all", "needs a square"),
    ("make 9 --density .01", "must be empty"),
    ("make 9 --difficulty 5:4", "give the easier end first"),
    ("make 9 --to bosch", "bosch"),
    ("make 9 --to nonsense", "nonsense"),
    ("make 8 -o x.jsn", "the suffix of 'x.jsn' belongs to no format: use another"),
    ("rate unique.non --csv --json", "--csv excludes --json"),
    ("repair goal.non --to non", "--to is the format of OUT: add -o OUT (-o - prints it)"),
    ("repair --max-changes -1 goal.non", "--max-changes"),
    ("repair -o - goal.non", "say with --to which format"),
    ("repair -o two.non goal.non right.non", "-o is for one puzzle"),
    ("repair --choose 99 goal.non", "--choose 99: goal.non has 4 repairs"),
    ("reveal goal.non --to non", "--to is the format of OUT: add -o OUT (-o - prints it)"),
    ("reveal -o - goal.non", "say with --to which format"),
    ("reveal -o two.non goal.non right.non", "-o is for one puzzle"),
    ("solve --time-limit -1 unique.non", "--time-limit"),
    ("solve --given given.txt --stages guess unique.non", "unknown stage 'guess'"),
    ("solve --given given.txt --encoding order --backend cpsat-automaton unique.non", "'cpsat-"),
    ("solve --seed x unique.non", "--seed"),
    ("solve --watch unique.non", "--watch needs a terminal, and standard output is not one"),
    ("solve --watch --json unique.non", "--watch excludes --json and --quiet"),
    ("solve --watch -q unique.non", "--watch excludes --json and --quiet"),
    ("solve --watch --log unique.non", "--watch excludes --log"),
    ("solve --watch-delay 1 unique.non", "--watch-delay needs --watch"),
    ("solve --watch --watch-delay -1 unique.non", "not in the range"),
    ("solve --jobs 2 --given '#' unique.non", "--jobs excludes --given, --log and --watch"),
    ("solve --jobs 2 --log unique.non", "--jobs excludes --given, --log and --watch"),
    ("solve --jobs 2 --watch unique.non", "--jobs excludes --given, --log and --watch"),
    ("verify-certificate --format foo x", "unknown format 'foo'"),
    ("verify-certificate --time-limit nan x", "'nan' is not a number"),
    ("write-certificate unique.non -o new.non", "-o new.non: the name must end in .nonocert"),
]


@pytest.mark.parametrize(("command", "message"), MISTAKES, ids=[mistake[0] for mistake in MISTAKES])
def test_mistakes_are_usage_errors(
    quick_run: Run, folder: Path, command: str, message: str
) -> None:
    (folder / "given.txt").write_text("#??\n???\n")
    if "my.db" in command:
        assert quick_run("collection", "my.db", "add", "unique.non").code == 0
    before = set(folder.iterdir())
    done = quick_run(*shlex.split(command))
    assert (done.code, done.out) == (2, "")
    assert message in " ".join(done.err.replace("│", " ").split())
    assert "Traceback" not in done.err
    assert {path for path in folder.iterdir() if "my.db-" not in path.name} == before
