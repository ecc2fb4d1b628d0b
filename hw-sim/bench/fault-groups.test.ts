import { expect, test } from "vitest";
import { textsOf } from "../../src/text/text-of.ts";
import { groupOf } from "./injections.ts";

test("faults are grouped by what their names speak of", () => {
  const groups = {
    "ball-with-rotor": "launch",
    "second-ball": "people",
    "hand-over-rim": "people",
    "hand-stops-rotor": "rotor",
    "sensor-dead-P": "sensors",
    "ball-over-rim-run": "ball",
    "ball-over-rim-rotor": "ball",
    "chip-on-rotor": "people",
    "out-of-bowl": "ball",
    "board-reset": "line",
    whatever: "other",
  };
  const named = Object.keys(groups);
  expect(Object.fromEntries(named.map((name) => [name, groupOf(name)]))).toEqual(groups);
  for (const name of named) expect(Object.keys(textsOf("bench.groups"))).toContain(groupOf(name));
});
