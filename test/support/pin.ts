import { randomBytes, scryptSync } from "node:crypto";

/** The cheapest parameters that the format of a hash allows: a test that only wants to sign in does not wait for scrypt. */
const COST = { N: 2, r: 1, p: 1 } as const;

/** A `pinHash` as sign-in takes it, made in no time. Tests of sign-in itself use `hashPin`. */
export function cheapPinHash(pin: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(pin, salt, 32, COST);
  return `scrypt$${COST.N}$${COST.r}$${COST.p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}
