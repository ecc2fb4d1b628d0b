import type { TableView } from "../../src/table/kernel/view/view.ts";
import { CardTable, evening as cardEvening } from "./card-table.ts";
import { SCENES as CARDS } from "./card-views.ts";
import { SCENES as DICE } from "./dice-views.ts";
import { evening } from "./wheel-views.ts";
import * as views from "./views.ts";

/** Moments of every family's table that its display has to hold and its players have to read. */

const wheel = (rulebook: string) => evening(rulebook).running("no-more-bets");
const seven = (): CardTable =>
  new CardTable("cl/black-jack", [1, 2, 3, 4, 5, 6, 7])
    .shoe("4c")
    .noMoreBets()
    .cards("10h 6d 8c Ah 9s 7d 9d 5s 8s 6c 3h 9c 10s 4d 2c");

/** Results, voids and what is left open, of every family. */
export const MOMENTS: Readonly<Record<string, () => TableView>> = {
  "roulette, red": () => views.result("32"),
  "roulette, not certified": () => views.NOT_CERTIFIED,
  "roulette, a deviation": () => views.WITH_DEVIATION,
  "roulette, void": () => views.VOID,
  "roulette, a number annulled": () =>
    wheel("cl/ruleta-francesa").number("18").annul("ball-left-cylinder").view(),
  "roulette, undecided": () => views.UNDECIDED,
  "roulette, cut off": () => wheel("cl/ruleta-francesa").abort("restart").betting().view(),
  "roulette, last three": () => evening("cl/ruleta-francesa").lastCall().view(),
  bola: () => wheel("es-cb/bola").result(3).view(),
  "big six": () => wheel("cl/big-six").result(3).view(),
  "sic bo": () => DICE["sic-bo"]().view(),
  "sic bo, reported": () => DICE["sic-bo-reported"]().view(),
  "dice named by people": () => DICE.manual().view(),
  "banca francesa, nobody loses": () => DICE["banca-no-losers"]().view(),
  "banca francesa, annulled": () => DICE["banca-pequeno"]().annul("die-off-table").view(),
  "corona y ancla": () => DICE["corona-double"]().view(),
  "craps, natural": () => DICE["craps-natural"]().view(),
  "craps, seven out": () => DICE["craps-seven-out"]().view(),
  "craps, void": () => DICE["void-craps"]().view(),
  "craps, undecided": () => DICE["undecided-craps"]().view(),
  "dice, left to a person": () => DICE["left-to-a-person"]().view(),
  "punto y banca, annulled": () => CARDS["punto-y-banca-banca"]().declare("card-lost-in-discard-slot").view(),
  "punto y banca, undecided": () => CARDS.undecided().view(),
  "cards, left to a person": () => CARDS["left-to-a-person"]().view(),
  "a card is not read": () => CARDS.unread().view(),
  "chemin de fer, bets open": () => new CardTable("es-as/chemin-de-fer").shoe().view(),
  "treinta y cuarenta": () => CARDS["treinta-long"]().view(),
  "black-jack, seven places": () => seven().view(),
  "black-jack, result": () => CARDS["black-jack-result"]().view(),
  "poker, result": () => CARDS["poker-result"]().view(),
  "pai gow, dice thrown twice": () => CARDS["first-dice-twice"]().view(),
};

/** Calls, and rounds that go on. */
export const CALLS: Readonly<Record<string, () => TableView>> = {
  "roulette, bets open": () => views.BETTING,
  "roulette, the ball runs": () => views.BALL_IN_PLAY,
  "roulette, no more bets": () => views.NO_MORE_BETS,
  "roulette, zero": () => views.result("0"),
  "punto y banca, bets open": () => cardEvening().view(),
  "punto y banca, dealing": () => CARDS["punto-y-banca-deal"]().view(),
  "punto y banca, result": () => CARDS["punto-y-banca-banca"]().view(),
  "two cloths, result": () => CARDS["two-cloths-result"]().view(),
  "black-jack, a split hand": () => CARDS["black-jack-split"]().view(),
  "pai gow, result": () => CARDS["pai-gow-set"]().view(),
  "pai gow, six places": () => CARDS["pai-gow-six"]().view(),
  "sic bo, bets open": () => DICE.betting().view(),
  "craps, the point stands": () => DICE["throwing-craps"]().view(),
};
