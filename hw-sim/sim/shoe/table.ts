import { Dealer, TableStuck } from "../../people/cards/dealer.ts";
import type { FaultKind, FaultProfile, LoadingFault } from "../../people/cards/fault-plans.ts";
import { gameOf, KNOWN_GAMES } from "../../people/cards/games/game-list.ts";
import { ScriptedReadings, SCRIPTED_ERRORS } from "../../people/cards/scripted-readings.ts";
import { DEVICE_KIND, Machine, type MachineKind } from "../../people/cards/machine.ts";
import { CODINGS, decksFor } from "../../people/cards/stock.ts";
import type { RoundTruth } from "../../people/cards/truth.ts";
import { ShoeDevice } from "../../models/shoe/device/device.ts";
import type { Face } from "../../../src/cards/card.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import { cardPack, type CardPack } from "../../../src/rules/pack.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import { tableSetup, type ShoeTableSetup } from "../../../firmware/table/setup/table-setup.ts";
import { leaksIn } from "./leaks.ts";
import { CardScorer } from "./score.ts";
import type { BuiltRecord } from "../../../firmware/table/pipeline/pipeline.ts";
import { SimSide } from "./side.ts";
import type { CardScore } from "../scores.ts";
import "../../../firmware/table/setup/every-family.ts";

export interface CardSimOptions {
  readonly rulebook: string;
  readonly seed: string;
  readonly profile: FaultProfile;
}

/** Whether the simulator has a reading of its own of this game to hold the table against. */
export const canPlay = ({ jurisdiction, game }: CardPack): boolean =>
  gameOf(`${jurisdiction}/${game}`) !== null;

/** Whoever follows a run of card tables. */
export interface CardFollower {
  /** Every record. `us`: the table's own time. */
  readonly record?: (record: BuiltRecord) => void;
  /** A round as it truly was, at its end. */
  readonly settled?: (truth: RoundTruth) => void;
  /** Faults of the round that begins, beside those by chance. `us`: since this table began; `possible`: what can come about at it. */
  readonly asked?: (us: number, possible: readonly FaultKind[]) => readonly FaultKind[];
  /** What is wrong with the shoe that is made ready, of what can be; null: chance decides. `us`: since this table began. */
  readonly askedLoading?: (us: number, possible: readonly LoadingFault[]) => LoadingFault | null;
  /** A table is set up, and its devices are there. */
  readonly opened?: (setup: ShoeTableSetup) => void;
  /** Every entry of its unit, and every card that goes through the exit. */
  readonly entry?: (entry: Entry) => void;
  readonly passed?: (face: Face) => void;
  /** The run is over, whatever rounds are left. */
  readonly isOver?: (us: number) => boolean;
}

/** Stuck tables after which a shard gives up with an error. */
const STUCK_MAX = 50;

/** Plays rounds at one table after the other, from one seed, and scores them. */
export function playCards(options: CardSimOptions, rounds: number, follower: CardFollower = {}): CardScore {
  const pack = cardPack(loadPack(options.rulebook).pack);
  const scorer = new CardScorer(pack);
  let isOver = false;
  for (let table = 0; !isOver && scorer.tally.of("rounds") < rounds; table++) {
    try {
      isOver = playTable(pack, { ...options, seed: `${options.seed}/${table}` }, rounds, { scorer, follower });
    } catch (error) {
      if (!(error instanceof TableStuck)) throw error;
      scorer.tally.addExample("stuck", `table ${table}: ${error.message}`);
      if (scorer.tally.of("stuck") > STUCK_MAX) throw new Error(`the tables do not go on: ${error.message}`);
      scorer.startTable();
    }
  }
  return scorer.tally.score;
}

interface Listeners {
  readonly scorer: CardScorer;
  readonly follower: CardFollower;
}

/** True: whoever follows it said that the run is over. */ function playTable(
  pack: CardPack,
  options: CardSimOptions,
  rounds: number,
  { scorer, follower }: Listeners,
): boolean {
  const { rulebook, seed, profile } = options;
  const game = gameOf(rulebook);
  if (game === null)
    throw new RangeError(`the simulator cannot play ${rulebook}; it knows ${KNOWN_GAMES.join(", ")}`);
  const random = randomFrom(seed);
  const coding = random.pick(CODINGS);
  const kind = random.pick<MachineKind>(
    pack.cards.cutCard === null ? ["shoe", "batch"] : ["shoe", "batch", "continuous"],
  );
  const decks = decksFor(pack.cards, random.pick(pack.cards.decks.counts), coding);
  const wire = random.pick(["hid", "line"] as const);
  const mode = kind === "continuous" ? "continuous" : modeOf(pack, kind, random);
  const setup: ShoeTableSetup = tableSetup(rulebook, "tirada-shoe", [], {
    decks,
    port: wire === "hid" ? "hid" : "serial",
    mode,
  });
  follower.opened?.(setup);
  const reader = new ScriptedReadings(random.fork("reader"));
  const numbered = (number: number): ShoeDevice =>
    new ShoeDevice({
      wire,
      kind: DEVICE_KIND[kind],
      device: number,
      decks: decks.length,
      random: reader,
      errors: SCRIPTED_ERRORS,
    });
  let devices = 1;
  let dealer: Dealer | null = null;
  const side = new SimSide({
    setup,
    device: numbered(devices),
    another: () => numbered(++devices),
    seed,
    follow: (entry) => follower.entry?.(entry),
    passed: (face) => follower.passed?.(face),
    onFed: (fed, pipeline) => {
      for (const record of fed.records) {
        scorer.addRecord(record);
        follower.record?.(record);
      }
      const found = leaksIn(fed, pipeline, setup, (face) => dealer?.isPublic(face) === true);
      if (dealer?.isMisled === true) scorer.tally.count("unobservableLeaks", found.length);
      else scorer.addLeaks(found, pipeline.durable.round);
    },
  });
  const machine = new Machine({ kind, game: pack.cards, decks, coding, mode, random: random.fork("machine") });
  const people = new Dealer(side, {
    pack,
    game,
    machine,
    readings: reader,
    profile,
    random: random.fork("people"),
    asked: () => follower.asked?.(side.us, people.possible) ?? [],
    askedLoading: (possible) => follower.askedLoading?.(side.us, possible) ?? null,
  });
  dealer = people;
  return playRounds(people, side, rounds, { scorer, follower });
}

/** True: whoever follows it said that the run is over. */
function playRounds(people: Dealer, side: SimSide, rounds: number, { scorer, follower }: Listeners): boolean {
  people.openTable();
  while (scorer.tally.of("rounds") < rounds) {
    if (follower.isOver?.(side.us) === true) return true;
    people.playRound(
      (truth) => {
        scorer.scoreRound(truth, side.pipeline, side.seal);
        follower.settled?.(truth);
      },
      (truth) => scorer.scoreLateVerdict(truth),
    );
  }
  return false;
}

/** Games that a machine may give in packets are dealt so at every second table with a shuffler. */
function modeOf({ cards }: CardPack, kind: MachineKind, random: RandomSource): "one-by-one" | "packets" {
  const mayBe = cards.deal.some(
    (step) => step.step === "deal" && (step.ifPackets !== undefined || step.packets === true),
  );
  return kind === "batch" && mayBe && random.oneIn(2) ? "packets" : "one-by-one";
}
