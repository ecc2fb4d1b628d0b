import { asRoot } from "../../care/first-setup/table-user.ts";

/** Somebody who is not root has called it with `sudo`. */
export const isThroughSudo = (): boolean => process.getuid?.() === 0 && isId(Number(process.env["SUDO_UID"]));

/**
 * Does as the person who called what opens files that they name: nobody reads through `sudo` what is not theirs, and root reads what is
 * root's. The whole process is that person meanwhile; nothing is started.
 */
export function asCaller<T>(act: () => T): T {
  const [uid, gid] = [process.env["SUDO_UID"], process.env["SUDO_GID"]].map(Number);
  if (process.getuid?.() !== 0 || !isId(uid) || !isId(gid)) return asRoot(act);
  const before = {
    uid: process.geteuid?.() ?? 0,
    gid: process.getegid?.() ?? 0,
    groups: process.getgroups?.(),
  };
  process.seteuid?.(0);
  process.setgroups?.([gid]);
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    return act();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(before.gid);
    process.setgroups?.(before.groups ?? []);
    process.seteuid?.(before.uid);
  }
}

const isId = (id: number | undefined): id is number => id !== undefined && Number.isSafeInteger(id) && id > 0;
