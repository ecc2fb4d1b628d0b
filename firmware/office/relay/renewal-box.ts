import { join } from "node:path";
import { CERTIFICATE_MAX, RENEWAL_MAX_BYTES } from "../../../src/orders/renewal.ts";
import { isThere, readdirSync, rmSync, statSync } from "../../files/disk.ts";
import { makeFolder, replaceDurably } from "../../files/durable.ts";
import { readTextFile } from "../../files/read-file.ts";
import { BOX_NAME } from "./letter-box.ts";
import { BOXES_MAX, RENEWAL_AGE_MS } from "./limits.ts";

const REQUEST = "renewal.request";
const CERTIFICATE = "renewal.pem";

/**
 * Requests of tables for their next certificates, and the certificates, one of each in a table's box. What is lost is brought again;
 * nothing of it is believed here.
 */
export class RenewalBox {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps a table's request; another one takes the place of the former, and what was delivered for that goes. @returns false: there is no room for it */
  ask(box: string, request: string): boolean {
    if (this.#read(box, REQUEST, RENEWAL_MAX_BYTES) === request) return true;
    const folder = join(this.#folder, box);
    if (!isThere(folder)) {
      if (readdirSync(this.#folder).length >= BOXES_MAX) return false;
      makeFolder(folder);
    }
    rmSync(join(folder, CERTIFICATE), { force: true });
    this.#write(box, REQUEST, request);
    return true;
  }

  /** The boxes with a request for which nothing was delivered. */
  waiting(): readonly string[] {
    return readdirSync(this.#folder).filter(
      (box) => BOX_NAME.test(box) && this.request(box) !== null && this.certificate(box) === null,
    );
  }

  /** Null: there is none. */
  request(box: string): string | null {
    return this.#read(box, REQUEST, RENEWAL_MAX_BYTES);
  }

  /** Null: none was delivered. */
  certificate(box: string): string | null {
    return this.#read(box, CERTIFICATE, CERTIFICATE_MAX);
  }

  /** Keeps a certificate for a table that asked for one. @returns false: it asked for none */
  deliver(box: string, pem: string): boolean {
    if (this.request(box) === null) return false;
    this.#write(box, CERTIFICATE, pem);
    return true;
  }

  /** Takes away what is too old. `now`: milliseconds since 1970. */
  tidy(now: number): void {
    for (const box of readdirSync(this.#folder))
      for (const name of BOX_NAME.test(box) ? [REQUEST, CERTIFICATE] : []) {
        const path = join(this.#folder, box, name);
        const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
        if (at !== undefined && at + RENEWAL_AGE_MS < now) rmSync(path, { force: true });
      }
  }

  #read(box: string, name: string, most: number): string | null {
    const path = join(this.#folder, box, name);
    return BOX_NAME.test(box) && isThere(path) ? readTextFile(path, most) : null;
  }

  #write(box: string, name: string, text: string): void {
    replaceDurably(join(this.#folder, box, name), text, { mode: 0o600 });
  }
}
