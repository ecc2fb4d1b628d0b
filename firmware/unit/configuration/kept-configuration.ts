import { join } from "node:path";
import { z } from "zod";
import { readYaml } from "../../../src/rules/yaml.ts";
import { CONFIG_FORMAT } from "../../table/config/config.ts";
import { isThere } from "../../files/disk.ts";
import { makeFolder, replaceDurably } from "../../files/durable.ts";
import { onDisk } from "../../files/errors.ts";
import { RELEASE_ID, releaseText } from "../../release.ts";

/**
 * Each release keeps the configuration that it was confirmed with, in the storage folder: so one that comes back never meets a file that
 * was written for a later release. It is read only where the file says that it is of a later format; a file that is wrong is wrong.
 */
const FOLDER = "configurations";

const pathIn = (storage: string, digest: string): string => join(storage, FOLDER, `${digest}.yaml`);

/** What is asked of a file of a later format: its number, and where the storage is. */
const laterSchema = z.object({
  format: z.int().min(CONFIG_FORMAT + 1),
  storage: z.object({ folder: z.string().min(1).max(300) }),
});

/** Keeps the configuration of a release that was confirmed: the old copy or the new one, whenever the power goes. */
export function keepConfiguration(storage: string, text: string, digest: string): void {
  const folder = join(storage, FOLDER);
  const path = pathIn(storage, digest);
  onDisk("keeping the configuration in", path, () => {
    makeFolder(folder);
    replaceDurably(path, text, { mode: 0o600 });
  });
}

/** Where this release has the configuration that it was confirmed with, when the file is of a later format; null: it has none, or it is not. */
export function findKeptConfiguration(text: string, file: string, digest = RELEASE_ID.manifest): string | null {
  const yaml = readYaml(text, file);
  const later = yaml.ok ? laterSchema.safeParse(yaml.value) : null;
  if (later?.success !== true || digest === null) return null;
  const path = pathIn(later.data.storage.folder, digest);
  return isThere(path) ? path : null;
}

/** One line for whoever starts the table. */
export const keptLine = (file: string, path: string): string =>
  `${file} was written for a later release; ${releaseText(RELEASE_ID)} goes on with what it was confirmed with: ${path}`;
