import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { DICE_TABLES } from "../../hw-sim/demo/tables.ts";
import { SYMBOL_ART } from "../../src/dice/art/symbols.ts";
import { evening } from "./dice-table.ts";
import { DICE_SIZES, sceneView, type Scene } from "./dice-views.ts";
import { LANDSCAPE, seen, shot, stage, stoppableClock, table } from "./harness.ts";
import { inTurns, phase, screensOfFile } from "./screens.ts";
import { GONE } from "./view-parts.ts";
import { ALL, sampleInAll } from "../support/volume.ts";

/** Dice tables on the table display, in the words of their own rulebooks. */

const on = screensOfFile(DICE_SIZES);
const scene = (name: Scene): Promise<Page> => on.show(sceneView(name));

/** Faces of the dice that lie there, in large. */
const faces = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll(".dice-row .die")].map((die) => die.dataset.face)`);
/** Pips that are drawn on each die. */
const pips = (page: Page): Promise<number[]> =>
  page.evaluate<number[]>(
    `[...document.querySelectorAll(".dice-row .die")].map((die) => die.querySelectorAll(".pip").length)`,
  );
const wins = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll(".suerte-wins")].map((suerte) => suerte.querySelector(".main").innerText)`,
  );
/** Every game of dice that there is a rulebook for. */
const RULEBOOKS = DICE_TABLES.rulebooks();

describe("what was thrown", () => {
  test.each(sampleInAll(RULEBOOKS, 1, "dice on a display"))(
    "%s: faces, total and winners are those of the record",
    async (rulebook) => {
      const dice = evening(rulebook);
      const { faces: set, dice: count } = dice.pack.dice;
      const throws =
        set === "symbols"
          ? ["crown anchor spade", "heart club heart", "diamond diamond diamond"]
          : count === 2
            ? ["1 1", "3 1", "6 4", "2 5", "6 6", "5 6"]
            : ["1 1 1", "2 1 4", "6 3 6", "5 4 3", "6 6 6", "2 2 5"];
      for (const thrown of throws) {
        dice.phase("throwing").result(thrown);
        const { outcome } = dice;
        const page = await on.show(dice.view());
        expect(await phase(page)).toBe("result");
        expect(await faces(page)).toEqual(outcome?.faces);
        if (set === "pips") expect(await pips(page)).toEqual(outcome?.faces.map(Number));
        expect(await page.locator("#number").count()).toBe(set === "symbols" ? 0 : 1);
        if (set !== "symbols") expect(await seen(page, "#number")).toBe(String(outcome?.total));
        expect(await page.locator(".equal").count()).toBe(outcome?.equal === "none" ? 0 : 1);
        const won = outcome?.suertes.filter(({ is }) => is === "wins").map(({ suerte }) => suerte) ?? [];
        const listed = await page.evaluate<string[]>(
          `[...document.querySelectorAll(".suerte-wins")].map((suerte) => suerte.dataset.suerte)`,
        );
        expect(listed).toEqual(won.slice(0, 8));
        expect(await page.locator(".more-wins").count()).toBe(won.length > 8 ? 1 : 0);
        expect(await page.locator(".chip.current .die").count()).toBe(count);
        dice.betting();
      }
    },
  );

  test("sic bo: total, category and the chosen combinations, with their dice", async () => {
    const page = await scene("sic-bo");
    expect(await faces(page)).toEqual(["1", "4", "6"]);
    expect(await seen(page, "#number")).toBe("11");
    expect(await seen(page, ".dice-name .main")).toBe("GRANDE");
    expect(await wins(page)).toEqual(["Total", "Grande", "Combinación de dos dados", "Apuesta única"]);
    expect(await page.locator('[data-suerte="combinacion-dos-dados"] .choice').count()).toBe(3);
    expect(await page.locator('[data-suerte="combinacion-dos-dados"] .die').count()).toBe(6);
    expect(await seen(page, ".certificate")).toContain("Certificado");
    expect(await page.locator(".chip.current").getAttribute("aria-label")).toBe(
      "Tirada 61, 11, uno, cuatro, seis, Certificado",
    );
    await shot(page, "dice-sic-bo");
    await shot(on.pages.portrait, "dice-sic-bo-portrait");
  });

  if (ALL)
    test("a double and a triple are marked, and a triple is on a plate of its own in the series", async () => {
      let page = await scene("sic-bo-double");
      expect(await seen(page, ".equal .main")).toBe("DOBLE");
      expect(await seen(page, '[data-suerte="apuesta-unica"] .choices')).toBe("×2");
      page = await scene("sic-bo-triple");
      expect(await seen(page, ".equal .main")).toBe("TRIPLE");
      expect(await seen(page, ".dice-name .main")).toBe("CUALQUIER TRIPLE");
      expect(await page.locator(".chip.current .throw-triple").count()).toBe(1);
    });

  test("banca francesa: ases, pequeño, grande, and a throw of none", async () => {
    for (const [name, called] of [
      ["banca-ases", "ASES"],
      ["banca-pequeno", "PEQUEÑO"],
      ["banca-grande", "GRANDE"],
    ] as const)
      expect(await seen(await scene(name), ".dice-name .main")).toBe(called);
    const page = await scene("banca-none");
    expect(await page.locator(".dice-name").count()).toBe(0);
    expect(await seen(page, "#number")).toBe("9");
    expect(await seen(page, ".wins")).toContain("Ninguna suerte gana");
    expect(await seen(page, ".special-rule")).toContain("Ni ases, ni pequeño, ni grande");
    await shot(page, "dice-banca-none");
  });

  test("corona y ancla: six symbols in the law's colours, no total", async () => {
    const page = await scene("corona-three");
    expect(await faces(page)).toEqual(["crown", "anchor", "heart"]);
    expect(await seen(page, ".dice-name .main")).toBe("CORONA · ANCLA · CORAZÓN");
    expect(await page.locator("#number").count()).toBe(0);
    const colour = (face: string): Promise<string> =>
      page.evaluate<string>(`getComputedStyle(document.querySelector(".die-${face}")).color`);
    for (const face of ["heart", "diamond"]) expect(await colour(face)).toBe("rgb(185, 20, 44)");
    for (const face of ["club", "spade"]) expect(await colour(face)).toBe("rgb(20, 23, 26)");
    await shot(page, "dice-corona");
    await scene("corona-triple");
    expect(await seen(page, ".dice-name .main")).toBe("TRÉBOL ×3");
    expect(await seen(page, '[data-suerte="simbolo"] .choices')).toBe("×3");
  });

  if (ALL)
    test("the symbols are those that the readers know", async () => {
      const page = await scene("corona-three");
      for (const face of ["crown", "anchor", "heart"] as const) {
        const drawn = await page.evaluate<readonly string[]>(
          `[...document.querySelectorAll(".dice-row .die-${face} path")].map((path) => path.getAttribute("d"))`,
        );
        const { fills, strokes } = SYMBOL_ART[face];
        expect(drawn).toEqual([...fills, ...strokes.map(({ path }) => path)]);
      }
    });
});

describe("craps", () => {
  test("the puck: no point, a point, and the point goes on", async () => {
    let page = await scene("craps-natural");
    expect(await seen(page, ".puck")).toContain("OFF Sin punto");
    expect(await page.locator(".puck-point").count()).toBe(0);
    page = await scene("craps-point-set");
    expect(await seen(page, ".puck")).toMatch(/^ON Punto .*6$/);
    expect(await seen(page, ".dice-name .main")).toBe("PUNTO MARCADO");
    expect(await seen(page, ".shooter .main")).toBe("Tirador: plaza 5");
    await shot(page, "dice-craps");
    await shot(on.pages.portrait, "dice-craps-portrait");
    page = await scene("craps-goes-on");
    expect(await seen(page, ".puck-point")).toBe("6");
    expect(await seen(page, "#number")).toBe("11");
    page = await scene("craps-seven-out");
    expect(await seen(page, ".puck-disc")).toBe("OFF");
    expect(await page.locator(".chip.current .throw-out").count()).toBe(1);
    expect(await page.locator(".chip.current").getAttribute("aria-label")).toContain("siete fuera");
  });

  if (ALL)
    test("the point stands in sight while bets are open, the dice roll and nothing came of a throw", async () => {
      for (const name of ["betting-craps", "throwing-craps", "void-craps", "undecided-craps"] as const) {
        const page = await scene(name);
        expect(await seen(page, ".puck")).toMatch(/^ON .*(6|10)$/);
        expect(await seen(page, ".shooter .main")).toBe("Tirador: plaza 5");
      }
    });
});

describe("throws that count otherwise", () => {
  test("two people named the dice: never certified, and the dice say so", async () => {
    const page = await scene("manual");
    expect(await seen(page, ".dice-manual")).toContain("Dados dichos por dos personas");
    expect(await seen(page, ".certificate")).toContain("NO CERTIFICADO");
    expect(await seen(page, ".because")).toContain("Dos personas nombraron los dados");
    await shot(page, "dice-manual");
  });

  test("winners win and nobody loses", async () => {
    const page = await scene("banca-no-losers");
    expect(await seen(page, ".no-losers-words .main")).toBe("TIRADA VÁLIDA");
    expect(await seen(page, ".no-losers-means .main")).toBe(
      "Las apuestas ganadoras se pagan. Ninguna apuesta pierde.",
    );
    expect(await seen(page, "#number")).toBe("14");
    expect(await seen(page, ".incident")).toContain("A.9.V.2");
    await shot(page, "dice-no-losers");
  });

  test("a duty that was broken stands beside the result", async () => {
    const page = await scene("banca-deviation");
    expect(await seen(page, ".deviation")).toContain("Incidencia registrada");
    expect(await seen(page, "#number")).toBe("15");
  });

  if (ALL)
    test("a reading of what the text is silent about is called one, beside its paragraph", async () => {
      const none = await scene("banca-none");
      expect(await seen(none, ".dice-facts > .cite")).toBe("A.9.V.4 · interpretación");
      await shot(none, "dice-interpretation-none");
      const left = await scene("left-to-a-person");
      expect(await seen(left, ".reason .cite")).toMatch(/^A\.9\.V\.\S+ · interpretación$/);
      await shot(left, "dice-interpretation");
      expect(await seen(await scene("void"), ".reason .cite")).not.toContain("interpretación");
    });

  test("a void says why, under which paragraph, and what comes next", async () => {
    const page = await scene("void");
    expect(await phase(page)).toBe("void");
    expect(await seen(page, ".verdict-call .main")).toBe("LANZAMIENTO NULO");
    expect(await seen(page, ".reason")).toContain("Un dado cae al suelo o sale de la mesa.");
    expect(await seen(page, ".reason .cite")).toContain("A.9.V.3");
    expect(await page.locator(".step").count()).toBe(2);
    expect(await seen(page, ".dice-duty")).toContain("Cambie los dados");
    expect(await page.locator("#stage .die, #number").count()).toBe(0);
    expect(await page.locator('.chip[data-mark="void"]').count()).toBe(2);
    await shot(page, "dice-void");
  });

  test("undecided: no faces, not even those that one person has named", async () => {
    const page = await scene("undecided-named");
    expect(await phase(page)).toBe("undecided");
    expect(await seen(page, "#stage")).toContain("Esta tirada no tiene resultado.");
    expect(await page.locator("#stage .die").count()).toBe(0);
    expect(await seen(page, "#stage")).not.toMatch(/coraz|pique/i);
    await shot(page, "dice-undecided");
  });

  test("aborted", async () => {
    const page = await scene("aborted");
    expect(await phase(page)).toBe("aborted");
    expect(await seen(page, ".verdict-call .main")).toBe("TIRADA INTERRUMPIDA");
    await on.show(sceneView("aborted", { languages: ["en"] }));
    expect(await seen(page, ".verdict-call .main")).toBe("THROW ABORTED");
  });
});

describe("the moments of a round", () => {
  test("bets are open, the dice roll, no more bets", async () => {
    let page = await scene("betting");
    expect(await seen(page, ".bets .main")).toBe("Se admiten apuestas");
    page = await scene("throwing");
    expect(await seen(page, ".call-words .main")).toBe("DADOS EN JUEGO");
    for (const words of ["Dadoak jokoan", "Dados en xogo", "Dice rolling"])
      expect(await inTurns(page)).toContain(words);
    expect(await page.locator("#stage .die").count()).toBe(0);
    await shot(page, "dice-throwing");
    page = await scene("no-more-bets");
    expect(await seen(page, ".bets .main")).toBe("No se admiten apuestas");
  });

  if (ALL)
    test("dice that roll say whether bets are closed: by the throw, or as the result is shown", async () => {
      let page = await scene("throwing");
      expect(await seen(page, ".bets .main")).toBe("No se admiten apuestas");
      page = await scene("throwing-banca");
      expect(await seen(page, ".bets .main")).toBe("Se admiten apuestas");
      page = await scene("banca-pequeno");
      expect(await page.locator(".bets.open").count()).toBe(0);
    });

  test("a device in trouble takes the dice away", async () => {
    const page = await on.show(sceneView("sic-bo", { device: GONE }));
    expect(await phase(page)).toBe("trouble");
    expect(await seen(page, "#stage")).toContain("Los dados no se muestran mientras dure la avería.");
    expect(await page.locator("#stage .die").count()).toBe(0);
  });

  if (ALL)
    test("test mode, and a closed table", async () => {
      const page = await on.show(sceneView("sic-bo", { test: true }));
      expect(await seen(page, "#test")).toContain("nada de lo que se ve cuenta");
      await scene("closed");
      expect(await seen(page, ".call-words .main")).toBe("MESA CERRADA");
    });

  if (ALL)
    test("a unit that falls silent takes the dice from the screen", async () => {
      const held = stoppableClock();
      const other = await table({ clock: held });
      other.display.show(sceneView("sic-bo"));
      const page = await on.open(other, LANDSCAPE);
      await stage(page, "result");
      held.stopped = true;
      await stage(page, "disconnected");
      expect(await page.locator("#stage .die, #number").count()).toBe(0);
      expect(await seen(page, "#stage")).toContain("no muestra dados ni resultado");
      await page.close();
      await other.display.close();
    });

  test("dice and total go out by themselves when the page hangs", async () => {
    const page = await scene("sic-bo");
    expect(await page.locator(".dice-field").getAttribute("data-live-only")).not.toBeNull();
    const running = await page.evaluate<number>(`document.querySelector(".dice-field").getAnimations().length`);
    expect(running).toBe(1);
  });
});
