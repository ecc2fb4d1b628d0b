import type { Face } from "../../cards/card.ts";
import { rankOf } from "../../cards/card.ts";
import { cardsIn } from "../../cards/decks.ts";
import { loadShoe, returnBlind, shuffleRest } from "../../cards/shoe-account.ts";
import { judgeCount, judgeLevel } from "../../cards/shoe-recount.ts";
import { LAST_ROUND } from "../../rules/house-outcome.ts";
import { emit, type TableTurn } from "../turn.ts";
import { decksToLoad } from "./decks-by-turns.ts";
import { speaksOfBurn } from "./early-cards.ts";
import { advance, tell } from "./flow.ts";
import { happen } from "./incidents.ts";
import { dealOf, gameOf, setDeal, setRound, type DealLive } from "./live.ts";
import type { ShoeObservation, ShoeStage } from "./observation.ts";
import { counts, isShuffledEveryRound, openWhenReady } from "./rounds.ts";
import type { ShoeRecord } from "./records.ts";

/** The life of a shoe beside its rounds: loading, shuffling, counting, burning, the cut card, what comes back. */

function shoe(turn: TableTurn, event: ShoeRecord["event"], detail: ShoeRecord["detail"] = {}): void {
  emit(turn, { kind: "shoe", round: turn.durable.round, event, counts: counts(turn), detail });
}

/** Cards are on the table that were not collected: the shoe that is loaded is theirs. */
const isPlaying = (turn: TableTurn): boolean => (dealOf(turn).round?.cards ?? 0) > 0;

export function newStage(turn: TableTurn, stage: ShoeStage): void {
  const before = dealOf(turn).stage;
  setDeal(turn, { stage });
  switch (stage) {
    case "loading":
      reloading(turn);
      // Cards are numbered anew with each load, whatever is still on the table.
      return setDeal(turn, { lastN: 0 });
    case "shuffling":
    case "verifying":
      return reloading(turn);
    case "ready":
    case "dealing":
      if (dealOf(turn).reloaded) takeUp(turn);
      return;
    case "empty":
      return empty(turn);
    case "out-of-service":
      if (before !== stage) outOfService(turn);
      return;
    case "sorting":
      return setDeal(turn, { barred: "sort-mode", reloaded: false });
    case "unknown":
    case "idle":
      return;
  }
}

function reloading(turn: TableTurn): void {
  const deal = dealOf(turn);
  // What was against the shoe before goes with it: its cards are taken up anew.
  setDeal(turn, {
    reloaded: true,
    ...(isPlaying(turn) ? {} : { loaded: false, exposed: false, stuck: 0 }),
  });
  if (!isPlaying(turn) && deal.barred !== "machine-removed") setDeal(turn, { barred: null });
  if (!isPlaying(turn)) openWhenReady(turn);
}

/** The machine is ready with cards that it loaded or shuffled: they are the table's shoe once the last round is collected. */
function takeUp(turn: TableTurn): void {
  if (dealOf(turn).round?.waits === true) return loadInRound(turn);
  if (isPlaying(turn)) return setDeal(turn, { reloaded: false, loadPending: true });
  load(turn);
}

/** What the machine itself said against the cards that it is ready with. */
const STAYS: readonly string[] = ["count-wrong", "sort-mode", "cycle-incomplete"];

/** The decks of this table are loaded, every card inside. */
export function load(turn: TableTurn): void {
  const { stage, barred } = dealOf(turn);
  const { burn } = gameOf(turn).cards;
  const burning = burn.rule === "none" ? null : { toGo: burn.rule === "fixed" ? burn.cards : null };
  const decks = decksToLoad(turn);
  setDeal(turn, {
    decks,
    account: loadShoe(decks),
    ...NEW_PACK,
    burning,
    barred: stage === "sorting" || STAYS.includes(barred ?? "") ? barred : null,
  });
  if (dealOf(turn).barred === null) clearFault(turn, "count-wrong");
  clearFault(turn, "shoe-opened");
  shoe(turn, "loaded", { decks: decks.length });
  if (burning === null) shoe(turn, "ready");
  openWhenReady(turn);
}

const NEW_PACK = {
  loaded: true,
  reloaded: false,
  loadPending: false,
  suspect: null,
  exposed: false,
  stuck: 0,
  stuckInAll: 0,
  early: [],
  isNewShoe: true,
  burnOwed: 0,
  burnAfterRound: 0,
  roundsLeft: null,
  cutCardSeen: false,
} as const satisfies Partial<DealLive>;

/**
 * The cards that do not lie on the table were shuffled and cut anew while the round waits: it goes on once the burn of a new shoe is
 * made (Chile III.5.4, ll. 3749–3761).
 */
export function loadInRound(turn: TableTurn): void {
  const { account, stage, barred } = dealOf(turn);
  const { burn } = gameOf(turn).cards;
  const burning = burn.rule === "none" ? null : { toGo: burn.rule === "fixed" ? burn.cards : null };
  setDeal(turn, {
    account: shuffleRest(account),
    ...NEW_PACK,
    isNewShoe: false,
    burning,
    barred: stage === "sorting" || STAYS.includes(barred ?? "") ? barred : null,
  });
  shoe(turn, "loaded", { decks: dealOf(turn).decks.length, during: true });
  if (burning === null) goOn(turn);
}

/** The waiting round is dealt on. */
function goOn(turn: TableTurn): void {
  shoe(turn, "ready");
  setRound(turn, { waits: false });
  advance(turn);
  tell(turn, "said", []);
}

/** Nothing but the burn of the new shoe is missing, and the law says what follows where it was forgotten. */
export function mayLeaveBurnOpen(turn: TableTurn): boolean {
  const { burning, barred, warnings } = dealOf(turn);
  if (burning === null || barred !== null || warnings.length > 0) return false;
  return isBurnRight(turn) || speaksOfBurn(turn, "short");
}

/** The burn is whole where the number includes the card shown: the text does not say, and whoever closes the bets now reads it so. */
export function isBurnRight(turn: TableTurn): boolean {
  return gameOf(turn).cards.burn.shownCard === "not-stated" && dealOf(turn).burning?.toGo === 1;
}

/** Bets are closed though the burn of the new shoe is not made: what is missing of it is owed. */
export function leaveBurnOpen(turn: TableTurn): void {
  const missing = isBurnRight(turn) ? 0 : (dealOf(turn).burning?.toGo ?? null);
  setDeal(turn, { burning: null, burnOwed: missing ?? 0 });
  shoe(turn, "ready", { missing });
  openWhenReady(turn);
}

/** A card that was burnt out of a new shoe; where the first one says how many follow, it does so now. */
export function burnt(turn: TableTurn, face: Face | null): void {
  const { burning } = dealOf(turn);
  const { burn } = gameOf(turn).cards;
  if (burning === null) return;
  const first = burning.toGo === null;
  const left = burning.toGo === null ? (face === null ? null : worth(face, burn.cards)) : burning.toGo - 1;
  // Nobody knows how many have to follow a card that could not be read: the shoe cannot be played.
  if (left === null) setDeal(turn, { barred: "burn-unread" });
  setDeal(turn, { burning: left === null || left === 0 ? null : { toGo: left } });
  shoe(turn, "burnt", { left: left ?? -1, first });
  if (dealOf(turn).burning !== null) return;
  if (dealOf(turn).round?.waits === true && left !== null) return goOn(turn);
  if (left !== null) shoe(turn, "ready");
  openWhenReady(turn);
}

/** As many as the first card's value; figures and tens count `figure` (Cantabria l. 2143, País Vasco l. 1626). */
function worth(face: Face, figure: number): number {
  const rank = rankOf(face);
  if (rank === "A") return 1;
  return rank === null || rank === "10" || rank === "J" || rank === "Q" || rank === "K" ? figure : Number(rank);
}

function empty(turn: TableTurn): void {
  const { round } = dealOf(turn);
  if (round !== null && !round.decided && round.due?.card != null) runOut(turn);
  if (!isShuffledEveryRound(turn)) setDeal(turn, { roundsLeft: isPlaying(turn) ? 1 : 0 });
  shoe(turn, "emptied");
}

/** The shoe is empty and the deal is not complete: where the cut card never came it was forgotten, and that has rules of its own. */
function runOut(turn: TableTurn): void {
  const { cutCardSeen, mode, account } = dealOf(turn);
  // A machine that takes its cards back has no cut card.
  const hasCut = gameOf(turn).cards.cutCard !== null && mode !== "continuous" && account.blind === 0;
  const isForgotten = hasCut && !cutCardSeen;
  if (isForgotten) happen(turn, "cut-card", "omitted");
  if (dealOf(turn).round?.decided === false) happen(turn, "cards-run-out", true);
}

function outOfService(turn: TableTurn): void {
  const { inside } = counts(turn);
  // A machine that leaves the table with cards in it leaves an account of them.
  shoe(turn, "removed", { inside });
  if (isPlaying(turn)) happen(turn, "machine-out-of-service", true);
  setDeal(turn, { barred: "machine-removed" });
  if (!isPlaying(turn)) openWhenReady(turn);
}

/** The device's own count of its cards, against the decks or against what must be left. */
export function counted(turn: TableTurn, seen: ShoeObservation & { o: "count" }): void {
  const deal = dealOf(turn);
  const isFresh = deal.reloaded || !deal.loaded || isShuffledEveryRound(turn);
  const account = isFresh ? loadShoe(decksToLoad(turn)) : deal.account;
  const { verdict, difference } = judgeCount(account, seen, isFresh ? "loaded" : "inside");
  shoe(turn, "counted", {
    cards: seen.cards,
    expected: cardsIn(account.decks),
    unknown: seen.unknown,
    verdict,
    difference,
  });
  if (verdict === "right") {
    if (deal.barred === "count-wrong") setDeal(turn, { barred: null });
    return;
  }
  wrong(turn, { difference, unknown: seen.unknown });
}

/** Cards are too many, too few or not those that were loaded: nothing is dealt on from this shoe. */
function wrong(turn: TableTurn, detail: Readonly<Record<string, number>>): void {
  setDeal(turn, { barred: "count-wrong" });
  if (!stands(turn, "count-wrong"))
    emit(turn, { kind: "fault", device: "shoe", code: "count-wrong", round: null, detail });
  // A round without a card is not harmed: it waits for a shoe that is right.
  if (isPlaying(turn)) happen(turn, "count-wrong", true);
  else openWhenReady(turn);
}

const stands = (turn: TableTurn, code: string): boolean =>
  turn.durable.faults.some((one) => one.device === "shoe" && one.code === code);

/** A fault of the shoe is over, if it stood. */
export function clearFault(turn: TableTurn, code: string): void {
  if (stands(turn, code)) emit(turn, { kind: "fault-cleared", device: "shoe", code, round: null, detail: {} });
}

/** What the device can tell of the cards left inside; it must be possible by the account. */
export function levelled(turn: TableTurn, level: ShoeObservation & { o: "level" }): void {
  const { account, loaded, reloaded } = dealOf(turn);
  if (!loaded || reloaded || judgeLevel(account, level) === "possible") return;
  wrong(turn, { atLeast: level.atLeast, atMost: level.atMost ?? -1, inside: counts(turn).inside });
}

/** Cards came back into a continuous machine; nobody says which. */
export function fedBack(turn: TableTurn, cards: number): void {
  const { account, loaded } = dealOf(turn);
  if (!loaded) return;
  const back = returnBlind(account, cards);
  if (back.ok) return setDeal(turn, { account: back.account });
  wrong(turn, { cameBack: cards });
}

/** The cut card: which rounds may still be played. */
export function cutCard(turn: TableTurn): void {
  const { round, cutCardSeen } = dealOf(turn);
  if (cutCardSeen) return;
  const { cutCard: game } = gameOf(turn).cards;
  const during = round !== null && !round.decided && round.cards > 0;
  setDeal(turn, { cutCardSeen: true, roundsLeft: game?.then === "one-more-round" ? 2 : 1 });
  shoe(turn, "cut-card", { during });
  if (round !== null && !round.decided) happen(turn, "cut-card", during ? "in-round" : "first-of-round");
  else if (isPlaying(turn) && game?.then === "finish-round")
    setDeal(turn, { roundsLeft: turn.rules.coverage.houseRules.includes(LAST_ROUND) ? 2 : 1 });
}

/** The cut card should have come by now: as many cards are inside as lie behind it, or fewer. */
export function checkCutCard(turn: TableTurn): void {
  const { cutCardSeen, round, loaded } = dealOf(turn);
  const { cutCard: game } = gameOf(turn).cards;
  if (game === null || cutCardSeen || !loaded || round === null || round.decided) return;
  if (typeof game.behind === "string" || !("exactly" in game.behind)) return;
  if (counts(turn).inside >= game.behind.exactly) return;
  setDeal(turn, { cutCardSeen: true, roundsLeft: 1 });
  happen(turn, "cut-card", "omitted");
}
