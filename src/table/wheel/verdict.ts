import type { Reason } from "../../rules/reason.ts";
import { rulesAt } from "../../rules/coverage.ts";
import { callableVoids } from "../../rules/declare.ts";
import { factsOf } from "../../rules/condition.ts";
import { becauseOf, blocks, stepsAfter, verdictOf } from "../../rules/engine.ts";
import { wheelPack } from "../../rules/pack.ts";
import { winningSuertes } from "../../rules/winning.ts";
import { emit, type TableTurn } from "../turn.ts";
import { deviceGameOf, wheelOf } from "./shown.ts";
import type { Direction } from "./observation.ts";
import { count, flag, withFact, type Spin } from "./spin.ts";
import type { WheelFactName, WheelFacts } from "../../rules/vocabulary/wheel.ts";

/** Independent words that a certified number needs. */
const WITNESSES_AT_LEAST = 2;

/** While one of these stands no number is believed: the wheel is not the one that the table was set up for. */
export const REFUSING_FAULTS: readonly string[] = ["wheel-pockets", "not-calibrated", "tamper"];

/** How a spin ends. Each function gives the round its one verdict, or leaves a judged round alone. */

/** Opens the bets of the next round, unless they are open already. */
export function openRound(turn: TableTurn): void {
  const { durable } = turn;
  if (durable.phase === "betting") return;
  emit(turn, { kind: "phase", round: durable.round + 1, phase: "betting" });
}

/** While the ball runs: only a void that is certain. */
export function judgeRunning(turn: TableTurn): void {
  const { spin } = turn.live;
  if (spin === null || spin.judged) return;
  const { voids } = turn.rules.judge(spin.facts, "running");
  if (voids.length > 0) annul(turn, voids);
}

function annul(turn: TableTurn, reasons: readonly Reason[]): void {
  const { spin } = turn.live;
  if (spin === null) return;
  const { pack, coverage } = turn.rules;
  const then = stepsAfter(
    pack,
    reasons.map((reason) => reason.rule),
    coverage.houseRules,
  );
  emit(turn, { kind: "void", round: spin.round, reasons, then, calledBy: "machine" });
  judged(turn);
}

/** A person annulled a round that nothing followed: the next launch repeats it, as after a void that the machine told. */
export function annulledByPerson(turn: TableTurn, round: number): void {
  if (wheelOf(turn.durable).relaunch !== round) return;
  // Of the void before this one the sense says nothing of this one.
  const { voidRotor: stale, ...rest } = turn.live;
  const live = stale === undefined ? turn.live : rest;
  const rotor = live.spin?.round === round ? live.spin.direction : null;
  turn.live = { ...live, ...(rotor === null ? {} : { voidRotor: rotor }), turnsMicro: 0 };
}

/** Nothing more that this spin brings belongs to a round; after a void the rotor's turns are counted. */
export function judged(turn: TableTurn): void {
  const { voidRotor, ...live } = turn.live;
  const { spin } = live;
  const isVoid = wheelOf(turn.durable).relaunch !== null;
  // A spin that was given up says nothing new of the void before it.
  const rotor = spin?.round === wheelOf(turn.durable).relaunch ? (spin.direction ?? undefined) : voidRotor;
  turn.live = {
    ...live,
    ...(isVoid && rotor !== undefined ? { voidRotor: rotor } : {}),
    spin: spin === null ? null : { ...spin, judged: true },
    turnsMicro: isVoid ? 0 : null,
    gapAt: null,
  };
}

/** The device gave the number: every rule is judged now. */
export function atRest(turn: TableTurn): void {
  const { spin } = turn.live;
  if (spin?.number == null || spin.judged) return;
  const refusing = turn.durable.faults.find((fault) => REFUSING_FAULTS.includes(fault.code));
  if (refusing !== undefined) return undecide(turn, [refusing.code]);
  const facts = factsAtRest(turn, spin);
  const judgement = turn.rules.judge(facts, "rest");
  if (judgement.voids.length > 0) return annul(turn, judgement.voids);
  const unjudged = judgement.unjudged.filter(blocks);
  if (spin.watched && unjudged.length > 0)
    return undecide(
      turn,
      becauseOf(unjudged),
      unjudged.map(({ rule }) => rule),
    );
  // Watched without a hole and still in doubt: the device reported a fault of its own while the ball ran.
  if (spin.watched && spin.doubts.length > 0) return undecide(turn, spin.doubts);
  certify(turn, spin, judgement.deviations, judgement.held);
}

/**
 * The device saw why this spin can have no number. Void where the catalogue says so at once; left to a person where no
 * void rule speaks of it; otherwise the rule waits for something more (a hung ball, in Cantabria, for the rotor to stop).
 */
export function noNumber(turn: TableTurn, fact: WheelFactName): void {
  judgeRunning(turn);
  const { pack, coverage } = turn.rules;
  const waits = pack.rules.some(
    (rule) => verdictOf(rule, coverage.houseRules) === "void" && factsOf(rule.when).includes(fact),
  );
  const left = pack.rules.filter(
    (rule) => verdictOf(rule, coverage.houseRules) === "person-decides" && factsOf(rule.when).includes(fact),
  );
  if (!waits)
    undecide(
      turn,
      [fact],
      left.map((rule) => rule.id),
    );
}

/** What a number at rest settles: the ball lies in a pocket, and what the device would have reported did not happen. */
function factsAtRest(turn: TableTurn, spin: Spin): WheelFacts {
  const facts: Record<string, WheelFacts[string]> = { ...spin.facts };
  const settle = (name: WheelFactName, value: boolean): void => {
    facts[name] ??= flag(value);
  };
  settle("ball-in-pocket", true);
  settle("ball-left-cylinder", false);
  settle("ball-suspended", false);
  settle("pointer-between-cells", false);
  for (const name of ["rotor-stopped", "rotor-irregular", "foreign-object"] as const) {
    const ability = turn.rules.abilities[name];
    const silenceIsNo = ability?.level === "measured" || ability?.silence === "no";
    if (spin.watched && silenceIsNo) settle(name, false);
  }
  const { lastValid } = wheelOf(turn.durable);
  if (spin.watched && lastValid?.rotor != null && spin.direction !== null && !turn.live.unseen) {
    const alternated = alternatedBy(turn, lastValid.rotor, spin.direction);
    if (alternated !== null) facts["rotor-alternated"] = flag(alternated);
  }
  return facts;
}

/**
 * Whether the rotor alternated. The law says "the time before", and does not say whether a void spin is one: of its relaunch only
 * what both readings say is certain. Null: not known.
 */
function alternatedBy({ durable, live }: TableTurn, valid: Direction, now: Direction): boolean | null {
  const alternated = valid !== now;
  if (wheelOf(durable).relaunch === null) return alternated;
  if (live.voidRotor === undefined) return null;
  return alternated === (live.voidRotor !== now) ? alternated : null;
}

function certify(turn: TableTurn, spin: Spin, deviations: readonly Reason[], held: readonly string[]): void {
  const { pack, coverage } = turn.rules;
  if (spin.number === null) return;
  // One word of a device without a checksum is no proof of itself.
  const alone = spin.number.witnesses.length < WITNESSES_AT_LEAST ? ["single-witness"] : [];
  // A spin that was not watched is never certified, even when nobody noted why.
  const unwatched = spin.doubts.length > 0 ? spin.doubts : ["not-watched"];
  const because = [...(spin.watched ? [] : unwatched), ...alone];
  const heldAt = (level: "judged" | "bounded"): string[] =>
    rulesAt(coverage, level).filter((rule) => held.includes(rule));
  emit(turn, {
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
  turn.live = { ...turn.live, unseen: false };
  judged(turn);
}

/** A person decides: why, what was seen, and what it may be called. */
export function undecide(turn: TableTurn, because: readonly string[], unjudged: readonly string[] = []): void {
  const { spin } = turn.live;
  if (spin === null || spin.judged) return;
  emit(turn, {
    kind: "undecided",
    round: spin.round,
    because: because.length > 0 ? because : ["no-number"],
    seen: {
      number: spin.number?.pocket ?? null,
      deviceGame: spin.deviceGame,
      ...(unjudged.length > 0 ? { rules: unjudged.join(", ") } : {}),
    },
    mayBeCalled: callable(turn),
  });
  judged(turn);
}

/** Voids that the jefe de mesa may declare under this rulebook. */
function callable(turn: TableTurn): readonly string[] {
  const { pack, coverage } = turn.rules;
  return callableVoids(pack, coverage.houseRules, "jefe-de-mesa").map((rule) => rule.id);
}

/** Two words of the device that cannot both be true: no number. A verdict that stands is not touched by it. */
export function contradicted(turn: TableTurn, what: string, seen: readonly string[]): void {
  const { spin } = turn.live;
  if (spin === null || spin.judged) return;
  emit(turn, {
    kind: "undecided",
    round: spin.round,
    because: [what],
    seen: { words: seen.join(" / "), deviceGame: spin.deviceGame },
    mayBeCalled: callable(turn),
  });
  judged(turn);
}

/** The device takes back the number that stands: a fault, and a person decides. */
export function takeBack(turn: TableTurn, seen: readonly string[]): void {
  const { verdict } = turn.durable;
  if (verdict?.kind !== "result") return;
  const { round } = verdict;
  const words = seen.join(" / ");
  emit(turn, { kind: "fault", device: "wheel", code: "number-changed", round, detail: { seen: words } });
  emit(turn, {
    kind: "undecided",
    round,
    because: ["number-changed"],
    seen: { words, deviceGame: deviceGameOf(verdict) },
    mayBeCalled: callable(turn),
  });
}

/** The device gave the game up. What it still says of it belongs to no round. */
export function abandon(turn: TableTurn, cause: string, seen: Readonly<Record<string, string | number>>): void {
  const { spin } = turn.live;
  if (spin === null) return;
  if (!spin.judged) {
    emit(turn, { kind: "aborted", round: spin.round, cause, seen: { ...seen, deviceGame: spin.deviceGame } });
    judged(turn);
  }
  turn.live = { ...turn.live, spin: { ...spin, judged: true, over: true } };
}

/**
 * The ball runs: is it a relaunch, and how often has the rotor turned since the void? The law counts from when the ball lies in the
 * last number, which nobody sees: there were so many turns at the most.
 */
export function launchFacts(turn: TableTurn, spin: Spin): Spin {
  const again = wheelOf(turn.durable).relaunch !== null;
  const { turnsMicro } = turn.live;
  turn.live = { ...turn.live, turnsMicro: null };
  const known = withFact(spin, "relaunch", flag(again));
  if (!again || turnsMicro === null) return known;
  const turns = Math.floor(turnsMicro / 1_000_000);
  return withFact(known, "rotor-turns-since-void", count(0, turns));
}
