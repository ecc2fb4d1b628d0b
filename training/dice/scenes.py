"""Training crops: photographs and drawings mixed, roughened as cameras do, with the maps a network must give."""
import cv2
import numpy as np

from data import cut, placement
from net import DIE_PX, STRIDE
import synth

SIDE = 96
CELLS = SIDE // STRIDE
# Share of crops that begin as a photograph; the others are drawn whole.
PHOTO = 0.58


def free(dice, x, y, size):
    return all(np.hypot(x - d[1], y - d[2]) > 0.56 * (size + d[3]) for d in dice)


def add_drawn(rng, crop, dice, count, size=None):
    """Draws up to `count` dice of one make into a crop where there is room."""
    kind = synth.make(rng)
    size = size or DIE_PX * np.exp(rng.uniform(-0.35, 0.35))
    for _ in range(count):
        x, y = rng.uniform(-0.05, 1.05, 2) * SIDE
        own = size * rng.uniform(0.97, 1.03)
        if not free(dice, x, y, own * rng.uniform(0.8, 1)):
            continue
        if rng.random() < 0.3:
            picture, cover = synth.none_die(rng, kind)
            face = None
        else:
            picture, cover, face = synth.legal_die(rng, kind)
        synth.paste(rng, crop, picture, cover, x, y, own, placement)
        dice.append((face, x, y, own))


def drawn_scene(rng):
    crop, dice = synth.background(rng, SIDE), []
    wrong = rng.random()
    if wrong < 0.1:
        return crop, dice
    size = None
    if wrong < 0.22:
        size = DIE_PX * (rng.uniform(2.1, 4.0) if rng.random() < 0.65 else rng.uniform(0.25, 0.45))
    add_drawn(rng, crop, dice, int(rng.integers(1, 7)), size)
    return crop, dice


def paste_patch(rng, crop, dice, photos):
    """Copies a die of another photograph in, with soft elliptic borders."""
    face = int(rng.integers(1, 7))
    item, number = photos.patches[face][rng.integers(len(photos.patches[face]))]
    die = item["dice"][number]
    size = DIE_PX * np.exp(rng.uniform(-0.3, 0.3))
    x, y = rng.uniform(0.15, 0.85, 2) * SIDE
    if not free(dice, x, y, size):
        return
    patch, _ = cut(rng, item, die, size, (x, y), SIDE)
    mask = np.zeros((SIDE, SIDE), np.float32)
    synth.dot(mask, x, y, 0.53 * size, 0.53 * size, 0, 1)
    mask = cv2.GaussianBlur(mask, (0, 0), 1.0)
    crop += mask * (patch - crop)
    dice.append((face, x, y, size))


def photo_scene(rng, photos):
    crop, dice = photos.crop(rng, SIDE)
    dice = list(dice)
    if rng.random() < 0.25:
        paste_patch(rng, crop, dice, photos)
    if rng.random() < 0.15:
        add_drawn(rng, crop, dice, int(rng.integers(1, 3)))
    return crop, dice


def roughen(rng, crop):
    """Light, lens, sensor and coding."""
    if rng.random() < 0.4:
        y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) / SIDE - 0.5
        a = rng.uniform(0, 2 * np.pi)
        crop *= 1 + rng.uniform(0, 0.8) * (x * np.cos(a) + y * np.sin(a))
    crop = np.clip(crop, 0, 255)
    if rng.random() < 0.6:
        crop = 255 * (crop / 255) ** np.exp(rng.uniform(-0.6, 0.6))
    if rng.random() < 0.12:
        # Small specular spots.
        spots = np.zeros_like(crop)
        for _ in range(rng.integers(1, 5)):
            r = rng.uniform(0.5, 2.0)
            synth.dot(spots, *rng.uniform(0, SIDE, 2), r, r, 0, rng.uniform(80, 230))
        crop = np.clip(crop + cv2.GaussianBlur(spots, (0, 0), 0.6), 0, 255)
    gain = rng.uniform(0.3, 1.1)
    crop = crop * gain + rng.uniform(-10, 40)
    if rng.random() < 0.2:
        crop = 255 - crop
    if rng.random() < 0.6:
        crop = cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.3, 1.1))
    if rng.random() < 0.7:
        crop = crop + rng.normal(0, rng.uniform(0.5, 9) * gain, crop.shape)
    if rng.random() < 0.2:
        code = cv2.imencode(".jpg", np.clip(crop, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 92))])[1]
        crop = cv2.imdecode(code, cv2.IMREAD_GRAYSCALE)
    return np.clip(crop, 0, 255).astype(np.float32)


def inside(x, y, size):
    """Share of the die's box that lies in the crop."""
    reach = lambda c: max(0.0, min(SIDE, c + size / 2) - max(0.0, c - size / 2)) / size
    return reach(x) * reach(y)


def maps_of(dice, classes):
    """Targets: `heat` per class (faces in order, then none), `size`, `where` to learn size, `care` (0 = not judged)."""
    heat = np.zeros((classes, CELLS, CELLS), np.float32)
    size_map, where = np.zeros((CELLS, CELLS), np.float32), np.zeros((CELLS, CELLS), np.float32)
    care = np.ones((CELLS, CELLS), np.float32)
    rows, cols = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32)
    for face, x, y, size in dice:
        ratio = size / DIE_PX
        if ratio > 2 or ratio < 0.5:
            continue
        col, row = (x - 1.5) / STRIDE, (y - 1.5) / STRIDE
        near = np.hypot(rows - row, cols - col)
        seen = inside(x, y, size)
        if face == 0 or ratio > 1.65 or ratio < 0.6 or 0.45 < seen < 0.88:
            care[near < 0.5 * size / STRIDE] = 0
            continue
        if seen <= 0.45:
            continue
        sd = size / 9 / STRIDE
        blob = np.exp(-(near ** 2) / (2 * sd * sd))
        top = (min(CELLS - 1, max(0, int(round(row)))), min(CELLS - 1, max(0, int(round(col)))))
        blob[top] = 1
        plane = classes - 1 if face is None else face - 1
        heat[plane] = np.maximum(heat[plane], blob)
        close = near < 1.6
        size_map[close], where[close] = np.log2(ratio), 1
    return heat, size_map, where, care


def finish(rng, crop, dice, classes):
    """The crop as the network gets it, and its maps."""
    crop = roughen(rng, crop)
    crop = (crop - crop.mean()) / max(crop.std(), 4.0)
    crop = crop * np.exp(rng.uniform(-0.25, 0.25)) + rng.uniform(-0.25, 0.25)
    return (crop.astype(np.float32),) + maps_of(dice, classes)


def pip_sample(rng, photos, renders, share, classes=7):
    """A crop for the pip networks; `share` of them begin as one of `renders` (a list of sets)."""
    if renders and rng.random() < share:
        crop, dice = renders[rng.integers(len(renders))].crop(rng, SIDE)
    else:
        crop, dice = photo_scene(rng, photos) if rng.random() < PHOTO else drawn_scene(rng)
    return finish(rng, crop, dice, classes)
