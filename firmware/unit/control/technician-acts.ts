import type { Entry } from "../../../src/recording/entry.ts";
import type { Durable } from "../../../src/table/kernel/durable/durable.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { EXIT, Problem } from "../../problem.ts";
import { ACTS_FILE, readActs } from "../../net/acts.ts";

interface ActsParts {
  readonly unit: {
    readonly pipeline: { readonly durable: Durable };
    readonly hasFailed: boolean;
    feed(entry: Entry): Promise<unknown>;
  };
  readonly clock: Clock;
}

/**
 * Makes a record of each act of a technician with root's rights that has none. Of `file`, which root alone writes: nobody who reaches the
 * unit's socket says who did what. @returns the number of the newest act that is a record; 0: there is none
 */
export async function recordActs({ unit, clock }: ActsParts, file = ACTS_FILE): Promise<number> {
  const { acts, damaged } = readActs(file);
  for (const { why, ...act } of acts) {
    if (act.number <= newestRecorded(unit)) continue;
    await unit.feed({ k: "event", t: clock.now(), event: "technician", detail: { ...act, why } });
    if (unit.hasFailed) throw new Problem(EXIT.storage, "the record was not kept: the table has stopped");
  }
  if (damaged > 0)
    throw new Problem(EXIT.storage, `${file}: ${damaged} lines of it are none and have no record`);
  return newestRecorded(unit);
}

const newestRecorded = ({ pipeline }: ActsParts["unit"]): number => pipeline.durable.acts ?? 0;
