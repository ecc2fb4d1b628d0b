import { describe, expect, it, onTestFinished } from "vitest";
import { diceDemo, type DiceDemo } from "../../firmware/demo/dice.ts";
import { diceRulebook, diceRulebooks, diceTableNames } from "../../firmware/demo/dice-tables.ts";
import { loadPack, packIds } from "../../firmware/rules/load.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline.ts";
import { runTable, type RunningTable } from "../../firmware/unit/run.ts";
import { EYE_PORT } from "../../src/recording/entry.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "../support/folder.ts";
import { until } from "../support/screen-line.ts";

/** `tirada start --table sic-bo`: simulated people at a real unit, with their devices on real serial ports. */

const clock = systemClock();
const LONG_MS = 120_000;

interface Playing {
  readonly demo: DiceDemo;
  readonly table: RunningTable;
  readonly records: BuiltRecord[];
  readonly certified: () => number;
}

async function play(rulebook: string): Promise<Playing> {
  const records: BuiltRecord[] = [];
  const demo = await diceDemo(
    clock,
    { rulebook, speed: 4, seed: "scenario", folder: temporaryFolder() },
    () => undefined,
  );
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
  const certified = (): number =>
    records.filter(({ body }) => body.kind === "result" && body.certainty.level === "certified").length;
  return { demo, table, records, certified };
}

describe("a demonstrated dice table", () => {
  it.each(["es-cb/sic-bo", "es-cb/banca-francesa", "cl/craps"])(
    "%s is thrown, read and certified",
    async (rulebook) => {
      const { certified } = await play(rulebook);
      await until("two certified results", () => certified() >= 2, LONG_MS);
    },
    LONG_MS,
  );

  it(
    "goes on when the eye's cable was pulled",
    async () => {
      const { demo, records, certified } = await play("cl/chuck-a-luck");
      await until("a certified result", () => certified() >= 1, LONG_MS);
      demo.lines.plug(EYE_PORT, 0, false);
      const isGone = (): boolean =>
        records.some(({ body }) => body.kind === "fault" && body.code === "port-gone");
      await until("the eye is gone", isGone, LONG_MS);
      demo.lines.plug(EYE_PORT, 0, true);
      const before = certified();
      await until("another certified result", () => certified() > before, LONG_MS);
    },
    2 * LONG_MS,
  );

  it("has a name for every game of dice", () => {
    const ofDice = packIds().filter((id) => loadPack(id).pack.family === "dice");
    expect(diceRulebooks()).toEqual([...ofDice].sort());
    for (const name of diceTableNames()) expect(diceRulebook(name)).not.toBeNull();
    expect(diceRulebook("craps")).toBe("es-cb/craps");
    expect(diceRulebook("mini-craps")).toBe("cl/mini-craps");
    expect(diceRulebook("cl/war")).toBeNull();
  });

  it("is refused for a game without dice", async () => {
    const refused = diceDemo(
      clock,
      { rulebook: "cl/war", speed: 1, seed: "1", folder: temporaryFolder() },
      () => undefined,
    );
    await expect(refused).rejects.toThrow(/simulated dice table plays/);
  });
});
