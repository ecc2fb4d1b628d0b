import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Face } from "../../../src/cards/card.ts";
import type { Report } from "../../../src/record/report.ts";
import { commitmentOf } from "../../../src/table/shoe/seal.ts";
import { freshFolder, openTestStore, table, exportRange } from "../../journal/store/journal.fixture.ts";
import { verifyPath } from "./verify-file.ts";
import { testLine } from "../../../src/record/vector.fixture.ts";

const KEY = "0f".repeat(32);

const card = (n: number, face: Face | null, commit: string | null): object => ({
  n,
  to: "punto",
  up: face !== null,
  face,
  commit,
});
const deal = (round: number, ...cards: readonly object[]): object => ({ kind: "deal", round, cards });
const hidden = (round: number, n: number, face: Face): object =>
  card(n, null, commitmentOf(KEY, round, n, face));
const opened = (round: number): object => ({ kind: "opened", round, key: KEY });

/** What `verify` says of a journal of these records, and of its export; all signed by the table's own key. */
async function reports(...records: readonly object[]): Promise<readonly Report[]> {
  const folder = freshFolder();
  const path = join(folder, "journal.db");
  const store = openTestStore(path);
  for (const fields of records) store.commit(testLine(store.head, fields));
  const range = { from: 0, to: records.length - 1 };
  const exported = await exportRange(
    store,
    range,
    { path: join(freshFolder(), "all.tirada-export"), replace: false },
    () => false,
  );
  store.close();
  return [path, exported.path].map((file) => verifyPath(file, { vkey: table.verifier.vkey }));
}

describe("rounds of hidden cards in a journal and in its export", () => {
  it("are opened and checked, and said to be", async () => {
    const round = (n: number): object[] => [
      deal(n, hidden(n, 1, "9h")),
      deal(n, card(1, "9h", null)),
      opened(n),
    ];
    for (const report of await reports(...round(1), ...round(2)))
      expect(report).toMatchObject({ ok: true, notes: ["2 rounds of hidden cards opened and checked"] });
  });

  it("with an exchanged card are not valid, however well they are signed", async () => {
    for (const report of await reports(deal(1, hidden(1, 1, "9h")), deal(1, card(1, "9s", null)), opened(1)))
      expect(report).toMatchObject({
        ok: false,
        problems: [
          { seq: 2, what: "round 1, card 1: what was dealt face down is not the 9s that was turned up" },
        ],
      });
  });

  it("that were never opened are said to be so", async () => {
    for (const report of await reports(deal(1, hidden(1, 1, "9h")))) {
      expect(report.ok).toBe(true);
      expect(report.notes.join()).toMatch(/^1 round of hidden cards not opened in these records/);
    }
  });

  it("are not spoken of where no card lay face down", async () => {
    for (const report of await reports(deal(1, card(1, "9h", null)), opened(1)))
      expect(report).toMatchObject({ ok: true, notes: [] });
  });

  it("with an exchanged card do not keep a table from starting: its journal is as it was signed", () => {
    const path = join(freshFolder(), "journal.db");
    const store = openTestStore(path);
    for (const fields of [deal(1, hidden(1, 1, "9h")), deal(1, card(1, "9s", null)), opened(1)])
      store.commit(testLine(store.head, fields));
    store.close();
    expect(openTestStore(path).head.seq).toBe(3);
    expect(verifyPath(path).ok).toBe(false);
  });
});
