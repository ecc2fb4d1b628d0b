import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { ReportDesk, type ReportProgram } from "./report-desk.ts";

/** Reports that programs make: one at a time, within their limits; whatever a program does, the table's screens go on. */

const NOW = "2026-01-01T00:00:00.000Z";

/** A desk whose program is this text. */
function desk(text: string, change: Partial<ReportProgram> = {}) {
  const path = join(temporaryFolder(), "program.mjs");
  writeFileSync(path, text);
  const clock = fakeClock();
  const made = new ReportDesk(
    {
      module: pathToFileURL(path).href,
      argument: "of-table",
      input: "what it reads",
      limitUs: 60 * US_PER_S,
      pauseUs: 10 * US_PER_S,
      reportMax: 1_000,
      megabytes: 64,
      ...change,
    },
    clock,
  );
  onTestFinished(() => made.close());
  return {
    made,
    clock,
    ended: () => expect.poll(() => made.state.state, { timeout: 20_000 }).not.toBe("running"),
  };
}

const SAYS = `let text = ""; for await (const piece of process.stdin) text += piece;
process.stdout.write(JSON.stringify({ argument: process.argv[2], text, environment: Object.keys(process.env).length }));`;

it("a report is what the program says of what it was told, and nothing of this process's environment", async () => {
  const { made, clock, ended } = desk(SAYS);
  expect(made.state).toEqual({ state: "none", at: null, report: null });
  expect(made.start()).toEqual({ state: "running", at: NOW, report: null });
  expect([made.start().state, clock.waiting()]).toEqual(["running", ["limit of a report"]]);
  await ended();
  const report = { argument: "of-table", text: "what it reads", environment: 0 };
  expect([made.state, clock.waiting()]).toEqual([{ state: "done", at: NOW, report }, []]);
  // The next one not before a pause is over; the one before is there meanwhile.
  clock.advance(10 * US_PER_S - 1);
  expect(made.start().state).toBe("done");
  clock.advance(1);
  expect(made.start()).toEqual({ state: "running", at: "2026-01-01T00:00:10.000Z", report });
});

it.each([
  ["ends badly", `process.stdout.write("{}"); process.exitCode = 3;`, {}],
  ["says no report", `process.stdout.write("{");`, {}],
  ["says too much", `process.stdout.write(JSON.stringify("x".repeat(2_000)));`, {}],
  ["is not there", "", { module: "file:///nowhere/program.mjs" }],
])("a program that %s made none", async (_, text, change) => {
  const { made, ended } = desk(text, change);
  made.start();
  await ended();
  expect(made.state).toEqual({ state: "failed", at: NOW, report: null });
});

it("a program that does not end is ended, and so is one whose desk is closed", async () => {
  const { made, clock, ended } = desk("setInterval(() => 0, 1_000);");
  made.start();
  clock.advance(60 * US_PER_S);
  await ended();
  expect(made.state.state).toBe("failed");
  clock.advance(10 * US_PER_S);
  made.start();
  made.close();
  await ended();
  expect(made.state.state).toBe("failed");
  // A page that asks while the screens end would leave a program behind that nobody ends.
  clock.advance(60 * US_PER_S);
  expect([made.start().state, made.renewed(0).state, clock.waiting()]).toEqual(["failed", "failed", []]);
});

it("a table without such a program begins none", () => {
  const made = new ReportDesk(null, fakeClock());
  expect(made.start()).toEqual({ state: "none", at: null, report: null });
});
