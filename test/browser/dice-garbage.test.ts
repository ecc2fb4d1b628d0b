import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { DiceResultView } from "../../src/table/dice/view-types.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { broken, DICE_SIZES, sceneView, type Scene } from "./dice-views.ts";
import { inNewLog, seen, stage } from "./harness.ts";
import { phase, screensOfFile } from "./screens.ts";

/** A screen believes no throw that contradicts itself, whoever sent it. */

const on = screensOfFile(DICE_SIZES);
const scene = (name: Scene): Promise<Page> => on.show(sceneView(name));

describe("what contradicts itself is no throw", () => {
  const CASES: readonly (readonly [string, Scene, Partial<Record<keyof DiceResultView, unknown>>])[] = [
    ["an unknown face", "sic-bo", { faces: ["1", "4", "7"] }],
    ["a face of other dice", "sic-bo", { faces: ["1", "4", "crown"] }],
    ["a number that is no text", "sic-bo", { faces: [1, 4, 6] }],
    ["too few dice", "sic-bo", { faces: ["5", "6"] }],
    ["too many dice", "sic-bo", { faces: ["1", "1", "4", "5"] }],
    ["no faces at all", "sic-bo", { faces: null }],
    ["another total", "sic-bo", { total: 12 }],
    ["no total", "sic-bo", { total: null }],
    ["a double that is none", "sic-bo", { equal: "double" }],
    ["a triple that is not said", "sic-bo-triple", { equal: "none" }],
    ["faces out of order", "sic-bo", { faces: ["4", "1", "6"] }],
    ["a total of symbols", "corona-three", { total: 6 }],
    ["markup for a face", "corona-three", { faces: ["crown", "anchor", "<b>heart</b>"] }],
  ];
  test.each(CASES)("%s: no dice, no total, no certificate", async (_what, name, change) => {
    const page = await on.show(broken(name, change));
    expect(await phase(page)).toBe("trouble");
    expect(await seen(page, ".call-words .main")).toBe("DATOS DE LA MESA ILEGIBLES");
    expect(await page.locator("#stage .die, #number, #stage .certificate").count()).toBe(0);
  });

  test("a result without the dice of the table", async () => {
    const page = await on.show({ ...sceneView("sic-bo"), dice: null });
    expect(await phase(page)).toBe("trouble");
    expect(await page.locator(".die").count()).toBe(0);
  });

  test.each([
    ["no suertes", { suertes: null }],
    ["no reasons", { certified: false, because: null }],
    ["a name in no language", { category: { id: "grande", name: null } }],
  ])("%s: what cannot be drawn leaves no earlier number standing", async (_what, change) => {
    await scene("sic-bo-triple");
    on.here.display.show(inNewLog(broken("sic-bo", change)));
    for (const page of Object.values(on.pages)) {
      await stage(page, "trouble");
      expect(await page.locator(".die, #number, .certificate").count()).toBe(0);
      expect(await seen(page, ".call-words .main")).toBe("DATOS DE LA MESA ILEGIBLES");
    }
  });

  test("in the series it is marked, without a number", async () => {
    const view = sceneView("betting");
    const [first, ...others] = view.series;
    const wrong = { ...first!, dice: { ...first!.dice!, faces: ["9", "9", "9"], total: 27 } };
    const page = await on.show({ ...view, series: [wrong, ...others] as unknown as TableView["series"] });
    const chip = page.locator(".chip >> nth=0");
    expect(await chip.getAttribute("data-mark")).toBe("unread");
    expect(await chip.innerText()).toBe("");
    expect(await chip.getAttribute("aria-label")).toBe(`Tirada ${first!.round}, Ilegible`);
    expect(await page.locator(".legend .mark-unread").count()).toBe(1);
  });
});

describe("a puck that cannot be", () => {
  test.each([
    [{ on: true, point: 7 }],
    [{ on: true, point: null }],
    [{ on: false, point: 6 }],
    [{ on: "yes", point: 8 }],
  ])("a puck that cannot be (%j) shows no point", async (puck) => {
    const view = sceneView("throwing-craps");
    const page = await on.show({ ...view, dice: { ...view.dice!, puck } as unknown as TableView["dice"] });
    expect(await seen(page, ".puck-disc")).toBe("?");
    expect(await page.locator(".puck-point").count()).toBe(0);
  });
});
