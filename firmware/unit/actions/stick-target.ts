import { join } from "node:path";
import type { SentBundle } from "../../../src/orders/sent-bundle.ts";
import type { Text } from "../../../src/text/language.ts";
import { chooseStick, seenSticks } from "../../journal/export/choose-stick.ts";
import type { Given } from "../../journal/export/export.ts";
import { folderOnStick, writeOnStick, type WrittenDigest } from "../../journal/export/write-on-stick.ts";
import { EXIT, Problem } from "../../problem.ts";
import { logOf, type Config } from "../../table/config/config.ts";

/** A stick as the technician's page offers it. */
export interface ShownStick {
  readonly id: string;
  readonly name: string;
  readonly free: number | null;
  /** Why nothing can be written on it; null: it can. */
  readonly why: Text | null;
}

/** Where a file goes that somebody carries away. */
interface StickTarget {
  /** The stick, as people and records name it. */
  readonly name: string;
  /** Has a file written there under this name, and read back. Rejects with a Problem. */
  write<T>(file: string, digest: WrittenDigest<T>, write: (path: string) => Promise<T>): Promise<T>;
}

export const GIVEN_DIGEST: WrittenDigest<Given> = { algorithm: "sha512", of: ({ sha512 }) => sha512 };
export const BUNDLE_DIGEST: WrittenDigest<SentBundle> = { algorithm: "sha256", of: ({ sha256 }) => sha256 };

/** Folders whose disks are the table's own. */
const keptFolders = ({ storage: { folder, second } }: Config): readonly string[] =>
  second === undefined ? [folder] : [folder, second.folder];

/** The sticks that are plugged in now. */
export const sticksFor = async (config: Config): Promise<readonly ShownStick[]> =>
  (await seenSticks(keptFolders(config))).map(({ id, name, free, why }) => ({ id, name, free, why }));

/** The stick that is meant; `wanted` empty: the only one that can be used. Rejects with a Problem where none can, with what to do. */
export async function stickTarget(config: Config, wanted: string): Promise<StickTarget> {
  const chosen = chooseStick(await seenSticks(keptFolders(config)), wanted === "" ? null : wanted);
  if (!chosen.ok) throw new Problem(EXIT.usage, chosen.why);
  const { stick } = chosen;
  const folder = await folderOnStick(stick, logOf(config));
  return {
    name: stick.name,
    write: (file, digest, write) => {
      const path = join(folder, file);
      return writeOnStick(stick, path, digest, () => write(path));
    },
  };
}
