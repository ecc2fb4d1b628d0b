import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CERTIFICATE_MAX, RENEWAL_MAX_BYTES } from "../../../src/orders/renewal.ts";
import { EXIT, orUsageProblem, Problem, usageProblem } from "../../problem.ts";
import { readTextFile } from "../../files/read-file.ts";
import { boxOf } from "../../office/relay/letter-box.ts";
import { BOXES_MAX } from "../../office/relay/limits.ts";

/** How requests for certificates travel to the authority, and certificates back: one file a unit. */

/** What travels: how its files end, and how long one may be. */
interface Travelling {
  readonly end: string;
  readonly most: number;
}
export const REQUESTS: Travelling = { end: ".renewal", most: RENEWAL_MAX_BYTES };
export const CERTIFICATES: Travelling = { end: ".pem", most: CERTIFICATE_MAX };

/** Those of a folder, by their files' names. Throws a Problem. */
export function readRenewals(
  folder: string,
  { end, most }: Travelling,
): readonly { readonly name: string; readonly text: string }[] {
  const names = orUsageProblem(() => readdirSync(folder)).filter((name) => name.endsWith(end));
  if (names.length > BOXES_MAX)
    throw usageProblem(
      `${folder} has ${names.length} files ${end}, at most ${BOXES_MAX}: do them in two folders`,
    );
  return names
    .toSorted()
    .map((name) => ({ name, text: orUsageProblem(() => readTextFile(join(folder, name), most)) }));
}

/** Writes that of a unit; its box keeps two names apart that are one as a file's. Throws a Problem. */
export function writeRenewal(
  folder: string,
  { end }: Travelling,
  { unit, text, box = boxOf(unit) }: { readonly unit: string; readonly text: string; readonly box?: string },
): void {
  const name = unit.replaceAll(/[^\p{L}\p{N}.-]/gu, "_").replace(/^\.+/, "");
  orUsageProblem(() => writeFileSync(join(folder, `${name}-${box.slice(0, 8)}${end}`), text));
}

/** Ends with status 6 where something was refused, and names it. */
export function endRenewals(what: string, refused: readonly string[]): void {
  if (refused.length > 0) throw new Problem(EXIT.notValid, `${what}: ${refused.join("; ")}`);
}
