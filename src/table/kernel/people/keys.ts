import { KEY_ROLES } from "../../../people/keys.ts";
import type { Person } from "../../../people/roles.ts";
import { declare, type Declaration } from "../../../rules/declare.ts";
import { isUnderWay, type Durable } from "../durable/durable.ts";
import { lastWordOf } from "../durable/last-word.ts";
import { roundsLeft } from "../durable/last-rounds.ts";
import { emitPhase, emitRecord, type StepContext, type TableContext } from "../context.ts";
import type { AnyFamily, FamilyTypes } from "../family-types.ts";
import type { KeyNamed, KeyOf } from "./key-of.ts";
import { rolesOfTask } from "./task-roles.ts";
import type { Task } from "../durable/tasks.ts";

/** What the keys of all tables have in common. */

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
  | "name-card-first"
  | "no-such-faces"
  | "in-series"
  | "no-such-point"
  | "dice-in-play"
  | "no-such-outcome"
  | "once-a-session"
  | "change-owed"
  | "say-if-announced"
  | "confirm-point"
  | "series-stands"
  | "say-if-found"
  | "too-many-disputes"
  | "too-late"
  | "too-late-to-take-back"
  | "nothing-to-take-back"
  | "contradicts-cards"
  | "say-which-card"
  | "turn-first"
  | "say-whose-card"
  | "card-face-down"
  | "put-right-by-another"
  | "changes-nothing";

/**
 * What each key does at tables of one family: it asks for its records, or says why not. A refused key changes nothing. The order of
 * presses is the order of inputs, so two people who press at once have one outcome.
 */
export type KeyHandlers<Family extends FamilyTypes = AnyFamily> = {
  readonly [Name in KeyOf<Family>["key"]]?: (
    context: TableContext<Family>,
    key: KeyNamed<Name, Family>,
    by: Person,
  ) => Refusal | null;
};

/** At wheels and cards a void is the jefe de mesa's to call; dice have laws that name others. */
export function mayPress({ key }: KeyOf, { role }: Person): boolean {
  const allowed: readonly string[] = KEY_ROLES[key];
  return allowed.includes(role) && (role === "jefe-de-mesa" || (key !== "void" && key !== "confirm-void"));
}

/** A key that no handler is named for belongs to tables of another family. */
export function dispatchKey<Family extends FamilyTypes>(
  handlers: KeyHandlers<Family>,
  context: TableContext<Family>,
  key: KeyOf<Family>,
  by: Person,
): Refusal | null {
  const handler: ((of: TableContext<Family>, key: never, by: Person) => Refusal | null) | undefined =
    handlers[key.key as KeyOf<Family>["key"]];
  return handler === undefined ? "not-now" : handler(context, key as never, by);
}

export function recordKey<Family extends FamilyTypes>(
  context: StepContext<Family>,
  key: KeyOf<Family>,
  by: Person,
): null;
export function recordKey(context: StepContext, key: KeyOf, by: Person): null {
  emitRecord(context, { kind: "key", round: context.durable.round, key, by });
  return null;
}

/** The table is opened or closed by key, with what the law wants done then. */
export function recordSessionKey(
  context: StepContext,
  key: KeyNamed<"open-table" | "close-table">,
  by: Person,
): void {
  const { opening, closing } = context.rules.pack.session ?? {};
  const duties = (key.key === "open-table" ? opening : closing) ?? [];
  const { round } = context.durable;
  emitRecord(context, { kind: "key", round, key, by, ...(duties.length > 0 ? { duties } : {}) });
}

/** Opens a table that then waits for its devices. */
export function openTable(context: TableContext, key: KeyNamed<"open-table">, by: Person): Refusal | null {
  if (context.durable.open) return "table-open";
  recordSessionKey(context, key, by);
  emitPhase(context, "waiting");
  context.rules.family.steps.handleOpened(context);
  return null;
}

/** What a person declares by this key; null: the rulebook does not let this person, or not by this key. */
export function declarationOf(
  { rules: { pack, coverage } }: StepContext,
  key: KeyNamed<"void" | "declare">,
  by: Person,
): (Declaration & { readonly ok: true }) | null {
  const declared = declare(pack, coverage.houseRules, key.rule, by.role);
  return declared.ok && (key.key === "void") === (declared.outcome === "void") ? declared : null;
}

/** A person has to decide about this round. */
export function isDecisionOpen({ durable }: StepContext, round: number): boolean {
  return durable.tasks.some((task) => task.kind === "decide" && task.round === round);
}

/** It is this rule that leaves the round to somebody. */
export const isDecisionAbout = ({ tasks }: Pick<Durable, "tasks">, of: number, rule: string): boolean =>
  tasks.some(({ kind, round, about }) => kind === "decide" && round === of && about === rule);

/** Somebody has declared it of this round, or is asked about it: said once more it changes nothing, and taken back it would leave none. */
export const isDeclared = ({ tasks }: Durable, of: number, rule: string): boolean =>
  tasks.some(
    ({ kind, round, about, declaredBy }) =>
      round === of && about === rule && (kind === "decide" || declaredBy !== undefined),
  );

/** Nothing of the newest round has happened of which anybody could decide: its bets are open, or it was not begun. */
export function isUnbegun({ durable: { phase, round, series } }: StepContext): boolean {
  const isBefore = phase === "betting" || phase === "waiting" || phase === "preparing";
  return isBefore && !series.some((one) => one.round === round);
}

/** Whether this person may do what waits. */
function mayDo({ rules: { pack, coverage, family } }: StepContext, task: Task, { role }: Person): boolean {
  return rolesOfTask(task, { pack, family, houseRules: coverage.houseRules }).includes(role);
}

/** What was declared last of the newest round, until its verdict; what was declared behind that, until the next round. */
export const lastDeclared = (durable: Durable): Task | undefined =>
  durable.tasks.findLast(
    ({ round, declaredBy, isBehind }) =>
      round === durable.round && declaredBy !== undefined && (isBehind === true || isUnderWay(durable, round)),
  );

/**
 * What was said last is not so, by who said it or the jefe de mesa: a notice, the words that close the bets or a point, or else what was declared of
 * the newest round. Cards, whose words move cards, have a way of their own for those. `reopenBets`: the words that closed them were not said.
 */
export function takeBack(
  context: StepContext,
  key: KeyNamed<"take-back">,
  by: Person,
  reopenBets: () => void = () => undefined,
): Refusal | null {
  const { durable } = context;
  const { round, open } = durable;
  const lastWord = lastWordOf(durable);
  if (!open) return "table-closed";
  if (key.round !== round) return "no-such-round";
  const declared = lastDeclared(durable);
  if (lastWord === undefined && declared === undefined)
    return isUnderWay(durable, round) ? "nothing-to-take-back" : "too-late-to-take-back";
  if ((lastWord?.by ?? declared?.declaredBy) !== by.name && by.role !== "jefe-de-mesa") return "not-your-key";
  const takesBack = lastWord?.key ?? { key: "declare" as const, round, rule: declared?.about ?? "" };
  emitRecord(context, { kind: "key", round, key, by, takesBack });
  if (takesBack.key === "no-more-bets") reopenBets();
  return null;
}

/**
 * A void waits to be called, not to be seen; what becomes of an undecided round is seen by whoever decides it; and a round that waits for
 * an answer gets that.
 */
export function acknowledge(context: StepContext, key: KeyNamed<"acknowledge">, by: Person): Refusal | null {
  const task = context.durable.tasks.find((one) => one.id === key.what);
  if (task === undefined || task.kind === "confirm-void") return "nothing-to-acknowledge";
  if (!mayDo(context, task, by)) return "not-your-key";
  const { durable, rules } = context;
  if (rules.family.people.awaitsAnswer?.(durable, task) === true) return "not-now";
  return recordKey(context, key, by);
}

export function confirmVoid(context: StepContext, key: KeyNamed<"confirm-void">, by: Person): Refusal | null {
  const { verdict, tasks } = context.durable;
  const waits = tasks.find((task) => task.kind === "confirm-void" && task.round === key.round);
  if (waits === undefined) return verdict?.round === key.round ? "not-a-void" : "no-such-round";
  if (!mayDo(context, waits, by)) return "not-your-key";
  // What is signed as called must be the cause that the machine judged.
  if (waits.about !== key.rule) return "no-such-rule";
  return recordKey(context, key, by);
}

/**
 * The notice of the last rounds, or of the last game where the key names it or this law has no other. The last game may be announced
 * while the last rounds are counted. Asks for its record, or says why not.
 */
export function announceLastRounds(
  context: StepContext,
  key: KeyNamed<"last-three-spins">,
  by: Person,
): Refusal | null {
  const { durable, rules } = context;
  const { announcements } = rules.pack;
  const rounds = announcements.find((one) => one.phase === "last-three-spins");
  const game = announcements.find((one) => one.phase === "last-game");
  const notice = key.notice === undefined ? (rounds ?? game) : game;
  if (notice === undefined) return "no-such-rule";
  if (!durable.open) return "table-closed";
  if (notice.oncePerSession === true && durable.lastCalled === true) return "once-a-session";
  const isGame = notice.phase === "last-game";
  const isCounted = (roundsLeft(durable, rules.pack) ?? 0) > 0;
  const isSaid = durable.lastIs !== undefined && durable.lastRounds !== null;
  if (isGame ? isSaid && (isCounted || durable.lastIs === "shoe") : isCounted) return "not-now";
  const about = isGame
    ? { notice: notice.of === "shoe" ? ("last-shoe" as const) : ("last-game" as const) }
    : notice.rounds === undefined
      ? {}
      : { rounds: notice.rounds };
  emitRecord(context, { kind: "key", round: durable.round, key: { key: key.key, ...about }, by });
  return null;
}
