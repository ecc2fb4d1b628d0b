import type { Role } from "../people/roles.ts";
import type { Language, Text } from "../text/language.ts";
import type { CardEffect, CardGame, CardScope } from "./card-game.ts";
import type { CrapsState } from "../dice/outcome-types.ts";
import type { DiceGame } from "./dice-game.ts";
import type { ApartFromOthers } from "./parts.ts";
import type { CardRole, HandRole, RuleWindow, SeenCondition } from "./windows.ts";
import { CATEGORIES } from "../cards/poker/category.ts";

/** What a law may call otherwise than others do: combinations, a hand that is paid as a black-jack, and what players say of a bet. */
export const NAMED_BY_LAW = [...CATEGORIES, "wins-black-jack", "bet", "fold"] as const;
export type NamesByLaw = Readonly<Partial<Record<(typeof NAMED_BY_LAW)[number], Text>>>;

/**
 * A rulebook pack: one game of one jurisdiction as data. Packs live in
 * `src/rules/data/<jurisdiction>/<game>/<edition>.yaml`, are validated by `schema.ts`, and hold no behaviour: the engine is one, the packs differ.
 */
export type Pack = ApartFromOthers<FamilyPacks[keyof FamilyPacks]>;

/** The packs of each family of tables. A family that is added elsewhere declares its own here. */
export interface FamilyPacks {
  readonly wheel: WheelPack;
  readonly shoe: CardPack;
  readonly dice: DicePack;
}

/** A game of a wheel: roulette, bowl or vertical disc. */
export interface WheelPack extends PackBase {
  readonly family: "wheel";
  readonly wheel: WheelLayout;
  readonly suertes: readonly Suerte[];
  /** A roulette: what may be staked and what the catalogue pays for it. No part of a judgement: the booklet prints it. */
  readonly bets?: readonly WheelBet[];
  readonly result: ResultRule;
}

/** A game of cards. */
export interface CardPack extends PackBase {
  readonly family: "shoe";
  readonly cards: CardGame;
}

/** A game of dice. */
export interface DicePack extends PackBase {
  readonly family: "dice";
  readonly dice: DiceGame;
}

export interface PackBase {
  readonly pack: "tirada-pack/1";
  /** ISO 3166 code in lower case: `cl`, `es-cb`, `es-pv`, `es-as`, `es-ga`. */
  readonly jurisdiction: string;
  /** The game's Spanish name in kebab case, one name for one game in all jurisdictions. */
  readonly game: string;
  /** Edition of the law that the pack states, e.g. `2023-03`; with the game it names the rulebook in every record. */
  readonly edition: string;
  /** First day in force, `YYYY-MM-DD`. */
  readonly inForce: string;
  /** Last day in force, `YYYY-MM-DD`; absent: until further notice. */
  readonly until?: string;
  /**
   * What becomes of a result while nothing vouches for the time of day: it is certified all the same (absent), only reported, or left
   * to a person.
   */
  readonly untrustedClock?: "certify" | "mark" | "stop";
  readonly title: Text;
  /** The legal instrument. */
  readonly law: { readonly name: string; readonly published: string };
  /** What the law's own people call the void of a round, e.g. tirada nula, bola nula. Absent: the law knows no void. */
  readonly voidName?: Text;
  /** What this law calls otherwise than others do, as screens and booklets say it. */
  readonly names?: NamesByLaw;
  /** For how many minutes after its result a round may be judged anew, and where the law says so. Absent: it sets no time. */
  readonly afterResult?: { readonly minutes: number; readonly cite: Cite };
  readonly announcements: readonly Announcement[];
  readonly rules: readonly Rule[];
  readonly steps: readonly Step[];
  /** Steps that the law wants done as the table is opened or closed. Absent: it says nothing of it. */
  readonly session?: { readonly opening?: readonly string[]; readonly closing?: readonly string[] };
  /** Where the printed text is wrong or silent and what the pack holds instead. */
  readonly remarks: readonly Remark[];
}

/** Where in the law: section and inclusive lines of the source text. */
export interface Cite {
  readonly section: string;
  readonly lines: readonly [number, number];
  readonly also?: readonly (readonly [number, number])[];
}

/** text: stated · derived: follows from stated rules · inferred: our reading, the text is silent · external: not in the text at all. */
export type Basis = "text" | "derived" | "inferred" | "external";

export type WheelKind = "roulette" | "bowl" | "disc";

export interface WheelLayout {
  readonly kind: WheelKind;
  /**
   * The ring: names of pockets, holes or cells clockwise, as seen from above (a disc: by the player), a roulette's from
   * zero. In a bowl and on a disc names repeat. `basis: inferred`: only the counts are law, each house's wheel has an
   * order of its own.
   */
  readonly pockets: readonly string[];
  /** `before-drop`: bets stay open while it runs, until the call. `at-launch`: they close as it is set in motion. */
  readonly betsClose: "at-launch" | "before-drop";
  /** What the law asks of the order of the pockets, or of a disc's cells. */
  readonly layout?: readonly LayoutRule[];
  /** What people read for names that are not plain numbers, e.g. `joker`. */
  readonly labels?: Readonly<Record<string, Text>>;
  /** A ball that hangs in no pocket for so long counts as suspended; one that falls by itself before has its number. */
  readonly hungFor?: { readonly seconds: number; readonly basis: Basis; readonly note: string };
  readonly basis: Basis;
  readonly note: string;
}

/** Sectors are equal parts of the ring, the first begins with its first cell. */
export type LayoutRule = (
  | { readonly rule: "equal-values-apart" }
  | { readonly rule: "opposite-cells-equal" }
  /** Every sector has so many cells of each of these names. */
  | {
      readonly rule: "equal-sectors";
      readonly sectors: number;
      readonly each: Readonly<Record<string, number>>;
    }
  /** Roulette: two coloured pockets side by side are of different colours. */
  | { readonly rule: "colours-alternate" }
  /** Roulette: no two consecutive numbers are neighbours. */
  | { readonly rule: "consecutive-apart" }
  /** Roulette: 00 faces 0. */
  | { readonly rule: "double-zero-faces-zero" }
  /** The cells with this name lie in every second sector. */
  | { readonly rule: "alternate-sectors"; readonly sectors: number; readonly name: string }
) & { readonly cite: Cite };

/** A set of pockets that wins together. */
export interface Suerte {
  readonly id: string;
  readonly group: "colour" | "parity" | "half" | "column" | "dozen" | "cell";
  readonly name: Text;
  readonly pockets: readonly string[];
  /** A disc: what the catalogue pays, `45:1`; `push`: the stake comes back and nothing more. */
  readonly pays?: string;
  /** A disc: how many cells of the ring bear it. */
  readonly cells?: number;
  readonly basis: Basis;
  readonly cite: Cite;
}

/** A kind of bet on a roulette: the plain number, the caballo, two columns. */
export interface WheelBet {
  readonly id: string;
  readonly name: Text;
  /** How many numbers it covers. */
  readonly numbers: number;
  /** What is paid besides the stake: `35:1`, `1:2`. */
  readonly pays: string;
  readonly cite: Cite;
}

export interface ResultRule {
  /** What is said aloud, in order. */
  readonly announce: readonly ("number" | "colour" | "simple" | "multiple" | "value")[];
  readonly by: Role;
  /** What the pack says of each pocket without colour (a zero, the five of a bowl): who loses, half, prison. */
  readonly special: readonly SpecialPocket[];
  readonly cite: Cite;
}

export interface SpecialPocket {
  readonly pocket: string;
  /** What happens to a suerte sencilla: it loses, loses half, or the player chooses between half and prisión. */
  readonly simple: "half" | "half-or-prison" | "lose";
  readonly rule: Text;
  readonly basis: Basis;
  readonly cite: Cite;
}

/** `last-bets`: the question before no more bets. `last-game`: the notice before the last game of the table. */
export type AnnouncedPhase =
  | "betting"
  | "last-bets"
  | "no-more-bets"
  | "void"
  | "last-three-spins"
  | "last-game"
  | "closed"
  | "last-round";

export interface Announcement {
  readonly phase: AnnouncedPhase;
  readonly by: Role;
  /** Exact words where the law prints them; otherwise the usual call, marked `external`. */
  readonly say: Text;
  /** Languages in which the law itself prints the words. */
  readonly printed: readonly Language[];
  /** The law allows it once in a session. */
  readonly oncePerSession?: true;
  /** `last-game`: what is announced is the last shoe, not the last round. */
  readonly of?: "shoe";
  /** `last-three-spins`: how many rounds are announced; absent: three. */
  readonly rounds?: number;
  readonly basis: Basis;
  readonly cite?: Cite;
  readonly note?: string;
}

/** A question about the facts of a round. Three-valued: true, false, or cannot be judged. */
export type Condition =
  | { readonly fact: string; readonly is: string | boolean }
  | { readonly fact: string; readonly fewerThan: number }
  | { readonly fact: string; readonly atLeast: number }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  /** Only a person can say so. Stands alone, never inside another condition. */
  | { readonly declared: Role };

/**
 * - `void`: the round is annulled.
 * - `deviation`: a duty without a stated consequence was broken: recorded, shown to the jefe de mesa, the round stands.
 * - `person-decides`: the law leaves it to somebody.
 * - `stands`: the law says that the round stays valid.
 * - `corrected`: cards only: the round goes on after `effect` and the steps; what the law says becomes of a hand or a card.
 */
export type RuleVerdict = "void" | "deviation" | "person-decides" | "stands" | "corrected";

export interface Rule {
  readonly id: string;
  readonly cite: Cite;
  readonly basis: Basis;
  /** The condition in one sentence for people. */
  readonly text: Text;
  readonly when: Condition;
  readonly verdict: RuleVerdict;
  /** What it reaches: a wheel's spin; a throw of dice; in card games the round, the next one, one hand, one cloth, one card or the whole shoe. */
  readonly scope: "spin" | "bet" | "session" | "throw" | CardScope;
  /** Cards: what it does to the deal. */
  readonly effect?: CardEffect;
  /** Cards: the hand in question counts so much, whatever lies in it (0 to 9; `natural`: 9 with two cards). */
  readonly deem?: number | "natural";
  /** Cards: who declares it must name the hand. */
  readonly asks?: "hand";
  /** Cards: the hand that it is about where it can be no other, which is not asked for; or of which hands it is one. */
  readonly hand?: HandRole;
  /** Cards: the cards that it is about when somebody declares it. Absent: what follows from its effect (`windows.ts`). */
  readonly card?: CardRole;
  /** Cards: when it may be declared. Absent: what follows from what it is about (`windows.ts`). */
  readonly window?: RuleWindow;
  /** Cards: what must lie there for it; a declaration that contradicts what was read is none. */
  readonly seen?: readonly SeenCondition[];
  /** What is said and by whom; absent when the law prescribes no words. A `person-decides` rule with words is void once the person declares it. */
  readonly announce?: Call;
  /** Who may declare it by key; absent: nobody, only the machine's facts count. */
  readonly declaredBy?: Role;
  /** Steps that follow, in order, by id. */
  readonly then: readonly string[];
  /** For `deviation` and `person-decides`: the void rule that a person may call it, e.g. `defective-launch`. */
  readonly mayBeCalled?: string;
  /** `house`: void only where the house has adopted that reading (configuration `houseRules`). */
  readonly adopts?: Adoption;
  /** Readings of words that the law leaves open, each adopted by its own id (configuration `houseRules`); one at most at a table. */
  readonly readings?: readonly HouseReading[];
  readonly note?: string;
}

/** Words and the one who says them. */
export interface Call {
  readonly say: Text;
  readonly by: Role;
}

/** What a rule becomes where the house has adopted the reading that it voids the spin. */
export interface Adoption {
  readonly verdict: "void";
  readonly by: "house";
  readonly announce: Call;
  readonly then: readonly string[];
}

/** What a rule that the law leaves to a person becomes where the house has adopted this reading of it. */
export interface HouseReading {
  /** What the configuration names, e.g. `dice-touching-stands`. */
  readonly id: string;
  readonly verdict: "void" | "stands";
  /** Said with a void. */
  readonly announce?: Call;
  readonly then: readonly string[];
}

/** One thing that somebody does after a verdict. */
export interface Step {
  readonly id: string;
  readonly who: Role;
  readonly text: Text;
  readonly basis: Basis;
  readonly cite?: Cite;
  /** A step that the machine can follow: so many rotor turns before the relaunch. */
  readonly rotorTurnsAtLeast?: number;
  /** Craps: it is done before a point stands, or while one does. Absent: either way. */
  readonly only?: CrapsState["phase"];
  /** The hands that it is about: those that have 21 with their two first cards. */
  readonly hands?: "two-card-21";
}

export interface Remark {
  readonly about: string;
  readonly text: string;
  /** Absent: about the document as a whole. */
  readonly cite?: Cite;
}

/** `cl/ruleta-francesa@2023-03`, the name of a rulebook in every record. */
export function rulebookName(pack: Pick<Pack, "jurisdiction" | "game" | "edition">): string {
  return `${pack.jurisdiction}/${pack.game}@${pack.edition}`;
}

/** A citation for people, as the law itself is printed: `II.1.6`. The lines of a citation are of the text as we read it. */
export function citeText(cite: Cite): string {
  return cite.section;
}

/** The pack as one of a wheel. Throws a RangeError for any other: a wheel's device was given a card game. */
export function wheelPack(pack: Pack): WheelPack {
  if (pack.wheel === undefined) throw new RangeError(`${rulebookName(pack)} is not played on a wheel`);
  return pack;
}

/** The pack as one of cards. Throws a RangeError for any other. */
export function cardPack(pack: Pack): CardPack {
  if (pack.cards === undefined) throw new RangeError(`${rulebookName(pack)} is not played with cards`);
  return pack;
}

/** The pack as one of dice. Throws a RangeError for any other. */
export function dicePack(pack: Pack): DicePack {
  if (pack.dice === undefined) throw new RangeError(`${rulebookName(pack)} is not played with dice`);
  return pack;
}

/** The most minutes after its result for which a rulebook or a house may let a round be judged anew. */
export const LATE_MINUTES_MAX = 240;
/** For how many seconds a house may count down for bets, which the law knows nothing of. */
export const BETS_SECONDS = { least: 5, most: 600 } as const;
