import { BOARD_LINE_MAX, waitingIn } from "../boot-section/lines.ts";
import { FIRMWARE_MAJOR, FIRMWARE_NAME, INPUT_PINS, OUTPUT_PINS, PANEL_PINS } from "./wiring.ts";

/**
 * Firmata messages of a panel (protocol 2.5). The client library takes whatever comes: it grows without limit on a
 * message without end, believes any capability and throws on a pin that is not there. So only whole messages that this
 * panel's firmware can send are passed on.
 */

const END_SYSEX = 0xf7;
const START_SYSEX = 0xf0;
const REPORT_VERSION = 0xf9;
const DIGITAL_PORT_0 = 0x90;
const CAPABILITY_RESPONSE = 0x6c;
const ANALOG_MAPPING_RESPONSE = 0x6a;
const REPORT_FIRMWARE = 0x79;
const NONE = 0x7f;
const LINE_START = "!".charCodeAt(0);
const LINE_END = "\n".charCodeAt(0);
/** Longest message of the firmware: the capabilities. */
export const MESSAGE_LIMIT = 128;

/** `waits`: the line of a boot section, which is no Firmata and is never passed on. */
export type FrameKind = "version" | "firmware" | "capabilities" | "analog-mapping" | "levels" | "waits";

export interface Frame {
  readonly kind: FrameKind;
  readonly bytes: readonly number[];
}

const CAPABILITIES: readonly number[] = [
  START_SYSEX,
  CAPABILITY_RESPONSE,
  ...Array.from({ length: PANEL_PINS }, (_, pin) => [...modesOf(pin), NONE]).flat(),
  END_SYSEX,
];
const ANALOG_MAPPING: readonly number[] = [
  START_SYSEX,
  ANALOG_MAPPING_RESPONSE,
  ...Array.from({ length: PANEL_PINS }, () => NONE),
  END_SYSEX,
];

/** Pairs of mode and bits: input and input with pull-up, or output. */
function modesOf(pin: number): number[] {
  if (Object.values<number>(INPUT_PINS).includes(pin)) return [0x00, 1, 0x0b, 1];
  return Object.values<number>(OUTPUT_PINS).includes(pin) ? [0x01, 1] : [];
}

/** Takes the panel's bytes and gives its whole messages. */
export class FrameReader {
  /** Bytes that belonged to no message of a panel. */
  damaged = 0;
  #open: number[] = [];
  /** The line of a boot section that is coming; empty: none is. */
  #line = "";
  #pinsKnown = false;

  /** A new connection: what was half read is forgotten. */
  restart(): void {
    this.#open = [];
    this.#line = "";
  }

  parseBytes(bytes: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    for (const byte of bytes) {
      const frame = this.#byte(byte);
      if (frame !== null) frames.push(frame);
    }
    return frames;
  }

  /** A line of a boot section: text between two messages. */
  #text(byte: number): Frame | null {
    if (this.#line === "" && byte !== LINE_START) return null;
    if (byte !== LINE_END) {
      this.#line =
        byte < 0x80 && this.#line.length < BOARD_LINE_MAX ? this.#line + String.fromCharCode(byte) : "";
      return null;
    }
    const line = this.#line;
    this.#line = "";
    return waitingIn(line) === null ? null : { kind: "waits", bytes: [] };
  }

  #byte(byte: number): Frame | null {
    const waits = this.#open.length === 0 ? this.#text(byte) : null;
    if (waits !== null) return waits;
    const open = this.#open;
    const starts = byte >= 0x80 && !(byte === END_SYSEX && open[0] === START_SYSEX);
    if (starts || open.length === 0 || open.length >= MESSAGE_LIMIT) {
      this.damaged += open.length;
      open.length = 0;
      if (![START_SYSEX, REPORT_VERSION, DIGITAL_PORT_0].includes(byte)) {
        this.damaged++;
        return null;
      }
    }
    open.push(byte);
    if (open[0] === START_SYSEX ? byte !== END_SYSEX : open.length < 3) return null;
    this.#open = [];
    const kind = this.#kindOf(open);
    if (kind === null) {
      this.damaged += open.length;
      return null;
    }
    return { kind, bytes: open };
  }

  #kindOf(bytes: readonly number[]): FrameKind | null {
    if (bytes[0] === REPORT_VERSION) return bytes[1] === 2 ? "version" : null;
    if (bytes[0] === DIGITAL_PORT_0) return "levels";
    if (same(bytes, CAPABILITIES)) {
      this.#pinsKnown = true;
      return "capabilities";
    }
    // The library looks the pins up that the capabilities made.
    if (same(bytes, ANALOG_MAPPING)) return this.#pinsKnown ? "analog-mapping" : null;
    return isOurFirmware(bytes) ? "firmware" : null;
  }
}

function same(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function isOurFirmware(bytes: readonly number[]): boolean {
  if (bytes[1] !== REPORT_FIRMWARE || bytes[2] !== FIRMWARE_MAJOR) return false;
  let name = "";
  for (let at = 4; at + 1 < bytes.length - 1; at += 2) {
    name += String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 7));
  }
  return name === FIRMWARE_NAME;
}
