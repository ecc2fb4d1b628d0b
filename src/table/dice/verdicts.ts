import { throwOutcome } from "../../dice/outcome.ts";
import { facesOf, type DieFace } from "../../dice/faces.ts";
import type { DieNote } from "../../dice/reading/read-types.ts";
import { rulesAt } from "../../rules/coverage.ts";
import { blocks, stepsAfter, type Judgement } from "../../rules/engine.ts";
import type { Reason } from "../record.ts";
import { emit, type TableTurn } from "../turn.ts";
import { after, US_PER_S, type MonoUs } from "../../time/instant.ts";
import { diceOf, gameOf, type DiceLive, type Throw } from "./live.ts";
import type { ThrowRead } from "./observation.ts";
import { endThrow } from "./rounds.ts";
import { factsAtRest } from "./throw-facts.ts";
import { undecide } from "./undecide.ts";
import { askWitness, witnessDue } from "./witness.ts";

/** A throw that brings no dice at rest for so long is left to a person. */
export const NO_REST_US = 60 * US_PER_S;
/** Dice lie there and what threw them has not said that it is done. */
export const NOT_DONE_US = 8 * US_PER_S;
/** The dice were gone from the arena before they could be read. */
export const GONE_US = 2 * US_PER_S;

/** While one of these stands no face is believed. */
export const REFUSING_FAULTS: readonly string[] = [
  "eye-camera-gone",
  "eye-camera-frozen",
  "eye-frames-damaged",
  "eye-light",
  "eye-blocked",
  "eye-moved",
  "eye-calibration",
  "eye-reader",
  "eye-pictures",
  "eye-setup",
  "eye-stopped",
];

/** Notes of a die that count for nothing but a rule that asks for them. */
const HARMLESS: readonly DieNote[] = ["touching", "transparent"];

/** When a throw must be looked at although nothing comes; null: none is under way. */
export function throwWakeAt({ throw: now, has }: DiceLive): MonoUs | null {
  if (now === null) return null;
  if (now.read === null) return now.restAt === null ? after(now.began, NO_REST_US) : after(now.restAt, GONE_US);
  if (now.restAt === null) return after(now.began, NO_REST_US);
  return now.made.running || !isMade(now, has) ? after(now.restAt, NOT_DONE_US) : witnessDue(now, has);
}

/** Time passed. */
export function throwTick(turn: TableTurn): void {
  const due = throwWakeAt(diceOf(turn));
  const now = diceOf(turn).throw;
  if (due === null || turn.t < due || now === null) return;
  if (now.read === null) return undecide(turn, [...now.doubts, now.restAt === null ? "no-rest" : "dice-gone"]);
  if (now.made.running || !isMade(now, diceOf(turn).has))
    return undecide(turn, [...now.doubts, now.made.any ? "thrower-not-done" : "thrower-not-seen"]);
  judgeThrow(turn, now, now.read);
}

/** What throws has told that it threw, where the table has something that tells. */
function isMade({ made }: Throw, has: DiceLive["has"]): boolean {
  return !has.thrower || made.any;
}

/** Judges the throw once all that is waited for has come. */
export function settle(turn: TableTurn): void {
  const { throw: now, has } = diceOf(turn);
  if (now?.read == null || now.made.running || !isMade(now, has)) return;
  if (askWitness(turn, now)) return;
  judgeThrow(turn, now, now.read);
}

/** The dice lie at rest: the throw gets its one verdict. */
export function judgeThrow(turn: TableTurn, now: Throw, read: ThrowRead): void {
  // A second source in trouble has no opinion, which is all that it comes to.
  const refusing = turn.durable.faults.find(
    ({ device, code }) => device !== "witness" && REFUSING_FAULTS.includes(code),
  );
  if (refusing !== undefined) return undecide(turn, [refusing.code]);
  const judgement = turn.rules.judge(factsAtRest(turn, now, read), "rest");
  if (judgement.voids.length > 0) return annul(turn, judgement.voids);
  const unjudged = judgement.unjudged.filter(blocks);
  // What is against the reading itself says more to people than which paragraph it leaves open.
  const against = [...now.doubts, ...readingFaults(turn, now, read)];
  if (unjudged.length > 0 || against.length > 0) {
    // Dice that could not be read leave nearly every rule open; then only what the law leaves to a person for certain is named.
    const left = judgement.applying.filter(({ verdict }) => verdict === "person-decides");
    const rules = against.length > 0 ? left.map(({ rule }) => rule.id) : unjudged.map(({ rule }) => rule);
    return undecide(turn, [...against, ...(rules.length > 0 ? ["rule-not-judged"] : [])], rules);
  }
  const faces = read.dice.flatMap(({ face }) => face ?? []);
  certify(turn, now, read, faces, judgement);
}

/** Why these dice are no number, although no rule speaks of it. */
function readingFaults(turn: TableTurn, now: Throw, read: ThrowRead): readonly string[] {
  const { dice, faces: set } = gameOf(turn).dice;
  const known: readonly (DieFace | null)[] = facesOf(set);
  const codes: string[] = [];
  const { durable } = turn;
  const notes = read.dice.flatMap((die) => die.notes.filter((note) => !HARMLESS.includes(note)));
  // A reading that calls itself readable and has something against it contradicts itself.
  if (read.verdict !== "readable" || read.reasons.length > 0 || notes.length > 0)
    codes.push("dice-not-read", ...[...read.reasons, ...notes].map((reason) => `dice-${reason}`));
  else if (read.dice.length < dice) codes.push("dice-too-few");
  else if (read.dice.length > dice) codes.push("dice-too-many");
  else if (read.dice.some(({ face }) => !known.includes(face))) codes.push("dice-not-read");
  else if (read.dice.some(({ zone }) => zone !== undefined)) codes.push("dice-outside-arena");
  if (diceOf(turn).domeOpen === true) codes.push("dome-open");
  if (diceOf(turn).has.thrower && now.made.shake !== "full" && now.made.shake !== "none")
    codes.push(`shake-${now.made.shake}`);
  if (durable.dice?.craps === null && gameOf(turn).dice.craps !== null) codes.push("series-unknown");
  const { stage, faces } = now.witness;
  const { witness } = diceOf(turn).has;
  if (stage === "answered" && faces !== null && !sameFaces(faces, read)) codes.push("witness-differs");
  if (witness?.required === true && (stage !== "answered" || faces === null)) codes.push("witness-silent");
  return [...new Set(codes)];
}

export function sameFaces(faces: readonly DieFace[], { dice }: ThrowRead): boolean {
  const own = dice.map(({ face }) => face ?? "").sort();
  const theirs = [...faces].sort();
  return own.length === theirs.length && own.every((face, index) => face === theirs[index]);
}

function annul(turn: TableTurn, reasons: readonly Reason[]): void {
  const now = diceOf(turn).throw;
  if (now === null) return;
  const { pack, coverage } = turn.rules;
  const rules = reasons.map(({ rule }) => rule);
  const then = stepsAfter(pack, rules, coverage.houseRules);
  emit(turn, { kind: "void", round: now.round, reasons, then, calledBy: "machine" });
  endThrow(turn);
}

function certify(
  turn: TableTurn,
  now: Throw,
  read: ThrowRead,
  faces: readonly DieFace[],
  { deviations, held, applying }: Judgement,
): void {
  const { coverage } = turn.rules;
  const series = turn.durable.dice?.craps ?? null;
  const outcome = throwOutcome(gameOf(turn).dice, faces, series);
  const heldAt = (level: "judged" | "bounded"): string[] =>
    rulesAt(coverage, level).filter((rule) => held.includes(rule));
  const agreed = now.witness.stage === "answered" && now.witness.faces !== null;
  emit(turn, {
    kind: "result",
    round: now.round,
    result: {
      ...outcome,
      lay: read.dice.flatMap(({ face, x, y }) => (face === null ? [] : [{ face, x, y }])),
      picture: read.picture,
    },
    certainty: {
      level: "certified",
      witnesses: ["first-reading", "second-reading", ...(agreed ? ["witness"] : [])],
      judged: heldAt("judged"),
      bounded: heldAt("bounded"),
      attested: rulesAt(coverage, "attested"),
      notObservable: rulesAt(coverage, "not-observable"),
      because: [],
    },
    deviations,
    seen: { rotor: null, deviceGame: read.n },
  });
  endThrow(turn);
  for (const { rule, verdict, reason } of applying) {
    if (verdict !== "stands") continue;
    const then = stepsAfter(turn.rules.pack, [rule.id], coverage.houseRules);
    emit(turn, { kind: "throw-incident", round: now.round, reason, verdict, then, calledBy: "machine" });
  }
}
