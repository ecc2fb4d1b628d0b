import { DICE_FAULTS } from "./faults.ts";
import { soundThrow, type Around } from "./draft.ts";
import type { ThrowTruth } from "./truth.ts";

/** How dirty the world is: chances in a thousand, a throw. */
export interface DiceProfile {
  readonly name: "clean" | "default" | "rough";
  readonly perMille: number;
  /** The same of tables whose pictures are rendered: what lies otherwise than it should is laid out by hand there. */
  readonly renderedPerMille: number;
  /** Chance in a thousand of one fault more in a throw that has one, and how many a throw has at most. */
  readonly again: number;
  readonly most: number;
  /** Faults that are put, of those that fit the table; absent: any. */
  readonly only?: readonly string[];
}

export const DICE_PROFILES: Readonly<Record<DiceProfile["name"], DiceProfile>> = {
  clean: { name: "clean", perMille: 0, renderedPerMille: 0, again: 0, most: 0 },
  default: { name: "default", perMille: 60, renderedPerMille: 5, again: 50, most: 2 },
  rough: { name: "rough", perMille: 400, renderedPerMille: 400, again: 300, most: 3 },
};

/** A throw with this fault and no other, where it fits the table. */
export const onlyFault = (name: string): DiceProfile => ({
  ...DICE_PROFILES.clean,
  perMille: 1_000,
  renderedPerMille: 1_000,
  most: 1,
  only: [name],
});

/**
 * What must not meet in one throw: together they could not be told from a sound throw by any device. A strange die in the
 * place of one that is missing, two readers that make the same mistake.
 */
const APART: readonly (readonly string[])[] = [
  ["extra-die", "off-table", "cup-fewer", "cup-stay"],
  ["misread", "witness"],
];

/** The next throw of a table, with whatever goes wrong with it. */
export function makeThrow(n: number, around: Around, profile: DiceProfile): ThrowTruth {
  const draft = soundThrow(n, around);
  const { random } = around;
  const names: string[] = [];
  let chance = profile.perMille;
  while (names.length < profile.most && random.below(1_000) < chance) {
    chance = profile.again;
    const fitting = DICE_FAULTS.filter(
      (one) => isIn(profile, one.name) && one.fits(around) && !isApart(one.name, names),
    );
    if (fitting.length === 0) break;
    const fault = random.pick(fitting);
    names.push(fault.name);
    fault.put(draft, around);
  }
  return { ...draft, faults: names };
}

const isIn = ({ only }: DiceProfile, name: string): boolean => only === undefined || only.includes(name);

function isApart(name: string, names: readonly string[]): boolean {
  if (names.includes(name)) return true;
  return APART.some((list) => list.includes(name) && names.some((other) => list.includes(other)));
}
