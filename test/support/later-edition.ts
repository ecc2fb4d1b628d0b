import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DATA } from "../../firmware/rules/library.ts";
import { temporaryFolder } from "./folder.ts";

/**
 * A later edition of the Chilean French roulette, made up for tests and never law: in force from 2027-07-01, it has four turns of
 * the ball, makes a rotor that was not alternated a void, takes the defect of the ball out, adds a rule, and changes a call.
 */

export const GAME = "cl/ruleta-francesa";
export const EARLIER = `${GAME}@2023-03`;
export const LATER = `${GAME}@2027-07`;

/** The file of the edition that is installed. */
export const earlierText = (): string => readFileSync(new URL(`${GAME}/2023-03.yaml`, DATA), "utf8");

/** A text with each of these changes made; throws when one finds nothing to change. */
export function changed(text: string, changes: readonly (readonly [RegExp | string, string])[]): string {
  return changes.reduce((now, [from, to]) => {
    const next = now.replace(from, () => to);
    if (next === now) throw new Error(`nothing to change: ${String(from)}`);
    return next;
  }, text);
}

/** The edition as it ends when a later one comes. */
export const endedText = (until: string): string =>
  changed(earlierText(), [['inForce: "2023-03-14"', `inForce: "2023-03-14"\nuntil: "${until}"`]]);

export function laterText(inForce = "2027-07-01"): string {
  const text = earlierText();
  const [, defect = ""] = /(\n {2}- id: ball-or-equipment-defect\n[^]*?)\n {2}- id: bet-after/.exec(text) ?? [];
  const [, steps = ""] = /(\n {2}- id: report-defect\n[^]*?)\n {2}- id: hand-back/.exec(text) ?? [];
  const [, notAlternated = ""] =
    /(\n {2}- id: rotor-direction-not-alternated\n[^]*?)\n {2}- id: relaunch-/.exec(text) ?? [];
  const asVoid = changed(notAlternated, [
    ["basis: derived", "basis: text"],
    ["lines: [266, 266]", "lines: [271, 271]"],
    ["verdict: deviation", "verdict: void"],
    ["then: []", "announce: *tirada-nula\n    declaredBy: jefe-de-mesa\n    then: *after-tirada-nula"],
    [/\n {4}note: [^]*$/, ""],
  ]);
  return changed(text, [
    ['edition: "2023-03"', 'edition: "2027-07"'],
    ['inForce: "2023-03-14"', `inForce: "${inForce}"`],
    ["{ fact: ball-laps, fewerThan: 3 }", "{ fact: ball-laps, fewerThan: 4 }"],
    [defect, ""],
    [steps, ""],
    [
      notAlternated,
      `${asVoid}\n${asVoid.trimStart().replace(/^/, "  ").replaceAll("rotor-direction-not-alternated", "rotor-not-turning-at-launch").replace("{ fact: rotor-alternated, is: false }", "{ fact: rotor-stopped, is: true }")}`,
    ],
  ]);
}

/** A folder of rulebooks of its own with these editions of the game, by the names of their files. */
export function rulebooksFolder(editions: Readonly<Record<string, string>>): URL {
  const folder = temporaryFolder();
  mkdirSync(join(folder, GAME), { recursive: true });
  for (const [name, text] of Object.entries(editions)) writeFileSync(join(folder, GAME, `${name}.yaml`), text);
  return pathToFileURL(`${folder}/`);
}

/** The two editions, the one ending as the other begins. */
export const twoEditions = (): URL =>
  rulebooksFolder({ "2023-03": endedText("2027-06-30"), "2027-07": laterText() });
