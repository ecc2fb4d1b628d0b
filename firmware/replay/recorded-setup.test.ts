import { expect, it } from "vitest";
import { tableSetup } from "../table/setup/table-setup.ts";
import { setupOfHead } from "./recorded-setup.ts";
import { newTableHead } from "./replay.ts";

it.each([
  ["0.6.2", true],
  ["0.7.0", true],
  ["0.8.0", undefined],
  ["0.10.0", undefined],
  ["1.0.0", undefined],
] as const)("a recording of %s takes every card that left as asked for: %s", (version, takes) => {
  const head = newTableHead(tableSetup("cl/ruleta-francesa", "cammegh-ss2", []), version, []);
  expect(setupOfHead(head, null).rules.takesUnkeyed).toBe(takes);
});
