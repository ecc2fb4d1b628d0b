import { expect, it } from "vitest";
import { didYouMean, nearest } from "./nearest.ts";

it("finds the known word that differs by the fewest letters", () => {
  const known = ["ball-laps", "ball-left-cylinder", "rotor-stopped"];
  expect(nearest("bal-laps", known)).toBe("ball-laps");
  expect(nearest("ball-left-cilinder", known)).toBe("ball-left-cylinder");
  expect(didYouMean("rotor-stoped", known)).toBe(' (did you mean "rotor-stopped"?)');
});

it("guesses nothing when no word is near, and compares no word of absurd length", () => {
  expect(nearest("moon", ["rotor-stopped"])).toBeNull();
  expect(didYouMean("moon", [])).toBe("");
  // Known, and not where it stands.
  expect(didYouMean("port", ["port"])).toBe("");
  expect(nearest("x".repeat(100_000), ["x".repeat(99_999)])).toBeNull();
});
