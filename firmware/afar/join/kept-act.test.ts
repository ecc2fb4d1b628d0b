import { expect, test } from "vitest";
import { isToBeKept } from "./kept-act.ts";

test.each([
  ["/etc/tirada/table.yaml", 0, false, true],
  // The helper has a record made of what it starts.
  ["/etc/tirada/table.yaml", 0, true, false],
  // Neither another table nor another user than root keeps what root did.
  ["/home/ana/table.yaml", 0, false, false],
  ["/etc/tirada/table.yaml", 1_000, false, false],
  ["/etc/tirada/table.yaml", undefined, false, false],
] as const)("%s, as user %s, kept by the helper: %s: a record has to be made: %s", (path, uid, isKept, is) =>
  expect(isToBeKept(path, { uid, isKept })).toBe(is),
);
