# SPDX-License-Identifier: MIT
"""The steps of the Dockerfile in a fresh Debian root, where there is no Docker.

    python tests/bench/docker_steps.py FOLDER [--copy PATH]... [--reuse]

Needs root, debootstrap and the network. It makes a minimal Debian in FOLDER, does what each line of
the Dockerfile says (FROM, RUN, COPY, WORKDIR, ENV, USER) in a copy of it, and then uses the result
as the image would be used: the command line on a puzzle, and the server with its health check, as
the user of the image, ended by SIGTERM. ``--copy``: a file or folder of this machine that its
network needs (certificates, pip.conf). ``--reuse``: stages before the last that are there already
are not done again. It does not make an image, and layers, ports and volumes are
not tried.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def instructions(text: str) -> list[tuple[str, str]]:
    """The lines of a Dockerfile: the instruction and the rest, joined over backslashes."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    found = []
    for line in joined.splitlines():
        if line.strip():
            name, _, rest = line.strip().partition(" ")
            found.append((name, rest.strip()))
    return found


@dataclass
class Stage:
    """A root in which the lines of one stage are done."""

    root: Path
    folder: str = "/"
    user: str = "root"
    environment: dict[str, str] = field(default_factory=dict)
    done: bool = False

    def command(self, words: list[str]) -> list[str]:
        """The words of a command inside the root."""
        values = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", **self.environment}
        values["DEBIAN_FRONTEND"] = "noninteractive"
        pairs = [f"{name}={value}" for name, value in values.items()]
        inside = f"cd {shlex.quote(self.folder)} && exec {shlex.join(words)}"
        return [
            *("chroot", f"--userspec={self.user}:{self.user}", str(self.root)),
            *("/usr/bin/env", "-i", *pairs, "/bin/sh", "-c", inside),
        ]

    def run(self, words: list[str]) -> str:
        """Do a command; its output."""
        done = subprocess.run(self.command(words), capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(
                f"{shlex.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
            )
        return done.stdout

    def copy(self, source: Path, target: str) -> None:
        """Copy a file or a folder into the root."""
        place = self.root / os.path.join(self.folder, target).lstrip("/")
        if source.is_dir():
            ours = source.is_relative_to(ROOT)  # as .dockerignore says
            ignored = shutil.ignore_patterns("__pycache__", "*.so") if ours else None
            shutil.copytree(source, place, symlinks=True, dirs_exist_ok=True, ignore=ignored)
            return
        if target.endswith("/") or place.is_dir():
            place = place / source.name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, place)


def build(folder: Path, copied: list[Path], reuse: bool) -> tuple[Stage, dict[str, list[str]]]:
    """Do all lines: the last stage, and what ENTRYPOINT, CMD and the health check say."""
    base = folder / "base"
    if not base.is_dir():
        shown("debootstrap")
        packages = "--include=ca-certificates"
        command = ["debootstrap", "--variant=minbase", packages, "bookworm", str(base)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for unneeded in ("usr/share/doc", "usr/share/locale", "usr/share/man", "usr/share/info"):
            shutil.rmtree(base / unneeded)  # as in the slim image
        for unneeded in ("var/cache/apt", "var/lib/apt/lists"):
            shutil.rmtree(base / unneeded)
            (base / unneeded).mkdir()
        clean = 'Dir::Cache::pkgcache ""; Dir::Cache::srcpkgcache "";'
        clean += 'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb"; };'
        (base / "etc/apt/apt.conf.d/docker-clean").write_text(clean, encoding="utf-8")
    for inner in ("proc", "sys"):  # what debootstrap may leave mounted must not be copied
        subprocess.run(["umount", str(base / inner)], check=False, capture_output=True)
    stages: dict[str, Stage] = {}
    words: dict[str, list[str]] = {}
    stage = Stage(base)
    for name, rest in instructions((ROOT / "Dockerfile").read_text(encoding="utf-8")):
        if stage.done and name != "FROM":
            continue
        shown(f"{name} {rest}")
        match name:
            case "FROM":
                key = rest.partition(" AS ")[2] or "last"
                root = folder / key
                if reuse and key != "last" and root.is_dir():
                    stage = stages[key] = Stage(root, done=True)
                    shown(f"  {key}: made before")
                    continue
                shutil.rmtree(root, ignore_errors=True)
                subprocess.run(["cp", "-ax", str(base), str(root)], check=True)
                stage = stages[key] = Stage(root)
                for path in [Path("/etc/resolv.conf"), *copied]:
                    stage.copy(path, str(path))
            case "RUN":
                stage.run(["/bin/sh", "-c", rest])
            case "COPY":
                parts = rest.split()
                home = ROOT
                if parts[0].startswith("--from="):
                    home = stages[parts.pop(0).removeprefix("--from=")].root
                *sources, target = parts
                for source in sources:
                    stage.copy(home / source.lstrip("/"), target)
            case "WORKDIR":
                stage.folder = rest
                (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "ENV":
                for pair in shlex.split(rest):
                    variable, _, value = pair.partition("=")
                    path = stage.environment.get("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
                    stage.environment[variable] = value.replace("$PATH", path)
            case "USER":
                stage.user = rest
            case "ENTRYPOINT" | "CMD":
                words[name] = json.loads(rest)
            case "HEALTHCHECK":
                words[name] = json.loads(rest.partition("CMD ")[2])
    return stage, words


def use(stage: Stage, words: dict[str, list[str]]) -> None:
    """Use the result as the image would be used."""
    data = stage.root / "data"
    shutil.copytree(ROOT / "data", data, dirs_exist_ok=True)
    program = words["ENTRYPOINT"]
    shown(stage.run([*program, "check", "/data/fox.non"]).strip())
    shown(f"user: {stage.run(['id', '-un']).strip()}")
    server = subprocess.Popen(
        stage.command([*program, *words["CMD"]]), stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        shown(f"serving {server.stdout.readline().strip()}")
        stage.run(words["HEALTHCHECK"])
        shown("health check: ok")
        code = (
            "import json, urllib.request as u; "
            "print(json.load(u.urlopen('http://127.0.0.1:8000/api/v1/status'))['library'])"
        )
        time.sleep(20)
        shown(f"library: {stage.run(['python', '-c', code]).strip()}")
    finally:
        server.terminate()
        shown(f"SIGTERM: exit code {server.wait(timeout=30)}")


def shown(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text[:150]}", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--copy", type=Path, action="append", default=[])
    arguments.add_argument("--reuse", action="store_true")
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    stage, words = build(given.folder.resolve(), given.copy, given.reuse)
    processes = str(stage.root / "proc")  # every container has it
    subprocess.run(["mount", "-t", "proc", "proc", processes], check=True)
    try:
        use(stage, words)
    finally:
        subprocess.run(["umount", processes], check=True)
    size = subprocess.run(
        ["du", "-sm", str(stage.root)], capture_output=True, text=True, check=True
    )
    shown(f"size of the last stage: {size.stdout.split()[0]} MB")


if __name__ == "__main__":
    main()
