import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { buildRelease } from "../../firmware/delivery/build/build-release.ts";
import { buildOfficePackage, buildPackage } from "../../firmware/delivery/package/build-package.ts";
import { makeOffline, signerOfOffline } from "../../firmware/delivery/package/offline.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { BENCH_ANSWERS, benchWheel } from "../support/bench-table.ts";
import { ROOT } from "../support/built-release.ts";
import { makerKey } from "../support/maker-key.ts";
import { SOAK } from "../support/volume.ts";

/**
 * The packages for ARM on a bare Debian for ARM without a network, whose programs Debian's qemu-user-static runs some 20 times slower: the
 * folder that needs none installs them, and a table certifies. No service manager runs there.
 */

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** A bare Debian for ARM, made once. */
const CACHE = process.env["TIRADA_ARM_ROOT"] ?? join(ROOT, "node_modules/.cache/tirada/arm-root");
const EPOCH = 1_790_000_000;
const MINUTE = 60_000;
const MACHINE_MAX_US = 60 * 60 * US_PER_S;

/** What is missing on this machine, as one line; null: nothing is. */
function emulationMissing(): string | null {
  const needed = {
    "qemu-user-static": "/usr/bin/qemu-aarch64-static",
    "util-linux": "/usr/bin/unshare",
    iproute2: "/usr/sbin/ip",
    debootstrap: "/usr/sbin/debootstrap",
  };
  const missing = Object.entries(needed).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  if (process.getuid?.() !== 0) return "it takes root";
  if (missing.length > 0) return `these Debian packages are missing: ${missing.join(", ")}`;
  return readFileSync("/proc/filesystems", "utf8").includes("binfmt_misc")
    ? null
    : "this kernel has no binfmt_misc";
}

/** The folder with both packages for ARM. */
async function offlineFolder(folder: string): Promise<string> {
  const release = join(folder, "release");
  const known = await buildRelease({
    root: ROOT,
    platform: "linux-arm64",
    out: release,
    noReturn: false,
    packages: null,
  });
  const options = { root: ROOT, known, out: folder, epoch: EPOCH, level: 0 };
  const own = await buildPackage({ ...options, release });
  const office = await buildOfficePackage(options);
  const more = { with: [], sources: null, key: makerKey(folder, "maker"), passphraseFile: null };
  return makeOffline({ root: ROOT, package: own, office, out: join(folder, "offline"), ...more });
}

/** Runs the scene to its end, and gives what it wrote. */
async function play(at: string): Promise<string> {
  const machine = spawn(here("run-emulated.sh"), [join(CACHE, "root"), at], {
    detached: true,
    stdio: "ignore",
  });
  const late = systemClock().after(MACHINE_MAX_US, "machine", () => {
    if (machine.pid !== undefined) process.kill(-machine.pid, "SIGKILL");
  });
  await new Promise<void>((resolve) => machine.once("close", () => resolve()));
  late.cancel();
  return readFileSync(join(at, "results.txt"), "utf8");
}

test("the machine's scripts are such", () => {
  execFileSync("sh", ["-n", here("make-arm-root.sh")]);
  for (const script of ["run-emulated.sh", "arm.sh"]) execFileSync("bash", ["-n", here(script)]);
});

if (SOAK)
  test(
    "a bare Debian for ARM without a network is a table by its package: it certifies, and this machine verifies its export",
    { timeout: 120 * MINUTE },
    async () => {
      expect(emulationMissing()).toBeNull();
      const folder = mkdtempSync(join(tmpdir(), "tirada-arm-package-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      execFileSync(here("make-arm-root.sh"), [CACHE], { stdio: ["ignore", "ignore", "inherit"] });
      const offline = await offlineFolder(folder);
      const at = mkdtempSync(join(folder, "machine-"));
      // The machine's users read what lies there.
      for (const one of [folder, at]) chmodSync(one, 0o755);
      const install = `sh ${basename(offline)}/install --office ${signerOfOffline(offline)}`;
      renameSync(offline, join(at, basename(offline)));
      copyFileSync(here("arm.sh"), join(at, "run.sh"));
      for (const [name, text] of [
        ["command", install],
        ["answers.yaml", BENCH_ANSWERS],
        ["wheel.mjs", await benchWheel()],
      ] as const)
        writeFileSync(join(at, name), text);
      const said = await play(at);
      process.stdout.write(`${said}\n`);
      const lines = said.split("\n");
      expect(lines.at(-2)).toBe("over");
      expect(lines[0]).toBe("machine: aarch64, arm64, network 0");
      expect(lines.filter((line) => line.startsWith("ran ") && !line.startsWith("ran [0] "))).toEqual([]);
      expect(lines.filter((line) => line.startsWith("ran "))).toHaveLength(7);
      expect(said).not.toMatch(/ not within /);
      expect(said).toMatch(/^tirada-office \S+ install ok installed$/m);
      expect(said).toMatch(/^certified: after \d+ s\ntable ended with 0$/m);
      expect(said).toMatch(/VALID {2}journal of tirada\.example\/casino-1\/table-07/);
      expect(verifyPath(join(at, "mesa.tirada-export"))).toMatchObject({ ok: true });
    },
  );
