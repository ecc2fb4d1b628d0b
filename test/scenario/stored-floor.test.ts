import { describe, expect, it } from "vitest";
import { collectLines } from "../../firmware/office/floor/collector/collect.ts";
import { StoredFloor } from "../../firmware/office/floor/page/stored-floor.ts";
import { FloorStore } from "../../firmware/office/floor/store/floor-store.ts";
import { formatHeartbeat } from "../../src/floor/heartbeat.ts";
import { cutBatches, formatBatch, type SentLine } from "../../src/floor/sent-lines.ts";
import { storedCertificate } from "../../src/floor/stored-certificate.ts";
import { newKey } from "../../src/orders/authority.test-help.ts";
import { strictBase64, utf8 } from "../../src/record/bytes.ts";
import { verifyCertificate } from "../../src/record/verify-certificate.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { floorOfFile } from "../support/floor.ts";
import { enrol } from "../support/floor-tables.ts";
import { LineTable } from "../support/line-table.ts";
import { wellBeat } from "../support/memory-floor.ts";
import { until } from "../support/screen-line.ts";

/** What the floor's page asks of a real database, as the role that it has. */

const clock = systemClock();
const floor = floorOfFile();
const LOG = "tirada.test/casino-1/page-";
const ANA = { person: "Ana", role: "tecnico", key: "1".repeat(64), serial: "1" };
const IKER = { person: "Iker", role: "inspector", key: "2".repeat(64), serial: "2" };
/** Whoever asks here looks at no signature. */
const SIGNED = { said: "{}", sig: new Uint8Array(64), certificate: new Uint8Array(1) };
const ACT = { log: null, enrolment: null, fork: null, detail: {}, signed: null };

/** A table that is enrolled, all of whose lines are stored. */
async function storedTable(name: string, lines = 0, each = 16): Promise<LineTable> {
  const table = new LineTable(`${LOG}${name}`);
  await enrol(floor.sql(), table);
  if (lines > 0) await send(table.play(lines, each));
  return table;
}

async function send(table: LineTable): Promise<void> {
  const parts = { store: new FloorStore(floor.sql(), null), clock, knows: () => true };
  for (const batch of cutBatches(table.sent))
    await collectLines(parts, { log: table.log, serial: "1" }, formatBatch(batch));
}

describe("the store as the page reads it", () => {
  it("has every log with its standing, and its records byte for byte, live and test tables alike", async () => {
    const page = new StoredFloor(floor.as("tirada_page"));
    const [one, two] = [await storedTable("1", 70), await storedTable("2/test", 5)];
    const logs = await page.logs();
    expect(logs).toContainEqual({ log: one.log, standing: "enrolled", next: 70 });
    expect(logs).toContainEqual({ log: two.log, standing: "enrolled", next: 5 });
    const wanted = [one, two].map(({ log }) => ({ log, from: 3 }));
    const records = await page.recordsFrom(wanted, 4);
    const expected = [...one.records.slice(3, 7), ...two.records.slice(3, 7)];
    expect(records.map(({ line, sig }) => ({ line, sig }))).toEqual(expected);
    const found = await page.find({ logs: [one.log], kinds: ["phase"], round: 9, most: 5 });
    expect(found.map(({ seq, line }) => [seq, line])).toEqual([[9, one.records[9]?.line]]);
    expect(await page.recordsOfRound({ log: one.log, round: 9, before: 70 })).toEqual([]);
  });

  it("gives out certificates that verify, before and behind a key that gave way", async () => {
    const page = new StoredFloor(floor.as("tirada_page"));
    const table = await storedTable("3", 40, 8);
    table.rotate();
    await send(table.play(60, 8));
    for (const seq of [0, 7, 39, 63, 64, 70, 95]) {
      const tree = (await page.proofParts(table.log, seq))!;
      const lines = await page.recordsFrom([{ log: table.log, from: tree.from }], tree.size - tree.from);
      const made = storedCertificate(table.log, seq, tree, lines);
      expect([seq, verifyCertificate(made, table.keys.first).problems]).toEqual([seq, []]);
    }
    expect(await page.proofParts(table.log, 10_000)).toBe(null);
  });

  it("tells of what is stored as soon as it is committed, and of heartbeats once", async () => {
    const page = new StoredFloor(floor.as("tirada_page"));
    const table = await storedTable("4");
    await page.logs();
    await send(table.play(1));
    await page.logs();
    const heard: (string | null)[] = [];
    const listening = await page.listen((log) => heard.push(log));
    await send(table.play(3));
    await until("a notification", () => heard.includes(table.log));
    await listening.close();
    const beat = formatHeartbeat(wellBeat(table.log), newKey());
    await new FloorStore(floor.sql(), null).beat({ log: table.log, serial: "1" }, wellBeat(table.log), beat);
    const [newest] = (await page.heartbeats(0)).filter(({ log }) => log === table.log);
    expect(newest).toMatchObject({ stored: 4, body: beat });
    expect(await page.heartbeats(newest!.received)).toEqual([]);
    // The store's clock went back: what comes now is earlier than what was heard last.
    expect(await page.heartbeats(clock.wall() + 86_400_000)).toContainEqual(newest);
  });

  it("lists whom two people have not confirmed, and takes acts by their number", async () => {
    const page = new StoredFloor(floor.as("tirada_page"));
    const table = new LineTable(`${LOG}5`);
    const store = new FloorStore(floor.sql(), null);
    for (const code of ["ACDEFHJK", "ACDEFHJL"])
      await store.ask({ log: table.log, serial: "1" }, { keys: table.keys, code, body: code });
    const asking = async () => (await page.enrolments()).find(({ log }) => log === table.log);
    // Of a table that was started again the newest request alone.
    expect(await asking()).toMatchObject({ code: "ACDEFHJL", vkey: table.keys.current.vkey, by: [] });
    const act = {
      ...ACT,
      signed: SIGNED,
      does: "confirm-enrolment",
      log: table.log,
      enrolment: (await asking())!.id,
    };
    await expect(page.addAct({ ...act, ...ANA, signed: null })).rejects.toThrow("act_signed");
    // When it was is the database's to say.
    await expect(
      floor
        .as("tirada_page")
        .unsafe(
          "INSERT INTO floor.act (at, does, person, role, key_id, serial) VALUES (now(), 'x', 'x', 'x', repeat('0', 64), '1')",
        ),
    ).rejects.toThrow("permission denied");
    await page.addAct({ ...act, ...ANA });
    expect(await asking()).toMatchObject({ by: [{ person: "Ana", key: ANA.key }] });
    // Another certificate of the same person is no other person.
    await page.addAct({ ...act, ...ANA, key: "3".repeat(64), serial: "3" });
    expect(await asking()).toMatchObject({ by: [{ person: "Ana" }, { person: "Ana" }] });
    await page.addAct({ ...act, ...IKER });
    expect(await asking()).toBe(undefined);
    const rooms = { ...ACT, ...ANA, does: "draw-rooms" };
    const first = await page.addAct({ ...rooms, detail: { rooms: [] } }, null);
    expect(await page.addAct(rooms, null)).toBe(null);
    expect(await page.addAct(rooms, first)).toBeGreaterThan(first!);
    expect((await page.acts(["draw-rooms"], 9)).map(({ id }) => id).at(-1)).toBe(first);
  });

  it("counts certified numbers, marks a fork until two people settle it, and retires by two", async () => {
    const page = new StoredFloor(floor.as("tirada_page"));
    const table = await storedTable("6");
    for (const [pocket, level] of [
      ["17", "certified"],
      ["17", "certified"],
      ["0", "certified"],
      ["5", "reported"],
    ])
      table.add({ kind: "result", round: table.size, result: { pocket }, certainty: { level } });
    await send(table);
    const [round, before] = [table.size - 2, table.size];
    expect((await page.recordsOfRound({ log: table.log, round, before })).map(({ seq }) => seq)).toEqual([
      round,
    ]);
    const numbers = await page.numbersOf([table.log], "2026-01-01T00:00:00Z");
    expect(numbers.toSorted((a, b) => b.count - a.count)).toEqual([
      { log: table.log, pocket: "17", count: 2 },
      { log: table.log, pocket: "0", count: 1 },
    ]);
    // The same by days, against a ring in which 17 is there twice: three spins, of which it would have two thirds.
    const shares = { "0": 1 / 3, "17": 2 / 3 };
    const { numbers: byDay } = await page.daysOf({ logs: [table.log], shares }, "2026-01-01T00:00:00Z");
    expect(byDay.map(({ spins, statistic }) => [spins, statistic])).toEqual([[3, expect.closeTo(0, 9)]]);
    const store = new FloorStore(floor.sql(), null);
    const log = (await store.log(table.log))!;
    const [line] = table.records;
    const other = { line: utf8(line!.line), sig: strictBase64(line!.sig)! };
    await store.keepFork(log, "9", { what: "record", seq: 0, other, stored: null });
    const standing = async () => (await page.logs()).find((one) => one.log === table.log)?.standing;
    expect(await standing()).toBe("forked");
    const [fork] = (await page.forks()).filter((one) => one.log === table.log);
    expect(fork).toMatchObject({ seq: 0, serial: "9", other: line!.line, by: [] });
    for (const who of [ANA, IKER])
      await page.addAct({
        ...ACT,
        ...who,
        signed: SIGNED,
        does: "settle-fork",
        log: table.log,
        fork: fork!.id,
      });
    expect(await standing()).toBe("enrolled");
    // Two who say it at the same time in other words say nothing together, nor does one who changed his mind.
    const retire = (who: typeof ANA, instead: string | null) =>
      page.addAct({
        ...ACT,
        ...who,
        signed: SIGNED,
        does: "retire-table",
        log: table.log,
        detail: { instead },
      });
    await Promise.all([retire(ANA, null), retire(IKER, `${LOG}9`)]);
    await retire(ANA, `${LOG}8`);
    await retire(IKER, null);
    expect(await standing()).toBe("enrolled");
    expect((await store.log(table.log))?.isRetired).toBe(false);
    await retire(ANA, null);
    await retire(IKER, `${LOG}9`);
    expect(await standing()).toBe("retired");
    expect((await store.log(table.log))?.isRetired).toBe(true);
  });
});

it("a line twice in one batch is one; with other bytes it is a fork, and nothing of the batch is stored", async () => {
  const table = (await storedTable("7")).play(3);
  const store = new FloorStore(floor.sql(), null);
  const collect = (lines: readonly SentLine[]) =>
    collectLines({ store, clock, knows: () => true }, { log: table.log, serial: "1" }, formatBatch(lines));
  const [one, two, three] = table.sent;
  expect(await collect([one!, two!, two!, one!, three!])).toMatchObject({
    refused: null,
    standing: { next: 3 },
  });
  table.play(1);
  const other = new LineTable(table.log, clock.wall() - 7_200_000, table.signer).play(4).sent[3]!;
  const twice = await collect([table.sent[3]!, other]);
  expect(twice).toMatchObject({ refused: { why: "fork", seq: 3 }, standing: { next: 3 } });
  const page = new StoredFloor(floor.as("tirada_page"));
  const forks = (await page.forks()).filter(({ log }) => log === table.log);
  expect(forks.map(({ stored, other: line }) => [stored, line])).toEqual([
    [table.records[3]!.line, "line" in other ? other.line : ""],
  ]);
});
