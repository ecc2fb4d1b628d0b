import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PLATFORMS, unpackedBytes, type Platform } from "../../firmware/releases/manifest.ts";
import { unpackRelease } from "../../firmware/releases/unpack.ts";
import { buildRelease } from "../../release/build/build-release.ts";
import { packagesOf, runtimePackage } from "../../release/build/packages.ts";
import { armLibraries } from "../support/arm-libraries.ts";
import { ROOT } from "../support/built-release.ts";
import { temporaryFolder } from "../support/folder.ts";
import { playedOnce } from "../support/played-table.ts";
import { runCommand } from "../support/table-process.ts";
import { SOAK } from "../support/volume.ts";

/** Releases of both platforms, from packages that npm fetches. In a soak they are built, twice, and the one for ARM is started. */

test.each(PLATFORMS)("the packages of %s are those that npm has for it, each under a hash", (platform) => {
  const packages = packagesOf(ROOT, platform);
  const own = packages.filter(({ name }) => name.startsWith("@img/sharp-")).map(({ name }) => name);
  expect(own).toEqual(expect.arrayContaining([`@img/sharp-${platform}`, `@img/sharp-libvips-${platform}`]));
  const foreign = /darwin|win32|musl|s390x|ppc64|riscv64|freebsd|linux-arm$/;
  expect(own.filter((name) => foreign.test(name))).toEqual([]);
  expect(packages.map(({ name }) => name)).not.toContain("vitest");
  for (const { integrity } of [...packages, runtimePackage(ROOT, platform)])
    expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
});

if (SOAK) {
  const build = (platform: Platform, out: string) =>
    buildRelease({ root: ROOT, platform, out, noReturn: false, packages: null });
  const MINUTE = 60_000;
  const played = playedOnce();

  test.each(PLATFORMS)("%s is built twice, the same", { timeout: 30 * MINUTE }, async (platform) => {
    const [one, other] = [temporaryFolder(), temporaryFolder()];
    const first = await build(platform, one);
    expect((await build(platform, other)).digest).toBe(first.digest);
    expect(readdirSync(other)).toEqual(readdirSync(one));
    for (const name of readdirSync(one))
      expect([name, readFileSync(join(other, name)).equals(readFileSync(join(one, name)))]).toEqual([
        name,
        true,
      ]);
    const { targets } = first.manifest;
    const total = Object.values(targets).reduce((sum, { bytes }) => sum + bytes, 0);
    process.stdout.write(
      `${platform}: ${total} bytes compressed, ${total - targets.runtime.bytes} without Node, ${unpackedBytes(first.manifest)} installed\n`,
    );
  });

  /** Debian's qemu-user-static runs the other machine's Node; some 30 s a command. */
  test(
    "the release for ARM starts, loads its native modules and verifies an export of this machine",
    { timeout: 60 * MINUTE },
    async () => {
      const out = temporaryFolder();
      const known = await build("linux-arm64", out);
      const slot = await unpackRelease(join(temporaryFolder(), "rel"), { from: out, known, platform: null });
      const root = armLibraries(temporaryFolder());
      const emulated = (...args: readonly string[]) =>
        spawnSync("qemu-aarch64-static", ["-L", root, join(slot, "runtime/bin/node"), ...args], {
          encoding: "utf8",
          cwd: slot,
        });
      const program = join(slot, "bin/tirada.mjs");
      expect(emulated(program, "--help").stdout).toContain("release ");
      expect(emulated(program, "release", "check")).toMatchObject({ status: 0, stderr: "" });
      const natives = `
      const sharp = require("sharp"), hid = require("node-hid"), { SerialPort } = require("serialport");
      sharp({ create: { width: 2, height: 2, channels: 3, background: "red" } }).png().toBuffer()
        .then((png) => console.log(process.arch, png.length > 50, typeof hid.HID, typeof SerialPort));`;
      expect(emulated("-e", natives).stdout).toBe("arm64 true function function\n");
      const path = join(temporaryFolder(), "table.export");
      expect(await runCommand(["export", path, "--config", played().config])).toMatchObject({ status: 0 });
      expect(emulated(program, "verify", path)).toMatchObject({ status: 0 });
    },
  );
}
