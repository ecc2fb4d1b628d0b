import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { houseSchema } from "../../firmware/table/config/house-config.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { readExample } from "../support/example-house.ts";
import { temporaryFolder } from "../support/folder.ts";
import { ALL } from "../support/volume.ts";
import {
  inNewLog,
  launch,
  LANDSCAPE,
  onPage,
  PORTRAIT,
  seen,
  shot,
  stage,
  TABLET,
  table,
  type Table,
} from "./harness.ts";
import { misdrawn } from "./measure.ts";
import * as views from "./views.ts";

/** A house on the screens of its table. */

const EXAMPLES = new URL("../../examples", import.meta.url).pathname;
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** A table of a house, with its display; `skip(ms)` on the page lets its time pass. */
async function opened(
  said: object,
  {
    folder = EXAMPLES,
    path = "/",
    size = LANDSCAPE,
  }: { folder?: string; path?: string; size?: typeof LANDSCAPE } = {},
): Promise<{
  here: Table;
  page: Page;
  told: string[];
  show: (view: TableView) => Promise<void>;
  close: () => Promise<void>;
}> {
  const told: string[] = [];
  const here = await table({
    house: { house: houseSchema.parse(said), folder, zone: "Europe/Madrid" },
    onHouse: (line) => told.push(line),
  });
  here.display.setPack(loadPack("es-pv/ruleta-francesa").pack);
  const page = await browser.newPage({ viewport: size });
  await page.addInitScript(`{
    const now = performance.now.bind(performance);
    let skipped = 0;
    performance.now = () => now() + skipped;
    globalThis.skip = (ms) => { skipped += ms; };
  }`);
  here.display.show(inNewLog(views.CLOSED));
  await page.goto(here.at(path));
  const show = async (view: TableView): Promise<void> => {
    here.display.show(inNewLog(view));
    await stage(page, view.phase);
  };
  return { here, page, told, show, close: async () => (await page.close(), here.display.close()) };
}

const attraction = (page: Page, is: boolean): Promise<void> =>
  onPage(page, `document.body.dataset.attraction === "${is ? "yes" : "no"}"`);

test("a closed table shows the house's picture behind its words and the next opening; the first call ends it", async () => {
  const { page, show, close } = await opened({
    ...readExample("classic"),
    hours: [{ days: "mon-sun", from: "03:00", to: "03:01" }],
  });
  await attraction(page, true);
  await onPage(page, `document.querySelector("#rest img")?.naturalWidth > 0`);
  expect(await seen(page, "#stage")).toMatch(/mesa cerrada.*Abre (?:hoy|mañana) a las 03:00/i);
  expect(await seen(page, "#head")).toMatch(/^Gran Casino del Puerto Mesa 4/);
  expect(await page.evaluate(`getComputedStyle(document.body).color`)).toBe("rgb(244, 236, 216)");
  expect(await misdrawn(page, "#stage .main, #head bdi")).toEqual([]);
  await shot(page, "house-closed");
  await show(views.BETTING);
  await attraction(page, false);
  expect(await page.locator("#rest > *").count()).toBe(0);
  await show({ ...views.CLOSED, stopped: "device", device: views.PORT_GONE.device, phase: "closed" });
  await attraction(page, false);
  await close();
});

test("an idle table shows its picture after the minutes that the house says, and nothing longer than that it is idle", async () => {
  const { page, show, close } = await opened({
    ...readExample("classic"),
    idle: { minutes: 3, picture: "houses/classic/closed.webp" },
  });
  await show(views.BETTING);
  await page.evaluate("skip(2 * 60_000)");
  await page.evaluate("new Promise((done) => setTimeout(done, 5500))");
  expect(await page.locator("#rest > *").count()).toBe(0);
  await page.evaluate("skip(2 * 60_000)");
  await attraction(page, true);
  // That bets are open is said all the same.
  expect(await seen(page, "#stage")).toMatch(/hagan juego.*Se admiten apuestas/i);
  for (const view of [views.BALL_IN_PLAY, views.VOID, views.UNDECIDED, views.result("17")]) {
    await show(view);
    await attraction(page, false);
    await page.evaluate("skip(60 * 60_000)");
  }
  await close();
}, 30_000);

test("a video that plays is shown silent and again and again, and one that no browser plays is refused in one line", async () => {
  const folder = temporaryFolder();
  const film = (name: string, ...coding: readonly string[]): void => {
    const source = ["-f", "lavfi", "-i", "testsrc=size=160x90:rate=10:duration=1"];
    const sound = ["-f", "lavfi", "-i", "sine=frequency=440:duration=1"];
    execFileSync("ffmpeg", ["-v", "error", ...source, ...sound, ...coding, "-shortest", join(folder, name)]);
  };
  film("idle.webm", "-c:v", "libvpx", "-c:a", "libopus");
  film("closed.mp4", "-c:v", "mpeg4", "-c:a", "aac");
  const { page, told, show, close } = await opened(
    { closed: { video: "closed.mp4" }, idle: { minutes: 1, video: "idle.webm" } },
    { folder },
  );
  await stage(page, "closed");
  await attraction(page, false);
  expect(told).toEqual([
    expect.stringMatching(
      /^display\.house\.closed\.video: closed\.mp4: its pictures are coded as mp4v, which not every browser plays; known: .*; the screens do without it$/,
    ),
  ]);
  await show(views.BETTING);
  await page.evaluate("skip(2 * 60_000)");
  await attraction(page, true);
  const video = 'document.querySelector("#rest video")';
  expect(await page.evaluate(`[${video}.muted, ${video}.loop, ${video}.controls]`)).toEqual([
    true,
    true,
    false,
  ]);
  // It has begun anew: its time went back, and its pictures go on.
  await onPage(
    page,
    `(globalThis.seen ??= [], seen.push(${video}.currentTime), seen.some((at, n) => at < seen[n - 1]))`,
  );
  expect(await page.evaluate(`${video}.paused`)).toBe(false);
  await show(views.BALL_IN_PLAY);
  await attraction(page, false);
  await close();
}, 40_000);

test("a video that does not play gives way to the picture, and a picture that does not come to the plain screen", async () => {
  const folder = temporaryFolder();
  // Its head is that of an MP4 with H.264, and there is nothing in it.
  const stsd = box("stsd", Buffer.alloc(8), box("avc1", Buffer.alloc(70)));
  const media = box(
    "mdia",
    box("hdlr", Buffer.alloc(8), Buffer.from("vide"), Buffer.alloc(12)),
    box("minf", box("stbl", stsd)),
  );
  writeFileSync(
    join(folder, "empty.mp4"),
    Buffer.concat([box("ftyp", Buffer.from("isom"), Buffer.alloc(4)), box("moov", box("trak", media))]),
  );
  writeFileSync(join(folder, "broken.png"), "no picture");
  const { here, page, told, close } = await opened(
    { logo: "broken.png", closed: { video: "empty.mp4", picture: "broken.png" } },
    { folder },
  );
  await stage(page, "closed");
  await attraction(page, false);
  expect(await seen(page, "#stage")).toMatch(/mesa cerrada/i);
  expect(told).toEqual([
    expect.stringMatching(/^display\.house\.logo: broken\.png: /),
    expect.stringMatching(/^display\.house\.closed\.picture: broken\.png: /),
  ]);
  const ask = async (path: string, range?: string) => {
    const answer = await fetch(here.at(path), range === undefined ? {} : { headers: { range } });
    return [answer.status, answer.headers.get("content-range") ?? (await answer.text()).length];
  };
  expect(await ask("/house/closed-video", "bytes=4-7")).toEqual([
    206,
    expect.stringMatching(/^bytes 4-7\/\d+$/),
  ]);
  expect(await ask("/house/closed-video", "bytes=99999-")).toEqual([
    416,
    expect.stringMatching(/^bytes \*\/\d+$/),
  ]);
  for (const path of ["/house/logo", "/house/idle-video", "/house/..%2Fsecret", "/house/broken.png"])
    expect((await ask(path))[0]).toBe(404);
  await close();
});

const TABLES = [
  ["sixty letters", "La mesa con el nombre más largo que cabe en la configuración"],
  ["Arabic, from right to left", "طاولة الروليت الكبيرة في قاعة ميناء البحر الأبيض المتوسط"],
  ["Chinese", "海港大賭場俱樂部二樓貴賓廳第七號美式輪盤賭桌"],
] as const;

test.each(TABLES)(
  "a table's name of %s is whole on display, statistics and control, and smaller before it is cut",
  async (_, name) => {
    const { here, page, show, close } = await opened({ name: "Gran Casino del Puerto" }, { size: LANDSCAPE });
    const view = {
      ...views.BETTING,
      table: name,
      game: {
        ...views.BETTING.game,
        es: "Ruleta americana de doble cero",
      },
    };
    await show(view);
    const isWhole = async (selector: string): Promise<void> =>
      expect(
        await page.evaluate(
          `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => [one.textContent.includes(${JSON.stringify(name)}), one.scrollWidth <= one.clientWidth + 1, one.scrollHeight <= one.clientHeight + 1])`,
        ),
      ).toEqual([[true, true, true]]);
    await isWhole(".table-name");
    await shot(page, `house-name-display-${_.slice(0, 5)}`);
    await page.goto(here.at("screen/statistics"));
    await onPage(page, `document.querySelector("h1")?.textContent.includes(${JSON.stringify(name)})`);
    await isWhole("h1");
    await shot(page, `house-name-statistics-${_.slice(0, 5)}`);
    await page.setViewportSize(TABLET);
    await page.goto(here.at("control"));
    await onPage(page, `document.querySelector("#table")?.textContent.includes(${JSON.stringify(name)})`);
    await isWhole("#table");
    await shot(page, `house-name-control-${_.slice(0, 5)}`);
    await close();
  },
);

const NAMES = [
  ["a long name", "El Gran Casino de la Isla de las Nueve Torres y Media Luna"],
  ["Arabic, from right to left", "كازينو ميناء البحر الأبيض المتوسط الكبير"],
  ["Chinese", "海港大賭場俱樂部"],
  ["signs", "🎰🎲🃏 Casino 🎰🎲🃏"],
] as const;

test.each(ALL ? NAMES : NAMES.slice(0, 2))(
  "%s stands in the head, and pushes nothing out of it",
  async (_, name) => {
    const { page, show, close } = await opened({ name, logo: "houses/bright/logo.png" }, { size: PORTRAIT });
    await show({ ...views.BETTING, table: "La mesa con el nombre más largo que cabe en una configuración" });
    await onPage(page, `document.querySelector("#head bdi")?.textContent === ${JSON.stringify(name)}`);
    expect(
      await page.evaluate(`[document.querySelector("#head")].map((one) => one.scrollWidth <= one.clientWidth)`),
    ).toEqual([true]);
    await close();
  },
);

test("the screen of limits has every suerte with its currency and payment, and the rules with their paragraphs", async () => {
  const { page, close } = await opened(
    {
      ...readExample("bright"),
      limits: {
        currency: "EUR",
        band: { minimum: 1, maximum: 20_000 },
        table: { minimum: 2.5, maximum: 10_000 },
        suertes: { pleno: { minimum: 2.5, maximum: 50 }, sencilla: { minimum: 5, maximum: 1_800 } },
      },
    },
    { path: "/screen/limits" },
  );
  await onPage(page, `document.querySelectorAll("#limits tbody tr").length === 2`);
  expect(await seen(page, ".limits")).toMatch(
    /2,50\s€ Máximo 10\.000\s€ Banda autorizada: 1\s€ – 20\.000\s€.*Pleno o número completo 2,50\s€ 50\s€ 35:1 Suerte sencilla 5\s€ 1\.800\s€ 1:1/,
  );
  expect(await seen(page, ".rules")).toMatch(
    /art\. 2, 01\.IV\.1.*Tirada nula: La bola salta fuera del cilindro\. art\. 2, 01\.IV\.3/,
  );
  expect(await misdrawn(page, "#limits td, #limits li, #head bdi")).toEqual([]);
  await shot(page, "house-limits");
  await close();
});

/** A box of MP4: its length, its name, and what is in it. */
function box(name: string, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(parts.reduce((sum, { length }) => sum + length, 8));
  head.write(name, 4, "latin1");
  return Buffer.concat([head, ...parts]);
}
