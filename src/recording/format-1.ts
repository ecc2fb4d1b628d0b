import { logInMode, modeOfLog } from "../record/mode.ts";
import { durableOf } from "../table/durable-format.ts";
import type { Table } from "../table/table.ts";
import { RECORDING_FORMAT, WHEEL_PORT, type Entry, type SegmentHead } from "./entry.ts";

/** What the first line of a recording of format 1 (releases up to 0.6.2) begins with. */
export const HEAD_OF_FORMAT_1 = '{"k":"head","v":1,';

export type HeadOfFormat1 = Omit<SegmentHead, "v" | "mode" | "epoch" | "rel"> & {
  readonly v: 1;
  readonly release: string;
};

/** Format 1 does not say how fast a wheel's line was: the fastest is taken, so that no line counts as too fast for its wire. */
const LINE_OF_FORMAT_1 = 921_600;

/**
 * The head of a recording of format 1, as one of today's: a replay of it comes to the same kinds, rounds and results. Its lines
 * are not those that were signed, since they name the bytes of this head.
 */
export function fromFormat1({ release, ...head }: HeadOfFormat1): SegmentHead {
  const state = head.state as { readonly table: Table };
  const table = { ...state.table, durable: durableOf(state.table.durable) };
  return {
    ...head,
    options: head.segment.startsWith(WHEEL_PORT) ? { baud: LINE_OF_FORMAT_1, ...head.options } : head.options,
    v: RECORDING_FORMAT,
    mode: modeOfLog(head.log),
    epoch: 0,
    rel: { version: release, manifest: null },
    state: { ...state, table },
  };
}

/** Format 1 said in its entries alone that a table was a test: such a recording is replayed as one of a test's log. */
export function withModeOfFormat1(head: SegmentHead, entries: readonly Entry[]): SegmentHead {
  const isTest = entries.some((entry) => entry.k === "restarted" && entry.detail["test"] === true);
  return isTest ? { ...head, log: logInMode(head.log, "test"), mode: "test" } : head;
}
