import { createHash } from "node:crypto";
import { isFields, parseJson } from "../load/json.ts";
import { canonical } from "../record/canonical.ts";
import { KeyError, parseVkey, type Verifier } from "../record/keys.ts";
import { ACTA_NAMESPACE, sshSignatureFault } from "../record/sshsig.ts";
import type { Trust } from "../record/trust.ts";
import { LANGUAGES, type Language } from "../text/language.ts";

/**
 * An acta that its table signed is one file: the PDF, and behind it two comments of PDF, of which a reader takes no notice. The first says
 * which acta it is, so that it can be made again from the records; the second is an SSH signature over all bytes before it.
 */

/** Of one file. */
export const MAX_ACTA_BYTES = 16 * 1_048_576;

/** Which acta it is. */
export interface ActaName {
  readonly log: string;
  /** Null: of the newest session up to that record. */
  readonly round: number | null;
  /** Null: of a session. */
  readonly edition: number | null;
  /** The records that it was made of, from the opening of the session on. */
  readonly from: number;
  readonly to: number;
  readonly language: Language;
  /** By whose time hours are told. */
  readonly zone: string;
  /** The table's key. */
  readonly vkey: string;
}

const NAME = "%tirada-acta ";
const SIGNATURE = "%-----BEGIN SSH SIGNATURE-----";

/** The PDF with its name, which is what is signed. */
export const namedActa = (pdf: Uint8Array, name: ActaName): Buffer =>
  Buffer.concat([pdf, Buffer.from(`${NAME}${canonical({ ...name })}\n`, "utf8")]);

/** With its signature behind it. */
export const signedActa = (named: Buffer, signature: string): Buffer =>
  Buffer.concat([named, Buffer.from(signature.replace(/^(?=.)/gm, "%"), "latin1")]);

export interface ReadActa {
  readonly name: ActaName;
  /** The bytes of the PDF alone. */
  readonly pdf: Buffer;
  /** Null: the signature is the table's, as far as its key is known. */
  readonly fault: string | null;
  /** The key was among those that somebody trusts. */
  readonly isKnown: boolean;
}

/** Reads what a table gave out as an acta; null: it is none. `trust`: whose keys count; null: the key that the file names. */
export function readActa(file: Buffer, trust: Trust | null): ReadActa | null {
  const signatureAt = file.lastIndexOf(`\n${SIGNATURE}`) + 1;
  const nameAt = signatureAt > 0 ? file.lastIndexOf(`\n${NAME}`, signatureAt) + 1 : 0;
  if (nameAt < 1 || !file.subarray(0, 5).equals(Buffer.from("%PDF-"))) return null;
  const name = nameIn(file.subarray(nameAt + NAME.length, signatureAt).toString("utf8"));
  const own = name === null ? null : verifierOf(name.vkey);
  if (name === null || own === null) return null;
  const named = file.subarray(0, signatureAt);
  const sha512 = createHash("sha512").update(named).digest();
  const armoured = file.subarray(signatureAt).toString("latin1").replace(/^%/gm, "");
  const known = (trust ?? []).find(({ verifier }) => verifier.vkey === name.vkey);
  const isForeign = trust !== null && known === undefined;
  const fault = isForeign
    ? `it was signed by ${name.vkey}, which is none of the keys that were named`
    : sshSignatureFault(armoured, sha512, ACTA_NAMESPACE, own);
  return { name, pdf: file.subarray(0, nameAt), fault, isKnown: known !== undefined };
}

function nameIn(text: string): ActaName | null {
  const said = parseJson(text);
  if (!isFields(said)) return null;
  const { log, round, edition, from, to, language, zone, vkey } = said;
  const isNumber = (one: unknown): one is number => Number.isSafeInteger(one);
  if (typeof log !== "string" || typeof zone !== "string" || typeof vkey !== "string") return null;
  if (
    !isNumber(from) ||
    !isNumber(to) ||
    !(round === null || isNumber(round)) ||
    !(edition === null || isNumber(edition))
  )
    return null;
  const known = LANGUAGES.find((one) => one === language);
  return known === undefined ? null : { log, round, edition, from, to, language: known, zone, vkey };
}

function verifierOf(vkey: string): Verifier | null {
  try {
    return parseVkey(vkey);
  } catch (error) {
    if (error instanceof KeyError) return null;
    throw error;
  }
}
