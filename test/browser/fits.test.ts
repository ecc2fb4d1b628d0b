import { expect, test } from "vitest";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { CardTable, evening as cardEvening } from "./card-table.ts";
import { SCENES as CARDS } from "./card-views.ts";
import { SCENES as DICE } from "./dice-views.ts";
import { scenesOfRun, screensOfFile } from "./screens.ts";
import { text } from "./view-parts.ts";
import { evening } from "./wheel-views.ts";
import * as views from "./views.ts";

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
/** Below this share of its size a text cannot be read from where people stand. */
const SMALLEST = 0.7;
/** The same of the words at a hand, which are larger to begin with. */
const SMALLEST_AT_A_HAND = 0.68;

const { pages, show } = screensOfFile(SIZES);

/** Of a device beside the game, as long as they come: the round goes on. */
const FAULT: TableView["device"]["faults"][number] = {
  code: "panel-gone",
  since: "2026-11-21T21:04:18.000Z",
  text: text("El panel no responde", "Panelak ez du erantzuten", "O panel non responde", "The panel is silent"),
  doThis: text("Revise el cable", "Begiratu kablea", "Revise o cable", "Check the cable"),
};

const wheel = (rulebook: string) => evening(rulebook).running("no-more-bets");
const seven = (): CardTable =>
  new CardTable("cl/black-jack", [1, 2, 3, 4, 5, 6, 7])
    .shoe("4c")
    .noMoreBets()
    .cards("10h 6d 8c Ah 9s 7d 9d 5s 8s 6c 3h 9c 10s 4d 2c");

/** Results, voids and what is left open, of every family. */
const MOMENTS: Readonly<Record<string, () => TableView>> = {
  "roulette, red": () => views.result("32"),
  "roulette, not certified": () => views.NOT_CERTIFIED,
  "roulette, a deviation": () => views.WITH_DEVIATION,
  "roulette, void": () => views.VOID,
  "roulette, a number annulled": () =>
    wheel("cl/ruleta-francesa").number("18").annul("ball-left-cylinder").view(),
  "roulette, undecided": () => views.UNDECIDED,
  "roulette, cut off": () => wheel("cl/ruleta-francesa").abort("restart").betting().view(),
  "roulette, last three": () => evening("cl/ruleta-francesa").lastCall().view(),
  bola: () => wheel("es-cb/bola").result(3).view(),
  "big six": () => wheel("cl/big-six").result(3).view(),
  "sic bo": () => DICE["sic-bo"]().view(),
  "sic bo, reported": () => DICE["sic-bo-reported"]().view(),
  "dice named by people": () => DICE.manual().view(),
  "banca francesa, nobody loses": () => DICE["banca-no-losers"]().view(),
  "banca francesa, annulled": () => DICE["banca-pequeno"]().annul("die-off-table").view(),
  "corona y ancla": () => DICE["corona-double"]().view(),
  "craps, natural": () => DICE["craps-natural"]().view(),
  "craps, seven out": () => DICE["craps-seven-out"]().view(),
  "craps, void": () => DICE["void-craps"]().view(),
  "craps, undecided": () => DICE["undecided-craps"]().view(),
  "dice, left to a person": () => DICE["left-to-a-person"]().view(),
  "punto y banca, annulled": () => CARDS["punto-y-banca-banca"]().declare("card-lost-in-discard-slot").view(),
  "punto y banca, undecided": () => CARDS.undecided().view(),
  "cards, left to a person": () => CARDS["left-to-a-person"]().view(),
  "a card is not read": () => CARDS.unread().view(),
  "chemin de fer, bets open": () => new CardTable("es-as/chemin-de-fer").shoe().view(),
  "treinta y cuarenta": () => CARDS["treinta-long"]().view(),
  "black-jack, seven places": () => seven().view(),
  "black-jack, result": () => CARDS["black-jack-result"]().view(),
  "poker, result": () => CARDS["poker-result"]().view(),
  "pai gow, dice thrown twice": () => CARDS["first-dice-twice"]().view(),
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
  "%s: everything fits, at no less than 0.7 of its size",
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
