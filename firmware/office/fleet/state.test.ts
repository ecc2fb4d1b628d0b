import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { holdFile, newState, readState, statePath, stopPath, writeState, type FleetState } from "./state.ts";

const DIGEST = "ab".repeat(32);
const STATE: FleetState = {
  ...newState(DIGEST),
  number: 7,
  letters: [{ what: "ask", digest: DIGEST, text: "{}\n", made: 1, until: 2, unsent: ["one"], waits: ["one"] }],
};

it("the state of a plan lies beside it, and is read as it was kept", () => {
  const plan = join(temporaryFolder(), "spring.plan");
  expect([statePath(plan), stopPath(plan)]).toEqual([`${plan}.state`, `${plan}.stop`]);
  expect(readState(statePath(plan), DIGEST)).toBeNull();
  writeState(statePath(plan), STATE);
  expect(readState(statePath(plan), DIGEST)).toEqual(STATE);
  writeState(statePath(plan), newState(DIGEST));
  expect(readState(statePath(plan), DIGEST)).toEqual(newState(DIGEST));
});

it("a state of another plan, of another format or damaged is not gone on from", () => {
  const path = join(temporaryFolder(), "spring.plan.state");
  writeState(path, STATE);
  expect(() => readState(path, "cd".repeat(32))).toThrow(`${path} is of another plan than this file`);
  for (const text of [
    "",
    readFileSync(path, "utf8").slice(0, -9),
    JSON.stringify({ ...STATE, format: "tirada-fleet/2" }),
    JSON.stringify({ ...STATE, letters: [{ ...STATE.letters[0], what: "check" }] }),
    JSON.stringify({ ...STATE, progress: {} }),
  ]) {
    writeFileSync(path, text);
    expect(() => readState(path, DIGEST)).toThrow(
      `${path} is damaged: put it back from a copy, or look with tirada fleet status`,
    );
  }
  expect(() => readState(temporaryFolder(), DIGEST)).toThrow(/^cannot read /);
});

it("one process at a time carries a plan out; a dead one, and this one, are no other", () => {
  const path = join(temporaryFolder(), "spring.plan.running");
  const held = holdFile(path, "a run of this plan");
  expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual([`${process.pid}\n`, 0o600]);
  holdFile(path, "a run of this plan");
  held.release();
  expect(existsSync(path)).toBe(false);
  held.release();
  // The one that started this one lives; the first process of the system is somebody's, too.
  for (const alive of [process.ppid, 1]) {
    writeFileSync(path, `${alive}\n`);
    expect(() => holdFile(path, "a run of this plan")).toThrow(
      `a run of this plan is under way in process ${alive}: end that one first`,
    );
    expect(readFileSync(path, "utf8")).toBe(`${alive}\n`);
  }
  // No process has such a number, and none is in a file that was cut.
  for (const none of ["4194305\n", "", "-1\n", "x\n"]) {
    writeFileSync(path, none);
    holdFile(path, "a run of this plan").release();
  }
  expect(() => holdFile(join(path, "no", "folder"), "a run")).toThrow(/^[^\n]+$/);
});
