import type { DieNote } from "../../dice/reading/read-types.ts";
import { factsOf } from "../../rules/condition.ts";
import type { Fact, FactSheet } from "../../rules/facts.ts";
import { isLate } from "./time-in-play.ts";
import { gameOf, type Throw } from "./throw.ts";
import type { DieRead, ThrowRead } from "../../dice/observation.ts";
import type { DiceFactName } from "../../rules/vocabulary/dice.ts";
import { isChangeDue } from "./durable-dice.ts";
import type { DiceContext } from "./types.ts";

const flag = (value: boolean): Fact => ({ is: "flag", value });
const count = (atLeast: number, atMost: number | null): Fact => ({ is: "count", atLeast, atMost });

/** Notes of a die that make a fact, when the eye says them. */
export const FACT_OF_NOTE: Readonly<Partial<Record<DieNote, DiceFactName>>> = {
  stacked: "dice-stacked",
  "on-object": "die-on-object",
  cocked: "die-cocked",
  touching: "dice-touching",
  damaged: "die-damaged",
  foreign: "foreign-die",
  rim: "die-on-rim",
  outside: "die-outside",
};
const BY_ZONE = { rim: "die-on-rim", basket: "die-in-basket", outside: "die-outside" } as const;

/**
 * Reasons of an eye by which nothing that it says of these dice is certain: some may not be seen, or not be dice. What it counted
 * is then only a least, and nothing that it noted voids a throw: a false void is as bad as a wrong number.
 */
const UNCERTAIN: readonly string[] = [
  "hand",
  "foreign-object",
  "covered",
  "hidden",
  "light",
  "camera-moved",
  "dome",
  "no-dice",
  "weak",
  "one-reader",
  "disagree",
  "glare",
  "mixed-sizes",
];

/** All that is known of a throw whose dice lie at rest. */
export function factsAtRest(context: DiceContext, current: Throw, read: ThrowRead): FactSheet {
  return {
    ...seenFacts(context, read),
    ...wallFacts(read, gameOf(context).dice),
    ...throwerFacts(current),
    ...tableFacts(context, current),
    ...current.facts,
  };
}

/** What the eye sees of dice that lie there. A fact that it can measure and did not see is not so. */
function seenFacts(context: DiceContext, read: ThrowRead): FactSheet {
  const { dice } = gameOf(context);
  const facts: Record<string, Fact> = {};
  const whole = !read.reasons.some((reason) => UNCERTAIN.includes(reason)) && !hasNote(read.dice, "hidden");
  const inside = read.dice.filter(isInside).length;
  // Among too many nobody knows which were thrown: what is seen of one of them may be a stranger's.
  const strangers = Math.max(0, read.dice.length - dice);
  const isTheirs = whole && strangers === 0;
  facts["dice-seen"] = count(read.dice.length, whole ? read.dice.length : null);
  facts["dice-in-arena"] = count(Math.max(0, inside - strangers), whole ? Math.min(inside, dice) : null);
  for (const die of isTheirs ? read.dice : []) {
    for (const note of die.notes) {
      const name = FACT_OF_NOTE[note];
      if (name !== undefined) facts[factInGame(context, name)] = flag(true);
    }
    if (die.zone !== undefined) facts[factInGame(context, BY_ZONE[die.zone])] = flag(true);
  }
  if (whole && strangers > 0) facts["foreign-die"] = flag(true);
  const isCertain = (name: DiceFactName): boolean =>
    name !== "dice-touching" || !read.reasons.includes("near-touch");
  for (const name of Object.values(FACT_OF_NOTE))
    if (isTheirs && canTell(context, name) && isCertain(name)) facts[name] ??= flag(false);
  // All of the dice lie in the arena: none of them can be anywhere else.
  if (whole && inside === dice && strangers === 0) {
    for (const name of ["die-off-table", "die-in-basket", "die-on-rim", "die-outside", "die-retained"] as const)
      facts[name] = flag(false);
  }
  for (const name of ["foreign-contact", "hand-while-rolling"] as const)
    if (read.rolledMs !== null && canTell(context, name)) facts[name] = flag(false);
  facts["moved-after-rest"] = flag(false);
  return facts;
}

/** Where no rule speaks of the rim, a die on it did not come to rest in the arena (Cantabria A.9.V.2, ll. 1831–1833). */
function factInGame({ rules }: DiceContext, name: DiceFactName): DiceFactName {
  const isRimRuled = rules.pack.rules.some(({ when }) => factsOf(when).includes("die-on-rim"));
  return name === "die-on-rim" && !isRimRuled ? "die-outside" : name;
}

function canTell(context: DiceContext, name: DiceFactName): boolean {
  const ability = context.rules.abilities[name];
  return ability?.level === "measured" || ability?.silence === "no";
}

function hasNote(dice: readonly DieRead[], note: DieNote): boolean {
  return dice.some(({ notes }) => notes.includes(note));
}

function isInside({ zone, notes }: DieRead): boolean {
  return zone === undefined && !notes.includes("outside");
}

/**
 * A long table: which dice touched its far edge, in which half they lie, which of them slid. Dice that were thrown and are
 * not seen may have done either.
 */
function wallFacts({ dice }: ThrowRead, thrown: number): FactSheet {
  const facts: Record<string, Fact> = {};
  const all = Math.max(thrown, dice.length);
  const some = <T>(of: (die: DieRead) => T | undefined): readonly T[] => dice.flatMap((die) => of(die) ?? []);
  const walls = some((die) => die.wall);
  if (walls.length > 0) {
    const touched = walls.filter(Boolean).length;
    facts["wall-contacts"] = count(touched, touched + all - walls.length);
  }
  const halves = some((die) => die.half);
  if (halves.length > 0) {
    const far = halves.filter((half) => half === "far").length;
    facts["dice-in-far-half"] = count(far, far + all - halves.length);
  }
  const rolled = some((die) => die.rolled);
  if (rolled.includes(false)) facts["dice-slid"] = flag(true);
  else if (rolled.length === all) facts["dice-slid"] = flag(false);
  return facts;
}

function throwerFacts({ made: { shake, milliTurns, loaded, left, any } }: Throw): FactSheet {
  const facts: Record<string, Fact> = {};
  if (!any) return facts;
  if (shake !== "running") facts["shake"] = { is: "word", value: shake };
  if (milliTurns !== null) {
    const revolutions = Math.floor(milliTurns / 1000);
    facts["cage-turns"] = count(revolutions, revolutions);
  }
  if (loaded !== null) facts["dice-in-cup"] = count(loaded, loaded);
  if (loaded !== null && left !== null) facts["die-retained"] = flag(left < loaded);
  return facts;
}

/** What the table knows by itself: the call, and how long dice and thrower have been in play. */
function tableFacts(context: DiceContext, current: Throw): FactSheet {
  const facts: Record<string, Fact> = {
    "throw-before-call": flag(!current.called),
    "set-change-owed": flag(isChangeDue(context.durable.dice)),
  };
  const late = {
    set: isLate(context, "set", current.began),
    thrower: isLate(context, "thrower", current.began),
  };
  if (late.set !== null) facts["set-rotation-late"] = flag(late.set);
  if (late.thrower !== null) facts["thrower-relief-late"] = flag(late.thrower);
  return facts;
}
