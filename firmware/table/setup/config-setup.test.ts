import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Config } from "../config/config.ts";
import { readConfig } from "../../unit/configuration/read-config.ts";
import { writeCalibration } from "../wheel/calibration-file.ts";
import { setupOf } from "./config-setup.ts";
import { tableSetup, type WheelTableSetup } from "./table-setup.ts";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tirada-setup-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LEARNED = { sensorB: 99_000, sensorC: 221_000, zero: 17, dropLapUs: 1_700_000, marks: 37, board: 7 };

function wheelOptions(config: Config): WheelTableSetup["options"] {
  const setup = setupOf(config);
  if (setup.family !== "wheel") throw new Error("no wheel");
  return setup.options;
}

function configFile(rulebook: string, wheel: string): string {
  const path = join(folder, "table.yaml");
  writeFileSync(
    path,
    `table:
  name: Mesa
  log: tirada.example/a/b
  rulebook: ${rulebook}
wheel:
  device: sensor-board
  path: /dev/serial/by-id/board
${wheel}storage:
  folder: ${folder}
`,
  );
  return path;
}

describe("a device and a rulebook", () => {
  it("must be for the same kind of wheel; the line names the devices that are", () => {
    expect(() => tableSetup("cl/big-six", "cammegh-ss2", [])).toThrow(
      /cannot be used on a disc.*must be sensor-board/,
    );
    expect(() => tableSetup("cl/big-six", "cammegh-mercury-360", [])).toThrow(/disc/);
    expect(tableSetup("cl/big-six", "sensor-board", []).options).toMatchObject({ kind: "disc", pockets: 54 });
    expect(tableSetup("cl/ruleta-francesa", "cammegh-ss2", []).options).toMatchObject({ kind: "roulette" });
  });

  it("a calibration must be this wheel's", () => {
    const setup = (change: Partial<typeof LEARNED>): unknown =>
      tableSetup("cl/ruleta-francesa", "sensor-board", [], { calibration: { ...LEARNED, ...change } });
    expect(() => setup({})).not.toThrow();
    expect(() => setup({ marks: 38 })).toThrow(/marks is 38, and the ring has 37/);
    expect(() => setup({ zero: 148_000 })).toThrow(/zero/);
    expect(() => setup({ sensorB: 0 })).toThrow(/sensorB/);
    expect(() => setup({ sensorC: 99_500 })).toThrow(/closer than 15/);
    expect(() => setup({ sensorB: 120_000, sensorC: 240_000 })).toThrow(/differ/);
    expect(() => setup({ dropLapUs: 17 })).toThrow(/dropLapUs/);
    expect(() => setup({ sensorB: 99_000.5 })).toThrow(/whole number/);
    expect(() => setup({ board: 2 ** 32 })).toThrow(/board/);
  });
});

describe("a configuration's table", () => {
  it("takes the calibration from its storage folder, and runs without one", async () => {
    const config = await readConfig(configFile("cl/ruleta-francesa", ""));
    expect(wheelOptions(config).calibration).toBeNull();
    writeCalibration(folder, { kind: "roulette", learned: LEARNED }, false);
    expect(wheelOptions(config).calibration).toEqual(LEARNED);
  });

  it("refuses a calibration of another wheel, and one that is no calibration", async () => {
    const { pockets } = tableSetup("cl/big-six", "sensor-board", []).pack.wheel;
    const ring = `  ring: [${pockets.map((name) => `"${name}"`).join(", ")}]\n`;
    const config = await readConfig(configFile("cl/big-six", ring));
    writeCalibration(folder, { kind: "roulette", learned: LEARNED }, false);
    expect(() => setupOf(config)).toThrow(/marks is 37, and the ring has 54/);
    writeFileSync(join(folder, "calibration.json"), "{}");
    expect(() => setupOf(config)).toThrow(/calibration\.json.*learn it anew/);
    const disc = { ...LEARNED, marks: 54, zero: 3 };
    writeCalibration(folder, { kind: "bowl", learned: disc }, true);
    expect(() => setupOf(config)).toThrow(/learned on a bowl/);
  });

  it("asks for the order of a ring of which only the counts are law", async () => {
    await expect(readConfig(configFile("cl/big-six", ""))).rejects.toThrow(
      /table\.yaml:\d+:\d+: wheel\.ring is missing/,
    );
    await expect(readConfig(configFile("es-cb/bola", ""))).rejects.toThrow(
      /the order of the cells or holes is this wheel's own/,
    );
  });

  it("an order of its own must be the rulebook's names; the error names file and line", async () => {
    const { pockets } = tableSetup("cl/big-six", "sensor-board", []).pack.wheel;
    const line = (ring: readonly string[]): string =>
      `  ring: [${ring.map((name) => `"${name}"`).join(", ")}]\n`;
    const turned = [...pockets.slice(9), ...pockets.slice(0, 9)];
    const config = await readConfig(configFile("cl/big-six", line(turned)));
    expect(wheelOptions(config).ring).toEqual(turned);
    const foreign = ["99", ...pockets.slice(1)];
    await expect(readConfig(configFile("cl/big-six", line(foreign)))).rejects.toThrow(
      /table\.yaml:8:\d+: wheel\.ring: .*"99" is there 1 times and must be 0/,
    );
    const sorted = pockets.toSorted();
    await expect(readConfig(configFile("cl/big-six", line(sorted)))).rejects.toThrow(
      /table\.yaml:8:\d+: wheel\.ring: place/,
    );
  });
});
