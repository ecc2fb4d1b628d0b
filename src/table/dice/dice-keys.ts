import { facesOf, type DieFace } from "../../dice/faces.ts";
import { throwOutcome } from "../../rules/throw-outcome.ts";
import { KEY_ROLES, type Key } from "../../people/keys.ts";
import type { Person } from "../../people/roles.ts";
import { declare } from "../../rules/declare.ts";
import { stepsAfter } from "../../rules/engine.ts";
import { acknowledge, confirm, keep, keepSession, type Refusal } from "../keys.ts";
import { announceLast } from "../last-rounds-key.ts";
import { isOpenRound, resolve } from "../resolve.ts";
import { emit, type TableTurn } from "../turn.ts";
import { diceOf, gameOf } from "./live.ts";
import { restartClock, startClocks, stopClocks } from "./clocks.ts";
import { heldUpBy, isPlayed, openRound, openWhenSeen } from "./rounds.ts";
import type { Reason } from "../../rules/reason.ts";
import { CHANGE_STEPS } from "./steps.ts";
import { endThrow } from "./throws.ts";
import { isTouchAsked, touchRule } from "./touched.ts";

/** A key that somebody pressed at a dice table. Asks for its records, or says why not; a refused key changes nothing. */
export function pressAtDice(turn: TableTurn, key: Key, by: Person): Refusal | null {
  const allowed: readonly string[] = KEY_ROLES[key.key];
  if (!allowed.includes(by.role)) return "not-your-key";
  if (key.key === "open-table") return open(turn, key, by);
  if (key.key === "resolve") return resolved(turn, key, by);
  // What the law wants done as the session ends is done when the table is closed.
  if (!turn.durable.open) return key.key === "acknowledge" ? seen(turn, key, by) : "table-closed";
  switch (key.key) {
    case "close-table":
      return close(turn, key, by);
    case "confirm-void":
      return confirmAtDice(turn, key, by);
    case "acknowledge":
      return seen(turn, key, by);
    case "void":
    case "declare":
      return declared(turn, key, by);
    case "no-more-bets":
      return closeBets(turn, key, by);
    case "open-bets":
      return openBets(turn, key, by);
    case "announce":
      return announce(turn, key, by);
    case "dice-are":
      return named(turn, key, by);
    case "change-dice":
    case "change-thrower":
    case "mark-point":
      return ofSet(turn, key, by);
    case "last-three-spins":
      return announceLast(turn, key, by);
    case "seats":
    case "move":
    case "turn":
    case "collect":
    case "new-shoe":
    case "card-is":
      return "not-now";
  }
}

function open(turn: TableTurn, key: Key & { key: "open-table" }, by: Person): Refusal | null {
  if (turn.durable.open) return "table-open";
  keepSession(turn, key, by);
  emit(turn, { kind: "phase", round: turn.durable.round, phase: "waiting" });
  startClocks(turn);
  openWhenSeen(turn);
  return null;
}

function close(turn: TableTurn, key: Key & { key: "close-table" }, by: Person): Refusal | null {
  if (diceOf(turn).throw !== null) return "dice-in-play";
  keepSession(turn, key, by);
  emit(turn, { kind: "phase", round: turn.durable.round, phase: "closed" });
  stopClocks(turn);
  return null;
}

/** The void is called by whom the law names: the stickman at craps, elsewhere the jefe de mesa may always. */
function confirmAtDice(turn: TableTurn, key: Key & { key: "confirm-void" }, by: Person): Refusal | null {
  const rule = turn.rules.pack.rules.find((one) => one.id === key.rule);
  if (by.role !== "jefe-de-mesa" && rule?.announce?.by !== by.role) return "not-your-key";
  return confirm(turn, key, by);
}

/** What a series of craps hangs on is not only to be seen: somebody has to say what the throw was, or where the series stands. */
function seen(turn: TableTurn, key: Key & { key: "acknowledge" }, by: Person): Refusal | null {
  const task = turn.durable.tasks.find((one) => one.id === key.what);
  const isSeries = gameOf(turn).dice.craps !== null;
  if (task?.kind === "decide" && (isSeries || isTouchAsked(turn.durable, turn.rules.pack, task.round)))
    return "not-now";
  const refused = acknowledge(turn, key, by);
  if (refused === null) openWhenEmpty(turn);
  return refused;
}

/** What only people see, of the throw that runs or of the verdict that stands. */
function declared(turn: TableTurn, key: Key & { key: "void" | "declare" }, by: Person): Refusal | null {
  const { pack, coverage } = turn.rules;
  const word = declare(pack, coverage.houseRules, key.rule, by.role);
  if (!word.ok || (key.key === "void") !== (word.outcome === "void")) return "no-such-rule";
  const { throw: now } = diceOf(turn);
  const { verdict, tasks } = turn.durable;
  const running = now?.round === key.round;
  const standing = verdict?.round === key.round && verdict.kind !== "void" && verdict.kind !== "aborted";
  const waiting = tasks.some((task) => task.kind === "decide" && task.round === key.round);
  if (word.outcome === "void" && word.rule.scope === "throw") {
    const before = alsoFor(turn, key.round, key.rule);
    if (!running && !standing && !waiting && before.length === 0) return "no-such-round";
    const reasons = [...before, word.reason];
    const then = stepsAfter(
      pack,
      reasons.map(({ rule }) => rule),
      coverage.houseRules,
    );
    emit(turn, { kind: "void", round: key.round, reasons, then, calledBy: by });
    if (running) endThrow(turn);
    openWhenEmpty(turn);
    return null;
  }
  const isAsked = touchRule(pack)?.id === key.rule && isTouchAsked(turn.durable, pack, key.round);
  if (key.round !== turn.durable.round && !isAsked) return "no-such-round";
  const { outcome } = word;
  const decides = outcome === "person-decides" && word.rule.scope === "throw";
  const attests = { rule: key.rule, cite: word.reason.cite, outcome, ...(decides ? { decides } : {}) };
  emit(turn, { kind: "key", round: key.round, key, by, attests });
  const then = stepsAfter(pack, [word.rule.id], coverage.houseRules);
  const isOwed = then.some(({ step }) => CHANGE_STEPS.includes(step));
  if (word.rule.verdict !== "stands" || (word.rule.scope !== "throw" && !isOwed)) return null;
  emit(turn, {
    kind: "throw-incident",
    round: key.round,
    reason: word.reason,
    verdict: "stands",
    then,
    calledBy: by,
  });
  openWhenEmpty(turn);
  return null;
}

/** Causes of a void that stands, to which one more is added that orders other dice; empty: there is no such void. */
function alsoFor(turn: TableTurn, round: number, rule: string): readonly Reason[] {
  const { verdict } = turn.durable;
  if (verdict?.kind !== "void" || verdict.round !== round) return [];
  const orders = stepsAfter(turn.rules.pack, [rule], turn.rules.coverage.houseRules);
  const isNew = verdict.reasons.every((reason) => reason.rule !== rule);
  return isNew && orders.some(({ step }) => CHANGE_STEPS.includes(step)) ? verdict.reasons : [];
}

function closeBets(turn: TableTurn, key: Key, by: Person): Refusal | null {
  const { dice: game } = gameOf(turn);
  if (game.betsClose === "announcement" || diceOf(turn).throw !== null) return "not-now";
  // A verdict that people gave late stays on the screens until somebody goes on: the call goes on like every other key.
  const goesOn = game.betsOpen === "dice-taken-up" && isPlayed(turn.durable.phase);
  const held = goesOn ? heldUpBy(turn) : null;
  if (held !== null) return held;
  if (turn.durable.phase !== "betting" && !goesOn) return "not-now";
  keep(turn, key, by);
  if (goesOn) openRound(turn);
  emit(turn, { kind: "phase", round: turn.durable.round, phase: "no-more-bets" });
  return null;
}

function openBets(turn: TableTurn, key: Key, by: Person): Refusal | null {
  const { phase } = turn.durable;
  if (diceOf(turn).throw !== null) return "dice-in-play";
  if (!isPlayed(phase)) return "not-now";
  const held = heldUpBy(turn);
  if (held !== null) return held;
  keep(turn, key, by);
  openRound(turn);
  return null;
}

function announce(turn: TableTurn, key: Key & { key: "announce" }, by: Person): Refusal | null {
  const { phase, verdict, dice } = turn.durable;
  if (!isTouchAsked(turn.durable, turn.rules.pack, key.round)) {
    if (phase !== "result" || verdict?.round !== key.round) return "no-such-round";
    if (dice?.announced === true) return "not-now";
  }
  keep(turn, key, by);
  openWhenEmpty(turn);
  return null;
}

/**
 * Two people name dice that the machine could not read. Only when both say the same does it count, and never as certified;
 * one of them is the jefe de mesa or the inspector. Words that differ are both thrown away.
 */
function named(turn: TableTurn, key: Key & { key: "dice-are" }, by: Person): Refusal | null {
  const { verdict, phase, dice } = turn.durable;
  const game = gameOf(turn).dice;
  if (phase !== "undecided" || verdict?.round !== key.round) return "no-such-round";
  if (!isOpenRound(turn.durable, key.round)) return "nothing-to-acknowledge";
  // In a series faces mean something only from a known point on, and not once more after somebody marked where it stands.
  const open = turn.durable.tasks.filter((task) => task.kind === "decide");
  if (game.craps !== null && !(open.length === 1 && open[0]?.round === key.round)) return "not-now";
  const known: readonly DieFace[] = facesOf(game.faces);
  if (key.faces.length !== game.dice || !key.faces.every((face) => known.includes(face)))
    return "no-such-faces";
  const first = dice?.named?.round === key.round ? dice.named : null;
  const text = (faces: readonly DieFace[]): string => [...faces].sort().join(" ");
  const isSame = first !== null && text(first.faces) === text(key.faces);
  if (first?.by === by.name && isSame) return "name-it-twice";
  keep(turn, key, by);
  const isHead = by.role === "jefe-de-mesa" || by.role === "inspector";
  if (isSame && (isHead || first.isHead === true)) report(turn, key.round, key.faces);
  return null;
}

/** A round that is resolved no longer holds up the next one. */
function resolved(turn: TableTurn, key: Key & { key: "resolve" }, by: Person): Refusal | null {
  const refused = resolve(turn, key, by);
  if (refused === null) openWhenEmpty(turn);
  return refused;
}

function report(turn: TableTurn, round: number, faces: readonly DieFace[]): void {
  const series = turn.durable.dice?.craps ?? null;
  const outcome = throwOutcome(gameOf(turn).dice, faces, series);
  emit(turn, {
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
function openWhenEmpty(turn: TableTurn): void {
  const { arena } = diceOf(turn);
  if (gameOf(turn).dice.betsOpen === "dice-taken-up" && arena === "empty") openRound(turn);
}

function ofSet(
  turn: TableTurn,
  key: Key & { key: "change-dice" | "change-thrower" | "mark-point" },
  by: Person,
): Refusal | null {
  const { dice: game } = gameOf(turn);
  const { round } = turn.durable;
  if (diceOf(turn).throw !== null) return "dice-in-play";
  const craps = turn.durable.dice?.craps ?? null;
  if (key.key === "mark-point") {
    if (game.craps === null) return "not-now";
    if (key.point !== null && !game.craps.comeOut.point.includes(key.point)) return "no-such-point";
    keep(turn, key, by);
    const stands =
      key.point === null ? ({ phase: "come-out" } as const) : ({ phase: "point", point: key.point } as const);
    emit(turn, { kind: "dice-set", round, event: "point-marked", craps: stands, detail: { point: key.point } });
    openWhenEmpty(turn);
    return null;
  }
  if (key.key === "change-dice") {
    const { mayChange, changeOwed } = turn.durable.dice ?? {};
    const inSeries = game.set.change === "not-in-series" && craps?.phase === "point";
    if (inSeries && mayChange !== true && changeOwed !== true && by.role !== "jefe-de-mesa") return "in-series";
    keep(turn, key, by);
    restartClock(turn, "set");
    emit(turn, { kind: "dice-set", round, event: "changed", craps, detail: {} });
    openWhenEmpty(turn);
    return null;
  }
  if (game.thrower.who === "croupier" && key.seat !== null) return "no-such-seats";
  keep(turn, key, by);
  restartClock(turn, "thrower");
  emit(turn, { kind: "dice-set", round, event: "thrower-changed", craps, detail: { seat: key.seat } });
  return null;
}
