import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelOf, type LabelCoding } from "../../../hw-sim/models/shoe/readers/labels.ts";
import { scanReports, SCAN_FAULTS } from "../../../hw-sim/models/shoe/readers/scanner.ts";
import type { Sent } from "../../../hw-sim/lines/sent.ts";
import { FACES } from "../../../src/cards/card.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { isSubsequence, ReaderHarness, secretsIn } from "../reader/reader-harness.test-help.ts";
import { codingOf, type CodingName } from "./codings.ts";
import { barcodeSession, type BarcodeState } from "./session.ts";

const CODINGS: readonly (readonly [LabelCoding, Exclude<CodingName, "table">])[] = [
  ["suit-rank", "suit-rank"],
  ["suit-rank-10", "suit-rank"],
  ["seat-suit-rank", "seat-suit-rank"],
  ["prefix-suit-rank", "prefix-suit-rank"],
  ["tirada", "tirada"],
];

const harnessOf = (name: Exclude<CodingName, "table">): ReaderHarness<BarcodeState> =>
  new ReaderHarness(barcodeSession({ coding: codingOf(name, null) })).open();

describe("any deal", () => {
  it.each(CODINGS)(
    "%s with faults: never a card that was not presented, and no face outside a card",
    (label, name) => {
      for (let seed = 0; seed < 60; seed++) {
        const random = randomFrom(`${label}-${seed}`);
        const harness = harnessOf(name);
        const presented: string[] = [];
        const labels: string[] = [];
        let wrong = 0;
        for (let dealt = 0; dealt < 40; dealt++) {
          const face = random.pick(FACES);
          const fault = random.oneIn(4) ? random.pick(SCAN_FAULTS) : null;
          const text = labelOf(label, face, { deck: "D4T2" });
          if (fault !== null && fault !== "held" && fault !== "twice") wrong++;
          presented.push(face);
          labels.push(text);
          harness
            .play(scanReports(harness.t + 200_000 + random.below(2_000_000), text, random, fault))
            .wait(1_000_000);
        }
        expect(isSubsequence(harness.faces(), presented)).toBe(true);
        const reported = harness.cards().length + harness.of("suspected-repeat").length;
        expect(reported).toBeGreaterThanOrEqual(presented.length - wrong);
        expect(secretsIn(harness.seen, [...FACES, ...labels])).toEqual([]);
        const numbers = harness.seen.flatMap((one) =>
          one.o === "card"
            ? [one.card.n]
            : one.o === "card-unread" || one.o === "suspected-repeat"
              ? [one.n]
              : [],
        );
        expect(numbers).toEqual(numbers.map((_, at) => at + 1));
      }
    },
  );

  it("in tirada's own coding: reports lost, doubled, swapped and changed never make another card", () => {
    let cards = 0;
    for (let seed = 0; seed < 200; seed++) {
      const random = randomFrom(`damage-${seed}`);
      const harness = harnessOf("tirada");
      const presented: string[] = [];
      for (let dealt = 0; dealt < 20; dealt++) {
        const face = random.pick(FACES);
        presented.push(face);
        const text = labelOf("tirada", face, { deck: "77XA", issue: String(random.below(10)) });
        const reports = [...scanReports(harness.t + 500_000, text, random)];
        for (let times = random.below(4); times > 0; times--)
          damage(reports, random.below(reports.length - 1), random.below(5));
        harness.play(reports).wait(500_000);
      }
      expect(isSubsequence(harness.faces(), presented)).toBe(true);
      cards += harness.cards().length;
    }
    // The test would mean nothing if everything were refused.
    expect(cards).toBeGreaterThan(1_000);
  });

  it("cut into chunks in any way tells the same", () => {
    const random = randomFrom("chunks");
    const whole = FACES.slice(0, 2).flatMap((face) => scanReports(0, labelOf("suit-rank", face), random));
    const text = whole.map(({ bytes }) => bytes).join("");
    const run = (chunks: readonly string[]): unknown => {
      const harness = harnessOf("suit-rank");
      for (const chunk of chunks) harness.bytes(chunk);
      return { seen: harness.seen, state: harness.state };
    };
    const all = run([text]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 40 }), (cuts) => {
        const chunks: string[] = [];
        for (let at = 0, next = 0; at < text.length; at += cuts[next++ % cuts.length] ?? 1)
          chunks.push(text.slice(at, at + (cuts[next % cuts.length] ?? 1)));
        expect(run(chunks)).toEqual(all);
      }),
      { numRuns: 60 },
    );
  });

  it("a million random bytes are borne: no card, a small state", () => {
    const random = randomFrom("random bytes");
    const harness = harnessOf("tirada");
    for (let times = 0; times < 2_000; times++) {
      // Half of them with the right shape, so that they are looked at.
      const bytes = Array.from({ length: 512 }, (_, at) => {
        const shaped = times % 2 === 0 && at % 8 !== 2;
        return String.fromCharCode(shaped ? 0 : times % 2 === 0 ? 4 + random.below(40) : random.below(256));
      });
      harness.bytes(bytes.join("")).wait(random.below(200_000));
    }
    expect(harness.cards()).toEqual([]);
    expect(harness.of("card-unread").length).toBeGreaterThan(100);
    expect(JSON.stringify(harness.state).length).toBeLessThan(4_000);
  });
});

function damage(reports: Sent[], at: number, kind: number): void {
  const here = reports[at];
  const next = reports[at + 1];
  if (here === undefined || next === undefined) return;
  if (kind === 0) reports.splice(at, 1);
  else if (kind === 1) reports.splice(at, 0, here);
  else if (kind === 2) {
    reports[at] = { us: here.us, bytes: next.bytes };
    reports[at + 1] = { us: next.us, bytes: here.bytes };
  } else {
    const usage = here.bytes.charCodeAt(2);
    const other = kind === 3 ? usage ^ 1 : usage + 1;
    reports[at] = {
      us: here.us,
      bytes: here.bytes.slice(0, 2) + String.fromCharCode(other) + here.bytes.slice(3),
    };
  }
}
