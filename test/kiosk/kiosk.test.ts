import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { US_PER_S } from "../../src/time/instant.ts";
import { buildPackage } from "../../firmware/delivery/package/build-package.ts";
import { bootMachine, bootMissing } from "../support/booted-machine.ts";
import { builtRelease, ROOT } from "../support/built-release.ts";
import { SOAK } from "../support/volume.ts";

/**
 * The unit's own screens as they are installed: the Debian package under a systemd of its own, in namespaces of this kernel, with a
 * compositor that has two outputs and no monitors. What the machine found is a text, and pictures, which are read here.
 */

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** Debian's root, made once. */
const CACHE = process.env["TIRADA_KIOSK_ROOT"] ?? join(ROOT, "node_modules/.cache/tirada/kiosk-root");
const EPOCH = 1_790_000_000;
const MINUTE = 60_000;
const MACHINE_MAX_US = 15 * 60 * US_PER_S;
/** After a hang or a crash the pages are connected again within so many seconds, besides what found it. */
const AGAIN_WITHIN_S = 45;
const STEPS = ["hung renderer", "hung browser", "hung compositor", "killed browser"];

async function runMachine(folder: string): Promise<string> {
  const { out, known } = await builtRelease();
  execFileSync(here("make-root.sh"), [CACHE], { stdio: ["ignore", "ignore", "inherit"] });
  await buildPackage({ root: ROOT, release: out, known, out: folder, epoch: EPOCH, level: 0 });
  for (const script of ["run.sh", "try-rights.sh"]) copyFileSync(here(script), join(folder, script));
  return bootMachine(CACHE, folder, MACHINE_MAX_US);
}

/** Grey values of a small picture of an output. */
const greys = (folder: string, name: string): Promise<Buffer> =>
  sharp(join(folder, `${name}.png`))
    .resize(64, 64, { fit: "fill" })
    .greyscale()
    .raw()
    .toBuffer();

/** How many of its 4,096 places differ. */
async function difference(folder: string, one: string, other: string): Promise<number> {
  const [a, b] = await Promise.all([greys(folder, one), greys(folder, other)]);
  return a.reduce((count, grey, at) => count + (Math.abs(grey - (b[at] ?? 0)) > 8 ? 1 : 0), 0);
}

test("the machine's scripts are such", () => {
  for (const script of ["make-root.sh", "boot.sh"]) execFileSync("sh", ["-n", here(script)]);
  for (const script of ["run.sh", "try-rights.sh"]) execFileSync("bash", ["-n", here(script)]);
});

if (SOAK)
  test(
    "an installed unit shows its pages through kills and hangs of browser and compositor, and lets its screens reach nothing",
    { timeout: 40 * MINUTE },
    async () => {
      expect(bootMissing(CACHE)).toBeNull();
      const folder = mkdtempSync(join(tmpdir(), "tirada-kiosk-"));
      // The machine's users read its scripts.
      chmodSync(folder, 0o755);
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const said = await runMachine(folder);
      process.stdout.write(`${said}\n`);
      const lines = said.split("\n");
      expect(lines).toContain("over");
      expect(lines[0]).toBe("enabled");
      expect(
        lines.filter((line) => /not within|no picture|not installed|left|on the disk|could/.test(line)),
      ).toEqual([]);
      for (const step of STEPS) {
        const [, found, again] =
          new RegExp(`^${step}: after (\\d+) s\\nafter a ${step}: after (\\d+) s$`, "m").exec(said) ?? [];
        expect([step, Number(found) <= 40, Number(again) <= AGAIN_WITHIN_S]).toEqual([step, true, true]);
      }
      // Each page has a network of its own, which is none, and a filter of system calls.
      expect(lines.filter((line) => line.includes("sandbox: "))).toEqual([
        expect.stringMatching(/^\d+ sandbox: 1 2$/),
      ]);
      expect(Number(/^screens tried (\d+)$/m.exec(said)?.[1])).toBeGreaterThan(15);
      for (const output of ["1", "2"]) {
        for (const name of ["starting", "table", "gone", "again"]) {
          const { channels } = await sharp(join(folder, `${name}-${output}.png`)).stats();
          // Neither Chromium's white nor the grey of an empty output.
          expect(channels[0]?.mean, `${name}-${output}`).toBeLessThan(90);
          expect(channels[0]?.stdev, `${name}-${output}`).toBeGreaterThan(5);
        }
        for (const [one, other] of [
          ["starting", "table"],
          ["table", "gone"],
          ["gone", "again"],
          ["turned", "turned-gone"],
        ] as const)
          expect(
            await difference(folder, `${one}-${output}`, `${other}-${output}`),
            `${one} ${output}`,
          ).toBeGreaterThan(20);
      }
      const doctor = JSON.parse(readFileSync(join(folder, "doctor.json"), "utf8")) as {
        findings: { code: string; values: Record<string, unknown> }[];
      };
      expect(doctor.findings.find(({ code }) => code === "screens-connected")?.values).toMatchObject({
        here: 1,
        local: 1,
      });
    },
  );
