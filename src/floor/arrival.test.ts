import { expect, test } from "vitest";
import { LineTable } from "../../test/support/line-table.ts";
import { base64, strictBase64, utf8 } from "../record/bytes.ts";
import { checkpointText, parseCheckpoint } from "../record/checkpoint.ts";
import { KeyHistory } from "../record/key-history.ts";
import { parseNote, signNote } from "../record/note.ts";
import { randomFrom } from "../time/random-source.ts";
import {
  emptyEnd,
  FUTURE_MS,
  judgeArrival,
  judgeLateCheckpoint,
  judgeRepeat,
  type Arrival,
  type ArrivalBasis,
} from "./arrival.ts";
import type { SentLine } from "./sent-lines.ts";

const LOG = "tirada.test/casino-1/table-1";
const NOW = Date.parse("2026-11-29T20:00:00.000Z");

/** 40 records and a rotation, a checkpoint after every eighth. */
function played(log = LOG): LineTable {
  const table = new LineTable(log, NOW - 3_600_000).play(24, 8);
  table.rotate();
  return table.play(15, 8);
}

const TABLE = played();
const basis = (over: Partial<ArrivalBasis> = {}): ArrivalBasis => ({
  end: emptyEnd(LOG),
  keys: TABLE.keys,
  now: NOW,
  knows: () => true,
  ...over,
});
const judge = (lines: readonly SentLine[], over?: Partial<ArrivalBasis>): Arrival =>
  judgeArrival(lines, basis(over));
const outcome = ({ records, refused }: Arrival): unknown[] => [records.length, refused?.why, refused?.seq];

/** What is judged in pieces, each from where the one before ended. */
function inPieces(lines: readonly SentLine[], cuts: readonly number[], keys: KeyHistory): Arrival {
  let from = 0;
  let arrival = judge([], { keys });
  const all: Pick<Arrival, "records" | "checkpoints"> = { records: [], checkpoints: [] };
  for (const to of [...cuts, lines.length]) {
    const { end, keys: known } = arrival;
    arrival = judge(lines.slice(from, to), { end, keys: known });
    Object.assign(all, {
      records: [...all.records, ...arrival.records],
      checkpoints: [...all.checkpoints, ...arrival.checkpoints],
    });
    from = to;
    if (arrival.refused !== null) break;
  }
  return { ...arrival, ...all };
}

test("what a table signed is taken whole, wherever it is cut, with the keys that are known and with the first alone", () => {
  const whole = judge(TABLE.sent);
  expect(whole).toMatchObject({
    refused: null,
    repeats: [],
    late: [],
    end: { next: 40, checkpoint: 33, epoch: 0, format: 2 },
  });
  expect(whole.records.map(({ line, sig }) => ({ line, sig: base64(sig) }))).toEqual(TABLE.records);
  expect(whole.records[3]).toMatchObject({ seq: 3, kind: "phase", round: 3, at: NOW - 3_600_000 + 1_000 });
  for (const keys of [TABLE.keys, KeyHistory.of(TABLE.keys.first)])
    for (let cut = 0; cut <= TABLE.sent.length; cut++) {
      const pieces = inPieces(TABLE.sent, [cut], keys);
      expect([pieces.records, pieces.checkpoints, pieces.end]).toEqual([
        whole.records,
        whole.checkpoints,
        whole.end,
      ]);
      expect(pieces.keys.stated()).toEqual(TABLE.keys.stated());
    }
});

test("any changed bit of a line, a signature or a checkpoint is refused where it stands, and nothing behind it is taken", () => {
  const random = randomFrom("arrival bits");
  for (let n = 0; n < 150; n++) {
    const at = random.below(TABLE.sent.length);
    const lines = [...TABLE.sent];
    const line = lines[at]!;
    const isLine = "line" in line && random.below(3) > 0;
    const text = "checkpoint" in line ? line.checkpoint : isLine ? line.line : line.sig;
    const bytes = "line" in line && !isLine ? strictBase64(line.sig)! : utf8(text);
    bytes[random.below(bytes.length)]! ^= 1 << random.below(8);
    const changed = "line" in line && !isLine ? base64(bytes) : bytes.toString("utf8");
    lines[at] =
      "checkpoint" in line
        ? { checkpoint: changed }
        : isLine
          ? { ...line, line: changed }
          : { ...line, sig: changed };
    const before = TABLE.sent.slice(0, at).filter((one) => "line" in one).length;
    const { records, refused } = judge(lines);
    expect(records.length, JSON.stringify(lines[at])).toBe(before);
    expect(refused).toMatchObject({ at });
    expect(["malformed", "unsigned", "other-log", "hole", "checkpoint", "mode"]).toContain(refused?.why);
  }
});

test("a hole, lines in another order, a foreign key and another log's lines are refused by name", () => {
  const { sent } = TABLE;
  const foreign = new LineTable(LOG, NOW - 3_600_000).play(3);
  expect(outcome(judge([sent[0]!, sent[2]!]))).toEqual([1, "hole", 2]);
  expect(outcome(judge([sent[0]!, sent[2]!, sent[1]!]))).toEqual([1, "hole", 2]);
  expect(outcome(judge([sent[0]!, foreign.sent[1]!]))).toEqual([1, "unsigned", 1]);
  expect(outcome(judge(played(`${LOG}x`).sent))).toEqual([0, "other-log", 0]);
  expect(outcome(judge(played(`${LOG}/test`).sent))).toEqual([0, "mode", 0]);
  expect(outcome(judge(sent.filter((one) => "line" in one).slice(0, 8)))).toEqual([8, undefined, undefined]);
  expect(outcome(judge([...sent.slice(0, 7), sent[8]!]))).toEqual([7, "checkpoint", null]);
});

test("what is sent again is a repeat; other bytes with a stored number are a fork under the log's key alone", () => {
  const { end, keys } = judge(TABLE.sent);
  const again = judge([...TABLE.sent.slice(5, 9), ...TABLE.sent.slice(-2)], { end, keys });
  expect([again.records, again.refused, again.end]).toEqual([[], null, end]);
  expect(again.repeats.map(({ seq }) => seq)).toEqual([5, 6, 7, 38, 39]);
  expect(again.late.map(({ size }) => size)).toEqual([8]);
  const stored = utf8(TABLE.records[5]!.line);
  expect(judgeRepeat(again.repeats[0]!, stored, keys)).toBe("same");
  const other = new LineTable(LOG, NOW - 7_200_000, TABLE.signers[0]).play(6);
  const repeat = judge(other.sent.slice(5, 6), { end, keys }).repeats[0]!;
  expect(judgeRepeat(repeat, stored, keys)).toBe("fork");
  const foreign = judge(new LineTable(LOG).play(6).sent.slice(5, 6), { end, keys }).repeats[0]!;
  expect(judgeRepeat(foreign, stored, keys)).toBe("unsigned");
  // A key that gave way signs nothing later.
  const late = judge(new LineTable(LOG, NOW, TABLE.signers[0]).play(31, 99).sent.slice(30), { end, keys })
    .repeats[0]!;
  expect(judgeRepeat(late, utf8(TABLE.records[30]!.line), keys)).toBe("unsigned");
  // It joins what the store has not.
  const two = new LineTable(LOG, NOW - 7_200_000, TABLE.signers[0]).play(6);
  const six = judge(TABLE.sent.slice(0, 5));
  expect(outcome(judge([two.sent[5]!], { end: six.end, keys }))).toEqual([0, "chain", 5]);
});

test("a checkpoint over other records is a fork where the log's key signed it, also one of what the store has had long ago", () => {
  const one = new LineTable(LOG, NOW - 9_000_000);
  const two = new LineTable(LOG, NOW - 8_000_000, one.signer);
  one.play(4);
  two.play(4);
  const [note, other] = [one.checkpoint(), two.checkpoint()];
  const foreign = new LineTable(LOG, NOW - 9_000_000).play(4).checkpoint();
  const keys = one.keys;
  const records = one.sent.slice(0, 4);
  expect(outcome(judge([...records, { checkpoint: other }], { keys }))).toEqual([4, "fork", 3]);
  expect(outcome(judge([...records, { checkpoint: foreign }], { keys }))).toEqual([4, "checkpoint", null]);
  const twice = judge([...one.sent, { checkpoint: note }, { checkpoint: other }], { keys });
  expect([twice.refused, twice.checkpoints.length]).toEqual([null, 1]);
  expect(twice.late.map(({ size, at }) => [size, at])).toEqual([
    [4, 5],
    [4, 6],
  ]);
  const [same, fork] = twice.late;
  const root = parseCheckpoint(parseNote(note).text).root;
  expect([judgeLateCheckpoint(same!, { note }), judgeLateCheckpoint(same!, { root })]).toEqual([
    "same",
    "same",
  ]);
  expect([judgeLateCheckpoint(fork!, { note }), judgeLateCheckpoint(fork!, { root })]).toEqual([
    "fork",
    "fork",
  ]);
  const words = signNote(`${checkpointText(LOG, 4, root)}more\n`, one.signer);
  const worded = judge([...one.sent, { checkpoint: words }], { keys }).late[0]!;
  expect([judgeLateCheckpoint(worded, { note }), judgeLateCheckpoint(worded, { root })]).toEqual([
    "words",
    "same",
  ]);
  const later = judge([...one.sent, { checkpoint: foreign }], { keys });
  expect(outcome(later)).toEqual([4, "checkpoint", null]);
});

test("a table whose clock goes back a day is taken whole; a collector whose own does so takes the same lines once it is right again", () => {
  const DAY_MS = 86_400_000;
  const table = new LineTable(LOG, NOW - 3_600_000).play(3);
  for (let n = 0; n < 3; n++)
    table.add({ kind: "phase", round: 3, at: new Date(NOW - DAY_MS + n).toISOString() });
  table.play(2);
  expect(outcome(judge(table.sent, { keys: table.keys }))).toEqual([8, undefined, undefined]);
  const behind = judge(table.sent, { keys: table.keys, now: NOW - DAY_MS });
  expect(outcome(behind)).toEqual([0, "time", 0]);
  expect(outcome(judge(table.sent, { end: behind.end, keys: table.keys }))).toEqual([8, undefined, undefined]);
});

test("a line of the year 2090, one without an instant, an older format, an epoch left out and an unknown release are refused", () => {
  const later = new LineTable(LOG, NOW + FUTURE_MS).play(1);
  expect(outcome(judge(later.sent, { keys: later.keys }))).toEqual([0, "time", 0]);
  const soon = new LineTable(LOG, NOW + FUTURE_MS - 1_000).play(1);
  expect(outcome(judge(soon.sent, { keys: soon.keys }))).toEqual([1, undefined, undefined]);
  const timeless = new LineTable(LOG);
  timeless.add({ at: "yesterday" });
  expect(outcome(judge(timeless.sent, { keys: timeless.keys }))).toEqual([0, "malformed", 0]);
  const epochs = new LineTable(LOG, NOW - 3_600_000).play(1);
  epochs.add({ kind: "phase" }, 1);
  const kept = judge(epochs.sent, { keys: epochs.keys });
  expect(kept.end.epoch).toBe(1);
  for (const epoch of [0, 3]) {
    const wrong = new LineTable(LOG, NOW - 3_600_000).play(1);
    wrong.add({ kind: "phase" }, 1);
    wrong.add({ kind: "phase" }, epoch);
    expect(outcome(judge(wrong.sent, { keys: wrong.keys }))).toEqual([2, "epoch", 2]);
  }
  expect(outcome(judge(TABLE.sent, { end: { ...emptyEnd(LOG) }, knows: () => false }))).toEqual([
    0,
    "release",
    0,
  ]);
  const old = new LineTable(LOG, NOW - 3_600_000).play(1);
  old.addOld();
  expect(outcome(judge(old.sent, { keys: old.keys }))).toEqual([1, "format", 1]);
  for (const [test, found] of [
    [true, [0, "mode", 0]],
    [false, [1, undefined, undefined]],
  ] as const) {
    const boot = new LineTable(LOG, NOW - 3_600_000);
    boot.addOld({ kind: "boot", detail: { test } });
    expect(outcome(judge(boot.sent, { keys: boot.keys }))).toEqual(found);
  }
});

test("a rotation other than the one that people confirmed is refused", () => {
  const other = new LineTable(LOG, NOW - 3_600_000, TABLE.signers[0]).play(3);
  other.rotate();
  expect(outcome(judge(other.sent))).toEqual([3, "unsigned", 3]);
  expect(outcome(judge(other.sent, { keys: KeyHistory.of(TABLE.keys.first) }))).toEqual([
    4,
    undefined,
    undefined,
  ]);
});
