import { describe, expect, test } from "vitest";
import { SCENES, sceneView, type Scene } from "./card-views.ts";
import { LANDSCAPE, PORTRAIT } from "./harness.ts";
import { fans, misdrawn } from "./measure.ts";
import { BOTH_WAYS, displayLanguagesOfRun, scenesOfRun, screensOfFile } from "./screens.ts";

/** Whether card tables can be read from where people stand. */

const { pages, show } = screensOfFile(BOTH_WAYS);

const TEXTS =
  "#stage .main, .turn, #stage .cite, #stage .hash, #stage .qr, .playing-card, .hand-head *, .hand-foot *, .shoe-line *, #head *, .band *, #foot span, .series-head *, .first-dice *";
const PARTS = ".cards-call, .felt, .cards-side, .shoe-line, .verdict, .grounds, .bets";

describe("what can be read from five metres", () => {
  test.each(scenesOfRun(Object.keys(SCENES) as Scene[], "cards"))(
    "%s: nothing cut off or drawn over something else, good contrast, in both orientations",
    async (name) => {
      for (const languages of displayLanguagesOfRun(name)) {
        await show(sceneView(name, { languages }));
        for (const page of Object.values(pages)) {
          expect(await misdrawn(page, TEXTS, [".hand", `.panel > :is(${PARTS})`])).toEqual([]);
          for (const { seen: part } of await fans(page)) expect(part).toBeGreaterThanOrEqual(0.42);
        }
      }
    },
  );

  test.each([
    ["punto-y-banca-deal", 0.3, 0.2],
    ["punto-y-banca-banca", 0.2, 0.14],
    ["midi-hidden", 0.3, 0.2],
    ["treinta-long", 0.15, 0.1],
    ["black-jack-result", 0.09, 0.09],
    ["poker-result", 0.07, 0.06],
    ["holdem", 0.09, 0.08],
  ] as const)("%s: every card is at least so tall", async (name, wide, tall) => {
    await show(sceneView(name));
    for (const { height } of await fans(pages.landscape))
      expect(height).toBeGreaterThanOrEqual(wide * LANDSCAPE.height);
    for (const { height } of await fans(pages.portrait))
      expect(height).toBeGreaterThanOrEqual(tall * PORTRAIT.width);
  });
});
