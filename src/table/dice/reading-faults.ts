import { facesOf, type DieFace } from "../../dice/faces.ts";
import type { DieNote, ReadReason } from "../../dice/reading/read-types.ts";
import { SEEN } from "./texts.ts";
import type { TableContext } from "../context.ts";
import { courseOf } from "./policy.ts";
import { diceOf, type Throw } from "./live.ts";
import type { ThrowRead } from "../../dice/observation.ts";
import { refusesResults, type FaultCode } from "../../codes/faults.ts";
import type { DiceReason } from "../../codes/reasons.ts";

/** What is against a reading. */

/** Notes of a die that count for nothing but a rule that asks for them. */
const HARMLESS: readonly DieNote[] = ["touching", "transparent"];

/** What an eye could not tell that is no part of a number: a rule that asks for it finds it unknown, no other cares. */
const NO_PART: readonly string[] = ["near-touch"];

/** What an eye has against its reading. A word that this release does not know is told as such. */
const seenReason = (word: string): DiceReason => (isKnown(word) ? `dice-${word}` : "dice-not-known");
const isKnown = (word: string): word is ReadReason => Object.hasOwn(SEEN, word);

/** A fault that stands and by which no face is believed. A second source in trouble has no opinion, which is all it comes to. */
export function refusingFault(context: TableContext): FaultCode | null {
  const found = context.durable.faults.find(({ device, code }) => device !== "witness" && refusesResults(code));
  return found?.code ?? null;
}

/** Why these dice are no number, whatever the rules of the game say. Codes of `texts.ts`. */
export function readingFaults(context: TableContext, now: Throw, read: ThrowRead): readonly DiceReason[] {
  const { dice, faces: set } = courseOf(context).dice(context);
  const known: readonly (DieFace | null)[] = facesOf(set);
  const codes: DiceReason[] = [];
  const notes = read.dice.flatMap((die) => die.notes.filter((note) => !HARMLESS.includes(note)));
  const against = [...read.reasons.filter((reason) => !NO_PART.includes(reason)), ...notes];
  // A reading that calls itself readable and has something against it contradicts itself, and so does one without a reason.
  const isConsistent = (read.verdict === "readable") === (read.reasons.length === 0);
  if (!isConsistent || against.length > 0)
    codes.push("dice-not-read", ...[...read.reasons, ...notes].map(seenReason));
  else if (read.dice.length < dice) codes.push("dice-too-few");
  else if (read.dice.length > dice) codes.push("dice-too-many");
  else if (read.dice.some(({ face }) => !known.includes(face))) codes.push("dice-not-read");
  else if (read.dice.some(({ zone }) => zone !== undefined)) codes.push("dice-outside-arena");
  if (diceOf(context).domeOpen === true) codes.push("dome-open");
  if (diceOf(context).has.thrower && now.made.shake !== "full" && now.made.shake !== "none")
    codes.push(`shake-${now.made.shake}`);
  const { stage, faces } = now.witness;
  const { witness } = diceOf(context).has;
  if (stage === "answered" && faces !== null && !sameFaces(faces, read)) codes.push("witness-differs");
  if (witness?.required === true && (stage !== "answered" || faces === null)) codes.push("witness-silent");
  return [...new Set(codes)];
}

export function sameFaces(faces: readonly DieFace[], { dice }: ThrowRead): boolean {
  const own = dice.map(({ face }) => face ?? "").sort();
  const theirs = [...faces].sort();
  return own.length === theirs.length && own.every((face, index) => face === theirs[index]);
}
