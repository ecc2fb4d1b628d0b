import { hexDigits, lineOf } from "./line-writer.ts";

/** The host's side of the fast board: its lines, and the settings that they change. */

export type WheelKind = "roulette" | "bowl" | "disc";
export interface Settings {
  readonly kind: WheelKind;
  readonly marks: number;
  readonly debounce: number;
  readonly board: number;
}

const LINE_LIMIT = 40;
/** `*CCCC` */
const TAIL = 5;
const LINES_WAITING = 2;
/** The most lines on their way to the board; no host sends more at once. */
const LINES_COMING = 256;
const DEBOUNCE_MAX = 20_000;
const MARKS_MIN = 8;
const MARKS_MAX = 80;
const KINDS: readonly string[] = ["roulette", "bowl", "disc"];

/** What a host line asks of the board. */
export type HostRequest =
  | { readonly ask: "identity" | "beat" | "self-test" }
  | { readonly ask: "time"; readonly token: string; readonly tick: number }
  | { readonly ask: "setting"; readonly key: keyof Settings }
  | { readonly ask: "set"; readonly key: keyof Settings; readonly settings: Settings }
  | { readonly ask: "refused"; readonly why: "crc" | "length" | "unknown" | "value" | "busy" };

interface HostLine {
  readonly tick: number;
  readonly text: string;
}

/** Bytes from the host become lines at line speed; two may wait for their answer. */
export class HostLineReader {
  #text = "";
  #freeTick = 0;
  readonly #coming: HostLine[] = [];
  #refused = false;

  /** Power or reset: what was under way is gone. */
  reset(): void {
    this.#text = "";
    this.#freeTick = 0;
    this.#coming.length = 0;
    this.#refused = false;
  }

  /** Bytes that begin to arrive at `tick`, each `ticksAByte` long. */
  receive(bytes: string, tick: number, ticksAByte: number): void {
    this.#freeTick = Math.max(this.#freeTick, tick);
    for (const char of bytes) {
      this.#freeTick += ticksAByte;
      if (char === "\n") {
        if (this.#text !== "" && this.#coming.length < LINES_COMING)
          this.#coming.push({ tick: this.#freeTick, text: this.#text });
        this.#text = "";
      } else if (char !== "\r" && this.#text.length <= LINE_LIMIT) this.#text += char;
    }
  }

  /** When the board has something to answer; Infinity when not. */
  nextRequestTick(): number {
    return this.#refused ? 0 : (this.#coming[0]?.tick ?? Infinity);
  }

  /** Takes the oldest line that has arrived at `tick`. */
  takeRequest(tick: number, settings: Settings): HostRequest | null {
    const arrived = this.#coming.filter((line) => line.tick <= tick).length;
    if (arrived > LINES_WAITING) {
      this.#coming.splice(LINES_WAITING, arrived - LINES_WAITING);
      this.#refused = true;
    }
    if (arrived > 0) return requestOf(this.#coming.shift(), settings);
    if (!this.#refused) return null;
    this.#refused = false;
    return { ask: "refused", why: "busy" };
  }
}

function refusal(why: "crc" | "length" | "unknown" | "value"): HostRequest {
  return { ask: "refused", why };
}

function requestOf(line: HostLine | undefined, settings: Settings): HostRequest | null {
  if (line === undefined) return null;
  const { text, tick } = line;
  if (text.length > LINE_LIMIT) return refusal("length");
  const body = text.slice(0, -TAIL);
  if (body === "" || lineOf(body) !== `${text}\n`) return refusal("crc");
  if (body.length > 1 && body[1] !== " ") return refusal("unknown");
  const rest = body.slice(2);
  switch (body[0]) {
    case "I":
      return body.length === 1 ? { ask: "identity" } : refusal("value");
    case "B":
      return body.length === 1 ? { ask: "beat" } : refusal("value");
    case "S":
      return body.length === 1 ? { ask: "self-test" } : refusal("value");
    case "T":
      return /^[0-9A-F]{8}$/.test(rest) ? { ask: "time", token: rest, tick } : refusal("value");
    case "C":
      return body.length === 1 ? refusal("value") : settingRequestOf(rest, settings);
    default:
      return refusal("unknown");
  }
}

function settingRequestOf(rest: string, settings: Settings): HostRequest {
  const space = rest.indexOf(" ");
  const key = space < 0 ? rest : rest.slice(0, space);
  if (!isSettingKey(key)) return refusal("unknown");
  if (space < 0) return { ask: "setting", key };
  const value = parseSetting(key, rest.slice(space + 1));
  return value === null ? refusal("value") : { ask: "set", key, settings: { ...settings, [key]: value } };
}

function isSettingKey(key: string): key is keyof Settings {
  return key === "kind" || key === "marks" || key === "debounce" || key === "board";
}

function parseSetting(key: keyof Settings, text: string): number | string | null {
  if (key === "kind") return KINDS.includes(text) ? text : null;
  if (key === "board") return /^[0-9A-F]{8}$/.test(text) ? parseInt(text, 16) : null;
  if (key === "debounce") {
    const ticks = /^[0-9A-F]{4}$/.test(text) ? parseInt(text, 16) : Infinity;
    return ticks <= DEBOUNCE_MAX ? ticks : null;
  }
  const marks = /^\d\d$/.test(text) ? Number(text) : -1;
  return marks === 0 || (marks >= MARKS_MIN && marks <= MARKS_MAX) ? marks : null;
}

/** A setting as the board writes it. */
export function settingText(settings: Settings, key: keyof Settings): string {
  if (key === "kind") return settings.kind;
  if (key === "marks") return String(settings.marks).padStart(2, "0");
  return hexDigits(settings[key], key === "board" ? 8 : 4);
}
