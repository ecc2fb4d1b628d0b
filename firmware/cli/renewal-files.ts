import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT, orUsageProblem, Problem, usageProblem } from "../problem.ts";
import { boxOf } from "../relay/box-name.ts";
import { BOXES_MAX } from "../relay/limits.ts";

/** How requests for certificates travel to the authority, and certificates back: one file a unit. */

export const REQUEST_ENDING = ".renewal";
export const CERTIFICATE_ENDING = ".pem";

/** Throws a Problem. */
export function renewalNamesIn(folder: string, end: string): readonly string[] {
  const names = orUsageProblem(() => readdirSync(folder)).filter((name) => name.endsWith(end));
  if (names.length > BOXES_MAX)
    throw usageProblem(
      `${folder} has ${names.length} files ${end}, at most ${BOXES_MAX}: do them in two folders`,
    );
  return names.toSorted();
}

/** A name of a log as a file's; its box keeps two of them apart. */
export const renewalFile = (name: string, box = boxOf(name)): string =>
  `${name.replaceAll(/[^\p{L}\p{N}.-]/gu, "_").replace(/^\.+/, "")}-${box.slice(0, 8)}`;

export function writeRenewal(folder: string, name: string, text: string): void {
  orUsageProblem(() => writeFileSync(join(folder, name), text));
}

/** Ends with status 6 where something was refused, and names it. */
export function endRenewals(what: string, refused: readonly string[]): void {
  if (refused.length > 0) throw new Problem(EXIT.notValid, `${what}: ${refused.join("; ")}`);
}
