import { dicePack } from "../../../src/rules/pack.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import { digestOf } from "../../../src/dice/calibration/schema.ts";
import type { BuiltRecord, FeedResult } from "../../../firmware/table/pipeline/pipeline.ts";
import { randomInstallation, renderedInstallation } from "../../people/dice/install.ts";
import { commissionRandomSetup } from "./commissioned-setup.ts";
import { makeThrow, type DiceProfile } from "../../people/dice/make-throw.ts";
import { makeRenderedThrow } from "./rendered-throw.ts";
import { RenderedWorld } from "./rendered-world.ts";
import type { ThrowTruth } from "../../people/dice/truth.ts";
import type { DiceWorld } from "../../people/dice/world.ts";
import { DicePeople } from "../../people/dice/people.ts";
import { DiceScorer } from "./score.ts";
import type { DiceScore } from "../scores.ts";
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
    await playTable({ ...options, seed: `${options.seed}/table ${table}` }, rounds, { scorer, record });
  }
  return scorer.tally.score;
}

interface Listeners {
  readonly scorer: DiceScorer;
  readonly record: Heard;
}

async function playTable(options: DiceSimOptions, rounds: number, listeners: Listeners): Promise<void> {
  const { scorer } = listeners;
  const table =
    options.profile === "rendered"
      ? await renderedTable(options, listeners)
      : reportedTable(options, listeners);
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

interface SimTable {
  readonly world: DiceWorld;
  readonly people: DicePeople;
  readonly makeNext: (n: number) => ThrowTruth;
}

const recorded =
  (tell: Heard) =>
  ({ records }: FeedResult): void => {
    for (const record of records) tell(record);
  };

function reportedTable({ rulebook, seed, faults }: DiceSimOptions, { scorer, record }: Listeners): SimTable {
  const pack = dicePack(loadPack(rulebook).pack);
  const random = randomFrom(seed);
  const installed = randomInstallation(pack, random.fork("installation"));
  scorer.newTable();
  const world = new ReportedWorld({
    installed,
    seed,
    lines: (models) => new SimLines({ setup: installed.setup, models, seed, onFed: recorded(record) }),
  });
  const people = new DicePeople({ world, pack, random: random.fork("people"), slipsPerMille: faults.perMille });
  const around = { installed, random: random.fork("dice") };
  return { world, people, makeNext: (n) => makeThrow(n, around, faults) };
}

async function renderedTable(
  { rulebook, seed, faults }: DiceSimOptions,
  { scorer, record }: Listeners,
): Promise<SimTable> {
  const pack = dicePack(loadPack(rulebook).pack);
  const random = randomFrom(seed);
  const setup = await commissionRandomSetup(pack, random.fork("rig"));
  const installed = renderedInstallation(pack, digestOf(setup.calibration), random.fork("installation"));
  scorer.newTable();
  const world = new RenderedWorld({ installed, setup, seed, onFed: recorded(record) });
  const people = new DicePeople({ world, pack, random: random.fork("people"), slipsPerMille: faults.perMille });
  const around = { installed, random: random.fork("dice") };
  const makeNext = (n: number): ThrowTruth => {
    const { truth, pictured } = makeRenderedThrow(n, around, faults, setup);
    world.next = pictured;
    return truth;
  };
  return { world, people, makeNext };
}
