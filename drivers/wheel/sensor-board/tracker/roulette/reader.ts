import { TICKS_PER_MS, TICKS_PER_S } from "../../edge.ts";
import { areMarksRead, positionAt, type Rotor, type RevolutionEnd } from "./rotor.ts";

/** The pocket reader: what lies in which pocket, once a rotor turn. */
export interface Reader {
  /** Since when it is active, and the rotor's position then; −1 when it is not. */
  readonly on: number;
  readonly onPosition: number;
  /** What was seen in pockets within the last turn. */
  readonly lies: readonly RotorObject[];
  /** Rotor position at the newest sighting of the reference patch. */
  readonly patchAt: number | null;
  /** Whole turns so far, and of those the running ones without the patch. */
  readonly turns: number;
  readonly patchless: number;
  /** Instant of the last whole turn without the patch; −1 for never. */
  readonly missedAt: number;
  readonly stuck: boolean;
}

/**
 * Something on the rotor, as long as it is seen there once every turn: as wide as a ball in a pocket (`ball`) or between
 * two (`fret`), or wider (`wide`).
 */
export interface RotorObject {
  readonly kind: "ball" | "fret" | "wide";
  /** Nearest pocket. */
  readonly pocket: number;
  /** Rotor position and instant of the newest sighting. */
  readonly at: number;
  readonly tick: number;
  /** When it was first seen there. */
  readonly first: number;
  /** Whole turns of the rotor before it. */
  readonly turn: number;
  /** Sightings on running turns, the patch seen in each. */
  readonly n: number;
}

export type ReaderEvent =
  | { readonly e: "seen"; readonly lying: RotorObject; readonly others: readonly RotorObject[] }
  /** Something passed while no position was good. */
  | { readonly e: "unread" }
  /** The turn that ended was not counted right: what was seen in it lay who knows where. */
  | { readonly e: "lost" }
  /** It was not seen where it had to pass again. */
  | { readonly e: "gone"; readonly lying: RotorObject }
  | { readonly e: "blind" }
  | { readonly e: "sees-again" }
  | { readonly e: "stuck" };

export type EmitReaderEvent = (event: ReaderEvent) => void;

/** A ball nearer than this to a pocket's centre (quarter steps) lies in it, and between two pockets otherwise. */
const BALL_WITHIN_STEPS = 1;
/** The reference patch, half a pocket (2 quarter steps) clockwise of the first pocket. */
const PATCH_PLACE_STEPS = 2;
const PATCH_WITHIN_STEPS = 0.6;
/** Widths in quarter steps. A ball covers about 1.2 and the patch 0.65. */
const BALL_WIDTH_STEPS = { least: 0.55, most: 2.4 };
const PATCH_WIDTH_STEPS = { least: 0.25, most: 2 };
const PATCH_ALONE_STEPS = 0.95;
/** Shorter is noise. */
const SHORTEST_PULSE_TICKS = 0.5 * TICKS_PER_MS;
/** What lies still comes back after a turn, give or take this many quarter steps. */
const SAME_PLACE_STEPS = 1.6;
/** Sightings closer than this are one: quarter steps. */
const SAME_SIGHTING_STEPS = 3;
/** Whole turns without the patch that make the reader blind. */
const PATCHLESS_REVOLUTIONS = 2;
/** Active for as long as this many quarter steps, and for a time: it is stuck, or covered. */
const STUCK_STEPS = 16;
const STUCK_TICKS = 0.5 * TICKS_PER_S;
const OBJECTS_MAX = 6;

export const NEW_READER: Reader = {
  on: -1,
  onPosition: 0,
  lies: [],
  patchAt: null,
  turns: 0,
  patchless: 0,
  missedAt: -1,
  stuck: false,
};

/** An edge of `P`. `zero`: rotor position of the ring's first pocket, quarter steps; `marks`: pockets of the ring. */
export function handleReaderEdge(
  reader: Reader,
  rotor: Rotor,
  zero: number,
  marks: number,
  tick: number,
  on: boolean,
  emit: EmitReaderEvent,
): Reader {
  const position = positionAt(rotor, tick);
  if (on) return { ...reader, on: tick, onPosition: position };
  const since = reader.on;
  const off: Reader = { ...reader, on: -1, stuck: false };
  const { origin } = rotor.index;
  if (since < 0 || tick - since < SHORTEST_PULSE_TICKS) return off;
  // While it turns round, or a mark chatters, no position is good.
  if (origin === null || !areMarksRead(rotor, tick)) {
    emit({ e: "unread" });
    return off;
  }
  const width = Math.abs(position - reader.onPosition);
  const at = (position + reader.onPosition) / 2;
  const { pocket, beside } = pocketAt(at - origin, zero, marks);
  if (isPatch(pocket, beside) && within(width, PATCH_WIDTH_STEPS)) {
    const patched: Reader = { ...off, patchAt: at };
    if (width <= PATCH_ALONE_STEPS) return patched;
    // As wide as a ball: one lies over the patch, on the fret between two pockets.
    return addSighting(
      patched,
      { kind: "fret", pocket, at, tick, first: tick, turn: off.turns, n: 1 },
      marks,
      emit,
    );
  }
  if (width < BALL_WIDTH_STEPS.least) return off;
  const kind = width > BALL_WIDTH_STEPS.most ? "wide" : Math.abs(beside) > BALL_WITHIN_STEPS ? "fret" : "ball";
  return addSighting(off, { kind, pocket, at, tick, first: tick, turn: off.turns, n: 1 }, marks, emit);
}

/** The place of the reference patch, on the fret between the first pocket and the second. */
function isPatch(pocket: number, beside: number): boolean {
  if (pocket === 0) return Math.abs(beside - PATCH_PLACE_STEPS) <= PATCH_WITHIN_STEPS;
  return pocket === 1 && Math.abs(beside + PATCH_PLACE_STEPS) <= PATCH_WITHIN_STEPS;
}

/** Pocket at this position after the index, and how far (quarter steps clockwise) its centre is off. */
function pocketAt(
  position: number,
  zero: number,
  marks: number,
): { readonly pocket: number; readonly beside: number } {
  const place = (zero - position) / 4;
  const nearest = Math.round(place);
  return { pocket: ((nearest % marks) + marks) % marks, beside: (place - nearest) * 4 };
}

function within(value: number, { least, most }: { readonly least: number; readonly most: number }): boolean {
  return value >= least && value <= most;
}

function addSighting(reader: Reader, now: RotorObject, marks: number, emit: EmitReaderEvent): Reader {
  const whole = 4 * marks;
  const way = ({ at }: RotorObject): number => Math.abs(now.at - at);
  if (reader.lies.some((other) => way(other) < SAME_SIGHTING_STEPS && other.kind === now.kind)) return reader;
  const before = reader.lies.find(
    (other) =>
      other.kind === now.kind &&
      // Between two pockets either may be the nearest one.
      (now.kind === "fret" || other.pocket === now.pocket) &&
      Math.abs(way(other) - whole) <= SAME_PLACE_STEPS,
  );
  const patched = reader.patchAt !== null && Math.abs(now.at - reader.patchAt) < whole + SAME_PLACE_STEPS;
  const again = before !== undefined && now.turn === before.turn + 1 && patched;
  const lying: RotorObject = again
    ? { ...now, first: before.first, n: before.n + 1 }
    : { ...now, n: patched ? 1 : 0 };
  const others = reader.lies.filter((other) => other !== before);
  const lies = [...others, lying].slice(-OBJECTS_MAX);
  emit({ e: "seen", lying, others });
  return { ...reader, lies };
}

/** The index ended a turn. */
export function endReaderRevolution(
  reader: Reader,
  end: RevolutionEnd,
  rotor: Rotor,
  marks: number,
  emit: EmitReaderEvent,
): Reader {
  if (end === null) return reader;
  // Positions of a turn that was not counted right are worth nothing.
  if (end === "lost") {
    emit({ e: "lost" });
    return { ...reader, lies: [], patchless: 0, patchAt: null };
  }
  const position = rotor.index.origin ?? 0;
  const seen = reader.patchAt !== null && Math.abs(position - reader.patchAt) <= 4 * marks + SAME_PLACE_STEPS;
  const patchless = seen ? 0 : reader.patchless + 1;
  if (patchless === PATCHLESS_REVOLUTIONS) emit({ e: "blind" });
  if (seen && reader.patchless >= PATCHLESS_REVOLUTIONS) emit({ e: "sees-again" });
  const missedAt = seen ? reader.missedAt : rotor.index.at;
  return { ...reader, turns: reader.turns + 1, patchless, missedAt };
}

/** Time passed: what should have come by again and did not is gone. */
export function checkReaderTime(
  reader: Reader,
  rotor: Rotor,
  marks: number,
  tick: number,
  emit: EmitReaderEvent,
): Reader {
  const position = positionAt(rotor, tick);
  let now = reader;
  if (reader.on >= 0 && !reader.stuck) {
    const covered = Math.abs(position - reader.onPosition);
    if (tick - reader.on > STUCK_TICKS && covered > STUCK_STEPS) {
      now = { ...now, stuck: true };
      emit({ e: "stuck" });
    }
  }
  const stay = now.lies.filter(({ at }) => Math.abs(position - at) <= 4 * marks + 2 * SAME_PLACE_STEPS);
  if (stay.length === now.lies.length) return now;
  for (const lying of now.lies) if (!stay.includes(lying)) emit({ e: "gone", lying });
  return { ...now, lies: stay };
}
