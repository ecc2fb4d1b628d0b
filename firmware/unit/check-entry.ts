import type { Entry } from "../../src/recording/entry.ts";
import type { MonoUs } from "../../src/time/instant.ts";

/** Everything that a unit tries and says the outcome of, whether it passed or not. */
export const CHECKS = ["device-self-test", "program-files", "program-signed"] as const;
export type Check = (typeof CHECKS)[number];

/** The record of a check: what was tried, whether it passed, and what it was about. */
export const checkEntry = (
  of: Check,
  passed: boolean,
  about: (Entry & { k: "event" })["detail"],
  t: MonoUs,
): Entry => ({ k: "event", t, event: "check", detail: { of, passed, ...about } });
