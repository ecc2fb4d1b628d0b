import { dicePack, type DicePack } from "../../../src/rules/pack.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import type { BuiltRecord, FeedResult } from "../../../firmware/table/pipeline/pipeline.ts";
import { randomInstallation } from "../../people/dice/install.ts";
import { makeThrow, type DiceProfile } from "../../people/dice/make-throw.ts";
import { DicePeople } from "../../people/dice/people.ts";
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
}

/** Tables that would not go on; more of them and the simulator gives up. */
const TABLES_MAX = 50;

type Heard = (record: BuiltRecord) => void;

/** Plays so many throws of one simulated table, and of another one whenever it would not go on. `heard` is told every record. */
export async function playDice(
  options: DiceSimOptions,
  rounds: number,
  heard: Heard = () => {},
): Promise<DiceScore> {
  const pack = dicePack(loadPack(options.rulebook).pack);
  const scorer = new DiceScorer(pack);
  const record: Heard = (built) => {
    scorer.record(built);
    heard(built);
  };
  for (let table = 0; scorer.tally.of("rounds") < rounds; table++) {
    if (table >= TABLES_MAX)
      throw new Error(`${table} simulated tables of seed ${options.seed} would not go on`);
    await playTable(pack, { ...options, seed: `${options.seed}/table ${table}` }, rounds, { scorer, record });
  }
  return scorer.tally.score;
}

interface Listeners {
  readonly scorer: DiceScorer;
  readonly record: Heard;
}

async function playTable(
  pack: DicePack,
  options: DiceSimOptions,
  rounds: number,
  { scorer, record }: Listeners,
): Promise<void> {
  scorer.newTable();
  const onFed = ({ records }: FeedResult): void => records.forEach(record);
  const table =
    options.profile === "rendered"
      ? await (await import("./rendered-table.ts")).renderedTable(pack, options, onFed)
      : reportedTable(pack, options, onFed);
  const { world, people, makeNext } = table;
  await world.wait(3_000_000);
  while (scorer.tally.of("rounds") < rounds) {
    const truth = makeNext(scorer.tally.of("rounds") + 1);
    const played = await people.play(truth);
    if (played === null) {
      const { phase, faults: standing } = world.screen;
      scorer.tally.addExample(
        "stuck",
        `throw ${truth.n}: ${phase}, ${standing.map(({ code }) => code).join(" ")}`,
      );
      return;
    }
    scorer.settle(played);
  }
}

function reportedTable(
  pack: DicePack,
  { seed, faults }: DiceSimOptions,
  onFed: (fed: FeedResult) => void,
): DiceTable {
  const random = randomFrom(seed);
  const installed = randomInstallation(pack, random.fork("installation"));
  const { setup } = installed;
  const world = new ReportedWorld({
    installed,
    seed,
    lines: (models) => new SimLines({ setup, models, seed, onFed }),
  });
  const people = new DicePeople({ world, pack, random: random.fork("people"), slipsPerMille: faults.perMille });
  const around = { installed, random: random.fork("dice") };
  return { world, people, makeNext: (n) => makeThrow(n, around, faults) };
}
