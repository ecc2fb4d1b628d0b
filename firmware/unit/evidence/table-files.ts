import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { isThere } from "../../files/disk.ts";
import { readSmall } from "../../files/files.ts";
import { loadFamilyOf } from "../../table/setup/load-families.ts";
import { CALIBRATION_FILE } from "../../table/wheel/calibration-file.ts";
import { readConfig } from "../configuration/read-config.ts";
import { calibrationsOf } from "./case-export.ts";

/** A configuration and a calibration are no larger, bytes. */
const FILE_BYTES_MAX = 4 * 1_024 * 1_024;

/** A file that a table plays with and that is no part of its release. */
export interface TableFile {
  readonly path: string;
  /** Hex. */
  readonly sha256: string;
}

/** The configuration at `path`, and the calibrations that its table plays with: as `sort` puts their paths. Rejects where one cannot be read. */
export async function tableFiles(path: string): Promise<readonly TableFile[]> {
  const config = await readConfig(path);
  await loadFamilyOf(config);
  const learned = join(config.storage.folder, CALIBRATION_FILE);
  return [path, ...calibrationsOf(config), ...(isThere(learned) ? [learned] : [])]
    .map((one) => resolve(one))
    .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map((one) => ({
      path: one,
      sha256: createHash("sha256").update(readSmall(one, FILE_BYTES_MAX)).digest("hex"),
    }));
}

/** As `{ echo WORD; sha256sum FILE…; } | sha256sum` makes it. */
export const sumOfTable = (nonce: string, files: readonly TableFile[]): string =>
  sha256Hex(`${nonce}\n${files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join("")}`);
