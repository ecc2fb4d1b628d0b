import { KEY_ROLES, type Key } from "../people/keys.ts";
import type { Person } from "../people/roles.ts";
import { declare } from "../rules/declare.ts";
import { announceLast } from "./last-rounds-key.ts";
import { resolve } from "./resolve.ts";
import { emitRecord, type TableContext } from "./context.ts";
import { annulledByPerson, judged } from "./wheel/verdict.ts";

/** Why a key was refused: a key of `REFUSALS` in `texts.ts`. */
export type Refusal =
  | "not-your-key"
  | "table-closed"
  | "table-open"
  | "spin-running"
  | "no-such-round"
  | "not-a-void"
  | "no-such-rule"
  | "nothing-to-acknowledge"
  | "no-bets-to-close"
  | "not-now"
  | "no-such-hand"
  | "no-such-move"
  | "no-such-seats"
  | "too-few-seats"
  | "no-such-card"
  | "cards-on-table"
  | "name-it-twice"
  | "no-such-faces"
  | "in-series"
  | "no-such-point"
  | "dice-in-play"
  | "no-such-outcome"
  | "once-a-session"
  | "change-owed"
  | "say-if-announced";

/**
 * A key that somebody pressed. Asks for its records, or says why not; a refused key changes nothing.
 * The order of presses is the order of inputs, so two people pressing at once have one outcome.
 */
export function handleKey(context: TableContext, key: Key, by: Person): Refusal | null {
  if (!mayPress(key, by)) return "not-your-key";
  switch (key.key) {
    case "open-table":
      return open(context, key, by);
    case "close-table":
      return close(context, key, by);
    case "confirm-void":
      return confirm(context, key, by);
    case "void":
      return callVoid(context, key, by);
    case "declare":
      return attest(context, key, by);
    case "acknowledge":
      return acknowledge(context, key, by);
    case "resolve":
      return resolved(context, key, by);
    case "no-more-bets":
      return closeBets(context, key, by);
    case "last-three-spins":
      return announceLast(context, key, by);
    case "seats":
    case "move":
    case "turn":
    case "collect":
    case "new-shoe":
    case "card-is":
    case "open-bets":
    case "announce":
    case "dice-are":
    case "change-dice":
    case "change-thrower":
    case "mark-point":
      return "not-now";
  }
}

/** A void by a person's word is followed like any other. */
function resolved(context: TableContext, key: Key & { key: "resolve" }, by: Person): Refusal | null {
  const refused = resolve(context, key, by);
  if (refused === null && key.outcome === "void") annulledByPerson(context, key.round);
  return refused;
}

/** At wheels and cards a void is the jefe de mesa's to call; dice have laws that name others. */
export function mayPress({ key }: Key, { role }: Person): boolean {
  const allowed: readonly string[] = KEY_ROLES[key];
  return allowed.includes(role) && (role === "jefe-de-mesa" || (key !== "void" && key !== "confirm-void"));
}

export function keep(context: TableContext, key: Key, by: Person): null {
  emitRecord(context, { kind: "key", round: context.durable.round, key, by });
  return null;
}

/** The table is opened or closed by key, with what the law wants done then. */
export function keepSession(
  context: TableContext,
  key: Key & { key: "open-table" | "close-table" },
  by: Person,
): void {
  const { opening, closing } = context.rules.pack.session ?? {};
  const duties = (key.key === "open-table" ? opening : closing) ?? [];
  const { round } = context.durable;
  emitRecord(context, { kind: "key", round, key, by, ...(duties.length > 0 ? { duties } : {}) });
}

/** No va más is called while the ball runs; before the launch there is nothing that it could close. */
function closeBets(context: TableContext, key: Key, by: Person): Refusal | null {
  if (!context.durable.open) return "table-closed";
  if (context.durable.phase !== "ball-in-play") return "no-bets-to-close";
  keep(context, key, by);
  const deviceGame = context.live.spin?.deviceGame ?? null;
  emitRecord(context, { kind: "phase", round: context.durable.round, phase: "no-more-bets", deviceGame });
  return null;
}

/** An incident of the catalogue that does not void the spin: recorded with its paragraph; the jefe de mesa is told. */
function attest(context: TableContext, key: Key & { key: "declare" }, by: Person): Refusal | null {
  const { pack, coverage } = context.rules;
  const declared = declare(pack, coverage.houseRules, key.rule, by.role);
  if (!declared.ok || declared.outcome === "void") return "no-such-rule";
  if (!context.durable.open) return "table-closed";
  if (key.round !== context.durable.round) return "no-such-round";
  const decides = declared.outcome === "person-decides" && declared.rule.scope === "spin";
  const { outcome, reason } = declared;
  const attests = { rule: key.rule, cite: reason.cite, outcome, ...(decides ? { decides } : {}) };
  emitRecord(context, { kind: "key", round: context.durable.round, key, by, attests });
  return null;
}

function open(context: TableContext, key: Key & { key: "open-table" }, by: Person): Refusal | null {
  if (context.durable.open) return "table-open";
  keepSession(context, key, by);
  const betting = context.live.stage === "betting" || context.live.stage === "starting";
  const round = betting ? context.durable.round + 1 : context.durable.round;
  emitRecord(context, { kind: "phase", round, phase: betting ? "betting" : "waiting" });
  return null;
}

function close(context: TableContext, key: Key & { key: "close-table" }, by: Person): Refusal | null {
  if (!context.durable.open) return "table-closed";
  const { spin } = context.live;
  if (spin !== null && spin.running && !spin.judged) return "spin-running";
  keepSession(context, key, by);
  emitRecord(context, { kind: "phase", round: context.durable.round, phase: "closed" });
  context.live = { ...context.live, spin: null, turnsMicro: null, gapAt: null };
  return null;
}

/** A void waits to be called, not to be seen; and what to make of an undecided spin is not the croupier's to say. */
export function acknowledge(
  context: TableContext,
  key: Key & { key: "acknowledge" },
  by: Person,
): Refusal | null {
  const task = context.durable.tasks.find((one) => one.id === key.what);
  if (task === undefined || task.kind === "confirm-void") return "nothing-to-acknowledge";
  if (task.kind === "decide" && by.role !== "jefe-de-mesa") return "not-your-key";
  return keep(context, key, by);
}

export function confirm(context: TableContext, key: Key & { key: "confirm-void" }, by: Person): Refusal | null {
  const { verdict } = context.durable;
  const waits = context.durable.tasks.find((task) => task.kind === "confirm-void" && task.round === key.round);
  if (waits === undefined) return verdict?.round === key.round ? "not-a-void" : "no-such-round";
  // What is signed as called must be the cause that the machine judged.
  if (waits.about !== key.rule) return "no-such-rule";
  return keep(context, key, by);
}

/** A void that a person calls: of the spin that runs, or of the verdict that still stands on the screen. */
function callVoid(context: TableContext, key: Key & { key: "void" }, by: Person): Refusal | null {
  const { pack, coverage } = context.rules;
  const declared = declare(pack, coverage.houseRules, key.rule, by.role);
  if (!declared.ok || declared.outcome !== "void") return "no-such-rule";
  if (!context.durable.open) return "table-closed";
  const { spin } = context.live;
  const running = spin !== null && spin.running && !spin.judged && spin.round === key.round;
  const { verdict } = context.durable;
  const standing = verdict !== null && verdict.round === key.round && verdict.kind !== "void";
  const waiting = context.durable.tasks.some((task) => task.kind === "decide" && task.round === key.round);
  if (!running && !standing && !waiting) return "no-such-round";
  emitRecord(context, {
    kind: "void",
    round: key.round,
    reasons: [declared.reason],
    then: declared.then,
    calledBy: by,
  });
  if (spin?.round === key.round) judged(context);
  else annulledByPerson(context, key.round);
  return null;
}
