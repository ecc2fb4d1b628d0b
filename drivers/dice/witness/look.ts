import { facesOf, isDieFace, type DieFace, type FaceSet } from "../../../src/dice/faces.ts";
import { after, type MonoUs } from "../../../src/time/instant.ts";
import { clearFault, raiseMomentaryFault, raiseFault, type FaultState } from "../../link/link.ts";
import type { DiceCommand, ObservationList } from "../session.ts";

/**
 * What a witness is asked and may answer, over any kind of line. It is asked twice at most; an answer counts once, for
 * the question that waits for it, and only in time. Everything else is no opinion, which is never agreement.
 */
export interface AskedReading {
  readonly round: number;
  /** When the table asked for it. Round and instant together name the questions, so that no two readings share a name. */
  readonly at: MonoUs;
  /** Questions asked, from 1. */
  readonly tries: number;
  readonly askedAt: MonoUs;
  /** The witness could not read, and is asked again at this instant; null: it has not answered yet. */
  readonly againAt: MonoUs | null;
  /** The faces that were given out, in order; `""`: no opinion was given out; null: nothing was. */
  readonly told: string | null;
}

/** What one answer means. `again`: a second question may help. */
export type WitnessAnswer =
  | { readonly r: "faces"; readonly faces: readonly DieFace[] }
  | { readonly r: "none"; readonly why: string; readonly again: boolean }
  /** Something that no reading of these dice can be. */
  | { readonly r: "nonsense"; readonly why: string };

export interface ReadingContext {
  faults: FaultState;
  look: AskedReading | null;
  /** Answers that were passed over. */
  ignored: number;
  readonly out: ObservationList;
  readonly t: MonoUs;
}

/** The longest wait for an answer, and the wait between an answer "cannot read" and the second question. */
export const ANSWER_MAX_US = 5_000_000;
export const AGAIN_US = 1_000_000;
export const TRIES_MAX = 2;
export const DICE_MAX = 8;

export const WITNESS_FAULTS = ["witness-silent"] as const;

/** Starts a reading; the caller sends the question. A reading that still waits for its answer ends: other dice lie there now. */
export function startReading(context: ReadingContext, round: number, at: MonoUs = context.t): AskedReading {
  context.look = { round, at, tries: 1, askedAt: context.t, againAt: null, told: null };
  return context.look;
}

/** When the wait for the answer or for the second question ends; null: nothing is waited for. */
export function readingDeadline(look: AskedReading | null): MonoUs | null {
  if (look === null || look.told !== null) return null;
  return look.againAt ?? after(look.askedAt, ANSWER_MAX_US);
}

/** What a witness of one kind is asked with. */
export interface WitnessQuestions {
  ask(reading: AskedReading): void;
  /** A reading that is no longer wanted was not answered yet. */
  stop(reading: AskedReading): void;
}

/** Carries out what the table wants of the witness. */
export function applyCommand(
  context: ReadingContext,
  command: DiceCommand,
  isConnected: boolean,
  questions: WitnessQuestions,
): void {
  if (command.c === "look-away") {
    // Only a witness that is still reading gets the command to stop.
    if (context.look?.told === null && isConnected) questions.stop(context.look);
    context.look = null;
  } else if (isConnected) questions.ask(startReading(context, command.round));
  else emitNoOpinion(context, "not connected");
}

/** Asks once more when no answer came in time; after the second time the reading ends. */
export function checkAnswerTime(context: ReadingContext, questions: Pick<WitnessQuestions, "ask">): void {
  const { look } = context;
  const deadline = readingDeadline(look);
  if (look === null || deadline === null || context.t < deadline) return;
  if (look.tries < TRIES_MAX) {
    context.look = { ...look, tries: look.tries + 1, askedAt: context.t, againAt: null };
    return questions.ask(context.look);
  }
  raiseFault(context, "witness-silent", { waitedMs: (TRIES_MAX * ANSWER_MAX_US) / 1_000 });
  emitNoOpinion(context, "no answer");
}

/** The answer to the newest question. A second answer to it must equal the first. */
export function handleAnswer(context: ReadingContext, answer: WitnessAnswer): void {
  const { look } = context;
  if (look === null) return ignoreAnswer(context);
  if (look.told !== null) return handleSecondAnswer(context, look, answer);
  clearFault(context, "witness-silent");
  if (look.againAt !== null) return ignoreAnswer(context);
  switch (answer.r) {
    case "faces":
      context.look = { ...look, told: facesKeyOf(answer) };
      context.out.push({ o: "witness", faces: answer.faces, why: null });
      return;
    case "none":
      if (answer.again && look.tries < TRIES_MAX)
        context.look = { ...look, againAt: after(context.t, AGAIN_US) };
      else emitNoOpinion(context, answer.why);
      return;
    case "nonsense":
      raiseMomentaryFault(context, "witness-nonsense", { why: answer.why });
      emitNoOpinion(context, answer.why);
  }
}

/** A second answer to a question that was answered: it has no effect, unless it differs and so takes the first back. */
function handleSecondAnswer(context: ReadingContext, look: AskedReading, answer: WitnessAnswer): void {
  ignoreAnswer(context);
  if (look.told === "" || look.told === facesKeyOf(answer)) return;
  raiseMomentaryFault(context, "witness-nonsense", { why: "two answers that differ" });
  emitNoOpinion(context, "two answers that differ");
}

/** The answer is late, or for another round. */
export function ignoreAnswer(context: ReadingContext): void {
  context.ignored += 1;
}

/** The reading that is waited for ends without an opinion. */
export function emitNoOpinion(context: ReadingContext, why: string): void {
  if (context.look !== null) context.look = { ...context.look, againAt: null, told: "" };
  context.out.push({ o: "witness", faces: null, why });
}

/** The witness cannot be reached any more: a reading that is waited for ends. */
export function endReading(context: ReadingContext, why: string): void {
  if (context.look !== null && context.look.told === null) emitNoOpinion(context, why);
  context.look = null;
}

const facesKeyOf = (answer: WitnessAnswer): string =>
  answer.r === "faces" ? [...answer.faces].sort().join(" ") : "";

/** Faces by their names, as many as dice were thrown and all of the table's set; anything else is nonsense. */
export function readingOfFaces(names: readonly string[], dice: number, set: FaceSet): WitnessAnswer {
  if (names.length !== dice) return { r: "nonsense", why: `${names.length} dice, not ${dice}` };
  const faces = names.filter(isDieFace).filter((face) => facesOf(set).includes(face));
  return faces.length === dice ? { r: "faces", faces } : { r: "nonsense", why: "a value that no die bears" };
}

/** Whether an option is a number of dice that a witness can be asked for. */
export const isDiceCount = (dice: number): boolean => Number.isInteger(dice) && dice >= 1 && dice <= DICE_MAX;
