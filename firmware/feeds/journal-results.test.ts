import { expect, it } from "vitest";
import { canonical } from "../../src/record/canonical.ts";
import { sha256Hex } from "../../src/record/bytes.ts";
import type { PublishedResult } from "../../src/floor/published-results.ts";
import type { LinesPort } from "../afar/floor/journal-lines.ts";
import { JournalResults, RECORDS_MISSED, RECORDS_READ } from "./journal-results.ts";
import { ResultHub } from "./result-hub.ts";

const LOG = "tirada.example/casino-1/table-07";

/** A journal in memory. */
class Lines implements LinesPort {
  readonly lines: string[] = [];

  add(fields: object): void {
    const seq = this.lines.length;
    const rel = { version: "0.9.0", manifest: null };
    const chain = { v: 2, log: LOG, seq, prev: "0".repeat(64), mode: "live", epoch: 0, rel };
    this.lines.push(canonical({ ...chain, at: "2026-11-29T18:00:00.000Z", ...fields }));
  }

  read({ from, upTo, limit }: Parameters<LinesPort["read"]>[0]): ReturnType<LinesPort["read"]> {
    return this.lines.slice(from, Math.min(upTo, from + limit)).map((line, n) => ({
      sent: { line, sig: "" },
      record: { seq: from + n, hash: sha256Hex(line) },
    }));
  }

  cosigned(): null {
    return null;
  }

  hashBefore(): null {
    return null;
  }

  firstKept(): number {
    return 0;
  }
}

it("tells what is new since it began, and of what was there only the newest; a late word finds its round", () => {
  const journal = new Lines();
  for (let round = 1; journal.lines.length < RECORDS_READ + 2_000; round++) {
    journal.add({ kind: "phase", round, phase: "betting" });
    journal.add({
      kind: "result",
      round,
      result: { pocket: String(round % 37) },
      certainty: { level: "certified" },
    });
  }
  const hub = new ResultHub();
  const told: [PublishedResult, boolean][] = [];
  hub.listen((...one) => told.push(one));
  const results = new JournalResults(LOG, journal, hub);
  results.readUpTo(journal.lines.length);
  expect(told.map(([{ seq }, isNew]) => [seq, isNew])).toEqual([[journal.lines.length - 1, false]]);
  journal.add({ kind: "undecided", round: 40, contestedBy: { name: "Ana", role: "jefe-de-mesa" } });
  journal.add({ kind: "key", round: 40, resolves: { outcome: "upheld" } });
  results.readUpTo(journal.lines.length);
  expect(told.slice(1).map(([one, isNew]) => [one.is, one.stands?.text, one.replaces, isNew])).toEqual([
    ["undecided", undefined, 79, true],
    ["decided", "3", RECORDS_READ + 2_000, true],
  ]);
});

/** A journal of so many rounds, each a record. */
function played(rounds: number): Lines {
  const journal = new Lines();
  for (let round = 1; round <= rounds; round++)
    journal.add({ kind: "result", round, result: { pocket: "7" }, certainty: { level: "certified" } });
  return journal;
}

/** What is told, new or not, where an earlier life had told so many records. */
function messagesOf(
  journal: Lines,
  before: number | null,
): readonly (readonly [number, number | null, boolean])[] {
  const hub = new ResultHub();
  const told: (readonly [number, number | null, boolean])[] = [];
  hub.listen(({ seq, prev }, isNew) => told.push([seq, prev, isNew]));
  new JournalResults(LOG, journal, hub, before).readUpTo(journal.lines.length);
  return told;
}

it("tells in its order what came while nobody told anything", () => {
  expect(messagesOf(played(10), 7)).toEqual([
    [6, 5, false],
    [7, 6, true],
    [8, 7, true],
    [9, 8, true],
  ]);
  expect(messagesOf(played(10), 10)).toEqual([[9, 8, false]]);
  // A journal with fewer records is another one; what lies long ago is looked up by whoever wants it.
  expect(messagesOf(played(10), 11)).toEqual([[9, 8, false]]);
  expect(messagesOf(played(RECORDS_MISSED + 2), 1).length).toBe(1);
});

it("says of the first result that it knows which record may have been told before it", () => {
  const young = new ResultHub();
  young.beginTable(LOG, 5);
  young.addRecord(LOG, 6, "ab".repeat(32), { kind: "void", at: "2026-11-29T18:01:00.000Z", round: 2 });
  expect(young.newest()[0]?.prev).toBe(4);
});
