import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { sameBytes } from "../../../src/record/bytes.ts";
import type { Signer } from "../../../src/record/keys.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { makeFolder, makePrivate } from "../../files/durable.ts";
import { onDisk } from "../../files/errors.ts";
import { loadOrCreateWitnessKey } from "../../journal/keys/keys.ts";
import { EXIT, errorText, Problem, usageProblem } from "../../problem.ts";
import { readTextFile } from "../../files/read-file.ts";
import type { WitnessConfig } from "./config.ts";
import { databasePathOf, openWitnessDatabase, witnessOf, type WitnessDatabase } from "./database.ts";
import { createWitnessServer } from "./server.ts";

const MAX_PEM = 65_536;
/** Folders beside a witness's own that are looked at. */
const LOOKED_AT_MAX = 256;

/** A witness that runs. */
export interface RunningWitness {
  readonly url: string;
  readonly vkey: string;
  /** Resolves with why it cannot go on. */
  readonly failed: Promise<Error>;
  stop(): Promise<void>;
}

export interface WitnessOptions {
  readonly config: WitnessConfig;
  readonly clock: Clock;
  readonly onNotice: (line: string) => void;
}

/**
 * Starts a witness: its key and database, made at the first start, then its web server. Rejects with a Problem or a JournalError
 * of one line; then nothing is left running.
 */
export async function runWitness({ config, clock, onNotice }: WitnessOptions): Promise<RunningWitness> {
  const { folder, listen, logs } = config;
  requireOneWitness(config);
  const tls = { cert: pemOf("certificate", config.tls.certificate), key: pemOf("key", config.tls.key) };
  onDisk("making the folder", folder, () => {
    makeFolder(folder);
    makePrivate([folder]);
  });
  const { signer, database } = openStorage(config);
  const same = logs.find(({ raw }) => sameBytes(raw, signer.verifier.raw));
  if (same !== undefined) {
    database.close();
    throw usageProblem(
      `logs: ${same.name} has the key of this witness: whoever signs a log does not vouch for it`,
    );
  }
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<Error>((resolve) => (fail = resolve));
  try {
    const app = serverWith(() =>
      createWitnessServer({ signer, logs, database, clock, tls, onNotice, onFailed: (error) => fail(error) }),
    );
    await app.listen({ host: listen.host, port: listen.port }).catch((error: unknown) => {
      throw new Problem(
        EXIT.display,
        `cannot serve on ${listen.host} port ${listen.port}: ${errorText(error)}; choose another in listen`,
        { cause: error },
      );
    });
    const address = app.server.address();
    const port = address !== null && typeof address === "object" ? address.port : listen.port;
    const host = listen.host.includes(":") ? `[${listen.host}]` : listen.host;
    const stop = async (): Promise<void> => {
      await app.close();
      database.close();
    };
    return { url: `https://${host}:${port}/`, vkey: signer.verifier.vkey, failed, stop };
  } catch (error) {
    database.close();
    throw error;
  }
}

const keyPathOf = (folder: string): string => join(folder, "witness.key.pem");

/**
 * One witness has one key: before a first start makes one it is looked whether there is one already. A folder beside may have it, to which
 * a wrong letter would lead, or the configuration names it, and its disk is not mounted.
 */
function requireOneWitness({ name, folder, vkey }: WitnessConfig): void {
  if ([keyPathOf(folder), databasePathOf(folder)].some((path) => existsSync(path))) return;
  const own = resolve(folder);
  const above = dirname(own);
  const beside = existsSync(above) ? readdirSync(above).slice(0, LOOKED_AT_MAX) : [];
  const other = beside
    .map((one) => join(above, one))
    .find((one) => one !== own && existsSync(keyPathOf(one)) && witnessOf(databasePathOf(one)) === name);
  if (other === undefined && vkey === undefined) return;
  const where = other === undefined ? `the configuration names its key (vkey)` : `it was begun in ${other}`;
  throw new Problem(
    EXIT.storage,
    `${folder} has no key of the witness ${name}, and ${where}: correct folder, or mount its disk. ` +
      "A second key would sign a history that nobody watches; nothing was begun",
  );
}

/** Key and database come together: a database that has cosigned never gets another key, a key that has never another database. */
function openStorage({ folder, name, vkey }: WitnessConfig): {
  readonly signer: Signer;
  readonly database: WitnessDatabase;
} {
  const keyPath = keyPathOf(folder);
  const database = openWitnessDatabase(databasePathOf(folder), !existsSync(keyPath));
  try {
    const signer = loadOrCreateWitnessKey(keyPath, name, database.isNew);
    database.requireKey(signer.verifier.vkey);
    if (vkey !== undefined && vkey !== signer.verifier.vkey)
      throw new Problem(
        EXIT.storage,
        `${folder} has another key of the witness ${name} than the configuration names (vkey): correct one of them`,
      );
    return { signer, database };
  } catch (error) {
    database.close();
    throw error;
  }
}

function pemOf(what: string, path: string): string {
  try {
    return readTextFile(path, MAX_PEM);
  } catch (error) {
    throw usageProblem(`tls.${what}: ${errorText(error)}`, error);
  }
}

/** What OpenSSL says of a certificate that is none is no sentence. */
function serverWith<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw usageProblem(`tls.certificate and tls.key do not make a server: ${errorText(error)}`, error);
  }
}
