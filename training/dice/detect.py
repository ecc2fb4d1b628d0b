"""Running written weights in Python, as the product does: peaks of the maps become dice."""
import json

import cv2
import numpy as np
import torch

from export import WEIGHTS
from net import DIE_PX, STRIDE, run_layers

PEAK = 0.35
APART = 15.0


def load(name):
    head = json.loads((WEIGHTS / f"{name}.json").read_text())
    flat = np.fromfile(WEIGHTS / f"{name}.bin", "<f4")
    layers, at = [], 0
    for layer in head["layers"]:
        if layer["op"] == "pool":
            layers.append((layer, None, None))
            continue
        count = layer["out"] * layer["in"] * layer["k"] ** 2
        weight = flat[at:at + count].reshape(layer["out"], layer["in"], layer["k"], layer["k"])
        at += count
        bias = flat[at:at + layer["out"]]
        at += layer["out"]
        layers.append((layer, torch.from_numpy(weight.copy()), torch.from_numpy(bias.copy())))
    return layers, head["outputs"]


def normalised(grey):
    return (grey - grey.mean()) / max(float(grey.std()), 1e-3)


def maps(layers, grey):
    """Face maps as probabilities and the size map of a grey picture whose dice are about DIE_PX wide."""
    with torch.no_grad():
        out = run_layers(layers, torch.from_numpy(normalised(grey).astype(np.float32))[None, None])[0].numpy()
    return 1 / (1 + np.exp(-out[:-1])), out[-1]


def peaks(heat, size, floor=PEAK):
    """Dice as (score, runner-up, plane, x, y, log2 size), best first; x and y in pixels of the given picture."""
    best = heat.max(0)
    wide = cv2.dilate(best, np.ones((5, 5)))
    found = []
    for row, col in zip(*np.where((best >= wide) & (best > floor))):
        # A broad peak lies between cells, and another face may own the cell beside it.
        around = heat[:, max(0, row - 1):row + 2, max(0, col - 1):col + 2].max((1, 2))
        order = np.argsort(around)
        found.append((around[order[-1]], around[order[-2]], int(order[-1]), col * STRIDE + 1.5, row * STRIDE + 1.5, size[row, col]))
    found.sort(reverse=True)
    kept = []
    for peak in found:
        if all(np.hypot(peak[3] - k[3], peak[4] - k[4]) >= APART for k in kept):
            kept.append(peak)
    return kept


def scaled(grey, scale):
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=how)
    pad_y, pad_x = -small.shape[0] % STRIDE, -small.shape[1] % STRIDE
    return cv2.copyMakeBorder(small, 0, pad_y, 0, pad_x, cv2.BORDER_REPLICATE)


def read_known(layers, grey, die, floor=PEAK):
    """Dice of a picture whose dice measure about `die` pixels, in pixels of the picture."""
    scale = DIE_PX / die
    found = peaks(*maps(layers, scaled(grey, scale)), floor)
    return [(s, r, c, x / scale, y / scale, die * 2 ** z) for s, r, c, x, y, z in found]


def read_unknown(layers, grey, floor=PEAK):
    """The same when the size is not known: a pyramid; each die is taken where it looks DIE_PX wide."""
    largest = min(grey.shape) * 0.6
    found, die = [], 28.0
    while die < largest:
        found += [d for d in read_known(layers, grey, die, floor) if abs(np.log2(d[5] / die)) < 0.45]
        die *= 2 ** 0.5
    found.sort(reverse=True)
    kept = []
    for d in found:
        if all(np.hypot(d[3] - k[3], d[4] - k[4]) > 0.5 * max(d[5], k[5]) for k in kept):
            kept.append(d)
    return kept
