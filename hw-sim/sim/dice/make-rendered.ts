import type { Category } from "../../dice/scenes.ts";
import { soundThrow, type Around } from "./draft.ts";
import { DICE_FAULTS } from "./faults.ts";
import type { LearnedRig } from "./learned-rig.ts";
import type { DiceProfile } from "./make-throw.ts";
import { intoTruth, LAID, picture, type Pictured } from "./rendered-throw.ts";
import type { ThrowTruth } from "./truth.ts";

/** Faults beside the picture that a rendered table can have. */
const BESIDE: readonly string[] = [
  "shake",
  "cage-short",
  "noise",
  "eye-cable",
  "thrower-cable",
  "unit-restart",
  "hand",
  "declared",
  "before-call",
];

/** The next throw of a rendered table: its pictures, and the truth about them. */
export function makeRenderedThrow(
  n: number,
  around: Around,
  profile: DiceProfile,
  rig: LearnedRig,
): { readonly truth: ThrowTruth; readonly pictured: Pictured } {
  const draft = soundThrow(n, around);
  const { luck, installed } = around;
  const names: string[] = [];
  let category: Category = "plain";
  if (luck.below(1_000) < profile.renderedPerMille) {
    if (luck.oneIn(3)) {
      const fault = luck.pick(DICE_FAULTS.filter((one) => BESIDE.includes(one.name) && one.fits(around)));
      fault.put(draft, around);
      names.push(fault.name);
    } else {
      category = luck.pick(LAID);
      names.push(category);
    }
  }
  const pictured = picture(rig, category, installed.pack.dice.dice, luck.fork(`throw ${n}`));
  intoTruth(draft, rig, pictured);
  return { truth: { ...draft, faults: names }, pictured };
}
