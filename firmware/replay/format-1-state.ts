import type { SegmentHead } from "../../src/recording/entry.ts";
import type { PipelineSetup, PipelineState } from "../table/pipeline.ts";

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
  if (!isRecord(stored) || !isRecord(fresh)) return stored;
  const completed = Object.entries(stored).map(([name, value]) => [name, withMissing(value, fresh[name])]);
  return { ...fresh, ...(Object.fromEntries(completed) as Readonly<Record<string, unknown>>) };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
