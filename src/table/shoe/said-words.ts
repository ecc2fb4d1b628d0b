import type { Durable } from "../kernel/durable/durable.ts";
import { isDecisionAbout } from "../kernel/people/keys.ts";
import { isVerdictPhase, type Phase } from "../kernel/phase.ts";
import type { KeyRecord, RecordBody } from "../kernel/record.ts";
import { isReturnable, NOT_KEPT } from "./corrections.ts";
import type { DurableDeal } from "./durable-deal.ts";
import type { CardTypes } from "./types.ts";

/**
 * What was said since the last card, and behind the verdict all that was said there, as the records tell it: whose word can be taken back.
 * The round's own list of inputs decides whether it is.
 */

export interface SaidWord {
  readonly by: string;
  /** What it declared; absent: nothing. */
  readonly rule?: string;
  /** Of a move: the hand for which it asked a card; null: it asked none. Absent: it is no move. */
  readonly asked?: string | null;
  /** It asks a person about the result. */
  readonly asks?: true;
  /** The cards behind the verdict of which it said whose they are; absent: none. */
  readonly cards?: readonly number[];
  /** It closed the bets, and no card that has left since was told yet: the next ones had left before it. */
  readonly closes?: true;
  /** It answers whether the bets were closed before a card left: taken back, that is asked once more. */
  readonly answers?: true;
  /** It says that cards lie elsewhere: what the table tells up to the next deal is what follows from it. */
  readonly moves?: true;
  /** It can not be taken back, nor what was said before it. */
  readonly stays?: true;
}

/** So many are kept: of what was said before them nobody is offered to take it back. */
export const SAID_MAX = 16;

const IN_ROUND: readonly Phase[] = ["betting", "no-more-bets", "dealing"];

/** `after`: the table after the record; `deal`: its card part, but for what was said. */
export function reduceSaid(
  before: Durable<CardTypes>,
  after: Pick<Durable, "tasks">,
  deal: DurableDeal,
  body: RecordBody<CardTypes>,
): DurableDeal {
  const now = saidAfter(before, deal, body);
  // What was asked by a word, and is answered, is no word any more.
  const isAnswered = ({ asks, rule }: SaidWord): boolean =>
    asks === true && !isDecisionAbout(after, before.round, rule ?? "");
  return now.said?.some(isAnswered) === true
    ? withSaid(
        now,
        now.said.filter((word) => !isAnswered(word)),
      )
    : now;
}

function saidAfter(before: Durable<CardTypes>, deal: DurableDeal, body: RecordBody<CardTypes>): DurableDeal {
  const isBehind = isVerdictPhase(before.phase);
  const { said = [] } = deal;
  switch (body.kind) {
    case "phase": {
      // The words that close the bets were taken back: what was said before them stands.
      const goesOn = IN_ROUND.includes(body.phase) && IN_ROUND.includes(before.phase);
      return goesOn ? deal : withSaid(withoutListLost(deal), []);
    }
    case "deal": {
      const last = said.at(-1);
      if (last?.closes === true) return withSaid(deal, [...said.slice(0, -1), { by: last.by }]);
      if (last?.moves === true) return withSaid(deal, [...said.slice(0, -1), withoutMove(last)]);
      // A shoe that is loaded anew counts others, and none of them has left.
      const was = before.deal?.counts;
      const isNew =
        body.counts.inside !== was?.inside && body.counts.loaded === (was?.loaded ?? body.counts.loaded);
      return isNew && !isBehind ? withSaid(deal, []) : deal;
    }
    case "shoe": {
      // The machine takes its cards in anew: the bets can not be open again with a card of the shoe before.
      const isReloaded = body.event === "emptied" && body.detail["during"] === true;
      // A card of the burn that is made behind closed bets has left like the others.
      const isBurnt = body.event === "burnt" && !isBehind;
      return isReloaded || isBurnt ? withSaid(deal, []) : deal;
    }
    case "first-dice": {
      // Whom the dice name no list of words holds: it begins anew with them.
      const isAnew = body.because.every((why) => why === "key-differs" || why === "thrown-twice");
      return isAnew ? withSaid(deal, []) : deal;
    }
    case "fault":
      if (body.code === "round-overlong") return withSaid({ ...deal, isListLost: true }, []);
      // A card that is none of the round has left all the same: what was said stands before it.
      return body.code === "card-outside-round" && !isBehind ? withSaid(deal, []) : deal;
    case "boot":
      // Nothing is known of the cards that lie there any more: no word on them can be taken back.
      return withSaid(isBehind ? { ...deal, isListLost: true } : deal, []);
    case "result":
    case "void":
    case "undecided":
    case "aborted": {
      // A verdict is no word: it is overruled. In the course of the round it ends what was said before.
      const last = said.at(-1);
      const isOwn = body.kind === "void" && last?.rule !== undefined && last.rule === body.reasons[0]?.rule;
      const isWord = isOwn && body.calledBy !== "machine" && body.calledBy.name === last.by;
      return isBehind ? withSaid(deal, isWord ? said.slice(0, -1) : said) : withSaid(deal, []);
    }
    case "key":
      return reduceSaidKey(before, deal, body, isBehind);
    default:
      return deal;
  }
}

function reduceSaidKey(
  before: Durable<CardTypes>,
  deal: DurableDeal,
  body: KeyRecord<CardTypes>,
  isBehind: boolean,
): DurableDeal {
  const { key, by, takesBack } = body;
  const { said = [] } = deal;
  // The notice of the last rounds is no word about the cards.
  if (takesBack?.key === "last-three-spins") return deal;
  if (takesBack !== undefined) return withSaid(askAnew(deal, body, isBehind), said.slice(0, -1));
  if ("round" in key && key.round !== before.round) return deal;
  if (!isBehind && !IN_ROUND.includes(before.phase)) return deal;
  if (key.key !== "put-right" && NOT_KEPT.includes(key.key)) return deal;
  if (deal.isListLost === true || (isBehind && !isReturnable(key))) return deal;
  const cards = isBehind && key.key === "put-right" ? key.cards : null;
  const word: SaidWord = {
    by: by.name,
    ...(key.key === "declare" || key.key === "void" ? { rule: key.rule } : {}),
    ...(key.key === "move" ? { asked: key.move === "card" ? key.who : null } : {}),
    ...(isBehind && body.attests?.decides === true ? { asks: true } : {}),
    ...(cards === null ? {} : { cards }),
    ...(key.key === "no-more-bets" && before.phase === "betting" ? { closes: true } : {}),
    ...(key.key === "no-more-bets" && before.deal?.isCallAsked === true ? { answers: true } : {}),
    ...(key.key === "put-right" && !isBehind ? { moves: true } : {}),
    ...(isReturnable(key) ? {} : { stays: true }),
  };
  return withSaid(deal, [...(cards === null ? said : said.flatMap((one) => withoutCards(one, cards))), word]);
}

function withoutMove(word: SaidWord): SaidWord {
  const { moves: _, ...rest } = word;
  return rest;
}

/** Of these cards somebody says something else now. */
function withoutCards(word: SaidWord, cards: readonly number[]): readonly SaidWord[] {
  if (word.cards === undefined) return [word];
  const left = word.cards.filter((n) => !cards.includes(n));
  return left.length === 0 ? [] : [{ ...word, cards: left }];
}

/** Whose a card behind the verdict is was said and is not so: it is asked anew. */
function askAnew(deal: DurableDeal, { takesBack }: KeyRecord<CardTypes>, isBehind: boolean): DurableDeal {
  if (!isBehind || takesBack?.key !== "put-right") return deal;
  const { outside = [] } = deal;
  return { ...deal, outside: [...outside, ...takesBack.cards].toSorted((a, b) => a - b) };
}

function withoutListLost(deal: DurableDeal): DurableDeal {
  const { isListLost: _, ...rest } = deal;
  return deal.isListLost === undefined ? deal : rest;
}

function withSaid(deal: DurableDeal, words: readonly SaidWord[]): DurableDeal {
  const { said, ...rest } = deal;
  if (words.length > 0) return { ...rest, said: words.slice(-SAID_MAX) };
  return said === undefined ? deal : rest;
}

/** The hand for which the last move asked a card that has not left yet; null: none. */
export const cardAskedFor = ({ said = [] }: DurableDeal): string | null =>
  said.findLast(({ asked }) => asked !== undefined)?.asked ?? null;

/** Who said the word that can be taken back; null: there is none. */
export function lastSpeaker({ said = [] }: DurableDeal): string | null {
  const last = said.at(-1);
  return last === undefined || last.stays === true ? null : last.by;
}

/** The rule that the last word declared; null: it declared none, or cannot be taken back. */
export const lastDeclaredOf = (deal: DurableDeal): string | null =>
  lastSpeaker(deal) === null ? null : (deal.said?.at(-1)?.rule ?? null);
