import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tagLines, type TagReaderOptions, type Visit } from "../../../hw-sim/models/shoe/readers/tag-reader.ts";
import { lineNoise } from "../../../hw-sim/lines/line-noise.ts";
import { FACES } from "../../../src/cards/card.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { readCardTable } from "../reader/card-code-map.ts";
import { isSubsequence, ReaderHarness, secretsIn } from "../reader/reader-harness.test-help.ts";
import { rfidSession, type RfidState } from "./session.ts";

/** Two decks from one roll of tags: their numbers follow one another. */
const DECKS = ["red", "blue"].flatMap((deck, roll) =>
  FACES.map((face, at) => {
    const number = (0x0412_34a0 + roll * 300 + at).toString(16).toUpperCase().padStart(8, "0");
    return { uid: `${number}AB12CD`, face, deck };
  }),
);
const READ = readCardTable(
  ["tirada-cards/1", ...DECKS.map(({ uid, face, deck }) => `${uid},${face},${deck},`)].join("\n"),
  "uid",
);

function harnessOf(): ReaderHarness<RfidState> {
  if (!READ.ok) throw new Error(READ.problems.join());
  return new ReaderHarness(rfidSession({ table: READ.table, lines: 2 })).open();
}

const READER: TagReaderOptions = {
  periodUs: 80_000,
  repeats: true,
  together: "each",
  lineEnd: "\r\n",
  upperCase: true,
};

/** One card after the other, each for 0.4 to 1 s, sometimes two together. */
function deal(
  random: RandomSource,
  cards: number,
  together: number,
  pauseUs = 300_000,
): { readonly visits: Visit[]; readonly faces: string[] } {
  const visits: Visit[] = [];
  const faces: string[] = [];
  let us = 2_000_000;
  for (let dealt = 0; dealt < cards; dealt++) {
    const { uid, face } = random.pick(DECKS);
    const toUs = us + 400_000 + random.below(600_000);
    visits.push({ uid, fromUs: us, toUs });
    faces.push(face);
    if (together > 0 && random.oneIn(together)) {
      const other = random.pick(DECKS);
      visits.push({ uid: other.uid, fromUs: us, toUs });
      faces.push(other.face);
    }
    us = toUs + pauseUs + random.below(2_000_000);
  }
  return { visits, faces };
}

describe("any deal", () => {
  it("clean: every card is told, or suspected when it is one of the last", () => {
    for (let seed = 0; seed < 20; seed++) {
      const random = randomFrom(`clean-${seed}`);
      const { visits, faces } = deal(random, 40, 0, 1_100_000);
      const harness = harnessOf()
        .play(tagLines(visits, READER, random))
        .wait(3_000_000);
      expect(harness.cards().length + harness.of("suspected-repeat").length).toBe(faces.length);
      expect(isSubsequence(harness.faces(), faces)).toBe(true);
    }
  });

  it.each(["silent", "garbled", "each"] as const)(
    "with two cards together that are %s: no card that was not there",
    (together) => {
      for (let seed = 0; seed < 20; seed++) {
        const random = randomFrom(`together-${seed}`);
        const { visits, faces } = deal(random, 40, 6, 1_100_000);
        const harness = harnessOf()
          .play(tagLines(visits, { ...READER, together }, random))
          .wait(3_000_000);
        expect(isSubsequence(harness.faces(), faces)).toBe(true);
        if (together === "each")
          expect(harness.of("cards-stuck").length).toBe(
            visits.filter((one, at) => visits[at + 1]?.fromUs === one.fromUs && visits[at + 1]?.uid !== one.uid)
              .length,
          );
      }
    },
  );

  it("with a noisy line: never a card that was not presented, and no secret outside a card", () => {
    let reported = 0;
    for (let seed = 0; seed < 120; seed++) {
      const random = randomFrom(`noise-${seed}`);
      const { visits, faces } = deal(random, 30, 10);
      const noise = lineNoise(
        { oneIn: { cut: 12, splice: 12, flip: 8, drop: 10, garbage: 15, insert: 15 } },
        random.fork("noise"),
      );
      const lines = tagLines(visits, READER, random).flatMap(({ us, bytes }) => noise.pass(us, bytes));
      const harness = harnessOf()
        .play(lines.map(({ tUs, bytes }) => ({ us: tUs, bytes })))
        .wait(3_000_000);
      expect(isSubsequence(harness.faces(), faces)).toBe(true);
      expect(secretsIn(harness.seen, [...FACES, ...DECKS.map(({ uid }) => uid)])).toEqual([]);
      expect(JSON.stringify(harness.state).length).toBeLessThan(4_000);
      reported += harness.cards().length;
    }
    expect(reported).toBeGreaterThan(500);
  });

  it("cut into chunks in any way tells the same", () => {
    const random = randomFrom("chunks");
    const text = Array.from({ length: 12 }, () => `${random.pick(DECKS).uid}\r\n`).join("");
    const run = (chunks: readonly string[]): unknown => {
      const harness = harnessOf();
      for (const chunk of chunks) harness.bytes(chunk);
      return { seen: harness.seen, state: harness.state };
    };
    const all = run([text]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 40 }), (cuts) => {
        const chunks: string[] = [];
        for (let at = 0, next = 0; at < text.length; at += cuts[next++ % cuts.length] ?? 1)
          chunks.push(text.slice(at, at + (cuts[next % cuts.length] ?? 1)));
        expect(run(chunks)).toEqual(all);
      }),
      { numRuns: 60 },
    );
  });

  it("a quarter of a million random bytes are borne: no card, a small state", () => {
    const random = randomFrom("random bytes");
    const harness = harnessOf();
    const letters = "0123456789ABCDEFabcdef\r\n ?:";
    for (let times = 0; times < 500; times++) {
      const bytes = Array.from({ length: 512 }, () =>
        times % 2 === 0 ? letters.charAt(random.below(letters.length)) : String.fromCharCode(random.below(256)),
      );
      harness.bytes(bytes.join("")).wait(random.below(300_000));
    }
    expect(harness.cards()).toEqual([]);
    expect(JSON.stringify(harness.state).length).toBeLessThan(4_000);
  });
});
