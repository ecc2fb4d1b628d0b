import type { WheelSetup } from "../../wheel-setup.ts";
import { modulo, type DiscState } from "./state.ts";

/** What a rig says of a disc's geometry: quarter steps instead of thousandths. */
export interface Plan {
  readonly ring: readonly string[];
  readonly cells: number;
  readonly turn: number;
  /** Quarter steps clockwise from the index at which the first cell is under the pointer; null: not calibrated. */
  readonly zero: number | null;
}

export function planOf({ ring, calibration }: WheelSetup): Plan {
  const cells = ring.length;
  const fits = calibration !== null && calibration.marks === cells;
  return { ring, cells, turn: 4 * cells, zero: fits ? calibration.zero / 1_000 : null };
}

/** Distance of the middle of the present bin from the nearest divider, 0 to 2 quarter steps; null: place unknown. */
export function fromDivider(plan: Plan, { index, pos }: DiscState): number | null {
  if (index === null || plan.zero === null) return null;
  const within = modulo(plan.zero - (pos + 0.5 - index), 4);
  return within < 2 ? 2 - within : within - 2;
}

/** Place in the ring of the cell whose middle is nearest; null: place unknown. */
export function cellOf(plan: Plan, { index, pos }: DiscState): number | null {
  if (index === null || plan.zero === null) return null;
  return modulo(Math.round((plan.zero - (pos + 0.5 - index)) / 4), plan.cells);
}
