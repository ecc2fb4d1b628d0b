import { describe, expect, it } from "vitest";
import type { Face } from "../../../src/cards/card.ts";
import type { Key } from "../../../src/people/keys.ts";
import { cardPack } from "../../../src/rules/pack.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import { applyWorldFault, dealWithFault } from "./card-faults.ts";
import { Dealing } from "./dealing.ts";
import type { FaultKind } from "./fault-plans.ts";
import { gameOf } from "./games/game-list.ts";
import { Machine } from "./machine.ts";
import { RoundOver } from "./round-events.ts";
import { ScriptedReadings } from "./scripted-readings.ts";
import { decksFor, drawForeignCard, twinOf, type Coding } from "./stock.ts";
import type { Screen, TableSide } from "./table-side.ts";

const RULEBOOK = "es-pv/seven-card-stud";
const { pack } = loadPack(RULEBOOK);

const SCREEN: Screen = {
  phase: "dealing",
  round: 1,
  nextVoid: false,
  outside: [],
  isCallAsked: false,
  isEarlyAsked: false,
  cardAsked: null,
  turnAsked: null,
  isHeld: false,
};

/** A table that lets people do everything and says nothing. */
const SIDE: TableSide = {
  us: 0,
  screen: SCREEN,
  emitEvent: () => undefined,
  wait: () => undefined,
  press: () => true,
  plug: () => undefined,
  power: () => undefined,
  acknowledgeWarnings: () => undefined,
  confirmVoid: () => undefined,
};

/** A deal from a shoe whose next cards are the king of clubs, its twin, and what was there. */
function dealOfTwins(coding: Coding, side = SIDE): Dealing {
  const game = gameOf(RULEBOOK);
  if (game === null) throw new Error(`nobody plays ${RULEBOOK}`);
  const cards = cardPack(pack);
  const random = randomFrom("twins");
  const decks = decksFor(cards.cards, 1, coding);
  const machine = new Machine({ kind: "shoe", game: cards.cards, decks, coding, mode: "one-by-one", random });
  machine.load(side, null);
  const king = machine.inside.find(({ face }) => face === ("Kc" satisfies Face));
  if (king === undefined) throw new Error("the deck has no king of clubs");
  machine.inside = [king, twinOf(king, machine.newUid()), ...machine.inside.filter((card) => card !== king)];
  const readings = new ScriptedReadings(random);
  return new Dealing({
    side,
    machine,
    readings,
    pack: cards,
    game,
    random,
    seats: [1, 2, 3, 4],
    plan: null,
  });
}

const codings: readonly Coding[] = ["faces", "backs", "identities"];

describe.each(codings)("a card that is in the pack twice, known by %s", (coding) => {
  it("is seen once both were read", () => {
    const dealing = dealOfTwins(coding);
    dealing.dealNext("seat-1", false);
    expect(dealing.facts).toEqual({});
    dealing.dealNext("seat-2", false);
    expect(dealing.facts).toEqual({ "duplicate-card": true });
    expect([...dealing.unseen]).toEqual([]);
  });

  it.each<FaultKind>(["unread", "unsure", "late"])(
    "is not seen while one of them lies face down, %s",
    (fault) => {
      const [first, second] = [dealOfTwins(coding), dealOfTwins(coding)];
      dealWithFault(first, fault, "seat-1", false);
      first.dealNext("seat-2", false);
      expect([...first.unseen]).toEqual(["duplicate-card"]);
      second.dealNext("seat-1", false);
      dealWithFault(second, fault, "seat-2", false);
      expect([...second.unseen]).toEqual(["duplicate-card"]);
    },
  );

  it("is seen once the one that nobody read is turned and named", () => {
    const dealing = dealOfTwins(coding);
    dealWithFault(dealing, "unread", "seat-1", false);
    dealing.dealNext("seat-2", false);
    dealing.cloth.turnFaceUp("seat-1");
    dealing.nameUnreadOf("seat-1");
    expect(dealing.facts).toEqual({ "duplicate-card": true });
    expect([...dealing.unseen]).toEqual([]);
  });
});

describe("a card that left while the cable was out", () => {
  it("is not known to be there twice", () => {
    const dealing = dealOfTwins("faces");
    // Every other time one leaves.
    while (dealing.setAside.length === 0) applyWorldFault(dealing, "cable");
    dealing.dealNext("seat-1", false);
    expect([...dealing.unseen]).toEqual(["duplicate-card"]);
  });
});

describe("two cards that stick together", () => {
  it("show the reader the first of them alone", () => {
    const dealing = dealOfTwins("identities");
    dealWithFault(dealing, "stuck", "seat-1", false);
    expect([...dealing.unseen]).toEqual(["duplicate-card"]);
    const { machine, random } = dealing.parts;
    machine.inside.splice(1, 0, drawForeignCard(random, "other-deck", machine.newUid()));
    dealWithFault(dealing, "stuck", "seat-2", false);
    expect([...dealing.unseen]).toEqual(["duplicate-card", "foreign-card"]);
  });
});

describe("an early card that nobody can read", () => {
  it("is no ground to give a round up before its bets are closed", () => {
    const keys: string[] = [];
    const press = ({ key }: Key): boolean => keys.push(key) > 0;
    const screen: Screen = { ...SCREEN, phase: "betting", isEarlyAsked: true };
    const dealing = dealOfTwins("faces", { ...SIDE, screen, press });
    expect(() => {
      dealWithFault(dealing, "unread-nobody-names", "seat-1", true);
    }).toThrow(RoundOver);
    expect(keys).toEqual(["no-more-bets"]);
  });
});
