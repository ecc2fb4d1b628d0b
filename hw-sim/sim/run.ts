import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { EXIT, Problem } from "../../firmware/problem.ts";
import { addScores } from "./tally.ts";
import type {
  Family,
  FamilyOptions,
  FamilyScore,
  Shard,
  ShardAnswer,
  ShardScore,
  ShardTask,
} from "./worker.ts";

/** Rounds of one table. A run is cut the same way on every machine, so that its seed alone decides what happens. */
const SHARD_ROUNDS = 500;

interface Rounds {
  readonly rounds: number;
  /** Called with the rounds that are done. */
  readonly onProgress?: (rounds: number) => void;
}

/** Plays `rounds` rounds, at least 1, on all cores and adds up what happened. Rejects with a Problem when a table stops. */
export async function simulate<F extends Family>(
  family: F,
  { rounds, onProgress, ...options }: FamilyOptions[F] & Rounds,
): Promise<FamilyScore[F]> {
  const tasks = shardsOf(rounds, options.seed).map((shard) => ({ family, ...options, ...shard }) as ShardTask);
  const scores: FamilyScore[F][] = [];
  let done = 0;
  await playOnAllCores(tasks, ({ shard, score }) => {
    scores[shard] = score as FamilyScore[F];
    done += score.rounds;
    onProgress?.(done);
  });
  // In the order of the shards, so that the examples do not depend on which core was faster.
  return scores.reduce((sum, score) => addScores(sum, score));
}

function shardsOf(rounds: number, seed: string): readonly Shard[] {
  return Array.from({ length: Math.ceil(rounds / SHARD_ROUNDS) }, (_, shard) => ({
    shard,
    seed: `${seed}/${shard}`,
    rounds: Math.min(SHARD_ROUNDS, rounds - shard * SHARD_ROUNDS),
  }));
}

async function playOnAllCores(
  tasks: readonly ShardTask[],
  onScore: (score: ShardScore) => void,
): Promise<void> {
  const workers = Array.from({ length: Math.min(availableParallelism(), tasks.length) }, () => startWorker());
  try {
    let next = 0;
    const play = async (one: Worker): Promise<void> => {
      for (let task = tasks[next++]; task !== undefined; task = tasks[next++])
        onScore(await playInWorker(one, task));
    };
    await Promise.all(workers.map(play));
  } finally {
    await Promise.all(workers.map((one) => one.terminate()));
  }
}

function startWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url));
}

function playInWorker(one: Worker, task: ShardTask): Promise<ShardScore> {
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
