import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { EVA, actClock, actsTable, type ActsTable } from "../browser/acts-table.ts";
import { until } from "../browser/harness.ts";
import { ActsLine } from "../support/acts-line.ts";
import { TaughtWheel } from "../support/taught-wheel.ts";

/** A wheel that was taught wrongly, its patch and its first pocket both three pockets from where they are, which the lesson cannot know. */

const RULEBOOK = "cl/ruleta-francesa";
const STEPS = ["take the ball out", "the other way", "lay the ball", "launch it"];
const POCKETS_OFF = 3;

interface Bench {
  readonly table: ActsTable;
  readonly taught: TaughtWheel;
  readonly file: () => string;
}

async function bench(): Promise<Bench> {
  const clock = actClock();
  const taught = new TaughtWheel(clock, RULEBOOK, "undone");
  onTestFinished(() => taught.stop());
  const wheel = { device: "sensor-board", path: "/dev/none", wait: true };
  const table = await actsTable(clock, { wheel }, RULEBOOK, { wheel: taught.open });
  await until("the board is there", () =>
    table.now.unit.shown.durable.faults.some(({ code }) => code === "not-calibrated"),
  );
  return { table, taught, file: () => readFileSync(join(table.storage, "calibration.json"), "utf8") };
}

async function teach({ table, taught }: Bench): Promise<void> {
  const eva = await ActsLine.open(table.now.url, EVA);
  await eva.begin("calibrate-wheel");
  for (const words of STEPS) {
    await until("the rotor is still", () => taught.isStill, 60_000);
    taught.do(await eva.goOn(words));
  }
  expect(await eva.ended()).toMatchObject({ is: "done" });
  eva.close();
}

/** Starts with what its file has, and plays until so many spins were judged. @returns how many of them are certified */
async function play({ table, taught }: Bench, spins: number): Promise<number> {
  await table.again();
  taught.play();
  const isKnown = (): boolean => table.now.unit.shown.durable.faults.length === 0;
  await until("the wheel is known", isKnown, 60_000);
  await table.open();
  const judged = () => [...table.of("result"), ...table.of("undecided"), ...table.of("void")];
  await until(`${spins} judged spins`, () => judged().length >= spins, 180_000);
  return table.of("result").filter(({ certainty }) => certainty.level === "certified").length;
}

test("a wheel that was taught wrongly certifies no spin", { timeout: 300_000 }, async () => {
  const wrong = await bench();
  wrong.taught.mistake(POCKETS_OFF);
  await teach(wrong);
  expect(await play(wrong, 3)).toBe(0);
});

test("it certifies as before once that is undone", { timeout: 300_000 }, async () => {
  const of = await bench();
  await teach(of);
  const right = of.file();
  of.taught.mistake(POCKETS_OFF);
  await teach(of);
  expect(of.file()).not.toBe(right);
  const eva = await ActsLine.open(of.table.now.url, EVA);
  await eva.begin("undo-calibration");
  expect(await eva.ended()).toMatchObject({ is: "done" });
  eva.close();
  expect(of.file()).toBe(right);
  const kinds = of.table.acts().filter(({ what }) => what === "keeping");
  expect(kinds.map(({ act }) => act)).toEqual(["calibrate-wheel", "calibrate-wheel", "undo-calibration"]);
  expect(await play(of, 3)).toBeGreaterThan(0);
});
