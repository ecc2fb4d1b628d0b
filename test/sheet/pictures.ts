import { dirname } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { readConfig } from "../../firmware/unit/configuration/read-config.ts";
import { startPreview, type Preview } from "../../hw-sim/preview/server.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import "../../firmware/table/setup/every-family.ts";

/** Pictures of the pages of configured tables, taken from their previews (`tirada preview`). */

/** Sizes of what stands at tables, with the pages that are looked at in each. */
export const SIZES = [
  { name: "landscape", width: 1920, height: 1080 },
  { name: "portrait", width: 1080, height: 1920 },
  { name: "tablet", width: 1280, height: 800 },
  { name: "small", width: 1024, height: 768 },
  { name: "phone", width: 390, height: 844 },
] as const;
export type SizeName = (typeof SIZES)[number]["name"];

/** One picture that is to be taken. */
export interface Pick {
  /** Name of the configuration: `cl-black-jack`. */
  readonly table: string;
  readonly page: string;
  readonly path: string;
  readonly state: string;
  readonly language: string;
  readonly size: SizeName;
}

export const nameOf = ({ table, page, state, language, size }: Pick): string =>
  [table, page, state, language, size].join(" ");

/** Every page of a preview in every state, language and size. */
export const picksOf = (table: string, { contents }: Preview): readonly Pick[] =>
  contents.screens.flatMap(({ name: page, path }) =>
    contents.states.flatMap((state) =>
      contents.languages.flatMap((language) =>
        SIZES.map(({ name: size }) => ({ table, page, path, state, language, size })),
      ),
    ),
  );

/** Serves the preview of a configuration. The caller closes it. */
export const previewOf = async (path: string): Promise<Preview> =>
  startPreview({
    config: await readConfig(path),
    folder: dirname(path),
    clock: systemClock(),
    host: "127.0.0.1",
    port: 0,
    say: () => undefined,
  });

/** The engine of the kiosk's Chromium. The caller closes it. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--font-render-hinting=none"],
  });

/** What goes out by itself when a page hangs is an animation: it stands still here, else a slow machine takes pictures without numbers. */
const PAUSED = `{
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...words) {
    const one = animate.apply(this, words);
    one.pause();
    return one;
  };
}`;

/** So long a page may take until it stands still, ms. */
const STILL_MS = 4_000;
/**
 * Resolves when a page has its letters, knows its table and has not changed for three frames of 50 ms, with false when it never stood
 * still. What it waits for is what the page says of itself.
 */
const STANDS_STILL = `new Promise((resolve) => {
  const end = performance.now() + ${STILL_MS};
  const { body } = document;
  let [before, same] = ["", 0];
  const look = () => {
    const now = body.innerHTML + JSON.stringify(body.dataset);
    same = now === before ? same + 1 : 0;
    before = now;
    const isDrawn = body.dataset.phase !== "connecting" && document.fonts.status === "loaded";
    if (isDrawn && same >= 3) resolve(true);
    else if (performance.now() > end) resolve(false);
    else setTimeout(look, 50);
  };
  look();
})`;
/** Of a page that asks for its data in a second step: it has them. */
const HAS_DATA = `new Promise((resolve) => {
  const end = performance.now() + ${STILL_MS / 2};
  const look = () => document.body.dataset.live === "yes" || performance.now() > end ? resolve() : setTimeout(look, 50);
  look();
})`;

/** Takes pictures one after the other, each at its size, and hands each on as PNG. */
export async function takePictures(
  browser: Browser,
  preview: Preview,
  picks: readonly Pick[],
  take: (pick: Pick, png: Buffer) => Promise<void>,
): Promise<void> {
  for (const { name, width, height } of SIZES) {
    const own = picks.filter(({ size }) => size === name);
    if (own.length === 0) continue;
    // By the same clock and without motion on every machine.
    const context: BrowserContext = await browser.newContext({
      viewport: { width, height },
      reducedMotion: "reduce",
      timezoneId: "Europe/Madrid",
      locale: "es",
    });
    await context.addInitScript(PAUSED);
    const page = await context.newPage();
    try {
      for (const pick of own) await take(pick, await pictureOf(page, preview, pick));
    } finally {
      await context.close();
    }
  }
}

async function pictureOf(
  page: Page,
  { url, contents }: Preview,
  { path, state, language, page: name }: Pick,
): Promise<Buffer> {
  const code = name === "phone" ? (contents.codes[state] ?? "") : "";
  const address = `${path}${path.includes("?") ? "&" : "?"}state=${state}&lang=${language}${code}`;
  await page.goto(new URL(address, url).href);
  if (name === "statistics" && state !== "disconnected") await page.evaluate(HAS_DATA);
  await page.evaluate(STANDS_STILL);
  return page.screenshot();
}
