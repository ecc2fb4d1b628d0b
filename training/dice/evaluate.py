"""Measures networks on pictures they never saw: python3 evaluate.py [--unknown] [--list] [--renders DIRECTORY --set SET]."""
import argparse
import json
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
import torch

from data import PHOTOS, Renders, dice_of, die_size, folds, labels, outlines
from detect import load, read_known, read_unknown
from net import FACES

SURE = (0.35, 0.5, 0.6, 0.7, 0.8)
FAINT = 0.15


def grey_of(path):
    return cv2.imread(str(path), cv2.IMREAD_GRAYSCALE).astype(np.float32)


def photographs(unknown):
    """(name, picture, values, die size, networks that never saw it, what it counts for)."""
    entries, boxes = labels(), outlines()
    nets = {fold: load(f"pips-{fold}")[0] for fold in "ab"}
    for fold, names in folds().items():
        for name in names:
            entry = entries[name]
            dice = dice_of(name, entry, boxes)
            if dice or unknown:
                size = die_size(dice) if dice else None
                yield name, grey_of(PHOTOS / name), entry["values"], size, nets["b" if fold == "a" else "a"], (name.split("/")[0], "tier " + entry["tier"])


def renders(directory, face_set):
    """The same of pictures that render.mjs wrote with a seed of their own, read by the set's (first) network."""
    names = FACES[face_set]
    layers = load("pips-a" if face_set == "pips" else face_set)[0]
    told = json.loads((Path(directory) / f"labels-{face_set}.json").read_text())["images"]
    for name, entry in told.items():
        size = die_size([Renders.die(die, entry, names) for die in entry["dice"]]) if entry["dice"] else None
        # What lies on top counts, also where the lamp is mirrored in it; what is covered or askew does not.
        seen = [die["nearest"] for die in entry["dice"] if not {"hidden", "cocked"} & set(die["notes"])]
        values = sorted(names.index(face) + 1 for face in seen)
        if size:
            yield name, grey_of(Path(directory) / name), values, size, layers, (entry["category"],)


def judge(found, values, sure, none):
    """(values read, is it accepted): accepted when nothing faint or faceless is in view and every face is sure."""
    faces = sorted(d[2] + 1 for d in found if d[0] > 0.35 and d[2] < none)
    doubtful = any(d[0] < sure or d[2] >= none or d[1] > 0.5 * d[0] for d in found)
    return faces == values, bool(found) and not doubtful


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--unknown", action="store_true", help="find the scale by a pyramid")
    arguments.add_argument("--list", action="store_true", help="name the pictures not read exactly or wrongly taken")
    arguments.add_argument("--renders", help="directory of rendered pictures instead of the photographs")
    arguments.add_argument("--set", choices=list(FACES), default="pips")
    given = arguments.parse_args()
    torch.set_num_threads(1)
    none, rows = len(FACES[given.set]), defaultdict(list)
    pictures = renders(given.renders, given.set) if given.renders else photographs(given.unknown)
    for name, grey, values, size, layers, keys in pictures:
        found = read_unknown(layers, grey, FAINT) if given.unknown else read_known(layers, grey, size, FAINT)
        results = [judge(found, values, sure, none) for sure in SURE]
        for key in keys + ("all",):
            rows[key].append(results)
        if given.list and (not results[0][0] or any(ok and not right for right, ok in results)):
            print(name, "is", values, [(round(float(d[0]), 2), d[2] + 1, int(d[3]), int(d[4]), int(d[5])) for d in found])
    for key in sorted(rows):
        print(line(key, rows[key]))


def line(key, results):
    text = f"{key:16s} {len(results):4d} exact {100 * np.mean([r[0][0] for r in results]):5.1f} %"
    for number, sure in enumerate(SURE):
        taken = [r[number] for r in results if r[number][1]]
        text += f" | >{sure}: {100 * len(taken) / len(results):.0f} % taken, {sum(not right for right, _ in taken)} wrong"
    return text


if __name__ == "__main__":
    main()
