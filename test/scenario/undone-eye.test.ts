import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { EVA, JON, actsTable, type ActsTable } from "../browser/acts-table.ts";
import { until } from "../browser/harness.ts";
import { readEyeCalibration } from "../../firmware/table/dice/calibration-file.ts";
import type { DieFace } from "../../src/dice/faces.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { ActsLine } from "../support/acts-line.ts";
import { TaughtDice } from "../support/taught-dice.ts";

/** An eye that was taught with dice of a wrong size and without one throw, and that undone: what its table certifies before and afterwards. */

const FACES: readonly DieFace[] = ["2", "6", "4"];
/** A machine that does other things too takes its time: only states are waited for. */
const LONG_MS = 360_000;

interface Bench {
  readonly dice: TaughtDice;
  readonly table: ActsTable;
}

/** `isTried`: one throw is read and confirmed. @returns the digest of what was learned */
async function teach({ dice, table }: Bench, sizeOff: number, isTried: boolean): Promise<string> {
  const measured = dice.measured();
  const eva = await ActsLine.open(table.now.url, EVA);
  await eva.begin("calibrate-eye", { ...measured, die: (sizeOff * Number(measured.die)).toFixed(1) });
  await dice.showPlate();
  await eva.goOn("Lay the plate");
  await eva.asked("Take the plate away");
  await dice.showNothing();
  await eva.goOn("Take the plate away");
  await eva.asked("Throw 1 of 40");
  await dice.lay(FACES);
  if (isTried) {
    await eva.goOn("Throw 1 of 40");
    await eva.goOn("read: ");
  }
  await eva.goOn(isTried ? "Throw 2 of 40" : "Throw 1 of 40", "no");
  expect(await eva.ended()).toMatchObject({ is: "done" });
  eva.close();
  const digest = readEyeCalibration(dice.calibration)?.digest ?? "?";
  expect(table.acts().at(-1)).toMatchObject({ calibration: digest, throws: Number(isTried) });
  return digest;
}

/** The table starts with what its file has, which its boot record names, and its people play. */
async function start({ dice, table }: Bench, digest: string): Promise<void> {
  await table.again();
  await dice.play(() => table.now.unit);
  expect(JSON.stringify(table.of("boot").at(-1)?.detail)).toContain(digest);
  await table.open();
}

/** Between two throws, once nothing waits for the jefe de mesa. */
async function close({ table }: Bench): Promise<void> {
  const press = () => table.now.unit.press({ key: "close-table" }, { role: JON.role, name: JON.name });
  await until("the table is closed", async () => (await press()).ok, LONG_MS);
}

const certified = ({ table }: Bench): number =>
  table.of("result").filter(({ certainty }) => certainty.level === "certified").length;
const judged = (of: Bench): number =>
  certified(of) + of.table.of("undecided").length + of.table.of("void").length;

test(
  "an eye that was taught wrongly certifies nothing, and as before once that is undone",
  { timeout: 4 * LONG_MS },
  async () => {
    const dice = await TaughtDice.open("es-cb/sic-bo");
    onTestFinished(() => dice.close());
    const of: Bench = { dice, table: await actsTable(systemClock(), dice.device, "es-cb/sic-bo", {}) };
    const right = await teach(of, 1, true);
    const file = readFileSync(dice.calibration, "utf8");
    const wrong = await teach(of, 0.75, false);
    await start(of, wrong);
    await until("two games that were judged", () => judged(of) >= 2, LONG_MS);
    await close(of);
    expect(certified(of)).toBe(0);

    const eva = await ActsLine.open(of.table.now.url, EVA);
    await eva.begin("undo-calibration");
    expect(await eva.ended()).toMatchObject({ is: "done" });
    eva.close();
    expect(readFileSync(dice.calibration, "utf8")).toBe(file);
    expect(of.table.acts().at(-1)).toMatchObject({ act: "undo-calibration", is: "done", calibration: right });
    await start(of, right);
    await until("a certified game", () => certified(of) > 0, LONG_MS);
  },
);
