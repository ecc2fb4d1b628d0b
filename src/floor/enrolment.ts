import type { X509Certificate } from "node:crypto";
import { z } from "zod";
import { publicKeyId } from "../orders/certificate.ts";
import { base64, expectError, sha256Hex, strictBase64, utf8 } from "../record/bytes.ts";
import { canonical, isCanonical } from "../record/canonical.ts";
import { MAX_LOG_NAME } from "../record/chain.ts";
import { historyFrom, KEYS_MAX, type KeyHistory, type SignedLine } from "../record/key-history.ts";
import { KeyError, parseVkey, type Signer, type Verifier } from "../record/keys.ts";

/**
 * How a table joins a floor: `POST /v1/enrolment`. It names its keys and proves that it holds the newest of them and the certificate of
 * the connection. Nothing follows from it by itself: two people compare log, code and print on the table's screen with those on the
 * floor's page and confirm. A collector answers as everywhere (`arrivalShape`): `refused` is null where the floor has confirmed these
 * keys of this log; `not-enrolled`, where the request is kept and waits for two people; `fork`, where another key was confirmed for
 * this log; `malformed`, `other-log` and `unsigned` as `readEnrolment` has them.
 */

/** Letters of a code: those that nobody takes for a digit or for one another, typed or read aloud. */
export const CODE_LETTERS = "ACDEFHJKLMNPRTUVWXYZ";
export const CODE_LENGTH = 8;
/** A request, bytes: the rotations of a log of many keys. */
export const ENROLMENT_BYTES_MAX = 262_144;
/** Characters of a vkey. */
const VKEY_MAX = 512;
/** Hex digits of a print, in groups of four. */
const PRINT_DIGITS = 20;

const codeShape = z.string().regex(new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`));

const enrolmentShape = z.strictObject({
  v: z.literal(1),
  log: z.string().min(1).max(MAX_LOG_NAME),
  /** vkey of the key that the log was begun with. */
  first: z.string().max(VKEY_MAX),
  /** The records by which its keys gave way, in their order. */
  rotations: z.array(z.strictObject({ line: z.string(), sig: z.string().max(128) })).max(KEYS_MAX - 1),
  /** The certificate that it shows: `publicKeyId`. */
  holder: z.string().regex(/^[0-9a-f]{64}$/),
  /** One-time: a table makes another at each start of its unit. */
  code: codeShape,
  /** Of the newest key, over `statementOf`: Ed25519, base64. */
  sig: z.string().max(128),
});
export type EnrolmentText = z.infer<typeof enrolmentShape>;

/** A request whose proof holds. */
export interface Enrolment {
  readonly log: string;
  readonly keys: KeyHistory;
  readonly code: string;
  /** `printOf` the newest key. */
  readonly print: string;
}

/** What the keys of a table sign for one, and what it says of them. */
export type EnrolmentProof = Pick<EnrolmentText, "first" | "rotations" | "sig">;

/**
 * The print of a key as the screens of table and floor show it: of the newest key of the log (`KeyHistory.current`) the first 20 hex digits of
 * SHA-256 over its 32 raw bytes, in groups of four: `3f2a 90c1 …`. They are the first ones of what `fingerprintText` gives in whole.
 */
export const printOf = ({ raw }: Pick<Verifier, "raw">): string =>
  sha256Hex(raw)
    .slice(0, PRINT_DIGITS)
    .replace(/.{4}(?=.)/g, "$& ");

/** A code out of random bytes (hex, as `Secrets` gives them). */
export function codeFrom(secret: string): string {
  // 256 bits over 20^8 codes: none of them is likelier than another by a measure that counts.
  let rest = BigInt(`0x${secret}`);
  let code = "";
  while (code.length < CODE_LENGTH) {
    code += CODE_LETTERS.charAt(Number(rest % BigInt(CODE_LETTERS.length)));
    rest /= BigInt(CODE_LETTERS.length);
  }
  return code;
}

/** What the newest key signs. It begins like no line, checkpoint, rotation, heartbeat or SSH signature. */
function statementOf({ log, holder, code }: Pick<EnrolmentText, "log" | "holder" | "code">): Uint8Array {
  return utf8(`tirada-enrolment/v1\n${log}\n${holder}\n${code}\n`);
}

/** The proof that a table of these keys gives. Throws a KeyError for what is no code or no certificate's key, and for a foreign key. */
export function proveEnrolment(
  keys: KeyHistory,
  signer: Signer,
  { holder, code }: Pick<EnrolmentText, "holder" | "code">,
): EnrolmentProof {
  const isAsked = codeShape.safeParse(code).success && /^[0-9a-f]{64}$/.test(holder);
  if (!isAsked) throw new KeyError("this names no one-time code or no certificate: nothing is signed for it");
  if (signer.verifier.vkey !== keys.current.vkey)
    throw new KeyError(`the key of ${keys.log} is not its newest one: nothing is signed with it`);
  const sig = base64(signer.sign(statementOf({ log: keys.log, holder, code })));
  return {
    first: keys.first.vkey,
    rotations: keys.rotations.map(({ line, sig: of }) => ({ line, sig: of })),
    sig,
  };
}

export const formatEnrolment = (said: Omit<EnrolmentText, "v">): string => canonical({ v: 1, ...said });

export type EnrolmentFault = "malformed" | "other-log" | "unsigned";

/** A request that came over a connection of this certificate, of the log `log` that it names; or why it is none. */
export function readEnrolment(
  text: string,
  { certificate, log }: { readonly certificate: X509Certificate; readonly log: string },
): Enrolment | EnrolmentFault {
  if (utf8(text).length > ENROLMENT_BYTES_MAX || !isCanonical(text)) return "malformed";
  const parsed = enrolmentShape.safeParse(JSON.parse(text));
  if (!parsed.success) return "malformed";
  const said = parsed.data;
  if (said.log !== log || said.holder !== publicKeyId(certificate.publicKey)) return "other-log";
  const keys = keysOf(said.first, said.rotations);
  if (keys === null || keys.log !== log) return "unsigned";
  const sig = strictBase64(said.sig);
  if (sig === null || !keys.current.verify(statementOf(said), sig)) return "unsigned";
  return { log, keys, code: said.code, print: printOf(keys.current) };
}

function keysOf(first: string, rotations: readonly SignedLine[]): KeyHistory | null {
  try {
    const key = parseVkey(first);
    const keys = key.use === "note" ? historyFrom(key, rotations) : null;
    return typeof keys === "string" ? null : keys;
  } catch (error) {
    expectError(error, KeyError);
    return null;
  }
}
