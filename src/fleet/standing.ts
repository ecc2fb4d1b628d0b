import { z } from "zod";
import type { Durable } from "../table/durable.ts";
import { UPDATE_STEPS } from "../table/durable-update.ts";

/** Faults that an answer names; more than stand at any table. */
export const STANDING_FAULTS_MAX = 64;

const words = z.string().max(200);
const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** What a table says of itself in its answer to `diagnose`, by which a fleet is judged. */
export const standingShape = z.strictObject({
  format: z.literal("tirada-standing/1"),
  release: z.strictObject({
    version: words,
    /** Of its manifest; null: the table runs from its source. */
    manifest: z.nullable(digest),
  }),
  rulebook: words,
  phase: words,
  /** Nothing is installed here meanwhile. */
  held: z.boolean(),
  /** The last step of an update that its journal has; null: none. */
  step: z.nullable(
    z.strictObject({
      step: z.enum(UPDATE_STEPS),
      version: z.nullable(words),
      digest: z.nullable(words),
      /** The order that brought it, by the hash of its line; null: none did. */
      order: z.nullable(words),
      why: z.nullable(words),
      at: words,
    }),
  ),
  /** Faults that stand, each as `device: code`, sorted. */
  faults: z.array(words).max(STANDING_FAULTS_MAX),
  /** Rounds with a verdict, and those of them that were void, since they are counted. */
  rounds: z.int().min(0),
  voids: z.int().min(0),
});
export type Standing = z.infer<typeof standingShape>;

/** What a durable table comes to. It holds what its screens show, and counts. */
export function standingOfTable(
  { phase, update = {}, faults, counted = { rounds: 0, voids: 0 } }: Durable,
  of: Pick<Standing, "release" | "rulebook">,
): Standing {
  const { last = null, held = false } = update;
  return {
    format: "tirada-standing/1",
    ...of,
    phase,
    held,
    step: last,
    faults: faults
      .map(({ device, code }) => `${device}: ${code}`)
      .sort()
      .slice(0, STANDING_FAULTS_MAX),
    ...counted,
  };
}

/** The standing in what a table answered; null: there is none in it. */
export function standingIn(result: unknown): Standing | null {
  const { standing } = (result ?? {}) as { readonly standing?: unknown };
  const parsed = standingShape.safeParse(standing);
  return parsed.success ? parsed.data : null;
}
