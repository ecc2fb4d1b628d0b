import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { EVA, BEN, actsTable, type ActsTable } from "../browser/acts-table.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { ActsLine } from "../support/acts-line.ts";
import { diceBench } from "../support/dice-bench.ts";
import { temporaryFolder } from "../support/folder.ts";
import { TaughtEye } from "../support/taught-eye.ts";

/** An eye's lesson that is broken off, in the running unit: what was known before stands, one line says why, and a record. */

const FORMER = "what was learned before";

interface Bench {
  readonly table: ActsTable;
  readonly eye: TaughtEye;
  readonly calibration: string;
  readonly begin: () => Promise<ActsLine>;
}

async function bench(): Promise<Bench> {
  const dice = diceBench("scene 3");
  onTestFinished(() => dice.remove());
  const folder = temporaryFolder();
  const [calibration, path] = [join(folder, "eye.json"), join(folder, "camera")];
  const eye = await TaughtEye.open(path, dice.empty());
  onTestFinished(() => eye.close().catch(() => undefined));
  const { width, height } = dice.sim.setup.setting.camera;
  const camera = { source: "socket", path, format: "y4m", width, height, fps: 10 };
  const device = { dice: { eye: { device: "tirada-eye", calibration, wait: true, camera } } };
  const table = await actsTable(systemClock(), device, "cl/craps", {});
  // Kept as it is until another one takes its place.
  writeFileSync(calibration, FORMER);
  const given = (option: string): string => dice.described[dice.described.indexOf(`--${option}`) + 1] ?? "";
  const begin = async (): Promise<ActsLine> => {
    const line = await ActsLine.open(table.now.url, EVA);
    onTestFinished(() => line.close());
    const values = Object.fromEntries(["arena", "die", "height", "pitch"].map((name) => [name, given(name)]));
    await line.begin("calibrate-eye", values);
    return line;
  };
  return { table, eye, calibration, begin };
}

test(
  "given up, opened meanwhile, without its camera, by two at once: the former calibration stands",
  { timeout: 300_000 },
  async () => {
    const { table, eye, calibration, begin } = await bench();
    const lastEnd = (): unknown => table.acts().findLast(({ what }) => what === "ended");
    const stands = (): void => {
      expect(readFileSync(calibration, "utf8")).toBe(FORMER);
      expect(existsSync(`${calibration}.former`)).toBe(false);
      expect(table.acts().some(({ what }) => what === "keeping")).toBe(false);
    };
    const first = await begin();
    const other = await ActsLine.open(table.now.url, BEN);
    await other.begin("calibrate-eye", {});
    expect(other.refusal).toContain("Eva Mas is at it");
    other.close();
    first.giveUp();
    expect((await first.ended()).is).toBe("given-up");
    expect(lastEnd()).toMatchObject({ act: "calibrate-eye", person: EVA.name, is: "given-up" });
    first.close();

    const second = await begin();
    await table.open();
    expect((await second.ended()).is).toBe("opened");
    await table.close();
    second.close();

    // What lies there is no plate: it is said in the languages of the page, and asked for again.
    const third = await begin();
    await third.goOn("Lay the plate");
    await third.asked("Lay the plate");
    expect(third.said.join("\n")).toMatch(
      /Not in order: .*(?:three of twice the size|full of dots|as on the plate)/,
    );
    await eye.close();
    await third.goOn("Lay the plate");
    const lost = await third.ended();
    expect(lost).toMatchObject({ is: "device-lost", why: { es: /no da imágenes|no dio/ } });
    expect(lastEnd()).toMatchObject({ is: "device-lost" });
    stands();
  },
);
