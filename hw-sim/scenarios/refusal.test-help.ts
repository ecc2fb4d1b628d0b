import { expect } from "vitest";
import { EXIT, Problem } from "../../firmware/problem.ts";

/** The one line in which something that a person can put right is refused. */
export function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.status).toBe(EXIT.usage);
    expect(error.message).not.toContain("\n");
    return error.message;
  }
  throw new Error("it was not refused");
}
