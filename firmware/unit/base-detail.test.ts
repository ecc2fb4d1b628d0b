import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folder.ts";
import { baseDetail } from "./boot-detail.ts";
import { readBaseState } from "../delivery/releases/base-state.ts";

/** What the machine's own script says of its base system, as the unit reads it and signs it in a boot record. */

const SAY_BASE = fileURLToPath(
  new URL("../delivery/packaging/image/root/usr/lib/tirada/image/say-base", import.meta.url),
);
const [IN_A, IN_B] = ["a1".repeat(32), "b2".repeat(32)];
/** As RAUC keeps it (`statusfile`), a group a place. */
const STATUS = `[slot.rootfs.0]
bundle.compatible=tirada-pc
status=ok
sha256=${IN_A}
size=6000

[slot.rootfs.1]
status=ok
sha256=${IN_B}
`;

function said(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  const all = {
    "etc/rauc/system.conf": "[system]\ncompatible=tirada-pc\n",
    "usr/lib/tirada/first-version": "0.10.0\n",
    "proc/sys/kernel/random/boot_id": "0a-1\n",
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const { status, stderr } = spawnSync("sh", [SAY_BASE], {
    env: { TIRADA_ROOT: root, PATH: "/usr/bin:/bin" },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  return join(root, "run/tirada-base/state");
}

const started = (slot: "A" | "B"): Record<string, string> => ({
  "proc/cmdline": `ro quiet rauc.slot=${slot}\n`,
});

it("says what was written into the place that runs, and the boot record signs it", () => {
  const inA = said({ ...started("A"), "data/rauc.status": STATUS });
  expect(readBaseState(inA)).toMatchObject({ kind: "pc", version: "0.10.0", slot: "A", sha256: IN_A });
  expect(readBaseState(said({ ...started("B"), "data/rauc.status": STATUS }))).toMatchObject({
    slot: "B",
    sha256: IN_B,
  });
  expect(baseDetail(inA)).toEqual({ base: "pc 0.10.0", baseSlot: "A", baseDigest: IN_A });
});

it("says nothing of a place that came with the disk, or of which the file has no sum", () => {
  const first = STATUS.split("\n\n")[0] ?? "";
  for (const status of [first, "[slot.rootfs.1]\nsha256=none\n[other]\n", ""])
    expect(readBaseState(said({ ...started("B"), "data/rauc.status": status }))).toMatchObject({
      sha256: null,
    });
  const bare = said(started("A"));
  expect(readBaseState(bare)).toMatchObject({ sha256: null, installed: null });
  expect(baseDetail(bare)).toEqual({ base: "pc 0.10.0", baseSlot: "A" });
  expect(readBaseState(join(bare, "none"))).toBe(null);
});
