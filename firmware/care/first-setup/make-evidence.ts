import { dirname, join } from "node:path";
import { accessSync, constants, isThere } from "../../files/disk.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { logOf, type Config } from "../../table/config/config.ts";
import { makeFolder } from "../../files/durable.ts";
import { keyPathOf } from "../../journal/keys/keys.ts";
import { findPlace, requireOtherDisk } from "../../journal/second/devices.ts";
import { journalKeys } from "../../evidence/log/stored-log.ts";
import { EXIT, Problem } from "../../problem.ts";
import type { TableSetup } from "../../table/setup/table-setup.ts";
import { asProblem } from "../../unit/failure.ts";
import { openEvidence } from "../../unit/evidence/open-evidence.ts";
import type { Made } from "./progress.ts";

/** The folders on the way to this one that are not there, and itself, the outermost first. */
export function missingFolders(path: string): readonly Made[] {
  const missing: Made[] = [];
  for (let one = path; !isThere(one); one = dirname(one)) missing.unshift({ kind: "folder", path: one });
  return missing;
}

/** Throws a Problem where a second copy would be lost with the first one. */
export function requireSecond(first: string, second: string): void {
  try {
    requireOtherDisk(first, second, findPlace);
  } catch (error) {
    throw asProblem(error, second);
  }
}

/** Makes a folder and those above it. Throws a Problem when this user may not write there. */
export function makeFolders(path: string): void {
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw asProblem(error, path);
  }
}

/** The key of a table, for the inspector who enrols it. */
export interface TableKey {
  readonly log: string;
  readonly vkey: string;
  /** SHA-256 of the public key, in groups of four digits. */
  readonly fingerprint: string;
  /** Where it lies. */
  readonly path: string;
}

/** Begins key and journal as the first start of a table does, or opens those that are there. Rejects with a Problem. */
export async function makeKey(config: Config, setup: TableSetup): Promise<TableKey> {
  const { folder } = config.storage;
  const path = join(folder, "journal.db");
  try {
    const journal = await openEvidence(config, setup);
    await journal.close();
    const verifier = journalKeys(path).current;
    return {
      log: verifier.name,
      vkey: verifier.vkey,
      fingerprint: sha256Hex(verifier.raw).replace(/.{4}(?=.)/g, "$& "),
      path: keyPathOf(folder, logOf(config)),
    };
  } catch (error) {
    const problem = asProblem(error, folder);
    throw problem.status === EXIT.internal
      ? new Problem(EXIT.storage, problem.message, { cause: error })
      : problem;
  }
}
