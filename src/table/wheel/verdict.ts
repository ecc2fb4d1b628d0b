import type { Reason } from "../../rules/reason.ts";
import { rulesAt } from "../../rules/coverage.ts";
import { callableVoids } from "../../rules/declare.ts";
import { factsOf } from "../../rules/condition.ts";
import { becauseOf, blocks, stepsAfter, verdictOf } from "../../rules/engine.ts";
import { wheelPack } from "../../rules/pack.ts";
import { winningSuertes } from "../../rules/winning.ts";
import { emitRecord, type TableContext } from "../context.ts";
import { deviceGameOf, wheelOf } from "./shown.ts";
import type { Direction } from "./observation.ts";
import { count, flag, withFact, type Spin } from "./spin.ts";
import type { WheelFactName, WheelFacts } from "../../rules/vocabulary/wheel.ts";
import { refusesResults } from "../../codes/faults.ts";
import type { AbortCause, ReasonCode, WheelReason } from "../../codes/reasons.ts";

/** Independent words that a certified number needs. */
const WITNESSES_AT_LEAST = 2;

/** How a spin ends. Each function gives the round its one verdict, or leaves a judged round alone. */

/** Opens the bets of the next round, unless they are open already. */
export function openRound(context: TableContext): void {
  const { durable } = context;
  if (durable.phase === "betting") return;
  emitRecord(context, { kind: "phase", round: durable.round + 1, phase: "betting" });
}

/** While the ball runs: only a void that is certain. */
export function judgeRunning(context: TableContext): void {
  const { spin } = context.live;
  if (spin === null || spin.judged) return;
  const { voids } = context.rules.judge(spin.facts, "running");
  if (voids.length > 0) annul(context, voids);
}

function annul(context: TableContext, reasons: readonly Reason[]): void {
  const { spin } = context.live;
  if (spin === null) return;
  const { pack, coverage } = context.rules;
  const then = stepsAfter(
    pack,
    reasons.map((reason) => reason.rule),
    coverage.houseRules,
  );
  emitRecord(context, { kind: "void", round: spin.round, reasons, then, calledBy: "machine" });
  judged(context);
}

/** A person annulled a round that nothing followed: the next launch repeats it, as after a void that the machine told. */
export function annulledByPerson(context: TableContext, round: number): void {
  if (wheelOf(context.durable).relaunch !== round) return;
  // Of the void before this one the sense says nothing of this one.
  const { voidRotor: stale, ...rest } = context.live;
  const live = stale === undefined ? context.live : rest;
  const rotor = live.spin?.round === round ? live.spin.direction : null;
  context.live = { ...live, ...(rotor === null ? {} : { voidRotor: rotor }), turnsMicro: 0 };
}

/** Nothing more that this spin brings belongs to a round; after a void the rotor's turns are counted. */
export function judged(context: TableContext): void {
  const { voidRotor, ...live } = context.live;
  const { spin } = live;
  const isVoid = wheelOf(context.durable).relaunch !== null;
  // A spin that was given up says nothing new of the void before it.
  const rotor = spin?.round === wheelOf(context.durable).relaunch ? (spin.direction ?? undefined) : voidRotor;
  context.live = {
    ...live,
    ...(isVoid && rotor !== undefined ? { voidRotor: rotor } : {}),
    spin: spin === null ? null : { ...spin, judged: true },
    turnsMicro: isVoid ? 0 : null,
    gapAt: null,
  };
}

/** The device gave the number: every rule is judged now. */
export function atRest(context: TableContext): void {
  const { spin } = context.live;
  if (spin?.number == null || spin.judged) return;
  const refusing = context.durable.faults.find(({ code }) => refusesResults(code));
  if (refusing !== undefined) return undecide(context, [refusing.code]);
  const facts = factsAtRest(context, spin);
  const judgement = context.rules.judge(facts, "rest");
  if (judgement.voids.length > 0) return annul(context, judgement.voids);
  const unjudged = judgement.unjudged.filter(blocks);
  if (spin.watched && unjudged.length > 0)
    return undecide(
      context,
      becauseOf(unjudged),
      unjudged.map(({ rule }) => rule),
    );
  // Watched without a hole and still in doubt: the device reported a fault of its own while the ball ran.
  if (spin.watched && spin.doubts.length > 0) return undecide(context, spin.doubts);
  certify(context, spin, judgement.deviations, judgement.held);
}

/**
 * The device saw why this spin can have no number. Void where the catalogue says so at once; left to a person where no
 * void rule speaks of it; otherwise the rule waits for something more (a hung ball, in Cantabria, for the rotor to stop).
 */
export function noNumber(
  context: TableContext,
  fact: "ball-left-cylinder" | "ball-suspended" | "pointer-between-cells",
): void {
  judgeRunning(context);
  const { pack, coverage } = context.rules;
  const waits = pack.rules.some(
    (rule) => verdictOf(rule, coverage.houseRules) === "void" && factsOf(rule.when).includes(fact),
  );
  const left = pack.rules.filter(
    (rule) => verdictOf(rule, coverage.houseRules) === "person-decides" && factsOf(rule.when).includes(fact),
  );
  if (!waits)
    undecide(
      context,
      [fact],
      left.map((rule) => rule.id),
    );
}

/** What a number at rest settles: the ball lies in a pocket, and what the device would have reported did not happen. */
function factsAtRest(context: TableContext, spin: Spin): WheelFacts {
  const facts: Record<string, WheelFacts[string]> = { ...spin.facts };
  const settle = (name: WheelFactName, value: boolean): void => {
    facts[name] ??= flag(value);
  };
  settle("ball-in-pocket", true);
  settle("ball-left-cylinder", false);
  settle("ball-suspended", false);
  settle("pointer-between-cells", false);
  for (const name of ["rotor-stopped", "rotor-irregular", "foreign-object"] as const) {
    const ability = context.rules.abilities[name];
    const silenceIsNo = ability?.level === "measured" || ability?.silence === "no";
    if (spin.watched && silenceIsNo) settle(name, false);
  }
  const { lastValid } = wheelOf(context.durable);
  if (spin.watched && lastValid?.rotor != null && spin.direction !== null && !context.live.unseen) {
    const alternated = alternatedBy(context, lastValid.rotor, spin.direction);
    if (alternated !== null) facts["rotor-alternated"] = flag(alternated);
  }
  return facts;
}

/**
 * Whether the rotor alternated. The law says "the time before", and does not say whether a void spin is one: of its relaunch only
 * what both readings say is certain. Null: not known.
 */
function alternatedBy({ durable, live }: TableContext, valid: Direction, now: Direction): boolean | null {
  const alternated = valid !== now;
  if (wheelOf(durable).relaunch === null) return alternated;
  if (live.voidRotor === undefined) return null;
  return alternated === (live.voidRotor !== now) ? alternated : null;
}

function certify(
  context: TableContext,
  spin: Spin,
  deviations: readonly Reason[],
  held: readonly string[],
): void {
  const { pack, coverage } = context.rules;
  if (spin.number === null) return;
  // One word of a device without a checksum is no proof of itself.
  const alone: readonly WheelReason[] =
    spin.number.witnesses.length < WITNESSES_AT_LEAST ? ["single-witness"] : [];
  // A spin that was not watched is never certified, even when nobody noted why.
  const unwatched: readonly WheelReason[] = spin.doubts.length > 0 ? spin.doubts : ["not-watched"];
  const because = [...(spin.watched ? [] : unwatched), ...alone];
  const heldAt = (level: "judged" | "bounded"): string[] =>
    rulesAt(coverage, level).filter((rule) => held.includes(rule));
  emitRecord(context, {
    kind: "result",
    round: spin.round,
    result: {
      pocket: spin.number.pocket,
      suertes: winningSuertes(wheelPack(pack), spin.number.pocket).map((suerte) => suerte.id),
      ...(spin.number.cell === null ? {} : { cell: spin.number.cell }),
    },
    certainty: {
      level: because.length === 0 ? "certified" : "reported",
      witnesses: spin.number.witnesses,
      judged: heldAt("judged"),
      bounded: heldAt("bounded"),
      attested: rulesAt(coverage, "attested"),
      notObservable: rulesAt(coverage, "not-observable"),
      because,
    },
    deviations,
    seen: { rotor: spin.direction, deviceGame: spin.deviceGame },
  });
  context.live = { ...context.live, unseen: false };
  judged(context);
}

/** A person decides: why, what was seen, and what it may be called. */
export function undecide(
  context: TableContext,
  because: readonly ReasonCode[],
  unjudged: readonly string[] = [],
): void {
  const { spin } = context.live;
  if (spin === null || spin.judged) return;
  emitRecord(context, {
    kind: "undecided",
    round: spin.round,
    because: because.length > 0 ? because : ["no-number"],
    seen: {
      number: spin.number?.pocket ?? null,
      deviceGame: spin.deviceGame,
      ...(unjudged.length > 0 ? { rules: unjudged.join(", ") } : {}),
    },
    mayBeCalled: callable(context),
  });
  judged(context);
}

/** Voids that the jefe de mesa may declare under this rulebook. */
function callable(context: TableContext): readonly string[] {
  const { pack, coverage } = context.rules;
  return callableVoids(pack, coverage.houseRules, "jefe-de-mesa").map((rule) => rule.id);
}

/** Two words of the device that cannot both be true: no number. A verdict that stands is not touched by it. */
export function contradicted(context: TableContext, what: WheelReason, seen: readonly string[]): void {
  const { spin } = context.live;
  if (spin === null || spin.judged) return;
  emitRecord(context, {
    kind: "undecided",
    round: spin.round,
    because: [what],
    seen: { words: seen.join(" / "), deviceGame: spin.deviceGame },
    mayBeCalled: callable(context),
  });
  judged(context);
}

/** The device takes back the number that stands: a fault, and a person decides. */
export function takeBack(context: TableContext, seen: readonly string[]): void {
  const { verdict } = context.durable;
  if (verdict?.kind !== "result") return;
  const { round } = verdict;
  const words = seen.join(" / ");
  emitRecord(context, {
    kind: "fault",
    device: "wheel",
    code: "number-changed",
    round,
    detail: { seen: words },
  });
  emitRecord(context, {
    kind: "undecided",
    round,
    because: ["number-changed"],
    seen: { words, deviceGame: deviceGameOf(verdict) },
    mayBeCalled: callable(context),
  });
}

/** The device gave the game up. What it still says of it belongs to no round. */
export function abandon(
  context: TableContext,
  cause: AbortCause,
  seen: Readonly<Record<string, string | number>>,
): void {
  const { spin } = context.live;
  if (spin === null) return;
  if (!spin.judged) {
    emitRecord(context, {
      kind: "aborted",
      round: spin.round,
      cause,
      seen: { ...seen, deviceGame: spin.deviceGame },
    });
    judged(context);
  }
  context.live = { ...context.live, spin: { ...spin, judged: true, over: true } };
}

/**
 * The ball runs: is it a relaunch, and how often has the rotor turned since the void? The law counts from when the ball lies in the
 * last number, which nobody sees: there were so many turns at the most.
 */
export function launchFacts(context: TableContext, spin: Spin): Spin {
  const again = wheelOf(context.durable).relaunch !== null;
  const { turnsMicro } = context.live;
  context.live = { ...context.live, turnsMicro: null };
  const known = withFact(spin, "relaunch", flag(again));
  if (!again || turnsMicro === null) return known;
  const revolutions = Math.floor(turnsMicro / 1_000_000);
  return withFact(known, "rotor-turns-since-void", count(0, revolutions));
}
