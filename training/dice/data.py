"""Photographs and the two folds: which picture trains which network, and crops with their labels."""
import json
from pathlib import Path

import cv2
import numpy as np

from net import DIE_PX
from synth import BOX

HERE = Path(__file__).resolve().parent
# Photographs, labels, folds and outlines are the tests' own: training and measuring must mean the same pictures.
PHOTOS = HERE.parents[1] / "test/data/dice-photos"
RENDERS = HERE / "runs/renders"
# Share of the photograph crops per source: what the product must read weighs most.
SHARES = {"rune55-round": 0.46, "tomitomi3": 0.12, "nell-byler": 0.12, "epanemu": 0.10, "rune55-trays": 0.10, "matteop65": 0.10}
# A picture is kept at two resolutions, so that every crop is only slightly scaled when cut.
LEVELS = (60, 36)
# Around the pips of a 4, 5 or 6 the die is this much larger than the box.
PIP_BOX = 1.65


def labels():
    return json.loads((PHOTOS / "labels.json").read_text())["images"]


def outlines():
    """Boxes found for pictures of one die that have none in labels.json (see README)."""
    return json.loads((PHOTOS / "boxes.json").read_text())


def strangers():
    """Dice of other kinds (symbols, numerals) in pictures of pip dice, marked by eye: x, y, size. No legal pip faces."""
    return json.loads((HERE / "strangers.json").read_text())


def dice_of(name, entry, boxes):
    """Dice as (face or None, x, y, size) in pixels of the picture; [] when sizes are not known."""
    if name in boxes:
        x, y, size = boxes[name]
        return [(entry["values"][0], x, y, size)]
    dice = entry.get("dice") or []
    found = [(d["value"], d["box"][0] + d["box"][2] / 2, d["box"][1] + d["box"][3] / 2, float(np.sqrt(d["box"][2] * d["box"][3])))
             for d in dice]
    if "pip-boxes" not in entry["flags"]:
        return found
    sizes = [max(d["box"][2:]) * PIP_BOX for d in dice if d["value"] is not None and d["value"] >= 4]
    return [(v, x, y, float(np.median(sizes))) for v, x, y, _ in found] if sizes else []


def die_size(dice):
    """The picture's typical die, pixels."""
    return float(np.median([d[3] for d in dice]))


def folds():
    """Fold a and b: every second picture of each source in sorted order. Pictures are one per scene."""
    split, count = {"a": [], "b": []}, {}
    for name in sorted(labels()):
        source = name.split("/")[0]
        count[source] = count.get(source, 0) + 1
        split["a" if count[source] % 2 else "b"].append(name)
    return split


def check_folds():
    """folds.json is what the product's measurements go by: training on anything else would not be honest."""
    if json.loads((PHOTOS / "folds.json").read_text()) != folds():
        raise SystemExit("test/data/dice-photos/folds.json is not the split of labels.json: write it anew and train both networks again")


class Photos:
    """The pictures of one fold that have sizes, at LEVELS; crops of them."""

    def __init__(self, names, with_strangers=False):
        entries, boxes, others = labels(), outlines(), strangers() if with_strangers else {}
        self.by_source, self.patches = {}, {face: [] for face in range(1, 7)}
        for name in names:
            dice = dice_of(name, entries[name], boxes)
            if not dice:
                continue
            picture = cv2.imread(str(PHOTOS / name))
            size, levels = die_size(dice), []
            dice = dice + [(None, x, y, side) for x, y, side in others.get(name, [])]
            for level in LEVELS:
                scale = min(1.0, level / size)
                levels.append((scale, cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)))
            item = {"name": name, "dice": dice, "levels": levels}
            self.by_source.setdefault(name.split("/")[0], []).append(item)
            for number, die in enumerate(dice):
                if die[0] is not None:
                    self.patches[die[0]].append((item, number))
        self.sources = sorted(self.by_source)
        shares = np.array([SHARES[source] for source in self.sources])
        self.shares = shares / shares.sum()

    def pick(self, rng):
        """A picture by the source's share, and one of its dice; rarer faces are not left to chance."""
        source = self.sources[rng.choice(len(self.sources), p=self.shares)]
        items = self.by_source[source]
        return items[rng.integers(len(items))]

    def crop(self, rng, side):
        """One crop: grey plane 0..255 as float32 and its dice (face, x, y, size) in crop pixels."""
        item = self.pick(rng)
        dice = item["dice"]
        chosen = dice[rng.integers(len(dice))]
        target = DIE_PX * np.exp(rng.uniform(-0.35, 0.35))
        if rng.random() < 0.12:
            # Far too large or far too small: not to be taken for a face (a pip of a large die is no "one").
            target = DIE_PX * (rng.uniform(2.1, 4.0) if rng.random() < 0.65 else rng.uniform(0.25, 0.45))
        centre = (side / 2 + rng.uniform(-0.36, 0.36) * side, side / 2 + rng.uniform(-0.36, 0.36) * side)
        return cut(rng, item, chosen, target, centre, side)


# Degrees: a die that leans less than this is neither asked to be a face nor to be none; geometry vetoes it.
LEANING = 30


class Renders:
    """Pictures of the project's renderer (render.mjs) of one set of faces; `names`: the classes, in order."""

    def __init__(self, face_set, names):
        told = json.loads((RENDERS / f"labels-{face_set}.json").read_text())["images"]
        self.items = []
        for name, entry in told.items():
            dice = [self.die(die, entry, names) for die in entry["dice"]]
            if not dice:
                continue
            picture = cv2.imread(str(RENDERS / name))
            size, levels = die_size(dice), []
            for level in LEVELS:
                scale = min(1.0, level / size)
                levels.append((scale, cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)))
            self.items.append({"name": name, "dice": dice, "levels": levels})

    @staticmethod
    def die(die, entry, names):
        """(class from 1, None for none, 0 for not judged; x, y, size). A clear die that shows its bottom face is none."""
        x, y, size = *die["at"], die["size"] * BOX
        face = str(die["value"])
        if die["value"] is None:
            return (0 if Renders.open_question(die, entry) else None, x, y, size)
        if face not in names or entry["category"] == "clear-shown":
            return (None, x, y, size)
        return (names.index(face) + 1, x, y, size)

    @staticmethod
    def open_question(die, entry):
        """Dice that a picture alone does not settle: a little askew, covered, or with a spot of light that may not matter."""
        if "hidden" in die["notes"] or ("glare" in die["notes"] and entry["category"] != "glare"):
            return True
        return "cocked" in die["notes"] and die["tilt"] < LEANING

    def crop(self, rng, side, mirror=True):
        item = self.items[rng.integers(len(self.items))]
        chosen = item["dice"][rng.integers(len(item["dice"]))]
        target = DIE_PX * np.exp(rng.uniform(-0.35, 0.35))
        centre = (side / 2 + rng.uniform(-0.36, 0.36) * side, side / 2 + rng.uniform(-0.36, 0.36) * side)
        return cut(rng, item, chosen, target, centre, side, mirror)


def placement(rng, origin, scale, centre, mirror=True):
    """Affine 2x3 from picture to crop: any rotation, mirrored or not, aspect e^+-0.12; `origin` falls on `centre`."""
    angle = rng.uniform(0, 2 * np.pi)
    aspect, lean = np.exp(rng.uniform(-0.12, 0.12)), rng.uniform(0, np.pi)
    turn_by = lambda a: np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    matrix = turn_by(lean) @ np.diag([aspect ** 0.5, aspect ** -0.5]) @ turn_by(-lean) @ turn_by(angle) * scale
    if mirror and rng.random() < 0.5:
        matrix = matrix @ np.diag([1, -1])
    return np.hstack([matrix, (np.array(centre) - matrix @ np.array(origin))[:, None]])


def cut(rng, item, chosen, target, centre, side, mirror=True):
    wanted = target / chosen[3]
    fine, coarse = item["levels"]
    scale, picture = coarse if wanted <= coarse[0] * 1.15 else fine
    matrix = placement(rng, (chosen[1] * scale, chosen[2] * scale), wanted / scale, centre, mirror)
    fill = picture.reshape(-1, 3).mean(0)
    if rng.random() < 0.5:
        crop = cv2.warpAffine(picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=fill.tolist())
    else:
        crop = cv2.warpAffine(picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    dice = []
    for face, x, y, size in item["dice"]:
        at = matrix @ np.array([x * scale, y * scale, 1])
        dice.append((face, at[0], at[1], size * wanted))
    return to_grey(rng, crop), dice


def to_grey(rng, crop):
    """Mostly the usual grey; sometimes what a camera behind a filter or one channel would show."""
    crop = crop.astype(np.float32)
    kind = rng.random()
    if kind < 0.5:
        return crop @ np.array([0.114, 0.587, 0.299], np.float32)
    if kind < 0.75:
        return np.minimum(crop[..., 0], crop[..., 1])
    return crop @ rng.dirichlet([1, 1, 1]).astype(np.float32)
