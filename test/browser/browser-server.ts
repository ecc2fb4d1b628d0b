import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { noteTime, RENDERERS } from "../support/processor-time.ts";
import { watchRenderers } from "./renderer-time.ts";

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
      // Fewer processes around the pages: a sixth of the processor time.
      "--in-process-gpu",
      "--enable-features=NetworkServiceInProcess,NetworkServiceInProcess2",
    ],
  });
  project.provide("browser", server.wsEndpoint());
  const measured = watchRenderers(server.process().pid ?? 0);
  return async () => {
    const list = project.config.env["TIRADA_TIMES"];
    if (list !== undefined) noteTime(list, { group: RENDERERS, file: "Chromium's renderers", ms: measured() });
    await server.close();
  };
}
