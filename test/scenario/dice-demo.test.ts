import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDiceDemo, type DiceDemo } from "../../hw-sim/demo/dice.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { runTable } from "../../firmware/unit/run.ts";
import { sha256Hex } from "../../src/record/bytes.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "../support/folder.ts";
import { expectProblem } from "../support/problem.ts";
import { until } from "../support/screen-line.ts";
import { runCommand } from "../support/table-process.ts";
import { sampleOfRun, SOAK, volume, ALL } from "../support/volume.ts";

/**
 * `tirada start --table sic-bo`: simulated people at a real unit, whose eye reads what a camera's program renders, and with what
 * throws their dice on a real serial port.
 */

const clock = systemClock();
/** A machine that does other things too takes its time: only states are waited for. */
const LONG_MS = 240_000;

const VERDICTS = ["result", "void", "undecided", "aborted"];

interface Playing {
  readonly demo: DiceDemo;
  readonly folder: string;
  readonly records: BuiltRecord[];
  readonly certified: () => BuiltRecord[];
  readonly verdicts: () => BuiltRecord[];
}

async function play(rulebook: string): Promise<Playing> {
  const records: BuiltRecord[] = [];
  const folder = temporaryFolder();
  const demo = await openDiceDemo(clock, { rulebook, speed: 4, seed: "scenario", folder }, () => undefined);
  const table = await runTable({
    config: { ...demo.config, display: { host: "127.0.0.1", port: 0 } },
    clock: demo.clock,
    onRecord: (record) => records.push(record),
    onNotice: () => undefined,
  });
  onTestFinished(async () => {
    await table.stop("test");
    await demo.stop();
  });
  demo.play(table.unit);
  const certified = (): BuiltRecord[] =>
    records.filter(({ body }) => body.kind === "result" && body.certainty.level === "certified");
  const verdicts = (): BuiltRecord[] => records.filter(({ body }) => VERDICTS.includes(body.kind));
  return { demo, folder, records, certified, verdicts };
}

/** The camera is pulled and comes back by itself. */
async function goesOnWithoutCamera({
  demo,
  records,
  certified,
}: Pick<Playing, "demo" | "records" | "certified">): Promise<void> {
  demo.camera.unplug();
  const isGone = (): boolean =>
    records.some(({ body }) => body.kind === "fault" && body.code === "eye-camera-gone");
  await until("the camera is gone", isGone, LONG_MS);
  const before = certified().length;
  await until("another certified result", () => certified().length > before, LONG_MS);
}

describe("a demonstrated dice table", () => {
  /** Each run another one; a soak all. Its throws are drawn and read picture by picture, which `test:all` waits for. */
  const games = ["es-cb/sic-bo", "es-cb/banca-francesa", "cl/craps", "cl/chuck-a-luck"];

  it.each(sampleOfRun(games, 1, "dice"))(
    ALL
      ? "%s is thrown, read and certified, with the picture that was read"
      : "%s is thrown before an eye that sees it",
    async (rulebook) => {
      const { demo, records, certified, folder } = await play(rulebook);
      if (!ALL) {
        // Nothing but the camera's pictures tells the table that dice are in play.
        const isThrown = ({ body }: BuiltRecord): boolean => body.kind === "phase" && body.phase === "throwing";
        return until("dice in play", () => records.some(isThrown), LONG_MS);
      }
      const results = volume(1, 2);
      await until(`${results} certified results`, () => certified().length >= results, LONG_MS);
      await goesOnWithoutCamera({ demo, records, certified });
      for (const { body } of certified()) {
        const picture = /"picture":"([0-9a-f]{64})"/.exec(JSON.stringify(body))?.[1] ?? "none";
        expect(sha256Hex(readFileSync(join(folder, "pictures", `${picture}.png`)))).toBe(picture);
      }
    },
    2 * LONG_MS,
  );

  // Its eye reads symbols, and leaves many of them to people: the longest of all.
  if (SOAK)
    it(
      "cl/corona-y-ancla goes from throw to throw, whatever its eye can read",
      async () => {
        const { verdicts } = await play("cl/corona-y-ancla");
        const rounds = (): number => new Set(verdicts().map(({ body }) => "round" in body && body.round)).size;
        await until("three rounds with a verdict", () => rounds() >= 3, LONG_MS);
      },
      LONG_MS,
    );

  it("is refused for a game without dice", async () => {
    const refused = openDiceDemo(
      clock,
      { rulebook: "cl/war", speed: 1, seed: "1", folder: temporaryFolder() },
      () => undefined,
    );
    await expect(refused).rejects.toThrow(/simulated dice table plays/);
  });

  if (ALL)
    it(
      "is refused, and ends, where its camera cannot hear what to show",
      async () => {
        const storage = join(temporaryFolder(), "x".repeat(100));
        const ended = await runCommand(["start", "--table", "sic-bo", "--storage", storage], {
          limitUs: (LONG_MS / 2) * US_PER_MS,
        });
        expectProblem(ended, 4, "give --storage a shorter path");
      },
      LONG_MS,
    );
});
