import { canonical } from "../record/canonical.ts";
import { sha256Hex } from "../record/bytes.ts";
import { nameKey } from "./names.ts";
import type { Role } from "./roles.ts";

/**
 * Everything that somebody has done to a table besides playing at it, and the one judge of who may: a technician at the table with a PIN
 * (`acts.ts`), and somebody far away with a certificate (`src/orders/`), are asked the same.
 */

/** By whose hand it comes: at the table, signed in with a PIN; or from afar, signed with a certificate. */
export type ActionWay = "table" | "order";

export interface ActionRule {
  /** Who may begin it. */
  readonly roles: readonly Role[];
  /** The ways that it can come. */
  readonly ways: readonly ActionWay[];
  /** The table must be closed, from the beginning to the end. */
  readonly closed: boolean;
  /** Another person must want it too; `weight`: that hangs on what is asked for. */
  readonly second: "never" | "always" | "weight";
}

const TECNICO: readonly Role[] = ["tecnico"];
const READERS: readonly Role[] = ["tecnico", "inspector"];
const BOTH: readonly ActionWay[] = ["table", "order"];
const AT_TABLE: readonly ActionWay[] = ["table"];
const AFAR: readonly ActionWay[] = ["order"];

const device = { roles: TECNICO, ways: AT_TABLE, closed: true, second: "never" } as const;
const any = { ways: BOTH, closed: false, second: "never" } as const;

/** The rule of each action. */
export const ACTIONS = {
  "test-device": device,
  "calibrate-wheel": device,
  "calibrate-eye": device,
  "check-shoe": device,
  "check-panel": device,
  "undo-calibration": device,
  "inspect-wheel": { ...device, roles: ["tecnico", "jefe-de-mesa"], closed: false },
  "inspect-dice": { ...device, roles: ["tecnico", "jefe-de-mesa"], closed: false },
  "check-cards": { ...device, roles: ["tecnico", "jefe-de-mesa"], closed: false },
  "flash-board": device,
  "flash-panel": device,
  "accept-device": device,
  "self-test": { ...any, roles: TECNICO },
  "restart-screens": { ...any, roles: ["tecnico", "jefe-de-mesa"] },
  check: { ...any, roles: READERS },
  install: { ...any, roles: TECNICO, second: "weight" },
  "install-base": { ...any, roles: TECNICO, second: "weight" },
  rollback: { ...any, roles: TECNICO },
  hold: { ...any, roles: ["tecnico", "jefe-de-mesa"] },
  configure: { ...any, roles: TECNICO, second: "always" },
  "undo-configuration": { ...any, roles: TECNICO, ways: AT_TABLE, second: "always" },
  "withdraw-configuration": { ...any, roles: TECNICO, ways: AT_TABLE },
  "change-people": { ...any, roles: TECNICO, ways: AT_TABLE, second: "always" },
  "test-mode": { ...any, roles: TECNICO, ways: AT_TABLE, closed: true, second: "always" },
  export: { ...any, roles: READERS },
  case: { ...any, roles: READERS, ways: AT_TABLE },
  bundle: { ...any, roles: READERS },
  diagnose: { ...any, roles: READERS, ways: AFAR },
  "verify-release": { ...any, roles: READERS, ways: AFAR },
  visit: { ...any, roles: ["tecnico", "inspector", "jefe-de-mesa"], ways: AFAR },
} as const satisfies Readonly<Record<string, ActionRule>>;
export type ActionName = keyof typeof ACTIONS;
export const ACTION_NAMES = Object.keys(ACTIONS) as readonly ActionName[];

export const ruleOf = (action: ActionName): ActionRule => ACTIONS[action];

/** The second person may be any of these. */
export const SECOND_ROLES: readonly Role[] = ["tecnico", "inspector", "jefe-de-mesa"];
/** Tables on which one person alone may have a release installed at once. */
export const ALONE_TABLES_MAX = 25;

/** Whoever acts. `key`: what proves that two are two, where names alone do not. */
export interface ActingPerson {
  readonly name: string;
  readonly role: Role;
  readonly key?: string;
}

/** What of its arguments an action is weighed by. */
export interface ActionWeight {
  /** A release from which there is no way back. */
  readonly isWithoutReturn: boolean;
  /** Tables that it is for. */
  readonly tables: number;
}
export const ONE_TABLE: ActionWeight = { isWithoutReturn: false, tables: 1 };

/** By what of its arguments an action is weighed: a release that asks for an export first has no way back. */
export function weightOf(action: ActionName, asked: object, tables = ONE_TABLE.tables): ActionWeight {
  const exported: unknown = "export" in asked ? asked.export : null;
  return { isWithoutReturn: action === "install" && typeof exported === "string" && exported !== "", tables };
}

export interface AskedAction {
  readonly action: ActionName;
  readonly way: ActionWay;
  /** The first is who wants it; the second, if there is one, wants it too. */
  readonly people: readonly ActingPerson[];
  readonly weight: ActionWeight;
  /** Null: whoever judges does not know; it is judged again where it is known. */
  readonly isOpen: boolean | null;
}

export type ActionRefusal = "other-way" | "wrong-role" | "open" | "second-missing" | "second-same";

/** Whether two people must want it. */
export function needsSecond(action: ActionName, { isWithoutReturn, tables }: ActionWeight): boolean {
  const { second } = ruleOf(action);
  if (second !== "weight") return second === "always";
  return (action === "install" && isWithoutReturn) || tables > ALONE_TABLES_MAX;
}

/** Why these people may not have it done now, by what stands first in the way; null: they may. */
export function judgeAction({ action, way, people, weight, isOpen }: AskedAction): ActionRefusal | null {
  const rule = ruleOf(action);
  const [first, second] = people;
  if (!rule.ways.includes(way)) return "other-way";
  if (first === undefined || !rule.roles.includes(first.role)) return "wrong-role";
  if (rule.closed && isOpen === true) return "open";
  if (second === undefined) return needsSecond(action, weight) ? "second-missing" : null;
  // Two people are two keys; and two names that read alike are one person's.
  const isOneKey = second.key !== undefined && second.key === first.key;
  if (isOneKey || nameKey(second.name) === nameKey(first.name)) return "second-same";
  return SECOND_ROLES.includes(second.role) ? null : "wrong-role";
}

/** Whether this person may begin it at the table, whoever else must want it and however the table stands. */
export function mayBegin(action: ActionName, person: ActingPerson): boolean {
  const asked = { action, way: "table", people: [person], weight: ONE_TABLE, isOpen: null } as const;
  return [null, "second-missing"].includes(judgeAction(asked));
}

/** What a record has of an action: who wanted it, in which role, who besides, and what was asked for, as far as a record goes. */
export interface RecordedAction {
  readonly person: string;
  readonly role: Role | null;
  readonly second: string | null;
  readonly asked: string;
}

/** Letters of what was asked for, in a record. */
const ASKED_MAX = 200;
/** What is named in a record by its digest: a configuration is long, and the rest of these are secrets. */
const BY_DIGEST: readonly string[] = ["configuration", "pin"];

export function recordedAction(
  people: readonly ActingPerson[],
  asked: Readonly<Record<string, unknown>>,
): RecordedAction {
  const [first, second] = people;
  return {
    person: first?.name ?? "",
    role: first?.role ?? null,
    second: second?.name ?? null,
    asked: canonical(shortened(asked)).slice(0, ASKED_MAX),
  };
}

function shortened(asked: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(asked)) {
    if (!BY_DIGEST.includes(name) || typeof value !== "string") shown[name] = value;
    else if (name === "configuration") {
      shown["characters"] = value.length;
      shown["sha256"] = sha256Hex(value);
    }
  }
  return shown;
}
