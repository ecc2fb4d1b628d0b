import type { Browser, Page } from "playwright-core";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startProcess, type TableProcess } from "../support/table-process.ts";
import { LANDSCAPE, launch, onPage, seen, shot, stage, until } from "./harness.ts";
import { clipped, lowContrast, scrolls } from "./measure.ts";

/** `tirada start --table roulette-sensors` as a technician has it: the display, and the bench beside it. */

const LAPTOP = { width: 1366, height: 768 };
/** A bench that nobody looks at while the test waits: it draws its canvases sixty times a second. */
const SMALL = { width: 480, height: 320 };
/** A croupier takes their time between two launches. */
const SPIN_MS = 120_000;

let browser: Browser;
let table: TableProcess;
let folder: string;
let bench: Page;
let display: Page;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tirada-bench-"));
  const args = [
    "start",
    "--table",
    "roulette-sensors",
    "--display-port",
    "0",
    "--storage",
    folder,
    "--seed",
    "7",
  ];
  table = startProcess(args);
  browser = await launch();
  const url = await table.url;
  bench = await browser.newPage({ viewport: LAPTOP });
  display = await browser.newPage({ viewport: LANDSCAPE, reducedMotion: "reduce" });
  for (const page of [bench, display])
    page.on("pageerror", (error) => {
      throw error;
    });
  await bench.goto(new URL("bench", url).href);
  await display.goto(url);
  await onPage(bench, `document.querySelectorAll("#orders button").length > 10`, 20_000);
});
afterAll(async () => {
  await browser.close();
  table.child.kill("SIGTERM");
  await table.ended;
  rmSync(folder, { recursive: true, force: true });
});

/** How many pixels of a canvas have about this colour, `#rrggbb`. */
function pixels(page: Page, canvas: string, colour: string): Promise<number> {
  return page.evaluate<number>(`(() => {
    const canvas = document.getElementById(${JSON.stringify(canvas)});
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const wanted = ${JSON.stringify(colour)}.match(/[0-9a-f]{2}/g).map((two) => parseInt(two, 16));
    let found = 0;
    for (let i = 0; i < data.length; i += 4)
      if (wanted.every((value, c) => Math.abs(data[i + c] - value) < 40)) found += 1;
    return found;
  })()`);
}

/** The canvas as one number, to see whether it changed. */
function look(page: Page, canvas: string): Promise<string> {
  return page.evaluate<string>(`document.getElementById(${JSON.stringify(canvas)}).toDataURL()`);
}

const figure = (name: string): Promise<string> => seen(bench, `[data-figure="${name}"]`);
const press = (fault: string): Promise<void> => bench.locator(`[data-fault="${fault}"]`).click();
const inject = async (fault: string): Promise<void> => {
  await press(fault);
  await until("the order is taken", async () => (await seen(bench, "#injected")).includes(fault));
};

const ROTOR = "#8fb7ff";
const BALL = "#ffd27a";

describe("the bench page", () => {
  test("says that it is a test, has its words in every language, fits both screens", async () => {
    expect(await seen(bench, "#test")).toContain("Modo de prueba");
    for (const [language, word] of [
      ["eu", "Proba-bankua"],
      ["gl", "Banco de probas"],
      ["en", "Bench"],
      ["es", "Banco de pruebas"],
    ] as const) {
      await bench.locator("header select").selectOption(language);
      expect(await seen(bench, "h1")).toBe(word);
      for (const viewport of [LAPTOP, LANDSCAPE]) {
        await bench.setViewportSize(viewport);
        expect(await scrolls(bench), `${language} ${viewport.width}`).toBe(false);
        expect(await clipped(bench, "header > *, .bar > *")).toEqual([]);
      }
    }
    await bench.setViewportSize(LAPTOP);
    const { checked, low } = await lowContrast(bench, "body");
    expect(checked).toBeGreaterThan(50);
    expect(low).toEqual([]);
  });

  test(
    "a ball that is launched with the rotor is tirada nula on the display before it ends its second lap",
    async () => {
      // The page itself keeps what it shows with the verdict: the ball runs on while a test asks.
      await bench.evaluate(`(() => {
        const { body } = document;
        new MutationObserver((_, observer) => {
          if (body.dataset.phase !== "void") return;
          body.dataset.lapsAtVoid = document.querySelector('[data-figure="laps"]').innerText.trim();
          observer.disconnect();
        }).observe(body, { attributeFilter: ["data-phase"] });
      })()`);
      await inject("ball-with-rotor");
      await bench.setViewportSize(SMALL);
      await onPage(bench, `document.body.dataset.lapsAtVoid !== undefined`, SPIN_MS);
      const laps = await bench.evaluate<string>(`document.body.dataset.lapsAtVoid`);
      expect(["–", "0", "1"]).toContain(laps);
      await stage(display, "void");
      expect(await seen(display, ".verdict-call")).toContain("TIRADA NULA");
      await bench.setViewportSize(LAPTOP);
      await shot(bench, "bench-void");
      expect(await seen(bench, "#injected")).toMatch(/ball-with-rotor → Tirada nula/);
      await until("the truth", async () => /después de ocurrir/.test(await seen(bench, "#injected")), SPIN_MS);
      await shot(bench, "bench-truth");
    },
    2 * SPIN_MS,
  );

  test(
    "the wheel turns, and the oscilloscope shows its edges",
    async () => {
      await until("the rotor", async () => /rpm [↻↺]/.test(await figure("rotor")), SPIN_MS);
      const before = await look(bench, "wheel-canvas");
      await until("another picture", async () => (await look(bench, "wheel-canvas")) !== before);
      expect(await pixels(bench, "scope-canvas", ROTOR)).toBeGreaterThan(3_000);
      await until("a lap of the ball", async () => (await figure("lap")).endsWith("s"), SPIN_MS);
      expect(await pixels(bench, "scope-canvas", BALL)).toBeGreaterThan(1_000);
      expect(await figure("lost")).toBe("0");
      await shot(bench, "bench-spin");
    },
    SPIN_MS,
  );

  test("each layer can be switched off, by the keyboard too", async () => {
    const sensed = "#4fe3ff";
    expect(await pixels(bench, "wheel-canvas", sensed)).toBeGreaterThan(100);
    await bench.locator("#layer-sensed").press("Enter");
    await until("no sensed layer", async () => (await pixels(bench, "wheel-canvas", sensed)) === 0);
    expect(await bench.locator("#layer-sensed").getAttribute("aria-pressed")).toBe("false");
    await bench.locator("#layer-sensed").press("Enter");
    await until("the layer again", async () => (await pixels(bench, "wheel-canvas", sensed)) > 100);
  });

  test("frozen, the cursor takes the wheel back to its instant, and Δt is told", async () => {
    await bench.locator("#scope-canvas").press("Space");
    await until("a still wheel", async () => {
      const first = await look(bench, "wheel-canvas");
      await bench.waitForTimeout(200);
      return first === (await look(bench, "wheel-canvas"));
    });
    const still = await look(bench, "wheel-canvas");
    const box = (await bench.locator("#scope-canvas").boundingBox())!;
    await bench.mouse.move(box.x + box.width * 0.7, box.y + 40);
    await until("an earlier wheel", async () => (await look(bench, "wheel-canvas")) !== still);
    await bench.mouse.click(box.x + box.width * 0.7, box.y + 40);
    await bench.mouse.move(box.x + box.width * 0.6, box.y + 40);
    await until("the difference", async () => /Δt -\d+\.\d+ (ms|s)/.test(await seen(bench, "#delta")));
    await bench.mouse.move(5, 5);
    await bench.locator("#freeze").click();
  });

  test(
    "a cable that is pulled shows as such on both pages, and the wheel comes back",
    async () => {
      await press("Desenchufar");
      await until("no cable", async () => (await bench.locator("#gone").count()) === 1);
      expect(await seen(bench, "#gone")).toContain("Sin cable");
      await until("the display's trouble", async () => /juego detenido/i.test(await seen(display, "body")));
      await shot(bench, "bench-unplugged");
      await press("Enchufar");
      await until("the cable again", async () => (await bench.locator("#gone").count()) === 0, 20_000);
      await until("bytes again", async () => !(await figure("line")).startsWith("0 "), 20_000);
    },
    SPIN_MS,
  );
});
