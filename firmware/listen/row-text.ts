import type { Decoded } from "../../drivers/decoding.ts";
import { US_PER_S, type MonoUs } from "../../src/time/instant.ts";
import type { Identified, LineCounts } from "./identify.ts";
import type { KnownLine } from "./known-lines.ts";
import type { Row } from "./row.ts";

/** What was heard, in words for people and as plain values. */

/** Bytes of a row that are shown in one line; the rest is counted. */
const SHOWN_MAX = 200;
/** What stands for bytes that are kept from people. */
export const KEPT = "(kept: it may hold a card's face)";

const printable = (bytes: string): string =>
  bytes.replace(/[^ -~]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`);

export const hexOfBytes = (bytes: string): string =>
  Array.from(bytes, (char) => char.charCodeAt(0).toString(16).padStart(2, "0")).join(" ");

function shown(bytes: string, as: (bytes: string) => string): string {
  const more = bytes.length - SHOWN_MAX;
  return more > 0 ? `${as(bytes.slice(0, SHOWN_MAX))} … ${more} bytes more` : as(bytes);
}

/** `status: state 2, game 13`; what is not so is left out. */
function wordsOf({ message, says }: Decoded): string {
  const told = Object.entries(says).filter(([, value]) => value !== false);
  const all = told.map(([name, value]) => `${name} ${value === null ? "-" : String(value)}`);
  return all.length === 0 ? message : `${message}: ${all.join(", ")}`;
}

/** One row as a line. `since`: the instant that counts as 0. `isHex`: bytes in hex. */
export function rowLine({ t, way, bytes, decoded, isDamaged }: Row, since: MonoUs, isHex: boolean): string {
  const at = ((t - since) / US_PER_S).toFixed(6).padStart(12);
  const text = bytes === null ? KEPT : shown(bytes, isHex ? hexOfBytes : printable);
  const said = decoded === null ? (isDamaged ? "damaged" : "") : wordsOf(decoded);
  const face = decoded?.face === undefined ? "" : ` ${decoded.face}`;
  return `${at}  ${way.padEnd(3)}  ${text.padEnd(said === "" ? 0 : 44)}${said === "" ? "" : `  ${said}`}${face}`;
}

/** One row as plain values. */
export function rowObject({ t, way, bytes, decoded, isDamaged }: Row): object {
  return {
    kind: "row",
    t,
    way,
    text: bytes === null ? null : printable(bytes),
    bytes: bytes === null ? null : hexOfBytes(bytes).replaceAll(" ", ""),
    message: decoded?.message ?? null,
    says: decoded?.says ?? null,
    proof: decoded?.proof ?? null,
    ...(decoded?.face === undefined ? {} : { face: decoded.face }),
    damaged: isDamaged,
  };
}

/** `cammegh-mercury-360 (extended)`. */
export const lineName = ({ devices, decoder: { protocol } }: KnownLine): string =>
  `${devices.join(" or ")}${protocol === null ? "" : ` (${protocol})`}`;

const evidence = ({ checksums, shapes, weak, damaged }: LineCounts): string =>
  [
    checksums > 0 ? `${checksums} with a checksum that is right` : "",
    shapes > 0 ? `${shapes} of a shape that is its own` : "",
    weak > 0 ? `${weak} that prove nothing alone` : "",
    `${damaged} damaged`,
  ]
    .filter((one) => one !== "")
    .join(", ");

/** What the line is, in lines. `rate`: its speed for people, e.g. `9600 baud`; empty: it has none. */
export function verdictLines({ line, certainty, rivals, counts }: Identified, rate: string): readonly string[] {
  if (line === null) return [`none: no device that is known speaks here${rate === "" ? "" : ` at ${rate}`}`];
  const at = rate === "" ? "" : ` at ${rate}`;
  const others = rivals.map(lineName).join(", ");
  return [
    `${certainty}: ${lineName(line)}${at}; of the newest messages ${evidence(counts)}`,
    ...(others === ""
      ? []
      : [`${others} may have said the same; what it answers tells them apart (--send read-version)`]),
  ];
}

/** What the line is, as plain values. */
export function verdictObject({ line, certainty, rivals, counts }: Identified, baud: number | null): object {
  return {
    kind: "verdict",
    device: line?.devices[0] ?? null,
    protocol: line?.decoder.protocol ?? null,
    baud,
    certainty,
    or: [...(line?.devices.slice(1) ?? []), ...rivals.map(lineName)],
    ...counts,
  };
}
