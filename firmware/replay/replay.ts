import { isFields, type Fields } from "../../src/load/json.ts";
import { firstHead } from "../../src/record/chain.ts";
import { modeOfLog } from "../../src/record/mode.ts";
import { RECORDING_FORMAT, type Entry, type SegmentHead } from "../../src/recording/entry.ts";
import { monoUs, wallMs } from "../../src/time/instant.ts";
import {
  Pipeline,
  type BuiltRecord,
  type PipelineSetup,
  type PipelineState,
} from "../table/pipeline/pipeline.ts";
import type { Capture } from "./capture.ts";

/** The log that a replayed foreign capture's records, and those of a simulation, are numbered in: nothing in it counts. */
export const REPLAY_LOG = "tirada.local/replay/test";

/** A fresh table for a capture that brings no state of its own, and for a simulation. Its lines are not signed. */
export function newTableHead(
  setup: PipelineSetup,
  version: string,
  houseRules: readonly string[],
): SegmentHead {
  const chain = firstHead(REPLAY_LOG);
  const t = monoUs(0);
  return {
    k: "head",
    v: RECORDING_FORMAT,
    segment: "replay",
    log: REPLAY_LOG,
    mode: modeOfLog(REPLAY_LOG),
    epoch: 0,
    boot: "replay",
    rel: { version, manifest: null },
    rulebook: setup.rulebook,
    device: setup.devices.device,
    options: {},
    houseRules,
    t,
    wall: wallMs(0),
    trust: "unsynced",
    previous: null,
    state: { table: setup.devices.newTable(), session: setup.devices.initial(), lastT: t },
    chain: { seq: chain.seq, prev: chain.prev },
  };
}

/**
 * Feeds a capture through the unit's own pipeline in simulated time, and gives its records in order. A foreign log
 * has no ticks of its own, so the table is woken whenever it asked for it; a recording of tirada brings its ticks.
 */
export function* replay(capture: Capture, setup: PipelineSetup, head: SegmentHead): Generator<BuiltRecord> {
  const start = capture.isFormat1 === true ? completedFormat1(head, setup) : head;
  const pipeline = new Pipeline(setup, start);
  for (const entry of capture.entries) {
    if (capture.own === null) yield* wakeUntil(pipeline, entry.t);
    yield* pipeline.feed(entry).records;
  }
}

function* wakeUntil(pipeline: Pipeline, until: Entry["t"]): Generator<BuiltRecord> {
  for (let at = pipeline.wakeAt(); at !== null && at < until; at = pipeline.wakeAt()) {
    yield* pipeline.feed({ k: "tick", t: at }).records;
    if (pipeline.wakeAt() === at) return;
  }
}

/**
 * The head of a recording of format 1 with the state that today's sessions and table keep beyond that of release 0.6.2: each
 * field that is missing begins as it does in a table that was just started.
 */
export function completedFormat1(head: SegmentHead, setup: PipelineSetup): SegmentHead {
  const { table, session, lastT } = head.state as PipelineState;
  const whole = withMissing({ ...table, durable: null }, { ...setup.devices.newTable(), durable: null });
  const state = {
    table: { ...(whole as PipelineState["table"]), durable: table.durable },
    session: withMissing(session, setup.devices.initial()),
    lastT,
  };
  return { ...head, state };
}

/** `stored` with every field of `fresh` that it lacks, at every depth of plain objects. */
function withMissing(stored: unknown, fresh: unknown): unknown {
  if (!isFields(stored) || !isFields(fresh)) return stored;
  const completed = Object.entries(stored).map(([name, value]) => [name, withMissing(value, fresh[name])]);
  return { ...fresh, ...(Object.fromEntries(completed) as Fields) };
}
