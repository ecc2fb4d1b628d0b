import { distance } from "../../vision/plane-geometry.ts";
import { isCounted } from "./judge-die.ts";
import type { DieNote, DieSeen } from "./read-types.ts";

/** Two sightings are the same die when their middles are nearer than this share of the smaller. */
const SAME = 0.45;

/**
 * The dice of one picture from its readings in several greys. A die that counts in one grey counts, unless a reader
 * names another face in another grey, or another die lies across it there; one that counts in none stays as it is.
 */
export function joinGreys(readings: readonly (readonly DieSeen[])[]): DieSeen[] {
  const [first = [], ...others] = readings;
  return others.reduce<readonly DieSeen[]>(joinReadings, first).slice();
}

function joinReadings(ones: readonly DieSeen[], others: readonly DieSeen[]): DieSeen[] {
  const left = [...others];
  const together = ones.map((one) => {
    const at = left.findIndex((other) => isSame(one, other));
    const [other] = at < 0 ? [] : left.splice(at, 1);
    return other === undefined ? one : joinSightings(one, other);
  });
  return [...together, ...left];
}

function isSame(one: DieSeen, other: DieSeen): boolean {
  return distance(one.at, other.at) < SAME * Math.min(one.size, other.size);
}

function joinSightings(one: DieSeen, other: DieSeen): DieSeen {
  const [better, worse] = isBetter(one, other) ? [one, other] : [other, one];
  if (!isCounted(better)) return better;
  if (worse.isScaleOpen === true) return { ...better, face: null, notes: worse.notes, isScaleOpen: true };
  if (isCounted(worse) ? worse.face === better.face : !namesAnother(worse, better)) return better;
  const notes: DieNote[] = [...new Set<DieNote>([...better.notes, "disagree"])];
  return { ...better, face: null, notes };
}

function isBetter(one: DieSeen, other: DieSeen): boolean {
  if (isCounted(one) !== isCounted(other)) return isCounted(one);
  return one.confidence >= other.confidence;
}

/** Whether a reader names another face and is sure enough of it: geometry by any fit, the network unless it is weak. */
function namesAnother({ said, notes }: DieSeen, { face }: DieSeen): boolean {
  if (said === undefined) return false;
  if (said.geometry !== null && said.geometry !== face) return true;
  return said.network !== null && said.network !== face && !notes.includes("weak");
}
