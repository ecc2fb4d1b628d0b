import { crc16 } from "../link/fields.ts";

/**
 * The lines of a board's boot section (docs/devices/boot-section.md, "Lines"): `!`, two letters `@` to `O` for each byte, LF. The last
 * two bytes are the CRC of those before. A line is accepted whole or not at all.
 */

/** Bytes of a page of flash. */
export const PAGE_BYTES = 128;
/** Pages that an application may have. */
export const PAGES_MAX = 239;
/** Characters of the longest line of a board, `!` and LF counted. */
export const BOARD_LINE_MAX = 2 * (13 + 2) + 2;

/** What the application's image in a board is. */
export const IMAGE_STATES = ["none", "torn", "other", "valid"] as const;
export type ImageState = (typeof IMAGE_STATES)[number];

/** Why a board did not do what a line wanted. */
export const BOOT_REFUSALS = {
  /** The line was damaged on its way. */
  l: "line",
  /** No line of this protocol. */
  u: "unknown",
  /** The image is of another kind of board, or of other hardware. */
  k: "kind",
  /** More pages than fit, or a page that the image has not. */
  z: "size",
  /** Somebody else has begun, or nobody has. */
  s: "session",
  /** The flash does not hold what was written. */
  f: "flash",
  /** All pages are there and are not the image. */
  i: "image",
  /** There is no image that may be started. */
  w: "waits",
} as const;
export type BootRefusal = (typeof BOOT_REFUSALS)[keyof typeof BOOT_REFUSALS];

/** A boot section, and what it found. */
export interface Waiting {
  readonly kind: number;
  readonly hardware: number;
  /** `M.m` of the boot section. */
  readonly boot: string;
  readonly image: ImageState;
}

export type BootMessage =
  | ({ readonly m: "waits" } & Waiting)
  | ({
      readonly m: "identity";
      /** `M.m.p` of the application; counts with an image that is valid, other or torn. */
      readonly version: string;
      /** As the mark has them. */
      readonly crc: number;
      readonly pages: number;
    } & Waiting)
  /** A page, and the CRC-32 of what it holds. */
  | { readonly m: "page" | "written"; readonly page: number; readonly crc: number }
  | { readonly m: "begun" | "finished" | "runs" }
  | { readonly m: "refused"; readonly why: BootRefusal };

const DONE = { B: "begun", E: "finished", R: "runs" } as const;

/** A line without its LF; null: none of a boot section, or damaged. */
export function parseBootLine(text: string): BootMessage | null {
  if (!/^![@A-O]{6,}$/.test(text) || text.length > BOARD_LINE_MAX || text.length % 2 === 0) return null;
  const bytes = Array.from({ length: (text.length - 1) / 2 }, (_, at) => byteAt(text, 1 + 2 * at));
  if (crc16(String.fromCharCode(...bytes)) !== 0) return null;
  const [letter = 0, ...fields] = bytes.slice(0, -2);
  return messageOf(String.fromCharCode(letter), fields);
}

/** What a board says that is in its boot section, asked or not; null: the line is none of that. */
export function waitingIn(text: string): Waiting | null {
  const message = parseBootLine(text);
  return message?.m === "waits" || message?.m === "identity" ? message : null;
}

const byteAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 0x0f) << 4) | (text.charCodeAt(at + 1) & 0x0f);

function messageOf(letter: string, fields: readonly number[]): BootMessage | null {
  switch (letter) {
    case "W":
    case "I":
      return fields.length === (letter === "W" ? 4 : 12) ? standingOf(letter, fields) : null;
    case "P":
    case "Q":
      if (fields.length !== 5) return null;
      return { m: letter === "P" ? "written" : "page", page: fields[0] ?? 0, crc: word32(fields, 1) };
    case "B":
    case "E":
    case "R":
      return fields.length === 0 ? { m: DONE[letter] } : null;
    case "N": {
      const why = String.fromCharCode(fields[0] ?? 0);
      return fields.length === 1 && Object.hasOwn(BOOT_REFUSALS, why)
        ? { m: "refused", why: BOOT_REFUSALS[why as keyof typeof BOOT_REFUSALS] }
        : null;
    }
    default:
      return null;
  }
}

function standingOf(letter: "W" | "I", fields: readonly number[]): BootMessage | null {
  const [kind = 0, hardware = 0, boot = 0, state = 0, major = 0, minor = 0, patch = 0] = fields;
  const image = IMAGE_STATES[state];
  if (image === undefined) return null;
  const waiting = { kind, hardware, boot: `${boot >> 4}.${boot & 0x0f}`, image };
  if (letter === "W") return { m: "waits", ...waiting };
  const version = `${major}.${minor}.${patch}`;
  return { m: "identity", ...waiting, version, crc: word32(fields, 7), pages: fields[11] ?? 0 };
}

const word32 = (bytes: readonly number[], at: number): number =>
  bytes.slice(at, at + 4).reduceRight((value, byte) => value * 256 + byte, 0);

/** A question or an order of the host. */
export type BootRequest =
  | { readonly r: "identify" | "run" }
  | {
      readonly r: "begin";
      readonly session: number;
      readonly kind: number;
      readonly hardware: number;
      readonly pages: number;
      readonly crc: number;
    }
  | {
      readonly r: "write";
      readonly session: number;
      readonly page: number;
      readonly bytes: Uint8Array;
    }
  | { readonly r: "look"; readonly page: number }
  | { readonly r: "finish"; readonly session: number };

/** The line of a request, with its LF. */
export function encodeBootLine(request: BootRequest): string {
  const bytes = bytesOf(request);
  const crc = crc16(String.fromCharCode(...bytes));
  const letters = [...bytes, crc >> 8, crc & 0xff].map((byte) =>
    String.fromCharCode(0x40 | (byte >> 4), 0x40 | (byte & 0x0f)),
  );
  return `!${letters.join("")}\n`;
}

function bytesOf(request: BootRequest): number[] {
  const letter = (text: string): number => text.charCodeAt(0);
  switch (request.r) {
    case "identify":
      return [letter("I")];
    case "run":
      return [letter("R")];
    case "look":
      return [letter("Q"), request.page];
    case "finish":
      return [letter("E"), ...little(request.session, 2)];
    case "write":
      return [letter("P"), ...little(request.session, 2), request.page, ...request.bytes];
    case "begin": {
      const { session, kind, hardware, pages, crc } = request;
      return [letter("B"), ...little(session, 2), kind, hardware, pages, ...little(crc, 4)];
    }
  }
}

const little = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) & 0xff);
