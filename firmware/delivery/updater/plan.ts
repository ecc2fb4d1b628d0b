import { join } from "node:path";
import { z } from "zod";
import { canonical } from "../../../src/record/canonical.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { RESTART_KINDS, updateRecordSchema, type UpdateRecord } from "../../net/update-questions.ts";
import { removeFile, replaceFile } from "./slots.ts";
import { storedState } from "../../files/read-file.ts";

/** What is under way, in a file: whoever comes after a cut goes on from it. */
const PLAN = "plan";
/** Records that the table has not taken yet. */
const OUTBOX = "outbox";
/** So many records wait for a table that does not answer; then the oldest gives way. */
export const OUTBOX_MAX = 64;
const FILE_MAX_BYTES = 128 * 1_024;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const named = z.strictObject({ rel: digest, version: z.string().max(64) });

const planSchema = z.strictObject({
  format: z.literal("tirada-plan/1"),
  /** An installation, or the way back to the release before because somebody wants it. */
  kind: z.enum(RESTART_KINDS).exclude(["return", "base"]),
  /**
   * - `waiting`: the slot is there, and the table has not said yes; - `switching`: it has, and `trial` and `current` are being
   * written; - `trying`: the next start of the table runs the release.
   */
  stage: z.enum(["waiting", "switching", "trying"]),
  to: named,
  /** Number of the release in the repositories; null: it came from none. */
  release: z.int().min(0).nullable(),
  from: named,
  by: z.string().min(1).max(200),
  order: z.string().max(200).nullable(),
  /** Devices that were open and in order before the switch, and whether a watchdog was fed. */
  devices: z.array(z.string().max(40)).max(32),
  isFed: z.boolean(),
});
export type Plan = z.infer<typeof planSchema>;

/** What is under way; null: nothing is. Throws a JournalError when the file cannot be read. */
export const readPlan = (root: string): Plan | null => readJson(root, PLAN, planSchema);

export const writePlan = (root: string, plan: Plan): void => replaceFile(root, PLAN, `${canonical(plan)}\n`);

export const removePlan = (root: string): void => removeFile(root, PLAN);

/** Records that wait, the oldest first. */
export const readOutbox = (root: string): readonly UpdateRecord[] =>
  readJson(root, OUTBOX, z.array(updateRecordSchema).max(OUTBOX_MAX)) ?? [];

export function writeOutbox(root: string, records: readonly UpdateRecord[]): void {
  if (records.length === 0) removeFile(root, OUTBOX);
  else replaceFile(root, OUTBOX, `${canonical(records.slice(-OUTBOX_MAX))}\n`);
}

/** A file of the folder that this program wrote; null: it is not there. Throws a JournalError when it is damaged. */
export function readJson<T>(root: string, name: string, schema: z.ZodType<T>): T | null {
  const path = join(root, name);
  return onDisk("reading", path, () =>
    storedState(path, schema, FILE_MAX_BYTES, (error) => {
      if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
      throw new JournalError("corrupt", `${path} is damaged; move it away, and begin the update again`);
    }),
  );
}
