import { readRevocationList } from "../../../src/orders/certificate.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { errorText } from "../../problem.ts";
import { type Credentials, readUnitCredentials } from "./credentials.ts";
import type { RemoteSettings } from "./messages.ts";
import { dirname, join } from "node:path";
import type { Config } from "../../table/config/config.ts";
import { replaceDurably } from "../../files/durable.ts";

/** How often certificate, key and list are read again from their files. */
export const FILES_EVERY_US = 60 * US_PER_S;

type Files = Pick<RemoteSettings, "config" | "remote" | "log">;

const read = ({ config, remote, log }: Files): Promise<Credentials> =>
  readUnitCredentials(remote, config.storage.folder, log);

/**
 * What a unit that runs proves itself with, and whom it believes: whoever puts a new file there need not stop the table, and a newer
 * revocation list counts wherever it came from.
 */
export class OwnCredentials {
  readonly #files: Files;
  readonly #onNotice: (line: string) => void;
  readonly #timer: Timer;
  #now: Credentials;
  #read: string;
  #onChange: (credentials: Credentials) => void = () => undefined;

  private constructor(files: Files, now: Credentials, clock: Clock, onNotice: (line: string) => void) {
    this.#files = files;
    this.#onNotice = onNotice;
    this.#now = now;
    this.#read = textOf(now);
    this.#timer = clock.every(FILES_EVERY_US, "certificates", () => void this.readAgain());
  }

  /** Reads the files that a configuration names. Rejects with an Error of one line. */
  static async begin(files: Files, clock: Clock, onNotice: (line: string) => void): Promise<OwnCredentials> {
    return new OwnCredentials(files, await read(files), clock, onNotice);
  }

  get now(): Credentials {
    return this.#now;
  }

  /** Who hears of every change. */
  onChange(handle: (credentials: Credentials) => void): void {
    this.#onChange = handle;
  }

  stop(): void {
    this.#timer.cancel();
  }

  /** A revocation list that somebody brought: it counts when it is our authority's and newer than ours. */
  async useList(pem: string): Promise<void> {
    const before = this.#now;
    if (pem === before.crl) return;
    const list = await readRevocationList(pem, before.authority.certificate);
    const { authority } = this.#now;
    // The files may have named another authority meanwhile.
    if (list === null || !sameAuthority(before, this.#now) || list.number <= authority.list.number) return;
    this.#use({ ...this.#now, crl: pem, authority: { ...authority, list } });
  }

  /** Reads the files again; where they cannot be used, those of before count. */
  async readAgain(): Promise<void> {
    let found: Credentials;
    try {
      found = await read(this.#files);
    } catch (error) {
      this.#onNotice(`remote: ${errorText(error)}; the files of before count`);
      return;
    }
    const text = textOf(found);
    if (text === this.#read) return;
    this.#read = text;
    // A list that came by the relay may be newer than the file.
    const { authority, crl } = this.#now;
    const { list } = authority;
    const isOlder = sameAuthority(found, this.#now) && found.authority.list.number < list.number;
    this.#use(isOlder ? { ...found, crl, authority: { ...found.authority, list } } : found);
  }

  #use(newer: Credentials): void {
    this.#now = newer;
    this.#onChange(newer);
  }
}

const textOf = ({ cert, key, ca, crl }: Credentials): string => `${cert}${key}${ca}${crl}`;

const sameAuthority = (one: Credentials, other: Credentials): boolean =>
  one.authority.certificate.fingerprint256 === other.authority.certificate.fingerprint256;

/** Names beside `update.socket`. */
const CERTIFICATE = "unit-now.pem";
const KEY = "unit-now.key.pem";
/** The table's group reads it, in which the updater is. */
const MODE = 0o640;

/**
 * Lays the pair that counts beside the socket on which the updater asks the table: what the unit renews by itself, its updater shows at
 * a repository too. Without `update` in the configuration nothing is laid anywhere.
 */
export function sharePair(
  { update }: Pick<Config, "update">,
  { cert, key }: Credentials,
  onNotice: (line: string) => void,
): void {
  if (update === undefined) return;
  const folder = dirname(update.socket);
  try {
    for (const [name, text] of [
      [KEY, key],
      [CERTIFICATE, cert],
    ] as const)
      replaceDurably(join(folder, name), text, { mode: MODE, isExact: true });
  } catch (error) {
    onNotice(`remote: the certificate is not there for the updater: ${errorText(error)}`);
  }
}
