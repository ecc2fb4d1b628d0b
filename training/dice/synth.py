"""Drawn dice: pip faces of many makes, faces that are none, and clutter. Only numpy and OpenCV; grey values 0..255."""
import cv2
import numpy as np

CANVAS = 128
FACE = 60
MIDDLE = CANVAS / 2
SHIFT = 4
# Share of rarer makes (a straight narrow 2, short rows in the 6, ring pips); the refinement raises it.
RARE = {"share": 0.0}
# Side of the face to the mean width of its bounding box over all rotations (sharp corners: 4/pi).
BOX = 1.16


def dot(image, x, y, rx, ry, angle, level):
    point = (int(round(x * 2 ** SHIFT)), int(round(y * 2 ** SHIFT)))
    axes = (max(1, int(round(rx * 2 ** SHIFT))), max(1, int(round(ry * 2 ** SHIFT))))
    cv2.ellipse(image, point, axes, angle, 0, 360, float(level), -1, cv2.LINE_AA, SHIFT)


def shape(image, points, level):
    cv2.fillPoly(image, [np.round(np.asarray(points) * 2 ** SHIFT).astype(np.int32)], float(level), cv2.LINE_AA, SHIFT)


QUARTER = np.linspace(0, np.pi / 2, 6)
ARC = np.stack([np.cos(QUARTER), np.sin(QUARTER)], 1)
TURNS = [(np.cos(q * np.pi / 2), np.sin(q * np.pi / 2)) for q in range(4)]


def rounded(half, radius):
    """Outline of a square with rounded corners around the origin."""
    radius = min(radius, half * 0.98)
    x, y = ((half - radius) + radius * ARC).T
    return np.concatenate([np.stack([c * x - s * y, s * x + c * y], 1) for c, s in TURNS])


def rare(rng):
    return RARE["share"] > 0 and rng.random() < RARE["share"]


def lattice(rng, face, pitch):
    """Places of the pips, in sides of the face from its middle."""
    a = pitch
    narrow = rng.uniform(0.62, 0.85) if rng.random() < 0.2 else 1.0
    if face == 1:
        return [(0, 0)]
    if face == 2:
        if rare(rng):
            half = rng.uniform(0.12, 0.26)
            return [(0, -half), (0, half)]
        return [(-a * narrow, -a * narrow), (a * narrow, a * narrow)] if rng.random() < 0.88 else [(0, -a * narrow), (0, a * narrow)]
    if face == 3:
        return [(-a, -a), (0, 0), (a, a)]
    corners = [(-a, -a), (a, -a), (-a, a), (a, a)]
    if face == 4:
        return corners
    if face == 5:
        return corners + [(0, 0)]
    if rare(rng):
        short = a * rng.uniform(0.75, 1)
        return [(x, y) for x in (-a, a) for y in (-short, 0, short)]
    w = a * narrow
    return [(-w, -a), (-w, 0), (-w, a), (w, -a), (w, 0), (w, a)]


def illegal(rng, pitch):
    """Pips that are no face: one or more gone, one too many, a row of three, a wrong place."""
    kind, a = rng.integers(6), pitch
    if kind == 0:
        places = lattice(rng, 6, pitch)
        return [places[i] for i in rng.permutation(6)[:5]]
    if kind == 1:
        return [(-a, -a), (-a, 0), (-a, a)] if rng.random() < 0.7 else [(-a, -a), (0, -a), (a, -a)]
    if kind == 2:
        places = lattice(rng, 5, pitch)[:4]
        return [places[i] for i in rng.permutation(4)[:3]] + ([(0, 0)] if rng.random() < 0.5 else [])
    grid = [(x * a, y * a) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    if kind == 3:
        return [grid[i] for i in rng.permutation(9)[: rng.integers(7, 10)]]
    if kind == 4:
        return []
    return [(rng.uniform(-0.34, 0.34), rng.uniform(-0.34, 0.34)) for _ in range(rng.integers(2, 8))]


def pips(rng, image, places, radius, level, body, offset=(0, 0), squash=1.0, hollow=0.0):
    """Pips with what drilled ones show: a light rim, a lamp's spot inside, one half darker."""
    rim = rng.random() < 0.25
    spot = rng.uniform(0.2, 0.5) if rng.random() < 0.15 else 0
    half = rng.uniform(0.2, 0.5) if rng.random() < 0.12 else 0
    way = rng.uniform(0, 2 * np.pi)
    for px, py in places:
        x, y = MIDDLE + offset[0] + px * FACE, MIDDLE + offset[1] + py * FACE
        r = radius * FACE * rng.uniform(0.95, 1.05)
        if rim:
            dot(image, x + 0.12 * r, y + 0.12 * r, r * 1.12, r * 1.12, 0, body * 1.1)
        dot(image, x, y, r, r * squash, 0, level)
        if hollow:
            dot(image, x, y, hollow * r, hollow * r * squash, 0, body)
        if half:
            dot(image, x + half * r * np.cos(way), y + half * r * np.sin(way), r * (1 - half), r * (1 - half), 0, level + 0.55 * (body - level))
        if spot:
            dot(image, x + 0.35 * r * np.cos(way), y + 0.35 * r * np.sin(way), spot * r, spot * r, 0, level + rng.uniform(0.5, 1.2) * (body - level))


def tones(rng):
    """Levels of body and pips: far enough apart for a person to read."""
    while True:
        body, pip = rng.uniform(15, 240), rng.uniform(5, 250)
        if abs(body - pip) > 38:
            return body, pip


def sides(rng, image, alpha, half, radius, body, pip):
    """The body below the face: its side faces as seen away from the axis. Returns nothing; draws."""
    reach = FACE * (rng.uniform(0.02, 0.2) if rng.random() < 0.75 else rng.uniform(0.2, 0.45))
    way = rng.uniform(0, 2 * np.pi)
    step = np.array([np.cos(way), np.sin(way)]) * reach
    far = rounded(half * rng.uniform(0.9, 1.0), radius) + step
    hull = cv2.convexHull(np.vstack([rounded(half, radius), far]).astype(np.float32))[:, 0] + MIDDLE
    shade = np.clip(body * rng.uniform(0.45, 1.1), 3, 250)
    shape(image, hull, shade)
    shape(alpha, hull, 1)
    if reach > 0.12 * FACE:
        for _ in range(rng.integers(0, 5)):
            along = rng.uniform(-0.35, 0.35) * FACE
            x = MIDDLE + step[0] * 0.6 + np.sign(step[0]) * half * 0.95 * abs(np.cos(way)) - np.sin(way) * along
            y = MIDDLE + step[1] * 0.6 + np.sign(step[1]) * half * 0.95 * abs(np.sin(way)) + np.cos(way) * along
            dot(image, x, y, 0.09 * FACE, 0.09 * reach, np.degrees(way) + 90, pip * 0.9)


def body(rng, make):
    """An empty die: picture, cover (0..1) and the level of its face."""
    image, alpha = np.zeros((CANVAS, CANVAS), np.float32), np.zeros((CANVAS, CANVAS), np.float32)
    half = FACE / 2
    radius = FACE * (rng.uniform(0, 0.14) if rng.random() < 0.6 else rng.uniform(0.14, 0.42))
    level, pip = make["body"], make["pip"]
    if rng.random() < 0.75:
        sides(rng, image, alpha, half, radius, level, pip)
    edge = np.clip(level * rng.uniform(0.55, 1.25), 3, 252)
    shape(image, rounded(half, radius) + MIDDLE, edge)
    shape(alpha, rounded(half, radius) + MIDDLE, 1)
    if rng.random() < 0.35:
        dot(image, MIDDLE, MIDDLE, half * rng.uniform(0.84, 1.12), half * rng.uniform(0.84, 1.12), 0, level)
    else:
        inner = half * rng.uniform(0.84, 1.0)
        shape(image, rounded(inner, radius) + MIDDLE, level)
    image *= alpha
    if rng.random() < 0.4:
        grain = cv2.resize(rng.normal(0, 1, (rng.integers(4, 24),) * 2).astype(np.float32), (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC)
        image += alpha * grain * rng.uniform(1, 0.16 * abs(level - pip))
    return image, alpha


def make(rng):
    """One make of dice: tones and sizes shared by all dice of a picture."""
    level, pip = tones(rng)
    return {"body": level, "pip": pip, "pitch": rng.uniform(0.235, 0.285), "radius": rng.uniform(0.072, 0.118),
            "one": rng.uniform(0.125, 0.19) if rng.random() < 0.3 else None, "clear": rng.random() < 0.22,
            "ghost": rng.uniform(0.08, 0.42), "hollow": rng.uniform(0.3, 0.6) if rare(rng) else 0.0}


def ghosts(rng, image, kind, face):
    """The bottom face through a clear body: fainter, on a smaller lattice, shifted, blurred."""
    level = kind["body"] + kind["ghost"] * (kind["pip"] - kind["body"])
    offset = rng.uniform(-0.09, 0.09, 2) * FACE
    places = [(x * 0.93, y * 0.93) for x, y in lattice(rng, 7 - face, kind["pitch"])]
    if rng.random() < 0.5:
        places = [(-x, y) for x, y in places]
    layer = image.copy()
    pips(rng, layer, places, kind["radius"] * 0.95, level, kind["body"], offset)
    image[:] = cv2.GaussianBlur(layer, (0, 0), rng.uniform(0.8, 2.5))


def legal_die(rng, kind):
    """A die with a face: (picture, cover, face)."""
    face = int(rng.integers(1, 7))
    image, alpha = body(rng, kind)
    if kind["clear"]:
        ghosts(rng, image, kind, face)
    radius = kind["one"] if face == 1 and kind["one"] else kind["radius"]
    level = kind["pip"]
    if face in (1, 4) and not kind["clear"] and rng.random() < 0.15:
        # Red ones and fours are grey to a monochrome camera.
        level = kind["body"] + rng.uniform(0.35, 0.8) * (level - kind["body"])
    squash = rng.uniform(0.85, 1)
    if not kind["clear"] and rng.random() < 0.06:
        # Pips that came out on the other side of the body's tone, by the light.
        pips(rng, image, lattice(rng, face, kind["pitch"]), radius, kind["body"] - 0.6 * (kind["body"] - level), kind["body"], squash=squash)
    else:
        pips(rng, image, lattice(rng, face, kind["pitch"]), radius, level, kind["body"], squash=squash, hollow=kind["hollow"])
    return image * (alpha > 0), alpha, face


def glare(rng, image, alpha):
    """The lamp mirrored in the face: most of it gone."""
    strong = rng.uniform(180, 255)
    at = MIDDLE + rng.uniform(-0.12, 0.12, 2) * FACE
    blob = np.zeros_like(image)
    dot(blob, at[0], at[1], FACE * rng.uniform(0.36, 0.6), FACE * rng.uniform(0.36, 0.6), 0, 1)
    blob = cv2.GaussianBlur(blob, (0, 0), rng.uniform(1, 4)) * rng.uniform(0.9, 1.0)
    return (image * (1 - blob) + strong * blob) * (alpha > 0)


def edge_up(rng, kind):
    """Cocked so far that two faces share the view: no top face."""
    image, alpha = body(rng, kind)
    split = rng.uniform(-0.08, 0.08) * FACE
    half = FACE / 2
    shade = np.clip(kind["body"] * rng.uniform(0.5, 0.9), 3, 250)
    shape(image, [(MIDDLE + split, MIDDLE - half), (MIDDLE + half, MIDDLE - half), (MIDDLE + half, MIDDLE + half), (MIDDLE + split, MIDDLE + half)], shade)
    for centre in (-0.25, 0.25):
        for x, y in lattice(rng, int(rng.integers(1, 7)), kind["pitch"]):
            r = kind["radius"] * FACE
            dot(image, MIDDLE + split + (centre + x * 0.6) * FACE, MIDDLE + y * FACE, r * 0.6, r, 0, kind["pip"])
    return image * (alpha > 0), alpha


def glyph(rng, image, kind):
    if rng.random() < 0.5:
        text = str(rng.choice(list("123456789AKQJ") + ["10", "12", "20"]))
        (w, h), _ = cv2.getTextSize(text, 2, 1.2, 2)
        cv2.putText(image, text, (int(MIDDLE - w / 2), int(MIDDLE + h / 2)), 2, 1.2, float(kind["pip"]), int(rng.integers(1, 5)), cv2.LINE_AA)
        return
    count = int(rng.integers(3, 9))
    spread = rng.uniform(0.1, 0.36, count * 2)
    angles = np.arange(count * 2) * np.pi / count
    shape(image, np.stack([np.cos(angles) * spread * FACE, np.sin(angles) * spread * FACE], 1) + MIDDLE, kind["pip"])


def none_die(rng, kind):
    """A die without a legal face: (picture, cover)."""
    choice = rng.random()
    if choice < 0.15:
        return edge_up(rng, kind)
    image, alpha = body(rng, kind)
    if choice < 0.60:
        pips(rng, image, illegal(rng, kind["pitch"]), kind["radius"], kind["pip"], kind["body"], hollow=kind["hollow"])
    elif choice < 0.8:
        glyph(rng, image, kind)
    elif choice < 0.9:
        image, alpha, _ = legal_die(rng, kind)
        image = glare(rng, image, alpha)
    else:
        # Bottom pips as strong as the top's: which is which cannot be told.
        first = int(rng.integers(1, 7))
        pips(rng, image, lattice(rng, first, kind["pitch"]), kind["radius"], kind["pip"], kind["body"])
        pips(rng, image, [(x * 0.93 + 0.04, y * 0.93) for x, y in lattice(rng, 7 - first, kind["pitch"])], kind["radius"],
             kind["body"] + rng.uniform(0.75, 1) * (kind["pip"] - kind["body"]), kind["body"])
    return image * (alpha > 0), alpha


def background(rng, side):
    """A table without dice: plain, graded, woven, grained or printed."""
    level = rng.uniform(10, 240)
    image = np.full((side, side), level, np.float32)
    for cells in (2, 5, 13, 32):
        if rng.random() < 0.5:
            coarse = rng.normal(0, 1, (cells, cells)).astype(np.float32)
            image += cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC) * rng.uniform(1, 22 if cells < 13 else 12)
    if rng.random() < 0.25:
        y, x = np.mgrid[0:side, 0:side].astype(np.float32)
        a, period = rng.uniform(0, np.pi), rng.uniform(2.5, 16)
        image += np.sin((x * np.cos(a) + y * np.sin(a)) * 2 * np.pi / period + image * rng.uniform(0, 0.2)) * rng.uniform(2, 24)
    for _ in range(rng.integers(0, 4) if rng.random() < 0.5 else 0):
        clutter(rng, image)
    return image


def clutter(rng, image):
    """Things that are no dice: chips, lines, print, loose dots and dot prints, card pips, shadows."""
    side = image.shape[0]
    x, y = rng.uniform(0, side, 2)
    level, kind = rng.uniform(0, 255), rng.integers(7)
    if kind == 0:
        r = rng.uniform(7, 30)
        dot(image, x, y, r, r * rng.uniform(0.8, 1), 0, level)
        for a in np.arange(rng.integers(4, 9)) * 1.05:
            dot(image, x + 0.88 * r * np.cos(a), y + 0.88 * r * np.sin(a), 0.14 * r, 0.14 * r, 0, 255 - level)
        dot(image, x, y, 0.6 * r, 0.6 * r, 0, rng.uniform(0, 255))
    elif kind == 1:
        end = rng.uniform(0, side, 2)
        cv2.line(image, (int(x), int(y)), (int(end[0]), int(end[1])), level, int(rng.integers(1, 6)), cv2.LINE_AA)
    elif kind == 2:
        cv2.putText(image, "".join(rng.choice(list("ABCEHKMNSX0123456789"), 3)), (int(x) - 20, int(y)), int(rng.integers(0, 5)),
                    rng.uniform(0.3, 1.6), level, int(rng.integers(1, 4)), cv2.LINE_AA)
    elif kind == 3:
        pitch, r, a = rng.uniform(5, 16), rng.uniform(1, 3.2), rng.uniform(0, np.pi)
        reach = int(rng.integers(2, 9))
        for i in range(-reach, reach + 1):
            for j in range(-reach, reach + 1):
                dot(image, x + pitch * (i * np.cos(a) - j * np.sin(a)), y + pitch * (i * np.sin(a) + j * np.cos(a)), r, r, 0, level)
    elif kind == 4:
        for _ in range(rng.integers(1, 12)):
            r = rng.uniform(0.8, 5)
            dot(image, rng.uniform(0, side), rng.uniform(0, side), r, r * rng.uniform(0.6, 1), rng.uniform(0, 180), level)
    elif kind == 5:
        r = rng.uniform(3, 9)
        for i in range(rng.integers(1, 4)):
            for j in range(rng.integers(1, 4)):
                cx, cy = x + i * r * 2.8, y + j * r * 2.8
                shape(image, [(cx, cy - r), (cx + 0.75 * r, cy), (cx, cy + r), (cx - 0.75 * r, cy)], level)
    else:
        points = rng.uniform(-1, 1, (rng.integers(3, 9), 2)) * rng.uniform(8, 45) + (x, y)
        shape(image, cv2.convexHull(points.astype(np.float32))[:, 0], level)


def paste(rng, crop, picture, cover, x, y, size, place):
    """Puts a drawn die into a crop: `size` is the mean width of its bounding box, crop pixels."""
    side = crop.shape[0]
    scale = size / (FACE * BOX)
    matrix = place(rng, (MIDDLE, MIDDLE), scale, (x, y))
    if scale < 0.8:
        blur = 0.42 / scale
        picture, cover = cv2.GaussianBlur(picture, (0, 0), blur), cv2.GaussianBlur(cover, (0, 0), blur)
    drawn = cv2.warpAffine(picture, matrix, (side, side))
    mask = np.clip(cv2.warpAffine(cover, matrix, (side, side)), 0, 1)
    if rng.random() < 0.5:
        # A shadow to one side.
        dx, dy = rng.uniform(-0.2, 0.2, 2) * size
        soft = cv2.GaussianBlur(cv2.warpAffine(mask, np.float32([[1, 0, dx], [0, 1, dy]]), (side, side)), (0, 0), rng.uniform(0.6, 4))
        crop *= 1 - soft * rng.uniform(0.1, 0.7)
    crop *= 1 - mask
    crop += drawn
