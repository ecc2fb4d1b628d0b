/** What `src/record` asks of `node:crypto`, for a browser. It only verifies: nothing here signs. */
import { sha256 } from "@noble/hashes/sha2.js";
import { isSignatureGood } from "./signatures.ts";

interface PublicKey {
  readonly raw: Uint8Array;
}

/** SHA-256 alone, as bytes or in hex. */
export function hash(name: string, bytes: Uint8Array, as: "buffer" | "hex"): Buffer | string {
  if (name !== "sha256") throw new RangeError(`the page has no ${name}`);
  const digest = Buffer.from(sha256(bytes));
  return as === "hex" ? digest.toString("hex") : digest;
}

export function createPublicKey({ key }: { readonly key: { readonly x: string } }): PublicKey {
  return { raw: Uint8Array.from(Buffer.from(key.x, "base64url")) };
}

export function verify(_: null, bytes: Uint8Array, key: PublicKey, signature: Uint8Array): boolean {
  return isSignatureGood({ key: key.raw, bytes, signature });
}

const refuse = (): never => {
  throw new Error("this page verifies and has no private keys");
};

export { refuse as createPrivateKey, refuse as hkdfSync, refuse as sign };
