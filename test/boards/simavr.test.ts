import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { randomFrom } from "../../src/time/random-source.ts";
import { bootFlash } from "../support/devices/cabled-board.ts";
import { runSeed } from "../support/volume.ts";
import type { AvrMachine } from "../../hw-sim/boards/avr/machine.ts";
import {
  CYCLES_PER_MS,
  flashingLines,
  markedFlash,
  outcomeOf,
  playLines,
  tornBy,
  wholeImage,
} from "./flashing.ts";
import { Simavr } from "./simavr.ts";

/**
 * The boot section in Debian's simavr, and each emulator against the other: the same bytes at the same cycles come to the same words, the
 * same flash and the same end, however the power was cut.
 */

const folder = mkdtempSync(join(tmpdir(), "tirada-simavr-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const simavr = new Simavr(folder);
vi.setConfig({ testTimeout: 600_000 });
const causesIn = (said: string): readonly string[] =>
  [...said.matchAll(/^I 0000 .* (\w+)\*/gm)].map(([, cause = ""]) => cause);

it.each(["panel", "wheel"] as const)(
  "a %s board says the same in both, and is cut alike at every page",
  (kind) => {
    const lines = flashingLines(kind, wholeImage(kind));
    const cuts: Uint8Array[] = [];
    const ours = playLines(bootFlash(kind), lines, {
      begun: (machine) => cuts.push(machine.flashAfterCut(tornBy(cuts.length + 1))),
    });
    const theirs = simavr.play(kind, bootFlash(kind), lines);
    const upTo = (said: string): string => said.slice(0, said.lastIndexOf("!"));
    expect(upTo(theirs.said)).toBe(upTo(ours.said));
    expect(theirs.cuts.length).toBe(cuts.length);
    const outcomes: Record<string, number> = {};
    for (const [at, flash] of theirs.cuts.entries()) {
      expect(Buffer.compare(flash, cuts[at] ?? new Uint8Array()), `cut ${at}`).toBe(0);
      const outcome = simavr.outcomeOf(flash);
      expect(outcome, `cut ${at}`).toBe(outcomeOf(flash));
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    process.stdout.write(`${kind} board in both: ${cuts.length} pages cut: ${JSON.stringify(outcomes)}\n`);
    expect(outcomes["waits: none"]).toBeGreaterThan(cuts.length / 2);
  },
);

it("200 states that a cut may leave end alike in both: run or wait", () => {
  const random = randomFrom(runSeed("simavr"));
  const image = wholeImage("panel");
  const lines = flashingLines("panel", image);
  const span = (lines.at(-1)?.cycle ?? 0) + 20 * CYCLES_PER_MS;
  const looks = Array.from({ length: 200 }, () => random.below(span));
  const states: Uint8Array[] = [];
  const look = (machine: AvrMachine): number => states.push(machine.flashAfterCut(tornBy(states.length + 1)));
  playLines(bootFlash("panel"), lines, { looks, look });
  // Marked, and some bits are lost.
  const marked = markedFlash("panel", image);
  for (let n = 0; n < 20; n++) {
    const flash = marked.slice();
    const at = random.below(image.pages.length * 128);
    flash[at] = (flash[at] ?? 0) ^ (1 << random.below(8));
    states.push(flash);
  }
  const outcomes: Record<string, number> = {};
  for (const [at, flash] of states.entries()) {
    const outcome = simavr.outcomeOf(flash);
    expect(outcome, `state ${at}`).toBe(outcomeOf(flash));
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  process.stdout.write(`${states.length} states in both: ${JSON.stringify(outcomes)}\n`);
  expect(outcomes["waits: torn"]).toBe(20);
});

it("the cause of each reset is said in simavr too", () => {
  const causes = ["reset", "brownout", "watchdog", "reset"] as const;
  const said = simavr.restart(markedFlash("wheel", wholeImage("wheel")), causes);
  expect(causesIn(said)).toEqual(["power", ...causes]);
});
