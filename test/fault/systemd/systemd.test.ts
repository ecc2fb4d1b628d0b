import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/time/system-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { builtRelease, ROOT } from "../../support/built-release.ts";
import { SOAK } from "../../support/volume.ts";
import { guestMissing } from "../power/guest.ts";

/**
 * The services as they stand under a real systemd: a Debian of its own in user-mode-linux, a built release in the updater's slots. What
 * the guest found is a text that is read here.
 */

const MAKE = fileURLToPath(new URL("make-image.sh", import.meta.url));
/** Debian's root, made by debootstrap once. */
const CACHE = process.env["TIRADA_GUEST_ROOT"] ?? join(ROOT, "node_modules/.cache/tirada/guest-root");
const MINUTE = 60_000;
const GUEST_MAX_US = 30 * 60 * US_PER_S;
const AGAIN_WITHIN_S = 10;
const THREADS = ["main", "journal", "display"];

async function runGuest(): Promise<string> {
  const { slot, known } = await builtRelease();
  const folder = mkdtempSync(join(tmpdir(), "tirada-systemd-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const image = join(folder, "image");
  execFileSync(MAKE, [CACHE, slot, known.digest, image], { stdio: ["ignore", "ignore", "inherit"] });
  const machine = [
    "mem=1536M",
    "quiet",
    "con=null",
    "con0=fd:0,fd:1",
    `ubda=${image}`,
    "root=/dev/ubda",
    "rw",
    "rootfstype=ext4",
    "init=/lib/systemd/systemd",
    `FOLDER=${folder}`,
  ];
  const guest = spawn("setpriv", ["--pdeathsig", "KILL", "linux.uml", ...machine], {
    env: { ...process.env, TMPDIR: folder },
    detached: true,
    stdio: ["ignore", "ignore", "ignore"],
  });
  const late = systemClock().after(GUEST_MAX_US, "guest", () => {
    if (guest.pid !== undefined) process.kill(-guest.pid, "SIGKILL");
  });
  await new Promise<void>((resolve) => guest.once("close", () => resolve()));
  late.cancel();
  const results = join(folder, "results.txt");
  return existsSync(results) ? readFileSync(results, "utf8") : "the guest said nothing";
}

test("the guest's table is started as its service starts it, with the bench's module before it", () => {
  const service = readFileSync(join(ROOT, "firmware/delivery/packaging/systemd/tirada.service"), "utf8");
  const [command = ""] = /^ExecStart=.*$/m.exec(service) ?? [];
  // The service takes NODE_OPTIONS away; threads have it from there alone.
  const options = "ExecStart=/usr/bin/env NODE_OPTIONS=--import=/usr/local/bench/hang.mjs ";
  const started = command.replace(/^ExecStart=/, options);
  expect(readFileSync(MAKE, "utf8").split("\n")).toContain(started);
  for (const script of ["make-image.sh", "run-in-guest.sh", "try-rights.sh"])
    execFileSync("sh", ["-n", fileURLToPath(new URL(script, import.meta.url))]);
});

if (SOAK)
  test(
    "hung threads are restarted by the watchdog, a crash loop ends in the safe page, and nobody has another's rights",
    { timeout: 60 * MINUTE },
    async () => {
      expect(guestMissing()).toBeNull();
      const said = await runGuest();
      process.stdout.write(`${said}\n`);
      const lines = said.split("\n");
      expect(lines).toContain("over");
      const [, table, screens] = /^hung screens: (\w+) table, there again after ([0-9.]+) s$/m.exec(said) ?? [];
      expect([table, Number(screens) > 0 && Number(screens) <= AGAIN_WITHIN_S]).toEqual(["same", true]);
      for (const thread of THREADS) {
        const [, killed, again] =
          new RegExp(`^hung ${thread}: killed after ([0-9.]+) s, started again after ([0-9.]+) s`, "m").exec(
            said,
          ) ?? [];
        expect([thread, Number(killed) > 0, Number(again) <= AGAIN_WITHIN_S]).toEqual([thread, true, true]);
      }
      expect(lines.filter((line) => /could|cannot/.test(line))).toEqual([]);
      for (const user of ["tirada", "tirada-updater"])
        for (const start of ["", "bare: "]) {
          const [, tried] = new RegExp(`^${start}${user} tried (\\d+)$`, "m").exec(said) ?? [];
          expect(Number(tried), `${start}${user}`).toBeGreaterThan(5);
        }
      expect(said).toMatch(/^crash loop: safe page active after .*, tirada failed, \d+ restarts$/m);
      expect(said).toMatch(/^page: 503 true$/m);
    },
  );
