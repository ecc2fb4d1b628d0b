import type { Clock } from "../../src/time/clock.ts";
import { errorText } from "../problem.ts";
import type { Config } from "../table/config/config.ts";
import { DriftWatch } from "./drift-watch.ts";
import type { DisputedRounds, DisputeParts } from "./evidence/disputed-rounds.ts";
import { ForeignSpeakers } from "./foreign-speakers.ts";
import type { HealthParts } from "./health.ts";
import type { Unit } from "./unit.ts";

/** What a running table watches beside the faults of its devices. */
export interface TableWatch {
  readonly drift: DriftWatch;
  /** What the unit says of it. */
  readonly told: Required<Pick<HealthParts, "drift" | "foreign">>;
  /** Looks at what changes by itself. */
  readonly look: () => void;
}

interface WatchParts extends DisputeParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly unit: Unit;
  readonly onNotice: (line: string) => void;
}

export function watchTable(parts: WatchParts): TableWatch {
  const { config, clock, unit, onNotice } = parts;
  const speakers = new ForeignSpeakers({ unit });
  const lookAtDisputes = watchDisputes(parts);
  let said = "";
  const look = (): void => {
    lookAtDisputes();
    // What is only shown ends no table. It is looked at every few seconds: the same error is said once.
    void speakers.look().catch((error: unknown) => {
      const why = errorText(error);
      if (why !== said) onNotice(`who speaks at the table's ports was not looked at: ${why}`);
      said = why;
    });
  };
  const drift = new DriftWatch(config.storage.folder, clock);
  return { drift, told: { drift: () => drift.report, foreign: () => speakers.found }, look };
}

/** What writes the case files of disputed rounds is read when the first round is disputed; where that fails, again at the next look. */
function watchDisputes(parts: WatchParts): () => void {
  let rounds: Promise<DisputedRounds> | null = null;
  let said = "";
  return () => {
    if (parts.unit.shown.durable.disputes === undefined) return;
    rounds ??= import("./evidence/disputed-rounds.ts").then((room) => new room.DisputedRounds(parts));
    rounds
      .then((one) => one.look())
      .catch((error: unknown) => {
        rounds = null;
        const why = errorText(error);
        if (why !== said) parts.onNotice(`no case file is made of a disputed round: ${why}`);
        said = why;
      });
  };
}
