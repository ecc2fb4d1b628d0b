import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { previewKey } from "../../src/table/kernel/preview.ts";
import { REFUSALS } from "../../src/table/kernel/view/texts.ts";
import type { Refusal } from "../../src/table/kernel/people/keys.ts";
import { monoUs } from "../../src/time/instant.ts";
import { ALL } from "../support/volume.ts";
import { CardTable } from "./card-table.ts";
import { CROUPIER, inNewLog, JEFE, launch, seen, shot, TABLET, table, until, type Table } from "./harness.ts";
import { clipped } from "./measure.ts";

/** Cards that are put right, and words that are taken back, by touch: every touch counts, and what follows is read before it is sent. */

const SMALL = { width: 1024, height: 768 };
const TOUCHES_MAX = 4;

let browser: Browser;
let here: Table;
let croupier: Page;
let jefe: Page;
/** The table that the keys go to. */
let played: CardTable;
let touches = 0;

async function signedIn(who: { readonly name: string; readonly pin: string }): Promise<Page> {
  const page = await browser.newPage({ viewport: TABLET, hasTouch: true, reducedMotion: "reduce" });
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(here.at("control"));
  await page.waitForSelector("body[data-live=yes]");
  await page.tap(`[data-name="${who.name}"]`);
  for (const digit of who.pin) await page.tap(`[data-pad="${digit}"]`);
  await page.tap('[data-pad="Entrar"]:enabled');
  await page.waitForSelector("#sign-out");
  return page;
}

beforeAll(async () => {
  browser = await launch();
  here = await table();
  here.display.onPress(({ key, by, isAsked }) => {
    if (isAsked === true)
      return Promise.resolve(
        previewKey(played.table, key, by, monoUs(9e9), "2026-01-01T00:00:00.000Z", played.rules),
      );
    const { refusal } = played.key(key, by.role, by.name);
    if (refusal !== null) return Promise.resolve({ ok: false, why: REFUSALS[refusal as Refusal] });
    here.display.show({ ...played.view(), log: shownLog, table: shownTable });
    return Promise.resolve({ ok: true });
  });
  played = new CardTable("cl/black-jack", [1]);
  here.display.show(played.view());
  [croupier, jefe] = [await signedIn(CROUPIER), await signedIn(JEFE)];
});
afterAll(async () => {
  await browser.close();
  await here.display.close();
});

let shows = 0;
let shownLog = "";
let shownTable = "";
/** Another table, and no touch yet. */
async function show(next: CardTable): Promise<void> {
  played = next;
  const view = inNewLog(played.view());
  shownLog = view.log;
  shownTable = `Mesa ${++shows}`;
  touches = 0;
  here.display.show({ ...view, table: shownTable });
  for (const page of [croupier, jefe])
    await until(shownTable, async () => (await page.locator("#table strong").innerText()) === shownTable);
}

async function touch(page: Page, selector: string): Promise<void> {
  touches += 1;
  await page.tap(selector);
}

/** What is read before it is sent. */
const follows = async (page: Page): Promise<string[]> => {
  await page.waitForSelector("dialog .follows li");
  return page.locator("dialog .follows li").allInnerTexts();
};

async function send(page: Page): Promise<void> {
  await touch(page, '[data-answer="yes"]');
  await page.waitForSelector("dialog:not([open])", { state: "attached" });
  await until("it is done", async () => (await page.locator("#message.done").count()) === 1);
  expect(played.refusal).toBeNull();
  expect(touches).toBeLessThanOrEqual(TOUCHES_MAX);
}

const lies = (hand: string): readonly string[] =>
  played.table.durable.deal?.hands.find(({ id }) => id === hand)?.cards.map(({ face }) => face ?? "") ?? [];

/** Seat 1 holds K♥ 8♦, and two cards too many that the croupier laid. */
const misdealt = (): CardTable =>
  new CardTable("cl/black-jack", [1, 2]).shoe("2c").noMoreBets().cards("Kh 5c 6h 8d 10c 2d");

/** A card left behind the verdict. */
const behind = (): CardTable =>
  new CardTable("es-cb/punto-y-banca")
    .shoe("As 2s")
    .noMoreBets()
    .cards("2h 7d 4c 2s")
    .turn("punto")
    .turn("banca")
    .cards("9c");

async function mark(page: Page, n: number, place: string): Promise<void> {
  await touch(page, '[data-key="put-right"]');
  await touch(page, `[data-card-pick="${n}"]`);
  await touch(page, `[data-place="${place}"]`);
}

async function corrections(): Promise<void> {
  // The card is another seat's.
  await show(misdealt());
  await mark(jefe, 6, "seat-2");
  expect(await follows(jefe)).toContain("2♦ queda en: plaza 2");
  expect(await clipped(jefe, "dialog *")).toEqual([]);
  await shot(jefe, "control-cards-follows");
  await send(jefe);
  expect(lies("seat-2")).toContain("2d");
  // It is burnt.
  await show(misdealt());
  await mark(jefe, 6, "burnt");
  expect(await follows(jefe)).toContain("2♦: se quema");
  await send(jefe);
  expect(lies("seat-1")).toEqual(["Kh", "8d"]);
  // It is nobody's yet.
  await show(misdealt());
  await mark(jefe, 6, "next");
  await follows(jefe);
  await send(jefe);
  // It left behind the verdict, and is the first of the next round: the croupier says so, and nothing else is to be marked.
  await show(behind());
  expect(await seen(croupier, '[data-key="put-right"]')).toBe("¿De quién es?");
  await touch(croupier, '[data-key="put-right"]');
  await touch(croupier, '[data-place="next-round"]');
  expect(await follows(croupier)).toEqual(["Carta 5: primera de la próxima mano"]);
  await send(croupier);
  // A word that was said by mistake.
  const stand = { key: "move", round: 1, who: "seat-1", move: "stand" } as const;
  await show(misdealt().key(stand, "croupier", CROUPIER.name));
  await touch(croupier, '[data-key="take-back"]');
  expect((await follows(croupier))[0]).toBe("Se deshace: plaza 1: se planta");
  await send(croupier);
  expect(played.table.durable.deal?.due?.moves[0]?.who).toBe("seat-1");
  // Somebody else's is the jefe de mesa's to take back.
  await show(misdealt().key(stand, "croupier", "Otra"));
  expect(await croupier.locator('[data-key="take-back"]').count()).toBe(0);
  expect(await jefe.locator('[data-key="take-back"]').count()).toBe(1);
  // So is whose a card behind the verdict is.
  const burnt = { key: "put-right", round: 1, cards: [5], to: "burnt" } as const;
  await show(behind().key(burnt, "croupier", CROUPIER.name));
  await touch(croupier, '[data-key="take-back"]');
  await follows(croupier);
  await send(croupier);
  expect(await seen(croupier, '[data-key="put-right"]')).toBe("¿De quién es?");
  // A hand had stood, nobody keyed it, and the next card was another hand's.
  await show(new CardTable("cl/black-jack", [1, 2]).shoe("2c").noMoreBets().cards("Kh 5c 6h 8d 10c 4d"));
  expect(await seen(croupier, "#moves")).toBe(
    "Plaza 1: la había pedido Plaza 1: se había plantado Plaza 1: se retira",
  );
  await shot(croupier, "control-cards-asked");
  await touch(croupier, '#moves button:has-text("se había plantado")');
  await until("the card is the next hand's", () => lies("seat-2").includes("4d"));
  expect([touches, lies("seat-1")]).toEqual([1, ["Kh", "8d"]]);
  // The words that close the bets were forgotten.
  await show(new CardTable("cl/punto-y-banca").shoe().cards("9h"));
  await touch(croupier, '#side [data-key="no-more-bets"]');
  await until("it is said", () => played.table.durable.phase === "no-more-bets");
  expect(touches).toBe(1);
}

describe("cards that are put right by touch", () => {
  test("the seven commonest corrections take four touches at most", corrections);

  test("one touch marks each of several cards, and what was marked is kept on the way back", async () => {
    await show(misdealt());
    await mark(jefe, 6, "next");
    await follows(jefe);
    await jefe.tap('[data-answer="back"]');
    expect(await jefe.locator('[data-card-pick][aria-pressed="true"]').count()).toBe(1);
    await jefe.tap('[data-card-pick="5"]');
    expect(await jefe.locator('[data-card-pick][aria-pressed="true"]').count()).toBe(2);
    await shot(jefe, "control-cards-sheet");
    await jefe.tap('[data-place="burnt"]');
    expect(await follows(jefe)).toEqual(expect.arrayContaining(["10♣: se quema", "2♦: se quema"]));
    await send(jefe);
  });

  test("what the table would refuse is refused before it is sent, and the croupier puts no card of a round right", async () => {
    await show(misdealt());
    expect(await croupier.locator('[data-key="put-right"]').count()).toBe(0);
    await mark(jefe, 6, "seat-1");
    await until("it is refused", async () => (await jefe.locator("#message.refused").count()) === 1);
    expect(await jefe.locator("dialog[open]").count()).toBe(0);
    // A card has left since the last word: there is none to be taken back, by nobody.
    for (const page of [croupier, jefe]) expect(await page.locator('[data-key="take-back"]').count()).toBe(0);
  });

  test("a deal that waits is answered by the jefe de mesa: it goes on, a hand is void, the card is whose he says", async () => {
    const held = (): CardTable =>
      misdealt()
        .key({ key: "declare", round: 1, rule: "player-disagreement" }, "jefe-de-mesa", JEFE.name)
        .cards("9h");
    await show(held());
    expect(await croupier.locator("#moves button").count()).toBe(0);
    await touch(jefe, '[data-outcome="void-hand"]');
    expect(await jefe.locator("[data-hand-pick]").count()).toBe(2);
    await shot(jefe, "control-cards-void-hand");
    await touch(jefe, '[data-hand-pick="seat-1"]');
    await until(
      "it is void",
      () => played.table.durable.deal?.hands.some(({ state }) => state === "out") === true,
    );
    await show(held());
    await touch(jefe, '#moves [data-key="put-right"]');
    await touch(jefe, '[data-place="burnt"]');
    expect((await follows(jefe))[0]).toBe("Carta 7: se quema");
    await send(jefe);
    await touch(jefe, '[data-outcome="goes-on"]');
    await until("it goes on", () => played.table.durable.deal?.due?.duty.code !== "decision");
  });

  if (ALL)
    test("the same on a small tablet", async () => {
      for (const page of [croupier, jefe]) await page.setViewportSize(SMALL);
      await corrections();
    });
});
