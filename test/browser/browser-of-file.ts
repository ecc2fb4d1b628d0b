import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launch } from "./harness.ts";

/** One browser for all tests of the file that asks; it may be taken while they run. */
export function browserOfFile(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });
  return () => {
    if (browser === undefined) throw new Error("the browser is there while tests run, not before");
    return browser;
  };
}
