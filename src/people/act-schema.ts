import { z } from "zod";
import { ACT_ANSWER_MAX, ACT_TEXT_READ_MAX, ACT_VALUE_MAX, ACT_VALUES_MAX } from "./act-limits.ts";
import { ACT_NAMES, type ActRequest } from "./acts.ts";

const count = z.int().min(0).max(1_000_000);
/** Letters, signs and spaces of one line. */
const line = z.string().regex(/^\P{C}*$/u);
const words = line.max(ACT_ANSWER_MAX);
const text = z.string().max(ACT_TEXT_READ_MAX);
const values = z
  .record(z.string().regex(/^[a-z][a-z-]{0,31}$/), line.max(ACT_VALUE_MAX))
  .refine((said) => Object.keys(said).length <= ACT_VALUES_MAX);

/** What the technician's page asks of the table; anything else in it is an error. */
export const actRequestSchema = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("begin"), act: z.enum(ACT_NAMES), values, text: text.exactOptional() }),
  z.strictObject({ do: z.literal("answer"), number: count, step: count, answer: words }),
  z.strictObject({ do: z.literal("give-up"), number: count }),
  z.strictObject({ do: z.literal("here"), number: count }),
]) satisfies z.ZodType<ActRequest>;
