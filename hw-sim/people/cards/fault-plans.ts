import { offersUnkeyedCardAsked } from "../../../src/rules/house-outcome.ts";
import type { CardPack } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import type { Game } from "./cloth.ts";
import { declarable, wrongHandRules } from "./law/rules.ts";
import type { BurnFault, LoadFault, MachineKind } from "./machine.ts";
import type { TableSide } from "./table-side.ts";

/** How dirty the world is: chances in a thousand, a round and a load. */
export interface FaultProfile {
  readonly name: "clean" | "default" | "rough";
  readonly round: number;
  readonly load: number;
  /** Chance in a thousand of one fault more in a round that has one, and how many a round has at most. */
  readonly again: number;
  readonly most: number;
}

export const SHOE_PROFILES: Readonly<Record<FaultProfile["name"], FaultProfile>> = {
  clean: { name: "clean", round: 0, load: 0, again: 0, most: 0 },
  default: { name: "default", round: 30, load: 30, again: 0, most: 1 },
  rough: { name: "rough", round: 300, load: 300, again: 300, most: 3 },
};

/** What goes wrong with the card that leaves. */
export const CARD_FAULTS = [
  "unread",
  "unread-nobody-names",
  "unsure",
  "late",
  "bounce",
  "face-up",
  "stuck",
  "stuck-unseen",
  "foreign-blank",
  "foreign-code",
  "foreign-deck",
  "duplicate",
] as const;
/** Faults of the device, the line and the table that can occur at any card. */
export const WORLD_FAULTS = ["jam", "lid", "power", "cable", "garbled", "exchanged"] as const;
/** What people do wrong, or say, beside the cards. */
export const ACT_FAULTS = [
  "early-card",
  "extra-in-deal",
  "extra-after",
  "face-up-after",
  "wrong-keys",
  "declared",
  "packet-short",
  "packet-over",
  "seat-forgotten",
  "wrong-hand",
  "card-withheld",
  "turn-omitted",
  "card-corrected",
] as const;
/** What people key wrongly, too late or not at all, and put right themselves. */
export const SLIPS = [
  "key-twice",
  "word-taken-back",
  "rule-taken-back",
  "stand-not-keyed",
  "turn-not-keyed",
  "natural-forgotten",
  "drawn-for-bank",
  "burnt-one-late",
  "contested-late",
] as const;
export type FaultKind =
  | (typeof CARD_FAULTS)[number]
  | (typeof WORLD_FAULTS)[number]
  | (typeof ACT_FAULTS)[number]
  | (typeof SLIPS)[number];

/** One fault of one round: it strikes at this card, or at the first moment after it at which it can. */
export interface FaultPlan {
  readonly kind: FaultKind;
  readonly at: number;
  /** Rounds that it has been waiting for its moment. */
  readonly age?: number;
}

const LOAD_FAULTS: Readonly<Record<MachineKind, readonly LoadFault[]>> = {
  shoe: ["missing-card", "duplicate", "foreign-card", "no-cut-card"],
  batch: ["missing-card", "duplicate", "foreign-card", "jam-shuffling", "cycle-incomplete", "no-cut-card"],
  continuous: ["missing-card", "duplicate", "foreign-card", "jam-shuffling", "cycle-incomplete"],
};

/** What may be wrong with a shoe before its first round: as it is loaded, and as its first cards are burnt. It meets the next shoe that is made ready. */
export const LOADING_FAULTS = [
  "load-missing-card",
  "load-duplicate",
  "load-foreign-card",
  "load-no-cut-card",
  "load-jam-shuffling",
  "load-cycle-incomplete",
  "burn-short",
  "burn-over",
] as const;
export type LoadingFault = (typeof LOADING_FAULTS)[number];

/** What may be wrong with a shoe of this table. */
export function possibleLoadings({ cards }: CardPack, kind: MachineKind): readonly LoadingFault[] {
  const named = LOAD_FAULTS[kind].map((one) => `load-${one}`);
  const burns = cards.burn.rule === "none" ? [] : ["burn-short", "burn-over"];
  return LOADING_FAULTS.filter((one) => [...named, ...burns].includes(one));
}

/** Of a fault of a load, or of burning; null: it is of the other. */
export const loadOf = (fault: LoadingFault | null): LoadFault | null =>
  fault?.startsWith("load-") === true ? (fault.slice("load-".length) as LoadFault) : null;
export const burnOf = (fault: LoadingFault | null): BurnFault | null =>
  fault?.startsWith("burn-") === true ? (fault.slice("burn-".length) as BurnFault) : null;

const PER_MILLE = 1_000;
/** A fault that found no moment in so many rounds becomes another one. */
const AGE_MAX = 4;

/** What decides which faults a table can have at all. */
export interface TableAbilities {
  readonly pack: CardPack;
  readonly game: Game;
  readonly isPackets: boolean;
  readonly side: TableSide;
}

/** The faults that can come about at this table. */
export function possibleFaults({ pack, game, isPackets, side }: TableAbilities): readonly FaultKind[] {
  const { deal, seats } = pack.cards;
  const has = (...steps: readonly string[]): boolean => deal.some(({ step }) => steps.includes(step));
  const rules = declarable(pack);
  const needs: Partial<Record<FaultKind, boolean>> = {
    "packet-short": isPackets,
    "packet-over": isPackets,
    "extra-in-deal": game.noCardAtTurns && has("turn", "say", "exchange", "set", "first-seat"),
    declared: rules.length > 0,
    "seat-forgotten": seats !== null && game.hasSeats,
    "wrong-hand": deal[0]?.step === "deal" || wrongHandRules(pack).length > 0,
    "turn-omitted": has("turn"),
    "card-corrected": rules.some(
      ({ effect, deem }) => /^(burn-card|burn-and-close|hold-)/.test(effect ?? "") || deem !== undefined,
    ),
    "key-twice": has("say", "twenty-one-players"),
    "word-taken-back": has("say", "twenty-one-players"),
    "rule-taken-back": rules.length > 0,
    "stand-not-keyed": offersUnkeyedCardAsked(pack),
    "turn-not-keyed": has("third-card-two-cloths"),
    "natural-forgotten": deal.some(
      (step) => step.step === "third-card" && step.tableau.cardAfterBancaNatural === "forfeits-laying-down",
    ),
    "drawn-for-bank": has("twenty-one-bank"),
    "burnt-one-late": rules.some(({ effect }) => effect === "burn-card"),
    garbled: side.garble !== undefined,
    exchanged: side.exchange !== undefined,
  };
  const cards = isPackets ? [] : CARD_FAULTS;
  return [...cards, ...WORLD_FAULTS, ...ACT_FAULTS, ...SLIPS].filter((kind) => needs[kind] ?? true);
}

/** What a round's faults are drawn from. */
export interface RoundPlans {
  readonly kinds: readonly FaultKind[];
  /** Those that earlier rounds still owe. */
  readonly owed: readonly FaultPlan[];
  /** Those that somebody asked for. */
  readonly asked: readonly FaultKind[];
  /** How late they may strike. */
  readonly cards: number;
}

/** The faults of one round: those that earlier rounds still owe, those that were asked for, and perhaps a new one. */
export function planRound(
  profile: FaultProfile,
  random: RandomSource,
  { kinds, owed, asked, cards }: RoundPlans,
): readonly FaultPlan[] {
  const plans = owed.map(({ kind, age = 0 }): FaultPlan => {
    const isStale = age >= AGE_MAX;
    return { kind: isStale ? random.pick(kinds) : kind, at: 1 + random.below(2), age: isStale ? 0 : age + 1 };
  });
  const add = (kind = random.pick(kinds)): void => {
    plans.push({ kind, at: 1 + random.below(cards) });
  };
  for (const kind of asked) add(kind);
  if (random.below(PER_MILLE) < profile.round) {
    add();
    while (plans.length < profile.most && random.below(PER_MILLE) < profile.again) add();
  }
  return plans;
}

export function planLoad(profile: FaultProfile, random: RandomSource, kind: MachineKind): LoadFault | null {
  return random.below(PER_MILLE) < profile.load ? random.pick(LOAD_FAULTS[kind]) : null;
}

/** A new shoe of which too few cards are burnt, or one too many. */
export function planBurn(profile: FaultProfile, random: RandomSource): BurnFault | null {
  return random.below(PER_MILLE) < profile.load ? random.pick<BurnFault>(["short", "over"]) : null;
}
