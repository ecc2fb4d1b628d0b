import { z } from "zod";
import type { ReleaseId } from "../../src/record/chain.ts";
import { UPDATE_STEPS } from "../../src/table/kernel/durable/durable-update.ts";
import { RESTART_COSTS } from "../../src/table/kernel/restart.ts";
import type { Text } from "../../src/text/language.ts";
import { textsOf } from "../../src/text/text-of.ts";

/**
 * What the updater asks of a running unit, on a socket of its own (`update.socket` of the configuration): nothing of it reads or changes
 * evidence but for the records that it has made. One request and one answer a connection, as on `unit.sock`.
 */
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const words = z.string().max(200);

/** A step of an update, as the journal keeps it (record `update`). */
export const updateRecordSchema = z.strictObject({
  step: z.enum(UPDATE_STEPS),
  /** Number of the message, so that one that came twice is known. */
  id: z.string().regex(/^[0-9a-f]{16}$/),
  /** Who wanted it; `updater`: nobody in person. */
  by: words.min(1),
  /** The order that brought it, by its number; null: none did. */
  order: words.nullable(),
  /** The release that it is about; null: none. */
  version: words.nullable(),
  digest: digest.nullable(),
  /** Its number in the repositories; null: it came from none. */
  release: z.int().min(0).nullable(),
  /** The release that is confirmed. */
  fromVersion: words.nullable(),
  fromDigest: digest.nullable(),
  /** Why, by name and in words; null: as it was wanted. */
  why: words.nullable(),
  /** Why somebody wanted it, in their own words. Left out: nobody said so, or it is a step that nobody asks for. */
  reason: words.min(1).exactOptional(),
  /**
   * It is about a base system: its number in the repositories; 0: it was refused before that was known. Version and digest are then those
   * of the base and of its bundle, `release` is null. Left out: it is about a release.
   */
  base: z.int().min(0).exactOptional(),
});
export type UpdateRecord = z.infer<typeof updateRecordSchema>;

/**
 * What a restart is for: another release; the one before, because somebody wants it; the one before, because the trial failed; another base
 * system, with which the whole machine starts anew.
 */
export const RESTART_KINDS = ["install", "rollback", "return", "base"] as const;
export type RestartKind = (typeof RESTART_KINDS)[number];

export const updateQuestionSchema = z.discriminatedUnion("do", [
  /** May the table be restarted now, and what does it say of itself: see {@link UpdateState}. */
  z.strictObject({ do: z.literal("state"), for: z.enum(RESTART_KINDS).default("install") }),
  z.strictObject({ do: z.literal("record"), record: updateRecordSchema }),
  z.strictObject({
    do: z.literal("restart"),
    for: z.enum(RESTART_KINDS).default("install"),
    /** `presses` of the state that said yes: a key that was pressed since wins. */
    presses: z.int().min(0),
    record: updateRecordSchema,
  }),
  z.strictObject({ do: z.literal("self-test"), id: z.string().regex(/^[0-9a-f]{16}$/) }),
]);
export type UpdateQuestion = z.infer<typeof updateQuestionSchema>;

/** Why a table may not be restarted now. */
export const RESTART_OBSTACLES = [
  ...RESTART_COSTS,
  /** A key was pressed since the question before. */
  "key-pressed",
  /** The table is open, and this is not the time of day for it. */
  "outside-window",
  /** The evidence is not in order, or waits for its disk. */
  "store",
  /** Nobody at the table was told. */
  "not-announced",
  /** The people at the table have been told, and their time is not over. */
  "notice",
  /** Somebody wants no update here. */
  "held",
] as const;
export type RestartObstacle = (typeof RESTART_OBSTACLES)[number];

/** What nobody waits for who goes back: only what it would cost the table counts. */
export const NOT_WAITED_FOR: Readonly<Record<RestartKind, readonly RestartObstacle[]>> = {
  install: [],
  base: [],
  rollback: ["not-announced", "notice"],
  return: ["not-announced", "notice", "held", "outside-window", "key-pressed", "store"],
};

export const OBSTACLE_WORDS: Readonly<Record<RestartObstacle, Text>> = textsOf("restart-obstacles");

/** Stands among the devices of a table whose server for people and orders from afar (`remote` of the configuration) is in order. */
export const REMOTE = "remote";

export const UPDATE_STATE_FORMAT = "tirada-update-state/1";

/** What a unit says of itself to the updater. */
export interface UpdateState {
  readonly format: typeof UPDATE_STATE_FORMAT;
  readonly release: ReleaseId;
  readonly pid: number;
  readonly upSeconds: number;
  /** Why it may not be restarted now; empty: it may. */
  readonly obstacles: readonly RestartObstacle[];
  /** Key presses since the start. */
  readonly presses: number;
  readonly isHeld: boolean;
  /** What the screens announce, and until when its notice runs (RFC 3339); null: nothing. */
  readonly announced: { readonly version: string; readonly digest: string; readonly until: string } | null;
  /** Devices that are open and in order, and {@link REMOTE}. */
  readonly devices: readonly string[];
  /** Seconds since the last whole pass that fed the watchdog; null: no service manager waits for one. */
  readonly fedSeconds: number | null;
  /** Resident memory, bytes. */
  readonly memory: number;
  /** The highest number of a release that its journal says was confirmed here; null: none was. */
  readonly confirmedRelease: number | null;
  /** The same of base systems. A unit of an earlier release does not say it. */
  readonly keptBase?: number | null;
  /** Its records of steps may say why somebody wanted them. A unit of an earlier release does not say it. */
  readonly takesReason?: true;
  /** Times of which the updater knows that no clock may be behind them (RFC 3339); null: there was none. */
  readonly times: { readonly witnessed: string | null; readonly result: string | null };
}

/** What a table knows of the time and of the releases before: no repository may be older. */
export type KnownOfTable = Pick<UpdateState, "times" | "confirmedRelease">;

/** What came of a self-test. */
export interface SelfTest {
  /** Number of its record, which is signed and durable. */
  readonly seq: number;
  /** The screens' thread has taken a view with that record. */
  readonly isShown: boolean;
}
