import { z } from "zod";
import type { Key } from "./keys.ts";

const round = z.int().min(0);
const rule = z.string().min(1).max(80);

/** A key as it comes from a screen or stands in a recording; anything else in it is an error. */
export const keySchema = z.discriminatedUnion("key", [
  z.strictObject({ key: z.literal("confirm-void"), round, rule }),
  z.strictObject({ key: z.literal("void"), round, rule }),
  z.strictObject({ key: z.literal("declare"), round, rule }),
  z.strictObject({ key: z.literal("acknowledge"), what: z.string().min(1).max(120) }),
  z.strictObject({ key: z.literal("no-more-bets") }),
  z.strictObject({ key: z.literal("open-table") }),
  z.strictObject({ key: z.literal("close-table") }),
  z.strictObject({ key: z.literal("last-three-spins") }),
]) satisfies z.ZodType<Key>;
