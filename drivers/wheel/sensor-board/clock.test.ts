import { describe, expect, it } from "vitest";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { CLOCK_START, clockAt, lineCame, PAIRS_MAX, timePair, type ClockState } from "./clock.ts";

/** A board whose crystal wanders within ±100 ppm of the host's, and a line and a host that are late as they please. */
class Simulated {
  /** Host time, µs, and what the board's counter truly shows then, in ticks with fractions. */
  host: number;
  board: number;
  ppm = 0;
  clock: ClockState = CLOCK_START;
  readonly #random: RandomSource;

  constructor(random: RandomSource) {
    this.#random = random;
    this.host = 1_000_000 + random.below(1_000_000_000);
    this.board = random.below(4_000_000_000);
    this.drift();
  }

  drift(): void {
    this.ppm = this.#random.below(201) - 100;
  }

  pass(us: number): void {
    this.host += us;
    this.board += 2 * us * (1 + this.ppm / 1e6);
  }

  /** A delay on the way: mostly short, now and then a stalled host. */
  delay(): number {
    return 300 + this.#random.below(this.#random.oneIn(20) ? 400_000 : 2_500);
  }

  ask(): void {
    const sent = this.host;
    this.pass(this.delay());
    const stamp = Math.floor(this.board);
    this.pass(this.delay());
    this.clock = timePair(this.clock, stamp, monoUs(Math.floor(sent)), monoUs(Math.ceil(this.host)));
  }

  beat(): void {
    const stamp = Math.floor(this.board);
    this.pass(this.delay());
    this.clock = lineCame(this.clock, stamp, monoUs(Math.ceil(this.host)));
  }

  /** How far the reading is from the truth, and what it says of itself, µs. */
  look(): { readonly error: number; readonly doubt: number; readonly rate: number | null } | null {
    const at = Math.floor(this.board);
    const reading = clockAt(this.clock, at);
    if (reading === null) return null;
    const error = Math.abs(2 * this.host - this.board - reading.offset) / 2;
    return { error, doubt: reading.doubtUs, rate: reading.ratePpb };
  }
}

describe("the board's clock against the host's", () => {
  it("lies within its doubt always: wandering crystals, late lines, stalled hosts", () => {
    const uncertainties: number[] = [];
    for (let seed = 0; seed < 60; seed++) {
      const random = randomFrom(`clock-${seed}`);
      const world = new Simulated(random);
      expect(world.look()).toBeNull();
      for (let second = 0; second < 300; second++) {
        if (second % 10 === 0) world.ask();
        world.beat();
        world.pass(random.below(1_000_000));
        if (random.oneIn(7)) world.drift();
        const look = world.look();
        if (look === null) continue;
        // One tick for the stamps, one µs for the host's instants.
        expect(look.error).toBeLessThanOrEqual(look.doubt + 2);
        if (second > 60) uncertainties.push(look.doubt);
      }
    }
    uncertainties.sort((a, b) => a - b);
    expect(uncertainties[Math.floor(uncertainties.length * 0.99)]).toBeLessThan(20_000);
    expect(uncertainties[Math.floor(uncertainties.length / 2)]).toBeLessThan(3_500);
  });

  it("tells the rate of a steady crystal to some ppm", () => {
    const world = new Simulated(randomFrom("steady"));
    world.ppm = -70;
    for (let second = 0; second < 120; second += 10) {
      world.ask();
      world.pass(9_990_000);
    }
    expect(world.look()?.rate ?? NaN).toBeGreaterThan(55_000);
    expect(world.look()?.rate ?? NaN).toBeLessThan(85_000);
  });

  it("grows its doubt with age", () => {
    const world = new Simulated(randomFrom("age"));
    world.ask();
    const young = world.look()?.doubt ?? NaN;
    world.pass(100_000_000);
    expect(world.look()?.doubt ?? NaN).toBeGreaterThan(young + 15_000);
  });

  it("forgets what a jump of one of the clocks makes impossible, and is right again at the next answer", () => {
    for (const jump of [-5_000_000, -90_000, 90_000, 5_000_000]) {
      const world = new Simulated(randomFrom(`jump-${jump}`));
      world.host += 10_000_000;
      for (let times = 0; times < 8; times++) {
        world.ask();
        world.pass(10_000_000);
      }
      world.host += jump;
      world.beat();
      world.ask();
      const look = world.look();
      expect(look?.error).toBeLessThanOrEqual((look?.doubt ?? 0) + 2);
    }
  });

  it("keeps a limit on what it remembers", () => {
    const world = new Simulated(randomFrom("many"));
    for (let times = 0; times < 200; times++) {
      world.ask();
      world.pass(1_000_000);
    }
    expect(world.clock.pairs.length).toBeLessThanOrEqual(PAIRS_MAX);
  });
});
