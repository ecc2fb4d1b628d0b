import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { manifestOf } from "../support/case-parts.ts";
import { commandHere } from "../support/command.ts";
import { CROUPIER, JEFE, testTable, toBetting, toResult, type TestTable } from "../support/running-table.ts";
import { until } from "../support/screen-line.ts";
import { ALL } from "../support/volume.ts";

/** A round that somebody disputes: a record, and a case file that stays; the table goes on. */

const ana: Person = { name: JEFE.name, role: JEFE.role };
const bea: Person = { name: CROUPIER.name, role: CROUPIER.role };
const inspector: Person = { name: "Iris", role: "inspector" };
const dispute = (round: number, words = "La bola saltó: «¿fuera?»"): Key => ({ key: "dispute", round, words });

const keptOf = ({ records }: TestTable): Record<string, unknown>[] =>
  records.flatMap(({ body }) => (body.kind === "case-kept" ? [body.detail] : []));
const casesOf = ({ folder }: TestTable): string => join(folder, "storage", "cases");

describe("a disputed round", () => {
  test("is a record, and its case file is written, found and judged again; the table goes on", async () => {
    const table = await testTable();
    const { body } = await toResult(table);
    const refused = async (key: Key, by: Person): Promise<boolean> => !(await table.now.unit.press(key, by)).ok;
    expect(await refused(dispute(body.round), bea)).toBe(true);
    expect(await refused(dispute(body.round + 2), ana)).toBe(true);
    expect(await refused(dispute(0), ana)).toBe(true);
    expect(table.records.some(({ body: one }) => one.kind === "dispute")).toBe(false);
    const pressed = await table.now.unit.press(dispute(body.round), ana);
    expect(pressed).toEqual({ ok: true });
    const record = await table.record("dispute");
    expect(record.body).toMatchObject({ round: body.round, by: ana, words: "La bola saltó: «¿fuera?»" });
    expect(record.durable.disputes).toEqual([body.round]);
    await until("the case file", () => keptOf(table).length === 1, 60_000);
    const [kept] = keptOf(table);
    const file = join(casesOf(table), String(kept?.["file"]));
    const bytes = readFileSync(file);
    expect(kept).toMatchObject({ round: body.round, bytes: bytes.length, missing: 0 });
    expect(kept?.["sha256"]).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(manifestOf(bytes)).toMatchObject({ round: body.round, from: kept?.["from"], to: kept?.["to"] });
    expect(table.now.unit.shown.durable.disputes).toBeUndefined();
    const found = await commandHere(["find", table.journal, "--dispute"]);
    expect(found.stdout).toMatch(
      /dispute +La bola saltó: «¿fuera\?» · Ana, jefe-de-mesa\n.*case-kept .*round 1 /,
    );
    expect((await commandHere(["verify", file])).status).toBe(0);
    const again = await commandHere(["rejudge", file]);
    expect(again).toMatchObject({ status: 0, stderr: "" });
    await toResult(table);
  });

  if (ALL)
    test("that is open waits until it is over, also over a restart", async () => {
      const table = await testTable();
      await toResult(table);
      await toBetting(table);
      const { round } = table.now.unit.shown.durable;
      expect(await table.now.unit.press(dispute(round), inspector)).toEqual({ ok: true });
      await table.again();
      expect(table.now.unit.shown.durable.disputes).toEqual([round]);
      expect(existsSync(casesOf(table)) ? readdirSync(casesOf(table)) : []).toEqual([]);
      const over = (one: RecordBody): boolean => one.kind === "result" && one.round >= round;
      while (!table.records.some(({ body }) => over(body))) await toResult(table);
      await until("the case file", () => keptOf(table).length === 1, 60_000);
      expect(keptOf(table)[0]).toMatchObject({ round });
      rmSync(casesOf(table), { recursive: true });
    });
});
