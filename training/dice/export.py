"""Writes a network for the product: NAME.bin (float32 little-endian), NAME.json (layers, provenance), NAME.probe.json.

The product takes it once measure-layers.mjs has written into its head how large the values of each layer become."""
import hashlib
import json
from pathlib import Path

import numpy as np
import torch

from net import DIE_PX, layers_of, outputs_of, run_layers

ROOT = Path(__file__).resolve().parents[2]
WEIGHTS = ROOT / "src/dice/reading/network/weights"
PROBE_SIDE = 48


def probe_input():
    """An integer pattern that any language can repeat exactly; divided by 64 it spans about -2 to 2."""
    y, x = np.mgrid[0:PROBE_SIDE, 0:PROBE_SIDE]
    return ((x * x * 7 + y * y * 13 + x * y * 5 + x * 31 + y * 17) % 257 - 128) / 64.0


def export(model, name, provenance):
    model.eval()
    WEIGHTS.mkdir(parents=True, exist_ok=True)
    with torch.no_grad():
        layers = layers_of(model)
        parts = [part.detach().contiguous().numpy().astype("<f4").tobytes()
                 for _, weight, bias in layers if weight is not None for part in (weight, bias)]
        blob = b"".join(parts)
        given = torch.tensor(probe_input(), dtype=torch.float32)[None, None]
        expected = run_layers(layers, given)[0].numpy()
    head = {
        "format": "tirada-net/2",
        "name": name,
        "input": {"diePx": DIE_PX, "normalise": "mean0sd1"},
        "layers": [layer for layer, _, _ in layers],
        "outputs": outputs_of(model.face_set),
        "sha256": hashlib.sha256(blob).hexdigest(),
        "provenance": provenance,
        "licence": "Weights: the project's own (UNLICENSED, as the package). Trained on the photographs of "
                   "test/data/dice-photos, whose licences and attributions its README lists, and on drawn faces.",
    }
    probe = {
        "about": "Input pixel (x, y), row by row: ((7xx + 13yy + 5xy + 31x + 17y) mod 257 - 128) / 64, used as it is (no "
                 "normalising). Expected: raw outputs (logits; the last map is log2 of size / 30), [map][row][column].",
        "width": PROBE_SIDE,
        "height": PROBE_SIDE,
        "tolerance": 0.001,
        "sha256": head["sha256"],
        "expected": [[[round(float(v), 4) for v in row] for row in plane] for plane in expected],
    }
    (WEIGHTS / f"{name}.bin").write_bytes(blob)
    (WEIGHTS / f"{name}.json").write_text(json.dumps(head, indent=2, ensure_ascii=False) + "\n")
    (WEIGHTS / f"{name}.probe.json").write_text(json.dumps(probe) + "\n")
    return len(blob)
