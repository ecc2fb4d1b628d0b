import { expect, test } from "vitest";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { evening as cardEvening } from "./card-table.ts";
import { MOMENTS } from "./moments.ts";
import { scenesOfRun, screensOfFile } from "./screens.ts";
import { text } from "./view-parts.ts";

/** What every family's display says has room on every screen, with the band of the test mode and that of a fault on top. */

const SIZES = Object.fromEntries(
  [
    [1920, 1080],
    [1080, 1920],
    [1280, 800],
    [1366, 768],
    [3840, 2160],
    [1024, 768],
  ].map(([width, height]) => [`${width}x${height}`, { width: width!, height: height! }]),
);
/** Details keep so much of their size; what players need from far away is measured in legibility.test.ts. */
const SMALLEST = 0.58;
/** The same of the words at a hand, which are twice as large to begin with. */
const SMALLEST_AT_A_HAND = 0.55;

const { pages, show } = screensOfFile(SIZES);

/** Of a device beside the game, as long as they come: the round goes on. */
const FAULT: TableView["device"]["faults"][number] = {
  code: "panel-gone",
  since: "2026-11-21T21:04:18.000Z",
  text: text("El panel no responde", "Panelak ez du erantzuten", "O panel non responde", "The panel is silent"),
  doThis: text("Revise el cable", "Begiratu kablea", "Revise o cable", "Check the cable"),
};

interface Fit {
  readonly fits: readonly string[];
  readonly scales: readonly number[];
  /** What is left of the size of the words at each hand of cards. */
  readonly shrinks: readonly number[];
  readonly words: string;
}

/** What the page says of its own fit: of the stage, of the boxes with a scale of their own, and of the band. */
const FIT = `(() => {
  const boxes = [document.getElementById("stage").firstElementChild, document.getElementById("trouble").firstElementChild].filter(Boolean);
  const scaled = boxes.flatMap((box) => [box, ...box.querySelectorAll("[data-own-fit]")]);
  return {
    fits: boxes.map((box) => box.dataset.fits),
    scales: scaled.map((box) => Number(box.style.getPropertyValue("--fit"))),
    shrinks: [...document.querySelectorAll(".hand-head, .hand-foot")].map((part) => Number(part.style.getPropertyValue("--shrink"))),
    words: document.body.innerText,
  };
})()`;

test.each(scenesOfRun(Object.entries(MOMENTS), "fits"))(
  "%s: everything fits, no detail below 0.58 of its size",
  async (_name, moment) => {
    const view = moment();
    const device = { ...view.device, faults: [...view.device.faults, FAULT] };
    await show({ ...view, test: true, device });
    for (const [size, page] of Object.entries(pages)) {
      const { fits, scales, shrinks, words } = await page.evaluate<Fit>(FIT);
      expect([size, ...fits]).toEqual([size, ...fits.map(() => "yes")]);
      expect([size, Math.min(...scales) >= SMALLEST, ...scales]).toEqual([size, true, ...scales]);
      expect([size, Math.min(1, ...shrinks) >= SMALLEST_AT_A_HAND, ...shrinks]).toEqual([
        size,
        true,
        ...shrinks,
      ]);
      // A formula with a gap is the croupier's, and no sum is known here.
      expect(words).not.toMatch(/…|\.\.\.|€|euros?\b|pesetas?\b/i);
    }
  },
);

test("tokens of the series stay as round as they are drawn", async () => {
  await show(cardEvening().view());
  for (const page of Object.values(pages)) {
    const wide = await page.evaluate<number[]>(
      `[...document.querySelectorAll(".chip-face")].map((face) => face.getBoundingClientRect()).map(({ width, height }) => width / height)`,
    );
    for (const ratio of wide) expect(ratio).toBeCloseTo(1, 1);
  }
});
