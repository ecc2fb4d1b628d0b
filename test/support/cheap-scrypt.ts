import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** The least that a key's file may name. */
const CHEAP = 1_024;

/**
 * Until it is given back, scrypt costs this process next to nothing, whatever cost is asked for; `asked`: which those were. For tests
 * that open keys by the dozen: what the whole cost does is seen where few are opened.
 */
export function cheapScrypt(): { readonly asked: Set<number>; readonly giveBack: () => void } {
  const asked = new Set<number>();
  const { scryptSync } = crypto;
  const put = (scrypt: typeof scryptSync): void => {
    crypto.scryptSync = scrypt;
    syncBuiltinESMExports();
  };
  put((secret, salt, bytes, options = {}) => {
    asked.add(options.N ?? 0);
    return scryptSync(secret, salt, bytes, { ...options, N: CHEAP });
  });
  return { asked, giveBack: () => put(scryptSync) };
}
