import { factsOf } from "../../rules/condition.ts";
import { verdictOf, type Judgement } from "../../rules/engine.ts";
import type { Reason } from "../../rules/facts.ts";
import { wheelPack, type Rule, type RuleVerdict } from "../../rules/pack.ts";
import { winningSuertes } from "../../rules/winning.ts";
import { emitFault, emitPhase, emitRecord, type TableContext } from "../kernel/context.ts";
import { askedRules } from "../kernel/durable/tasks.ts";
import { certaintyOf, emitUndecided, emitVoid, openRulesOf } from "../kernel/verdicts.ts";
import type { Durable } from "../kernel/durable/durable.ts";
import { deviceGameOf, durableWheelOf } from "./durable-wheel.ts";
import type { Direction } from "./observation.ts";
import { countFact, flagFact, withFact, type Spin } from "./spin.ts";
import type { WheelFactName, WheelFacts } from "../../rules/vocabulary/wheel.ts";
import { refusesResults } from "../../codes/faults.ts";
import type { AbortCause, ReasonCode, WheelReason } from "../../codes/reasons.ts";

/** Independent statements of the device that a certified number needs. */
const WITNESSES_AT_LEAST = 2;

/** How a spin ends. Each function gives the round its one verdict, or leaves a judged round alone. */

/** Opens the bets of the next round, unless they are open already. */
export function openRound(context: TableContext): void {
  const { durable } = context;
  if (durable.phase === "betting") return;
  emitPhase(context, "betting", durable.round + 1);
}

/** While the ball runs: only a void that is certain. */
export function judgeRunning(context: TableContext): void {
  const { spin } = context.live;
  if (spin === null || spin.judged) return;
  const { voids } = context.rules.judge(spin.facts, "running");
  if (voids.length > 0) annulSpin(context, voids);
}

function annulSpin(context: TableContext, reasons: readonly Reason[]): void {
  const { spin } = context.live;
  if (spin === null) return;
  emitVoid(context, spin.round, reasons, "machine");
  endSpin(context);
}

/**
 * A person annulled a round that nothing followed: the next launch repeats it, as after a void that the machine found. A void that was
 * refused is not repeated: the rotor's revolutions are counted no more.
 */
export function prepareRelaunch(context: TableContext, round: number): void {
  const { relaunch } = durableWheelOf(context.durable);
  if (relaunch === null && context.live.turnsMicro !== null) {
    const { voidRotor: _rotor, ...others } = context.live;
    context.live = { ...others, turnsMicro: null };
  }
  if (relaunch !== round) return;
  // The direction stored for an earlier void does not belong to this one.
  const { voidRotor: stale, ...rest } = context.live;
  const live = stale === undefined ? context.live : rest;
  const rotor = live.spin?.round === round ? live.spin.direction : null;
  context.live = { ...live, ...(rotor === null ? {} : { voidRotor: rotor }), turnsMicro: 0 };
}

/** The spin has its verdict: what the device still reports of it belongs to no round. After a void the rotor's revolutions are counted. */
export function endSpin(context: TableContext): void {
  const { voidRotor, ...live } = context.live;
  const { spin } = live;
  const isVoid = durableWheelOf(context.durable).relaunch !== null;
  // A spin that was given up says nothing new of the void before it.
  const rotor =
    spin?.round === durableWheelOf(context.durable).relaunch ? (spin.direction ?? undefined) : voidRotor;
  context.live = {
    ...live,
    ...(isVoid && rotor !== undefined ? { voidRotor: rotor } : {}),
    spin: spin === null ? null : { ...spin, judged: true },
    turnsMicro: isVoid ? 0 : null,
    gapAt: null,
  };
}

/** The device gave the number: every rule is judged now. */
export function judgeAtRest(context: TableContext): void {
  const { spin } = context.live;
  if (spin?.number == null || spin.judged) return;
  const refusing = context.durable.faults.find(({ code }) => refusesResults(code));
  if (refusing !== undefined) return leaveUndecided(context, [refusing.code]);
  const facts = factsAtRest(context, spin);
  const judgement = context.rules.judge(facts, "rest");
  if (judgement.voids.length > 0) return annulSpin(context, judgement.voids);
  const asked = askedRules(context.durable, spin.round);
  if (asked.length > 0) return leaveUndecided(context, ["left-to-a-person"], asked);
  const { rules, because } = openRulesOf(judgement);
  if (spin.watched && rules.length > 0) return leaveUndecided(context, because, rules);
  // Watched without a gap and still uncertain: the device reported a fault of its own while the ball ran.
  if (spin.watched && spin.doubts.length > 0) return leaveUndecided(context, spin.doubts);
  certifySpin(context, spin, judgement);
}

/**
 * The device saw why this spin can have no number. Void where the catalogue says so at once; left to a person where no
 * void rule speaks of it; otherwise the rule waits for something more (a hung ball, in Cantabria, for the rotor to stop).
 */
export function handleNoNumber(
  context: TableContext,
  fact: "ball-left-cylinder" | "ball-suspended" | "pointer-between-cells",
): void {
  judgeRunning(context);
  const { pack, coverage } = context.rules;
  const speaking = pack.rules.filter((rule) => factsOf(rule.when).includes(fact));
  const verdictsOf = (verdict: RuleVerdict): Rule[] =>
    speaking.filter((rule) => verdictOf(rule, coverage.houseRules) === verdict);
  if (verdictsOf("void").length > 0) return;
  const left = verdictsOf("person-decides").map(({ id }) => id);
  leaveUndecided(context, [fact], left);
}

/** What a number at rest says of the other facts: what the device would have reported and did not, did not happen. */
function factsAtRest(context: TableContext, spin: Spin): WheelFacts {
  const facts: Record<string, WheelFacts[string]> = { ...spin.facts };
  const supply = (name: WheelFactName, value: boolean): void => {
    facts[name] ??= flagFact(value);
  };
  supply("ball-in-pocket", true);
  supply("ball-left-cylinder", false);
  supply("ball-suspended", false);
  supply("pointer-between-cells", false);
  for (const name of ["rotor-stopped", "rotor-irregular", "foreign-object"] as const) {
    const ability = context.rules.abilities[name];
    const silenceIsNo = ability?.level === "measured" || ability?.silence === "no";
    if (spin.watched && silenceIsNo) supply(name, false);
  }
  const { lastValid } = durableWheelOf(context.durable);
  if (spin.watched && lastValid?.rotor != null && spin.direction !== null && !context.live.unseen) {
    const alternated = hasAlternated(context, lastValid.rotor, spin.direction);
    if (alternated !== null) facts["rotor-alternated"] = flagFact(alternated);
  }
  return facts;
}

/**
 * Whether the rotor alternated. The law says "the time before", and does not say whether a void spin is one: of its relaunch only
 * what both readings say is certain. Null: not known.
 */
function hasAlternated({ durable, live }: TableContext, valid: Direction, now: Direction): boolean | null {
  const alternated = valid !== now;
  if (durableWheelOf(durable).relaunch === null) return alternated;
  if (live.voidRotor === undefined) return null;
  return alternated === (live.voidRotor !== now) ? alternated : null;
}

function certifySpin(context: TableContext, spin: Spin, { deviations, held }: Judgement): void {
  const { pack } = context.rules;
  if (spin.number === null) return;
  // A single report of a device without a checksum proves nothing.
  const alone: readonly WheelReason[] =
    spin.number.witnesses.length < WITNESSES_AT_LEAST ? ["single-witness"] : [];
  // A spin that was not watched is never certified, even when nobody noted why.
  const unwatched: readonly WheelReason[] = spin.doubts.length > 0 ? spin.doubts : ["not-watched"];
  const because = [...(spin.watched ? [] : unwatched), ...alone];
  emitRecord(context, {
    kind: "result",
    round: spin.round,
    result: {
      pocket: spin.number.pocket,
      suertes: winningSuertes(wheelPack(pack), spin.number.pocket).map((suerte) => suerte.id),
      ...(spin.number.cell === null ? {} : { cell: spin.number.cell }),
    },
    certainty: certaintyOf(context, held, spin.number.witnesses, because),
    deviations,
    seen: { rotor: spin.direction, deviceGame: spin.deviceGame },
  });
  context.live = { ...context.live, unseen: false };
  endSpin(context);
}

/** Leaves the spin to a person: why, and what was seen. */
export function leaveUndecided(
  context: TableContext,
  because: readonly ReasonCode[],
  rules: readonly string[] = [],
): void {
  const { spin } = context.live;
  if (spin === null || spin.judged) return;
  const seen = { number: spin.number?.pocket ?? null, deviceGame: spin.deviceGame };
  emitUndecided(context, spin.round, because.length > 0 ? because : ["no-number"], seen, rules);
  endSpin(context);
}

/** Two reports of the device that cannot both be true: no number. A valid verdict is not changed by it. */
export function leaveContradicted(context: TableContext, what: WheelReason, seen: readonly string[]): void {
  const { spin } = context.live;
  if (spin === null || spin.judged) return;
  emitUndecided(context, spin.round, [what], { words: seen.join(" / "), deviceGame: spin.deviceGame });
  endSpin(context);
}

/** The number that the newest round stands with, or that people may still uphold; null: none. */
export function givenNumber({ verdict, series }: Durable): string | null {
  if (verdict?.kind === "result") return "pocket" in verdict.result ? verdict.result.pocket : null;
  const entry = series.find(({ round }) => round === verdict?.round);
  const stands = entry?.kind === "result" ? entry : entry?.contested;
  return stands?.pocket ?? null;
}

/** The device takes back the valid number: a fault, and a person decides. One that was contested can not be upheld any more. */
export function takeBackNumber(context: TableContext, seen: readonly string[]): void {
  const { durable } = context;
  const { verdict } = durable;
  if (verdict === null || givenNumber(durable) === null) return;
  const { round } = verdict;
  const words = seen.join(" / ");
  const game = durableWheelOf(durable).lastGame?.deviceGame ?? null;
  const deviceGame = verdict.kind === "result" ? deviceGameOf(verdict) : game;
  emitFault(context, "wheel", "number-changed", { seen: words }, round);
  emitUndecided(context, round, ["number-changed"], { words, deviceGame });
}

/** The device aborted the game. What it still reports of it belongs to no round. */
export function abortSpin(
  context: TableContext,
  cause: AbortCause,
  seen: Readonly<Record<string, string | number>>,
): void {
  const { spin } = context.live;
  if (spin === null) return;
  if (!spin.judged) {
    const { round, deviceGame } = spin;
    emitRecord(context, { kind: "aborted", round, cause, seen: { ...seen, deviceGame } });
    endSpin(context);
  }
  context.live = { ...context.live, spin: { ...spin, judged: true, over: true } };
}

/**
 * The ball runs: is it a relaunch, and how often has the rotor turned since the void? The law counts from when the ball lies in
 * the last number, which nobody sees: so this is the most revolutions that there can have been.
 */
export function withLaunchFacts(context: TableContext, spin: Spin): Spin {
  const again = durableWheelOf(context.durable).relaunch !== null;
  const { turnsMicro } = context.live;
  context.live = { ...context.live, turnsMicro: null };
  const known = withFact(spin, "relaunch", flagFact(again));
  if (!again || turnsMicro === null) return known;
  const revolutions = Math.floor(turnsMicro / 1_000_000);
  return withFact(known, "rotor-turns-since-void", countFact(0, revolutions));
}
