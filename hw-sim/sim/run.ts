import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { EXIT, Problem } from "../../firmware/problem.ts";
import type { CardSimOptions } from "./shoe/table.ts";
import { EMPTY_DICE_SCORE, type DiceScore } from "./dice/summary.ts";
import type { DiceSimOptions } from "./dice/table.ts";
import { EMPTY_CARD_SCORE, type CardScore } from "./shoe/summary.ts";
import { add, EMPTY_SCORE, type Score } from "./summary.ts";
import { addScores } from "./tally.ts";
import type { ShardAnswer, ShardTask } from "./worker.ts";
import type { SimOptions } from "./wheels.ts";

/** Rounds of one table. A run is cut the same way on every machine, so that its seed alone decides what happens. */
const SHARD_ROUNDS = 500;

interface Rounds {
  readonly rounds: number;
  /** Called with the rounds that are done. */
  readonly onProgress?: (rounds: number) => void;
}
export type RunOptions = SimOptions & Rounds;
export type CardRunOptions = CardSimOptions & Rounds;
export type DiceRunOptions = DiceSimOptions & Rounds;

/** Plays `rounds` rounds on all cores and adds up what happened. Rejects with a Problem when a table stops. */
export async function simulateWheel(options: RunOptions): Promise<Score> {
  const { rounds, onProgress, ...common } = options;
  const tasks = shards(rounds, common.seed).map((shard): ShardTask => ({
    family: "wheel",
    ...common,
    ...shard,
  }));
  let score = EMPTY_SCORE;
  await onAllCores(tasks, (answer) => {
    if (answer.family === "wheel") score = add(score, answer.score);
    onProgress?.(score.rounds);
  });
  return score;
}

/** The same for a card table. */
export async function simulateCards(options: CardRunOptions): Promise<CardScore> {
  const { rounds, onProgress, ...common } = options;
  const tasks = shards(rounds, common.seed).map((shard): ShardTask => ({
    family: "shoe",
    ...common,
    ...shard,
  }));
  const scores: CardScore[] = [];
  let done = 0;
  await onAllCores(tasks, (answer) => {
    if (answer.family === "shoe") {
      scores[answer.shard] = answer.score;
      done += answer.score.rounds;
    }
    onProgress?.(done);
  });
  // In the order of the shards, so that the examples do not hang on which core was faster.
  return scores.reduce<CardScore>(addScores, EMPTY_CARD_SCORE);
}

/** The same for a dice table. */
export async function simulateDice(options: DiceRunOptions): Promise<DiceScore> {
  const { rounds, onProgress, ...common } = options;
  const tasks = shards(rounds, common.seed).map((shard): ShardTask => ({
    family: "dice",
    ...common,
    ...shard,
  }));
  const scores: DiceScore[] = [];
  let done = 0;
  await onAllCores(tasks, (answer) => {
    if (answer.family === "dice") {
      scores[answer.shard] = answer.score;
      done += answer.score.rounds;
    }
    onProgress?.(done);
  });
  return scores.reduce<DiceScore>(addScores, EMPTY_DICE_SCORE);
}

interface Shard {
  readonly shard: number;
  readonly seed: string;
  readonly rounds: number;
}

function shards(rounds: number, seed: string): readonly Shard[] {
  return Array.from({ length: Math.ceil(rounds / SHARD_ROUNDS) }, (_, shard) => ({
    shard,
    seed: `${seed}/${shard}`,
    rounds: Math.min(SHARD_ROUNDS, rounds - shard * SHARD_ROUNDS),
  }));
}

type Done = Extract<ShardAnswer, { readonly score: unknown }>;

async function onAllCores(tasks: readonly ShardTask[], took: (answer: Done) => void): Promise<void> {
  const workers = Array.from({ length: Math.min(availableParallelism(), tasks.length) }, () => worker());
  try {
    let next = 0;
    const play = async (one: Worker): Promise<void> => {
      for (let task = tasks[next++]; task !== undefined; task = tasks[next++]) took(await ask(one, task));
    };
    await Promise.all(workers.map(play));
  } finally {
    await Promise.all(workers.map((one) => one.terminate()));
  }
}

function worker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url));
}

function ask(one: Worker, task: ShardTask): Promise<Done> {
  return new Promise((resolve, reject) => {
    const failed = (why: string): void => reject(new Problem(EXIT.internal, `simulator: ${why}`));
    one.once("error", (error) => failed(error instanceof Error ? error.message : String(error)));
    one.once("message", (answer: ShardAnswer) => {
      one.removeAllListeners("error");
      if ("score" in answer) resolve(answer);
      else failed(answer.problem);
    });
    one.postMessage(task);
  });
}
