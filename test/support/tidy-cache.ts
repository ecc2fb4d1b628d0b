import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * So many files of what Node compiled are kept: a clone and its runs need some 10,000. The names are those of paths, and a run that
 * makes release trees and copies in folders of its own leaves theirs behind.
 */
export const COMPILED_FILES_MAX = 40_000;

/** Where runs keep what the next one may use: what Node compiled, and the list of times of a run that no script prints. */
export function cacheFolders(cache: string): { readonly compiled: string; readonly times: string } {
  return { compiled: join(cache, "compiled"), times: join(cache, `times-${process.pid}`) };
}

/**
 * Takes away what runs left in their cache: lists of times whose process has ended without removing its own, and all that was compiled
 * when it is more than may be kept. A run beside this one compiles anew what it misses.
 */
export function tidyCache(cache: string, most = COMPILED_FILES_MAX): void {
  const { compiled } = cacheFolders(cache);
  mkdirSync(compiled, { recursive: true });
  for (const name of readdirSync(cache)) {
    const [, pid] = /^times-(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(cache, name), { force: true });
  }
  let files = 0;
  for (const folder of readdirSync(compiled)) files += readdirSync(join(compiled, folder)).length;
  if (files <= most) return;
  rmSync(compiled, { recursive: true, force: true });
  mkdirSync(compiled, { recursive: true });
}
