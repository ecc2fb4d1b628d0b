import { z } from "zod";
import type { FromPage } from "./page-messages.ts";

/** Longest name of a fault. */
const NAME_LIMIT = 60;

const id = z.int().min(1).max(1_000_000_000);
const schema = z.discriminatedUnion("order", [
  z.strictObject({ order: z.literal("inject"), id, fault: z.string().min(1).max(NAME_LIMIT) }),
  z.strictObject({ order: z.literal("cable"), id, plugged: z.boolean() }),
  z.strictObject({ order: z.literal("reset-board"), id }),
]);

/** One text frame of the bench page, or null when it is none. `id` must be above `lastId`. Never throws. */
export function parseOrder(raw: string, lastId: number): FromPage | null {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return null;
  }
  const parsed = schema.safeParse(value);
  return parsed.success && parsed.data.id > lastId ? parsed.data : null;
}
