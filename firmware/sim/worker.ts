import { parentPort } from "node:worker_threads";
import { loadPack } from "../rules/load.ts";
import { Scorer } from "./score.ts";
import type { Score } from "./summary.ts";
import { simulatedTable, type SimOptions } from "./wheels.ts";

/** One shard: so many rounds of one table from its own seed. */
export interface ShardTask extends SimOptions {
  readonly shard: number;
  readonly rounds: number;
}

export type ShardAnswer =
  { readonly shard: number; readonly score: Score } | { readonly shard: number; readonly problem: string };

/** Simulated time after which a table that brings no further rounds counts as stuck. */
const STUCK_US = 3_600_000_000;

/** Plays a shard to its end. */
export function playShard(task: ShardTask): Score {
  const table = simulatedTable(task);
  const scorer = new Scorer(loadPack(task.rulebook).pack);
  let [rounds, since] = [0, 0];
  while (scorer.score.rounds < task.rounds) {
    table.take(table.advance());
    const { records, truth } = table.drain();
    scorer.take(records, truth, task.rounds);
    if (scorer.score.rounds > rounds) [rounds, since] = [scorer.score.rounds, table.us];
    if (table.us - since > STUCK_US)
      throw new Error(
        `the simulated wheel brought no spin for an hour after round ${rounds} of seed ${task.seed}`,
      );
  }
  const { score } = scorer;
  const of = (list: readonly string[]): readonly string[] => list.map((one) => `shard ${task.shard}, ${one}`);
  const examples = Object.fromEntries(Object.entries(score.examples).map(([what, list]) => [what, of(list)]));
  return { ...score, examples };
}

parentPort?.on("message", (task: ShardTask) => {
  let answer: ShardAnswer;
  try {
    answer = { shard: task.shard, score: playShard(task) };
  } catch (error) {
    answer = { shard: task.shard, problem: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer);
});
