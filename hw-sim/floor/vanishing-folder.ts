import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What removes the folder as soon as its standard input ends, and once more where somebody still wrote into it. */
const REMOVES = 'cat > /dev/null; rm -rf -- "$1" || { sleep 5; rm -rf -- "$1"; }';

/** A folder for temporary files. */
export interface VanishingFolder {
  readonly path: string;
  /** Removes it. */
  readonly remove: () => Promise<void>;
}

/** Makes a folder that is removed when this process ends, however it ends: a shell of its own waits for that. */
export function makeVanishingFolder(prefix: string): VanishingFolder {
  const path = mkdtempSync(join(tmpdir(), prefix));
  // Ctrl-C in a terminal is not for it.
  const child = spawn("sh", ["-c", REMOVES, "sh", path], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    path,
    remove: () => {
      child.stdin.end();
      return gone;
    },
  };
}
