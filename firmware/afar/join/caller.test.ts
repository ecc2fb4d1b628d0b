import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { asCaller, isThroughSudo } from "./caller.ts";

const NOBODY = "65534";

it("reads through sudo nothing that is not the caller's, and is itself again afterwards", () => {
  const folder = mkdtempSync(join(tmpdir(), "caller-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const [secret, open] = [join(folder, "secret"), join(folder, "open")];
  writeFileSync(secret, "root's", { mode: 0o600 });
  writeFileSync(open, "everybody's", { mode: 0o644 });
  const read = (path: string): string => asCaller(() => readFileSync(path, "utf8"));
  // Called by whoever the process is.
  expect([read(secret), isThroughSudo()]).toEqual(["root's", false]);
  const before = [process.geteuid?.(), process.getegid?.(), process.getgroups?.()];
  Object.assign(process.env, { SUDO_UID: NOBODY, SUDO_GID: NOBODY });
  onTestFinished(() => {
    delete process.env["SUDO_UID"];
    delete process.env["SUDO_GID"];
  });
  // Whoever is not root has nobody else's rights to give away.
  const isRoot = process.getuid?.() === 0;
  expect(isThroughSudo()).toBe(isRoot);
  if (isRoot) expect(() => read(secret)).toThrow(/EACCES/);
  expect(read(open)).toBe("everybody's");
  expect([process.geteuid?.(), process.getegid?.(), process.getgroups?.()]).toEqual(before);
  // A number that is none makes nobody of root.
  process.env["SUDO_UID"] = "0";
  expect(isThroughSudo()).toBe(false);
  expect(read(secret)).toBe("root's");
});
