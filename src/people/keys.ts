import type { Face } from "../cards/card.ts";
import type { DieFace } from "../dice/faces.ts";

/** What a person may say about a hand, by key. */
export const MOVES = [
  /** carta: one card more */
  "card",
  /** no, me planto: no card more */
  "stand",
  /** he had asked for the card that nobody keyed: it is his */
  "asked",
  /** he had stood before his last card, and nobody had keyed it: the card is not his */
  "stood",
  /** the banker lays his cards down (abate) */
  "lay-down",
  "double",
  "split",
  /** retiro: gives the hand up against half the stake */
  "surrender",
  "insurance",
  /** apuesta, bet, ver: stays in the round */
  "bet",
  "check",
  /** abandona, se retira, fold */
  "fold",
  /** changes cards: positions in the hand, from 0 */
  "exchange",
  /** pai gow: positions of the two cards of the low hand, from 0 */
  "set",
  /** war: goes to war after a tie */
  "war",
  /** this seat, or the bank, is dealt first (dice of pai gow, button of the poker tables) */
  "first",
  /** pai gow: this seat has the bank in this round, the croupier plays against it like a player */
  "bank",
  /** said of the `round`: the bets of an interval are equal (igualadas), it is over */
  "bets-equal",
  /** said of the `round`: they were equal before the card that left in the interval, and nobody had keyed it */
  "were-equal",
  /** this card of several that left together is burnt; of `burnt`: the card that left before the bets were closed is */
  "burn",
  /** black-jack against an ace: the black-jack is paid at once, one to one */
  "even-money",
  /** war: who tied had bet on the tie and is paid for it; he neither gives up nor goes to war */
  "tie-bet",
] as const;
export type Move = (typeof MOVES)[number];

/** What a person made of an undecided round. */
export const RESOLVE_OUTCOMES = ["upheld", "stands", "void", "otherwise"] as const;
export type ResolveOutcome = (typeof RESOLVE_OUTCOMES)[number];

/** What is the last one, where it is not the last rounds. */
export const LAST_NOTICES = ["last-game", "last-shoe"] as const;
export type LastNotice = (typeof LAST_NOTICES)[number];

/** The keys of every table, of whatever family. */
export type TableKey =
  /** jefe de mesa: the void that the machine judged or proposed is called. `rule` names the proposed cause. */
  | { readonly key: "confirm-void"; readonly round: number; readonly rule: string }
  /** jefe de mesa: a void that the machine cannot see, with its reason from the pack. */
  | {
      readonly key: "void";
      readonly round: number;
      readonly rule: string;
      readonly hand?: string;
      readonly card?: number;
    }
  /**
   * Whoever the catalogue names: an incident that does not void the spin, with its rule from the pack. `card`: which card of the round
   * it is about, from 1, where the rule alone does not say it.
   */
  | {
      readonly key: "declare";
      readonly round: number;
      readonly rule: string;
      readonly hand?: string;
      readonly card?: number;
    }
  /** Cards: what was said last is not so. Whoever said it, or the jefe de mesa, until the next card or the verdict. */
  | { readonly key: "take-back"; readonly round: number }
  /** Seen and dealt with: a fault, a deviation, an aborted round; an undecided one only by whom the law has decide it. */
  | { readonly key: "acknowledge"; readonly what: string }
  /**
   * Whom the law names, the jefe de mesa by default: what was decided about a round that is undecided, contested or disputed. `upheld`:
   * what the machine had judged; `stands`: what was announced at the
   * table, `announced`: a pocket, `punto`, `banca` or `tie`, faces with a space between them; `otherwise`: dealt with in another way;
   * `goes-on`: the deal, which waits for the decision, goes on.
   */
  | {
      readonly key: "resolve";
      readonly round: number;
      readonly outcome: ResolveOutcome | "goes-on";
      readonly announced?: string;
      /** Cards, while the deal waits for a decision: `void` is of this hand alone. */
      readonly hand?: string;
    }
  /**
   * croupier: no va más was called while the ball runs; bets that the machine still holds open are closed. Cards, behind the first card:
   * whether it had been said before that card, `said: false`: it had not.
   */
  | { readonly key: "no-more-bets"; readonly said?: false }
  /** jefe de mesa. */
  | { readonly key: "open-table" }
  | { readonly key: "close-table" }
  /**
   * croupier, on instruction: the notice of the last rounds; `notice`: of the last game, or of the last shoe where that is what the law
   * has announced. `rounds`: how many are announced, as the table records it where they are not three.
   */
  | { readonly key: "last-three-spins"; readonly notice?: LastNotice; readonly rounds?: number }
  /**
   * Whoever doubts a result says so («la lectura se discute»), and whom the law names refuses a void («no es nula»): the round is
   * undecided, until it is resolved. What it had come to stays in its own record.
   */
  | { readonly key: "contest"; readonly round: number }
  /** jefe de mesa or inspector: the round is disputed, and all that proves it is to be kept. `words`: why. */
  | { readonly key: "dispute"; readonly round: number; readonly words: string }
  /**
   * Whoever presses it works here from now on, in the place of who had the same post. `from`: who is signed in at the same page, of the
   * same post, and hands over; the unit names him, no page does.
   */
  | { readonly key: "take-over"; readonly from?: string };

/** Keys that only card tables have. */
export type CardKey =
  /**
   * Cards: these cards of the round are not where the table has them. `to`: a hand, `burnt`, `next` (nobody's yet:
   * the next hand that is due one has it), `next-round`, or `discard` (it left behind the verdict and is collected with its round).
   */
  | {
      readonly key: "put-right";
      readonly round: number;
      readonly cards: readonly number[];
      readonly to: string;
    }
  /** croupier, cards: the seats that play the coming round, by their numbers. */
  | { readonly key: "seats"; readonly seats: readonly number[] }
  /** croupier, cards: what somebody said for a hand. `cards`: positions in the hand, from 0, where the move has them. */
  | {
      readonly key: "move";
      readonly round: number;
      readonly who: string;
      readonly move: Move;
      readonly cards?: readonly number[];
    }
  /** croupier, cards: this hand lies face up now (descubrir). */
  | { readonly key: "turn"; readonly round: number; readonly hand: string }
  /** croupier, cards: the cards of the round are collected; the next one may begin. */
  | { readonly key: "collect"; readonly round: number }
  /** croupier, cards: the shoe was loaded with the decks of this table, shuffled and cut. */
  | { readonly key: "new-shoe" }
  /** croupier, cards: what the reader could not read. Counts only once the jefe de mesa has named the same face. */
  | { readonly key: "card-is"; readonly round: number; readonly n: number; readonly face: Face };

/** Keys that only dice tables have. */
export type DiceKey =
  /** croupier, dice: bets of the next round are open. */
  | { readonly key: "open-bets" }
  /** croupier, dice: the result was announced aloud; bets that were open until then are closed. */
  | { readonly key: "announce"; readonly round: number }
  /** dice: what lies there and the machine could not read. Counts only once the jefe de mesa has named the same faces. */
  | { readonly key: "dice-are"; readonly round: number; readonly faces: readonly DieFace[] }
  /** dice: the set in play was changed for another (cambio de dados, de terna). */
  | { readonly key: "change-dice" }
  /** dice: somebody else throws from here on. `seat`: the shooter's place; null: a croupier. */
  | { readonly key: "change-thrower"; readonly seat: number | null }
  /** jefe de mesa, craps: where the series stands, when the machine cannot know it. Null: coming out. */
  | { readonly key: "mark-point"; readonly point: number | null }
  /** dice: the die that fell off the table in a series was found. */
  | { readonly key: "die-found" };

/** The keys that only tables of one family have. A family that is added elsewhere declares its own here. */
export interface FamilyKeys {
  readonly wheel: never;
  readonly shoe: CardKey;
  readonly dice: DiceKey;
}

/**
 * The keys that people press at the table. Every press is an input of the core, recorded before it acts,
 * and a signed record of its own when it changes anything.
 */
export type Key = TableKey | FamilyKeys[keyof FamilyKeys];

/**
 * What the jefe de mesa writes of a game that his table cannot know: the last word counts, and `note` is added to those before it.
 * `prima-…`: Cantabria's extra prize, what was kept back in this game and until it, and how many games it grew.
 */
export const ACTA_WORDS = [
  "price",
  "takings",
  "progressive",
  "line",
  "bingo",
  "others",
  "paid-line",
  "paid-bingo",
  "paid-progressive",
  "paid-others",
  "prima-kept",
  "prima-grown",
  "prima-games",
  "note",
] as const;
export type ActaWord = (typeof ACTA_WORDS)[number];

/** Characters of what is said of a dispute. */
export const DISPUTE_WORDS_MAX = 200;

/** Which roles may press which key. */
export const KEY_ROLES = {
  "confirm-void": ["jefe-de-mesa", "stickman", "croupier"],
  void: ["jefe-de-mesa", "stickman", "croupier"],
  declare: ["croupier", "stickman", "jefe-de-mesa", "inspector"],
  /** Of these only whom what waits is for, see `rolesOfTask`; so with the void that waits to be called. */
  acknowledge: ["croupier", "stickman", "jefe-de-mesa", "inspector"],
  /** Of these only whom the law names for the round, see `decidersOf`. */
  resolve: ["croupier", "stickman", "jefe-de-mesa", "inspector"],
  "no-more-bets": ["croupier", "stickman", "jefe-de-mesa"],
  "open-table": ["jefe-de-mesa"],
  "close-table": ["jefe-de-mesa"],
  "last-three-spins": ["croupier", "jefe-de-mesa"],
  seats: ["croupier", "jefe-de-mesa"],
  move: ["croupier", "jefe-de-mesa"],
  turn: ["croupier", "jefe-de-mesa"],
  collect: ["croupier", "jefe-de-mesa"],
  "new-shoe": ["croupier", "jefe-de-mesa"],
  "card-is": ["croupier", "jefe-de-mesa", "inspector"],
  "put-right": ["croupier", "jefe-de-mesa", "inspector"],
  "take-back": ["croupier", "stickman", "jefe-de-mesa", "inspector"],
  "open-bets": ["croupier", "stickman", "jefe-de-mesa"],
  announce: ["croupier", "stickman", "jefe-de-mesa"],
  "dice-are": ["croupier", "stickman", "jefe-de-mesa", "inspector"],
  "change-dice": ["croupier", "stickman", "jefe-de-mesa"],
  "change-thrower": ["croupier", "stickman", "jefe-de-mesa"],
  "mark-point": ["jefe-de-mesa"],
  "die-found": ["croupier", "stickman", "jefe-de-mesa"],
  /** Of these only whom the law has call the void may refuse one. */
  contest: ["croupier", "stickman", "jefe-de-mesa", "inspector"],
  dispute: ["jefe-de-mesa", "inspector"],
  "take-over": ["croupier", "stickman", "jefe-de-mesa"],
  "balls-counted": ["jefe-de-mesa"],
  "change-balls": ["jefe-de-mesa"],
  "sell-cards": ["croupier", "jefe-de-mesa"],
  "cards-sold": ["jefe-de-mesa"],
  "start-game": ["jefe-de-mesa"],
  interrupt: ["croupier", "jefe-de-mesa"],
  "call-card": ["croupier", "jefe-de-mesa"],
  "card-holds": ["jefe-de-mesa"],
  "resume-game": ["jefe-de-mesa"],
  "end-game": ["jefe-de-mesa"],
  "ball-is": ["croupier", "jefe-de-mesa", "inspector"],
  "draw-by-hand": ["jefe-de-mesa"],
  "ball-drawn": ["croupier", "jefe-de-mesa"],
  misannounced: ["croupier", "jefe-de-mesa"],
  "write-acta": ["jefe-de-mesa"],
} as const;
