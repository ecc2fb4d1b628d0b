import { createHash } from "node:crypto";
import { z } from "zod";
import { parseJson } from "../load/json.ts";
import { expectError, sameBytes, utf8 } from "./bytes.ts";
import { canonical } from "./canonical.ts";
import { KeyError, parseVkey, type Signer, type Verifier } from "./keys.ts";
import { signSsh, sshSignatureFault } from "./sshsig.ts";
import type { Trust } from "./trust.ts";

/**
 * What a self-examination of an installed program came to, signed by the table's own key: a first line, one line of canonical JSON, and
 * the SSH signature over both.
 */
export const SELF_EXAMINATION_START = "tirada-self-examination/1\n";
/** Namespace of these signatures: what is signed there is no record of a table. */
const NAMESPACE = "tirada-self-examination";
export const SELF_EXAMINATION_BYTES_MAX = 131_072;
const SIGNATURE_BEGIN = "-----BEGIN SSH SIGNATURE-----\n";

/** Everything that is examined, in its order. */
export const EXAMINED = ["files", "rulebooks", "reader", "recordings", "seals"] as const;
export type Examined = (typeof EXAMINED)[number];

/** Differences of one part that the report names; it counts all of them. */
export const DIFFERENCES_MAX = 20;
const DIFFERENCE_CHARACTERS_MAX = 500;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
const partSchema = z.strictObject({
  part: z.enum(EXAMINED),
  /** Cases, files, readings … that were tried. */
  tried: count,
  /** Those that came out otherwise. */
  wrong: count,
  /** The first of them, a line each. */
  differences: z.array(z.string().max(DIFFERENCE_CHARACTERS_MAX)).max(DIFFERENCES_MAX),
});
const reportSchema = z.strictObject({
  log: z.string(),
  vkey: z.string(),
  release: z.strictObject({ version: z.string(), manifest: hash }),
  /** SHA-256 of the set of cases. */
  set: hash,
  /** The word that who asked for it made up; null: nobody gave one. */
  word: z.string().max(64).nullable(),
  began: z.string(),
  ended: z.string(),
  machine: z.string().max(100),
  parts: z.array(partSchema).max(EXAMINED.length),
});
export type SelfExamination = z.infer<typeof reportSchema>;
export type ExaminedPart = SelfExamination["parts"][number];

/** A part's outcome; only the first differences are named, each cut to one short line. */
export const examinedPart = (part: Examined, tried: number, differences: readonly string[]): ExaminedPart => ({
  part,
  tried,
  wrong: differences.length,
  differences: differences
    .slice(0, DIFFERENCES_MAX)
    .map((line) => line.replaceAll(/\s+/g, " ").slice(0, DIFFERENCE_CHARACTERS_MAX)),
});

/** Whether every part was tried, and nothing in it came out otherwise. */
export const hasPassed = ({ parts }: Pick<SelfExamination, "parts">): boolean =>
  EXAMINED.every((name) => parts.some(({ part, tried, wrong }) => part === name && tried > 0 && wrong === 0));

const sha512Of = (text: string): Buffer => createHash("sha512").update(utf8(text)).digest();

/** The file: the report with its signature behind it. */
export function signSelfExamination(report: SelfExamination, signer: Signer): string {
  const text = `${SELF_EXAMINATION_START}${canonical(report)}\n`;
  return `${text}${signSsh(sha512Of(text), NAMESPACE, signer)}`;
}

/** What a report comes to. */
export interface ReadSelfExamination {
  readonly report: SelfExamination;
  readonly signer: Verifier;
  /** Why it is not valid; empty: it is. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** Reads and verifies a report. A text: it is none, and why. `trust`: the keys of tables that count; null: none were given. */
export function readSelfExamination(text: string, trust: Trust | null): ReadSelfExamination | string {
  const at = text.indexOf(SIGNATURE_BEGIN);
  if (!text.startsWith(SELF_EXAMINATION_START) || at < 0)
    return "it is no report of a self-examination, or its signature is gone: copy the file again";
  const parsed = reportSchema.safeParse(parseJson(text.slice(SELF_EXAMINATION_START.length, at)));
  if (!parsed.success) return "its report cannot be read: copy the file again";
  const report = parsed.data;
  let signer: Verifier;
  try {
    signer = parseVkey(report.vkey);
  } catch (error) {
    return expectError(error, KeyError).message;
  }
  const fault = sshSignatureFault(text.slice(at), sha512Of(text.slice(0, at)), NAMESPACE, signer);
  const known = trust?.find(
    ({ verifier }) => verifier.name === signer.name && sameBytes(verifier.raw, signer.raw),
  );
  const problems = [
    ...(fault === null ? [] : [`the signature: ${fault}`]),
    ...(report.log === signer.name ? [] : [`it names ${report.log}, and ${signer.name} signed`]),
    ...(trust !== null && known === undefined
      ? [`${signer.name} signed with none of the keys that were given`]
      : []),
    ...(known !== undefined && known.revokedFrom !== null ? [`the key of ${signer.name} was revoked`] : []),
  ];
  const notes =
    trust === null
      ? ["key taken from the report itself: which table signed is not proven; give --vkey or --keys"]
      : [];
  return { report, signer, problems, notes };
}
