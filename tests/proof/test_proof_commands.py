# SPDX-License-Identifier: MIT
"""The commands that write and check certificates."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

import nonosat
from nonosat.cli.commands import program
from nonosat.proof import verify_certificate
from tests.support.certificates import made
from tests.support.places import ROOT

NOISE = ROOT / "data" / "noise-18x18-1381.non"


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(program, [str(a) for a in arguments], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def test_write_certificate_and_verify_certificate_accepts_it(tmp_path: Path) -> None:
    path = tmp_path / "out.nonocert"
    code, out, _ = run("write-certificate", "-o", path, NOISE)
    assert (code, out) == (0, f"{NOISE}: unique: {path}\n")
    code, _, err = run("write-certificate", "-o", path, NOISE)
    assert (code, f"{path} exists: add --force to replace it" in err) == (2, True)
    assert run("write-certificate", "-o", path, "--force", NOISE)[0] == 0
    code, out, _ = run("verify-certificate", path, NOISE)
    assert code == 0
    assert "accepted: unique: the puzzle has exactly one solution" in out
    assert "every step checked by unit propagation with MiniSat" in out
    code, out, _ = run("verify-certificate", path, ROOT / "data" / "fox.non")
    assert code == 1
    assert "refused: puzzle: the certificate is about another puzzle" in out
    code, out, _ = run("verify-certificate", "--json", "--engine", "plain", path)
    answer = json.loads(out)
    assert (code, answer["outcome"], answer["verdict"]) == (0, "accepted", "unique")
    assert run("verify-certificate", "--quiet", path) == (0, "", "")


def test_several_puzzles_go_into_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    files = [
        ROOT / "data" / f"{name}.non" for name in ("fox", "two-ways-steam", "no-solution-noise")
    ]
    (tmp_path / "fox.non").write_text(files[0].read_text())
    code, out, _ = run("write-certificate", "--json", "-o", folder, *files, tmp_path / "fox.non")
    assert code == 0
    answers = [json.loads(line) for line in out.splitlines()]
    names = [Path(answer["path"]).name for answer in answers]
    stems = ["fox", "two-ways-steam", "no-solution-noise", "fox_2"]
    assert names == [f"{stem}.nonocert" for stem in stems]
    for name, verdict in zip(names, ("unique", "multiple", "none", "unique"), strict=True):
        result = verify_certificate(folder / name)
        assert (result.outcome, result.verdict) == ("accepted", verdict)


def test_no_certificate_where_the_verdict_is_unknown(tmp_path: Path) -> None:
    path = tmp_path / "out.nonocert"
    assert run("write-certificate", "-o", path, "--preset", "logic", NOISE)[0] == 5
    code, out, err = run("write-certificate", "-o", path, "--time-limit", "0", "--json", NOISE)
    assert (code, json.loads(out)["path"], json.loads(out)["reason"]) == (5, None, "time")
    assert "no certificate" in err
    assert os.listdir(tmp_path) == []
    assert run("write-certificate", "-o", path, "--conflict-limit", "5", NOISE)[0] == 5
    assert os.listdir(tmp_path) == []


def test_a_proof_that_is_not_finished_counts_as_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nonosat.proof.writer.MAX_SIZE", 10)
    code, out, err = run("write-certificate", "-o", tmp_path / "out", NOISE)
    assert (code, out) == (5, "")
    assert "no certificate: the proof was not finished (memory limit)" in err


def test_messages_of_the_command(tmp_path: Path) -> None:
    code, _, err = run("write-certificate", "-o", tmp_path / "absent" / "a.nonocert", NOISE)
    assert code == 74
    assert "No such file" in err
    assert "a.nonocert" in err or "absent" in err
    code, _, err = run("verify-certificate", tmp_path / "absent")
    assert (code, err) == (4, f"nonosat: {tmp_path / 'absent'}: No such file or directory\n")
    assert run("verify-certificate", tmp_path)[0] == 4
    code, _, err = run("verify-certificate", NOISE)
    assert code == 4
    assert err.startswith(f"nonosat: {NOISE}: cannot be read as a certificate: ")
    code, out, _ = run("verify-certificate", "--json", NOISE)
    assert (code, list(json.loads(out))) == (4, ["file", "error"])
    path = tmp_path / "a.nonocert"
    made(nonosat.load(NOISE), path)
    assert run("verify-certificate", path, tmp_path / "absent.non")[0] == 4
    assert run("verify-certificate", "--drat-trim", tmp_path / "absent", path)[0] == 2
    assert run("verify-certificate", "--engine", "x", path)[0] == 2
    code, out, _ = run("verify-certificate", "--time-limit", "0", path)
    assert code == 5
    assert "not decided" in out
    many = tmp_path / "many.txt"
    many.write_text("$1\n1\n1\n$2\n1\n1\n")
    assert run("verify-certificate", path, many)[0] == 2


def test_folders_of_certificates(tmp_path: Path) -> None:
    folder = tmp_path / "certificates"
    (folder / "more").mkdir(parents=True)
    assert run("verify-certificate", folder)[0] == 4  # no certificate in it
    made(nonosat.load(NOISE), folder / "b.nonocert")
    made(nonosat.load(ROOT / "data" / "fox.non"), folder / "more" / "a.nonocert")
    (folder / "list.txt").write_text("no certificate")
    code, out, err = run("verify-certificate", "--export", tmp_path / "out", folder)
    assert (code, err) == (0, "")
    assert [line.split(":")[0] for line in out.splitlines() if not line.startswith(" ")] == [
        str(folder / "b.nonocert"),
        str(folder / "more" / "a.nonocert"),
    ]
    assert (tmp_path / "out" / "b.cnf").exists()
    assert (tmp_path / "out" / "more" / "a.drat").exists()
    (folder / "z.nonocert").write_bytes(b"")
    code, out, _ = run("verify-certificate", "--json", folder)
    assert code == 4  # the worst outcome decides
    assert [json.loads(line).get("outcome") for line in out.splitlines()] == [
        "accepted",
        None,
        "accepted",
    ]
    assert run("verify-certificate", folder, NOISE)[0] == 2
    one = folder / "b.nonocert"
    assert run("verify-certificate", one, NOISE.parent)[0] == 2  # a folder of many puzzles
    (tmp_path / "single").mkdir()
    (tmp_path / "single" / "noise.non").write_bytes(NOISE.read_bytes())
    assert run("verify-certificate", one, tmp_path / "single")[0] == 0


def test_an_export_replaces_no_file(tmp_path: Path) -> None:
    path = tmp_path / "b.nonocert"
    made(nonosat.load(NOISE), path)
    out = tmp_path / "out"
    out.mkdir()
    for name in ("b.cnf", "b.drat"):
        (out / name).write_text("kept")
        for certificate in (path, tmp_path):  # the file, and the folder with it
            code, _, err = run("verify-certificate", "--export", out, certificate)
            assert code == 2
            assert f"{out / name} exists: add --force to replace it" in err
        assert [x.read_text() for x in out.iterdir()] == ["kept"]
        assert run("verify-certificate", "--export", out, "--force", path)[0] == 0
        assert (out / name).read_text() != "kept"
        for file in out.iterdir():
            file.unlink()
    code, _, err = run("verify-certificate", "--export", path / "below", path)
    assert code == 74
    assert "cannot be written" in err
    assert run("verify-certificate", "--export", out, tmp_path / "absent.nonocert")[0] == 4
