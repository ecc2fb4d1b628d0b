import { fileURLToPath } from "node:url";
import { closeSync, openSync, statSync } from "./disk.ts";
import { EXIT, Problem, rightRefused } from "../problem.ts";

/**
 * What is still to be loaded is read as that user: a tree in root's home, which nobody else may enter, can not be. `own`: a file of the
 * program; in a release, whose modules are joined, this one has an address and no file there, and only a refused right says anything.
 */
export function requireProgram(folder: string, uid: number, own = fileURLToPath(import.meta.url)): void {
  try {
    closeSync(openSync(own, "r"));
  } catch (error) {
    if (rightRefused(error) === null) return;
    throw new Problem(
      EXIT.storage,
      `user ${uid}, whose ${folder} is, cannot read the program at ${own}: move it where that user may look, to /opt for example, or install the package; nothing was done`,
      { cause: error },
    );
  }
}

/**
 * Does as the user whose folder it is what a command of root does with a table's evidence and key, so that what it makes there is that
 * user's. What the command opened before stays open: a file that root asked for lies where root may write. Everybody else acts as who they
 * are. The whole process acts as that user meanwhile, and no program is started: it could become root again.
 */
export async function asOwnerOf<T>(folder: string, act: () => Promise<T>): Promise<T> {
  const { uid, gid } = statSync(folder);
  if (process.geteuid?.() !== 0 || uid === 0) return act();
  const groups = process.getgroups?.() ?? [];
  const group = process.getegid?.() ?? 0;
  process.setgroups?.([gid]);
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    requireProgram(folder, uid);
    return await act();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(group);
    process.setgroups?.(groups);
  }
}
