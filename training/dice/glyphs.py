"""Drawn dice with the symbols of corona y ancla, for the network `symbols`."""
import base64
import json
import os
import subprocess
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from data import placement
from export import ROOT
from net import DIE_PX
from scenes import SIDE, finish, free
import synth

# What dice of other sets bear.
OTHERS = list("123456")
# The same signs in the fonts of Debian's fonts-dejavu, so that not one artwork alone is learnt.
SIGNS = {"crown": "\u265b\u265a", "anchor": "\u2693", "heart": "\u2665", "diamond": "\u2666", "club": "\u2663", "spade": "\u2660"}
FONTS = "/usr/share/fonts/truetype/dejavu/"
LETTERS = [FONTS + name for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf", "DejaVuSansMono-Bold.ttf")]
STRANGE = list("789ABEFGHKMNRTXZ?*+") + ["10", "12", "20", "\u2605", "\u263a", "\u266a", "\u2691"]


def product_art():
    """Coverages 0..1 of the product's drawings, by class."""
    path = f"{ROOT / 'node_modules/.bin'}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(["node", str(ROOT / "training/dice/draw-art.mjs")], env={**os.environ, "PATH": path}, capture_output=True, check=True)
    told = json.loads(run.stdout)
    art = {}
    for key, text in told["faces"].items():
        flat = np.frombuffer(base64.b64decode(text), np.uint8).astype(np.float32) / 255
        art[key.split(" ")[1]] = flat.reshape(told["side"], told["side"])
    return art


@lru_cache(maxsize=None)
def typed(text, path):
    """A sign of a font, 128 x 128, filling about as much as the drawings do."""
    font = ImageFont.truetype(path, 110)
    image = Image.new("L", (192, 192))
    ImageDraw.Draw(image).text((96, 96), text, 255, font=font, anchor="mm")
    left, top, right, bottom = image.getbbox() or (60, 60, 130, 130)
    part = np.asarray(image, np.float32)[top:bottom, left:right] / 255
    scale = 92 / max(part.shape)
    part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    out = np.zeros((128, 128), np.float32)
    y, x = (128 - part.shape[0]) // 2, (128 - part.shape[1]) // 2
    out[y:y + part.shape[0], x:x + part.shape[1]] = part
    return out


def sign(rng, art, face):
    """Coverage of one face in one of many hands: strokes thicker or thinner, leaning, sometimes only the outline."""
    if face is None:
        ink = typed(str(rng.choice(STRANGE)), str(rng.choice(LETTERS[:2])))
    elif face in art and rng.random() < 0.55:
        ink = art[face]
    elif face in SIGNS:
        ink = typed(str(rng.choice(list(SIGNS[face]))), LETTERS[0])
    else:
        ink = typed(face, str(rng.choice(LETTERS)))
    soft = cv2.GaussianBlur(ink, (0, 0), rng.uniform(0.8, 3.0))
    ink = np.clip((soft - rng.uniform(0.3, 0.6)) * 6 + 0.5, 0, 1)
    if face in SIGNS and rng.random() < 0.08:
        ink = np.clip(ink - cv2.erode(ink, np.ones((9, 9))), 0, 1)
    lean = np.eye(2) + rng.uniform(-0.09, 0.09, (2, 2))
    matrix = np.hstack([lean * rng.uniform(0.72, 1.1) * synth.FACE / 128, np.zeros((2, 1))])
    matrix[:, 2] = synth.MIDDLE + rng.uniform(-0.03, 0.03, 2) * synth.FACE - matrix[:, :2] @ (64, 64)
    return cv2.warpAffine(cv2.GaussianBlur(ink, (0, 0), 0.9), matrix, (synth.CANVAS, synth.CANVAS))


def legal_die(rng, art, kind, face):
    image, alpha = synth.body(rng, kind)
    ink = sign(rng, art, face)
    level = kind["pip"]
    if rng.random() < 0.25:
        level = kind["body"] + rng.uniform(0.4, 0.9) * (level - kind["body"])
    return (image + ink * (level - image)) * (alpha > 0), alpha


def none_die(rng, art, kind, names):
    """Pips, signs of another set, half a sign, glare, nothing: no face of the set `names`."""
    choice = rng.random()
    if choice < 0.3:
        picture, cover, _ = synth.legal_die(rng, kind)
        return picture, cover
    if choice < 0.45:
        return synth.none_die(rng, kind)
    if choice < 0.62:
        return legal_die(rng, art, kind, None)
    if choice < 0.8:
        return legal_die(rng, art, kind, str(rng.choice(OTHERS)))
    picture, cover = legal_die(rng, art, kind, str(rng.choice(names)))
    if choice < 0.9:
        return synth.glare(rng, picture, cover), cover
    # Half of the sign is worn off or covered.
    half = np.zeros_like(picture)
    synth.shape(half, [(synth.MIDDLE, 0), (synth.CANVAS, 0), (synth.CANVAS, synth.CANVAS), (synth.MIDDLE, synth.CANVAS)], 1)
    turn = cv2.getRotationMatrix2D((synth.MIDDLE, synth.MIDDLE), rng.uniform(0, 360), 1)
    half = cv2.warpAffine(half, turn, half.shape[::-1])
    return (picture * (1 - half) + kind["body"] * half) * (cover > 0), cover


def upright(rng, origin, scale, centre):
    """Never mirrored: a mirrored 2 is no 2."""
    return placement(rng, origin, scale, centre, mirror=False)


def add(rng, crop, dice, art, names, count, size):
    kind = synth.make(rng)
    for _ in range(count):
        x, y = rng.uniform(0, 1, 2) * SIDE
        own = size * rng.uniform(0.97, 1.03)
        if not free(dice, x, y, own * rng.uniform(0.8, 1)):
            continue
        face = None if rng.random() < 0.25 else str(rng.choice(names))
        picture, cover = none_die(rng, art, kind, names) if face is None else legal_die(rng, art, kind, face)
        synth.paste(rng, crop, picture, cover, x, y, own, upright)
        dice.append((None if face is None else names.index(face) + 1, x, y, own))


class Glyphs:
    """Crops for the networks of signs; some begin as a photograph, whose pip dice are no faces of the set."""

    def __init__(self, names, photos, renders, share):
        self.names, self.photos, self.renders, self.share, self.art = names, photos, renders, share, product_art()

    def sample(self, rng):
        if rng.random() < self.share:
            crop, dice = self.renders[rng.integers(len(self.renders))].crop(rng, SIDE, mirror=False)
            return finish(rng, crop, dice, len(self.names) + 1)
        if rng.random() < 0.3:
            crop, dice = self.photos.crop(rng, SIDE)
            dice = [(None, x, y, size) for _, x, y, size in dice]
        else:
            crop, dice = synth.background(rng, SIDE), []
        size = DIE_PX * np.exp(rng.uniform(-0.35, 0.35))
        wrong = rng.random()
        if wrong < 0.1:
            size = DIE_PX * (rng.uniform(2.1, 4.0) if rng.random() < 0.65 else rng.uniform(0.25, 0.45))
        if wrong < 0.93:
            add(rng, crop, dice, self.art, self.names, int(rng.integers(1, 7)), size)
        return finish(rng, crop, dice, len(self.names) + 1)
