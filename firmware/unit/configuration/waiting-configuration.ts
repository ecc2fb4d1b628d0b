import { join } from "node:path";
import { z } from "zod";
import { sha256Hex } from "../../../src/record/bytes.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { Config } from "../../table/config/config.ts";
import { onDisk } from "../../files/errors.ts";
import {
  homeFolderOf,
  keptStage,
  orderConfiguration,
  writeConfigurationFile,
} from "./ordered-configuration.ts";
import { textOfConfig } from "./read-config.ts";
import type { Unit } from "../unit.ts";
import { storedState } from "../../files/read-file.ts";

/**
 * A configuration that was ordered for a table that counts waits here until the jefe de mesa has accepted it, with a key at the table. Nothing
 * of it counts before, and nothing after the order's own time is over.
 */
const FILE = "waiting.json";
const FILE_MAX_BYTES = 1_048_576;
const LOOK_US = 2 * US_PER_S;
const OVERTAKEN = "another configuration counts meanwhile";

const waitingSchema = z.strictObject({
  format: z.literal("tirada-waiting/1"),
  /** Hex SHA-256 of the configuration that counted when it was ordered: what it changes was said against that one. */
  over: z.string(),
  order: z.string(),
  text: z.string().max(262_144),
  /** Milliseconds since 1970. */
  until: z.number(),
});
type Waiting = z.infer<typeof waitingSchema>;

/** Keeps a configuration until somebody at the table has accepted it; one that waits already gives way. */
export function keepWaiting(
  config: Config,
  { order, text, until }: Pick<Waiting, "order" | "text" | "until">,
): void {
  const waiting: Waiting = { format: "tirada-waiting/1", over: digestOf(config), order, text, until };
  writeConfigurationFile(homeFolderOf(config), FILE, `${JSON.stringify(waiting)}\n`);
}

const digestOf = (config: Config): string => sha256Hex(textOfConfig(config) ?? "");

interface WatchedTable {
  readonly config: Config;
  readonly clock: Clock;
  readonly unit: Pick<Unit, "feed" | "hasFailed" | "shown">;
  /** Ends the table between its rounds. */
  readonly restartWhenIdle: (why: string) => boolean;
  readonly onNotice: (line: string) => void;
}

/** Looks whether what waits was accepted, or its time is over, until the timer is cancelled. */
export function watchWaiting(table: WatchedTable): Timer {
  let isBusy = false;
  return table.clock.every(LOOK_US, "configuration that waits", () => {
    if (isBusy) return;
    isBusy = true;
    void lookAtWaiting(table).finally(() => (isBusy = false));
  });
}

async function lookAtWaiting({ config, clock, unit, restartWhenIdle, onNotice }: WatchedTable): Promise<void> {
  const { ordered } = unit.shown.durable;
  if (ordered === undefined || unit.hasFailed) return;
  const { order } = ordered;
  const short = order.slice(0, 16);
  const tell = (detail: { readonly what: string; readonly why: string | null }): Promise<void> => {
    onNotice(`${detail.what} ${short}${detail.why === null ? "" : `: ${detail.why}`}`);
    return unit.feed({ k: "event", t: clock.now(), event: "order", detail: { ...detail, order } });
  };
  const kept = readWaiting(homeFolderOf(config));
  // It counts already: the table ended before a record said so.
  const isIn = ordered.confirmed && kept?.order === order && kept.text === textOfConfig(config);
  if (isIn) return tell({ what: "configuration-confirmed", why: null });
  const why = whyNot(kept, config, order, clock.wall());
  if (typeof why === "string") return tell({ what: "configuration-expired", why });
  if (!ordered.confirmed) return;
  const stage = keptStage(config);
  if (stage === "next-start") return tell({ what: "configuration-expired", why: OVERTAKEN });
  // One that is on trial would lose its way back to the last that passed: it waits for the two minutes.
  if (stage === "on-trial") return;
  orderConfiguration(config, why.text, order);
  await tell({ what: "configuration-confirmed", why: null });
  restartWhenIdle(`configuration ${short} was accepted at the table`);
}

/** What waits, or why nothing can come of it. */
function whyNot(waiting: Waiting | null, config: Config, order: string, now: number): Waiting | string {
  if (waiting?.order !== order) return "the configuration that was kept for it is gone";
  if (waiting.over !== digestOf(config)) return OVERTAKEN;
  return now > waiting.until ? "nobody accepted it in its time" : waiting;
}

function readWaiting(storage: string): Waiting | null {
  const path = join(storage, "configurations", FILE);
  // A damaged one is none: whoever ordered it orders it again.
  return onDisk("looking for", path, () => storedState(path, waitingSchema, FILE_MAX_BYTES));
}
