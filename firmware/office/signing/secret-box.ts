import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { z } from "zod";
import { usageProblem } from "../../problem.ts";

/** Private keys in files: AES-256-GCM under a key that scrypt (RFC 7914) makes of a passphrase. */
const PASSPHRASE_MIN = 12;
/** 128 MB and some 0.4 s for each try. */
export const SCRYPT = { N: 131_072, r: 8, p: 1 } as const;
const SCRYPT_MEMORY = 512 * 1_024 * 1_024;

export const hex = (bytes: number): z.ZodString => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

/** The fields that a box adds to the file of a key. */
export const BOX_SHAPE = {
  scrypt: z.strictObject({
    N: z.int().min(1_024).max(1_048_576),
    r: z.int().min(1).max(32),
    p: z.int().min(1).max(16),
    salt: hex(16),
  }),
  nonce: hex(12),
  tag: hex(16),
  box: z.string().regex(/^[0-9a-f]{2,1000}$/),
};
export type SecretBox = z.infer<z.ZodObject<typeof BOX_SHAPE>>;

/** Locks bytes away. `of`: what they belong to; a box does not open for anything else. `cost`: of scrypt; less in tests alone. */
export function closeBox(
  secret: Uint8Array,
  passphrase: string,
  of: string,
  cost: number = SCRYPT.N,
): SecretBox {
  if (passphrase.length < PASSPHRASE_MIN)
    throw usageProblem(`a passphrase has at least ${PASSPHRASE_MIN} characters`);
  const scrypt = { ...SCRYPT, N: cost, salt: randomBytes(16).toString("hex") };
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", boxKey(passphrase, scrypt), nonce);
  cipher.setAAD(Buffer.from(of));
  const box = Buffer.concat([cipher.update(secret), cipher.final()]);
  return {
    scrypt,
    nonce: nonce.toString("hex"),
    tag: cipher.getAuthTag().toString("hex"),
    box: box.toString("hex"),
  };
}

/** The bytes of a box. Throws whatever the cipher throws where passphrase, box or `of` is another one. */
export function openBox({ scrypt, nonce, tag, box }: SecretBox, passphrase: string, of: string): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", boxKey(passphrase, scrypt), Buffer.from(nonce, "hex"));
  decipher.setAAD(Buffer.from(of));
  decipher.setAuthTag(Buffer.from(tag, "hex"));
  return Buffer.concat([decipher.update(Buffer.from(box, "hex")), decipher.final()]);
}

function boxKey(passphrase: string, { N, r, p, salt }: SecretBox["scrypt"]): Buffer {
  return scryptSync(passphrase.normalize("NFC"), Buffer.from(salt, "hex"), 32, {
    N,
    r,
    p,
    maxmem: SCRYPT_MEMORY,
  });
}
