import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folder.ts";
import { machineReset } from "./machine-reset.ts";

/** What watchdogs of a machine say of its last start, as a kernel shows it. */
function machineWith(...statuses: readonly string[]): string {
  const sys = temporaryFolder();
  statuses.forEach((status, at) => {
    const folder = join(sys, "class/watchdog", `watchdog${at}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "bootstatus"), `${status}\n`);
  });
  return sys;
}

it.each([
  [["0"], null],
  [["32"], "watchdog"],
  [["0", "32"], "watchdog"],
  [["33"], "watchdog"],
  [["1"], "overheated"],
  [["16"], "power-low"],
  [["what"], null],
  [[], null],
] as const)("of %j: %s", (statuses, cause) => {
  expect(machineReset(machineWith(...statuses))).toBe(cause);
});
