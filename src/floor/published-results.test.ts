import { expect, it } from "vitest";
import { PublishedResults } from "./published-results.ts";

const LOG = "tirada.example/casino-1/table-07";
const certified = (round: number, pocket: string, level = "certified") => ({
  kind: "result",
  at: "2026-11-29T18:00:00.000Z",
  round,
  result: { pocket },
  certainty: { level },
});
const resolved = (round: number, outcome: string, more = {}) => ({
  kind: "key",
  at: "2026-11-29T18:05:00.000Z",
  round,
  key: { key: "resolve", round, outcome },
  resolves: { outcome, ...more },
});

/** What is told of records that follow one another, in short: record, one before, what stands, what it replaces. */
function tell(records: readonly Readonly<Record<string, unknown>>[]): unknown[] {
  const told = new PublishedResults(LOG);
  return records.flatMap((fields, seq) => {
    const one = told.add(seq, String(seq), fields);
    return one === null ? [] : [[one.seq, one.prev, one.is, one.stands?.text, one.stands?.level, one.replaces]];
  });
}

it("tells each verdict once, with the one before it", () => {
  const others = [{ kind: "boot" }, { kind: "phase", round: 1, phase: "spinning" }];
  expect(
    tell([...others, certified(1, "17"), { kind: "void", round: 2 }, certified(3, "00", "reported")]),
  ).toEqual([
    [2, null, "result", "17", "certified", null],
    [3, 2, "void", undefined, undefined, null],
    [4, 3, "result", "00", "reported", null],
  ]);
});

it("tells everything that changes a result that was told", () => {
  const contested = {
    kind: "undecided",
    round: 1,
    late: { stood: "result" },
    contestedBy: { role: "jefe-de-mesa" },
  };
  const upheld = [certified(1, "17"), certified(2, "4"), contested, resolved(1, "upheld")];
  expect(tell(upheld)).toEqual([
    [0, null, "result", "17", "certified", null],
    [1, 0, "result", "4", "certified", null],
    [2, 1, "undecided", undefined, undefined, 0],
    [3, 2, "decided", "17", "certified", 2],
  ]);
  const overruled = [certified(1, "17"), { kind: "void", round: 1 }, certified(1, "18")];
  expect(tell(overruled).map((one) => (one as unknown[]).slice(3))).toEqual([
    ["17", "certified", null],
    [undefined, undefined, 0],
    ["18", "certified", 1],
  ]);
  const announced = [
    { kind: "undecided", round: 1 },
    resolved(1, "stands", { pocket: "9" }),
    resolved(1, "void"),
  ];
  expect(tell(announced).map((one) => (one as unknown[]).slice(2))).toEqual([
    ["undecided", undefined, undefined, null],
    ["decided", "9", "decided", 0],
    ["decided", undefined, undefined, 1],
  ]);
});

it("tells nothing of a question that holds a deal: its round has not ended", () => {
  expect(
    tell([{ kind: "phase", round: 1 }, resolved(1, "void", { hand: "plaza-1" }), certified(1, "7")]),
  ).toEqual([[2, null, "result", "7", "certified", null]]);
});

it("a word that leaves what stands leaves it: a contested result, a void, and what somebody decided", () => {
  const stands = (records: readonly Readonly<Record<string, unknown>>[]): unknown => tell(records).at(-1);
  expect(stands([certified(1, "17"), resolved(1, "stands")])).toEqual([1, 0, "decided", "17", "certified", 0]);
  expect(stands([certified(1, "17"), resolved(1, "otherwise")])).toMatchObject({ 3: "17" });
  const voided = [certified(1, "17"), { kind: "void", round: 1 }];
  expect(stands([...voided, resolved(1, "upheld")])).toEqual([2, 1, "decided", undefined, undefined, 1]);
  const decided = [{ kind: "undecided", round: 1 }, resolved(1, "stands", { pocket: "9" })];
  expect(stands([...decided, resolved(1, "upheld")])).toEqual([2, 1, "decided", "9", "decided", 1]);
});
