import type { DealStep, Portion } from "../rules/card-game.ts";
import type { NamesByLaw } from "../rules/pack.ts";
import { fillText, inEveryLanguage } from "../text/every-language.ts";
import type { Text } from "../text/language.ts";
import { textsOf } from "../text/text-of.ts";

const WORDS = textsOf("booklet.deal");
const MOVES: Readonly<Record<string, Text>> = textsOf("booklet.moves");
const SHOWN_MOVES: Readonly<Record<string, Text>> = textsOf("cards.moves");

/** One step of the deal, as a lawyer reads it: what is done first, then what holds of it, in the names that the law itself prints. */
export function dealWords(step: DealStep, names: NamesByLaw = {}): readonly Text[] {
  switch (step.step) {
    case "deal":
      return dealtWords(step);
    case "turn":
      return turnWords(step);
    case "third-card":
    case "third-card-two-cloths":
    case "rows":
    case "set":
      return [WORDS[step.step]];
    case "war":
      return [
        step.after === undefined ? WORDS.war : WORDS.tieBreak,
        ...(step.burn === 0 ? [] : [fillText(WORDS.warBurn, { n: cardsText(step.burn) })]),
      ];
    case "twenty-one-players":
      return playerWords(step);
    case "twenty-one-bank":
      return bankWords(step, names);
    case "say":
      return [fillText(WORDS.say, { moves: movesText(step.moves, names) }), orderText(step.order)];
    case "exchange":
      return [
        fillText(WORDS.exchange, { n: cardsText(step.atMost) }),
        ...(step.bank === undefined ? [] : [WORDS.bankStands, WORDS.bankOne, WORDS.bankTwo]),
      ];
    case "first-seat":
      return [
        step.by === "button" ? WORDS.button : fillText(WORDS.dice, { places: step.count.bankAt.join(", ") }),
      ];
  }
}

type StepOf<Name extends DealStep["step"]> = Extract<DealStep, { readonly step: Name }>;

const cardsText = (n: number): Text => fillText(WORDS.cards, { n });

/** Texts one after the other, with a sign between. */
const listed = (texts: readonly Text[], sign: string): Text =>
  inEveryLanguage((language) => texts.map((text) => text[language]).join(sign));

const movesText = (moves: readonly string[], names: NamesByLaw = {}): Text =>
  listed(
    moves.flatMap((move) => saidWord(move, names) ?? MOVES[move] ?? SHOWN_MOVES[move] ?? []),
    ", ",
  );

/** The word that the law prints for a move. */
function saidWord(move: string, { bet, fold }: NamesByLaw): Text | null {
  const word = move === "bet" ? bet : move === "fold" ? fold : undefined;
  return word === undefined ? null : inEveryLanguage((language) => `«${word[language]}»`);
}

const orderText = (order: StepOf<"say">["order"]): Text =>
  order === "in-turn" ? WORDS.inTurn : order === "any" ? WORDS.anyOrder : WORDS.interval;

function portionsText(to: readonly Portion[]): Text {
  return listed(
    to.map(({ hand, cards, up }) =>
      hand === "burnt"
        ? listed([WORDS.hands.burnt, cardsText(cards)], " ")
        : listed([listed([WORDS.hands[hand], cardsText(cards)], ": "), WORDS.up[up]], " "),
    ),
    "; ",
  );
}

function dealtWords({ to, times, packets, ifPackets, fromLowest }: StepOf<"deal">): readonly Text[] {
  return [
    portionsText(to),
    ...(times === 1 ? [] : [fillText(WORDS.times, { n: times })]),
    ...(packets === undefined ? [] : [WORDS.packets]),
    ...(fromLowest === undefined ? [] : [fillText(WORDS.fromLowest, { n: fromLowest })]),
    ...(ifPackets === undefined ? [] : [fillText(WORDS.ifPackets, { what: portionsText(ifPackets) })]),
  ];
}

function turnWords({ hands, cards, orFold }: StepOf<"turn">): readonly Text[] {
  const named = listed(
    hands.map((hand) => WORDS.hands[hand]),
    ", ",
  );
  return [
    fillText(WORDS.turn, { hands: named }),
    ...(cards === undefined ? [] : [cards === 1 ? cardsText(1) : fillText(WORDS.turnCards, { n: cards })]),
    ...(orFold === undefined ? [] : [WORDS.orFold]),
  ];
}

function playerWords(step: StepOf<"twenty-one-players">): readonly Text[] {
  const { moves, mostHands, splitAcesOneCard, resplitAces, doubleOn, acesNotDoubled } = step;
  const { insuranceOn, surrender } = step;
  const can = (move: (typeof moves)[number]): boolean => moves.includes(move);
  const words: Text[] = [fillText(WORDS.players, { moves: movesText(moves) })];
  if (can("double"))
    words.push(
      doubleOn === undefined ? WORDS.doubleAny : fillText(WORDS.doubleOn, { totals: totalsText(doubleOn) }),
      ...(acesNotDoubled === true ? [WORDS.acesNotDoubled] : []),
    );
  if (can("split")) {
    words.push(mostHands === undefined ? WORDS.anyHands : fillText(WORDS.mostHands, { n: mostHands }));
    if (splitAcesOneCard) words.push(WORDS.acesOneCard);
    if (resplitAces !== undefined) words.push(WORDS.resplitAces);
  }
  if (can("insurance")) words.push(insuranceOn === "ace-or-ten" ? WORDS.insuranceTen : WORDS.insuranceAce);
  if (can("surrender")) words.push(surrenderText(surrender));
  return words;
}

const surrenderText = (surrender: StepOf<"twenty-one-players">["surrender"]): Text =>
  listed(
    [
      surrender?.againstAce === true ? WORDS.surrenderAces : WORDS.surrenderNoAces,
      surrender?.afterSplit === true ? WORDS.surrenderSplit : WORDS.surrenderNoSplit,
      surrender?.until === "first-card" ? WORDS.surrenderFirst : WORDS.surrenderTurn,
    ],
    ", ",
  );

/** `9, 10, 11`; a long row by its ends, `4–20`. */
const totalsText = (totals: readonly number[]): string =>
  totals.length > 4 ? `${totals[0] ?? ""}–${totals.at(-1) ?? ""}` : totals.join(", ");

function bankWords(step: StepOf<"twenty-one-bank">, names: NamesByLaw): readonly Text[] {
  const { soft, shortcuts, onlyIfBet, evenMoney } = step;
  const hand = names["wins-black-jack"] ?? WORDS.blackJack;
  const named = (words: Text): Text => fillText(words, { hand });
  return [
    WORDS.bank,
    soft === "draws" ? WORDS.softDraws : WORDS.softStands,
    ...(onlyIfBet === undefined ? [] : [WORDS.onlyIfBet]),
    ...(shortcuts === undefined ? [] : [shortcuts === true ? named(WORDS.shortcuts) : WORDS.shortcutsFirst]),
    ...(evenMoney === undefined ? [] : [named(evenMoney === "ace" ? WORDS.evenAce : WORDS.evenTen)]),
  ];
}
