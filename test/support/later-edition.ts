import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DATA } from "../../firmware/table/rules/library.ts";
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
  changed(earlierText(), [["edition: 2023-03\n", `edition: 2023-03\nuntil: "${until}"\n`]]);

const VOID = `verdict: void
    announce: tirada-nula
    declaredBy: jefe-de-mesa
    then: [pick-up-ball, ball-to-previous-number, order-relaunch, rotor-turns-before-relaunch, relaunch]`;

/** What the later edition says otherwise. */
export const laterText = (inForce = "2027-07-01"): string => `pack: tirada-pack/1
jurisdiction: cl
game: ruleta-francesa
family: wheel
edition: 2027-07
inForce: "${inForce}"
extends: ${EARLIER}
without: { rules: [ball-or-equipment-defect] }
rules:
  - { id: fewer-than-min-revolutions, when: { fact: ball-laps, fewerThan: 4 } }
  - id: rotor-direction-not-alternated
    cite: II.1.5, l. 271
    basis: text
    ${VOID}
    note: null
  - id: rotor-not-turning-at-launch
    cite: II.1.5, l. 271
    basis: text
    text:
      es: La bola se lanza con el cilindro parado.
      eu: Bola jaurti da zilindroa geldirik dagoela.
      gl: A bóla lánzase co cilindro parado.
      en: The ball is launched while the rotor stands.
    when: { fact: rotor-stopped, is: true }
    ${VOID}
`;

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
