import { facesOf, type DieFace } from "../../dice/faces.ts";
import { throwOutcome } from "../../rules/throw-outcome.ts";
import { KEY_ROLES, type Key } from "../../people/keys.ts";
import type { Person } from "../../people/roles.ts";
import { declare } from "../../rules/declare.ts";
import { stepsAfter } from "../../rules/engine.ts";
import { acknowledge, confirm, keep, keepSession, type Refusal } from "../keys.ts";
import { announceLast } from "../last-rounds-key.ts";
import { isOpenRound, resolve } from "../resolve.ts";
import { emitRecord, type TableContext } from "../context.ts";
import { diceOf, gameOf } from "./live.ts";
import { restartClock, startClocks, stopClocks } from "./clocks.ts";
import { heldUpBy, isPlayed, openRound, openWhenSeen } from "./rounds.ts";
import type { Reason } from "../../rules/reason.ts";
import { CHANGE_STEPS } from "./steps.ts";
import { endThrow } from "./throws.ts";
import { isTouchAsked, touchRule } from "./touched.ts";

/** A key that somebody pressed at a dice table. Asks for its records, or says why not; a refused key changes nothing. */
export function pressAtDice(context: TableContext, key: Key, by: Person): Refusal | null {
  const allowed: readonly string[] = KEY_ROLES[key.key];
  if (!allowed.includes(by.role)) return "not-your-key";
  if (key.key === "open-table") return open(context, key, by);
  if (key.key === "resolve") return resolved(context, key, by);
  // What the law wants done as the session ends is done when the table is closed.
  if (!context.durable.open) return key.key === "acknowledge" ? seen(context, key, by) : "table-closed";
  switch (key.key) {
    case "close-table":
      return close(context, key, by);
    case "confirm-void":
      return confirmAtDice(context, key, by);
    case "acknowledge":
      return seen(context, key, by);
    case "void":
    case "declare":
      return declared(context, key, by);
    case "no-more-bets":
      return closeBets(context, key, by);
    case "open-bets":
      return openBets(context, key, by);
    case "announce":
      return announce(context, key, by);
    case "dice-are":
      return named(context, key, by);
    case "change-dice":
    case "change-thrower":
    case "mark-point":
      return ofSet(context, key, by);
    case "last-three-spins":
      return announceLast(context, key, by);
    case "seats":
    case "move":
    case "turn":
    case "collect":
    case "new-shoe":
    case "card-is":
      return "not-now";
  }
}

function open(context: TableContext, key: Key & { key: "open-table" }, by: Person): Refusal | null {
  if (context.durable.open) return "table-open";
  keepSession(context, key, by);
  emitRecord(context, { kind: "phase", round: context.durable.round, phase: "waiting" });
  startClocks(context);
  openWhenSeen(context);
  return null;
}

function close(context: TableContext, key: Key & { key: "close-table" }, by: Person): Refusal | null {
  if (diceOf(context).throw !== null) return "dice-in-play";
  keepSession(context, key, by);
  emitRecord(context, { kind: "phase", round: context.durable.round, phase: "closed" });
  stopClocks(context);
  return null;
}

/** The void is called by whom the law names: the stickman at craps, elsewhere the jefe de mesa may always. */
function confirmAtDice(context: TableContext, key: Key & { key: "confirm-void" }, by: Person): Refusal | null {
  const rule = context.rules.pack.rules.find((one) => one.id === key.rule);
  if (by.role !== "jefe-de-mesa" && rule?.announce?.by !== by.role) return "not-your-key";
  return confirm(context, key, by);
}

/** What a series of craps hangs on is not only to be seen: somebody has to say what the throw was, or where the series stands. */
function seen(context: TableContext, key: Key & { key: "acknowledge" }, by: Person): Refusal | null {
  const task = context.durable.tasks.find((one) => one.id === key.what);
  const isSeries = gameOf(context).dice.craps !== null;
  if (task?.kind === "decide" && (isSeries || isTouchAsked(context.durable, context.rules.pack, task.round)))
    return "not-now";
  const refused = acknowledge(context, key, by);
  if (refused === null) openWhenEmpty(context);
  return refused;
}

/** What only people see, of the throw that runs or of the verdict that stands. */
function declared(context: TableContext, key: Key & { key: "void" | "declare" }, by: Person): Refusal | null {
  const { pack, coverage } = context.rules;
  const word = declare(pack, coverage.houseRules, key.rule, by.role);
  if (!word.ok || (key.key === "void") !== (word.outcome === "void")) return "no-such-rule";
  const { throw: now } = diceOf(context);
  const { verdict, tasks } = context.durable;
  const running = now?.round === key.round;
  const standing = verdict?.round === key.round && verdict.kind !== "void" && verdict.kind !== "aborted";
  const waiting = tasks.some((task) => task.kind === "decide" && task.round === key.round);
  if (word.outcome === "void" && word.rule.scope === "throw") {
    const before = alsoFor(context, key.round, key.rule);
    if (!running && !standing && !waiting && before.length === 0) return "no-such-round";
    const reasons = [...before, word.reason];
    const then = stepsAfter(
      pack,
      reasons.map(({ rule }) => rule),
      coverage.houseRules,
    );
    emitRecord(context, { kind: "void", round: key.round, reasons, then, calledBy: by });
    if (running) endThrow(context);
    openWhenEmpty(context);
    return null;
  }
  const isAsked = touchRule(pack)?.id === key.rule && isTouchAsked(context.durable, pack, key.round);
  if (key.round !== context.durable.round && !isAsked) return "no-such-round";
  const { outcome } = word;
  const decides = outcome === "person-decides" && word.rule.scope === "throw";
  const attests = { rule: key.rule, cite: word.reason.cite, outcome, ...(decides ? { decides } : {}) };
  emitRecord(context, { kind: "key", round: key.round, key, by, attests });
  const then = stepsAfter(pack, [word.rule.id], coverage.houseRules);
  const isOwed = then.some(({ step }) => CHANGE_STEPS.includes(step));
  if (word.rule.verdict !== "stands" || (word.rule.scope !== "throw" && !isOwed)) return null;
  emitRecord(context, {
    kind: "throw-incident",
    round: key.round,
    reason: word.reason,
    verdict: "stands",
    then,
    calledBy: by,
  });
  openWhenEmpty(context);
  return null;
}

/** Causes of a void that stands, to which one more is added that orders other dice; empty: there is no such void. */
function alsoFor(context: TableContext, round: number, rule: string): readonly Reason[] {
  const { verdict } = context.durable;
  if (verdict?.kind !== "void" || verdict.round !== round) return [];
  const orders = stepsAfter(context.rules.pack, [rule], context.rules.coverage.houseRules);
  const isNew = verdict.reasons.every((reason) => reason.rule !== rule);
  return isNew && orders.some(({ step }) => CHANGE_STEPS.includes(step)) ? verdict.reasons : [];
}

function closeBets(context: TableContext, key: Key, by: Person): Refusal | null {
  const { dice: game } = gameOf(context);
  if (game.betsClose === "announcement" || diceOf(context).throw !== null) return "not-now";
  // A verdict that people gave late stays on the screens until somebody goes on: the call goes on like every other key.
  const goesOn = game.betsOpen === "dice-taken-up" && isPlayed(context.durable.phase);
  const held = goesOn ? heldUpBy(context) : null;
  if (held !== null) return held;
  if (context.durable.phase !== "betting" && !goesOn) return "not-now";
  keep(context, key, by);
  if (goesOn) openRound(context);
  emitRecord(context, { kind: "phase", round: context.durable.round, phase: "no-more-bets" });
  return null;
}

function openBets(context: TableContext, key: Key, by: Person): Refusal | null {
  const { phase } = context.durable;
  if (diceOf(context).throw !== null) return "dice-in-play";
  if (!isPlayed(phase)) return "not-now";
  const held = heldUpBy(context);
  if (held !== null) return held;
  keep(context, key, by);
  openRound(context);
  return null;
}

function announce(context: TableContext, key: Key & { key: "announce" }, by: Person): Refusal | null {
  const { phase, verdict, dice } = context.durable;
  if (!isTouchAsked(context.durable, context.rules.pack, key.round)) {
    if (phase !== "result" || verdict?.round !== key.round) return "no-such-round";
    if (dice?.announced === true) return "not-now";
  }
  keep(context, key, by);
  openWhenEmpty(context);
  return null;
}

/**
 * Two people name dice that the machine could not read. Only when both say the same does it count, and never as certified;
 * one of them is the jefe de mesa or the inspector. Words that differ are both thrown away.
 */
function named(context: TableContext, key: Key & { key: "dice-are" }, by: Person): Refusal | null {
  const { verdict, phase, dice } = context.durable;
  const game = gameOf(context).dice;
  if (phase !== "undecided" || verdict?.round !== key.round) return "no-such-round";
  if (!isOpenRound(context.durable, key.round)) return "nothing-to-acknowledge";
  // In a series faces mean something only from a known point on, and not once more after somebody marked where it stands.
  const open = context.durable.tasks.filter((task) => task.kind === "decide");
  if (game.craps !== null && !(open.length === 1 && open[0]?.round === key.round)) return "not-now";
  const known: readonly DieFace[] = facesOf(game.faces);
  if (key.faces.length !== game.dice || !key.faces.every((face) => known.includes(face)))
    return "no-such-faces";
  const first = dice?.named?.round === key.round ? dice.named : null;
  const text = (faces: readonly DieFace[]): string => [...faces].sort().join(" ");
  const isSame = first !== null && text(first.faces) === text(key.faces);
  if (first?.by === by.name && isSame) return "name-it-twice";
  keep(context, key, by);
  const isHead = by.role === "jefe-de-mesa" || by.role === "inspector";
  if (isSame && (isHead || first.isHead === true)) report(context, key.round, key.faces);
  return null;
}

/** A round that is resolved no longer holds up the next one. */
function resolved(context: TableContext, key: Key & { key: "resolve" }, by: Person): Refusal | null {
  const refused = resolve(context, key, by);
  if (refused === null) openWhenEmpty(context);
  return refused;
}

function report(context: TableContext, round: number, faces: readonly DieFace[]): void {
  const series = context.durable.dice?.craps ?? null;
  const outcome = throwOutcome(gameOf(context).dice, faces, series);
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
}

/** The dice were taken up before the throw was decided: the next round need not wait for them. */
function openWhenEmpty(context: TableContext): void {
  const { arena } = diceOf(context);
  if (gameOf(context).dice.betsOpen === "dice-taken-up" && arena === "empty") openRound(context);
}

function ofSet(
  context: TableContext,
  key: Key & { key: "change-dice" | "change-thrower" | "mark-point" },
  by: Person,
): Refusal | null {
  const { dice: game } = gameOf(context);
  const { round } = context.durable;
  if (diceOf(context).throw !== null) return "dice-in-play";
  const craps = context.durable.dice?.craps ?? null;
  if (key.key === "mark-point") {
    if (game.craps === null) return "not-now";
    if (key.point !== null && !game.craps.comeOut.point.includes(key.point)) return "no-such-point";
    keep(context, key, by);
    const stands =
      key.point === null ? ({ phase: "come-out" } as const) : ({ phase: "point", point: key.point } as const);
    emitRecord(context, {
      kind: "dice-set",
      round,
      event: "point-marked",
      craps: stands,
      detail: { point: key.point },
    });
    openWhenEmpty(context);
    return null;
  }
  if (key.key === "change-dice") {
    const { mayChange, changeOwed } = context.durable.dice ?? {};
    const inSeries = game.set.change === "not-in-series" && craps?.phase === "point";
    if (inSeries && mayChange !== true && changeOwed !== true && by.role !== "jefe-de-mesa") return "in-series";
    keep(context, key, by);
    restartClock(context, "set");
    emitRecord(context, { kind: "dice-set", round, event: "changed", craps, detail: {} });
    openWhenEmpty(context);
    return null;
  }
  if (game.thrower.who === "croupier" && key.seat !== null) return "no-such-seats";
  keep(context, key, by);
  restartClock(context, "thrower");
  emitRecord(context, { kind: "dice-set", round, event: "thrower-changed", craps, detail: { seat: key.seat } });
  return null;
}
