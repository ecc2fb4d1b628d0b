import { isIP } from "node:net";
import { usageProblem } from "../../problem.ts";

/** Prefixes that are no wider: a table talks to a few machines. */
const WIDEST = { 4: 16, 6: 48 } as const;
export const ADDRESSES_MAX = 8;

/** An address, or a network as `10.7.0.0/24`. @throws Problem */
export function allowedAddress(text: string): string {
  const [address = "", length, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || address.includes("%") || rest.length > 0)
    throw usageProblem(
      `${printable(text)}: no address; write 10.7.0.5, 10.7.0.0/24 or fd00:7::5 (of a name: getent hosts NAME)`,
    );
  if (length === undefined) return address;
  const [widest, longest] = version === 4 ? [WIDEST[4], 32] : [WIDEST[6], 128];
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : -1;
  if (bits < widest || bits > longest)
    throw usageProblem(`${printable(text)}: the network has ${widest} to ${longest} bits`);
  return `${address}/${bits}`;
}

/** One to {@link ADDRESSES_MAX} addresses; `none` alone: there is none. @throws Problem */
export function addressesOf(words: readonly string[]): readonly string[] {
  if (words.length === 1 && words[0] === "none") return [];
  if (words.length === 0 || words.length > ADDRESSES_MAX)
    throw usageProblem(`name 1 to ${ADDRESSES_MAX} addresses, or none`);
  return words.map(allowedAddress);
}

/** One of a closed list. @throws Problem */
export function oneOf<T extends string>(what: string, known: readonly T[], text: string | undefined): T {
  const found = known.find((one) => one === text);
  if (found === undefined)
    throw usageProblem(
      `${text === undefined ? `name the ${what}` : `${printable(text)}: no such ${what}`}; known: ${known.join(", ")}`,
    );
  return found;
}

/** A zone of the IANA list by its name, which this machine has. @throws Problem */
export function zoneOf(text: string | undefined, isKnown: (zone: string) => boolean): string {
  if (text !== undefined && /^[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z0-9_+-]*){0,2}$/.test(text) && isKnown(text))
    return text;
  throw usageProblem(
    `${text === undefined ? "name the zone" : `${printable(text)}: no such zone`}; write it as Europe/Madrid or America/Santiago`,
  );
}

const EARLIEST_YEAR = 2026;
const LATEST_YEAR = 2099;

/** A time in RFC 3339, in UTC without fractions. @throws Problem */
export function timeOf(text: string | undefined): string {
  const isTime = text !== undefined && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const at = new Date(isTime ? text : Number.NaN);
  const isDay = isTime && isRealDay(text);
  if (!isDay || Number.isNaN(at.getTime()))
    throw usageProblem(
      `${text === undefined ? "name the time" : `${printable(text)}: no time`}; write it as 2026-11-28T19:05:00+01:00`,
    );
  const year = at.getUTCFullYear();
  if (year < EARLIEST_YEAR || year > LATEST_YEAR)
    throw usageProblem(`${text}: the year is ${EARLIEST_YEAR} to ${LATEST_YEAR}`);
  return at.toISOString().replace(/\.\d+Z$/, "Z");
}

/** Not 30 February, which would be taken for 2 March. */
function isRealDay(text: string): boolean {
  const day = text.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) === day;
}

/** A whole number. @throws Problem */
export function digitsOf(what: string, text: string): string {
  if (/^(?:0|[1-9]\d{0,14})$/.test(text)) return text;
  throw usageProblem(`${printable(text)}: ${what} is a whole number`);
}

/** Something that matches. @throws Problem */
export function matching(what: string, pattern: RegExp, text: string | undefined): string {
  if (text !== undefined && pattern.test(text)) return text;
  throw usageProblem(`${text === undefined ? "missing" : printable(text)}: ${what}`);
}

const SHOWN_MAX = 60;

/** What was typed, fit for one line of a terminal. */
// oxlint-disable-next-line no-control-regex -- control characters are what is left out
const UNPRINTED = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
export const printable = (text: string): string => text.slice(0, SHOWN_MAX).replace(UNPRINTED, "?");
