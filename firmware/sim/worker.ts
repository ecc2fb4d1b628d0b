import { parentPort } from "node:worker_threads";
import { loadPack } from "../rules/load.ts";
import { Scorer } from "./score.ts";
import type { CardScore } from "./shoe/summary.ts";
import { playCards, type CardSimOptions } from "./shoe/table.ts";
import type { Score } from "./summary.ts";
import { simulatedTable, type SimOptions } from "./wheels.ts";

interface Shard {
  readonly shard: number;
  readonly rounds: number;
}
/** One shard: so many rounds of one table from its own seed. */
export type WheelShard = SimOptions & Shard & { readonly family: "wheel" };
export type CardShard = CardSimOptions & Shard & { readonly family: "shoe" };
export type ShardTask = WheelShard | CardShard;

export type ShardAnswer =
  | { readonly shard: number; readonly family: "wheel"; readonly score: Score }
  | { readonly shard: number; readonly family: "shoe"; readonly score: CardScore }
  | { readonly shard: number; readonly problem: string };

/** Simulated time after which a table that brings no further rounds counts as stuck. */
const STUCK_US = 3_600_000_000;

/** Plays a shard to its end. */
export function playShard(task: WheelShard): Score {
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

/** Plays a shard of a card table to its end. */
export function playCardShard(task: CardShard): CardScore {
  const score = playCards(task, task.rounds);
  const of = (list: readonly string[]): readonly string[] => list.map((one) => `shard ${task.shard}, ${one}`);
  const examples = Object.fromEntries(Object.entries(score.examples).map(([what, list]) => [what, of(list)]));
  return { ...score, examples };
}

function answerTo(task: ShardTask): ShardAnswer {
  const { shard } = task;
  try {
    return task.family === "wheel"
      ? { shard, family: "wheel", score: playShard(task) }
      : { shard, family: "shoe", score: playCardShard(task) };
  } catch (error) {
    return { shard, problem: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on("message", (task: ShardTask) => parentPort?.postMessage(answerTo(task)));
