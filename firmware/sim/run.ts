import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { EXIT, Problem } from "../unit/problem.ts";
import { add, EMPTY_SCORE, type Score } from "./summary.ts";
import type { ShardAnswer, ShardTask } from "./worker.ts";
import type { SimOptions } from "./wheels.ts";

/** Rounds of one table. A run is cut the same way on every machine, so that its seed alone decides what happens. */
const SHARD_ROUNDS = 500;

export interface RunOptions extends SimOptions {
  readonly rounds: number;
  /** Called with the rounds that are done. */
  readonly onProgress?: (rounds: number) => void;
}

/** Plays `rounds` rounds on all cores and adds up what happened. Rejects with a Problem when a table stops. */
export async function simulate(options: RunOptions): Promise<Score> {
  const { rounds, onProgress, ...common } = options;
  const tasks = shards(rounds, common);
  const workers = Array.from({ length: Math.min(availableParallelism(), tasks.length) }, () => worker());
  try {
    let next = 0;
    let score = EMPTY_SCORE;
    const play = async (one: Worker): Promise<void> => {
      for (let task = tasks[next++]; task !== undefined; task = tasks[next++]) {
        const shard = await ask(one, task);
        score = add(score, shard);
        onProgress?.(score.rounds);
      }
    };
    await Promise.all(workers.map(play));
    return score;
  } finally {
    await Promise.all(workers.map((one) => one.terminate()));
  }
}

function shards(rounds: number, common: SimOptions): readonly ShardTask[] {
  const number = Math.ceil(rounds / SHARD_ROUNDS);
  return Array.from({ length: number }, (_, shard) => ({
    ...common,
    shard,
    seed: `${common.seed}/${shard}`,
    rounds: Math.min(SHARD_ROUNDS, rounds - shard * SHARD_ROUNDS),
  }));
}

function worker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url));
}

function ask(one: Worker, task: ShardTask): Promise<Score> {
  return new Promise((resolve, reject) => {
    const failed = (why: string): void => reject(new Problem(EXIT.internal, `simulator: ${why}`));
    one.once("error", (error) => failed(error instanceof Error ? error.message : String(error)));
    one.once("message", (answer: ShardAnswer) => {
      one.removeAllListeners("error");
      if ("score" in answer) resolve(answer.score);
      else failed(answer.problem);
    });
    one.postMessage(task);
  });
}
