import { parseVkey } from "../../../src/record/keys.ts";
import { durableOf } from "../../../src/table/every-family/durable-format.ts";
import type { Clock } from "../../../src/time/clock.ts";
import type { Config } from "../../table/config/config.ts";
import type { WitnessState } from "../../screens/server/messages.ts";
import type { Journal } from "../../journal/thread/client.ts";
import type { StoredCheckpoint } from "../../evidence/log/rows.ts";
import { errorText, usageProblem } from "../../problem.ts";
import { readTextFile } from "../../files/read-file.ts";
import type { Unit } from "../unit.ts";

/** Faults of the unit that a witness raises. */
export const WITNESS_FAULTS = ["not-witnessed", "log-refused", "log-forked", "cosignature-wrong"] as const;
const MAX_PEM = 65_536;

/** The witness of a running table, if it has one. */
export interface TableWitness {
  /** Null: the configuration names none. */
  readonly state: WitnessState | null;
  handleCheckpoint(newest: StoredCheckpoint | null): void;
  /** From here on its faults become records, and `onChange` hears when `state` may be another one. */
  attach(unit: Pick<Unit, "feed">, onChange: () => void): void;
  stop(): Promise<void>;
}

export interface TableWitnessParts {
  readonly config: Pick<Config, "witness">;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly onNotice: (line: string) => void;
}

/** Reads what the witness needs and starts its thread at the first question. Throws a Problem of usage. */
export async function startTableWitness(parts: TableWitnessParts): Promise<TableWitness> {
  const { config, journal, clock, onNotice } = parts;
  const snapshot = journal.snapshot();
  const faults = snapshot === null ? [] : durableOf(JSON.parse(snapshot.body)).faults;
  const { witness } = config;
  if (witness === undefined) return noWitness(faults, clock);
  const ca = witness.ca === undefined ? null : pemOf(witness.ca);
  const [{ Asker }, { Witnessing }] = await Promise.all([
    import("../witness/asker.ts"),
    import("./witnessing.ts"),
  ]);
  const asker = new Asker({ url: witness.url, vkey: witness.key, ca }, clock);
  let unit: Pick<Unit, "feed"> | null = null;
  let changed: () => void = () => undefined;
  const witnessing = await Witnessing.start({
    journal,
    clock,
    key: parseVkey(witness.key),
    ask: (question) => asker.ask(question),
    feed: (entry) => void unit?.feed(entry),
    onNotice,
    onChange: () => changed(),
    faults,
    stopsWhenForked: witness.whenForked === "stop",
  });
  return {
    get state() {
      return witnessing.state;
    },
    handleCheckpoint: (newest) => {
      if (unit !== null) witnessing.handleCheckpoint(newest);
    },
    attach: (to, onChange) => {
      unit = to;
      changed = onChange;
    },
    stop: async () => {
      witnessing.stop();
      await asker.stop();
    },
  };
}

/** A table without a witness: what one before it left standing is over. */
function noWitness(
  faults: readonly { readonly device: string; readonly code: string }[],
  clock: Clock,
): TableWitness {
  return {
    state: null,
    handleCheckpoint: () => undefined,
    attach: (unit) => {
      for (const code of WITNESS_FAULTS)
        if (faults.some((fault) => fault.device === "unit" && fault.code === code))
          void unit.feed({ k: "fault", t: clock.now(), device: "unit", code, detail: {}, stands: false });
    },
    stop: () => Promise.resolve(),
  };
}

function pemOf(path: string): string {
  try {
    return readTextFile(path, MAX_PEM);
  } catch (error) {
    throw usageProblem(`witness.ca: ${errorText(error)}`, error);
  }
}
