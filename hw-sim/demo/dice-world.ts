import type { DieFace } from "../../src/dice/faces.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import type { Durable } from "../../src/table/kernel/durable/durable.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { isCovered, type Installed } from "../people/dice/install.ts";
import { throwerOf, type Motion, type Thrower } from "../people/dice/throwers.ts";
import type { ThrowTruth } from "../people/dice/truth.ts";
import type { DiceWorld } from "../people/dice/world.ts";
import { RATE, type Ready } from "./camera/messages.ts";
import type { PlayedCamera } from "./camera/played-camera.ts";
import type { DiceSeat } from "./dice-seat.ts";

export interface PlayedDiceParts {
  readonly installed: Installed;
  readonly seed: string;
  readonly camera: PlayedCamera;
  readonly seat: DiceSeat;
  /** How many times faster than people play. Dice fall no faster. */
  readonly speed: number;
}

/** Longest stretch of our own time between two looks at the screens. */
const LOOK_US = US_PER_S / 4;

/** A demonstrated dice table as its people meet it: what they do is shown to a camera and happens to what throws the dice. */
export class PlayedDice implements DiceWorld {
  readonly #parts: PlayedDiceParts;
  readonly #thrower: Thrower;
  readonly #isCovered: boolean;
  /** Dice, or what fell among them, lie in the arena. */
  #lie = false;
  /** A hand comes over the dice once this round has its verdict. */
  #touchIn: number | null = null;
  /** The throw to come, whose pictures are made. */
  next: Ready | null = null;

  constructor(parts: PlayedDiceParts) {
    this.#parts = parts;
    const { installed, seed, seat } = parts;
    this.#isCovered = isCovered(installed.pack);
    this.#thrower = throwerOf(installed, randomFrom(`${seed}/thrower`), parts.speed);
    seat.run(this.#thrower.model);
  }

  get us(): number {
    return this.#parts.seat.us;
  }

  get screen(): Durable {
    return this.#parts.seat.durable;
  }

  async wait(us: number): Promise<void> {
    const end = this.us + us;
    do {
      await this.#parts.seat.wait(Math.min(LOOK_US * this.#parts.speed, Math.max(0, end - this.us)));
      this.#touchWhenDue();
    } while (this.us < end);
  }

  press(key: Key, by: Person): Promise<boolean> {
    return this.#parts.seat.press(key, by);
  }

  load(truth: ThrowTruth): void {
    this.#thrower.load(this.us, truth);
  }

  throw(truth: ThrowTruth): Motion | null {
    const { next } = this;
    if (next?.n !== truth.n) throw new Error(`throw ${truth.n} was not pictured`);
    this.next = null;
    const { us } = this;
    const motion = this.#thrower.throw(us, truth);
    this.#trouble(truth, motion?.fromUs ?? us);
    if (motion === null) return null;
    return this.#show(next, motion, us);
  }

  takeUp(): void {
    if (this.#isCovered || !this.#lie) return;
    this.#lie = false;
    this.#parts.camera.takeUp();
  }

  free(): void {
    this.#thrower.free(this.us);
    this.#parts.camera.settle();
  }

  look({ dice }: ThrowTruth): readonly DieFace[] {
    return dice.filter(({ isExtra }) => !isExtra).map(({ face }) => face);
  }

  /** Dice fly as long as their pictures last; before that they are shaken. */
  #show({ n, pictures, truth }: Ready, { fromUs, toUs }: Motion, us: number): Motion {
    const { camera, speed } = this.#parts;
    const perPicture = (speed * US_PER_S) / RATE;
    const inPictures = (long: number): number => Math.max(0, Math.round(long / perPicture));
    const after = inPictures(fromUs - us);
    const shaken = toUs === null ? null : this.#isCovered ? inPictures(toUs - fromUs) : 0;
    camera.throw(n, after, shaken);
    this.#lie = true;
    if (truth.touched !== null) this.#touchIn = this.screen.round;
    return { fromUs, toUs: shaken === null ? null : us + (after + shaken + pictures) * perPicture };
  }

  #touchWhenDue(): void {
    const { verdict } = this.screen;
    if (this.#touchIn === null || verdict === null || verdict.round < this.#touchIn) return;
    this.#touchIn = null;
    if (this.#lie) this.#parts.camera.touch();
  }

  #trouble({ trouble }: ThrowTruth, fromUs: number): void {
    const { seat, camera } = this.#parts;
    for (const one of trouble)
      if (one.is === "cable" && one.port === "eye") seat.at(fromUs + one.atMs * 1_000, () => camera.unplug());
      else throw new Error(`${one.is} cannot be shown`);
  }
}
