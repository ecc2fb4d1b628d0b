import { US_PER_S } from "../../../src/time/instant.ts";

/** The longest metadata that are read where nothing says how long they are, bytes. */
export const ROOT_MAX_BYTES = 64 * 1_024;
export const TIMESTAMP_MAX_BYTES = 16 * 1_024;
export const SNAPSHOT_MAX_BYTES = 64 * 1_024;
export const TARGETS_MAX_BYTES = 4 * 1_024 * 1_024;
/** A bundle of a base system: it has room for 768 MiB, and the bundle has the sums of its blocks too. */
export const BASE_MAX_BYTES = 800 * 1_024 * 1_024;
/** Newer roots that one update goes through. */
export const ROOT_ROTATIONS_MAX = 64;

/** How a transfer is bounded: nothing for so long, all of it for so long, and so many bytes a second at least beyond that. */
export interface TransferLimits {
  readonly idleUs: number;
  readonly totalUs: number;
  readonly bytesPerSecond: number;
}

export const TRANSFER_IDLE_US = 20 * US_PER_S;
export const TRANSFER_TOTAL_US = 60 * US_PER_S;
export const TRANSFER_BYTES_PER_SECOND = 32 * 1_024;
export const TRANSFER_LIMITS: TransferLimits = {
  idleUs: TRANSFER_IDLE_US,
  totalUs: TRANSFER_TOTAL_US,
  bytesPerSecond: TRANSFER_BYTES_PER_SECOND,
};

/** The time that a transfer of at most so many bytes may take, µs. */
export function transferUs({ totalUs, bytesPerSecond }: TransferLimits, bytes: number): number {
  return totalUs + Math.ceil((bytes / bytesPerSecond) * US_PER_S);
}

/** A stick is refused when its timestamp was stamped longer ago. */
export const STICK_MAX_DAYS = 7;
/** A stick may have been stamped by a clock that is so much ahead of this unit's. */
export const STAMP_AHEAD_MINUTES = 60;
