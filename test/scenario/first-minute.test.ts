import { expect, it, onTestFinished } from "vitest";
import { startProcess } from "../support/table-process.ts";
import { temporaryFolder } from "../support/folder.ts";

/** What somebody reads who types `npm start`. */

const PAGES = ["", "control", "technician", "analysis", "inspector", "screen/statistics"];
/** Longer lines are read by no person. */
const LINE_MAX = 160;

it("the demonstration says every page's address, then a certified number, in lines that a person reads", async () => {
  const table = startProcess(["start", "--display-port", "0", "--storage", temporaryFolder()]);
  onTestFinished(async () => {
    table.child.kill("SIGTERM");
    await table.ended;
  });
  const url = await table.url;
  const first = await table.lineWith("[certified]");
  // Codes of the rulebook are Spanish, and the lines around them are not.
  expect(first).toMatch(/round 1: +\d+  (?:black|red|(?:double )?zero)\b[^_]*(?:even|odd|zero)/);
  expect(first).not.toMatch(/negro|rojo|par\b|docena|columna/);
  table.child.kill("SIGTERM");
  const { stdout, status } = await table.ended;
  expect(status).toBe(0);
  const before = stdout.slice(0, stdout.indexOf(first)).trim().split("\n");
  for (const page of PAGES) expect(before.join("\n")).toMatch(new RegExp(`  *${url}${page}$`, "m"));
  for (const line of before) {
    expect(line.length, line).toBeLessThanOrEqual(LINE_MAX);
    expect(line).not.toMatch(/[0-9a-f]{16}|[{}[\]]/);
  }
});
