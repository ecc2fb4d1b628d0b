import { facesOf, type DieFace } from "../../dice/faces.ts";
import type { CrapsState } from "../../dice/outcome-types.ts";
import { KEY_ROLES } from "../../people/keys.ts";
import type { Person } from "../../people/roles.ts";
import type { Reason } from "../../rules/facts.ts";
import { throwOutcome } from "../../rules/throw-outcome.ts";
import { emitPhase, emitRecord } from "../kernel/context.ts";
import { isSeriesAsked } from "./series.ts";
import type { KeyNamed, KeyOf } from "../kernel/people/key-of.ts";
import {
  acknowledge,
  announceLastRounds,
  confirmVoid,
  takeBack,
  declarationOf,
  dispatchKey,
  isDecisionOpen,
  isDeclared,
  isUnbegun,
  openTable,
  recordKey,
  recordSessionKey,
  type KeyHandlers,
  type Refusal,
} from "../kernel/people/keys.ts";
import { isVerdictPhase } from "../kernel/phase.ts";
import { isOfPast, isTooLate, lateOfWaiting, lateRound, voidLate } from "../kernel/late/late-verdict.ts";
import { isOpenRound } from "../kernel/durable/open-rounds.ts";
import { resolveRound } from "../kernel/late/resolve.ts";
import { emitUndecided, emitVoid, nextStepsOf } from "../kernel/verdicts.ts";
import { CHANGE_STEPS, isHead, markedSeries, PASS_STEPS, textOfFaces } from "./durable-dice.ts";
import {
  askForPoint,
  isSeriesOpen,
  isSeriesTask,
  NOT_THROWN,
  openRound,
  openRoundWhenEmpty,
  refusalOfNextRound,
} from "./rounds.ts";
import { diceOf, endThrow, gameOf } from "./throw.ts";
import { restartClock, stopClocks } from "./time-in-play.ts";
import { isTouchAsked, touchRuleOf } from "./touched-dice.ts";
import type { DiceContext, DiceTypes } from "./types.ts";

/** The keys of a dice table. */
const HANDLERS: KeyHandlers<DiceTypes> = {
  "open-table": openTable,
  "close-table": closeTable,
  resolve: resolveRound,
  "confirm-void": confirmVoid,
  acknowledge: acknowledgeAtDice,
  void: declareIncident,
  declare: declareIncident,
  "take-back": (context, key, by) => takeBack(context, key, by, () => emitPhase(context, "betting")),
  "no-more-bets": closeBets,
  "open-bets": openBets,
  announce: announceResult,
  "dice-are": nameDice,
  "change-dice": changeDice,
  "change-thrower": changeThrower,
  "mark-point": markPoint,
  "die-found": findDie,
  "last-three-spins": announceLastRounds,
};

/** What waits when the table is closed is done then as well. */
const WHILE_CLOSED: readonly KeyOf<DiceTypes>["key"][] = [
  "open-table",
  "resolve",
  "acknowledge",
  "confirm-void",
];

export function handleDiceKey(context: DiceContext, key: KeyOf<DiceTypes>, by: Person): Refusal | null {
  const allowed: readonly string[] = KEY_ROLES[key.key];
  if (!allowed.includes(by.role)) return "not-your-key";
  const waits = WHILE_CLOSED.includes(key.key) || isOfPast(context, key) || answersTouch(context, key);
  if (!context.durable.open && !waits) return "table-closed";
  return dispatchKey(HANDLERS, context, key, by);
}

/** It says whether the result had been announced as its dice were touched, of a round of which that is asked. */
const answersTouch = ({ durable, rules: { pack } }: DiceContext, key: KeyOf<DiceTypes>): boolean =>
  (key.key === "announce" || (key.key === "declare" && key.rule === touchRuleOf(pack)?.id)) &&
  isTouchAsked(durable, pack, key.round);

function closeTable(context: DiceContext, key: KeyNamed<"close-table">, by: Person): Refusal | null {
  const { phase, round } = context.durable;
  if (diceOf(context).throw !== null) return "dice-in-play";
  // The next session begins with a first throw: a series ends before, or the jefe de mesa says that it is over.
  if (seriesOf(context)?.phase === "point" || isSeriesOpen(context)) return "series-stands";
  recordSessionKey(context, key, by);
  // Bets that are closed are a round, and every round has its verdict.
  if (phase === "no-more-bets") emitUndecided(context, round, [NOT_THROWN], {});
  emitPhase(context, "closed");
  stopClocks(context);
  return null;
}

/** It is not enough that an undecided throw of a series was seen: somebody has to say what it was, or where the series stands. */
function acknowledgeAtDice(context: DiceContext, key: KeyNamed<"acknowledge">, by: Person): Refusal | null {
  const task = context.durable.tasks.find((one) => one.id === key.what);
  if (task === undefined) return "nothing-to-acknowledge";
  const isOfSeries = gameOf(context).craps !== null && isSeriesTask(task);
  const isTouch = task.kind === "decide" && isTouchAsked(context.durable, context.rules.pack, task.round);
  if (isOfSeries || isTouch) return "not-now";
  const refused = acknowledge(context, key, by);
  if (refused === null && context.durable.open) openRoundWhenEmpty(context);
  return refused;
}

/** What only people see, of the throw that runs or of the verdict that stands. */
function declareIncident(context: DiceContext, key: KeyNamed<"void" | "declare">, by: Person): Refusal | null {
  const declared = declarationOf(context, key, by);
  if (declared === null) return "no-such-rule";
  const { outcome, reason, rule } = declared;
  if (outcome === "void") return declareVoid(context, key, reason, by);
  const { round } = key;
  const { open } = context.durable;
  const isAsked = answersTouch(context, key);
  const decides = outcome === "person-decides" && rule.scope === "throw";
  if (!open && !decides && !isAsked) return "table-closed";
  if (!isAsked && (!open || round !== context.durable.round)) {
    const late = decides ? lateRound(context, round) : "no-such-round";
    if (typeof late === "string") return late;
    if (late.kind !== "result") return "changes-nothing";
  } else if (decides && isUnbegun(context) && diceOf(context).throw === null) return "not-now";
  else if (decides && !isAsked && isTooLate(context, round)) return "too-late";
  if (outcome === "person-decides" && isDeclared(context.durable, round, rule.id)) return "changes-nothing";
  const attests = { rule: key.rule, cite: reason.cite, outcome, ...(decides ? { decides } : {}) };
  emitRecord(context, { kind: "key", round, key, by, attests });
  const then = nextStepsOf(context, [rule.id]);
  const isFollowed = then.some(({ step }) => CHANGE_STEPS.includes(step) || PASS_STEPS.includes(step));
  if (rule.verdict !== "stands" || (rule.scope !== "throw" && !isFollowed)) return null;
  emitRecord(context, { kind: "throw-incident", round, reason, verdict: "stands", then, calledBy: by });
  if (open) openRoundWhenEmpty(context);
  return null;
}

function declareVoid(
  context: DiceContext,
  { round, rule }: KeyNamed<"void" | "declare">,
  reason: Reason,
  by: Person,
): Refusal | null {
  const running = diceOf(context).throw?.round === round;
  const { verdict } = context.durable;
  const standing = verdict?.round === round && verdict.kind !== "void" && verdict.kind !== "aborted";
  const before = reasonsToExtend(context, round, rule);
  if (before.length === 0 && isTooLate(context, round)) return "too-late";
  if (!context.durable.open) return voidLate(context, round, [reason], by);
  if (!running && !standing && !isDecisionOpen(context, round) && before.length === 0)
    return voidLate(context, round, [reason], by);
  const late = running || before.length > 0 ? {} : lateOfWaiting(context, round);
  emitVoid(context, round, [...before, reason], by, late);
  if (running) endThrow(context);
  openRoundWhenEmpty(context);
  return null;
}

/** Causes of a void that stands, to which one more is added that orders other dice; empty: there is no such void. */
function reasonsToExtend(context: DiceContext, round: number, rule: string): readonly Reason[] {
  const { verdict } = context.durable;
  if (verdict?.kind !== "void" || verdict.round !== round) return [];
  const isNew = verdict.reasons.every((reason) => reason.rule !== rule);
  const ordersChange = nextStepsOf(context, [rule]).some(({ step }) => CHANGE_STEPS.includes(step));
  return isNew && ordersChange ? verdict.reasons : [];
}

function closeBets(context: DiceContext, key: KeyOf<DiceTypes>, by: Person): Refusal | null {
  const game = gameOf(context);
  if (game.betsClose === "announcement" || diceOf(context).throw !== null) return "not-now";
  // A verdict that people gave late stays on the screens until somebody goes on: the call goes on like every other key.
  const goesOn = game.betsOpen === "dice-taken-up" && isVerdictPhase(context.durable.phase);
  const asked = context.durable.dice.pointAsked === undefined ? null : "confirm-point";
  const refused = goesOn ? refusalOfNextRound(context) : asked;
  if (refused !== null) return refused;
  if (context.durable.phase !== "betting" && !goesOn) return "not-now";
  recordKey(context, key, by);
  if (goesOn) openRound(context);
  emitPhase(context, "no-more-bets");
  return null;
}

function openBets(context: DiceContext, key: KeyOf<DiceTypes>, by: Person): Refusal | null {
  if (diceOf(context).throw !== null) return "dice-in-play";
  if (!isVerdictPhase(context.durable.phase)) return "not-now";
  const refused = refusalOfNextRound(context);
  if (refused !== null) return refused;
  recordKey(context, key, by);
  openRound(context);
  return null;
}

function announceResult(
  context: DiceContext,
  key: KeyNamed<"announce", DiceTypes>,
  by: Person,
): Refusal | null {
  const { phase, verdict, dice } = context.durable;
  if (!isTouchAsked(context.durable, context.rules.pack, key.round)) {
    if (phase !== "result" || verdict?.round !== key.round) return "no-such-round";
    if (dice.announced) return "not-now";
  }
  recordKey(context, key, by);
  if (context.durable.open) openRoundWhenEmpty(context);
  return null;
}

/**
 * Two people name dice that the machine could not read. It counts only when both name the same, and never as certified; one of
 * them is the jefe de mesa or the inspector. When they differ neither counts.
 */
function nameDice(context: DiceContext, key: KeyNamed<"dice-are", DiceTypes>, by: Person): Refusal | null {
  const { verdict, phase, dice, tasks } = context.durable;
  const game = gameOf(context);
  const isStanding = phase === "undecided" && verdict?.round === key.round;
  if (!isOpenRound(context.durable, key.round)) return isStanding ? "nothing-to-acknowledge" : "no-such-round";
  // What is thrown now rests on the series as it is, and nobody knows what an earlier throw would have meant in it.
  if (!isStanding && game.craps !== null && diceOf(context).throw !== null) return "not-now";
  if (!isStanding && dice.pointAsked !== undefined) return "confirm-point";
  // In a series faces mean something only from a known point on, and not once more after somebody marked where it stands.
  const open = tasks.filter(isSeriesTask);
  if (game.craps !== null && !(open.length === 1 && open[0]?.round === key.round)) return "not-now";
  const known: readonly DieFace[] = facesOf(game.faces);
  if (key.faces.length !== game.dice || !key.faces.every((face) => known.includes(face)))
    return "no-such-faces";
  const first = dice.named?.round === key.round ? dice.named : null;
  const isSame = first !== null && textOfFaces(first.faces) === textOfFaces(key.faces);
  if (first?.by === by.name && isSame) return "name-it-twice";
  recordKey(context, key, by);
  if (isSame && (isHead(by) || first.isHead === true)) reportNamedDice(context, key.round, key.faces);
  return null;
}

function reportNamedDice(context: DiceContext, round: number, faces: readonly DieFace[]): void {
  const { past, durable } = context;
  const isBuiltOn = [...past.rounds, ...durable.series].some(
    (one) => one.round > round && one.kind === "result",
  );
  const { before, isOver = false } = past.rounds.find((one) => one.round === round) ?? {};
  const isOfNow = !isBuiltOn && !isOver;
  const series = isOfNow ? seriesOf(context) : (before ?? seriesOf(context));
  const outcome = throwOutcome(gameOf(context), faces, series);
  emitRecord(context, {
    kind: "result",
    round,
    result: { ...outcome, lay: [], picture: null, manual: true },
    certainty: {
      level: "reported",
      witnesses: [],
      judged: [],
      bounded: [],
      attested: [],
      notObservable: [],
      because: ["named-by-people"],
    },
    deviations: [],
    seen: { throw: null },
  });
  // The throws behind it meant something else with it, or its series is over: where the present one stands somebody says.
  if (!isOfNow) askForPoint(context, "series-unknown");
}

const seriesOf = ({ durable }: DiceContext): CrapsState | null => durable.dice.craps;

function markPoint(context: DiceContext, key: KeyNamed<"mark-point", DiceTypes>, by: Person): Refusal | null {
  const { craps } = gameOf(context);
  const { point } = key;
  if (diceOf(context).throw !== null) return "dice-in-play";
  if (craps === null) return "not-now";
  if (point !== null && !craps.comeOut.point.includes(point)) return "no-such-point";
  const marked: CrapsState = point === null ? { phase: "come-out" } : { phase: "point", point };
  const { round } = context.durable;
  const isAsked = isSeriesAsked(context.durable);
  const before = seriesOf(context);
  if (!isAsked && isSameSeries(before, marked)) return "changes-nothing";
  recordKey(context, key, by);
  const series = isAsked ? marked : markedSeries(before, marked);
  emitRecord(context, { kind: "dice-set", round, event: "point-marked", craps: series, detail: { point } });
  openRoundWhenEmpty(context);
  return null;
}

const pointOf = (series: CrapsState): number | null => (series.phase === "point" ? series.point : null);
const isSameSeries = (one: CrapsState | null, other: CrapsState): boolean =>
  one !== null && pointOf(one) === pointOf(other);

function changeDice(context: DiceContext, key: KeyOf<DiceTypes>, by: Person): Refusal | null {
  const { mayChange, changeOwed } = context.durable.dice;
  const craps = seriesOf(context);
  if (diceOf(context).throw !== null) return "dice-in-play";
  const inSeries = gameOf(context).set.change === "not-in-series" && craps?.phase === "point";
  if (inSeries && mayChange !== true && !changeOwed && by.role !== "jefe-de-mesa") return "in-series";
  recordKey(context, key, by);
  restartClock(context, "set");
  const { round } = context.durable;
  emitRecord(context, { kind: "dice-set", round, event: "changed", craps, detail: {} });
  openRoundWhenEmpty(context);
  return null;
}

function changeThrower(
  context: DiceContext,
  key: KeyNamed<"change-thrower", DiceTypes>,
  by: Person,
): Refusal | null {
  const { seat } = key;
  if (diceOf(context).throw !== null) return "dice-in-play";
  if (gameOf(context).thrower.who === "croupier" && seat !== null) return "no-such-seats";
  recordKey(context, key, by);
  restartClock(context, "thrower");
  const { round } = context.durable;
  const craps = seriesOf(context);
  emitRecord(context, { kind: "dice-set", round, event: "thrower-changed", craps, detail: { seat } });
  return null;
}

/** The die that fell was found: the set stays. That it was not is declared as the rulebook has it. */
function findDie(context: DiceContext, key: KeyOf<DiceTypes>, by: Person): Refusal | null {
  if (context.durable.dice.dieSought !== true) return "not-now";
  recordKey(context, key, by);
  openRoundWhenEmpty(context);
  return null;
}
