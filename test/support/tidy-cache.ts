import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * So many files of what Node compiled are kept: a clone and its runs need some 10,000. The names are those of paths, and a run that
 * makes release trees and copies in folders of its own leaves theirs behind.
 */
export const COMPILED_FILES_MAX = 60_000;

/** Where runs keep what the next one may use: what Node compiled, and the list of times of a run that no script prints. */
export function cacheFolders(cache: string): { readonly compiled: string; readonly times: string } {
  return { compiled: join(cache, "compiled"), times: join(cache, `times-${process.pid}`) };
}

/**
 * Takes away what runs left in their cache: what is named after a process that has ended, and all that was compiled when it is more than
 * may be kept. A run beside this one compiles anew what it misses, and may write while this one looks.
 */
export function tidyCache(cache: string, most = COMPILED_FILES_MAX): void {
  const { compiled } = cacheFolders(cache);
  try {
    mkdirSync(compiled, { recursive: true });
    accessSync(cache, constants.W_OK);
  } catch {
    // A folder that is another user's: Node runs without what it compiled.
    return;
  }
  for (const name of readdirSync(cache)) {
    const [, pid] = /^(?:times|gone)-(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) remove(join(cache, name));
  }
  let files = 0;
  for (const folder of readdirSync(compiled, { withFileTypes: true }))
    if (folder.isDirectory()) files += readdirSync(join(compiled, folder.name)).length;
  if (files <= most) return;
  // Under another name first: nobody writes there any more.
  const gone = join(cache, `gone-${process.pid}`);
  renameSync(compiled, gone);
  mkdirSync(compiled, { recursive: true });
  remove(gone);
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Somebody still wrote there: the next run takes it away.
  }
}
