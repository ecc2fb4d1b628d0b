import { loadPack } from "../../firmware/table/rules/load.ts";
import { CardScorer } from "../../hw-sim/sim/shoe/score.ts";
import { SimSide } from "../../hw-sim/sim/shoe/side.ts";
import type { CardScore } from "../../hw-sim/sim/scores.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { ShoeDevice, type ShoeDeviceOptions } from "../../hw-sim/models/shoe/device/device.ts";
import type { ShoeEvent } from "../../hw-sim/models/shoe/device/events.ts";
import { Dealer, TableStuck } from "../../hw-sim/people/cards/dealer.ts";
import { SHOE_PROFILES } from "../../hw-sim/people/cards/fault-plans.ts";
import { gameOf } from "../../hw-sim/people/cards/games/game-list.ts";
import { ScriptedReadings, SCRIPTED_ERRORS } from "../../hw-sim/people/cards/scripted-readings.ts";
import { DEVICE_KIND, Machine } from "../../hw-sim/people/cards/machine.ts";
import { decksFor } from "../../hw-sim/people/cards/stock.ts";
import { cardPack } from "../../src/rules/pack.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import type { Between } from "./line-attacks.ts";

/** Clean rounds dealt from a modelled shoe, and somebody between the shoe and the unit. */

export interface ShoeAttack {
  readonly rulebook: string;
  readonly seed: string;
  readonly rounds: number;
  readonly wire: "hid" | "line";
  readonly between: () => Between;
}

/** Tables after which a run is given up. */
const TABLES_MAX = 60;
/** The first seconds are left alone, so that the table is attached. */
const QUIET_US = 3_000_000;

class AttackedShoe extends ShoeDevice {
  readonly #between: Between;
  readonly #attack: RandomSource;

  constructor(options: ShoeDeviceOptions, between: Between, seed: string) {
    super(options);
    this.#between = between;
    this.#attack = randomFrom(seed);
  }

  override step(us: number, events: readonly ShoeEvent[] = [], host = ""): ReturnType<ShoeDevice["step"]> {
    const sent = super.step(us, events, host);
    return us < QUIET_US ? sent : [...this.#between(sent, us, this.#attack)];
  }
}

export function attackedShoe(attack: ShoeAttack): { score: CardScore; records: BuiltRecord[]; tables: number } {
  const scorer = new CardScorer(cardPack(loadPack(attack.rulebook).pack));
  const records: BuiltRecord[] = [];
  let tables = 0;
  for (; tables < TABLES_MAX && scorer.tally.of("rounds") < attack.rounds; tables++) {
    try {
      playTable(attack, `${attack.seed}/${tables}`, scorer, records);
    } catch (error) {
      if (!(error instanceof TableStuck)) throw error;
      scorer.startTable();
    }
  }
  return { score: scorer.tally.score, records, tables };
}

function playTable(attack: ShoeAttack, seed: string, scorer: CardScorer, records: BuiltRecord[]): void {
  const { rulebook, wire, rounds, between } = attack;
  const pack = cardPack(loadPack(rulebook).pack);
  const game = gameOf(rulebook);
  if (game === null) throw new RangeError(`no model of ${rulebook}`);
  const random = randomFrom(seed);
  const coding = "faces";
  const decks = decksFor(pack.cards, random.pick(pack.cards.decks.counts), coding);
  const mode = "one-by-one";
  const setup = tableSetup(rulebook, "tirada-shoe", [], {
    decks,
    port: wire === "hid" ? "hid" : "serial",
    mode,
  });
  const reader = new ScriptedReadings(random.fork("reader"));
  const device = new AttackedShoe(
    { wire, kind: DEVICE_KIND.shoe, device: 1, decks: decks.length, random: reader, errors: SCRIPTED_ERRORS },
    between(),
    `${seed}/attack`,
  );
  const side = new SimSide({
    setup,
    device,
    seed,
    onFed: ({ records: fed }) => {
      for (const record of fed) scorer.addRecord(record);
      records.push(...fed);
    },
  });
  const machine = new Machine({
    kind: "shoe",
    game: pack.cards,
    decks,
    coding,
    mode,
    random: random.fork("machine"),
  });
  const dealer = new Dealer(side, {
    pack,
    game,
    machine,
    readings: reader,
    profile: SHOE_PROFILES.clean,
    random: random.fork("people"),
  });
  dealer.openTable();
  while (scorer.tally.of("rounds") < rounds)
    dealer.playRound(
      (truth) => scorer.scoreRound(truth, side.pipeline, side.seal),
      (truth) => scorer.scoreLateVerdict(truth),
    );
}
