import { statSync } from "../disk/disk.ts";

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
    return await act();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(group);
    process.setgroups?.(groups);
  }
}
