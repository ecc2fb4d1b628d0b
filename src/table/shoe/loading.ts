import { type Face, rankOf } from "../../cards/card.ts";
import { cardsIn } from "../../cards/decks.ts";
import { loadShoe, returnBlind, shuffleRest } from "../../cards/shoe-account.ts";
import { judgeCount, judgeLevel } from "../../cards/shoe-recount.ts";
import { LAST_ROUND } from "../../rules/house-outcome.ts";
import { clearFault, emitFault, emitRecord, isFaultActive } from "../kernel/context.ts";
import { decksToLoad } from "./alternating-decks.ts";
import { hasBurnRule } from "./early-cards.ts";
import { advanceAndRecord, isClosedEmpty } from "./flow.ts";
import { reportFact } from "./incidents.ts";
import { dealOf, gameOf, publicCounts, setDeal, setRound, type DealLive } from "./live.ts";
import type { ShoeObservation, ShoeStage } from "./observation.ts";
import { cardCounts, isShuffledEveryRound, openWhenReady } from "./rounds.ts";
import type { ShoeRecord } from "./records.ts";
import type { CardContext } from "./types.ts";

function recordShoe(context: CardContext, event: ShoeRecord["event"], detail: ShoeRecord["detail"] = {}): void {
  emitRecord(context, {
    kind: "shoe",
    round: context.durable.round,
    event,
    counts: publicCounts(dealOf(context)),
    detail,
  });
}

/** Records that no round may begin with this shoe, and why, or that one may again: the screens know it from nothing else. */
export function tellBarred(context: CardContext): void {
  const { barred, stage } = dealOf(context);
  const why = stage === "sorting" ? "sort-mode" : barred;
  if (why === (context.durable.deal?.shoe.barred ?? null)) return;
  if (why === null) recordShoe(context, "free");
  else recordShoe(context, "barred", { why });
}

/** Cards are on the table that were not collected: the shoe that is loaded is theirs. */
const isPlaying = (context: CardContext): boolean => (dealOf(context).round?.cards ?? 0) > 0;

export function handleStage(context: CardContext, stage: ShoeStage): void {
  const before = dealOf(context).stage;
  setDeal(context, { stage });
  switch (stage) {
    case "loading":
      handleReloading(context);
      // Cards are numbered anew with each load, whatever is still on the table.
      return setDeal(context, { lastN: 0, ofNewShoe: [] });
    case "shuffling":
    case "verifying":
      // A machine that is fed all the time mixes what comes back into the shoe that is played on.
      if (isPlaying(context) && dealOf(context).mode === "continuous") return;
      return handleReloading(context);
    case "ready":
    case "dealing":
      if (dealOf(context).reloaded) takeUpShoe(context);
      return;
    case "empty":
      return handleEmpty(context);
    case "out-of-service":
      if (before !== stage) handleOutOfService(context);
      return;
    case "sorting":
      return setDeal(context, { barred: "sort-mode", reloaded: false });
    case "unknown":
    case "idle":
      return;
  }
}

function handleReloading(context: CardContext): void {
  const deal = dealOf(context);
  // What was against the shoe before goes with it: its cards are taken up anew.
  setDeal(context, {
    reloaded: true,
    ...(isPlaying(context) ? {} : { loaded: false, exposed: false, stuck: 0, burning: null }),
  });
  // The round would never have begun with the card that lies there: the words that took it into the round stand.
  if (isPlaying(context) && closedBehindCard(context)) recordShoe(context, "emptied", { during: true });
  // Its burn is made anew with the cards that it comes back with, and no bets can be closed in its place.
  if (!isPlaying(context) && context.durable.deal?.shoe.state === "burning") recordShoe(context, "emptied");
  if (!isPlaying(context) && deal.barred !== "machine-removed") setDeal(context, { barred: null });
  if (!isPlaying(context)) openWhenReady(context);
  askForShoe(context);
}

/** A word closed the bets behind a card that had left before. */
function closedBehindCard(context: CardContext): boolean {
  const inputs = dealOf(context).round?.fold?.inputs ?? [];
  return inputs.some((input, at) => {
    if (input.i !== "key" || input.key.key !== "no-more-bets") return false;
    // Where cards were dealt before it, it answered whether the bets were closed.
    const before = inputs[at - 1]?.cards ?? 0;
    return input.cards > 0 && before === 0;
  });
}

/** Bets are closed, and the shoe is not as the first card wants it, or is so again: what is due now. */
function askForShoe(context: CardContext): void {
  if (isClosedEmpty(context)) advanceAndRecord(context);
}

/** The machine is ready with cards that it loaded or shuffled: they are the table's shoe once the last round is collected. */
function takeUpShoe(context: CardContext): void {
  if (dealOf(context).round?.waits === true) return reloadDuringRound(context);
  if (isPlaying(context)) return setDeal(context, { reloaded: false, loadPending: true });
  startNewShoe(context);
}

/** What a machine itself reported against the cards that it is ready with: new cards do not end it. */
const STAYS: readonly string[] = ["count-wrong", "sort-mode", "cycle-incomplete"];

const NEW_PACK = {
  loaded: true,
  reloaded: false,
  loadPending: false,
  suspect: null,
  exposed: false,
  stuck: 0,
  stuckInAll: 0,
  early: [],
  uncounted: null,
  isNewShoe: true,
  burnOwed: 0,
  burnAfterRound: 0,
  // The cards that it was to begin with are among the others again.
  nextVoid: null,
  roundsLeft: null,
  cutCardSeen: false,
} as const satisfies Partial<DealLive>;

/** Cards were loaded or shuffled: the account begins anew, and with it the burn. Returns whether cards have to be burnt. */
function renewPack(context: CardContext, change: Partial<DealLive>): boolean {
  const { stage, barred } = dealOf(context);
  const { burn } = gameOf(context).cards;
  const burning = burn.rule === "none" ? null : { toGo: burn.rule === "fixed" ? burn.cards : null };
  const isBarred = stage === "sorting" || STAYS.includes(barred ?? "");
  setDeal(context, { ...NEW_PACK, ...change, burning, barred: isBarred ? barred : null });
  return burning !== null;
}

/** The decks of this table are loaded, every card inside. */
export function startNewShoe(context: CardContext): void {
  const decks = decksToLoad(context);
  const isBurnDue = renewPack(context, { decks, account: loadShoe(decks) });
  if (dealOf(context).barred === null) clearFault(context, "shoe", "count-wrong");
  clearFault(context, "shoe", "shoe-opened");
  recordShoe(context, "loaded", { decks: decks.length });
  if (!isBurnDue) recordShoe(context, "ready");
  openWhenReady(context);
  if (!isClosedEmpty(context)) return;
  setDeal(context, { isNewShoe: false });
  setRound(context, { isFirstOfShoe: true });
  askForShoe(context);
}

/**
 * The cards that do not lie on the table were shuffled and cut anew while the round waits: it goes on once the burn of a new shoe is
 * made (Chile III.5.4, ll. 3749–3761).
 */
export function reloadDuringRound(context: CardContext): void {
  const { account, decks } = dealOf(context);
  const isBurnDue = renewPack(context, { account: shuffleRest(account), isNewShoe: false });
  recordShoe(context, "loaded", { decks: decks.length, during: true });
  if (isBurnDue) advanceAndRecord(context);
  else resumeRound(context);
}

/** The waiting round is dealt on. */
function resumeRound(context: CardContext): void {
  recordShoe(context, "ready");
  setRound(context, { waits: false });
  advanceAndRecord(context);
}

/** Only the burn of the new shoe is missing, and the law says what follows where it was forgotten. */
export function mayLeaveBurnOpen(context: CardContext): boolean {
  const { burning, barred, warnings } = dealOf(context);
  if (burning === null || barred !== null || warnings.length > 0) return false;
  return isBurnRight(context) || hasBurnRule(context, "short");
}

/** The burn is whole where the number includes the card shown: the text does not say, and whoever closes the bets now reads it so. */
export function isBurnRight(context: CardContext): boolean {
  return gameOf(context).cards.burn.shownCard === "not-stated" && dealOf(context).burning?.toGo === 1;
}

/** Bets are closed though the burn of the new shoe is not made: what is missing of it is owed. */
export function leaveBurnOpen(context: CardContext): void {
  const missing = isBurnRight(context) ? 0 : (dealOf(context).burning?.toGo ?? null);
  setDeal(context, { burning: null, burnOwed: missing ?? 0 });
  recordShoe(context, "ready", { missing });
  openWhenReady(context);
}

/** A card that was burnt out of a new shoe; where the first one says how many follow, it does so now. */
export function recordBurnt(context: CardContext, face: Face | null): void {
  const { burning } = dealOf(context);
  const { burn } = gameOf(context).cards;
  if (burning === null) return;
  const first = burning.toGo === null;
  const left =
    burning.toGo === null ? (face === null ? null : cardsToBurn(face, burn.cards)) : burning.toGo - 1;
  // How many have to follow a card that could not be read is not known: the shoe cannot be played.
  if (left === null) setDeal(context, { barred: "burn-unread" });
  setDeal(context, { burning: left === null || left === 0 ? null : { toGo: left } });
  recordShoe(context, "burnt", { left: left ?? -1, first });
  if (dealOf(context).burning !== null) return;
  if (dealOf(context).round?.waits === true && left !== null) return resumeRound(context);
  if (left !== null) recordShoe(context, "ready");
  openWhenReady(context);
  askForShoe(context);
}

/** As many as the first card's value; figures and tens count `figure` (Cantabria l. 2143, País Vasco l. 1626). */
function cardsToBurn(face: Face, figure: number): number {
  const rank = rankOf(face);
  if (rank === "A") return 1;
  return rank === null || rank === "10" || rank === "J" || rank === "Q" || rank === "K" ? figure : Number(rank);
}

function handleEmpty(context: CardContext): void {
  const { round } = dealOf(context);
  if (round !== null && !round.decided && round.due?.card != null) reportRunOut(context);
  if (!isShuffledEveryRound(context)) setDeal(context, { roundsLeft: isPlaying(context) ? 1 : 0 });
  recordShoe(context, "emptied");
}

/** The shoe is empty and the deal is not complete: where the cut card never came it was forgotten, and that has rules of its own. */
function reportRunOut(context: CardContext): void {
  const { cutCardSeen, mode, account } = dealOf(context);
  // A machine that takes its cards back has no cut card.
  const hasCut = gameOf(context).cards.cutCard !== null && mode !== "continuous" && account.blind === 0;
  const isForgotten = hasCut && !cutCardSeen;
  if (isForgotten) reportFact(context, "cut-card", "omitted");
  if (dealOf(context).round?.decided === false) reportFact(context, "cards-run-out", true);
}

function handleOutOfService(context: CardContext): void {
  const { inside } = cardCounts(context);
  // A machine that leaves the table with cards in it leaves an account of them.
  recordShoe(context, "removed", { inside });
  if (isPlaying(context)) reportFact(context, "machine-out-of-service", true);
  setDeal(context, { barred: "machine-removed" });
  if (!isPlaying(context)) openWhenReady(context);
}

/** Compares the device's own count of its cards with the decks, or with what must be left. */
export function handleCount(context: CardContext, seen: ShoeObservation & { o: "count" }): void {
  const deal = dealOf(context);
  const isFresh = deal.reloaded || deal.loadPending || !deal.loaded || isShuffledEveryRound(context);
  const account = isFresh ? loadShoe(decksToLoad(context)) : deal.account;
  const { verdict, difference } = judgeCount(account, seen, isFresh ? "loaded" : "inside");
  recordShoe(context, "counted", {
    cards: seen.cards,
    expected: cardsIn(account.decks),
    unknown: seen.unknown,
    verdict,
    difference,
  });
  if (verdict === "right") {
    if (deal.barred === "count-wrong") setDeal(context, { barred: null });
    return;
  }
  reportWrongCount(context, { difference, unknown: seen.unknown });
}

/** Cards are too many, too few or not those that were loaded: nothing is dealt on from this shoe. */
function reportWrongCount(context: CardContext, detail: Readonly<Record<string, number>>): void {
  setDeal(context, { barred: "count-wrong" });
  if (!isFaultActive(context, "shoe", "count-wrong")) emitFault(context, "shoe", "count-wrong", detail);
  // A round without a card is not harmed: it waits for a shoe that is right.
  if (isPlaying(context)) reportFact(context, "count-wrong", true);
  else openWhenReady(context);
}

/** Compares the device's bounds for the cards left inside with the account. */
export function handleLevel(context: CardContext, level: ShoeObservation & { o: "level" }): void {
  const { account, loaded, reloaded, loadPending } = dealOf(context);
  if (!loaded || reloaded || loadPending || judgeLevel(account, level) === "possible") return;
  reportWrongCount(context, {
    atLeast: level.atLeast,
    atMost: level.atMost ?? -1,
    inside: cardCounts(context).inside,
  });
}

/** Cards came back into a continuous machine, which does not report their faces. */
export function handleFedBack(context: CardContext, cards: number): void {
  const { account, loaded } = dealOf(context);
  if (!loaded) return;
  const back = returnBlind(account, cards);
  if (back.ok) return setDeal(context, { account: back.account });
  reportWrongCount(context, { cameBack: cards });
}

/** The device has seen the cut card. */
export function handleCutCard(context: CardContext): void {
  const { round, cutCardSeen } = dealOf(context);
  if (cutCardSeen) return;
  takeCutCard(context);
  if (round !== null && !round.decided)
    reportFact(context, "cut-card", round.cards > 0 ? "in-round" : "first-of-round");
}

/** The cut card has come out: which rounds may still be played. */
export function takeCutCard(context: CardContext): void {
  const { round } = dealOf(context);
  const { cutCard } = gameOf(context).cards;
  const during = round !== null && !round.decided && round.cards > 0;
  const isBehind = isPlaying(context) && round?.decided === true && cutCard?.then === "finish-round";
  const isOneMore = isBehind
    ? context.rules.coverage.houseRules.includes(LAST_ROUND)
    : cutCard?.then === "one-more-round";
  setDeal(context, { cutCardSeen: true, roundsLeft: isOneMore ? 2 : 1 });
  recordShoe(context, "cut-card", { during });
}

/** The cut card should have come by now: as many cards are inside as lie behind it, or fewer. */
export function checkCutCard(context: CardContext): void {
  const { cutCardSeen, round, loaded } = dealOf(context);
  const { cutCard } = gameOf(context).cards;
  if (cutCard === null || cutCardSeen || !loaded || round === null || round.decided) return;
  if (typeof cutCard.behind === "string" || !("exactly" in cutCard.behind)) return;
  if (cardCounts(context).inside >= cutCard.behind.exactly) return;
  setDeal(context, { cutCardSeen: true, roundsLeft: 1 });
  // The round in which it should have come is the last of the shoe, and is called so.
  recordShoe(context, "cut-card", { during: true, missed: true });
  reportFact(context, "cut-card", "omitted");
}
