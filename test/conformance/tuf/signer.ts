import {
  constants,
  createHash,
  generateKeyPairSync,
  sign,
  type KeyObject,
  type SignKeyObjectInput,
} from "node:crypto";
import { canonicalize } from "@tufjs/canonical-json";

/** A key that metadata name, and what signs with it. */
export interface Signer {
  /** SHA-256 of the key's canonical JSON. */
  readonly id: string;
  /** The public key as metadata hold it. */
  readonly key: Readonly<Record<string, unknown>>;
  /** Hex. */
  readonly sign: (bytes: Uint8Array) => string;
}

/** The kinds of keys that the client knows, by the name of their scheme. */
export const SCHEMES = [
  "ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "rsassa-pss-sha256",
  "rsassa-pss-sha512",
] as const;
export type Scheme = (typeof SCHEMES)[number];

const idOf = (key: unknown): string => createHash("sha256").update(canonicalize(key)).digest("hex");

/** The same key with further fields, under the name that it then has. */
export function withFields(signer: Signer, fields: Readonly<Record<string, unknown>>): Signer {
  const key = { ...signer.key, ...fields };
  return { ...signer, key, id: idOf(key) };
}

/** The same key under another name. */
export const renamed = (signer: Signer, id: string): Signer => ({ ...signer, id });

/** A new key. */
export function newSigner(scheme: Scheme = "ed25519"): Signer {
  if (scheme === "ed25519") {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
    return signerOf({ keytype: "ed25519", scheme, keyval: { public: raw } }, null, privateKey);
  }
  if (scheme.startsWith("ecdsa")) {
    const isLong = scheme.endsWith("384");
    const pair = generateKeyPairSync("ec", { namedCurve: isLong ? "secp384r1" : "prime256v1" });
    return signerOf(pemKey("ecdsa", scheme, pair.publicKey), isLong ? "sha384" : "sha256", pair.privateKey);
  }
  const pair = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const saltLength = constants.RSA_PSS_SALTLEN_DIGEST;
  const hash = scheme.slice("rsassa-pss-".length);
  return signerOf(pemKey("rsa", scheme, pair.publicKey), hash, { key: pair.privateKey, padding, saltLength });
}

const pemKey = (keytype: string, scheme: string, key: KeyObject): Signer["key"] => ({
  keytype,
  scheme,
  keyval: { public: key.export({ type: "spki", format: "pem" }).toString() },
});

const signerOf = (key: Signer["key"], hash: string | null, by: KeyObject | SignKeyObjectInput): Signer => ({
  id: idOf(key),
  key,
  sign: (bytes) => sign(hash, bytes, by).toString("hex"),
});
