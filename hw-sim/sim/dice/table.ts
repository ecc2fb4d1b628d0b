import type { Entry } from "../../../src/recording/entry.ts";
import type { ThrowTruth } from "../../people/dice/truth.ts";
import { dicePack, type DicePack } from "../../../src/rules/pack.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import type { BuiltRecord, FeedResult } from "../../../firmware/table/pipeline/pipeline.ts";
import { randomInstallation, type Installed } from "../../people/dice/install.ts";
import { makeThrow, onlyFault, type DiceProfile } from "../../people/dice/make-throw.ts";
import { DicePeople, type Played } from "../../people/dice/people.ts";
import type { Wear } from "../../models/wheels/wear.ts";
import type { EyeWear } from "./eye-wear.ts";
import { DiceScorer } from "./score.ts";
import type { DiceScore } from "../scores.ts";
import type { DiceTable } from "./rendered-table.ts";
import { SimLines } from "./sim-lines.ts";
import { ReportedWorld } from "./reported-world.ts";

export interface DiceSimOptions {
  readonly rulebook: string;
  readonly seed: string;
  readonly faults: DiceProfile;
  /** `fast`: the eye is told what there is to see. `rendered`: pictures are rendered, and read by both readers. */
  readonly profile: "fast" | "rendered";
  /** Of `fast`: what of the eye wears out; left out: nothing does. */
  readonly wear?: Wear<EyeWear>;
}

/** Tables that would not go on; more of them and the simulator gives up. */
const TABLES_MAX = 50;

/** Whoever follows a run of dice tables. */
export interface DiceFollower {
  /** Every record. */
  readonly record?: (record: BuiltRecord) => void;
  /** The last word on a throw is spoken. */
  readonly settled?: (played: Played) => void;
  /** The one fault of the next throw, of those that fit this table; null: chance decides. `us`: since this table began. */
  readonly asked?: (us: number) => string | null;
  /** A table is set up: what it is installed with; then its lines. */
  readonly opened?: (installed: Installed) => void;
  readonly lines?: (lines: SimLines) => void;
  /** Every entry of its unit. */
  readonly entry?: (entry: Entry) => void;
  /** What is thrown next. */
  readonly next?: (truth: ThrowTruth) => void;
  /** The run is over, whatever throws are left. */
  readonly isOver?: (us: number) => boolean;
}

/** Plays so many throws of one simulated table, and of another one whenever it would not go on. */
export async function playDice(
  options: DiceSimOptions,
  rounds: number,
  follower: DiceFollower = {},
): Promise<DiceScore> {
  const pack = dicePack(loadPack(options.rulebook).pack);
  const scorer = new DiceScorer(pack);
  let isOver = false;
  for (let table = 0; !isOver && scorer.tally.of("rounds") < rounds; table++) {
    if (table >= TABLES_MAX)
      throw new Error(`${table} simulated tables of seed ${options.seed} would not go on`);
    const own = { ...options, seed: `${options.seed}/table ${table}` };
    isOver = await playTable(pack, own, rounds, { scorer, follower });
  }
  return scorer.tally.score;
}

interface Listeners {
  readonly scorer: DiceScorer;
  readonly follower: DiceFollower;
}

/** True: whoever follows it said that the run is over. */ async function playTable(
  pack: DicePack,
  options: DiceSimOptions,
  rounds: number,
  { scorer, follower }: Listeners,
): Promise<boolean> {
  scorer.newTable();
  const onFed = ({ records }: FeedResult): void => {
    for (const record of records) {
      scorer.record(record);
      follower.record?.(record);
    }
  };
  const table =
    options.profile === "rendered"
      ? await (await import("./rendered-table.ts")).renderedTable(pack, options, onFed)
      : reportedTable(pack, options, onFed, follower);
  const { world, people, makeNext } = table;
  await world.wait(3_000_000);
  while (scorer.tally.of("rounds") < rounds) {
    if (follower.isOver?.(world.us) === true) return true;
    const asked = follower.asked?.(world.us) ?? null;
    const truth = makeNext(scorer.tally.of("rounds") + 1, asked);
    follower.next?.(truth);
    const played = await people.play(truth);
    if (played === null) {
      const { phase, faults: standing } = world.screen;
      scorer.tally.addExample(
        "stuck",
        `throw ${truth.n}: ${phase}, ${standing.map(({ code }) => code).join(" ")}`,
      );
      return false;
    }
    scorer.settle(played);
    follower.settled?.(played);
  }
  return false;
}

function reportedTable(
  pack: DicePack,
  { seed, faults, wear }: DiceSimOptions,
  onFed: (fed: FeedResult) => void,
  follower: DiceFollower,
): DiceTable {
  const random = randomFrom(seed);
  const installed = randomInstallation(pack, random.fork("installation"));
  const { setup } = installed;
  follower.opened?.(installed);
  const world = new ReportedWorld({
    installed,
    seed,
    wear,
    lines: (models) => {
      const lines = new SimLines({ setup, models, seed, onFed, follow: (entry) => follower.entry?.(entry) });
      follower.lines?.(lines);
      return lines;
    },
  });
  const people = new DicePeople({ world, pack, random: random.fork("people"), slipsPerMille: faults.perMille });
  const around = { installed, random: random.fork("dice") };
  return {
    world,
    people,
    makeNext: (n, asked) => makeThrow(n, around, asked === null ? faults : onlyFault(asked)),
  };
}
