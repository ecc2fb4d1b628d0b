import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Abilities } from "../../src/rules/facts.ts";
import { SS2_ABILITIES } from "./cammegh-ss2/abilities.ts";
import { mercuryAbilities } from "./cammegh-mercury-360/abilities.ts";

/** What a device's page says that it can see of a rule is what the table judges by. */

const FACTS: Readonly<Record<string, string>> = {
  "ball with or against the rotor": "ball-direction",
  "laps of the ball": "ball-laps",
  "ball left the cylinder": "ball-left-cylinder",
  "ball suspended": "ball-suspended",
  "ball in a pocket": "ball-in-pocket",
  "rotor stopped": "rotor-stopped",
  "rotor irregular": "rotor-irregular",
  "rotor alternated": "rotor-alternated",
  "rotor turns since a void": "rotor-turns-since-void",
  "foreign object": "foreign-object",
  "defective launch": "launch-defective",
};

/** Level by fact, as a column of the page's table of facts has it; the first column beside the fact is 0. */
function levelsOf(page: string, column: number): Readonly<Record<string, string>> {
  const text = readFileSync(new URL(`../../docs/devices/${page}.md`, import.meta.url), "utf8");
  const rows = text.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  return Object.fromEntries(
    rows.flatMap(([, fact = "", ...cells]) => {
      const name = FACTS[fact];
      return name === undefined ? [] : [[name, /^\w*/.exec(cells[column] ?? "")?.[0] ?? ""]];
    }),
  );
}

const told = (abilities: Abilities): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(abilities).map(([fact, { level }]) => [fact, level]));

describe("the page of", () => {
  it("an SS2", () => expect(levelsOf("cammegh-ss2", 0)).toEqual(told(SS2_ABILITIES)));

  it.each([
    ["extended", null, 0],
    ["advanced", 0x1f, 1],
    ["basic", null, 2],
  ] as const)("a Mercury 360 whose port speaks %s", (protocol, gameMode, column) => {
    expect(levelsOf("cammegh-mercury-360", column)).toEqual(told(mercuryAbilities(protocol, gameMode)));
  });

  it("a Mercury 360: without a game mode that lets flag 2 through the ball's direction is bounded", () => {
    for (const gameMode of [null, 0x20, 0x3f])
      expect(mercuryAbilities("advanced", gameMode)["ball-direction"]?.level).toBe("bounded");
  });
});
