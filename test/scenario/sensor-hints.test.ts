import { expect, it } from "vitest";
import { BoardTrace, sensorHints } from "../../firmware/replay/board-trace.ts";
import { PROFILES } from "../../hw-sim/sim/profiles.ts";
import { simulatedTable } from "../../hw-sim/sim/wheels.ts";
import type { ChannelTrace, SensorHint } from "../../src/analysis/wheel-trace.ts";
import { sampleOfRun } from "../support/volume.ts";

/** What the technician is told of a wheel's sensors, from the lines of its board while it plays. */

const SPINS = 6;
const MARKS = 37;
const VERDICTS = ["result", "void", "undecided", "aborted"];

interface Seen {
  readonly hints: readonly SensorHint[];
  readonly spins: readonly (readonly ChannelTrace[])[];
  readonly rotor: readonly (readonly [number, number])[];
  readonly laps: readonly (readonly [number, number])[];
}

/** Plays spins with a fault in each; null: with none. */
function played(fault: string | null, seed: string): Seen {
  const table = simulatedTable({
    rulebook: "cl/ruleta-francesa",
    seed: `hints/${seed}`,
    profile: PROFILES.clean,
    board: "fast",
  });
  const spins: (readonly ChannelTrace[])[] = [];
  let trace: BoardTrace | null = null;
  let last = new BoardTrace();
  while (spins.length < SPINS) {
    const sent = table.advance();
    table.deliver(sent);
    for (const { bytes } of sent) trace?.read(bytes);
    for (const { body } of table.drain().records) {
      if (body.kind === "phase" && body.phase === "betting") {
        trace = new BoardTrace();
        if (fault !== null) table.inject(fault);
      }
      if (!VERDICTS.includes(body.kind) || trace === null) continue;
      spins.push(trace.channels());
      [last, trace] = [trace, null];
    }
  }
  return { hints: sensorHints(spins, MARKS), spins, rotor: last.rotor(), laps: last.laps() };
}

it("nothing is said of a wheel in order, whose speeds and laps are those of one", () => {
  const { hints, spins, rotor, laps } = played(null, "good");
  expect(hints).toEqual([]);
  expect(spins[0]?.map(({ channel }) => channel)).toEqual(["A", "B", "C", "I", "P", "Q", "R", "X"]);
  // A rotor turns 10 to 35 times a minute and slows down; a ball's laps become longer.
  for (const [, rpm10] of rotor) expect(rpm10).toBeGreaterThan(50);
  expect(rotor.at(-1)![1]).toBeLessThan(rotor[0]![1]);
  expect(laps.at(-1)![1]).toBeGreaterThan(laps[0]![1]);
});

/** One that dies amid the first spin has seen some of it. */
const MISSES = /^sensor-(?:misses|dead)$/;
const BROKEN = [
  ...(["A", "B", "C", "Q", "R", "I"] as const).flatMap((channel) => [
    [`sensor-dirty-${channel}`, MISSES, channel] as const,
    [`sensor-dead-${channel}`, MISSES, channel] as const,
  ]),
  ["sensor-dirty-X", /^sensor-flickers$/, "X"] as const,
];

it.each(sampleOfRun(BROKEN, 4, "sensors that are broken"))("%s is told: %s, %s", (fault, code, channel) => {
  expect(played(fault, fault).hints).toEqual([
    expect.objectContaining({ code: expect.stringMatching(code) as string, channel }),
  ]);
});

it("says nothing where too little was seen", () => {
  const one = { channel: "A", pulses: [[0, 10]] as const };
  expect(sensorHints([[one]], MARKS)).toEqual([]);
  expect(sensorHints([], MARKS)).toEqual([]);
});
