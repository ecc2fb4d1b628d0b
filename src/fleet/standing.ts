import { z } from "zod";
import type { Durable } from "../table/kernel/durable/durable.ts";
import { UPDATE_STEPS } from "../table/kernel/durable/durable-update.ts";

/** Faults that an answer names; more than stand at any table. */
export const STANDING_FAULTS_MAX = 64;

/** More than there are. */
const OBSTACLES_MAX = 32;

const words = z.string().max(200);
const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** What a table says of itself in its answer to `diagnose`, by which a fleet is judged. */
const stepShape = z.strictObject({
  step: z.enum(UPDATE_STEPS),
  version: z.nullable(words),
  digest: z.nullable(words),
  /** The order that brought it, by the hash of its line; null: none did. */
  order: z.nullable(words),
  why: z.nullable(words),
  at: words,
});

/** The base system of the machine. */
const baseShape = z.strictObject({
  /** What runs, from which of the two places; null: a Debian of its own. */
  runs: z.nullable(z.strictObject({ version: words, slot: words, isTrial: z.boolean() })),
  /** The one with the highest number that was kept, by its bundle; null: none came by the updater. */
  kept: z.nullable(z.strictObject({ number: z.int().min(0), version: words, digest: words })),
  /** The last step of a base that its journal has; null: none. */
  step: z.nullable(stepShape),
});

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
  step: z.nullable(stepShape),
  /** Left out: the machine has no base of ours, or a release of before. */
  base: baseShape.exactOptional(),
  /**
   * What was announced and waits: each obstacle by its name and in words, and since when (RFC 3339). Left out: nothing waits, or it is a release
   * of before.
   */
  waits: z
    .strictObject({
      version: words,
      since: words,
      obstacles: z.array(z.strictObject({ name: words, what: words, since: words })).max(OBSTACLES_MAX),
    })
    .exactOptional(),
  /** Faults that stand, each as `device: code`, sorted. */
  faults: z.array(words).max(STANDING_FAULTS_MAX),
  /** Rounds with a verdict, and those of them that were void, since they are counted. */
  rounds: z.int().min(0),
  voids: z.int().min(0),
});
export type Standing = z.infer<typeof standingShape>;

/** What the machine says of the base that runs. */
export interface RunningBase {
  readonly version: string;
  readonly slot: string;
  readonly isTrial: boolean;
}

const runsOf = (runs: RunningBase | null): RunningBase | null =>
  runs === null ? null : { version: runs.version, slot: runs.slot, isTrial: runs.isTrial };

/** What a durable table comes to. It holds what its screens show, and counts. */
export function standingOfTable(
  { phase, update = {}, faults, counted = { rounds: 0, voids: 0 } }: Durable,
  {
    runs = null,
    waits = null,
    ...of
  }: Pick<Standing, "release" | "rulebook"> & {
    readonly runs?: RunningBase | null;
    readonly waits?: Standing["waits"] | null;
  },
): Standing {
  const { last = null, held = false, base } = update;
  return {
    format: "tirada-standing/1",
    ...of,
    phase,
    held,
    step: last,
    ...(runs === null && base === undefined
      ? {}
      : { base: { runs: runsOf(runs), kept: base?.kept ?? null, step: base?.last ?? null } }),
    ...(waits === null ? {} : { waits }),
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
