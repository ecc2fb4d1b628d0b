import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readEyeCalibration } from "../../firmware/table/dice/calibration-file.ts";
import type { DieFace } from "../../src/dice/faces.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { diceBench } from "../support/dice-bench.ts";
import { temporaryFolder } from "../support/folder.ts";
import { TaughtEye } from "../support/taught-eye.ts";
import { EVA, actsTable, ended, goOn, signIn } from "./acts-table.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { shot, until } from "./harness.ts";

/** An eye taught by a person at the technician's page: plate, empty arena, throws; then the table has its eye back, with what was learned. */

const browser = browserOfFile();
const RULEBOOK = "cl/craps";

test(
  "an eye is taught in the running unit, and the table has it back with what it learned",
  { timeout: 300_000 },
  async () => {
    const bench = diceBench("scene 3");
    const folder = temporaryFolder();
    const calibration = join(folder, "eye.json");
    const path = join(folder, "camera");
    const scenes = { plate: bench.plate(), empty: bench.empty() };
    const lying = (...faces: DieFace[]) => bench.lying(faces);
    const eye = await TaughtEye.open(path, scenes.empty);
    onTestFinished(() => eye.close());
    const { camera } = bench.sim.setup.setting;
    const device = {
      dice: {
        eye: {
          device: "tirada-eye",
          calibration,
          wait: true,
          camera: {
            source: "socket",
            path,
            format: "y4m",
            width: camera.width,
            height: camera.height,
            fps: 10,
          },
        },
      },
    };
    const table = await actsTable(systemClock(), device, RULEBOOK, {});
    const page = await signIn(browser(), table, EVA);
    await page.click("#begin-calibrate-eye");
    const given = bench.described;
    const valueOf = (option: string): string => given[given.indexOf(`--${option}`) + 1] ?? "";
    // What is missing is named before anything is laid.
    await page.fill("#act-die", valueOf("die"));
    await page.click("#eye-send");
    await page.waitForSelector(".refusal");
    expect(await page.locator(".refusal").innerText()).toContain("arena");
    for (const name of ["arena", "die", "height", "pitch"]) await page.fill(`#act-${name}`, valueOf(name));
    await shot(page, "act-eye-form");
    await page.click("#eye-send");
    eye.show(scenes.plate);
    await goOn(page, "Lay the plate");
    await until(
      "the plate was found",
      async () => (await page.locator("#act .said").innerText()).includes("dots; off by"),
      60_000,
    );
    eye.show(scenes.empty);
    await goOn(page, "Take the plate away");
    await until(
      "a throw is asked for",
      async () => (await page.locator("#act .asked").innerText()).includes("Throw 1 of 40"),
      60_000,
    );
    eye.show(lying("3", "5"));
    await goOn(page, "Throw 1 of 40");
    await until(
      "what lies there was read",
      async () => (await page.locator("#act .asked").innerText()).includes("read: "),
      60_000,
    );
    expect(await page.locator("#act .asked").innerText()).toMatch(/read: (3 5|5 3)\./);
    await shot(page, "act-eye-read");
    await goOn(page, "read: ");
    // The rest is compared with the screens before the table opens, as the page says.
    await goOn(page, "Throw 2 of 40", 1);
    expect(await ended(page)).toContain("Done");
    const last = table.acts().at(-1) ?? {};
    const stored = readEyeCalibration(calibration);
    expect(last).toMatchObject({ act: "calibrate-eye", is: "done", calibration: stored?.digest, throws: 1 });

    eye.show(scenes.empty);
    await table.again();
    expect(JSON.stringify(table.of("boot").at(-1)?.detail)).toContain(stored?.digest ?? "?");
    await until(
      "the eye sees",
      () => table.now.unit.shown.durable.faults.every(({ device: of }) => of !== "eye"),
      60_000,
    );
  },
);
