import type { RecordBody, VerdictRecord } from "../record.ts";
import type { CrapsState } from "../../dice/outcome-types.ts";
import type { DieFace } from "../../dice/faces.ts";
import type { Person } from "../../people/roles.ts";
import { CHANGE_STEPS } from "./steps.ts";
import { INCIDENTS_MAX, type DiceShown } from "./shown.ts";

/** The dice part of the durable table after one record. `stands`: the verdict that stood before it. */
export function diceAfter(before: DiceShown, body: RecordBody, stands: VerdictRecord | null): DiceShown {
  switch (body.kind) {
    case "phase":
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
      };
    case "void": {
      const owed = body.then.some(({ step }) => CHANGE_STEPS.includes(step));
      return {
        ...before,
        craps: seriesWithout(before.craps, stands, body.round),
        changeOwed: before.changeOwed || owed,
        // A cause that is added to a void is no other throw.
        throwsOfSet: before.throwsOfSet + (stands?.kind === "void" && stands.round === body.round ? 0 : 1),
        named: null,
      };
    }
    case "undecided":
      return { ...before, craps: seriesWithout(before.craps, stands, body.round) };
    case "throw-incident":
      // What a person is only asked has not happened yet.
      if (body.verdict === "person-decides") return before;
      return { ...before, incidents: [...before.incidents, body].slice(-INCIDENTS_MAX) };
    case "dice-set":
      switch (body.event) {
        case "changed":
          // Dice that a shooter takes to end a series are still of the set that has to go.
          return {
            ...clockAt(before, { set: 0 }),
            changeOwed: before.changeOwed && body.craps?.phase === "point",
            throwsOfSet: 0,
          };
        case "thrower-changed":
          return {
            ...clockAt(before, { thrower: 0 }),
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
      return before;
    case "key":
      if (body.key.key === "announce") return { ...before, announced: true };
      return body.key.key === "dice-are" ? afterNaming(before, body.key, body.by) : before;
    default:
      return before;
  }
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
