import type { Key } from "../people/keys.ts";
import type { Person } from "../people/roles.ts";
import type { ReleaseId } from "../record/chain.ts";
import type { Mode } from "../record/mode.ts";
import type { UnitEvent } from "../table/kernel/record.ts";
import type { MonoUs, WallMs } from "../time/instant.ts";
import type { FaultCode } from "../codes/faults.ts";

/**
 * One input of a table, as it is recorded before it acts. A recording is a text file, one entry a line, JSON;
 * replaying its entries gives the same records, hash for hash.
 *
 * `t` is the monotonic instant in µs. `bytes` holds one character a byte (Latin-1), so a serial line can be read
 * in the file as it was sent.
 */
export type Entry =
  | { readonly k: "open"; readonly t: MonoUs; readonly port: string; readonly name: string }
  | { readonly k: "lost"; readonly t: MonoUs; readonly port: string; readonly why: string }
  | { readonly k: "in"; readonly t: MonoUs; readonly port: string; readonly bytes: string }
  | { readonly k: "out"; readonly t: MonoUs; readonly port: string; readonly bytes: string }
  /** Bytes that came and could not be kept: a recorded fault. */
  | { readonly k: "overrun"; readonly t: MonoUs; readonly port: string; readonly lost: number }
  /** Nothing but time: the core had asked to be woken. */
  | { readonly k: "tick"; readonly t: MonoUs }
  | { readonly k: "key"; readonly t: MonoUs; readonly key: Key; readonly by: Person }
  /** A fault of a device beside the wheel (the panel), which its own driver found: it becomes active, or is cleared. */
  | {
      readonly k: "fault";
      readonly t: MonoUs;
      readonly device: string;
      readonly code: FaultCode;
      readonly detail: Readonly<Record<string, string | number>>;
      readonly stands: boolean;
    }
  /** The wall clock was set: labels from here on count from this pair. */
  | {
      readonly k: "clock";
      readonly t: MonoUs;
      readonly wall: WallMs;
      readonly trust: "unsynced" | "rtc" | "synced";
    }
  /** The unit started: an interrupted spin is given up. */
  | {
      readonly k: "restarted";
      readonly t: MonoUs;
      readonly detail: Readonly<Record<string, string | number | boolean | null>>;
    }
  /**
   * Card tables: from here on everything is under a new secret (64 hex characters). What was recorded since the last one is
   * open now. On the disk this line and all after it are sealed until the next one comes (`firmware/journal/`).
   */
  | { readonly k: "seal"; readonly t: MonoUs; readonly key: string }
  /** Something happened to the unit that the inspector must be able to account for: it becomes a record of this kind. */
  | {
      readonly k: "event";
      readonly t: MonoUs;
      readonly event: UnitEvent;
      readonly detail: Readonly<Record<string, string | number | boolean | null>>;
    }
  /** The table is open from the start: by configuration, or because a foreign log has no keys. */
  | { readonly k: "auto-open"; readonly t: MonoUs }
  /** The recording ends here on purpose. */
  | { readonly k: "end"; readonly t: MonoUs; readonly why: string };

/** The one port of a wheel table, and of a card table, as recordings name it. */
export const WHEEL_PORT = "wheel";
export const SHOE_PORT = "shoe";
/** The ports of a dice table. The eye is always there; what throws and a second source may be. */
export const EYE_PORT = "eye";
export const THROWER_PORT = "thrower";
export const WITNESS_PORT = "witness";
/** The port of a reader of balls. */
export const BALLS_PORT = "balls";

/** Format of the recordings that are written. */
export const RECORDING_FORMAT = 2;

/** First line of a segment: all that a replay needs to start from here. */
export interface SegmentHead {
  readonly k: "head";
  /** Format 1 (releases up to 0.6.2) is read as this one: `format-1.ts`. */
  readonly v: typeof RECORDING_FORMAT;
  /** Segment name, e.g. `wheel-7-000012`. */
  readonly segment: string;
  readonly log: string;
  readonly mode: Mode;
  /** As in the records: the part of the journal, from 0. */
  readonly epoch: number;
  readonly boot: string;
  readonly rel: ReleaseId;
  readonly rulebook: string;
  readonly device: string;
  /** The device session's options, so that the replay reads the line as the unit did. */
  readonly options: Readonly<Record<string, string | number | boolean | null>>;
  readonly houseRules: readonly string[];
  /** For how many minutes the house lets a round be judged anew where the law sets no time. Absent: it does not say. */
  readonly lateMinutes?: number;
  /** For how many seconds the house counts down for bets. Absent: it does not. */
  readonly betsSeconds?: number;
  readonly t: MonoUs;
  readonly wall: WallMs;
  readonly trust: "unsynced" | "rtc" | "synced";
  /** SHA-256 of the whole previous segment of this boot, or null for the first. */
  readonly previous: { readonly segment: string; readonly sha256: string } | null;
  /** The table's whole state before the first entry, and the head of the evidence chain. */
  readonly state: unknown;
  readonly chain: { readonly seq: number; readonly prev: string };
}

/** Where in a recording a record came from: the segment and the hash of its bytes up to and including the deciding entry. */
export interface RecordingMark {
  readonly segment: string;
  /** Length of the prefix in bytes: `head -c <bytes> <segment>.jsonl | sha256sum` gives `sha256`. */
  readonly bytes: number;
  readonly sha256: string;
}
