import { EYE_PORT, THROWER_PORT } from "../../../src/recording/entry.ts";
import { makeHand } from "../../models/dice/objects.ts";
import type { Shot } from "../../models/dice/render/looks.ts";
import { frameOf, framesOf } from "../../models/dice/video.ts";
import type { DieFace } from "../../../src/dice/faces.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { Durable } from "../../../src/table/kernel/durable/durable.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import type { GreyImage } from "../../../src/vision/grey-image.ts";
import type { FeedResult } from "../../../firmware/table/pipeline/pipeline.ts";
import { isCovered, type Installed } from "../../people/dice/install.ts";
import { EMPTY_SHOT, type CalibratedSetup } from "./calibrated-setup.ts";
import { RenderedEye } from "./rendered-eye.ts";
import { shotsOfHand, type Pictured } from "./rendered-throw.ts";
import { SimLines } from "./sim-lines.ts";
import { throwerOf, type Motion, type Thrower } from "../../people/dice/throwers.ts";
import type { ThrowTruth, Trouble } from "../../people/dice/truth.ts";
import type { DiceWorld, LineModel } from "../../people/dice/world.ts";

export interface RenderedParts {
  readonly installed: Installed;
  readonly setup: CalibratedSetup;
  readonly seed: string;
  readonly onFed: (fed: FeedResult) => void;
}

/** Frames at full rate from the last movement on: stillness, rest and both averages. */
const STILL = 17;
/** Between pictures of dice that are shaken: fewer a second count as lost. And how many come in turn. */
const SHAKING_US = 240_000;
const SHAKEN = 4;
/** Simulated time between two looks at both sides. */
const STRETCH_US = 100_000;
const FRAME_US = 100_000;

/** A whole dice table in simulated time, whose pictures are rendered and read. */
export class RenderedWorld implements DiceWorld {
  readonly #installed: Installed;
  readonly #setup: CalibratedSetup;
  readonly #random: RandomSource;
  readonly #noise: RandomSource;
  readonly #eye: RenderedEye;
  readonly #thrower: Thrower;
  readonly lines: SimLines;
  readonly #isCovered: boolean;
  readonly #empty: readonly GreyImage[];
  #lies: Shot = EMPTY_SHOT;
  /** What the next throw looks like. */
  next: Pictured | null = null;

  constructor({ installed, setup, seed, onFed }: RenderedParts) {
    this.#installed = installed;
    this.#setup = setup;
    this.#random = randomFrom(`${seed}/world`);
    this.#noise = this.#random.fork("noise");
    this.#empty = framesOf(setup.stage, EMPTY_SHOT, 6, this.#noise);
    this.#eye = new RenderedEye(setup, this.#random.below(0xffff_ffff), 0);
    this.#eye.still(20_000, this.#empty, STILL);
    this.#thrower = throwerOf(installed, this.#random.fork("thrower"));
    const models = new Map<string, LineModel>([[EYE_PORT, this.#eye]]);
    if (this.#thrower.model !== null) models.set(THROWER_PORT, this.#thrower.model);
    this.lines = new SimLines({ setup: installed.setup, models, seed, onFed });
    this.#isCovered = isCovered(installed.pack);
  }

  get us(): number {
    return this.lines.us;
  }

  get screen(): Durable {
    return this.lines.pipeline.durable;
  }

  async wait(us: number): Promise<void> {
    const end = this.us + Math.ceil(us);
    while (this.us < end) {
      const until = Math.min(end, this.us + STRETCH_US);
      await this.#eye.advance(until);
      this.lines.run(until - this.us);
    }
  }

  press(key: Key, by: Person): Promise<boolean> {
    return this.lines.press(key, by);
  }

  load(truth: ThrowTruth): void {
    this.#thrower.load(this.us, truth);
  }

  throw(truth: ThrowTruth): Motion | null {
    const pictured = this.next;
    if (pictured === null) throw new Error("a throw that was not pictured");
    const motion = this.#thrower.throw(this.us, truth);
    const fromUs = motion?.fromUs ?? this.us;
    for (const trouble of truth.trouble) this.#trouble(trouble, fromUs);
    if (motion?.toUs == null) return motion;
    const { moving, everyUs, lies } = pictured;
    const shots = truth.hand === null ? moving : withHand(moving, this.#random);
    const flightUs = Math.max(1, shots.length) * everyUs;
    const flight = shots.map((shot) => this.#drawn(shot));
    // A shaker kicks them on and on: the last flight is rendered, before it a few pictures of it in turn.
    const longUs = Math.max(0, motion.toUs - fromUs - flightUs);
    const shaking = Array.from(
      { length: Math.ceil(longUs / SHAKING_US) },
      (_, at) => flight[at % Math.min(SHAKEN, flight.length)],
    ).filter((one) => one !== undefined);
    this.#eye.show(fromUs + 20_000, shaking, SHAKING_US);
    const startUs = fromUs + 20_000 + shaking.length * SHAKING_US;
    this.#eye.show(startUs, flight, everyUs);
    const restUs = startUs + flight.length * everyUs;
    this.#lay(restUs, lies);
    return { fromUs, toUs: restUs };
  }

  takeUp(): void {
    if (this.#isCovered || this.#lies.dice.length + this.#lies.things.length === 0) return;
    const from = this.us + 100_000;
    const shots = shotsOfHand(this.#lies, this.#random.fork(`hand ${this.us}`));
    this.#eye.show(
      from,
      shots.map((shot) => this.#drawn(shot)),
      FRAME_US,
    );
    this.#lies = EMPTY_SHOT;
    this.#eye.still(from + shots.length * FRAME_US, this.#empty, STILL);
  }

  free(): void {
    this.#thrower.free(this.us);
  }

  look({ dice }: ThrowTruth): readonly DieFace[] {
    return dice.map(({ face }) => face);
  }

  #lay(us: number, shot: Shot): void {
    this.#lies = shot;
    this.#eye.still(us, framesOf(this.#setup.stage, shot, STILL, this.#noise), STILL);
  }

  #drawn(shot: Shot): GreyImage {
    return frameOf(this.#setup.stage, shot, this.#noise);
  }

  #trouble(trouble: Trouble, fromUs: number): void {
    const at = (ms: number): number => Math.max(this.us + 1, fromUs + ms * 1_000);
    switch (trouble.is) {
      case "noise":
        return this.lines.garbleNext(EYE_PORT, at(trouble.atMs), trouble.lines);
      case "cable": {
        const port = trouble.port === "eye" ? EYE_PORT : THROWER_PORT;
        this.lines.plug(port, at(trouble.atMs), false);
        return this.lines.plug(port, at(trouble.atMs) + trouble.forMs * 1_000, true);
      }
      case "unit-restart":
        return this.lines.restart(at(trouble.atMs));
      default:
        throw new Error(`${trouble.is} cannot be rendered at ${this.#installed.pack.game}`);
    }
  }
}

/** A hand comes among dice that roll: in the middle of their way. */
function withHand(moving: readonly Shot[], random: RandomSource): readonly Shot[] {
  const things = makeHand(random);
  const from = Math.floor(moving.length / 2);
  return moving.map((shot, at) =>
    at < from || at > from + 3 ? shot : { ...shot, things: [...shot.things, ...things] },
  );
}
