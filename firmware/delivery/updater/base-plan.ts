import { z } from "zod";
import { canonical } from "../../../src/record/canonical.ts";
import { readJson } from "./plan.ts";
import { removeFile, replaceFile } from "./slots.ts";

/** The base that is under way, in a file as {@link Plan} is for a release. */
const PLAN = "base-plan";
/** The base that was kept last, and digests of bundles that were gone back from. */
const KEPT = "base-kept";
const RETURNED = "base-returned";
/** What is asked of the machine's own service (`install-base`). */
const REQUEST = "base-request";
/** So many bundles that were gone back from are known; then the oldest is forgotten. */
export const RETURNED_MAX = 32;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const version = z.string().max(64);

const planSchema = z.strictObject({
  format: z.literal("tirada-base-plan/1"),
  /**
   * - `waiting`: the bundle is here, and the table has not said yes; - `writing`: the machine's service writes it; - `written`: the table is
   * asked again; - `trying`: the machine starts with it, or has.
   */
  stage: z.enum(["waiting", "writing", "written", "trying"]),
  to: z.strictObject({ number: z.int().min(1), version, digest, kind: z.string().max(16) }),
  from: z.strictObject({ version, digest: digest.nullable() }),
  by: z.string().min(1).max(200),
  order: z.string().max(200).nullable(),
  /** Place that the base before runs from, and the start of the machine in which it was asked for. */
  slot: z.enum(["A", "B"]),
  boot: z.string().max(64),
  /** Of the installation that the machine's service was asked for, and how many there were. */
  request: z.string().max(16),
  attempts: z.int().min(0),
});
export type BasePlan = z.infer<typeof planSchema>;

const keptSchema = z.strictObject({ number: z.int().min(1), version, digest });
export type KeptBase = z.infer<typeof keptSchema>;

/** What is under way; null: nothing is. Throws a JournalError when the file is damaged. */
export const readBasePlan = (root: string): BasePlan | null => readJson(root, PLAN, planSchema);
export const writeBasePlan = (root: string, plan: BasePlan): void =>
  replaceFile(root, PLAN, `${canonical(plan)}\n`);
export const removeBasePlan = (root: string): void => removeFile(root, PLAN);

/** The base that was kept last; null: none was, of those that came this way. */
export const readKeptBase = (root: string): KeptBase | null => readJson(root, KEPT, keptSchema);
export const writeKeptBase = (root: string, { number, version: named, digest: sha256 }: KeptBase): void =>
  replaceFile(root, KEPT, `${canonical({ number, version: named, digest: sha256 })}\n`);

/** Digests of bundles that were gone back from. */
export const readReturnedBases = (root: string): readonly string[] =>
  readJson(root, RETURNED, z.array(digest).max(RETURNED_MAX)) ?? [];
export function writeReturnedBases(root: string, digests: readonly string[]): void {
  replaceFile(root, RETURNED, `${canonical(digests.slice(-RETURNED_MAX))}\n`);
}

/** Asks the machine's own service, which runs as root and looks again at what is asked. */
export function askMachine(root: string, act: "install" | "restart" | "undo", { to, request }: BasePlan): void {
  const lines = [`do ${act}`, `id ${request}`, `kind ${to.kind}`, `sha256 ${to.digest}`];
  replaceFile(root, REQUEST, `${lines.join("\n")}\n`);
}
