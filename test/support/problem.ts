import { expect } from "vitest";
import type { Ended } from "./table-process.ts";

/** One line for a person on standard error and nothing else there, with the exit status of its kind. */
export function expectProblem(ended: Ended, status: number, says: RegExp | string): void {
  const { stderr } = ended;
  expect(stderr).toMatch(/^tirada: [^\n]+\n$/);
  expect(stderr).not.toMatch(/\bat .+:\d+:\d+\)?|node:internal|\[object|undefined/);
  expect(stderr).toMatch(says);
  expect({ status: ended.status, signal: ended.signal }).toEqual({ status, signal: null });
}
