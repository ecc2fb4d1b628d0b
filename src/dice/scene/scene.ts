import { driftOf, farDriftOf } from "../calibration/features.ts";
import type { DieRead, ArenaState } from "../observation.ts";
import { US_PER_MS, US_PER_S, type MonoUs } from "../../time/instant.ts";
import { halved, mean3 } from "../../vision/kernels/frames.ts";
import type { KernelMemory } from "../../vision/kernels/kernels.ts";
import type { Arena } from "./arena.ts";
import { compareDice } from "./compare.ts";
import type { Component } from "./components.ts";
import { Background, type Foreground } from "./foreground.ts";
import { averageOf, levelOf } from "../../vision/means.ts";
import { HealthWatch } from "./health.ts";
import type { Judged } from "./judge.ts";
import { Motion } from "./motion.ts";
import { boxesOf, isStill, STILL_FRAMES } from "./settle.ts";
import type { Frame, ReadDue, Rest, SceneEvent } from "./events.ts";
import type { ReadReason } from "../reading/read-types.ts";

/** Die areas that move: at once moving; no longer moving; something lies there. */
export const MOVING = 0.15;
export const QUIET = 0.02;
export const LIES = 0.25;
/** Without motion for so long is rest. */
export const STILL_US = 300 * US_PER_MS;
/** Frames lost that are reported: while dice roll, and at any time. */
const LOST_ROLLING_US = 250 * US_PER_MS;
const LOST_US = US_PER_S;
/** Dice alone in motion for so long: a hand that comes now comes among them. */
const ROLLING_US = 100 * US_PER_MS;
/** Dice that moved of themselves for so long were thrown, not pushed. */
const THROWN_US = 150 * US_PER_MS;
/** Dice that moved of themselves for so long were all thrown, also one that came to lie where it or another had lain. */
const SHAKEN_US = US_PER_S;
/** Between two looks at the cloth's own pattern while nothing happens. */
const DRIFT_US = 5 * US_PER_S;
export const DRIFT_MAX_PX = 1.5;
const FEATURES_MIN = 3;
/** Reasons beyond this number add nothing. */
const REASONS_MAX = 12;

export interface SceneStep {
  readonly events: readonly SceneEvent[];
  /** Dice lie still: read these, and give the judgement to `applyJudgement` before the next frame. */
  readonly due: ReadDue | null;
}

/** A die and the soft shadow around it differ from the empty cloth over so many die areas, measured on renders. */
const WITH_SHADOW = 3;

/**
 * What happens in the arena, frame by frame: empty, covered, moving, settling, rest (docs/devices/eye.md, "What it sees").
 * No clock, no chance, no input or output: the same frames give the same events.
 */
export class Scene {
  readonly #arena: Arena;
  readonly #memory: KernelMemory;
  readonly #motion: Motion;
  readonly #background: Background;
  readonly #health: HealthWatch;
  #state: ArenaState = "unknown";
  /** Newest frames, at most `STILL_FRAMES`, all since the last motion. */
  #still: Frame[] = [];
  #stillFrom: MonoUs | null = null;
  /** When the present motion began, and whether its beginning was seen. */
  #movedFrom: MonoUs | null = null;
  #sawBegin = false;
  /** Since when dice move without a hand; null: they do not. */
  #freeFrom: MonoUs | null = null;
  #freeUs = 0;
  #creeping = 0;
  #driftAt: MonoUs | null = null;
  #driftPx: number | null = null;
  #dome: boolean | null = null;
  /** Given out by the step under way. */
  #events: SceneEvent[] = [];
  /** The dice that were last reported to lie there; null: none. */
  #lying: readonly DieRead[] | null = null;
  #rests = 0;
  /** Since dice were read last there was a time in which nothing was seen: other dice were thrown in it. */
  #wasBlind = false;

  constructor(arena: Arena, memory: KernelMemory, fps: number) {
    this.#arena = arena;
    this.#memory = memory;
    this.#motion = new Motion(arena);
    this.#background = new Background(arena);
    this.#health = new HealthWatch(arena, fps);
  }

  get state(): ArenaState {
    return this.#state;
  }

  get light(): number | null {
    return this.#health.light;
  }

  /** Pixels by which the cloth has moved when it was last looked at; null: not yet. */
  get drift(): number | null {
    return this.#driftPx;
  }

  takeFrame(frame: Frame): SceneStep {
    const half = halved(this.#memory, frame.image);
    const isRolling = this.#state === "moving" || this.#state === "settling";
    const health = this.#health.check(frame, half, isRolling ? LOST_ROLLING_US : LOST_US);
    this.#events.push(...health.events);
    if (health.events.some(({ m }) => m === "frames-lost")) {
      this.#sawBegin = false;
      this.#wasBlind = true;
    }
    this.#checkDome(frame);
    if (health.isGap) this.#restartStillness();
    if (health.isBlind) {
      this.#restartStillness();
      this.#motion.forget();
      this.#sawBegin = false;
      this.#wasBlind = true;
      this.#enterState("unknown");
      return { events: this.#takeEvents(), due: null };
    }
    const means = mean3(this.#memory, half);
    const moving = this.#motion.push(means);
    if (moving === null) return { events: this.#takeEvents(), due: null };
    const lies = this.#background.compare(means, this.#motion.noise);
    if (moving < QUIET) this.#stillFrom ??= frame.t;
    else this.#restartStillness();
    this.#still = [...this.#still, frame].slice(-STILL_FRAMES);
    const due = this.#followState(frame, { moving, lies, means });
    if (due === null) this.#watchCloth(frame);
    return { events: this.#takeEvents(), due };
  }

  /** No frames come any more: the arena's state is unknown until they do. */
  loseSight(): readonly SceneEvent[] {
    this.#restartStillness();
    this.#motion.forget();
    this.#endMotion();
    this.#wasBlind = true;
    this.#enterState("unknown");
    return this.#takeEvents();
  }

  /** The pictures took a while to be read: frames missed meanwhile are not lost, the next one tells whether all lay still. */
  skipPause(t: MonoUs): void {
    this.#health.skipPause(t);
  }

  /** What makes any reading of now uncertain, whatever the readers find. */
  get uncertainties(): readonly ReadReason[] {
    const uncertainties: ReadReason[] = [];
    if (this.#health.isActive("eye-moved")) uncertainties.push("camera-moved");
    if (this.#health.isActive("eye-light")) uncertainties.push("light");
    return uncertainties;
  }

  /** Takes what the readers made of the pictures that were due. `rest`: a throw to be reported; null: none. */
  applyJudgement(
    judged: Judged,
    due: ReadDue,
    t: MonoUs,
  ): { readonly events: readonly SceneEvent[]; readonly rest: Rest | null } {
    this.#checkDrift(due.early, t);
    const reasons = [...new Set([...this.uncertainties, ...judged.reasons])].slice(0, REASONS_MAX).sort();
    const thrown = this.#freeUs >= THROWN_US;
    this.#health.setFault(this.#events, "eye-foreign-object", judged.foreign > 0, judged.foreign);
    const before = this.#lying;
    if (judged.dice.length === 0 && !thrown && before === null) {
      // Something that is no die was put down.
      this.#enterState("covered");
      return { events: this.#takeEvents(), rest: null };
    }
    this.#enterState("rest");
    const change = before === null ? "other" : compareDice(before, judged.dice, this.#arena.calibration.dieMm);
    this.#lying = judged.dice;
    const isThrow =
      before === null ||
      (thrown && change === "other") ||
      ((this.#freeUs >= SHAKEN_US || this.#wasBlind) && change !== "same");
    this.#wasBlind = false;
    const { dice } = judged;
    const verdict = reasons.length === 0 && judged.verdict === "readable" ? "readable" : "undecided";
    const rolledMs = this.#rolledMs();
    this.#endMotion();
    if (isThrow) {
      this.#rests++;
      return { events: this.#takeEvents(), rest: { n: this.#rests, rolledMs, dice, verdict, reasons } };
    }
    if (change === "fewer") this.#events.push({ m: "disturbed", what: "taken" });
    else if (change !== "same") this.#events.push({ m: "disturbed", what: "moved" });
    return { events: this.#takeEvents(), rest: null };
  }

  #followState(frame: Frame, seen: SeenFrame): ReadDue | null {
    const { moving, lies } = seen;
    const isHand = lies.isChaos || this.#isHand(lies);
    if (moving > MOVING) this.#addFreeMotion(frame.t, isHand);
    if (isHand) return this.#handleCovered(frame.t);
    switch (this.#state) {
      case "rest":
        this.#creeping = moving >= QUIET ? this.#creeping + 1 : 0;
        if (moving > MOVING || this.#creeping > 5) this.#startMotion(frame.t, true);
        else if (lies.area < LIES && this.#isQuiet(frame.t)) this.#handleEmpty();
        return null;
      case "moving":
        if (moving < QUIET) this.#enterState("settling");
        return null;
      case "empty":
      case "unknown":
      case "covered":
      case "settling": {
        if (moving > MOVING) {
          this.#startMotion(frame.t, this.#state === "empty");
          return null;
        }
        if (!this.#isQuiet(frame.t)) return null;
        if (lies.area < LIES) {
          this.#handleEmpty();
          this.#learnEmpty(seen);
          return null;
        }
        return this.#readWhenStill(lies);
      }
    }
  }

  /** Something lies still: gives its pictures to be read once it has been still for long enough. */
  #readWhenStill(lies: Foreground): ReadDue | null {
    if (this.#state === "covered" && this.#health.isActive("eye-foreign-object") && this.#freeUs === 0)
      return null;
    this.#enterState("settling");
    if (this.#still.length < STILL_FRAMES) return null;
    const boxes = boxesOf(lies.components, this.#arena);
    const images = this.#still.map(({ image }) => image);
    if (!isStill(images, boxes, { noise: this.#motion.noise, diePx: this.#arena.diePx })) {
      this.#restartStillness();
      return null;
    }
    const half = STILL_FRAMES / 2;
    return { early: averageOf(images.slice(0, half)), late: averageOf(images.slice(half)), boxes };
  }

  #isHand({ components, mask }: Foreground): boolean {
    const { dieArea, calibration } = this.#arena;
    const large = WITH_SHADOW * (calibration.dice + 1) * dieArea;
    return components.some((one) => {
      if (one.area > large) return true;
      return one.area > 1.2 * WITH_SHADOW * dieArea && reachesEdge(one, mask, this.#arena);
    });
  }

  #handleCovered(t: MonoUs): null {
    if (this.#state === "covered") return null;
    if (this.#state === "rest") this.#events.push({ m: "disturbed", what: "hand" });
    const free = this.#freeFrom === null ? this.#freeUs : this.#freeUs + (t - this.#freeFrom);
    const isRolling = this.#state === "moving" || (this.#state === "settling" && this.#freeUs > 0);
    if (isRolling && free > ROLLING_US) this.#events.push({ m: "contact", what: "hand" });
    this.#endMotion();
    this.#enterState("covered");
    return null;
  }

  #startMotion(t: MonoUs, sawBegin: boolean): void {
    this.#creeping = 0;
    this.#movedFrom ??= t;
    if (this.#state !== "settling") this.#sawBegin = sawBegin;
    this.#enterState("moving");
  }

  /** How long dice have moved with no hand there. */
  #addFreeMotion(t: MonoUs, isHand: boolean): void {
    if (isHand) this.#freeFrom = null;
    else if (this.#freeFrom === null) this.#freeFrom = t;
    else {
      this.#freeUs += t - this.#freeFrom;
      this.#freeFrom = t;
    }
  }

  #isQuiet(t: MonoUs): boolean {
    return this.#stillFrom !== null && t - this.#stillFrom >= STILL_US;
  }

  #handleEmpty(): void {
    if (this.#lying !== null) this.#events.push({ m: "disturbed", what: "taken" });
    this.#lying = null;
    this.#wasBlind = false;
    this.#endMotion();
    this.#health.setFault(this.#events, "eye-foreign-object", false, 0);
    this.#enterState("empty");
  }

  /** Learns noise and background on while nothing lies there. */
  #learnEmpty({ lies, means }: SeenFrame): void {
    if (lies.area > 0) return;
    this.#motion.learn();
    this.#background.learn(means);
  }

  /** While nothing moves the cloth's own pattern is looked at from time to time, and soon after anything moved. */
  #watchCloth(frame: Frame): void {
    if (this.#stillFrom === null || !this.#isQuiet(frame.t)) return;
    const last = this.#driftAt;
    const isDue = last === null || last < this.#stillFrom || frame.t - last >= DRIFT_US;
    if (isDue) this.#checkDrift(frame.image, frame.t);
  }

  #checkDrift(image: Frame["image"], t: MonoUs): void {
    const { features } = this.#arena;
    const near = driftOf(image, features);
    this.#driftAt = t;
    const px = near.found >= FEATURES_MIN ? near.px : farDriftOf(image, features);
    // Dice and hands may lie over them; in an empty arena nothing does.
    const isLost = px === null && this.#state === "empty";
    if (px !== null) this.#driftPx = px;
    // Too few to tell by: the last result is kept.
    if (px === null && !isLost) return;
    const isMoved = px === null || px > DRIFT_MAX_PX;
    this.#health.setFault(
      this.#events,
      "eye-moved",
      isMoved,
      Math.min(0xffff, Math.round(100 * (px ?? near.px))),
    );
  }

  #checkDome({ image }: Frame): void {
    const { dome } = this.#arena.calibration;
    if (dome === null) return;
    const share = (levelOf(image, dome.patch) - dome.open) / (dome.closed - dome.open);
    // Between a third and two thirds it is on its way: its last state is kept.
    const now = share > 0.67 ? true : share < 0.33 ? false : this.#dome;
    if (now !== null && now !== this.#dome) this.#events.push({ m: "dome", closed: now });
    this.#dome = now;
  }

  #rolledMs(): number | null {
    if (this.#movedFrom === null || this.#stillFrom === null || !this.#sawBegin) return null;
    return Math.max(0, Math.round((this.#stillFrom - this.#movedFrom) / US_PER_MS));
  }

  #endMotion(): void {
    this.#movedFrom = null;
    this.#freeFrom = null;
    this.#freeUs = 0;
    this.#sawBegin = false;
    this.#creeping = 0;
  }

  #takeEvents(): readonly SceneEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Stillness begins anew. */
  #restartStillness(): void {
    this.#still = [];
    this.#stillFrom = null;
  }

  #enterState(state: ArenaState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#events.push({ m: "state", state });
  }
}

interface SeenFrame {
  readonly moving: number;
  readonly lies: Foreground;
  readonly means: Frame["image"];
}

/** Whether something comes in from outside: as much of it as half a die is wide lies on the watched part's own edge. */
function reachesEdge(
  { left, top, right, bottom }: Component,
  mask: Uint8Array,
  { edge, width, diePx }: Arena,
): boolean {
  let count = 0;
  for (let y = top; y <= bottom; y++)
    for (let at = y * width + left; at <= y * width + right; at++)
      if (mask[at] === 1 && edge[at] === 1) count++;
  // The edge is two pixels wide, of half the frame's size.
  return count > diePx / 2;
}
