/** What `src/record` asks of `node:crypto`, for a browser. It only verifies: nothing here signs. */
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { isSignatureGood } from "./signatures.ts";

interface PublicKey {
  readonly raw: Uint8Array;
}

/** SHA-256 alone, of bytes or of a text in UTF-8, as bytes or in hex. */
export function hash(name: string, data: Uint8Array | string, as: "buffer" | "hex"): Buffer | string {
  if (name !== "sha256") throw new RangeError(`the page has no ${name}`);
  const digest = Buffer.from(sha256(typeof data === "string" ? Buffer.from(data, "utf8") : data));
  return as === "hex" ? digest.toString("hex") : digest;
}

/** SHA-256 and SHA-512 of bytes that come in pieces. */
export class PageHash {
  readonly #state: ReturnType<typeof sha256.create> | ReturnType<typeof sha512.create>;

  constructor(state: ReturnType<typeof sha256.create> | ReturnType<typeof sha512.create>) {
    this.#state = state;
  }

  update(bytes: Uint8Array): this {
    this.#state.update(bytes);
    return this;
  }

  copy(): PageHash {
    return new PageHash(this.#state.clone());
  }

  digest(): Buffer;
  digest(as: "hex"): string;
  digest(as?: "hex"): Buffer | string {
    const digest = Buffer.from(this.#state.digest());
    return as === "hex" ? digest.toString("hex") : digest;
  }
}

export function createHash(name: string): PageHash {
  if (name === "sha256") return new PageHash(sha256.create());
  if (name === "sha512") return new PageHash(sha512.create());
  throw new RangeError(`the page has no ${name}`);
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
