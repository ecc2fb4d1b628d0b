import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { LANDSCAPE, PORTRAIT, SECOND_SIZES, seen, shot } from "./harness.ts";
import { digitHeight, lowContrast, misdrawn } from "./measure.ts";
import { LONG_RESULT, LONG_VOID } from "./long-views.ts";
import { BOTH_WAYS, displayLanguagesOfRun, inTurns, scenesOfRun, screensOfFile } from "./screens.ts";
import * as views from "./views.ts";
import { ALL, sampleInAll } from "../support/volume.ts";

const { pages, show } = screensOfFile(BOTH_WAYS);

const numberOnStage = (page: Page): Promise<number> => page.locator("#number").count();

describe("what each state says", () => {
  test.each([
    ["32", "ROJO", "red", "Gorria"],
    ["17", "NEGRO", "black", "Beltza"],
    ["0", "CERO", "zero", "Zeroa"],
    ["00", "DOBLE CERO", "zero", "Zero bikoitza"],
  ])("a certified %s", async (pocket, word, colour, basque) => {
    const page = await show(views.result(pocket), "result");
    expect(await seen(page, "#number")).toBe(pocket);
    expect(await seen(page, ".colour")).toContain(word);
    expect(await inTurns(page)).toContain(basque);
    expect(await page.locator(`.colour .shape-${colour}`).count()).toBe(1);
    expect(await seen(page, ".certificate")).toContain("Certificado");
    expect(await seen(page, ".certificate")).toContain("160c ce3b");
    expect(await page.locator(".certificate .qr path").getAttribute("d")).toMatch(/^M\d+ \d+h\d+v1h-\d+z/);
    await shot(page, `result-${pocket}-landscape`);
    await shot(pages.portrait, `result-${pocket}-portrait`);
  });

  test("the winning suertes, and what the law says of a zero", async () => {
    const page = await show(views.result("32"), "result");
    const suertes = await seen(page, ".suertes");
    for (const each of ["Par", "Pasa", "2.ª columna", "3.ª docena"]) expect(suertes).toContain(each);
    for (const each of ["Bikoitia", "2nd column"]) expect(await inTurns(page)).toContain(each);
    await show(views.result("0"), "result");
    expect(await seen(page, ".special-rule")).toContain("quedan en prisión o pierden la mitad");
  });

  test("a number that is not certified says so, and why", async () => {
    const page = await show(views.NOT_CERTIFIED, "result");
    const mark = await seen(page, ".certificate");
    expect(mark).toContain("NO CERTIFICADO");
    expect(mark).toContain("no vio el lanzamiento");
    expect(await page.locator(".icon-certified").count()).toBe(0);
    expect(await page.locator(".chip.current").getAttribute("data-mark")).toBe("not-certified");
    await shot(page, "not-certified-landscape");
    await shot(pages.portrait, "not-certified-portrait");
  });

  if (ALL)
    test("a broken duty without a consequence stands beside the number", async () => {
      const page = await show(views.WITH_DEVIATION, "result");
      expect(await seen(page, ".deviation")).toContain(
        "El cilindro giró en el mismo sentido que la vez anterior.",
      );
      expect(await seen(page, ".deviation")).toContain("II.1.4");
    });

  test("a void: no number, its reason, its source, six steps and who does each", async () => {
    const page = await show(views.VOID, "void");
    expect(await numberOnStage(page)).toBe(0);
    expect(await seen(page, ".verdict-call")).toContain("TIRADA NULA");
    expect(await seen(page, ".reason")).toContain("La bola giró en el mismo sentido que la rueda.");
    expect(await seen(page, ".reason")).toContain("II.1.6");
    const steps = await page.locator(".step").allInnerTexts();
    expect(steps.map((step) => step.split(/\s+/, 1)[0])).toEqual(["1", "2", "3", "4", "5", "6"]);
    expect(steps[1]).toMatch(/jefe de mesa\s+Recoge la bola\./);
    expect(steps[4]).toMatch(/croupier\s+Deja dar al menos tres vueltas a la rueda\./);
    expect(await seen(page, ".confirmation")).toContain("Falta la confirmación del jefe de mesa");
    await shot(page, "void-landscape");
    await shot(pages.portrait, "void-portrait");
    await show(views.VOID_CONFIRMED, "void");
    expect(await seen(page, ".confirmation")).toContain("Confirmada por el jefe de mesa");
  });

  test("undecided and aborted: no number, why, and what to do", async () => {
    const page = await show(views.UNDECIDED, "undecided");
    expect(await numberOnStage(page)).toBe(0);
    expect(await seen(page, "#stage")).toContain("PENDIENTE DE DECISIÓN");
    expect(await seen(page, "#stage")).toContain("dos números distintos");
    expect(await page.locator(".step").count()).toBe(2);
    await shot(page, "undecided-landscape");
    await show(views.ABORTED, "aborted");
    expect(await numberOnStage(page)).toBe(0);
    expect(await seen(page, "#stage")).toContain("TIRADA INTERRUMPIDA");
    expect(await seen(page, "#stage")).toContain("La unidad se reinició");
    await shot(page, "aborted-landscape");
  });

  test.each([
    ["betting", views.BETTING, "HAGAN JUEGO", "Se admiten apuestas"],
    ["ball-in-play", views.BALL_IN_PLAY, "BOLA EN JUEGO", "Se admiten apuestas"],
    ["no-more-bets", views.NO_MORE_BETS, "NO VA MÁS", "No se admiten apuestas"],
  ] as const)("%s: the call alone, the last number only in the past", async (phase, view, call, bets) => {
    const page = await show(view, phase);
    expect(await seen(page, ".call-words")).toContain(call);
    expect(await seen(page, ".bets")).toContain(bets);
    expect(await seen(page, "#stage")).not.toMatch(/32/);
    expect(await seen(page, ".series-head")).toContain("Tiradas anteriores");
    expect(await page.locator(".chip.current").count()).toBe(0);
    expect(await page.locator(".chip").first().innerText()).toBe("32");
    await shot(page, `${phase}-landscape`);
    await shot(pages.portrait, `${phase}-portrait`);
  });

  test("a verdict that is not of this phase is never shown", async () => {
    const page = await show({ ...views.result("32"), phase: "ball-in-play" }, "ball-in-play");
    expect(await numberOnStage(page)).toBe(0);
  });

  if (ALL)
    test("the last three spins are announced in the call's own words", async () => {
      const say = {
        es: "Tres últimas tiradas",
        eu: "Azken hiru jaurtialdiak",
        gl: "Tres últimas tiradas",
        en: "Last three spins",
      };
      const page = await show({ ...views.BETTING, call: say, lastRounds: 3 }, "betting");
      expect(await seen(page, ".call-words")).toContain("TRES ÚLTIMAS TIRADAS");
      expect(await seen(page, ".bets")).toContain("Se admiten apuestas");
    });

  test("closed, and open but waiting for the device", async () => {
    const page = await show(views.CLOSED, "closed");
    expect(await seen(page, "#stage")).toContain("MESA CERRADA");
    expect(await seen(page, "#series")).toContain("Todavía sin números");
    await show(views.WAITING, "waiting");
    expect(await seen(page, "#trouble")).toContain("La mesa se prepara");
    expect(await seen(page, ".bets")).toContain("Todavía no se admiten apuestas");
  });

  test("the device is gone or silent: the number goes, the trouble stands", async () => {
    const page = await show(views.PORT_GONE, "trouble");
    expect(await numberOnStage(page)).toBe(0);
    const words = await seen(page, "#stage");
    expect(words).toContain("JUEGO DETENIDO");
    expect(words).toContain("El número no se muestra mientras dure la avería.");
    // What the device has is the house's business: it stands on the tablet and on the technician's page.
    expect(words).not.toMatch(/cable|desenchufado/i);
    await shot(page, "port-gone-landscape");
    await show(views.SILENT, "trouble");
    expect(await seen(page, "#stage")).toContain("JUEGO DETENIDO");
    await show(views.PORT_GONE_IN_PLAY, "trouble");
    expect(await seen(page, "#stage")).toMatch(/JUEGO DETENIDO .*Vale lo que anuncie el croupier\./);
    await show({ ...views.VOID, device: views.PORT_GONE.device, stopped: "device" }, "void");
    expect(await seen(page, "#trouble")).toContain("Juego detenido: vale lo que anuncie el croupier");
  });

  test("test mode is on every screen", async () => {
    const page = await show(views.TEST_MODE, "result");
    expect(await seen(page, "#test")).toContain("MODO DE PRUEBA");
    expect(await seen(page, "#test")).toContain("nada de lo que se ve cuenta");
    await shot(page, "test-mode-landscape");
    await show(views.BETTING, "betting");
    expect(await page.locator("#test").isVisible()).toBe(false);
  });

  test("the series marks what was certified, what not, and what had no number", async () => {
    const page = await show(views.BETTING, "betting");
    const marks = await page
      .locator(".chip")
      .evaluateAll((chips) =>
        chips.map((chip) => (chip as { dataset?: Record<string, string> }).dataset?.["mark"]),
      );
    expect(marks.slice(0, 10)).toEqual([
      "certified",
      "certified",
      "void",
      "certified",
      "not-certified",
      "certified",
      "undecided",
      "certified",
      "certified",
      "aborted",
    ]);
    expect(await page.locator(".chip").nth(2).getAttribute("aria-label")).toBe("Nula");
    expect(await seen(page, ".legend")).toBe("No certificado Nula Sin decidir Interrumpida");
  });

  if (ALL)
    test("the table's first language is the main one", async () => {
      const page = await show({ ...views.VOID, languages: ["eu", "es"] }, "void");
      expect(await seen(page, ".verdict-call .main")).toBe("JAURTIALDI BALIOGABEA");
      expect(await seen(page, ".turn-word:first-child")).toBe("Tirada nula");
      expect(await page.locator("html").getAttribute("lang")).toBe("eu");
      await shot(page, "void-basque-landscape");
    });
});

const EVERYTHING: [string, TableView, string][] = [
  ["red", views.result("32"), "result"],
  ["black", views.WITH_DEVIATION, "result"],
  ["zero", views.result("0"), "result"],
  [
    "long pocket",
    {
      ...views.result("8"),
      verdict: { ...views.result("8").verdict!, pocket: "Estrella" } as TableView["verdict"],
    },
    "result",
  ],
  ["not certified", views.NOT_CERTIFIED, "result"],
  ["long result", LONG_RESULT, "result"],
  ["void", views.VOID, "void"],
  ["long void", LONG_VOID, "void"],
  ["undecided", views.UNDECIDED, "undecided"],
  ["aborted", views.ABORTED, "aborted"],
  ["betting", views.BETTING, "betting"],
  ["ball", views.BALL_IN_PLAY, "ball-in-play"],
  ["no more bets", views.NO_MORE_BETS, "no-more-bets"],
  ["closed", views.CLOSED, "closed"],
  ["waiting", views.WAITING, "waiting"],
  ["port gone", views.PORT_GONE, "trouble"],
  ["port gone in play", views.PORT_GONE_IN_PLAY, "trouble"],
  ["test mode", views.TEST_MODE, "result"],
];
const TEXTS =
  "#stage .main, .turn, #stage .cite, #stage .hash, #stage .qr, #number, #head *, .band *, #foot span, .series-head *, #test *";

describe("what can be read from five metres", () => {
  test.each(scenesOfRun(EVERYTHING, "the display of a wheel"))(
    "%s: nothing cut off, nothing outside the screen, in both orientations",
    async (name, view, panel) => {
      for (const languages of displayLanguagesOfRun(name)) {
        await show({ ...view, languages }, panel);
        for (const page of Object.values(pages)) expect(await misdrawn(page, TEXTS)).toEqual([]);
      }
      await shot(pages.portrait, `all-${name.replaceAll(" ", "-")}-portrait`);
    },
  );

  test("the font is the page's own, whatever fonts the machine has", async () => {
    const page = await show(views.result("8"), "result");
    const statuses = await page.evaluate<string>('[...document.fonts].map(({ status }) => status).join(" ")');
    expect(statuses).toBe("loaded loaded");
    const family = `getComputedStyle(document.querySelector("#number")).fontFamily`;
    expect(await page.evaluate<string>(family)).toMatch(/^"Tirada Sans",/);
  });

  test("the contrast of every text is measured", async () => {
    const { checked } = await lowContrast(await show(views.VOID, "void"), "body");
    expect(checked).toBeGreaterThan(10);
  });

  test.each(sampleInAll(["0", "8", "17", "32", "00"], 2, "digits"))(
    "the digits of %s are at least three tenths of the screen's height",
    async (pocket) => {
      const page = await show(views.result(pocket), "result");
      expect(await digitHeight(page, "#number")).toBeGreaterThanOrEqual(0.3 * LANDSCAPE.height);
      await show({ ...views.result(pocket), test: true }, "result");
      expect(await digitHeight(page, "#number")).toBeGreaterThanOrEqual(0.3 * LANDSCAPE.height);
      // Portrait: at least 17 % of the height, which is 30 % of the width.
      if (SECOND_SIZES)
        expect(await digitHeight(pages.portrait, "#number")).toBeGreaterThanOrEqual(0.3 * PORTRAIT.width);
    },
  );

  test("calls are at least 10 %, steps of a void at least 2.5 % of the height", async () => {
    const page = await show(views.NO_MORE_BETS, "no-more-bets");
    const size = (selector: string): Promise<number> =>
      page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector("${selector}")).fontSize)`);
    expect(await size(".call-words .main")).toBeGreaterThanOrEqual(0.1 * LANDSCAPE.height);
    await show(views.VOID, "void");
    expect(await size(".step-text .main")).toBeGreaterThanOrEqual(0.025 * LANDSCAPE.height);
    expect(await size(".verdict-call .main")).toBeGreaterThanOrEqual(0.07 * LANDSCAPE.height);
  });

  test("nothing moves for people who asked for that", async () => {
    const page = await show(views.BALL_IN_PLAY, "ball-in-play");
    expect(await page.evaluate('getComputedStyle(document.querySelector(".ball")).animationName')).toBe("none");
  });
});

test("no text of a view ever becomes markup", async () => {
  const nasty = '<img src=x onerror="document.title=1"><b>17</b>';
  const say = { es: nasty, eu: nasty, gl: nasty, en: nasty };
  const page = await show({ ...views.BETTING, table: nasty, game: say, law: nasty, call: say }, "betting");
  expect(await page.locator("img, b").count()).toBe(0);
  expect(await page.title()).toBe("tirada · mesa");
  expect(await seen(page, "#foot")).toContain(nasty);
});
