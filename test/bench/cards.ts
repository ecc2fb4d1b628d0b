import { RANKINGS } from "../../hw-sim/people/cards/law/rankings.ts";
import { codeOf, faceOf } from "../../src/cards/poker/code.ts";
import { evaluatorFor, type Evaluator } from "../../src/cards/poker/evaluator.ts";
import { FACES, type Face } from "../../src/cards/card.ts";
import { loadShoe, takeCard, type ShoeAccount } from "../../src/cards/shoe-account.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { median, type Figure, type Part } from "./figures.ts";

const ROUNDS = 7;
const HANDS = 1_000_000;
/** The other evaluator is slow enough that fewer hands say the same. */
const SOLVED = 20_000;

/** What this bench uses of pokersolver, an evaluator of hands as text. */
interface PokerSolver {
  readonly Hand: {
    solve(cards: string[]): unknown;
    winners(hands: unknown[]): unknown[];
  };
}

/** Poker hands a second from random cards, against pokersolver on the same hands; and cards a second into a shoe's account. */
export async function cards(): Promise<Part> {
  const clock = systemClock();
  const perSecond = (count: number, run: () => void): number => {
    const rounds = Array.from({ length: ROUNDS + 1 }, () => {
      const from = clock.now();
      run();
      return (count * 1_000_000) / (clock.now() - from);
    });
    // The first round warms up.
    return median(rounds.slice(1));
  };
  const from = clock.now();
  const evaluator = evaluatorFor(RANKINGS["cl/five-cards"]);
  const built = (clock.now() - from) / 1_000;
  const dealt = drawn();
  const seven = perSecond(HANDS, () => bestOfSeven(evaluator, dealt));
  const five = perSecond(HANDS, () => ofFive(evaluator, dealt));
  const shoe = perSecond(416, () => void wholeShoe());
  const faces = Array.from({ length: SOLVED }, (_, hand) =>
    Array.from(dealt.subarray(hand * 7, hand * 7 + 7), (code) => faceOf(code)),
  );
  const checked = perSecond(SOLVED, () => {
    for (const hand of faces) evaluator.worth(hand);
  });
  return {
    title: "Cards",
    about: `${HANDS} random hands, each the best five of seven; median of ${ROUNDS} rounds`,
    figures: [
      { name: "best five of seven, from codes", value: seven, unit: "hands/s" },
      { name: "five cards, from codes", value: five, unit: "hands/s" },
      { name: "best five of seven, from faces, checked", value: checked, unit: "hands/s" },
      ...(await solved(evaluator, faces, seven, checked, perSecond)),
      { name: "tables of one ranking", value: built, unit: "ms", note: "once, at the first hand" },
      {
        name: "cards into the account of eight decks",
        value: shoe,
        unit: "cards/s",
        note: "a shoe deals one or two",
      },
    ],
  };
}

async function solved(
  evaluator: Evaluator,
  faces: readonly Face[][],
  seven: number,
  checked: number,
  perSecond: (count: number, run: () => void) => number,
): Promise<Figure[]> {
  const { Hand } = await pokerSolver();
  const texts = faces.map((hand) => hand.map((face) => face.replace("10", "T")));
  const value = perSecond(SOLVED, () => {
    for (const text of texts) Hand.solve(text);
  });
  let alike = 0;
  for (let at = 1; at < texts.length; at++) {
    const pair = [texts[at - 1] ?? [], texts[at] ?? []].map((text) => Hand.solve(text));
    const won = Hand.winners(pair);
    const theirs = won.length === 2 ? 0 : won[0] === pair[0] ? 1 : -1;
    if (theirs === Math.sign(evaluator.worth(faces[at - 1] ?? []) - evaluator.worth(faces[at] ?? []))) alike++;
  }
  return [
    { name: "the same by pokersolver, from text", value, unit: "hands/s" },
    {
      name: "ratio",
      value: seven / value,
      unit: "times",
      note: `from faces, checked: ${(checked / value).toPrecision(3)}`,
    },
    { name: "pairs of hands compared alike", value: alike, unit: "pairs", note: `of ${texts.length - 1}` },
  ];
}

/** Loaded only here: the product itself has no need of it. */
async function pokerSolver(): Promise<PokerSolver> {
  const name: string = "pokersolver";
  const loaded = (await import(name)) as { readonly default?: PokerSolver } & PokerSolver;
  return loaded.default ?? loaded;
}

/** Seven different codes a hand, from a seed. */
function drawn(): Uint8Array {
  const random = randomFrom("bench cards");
  const pack = FACES.map(codeOf);
  const dealt = new Uint8Array(HANDS * 7);
  for (let hand = 0; hand < HANDS; hand++) {
    for (let card = 0; card < 7; card++) {
      const other = card + random.below(52 - card);
      const code = pack[other] ?? 0;
      pack[other] = pack[card] ?? 0;
      pack[card] = code;
      dealt[hand * 7 + card] = code;
    }
  }
  return dealt;
}

function bestOfSeven(evaluator: Evaluator, dealt: Uint8Array): number {
  let sum = 0;
  const card = (at: number): number => dealt[at] ?? 0;
  for (let at = 0; at < dealt.length; at += 7) {
    sum ^= evaluator.seven(
      card(at),
      card(at + 1),
      card(at + 2),
      card(at + 3),
      card(at + 4),
      card(at + 5),
      card(at + 6),
    );
  }
  return sum;
}

function ofFive(evaluator: Evaluator, dealt: Uint8Array): number {
  let sum = 0;
  const card = (at: number): number => dealt[at] ?? 0;
  for (let at = 0; at < dealt.length; at += 7)
    sum ^= evaluator.five(card(at), card(at + 1), card(at + 2), card(at + 3), card(at + 4));
  return sum;
}

function wholeShoe(): ShoeAccount {
  const ids = ["1", "2", "3", "4", "5", "6", "7", "8"];
  let account = loadShoe(ids.map((id) => ({ id, back: "red", pack: 52, jokers: 0, removed: [] })));
  for (const deck of ids) {
    for (const face of FACES)
      account = takeCard(account, { face, id: `${deck}/${face}`, deck, back: "red" }).account;
  }
  return account;
}
