import { ss2Model, type Ss2Options, type Ss2Truth } from "../../hw-sim/models/wheels/ss2/model.ts";
import { Pipeline, type BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { tableSetup, type TableSetup } from "../../firmware/table/setup/table-setup.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { monoUs } from "../../src/time/instant.ts";

/** A modelled SS2 on a whole table in simulated time: real bytes both ways, ground truth beside. */

export interface ModelRun {
  readonly setup: TableSetup;
  readonly records: readonly BuiltRecord[];
  readonly truth: readonly Ss2Truth[];
  /** Bytes that the unit sent to the wheel. */
  readonly sent: readonly string[];
}

export interface ModelRunOptions {
  readonly rulebook: string;
  readonly model: Ss2Options;
  readonly spins: number;
  /** The unit asks the wheel what it is. */
  readonly ask?: boolean;
}

const S = 1_000_000;
const POWERED_US = 4 * S;
/** The wheel's own panel: it is switched on again when it closes, and each game is started. */
const AFTER_US: Readonly<Record<number, readonly [number, string]>> = {
  6: [5 * S, "*P 1\r\n"],
  2: [6 * S, "*u 1\r\n"],
};

export function runModel({ rulebook, model: options, spins, ask = false }: ModelRunOptions): ModelRun {
  const setup = tableSetup(rulebook, "cammegh-ss2", [], { ask });
  const pipeline = new Pipeline(setup, newTableHead(setup, "test", []));
  const model = ss2Model(options);
  const records: BuiltRecord[] = [];
  const truth: Ss2Truth[] = [];
  const sent: string[] = [];
  const due: { at: number; bytes: string }[] = [];
  let t = POWERED_US;
  let spun = 0;
  let toWheel = "";
  const feed = (entry: Entry): void => {
    const fed = pipeline.feed(entry);
    records.push(...fed.records);
    for (const { bytes } of fed.writes) {
      sent.push(bytes);
      toWheel += bytes;
      feed({ k: "out", t: entry.t, port: "wheel", bytes });
    }
  };
  // The wheel is silent for its first seconds with power; the unit is started after it.
  model.power(true, 0);
  truth.push(...model.step(POWERED_US).truth);
  due.push({ at: POWERED_US + S, bytes: "*P 1\r\n" });
  feed({ k: "auto-open", t: monoUs(t) });
  feed({ k: "open", t: monoUs(t), port: "wheel", name: "model" });
  while (spun < spins) {
    const panel = due.filter((one) => one.at <= t).map((one) => one.bytes);
    due.splice(0, due.length, ...due.filter((one) => one.at > t));
    const input = toWheel + panel.join("");
    toWheel = "";
    const step = model.step(t, input);
    truth.push(...step.truth);
    for (const event of step.truth) {
      if (event.e === "spin") spun++;
      const state = event.e === "power" && event.on ? 6 : event.e === "state" ? event.state : 0;
      const reaction = AFTER_US[state];
      if (reaction !== undefined) due.push({ at: t + reaction[0], bytes: reaction[1] });
    }
    const wake = pipeline.wakeAt();
    if (wake !== null && wake <= t) feed({ k: "tick", t: monoUs(t) });
    if (step.bytes !== "") feed({ k: "in", t: monoUs(t), port: "wheel", bytes: step.bytes });
    const next = Math.min(step.wakeAt ?? Infinity, pipeline.wakeAt() ?? Infinity, ...due.map((one) => one.at));
    t = toWheel === "" ? Math.max(t + 1, next) : t + 1_000;
    if (!Number.isFinite(t)) break;
  }
  return { setup, records, truth, sent };
}
