import { parentPort } from "node:worker_threads";
import { loadPack } from "../../firmware/rules/load.ts";
import type { DiceScore } from "./dice/summary.ts";
import { playDice, type DiceSimOptions } from "./dice/table.ts";
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
export type DiceShard = DiceSimOptions & Shard & { readonly family: "dice" };
export type ShardTask = WheelShard | CardShard | DiceShard;

export type ShardAnswer =
  | { readonly shard: number; readonly family: "wheel"; readonly score: Score }
  | { readonly shard: number; readonly family: "shoe"; readonly score: CardScore }
  | { readonly shard: number; readonly family: "dice"; readonly score: DiceScore }
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
  return ofShard(task, scorer.score);
}

/** Plays a shard of a card table to its end. */
export function playCardShard(task: CardShard): CardScore {
  return ofShard(task, playCards(task, task.rounds));
}

/** Plays a shard of a dice table to its end. */
export async function playDiceShard(task: DiceShard): Promise<DiceScore> {
  return ofShard(task, await playDice(task, task.rounds));
}

/** The score with the shard's number in its examples. */
function ofShard<Of extends { readonly examples: Readonly<Record<string, readonly string[]>> }>(
  { shard }: Shard,
  score: Of,
): Of {
  const of = (list: readonly string[]): readonly string[] => list.map((one) => `shard ${shard}, ${one}`);
  const examples = Object.fromEntries(Object.entries(score.examples).map(([what, list]) => [what, of(list)]));
  return { ...score, examples };
}

async function answerTo(task: ShardTask): Promise<ShardAnswer> {
  const { shard } = task;
  try {
    switch (task.family) {
      case "wheel":
        return { shard, family: "wheel", score: playShard(task) };
      case "shoe":
        return { shard, family: "shoe", score: playCardShard(task) };
      case "dice":
        return { shard, family: "dice", score: await playDiceShard(task) };
    }
  } catch (error) {
    return { shard, problem: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on(
  "message",
  (task: ShardTask) => void answerTo(task).then((answer) => parentPort?.postMessage(answer)),
);
