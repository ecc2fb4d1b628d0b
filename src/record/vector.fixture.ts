import { createPrivateKey } from "node:crypto";
import { firstHead, nextLine } from "./chain.ts";
import type { ChainedLine } from "./chain.ts";
import { signerOf } from "./keys.ts";
import type { KeyUse, Signer } from "./keys.ts";

/** Two keys that everybody knows (RFC 8032 section 7.1, tests 1 and 2) and three records: the fixed log of all evidence tests. */
export const SEED_1 = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
export const SEED_2 = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";
export const LOG = "tirada.example/casino-1/table-07";
export const WITNESS = "tirada.example/casino-1/witness";

/** Ed25519 private key from its seed: PKCS#8 of RFC 8410 around 32 bytes. */
export function signerFromSeed(name: string, seed: string, use: KeyUse = "note"): Signer {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.from(seed, "hex")]);
  return signerOf(name, createPrivateKey({ key: der, format: "der", type: "pkcs8" }), use);
}

export const table = signerFromSeed(LOG, SEED_1);
export const witness = signerFromSeed(WITNESS, SEED_2, "cosignature");

const SPINS = [
  ["2026-11-21T10:00:00.000Z", 17],
  ["2026-11-21T10:00:41.250Z", 0],
  ["2026-11-21T10:01:20.500Z", 36],
] as const;

/** The three lines of the vector, numbers 0, 1 and 2. */
export function vectorLines(): ChainedLine[] {
  let head = firstHead(LOG);
  return SPINS.map(([at, n]) => {
    const line = nextLine(head, { at, clock: "synced", kind: "roulette.result", value: { n } });
    head = line.head;
    return line;
  });
}

/** `count` lines of a made-up log, each vouching for nothing. */
export function someLines(count: number, log = LOG): ChainedLine[] {
  let head = firstHead(log);
  return Array.from({ length: count }, (_, i) => {
    const line = nextLine(head, { kind: "result", round: i, result: { pocket: String(i % 37) } });
    head = line.head;
    return line;
  });
}
