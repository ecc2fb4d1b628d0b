import { availableParallelism } from "node:os";
import { EXIT, Problem } from "../../firmware/problem.ts";
import { AskedThread, Unanswered } from "../../firmware/threads/questions.ts";
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
  const threads = Array.from(
    { length: Math.min(availableParallelism(), tasks.length) },
    () =>
      new AskedThread<ShardTask, ShardAnswer>({ url: new URL("./worker.ts", import.meta.url), name: "table" }),
  );
  try {
    const waiting = tasks.values();
    const play = async (thread: AskedThread<ShardTask, ShardAnswer>): Promise<void> => {
      for (const task of waiting) onScore(scoreOf(await thread.ask(task).catch(failed)));
    };
    await Promise.all(threads.map(play));
  } finally {
    await Promise.all(threads.map((one) => one.close("the simulation is over")));
  }
}

async function playHere(task: ShardTask): Promise<ShardScore> {
  const { answerTo } = await import("./shard.ts");
  return scoreOf(await answerTo(task));
}

function scoreOf(answer: ShardAnswer): ShardScore {
  if ("score" in answer) return answer;
  throw stopped(answer.problem);
}

const stopped = (why: string): Problem => new Problem(EXIT.internal, `simulator: ${why}`);

function failed(error: unknown): never {
  throw error instanceof Unanswered ? stopped(`its thread ${error.message}`) : error;
}
