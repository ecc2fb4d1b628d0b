import { describe, expect, test } from "vitest";
import { monoUs } from "../../src/time/instant.ts";
import { readJournal } from "../support/journal-reading.ts";
import {
  CROUPIER,
  JEFE,
  stopRotor,
  testTable,
  toBallInPlay,
  toResult,
  type TestTable,
} from "../support/running-table.ts";
import { screenLine, type ScreenLine } from "../support/screen-line.ts";
import { ALL } from "../support/volume.ts";

/** People at the table press keys on the control page of a whole unit, while its wheel plays. */

async function control(
  table: TestTable,
  who: { readonly name: string; readonly pin: string },
): Promise<ScreenLine> {
  const line = await screenLine(table.now.url, "control");
  expect(await line.signIn(who.name, who.pin)).toBe("signed-in");
  return line;
}

/** Plays on until the ball runs in a spin behind round `after`, watched from the open bets on; gives the last line. */
async function midSpin(table: TestTable, after = 0): Promise<string> {
  await table.wheel.until((line) => line.startsWith("*X;2;"));
  return toBallInPlay(table, after);
}

/** A rotor at speed that stands from one line to the next was brought there by no free turning. */
const STOPPED = "rotor-mechanical-fault";

const afterwards = (table: TestTable, round: number): string[] =>
  table.records.flatMap(({ body }) =>
    "round" in body && body.round === round && !PASSING.includes(body.kind) ? [body.kind] : [],
  );
/** What comes and goes in a spin, whatever is pressed. */
const PASSING = ["phase", "fault", "fault-cleared"];

/** A key is refused for a wrong role, by the screens and by the unit itself, and without a sign-in. */
async function refusesKeys(table: TestTable, croupier: ScreenLine): Promise<void> {
  const nobody = await screenLine(table.now.url, "control");
  expect(await nobody.press({ key: "close-table" })).toMatch(/^refused: /);
  expect(await nobody.signIn(JEFE.name, "0000")).toMatch(/^refused: /);
  expect(await croupier.press({ key: "close-table" })).toMatch(/^refused: /);
  const before = table.records.length;
  const answer = await table.now.unit.press({ key: "close-table" }, { role: "croupier", name: "Bea" });
  expect(answer).toMatchObject({ ok: false, why: { en: "this key is not for your role" } });
  expect(table.records.length, "a refused key signs nothing").toBe(before);
  expect(table.now.unit.shown.durable.open).toBe(true);
}

/** The jefe de mesa calls a void in the middle of a spin: it gets no number, and the record names the rule and the person. */
async function callsVoid(table: TestTable, jefe: ScreenLine, round: number): Promise<void> {
  await midSpin(table, round - 1);
  const key = { key: "void", round, rule: "other-irregular-play" } as const;
  expect(await jefe.press({ ...key, rule: "no-such-rule" })).toBe(
    "refused: that reason is not in this table's rulebook",
  );
  expect(await jefe.press({ ...key, round: round + 1 })).toBe("refused: that spin is no longer under way");
  expect(await jefe.press(key)).toBe("done");
  const { body } = await table.record("void", (one) => one.round === round);
  expect(body).toMatchObject({
    reasons: [{ rule: "other-irregular-play" }],
    calledBy: { role: "jefe-de-mesa", name: "Ana" },
  });
  await table.wheel.until((line) => line.startsWith("*X;2;"));
  expect(await toResult(table)).toMatchObject({ body: { round: round + 1 } });
  expect(afterwards(table, round)).toEqual(["void"]);
  expect(await jefe.press(key)).toBe("refused: that changes nothing");
}

/** The machine's void is confirmed once, by the jefe de mesa and nobody else; one of the jefe's own gives a spin no number. */
async function confirmsVoid(table: TestTable): Promise<void> {
  const [jefe, croupier] = [await control(table, JEFE), await control(table, CROUPIER)];
  expect(await jefe.press({ key: "open-table" })).toBe("done");
  await refusesKeys(table, croupier);
  const { round: last } = table.now.unit.shown.durable;
  await stopRotor(table, await midSpin(table, last));
  const { body } = await table.record("void");
  expect(body).toMatchObject({ calledBy: "machine", reasons: [{ rule: STOPPED }] });
  const { round } = body;
  const key = { key: "confirm-void", round, rule: STOPPED } as const;
  expect(await croupier.press(key)).toMatch(/^refused: /);
  expect(await jefe.press({ ...key, round: round + 6 })).toBe("refused: that spin is no longer under way");
  expect(await jefe.press(key)).toBe("done");
  expect(await jefe.press(key)).toMatch(/^refused: /);
  expect(table.now.unit.shown.durable).toMatchObject({ confirmed: true, tasks: [] });
  await table.wheel.until((line) => line.startsWith("*X;2;"));
  expect(await toResult(table)).toMatchObject({ body: { round: round + 1 } });
  expect(afterwards(table, round)).toEqual(["void", "key"]);
  await callsVoid(table, jefe, round + 2);
}

describe("opening and closing", () => {
  test("a closed table shows and signs no spin; the jefe opens it, and cannot close it in the middle of one; a void that the machine judged is confirmed once, by the jefe and nobody else", async () => {
    const table = await testTable({ openAtStart: false });
    const jefe = await control(table, JEFE);
    await table.wheel.until((line) => line.startsWith("*X;4;"));
    await table.wheel.until((line) => line.startsWith("*X;2;"));
    // A machine that is busy may read the wheel's lines late, which is a fault of its own.
    const usual = ["boot", "device", "access", "fault", "fault-cleared"];
    expect(table.records.filter(({ body }) => !usual.includes(body.kind))).toEqual([]);
    expect(await jefe.press({ key: "close-table" })).toBe("refused: the table is closed");
    expect(await jefe.press({ key: "open-table" })).toBe("done");
    expect(await jefe.press({ key: "open-table" })).toBe("refused: the table is open already");
    await midSpin(table);
    expect(await jefe.press({ key: "close-table" })).toBe("refused: wait until the spin has ended");
    // The next game's bets: its spin has not begun.
    await table.wheel.until((line) => line.startsWith("*X;2;"));
    await table.record("result");
    expect(await jefe.press({ key: "close-table" })).toBe("done");
    expect(table.now.unit.shown.durable).toMatchObject({ open: false, phase: "closed", verdict: null });
    await table.again();
    expect(table.now.unit.shown.durable, "closed stays closed over a restart").toMatchObject({ open: false });
    await confirmsVoid(table);
  }, 120_000);

  if (ALL)
    test("open stays open over a restart, with the same series and tasks", async () => {
      const table = await testTable({ openAtStart: false });
      const jefe = await control(table, JEFE);
      expect(await jefe.press({ key: "open-table" })).toBe("done");
      await stopRotor(table, await midSpin(table));
      await table.record("void");
      await table.record("fault", ({ code }) => code === "rotor-irregular");
      const before = table.now.unit.shown;
      await table.again();
      const { durable, certificate } = table.now.unit.shown;
      expect({ durable, certificate }).toEqual({ durable: before.durable, certificate: before.certificate });
      expect(durable.tasks).toMatchObject([{ kind: "confirm-void", about: STOPPED }]);
      expect(table.records.filter(({ body }) => body.kind === "aborted")).toEqual([]);
    });
});

if (ALL)
  describe("a void", () => {
    test("that the jefe de mesa calls after the number takes the number back", async () => {
      const table = await testTable();
      const jefe = await control(table, JEFE);
      const { body } = await toResult(table);
      expect(await jefe.press({ key: "void", round: body.round, rule: "ball-left-cylinder" })).toBe("done");
      const { verdict, series, wheel } = table.now.unit.shown.durable;
      expect(verdict).toMatchObject({ kind: "void", round: body.round });
      const { pocket } = body.result as { readonly pocket: string };
      const annulled = { pocket };
      expect(series[0]).toEqual({ round: body.round, kind: "void", pocket: null, certified: false, annulled });
      expect(wheel).toMatchObject({ relaunch: body.round, lastValid: null });
    });
  });

if (ALL)
  describe("the other keys", () => {
    test("acknowledge ends its task once; last three spins are counted down by results", async () => {
      const table = await testTable();
      const croupier = await control(table, CROUPIER);
      // Joined in the middle of a spin: its number is only reported, which somebody has to acknowledge.
      table.wheel.heard = false;
      await table.wheel.until((line) => line.startsWith("*X;2;"));
      await table.wheel.until((line) => line.startsWith("*X;4;"));
      table.wheel.heard = true;
      const first = await toResult(table);
      expect(first.body).toMatchObject({ certainty: { level: "reported", because: ["joined-late"] } });
      const [task] = table.now.unit.shown.durable.tasks;
      expect(task).toMatchObject({ kind: "acknowledge", about: "joined-late" });
      expect(await croupier.press({ key: "acknowledge", what: task!.id })).toBe("done");
      expect(await croupier.press({ key: "acknowledge", what: task!.id })).toBe(
        "refused: that has been dealt with already",
      );
      expect(await croupier.press({ key: "last-three-spins" })).toBe("done");
      expect(table.now.unit.shown.durable).toMatchObject({ tasks: [], lastRounds: 3 });
      await toResult(table);
      expect(await toResult(table)).toMatchObject({ body: { round: first.body.round + 2 } });
      expect(table.now.unit.shown.durable.lastRounds).toBe(1);
    });

    test("pressed by two people at once have one outcome, and both orders are in the recording", async () => {
      const table = await testTable();
      const [one, other] = [await control(table, JEFE), await control(table, JEFE)];
      await midSpin(table);
      const key = { key: "void", round: 1, rule: "other-irregular-play" } as const;
      const answers = await Promise.all([one.press(key), other.press(key)]);
      expect(answers.toSorted()).toEqual(["done", "refused: that changes nothing"]);
      expect(readJournal(table.journal).filter(({ body }) => body.kind === "void")).toHaveLength(1);
      expect(table.now.unit.pipeline.durable.verdict).toMatchObject({ kind: "void", round: 1 });
      expect(monoUs(table.now.unit.pipeline.state.lastT)).toBeGreaterThan(0);
    });
  });
