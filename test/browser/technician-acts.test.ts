import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TaughtWheel } from "../support/taught-wheel.ts";
import {
  BEN,
  EVA,
  actClock,
  actsTable,
  ended,
  goOn,
  signIn,
  signInAgain,
  type ActsTable,
} from "./acts-table.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { shot, until } from "./harness.ts";
import { onTestFinished } from "vitest";

/** Devices taught by a person at the technician's page, in the unit that runs, with its table closed. */

const browser = browserOfFile();
const WHEEL = { wheel: { device: "sensor-board", path: "/dev/none", wait: true } };
const RULEBOOK = "cl/ruleta-francesa";

async function wheelTable(): Promise<{ readonly table: ActsTable; readonly taught: TaughtWheel }> {
  const clock = actClock();
  const taught = new TaughtWheel(clock, RULEBOOK, "acts");
  onTestFinished(() => taught.stop());
  const table = await actsTable(clock, WHEEL, RULEBOOK, { wheel: taught.open });
  await until("the board is there", () =>
    table.now.unit.shown.durable.faults.some(({ code }) => code === "not-calibrated"),
  );
  return { table, taught };
}

const STEPS = ["take the ball out", "the other way", "lay the ball", "launch it"];

test(
  "a wheel is taught from its first turn to its launch, certifies with it, and gets the former back",
  { timeout: 180_000 },
  async () => {
    const { table, taught } = await wheelTable();
    const page = await signIn(browser(), table, EVA);
    await page.click("#begin-calibrate-wheel");
    // The wrong way round first: it is said, and asked for again.
    taught.do(await goOn(page, STEPS[0] ?? ""), true);
    await until("what is wrong is said", async () =>
      (await page.locator("#act .said").innerText()).includes("Not in order: it turns counter-clockwise"),
    );
    await shot(page, "act-wheel-wrong");
    for (const words of STEPS) {
      // Who goes on while the rotor still turns the former way is told that it does.
      await until("the rotor is still", () => taught.isStill);
      taught.do(await goOn(page, words));
    }
    expect(await ended(page)).toContain("Done");
    await shot(page, "act-wheel-done");
    const acts = table.acts();
    expect(acts.map(({ what }) => what)).toEqual([
      "began",
      ...Array.from({ length: 5 }, () => "answered"),
      "keeping",
      "ended",
    ]);
    const last = acts.at(-1) ?? {};
    expect(last).toMatchObject({ act: "calibrate-wheel", person: EVA.name, is: "done", restarts: false });
    const { calibration } = taught.wheel;
    for (const name of ["sensorB", "sensorC"] as const)
      expect(Math.abs(Number(last[name]) - calibration[name])).toBeLessThan(400);
    expect(Math.abs(Number(last["zero"]) - calibration.zero)).toBeLessThan(400);
    const file = (): string => readFileSync(join(table.storage, "calibration.json"), "utf8");
    const learned = file();

    // What was learned counts from the next start on; the boot record names it, and a result is certified.
    await table.again();
    expect(table.of("boot").at(-1)?.detail).toMatchObject({
      "calibration.sensorB": last["sensorB"],
      "calibration.zero": last["zero"],
    });
    await until("the wheel is known", () => table.now.unit.shown.durable.faults.length === 0);
    await table.open();
    taught.play();
    await until(
      "a certified result",
      () => table.of("result").some(({ certainty }) => certainty.level === "certified"),
      120_000,
    );
    await table.close().catch(() => undefined);
    expect(file()).toBe(learned);
  },
);

test(
  "a wheel's lesson that is broken off leaves what was: given up, opened, cable pulled, phone asleep, two technicians",
  { timeout: 180_000 },
  async () => {
    const { table, taught } = await wheelTable();
    const page = await signIn(browser(), table, EVA);
    const begin = async (): Promise<void> => {
      await page.click("#begin-calibrate-wheel");
      taught.do(await goOn(page, STEPS[0] ?? ""));
      await page.waitForSelector("#act-answer-0");
    };
    const isLast = (): unknown =>
      table
        .acts()
        .filter(({ what }) => what === "ended")
        .at(-1)?.["is"];
    await begin();
    // A second technician sees who is at it, and can begin nothing.
    const other = await signIn(browser(), table, BEN);
    await other.waitForSelector("#act");
    expect(await other.locator("#act").innerText()).toContain(EVA.name);
    expect(await other.locator("#act-give-up").count()).toBe(0);
    expect(await other.locator("#begin-calibrate-wheel").count()).toBe(0);
    await page.click("#act-give-up");
    expect(await ended(page)).toContain("Given up");
    expect(isLast()).toBe("given-up");

    await begin();
    await table.open();
    expect(await ended(page)).toContain("opened meanwhile");
    expect(isLast()).toBe("opened");
    // While it is open nothing of the kind begins.
    await page.click("#begin-calibrate-wheel");
    await page.waitForSelector(".refusal");
    await shot(page, "act-refused");
    await table.close();

    await begin();
    taught.plug(false);
    expect(await ended(page)).toContain("disappeared");
    expect(isLast()).toBe("device-lost");
    taught.plug(true);

    await until(
      "the board is there again",
      async () => {
        await page.click("#begin-test-device-wheel");
        await page.waitForSelector("#act .ended");
        return isLast() === "done";
      },
      60_000,
    );

    await begin();
    // The phone sleeps: its page says nothing more. Somebody who comes back in time goes on.
    await page.reload();
    await signInAgain(page, EVA);
    await page.waitForSelector("#act-answer-0");
    await page.goto("about:blank");
    await until("nobody is there", () => isLast() === "asleep", 60_000);
    expect(table.acts().some(({ what }) => what === "keeping")).toBe(false);
  },
);
