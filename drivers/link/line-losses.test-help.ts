import { describe, expect, it } from "vitest";
import { monoUs } from "../../src/time/instant.ts";
import type { DeviceSession, SessionInput } from "../session.ts";

/** What the shared test needs of one device. */
export interface LossesCase<State, Observation> {
  readonly session: DeviceSession<State, Observation>;
  /** So long without a good line is silence, µs. */
  readonly silenceUs: number;
  /** Whole sound lines of a device that has just begun to speak. */
  readonly sound: string;
}

type Untimed<I> = I extends SessionInput ? Omit<I, "t"> : never;
interface Word {
  readonly o: string;
  readonly code?: string;
  readonly detail?: unknown;
}

/** A session that has understood its device; `feed` gives the faults of one input in short, `+raised` and `-cleared`. */
class Fed<State, Observation extends Word> {
  readonly of: LossesCase<State, Observation>;
  state: State;
  t = 1_000_000;

  constructor(of: LossesCase<State, Observation>) {
    this.of = of;
    this.state = of.session.initial();
    this.feed({ i: "opened" });
    this.sound();
  }

  feed(input: Untimed<SessionInput>): string[] {
    const step = this.of.session.step(this.state, { ...input, t: monoUs(this.t) });
    this.state = step.state;
    return step.observations.flatMap(({ o, code = "" }) =>
      o === "fault" ? [`+${code}`] : o === "fault-cleared" ? [`-${code}`] : [],
    );
  }

  sound(): string[] {
    return this.feed({ i: "bytes", bytes: `\n${this.of.sound}` });
  }

  wait(us: number): string[] {
    this.t += us;
    return this.feed({ i: "tick" });
  }
}

const LOSSES = ["port-gone", "device-silent", "device-garbled", "line-noise", "recording-overrun"];
const lossesOf = (words: readonly string[]): string[] => words.filter((word) => LOSSES.includes(word.slice(1)));

/** The losses of any device that speaks in lines: gone, silent, garbled, overrun; each raised once and cleared once. */
export function testLineLosses<State, Observation extends Word>(of: LossesCase<State, Observation>): void {
  const begin = (): Fed<State, Observation> => new Fed(of);

  describe(`losses of ${of.session.device}`, () => {
    it("a port that is gone is raised once, and cleared once by a good line", () => {
      const fed = begin();
      expect(lossesOf(fed.feed({ i: "lost", why: "unplugged" }))).toEqual(["+port-gone"]);
      expect(lossesOf(fed.feed({ i: "lost", why: "unplugged" }))).toEqual([]);
      expect(lossesOf(fed.wait(10 * of.silenceUs))).toEqual([]);
      expect(lossesOf(fed.feed({ i: "opened" }))).toEqual([]);
      expect(lossesOf(fed.sound())).toEqual(["-port-gone"]);
      expect(lossesOf(fed.sound()).filter((word) => word === "-port-gone")).toEqual([]);
    });

    it("silence is raised once, not before its time, and cleared once", () => {
      const fed = begin();
      expect(lossesOf(fed.wait(of.silenceUs))).toEqual([]);
      expect(of.session.wakeAt(fed.state)).toBeLessThanOrEqual(fed.t + 1);
      expect(lossesOf(fed.wait(1))).toEqual(["+device-silent"]);
      expect(lossesOf(fed.wait(of.silenceUs + 1))).toEqual([]);
      expect(lossesOf(fed.sound())).toEqual(["-device-silent"]);
    });

    it("bytes without a good line are nonsense and no silence", () => {
      const fed = begin();
      fed.feed({ i: "bytes", bytes: "rubb" });
      expect(lossesOf(fed.wait(of.silenceUs + 1))).toEqual(["+device-garbled"]);
      expect(lossesOf(fed.wait(of.silenceUs + 1))).toEqual([]);
      fed.feed({ i: "bytes", bytes: "ish\n" });
      expect(lossesOf(fed.sound())).toEqual(["-device-garbled"]);
    });

    it("silence that turns into nonsense is another fault", () => {
      const fed = begin();
      fed.wait(of.silenceUs + 1);
      expect(lossesOf(fed.feed({ i: "bytes", bytes: "rubbish\n" }))).toEqual([
        "-device-silent",
        "+device-garbled",
      ]);
    });

    it("five damaged lines within 10 s are noise, raised once", () => {
      const fed = begin();
      expect(lossesOf(fed.feed({ i: "bytes", bytes: "rubbish\n".repeat(4) }))).toEqual([]);
      expect(lossesOf(fed.feed({ i: "bytes", bytes: "rubbish\n" }))).toEqual(["+line-noise"]);
      expect(lossesOf(fed.feed({ i: "bytes", bytes: "rubbish\n".repeat(5) }))).toEqual([]);
    });

    it("an overrun is told each time, and the line under way is thrown away", () => {
      const fed = begin();
      fed.feed({ i: "bytes", bytes: of.sound.slice(0, 5) });
      expect(lossesOf(fed.feed({ i: "overrun", lost: 40 }))).toEqual(["+recording-overrun"]);
      expect(lossesOf(fed.feed({ i: "bytes", bytes: "rest\n" }))).toEqual([]);
      expect(lossesOf(fed.feed({ i: "overrun", lost: 1 }))).toEqual(["+recording-overrun"]);
    });
  });
}
