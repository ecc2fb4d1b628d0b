/** Keys of a configuration whose values are secret, or lead to a secret. */
const SECRET_KEYS = /^(?:pin|password|passphrase|username|user|token|secret|key)$/i;
/** Values that are secret wherever they stand: what `tirada pin` prints, private keys, an address with a user. */
const SECRET_VALUES = /^scrypt\$|PRIVATE KEY|AGE-SECRET-KEY|^[a-z]+:\/\/[^/@]*@/;
/** A public key in a configuration: a note's verification key. */
const PUBLIC_KEY = /^[a-z0-9./_-]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{20,100}$/;
export const LEFT_OUT = "(left out)";

/** A configuration as it may leave the unit: every value that is secret is left out, and the rest is as it is. */
export function withoutSecrets(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, key));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, below]) => [name, withoutSecrets(below, name)]),
    );
  if (typeof value !== "string") return SECRET_KEYS.test(key) && value !== null ? LEFT_OUT : value;
  if (PUBLIC_KEY.test(value)) return value;
  return SECRET_KEYS.test(key) || SECRET_VALUES.test(value) ? LEFT_OUT : value;
}
