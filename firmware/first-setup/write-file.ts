import { dirname } from "node:path";
import { chmodSync, closeSync, fsyncSync, isThere, openSync, renameSync, unlinkSync } from "../disk/disk.ts";
import { syncFolder, writeFully } from "../journal/durable.ts";
import { asRoot } from "./table-user.ts";

/** Puts a file in its place whole or not at all, whenever the power goes, over the one that is there. */
export function replaceDurably(path: string, text: string, mode: number): void {
  asRoot(() => replace(path, text, mode));
}

function replace(path: string, text: string, mode: number): void {
  const fresh = `${path}.new`;
  if (isThere(fresh)) unlinkSync(fresh);
  const fd = openSync(fresh, "wx", mode);
  try {
    // Whatever the umask takes away.
    chmodSync(fresh, mode);
    writeFully(fd, Buffer.from(text));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(fresh, path);
  syncFolder(dirname(path));
}

/** Removes a file durably, if it is there. */
export function removeDurably(path: string): void {
  asRoot(() => {
    if (!isThere(path)) return;
    unlinkSync(path);
    syncFolder(dirname(path));
  });
}
