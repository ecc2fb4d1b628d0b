import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../../src/text/language.ts";
import { sameText } from "../../../src/text/every-language.ts";
import type { Recall } from "../../../src/analysis/recall-types.ts";
import { RecallDesk, RECORDS_ASKED, RECORDS_RECALLED, withoutPeople } from "./recall-desk.ts";

/** A journal whose newest record is `newest`, three records a round. */
interface Journal {
  newest: number | null;
  fails: boolean;
  readonly asked: (readonly [number, number])[];
  readonly desk: RecallDesk;
}

function journal(): Journal {
  const asked: Journal["asked"] = [];
  const read = (from: number, count: number): Promise<string[] | null> => {
    asked.push([from, count]);
    return Promise.resolve(here.fails ? null : Array.from({ length: count }, (_, at) => lineOf(from + at)));
  };
  const here: Journal = { newest: null, fails: false, asked, desk: new RecallDesk(read, () => here.newest) };
  return here;
}

const lineOf = (seq: number): string =>
  JSON.stringify({ seq, kind: "phase", round: Math.floor(seq / 3) + 1, phase: "betting", prev: "00", at: "" });

describe("the desk of the last rounds", () => {
  test("reads what is needed page by page, and then only what is new", async () => {
    const here = journal();
    here.newest = 599;
    const first = await here.desk.recall({ round: null }, "es");
    expect(first?.rounds.map(({ round }) => round)).toEqual(Array.from({ length: 11 }, (_, at) => 200 - at));
    expect(here.asked).toEqual([
      [0, RECORDS_ASKED],
      [250, RECORDS_ASKED],
      [500, 100],
    ]);
    here.newest = 601;
    expect((await here.desk.recall({ round: 201 }, "es"))?.steps.map(({ seq }) => seq)).toEqual([600, 601]);
    expect(here.asked.slice(3)).toEqual([[600, 2]]);
    await here.desk.recall({ round: null }, "es");
    expect(here.asked.length).toBe(4);
  });

  test("reads no more than the newest records, however long nobody asked", async () => {
    const here = journal();
    here.newest = 1_000_000;
    await here.desk.recall({ round: null }, "es");
    expect(here.asked.length).toBe(RECORDS_RECALLED / RECORDS_ASKED);
    expect(here.asked[0]).toEqual([1_000_001 - RECORDS_RECALLED, RECORDS_ASKED]);
    here.newest = 2_000_000;
    await here.desk.recall({ round: null }, "es");
    expect(here.asked.length).toBe((2 * RECORDS_RECALLED) / RECORDS_ASKED);
  });

  test("two who ask at once are answered from one reading", async () => {
    const here = journal();
    here.newest = 10;
    const both = await Promise.all([
      here.desk.recall({ round: null }, "es"),
      here.desk.recall({ round: 1 }, "eu"),
    ]);
    expect(both.map((one) => one?.round)).toEqual([4, 1]);
    expect(here.asked.length).toBe(1);
  });

  test("says nothing when nothing was shown yet or the journal does not answer, and goes on afterwards", async () => {
    const here = journal();
    expect(await here.desk.recall({ round: null }, "es")).toBeNull();
    here.newest = 4;
    here.fails = true;
    expect(await here.desk.recall({ round: null }, "es")).toBeNull();
    here.fails = false;
    expect((await here.desk.recall({ round: null }, "es"))?.round).toBe(2);
  });
});

test("a round of another game is told too: what this table has no words for stands there by its own name", async () => {
  const results = [
    { results: [{ of: "banca", is: "wins" }], cards: [{ hand: "banca", faces: ["9h", null] }], values: [] },
    { faces: ["1", "2", "3"], total: 6, equal: "none", category: "small" },
    { pocket: "00", suertes: ["line-0-00"] },
  ];
  const lines = results.map((result, seq) =>
    JSON.stringify({
      seq,
      at: "",
      prev: "00",
      kind: "result",
      round: seq + 1,
      result,
      certainty: { level: "certified" },
    }),
  );
  const desk = new RecallDesk(
    (from, count) => Promise.resolve(lines.slice(from, from + count)),
    () => lines.length - 1,
  );
  desk.useWords({ rules: {}, calls: {}, codes: {}, faults: {}, suertes: { par: sameText("par") }, names: {} });
  for (const [at, words] of [/ban[ck]/i, /1.*2.*3/, /00/].entries())
    for (const language of LANGUAGES) {
      const told = await desk.recall({ round: at + 1 }, language);
      const said = told?.steps.map(({ title, lines: more }) => [title, ...more].join(" ")).join(" ") ?? "";
      expect(said).toMatch(words);
      expect(said).not.toMatch(/undefined|null|NaN|\[object/);
    }
});

describe("a round of the last 24 hours", () => {
  const SECOND = 1_000;
  const NEWEST = 39_999;
  const began = Date.parse("2026-03-01T00:00:00.000Z");
  /** Ten records a round, one each four seconds: 40,000 are 44 hours. The round 1,500 is contested ten hours later. */
  const lineAt = (seq: number): string => {
    const at = new Date(began + seq * 4 * SECOND).toISOString();
    const round = Math.floor(seq / 10) + 1;
    const of = { seq, at, prev: "00" };
    if (seq === 24_005)
      return JSON.stringify({
        ...of,
        kind: "undecided",
        round: 2_000,
        because: ["reading-contested"],
        seen: {},
      });
    return JSON.stringify({ ...of, kind: "phase", round, phase: "betting" });
  };
  const asked: (readonly [number, number])[] = [];
  const desk = new RecallDesk(
    (from, count) => {
      asked.push([from, count]);
      return Promise.resolve(Array.from({ length: count }, (_, at) => lineAt(from + at)));
    },
    () => NEWEST,
  );

  test("is found by its number with those around it, and with what was said of it later", async () => {
    const found = await desk.recall({ round: 2_000 }, "es");
    expect(found).toMatchObject({ round: 2_000 });
    expect(found?.isMissing).toBeUndefined();
    expect(found?.rounds.map(({ round }) => round)).toEqual(Array.from({ length: 11 }, (_, at) => 2_005 - at));
    expect(found?.steps.map(({ seq }) => seq)).toEqual([
      ...Array.from({ length: 10 }, (_, at) => 19_990 + at),
      24_005,
    ]);
    expect(found?.rounds.find(({ round }) => round === 2_000)).toMatchObject({ end: "undecided" });
  });

  test("is found by the hour: the one that was under way", async () => {
    const at = new Date(began + (25_000 * 4 + 13) * SECOND).toISOString();
    expect(await desk.recall({ at }, "es")).toMatchObject({ round: 2_501 });
    // Between two asks only what is needed is read.
    const before = asked.length;
    await desk.recall({ round: 2_400 }, "es");
    expect(asked.length - before).toBeLessThan(4);
  });

  test("is not there when it was played before, or never: it is said, and the newest ones come", async () => {
    const day = Math.floor((NEWEST - 86_400 / 4) / 10);
    for (const wanted of [{ round: day - 5 }, { round: 90_000 }, { at: "2026-02-01T00:00:00.000Z" }])
      expect(await desk.recall(wanted, "es")).toMatchObject({ round: 4_000, isMissing: true });
    expect((await desk.recall({ round: day + 5 }, "es"))?.isMissing).toBeUndefined();
  });
});

test("somebody who has not signed in is told nobody's name, and shown no picture of a round that is still played", () => {
  const step = { seq: 1, at: "", kind: "undecided", title: "", lines: [], cards: [] };
  const told = (end: Recall["rounds"][number]["end"]): Recall => ({
    rounds: [{ round: 7, at: "", end, result: "" }],
    round: 7,
    steps: [{ ...step, person: "Ana Ruiz · croupier", picture: "ab".repeat(32) }],
    leftOut: 0,
  });
  const open = withoutPeople(told(null));
  expect(open.steps).toMatchObject([{ person: null, picture: null }]);
  expect(withoutPeople(told("undecided")).steps).toMatchObject([{ person: null, picture: "ab".repeat(32) }]);
  expect(withoutPeople({ ...told("result"), round: 8 }).steps).toMatchObject([{ picture: null }]);
});
