import type { Sent } from "../../hw-sim/lines/sent.ts";
import { PROFILES } from "../../hw-sim/sim/profiles.ts";
import { Scorer } from "../../hw-sim/sim/score.ts";
import type { WheelScore } from "../../hw-sim/sim/scores.ts";
import { simulatedTable } from "../../hw-sim/sim/wheels.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import type { SpinTruth } from "../../hw-sim/models/wheels/sensed/sensed-wheel.ts";
import { wheelPack } from "../../src/rules/pack.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";

/** A wheel with physics under the simulated sensor board, and somebody between the board and the unit. */

/** What reaches the unit of what the board sent in a stretch up to `us`; instants may not go back. */
export type Between = (sent: readonly Sent[], us: number, random: RandomSource) => readonly Sent[];

export interface AttackedBoard {
  readonly score: WheelScore;
  readonly records: readonly BuiltRecord[];
  /** What was really spun. */
  readonly truth: readonly SpinTruth[];
}

export interface AttackOptions {
  readonly rulebook?: string;
  readonly seed: string;
  readonly spins: number;
  readonly between: Between;
}

export function attackedBoard({
  rulebook = "cl/ruleta-francesa",
  seed,
  spins,
  between,
}: AttackOptions): AttackedBoard {
  const profile = PROFILES.clean;
  const table = simulatedTable({ rulebook, seed, profile, board: "fast" });
  const scorer = new Scorer(wheelPack(tableSetup(rulebook, "sensor-board", []).pack));
  const random = randomFrom(`${seed}/attack`);
  const records: BuiltRecord[] = [];
  const truth: SpinTruth[] = [];
  while (truth.length < spins + 3) {
    const sent = table.advance();
    table.deliver(between(sent, table.us, random));
    const drained = table.drain();
    records.push(...drained.records);
    truth.push(...drained.truth);
    scorer.addRecords(drained.records, drained.truth, spins);
  }
  return { score: scorer.score, records, truth };
}

/** Only from some time on, so that the table is attached first. */
export const after =
  (fromUs: number, between: Between): Between =>
  (sent, us, random) =>
    us < fromUs ? sent : between(sent, us, random);
