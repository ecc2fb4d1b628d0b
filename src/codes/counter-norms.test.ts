import { expect, it } from "vitest";
import { COUNTER_NORMS, isNormal } from "./counter-norms.ts";
import { textsOf } from "../text/text-of.ts";

it.each([
  ["portLosses", { portLosses: 3 }, true],
  ["portLosses", { portLosses: 4 }, false],
  ["bytesIn", { bytesIn: 4_711 }, null],
  ["portLosses", {}, null],
  ["shoe cards unread", { "shoe cards": 400, "shoe cards unread": 4 }, true],
  ["shoe cards unread", { "shoe cards": 399, "shoe cards unread": 4 }, false],
  // None of none is normal, and one of none is not.
  ["pressesRefused", { presses: 0, pressesRefused: 0 }, true],
  ["pressesRefused", { presses: 0, pressesRefused: 1 }, false],
] as const)("%s in %j: %s", (name, counters, normal) => {
  expect(isNormal(name, counters)).toBe(normal);
});

it("every counter with a norm, and every one that a norm is held against, has words", () => {
  const named = Object.entries(COUNTER_NORMS).flatMap(([name, norm]) =>
    "of" in norm ? [name, norm.of] : [name],
  );
  const words = Object.keys(textsOf("pages.technician.counters"));
  expect(named.filter((name) => !words.includes(name))).toEqual([]);
});
