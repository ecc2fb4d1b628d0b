import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionInput } from "../session.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { volume } from "../../../test/support/volume.ts";
import { statusText, type Fields } from "./line-writer.test-help.ts";
import { ss2Session } from "./session.ts";
import type { Ss2State } from "./state.ts";

/** Any sequence of lines and losses: the session holds its promises whatever the wheel does. */

type Untimed<I> = I extends SessionInput ? Omit<I, "t"> : never;
interface Step {
  readonly afterUs: number;
  readonly input: Untimed<SessionInput>;
}

const flags = fc.oneof(
  { weight: 12, arbitrary: fc.constant("0") },
  { weight: 1, arbitrary: fc.constantFrom("1", "2", "4", "8", "A", "F") },
);
const number = fc.constantFrom(" 0", " 5", "23", "36", "00", "37", "  ");
const fields: fc.Arbitrary<Fields> = fc.record({
  game: fc.constantFrom(0, 1, 2, 3, 11, 12, 255, 256),
  number,
  flags,
  rpm: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(168, 169, 175) },
    { weight: 1, arbitrary: fc.nat(999) },
  ),
  direction: fc.constantFrom<0 | 1>(0, 1),
});

const bytes = (text: string): Step => ({ afterUs: 500_000, input: { i: "bytes", bytes: text } });

/** Lines of one game in its usual order, some of them missing, so that numbers do come. */
const game: fc.Arbitrary<Step[]> = fc
  .record({
    fields,
    lines: fc.tuple(...[2, 3, 4, 5].map(() => fc.integer({ min: 0, max: 6 }))),
    result: number,
    bare: fc.option(number),
  })
  .map(({ fields: of, lines, result, bare: unframed }) =>
    lines.flatMap((count, index) => {
      const state = index + 2;
      const shows = state === 5 ? { ...of, number: result } : of;
      const run = Array<Step>(count).fill(bytes(`${statusText(state, shows)}\r\n`));
      return state === 5 && unframed !== null ? [bytes(`${unframed}\n\r`), ...run] : run;
    }),
  );

const stray: fc.Arbitrary<Step[]> = fc
  .record({
    afterUs: fc.constantFrom(0, 1, 250_000, 500_000, 1_600_000, 3_000_000),
    input: fc.oneof<fc.Arbitrary<Untimed<SessionInput>>[]>(
      fc.record({
        i: fc.constant("bytes" as const),
        bytes: fc.string({ unit: "binary-ascii", maxLength: 40 }),
      }),
      fc
        .tuple(fc.integer({ min: 1, max: 7 }), fields)
        .map(([state, of]) => ({ i: "bytes" as const, bytes: `${statusText(state, of)}\r\n` })),
      fc.record({ i: fc.constant("bytes" as const), bytes: number.map((text) => `${text}\r\n`) }),
      fc.constantFrom<Untimed<SessionInput>>(
        { i: "opened" },
        { i: "lost", why: "unplugged" },
        { i: "tick" },
        { i: "overrun", lost: 9 },
        { i: "sent", bytes: "*P 1\r\n" },
      ),
    ),
  })
  .map((step) => [step]);

const sequence = fc
  .array(fc.oneof({ weight: 2, arbitrary: game }, { weight: 3, arbitrary: stray }), {
    maxLength: 30,
    size: "max",
  })
  .map((parts) => parts.flat());

const RUNS = { numRuns: volume(100, 300), seed: 20_250_916 };

describe("any sequence of lines and losses", () => {
  it("gives one number a game, only pockets of the rotor, never throws, and stays small plain JSON", () => {
    let given = 0;
    fc.assert(
      fc.property(sequence, fc.constantFrom(37, 38), (steps, pockets) => {
        const session = ss2Session({ pockets, rotorVariationRpm10: 20, ask: false });
        let state: Ss2State = session.initial();
        let copy: Ss2State = session.initial();
        let t = 0;
        const last = { game: -1, contradicted: false };
        for (const { afterUs, input } of [{ afterUs: 0, input: { i: "opened" } } satisfies Step, ...steps]) {
          t += afterUs;
          const timed = { ...input, t: monoUs(t) } as SessionInput;
          const step = session.step(state, timed);
          copy = JSON.parse(JSON.stringify(copy)) as Ss2State;
          const again = session.step(copy, timed);
          expect(again.observations).toEqual(step.observations);
          expect(again.state).toEqual(step.state);
          ({ state } = step);
          copy = again.state;
          for (const seen of step.observations) {
            if (seen.o === "contradiction") last.contradicted = true;
            if (seen.o !== "number") continue;
            given++;
            const { game } = state.given!;
            if (last.game === game) expect(last.contradicted, `game ${game} has two numbers`).toBe(true);
            Object.assign(last, { game, contradicted: false });
            expect(["0", "5", "23", "36", ...(pockets === 38 ? ["00"] : [])]).toContain(seen.pocket);
          }
          // Past a power cycle or another game the count is free again.
          if (state.given === null) last.game = -1;
          expect(session.wakeAt(state) ?? t + 1).toBeGreaterThan(t);
        }
        expect(JSON.stringify(state).length).toBeLessThan(10_000);
      }),
      RUNS,
    );
    // The claim means something only when numbers did come.
    expect(given).toBeGreaterThan(volume(20, 50));
  });

  it("a fault is given out only when it is not standing, and cleared only when it is", () => {
    fc.assert(
      fc.property(sequence, (steps) => {
        const session = ss2Session({ pockets: 37, rotorVariationRpm10: 20, ask: false });
        let state = session.initial();
        let t = 0;
        // What an earlier session may have left standing can be cleared once without having been given out.
        const standing = new Map<string, boolean | null>();
        for (const { afterUs, input } of [{ afterUs: 0, input: { i: "opened" } } satisfies Step, ...steps]) {
          t += afterUs;
          const step = session.step(state, { ...input, t: monoUs(t) });
          ({ state } = step);
          for (const seen of step.observations) {
            if (seen.o === "fault" && seen.code !== "recording-overrun") {
              expect(standing.get(seen.code) ?? false, `${seen.code} twice`).toBe(false);
              standing.set(seen.code, true);
            }
            if (seen.o === "fault-cleared") {
              expect(standing.get(seen.code) ?? true, `${seen.code} cleared twice`).toBe(true);
              standing.set(seen.code, false);
            }
          }
        }
      }),
      RUNS,
    );
  });
});
