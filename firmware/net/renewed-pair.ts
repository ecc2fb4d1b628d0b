import { createPrivateKey, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { CERTIFICATE_MAX, RENEWAL_MAX_BYTES } from "../../src/orders/renewal.ts";
import { rmSync } from "../files/disk.ts";
import { makeFolder, replaceDurably } from "../files/durable.ts";
import { storedState } from "../files/read-file.ts";

/**
 * What a unit keeps of its certificates beside the evidence, each in one file that is changed in one rename: the pair that it took over
 * in place of the configured one (`certificates/renewed.json`), and the next key with its request while that waits (`waiting.json`).
 */
const FOLDER = "certificates";
const RENEWED = "renewed.json";
const WAITING = "waiting.json";
const FILE_MAX_BYTES = 32_768;

const key = z.string().max(2_000);
const renewedSchema = z.strictObject({
  format: z.literal("tirada-renewed/1"),
  key,
  certificate: z.string().max(CERTIFICATE_MAX),
});
const waitingSchema = z.strictObject({
  format: z.literal("tirada-renewal/1"),
  key,
  /** Its text (`src/orders/renewal.ts`), and since when it waits, RFC 3339. */
  request: z.string().max(RENEWAL_MAX_BYTES),
  since: z.string().max(40),
});
export type RenewedPair = Pick<z.infer<typeof renewedSchema>, "key" | "certificate">;
export type WaitingRenewal = Omit<z.infer<typeof waitingSchema>, "format">;

/**
 * The pair that was taken over and counts in place of the configured certificate (PEM): of this unit, by this authority, and it ends
 * later, so that whoever puts a new certificate there at the table has the last word. Null: there is none, or it is damaged.
 */
export function renewedInPlaceOf(
  configured: string,
  authority: X509Certificate,
  { storage, log }: { readonly storage: string; readonly log: string },
): RenewedPair | null {
  const kept = read(storage, RENEWED, renewedSchema);
  if (kept === null) return null;
  try {
    const renewed = new X509Certificate(kept.certificate);
    const { CN: name, OU: as } = renewed.toLegacyObject().subject as Readonly<Record<string, unknown>>;
    const counts =
      renewed.checkPrivateKey(createPrivateKey(kept.key)) &&
      renewed.checkIssued(authority) &&
      renewed.verify(authority.publicKey) &&
      name === log &&
      as === "unit" &&
      renewed.validToDate > new X509Certificate(configured).validToDate;
    return counts ? { key: kept.key, certificate: kept.certificate } : null;
  } catch {
    // Whatever is wrong with it: the configured pair counts.
    return null;
  }
}

export const writeRenewed = (storage: string, pair: RenewedPair): void =>
  write(storage, RENEWED, { format: "tirada-renewed/1", ...pair });

/** The request that waits; null: none does. */
export function readWaiting(storage: string): WaitingRenewal | null {
  const kept = read(storage, WAITING, waitingSchema);
  return kept === null ? null : { key: kept.key, request: kept.request, since: kept.since };
}

export const writeWaiting = (storage: string, waiting: WaitingRenewal): void =>
  write(storage, WAITING, { format: "tirada-renewal/1", ...waiting });

export const removeWaiting = (storage: string): void => rmSync(join(storage, FOLDER, WAITING), { force: true });

/** A damaged file, or a disk that does not answer, is one that is not there: the old pair goes on, and another request is made. */
function read<T>(storage: string, name: string, shape: z.ZodType<T>): T | null {
  try {
    return storedState(join(storage, FOLDER, name), shape, FILE_MAX_BYTES);
  } catch {
    return null;
  }
}

function write(storage: string, name: string, value: object): void {
  makeFolder(join(storage, FOLDER));
  replaceDurably(join(storage, FOLDER, name), JSON.stringify(value), { mode: 0o600 });
}
