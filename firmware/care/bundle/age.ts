import { AGE_RECIPIENT } from "../../../src/orders/sent-bundle.ts";
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from "age-encryption";

/** The one file that knows age: files encrypted to a person's key, which the `age` of any system opens too. */

const IDENTITY = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/;

export const isRecipient = (text: string): boolean => AGE_RECIPIENT.test(text);

/** Only the person of this key can read the result. Throws an Error for what is no key. */
export function encryptTo(recipient: string, bytes: Uint8Array): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter.encrypt(bytes);
}

/** Throws an Error when the file is not for one of these identities, or damaged. */
export function decryptWith(identities: readonly string[], bytes: Uint8Array): Promise<Uint8Array> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return decrypter.decrypt(bytes, "uint8array");
}

/** The identities of a key file, as `age-keygen` writes it: one a line, and lines of words after `#`. */
export const identitiesIn = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => IDENTITY.test(line));

/** A new person's key: the text of the file that holds it, and the public part. */
export async function makeIdentity(): Promise<{ readonly file: string; readonly recipient: string }> {
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  return { file: `# public key: ${recipient}\n${identity}\n`, recipient };
}
