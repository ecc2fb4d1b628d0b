import { randomInstallation } from "../../hw-sim/people/dice/install.ts";
import { DICE_PROFILES, makeThrow } from "../../hw-sim/people/dice/make-throw.ts";
import { DicePeople } from "../../hw-sim/people/dice/people.ts";
import { DiceScorer } from "../../hw-sim/sim/dice/score.ts";
import { SimLines } from "../../hw-sim/sim/dice/sim-lines.ts";
import type { DiceScore } from "../../hw-sim/sim/scores.ts";
import { ReportedWorld } from "../../hw-sim/sim/dice/reported-world.ts";
import type { LineModel } from "../../hw-sim/people/dice/world.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { dicePack } from "../../src/rules/pack.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import type { Between } from "./line-attacks.ts";

/** Clean throws at a whole dice table, and somebody between its devices and the unit. */

export interface DiceAttack {
  readonly rulebook: string;
  readonly seed: string;
  readonly throws: number;
  /** One for each device. */
  readonly between: () => Between;
}

/** Tables after which a run is given up. */
const TABLES_MAX = 60;

export async function attackedDice(attack: DiceAttack): Promise<{ score: DiceScore; records: BuiltRecord[] }> {
  const pack = dicePack(loadPack(attack.rulebook).pack);
  const scorer = new DiceScorer(pack);
  const records: BuiltRecord[] = [];
  for (let table = 0; table < TABLES_MAX && scorer.tally.of("rounds") < attack.throws; table++)
    await playTable(attack, `${attack.seed}/${table}`, scorer, records);
  return { score: scorer.tally.score, records };
}

async function playTable(
  { rulebook, throws, between }: DiceAttack,
  seed: string,
  scorer: DiceScorer,
  records: BuiltRecord[],
): Promise<void> {
  const pack = dicePack(loadPack(rulebook).pack);
  const random = randomFrom(seed);
  const installed = randomInstallation(pack, random.fork("installation"));
  scorer.newTable();
  const world = new ReportedWorld({
    installed,
    seed,
    lines: (models) =>
      new SimLines({
        setup: installed.setup,
        models: new Map(
          [...models].map(([port, model]) => [port, attacked(model, between(), `${seed}/${port}`)]),
        ),
        seed,
        onFed: (fed) => {
          for (const record of fed.records) scorer.record(record);
          records.push(...fed.records);
        },
      }),
  });
  const people = new DicePeople({ world, pack, random: random.fork("people") });
  const around = { installed, random: random.fork("dice") };
  await world.wait(3_000_000);
  while (scorer.tally.of("rounds") < throws) {
    const played = await people.play(makeThrow(scorer.tally.of("rounds") + 1, around, DICE_PROFILES.clean));
    if (played === null) return;
    scorer.settle(played);
  }
}

/** The first seconds are left alone, so that the table is attached. */
const QUIET_US = 3_000_000;

function attacked(model: LineModel, between: Between, seed: string): LineModel {
  const random = randomFrom(`${seed}/attack`);
  return {
    step: (us, host) => {
      const sent = model.step(us, host);
      return us < QUIET_US ? sent : between(sent, us, random);
    },
  };
}
