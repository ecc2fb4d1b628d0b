import { Command } from "commander";
import { expect, it } from "vitest";
import { addDemonstrationOptions } from "./demonstration-options.ts";

it("what nobody typed beside a scenario is not taken for typed: the scenario names table, rulebook and seed", () => {
  const typed = (...words: readonly string[]): unknown =>
    addDemonstrationOptions(new Command()).parse(words, { from: "user" }).opts();
  expect(typed("--scenario", "a.yaml")).toEqual({ scenario: "a.yaml", speed: 1, board: "fast" });
  expect(typed("--scenario", "a.yaml", "--seed", "1")).toMatchObject({ seed: "1" });
});
