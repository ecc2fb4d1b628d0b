import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startPage, type KeptPage } from "../../firmware/screens/kiosk/page.ts";
import { isServed } from "../../firmware/screens/kiosk/served.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { temporaryFolder } from "../support/folder.ts";
import { until } from "../support/screen-line.ts";

/** The keeping of one page, with Chromium's own engine at the other end of the pipe. */

const clock = systemClock();
const LOOK_US = 100 * US_PER_MS;
/** What it says of a machine without a session is nobody's business. */
const PROGRAM = [
  "/bin/sh",
  "-c",
  'exec /usr/bin/chromium-headless-shell --no-sandbox --headless --ozone-platform=headless "$@" 2>/dev/null',
  "sh",
];

/** What a page of these tests does, by its address. */
const PAGES: Readonly<Record<string, string>> = {
  "/": "",
  "/opens": "open('/other')",
  "/other": "setInterval(() => fetch('/alive'), 50)",
  "/leaves": "setTimeout(() => location.assign('/other'), 300)",
  "/hangs": "setTimeout(() => { for (;;); }, 300)",
};

async function servedPages(): Promise<{ readonly address: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    asked.push(request.url ?? "");
    answer.setHeader("content-type", "text/html");
    answer.end(`<title>page</title><script>${PAGES[request.url ?? ""] ?? ""}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function kept(url: string): KeptPage {
  const [program = "", ...first] = PROGRAM;
  const page = startPage({
    name: "display",
    isPressed: false,
    url,
    runtime: temporaryFolder(),
    wayland: "none",
    isSoftware: true,
    clock,
    program: [program, ...first],
  });
  onTestFinished(() => page.close());
  return page;
}

/** Looks at a page until something holds of it. */
async function lookUntil(page: KeptPage, isTableThere: boolean, what: string, holds: () => boolean) {
  const timer = clock.every(LOOK_US, "look", () => page.look(isTableThere));
  try {
    await until(what, holds);
  } finally {
    timer.cancel();
  }
}

test("waits on a page of its own until the table answers, shows the table, and comes back from elsewhere", async () => {
  const { address, asked } = await servedPages();
  const page = kept(`${address}/leaves`);
  await lookUntil(page, false, "the page of a table that starts", () => page.signs.drewAt !== null);
  expect(page.isAway).toBe(true);
  expect(asked).toEqual([]);
  expect(await isServed(`${address}/health`)).toBe(true);
  await lookUntil(page, true, "the table's page", () => !page.isAway);
  const before = asked.filter((path) => path === "/leaves").length;
  await lookUntil(
    page,
    true,
    "elsewhere, and back",
    () => asked.includes("/other") && asked.filter((path) => path === "/leaves").length > before,
  );
  expect(page.signs.hasEnded).toBe(false);
  page.close();
  expect(page.signs.hasEnded).toBe(true);
  expect(await isServed("http://127.0.0.1:1/")).toBe(false);
});

test("a page whose script never ends draws no more, and one that opens another stays where it is", async () => {
  const { address, asked } = await servedPages();
  const [hanging, opening] = [kept(`${address}/hangs`), kept(`${address}/opens`)];
  await lookUntil(hanging, true, "the page that will hang", () => !hanging.isAway);
  await lookUntil(opening, true, "the page that opens another", () => !opening.isAway);
  const drewAt = hanging.signs.drewAt ?? 0;
  await clock.sleep(1_500 * US_PER_MS);
  const then = clock.now();
  const alive = asked.length;
  const timer = clock.every(LOOK_US, "look", () => {
    hanging.look(true);
    opening.look(true);
  });
  await clock.sleep(1_000 * US_PER_MS);
  timer.cancel();
  expect((hanging.signs.drewAt ?? 0) - drewAt).toBeLessThan(1_000 * US_PER_MS);
  expect(opening.signs.drewAt ?? 0).toBeGreaterThan(then);
  expect(opening.isAway).toBe(false);
  expect(opening.signs.hasEnded).toBe(false);
  expect(asked.filter((path) => path === "/opens")).toHaveLength(1);
  // The other one was closed as it opened.
  expect(asked.slice(alive)).toEqual([]);
});
