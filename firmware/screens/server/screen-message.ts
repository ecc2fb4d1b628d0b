import { z } from "zod";
import { parseJson } from "../../../src/load/json.ts";
import { READS, type ActRead } from "../../../src/people/acts.ts";
import { actRequestSchema } from "../../../src/people/act-schema.ts";
import { keySchema } from "../../../src/people/key-schema.ts";
import { LANGUAGES } from "../../../src/text/language.ts";
import type { FromScreen } from "../../../src/table/kernel/view/view.ts";

/** Longest message that a screen may send, in bytes. */
export const MESSAGE_LIMIT = 4096;
/** The same of somebody who is signed in: a whole configuration, as JSON. */
export const SIGNED_MESSAGE_LIMIT = 131_072;

const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

const who = {
  name: z.string().min(1).max(60),
  pin: z.string().regex(/^\d{4,12}$/),
};
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const message = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("sign-in"),
    id,
    ...who,
  }),
  z.strictObject({ type: z.literal("sign-out"), id }),
  z.strictObject({
    type: z.literal("press"),
    id,
    key: keySchema,
    by: z.strictObject(who).exactOptional(),
    beat: count.exactOptional(),
  }),
  z.strictObject({ type: z.literal("preview"), id, key: keySchema }),
  z.strictObject({
    type: z.literal("recall"),
    id,
    round: z.nullable(count),
    at: z.iso.datetime().exactOptional(),
    language: z.enum(LANGUAGES),
  }),
  z.strictObject({ type: z.literal("acta"), id, round: count, language: z.enum(LANGUAGES) }),
  z.strictObject({
    type: z.literal("act"),
    id,
    act: actRequestSchema,
    by: z.strictObject(who).exactOptional(),
  }),
  z.strictObject({ type: z.literal("read"), id, what: z.enum(Object.keys(READS) as ActRead[]) }),
]) satisfies z.ZodType<FromScreen>;

export type ParsedMessage =
  | { readonly ok: true; readonly message: FromScreen }
  /** `id`: the message's own where it could be read, else 0. `what` is for the log, never holds the message. */
  | { readonly ok: false; readonly id: number; readonly what: string };

/**
 * Reads one message of the control page. Strict: unknown fields, wrong types, out-of-range numbers and numbers that
 * do not count up are refused. Never throws.
 *
 * @param raw text of one frame, at most `SIGNED_MESSAGE_LIMIT` bytes (the socket enforces it)
 * @param lastId the `id` of the last accepted message on this connection, 0 at its start
 */
export function parseScreenMessage(raw: string, lastId: number): ParsedMessage {
  const value = parseJson(raw);
  if (value === undefined) return { ok: false, id: 0, what: "not JSON" };
  const read = message.safeParse(value);
  if (!read.success) {
    const issue = read.error.issues[0];
    const where = issue === undefined ? "" : issue.path.map(String).join(".");
    return { ok: false, id: idOf(value), what: `does not fit the schema${where === "" ? "" : ` at ${where}`}` };
  }
  if (read.data.id <= lastId) return { ok: false, id: read.data.id, what: "id does not count up" };
  return { ok: true, message: read.data };
}

function idOf(value: unknown): number {
  const read = z.object({ id }).safeParse(value);
  return read.success ? read.data.id : 0;
}
