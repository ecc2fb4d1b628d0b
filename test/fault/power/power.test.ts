import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/time/system-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { runSeed, SOAK, volume } from "../../support/volume.ts";
import { CONTROLS } from "./controls.ts";
import { copyOfDisk, guestMissing, lifeEnds, marksOf, startGuest } from "./guest.ts";
import { MARK_COMMITS, ONE_DISK, SHORT_EPOCHS } from "./job.ts";
import { judgeDisk, type CutTable } from "./judge.ts";
import { jobOf, judgeStates, playedAt, playLogged, type Judged, type Played } from "./power-run.ts";

/**
 * Power cuts. A whole unit plays in a guest, a Linux of its own with a disk of its own, under a log of every block that reaches the
 * disk. Of that log the states are made in which a power cut may leave the disk, and each is opened as the unit opens it: whatever
 * had been acknowledged or shown before the cut is there.
 */

const MINUTE = 60_000;
/** How a life ends in order. */
const WELL = { status: 0, signal: null, stderr: "" };
const clock = systemClock();

async function table(family: string): Promise<Played> {
  expect(guestMissing()).toBeNull();
  const played = await playedAt(family);
  onTestFinished(() => played.place.remove());
  return played;
}

/** Nothing was lost but the power. */
const whole = ({ place, table: { log } }: Played): CutTable => ({
  disks: place.disks,
  log,
  isFirstLost: false,
});

function say(what: string, { states, started, records, wrong }: Judged): void {
  process.stdout.write(
    `power cuts, ${what}: ${states} states of up to ${records} records, ${started} of them by the whole unit, ${wrong.length} wrong\n`,
  );
}

test("each line that the guest changes stands once in the sources", () => {
  for (const { file, from } of [MARK_COMMITS, ONE_DISK, SHORT_EPOCHS, ...Object.values(CONTROLS).flat()])
    expect(readFileSync(file, "utf8").split(from), file).toHaveLength(2);
});

describe("after a power cut", () => {
  /** Records of each life: over the end of an epoch, and after a start. */
  const LIVES: Readonly<Record<string, readonly number[]>> = {
    "a wheel": [150, 90],
    cards: [150, 90],
    dice: [70, 20],
    // Before the second life the first disk is lost: it begins with all that comes back from the second.
    "dice with a second copy": [70, 20],
  };
  const FLUSHES: Readonly<Record<string, number>> = {
    "a wheel": 80,
    cards: 60,
    dice: 40,
    "dice with a second copy": 60,
  };

  test.each(volume(["a wheel"], Object.keys(LIVES)))(
    "%s has all that it acknowledged and showed, whichever of the waiting writes arrived",
    { timeout: 40 * MINUTE },
    async (family) => {
      const played = await table(family);
      const logged = await playLogged(played, jobOf(played, volume([80], LIVES[family]!)));
      expect(logged.ends, logged.output).toEqual(volume([WELL], [WELL, WELL]));
      const shown = logged.log.marks.filter(({ is }) => is === "shown").length;
      const committed = logged.log.marks.filter(({ is }) => is === "committed").length;
      expect(Math.min(shown, committed)).toBeGreaterThan(30);
      const judged = await judgeStates(played, logged, {
        flushes: volume(8, FLUSHES[family]!),
        seed: runSeed(`power ${family}`),
        starts: true,
        enough: null,
      });
      say(family, judged);
      expect(judged.wrong).toEqual([]);
      expect(judged.records).toBeGreaterThan(64);
    },
  );
});

if (SOAK) {
  describe("a change that loses records is seen:", () => {
    /** With the lives of a wheel, and what is found. */
    const SEEN = [
      ["synchronous=NORMAL", [70], /record \d+ was (?:acknowledged|signed)/],
      ["record before its recording", [70], /the recording wheel-\d+ was cut/],
      ["no folder fsync", [], /calibration \d was written, and \d is there/],
    ] as const;

    test.each(SEEN)("%s", { timeout: 40 * MINUTE }, async (control, lives, fault) => {
      const played = await table("a wheel");
      const substituted = CONTROLS[control];
      const logged = await playLogged(played, jobOf(played, lives, { substituted }));
      expect(logged.ends, logged.output).toEqual(lives.map(() => WELL));
      const seed = runSeed(`power ${control}`);
      const judged = await judgeStates(played, logged, { flushes: 60, seed, starts: false, enough: 5 });
      say(control, judged);
      expect(judged.wrong.join("\n")).toMatch(fault);
    });
  });

  const KILLS = 25;
  test(
    `the machine itself is killed ${KILLS} times: each time all is there, and the table goes on`,
    { timeout: 90 * MINUTE },
    async () => {
      const played = await table("a wheel");
      const random = randomFrom(runSeed("power kills"));
      let begun = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const before = marksOf(played.place).length;
        const job = jobOf(played, [1_000_000], { marksAt: null, calibrations: 1 });
        const guest = startGuest(played.place, "none", job);
        const due = before + (random.oneIn(5) ? 1 : 4 + random.below(120));
        const until = clock.now() + 240 * US_PER_S;
        while (marksOf(played.place).length < due && clock.now() < until) await clock.sleep(20_000);
        await clock.sleep(random.below(300_000));
        await guest.kill();
        const marks = marksOf(played.place);
        if (marks.slice(before).some(({ is }) => is === "committed")) begun++;
        const found = await judgeDisk(copyOfDisk(played.place), whole(played), marks);
        expect(found.wrong, `kill ${kill}`).toEqual([]);
      }
      process.stdout.write(`power cuts, killed machines: ${KILLS}, of which ${begun} had begun to play\n`);
      expect(begun).toBeGreaterThan(KILLS / 2);
    },
  );

  test(
    "while writes fail nothing is certified: the unit ends, and what was shown is there",
    { timeout: 20 * MINUTE },
    async () => {
      const played = await table("a wheel");
      const job = jobOf(played, [1_000], { marksAt: null, failAfter: 40, calibrations: 1 });
      const output = await startGuest(played.place, "flakey", job).ended;
      const [end] = lifeEnds(played.place);
      expect(end, output).toMatchObject({ status: 4, signal: null });
      expect(end?.stderr.trim().split("\n")).toHaveLength(1);
      const marks = marksOf(played.place);
      const failing = marks.findIndex(({ is }) => is === "failing");
      expect(failing).toBeGreaterThan(40);
      expect(marks.slice(failing).filter(({ is }) => is === "committed" || is === "done")).toEqual([]);
      const found = await judgeDisk(copyOfDisk(played.place), whole(played), marks);
      expect(found.wrong).toEqual([]);
      expect(found.records).toBeGreaterThan(40);
    },
  );
}
