import { EMPTY_TABLE, type Durable } from "../kernel/durable/durable.ts";
import type { Phase } from "../kernel/phase.ts";
import type { RecordBody, ResultRecord, VerdictRecord } from "../kernel/record.ts";
import type { Table } from "../kernel/table.ts";
import { NEW_WHEEL_LIVE } from "./spin.ts";
import type { WheelTypes } from "./types.ts";

/** The wheel part of the durable table: what the next spins are held against. A fold over the records. */
export interface DurableWheel {
  /** The last certified spin, if no spin of unknown validity came after it: alternation is held against it. */
  readonly lastValid: {
    readonly round: number;
    readonly pocket: string;
    readonly rotor: "cw" | "ccw" | null;
  } | null;
  /** The device's own game of the last number, so that none is given twice. */
  readonly lastGame: { readonly deviceGame: number | null; readonly pocket: string } | null;
  /**
   * The device's own game of the spin that ran last, until bets are opened again: a spin that has its verdict is not
   * taken up a second time after a restart. Null when no spin ran or the device does not count.
   */
  readonly playedGame: number | null;
  /** The void round that the next launch repeats, or null. */
  readonly relaunch: number | null;
}

export const EMPTY_WHEEL: DurableWheel = { lastValid: null, lastGame: null, playedGame: null, relaunch: null };

/** A new wheel table. */
export const EMPTY_WHEEL_TABLE: Durable<WheelTypes> = { ...EMPTY_TABLE, wheel: EMPTY_WHEEL };
export const WHEEL_TABLE_START: Table<WheelTypes> = { durable: EMPTY_WHEEL_TABLE, live: NEW_WHEEL_LIVE };

/** The device's own game of a wheel's result; null when it does not count, and for anything else. */
export const deviceGameOf = ({ seen }: Pick<ResultRecord, "seen">): number | null =>
  "deviceGame" in seen ? seen.deviceGame : null;

/** The wheel part after one record. `round` and `phase`: the table's own before it. */
export function reduceWheel(
  before: DurableWheel,
  body: RecordBody<WheelTypes>,
  { round, phase }: { readonly round: number; readonly phase: Phase },
): DurableWheel {
  switch (body.kind) {
    case "key":
      return body.resolves?.outcome === "void" && isNewest(body.round, { round, phase })
        ? { ...before, relaunch: body.round }
        : before;
    case "phase":
      return {
        ...before,
        playedGame: body.phase === "betting" ? null : (body.deviceGame ?? before.playedGame),
      };
    case "result":
    case "void":
    case "undecided":
    case "aborted":
      return isNewest(body.round, { round, phase })
        ? reduceVerdict(before, body)
        : reduceLateVerdict(before, body);
    default:
      return before;
  }
}

/** Whether no ball was launched after this round: it is the table's own, or the bets of the next one are open. */
function isNewest(
  of: number | null,
  { round, phase }: { readonly round: number; readonly phase: Phase },
): of is number {
  return of !== null && (of >= round || (of === round - 1 && phase === "betting"));
}

/** A round that was left open is decided while a later one is played. */
function reduceLateVerdict(before: DurableWheel, body: VerdictRecord<WheelTypes>): DurableWheel {
  return before.lastValid?.round === body.round ? { ...before, lastValid: null } : before;
}

function reduceVerdict(before: DurableWheel, body: VerdictRecord<WheelTypes>): DurableWheel {
  if (body.kind === "result") {
    const { pocket } = body.result;
    const { deviceGame, rotor } = body.seen;
    const certified = body.certainty.level === "certified";
    const lastValid = certified ? { round: body.round, pocket, rotor } : null;
    // A wheel may count with the number itself: from here on the spin is known by that game.
    const playedGame = deviceGame ?? before.playedGame;
    return { lastGame: { deviceGame, pocket }, lastValid, playedGame, relaunch: null };
  }
  if (body.kind === "void") {
    const annulled = before.lastValid?.round === body.round;
    return { ...before, ...(annulled ? { lastValid: null } : {}), relaunch: body.round };
  }
  if (body.kind !== "undecided") return before;
  // A void that was refused is not repeated.
  const isRefused = body.contestedBy !== undefined && before.relaunch === body.round;
  return { ...before, lastValid: null, ...(isRefused ? { relaunch: null } : {}) };
}
