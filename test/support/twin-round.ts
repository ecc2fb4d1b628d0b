import { loadPack } from "../../firmware/table/rules/load.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { Dealer } from "../../hw-sim/people/cards/dealer.ts";
import { SHOE_PROFILES } from "../../hw-sim/people/cards/fault-plans.ts";
import { gameOf } from "../../hw-sim/people/cards/games/game-list.ts";
import { ScriptedReadings } from "../../hw-sim/people/cards/scripted-readings.ts";
import { DEVICE_KIND, Machine } from "../../hw-sim/people/cards/machine.ts";
import { decksFor } from "../../hw-sim/people/cards/stock.ts";
import type { RoundTruth } from "../../hw-sim/people/cards/truth.ts";
import type { Face } from "../../src/cards/card.ts";
import { cardPack } from "../../src/rules/pack.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { TwinTables, type Pair } from "./twin-tables.ts";

/** Whole rounds of a game on twin tables, dealt by a croupier who makes no mistakes. */
export interface TwinGame {
  readonly tables: TwinTables;
  /** Faces that everybody at the table has seen in this round or the one before. */
  isPublic(face: Face): boolean;
  round(): RoundTruth;
}

/** Its cards have numbers of their own, so that no reader needs a second look at one (docs/hidden-cards.md, "What remains"). */
export function twinGame(
  rulebook: string,
  seed: string,
  onPair: (pair: Pair, game: TwinGame) => void,
): TwinGame {
  const pack = cardPack(loadPack(rulebook).pack);
  const game = gameOf(rulebook);
  if (game === null) throw new RangeError(`nobody knows how to play ${rulebook}`);
  const random = randomFrom(seed);
  const coding = "identities";
  const decks = decksFor(pack.cards, random.pick(pack.cards.decks.counts), coding);
  const kind = random.pick(["shoe", "batch"] as const);
  const mode = "one-by-one";
  const wire = random.pick(["hid", "line"] as const);
  const port = wire === "hid" ? "hid" : "serial";
  const setup = tableSetup(rulebook, "tirada-shoe", [], { decks, port, mode });
  const made: { game: TwinGame | null } = { game: null };
  const tables = new TwinTables({
    setup,
    wire,
    kind: DEVICE_KIND[kind],
    seed,
    onPair: (pair) => {
      if (made.game !== null) onPair(pair, made.game);
    },
  });
  const machine = new Machine({ kind, game: pack.cards, decks, coding, mode, random: random.fork("machine") });
  tables.machine = machine;
  const dealer = new Dealer(tables, {
    pack,
    game,
    machine,
    readings: new ScriptedReadings(random.fork("reader")),
    profile: SHOE_PROFILES.clean,
    random: random.fork("people"),
  });
  made.game = {
    tables,
    isPublic: (face) => dealer.isPublic(face),
    round: () => {
      tables.nextRound();
      const truths: RoundTruth[] = [];
      dealer.playRound(
        (truth) => truths.push(truth),
        () => undefined,
      );
      const [truth] = truths;
      if (truth === undefined) throw new Error("a round without an end");
      return truth;
    },
  };
  dealer.openTable();
  return made.game;
}
