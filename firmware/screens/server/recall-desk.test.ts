import { describe, expect, test } from "vitest";
import { RecallDesk, RECORDS_ASKED, RECORDS_RECALLED } from "./recall-desk.ts";

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
    const first = await here.desk.recall(null, "es");
    expect(first?.rounds.map(({ round }) => round)).toEqual(Array.from({ length: 11 }, (_, at) => 200 - at));
    expect(here.asked).toEqual([
      [0, RECORDS_ASKED],
      [250, RECORDS_ASKED],
      [500, 100],
    ]);
    here.newest = 601;
    expect((await here.desk.recall(201, "es"))?.steps.map(({ seq }) => seq)).toEqual([600, 601]);
    expect(here.asked.slice(3)).toEqual([[600, 2]]);
    await here.desk.recall(null, "es");
    expect(here.asked.length).toBe(4);
  });

  test("reads no more than the newest records, however long nobody asked", async () => {
    const here = journal();
    here.newest = 1_000_000;
    await here.desk.recall(null, "es");
    expect(here.asked.length).toBe(RECORDS_RECALLED / RECORDS_ASKED);
    expect(here.asked[0]).toEqual([1_000_001 - RECORDS_RECALLED, RECORDS_ASKED]);
    here.newest = 2_000_000;
    await here.desk.recall(null, "es");
    expect(here.asked.length).toBe((2 * RECORDS_RECALLED) / RECORDS_ASKED);
  });

  test("two who ask at once are answered from one reading", async () => {
    const here = journal();
    here.newest = 10;
    const both = await Promise.all([here.desk.recall(null, "es"), here.desk.recall(1, "eu")]);
    expect(both.map((one) => one?.round)).toEqual([4, 1]);
    expect(here.asked.length).toBe(1);
  });

  test("says nothing when nothing was shown yet or the journal does not answer, and goes on afterwards", async () => {
    const here = journal();
    expect(await here.desk.recall(null, "es")).toBeNull();
    here.newest = 4;
    here.fails = true;
    expect(await here.desk.recall(null, "es")).toBeNull();
    here.fails = false;
    expect((await here.desk.recall(null, "es"))?.round).toBe(2);
  });
});
