import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CAGE_ABILITIES } from "../../drivers/dice/cage/device.ts";
import { CUP_ABILITIES } from "../../drivers/dice/cup/device.ts";
import { eyeAbilities } from "../../drivers/dice/eye/abilities.ts";
import { SHAKER_MQTT_ABILITIES } from "../../drivers/dice/shaker/device.ts";
import { abilitiesOf, type ReaderName } from "../../drivers/shoe/reader/abilities.ts";
import { tiradaShoeAbilities } from "../../drivers/shoe/tirada-shoe/abilities.ts";
import { mercuryAbilities } from "../../drivers/wheel/cammegh-mercury-360/abilities.ts";
import { SS2_ABILITIES } from "../../drivers/wheel/cammegh-ss2/abilities.ts";
import { sensorBoardAbilities } from "../../drivers/wheel/sensor-board/abilities.ts";
import type { Abilities, Ability } from "../../src/rules/facts.ts";
import { FACT_OF_NOTE } from "../../src/table/dice/throw-facts.ts";

/**
 * What is signed as judged or bounded, and held, must be able to fire: every fact that a device of this release settles is made by the
 * table, from an observation that some driver makes, and of a note that the reader makes. Words are looked for in the code that makes
 * them; the places that only list or name them do not count.
 */

const root = new URL("../../", import.meta.url).pathname;
const codeOf = (...patterns: readonly string[]): string =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !/test|read-types|rest-line|\/codes\.ts/.test(file))
    .map((file) => readFileSync(root + file, "utf8"))
    .join("\n");

const READER = codeOf("src/dice/reading/**/*.ts", "src/dice/scene/*.ts", "firmware/table/dice/*.ts");

/** What this release's own eye can be calibrated for (`firmware/table/dice/calibration-file.ts`). */
const EYE = eyeAbilities({ rim: true, basket: true, half: true, wall: false, rolled: false, dome: true });

const FAMILIES = [
  {
    name: "dice",
    observations: "src/dice/observation.ts",
    drivers: codeOf("drivers/dice/**/*.ts", "drivers/link/*.ts"),
    table: codeOf("src/table/dice/*.ts"),
    devices: [EYE, CAGE_ABILITIES, CUP_ABILITIES, SHAKER_MQTT_ABILITIES],
  },
  {
    name: "shoe",
    observations: "src/table/shoe/observation.ts",
    drivers: codeOf("drivers/shoe/**/*.ts", "drivers/link/*.ts"),
    table: codeOf("src/table/shoe/**/*.ts", "src/cards/**/*.ts"),
    devices: [
      tiradaShoeAbilities(),
      ...(["card-rfid", "card-barcode", "card-camera"] satisfies ReaderName[]).map(abilitiesOf),
    ],
  },
  {
    name: "wheel",
    observations: "src/table/wheel/observation.ts",
    drivers: codeOf("drivers/wheel/**/*.ts", "drivers/link/*.ts"),
    table: codeOf("src/table/wheel/*.ts"),
    devices: [
      SS2_ABILITIES,
      mercuryAbilities("basic", null),
      mercuryAbilities("extended", null),
      sensorBoardAbilities("bowl"),
      sensorBoardAbilities("disc"),
    ],
  },
] as const;

/** Whether a rule that asks for this fact alone can be signed as held. */
const isSettled = ({ level, silence }: Ability): boolean => level !== "none" && silence !== "tells-nothing";

const settledBy = (devices: readonly Abilities[]): readonly string[] => [
  ...new Set(
    devices.flatMap((abilities) =>
      Object.entries(abilities).flatMap(([fact, ability]) => (isSettled(ability) ? [fact] : [])),
    ),
  ),
];

const isMade = (fact: string, code: string): boolean => new RegExp(`"${fact}"|\\b${fact}: `).test(code);

describe.each(FAMILIES)("$name", ({ observations, drivers, table, devices }) => {
  it("every fact that a device settles is made by the table", () => {
    expect(settledBy(devices).filter((fact) => !isMade(fact, table))).toEqual([]);
  });

  it("every observation that the table takes is made by a driver", () => {
    const shape = readFileSync(root + observations, "utf8");
    const kinds = [...shape.matchAll(/readonly o:((?: ?\|? ?"[a-z-]+")+)/g)].flatMap(([, words = ""]) =>
      [...words.matchAll(/"([a-z-]+)"/g)].map(([, word = ""]) => word),
    );
    expect(kinds.length).toBeGreaterThan(10);
    const isTold = (kind: string): boolean => new RegExp(`\\bo: [^,}\\n]*"${kind}"`).test(drivers);
    expect(kinds.filter((kind) => !isTold(kind))).toEqual([]);
  });
});

it("every note that makes a settled fact of dice is made by the reader", () => {
  const notes = Object.entries(FACT_OF_NOTE).filter(([, fact]) =>
    isSettled(EYE[fact] ?? { level: "none", note: "" }),
  );
  expect(notes.length).toBeGreaterThan(5);
  expect(notes.map(([note]) => note).filter((note) => !READER.includes(`"${note}"`))).toEqual([]);
});

it("a note that nobody makes settles nothing: it would have been found", () => {
  expect(READER).not.toContain('"damaged"');
  expect(isSettled(EYE["die-damaged"] ?? { level: "none", note: "" })).toBe(false);
});
