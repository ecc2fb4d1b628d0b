import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Config } from "../../config/config.ts";
import { readConfig } from "../../../unit/configuration/read-config.ts";
import { devicePorts, portName, setupOf } from "../config-setup.ts";
import { coverageFor, tableSetup } from "../table-setup.ts";
import { systemClock } from "../../../../src/time/system-clock.ts";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tirada-setup-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const EIGHT = Array.from({ length: 8 }, (_, at) => `{ id: "0000000${at + 1}" }`);

function configFile(change: { shoe?: string; decks?: readonly string[]; rulebook?: string } = {}): string {
  const { shoe = "device: tirada-shoe\n  serial: SN-1", decks = EIGHT, rulebook = "cl/punto-y-banca" } = change;
  const path = join(folder, "table.yaml");
  writeFileSync(
    path,
    `table:
  name: Mesa
  log: tirada.example/a/b
  rulebook: ${rulebook}
shoe:
  ${shoe}
  decks:
${decks.map((deck) => `    - ${deck}`).join("\n")}
storage:
  folder: ${folder}
`,
  );
  return path;
}

describe("a configured card table", () => {
  it("is set up with whole decks, and its port by the key that names it", async () => {
    const config = await readConfig(configFile());
    const setup = setupOf(config);
    expect(setup).toMatchObject({ family: "shoe", port: "shoe", rulebook: "cl/punto-y-banca@2023-03" });
    expect(setup.family === "shoe" && setup.options).toMatchObject({ port: "hid", mode: null, number: null });
    expect(setup.family === "shoe" && setup.decks[7]).toEqual({
      id: "00000008",
      back: null,
      pack: 52,
      jokers: 0,
      removed: [],
    });
    expect(portName(config)).toBe("hid:SN-1");
    const serial = await readConfig(configFile({ shoe: "device: tirada-shoe\n  path: /dev/serial/by-id/x" }));
    expect(setupOf(serial)).toMatchObject({ options: { port: "serial" } });
    const waits = (one: Config): readonly number[] | undefined =>
      devicePorts(one, setupOf(one), systemClock()).get("shoe")?.backOffUs;
    expect(waits(config)).toEqual([1_000_000]);
    expect(waits(serial)?.length).toBeGreaterThan(1);
  });

  it.each([
    [EIGHT.slice(1), /table\.yaml:8:\d+: shoe\.decks: 7 decks: the game is played with 8/],
    [[...EIGHT.slice(1), '{ id: "00000009", pack: 32 }'], /table\.yaml:16:\d+: .*deck of 32 cards.*with 52/],
    [['{ id: "00000009", jokers: 2 }', ...EIGHT.slice(1)], /table\.yaml:9:\d+: .*2 jokers.*with 0/],
    [[...EIGHT.slice(1), '{ id: "00000002" }'], /table\.yaml:16:\d+: .*00000002 is there twice/],
    [['{ id: "00000009", removed: [joker] }', ...EIGHT.slice(1)], /table\.yaml:9:\d+: .*removed/],
    [['{ id: "00000009", removed: [As, As] }', ...EIGHT.slice(1)], /table\.yaml:9:\d+: .*removed/],
  ])("decks that are not the rulebook's are told with file and line", async (decks, wanted) => {
    await expect(readConfig(configFile({ decks }))).rejects.toThrow(wanted);
  });

  it("device and rulebook must be of one family", async () => {
    await expect(readConfig(configFile({ rulebook: "cl/ruleta-francesa" }))).rejects.toThrow(
      /table\.yaml:5:\d+: .*needs wheel/,
    );
    const wheel = await readConfig(configFile({ shoe: "device: cammegh-ss2\n  path: /dev/x" }));
    expect(() => setupOf(wheel)).toThrow(/cammegh-ss2 is a wheel device.*needs a shoe device: tirada-shoe/);
    expect(() => tableSetup("cl/ruleta-francesa", "tirada-shoe", [], {})).toThrow(/needs a wheel device/);
    expect(() => tableSetup("cl/punto-y-banca", "tirada-shoe", [], {})).toThrow(/shoe\.decks is missing/);
  });

  it("readers say what they need", async () => {
    const setup = async (shoe: string): Promise<unknown> => setupOf(await readConfig(configFile({ shoe })));
    const codes = join(folder, "codes.txt");
    writeFileSync(codes, "tirada-cards/1\n04AABBCCDDEE01,10h,00000001,\n04AABBCCDDFF02,As,00000001,\n");
    await expect(setup("device: card-barcode\n  serial: S")).rejects.toThrow(/shoe\.coding is missing/);
    await expect(setup("device: card-barcode\n  path: /dev/x\n  coding: tirada")).rejects.toThrow(
      /cannot be plugged in as serial/,
    );
    await expect(setup("device: card-barcode\n  serial: S\n  coding: tirada")).resolves.toMatchObject({
      options: { port: "keyboard" },
    });
    await expect(setup("device: card-rfid\n  path: /dev/x")).rejects.toThrow(/shoe\.codes is missing/);
    await expect(setup(`device: card-rfid\n  path: /dev/x\n  codes: ${folder}/none`)).rejects.toThrow(
      /the table of codes: cannot read .*: there is no such file/,
    );
    await expect(setup(`device: card-rfid\n  path: /dev/x\n  codes: ${codes}`)).resolves.toMatchObject({
      options: { lines: 2 },
    });
    writeFileSync(codes, "tirada-cards/1\nnot a tag,10h,,\n");
    await expect(setup(`device: card-rfid\n  path: /dev/x\n  codes: ${codes}`)).rejects.toThrow(
      /codes\.txt: line 2/,
    );
    await expect(setup("device: card-camera\n  path: /dev/x")).rejects.toThrow(
      /shoe\.suits and shoe\.ranks are missing/,
    );
    await expect(
      setup("device: card-camera\n  path: /dev/x\n  suits: cdhs\n  ranks: two-first"),
    ).resolves.toMatchObject({
      family: "shoe",
    });
  });
});

it.each(["tirada-shoe", "card-barcode", "card-rfid", "card-camera"])(
  "coverage needs no decks: %s",
  (device) => {
    const coverage = coverageFor("cl/punto-y-banca", device, []);
    expect(coverage.rules.length).toBeGreaterThan(3);
    for (const { facts } of coverage.rules)
      for (const { note } of facts) expect(note).not.toMatch(/no installed device/);
  },
);
