import type { FaceSet } from "../../../src/dice/faces.ts";
import type { ArenaState, ThrowRead } from "../../../src/dice/observation.ts";
import type { SceneEvent } from "../../../src/dice/scene/events.ts";
import type { EyeFault, EyeKnows } from "./codes.ts";

/** Version of the eye line that this driver speaks (docs/devices/eye.md). Another major version is not understood. */
export const VERSION = 1;
export const MAJOR_MINOR = { major: VERSION, minor: 0 } as const;

/** The heartbeat comes this often, and the greeting. */
export const HEARTBEAT_MS = 500;
export const HELLO_MS = 2_000;
/** Dice at rest are told again so often, and for so long: a unit that starts beside them hears of them. */
export const REST_REPEATED_MS = 1_000;
export const REST_REPEATED_FOR_MS = 10_000;

/** Limits of a rest line: they keep it below `LINE_LIMIT`. */
export const DICE_MAX = 24;
export const REASONS_MAX = 12;
export const REASON_MAX = 32;
/** Tenths of a millimetre: ten metres to each side. */
export const PLACE_MAX = 99_999;

/** The identity of an eye. */
export interface Hello {
  readonly m: "hello";
  readonly major: number;
  readonly minor: number;
  /** A number of this start: another one means that the eye was started anew. 32 bits. */
  readonly boot: number;
  /** First 16 hex digits of the calibration's SHA-256. */
  readonly digest: string;
  readonly faces: FaceSet;
  readonly width: number;
  readonly height: number;
  readonly knows: EyeKnows;
}

/** What an eye sees and what is wrong with it, from one message to the next. */
export interface EyeStatus {
  readonly state: ArenaState;
  /** The glass dome is closed; null: this eye cannot tell. */
  readonly dome: boolean | null;
  /** Number of the last rest that was sent, 0: none yet. */
  readonly rests: number;
  readonly faults: readonly EyeFault[];
}

export const STATUS_START: EyeStatus = { state: "unknown", dome: null, rests: 0, faults: [] };

/** What the heartbeat counts and measures beside the status. */
export interface Counters {
  /** Frames that were looked at, dropped because the eye was busy, and refused because they were damaged: since the start, 32 bits. */
  readonly frames: number;
  readonly dropped: number;
  readonly damaged: number;
  /** Mean level of the reference patches, 0 to 255; null: not known. */
  readonly light: number | null;
  /** Largest shift of the reference patches, hundredths of a pixel; null: not known. */
  readonly drift: number | null;
}

/** Sent every 500 ms. */
export interface Heartbeat extends EyeStatus, Counters {
  readonly m: "heartbeat";
}

export type EyeMessageBody =
  | Hello
  | Heartbeat
  | { readonly m: "rest"; readonly read: ThrowRead }
  | Exclude<SceneEvent, { readonly m: "fault" }>
  | { readonly m: "fault"; readonly fault: EyeFault; readonly on: boolean; readonly value: number };

/** A message as it stands on the line. A kind of a later minor version keeps its place in the order and has no effect. */
export type EyeMessage = (EyeMessageBody | { readonly m: "unknown" }) & {
  /** 0 to FFFF. */
  readonly n: number;
  /** Milliseconds since the eye's start, 32 bits. */
  readonly at: number;
};
