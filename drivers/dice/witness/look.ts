import { facesOf, isDieFace, type DieFace, type FaceSet } from "../../../src/dice/faces.ts";
import { after, type MonoUs } from "../../../src/time/instant.ts";
import { clearFault, raiseMomentaryFault, raiseFault, type FaultState } from "../../link/link.ts";
import type { DiceOut } from "../line/out.ts";

/**
 * What a witness is asked and may answer, whatever it is asked over. It is asked twice at most; an answer counts once, for
 * the question that waits for it, and only in time. Everything else is no opinion, which is never agreement.
 */
export interface WitnessReading {
  readonly round: number;
  /** When the table wanted it: with the round it makes the questions' names, so that no two looks share one. */
  readonly at: MonoUs;
  /** Questions asked, from 1. */
  readonly tries: number;
  readonly askedAt: MonoUs;
  /** It answered that it could not, and is asked once more then; null: it has not answered yet. */
  readonly againAt: MonoUs | null;
  /** The faces that were told, in order; `""` when it was told that there is no opinion; null: nothing was told. */
  readonly told: string | null;
}

/** What one answer comes to. `again`: asking once more may help. */
export type Reading =
  | { readonly r: "faces"; readonly faces: readonly DieFace[] }
  | { readonly r: "none"; readonly why: string; readonly again: boolean }
  /** Something that no reading of these dice can be. */
  | { readonly r: "nonsense"; readonly why: string };

export interface ReadingContext {
  faults: FaultState;
  look: WitnessReading | null;
  /** Answers that were passed over. */
  ignored: number;
  readonly out: DiceOut;
  readonly t: MonoUs;
}

/** Waits for an answer, and between an answer that it cannot and the second question. */
export const ANSWER_MAX_US = 5_000_000;
export const AGAIN_US = 1_000_000;
export const TRIES_MAX = 2;
export const DICE_MAX = 8;

export const WITNESS_FAULTS = ["witness-silent"] as const;

/** A look begins; the caller asks. One that waits already is over: other dice lie there. */
export function lookAt(context: ReadingContext, round: number, at: MonoUs = context.t): void {
  context.look = { round, at, tries: 1, askedAt: context.t, againAt: null, told: null };
}

/** When something is due, or null. */
export function lookDueAt(look: WitnessReading | null): MonoUs | null {
  if (look === null || look.told !== null) return null;
  return look.againAt ?? after(look.askedAt, ANSWER_MAX_US);
}

/** Does what is due; true when the question must be asked once more. */
export function lookDue(context: ReadingContext): boolean {
  const { look } = context;
  const deadline = lookDueAt(look);
  if (look === null || deadline === null || context.t < deadline) return false;
  if (look.tries < TRIES_MAX) {
    context.look = { ...look, tries: look.tries + 1, askedAt: context.t, againAt: null };
    return true;
  }
  raiseFault(context, "witness-silent", { waitedMs: (TRIES_MAX * ANSWER_MAX_US) / 1_000 });
  noOpinion(context, "no answer");
  return false;
}

/** The answer to the question that was asked last. One that comes twice must be the same one. */
export function answered(context: ReadingContext, reading: Reading): void {
  const { look } = context;
  if (look === null) return ignore(context);
  if (look.told !== null) return again(context, look, reading);
  clearFault(context, "witness-silent");
  if (look.againAt !== null) return ignore(context);
  switch (reading.r) {
    case "faces":
      context.look = { ...look, told: keyOf(reading) };
      context.out.push({ o: "witness", faces: reading.faces, why: null });
      return;
    case "none":
      if (reading.again && look.tries < TRIES_MAX)
        context.look = { ...look, againAt: after(context.t, AGAIN_US) };
      else noOpinion(context, reading.why);
      return;
    case "nonsense":
      raiseMomentaryFault(context, "witness-nonsense", { why: reading.why });
      noOpinion(context, reading.why);
  }
}

/** A second answer to a question that was answered: it says nothing, but for one that takes the first back. */
function again(context: ReadingContext, look: WitnessReading, reading: Reading): void {
  ignore(context);
  if (look.told === "" || look.told === keyOf(reading)) return;
  raiseMomentaryFault(context, "witness-nonsense", { why: "two answers that differ" });
  noOpinion(context, "two answers that differ");
}

/** Nobody waits for this answer: it is late, or for another round. */
export function ignore(context: ReadingContext): void {
  context.ignored += 1;
}

/** The look that waits ends without an opinion. */
export function noOpinion(context: ReadingContext, why: string): void {
  if (context.look !== null) context.look = { ...context.look, againAt: null, told: "" };
  context.out.push({ o: "witness", faces: null, why });
}

/** The witness cannot be reached any more: a look that waits ends. */
export function lookLost(context: ReadingContext, why: string): void {
  if (context.look !== null && context.look.told === null) noOpinion(context, why);
  context.look = null;
}

const keyOf = (reading: Reading): string => (reading.r === "faces" ? [...reading.faces].sort().join(" ") : "");

/** Faces by their names, as many as dice were thrown and all of the table's set; anything else is nonsense. */
export function facesRead(names: readonly string[], dice: number, set: FaceSet): Reading {
  if (names.length !== dice) return { r: "nonsense", why: `${names.length} dice, not ${dice}` };
  const faces = names.filter(isDieFace).filter((face) => facesOf(set).includes(face));
  return faces.length === dice ? { r: "faces", faces } : { r: "nonsense", why: "a value that no die bears" };
}

/** Whether an option is a number of dice that a witness can be asked for. */
export const isDice = (dice: number): boolean => Number.isInteger(dice) && dice >= 1 && dice <= DICE_MAX;
