/** Ed25519 by the browser's own WebCrypto where it has it, else by a library. */
import { hashes, verify as verifyByLibrary } from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";

hashes.sha512 = sha512;

export interface Asked {
  readonly key: Uint8Array;
  readonly bytes: Uint8Array;
  readonly signature: Uint8Array;
}

/** A certificate with its proof and 32 cosignatures asks for less; each pass answers at least one. */
const PASSES = 48;

/** Answers by what was asked; emptied before each judgement. */
const answers = new Map<string, boolean>();
let asked = new Map<string, Asked>();
let byBrowser: boolean | null = null;

/** Who verified last: `webcrypto`, `library`, or null before anything was. */
export const verifiedBy = (): "webcrypto" | "library" | null =>
  byBrowser === null ? null : byBrowser ? "webcrypto" : "library";

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The code of records asks at once and WebCrypto answers later: a question without an answer is noted and taken for good. Only
 * what `judgeWithSignatures` returns counts, in which every question had its answer.
 */
export function isSignatureGood(question: Asked): boolean {
  const id = [question.key, sha256(question.bytes), question.signature].map(hexOf).join(" ");
  const answer = answers.get(id);
  if (answer !== undefined) return answer;
  asked.set(id, question);
  return true;
}

/** Judges again and again until each signature that was asked about has its answer. Throws what `judge` throws. */
export async function judgeWithSignatures<T>(judge: () => T): Promise<T> {
  answers.clear();
  for (let pass = 0; pass < PASSES; pass++) {
    asked = new Map();
    const judged = outcomeOf(judge);
    if (asked.size === 0) return judged();
    for (const [id, question] of asked) answers.set(id, await verifyOne(question));
  }
  throw new RangeError(`over ${PASSES} rounds of signatures`);
}

/** What `judge` came to, given or thrown only when asked for. */
function outcomeOf<T>(judge: () => T): () => T {
  try {
    const value = judge();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

async function verifyOne({ key, bytes, signature }: Asked): Promise<boolean> {
  const [k, b, s] = [Uint8Array.from(key), Uint8Array.from(bytes), Uint8Array.from(signature)];
  try {
    const imported = await crypto.subtle.importKey("raw", k, "Ed25519", false, ["verify"]);
    byBrowser = true;
    return await crypto.subtle.verify("Ed25519", imported, s, b);
  } catch {
    // No WebCrypto here, or none that knows Ed25519.
    byBrowser = false;
  }
  try {
    return verifyByLibrary(s, b, k, { zip215: false });
  } catch {
    return false;
  }
}
