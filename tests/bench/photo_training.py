# SPDX-License-Identifier: MIT
"""Trains the classifier of numbers in photos, and prints its results on fonts it never saw.

    python -m tests.bench.photo_training FONTS WORK [PICTURES [ROUNDS]]

draws PICTURES of numbers (by default 200,000) with the fonts in the folder FONTS into the folder
WORK, unless they are there already, trains for ROUNDS passes over them (by default 8), and writes
the weights into the package. It needs numpy, Pillow, opencv-python-headless, jax and optax (the
weights of the package: 2.4, 13.0, 5.0, 0.10 and 0.2), and no GPU: on two busy cores twelve minutes
for the pictures, nine to twenty for the training. Nothing is downloaded. The seeds are fixed; other
versions of the libraries, or another number of cores, change the last digits of the weights.

Families of fonts are divided into three parts, relatives together: five of seven groups train, one
decides how the answers are softened, one is only for the report. The faces with italics, thin
strokes or odd digits are rare. The fonts are those of these packages of Debian, about 700 faces;
each name begins with ``fonts-``:

3270, adf-accanthis, adf-baskervald, adf-berenis, adf-gillius, adf-ikarius, adf-libris, adf-mekanus,
adf-romande, adf-tribun, adf-universalis, agave, allerta, anonymous-pro, arapey, atarismall,
averia-sans-gwf, averia-serif-gwf, b612, bebas-neue, breip, cabin, cantarell, century-catalogue,
clear-sans, cmu, comic-neue, compagnon, crosextra-caladea, dkg-handwriting, dosis, dustin, engadget,
essays1743, eurofurence, fantasque-sans, ferrite-core, georgewilliams, gfs-artemisia, gfs-didot,
gfs-neohellenic, go, havana, hermit, humor-sans, inconsolata, inter, jetbrains-mono, junction, jura,
karla, klaudia-berenika, kristi, league-mono, league-spartan, linuxlibertine, lmodern, lobstertwo,
manrope, millimetre, monofur, monoid, mononoki, mplus, national-park, ocr-a, ocr-b, okolaks,
oldstandard, opendin, opendyslexic, osifont, oxygen, paratype, play, prociono, proggy, quattrocento,
quicksand, roadgeek, roboto-slab, roboto-unhinted, routed-gothic, rufscript, sil-andika, sil-charis,
sil-gentium-basic, sjfonts, sora, terminus-otb, texgyre, tiresias, tomsontalks, tuffy, ubuntu-title,
unifont, urw-base35, vollkorn, yanone-kaffeesatz, yrsa-rasa.

    apt-get download PACKAGE...; for d in *.deb; do dpkg-deb -x $d FONTS; done

unpacks them without an installation.
"""

from __future__ import annotations

import os
import random
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nonosat.photo import classifier
from tests.bench.photo_training_fonts import ODD, Face, faces
from tests.bench.photo_training_samples import samples, textures

SEED = 20261125
SIZES = {name: classifier.SHAPES[name] for name in ("w1", "w2", "w3", "w4")}
BATCH = 256
RATE = 3e-3
DECAY = 1e-4
TEXTURES = 0.06
"""Pictures of textures, which need no font, as a share of the others."""
PARTS = ("train", "soften", "report")
SAME_MAKERS = {
    "latin": "cmu",
    "mplus": "m",
    "c059": "urw",
    "p052": "urw",
    "z003": "urw",
    "tex": "urw",
}
"""Families whose first words differ, with digits that look the same."""

Floats = NDArray[np.float32]


def group_of(family: str) -> str:
    word = family.lower().replace("-", " ").split()[0]
    return SAME_MAKERS.get(word, word[:4])


def divided(families: dict[str, list[Face]]) -> dict[str, list[Face]]:
    """The faces of each part; groups of relatives stay together."""
    groups: dict[str, list[str]] = defaultdict(list)
    for family in families:
        groups[group_of(family)].append(family)
    names = sorted(groups)
    random.Random(SEED).shuffle(names)
    parts: dict[str, list[Face]] = {part: [] for part in PARTS}
    for index, name in enumerate(names):
        usual = {0: "soften", 1: "report"}.get(index % 7, "train")
        for family in groups[name]:
            odd = family.startswith(ODD)
            share = len(groups[name]) ** -0.5 * (0.3 if odd else 1)
            total = sum(face.weight for face in families[family])
            parts["train" if odd else usual] += [
                Face(face.path, face.weight * share / total) for face in families[family]
            ]
    return parts


def _drawn(task: tuple[Path, int, int]) -> tuple[Any, ...]:
    path, count, seed = task
    return samples(np.random.default_rng([SEED, seed]), path, count)


def draw(fonts: Path, work: Path, count: int) -> None:
    """The pictures of each part, as files in ``work``."""
    shares = {"train": 1.0, "soften": 0.12, "report": 0.12}
    seed = 0
    for part, chosen in divided(faces(fonts)).items():
        total = sum(face.weight for face in chosen)
        tasks = []
        for face in chosen:
            seed += 1
            tasks.append((face.path, 1 + round(count * shares[part] * face.weight / total), seed))
        with ProcessPoolExecutor(2) as pool:
            done = list(pool.map(_drawn, tasks, chunksize=4))
        rng = np.random.default_rng([SEED, 0, len(tasks)])
        done.append(textures(rng, round(TEXTURES * count * shares[part])))
        columns = [np.concatenate(column) for column in zip(*done, strict=True)]
        np.savez(work / f"{part}.npz", canvases=columns[0], labels=columns[1], heights=columns[2])
        print(f"{part}: {len(columns[1])} pictures, {len(tasks)} faces", flush=True)


def _start(key: Any) -> dict[str, Any]:
    import jax

    weights = {}
    for name, shape in SIZES.items():
        key, part = jax.random.split(key)
        weights[name] = jax.random.normal(part, shape) * (2 / np.prod(shape[:-1])) ** 0.5
        weights["b" + name[1:]] = np.zeros(shape[-1], np.float32)
    hidden = SIZES["w4"][1]
    key, part = jax.random.split(key)
    weights["each"] = np.zeros((hidden, classifier.CLASSES), np.float32)
    weights["tens"], weights["units"] = jax.random.normal(part, (2, hidden, 10)) * hidden**-0.5
    weights["b5"] = np.zeros(classifier.CLASSES, np.float32)
    return weights


def _last_layer(weights: dict[str, Any]) -> Any:
    """The last matrix: a class has its own part, and shares the parts of its two digits."""
    import jax.numpy as jnp

    numbers = np.arange(100)
    shared = weights["tens"][:, numbers // 10] + weights["units"][:, numbers % 10]
    return weights["each"] + jnp.pad(shared, ((0, 0), (0, 1)))


def _said(weights: dict[str, Any], canvases: Any, key: Any = None) -> Any:
    import jax

    def layer(maps: Any, number: int, stride: int) -> Any:
        kind = ("NHWC", "HWIO", "NHWC")
        around = SIZES[f"w{number}"][0] // 2
        padding = ((around, around), (around, around))
        found = jax.lax.conv_general_dilated(
            maps, weights[f"w{number}"], (stride, stride), padding, dimension_numbers=kind
        )
        return jax.nn.relu(found + weights[f"b{number}"])

    maps = layer(layer(canvases[..., None], 1, 2), 2, 1)
    count, rows, columns, features = maps.shape
    maps = maps.reshape(count, rows // 2, 2, columns // 2, 2, features).max(axis=(2, 4))
    flat = layer(maps, 3, 1).reshape(count, -1)
    if key is not None:
        flat = flat * jax.random.bernoulli(key, 0.85, flat.shape) / 0.85
    hidden = jax.nn.relu(flat @ weights["w4"] + weights["b4"])
    return hidden @ _last_layer(weights) + weights["b5"]


def train(canvases: NDArray[np.uint8], labels: NDArray[np.int64], rounds: int) -> dict[str, Floats]:
    """The weights, an average of the last steps."""
    import jax
    import jax.numpy as jnp
    import optax

    steps = rounds * (len(labels) // BATCH)
    rate = optax.warmup_cosine_decay_schedule(0, RATE, min(200, steps // 10), steps, 1e-5)
    optimizer = optax.adamw(rate, weight_decay=DECAY)
    weights = _start(jax.random.key(SEED))
    mean, state = weights, optimizer.init(weights)

    def loss(weights: Any, canvases: Any, labels: Any, key: Any) -> Any:
        said = _said(weights, canvases, key)
        return optax.softmax_cross_entropy_with_integer_labels(said, labels).mean()

    @jax.jit
    def step(weights: Any, mean: Any, state: Any, canvases: Any, labels: Any, key: Any) -> Any:
        canvases = canvases.astype(jnp.float32) / 255
        cost, slope = jax.value_and_grad(loss)(weights, canvases, labels, key)
        change, state = optimizer.update(slope, state, weights)
        weights = optax.apply_updates(weights, change)
        mean = jax.tree.map(lambda a, b: 0.998 * a + 0.002 * b, mean, weights)
        return weights, mean, state, cost

    rng = np.random.default_rng(SEED)
    done, costs, start = 0, [], perf_counter()
    for number in range(rounds):
        order = rng.permutation(len(labels))
        for first in range(0, len(order) - BATCH + 1, BATCH):
            some = np.sort(order[first : first + BATCH])
            key = jax.random.key(done)
            shift = rng.integers(-1, 2, 2)
            seen = np.roll(canvases[some], shift, axis=(1, 2))
            weights, mean, state, cost = step(weights, mean, state, seen, labels[some], key)
            costs.append(cost)
            done += 1
        last = float(jnp.stack(costs).mean())
        costs.clear()
        print(f"round {number + 1}: loss {last:.4f}, {perf_counter() - start:.0f} s", flush=True)
    found = {name: np.asarray(value) for name, value in mean.items()}
    found["w5"] = np.asarray(_last_layer(mean))
    return {name: found[name] for i in range(1, 6) for name in (f"w{i}", f"b{i}")}


def said_of(canvases: NDArray[np.uint8]) -> Floats:
    parts = [
        classifier.network(canvases[i : i + 64].astype(np.float32) / 255)
        for i in range(0, len(canvases), 64)
    ]
    return np.concatenate(parts)


def cost_of(shares: Floats, labels: NDArray[np.int64]) -> float:
    return float(-np.log(np.maximum(shares[np.arange(len(labels)), labels], 1e-12)).mean())


def soften(said: Floats, labels: NDArray[np.int64]) -> Floats:
    """The two temperatures, and the share of the second, that make the truth most probable."""
    tries = [
        np.array((low, high, share), dtype=np.float32)
        for low in np.arange(0.8, 2.6, 0.1)
        for high in (2.0, 3.0, 4.0, 6.0, 9.0)
        for share in (0.0, 0.003, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3)
        if high > low
    ]
    return min(tries, key=lambda some: cost_of(classifier.softened(said, some), labels))


def report(shares: Floats, labels: NDArray[np.int64], heights: Floats) -> None:
    first, sure = shares.argmax(axis=1), shares.max(axis=1)
    right = first == labels
    truth = shares[np.arange(len(labels)), labels]
    print(f"all: {right.mean():.2%} right, cost {cost_of(shares, labels):.4f}")
    print("| height | pictures | right | expected | among the first two |")
    second = np.argsort(-shares, axis=1)[:, :2]
    both = (second == labels[:, None]).any(axis=1)
    for low, high in ((6, 8), (8, 10), (10, 13), (13, 18), (18, 26), (26, 40)):
        some = (heights >= low) & (heights < high)
        values = f"{right[some].mean():.2%} | {sure[some].mean():.2%} | {both[some].mean():.2%}"
        print(f"| {low}-{high} | {some.sum()} | {values} |")
    print("| probability of the first | pictures | right | expected |")
    error = 0.0
    for low, high in zip(
        (0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999),
        (0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 1.1),
        strict=True,
    ):
        some = (sure >= low) & (sure < high)
        if some.any():
            error += abs(right[some].mean() - sure[some].mean()) * some.mean()
            values = f"{right[some].mean():.2%} | {sure[some].mean():.2%}"
            print(f"| {low}-{min(high, 1)} | {some.sum()} | {values} |")
    print(f"expected calibration error {error:.2%}")
    wrong = truth[~right]
    quantiles = np.quantile(wrong, (0.1, 0.25, 0.5, 0.75))
    print("the truth's probability where the first is wrong, 10/25/50/75 %:", quantiles.round(4))
    none = labels == classifier.NO_NUMBER
    taken = (first[~none] == classifier.NO_NUMBER).mean()
    print(f"no number: {right[none].mean():.2%} right; numbers taken for none: {taken:.2%}")
    pairs: dict[tuple[int, int], int] = defaultdict(int)
    for a, b in zip(labels[~right], first[~right], strict=True):
        pairs[int(a), int(b)] += 1
    print("most frequent errors:", sorted(pairs.items(), key=lambda x: -x[1])[:24])


def main() -> None:
    fonts, work = Path(sys.argv[1]), Path(sys.argv[2])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 200_000
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 8
    work.mkdir(parents=True, exist_ok=True)
    if not all((work / f"{part}.npz").exists() for part in PARTS):
        draw(fonts, work, count)
    parts = {part: dict(np.load(work / f"{part}.npz")) for part in PARTS}
    weights = train(parts["train"]["canvases"], parts["train"]["labels"], rounds)
    stored = {name: value.astype(np.float16) for name, value in weights.items()}
    stored["softening"] = np.array((1, 2, 0), dtype=np.float16)
    np.savez_compressed(classifier.WEIGHTS, **stored)
    said = said_of(parts["soften"]["canvases"])
    stored["softening"] = soften(said, parts["soften"]["labels"]).astype(np.float16)
    np.savez_compressed(classifier.WEIGHTS, **stored)
    print("softening", stored["softening"], os.path.getsize(classifier.WEIGHTS), "bytes")
    for part in ("soften", "report"):
        print(f"\n## {part}")
        said = said_of(parts[part]["canvases"])
        shares = classifier.softened(said, stored["softening"].astype(np.float32))
        report(shares, parts[part]["labels"], parts[part]["heights"])


if __name__ == "__main__":
    main()
