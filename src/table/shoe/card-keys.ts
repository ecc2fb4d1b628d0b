import type { Person } from "../../people/roles.ts";
import type { KeyNamed } from "../kernel/people/key-of.ts";
import {
  acknowledge,
  announceLastRounds,
  confirmVoid,
  dispatchKey,
  mayPress,
  openTable,
  recordKey,
  recordSessionKey,
  takeBack,
  type KeyHandlers,
  type Refusal,
} from "../kernel/people/keys.ts";
import { lastWordOf } from "../kernel/durable/last-word.ts";
import { isOfPast } from "../kernel/late/late-verdict.ts";
import { isVerdictPhase } from "../kernel/phase.ts";
import { emitPhase } from "../kernel/context.ts";
import { dealWaiting, identifyCard, openDealing } from "./card-out.ts";
import { askPerson, resolveAtCards } from "./decision.ts";
import { keepWord, putCardsRight, takeWordBack } from "./corrections.ts";
import { declareIncident } from "./declarations.ts";
import { startFold } from "./fold.ts";
import { isOutsideOpen } from "./outside-cards.ts";
import { advanceDeal, recordedCard, recordDeal, turnFaceUp, waitsForName } from "./flow.ts";
import { isCardAsked } from "./early-cards.ts";
import { hasRuleAbout, reportFact } from "./incidents.ts";
import { EMPTY_DEAL, isBarredByMachine } from "./durable-deal.ts";
import { dealOf, gameOf, setDeal, setRound, type RoundLive } from "./live.ts";
import { isBurnRight, leaveBurnOpen, startNewShoe, reloadDuringRound, mayLeaveBurnOpen } from "./loading.ts";
import { collectCards, collectUnknownCards, collectWaitingCards } from "./collecting.ts";
import { askBeforeFirstCard, hasTooFewSeats } from "./rounds.ts";
import { leaveUndecided } from "./verdicts.ts";
import { settle } from "./settle.ts";
import { handleMove } from "./moves.ts";
import { lastSpeaker } from "./said-words.ts";
import type { CardContext, CardTypes, KeyAtCards } from "./types.ts";

/**
 * A key that somebody pressed at a card table. Asks for its records, or says why not; a refused key changes nothing. What a key may
 * do follows from what the table waits for, and that from public cards alone: a refusal tells nobody a hidden card.
 */
export function handleCardKey(context: CardContext, key: KeyAtCards, by: Person): Refusal | null {
  if (!mayPress(key, by)) return "not-your-key";
  const before = dealOf(context);
  const refused = applyKey(context, key, by);
  if (refused !== null) return refused;
  settle(context);
  keepWord(context, before, key, by);
  return null;
}

const HANDLERS: KeyHandlers<CardTypes> = {
  "open-table": openTable,
  resolve: (context, key, by) => resolveAtCards(context, key, by, () => dealWaiting(context)),
  "close-table": closeTable,
  "confirm-void": confirmVoid,
  acknowledge: acknowledgeAtCards,
  void: declareIncident,
  declare: declareIncident,
  "put-right": putCardsRight,
  "take-back": (context, key, by) =>
    lastWordOf(context.durable) === undefined
      ? takeWordBack(context, key, by, lastSpeaker(context.durable.deal ?? EMPTY_DEAL) !== null)
      : takeBack(context, key, by),
  "no-more-bets": closeBets,
  seats: setSeats,
  move: handleMove,
  turn: turnHand,
  collect: collectRound,
  "new-shoe": confirmNewShoe,
  "card-is": nameCard,
  "last-three-spins": announceLastRounds,
};

/** What waits for a person waits at a closed table too. */
const WHILE_CLOSED: readonly KeyAtCards["key"][] = ["open-table", "resolve", "acknowledge", "confirm-void"];

function applyKey(context: CardContext, key: KeyAtCards, by: Person): Refusal | null {
  const waits = WHILE_CLOSED.includes(key.key) || isOfPast(context, key);
  if (!context.durable.open && !waits) return "table-closed";
  return dispatchKey(HANDLERS, context, key, by);
}

function closeBets(context: CardContext, key: KeyNamed<"no-more-bets">, by: Person): Refusal | null {
  const { phase } = context.durable;
  const isForgotten = phase === "preparing" && mayLeaveBurnOpen(context);
  // That they were not said is an answer: where nobody asks, nothing is closed by it.
  if (key.said === false && dealOf(context).round?.isCallAsked !== true) return "not-now";
  if (phase === "dealing" && isCallLate(context)) return closeBetsLate(context, key, by);
  if (phase !== "betting" && !isForgotten) return "not-now";
  if (gameOf(context).cards.seats !== null && dealOf(context).seats === null) return "no-such-seats";
  if (hasTooFewSeats(context)) return "too-few-seats";
  const isShort = isForgotten && !isBurnRight(context);
  recordKey(context, key, by);
  if (isForgotten) leaveBurnOpen(context);
  openDealing(context, true);
  if (isShort) reportFact(context, "burn-count", "short");
  // The round began by this key: none of its inputs, it stands before them.
  if (isForgotten) startFold(context);
  recordDeal(context, "said", []);
  return null;
}

/** Cards have left, and nobody has keyed the words that close the bets. */
function isCallLate(context: CardContext): boolean {
  const { round } = dealOf(context);
  if (round === null || round.decided || round.isCalled === true) return false;
  return gameOf(context).cards.betsClose === "call" && round.early.length > 0;
}

/** The words are said behind the first card: from here on no card leaves too early. */
function closeBetsLate(context: CardContext, key: KeyNamed<"no-more-bets">, by: Person): null {
  recordKey(context, key, by);
  const { round } = dealOf(context);
  const isAsked = round?.isCallAsked === true;
  const isSaid = key.said !== false;
  if (round !== null) {
    const { isCallAsked: _, ...answered } = round;
    const word = isAsked && isSaid ? { isCalledByWord: true as const } : {};
    setDeal(context, { round: { ...answered, isCalled: true, ...word } });
  }
  emitPhase(context, "no-more-bets");
  if (!isSaid) reportUncalled(context);
  if (dealOf(context).round?.decided === true) return null;
  advanceDeal(context);
  recordDeal(context, "said", []);
  return null;
}

/** The words had not been said: what follows is the law's. Where it is silent a person decides. */
function reportUncalled(context: CardContext): void {
  if (hasRuleAbout(context, "early-card")) reportFact(context, "early-card", true);
  else askPerson(context, "law-silent", [], { "early-card": true });
}

/** Somebody says that the shoe was loaded with this table's decks, shuffled and cut. */
function confirmNewShoe(context: CardContext, key: KeyAtCards, by: Person): Refusal | null {
  const { round, stage, barred, lastN } = dealOf(context);
  const isWaiting = round?.waits === true && !round.decided;
  if (((round?.cards ?? 0) > 0 && !isWaiting) || isCardAsked(context)) return "cards-on-table";
  if (stage === "sorting" || isBarredByMachine(barred)) return "not-now";
  recordKey(context, key, by);
  // A device that told of loading counts from 1: a card that left unseen since must still be missed.
  setDeal(context, { barred: null, lastN: lastN === 0 ? 0 : null });
  if (isWaiting) reloadDuringRound(context);
  else startNewShoe(context);
  return null;
}

function closeTable(context: CardContext, key: KeyNamed<"close-table">, by: Person): Refusal | null {
  const { round } = dealOf(context);
  const { phase } = context.durable;
  if ((round !== null && round.cards > 0 && !round.decided) || isCardAsked(context)) return "cards-on-table";
  recordSessionKey(context, key, by);
  // Bets that are closed are a round, and every round has its verdict.
  const areBetsClosed = phase === "no-more-bets" || phase === "dealing";
  if (round !== null && !round.decided && areBetsClosed)
    leaveUndecided(context, [...round.doubts, "closed-before-deal"]);
  // What lies on the table of a decided round is collected with it.
  if (round !== null && (round.cards > 0 || round.decided || areBetsClosed)) collectCards(context, true);
  // Nothing that was meant for the next round outlives the session.
  collectWaitingCards(context);
  setDeal(context, { round: null, nextVoid: null });
  emitPhase(context, "closed");
  return null;
}

/** A warning is acknowledged to the device, which takes it back itself. */
function acknowledgeAtCards(context: CardContext, key: KeyNamed<"acknowledge">, by: Person): Refusal | null {
  if (!key.what.startsWith("warning/")) return acknowledge(context, key, by);
  const code = dealOf(context).warnings.find((one) => key.what === `warning/${one}`);
  if (code === undefined) return "nothing-to-acknowledge";
  recordKey(context, key, by);
  context.commands.push({ c: "acknowledge", code });
  return null;
}

function setSeats(context: CardContext, key: KeyNamed<"seats">, by: Person): Refusal | null {
  const { seats: places } = gameOf(context).cards;
  const { round } = dealOf(context);
  if (round !== null && round.cards > 0) return "not-now";
  const most = places?.most ?? 0;
  const sorted = [...new Set(key.seats)].sort((a, b) => a - b);
  const fits = sorted.every((seat) => Number.isSafeInteger(seat) && seat >= 1 && seat <= most);
  if (sorted.length === 0 || sorted.length !== key.seats.length || !fits) return "no-such-seats";
  recordKey(context, key, by);
  setDeal(context, { seats: sorted });
  if (round === null) return null;
  askBeforeFirstCard(context);
  return null;
}

function turnHand(context: CardContext, key: KeyNamed<"turn">, by: Person): Refusal | null {
  const { round } = dealOf(context);
  if (round?.number !== key.round || round.decided) return "no-such-round";
  if (waitsForName(round)) return "name-card-first";
  if (round.due?.turn.includes(key.hand) !== true) return "not-now";
  recordKey(context, key, by);
  const cards = turnFaceUp(context, key.hand, round.due.turnCards);
  const now = dealOf(context).round ?? round;
  setRound(context, { here: { ...now.here, turned: [...now.here.turned, key.hand] } });
  advanceDeal(context);
  recordDeal(
    context,
    "turned",
    cards.map((card) => recordedCard(context, key.hand, card)),
  );
  return null;
}

/** A round without its verdict is only given up by the jefe de mesa, and left to a person. */
function collectRound(context: CardContext, key: KeyNamed<"collect">, by: Person): Refusal | null {
  const { round } = dealOf(context);
  const { phase, round: last } = context.durable;
  if (round === null && isVerdictPhase(phase) && key.round === last) {
    recordKey(context, key, by);
    collectUnknownCards(context);
    return null;
  }
  if (round?.number !== key.round) return "no-such-round";
  // Bets that are closed without a card are a round as well: its first card may have left unseen.
  const isBegun = round.cards > 0 || phase !== "betting";
  if (!round.decided && (!isBegun || by.role !== "jefe-de-mesa")) return "not-now";
  if (isOutsideOpen(context)) return "say-whose-card";
  recordKey(context, key, by);
  if (!round.decided) giveUpRound(context, round);
  collectCards(context);
  return null;
}

/** What nobody has answered is why it stays undecided. */
function giveUpRound(context: CardContext, { question, doubts, isCallAsked }: RoundLive): void {
  if (question !== undefined)
    return leaveUndecided(context, [question.because, ...doubts], question.rules, question.seen);
  const open = isCallAsked === true ? (["bets-call-open"] as const) : [];
  leaveUndecided(context, [...doubts, ...open, "round-not-complete"]);
}

/** By the changed list it waits until somebody is due it; before the change it lay face up, and people named it. */
const wasNamed = ({ fold, places, faces, held, question }: RoundLive, n: number): boolean =>
  fold === undefined &&
  places?.[n] !== undefined &&
  faces[n] === undefined &&
  [...held, ...(question?.waiting ?? [])].some((one) => one.n === n);

/**
 * Two people name an unread card that lies face up; only when both say the same does it count, and never as certified. Words that
 * differ are both thrown away. Whoever notices a slip of their own may say it anew.
 */
function nameCard(context: CardContext, key: KeyNamed<"card-is">, by: Person): Refusal | null {
  const { round, decks } = dealOf(context);
  if (round?.number !== key.round || round.decided) return "no-such-round";
  const card = round.deal.hands.flatMap((hand) => hand.cards).find((one) => one.n === key.n);
  const isOpen = card?.up === true && card.face === null;
  if (!isOpen && !wasNamed(round, key.n)) return "no-such-card";
  const first = round.named[key.n];
  const isOwn = first?.by === by.name;
  if (first !== undefined && isOwn && first.face === key.face) return "name-it-twice";
  recordKey(context, key, by);
  if (first !== undefined && !isOwn && first.face !== key.face) {
    const others = Object.entries(round.named).filter(([n]) => n !== String(key.n));
    setRound(context, { named: Object.fromEntries(others) });
    return null;
  }
  if (first === undefined || isOwn) {
    setRound(context, { named: { ...round.named, [key.n]: { face: key.face, by: by.name } } });
    return null;
  }
  const [only] = decks.length === 1 ? decks : [];
  const back = only?.back ?? null;
  identifyCard(context, key.n, { face: key.face, id: null, deck: only?.id ?? null, back }, true);
  return null;
}
