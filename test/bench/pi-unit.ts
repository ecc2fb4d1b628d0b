import { readConfig } from "../../firmware/unit/configuration/read-config.ts";
import { runTable } from "../../firmware/unit/run.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { announceAll } from "./dice-latency.ts";
import { watchVerdicts, type Moments } from "./latency.ts";

/**
 * A table in a process of its own, for the bench that holds it to a small machine. It says where its screens are, after each result how
 * many there were, and at any message all their instants; then it ends. Arguments: the configuration, and how many throws somebody
 * announces.
 */
export type Said =
  | { readonly url: string }
  | { readonly count: number }
  | { readonly results: readonly (readonly [seq: number, moments: Moments])[] };

const [config = "", throws = "0"] = process.argv.slice(2);
/** A film is over long before. */
const LONGEST_US = 1_800 * US_PER_S;

const say = (said: Said): void => void process.send?.(said);
const clock = systemClock();
const results = new Map<number, Moments>();
watchVerdicts(clock, results);
const table = await runTable({
  config: await readConfig(config, "open"),
  clock,
  onRecord: ({ body, seq }) => {
    const moments = results.get(seq);
    if (body.kind !== "result" || moments === undefined) return;
    moments.committed = clock.now();
    say({ count: results.size });
  },
  onNotice: () => undefined,
});
let isOver = false;
process.once("message", () => {
  isOver = true;
  void table.stop("bench").then(() => {
    say({ results: [...results] });
    process.disconnect();
  });
});
say({ url: table.url });
if (Number(throws) > 0) await announceAll(table, clock, clock.now() + LONGEST_US, Number(throws), () => isOver);
