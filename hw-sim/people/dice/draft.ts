import { facesOf } from "../../../src/dice/faces.ts";
import type { Rule } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import type { Installed } from "./install.ts";
import type { Open, ThrowTruth, Trouble, TrueDie } from "./truth.ts";

/** A throw that is being made up. */
export type Draft = { -readonly [Key in keyof ThrowTruth]: ThrowTruth[Key] } & {
  dice: TrueDie[];
  unseen: string[];
  open: Open[];
  trouble: Trouble[];
};

export interface Around {
  readonly installed: Installed;
  readonly random: RandomSource;
}

/** A die lies in a circle of so many tenths of a millimetre; on a long table in a far half of so many. */
const ARENA = 900;
const LONG = 8_000;

/** A throw with nothing wrong about it. */
export function soundThrow(n: number, { installed, random }: Around): Draft {
  const { dice: game } = installed.pack;
  const isLong = game.thrownFrom === "hand";
  const dice = Array.from({ length: game.dice }, (): TrueDie => ({
    face: random.pick(facesOf(game.faces)),
    x: (isLong ? random.below(LONG) : random.below(2 * ARENA) - ARENA) + 300,
    y: random.below(2 * ARENA) - ARENA,
    lies: "flat",
    place: "arena",
    half: "far",
    wall: true,
    rolled: true,
    touches: false,
    isExtra: false,
  }));
  return {
    n,
    faults: [],
    dice,
    contact: null,
    hand: null,
    isCalled: true,
    shake: "full",
    shakeFault: null,
    ways: waysOf(random),
    loaded: game.dice,
    stay: 0,
    together: 0,
    touched: null,
    rollMs: 700 + random.below(1_500),
    unread: [],
    misread: null,
    unseen: unknownHere(installed),
    wallUnseen: [],
    trouble: [],
    witness: null,
    declared: null,
    open: [],
  };
}

/** A cage is turned twice at least, now and then there and back first. */
function waysOf(random: RandomSource): readonly number[] {
  const whole = 2_050 + random.below(2_000);
  return random.oneIn(4) ? [300 + random.below(900), -whole - 1_300] : [whole];
}

/** Facts that this table's devices cannot know, whatever happens. */
function unknownHere({ knows, thrower }: Installed): string[] {
  const blind = [
    knows.includes("rim") ? null : "die-on-rim",
    knows.includes("basket") ? null : "die-in-basket",
    knows.includes("wall") ? null : "wall-contacts",
    knows.includes("half") ? null : "dice-in-far-half",
    knows.includes("rolled") ? null : "dice-slid",
    thrower === "cup-switch" ? null : "dice-in-cup",
    thrower === "cup-switch" ? null : "die-retained",
  ];
  // Where a die went that is not in the picture, or that it is broken, nobody but people can say.
  return ["die-off-table", "die-damaged", ...blind.filter((name) => name !== null)];
}

/** Changes one die, or the one that is named. */
export function changeDie(draft: Draft, { random }: Around, how: Partial<TrueDie>, which?: number): number {
  const at = which ?? random.below(draft.dice.length);
  draft.dice = draft.dice.map((die, index) => (index === at ? { ...die, ...how } : die));
  return at;
}

/** Rules that somebody may declare and that no fact of this throw settles. */
export function declarable({ pack }: Installed): readonly Rule[] {
  return pack.rules.filter((rule) => rule.declaredBy !== undefined && "declared" in rule.when);
}

/** Something that goes wrong with a throw. */
export interface DiceFault {
  readonly name: string;
  /** It can happen at this table. */
  fits(around: Around): boolean;
  put(draft: Draft, around: Around): void;
}

export const fitsAlways = (): boolean => true;
export const isGame =
  (...from: readonly string[]) =>
  ({ installed }: Around): boolean =>
    from.includes(installed.pack.dice.thrownFrom);

/** Something lies on or against the dice that keeps the eye from a number. */
export function mustStayOpen(draft: Draft, why: string): void {
  draft.open.push({ why, must: true });
}
export function mayStayOpen(draft: Draft, why: string): void {
  draft.open.push({ why, must: false });
}

/** Something happens to devices, lines or unit around the throw, which must or may stay open for it. */
export const troubleFault = (
  name: string,
  fits: DiceFault["fits"],
  leaveOpen: typeof mustStayOpen,
  make: (random: RandomSource) => Trouble,
): DiceFault => ({
  name,
  fits,
  put: (draft, { random }) => {
    draft.trouble.push(make(random));
    leaveOpen(draft, name);
  },
});
