import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { DiceResultView } from "../../src/table/dice/view-types.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { DICE_SIZES, SCENES, sceneView, type Scene } from "./dice-views.ts";
import { LANDSCAPE, PORTRAIT } from "./harness.ts";
import { digitHeight, heightOf, misdrawn, overlaps } from "./measure.ts";
import { displayLanguagesOfRun, HD, scenesOfRun, screensOfFile } from "./screens.ts";
import { lengthen } from "./view-parts.ts";

/** What dice tables show can be read from five metres, on every screen. */

const on = screensOfFile(DICE_SIZES);
const scene = (name: Scene): Promise<Page> => on.show(sceneView(name));

const TEXTS =
  "#stage .main, .turn, #stage .cite, #stage .hash, #stage .qr, #stage .die, .dice-total, .puck *, .choice, .push-mark, .more-wins, #head *, .band *, #foot span, .series-head *";
const PARTS = [".dice-field > *", ".dice-facts > *", ".panel > *", ".dice-suertes > *", ".dice-strip > *"];
/** The law's texts twice as long as they are. */
function longest(): TableView {
  const view = sceneView("banca-no-losers");
  const verdict = view.verdict as DiceResultView;
  const happened = view.dice!.happened.map((one) => ({
    ...one,
    rule: { ...one.rule, text: lengthen(one.rule.text, 2) },
  }));
  return {
    ...view,
    dice: { ...view.dice!, happened },
    verdict: {
      ...verdict,
      noCategory: { text: lengthen(happened[0]!.rule.text, 1), cite: "A.9.V.4", inferred: true },
    },
  };
}

describe("what can be read from five metres", () => {
  const legible = async (name: string, view: TableView): Promise<void> => {
    for (const languages of displayLanguagesOfRun(name)) {
      await on.show({ ...view, languages });
      for (const page of Object.values(on.pages)) expect(await misdrawn(page, TEXTS, PARTS)).toEqual([]);
    }
  };
  test.each(scenesOfRun(Object.keys(SCENES) as Scene[], "dice"))(
    "%s: nothing cut off or drawn over something else, good contrast, on every screen",
    (name) => legible(name, sceneView(name)),
  );

  test("texts of a law as long as they can be", () => legible("longest", longest()));

  test.each([
    ["sic-bo", 0.24, 0.25],
    ["craps-seven-out", 0.24, 0.22],
    ["corona-three", 0.24, 0.25],
    ["banca-no-losers", 0.2, 0.23],
  ] as const)("%s: dice and total are at least so tall", async (name, wide, tall) => {
    await scene(name);
    for (const [page, least, height] of [
      [on.pages.landscape, wide, LANDSCAPE.height],
      [on.pages.hd, wide, HD.height],
      [on.pages.portrait, tall, PORTRAIT.width],
    ] as const) {
      expect(await heightOf(page, ".dice-row .die")).toBeGreaterThanOrEqual(least * height);
      if (name !== "corona-three")
        expect(await digitHeight(page, "#number")).toBeGreaterThanOrEqual(0.13 * height);
    }
  });

  test("throws of the series keep within their places", async () => {
    for (const name of ["betting", "betting-craps", "corona-three"] as const) {
      await scene(name);
      for (const page of Object.values(on.pages)) {
        expect(await overlaps(page, ".chip-face")).toEqual([]);
        expect(await overlaps(page, ".chip:nth-child(-n + 10) .throw .die")).toEqual([]);
      }
    }
  });
});
