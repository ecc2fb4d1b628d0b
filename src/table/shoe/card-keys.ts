import type { Key } from "../../people/keys.ts";
import type { Person } from "../../people/roles.ts";
import { declare } from "../../rules/declare.ts";
import type { Rule } from "../../rules/pack.ts";
import { acknowledge, confirm, keep, keepSession, mayPress, type Refusal } from "../keys.ts";
import { announceLast } from "../last-rounds-key.ts";
import { resolve } from "../resolve.ts";
import { emit, type TableTurn } from "../turn.ts";
import { know, lastCard, leftOver, openDealing } from "./card-out.ts";
import { advance, handIn, recorded, tell, turnUp } from "./flow.ts";
import { cardWaits } from "./early-cards.ts";
import { dealHeld } from "./held-cards.ts";
import { apply, breached, happen } from "./incidents.ts";
import { dealOf, gameOf, setDeal, setRound } from "./live.ts";
import { isBurnRight, leaveBurnOpen, load, loadInRound, mayLeaveBurnOpen } from "./loading.ts";
import { collect, collectUnknown } from "./collecting.ts";
import { areTooFew, begin, openWhenReady } from "./rounds.ts";
import { settle, undecide } from "./verdicts.ts";
import { said } from "./moves.ts";

/**
 * A key that somebody pressed at a card table. Asks for its records, or says why not; a refused key changes nothing. What a key may
 * do follows from what the table waits for, and that from public cards alone: a refusal tells nobody a hidden card.
 */
export function pressAtCards(turn: TableTurn, key: Key, by: Person): Refusal | null {
  if (!mayPress(key, by)) return "not-your-key";
  const refused = act(turn, key, by);
  if (refused !== null) return refused;
  dealHeld(turn);
  breached(turn);
  settle(turn);
  leftOver(turn);
  return null;
}

function act(turn: TableTurn, key: Key, by: Person): Refusal | null {
  if (key.key === "open-table") return open(turn, key, by);
  if (key.key === "resolve") return resolve(turn, key, by);
  if (!turn.durable.open) return "table-closed";
  switch (key.key) {
    case "close-table":
      return close(turn, key, by);
    case "confirm-void":
      return confirm(turn, key, by);
    case "acknowledge":
      return key.what.startsWith("warning/") ? warned(turn, key, by) : acknowledge(turn, key, by);
    case "void":
    case "declare":
      return declared(turn, key, by);
    case "no-more-bets":
      return noMoreBets(turn, key, by);
    case "seats":
      return seats(turn, key, by);
    case "move":
      return said(turn, key, by);
    case "turn":
      return turned(turn, key, by);
    case "collect":
      return collected(turn, key, by);
    case "new-shoe":
      return newShoe(turn, key, by);
    case "card-is":
      return named(turn, key, by);
    case "last-three-spins":
      return announceLast(turn, key, by);
    case "open-bets":
    case "announce":
    case "dice-are":
    case "change-dice":
    case "change-thrower":
    case "mark-point":
      return "not-now";
  }
}

function noMoreBets(turn: TableTurn, key: Key, by: Person): Refusal | null {
  const { phase } = turn.durable;
  const isForgotten = phase === "preparing" && mayLeaveBurnOpen(turn);
  if (phase !== "betting" && !isForgotten) return "not-now";
  if (gameOf(turn).cards.seats !== null && dealOf(turn).seats === null) return "no-such-seats";
  if (areTooFew(turn)) return "too-few-seats";
  const isShort = isForgotten && !isBurnRight(turn);
  keep(turn, key, by);
  if (isForgotten) leaveBurnOpen(turn);
  openDealing(turn, true);
  if (isShort) happen(turn, "burn-count", "short");
  tell(turn, "said", []);
  return null;
}

/**
 * Somebody says that the shoe was loaded with this table's decks, shuffled and cut. Against a machine that sorts, or that counted
 * other cards, nobody's word is enough: it takes its own word back once it is loaded anew.
 */
function newShoe(turn: TableTurn, key: Key, by: Person): Refusal | null {
  const { round, stage, barred, lastN } = dealOf(turn);
  const isWaiting = round?.waits === true && !round.decided;
  if (((round?.cards ?? 0) > 0 && !isWaiting) || cardWaits(turn)) return "cards-on-table";
  if (stage === "sorting" || barred === "sort-mode" || barred === "count-wrong") return "not-now";
  keep(turn, key, by);
  // A device that told of loading counts from 1: a card that left unseen since must still be missed.
  setDeal(turn, { barred: null, lastN: lastN === 0 ? 0 : null });
  if (isWaiting) loadInRound(turn);
  else load(turn);
  return null;
}

function open(turn: TableTurn, key: Key & { key: "open-table" }, by: Person): Refusal | null {
  if (turn.durable.open) return "table-open";
  keepSession(turn, key, by);
  emit(turn, { kind: "phase", round: turn.durable.round, phase: "waiting" });
  openWhenReady(turn);
  return null;
}

function close(turn: TableTurn, key: Key & { key: "close-table" }, by: Person): Refusal | null {
  const { round } = dealOf(turn);
  if ((round !== null && round.cards > 0 && !round.decided) || cardWaits(turn)) return "cards-on-table";
  keepSession(turn, key, by);
  // What lies on the table of a decided round is collected with it.
  if (round !== null && (round.cards > 0 || round.decided)) collect(turn, true);
  setDeal(turn, { round: null });
  emit(turn, { kind: "phase", round: turn.durable.round, phase: "closed" });
  return null;
}

/** The device learns that a person has seen its warning; it takes the warning back itself. */
function warned(turn: TableTurn, key: Key & { key: "acknowledge" }, by: Person): Refusal | null {
  const code = key.what.slice("warning/".length);
  if (!dealOf(turn).warnings.includes(code)) return "nothing-to-acknowledge";
  keep(turn, key, by);
  turn.commands.push({ c: "acknowledge", code });
  return null;
}

/** An incident of the catalogue that only people see, of the present round or of the verdict that stands. */
function declared(turn: TableTurn, key: Key & { key: "void" | "declare" }, by: Person): Refusal | null {
  const { pack, coverage } = turn.rules;
  const rule = pack.rules.find((one) => one.id === key.rule);
  const word = declare(pack, coverage.houseRules, key.rule, by.role);
  if (rule === undefined || !word.ok || (key.key === "void") !== (word.outcome === "void"))
    return "no-such-rule";
  const { round } = dealOf(turn);
  if (key.round !== turn.durable.round || round?.number !== key.round) return "no-such-round";
  const hand = key.hand ?? null;
  if (rule.asks === "hand" && hand === null) return "no-such-hand";
  if (hand !== null && !round.deal.hands.some((one) => one.id === hand)) return "no-such-hand";
  const last = hand === null ? lastCard(turn).n : (handIn(round.deal, hand).cards.at(-1)?.n ?? null);
  if (!canAct(turn, rule)) return "not-now";
  const attests = { rule: rule.id, cite: word.reason.cite, outcome: word.outcome };
  emit(turn, { kind: "key", round: key.round, key, by, attests });
  // A decided round can be voided as a whole; nothing in it can be put right any more but the card that waits for the next.
  const isVoid = rule.verdict === "void" && rule.scope !== "hand" && rule.scope !== "cloth";
  if (round.decided && !isVoid && rule.effect !== "burn-early") return null;
  apply(turn, rule, word.reason, { hand, n: last }, by);
  return null;
}

/** Whether there is a card for what the rule does: nobody's word is kept that would change nothing. */
function canAct(turn: TableTurn, { effect }: Rule): boolean {
  const { early, burnOwed, round } = dealOf(turn);
  if (effect === "burn-early") return early.length > 0 || (round?.decided === false && round.early.length > 0);
  return effect !== "burn-missing" || burnOwed > 0;
}

function seats(turn: TableTurn, key: Key & { key: "seats" }, by: Person): Refusal | null {
  const { seats: places } = gameOf(turn).cards;
  const { round } = dealOf(turn);
  if (round !== null && round.cards > 0) return "not-now";
  const most = places?.most ?? 0;
  const sorted = [...new Set(key.seats)].sort((a, b) => a - b);
  const fits = sorted.every((seat) => Number.isSafeInteger(seat) && seat >= 1 && seat <= most);
  if (sorted.length === 0 || sorted.length !== key.seats.length || !fits) return "no-such-seats";
  keep(turn, key, by);
  setDeal(turn, { seats: sorted });
  if (round === null) return null;
  begin(turn);
  return null;
}

function turned(turn: TableTurn, key: Key & { key: "turn" }, by: Person): Refusal | null {
  const { round } = dealOf(turn);
  if (round?.number !== key.round || round.decided) return "no-such-round";
  if (round.due?.turn.includes(key.hand) !== true) return "not-now";
  keep(turn, key, by);
  const cards = turnUp(turn, key.hand, round.due.turnCards);
  const now = dealOf(turn).round ?? round;
  setRound(turn, { here: { ...now.here, turned: [...now.here.turned, key.hand] } });
  advance(turn);
  tell(
    turn,
    "turned",
    cards.map((card) => recorded(turn, key.hand, card)),
  );
  return null;
}

/** A round without its verdict is only given up by the jefe de mesa, and left to a person. */
function collected(turn: TableTurn, key: Key & { key: "collect" }, by: Person): Refusal | null {
  const { round } = dealOf(turn);
  const { phase, round: last } = turn.durable;
  const isVerdict = phase === "result" || phase === "void" || phase === "undecided" || phase === "aborted";
  if (round === null && isVerdict && key.round === last) {
    keep(turn, key, by);
    collectUnknown(turn);
    return null;
  }
  if (round?.number !== key.round) return "no-such-round";
  // Bets that are closed without a card are a round as well: its first card may have left unseen.
  const isBegun = round.cards > 0 || phase !== "betting";
  if (!round.decided && (!isBegun || by.role !== "jefe-de-mesa")) return "not-now";
  keep(turn, key, by);
  if (!round.decided) undecide(turn, [...round.doubts, "round-not-complete"]);
  collect(turn);
  return null;
}

/**
 * Two people name an unread card that lies face up; only when both say the same does it count, and never as certified. Words that
 * differ are both thrown away. Whoever notices a slip of their own may say it anew.
 */
function named(turn: TableTurn, key: Key & { key: "card-is" }, by: Person): Refusal | null {
  const { round, decks } = dealOf(turn);
  if (round?.number !== key.round || round.decided) return "no-such-round";
  const card = round.deal.hands.flatMap((hand) => hand.cards).find((one) => one.n === key.n);
  if (card === undefined || !card.up || card.face !== null) return "no-such-card";
  const first = round.named[key.n];
  const isOwn = first?.by === by.name;
  if (first !== undefined && isOwn && first.face === key.face) return "name-it-twice";
  keep(turn, key, by);
  if (first !== undefined && !isOwn && first.face !== key.face) {
    const others = Object.entries(round.named).filter(([n]) => n !== String(key.n));
    setRound(turn, { named: Object.fromEntries(others) });
    return null;
  }
  if (first === undefined || isOwn) {
    setRound(turn, { named: { ...round.named, [key.n]: { face: key.face, by: by.name } } });
    return null;
  }
  const [only] = decks.length === 1 ? decks : [];
  const back = only?.back ?? null;
  know(turn, key.n, { face: key.face, id: null, deck: only?.id ?? null, back }, true);
  return null;
}
