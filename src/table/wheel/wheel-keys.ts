import type { Person } from "../../people/roles.ts";
import { emitPhase, emitRecord } from "../kernel/context.ts";
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
  mayPress,
  recordKey,
  recordSessionKey,
  type KeyHandlers,
  type Refusal,
} from "../kernel/people/keys.ts";
import { isOfPast, isTooLate, lateOfWaiting, lateRound, voidLate } from "../kernel/late/late-verdict.ts";
import { resolveRound } from "../kernel/late/resolve.ts";
import { emitVoid } from "../kernel/verdicts.ts";
import { endSpin, prepareRelaunch } from "./verdict.ts";
import type { WheelContext, WheelTypes } from "./types.ts";

/** The keys of a wheel table. */
const HANDLERS: KeyHandlers<WheelTypes> = {
  "open-table": openWheelTable,
  "close-table": closeTable,
  "confirm-void": confirmVoid,
  void: callVoid,
  declare: declareIncident,
  "take-back": (context, key, by) => takeBack(context, key, by, () => reopenBets(context)),
  acknowledge,
  resolve: resolveRound,
  "no-more-bets": closeBets,
  "last-three-spins": announceLastRounds,
};

export function handleWheelKey(context: WheelContext, key: KeyOf<WheelTypes>, by: Person): Refusal | null {
  if (!mayPress(key, by)) return "not-your-key";
  return dispatchKey(HANDLERS, context, key, by);
}

/** No va más is called while the ball runs; before the launch there is nothing that it could close. */
function closeBets(context: WheelContext, key: KeyNamed<"no-more-bets">, by: Person): Refusal | null {
  const { open, phase, round } = context.durable;
  if (!open) return "table-closed";
  if (phase !== "ball-in-play") return "no-bets-to-close";
  recordKey(context, key, by);
  const deviceGame = context.live.spin?.deviceGame ?? null;
  emitRecord(context, { kind: "phase", round, phase: "no-more-bets", deviceGame });
  return null;
}

/**
 * The key was pressed and the words were not said: they close the bets, not the key (País Vasco, ll. 564, 998). While the ball is on the
 * rim they are open again; a device that has closed them since, or is not heard, keeps them closed.
 */
function reopenBets(context: WheelContext): void {
  const { stage, spin, gapAt } = context.live;
  const phase = stage === "ball-in-rim" && gapAt === null ? "ball-in-play" : "no-more-bets";
  const { round } = context.durable;
  emitRecord(context, { kind: "phase", round, phase, deviceGame: spin?.deviceGame ?? null });
}

/** An incident of the catalogue that does not void the spin: recorded with its paragraph; the jefe de mesa is told. */
function declareIncident(context: WheelContext, key: KeyNamed<"declare">, by: Person): Refusal | null {
  const declared = declarationOf(context, key, by);
  if (declared === null) return "no-such-rule";
  const { open, round } = context.durable;
  const { outcome, reason, rule } = declared;
  const decides = outcome === "person-decides" && rule.scope === "spin";
  if (!open && !(decides && isOfPast(context, key))) return "table-closed";
  if (key.round !== round || !open) {
    const late = decides ? lateRound(context, key.round) : "no-such-round";
    if (typeof late === "string") return late;
    if (late.kind !== "result") return "changes-nothing";
  } else if (decides && isUnbegun(context)) return "not-now";
  else if (decides && isTooLate(context, round)) return "too-late";
  if (isDeclared(context.durable, key.round, rule.id)) return "changes-nothing";
  const attests = { rule: key.rule, cite: reason.cite, outcome, ...(decides ? { decides } : {}) };
  emitRecord(context, { kind: "key", round, key, by, attests });
  return null;
}

/** A device that takes bets already opens the first round. */
function openWheelTable(context: WheelContext, key: KeyNamed<"open-table">, by: Person): Refusal | null {
  const { open, round } = context.durable;
  if (open) return "table-open";
  recordSessionKey(context, key, by);
  const { stage } = context.live;
  if (stage === "betting" || stage === "starting") emitPhase(context, "betting", round + 1);
  else emitPhase(context, "waiting");
  return null;
}

function closeTable(context: WheelContext, key: KeyNamed<"close-table">, by: Person): Refusal | null {
  if (!context.durable.open) return "table-closed";
  const { spin } = context.live;
  if (spin !== null && spin.running && !spin.judged) return "spin-running";
  recordSessionKey(context, key, by);
  emitPhase(context, "closed");
  context.live = { ...context.live, spin: null, turnsMicro: null, gapAt: null };
  return null;
}

/** A void that a person calls: of the spin that runs, of the verdict that still stands on the screen, or of a spin before it. */
function callVoid(context: WheelContext, key: KeyNamed<"void">, by: Person): Refusal | null {
  const declared = declarationOf(context, key, by);
  if (declared === null) return "no-such-rule";
  const { open, verdict } = context.durable;
  if (isTooLate(context, key.round)) return "too-late";
  if (!open)
    return isOfPast(context, key) ? voidLate(context, key.round, [declared.reason], by) : "table-closed";
  const { spin } = context.live;
  const running = spin !== null && spin.running && !spin.judged && spin.round === key.round;
  const standing = verdict !== null && verdict.round === key.round && verdict.kind !== "void";
  if (!running && !standing && !isDecisionOpen(context, key.round))
    return voidLate(context, key.round, [declared.reason], by);
  const late = running || standing ? {} : lateOfWaiting(context, key.round);
  emitVoid(context, key.round, [declared.reason], by, late);
  if (spin?.round === key.round) endSpin(context);
  else prepareRelaunch(context, key.round);
  return null;
}
