import { monoUs } from "../../../src/time/instant.ts";
import type { WheelObservation } from "../../../src/table/wheel/observation.ts";
import type { SessionInput } from "../session.ts";
import { mercury360Session } from "./session.ts";
import type { MercuryOptions, MercuryState } from "./state.ts";
import { advanced, extended, type SyntheticLine, type Timed } from "./synthetic-wheel.test-support.ts";

/** For tests only. */
type Part = SessionInput extends infer I ? (I extends { t: unknown } ? Omit<I, "t"> : never) : never;

/** A session driven by hand, opened at 0; its state goes through JSON at every step. */
export function mercuryHarness(options: Partial<MercuryOptions> = {}) {
  const session = mercury360Session({ protocol: "extended", pockets: 37, ...options });
  let state = session.initial();
  let now = 0;
  const seen: WheelObservation[] = [];
  const give = (ms: number, part: Part): void => {
    now = ms;
    const step = session.step(state, { ...part, t: monoUs(Math.round(ms * 1_000)) });
    state = JSON.parse(JSON.stringify(step.state)) as MercuryState;
    if (step.writes.length > 0) throw new Error("a listening session wrote");
    seen.push(...step.observations);
  };
  give(0, { i: "opened" });
  return {
    give,
    seen,
    bytes: (ms: number, bytes: string) => give(ms, { i: "bytes", bytes }),
    feed: (lines: readonly Timed[]) => {
      for (const { ms, text } of lines) give(ms, { i: "bytes", bytes: text });
    },
    /** Status lines, one every 500 ms from now on. */
    say: (count: number, line: SyntheticLine) => {
      const encode = options.protocol === "advanced" ? advanced : extended;
      for (let n = 0; n < count; n++) give(now + 500, { i: "bytes", bytes: `${encode(line)}\r\n` });
    },
    /** What was observed since the last call, rotor speeds left out. */
    news: () => seen.splice(0).filter(({ o }) => o !== "rotor"),
    wakeMs: () => {
      const at = session.wakeAt(state);
      return at === null ? null : at / 1_000;
    },
    now: () => now,
  };
}

export const G = { game: 4, last: "31", rotor: 0, ball: 1 } as const;
export const only = (
  news: readonly WheelObservation[],
  o: WheelObservation["o"],
): readonly WheelObservation[] => news.filter((one) => one.o === o);

/** Joins an open wheel in state 2 and lets the ball run into state 4. */
export function running(options: Partial<MercuryOptions> = {}) {
  const wheel = mercuryHarness(options);
  wheel.say(3, { ...G, state: 2, events: 0x0092 });
  wheel.say(3, { ...G, state: 3, laps: 5, ticks: 20_000 });
  wheel.say(4, { ...G, state: 4, laps: 9, ticks: 49_000 });
  return wheel;
}
export const five = { ...G, state: 5, game: 5, last: "17", laps: 9, pocket: "17", events: 0x0112 } as const;
