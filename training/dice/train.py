"""Trains one network: python3 train.py pips-a|pips-b|symbols first|refine|last. Deterministic from the seed."""
import argparse
import time

import cv2
import numpy as np
import torch

import synth
from data import HERE, Photos, Renders, check_folds, folds
from export import export
from net import FACES, FaceNet
from scenes import SIDE, pip_sample

SEED = 20261121
BATCH = 32
RUNS = HERE / "runs"
# Steps of the rate's cosine (and where training stops, when earlier) and its top. `first` begins with random weights; `refine` goes on from `first` with rarer makes of dice
# with rendered pictures, and with the dice of other kinds that stand in some photographs marked as no face.
STAGES = {
    ("pips", "first"): {"steps": 5500, "stop": 3200, "rate": 3e-3, "rare": 0.0, "strangers": False, "renders": 0},
    ("pips", "refine"): {"steps": 2000, "rate": 1.5e-3, "rare": 0.2, "strangers": True, "renders": 0.35},
    ("symbols", "first"): {"steps": 1500, "rate": 3e-3, "rare": 0.2, "strangers": False, "renders": 0.45},
    ("symbols", "refine"): {"steps": 2500, "rate": 2e-3, "rare": 0.2, "strangers": False, "renders": 0.45},
    ("symbols", "last"): {"steps": 4500, "rate": 2e-3, "rare": 0.2, "strangers": False, "renders": 0.45},
}


def loss_of(out, heat, size, where, care):
    """Focal loss on the heat maps (centres 1, soft around them) and the size at the centres."""
    logit = out[:, :-1]
    p = torch.sigmoid(logit)
    sure, not_sure = torch.nn.functional.logsigmoid(logit), torch.nn.functional.logsigmoid(-logit)
    peak = (heat > 0.999).float()
    found = -((1 - p) ** 2) * sure * peak
    empty = -((1 - heat) ** 4) * p ** 2 * not_sure * (1 - peak)
    heat_loss = ((found + empty) * care[:, None]).sum() / peak.sum().clamp(min=1)
    size_loss = (torch.nn.functional.smooth_l1_loss(out[:, -1], size, reduction="none", beta=0.1) * where).sum() / where.sum().clamp(min=1)
    return heat_loss + size_loss


def source_of(name, stage, face_set):
    """What draws one training crop from a random generator, and what it was made of."""
    if face_set != "pips":
        from glyphs import Glyphs
        split = folds()
        own = Renders(face_set, FACES[face_set])
        renders = [own, own, own, own, Renders("pips", [])]
        made_of = "all photographs (as background and as faces of no set of signs), renders of training/dice/render.mjs"
        photos = Photos(split["a"] + split["b"])
        return Glyphs(FACES[face_set], photos, renders, stage["renders"]).sample, made_of
    fold = name[-1]
    photos = Photos(folds()[fold], stage["strangers"])
    made_of, renders = f"the photographs of fold {fold} in test/data/dice-photos/folds.json", []
    if stage["renders"]:
        made_of += ", renders of training/dice/render.mjs"
        pips = Renders("pips", FACES["pips"])
        renders = [pips, pips, pips, pips, pips, Renders("symbols", [])]
    return lambda rng: pip_sample(rng, photos, renders, stage["renders"]), made_of


def provenance(name, stage_name, made_of, step, steps):
    return {
        "data": f"test/data/dice-photos (sources and licences in its README): {made_of}; drawings by training/dice/*.py",
        "fold": name[-1] if name.startswith("pips") else "none", "seed": SEED, "stage": stage_name, "step": step, "steps": steps,
        "batch": BATCH, "crop": SIDE, "script": "training/dice/train.py", "date": "2026-11-21",
    }


def train(name, stage_name, every):
    face_set = name.split("-")[0]
    stage = STAGES[face_set, stage_name]
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    salt = ord(name[-1]) + {"first": 0, "refine": 1000, "last": 2000}[stage_name]
    torch.manual_seed(SEED + salt)
    rng = np.random.default_rng([SEED, salt])
    synth.RARE["share"] = stage["rare"]
    draw, made_of = source_of(name, stage, face_set)
    model = FaceNet(face_set)
    before = {"first": None, "refine": "first", "last": "refine"}[stage_name]
    if before is not None:
        model.load_state_dict(torch.load(RUNS / f"{name}-{before}.pt"))
    rest = torch.optim.AdamW(model.parameters(), lr=stage["rate"], weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(rest, stage["rate"], total_steps=stage["steps"], pct_start=0.06)
    start, mean = time.time(), 0.0
    last = stage.get("stop", stage["steps"])
    for step in range(1, last + 1):
        image, *truth = [torch.from_numpy(np.stack(part)) for part in zip(*[draw(rng) for _ in range(BATCH)])]
        model.train()
        loss = loss_of(model(image[:, None]), *truth)
        rest.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        rest.step()
        plan.step()
        mean += (loss.item() - mean) / min(step, 100)
        if step % 100 == 0:
            print(f"{name} {stage_name} step {step} loss {mean:.3f} {time.time() - start:.0f} s", flush=True)
        if step % every == 0 or step == last:
            export(model, name, provenance(name, stage_name, made_of, step, stage["steps"]))
            RUNS.mkdir(exist_ok=True)
            torch.save(model.state_dict(), RUNS / f"{name}-{stage_name}.pt")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    arguments.add_argument("name", choices=["pips-a", "pips-b", "symbols"])
    arguments.add_argument("stage", choices=["first", "refine", "last"])
    arguments.add_argument("--every", type=int, default=400, help="steps between exports")
    given = arguments.parse_args()
    check_folds()
    train(given.name, given.stage, given.every)
