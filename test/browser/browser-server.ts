import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the browser of this run listens. */
    readonly browser: string;
  }
}

/**
 * The engine of the kiosk's Chromium, from the same source package, without the windows around the pages, which nobody sees here and
 * which cost as much as a page: one for all files, each of which has contexts of its own in it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: "/usr/bin/chromium-headless-shell",
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  project.provide("browser", server.wsEndpoint());
  return () => server.close();
}
