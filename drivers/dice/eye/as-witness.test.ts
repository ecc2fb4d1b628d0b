import { describe, expect, it } from "vitest";
import type { DiceObservation, ThrowRead } from "../../../src/dice/observation.ts";
import { monoUs, US_PER_MS } from "../../../src/time/instant.ts";
import { witnessEyeSession, type WitnessEyeState } from "./as-witness.ts";
import { HELLO, KNOWS_NOTHING } from "./eye-harness.test-help.ts";
import { EyeReporter } from "./reporter.ts";

const COUNTERS = { frames: 1, dropped: 0, damaged: 0, light: 120, drift: 0 } as const;
const read = (n: number, more: Partial<ThrowRead> = {}): ThrowRead => ({
  n,
  rolledMs: 700,
  dice: [
    { face: "3", x: 10, y: 20, confidence: 990, notes: [] },
    { face: "5", x: 300, y: 20, confidence: 990, notes: [] },
  ],
  verdict: "readable",
  reasons: [],
  picture: null,
  ...more,
});

class Second {
  readonly session = witnessEyeSession({ digest: null, faces: "pips", knows: KNOWS_NOTHING });
  readonly reporter = new EyeReporter(HELLO, monoUs(0));
  state: WitnessEyeState = this.session.initial();
  seen: DiceObservation[] = [];
  t = 0;

  constructor() {
    this.#take(this.session.step(this.state, { i: "opened", t: monoUs(0) }));
    // What comes before the first end of a line is half a line.
    this.say("\n").say(this.reporter.takeDueLines(monoUs(0), COUNTERS));
  }

  #take(step: ReturnType<Second["session"]["step"]>): void {
    this.state = step.state;
    this.seen.push(...step.observations);
  }

  say(bytes: string): this {
    this.t += 10 * US_PER_MS;
    this.#take(this.session.step(this.state, { i: "bytes", t: monoUs(this.t), bytes }));
    return this;
  }

  tell(body: Parameters<EyeReporter["reportEvent"]>[0]): this {
    return this.say(this.reporter.reportEvent(body, monoUs(this.t), COUNTERS));
  }

  look(c: "look" | "look-away" = "look"): this {
    const command = c === "look" ? ({ c, round: 1 } as const) : ({ c } as const);
    const step = this.session.applyCommand?.(this.state, command, monoUs(this.t));
    if (step !== undefined) this.#take(step);
    return this;
  }

  get opinions(): readonly DiceObservation[] {
    return this.seen.filter(({ o }) => o === "witness");
  }
}

describe("a second eye", () => {
  it("attaches as the second source and says nothing of the arena unasked", () => {
    const eye = new Second().tell({ m: "state", state: "moving" }).tell({ m: "rest", read: read(1) });
    expect(eye.seen.filter(({ o }) => o !== "fault-cleared")).toEqual([{ o: "attached", device: "witness" }]);
    expect(eye.seen.every((one) => "device" in one && one.device === "witness")).toBe(true);
  });

  it("tells its faces when it is asked, whether it read before or after", () => {
    const before = new Second()
      .tell({ m: "state", state: "rest" })
      .tell({ m: "rest", read: read(1) })
      .look();
    expect(before.opinions).toEqual([{ o: "witness", faces: ["3", "5"], why: null }]);
    const after = new Second().look();
    expect(after.opinions).toEqual([]);
    after.tell({ m: "rest", read: read(1) });
    expect(after.opinions).toEqual([{ o: "witness", faces: ["3", "5"], why: null }]);
    expect(after.tell({ m: "rest", read: read(2) }).opinions).toHaveLength(1);
  });

  it("has no opinion of what it could not read", () => {
    const eye = new Second()
      .tell({ m: "rest", read: read(1, { verdict: "undecided", reasons: ["glare"] }) })
      .look();
    expect(eye.opinions).toEqual([{ o: "witness", faces: null, why: "glare" }]);
  });

  it("says what it suffers as the second source's, and forgets the dice over it", () => {
    const eye = new Second().tell({ m: "state", state: "rest" }).tell({ m: "rest", read: read(1) });
    eye.tell({ m: "fault", fault: "eye-moved", on: true, value: 1 });
    expect(eye.seen.at(-1)).toEqual({
      o: "fault",
      code: "eye-moved",
      detail: { value: 1 },
      device: "witness",
    });
    expect(eye.session.wakeAt(eye.state)).toBeGreaterThan(eye.t);
    expect(eye.session.isSilent?.(eye.state)).toBe(false);
    eye.seen = [];
    eye.t += 2_100 * US_PER_MS;
    eye.say("");
    expect(eye.seen).toMatchObject([
      { o: "fault", code: "device-silent", device: "witness" },
      { o: "gap", why: "device-silent", device: "witness" },
    ]);
    expect(eye.session.isSilent?.(eye.state)).toBe(true);
    expect(eye.session.figures?.(eye.state)).toMatchObject({ "eye throws": 1, "eye attached": 0 });
    expect(eye.session.standingFaults).toContain("eye-moved");
    expect(eye.look().opinions).toEqual([]);
  });

  it("is asked for one opinion, and once more where the table asks again", () => {
    const eye = new Second().tell({ m: "state", state: "rest" }).tell({ m: "rest", read: read(1) });
    expect(eye.look().look().opinions).toHaveLength(2);
  });

  it.each([
    ["something moves", (eye: Second) => eye.tell({ m: "state", state: "moving" })],
    ["they are disturbed", (eye: Second) => eye.tell({ m: "disturbed", what: "moved" })],
  ])("forgets dice when %s", (_, disturb) => {
    const eye = new Second().tell({ m: "state", state: "rest" }).tell({ m: "rest", read: read(1) });
    expect(disturb(eye).look().opinions).toEqual([]);
  });

  it("is no longer asked after the table looked away", () => {
    expect(
      new Second()
        .look()
        .look("look-away")
        .tell({ m: "rest", read: read(1) }).opinions,
    ).toEqual([]);
  });
});
