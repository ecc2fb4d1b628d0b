import type { WheelSetup } from "../../wheel-setup.ts";
import { modulo, type DiscState } from "./state.ts";

/** What a wheel setup says of a disc's geometry: quarter steps instead of thousandths. */
export interface DiscGeometry {
  readonly ring: readonly string[];
  readonly cells: number;
  readonly stepsPerRevolution: number;
  /** Quarter steps clockwise from the index at which the first cell is under the pointer; null: not calibrated. */
  readonly zero: number | null;
}

export function geometryOf({ ring, calibration }: WheelSetup): DiscGeometry {
  const cells = ring.length;
  const fits = calibration !== null && calibration.marks === cells;
  return { ring, cells, stepsPerRevolution: 4 * cells, zero: fits ? calibration.zero / 1_000 : null };
}

/** Distance of the middle of the present bin from the nearest divider, 0 to 2 quarter steps; null: place unknown. */
export function stepsFromDivider(geometry: DiscGeometry, { index, pos }: DiscState): number | null {
  if (index === null || geometry.zero === null) return null;
  const within = modulo(geometry.zero - (pos + 0.5 - index), 4);
  return within < 2 ? 2 - within : within - 2;
}

/** Place in the ring of the cell whose middle is nearest; null: place unknown. */
export function cellUnderPointer(geometry: DiscGeometry, { index, pos }: DiscState): number | null {
  if (index === null || geometry.zero === null) return null;
  return modulo(Math.round((geometry.zero - (pos + 0.5 - index)) / 4), geometry.cells);
}
