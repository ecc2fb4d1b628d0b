import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DiceResultView } from "../../src/table/dice/view-types.ts";
import { desks, type Desks } from "./dice-desks.ts";
import { SCENES, sceneView, type Scene } from "./dice-views.ts";
import { seen, shot } from "./harness.ts";
import { lowContrast, misdrawn, overlaps } from "./measure.ts";
import { controlLanguagesOfRun, scenesOfRun } from "./screens.ts";

/** The control page of dice tables: what it says, on a small tablet and on a phone. */

let at: Desks;

beforeAll(async () => {
  at = await desks();
});
afterAll(() => at.close());

describe("what the page says", () => {
  test("the throw in small, its name and its certificate", async () => {
    await at.scene("sic-bo");
    expect(await at.croupier.locator(".mini-dice .die").count()).toBe(3);
    expect(await seen(at.croupier, ".card .line")).toBe("11 · Grande");
    expect(await seen(at.croupier, ".card .certified")).toContain("Certificado · 160c ce3b");
    await shot(at.croupier, "control-dice-result");
  });

  test("where the series of craps stands, and who throws", async () => {
    await at.scene("craps-point-set");
    expect(await seen(at.croupier, ".card .under")).toContain("ON · Punto 6 · Tirador: plaza 5");
    await shot(at.jefe, "control-dice-craps");
  });

  test("what is due, and what happened with its steps", async () => {
    await at.scene("duty");
    expect(await seen(at.croupier, ".task-duty")).toContain("Cambie los dados antes del próximo lanzamiento");
    expect(await seen(at.croupier, ".count")).not.toBe("0");
    await at.scene("banca-no-losers");
    expect(await seen(at.croupier, ".task-happened")).toContain("1. croupier: Pagar a quien acertó");
    expect(await seen(at.croupier, ".card .under")).toContain("Ninguna apuesta pierde.");
  });

  test("a throw that contradicts itself shows no dice and no total", async () => {
    const view = sceneView("sic-bo");
    const verdict = { ...(view.verdict as DiceResultView), faces: ["1", "4", "9"] };
    await at.show({ ...view, verdict });
    expect(await at.croupier.locator("#state .die").count()).toBe(0);
    expect(await seen(at.croupier, "#state")).toContain("Datos de la mesa ilegibles");
    expect(await seen(at.croupier, "#state")).not.toContain("11");
    expect(await seen(at.croupier, "#state")).not.toContain("Certificado");
  });
});

const TEXTS = "#state *:not(svg *), #moves *, aside *, #bar *, #alarm *";
const PARTS = [
  "main > section:not([hidden]), aside",
  "#bar > *",
  "#moves button",
  "#side .key",
  ".task-keys button",
];

describe("the page itself", () => {
  test.each(scenesOfRun(Object.keys(SCENES) as Scene[], "the control page of dice"))(
    "%s: fits a small tablet and a phone, wide enough for a finger, good contrast, in its languages",
    async (name) => {
      for (const languages of controlLanguagesOfRun(name)) {
        await at.show(sceneView(name, { languages }));
        for (const page of [at.croupier, at.jefe]) expect(await misdrawn(page, TEXTS, PARTS)).toEqual([]);
        // A phone may be scrolled, but not sideways.
        expect(await at.phone.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")).toBe(
          false,
        );
        for (const parts of PARTS) expect(await overlaps(at.phone, parts)).toEqual([]);
        expect((await lowContrast(at.phone, "body")).low).toEqual([]);
        for (const page of [at.croupier, at.jefe, at.phone]) {
          const small = await page.evaluate<string[]>(
            `[...document.querySelectorAll("body > :not(dialog) button")].filter((each) => Math.min(each.getBoundingClientRect().width, each.getBoundingClientRect().height) < 56).map((each) => each.innerText)`,
          );
          expect(small).toEqual([]);
        }
      }
    },
  );
});
