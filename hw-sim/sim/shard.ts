import { randomFrom } from "../../src/time/random-source.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import "../../firmware/table/setup/families.ts";
import { playBalls, type BallsSimOptions } from "./balls/table.ts";
import { playDice, type DiceSimOptions } from "./dice/table.ts";
import { Scorer } from "./score.ts";
import type { BallsScore, CardScore, DiceScore, WheelScore } from "./scores.ts";
import { playCards, type CardSimOptions } from "./shoe/table.ts";
import { WheelSlips } from "./wheel-slips.ts";
import { simulatedTable, type SimOptions } from "./wheels.ts";

/** One shard: so many rounds of one table from its own seed. */
export interface Shard {
  readonly shard: number;
  readonly seed: string;
  readonly rounds: number;
}

/** What a simulation of each family is asked for, and what it answers. */
export interface FamilyOptions {
  readonly wheel: SimOptions;
  readonly shoe: CardSimOptions;
  readonly dice: DiceSimOptions;
  readonly balls: BallsSimOptions;
}
export interface FamilyScore {
  readonly wheel: WheelScore;
  readonly shoe: CardScore;
  readonly dice: DiceScore;
  readonly balls: BallsScore;
}
export type Family = keyof FamilyOptions;

export type ShardTask = { [F in Family]: FamilyOptions[F] & Shard & { readonly family: F } }[Family];
export type ShardScore = { readonly shard: number; readonly score: FamilyScore[Family] };
export type ShardAnswer = ShardScore | { readonly shard: number; readonly problem: string };

/** Simulated time after which a table that brings no further rounds counts as stuck. */
const STUCK_US = 3_600_000_000;

/** People err less often than machines fail. */
const SPINS_PER_SLIP = 3;

function playWheel(task: SimOptions & Shard): WheelScore {
  const table = simulatedTable(task);
  const { pack } = loadPack(task.rulebook);
  const slips = new WheelSlips({
    table,
    pack,
    random: randomFrom(`${task.seed}/slips`),
    perMille: task.profile.faultPerMille / SPINS_PER_SLIP,
    wrong: (what, how) => scorer.tally.addExample(what, how),
  });
  const scorer = new Scorer(pack, (round) => slips.isLeft(round));
  let [rounds, since] = [0, 0];
  while (scorer.tally.of("rounds") < task.rounds) {
    table.deliver(table.advance());
    const { records, truth } = table.drain();
    scorer.addRecords(records, truth, task.rounds);
    slips.watch(records);
    if (scorer.tally.of("rounds") > rounds) [rounds, since] = [scorer.tally.of("rounds"), table.us];
    if (table.us - since > STUCK_US)
      throw new Error(
        `the simulated wheel brought no spin for an hour after round ${rounds} of seed ${task.seed}`,
      );
  }
  return scorer.score;
}

function playShard(task: ShardTask): FamilyScore[Family] | Promise<FamilyScore[Family]> {
  switch (task.family) {
    case "wheel":
      return playWheel(task);
    case "shoe":
      return playCards(task, task.rounds);
    case "dice":
      return playDice(task, task.rounds);
    case "balls":
      return playBalls(task, task.rounds);
  }
}

/** Plays one shard; what stops it is a part of the answer, so that a thread can give it. */
export async function answerTo(task: ShardTask): Promise<ShardAnswer> {
  const { shard } = task;
  try {
    const score = await playShard(task);
    const examples = Object.entries(score.examples).map(
      ([what, list]) => [what, list.map((one) => `shard ${shard}, ${one}`)] as const,
    );
    return { shard, score: { ...score, examples: Object.fromEntries(examples) } };
  } catch (error) {
    return { shard, problem: error instanceof Error ? error.message : String(error) };
  }
}
