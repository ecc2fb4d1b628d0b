import { describe, expect, it } from "vitest";
import { monoUs } from "../../../src/time/instant.ts";
import type { WheelObservation } from "../../../src/table/wheel/observation.ts";
import type { SessionInput } from "../session.ts";
import { mercury360Session } from "./session.ts";
import type { MercuryOptions } from "./state.ts";
import { advanced, extended } from "./synthetic-wheel.test-support.ts";
import { G } from "./mercury-harness.test-help.ts";

/** What the wheel is asked, and what tells it from an SS2, whose lines look alike. */

type Untimed<I> = I extends SessionInput ? Omit<I, "t"> : never;

/** A port that is opened at 0; `null`: nothing answers. */
class Port {
  readonly session;
  state;
  t = 0;
  readonly writes: (readonly [seconds: number, line: string])[] = [];
  seen: WheelObservation[] = [];
  readonly answer: string | null;

  constructor(answer: string | null, options: Partial<MercuryOptions> = {}) {
    this.answer = answer;
    this.session = mercury360Session({ protocol: "advanced", pockets: 37, ask: true, ...options });
    this.state = this.session.initial();
    this.feed({ i: "opened" }).line("");
  }

  feed(input: Untimed<SessionInput>): this {
    const step = this.session.step(this.state, { ...input, t: monoUs(this.t) });
    this.state = step.state;
    this.seen.push(...step.observations);
    for (const line of step.writes) {
      this.writes.push([this.t / 1_000_000, line]);
      // What comes before the first end of a line may be half a line.
      if (this.answer !== null) this.line(`\r\n${this.answer}`);
    }
    return this;
  }

  line(text: string): this {
    return this.feed({ i: "bytes", bytes: `${text}\r\n` });
  }

  /** Open bets for so long: a status line every 0.5 s, and a wake-up whenever one is wanted. */
  run(seconds: number, line = advanced({ ...G, state: 2 })): this {
    const until = this.t + seconds * 1_000_000;
    while (this.t < until) {
      const next = this.t + 500_000;
      for (
        let at = this.session.wakeAt(this.state);
        at !== null && at < next;
        at = this.session.wakeAt(this.state)
      ) {
        this.t = Math.max(this.t, at);
        this.feed({ i: "tick" });
      }
      this.t = next;
      this.line(line);
    }
    return this;
  }

  /** What was said of the two faults of asking, with their details, since the last call. */
  said(): readonly unknown[] {
    return this.seen
      .splice(0)
      .flatMap((one) =>
        (one.o === "fault" || one.o === "fault-cleared") && /^wheel-(?:setup|other)$/.test(one.code)
          ? [one.o === "fault" ? [one.code, one.detail] : `-${one.code}`]
          : [],
      );
  }
}

describe("a wheel on a port whose lines an SS2 sends too", () => {
  it.each(["V 1.07 Mercury 360", "OK", "LOCKED", "INVALID", "ERROR"])("that answers %s is one", (answer) => {
    const port = new Port(answer).run(60);
    expect(port.writes).toEqual([[0, "*V\r\n"]]);
    expect(port.said()).toEqual(["-wheel-other", "-wheel-setup"]);
    expect(port.state.noise.total).toBe(0);
  });

  it("that does not answer is asked again and again, and that is said after three times", () => {
    const port = new Port(null).run(2.5);
    expect(port.writes).toEqual([0, 1, 2].map((at) => [at, "*V\r\n"]));
    expect(port.said()).toEqual([]);
    port.run(20);
    expect(port.writes.map(([at]) => at)).toEqual([0, 1, 2, 3, 4, 14]);
    expect(port.said()).toEqual([["wheel-setup", { version: "", problems: "no answer: version" }]]);
    // It answers at last.
    port.line("V 1.07 Mercury 360").run(60);
    expect(port.said()).toEqual(["-wheel-other", "-wheel-setup"]);
    expect(port.writes).toHaveLength(6);
  });

  it("that answers as an SS2 is one, until the wheel says otherwise; the answer is no damage", () => {
    const port = new Port("*V V2.50 Cammegh").run(5);
    expect(port.said()[0]).toEqual(["wheel-other", { answers: "*V V2.50 Cammegh" }]);
    expect(port.state.noise.total).toBe(0);
    expect(port.line("V 1.07 Mercury 360").said()).toContain("-wheel-other");
    // From then on such a line is damage.
    expect(port.line("*V V2.50 Cammegh").said()).toEqual([]);
    expect(port.state.noise.total).toBe(1);
  });

  it("is asked anew after each connection, and not while the port is gone", () => {
    const port = new Port("OK").run(5).feed({ i: "lost", why: "unplugged" });
    expect(port.session.wakeAt(port.state)).toBeNull();
    port.t += 30_000_000;
    port.feed({ i: "tick" }).feed({ i: "opened" }).run(30);
    expect(port.writes.map(([at]) => at)).toEqual([0, 35]);
    const other = new Port(null).run(5);
    other.feed({ i: "lost", why: "unplugged" }).feed({ i: "opened" });
    // From the beginning: three questions before it is said, and it stands already.
    other.said();
    expect(other.run(2.5).said()).toEqual([]);
    expect(other.writes.map(([at]) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("is asked on a basic port too", () => {
    const port = new Port("OK", { protocol: "basic" });
    expect(port.writes).toEqual([[0, "*V\r\n"]]);
    expect(port.said()).toEqual(["-wheel-other", "-wheel-setup"]);
  });
});

describe("a port that needs no question", () => {
  it("an extended one: its lines are this wheel's alone", () => {
    const port = new Port("OK", { protocol: "extended" });
    expect(port.said()).toEqual([]);
    port.run(2, extended({ ...G, state: 2 }));
    expect(port.said()).toEqual(["-wheel-other", "-wheel-setup"]);
    expect(port.writes).toEqual([]);
  });

  it("one where the table asks nothing: nothing is sent, and an SS2's answer is damage", () => {
    const port = new Port("OK", { ask: false }).line("*V V2.50 Cammegh").run(30).line("V 1.07 Mercury 360");
    expect([port.writes, port.said()]).toEqual([[], []]);
    expect(port.state.noise.total).toBe(1);
    expect(port.session.standingFaults).not.toContain("wheel-other");
    expect(new Port("OK").session.standingFaults).toContain("wheel-other");
  });
});
