import { RANKS, SUITS, type Face } from "../../../src/cards/card.ts";
import type { JamPlace, UnreadWhy } from "../../../src/table/shoe/observation.ts";
import type { ShoeMode } from "../session.ts";

/** The code tables of docs/devices/tirada-shoe.md, "Codes". Index is the code unless said otherwise. */

export const KINDS = ["reading-shoe", "shuffler", "continuous-shuffler", "camera-shoe"] as const;
export const CAUSES = ["power", "reset", "brownout", "watchdog"] as const;

export const STAGES = [
  "out-of-service",
  "idle",
  "loading",
  "shuffling",
  "verifying",
  "sorting",
  "ready",
  "dealing",
  "empty",
] as const;

export const MODES: readonly ShoeMode[] = ["one-by-one", "packets", "continuous", "sort"];

/** Code 1 on; 0 is unknown. */
export const BACKS = ["red", "blue", "green", "black", "brown", "purple", "orange", "grey"] as const;

/** Code 1 on; 0 is no jam. */
export const JAMS: readonly JamPlace[] = ["inlet", "shuffler", "elevator", "reader", "exit", "unknown"];

/** Code 1 on; bit 0 of the heartbeat's map is code 1. */
export const WARNINGS = [
  "count-wrong",
  "identity-wrong",
  "incomplete-cycle",
  "sort-mode",
  "cards-left-inside",
  "reader-dirty",
  "exit-forced",
  "tamper",
  "self-test-failed",
  "memory-lost",
] as const;

/** Code 1 on. */
export const MOTORS = ["inlet", "shuffler", "elevator", "exit"] as const;
export const MOTOR_STATES = ["stopped", "runs", "stalled", "overcurrent"] as const;

export const GATES = ["unlocked", "locked", "forced"] as const;

/** What a self-test tries, bit 0 first. */
export const SENSORS = [
  "reader",
  "exit",
  "thickness",
  "face-up",
  "cut-card",
  "lid",
  "level",
  "gate",
  "motors",
] as const;

export const RESULTS = ["done", "damaged", "unknown", "value", "busy", "not-now"] as const;

export type ReaderState = "pending" | "empty" | "suspected-repeat" | "same-card" | UnreadWhy;
export const READER_STATES: readonly ReaderState[] = [
  "pending",
  "empty",
  "failed",
  "used",
  "suspected-repeat",
  "low-confidence",
  "blank",
  "unknown-code",
  "late",
  "same-card",
];

const JOKER = 0x0f;

/** The face of a rank (1 ace to 13 king, 15 joker) and a suit (1 clubs to 4 spades, 0 for a joker), or null. */
export function faceOf(rank: number, suit: number): Face | null {
  if (rank === JOKER) return suit === 0 ? "joker" : null;
  const [rankName, suitName] = [RANKS[rank - 1], SUITS[suit - 1]];
  return rankName === undefined || suitName === undefined ? null : `${rankName}${suitName}`;
}
