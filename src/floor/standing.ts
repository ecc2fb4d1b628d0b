import { z } from "zod";
import { NO_PREVIOUS } from "../record/chain.ts";

/**
 * How far the store has a log, durable: what a collector answers to each question. A table goes on from `next`; what lies before it need
 * not be sent again. `hash`: hex SHA-256 of the line before `next`, so that a table sees that the store has its own line there.
 */
export const standingShape = z.strictObject({
  log: z.string().max(120),
  next: z.int().min(0),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Size of the newest checkpoint that the store holds of it. */
  checkpoint: z.int().min(0),
});
export type Standing = z.infer<typeof standingShape>;

export const newStanding = (log: string): Standing => ({ log, next: 0, hash: NO_PREVIOUS, checkpoint: 0 });

/**
 * Why a collector takes nothing of a batch, or nothing from one line on. `not-enrolled`: two people have not confirmed this log's key.
 * `other-log`: the certificate is another table's. `malformed`: it is no batch. `unsigned`: a signature is not of its line or the key none
 * of the log. `chain`: a line does not join the one before. `hole`: lines are missing before it. `fork`: the store has another line with
 * that number, or another tree under a checkpoint. `retired`: two people retired this table. `checkpoint`: a checkpoint is not of these lines. `mode`: a test table's line in a live log, or the other way round.
 * `format`, `epoch`: it goes back in them. `time`: it lies too far in the future. `release`: it was made by a release that the floor does not
 * know. `too-many`: the certificate asks more than its share.
 */
export const ARRIVAL_REFUSALS = [
  ...(["not-enrolled", "other-log", "malformed", "unsigned", "chain", "hole", "fork", "retired"] as const),
  ...(["checkpoint", "mode", "format", "epoch", "time", "release", "too-many"] as const),
] as const;
export type ArrivalRefusal = (typeof ARRIVAL_REFUSALS)[number];

/** A collector's whole answer. `refused` names the first line that was not taken: what stands before it is durable. */
export const arrivalShape = z.strictObject({
  standing: standingShape,
  refused: z.nullable(
    z.strictObject({
      why: z.enum(ARRIVAL_REFUSALS),
      /** Number of the record, where it has one. */
      seq: z.nullable(z.int().min(0)),
    }),
  ),
});
export type ArrivalAnswer = z.infer<typeof arrivalShape>;
