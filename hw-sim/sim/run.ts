import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { EXIT, Problem } from "../../firmware/problem.ts";
import { addScores } from "./tally.ts";
import type { Family, FamilyOptions, FamilyScore, Shard, ShardAnswer, ShardScore, ShardTask } from "./shard.ts";

/** Rounds of one table. A run is cut the same way on every machine, so that its seed alone decides what happens. */
const SHARD_ROUNDS = 500;

interface Rounds {
  readonly rounds: number;
  /** Rounds of one table, where not as many as usual: for tests, which play few. */
  readonly shardRounds?: number;
  /** Called with the rounds that are done. */
  readonly onProgress?: (rounds: number) => void;
}

/** Plays `rounds` rounds, at least 1, on all cores where they are of several tables, and adds up what happened. Rejects with a Problem when a table stops. */
export async function simulate<F extends Family>(
  family: F,
  { rounds, shardRounds = SHARD_ROUNDS, onProgress, ...options }: FamilyOptions[F] & Rounds,
): Promise<FamilyScore[F]> {
  const tasks = shardsOf(rounds, shardRounds, options.seed).map(
    (shard) => ({ family, ...options, ...shard }) as ShardTask,
  );
  const scores: FamilyScore[F][] = [];
  let done = 0;
  const onScore = ({ shard, score }: ShardScore): void => {
    scores[shard] = score as FamilyScore[F];
    done += score.rounds;
    onProgress?.(done);
  };
  const [only, ...others] = tasks;
  // A thread needs longer for its start than this one for some rounds.
  if (only !== undefined && others.length === 0) onScore(await playHere(only));
  else await playOnAllCores(tasks, onScore);
  // In the order of the shards, so that the examples do not depend on which core was faster.
  return scores.reduce((sum, score) => addScores(sum, score));
}

function shardsOf(rounds: number, most: number, seed: string): readonly Shard[] {
  return Array.from({ length: Math.ceil(rounds / most) }, (_, shard) => ({
    shard,
    seed: `${seed}/${shard}`,
    rounds: Math.min(most, rounds - shard * most),
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

async function playHere(task: ShardTask): Promise<ShardScore> {
  const { answerTo } = await import("./shard.ts");
  const answer = await answerTo(task);
  if ("score" in answer) return answer;
  throw stopped(answer.problem);
}

const stopped = (why: string): Problem => new Problem(EXIT.internal, `simulator: ${why}`);

function startWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url));
}

function playInWorker(one: Worker, task: ShardTask): Promise<ShardScore> {
  return new Promise((resolve, reject) => {
    const failed = (why: string): void => reject(stopped(why));
    one.once("error", (error) => failed(error instanceof Error ? error.message : String(error)));
    one.once("message", (answer: ShardAnswer) => {
      one.removeAllListeners("error");
      if ("score" in answer) resolve(answer);
      else failed(answer.problem);
    });
    one.postMessage(task);
  });
}
