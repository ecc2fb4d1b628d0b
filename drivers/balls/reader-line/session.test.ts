import { describe, expect, it } from "vitest";
import { BallReader, type ReaderOptions } from "../../../hw-sim/models/balls/reader.ts";
import type { BallObservation } from "../../../src/table/balls/observation.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import type { SessionInput } from "../../session.ts";
import { ballReaderSession, SILENCE_US } from "./session.ts";

const S = 1_000_000;
const STEP = 10_000;

function textOf(seen: BallObservation): string {
  switch (seen.o) {
    case "attached":
      return `attached ${seen.game}/${seen.drawn}`;
    case "ball":
      return `${seen.n}:${seen.number ?? seen.why ?? "?"}`;
    case "fell-back":
      return `fell back ${seen.n}`;
    case "count":
      return `${seen.inside ?? "?"}+${seen.drawn}`;
    case "fault":
      return `+${seen.code}`;
    case "fault-cleared":
      return `-${seen.code}`;
    default:
      return seen.o;
  }
}

/** A reader and its session, which talk to each other. `wire` may damage what comes. */
class Talk {
  readonly model: BallReader;
  readonly session: ReturnType<typeof ballReaderSession>;
  state: ReturnType<Talk["session"]["initial"]>;
  t = 0;
  seen: BallObservation[] = [];
  #host = "";

  constructor(options: Partial<ReaderOptions> = {}, reader: string | null = null) {
    this.model = new BallReader({ reader: 7, ...options });
    this.session = ballReaderSession({ reader });
    this.state = this.session.initial();
    this.model.power(true, 0);
    this.input({ i: "opened", t: monoUs(0) }).input({ i: "bytes", t: monoUs(0), bytes: "\n" });
  }

  input(input: SessionInput): this {
    const step = this.session.step(this.state, input);
    expect(JSON.parse(JSON.stringify(step.state))).toEqual(step.state);
    this.#take(step);
    return this;
  }

  ask(from: number): this {
    const step = this.session.applyCommand?.(this.state, { c: "ask-balls", from }, monoUs(this.t));
    if (step !== undefined) this.#take(step);
    return this;
  }

  #take({ state, observations, writes }: ReturnType<Talk["session"]["step"]>): void {
    this.state = state;
    this.seen.push(...observations);
    this.#host += writes.join("");
  }

  play(us: number, wire: (bytes: string) => string = (bytes) => bytes): this {
    const end = this.t + us;
    while (this.t < end) {
      this.t += STEP;
      const host = this.#host;
      this.#host = "";
      for (const { bytes } of this.model.step(this.t, host)) {
        const came = wire(bytes);
        if (came !== "") this.input({ i: "bytes", t: monoUs(this.t), bytes: came });
      }
      const wake = this.session.wakeAt(this.state);
      if (wake !== null && wake <= this.t) this.input({ i: "tick", t: monoUs(this.t) });
    }
    return this;
  }

  draw(...numbers: readonly number[]): this {
    for (const number of numbers) {
      this.model.draw(this.t, number);
      this.play(S);
    }
    return this;
  }

  /** What was observed, but for counts and faults that ended. */
  took(): readonly string[] {
    const all = this.seen.map(textOf).filter((one) => !/^-|\+\d/.test(one));
    this.seen = [];
    return all;
  }
}

const soundOf = (): string => {
  const model = new BallReader({ reader: 7 });
  model.power(true, 0);
  return model
    .step(500_000)
    .map(({ bytes }) => bytes)
    .join("");
};
testLineLosses({ session: ballReaderSession({ reader: null }), silenceUs: SILENCE_US, sound: soundOf() });

describe("a reader of balls", () => {
  it("says each ball once, with what it was not sure of", () => {
    const talk = new Talk().play(S);
    expect(talk.took()).toEqual(["attached 1/0"]);
    talk.draw(17, 90);
    talk.model.draw(talk.t, 4, { doubt: 2 });
    talk.play(S);
    talk.model.draw(talk.t, 9, { number: 0 });
    talk.play(S);
    talk.model.fallBack(talk.t, 4);
    expect(talk.play(S).took()).toEqual(["1:17", "2:90", "3:differ", "4:unread", "fell back 4"]);
    talk.model.refill(talk.t);
    expect(talk.play(S).draw(17).took()).toEqual(["game", "1:17"]);
  });

  it("counts, once a count has stood from one heartbeat to the next", () => {
    const talk = new Talk().play(S).draw(3);
    expect(talk.seen.map(textOf)).toContain("89+1");
    talk.model.takeOut(1);
    talk.seen = [];
    talk.play(S);
    expect(talk.seen.map(textOf)).toContain("88+1");
    expect(new Talk({ isBlind: true }).play(2 * S).seen.map(textOf)).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/\+0$/)]) as string[],
    );
  });

  it("is asked for what was lost on the wire, and what it says is told in order", () => {
    const talk = new Talk().play(S);
    talk.took();
    talk.model.mute(talk.t, 100_000);
    talk.model.draw(talk.t, 11);
    talk.model.draw(talk.t, 12);
    talk.play(200_000);
    talk.model.draw(talk.t, 13);
    expect(talk.play(S).took()).toEqual(["1:11", "2:12", "3:13"]);
  });

  it("says again what a table asks for that has just started", () => {
    const talk = new Talk().play(S).draw(1, 2, 3);
    talk.took();
    expect(talk.ask(2).play(S).took()).toEqual(["2:2", "3:3"]);
  });

  it("that does not answer has lost them", () => {
    const talk = new Talk().play(S);
    talk.took();
    talk.model.draw(talk.t, 11);
    const seen = talk.play(4 * S, (bytes) => (bytes.startsWith("N") ? "" : bytes)).took();
    expect(seen).toEqual(["1:lost"]);
    expect(talk.draw(12).took()).toEqual(["2:12"]);
  });

  it("keeps its balls over a loss of power, or says that it begins anew", () => {
    for (const forgets of [false, true]) {
      const talk = new Talk({ forgets }).play(S).draw(5, 6);
      talk.took();
      talk.model.power(false, talk.t);
      talk.play(3 * S);
      talk.model.power(true, talk.t);
      talk.play(3 * S);
      const seen = talk.took();
      expect(seen.slice(0, 2)).toEqual(["+device-silent", "gap"]);
      expect(seen).toContain("+ball-reader-restarted");
      expect(seen.at(-1)).toBe(forgets ? "attached 2/0" : "attached 1/2");
    }
  });

  it("tells what stands in the way, and another reader is not used", () => {
    const talk = new Talk().play(S);
    talk.model.setFlag(talk.t, "jam", true);
    talk.model.setFlag(talk.t, "lid", true);
    expect(talk.play(S).took()).toEqual(expect.arrayContaining(["+ball-jam", "+ball-lid-open"]));
    expect(
      new Talk({}, "00000008")
        .play(2 * S)
        .draw(1)
        .took(),
    ).toEqual(["+ball-reader-setup"]);
  });

  it("says nothing that did not happen, whatever is done to its lines", () => {
    const random = randomFrom("a damaged line of balls");
    for (let life = 0; life < 12; life++) {
      const talk = new Talk().play(S);
      const drawn: number[] = [];
      const damage = (bytes: string): string => {
        if (!random.oneIn(6)) return bytes;
        const at = random.below(bytes.length);
        return random.oneIn(2)
          ? bytes.slice(at)
          : bytes.slice(0, at) + String.fromCodePoint(random.below(256)) + bytes.slice(at + 1);
      };
      for (let ball = 0; ball < 20; ball++) {
        const number = 1 + random.below(90);
        drawn.push(number);
        talk.model.draw(talk.t, number);
        talk.play(400_000, damage);
      }
      talk.play(5 * S);
      for (const one of talk.seen)
        if (one.o === "ball" && one.number !== null) expect(one.number).toBe(drawn[(one.n ?? 0) - 1]);
      expect(talk.seen.flatMap((one) => (one.o === "ball" ? one.n : [])).at(-1)).toBe(drawn.length);
    }
  });
});
