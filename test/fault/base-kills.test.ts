import { rmSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { realDisk, setDisk } from "../../firmware/files/disk.ts";
import { floorFile } from "../../firmware/delivery/update/floor.ts";
import { BaseMachine, treeWithBase } from "../support/base-machine.ts";
import { EndingDisk } from "../support/ending-disk.ts";
import { temporaryFolder } from "../support/folder.ts";
import { numbersOfRun, volume } from "../support/volume.ts";

/** An updater that brings a base system is killed before any call that changes the disk: it goes on, and no step is lost or done twice. */

afterEach(() => setDisk());

const CASES = [
  ["is kept", null],
  ["does not come up", "0.8.0"],
] as const;

/** All of it: fetched, written, started, kept or gone back from. */
async function bring(here: BaseMachine): Promise<void> {
  await here.install();
  await here.look(4);
  if (here.dead === null) here.keep();
  await here.look(2);
}

describe("killed before any call", () => {
  it.each(CASES)(
    "of a base that %s: it ends as it would have",
    { timeout: volume(120_000, 3_600_000) },
    async (_, dead) => {
      const tree = treeWithBase();
      const begun = async (): Promise<BaseMachine> => {
        const machine = new BaseMachine(tree, temporaryFolder());
        setDisk({ ...realDisk, fsyncSync: () => undefined });
        await machine.beginTable();
        setDisk();
        machine.dead = dead;
        return machine;
      };
      const counting = new EndingDisk(Infinity);
      const first = await begun();
      setDisk(counting.disk);
      await bring(first);
      setDisk();
      expect(counting.calls).toBeGreaterThan(80);
      for (const last of numbersOfRun(counting.calls, 70, `a base that ${dead ?? "is kept"} is killed`)) {
        const here = await begun();
        setDisk(new EndingDisk(last).disk);
        await bring(here).catch(() => undefined);
        // Whether it is durable is the power's concern.
        setDisk({ ...realDisk, fsyncSync: () => undefined });
        here.restartUpdater();
        await here.look();
        const isOver = here.steps.some((step) => step === "confirmed" || step === "returned");
        // What was cut before it was announced is begun again by whoever wanted it.
        if (here.bases.status().plan === null && !isOver) await here.install();
        await here.look(30);
        if (dead === null && here.read("disk/runs") === "B") here.keep();
        await here.look(2);
        const ended = dead === null ? "confirmed" : "returned";
        const ends = here.records.filter(({ step }) => step === ended);
        expect([last, new Set(ends.map(({ digest }) => digest)).size, here.bases.status().plan]).toEqual([
          last,
          1,
          null,
        ]);
        expect([last, here.read("disk/runs")]).toEqual([last, dead === null ? "B" : "A"]);
        expect(floorFile(here.root).read()?.base).toBe(dead === null ? 3 : 0);
        expect([last, here.called("rauc install")]).toEqual([last, 1]);
        if (dead !== null) await expect(here.install()).rejects.toThrow(/base-returned/);
        setDisk();
        rmSync(here.at, { recursive: true });
      }
    },
  );
});
