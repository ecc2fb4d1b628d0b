import { z } from "zod";

/** What `tirada update` asks of the updater on its socket: one request and one answer a connection, as on `unit.sock`. */
const source = z.strictObject({
  /** A folder with the tree of both repositories; null: the configured address. */
  folder: z.string().min(1).max(1_000).nullable(),
  /** It is a stick: what was copied to it more than 7 days ago is refused. */
  isStick: z.boolean(),
});
const words = z.string().min(1).max(64);
const by = z.string().min(1).max(200);
/** The order that brought it, which does not wait for what comes of it; null: somebody here does. */
const order = z.string().max(200).nullable();
/** Why, in words; left out: nobody said so. */
const reason = z.string().min(1).max(200).exactOptional();
const instant = z.string().max(40).nullable();

export const updaterRequestSchema = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("status") }),
  /** Holds the release that runs against its files and against what was signed. */
  z.strictObject({ do: z.literal("verify") }),
  z.strictObject({
    do: z.literal("check"),
    source,
    /** What the table knows, where it asks itself; left out: it is asked. */
    known: z
      .strictObject({
        times: z.strictObject({ witnessed: instant, result: instant }),
        confirmedRelease: z.nullable(z.int().min(0)),
      })
      .exactOptional(),
  }),
  z.strictObject({
    do: z.literal("install"),
    source,
    by,
    order,
    reason,
    /** The release that must be offered, by its number; null: whichever is. */
    release: z.nullable(z.int().min(1)),
    /** That two people want a release from which there is no way back, and the export that was made before; null: nobody said so. */
    proof: z.nullable(
      z.strictObject({
        people: z.tuple([words, words]),
        exportSha512: z.string().regex(/^[0-9a-f]{128}$/),
      }),
    ),
    /** For an updater of an earlier release: what it is to be told that there is an order. */
    wait: z.boolean(),
  }),
  z.strictObject({
    do: z.literal("base"),
    source,
    by,
    order,
    reason,
    /** The base system that must be offered, by its number; null: whichever is. */
    base: z.nullable(z.int().min(1)),
    /** One that was gone back from is tried once more. */
    again: z.boolean(),
    wait: z.boolean(),
  }),
  z.strictObject({
    do: z.literal("rollback"),
    by,
    order,
    reason,
    /** The release to go back from, by the digest of its manifest; null: whichever is last. */
    from: z.nullable(z.string().regex(/^[0-9a-f]{64}$/)).default(null),
  }),
  z.strictObject({ do: z.literal("hold"), isHeld: z.boolean(), by, order, reason }),
]);
export type UpdaterRequest = z.infer<typeof updaterRequestSchema>;
export type UpdateSource = z.infer<typeof source>;
