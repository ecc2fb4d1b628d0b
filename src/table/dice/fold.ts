import type { RecordBody, VerdictRecord } from "../record.ts";
import type { CrapsState } from "../../dice/outcome-types.ts";
import type { DieFace } from "../../dice/faces.ts";
import type { Person } from "../../people/roles.ts";
import type { DiceSetRecord, ThrowIncidentRecord } from "./records.ts";
import { CHANGE_STEPS, OTHER_DICE_STEPS } from "./steps.ts";
import { INCIDENTS_MAX, type DiceShown } from "./shown.ts";

/** The dice part of the durable table after one record. `stands`: the verdict that stood before it. */
export function diceAfter(before: DiceShown, body: RecordBody, stands: VerdictRecord | null): DiceShown {
  switch (body.kind) {
    case "phase":
      if (body.phase === "throwing") return withoutMayChange(before);
      if (body.phase === "closed") return withoutClock(before);
      if (body.phase !== "betting") return before;
      return { ...before, announced: false, incidents: [], named: null };
    case "result":
      if (!("faces" in body.result)) return before;
      return {
        ...before,
        craps: body.result.craps?.after ?? before.craps,
        throwsOfSet: before.throwsOfSet + 1,
        named: null,
        // The seven that loses takes the dice from the shooter.
        ...(body.result.craps?.call === "seven-out"
          ? { shooter: null, passing: { from: before.shooter } }
          : {}),
      };
    case "void": {
      const owed = body.then.some(({ step }) => CHANGE_STEPS.includes(step));
      const other = body.then.some(({ step }) => OTHER_DICE_STEPS.includes(step));
      return {
        ...shooterWithout(before, stands, body.round),
        ...(other ? { mayChange: true as const } : {}),
        craps: seriesWithout(before.craps, stands, body.round),
        changeOwed: before.changeOwed || owed,
        // A cause that is added to a void is no other throw.
        throwsOfSet: before.throwsOfSet + (stands?.kind === "void" && stands.round === body.round ? 0 : 1),
        named: null,
      };
    }
    case "undecided":
      return {
        ...shooterWithout(before, stands, body.round),
        craps: seriesWithout(before.craps, stands, body.round),
      };
    case "throw-incident":
      // What a person is only asked has not happened yet.
      if (body.verdict === "person-decides") return before;
      return {
        ...before,
        // A die that was lost: the set goes when the series has ended.
        changeOwed: before.changeOwed || body.then.some(({ step }) => isLost(body, step)),
        incidents: [...before.incidents, body].slice(-INCIDENTS_MAX),
      };
    case "dice-set":
      return setAfter(before, body);
    case "key":
      if (body.key.key === "announce") return { ...before, announced: true };
      return body.key.key === "dice-are" ? afterNaming(before, body.key, body.by) : before;
    default:
      return before;
  }
}

/** A change of dice or thrower, a point that somebody marked, or what the clocks counted. */
function setAfter(before: DiceShown, body: DiceSetRecord): DiceShown {
  switch (body.event) {
    case "changed":
      // Dice that a shooter takes to end a series are still of the set that has to go.
      return {
        ...clockAt(withoutMayChange(before), { set: 0 }),
        changeOwed: before.changeOwed && body.craps?.phase === "point",
        throwsOfSet: 0,
      };
    case "thrower-changed":
      return {
        ...clockAt(withoutPassing(before), { thrower: 0 }),
        shooter: typeof body.detail["seat"] === "number" ? body.detail["seat"] : null,
      };
    case "clock":
      return {
        ...before,
        clock: { set: count(body.detail["set"]), thrower: count(body.detail["thrower"]) },
      };
    case "point-marked":
      return { ...before, craps: body.craps };
  }
}

const isLost = ({ verdict }: ThrowIncidentRecord, step: string): boolean =>
  verdict === "stands" && CHANGE_STEPS.includes(step);

function withoutMayChange(before: DiceShown): DiceShown {
  const { mayChange, ...rest } = before;
  return mayChange === undefined ? before : rest;
}

function withoutPassing(before: DiceShown): DiceShown {
  const { passing, ...rest } = before;
  return passing === undefined ? before : rest;
}

/** A seven that is taken back gives the dice back to the shooter, unless somebody else has them by now. */
function shooterWithout(before: DiceShown, stands: VerdictRecord | null, round: number): DiceShown {
  const { passing } = before;
  if (passing === undefined || stands?.kind !== "result" || stands.round !== round) return before;
  const lost = "faces" in stands.result && stands.result.craps?.call === "seven-out";
  return lost ? { ...withoutPassing(before), shooter: passing.from } : before;
}

const count = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** What is counted begins anew with the change; what is not counted stays so. */
function clockAt(before: DiceShown, change: Partial<NonNullable<DiceShown["clock"]>>): DiceShown {
  return before.clock === undefined ? before : { ...before, clock: { ...before.clock, ...change } };
}

function withoutClock(before: DiceShown): DiceShown {
  const { clock, ...rest } = before;
  return clock === undefined ? before : rest;
}

/** The first word waits for the second; two that differ are both thrown away. */
function afterNaming(
  before: DiceShown,
  { round, faces }: { readonly round: number; readonly faces: readonly DieFace[] },
  by: Person,
): DiceShown {
  const rest = withoutDiffer(before);
  const first = before.named?.round === round ? before.named : null;
  const text = (all: readonly DieFace[]): string => [...all].sort().join(" ");
  if (first !== null && first.by !== by.name && text(first.faces) !== text(faces))
    return { ...rest, named: null, differ: { round, by: [first.by, by.name] } };
  return { ...rest, named: namedBy(round, faces, by) };
}

function withoutDiffer(before: DiceShown): DiceShown {
  const { differ, ...rest } = before;
  return differ === undefined ? before : rest;
}

function namedBy(round: number, faces: readonly DieFace[], by: Person): DiceShown["named"] {
  const isHead = by.role === "jefe-de-mesa" || by.role === "inspector";
  return { round, faces, by: by.name, ...(isHead ? { isHead } : {}) };
}

/** A result that is taken back takes along what it did to the series, unless somebody has marked another point since. */
function seriesWithout(now: CrapsState | null, stands: VerdictRecord | null, round: number): CrapsState | null {
  if (stands?.kind !== "result" || stands.round !== round || !("faces" in stands.result)) return now;
  const { craps } = stands.result;
  return craps !== null && pointOf(now) === pointOf(craps.after) ? craps.before : now;
}

const pointOf = (craps: CrapsState | null): number | null => (craps?.phase === "point" ? craps.point : null);
