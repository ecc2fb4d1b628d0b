import { describe, expect, it } from "vitest";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { PROFILES } from "./profiles.ts";
import { WheelSlips } from "./wheel-slips.ts";
import { simulatedTable } from "./wheels.ts";

const RULEBOOK = "cl/big-six";
const SPIN_US = 60_000_000;

describe("people who err at a wheel", () => {
  it("leave spins to a person, take words back and contest numbers: every key is answered as it should be", () => {
    const wrong: string[] = [];
    const verdicts: string[] = [];
    const table = simulatedTable({
      rulebook: RULEBOOK,
      seed: "slips",
      profile: PROFILES.clean,
      board: "fast",
    });
    const { pack } = loadPack(RULEBOOK);
    const slips = new WheelSlips({
      table,
      pack,
      random: randomFrom("slips"),
      perMille: 500,
      wrong: (what, how) => wrong.push(`${what}: ${how}`),
    });
    while (table.us < 60 * SPIN_US) {
      table.deliver(table.advance());
      const { records } = table.drain();
      slips.watch(records);
      for (const { body } of records) {
        if (body.kind === "key") verdicts.push(body.key.key);
        if (body.kind === "undecided") verdicts.push(...body.because);
      }
    }
    expect(wrong).toEqual([]);
    for (const seen of ["declare", "take-back", "left-to-a-person", "reading-contested"])
      expect(verdicts).toContain(seen);
  });
});
