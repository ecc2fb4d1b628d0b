import type { CrapsPhases, DiceGame, DiceSuerte, DiceWin } from "../rules/dice-game.ts";
import type { Cite } from "../rules/pack.ts";
import { type DieFace, facesOf, type FaceSet } from "./faces.ts";

export const CITE: Cite = { section: "test", lines: [1, 1] };
const name = { es: "x", eu: "x", gl: "x", en: "x" };

export function suerte(id: string, win: DiceWin, more: Partial<DiceSuerte> = {}): DiceSuerte {
  return { id, group: "bet", name, win, basis: "text", cite: CITE, ...more };
}

export const PHASES: CrapsPhases = {
  comeOut: { win: [7, 11], lose: [2, 3, 12], point: [4, 5, 6, 8, 9, 10] },
  pointLoses: [7],
  barred: [12],
  cite: CITE,
};

/** A game of pips, thrown from a shaker unless it is craps. */
export function diceGame(dice: 2 | 3, suertes: readonly DiceSuerte[], more: Partial<DiceGame> = {}): DiceGame {
  const hasCategories = suertes.some((one) => one.group === "category");
  return {
    faces: "pips",
    dice,
    thrownFrom: "shaker",
    thrower: { who: "croupier" },
    set: { counts: [dice], sets: 1, sideMm: null, oppositeSum: null, transparent: null, change: "free" },
    betsClose: "shake",
    betsOpen: "call",
    craps: null,
    suertes,
    noCategory: null,
    result: { announce: hasCategories ? ["faces", "category"] : ["faces"], by: "croupier", cite: CITE },
    ...more,
  };
}

/** Every throw of so many dice of a set, each die apart: 36 or 216. */
export function everyThrow(dice: 2 | 3, set: FaceSet = "pips"): readonly (readonly DieFace[])[] {
  const faces = facesOf(set);
  const two = faces.flatMap((a) => faces.map((b) => [a, b]));
  return dice === 2 ? two : two.flatMap((some) => faces.map((c) => [...some, c]));
}
