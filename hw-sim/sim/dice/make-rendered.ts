import type { Category } from "../../dice/scenes.ts";
import { soundThrow, type Around } from "./draft.ts";
import { DICE_FAULTS } from "./faults.ts";
import type { CalibratedSetup } from "./calibrated-setup.ts";
import type { DiceProfile } from "./make-throw.ts";
import { addPictureTruth, LAID, pictureThrow, type Pictured } from "./rendered-throw.ts";
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
  setup: CalibratedSetup,
): { readonly truth: ThrowTruth; readonly pictured: Pictured } {
  const draft = soundThrow(n, around);
  const { random, installed } = around;
  const names: string[] = [];
  let category: Category = "plain";
  if (random.below(1_000) < profile.renderedPerMille) {
    if (random.oneIn(3)) {
      const fault = random.pick(DICE_FAULTS.filter((one) => BESIDE.includes(one.name) && one.fits(around)));
      fault.put(draft, around);
      names.push(fault.name);
    } else {
      category = random.pick(LAID);
      names.push(category);
    }
  }
  const pictured = pictureThrow(setup, category, installed.pack.dice.dice, random.fork(`throw ${n}`));
  addPictureTruth(draft, setup, pictured);
  return { truth: { ...draft, faults: names }, pictured };
}
