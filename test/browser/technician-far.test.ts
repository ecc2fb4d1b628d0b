import { expect, test } from "vitest";
import { casino } from "../support/casino.ts";
import { toResult, testTable } from "../support/running-table.ts";
import { until } from "../support/screen-line.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { PHONE } from "./acts-table.ts";
import { onPage, shot, TABLET } from "./harness.ts";

/** The technician's page in a browser that has a certificate, and in one that has none. */

const browser = browserOfFile();

test(
  "shows health, diagnosis, lines, rounds and records to whom the authority knows",
  { timeout: 180_000 },
  async () => {
    const here = await casino();
    const table = await testTable({
      remote: async (log) => here.remote(await here.issue(log, { as: "unit", hosts: ["127.0.0.1"] })),
    });
    await toResult(table);
    const said = (): string | undefined =>
      table.notices.find((line) => line.startsWith("remote: https on port"));
    await until("the server", () => said() !== undefined);
    const origin = `https://127.0.0.1:${/\d+$/.exec(said()!)![0]}`;
    const ana = await here.issue("Ana Soto", { as: "tecnico" });
    const proof = { origin, cert: Buffer.from(ana.cert), key: Buffer.from(ana.key) };
    // A browser knows the casino's authority by its own list; what is looked at here is the certificate of the person.
    const context = await browser().newContext({
      viewport: TABLET,
      ignoreHTTPSErrors: true,
      clientCertificates: [proof],
    });
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(String(error)));
    await page.goto(origin);
    await page.locator("#health .line strong").waitFor();
    await page.locator("#doctor h2").waitFor();
    // The table has just begun: nothing was wrong before, and it is said since when that was looked for.
    await onPage(page, String.raw`/\d\d:\d\d/.test(document.getElementById("past").innerText)`);
    await page.locator("#coverage tbody tr").first().waitFor({ state: "attached" });
    expect(await page.locator("#head a").count()).toBe(0);
    expect(await page.locator("#unit").innerText()).toContain(table.config.table.log);
    await page.locator("#places a[href='#inside']").click();
    // What somebody at the table sees of its lines and rounds.
    await page.locator("#lines .line-rows li").first().waitFor({ timeout: 20_000 });
    await page.locator("#rounds h2").waitFor();
    expect(await page.locator("#lines #line-still").count()).toBe(1);
    expect(await page.locator("#events .code").first().innerText()).toContain('"kind"');
    expect(wrong).toEqual([]);
    await shot(page, "technician-far");
    await context.close();

    // A jefe de mesa looks at what is decided at a table, and the page asks for nothing else.
    const ben = await here.issue("Ben Ruiz", { as: "jefe-de-mesa" });
    const his = { origin, cert: Buffer.from(ben.cert), key: Buffer.from(ben.key) };
    const jefe = await browser().newContext({
      viewport: PHONE,
      ignoreHTTPSErrors: true,
      clientCertificates: [his],
    });
    const floor = await jefe.newPage();
    const refused: string[] = [];
    floor.on("response", (answer) => {
      if (answer.status() !== 200) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
    });
    await floor.goto(`${origin}/#inside`);
    await floor.locator("#rounds h2").waitFor({ timeout: 20_000 });
    await shot(floor, "technician-far-jefe");
    for (const part of ["#lines", "#events", "#coverage", "#trends"])
      expect(await floor.locator(`${part} > *`).count()).toBe(0);
    expect(refused).toEqual([]);
    await jefe.close();

    const stranger = await browser().newContext({ ignoreHTTPSErrors: true });
    const none = await stranger.newPage();
    await expect(none.goto(origin)).rejects.toThrow(/net::ERR_/);
    await stranger.close();
  },
);
