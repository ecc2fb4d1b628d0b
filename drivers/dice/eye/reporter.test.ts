import { describe, expect, it } from "vitest";
import type { ThrowRead } from "../../../src/dice/observation.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { HELLO } from "./eye-harness.test-help.ts";
import { messageOf } from "./lines.ts";
import type { EyeMessage } from "./messages.ts";
import { EyeReporter } from "./reporter.ts";

/** The eye's own end of its line, read as the host reads it. */

const COUNTERS = { frames: 7, dropped: 1, damaged: 2, light: 130, drift: null } as const;
const READ: ThrowRead = {
  n: 1,
  rolledMs: 800,
  dice: [{ face: "3", x: 1, y: 2, confidence: 990, notes: [] }],
  verdict: "readable",
  reasons: [],
  picture: null,
};

const read = (text: string): EyeMessage[] =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => messageOf(line)!);

class Eye {
  readonly reporter: EyeReporter;
  readonly startMs: number;
  constructor(startMs = 0) {
    this.startMs = startMs;
    this.reporter = new EyeReporter(HELLO, monoUs(startMs * 1_000));
  }

  due(ms: number): EyeMessage[] {
    return read(this.reporter.takeDueLines(monoUs(ms * 1_000), COUNTERS));
  }

  tell(body: Parameters<EyeReporter["reportEvent"]>[0], ms: number): EyeMessage[] {
    return read(this.reporter.reportEvent(body, monoUs(ms * 1_000), COUNTERS));
  }

  /** Kinds of messages that are due, from one time to another, at every 50 ms; each with its time. */
  kinds(fromMs: number, toMs: number): string[] {
    const kinds: string[] = [];
    for (let ms = fromMs; ms <= toMs; ms += 50) kinds.push(...this.due(ms).map(({ m }) => `${m}@${ms}`));
    return kinds;
  }

  get dueMs(): number {
    return this.reporter.dueAt / 1_000;
  }
}

describe("the eye's end of its line", () => {
  it("greets every 2 s and tells how it stands every 0.5 s, numbered, by its own time", () => {
    const eye = new Eye(5_000);
    expect(eye.dueMs).toBe(5_000);
    expect(eye.due(5_000)).toEqual([
      { m: "hello", major: 1, minor: 0, ...HELLO, n: 0, at: 0 },
      { m: "heartbeat", state: "unknown", dome: null, rests: 0, faults: [], ...COUNTERS, n: 1, at: 0 },
    ]);
    expect([eye.dueMs, eye.due(5_499)]).toEqual([5_500, []]);
    expect(eye.kinds(5_500, 9_000)).toEqual([
      ...[5_500, 6_000, 6_500].map((ms) => `heartbeat@${ms}`),
      "hello@7000",
      "heartbeat@7000",
      ...[7_500, 8_000, 8_500].map((ms) => `heartbeat@${ms}`),
      "hello@9000",
      "heartbeat@9000",
    ]);
    // A line's time never goes back, and its number turns at FFFF.
    expect(eye.tell({ m: "state", state: "empty" }, 8_000)).toMatchObject([{ at: 4_000 }]);
    for (let at = 0; at < 0xffff; at++) eye.tell({ m: "contact", what: "hand" }, 9_100);
    const [next] = eye.tell({ m: "contact", what: "hand" }, 9_100);
    expect(next).toMatchObject({ n: 12, at: 4_100 });
  });

  it("tells what its status does not say already", () => {
    const eye = new Eye();
    const fault = (on: boolean) => ({ m: "fault", fault: "eye-moved", on, value: 9 }) as const;
    expect(eye.tell({ m: "state", state: "unknown" }, 1)).toEqual([]);
    expect(eye.tell({ m: "state", state: "empty" }, 1)).toHaveLength(1);
    expect(eye.tell({ m: "state", state: "empty" }, 1)).toEqual([]);
    expect(eye.tell({ m: "dome", closed: true }, 1)).toHaveLength(1);
    expect(eye.tell({ m: "dome", closed: true }, 1)).toEqual([]);
    expect(eye.tell({ m: "dome", closed: false }, 1)).toHaveLength(1);
    expect(eye.tell(fault(false), 1)).toEqual([]);
    expect(eye.tell({ ...fault(true), fault: "eye-light" }, 1)).toHaveLength(1);
    expect(eye.tell(fault(true), 1)).toMatchObject([{ fault: "eye-moved", on: true, value: 9 }]);
    expect(eye.tell(fault(true), 1)).toEqual([]);
    expect(eye.reporter.status).toEqual({
      state: "empty",
      dome: false,
      rests: 0,
      faults: ["eye-light", "eye-moved"],
    });
    expect(eye.tell(fault(false), 1)).toHaveLength(1);
    expect(eye.reporter.status.faults).toEqual(["eye-light"]);
    for (let time = 0; time < 2; time++)
      expect(eye.tell({ m: "disturbed", what: "hand" }, 1)).toMatchObject([{ m: "disturbed", what: "hand" }]);
  });

  it("tells how it stands at once after frames that were lost", () => {
    const eye = new Eye();
    eye.due(0);
    expect(eye.tell({ m: "frames-lost", ms: 700 }, 300)).toMatchObject([
      { m: "frames-lost", ms: 700, n: 2 },
      { m: "heartbeat", n: 3, at: 300 },
    ]);
    expect(eye.dueMs).toBe(800);
  });
});

describe("dice that lie there", () => {
  const thrown = (): Eye => {
    const eye = new Eye();
    eye.kinds(0, 1_000);
    eye.tell({ m: "state", state: "rest" }, 1_000);
    expect(eye.tell({ m: "rest", read: READ }, 1_000)).toMatchObject([{ m: "rest", read: READ }]);
    return eye;
  };
  const rests = (kinds: readonly string[]): string[] => kinds.filter((kind) => kind.startsWith("rest"));

  it("are told again at heartbeats a second apart, for ten seconds, without their beginning", () => {
    const eye = thrown();
    expect(eye.reporter.status.rests).toBe(1);
    expect(eye.kinds(1_050, 1_950).filter((kind) => kind.startsWith("rest"))).toEqual([]);
    expect(eye.due(2_000)).toMatchObject([
      { m: "hello" },
      { m: "heartbeat", rests: 1 },
      { m: "rest", read: { ...READ, rolledMs: null } },
    ]);
    const times = Array.from({ length: 9 }, (_, at) => `rest@${3_000 + at * 1_000}`);
    expect(rests(eye.kinds(2_050, 30_000))).toEqual(times);
  });

  it.each(["empty", "covered", "moving"] as const)("are not told again when the arena is %s", (state) => {
    const eye = thrown();
    eye.tell({ m: "state", state }, 1_500);
    eye.tell({ m: "state", state: "rest" }, 1_600);
    expect(rests(eye.kinds(1_650, 5_000))).toEqual([]);
  });

  it("are not told again when they were disturbed, and not while they settle", () => {
    const eye = thrown();
    eye.tell({ m: "disturbed", what: "moved" }, 1_500);
    expect(rests(eye.kinds(1_550, 5_000))).toEqual([]);
    const other = thrown();
    other.tell({ m: "state", state: "settling" }, 1_500);
    expect(rests(other.kinds(1_550, 3_000))).toEqual([]);
    other.tell({ m: "state", state: "rest" }, 3_100);
    expect(rests(other.kinds(3_150, 3_600))).toHaveLength(1);
  });
});
