import { TICKS_PER_S } from "../../edge.ts";
import { RATTLE_TICKS, FALL_TICKS_LEAST, resolveIncidents } from "./events.ts";
import type { RotorObject } from "./reader.ts";
import { positionAt, revolutionTicks } from "./rotor.ts";
import { SIGHTINGS, emitHung } from "./fall.ts";
import {
  markUncertain,
  wasHandBetween,
  rotorAtRest,
  updateSpin,
  enterStage,
  type TrackerContext,
} from "./spin.ts";

/** The ball at rest: in a pocket, or on the fret ring between two. */

/** Nobody reaches for the ball sooner than this after its last passing; an earlier hand acts on the rotor. */
export const HAND_FOR_BALL_TICKS = 4 * TICKS_PER_S;
/** A ball that has lain on the fret ring for this long rests there. */
export const ON_FRET_TICKS = 5 * TICKS_PER_S;
/** The rotor slows down from one turn to the next: a turn is at most this much longer than the last marks say. */
export const REVOLUTION_MARGIN = 1.06;

export function handleOnFret(context: TrackerContext, lying: RotorObject): void {
  const { spin, wheel } = context;
  const { fret } = spin;
  const same =
    fret !== null && spin.seenPocket < 0 && isSameOrNextPocket(fret.pocket, lying.pocket, wheel.marks);
  const elsewhere = Math.max(
    spin.seenAt + FALL_TICKS_LEAST,
    spin.hopAt,
    spin.seenPocket < 0 ? -1 : spin.seenFirst,
  );
  const since = same ? fret.since : elsewhere;
  const unseenFrom = positionAt(context.rotor, context.tick);
  updateSpin(context, {
    fret: { pocket: lying.pocket, since, n: lying.n },
    seenPocket: -1,
    hopAt: lying.tick,
    unseenFrom,
  });
  if (lying.n >= 2 && lying.tick - lying.first >= ON_FRET_TICKS) emitHung(context);
}

export function handleInPocket(context: TrackerContext, lying: RotorObject): void {
  const { spin, wheel, rotor } = context;
  const name = wheel.ring[lying.pocket];
  if (name === undefined) return;
  const first = spin.seenFirst;
  // The ball was in its pocket no earlier than the revolution that ended with the first sighting. If it was seen elsewhere before, it may have been in its pocket already, and a mark or a sighting was missed.
  const since = spin.shownAt < 0 ? first : Math.min(first, spin.shownAt);
  const absent = hasTurnedEvenly(context) ? since - revolutionTicks(rotor, wheel.marks) * REVOLUTION_MARGIN : 0;
  // A hand laid it there.
  if (wasHandBetween(spin, spin.seenAt + HAND_FOR_BALL_TICKS, first))
    return markUncertain(context, "ball-lifted", true);
  resolveIncidents(
    context,
    Math.max(absent, seenElsewhereAt(context, lying.pocket), spin.seenAt + FALL_TICKS_LEAST),
    first + RATTLE_TICKS,
  );
  if (wasHandBetween(spin, spin.seenAt + FALL_TICKS_LEAST, first))
    return markUncertain(context, "ball-lifted", true);
  if (context.reader.lies.some(({ kind, n }) => kind === "wide" && n >= 1))
    markUncertain(context, "rim-crossed", false);
  updateSpin(context, { phase: "rest", goneAt: -1, ...rotorAtRest(context) });
  enterStage(context, "result");
  const witnesses = Array.from({ length: SIGHTINGS }, (_, i) => `reader-turn-${i + 1}`);
  context.emit({ o: "number", pocket: name, witnesses });
}

/** When it was last seen elsewhere before it was first seen in its pocket; −1 for never. After that it was something else. */
function seenElsewhereAt({ spin: { sights } }: TrackerContext, pocket: number): number {
  let last = -1;
  for (let i = 0; i + 1 < sights.length && sights[i] !== pocket; i += 2) last = sights[i + 1] ?? last;
  return last;
}

/** Whether the rotor was neither reversed nor pushed, so that a revolution takes no less time than the one before. */
function hasTurnedEvenly({ spin }: TrackerContext): boolean {
  return !spin.waits.some(({ what, was, is }) => what === "reversed" || what === "stopped" || is > was);
}

/** The same pocket or the next one. */
function isSameOrNextPocket(one: number, other: number, marks: number): boolean {
  const off = Math.abs(one - other);
  return off <= 1 || off === marks - 1;
}

/** Rotor and reader have been read without a fault since the launch, so that what was not seen was not there. */
export function areRotorAndReaderSound({ spin, rotor, reader, tick, wheel }: TrackerContext): boolean {
  if (tick - rotor.index.at > 1.5 * revolutionTicks(rotor, wheel.marks)) return false;
  const troubled = spin.said.some((text) => text.startsWith("held sensor") || text.startsWith("held rotor"));
  return !troubled && !spin.holed && rotor.index.sure >= 2 && reader.missedAt < spin.launchedAt;
}
