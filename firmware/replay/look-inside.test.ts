import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { spunFolder } from "../../test/support/spun-folder.ts";
import type { Fields } from "../../src/analysis/record-fields.ts";
import { endedRounds } from "./ended-rounds.ts";
import { lookInside, SPINS_DRAWN } from "./look-inside.ts";

const record = (kind: string, bytes: number, change: object = {}): Fields => ({
  kind,
  mono: bytes * 1_000,
  src: { segment: "wheel-000001", bytes },
  ...change,
});
const betting = (bytes: number): Fields => record("phase", bytes, { phase: "betting" });
const inPlay = (bytes: number): Fields => record("phase", bytes, { phase: "ball-in-play" });

it("a spin is its part of the recording, from open bets to its verdict; one that runs is none", () => {
  const over = [betting(100), inPlay(200), record("result", 300, { round: 1 })];
  expect(endedRounds(over)).toMatchObject([{ segment: "wheel-000001", from: 100, to: 300, inPlay: 200_000 }]);
  expect(endedRounds([...over, betting(400), inPlay(500)])).toHaveLength(1);
  expect(endedRounds([...over, betting(400), inPlay(500), record("undecided", 600)])).toHaveLength(2);
});

it("a spin whose bets were opened in another recording begins with its own", () => {
  const elsewhere = { src: { segment: "wheel-000002", bytes: 90 } };
  expect(endedRounds([betting(100), record("void", 90, elsewhere)])).toMatchObject([
    { segment: "wheel-000002", from: 0, to: 90 },
  ]);
});

it("what names no recording of ours is left out", () => {
  const bad = { src: { segment: "../../etc/passwd", bytes: 90 } };
  expect(endedRounds([betting(10), record("result", 90, bad), record("result", 9, { src: null })])).toEqual([]);
});

it("gives the newest spins with pulses, speed and laps; without their recording none", async () => {
  const { folder, ended } = spunFolder("sensor-board", SPINS_DRAWN + 2);
  const { spins, hints } = await lookInside(folder, 0);
  expect(spins!.map(({ round }) => round)).toEqual(Array.from({ length: SPINS_DRAWN }, (_, at) => ended - at));
  expect(hints).toEqual([]);
  const [newest] = spins!;
  expect(newest).toMatchObject({
    end: "result",
    outcome: expect.stringMatching(/^\d+$/) as string,
    stages: [],
  });
  expect(newest!.channels.map(({ channel }) => channel)).toEqual(
    expect.arrayContaining(["A", "B", "C", "I", "Q", "R"]),
  );
  expect(newest!.rotor.length).toBeGreaterThan(4);
  expect(newest!.laps.length).toBeGreaterThan(4);
  // Every pulse lies within the spin.
  for (const { pulses } of newest!.channels)
    for (const [at, width] of pulses) expect(at + width).toBeLessThanOrEqual(newest!.span + 20_000);
  writeFileSync(join(folder, "recordings", "wheel-000001.jsonl"), "not a recording\n");
  expect(await lookInside(folder, 0)).toMatchObject({ spins: [], hints: [] });
});
