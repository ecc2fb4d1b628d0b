import type { Point } from "../../vision/grey-image.ts";
import { distance, isInside } from "../../vision/plane-geometry.ts";
import type { DieFace } from "../faces.ts";
import type { Candidate } from "./candidate.ts";
import type { FitFailure } from "./geometry/judge.ts";
import type { Geometry } from "./geometry/reader.ts";
import { strengthOf, type Sighting } from "./network/search.ts";
import { isHarmless, type DieNote, type DieSeen, type ReadRules } from "./read-types.ts";

/** What the judging of one die needs to know of the picture. */
export interface DieContext {
  readonly width: number;
  readonly height: number;
  readonly faces: readonly DieFace[];
  /** Side of a die's box, pixels, when known. */
  readonly die: number | null;
  readonly arena: readonly Point[] | null;
  readonly rules: ReadRules;
}

/** Why geometry gave no face, as a note that people know. */
const NOTE_OF: Readonly<Record<FitFailure, DieNote>> = {
  nothing: "one-reader",
  disagree: "disagree",
  stray: "disagree",
  half: "glare",
  uneven: "glare",
};

/** Whether both readers stand behind the die's face and nothing speaks against it. */
export function isCounted({ face, notes }: DieSeen): boolean {
  return face !== null && notes.every(isHarmless);
}

/**
 * One candidate as a die: its face only when the network is sure, geometry by itself says the same, and both mean the
 * same place. Everything that speaks against it is noted.
 */
export function judgeDie({ seen, geometry, inside }: Candidate, context: DieContext): DieSeen {
  const { rules, faces } = context;
  const best = Math.max(...seen.faces);
  const index = seen.faces.indexOf(best);
  const second = Math.max(0, ...seen.faces.filter((_, at) => at !== index));
  const said = { network: faces[index] ?? null, geometry: geometry.face };
  const notes = new Set<DieNote>();
  if (!seen.least.every((own) => isStrongest(own, index, rules.least))) notes.add("weak");
  if (best < rules.sure || second > rules.second * best || seen.none > rules.none) notes.add("weak");
  if (geometry.face === null) notes.add(NOTE_OF[geometry.failure ?? "nothing"]);
  else {
    if (geometry.quality < (geometry.face === "1" ? rules.qualityOfOne : rules.quality)) notes.add("weak");
    if (said.geometry !== said.network) notes.add("disagree");
    const { centre } = geometry;
    if (centre !== null && distance(centre, seen.at) > rules.apart * seen.size) notes.add("disagree");
  }
  if (inside !== "pips") notes.add("disagree");
  for (const note of notesOfPlace(seen, geometry, context)) notes.add(note);
  const tells = geometry.face === "4" || geometry.face === "5";
  const tilt = tells ? tenthsOfDegree(Math.acos(Math.min(1, geometry.square))) : null;
  const agreed = said.network === said.geometry && !notes.has("disagree") && !notes.has("weak");
  return {
    face: agreed ? said.network : null,
    at: geometry.face === null ? seen.at : (geometry.centre ?? seen.at),
    size: seen.size,
    confidence: Math.round(1_000 * Math.min(best, geometry.quality)),
    notes: [...notes],
    ...(tilt === null ? {} : { tilt }),
    ...(inside === "pips" ? {} : { isScaleOpen: true }),
    said,
  };
}

/** Whether a network by itself gives the face at least so much, and no other one more. */
function isStrongest(values: readonly number[], index: number, least: number): boolean {
  const value = values[index] ?? 0;
  return value >= least && values.every((other) => other <= value);
}

function notesOfPlace({ at, size }: Sighting, geometry: Geometry, context: DieContext): DieNote[] {
  const { width, height, die, arena, rules } = context;
  const notes: DieNote[] = [];
  const inPicture = ({ x, y }: Point): boolean => x >= 0 && y >= 0 && x <= width && y <= height;
  const middle = geometry.centre ?? at;
  // The face ends at 1.9 pitches; a cut that leaves pips and a margin about them hides nothing.
  const face =
    geometry.face !== null && geometry.corners.length === 4 ? geometry.corners : cornersOf(middle, size);
  const margin = face.map(({ x, y }) => ({
    x: middle.x + rules.margin * (x - middle.x),
    y: middle.y + rules.margin * (y - middle.y),
  }));
  if (!margin.every(inPicture)) notes.push("hidden");
  if (die !== null && Math.max(size / die, die / size) > rules.sizeKnown) notes.push("foreign");
  if (arena !== null && !isInside(arena, at)) notes.push("outside");
  return notes;
}

/** Corners of the pips' square of a face whose pips do not tell it. */
function cornersOf({ x, y }: Point, size: number): Point[] {
  return [-1, 1].flatMap((u) => [-1, 1].map((v) => ({ x: x + u * 0.24 * size, y: y + v * 0.24 * size })));
}

/** Whether a candidate is only texture: the network hardly sees it and geometry finds no face. */
export function isClutter({ seen, geometry }: Candidate, rules: ReadRules): boolean {
  const unframed = geometry.face === null || geometry.face === "1" || geometry.face === "2";
  return strengthOf(seen) < rules.clutter && unframed;
}

function tenthsOfDegree(radians: number): number {
  return Math.round((radians * 1_800) / Math.PI) / 10;
}
