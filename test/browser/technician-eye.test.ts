import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { readEyeCalibration } from "../../firmware/table/dice/calibration-file.ts";
import type { DieFace } from "../../src/dice/faces.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { TaughtDice } from "../support/taught-dice.ts";
import { EVA, actsTable, asked, ended, goOn, signIn, type ActsTable } from "./acts-table.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { shot, until } from "./harness.ts";

/**
 * An eye taught by a person at the technician's page of the running unit: plate, empty arena, throws. What the table certifies with what was
 * learned.
 */

const browser = browserOfFile();
/** A machine that does other things too takes its time: only states are waited for. */
const LONG_MS = 360_000;

interface Taught {
  readonly dice: TaughtDice;
  readonly table: ActsTable;
  readonly page: Page;
  /** So many are thrown. */
  readonly faces: readonly DieFace[];
}

async function eyeTable(rulebook: string, faces: readonly DieFace[]): Promise<Taught> {
  const dice = await TaughtDice.open(rulebook);
  onTestFinished(() => dice.close());
  const table = await actsTable(systemClock(), dice.device, rulebook, {});
  return { dice, table, page: await signIn(browser(), table, EVA), faces };
}

const said = (page: Page): Promise<string> => page.locator("#act .said").innerText();

/** From the form to the first throw that is asked for. */
async function toFirstThrow({ dice, page }: Taught, measured: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(measured)) await page.fill(`#act-${name}`, value);
  await shot(page, "act-eye-form");
  await page.click("#eye-send");
  await dice.showPlate();
  await goOn(page, "Lay the plate");
  await until("the plate was found", async () => (await said(page)).includes("dots; off by"), LONG_MS);
  await dice.showNothing();
  await goOn(page, "Take the plate away");
  await until("a throw is asked for", async () => (await asked(page)).includes("Throw 1 of 40"), LONG_MS);
}

/** The whole lesson, with one throw that is read. @returns the digest of what was learned */
async function teach(taught: Taught): Promise<string> {
  const { dice, table, page, faces } = taught;
  // Whoever gave up finds what was filled in.
  if ((await page.locator("#eye-send").count()) === 0) await page.click("#begin-calibrate-eye");
  await toFirstThrow(taught, dice.measured());
  await dice.lay(faces);
  await goOn(page, "Throw 1 of 40");
  await until("what lies there was read", async () => (await asked(page)).includes("read: "), LONG_MS);
  const read = /read: ([\d ]+)\./.exec(await asked(page))?.[1] ?? "";
  expect(read.split(" ").toSorted()).toEqual(faces.toSorted());
  await shot(page, "act-eye-read");
  await goOn(page, "read: ");
  // The rest is compared with the screens before the table opens, as the page says.
  await goOn(page, "Throw 2 of 40", 1);
  expect(await ended(page)).toContain("Done");
  await shot(page, "act-eye-done");
  const digest = readEyeCalibration(dice.calibration)?.digest ?? "?";
  expect(table.acts().at(-1)).toMatchObject({
    act: "calibrate-eye",
    is: "done",
    calibration: digest,
    throws: 1,
  });
  return digest;
}

/** The table starts with what its file has, and opens: its boot record names it. */
async function startWith({ dice, table }: Taught, digest: string): Promise<void> {
  await table.again();
  await dice.play(() => table.now.unit);
  expect(JSON.stringify(table.of("boot").at(-1)?.detail)).toContain(digest);
  await until(
    "the eye sees",
    () =>
      table.now.unit.shown.durable.faults.every(
        ({ device, code }) => device !== "eye" || code === "eye-foreign-object",
      ),
    LONG_MS,
  );
  await table.open();
}

const certified = (table: ActsTable) =>
  table.of("result").filter(({ certainty }) => certainty.level === "certified");
test(
  "dice that are thrown: a lesson with the wrong number of dice leaves nothing, and a right one certifies the next throw",
  { timeout: 3 * LONG_MS },
  async () => {
    const taught = await eyeTable("cl/craps", ["3", "5"]);
    const { dice, table, page } = taught;
    await page.click("#begin-calibrate-eye");
    // What is missing is named before anything is laid.
    const { die, ...rest } = dice.measured();
    await page.fill("#act-die", die);
    await page.click("#eye-send");
    await page.waitForSelector(".refusal");
    expect(await page.locator(".refusal").innerText()).toContain("arena");
    await toFirstThrow(taught, { die, ...rest });
    await dice.lay(["3", "5", "1"]);
    await goOn(page, "Throw 1 of 40");
    await until("a die too many is said", async () => (await said(page)).includes("3 dice are seen"), LONG_MS);
    await shot(page, "act-eye-wrong-count");
    await page.click("#act-give-up");
    expect(await ended(page)).toContain("Given up");
    expect(existsSync(dice.calibration)).toBe(false);
    expect(table.acts().some(({ what }) => what === "keeping")).toBe(false);

    const digest = await teach(taught);
    const kinds = table.acts().map(({ what }) => what);
    expect(kinds.slice(kinds.lastIndexOf("began"))).toEqual([
      "began",
      ...Array.from({ length: 5 }, () => "answered"),
      "keeping",
      "ended",
    ]);
    await startWith(taught, digest);
    await until("a certified throw", () => certified(table).length > 0, LONG_MS);
  },
);

test(
  "dice that are shaken under a dome: what was taught in the running unit certifies the next game",
  { timeout: 3 * LONG_MS },
  async () => {
    const taught = await eyeTable("es-cb/sic-bo", ["2", "6", "4"]);
    await startWith(taught, await teach(taught));
    await until("a certified game", () => certified(taught.table).length > 0, LONG_MS);
    expect(JSON.stringify(certified(taught.table)[0])).toMatch(/"picture":"[0-9a-f]{64}"/);
  },
);
