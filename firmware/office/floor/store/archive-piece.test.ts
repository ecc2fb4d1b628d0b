import { expect, test } from "vitest";
import { LineTable } from "../../../../test/support/line-table.ts";
import { factsOf } from "../../../../src/floor/arrival.ts";
import { strictBase64, utf8 } from "../../../../src/record/bytes.ts";
import { readLine, type LineFacts } from "../../../../src/record/chain.ts";
import { randomFrom } from "../../../../src/time/random-source.ts";
import { openPiece, packPiece, pieceFacts, type RecordRow } from "./archive-piece.ts";

const rowsOf = (table: LineTable): RecordRow[] =>
  table.records.map(({ line, sig }) => ({
    ...factsOf(readLine(utf8(line)) as LineFacts),
    line: utf8(line),
    sig: strictBase64(sig)!,
  }));

test("a piece opens to the very records, says where they are, and is smaller", () => {
  const table = new LineTable("tirada.test/casino-1/table-1");
  for (let n = 0; n < 200; n++)
    table.add({ kind: n % 3 === 0 ? "phase" : "deal", round: 7 + Math.floor(n / 9) });
  const rows = rowsOf(table);
  const piece = packPiece(rows);
  expect(openPiece(piece)).toEqual(rows);
  expect(piece).toMatchObject({
    first: 0,
    last: 199,
    records: 200,
    fromRound: 7,
    toRound: 29,
    kinds: ["deal", "phase"],
  });
  expect([piece.fromAt, piece.toAt]).toEqual([rows[0]?.at, rows.at(-1)?.at]);
  expect(piece.bytes.length * 2).toBeLessThan(
    rows.reduce((sum, { line, sig }) => sum + line.length + sig.length, 0),
  );
});

test("a piece with any byte changed, cut, or with another count is none", () => {
  const piece = packPiece(rowsOf(new LineTable("tirada.test/casino-1/table-1").play(30)));
  const random = randomFrom("pieces");
  for (let n = 0; n < 50; n++) {
    const bytes = Uint8Array.from(piece.bytes);
    bytes[random.below(bytes.length)]! ^= 1 << random.below(8);
    expect(openPiece({ ...piece, bytes })).toBe("its bytes are not those that the database names");
  }
  expect(openPiece({ ...piece, records: 29 })).toBe("it has other than 29 records");
  const none = packPiece(rowsOf(new LineTable("tirada.test/casino-1/table-1").play(2)));
  expect(typeof openPiece({ ...none, hash: piece.hash })).toBe("string");
});

test("lines stand in a piece without the hash of the one before, and come out as they were, also those that only look so", () => {
  const table = new LineTable("tirada.test/casino-1/table-1");
  for (let n = 0; n < 12; n++)
    table.add({
      kind: n % 4 === 3 ? "result" : "phase",
      round: Math.floor(n / 4),
      result: { pocket: String(n) },
      certainty: { level: "certified" },
      // What a line may say of itself.
      a: n % 5 === 0 ? { prev: "" } : { prev: "0".repeat(64) },
    });
  const rows = rowsOf(table);
  // One in the middle lies in another place.
  const some = rows.filter((_, n) => n !== 6);
  const piece = packPiece(some);
  expect(openPiece(piece)).toEqual(some);
  expect(piece.results.map(({ seq, round, level, numbers }) => [seq, round, level, numbers])).toEqual([
    [3, 0, "certified", "3"],
    [7, 1, "certified", "7"],
    [11, 2, "certified", "11"],
  ]);
  // What the database is to say of it stands in it: no later release says it otherwise.
  const { hash: _hash, bytes: _bytes, ...facts } = piece;
  expect(pieceFacts(piece)).toEqual(facts);
});
