import { createHash } from "node:crypto";
import { z } from "zod";
import { parseJson } from "../load/json.ts";
import { canonical, isCanonical } from "../record/canonical.ts";
import { utf8 } from "../record/bytes.ts";
import type { Verifier } from "../record/keys.ts";
import { ANSWER_NAMESPACE, sshSignatureFault } from "../record/sshsig.ts";

/** An answer with its signature, bytes. */
export const ANSWER_MAX_BYTES = 262_144;

const answerShape = z.strictObject({
  v: z.literal(1),
  kind: z.literal("answer"),
  table: z.string().max(120),
  /** Hex SHA-256 of the order's line. */
  order: z.string().regex(/^[0-9a-f]{64}$/),
  person: z.nullable(z.string().max(64)),
  /** By the unit's clock. */
  at: z.iso.datetime({ precision: 3 }),
  outcome: z.enum(["done", "failed", "refused"]),
  /** A refusal of the catalogue, or one line; null: it is done. */
  why: z.nullable(z.string().max(1_000)),
  result: z.unknown(),
});
export type OrderAnswer = z.infer<typeof answerShape>;

/** The line of an answer, and the SHA-512 that the unit signs. */
export function lineOfAnswer(answer: OrderAnswer): { readonly line: string; readonly sha512: Buffer } {
  const line = canonical(answer);
  return { line, sha512: sha512Of(line) };
}

const sha512Of = (line: string): Buffer => createHash("sha512").update(utf8(line)).digest();

/** The line, then the signature as `ssh-keygen -Y verify -n tirada-answer` takes it. */
export const formatAnswer = (line: string, signature: string): string => `${line}\n${signature}`;

/** What somebody says that a table answered: whether it did is not looked at. */
export const uncheckedAnswer = (text: string): OrderAnswer | string =>
  answerShape.safeParse(parseJson(text.split("\n", 1).join(""))).data ?? "it is no answer";

/** What a table answered, or why the text is no answer of that table to that order. */
export function readAnswer(text: string, verifier: Verifier, order: string): OrderAnswer | string {
  const end = text.indexOf("\n");
  const line = text.slice(0, end);
  if (end < 0 || !isCanonical(line)) return "it is no answer";
  const parsed = answerShape.safeParse(JSON.parse(line));
  if (!parsed.success) return "it is no answer";
  const fault = sshSignatureFault(text.slice(end + 1), sha512Of(line), ANSWER_NAMESPACE, verifier);
  if (fault !== null) return fault;
  if (parsed.data.table !== verifier.name) return `it is of the table ${parsed.data.table}`;
  return parsed.data.order === order ? parsed.data : "it answers another order";
}
