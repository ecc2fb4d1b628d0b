import { expect, onTestFinished, test } from "vitest";
import type { LineItem } from "../../firmware/listen/row.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { clock, inNewLog, seen, shot, TABLET, table, until } from "./harness.ts";
import { lowContrast } from "./measure.ts";
import { unitWith } from "./technician-unit.ts";
import * as views from "./views.ts";

/** The lines of the devices on the technician's page, as a table tells them. */

const browser = browserOfFile();
const PHONE = { width: 390, height: 844 };

test("what comes over a line is read beside what it says, also on a phone", async () => {
  const here = await table();
  const page = await browser().newPage({ viewport: TABLET });
  onTestFinished(async () => {
    await page.close();
    await here.display.close();
  });
  const heard = (n: number, bytes: string): LineItem => ({
    n,
    port: "wheel",
    entry: { k: "in", t: clock.now(), port: "wheel", bytes: `${bytes}\r\n` },
  });
  const card = { message: "card", says: { card: 4 }, proof: "checksum", isSecret: true } as const;
  const row = { t: clock.now(), way: "in", bytes: null, decoded: card, isDamaged: false } as const;
  const items: LineItem[] = [
    ...Array.from({ length: 80 }, (_, at) => heard(at + 1, `*X;2;013;17;0;${250 + at};0`)),
    heard(81, "*X;2;013;1;0;251;0"),
    { n: 82, port: "shoe", row },
  ];
  here.display.onLines((after) => ({
    ports: { wheel: "cammegh-ss2", shoe: "tirada-shoe" },
    secret: { shoe: "sure" },
    items: items.filter(({ n }) => n > after),
    upTo: 82,
    hasMore: false,
    gone: 0,
    withheld: 3,
  }));
  here.display.setTechnician(unitWith([]));
  here.display.show(inNewLog(views.BETTING));
  await page.goto(here.at("technician#inside"));
  await page.waitForSelector("#lines li");
  expect(await seen(page, "#lines")).toContain("cammegh-ss2, con seguridad 1 mensaje dañado");
  expect(await seen(page, "#lines")).toContain("Lo de la jugada en curso se muestra cuando tiene resultado.");
  const first = page.locator("#lines li").first();
  expect(await first.innerText()).toMatch(/^\d\d:\d\d:\d\d\.\d{6}\s+←\s+\*X;2;013;1;0;251;0\s+dañado$/);
  await page.locator("#line-older").click();
  await until("older ones", async () => (await page.locator("#lines li").count()) === 21);
  expect(await page.locator("#lines li").last().innerText()).toContain(
    "status: state 2, game 13, lastNumber 17, rpm10 250",
  );
  await page.locator("#line-newest").click();
  await page.locator("#line-damaged").click();
  await until("damaged ones alone", async () => (await page.locator("#lines li").count()) === 1);
  await page.locator("#line-damaged").click();
  await page.locator("#line-shoe").click();
  await until("the shoe", async () => (await seen(page, "#lines")).includes("reservado: puede ser una carta"));
  expect(await seen(page, "#lines")).toContain("tirada-shoe, con seguridad");
  await page.setViewportSize(PHONE);
  await page.locator("#line-wheel").click();
  await until("the wheel", async () => (await page.locator("#lines li").count()) === 60);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect((await lowContrast(page, "#lines")).low).toEqual([]);
  await shot(page, "technician-lines");
});
