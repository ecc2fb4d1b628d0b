import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { realDisk, setDisk } from "../../firmware/files/disk.ts";
import { readSlots } from "../../firmware/delivery/updater/slots.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { goOn, requireRunnable } from "../support/cut-update.ts";
import { temporaryFolder } from "../support/folder.ts";
import { STEPS_ON_DISK, type StepOnDisk } from "../support/stepping-disk.ts";
import { UpdaterMachine } from "../support/updater-machine.ts";
import { runSeed, sampleOfRun, volume } from "../support/volume.ts";
import { behave, digestAt, writeStory } from "./power/update-story.ts";

/** A real process that updates a table is killed within each step: the table runs the old release or the new one, and it goes on. */

const PROGRAM = new URL("../support/updating-process.ts", import.meta.url).pathname;
const KILLS = volume(1, 20);

afterEach(() => setDisk());

it(
  "killed within each step: old or new, never neither, and the same command goes on",
  { timeout: 3_600_000 },
  async () => {
    const folder = temporaryFolder();
    const story = writeStory(folder, 1);
    const [old, next] = [digestAt(story, 0), digestAt(story, 1)];
    const first = new UpdaterMachine(story.trees[0]!, join(folder, "root"));
    await first.begin(story.made[0]!);
    // A slot of nobody, which the confirmation takes away.
    cpSync(join(first.root, "rel", old), join(first.root, "rel", "f".repeat(64)), { recursive: true });
    const run = (root: string, ...words: readonly string[]) =>
      spawnSync(process.execPath, [PROGRAM, folder, root, ...words], { encoding: "utf8" });
    const copyOf = (name: string): UpdaterMachine => {
      const root = join(folder, name);
      cpSync(first.root, root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
      const machine = new UpdaterMachine(story.trees[0]!, root);
      behave(machine, story);
      return machine;
    };
    const whole = run(copyOf("whole").root);
    expect([whole.status, whole.stderr]).toEqual([0, ""]);
    const counts = JSON.parse(whole.stdout) as Readonly<Record<StepOnDisk, number>>;
    expect(Object.keys(counts).sort()).toEqual([...STEPS_ON_DISK].sort());
    const random = randomFrom(runSeed("steps of an update"));
    const ran = { old: 0, next: 0 };
    for (const step of sampleOfRun(STEPS_ON_DISK, 3, "steps that are killed"))
      for (let kill = 0; kill < KILLS; kill++) {
        const machine = copyOf(`${step}-${kill}`);
        const at = `${random.below(counts[step])}`;
        const when = random.oneIn(2) ? "before" : "after";
        expect(run(machine.root, step, at, when).signal, `${step} ${at} ${when}`).toBe("SIGKILL");
        const runs = requireRunnable(machine, [old, next]);
        ran[runs === old ? "old" : "next"]++;
        // Whether it is durable is the power's concern.
        setDisk({ ...realDisk, fsyncSync: () => undefined });
        await goOn(machine, next);
        setDisk();
        const { current, confirmed, trial, returned } = readSlots(machine.root);
        expect([step, at, when, current, confirmed, trial, returned]).toEqual([
          step,
          at,
          when,
          next,
          next,
          null,
          null,
        ]);
        expect(machine.isIdle).toBe(true);
        realDisk.rmSync(machine.root, { recursive: true });
      }
    process.stdout.write(
      `killed within steps of an update: ${ran.old} ran the old release, ${ran.next} the new one\n`,
    );
  },
);
