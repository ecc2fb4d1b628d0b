import type { Sent } from "../../../lines/sent.ts";
import { LineDevice } from "./line-device.ts";
import type { DeviceModel } from "./model.ts";

/** One time that the cage was turned, as it truly was. */
export interface CageTruth {
  readonly fromUs: number;
  readonly toUs: number;
  /** The longest way in one direction, thousandths of a turn. */
  readonly milliTurns: number;
}

export interface CageModelOptions {
  readonly device: number;
  /** 4 to 16,384. */
  readonly countsPerTurn: number;
}

const POSITION_US = 50_000;
/** It counts as standing when nothing was counted for so long. */
const STILL_US = 500_000;
/** Movement back by this part of a revolution (1/32) is a turning point; a cage at rest that moves this far turns. */
const NOTICED = 32;

interface Motion {
  readonly fromUs: number;
  readonly toUs: number;
  readonly from: number;
  readonly to: number;
}

/** A chuck-a-luck cage with an encoder on its axle (docs/devices/cage.md). Starts without power. */
export class CageModel implements DeviceModel {
  readonly line: LineDevice;
  readonly truth: CageTruth[] = [];
  readonly #options: CageModelOptions;
  #motions: Motion[] = [];
  #end = { us: 0, at: 0 };
  #turns = false;
  #counts = 0;
  #stoodAt = 0;
  #movedUs = 0;
  #extreme = 0;
  /** 1 or -1: the direction in which it turns. */
  #way = 1;
  #errors = 0;
  #lookUs = 0;

  constructor(options: CageModelOptions) {
    this.#options = options;
    this.line = new LineDevice({
      kind: 2,
      device: options.device,
      made: options.countsPerTurn,
      beat: () => [
        [4, this.#counts >>> 0],
        [1, this.#turns ? 1 : 0],
        [2, this.#errors],
      ],
    });
  }

  power(on: boolean, us: number): void {
    if (!on) return this.line.stop(us);
    // Its counter begins anew where the cage stands now.
    this.#turns = false;
    this.#errors = 0;
    this.#end = { us: Math.max(us, this.#end.us), at: 0 };
    this.#motions = [];
    [this.#counts, this.#stoodAt, this.#extreme] = [0, 0, 0];
    this.#lookUs = us;
    this.line.start(us);
  }

  /** The croupier turns it: one way after the other, each in thousandths of a turn, at this speed. Ends standing. */
  turn(us: number, ways: readonly number[], milliTurnsPerS = 900): void {
    const fromUs = Math.max(us, this.#end.us);
    let { at } = this.#end;
    let now = fromUs;
    for (const way of ways) {
      const to = at + Math.round((way * this.#options.countsPerTurn) / 1_000);
      const toUs = now + Math.round((Math.abs(way) * 1_000_000) / milliTurnsPerS);
      this.#motions.push({ fromUs: now, toUs, from: at, to });
      [at, now] = [to, toUs];
    }
    this.#end = { us: now, at };
    this.truth.push({ fromUs, toUs: now, milliTurns: Math.max(0, ...ways.map(Math.abs)) });
  }

  /** Disturbs the encoder: impossible transitions, which its error counter counts. */
  disturb(errors: number): void {
    this.#errors = Math.min(0xffff, this.#errors + errors);
  }

  step(us: number, host = ""): readonly Sent[] {
    const out: Sent[] = [];
    for (; this.#lookUs + 1_000 <= us; this.#lookUs += 1_000) {
      // Lines that are sent by themselves up to then have the earlier stamp.
      out.push(...this.line.step(this.#lookUs + 1_000));
      this.#sample(this.#lookUs + 1_000);
    }
    return [...out, ...this.line.step(us, host)];
  }

  /** Reads the counter; called every millisecond. */
  #sample(us: number): void {
    const now = this.#positionAt(us);
    if (now !== this.#counts) this.#movedUs = us;
    this.#counts = now;
    const noticed = this.#options.countsPerTurn / NOTICED;
    if (!this.#turns) {
      if (Math.abs(now - this.#stoodAt) < noticed) return;
      this.#turns = true;
      this.#extreme = now;
      this.#way = Math.sign(now - this.#stoodAt);
      return this.line.sendLine(us, "S", [
        [1, 1],
        [4, now >>> 0],
      ]);
    }
    if (us - this.#movedUs >= STILL_US) {
      this.#turns = false;
      this.#stoodAt = now;
      return this.line.sendLine(us, "S", [
        [1, 0],
        [4, now >>> 0],
      ]);
    }
    this.#checkTurningPoint(us, now, noticed);
    if (us % POSITION_US === 0) this.line.sendLine(us, "P", [[4, now >>> 0]]);
  }

  #checkTurningPoint(us: number, now: number, noticed: number): void {
    const back = (this.#extreme - now) * this.#way;
    if (back <= 0) this.#extreme = now;
    if (back < noticed) return;
    // The cage has moved back far enough: the furthest point is reported, once.
    this.line.sendLine(us, "R", [[4, this.#extreme >>> 0]]);
    this.#way = -this.#way;
    this.#extreme = now;
  }

  #positionAt(us: number): number {
    const motion = this.#motions.findLast(({ fromUs }) => fromUs <= us);
    if (motion === undefined) return this.#motions[0]?.from ?? this.#end.at;
    const part = Math.min(1, (us - motion.fromUs) / Math.max(1, motion.toUs - motion.fromUs));
    return Math.round(motion.from + (motion.to - motion.from) * part);
  }
}
