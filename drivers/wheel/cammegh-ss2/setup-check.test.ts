import { describe, expect, it } from "vitest";
import type { WheelObservation } from "../../../src/table/wheel/observation.ts";
import { monoUs } from "../../../src/time/instant.ts";
import type { SessionInput } from "../session.ts";
import { statusText } from "./line-writer.test-help.ts";
import { ss2Session } from "./session.ts";

/** What the unit asks a wheel after each connection, and what it makes of the answers. */

type Untimed<I> = I extends SessionInput ? Omit<I, "t"> : never;
type Answers = Readonly<Record<string, string | null>>;

/** A wheel that is set as the table is. */
const RIGHT: Answers = {
  "*S": "*S V2.50",
  "*V": "*V V2.50 Cammegh / Syoptic - SlingShot 2",
  "*o": "*o 1159",
  "*O": "*O 2 1 60 1159",
  "*T Z": "*T z 37",
  "*T M": "*T m 2.0",
  "*T N": "*T n 2920",
  "*T G": "*T g 0",
};
const QUESTIONS = Object.keys(RIGHT);

/** A wheel in its open bets that answers each question within 50 ms; null: not at all. */
class AskedWheel {
  readonly session;
  state;
  t = 1_000_000;
  answers: Answers;
  readonly heard: string[] = [];
  seen: WheelObservation[] = [];
  #pending: string[] = [];

  constructor(answers: Answers = {}, ask = true) {
    this.answers = { ...RIGHT, ...answers };
    this.session = ss2Session({ pockets: 37, rotorVariationRpm10: 20, ask });
    this.state = this.session.initial();
  }

  feed(input: Untimed<SessionInput>): this {
    const step = this.session.step(this.state, { ...input, t: monoUs(this.t) });
    this.state = step.state;
    this.seen.push(...step.observations);
    for (const bytes of step.writes) {
      const line = bytes.trimEnd();
      this.heard.push(line);
      const answer = this.answers[line];
      if (answer != null) this.#pending.push(answer);
      this.feed({ i: "sent", bytes });
    }
    return this;
  }

  open(): this {
    this.#pending = [];
    return this.feed({ i: "opened" }).line("");
  }

  line(text: string): this {
    return this.feed({ i: "bytes", bytes: `${text}\r\n` });
  }

  /** Goes on for so long: a status line every 0.5 s, answers between them, and wake-ups when they are due. */
  run(us: number, number = " 5"): this {
    const until = this.t + us;
    let statusAt = this.t + 500_000;
    while (this.t < until) {
      const answer = this.#pending.shift();
      const wake = answer === undefined ? (this.session.wakeAt(this.state) ?? until) : this.t + 50_000;
      this.t = Math.max(this.t, Math.min(wake, statusAt, until));
      this.feed({ i: "tick" });
      if (answer !== undefined) this.line(answer);
      if (this.t < statusAt) continue;
      this.line(statusText(2, { game: 11, number, flags: "0", rpm: 168, direction: 1 }));
      statusAt += 500_000;
    }
    return this;
  }

  /** The game goes on, up to the next one. */
  playOn(): this {
    for (const state of [3, 3, 4, 4, 5, 5]) {
      this.t += 500_000;
      this.line(statusText(state, { game: 11, number: " 5", flags: "0", rpm: 168, direction: 1 }));
    }
    return this;
  }

  faults(): readonly string[] {
    const asked = this.seen.flatMap((one) =>
      (one.o === "fault" || one.o === "fault-cleared") && /^wheel-(?:pockets|setup|other)$/.test(one.code)
        ? [`${one.o === "fault" ? "+" : "-"}${one.code}`]
        : [],
    );
    this.seen = [];
    return asked;
  }

  detail(code: string): unknown {
    return this.seen.find((one) => one.o === "fault" && one.code === code);
  }
}

describe("after each connection", () => {
  it("the wheel is asked once, one question after the other, when its state is known", () => {
    const wheel = new AskedWheel().open();
    wheel.run(700_000);
    expect(wheel.heard).toEqual([]);
    wheel.run(10_000_000);
    expect(wheel.heard).toEqual(QUESTIONS);
    // Nothing is left of what an earlier session may have found.
    expect([...wheel.faults()].sort()).toEqual(["-wheel-other", "-wheel-pockets", "-wheel-setup"]);
    expect(wheel.state.noise.total).toBe(0);
    wheel.feed({ i: "lost", why: "unplugged" });
    wheel.t += 5_000_000;
    expect(wheel.open().run(10_000_000).heard).toEqual([...QUESTIONS, ...QUESTIONS]);
    expect(wheel.faults()).toEqual([]);
  });

  it("it is asked nothing where the table does not want it", () => {
    const wheel = new AskedWheel({}, false).open().run(10_000_000);
    expect(wheel.heard).toEqual([]);
    expect(wheel.faults()).toEqual([]);
    expect(wheel.session.standingFaults).not.toContain("wheel-pockets");
    expect(new AskedWheel().session.standingFaults).toContain("wheel-pockets");
    // A word that another wheel would answer is damage there.
    expect(wheel.line("LOCKED").state.noise.total).toBe(1);
  });
});

describe("a wheel that does not say its firmware", () => {
  it("has said nothing, and is asked again as bets are placed in each game until it does", () => {
    const wheel = new AskedWheel({ "*S": null }).open().run(20_000_000);
    const identity = () => wheel.session.identity?.(wheel.state);
    const asked = (): number => wheel.heard.filter((line) => line === "*S").length;
    expect([identity(), asked()]).toEqual([null, 3]);
    expect(wheel.faults()).toContain("+wheel-setup");
    expect(wheel.run(10_000_000).heard.length).toBeLessThan(QUESTIONS.length * 3);
    // One question that was lost is no other wheel.
    wheel.answers = RIGHT;
    wheel.playOn().run(10_000_000);
    expect(identity()).toEqual({ serial: null, firmware: "2.50" });
    expect(wheel.faults()).toContain("-wheel-setup");
    const before = wheel.heard.length;
    expect(wheel.playOn().run(10_000_000).heard).toHaveLength(before);
  });
});

describe("another number of pockets than the rulebook's", () => {
  it("is a fault until the wheel says the right one", () => {
    const wheel = new AskedWheel({ "*T Z": "*T z 38" }).open().run(10_000_000);
    expect(wheel.detail("wheel-pockets")).toMatchObject({ detail: { wheel: 38, rulebook: 37 } });
    expect(wheel.faults()).toContain("+wheel-pockets");
    wheel.answers = RIGHT;
    expect(wheel.feed({ i: "lost", why: "unplugged" }).open().run(10_000_000).faults()).toEqual([
      "-wheel-pockets",
    ]);
  });

  it.each([
    ["does not answer", (wheel: AskedWheel) => void (wheel.answers = { ...RIGHT, "*T Z": null })],
    ["refuses the question", (wheel: AskedWheel) => void (wheel.answers = { ...RIGHT, "*T Z": "*T NO" })],
    [
      "is unplugged while it is asked",
      (wheel: AskedWheel) => wheel.run(1_100_000).feed({ i: "lost", why: "unplugged" }),
    ],
  ])("stays a fault when the wheel %s after another connection", (_, change) => {
    const wheel = new AskedWheel({ "*T Z": "*T z 38" }).open().run(10_000_000);
    wheel.faults();
    wheel.feed({ i: "lost", why: "unplugged" }).open();
    change(wheel);
    expect(wheel.run(20_000_000).faults()).not.toContain("-wheel-pockets");
  });
});

describe("what does not fit together", () => {
  it.each<[string, Answers, string]>([
    [
      "another step of the rotor than the table's",
      { "*T M": "*T m 1.5" },
      "*T m is 15 tenths of rpm, the table is set to 20",
    ],
    ["a question without an answer", { "*V": null, "*T N": "*T NO" }, "no answer: product, noMoreBetsLap2048"],
    ["two versions", { "*V": "*V V2.52 Cammegh" }, "*S says 2.50 and *V says 2.52: read them again"],
    ["two modes", { "*O": "*O 2 1 60 1157" }, "*o says mode 1159 and *O says 1157: read them again"],
    [
      "no status by itself, no bare number, a test sequence",
      { "*o": "*o 8208", "*O": "*O 2 1 60 8208" },
      "mode bit 128 is off: the wheel sends no status lines; set it (*o, idle); mode bit 16 is on: no bare number, each result needs three status lines; mode bit 8192 is on: the numbers are a test sequence, not results; clear it",
    ],
    [
      "a value beyond its limits",
      { "*T N": "*T n 4000" },
      "*T n (ball lap time at no-more-bets): lap time 4000 is outside the safe limits 2048 to 3072 1/2048 s: correct it before the wheel plays",
    ],
    [
      "a value finer than tenths",
      { "*T M": "*T m 2.05" },
      "*T m holds 2.05: correct it before the wheel plays; no answer: rotorVariationRpm10",
    ],
  ])("%s is told, and is over when the wheel says otherwise", (_, answers, problems) => {
    const wheel = new AskedWheel(answers).open().run(20_000_000);
    expect(wheel.detail("wheel-setup")).toMatchObject({ detail: { version: "2.50", problems } });
    wheel.faults();
    wheel.answers = RIGHT;
    expect(wheel.feed({ i: "lost", why: "unplugged" }).open().run(10_000_000).faults()).toEqual([
      "-wheel-setup",
    ]);
  });

  it("a wheel that answers nothing at all is told so, and a port that is lost meanwhile is not", () => {
    const nothing = Object.fromEntries(QUESTIONS.map((line) => [line, null]));
    const mute = new AskedWheel(nothing).open().run(40_000_000);
    expect(mute.detail("wheel-setup")).toMatchObject({
      detail: {
        version: "",
        problems: expect.stringMatching(/^no answer: version, product, mode, options, /) as unknown,
      },
    });
    const cut = new AskedWheel().open().run(1_200_000).feed({ i: "lost", why: "unplugged" });
    expect(cut.heard.length).toBeGreaterThan(0);
    expect(cut.heard.length).toBeLessThan(QUESTIONS.length);
    expect(cut.faults()).not.toContain("+wheel-setup");
    expect(cut.open().run(10_000_000).faults()).toContain("-wheel-setup");
  });
});

describe("the answer of a Mercury 360", () => {
  it("is another wheel, and no damage, until the wheel has said itself that it is an SS2", () => {
    const wheel = new AskedWheel({ "*S": "INVALID" }).open().run(1_500_000);
    expect(wheel.detail("wheel-other")).toMatchObject({ detail: { answers: "INVALID" } });
    expect(wheel.state.noise.total).toBe(0);
    wheel.faults();
    wheel.answers = RIGHT;
    wheel.feed({ i: "lost", why: "unplugged" }).open().run(10_000_000);
    expect(wheel.faults()).toContain("-wheel-other");
    expect(wheel.line("INVALID").faults()).toEqual([]);
    expect(wheel.state.noise.total).toBe(1);
  });
});
