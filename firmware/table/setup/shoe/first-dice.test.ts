import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Deck } from "../../../../src/cards/decks.ts";
import { systemClock } from "../../../../src/time/system-clock.ts";
import { readConfig } from "../../../unit/configuration/read-config.ts";
import { flatOptions } from "../families.ts";
import { shoeOptionsOf } from "./flat.ts";
import { devicePorts, portName, setupOf } from "../config-setup.ts";
import { tableSetup } from "../table-setup.ts";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tirada-first-dice-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LINE = ["eye:", "  device: tirada-eye", "  path: /dev/serial/by-id/eye"];
const CUP = ["thrower:", "  device: cup-switch", "  path: /dev/serial/by-id/cup"];

interface Change {
  readonly dice?: readonly string[];
  readonly rulebook?: string;
  readonly houseRules?: string;
}

function configFile({ dice = LINE, rulebook = "es-cb/pai-gow-poker", houseRules = "" }: Change = {}): string {
  const path = join(folder, "table.yaml");
  const beside = dice.length === 0 ? "" : `  dice:\n${dice.map((line) => `    ${line}\n`).join("")}`;
  writeFileSync(
    path,
    `table:
  name: Mesa
  log: tirada.example/a/b
  rulebook: ${rulebook}
  houseRules: [${houseRules}]
shoe:
  device: tirada-shoe
  serial: SN-1
  decks: [{ id: "00000001" }]
${beside}storage:
  folder: ${folder}
`,
  );
  return path;
}

const DECK: Deck = { id: "00000001", back: null, pack: 52, jokers: 1, removed: [] };

describe("a table of pai gow with dice of its own", () => {
  it("has a port for each device, and is told apart from one without", async () => {
    const config = await readConfig(configFile({ dice: [...LINE, ...CUP] }));
    const setup = setupOf(config);
    expect(setup.family === "shoe" && setup.dice?.has).toEqual({ thrower: true, witness: null });
    expect(setup.devices.device).toBe("tirada-shoe+tirada-eye+cup-switch");
    expect(setup.devices.ports).toEqual(["shoe", "eye", "thrower"]);
    expect([...devicePorts(config, setup, systemClock()).keys()]).toEqual(["shoe", "eye", "thrower"]);
    expect(portName(config)).toBe("hid:SN-1, /dev/serial/by-id/eye, /dev/serial/by-id/cup");
    const plain = setupOf(await readConfig(configFile({ dice: [] })));
    expect(plain.family === "shoe" && plain.dice).toBeNull();
    expect(plain.devices.ports).toEqual(["shoe"]);
    expect(plain.devices.device).toBe("tirada-shoe");
  });

  it("has a camera of this computer with what was learned of it", async () => {
    const camera = ["eye:", "  device: tirada-eye", `  calibration: ${join(folder, "arena.json")}`];
    const picture = [
      "  camera: { source: rpicam, width: 640, height: 480, shutterUs: 2000, gainPercent: 100 }",
    ];
    const setup = setupOf(await readConfig(configFile({ dice: [...camera, ...picture] })));
    // Nothing was learned yet: the table runs, its eye certifies nothing and says why.
    expect(setup.family === "shoe" && setup.dice?.parts[0]).toMatchObject({
      port: "eye",
      options: { port: "camera" },
    });
  });

  it("the options of a recording's head make the same table", () => {
    const options = {
      decks: [DECK],
      firstDice: { eye: { port: "serial", digest: "0123456789abcdef" } },
    } as const;
    const setup = tableSetup("es-cb/pai-gow-poker", "tirada-shoe+tirada-eye", [], options);
    if (setup.family !== "shoe") throw new Error("no card table");
    const flat = flatOptions(setup);
    expect(flat).toMatchObject({ "eye.port": "serial", "eye.digest": "0123456789abcdef", port: "hid" });
    const again = tableSetup("es-cb/pai-gow-poker", setup.devices.device, [], shoeOptionsOf(flat, null));
    if (again.family !== "shoe") throw new Error("no card table");
    expect(flatOptions(again)).toEqual(flat);
    const plain = tableSetup("es-cb/pai-gow-poker", "tirada-shoe", [], { decks: [DECK] });
    expect(Object.keys(flatOptions(plain)).filter((key) => key.startsWith("eye."))).toEqual([]);
  });

  it.each<[string, Change, RegExp]>([
    ["a game that no dice begin", { rulebook: "es-cb/trijoker" }, /trijoker/],
    [
      "a cage",
      { dice: [...LINE, "thrower:", "  device: cage", "  path: /dev/x"] },
      /thrown from a cup or a shaker/,
    ],
    [
      "a shaker where the law has a cup",
      {
        rulebook: "es-pv/pai-gow-poker",
        dice: [...LINE, "thrower:", "  device: shaker-mqtt", "  id: Billy-III", "  url: mqtt://127.0.0.1"],
      },
      /thrown from a cup$/,
    ],
    ["no eye", { dice: CUP }, /dice.*eye/],
    ["an unknown key", { dice: [...LINE, "witnessRequired: true"] }, /table\.yaml:\d+:\d+: .*witnessRequired/],
    ["two ways to count", { houseRules: "first-clockwise, first-anticlockwise" }, /contradict/],
    [
      "a shoe among the dice",
      { dice: ["eye:", "  device: tirada-shoe", "  path: /dev/x"] },
      /is a shoe device/,
    ],
  ])("%s is refused", async (_, change, expected) => {
    await expect(readConfig(configFile(change)).then((config) => setupOf(config))).rejects.toThrow(expected);
  });

  it("a game that no dice begin is told with file and line", async () => {
    const path = configFile({ rulebook: "es-pv/poker-sin-descarte" });
    await expect(readConfig(path)).rejects.toThrow(
      /table\.yaml:\d+:\d+: shoe\.dice: .* does not begin with dice/,
    );
  });

  it("a shaker is a container as the law of Cantabria has one", async () => {
    const dice = [...LINE, "thrower:", "  device: shaker-mqtt", "  id: Billy-III", "  url: mqtt://127.0.0.1"];
    expect(setupOf(await readConfig(configFile({ dice }))).devices.device).toBe(
      "tirada-shoe+tirada-eye+shaker-mqtt",
    );
  });
});
