#!/usr/bin/python3
"""The peer of the bench of dice reading: pips counted with OpenCV, as tutorials do it, but tuned.

Blobs of both polarities (SimpleBlobDetector) of a size that the die's size allows, kept when a ring of one
level lies around them, linked into dice by DBSCAN (3.3 pip diameters), and counted. One thread. Debian's
python3-opencv; no part of the product. Its numbers were chosen among some thirty settings on every other tier A
photograph of half a, so on those it flatters the recipe.

Frames come on standard input, each a line of JSON and then its bytes, grey, row after row:
    {"width": 640, "height": 480, "die": [50, 60], "count": 3, "windows": [[x, y, width, height], ...]}
`die` is the range of sides of the top face in pixels, which the recipe needs; `count` and `windows` may be null.
Or pictures are named as arguments, with --die LOW HIGH. A line of JSON for each:
    {"cpu_ms": 13.1, "wall_ms": 13.2, "faces": [1, 4]}      faces null: nothing, or another number than `count`
"""

import json
import sys
import time

import cv2
import numpy as np

cv2.setNumThreads(1)

# Parts of the die's side.
RADIUS_LEAST = 0.06
RADIUS_MOST = 0.14
# Diameters between middles of neighbouring pips of one die.
LINK = 3.3
# A single pip counts when its contrast is at least this share of the strongest die's.
FAINT = 0.5
# Levels between a pip and the ring around it, and the share of that by which the ring may differ from itself.
CONTRAST = 14
RING_SPREAD = 0.6
RING_SHARE = 0.7
# Pips of one die: largest over smallest.
LIKE = 1.7
ANGLES = np.arange(24) * (2 * np.pi / 24)


def detector(low, high):
    params = cv2.SimpleBlobDetector_Params()
    params.minThreshold, params.maxThreshold, params.thresholdStep = 20, 245, 9
    params.minRepeatability = 2
    params.minDistBetweenBlobs = max(2.0, 0.12 * low)
    params.filterByColor = True
    params.blobColor = 0
    params.filterByArea = True
    params.minArea = float(np.pi * max(1.2, RADIUS_LEAST * low) ** 2)
    params.maxArea = float(np.pi * (RADIUS_MOST * high) ** 2)
    params.filterByCircularity, params.minCircularity = True, 0.5
    params.filterByInertia, params.minInertiaRatio = True, 0.4
    params.filterByConvexity, params.minConvexity = True, 0.7
    return cv2.SimpleBlobDetector_create(params)


def ringed(grey, x, y, size):
    """Whether a dark blob has a lighter ring of one level around it; its contrast."""
    height, width = grey.shape
    radius = 0.8 * size
    xs = np.clip(np.rint(x + radius * np.cos(ANGLES)), 0, width - 1).astype(int)
    ys = np.clip(np.rint(y + radius * np.sin(ANGLES)), 0, height - 1).astype(int)
    ring = grey[ys, xs].astype(np.float32)
    level = float(np.median(ring))
    cx, cy = min(width - 1, int(x)), min(height - 1, int(y))
    half = max(1, int(size / 6))
    middle = float(grey[max(0, cy - half) : cy + half + 1, max(0, cx - half) : cx + half + 1].mean())
    contrast = level - middle
    if contrast < CONTRAST:
        return None
    alike = np.abs(ring - level) < RING_SPREAD * contrast
    return contrast if alike.mean() >= RING_SHARE else None


def dbscan(points, reach):
    """Labels of clusters: DBSCAN with one point as a core, its neighbours by a matrix of links."""
    labels = np.full(len(points), -1)
    apart = np.hypot(points[:, None, 0] - points[None, :, 0], points[:, None, 1] - points[None, :, 1])
    linked = apart <= np.minimum(reach[:, None], reach[None, :])
    cluster = 0
    for seed in range(len(points)):
        if labels[seed] >= 0:
            continue
        front = [seed]
        labels[seed] = cluster
        while front:
            for other in np.nonzero(linked[front.pop()] & (labels < 0))[0]:
                labels[other] = cluster
                front.append(other)
        cluster += 1
    return labels


def dice_of(grey, low, high):
    """(x, y, face, contrast) of what looks like a die."""
    blob = detector(low, high)
    found = []
    for shown in (grey, 255 - grey):
        pips = []
        for point in blob.detect(shown):
            contrast = ringed(shown, point.pt[0], point.pt[1], point.size)
            if contrast is not None:
                pips.append((point.pt[0], point.pt[1], point.size, contrast))
        if not pips:
            continue
        pips = np.array(pips)
        labels = dbscan(pips[:, :2], LINK * pips[:, 2])
        for label in range(labels.max() + 1):
            mine = pips[labels == label]
            if len(mine) > 6 or mine[:, 2].max() > LIKE * mine[:, 2].min():
                continue
            spread = np.ptp(mine[:, :2], axis=0).max()
            if spread > 0.95 * high:
                continue
            found.append((*mine[:, :2].mean(axis=0), len(mine), float(np.median(mine[:, 3]))))
    # Where both polarities see something within one die, the one with more pips, then the stronger, counts.
    found.sort(key=lambda one: (-one[2], -one[3]))
    kept = []
    for one in found:
        if all(np.hypot(one[0] - k[0], one[1] - k[1]) > 0.6 * low for k in kept):
            kept.append(one)
    strongest = max((one[3] for one in kept), default=0.0)
    return [one for one in kept if one[2] > 1 or one[3] >= FAINT * strongest]


def read(grey, low, high, count, windows):
    dice = []
    for x, y, width, height in windows or [(0, 0, grey.shape[1], grey.shape[0])]:
        dice += dice_of(np.ascontiguousarray(grey[y : y + height, x : x + width]), low, high)
    faces = sorted(one[2] for one in dice)
    return faces if faces and count in (None, len(faces)) else None


def told(grey, low, high, count=None, windows=None):
    wall, cpu = time.perf_counter(), time.thread_time()
    faces = read(grey, low, high, count, windows)
    cpu, wall = time.thread_time() - cpu, time.perf_counter() - wall
    print(json.dumps({"cpu_ms": 1e3 * cpu, "wall_ms": 1e3 * wall, "faces": faces}), flush=True)


def main():
    if len(sys.argv) > 1:
        at = sys.argv.index("--die")
        low, high = float(sys.argv[at + 1]), float(sys.argv[at + 2])
        for path in sys.argv[1:at]:
            told(cv2.imread(path, cv2.IMREAD_GRAYSCALE), low, high)
        return
    while line := sys.stdin.buffer.readline():
        head = json.loads(line)
        width, height = head["width"], head["height"]
        data = sys.stdin.buffer.read(width * height)
        grey = np.frombuffer(data, np.uint8).reshape(height, width)
        told(grey, *head["die"], head.get("count"), head.get("windows"))


if __name__ == "__main__":
    main()
