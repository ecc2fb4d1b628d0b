import { existsSync, lstatSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { realDisk, setDisk } from "../../firmware/files/disk.ts";
import { readPlan } from "../../firmware/delivery/updater/plan.ts";
import { readSlots } from "../../firmware/delivery/updater/slots.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { DISK_FAULTS } from "../support/disk-faults.ts";
import { EndingDisk } from "../support/ending-disk.ts";
import { FailingDisk } from "../support/failing-disk.ts";
import { temporaryFolder } from "../support/folder.ts";
import { ReleaseTree } from "../support/release-tree.ts";
import { goOn, requireRunnable, update } from "../support/cut-update.ts";
import { installSmall, LAUNCH } from "../support/launched.ts";
import { makeRelease, UpdaterMachine, type Behaviour } from "../support/updater-machine.ts";
import { numbersOfRun, runSeed, volume } from "../support/volume.ts";

/** An update that is killed before any call that changes the disk, or loses power: the table runs the old release or the new one. */

const LONG = { timeout: volume(120_000, 3_600_000) };
afterEach(() => setDisk());

/** A machine with release 1 confirmed and release 2 published, which behaves as said. */
async function machine(behaviour: Behaviour) {
  const [old, next] = [makeRelease("1.0.0"), makeRelease("2.0.0")];
  const made = new UpdaterMachine(new ReleaseTree());
  await made.begin(old);
  made.publish(2, next);
  made.behaves.set(next.known.digest, behaviour);
  return { made, old: old.known.digest, next: next.known.digest };
}

const ENDS: readonly (readonly [Behaviour, "next" | "old"])[] = [
  ["well", "next"],
  ["display-lost-after-60-s", "old"],
];

describe("killed before any call", () => {
  it.each(ENDS)(
    "of an update to a release that is %s: old or new, never neither, and it goes on",
    LONG,
    async (behaviour, end) => {
      const { made, old, next } = await machine(behaviour);
      const counting = new EndingDisk(Infinity);
      const first = made.copy();
      first.start();
      setDisk(counting.disk);
      await update(first);
      setDisk();
      expect(counting.calls).toBeGreaterThan(120);
      for (const last of numbersOfRun(counting.calls, 70, `an update ${behaviour} is killed`)) {
        const copy = made.copy();
        copy.start();
        setDisk(new EndingDisk(last).disk);
        await update(copy).catch(() => undefined);
        setDisk();
        requireRunnable(copy, [old, next]);
        await goOn(copy, next);
        const { current, confirmed, trial, returned } = readSlots(copy.root);
        const wanted = end === "next" ? next : old;
        expect([last, current, confirmed, trial, returned]).toEqual([last, wanted, wanted, null, null]);
        expect(copy.running?.rel).toBe(wanted);
        expect(readPlan(copy.root)).toBe(null);
      }
    },
  );
});

describe("on a disk that fails or loses power", () => {
  it("at any call: the same", LONG, async () => {
    const { made, old, next } = await machine("well");
    const random = randomFrom(runSeed("a disk fails under the updater"));
    for (let run = 0; run < volume(4, 300); run++) {
      const fault = DISK_FAULTS[run % DISK_FAULTS.length]!;
      if (["lying-sync", "vanished", "stale-read"].includes(fault)) continue;
      const copy = made.copy();
      copy.start();
      const plan = { fault, after: random.below(900), seed: `${run}` };
      const failing = new FailingDisk(copy.root, plan, () => undefined);
      setDisk(failing.disk);
      await update(copy).catch(() => undefined);
      setDisk(realDisk);
      failing.losePower();
      expect([fault, failing.hit, [old, next].includes(requireRunnable(copy, [old, next]))]).toEqual([
        fault,
        failing.hit,
        true,
      ]);
      await goOn(copy, next);
      expect([fault, failing.hit, readSlots(copy.root).confirmed]).toEqual([fault, failing.hit, next]);
    }
  });

  it("a disk that syncs no folder loses it: the check is seen at work", LONG, async () => {
    const { made, old, next } = await machine("well");
    const random = randomFrom(runSeed("no folder is synced"));
    let wrong = 0;
    for (let run = 0; run < volume(40, 200) && wrong === 0; run++) {
      const copy = made.copy();
      copy.start();
      const failing = new FailingDisk(
        copy.root,
        { fault: "power-cut", after: 300 + random.below(600), seed: `${run}` },
        () => undefined,
      );
      setDisk({
        ...failing.disk,
        fsyncSync: (fd) => (realDisk.fstatSync(fd).isDirectory() ? undefined : failing.disk.fsyncSync(fd)),
      });
      await update(copy).catch(() => undefined);
      setDisk(realDisk);
      failing.losePower();
      try {
        requireRunnable(copy, [old, next]);
      } catch {
        wrong++;
      }
    }
    expect(wrong).toBeGreaterThan(0);
  });
});

describe("the launcher", () => {
  const digests = { old: "", next: "" };

  /** A folder in which release `next` is current and on trial, and has so many starts left. */
  async function folder(trial: (next: string) => string): Promise<string> {
    const root = temporaryFolder();
    digests.old = await installSmall(root, "old");
    digests.next = await installSmall(root, "next");
    realDisk.symlinkSync(`rel/${digests.next}`, join(root, "current"));
    realDisk.symlinkSync(`rel/${digests.old}`, join(root, "confirmed"));
    const text = trial(digests.next);
    if (text !== "") writeFileSync(join(root, "trial"), text);
    return root;
  }

  const launch = (root: string, path = process.env["PATH"] ?? "") =>
    spawnSync("sh", [LAUNCH, root], { encoding: "utf8", env: { PATH: path } });
  const trialOf =
    (tries: number) =>
    (next = digests.next): string =>
      `rel ${next}\ntries ${tries}\n`;
  const currentOf = (root: string): string => readlinkSync(join(root, "current")).slice("rel/".length);

  it("counts starts while a trial is there, and never without one", async () => {
    const root = await folder(trialOf(2));
    for (const tries of [1, 0]) {
      expect(launch(root).status).toBe(0);
      expect(readFileSync(join(root, "trial"), "utf8")).toBe(trialOf(tries)());
      expect(currentOf(root)).toBe(digests.next);
    }
    expect(launch(root)).toMatchObject({
      status: 0,
      stderr: `launch: gone back from release ${digests.next}: starts\n`,
    });
    expect(currentOf(root)).toBe(digests.old);
    expect(readSlots(root)).toMatchObject({ trial: null, returned: { rel: digests.next, why: "starts" } });
    const before = readFileSync(join(root, "returned"), "utf8");
    for (let start = 0; start < 10; start++) launch(root);
    expect([currentOf(root), readFileSync(join(root, "returned"), "utf8")]).toEqual([digests.old, before]);
  });

  it.each(["", "rel\n", "rel x\ntries 2\n", "rel NEXT\n", "rel NEXT\ntries -1\n", "\0\0\0\0"])(
    "goes back where the trial cannot be read: %j",
    async (trial) => {
      const root = await folder(() => "x");
      writeFileSync(join(root, "trial"), trial.replace("NEXT", digests.next));
      expect(launch(root).status).toBe(0);
      expect(currentOf(root)).toBe(digests.old);
      expect(readSlots(root).returned?.why).toBe("damaged");
    },
  );

  it("goes back where the current slot is gone, and says so where there is none to go back to", async () => {
    const root = await folder(() => "");
    realDisk.rmSync(join(root, "rel", digests.next), { recursive: true });
    expect(launch(root).status).toBe(0);
    expect(currentOf(root)).toBe(digests.old);
    realDisk.rmSync(join(root, "rel", digests.old), { recursive: true });
    expect(launch(root)).toMatchObject({ status: 1 });
    expect(launch(root).stderr).toMatch(/^launch: no confirmed release in /);
  });

  it("counts nothing of a release that is confirmed, or not switched to", async () => {
    for (const link of ["confirmed", "current"] as const) {
      const root = await folder(trialOf(2));
      realDisk.rmSync(join(root, link));
      realDisk.symlinkSync(`rel/${link === "confirmed" ? digests.next : digests.old}`, join(root, link));
      expect(launch(root).status).toBe(0);
      expect(readFileSync(join(root, "trial"), "utf8")).toBe(trialOf(2)());
    }
  });

  it("killed before any of its commands leaves the old state or the new one, and the next start goes on", async () => {
    const tools = temporaryFolder();
    for (const name of "cat find grep ln mv readlink rm sed sha256sum sort sync tr".split(" "))
      writeFileSync(
        join(tools, name),
        `#!/bin/sh\nPATH=/usr/bin:/bin\nleft=$(cat "$0.left/../left" 2>/dev/null || cat "${tools}/left")\n` +
          `[ "$left" -gt 0 ] || { kill -9 "$PPID"; exit 1; }\necho $((left - 1)) > "${tools}/left"\nexec /usr/bin/${name} "$@"\n`,
        { mode: 0o755 },
      );
    for (const tries of [1, 0])
      for (const last of numbersOfRun(40, 3, "the launcher is killed")) {
        const root = await folder(trialOf(tries));
        writeFileSync(join(tools, "left"), String(last));
        launch(root, tools);
        expect(lstatSync(join(root, "current")).isSymbolicLink()).toBe(true);
        expect(Object.values(digests)).toContain(currentOf(root));
        expect(existsSync(join(root, "current/bin/tirada.mjs"))).toBe(true);
        // It starts until the trial is over.
        for (let start = 0; start < 4; start++) expect(launch(root).status).toBe(0);
        expect([tries, last, currentOf(root), readSlots(root).trial]).toEqual([tries, last, digests.old, null]);
      }
  });
});
