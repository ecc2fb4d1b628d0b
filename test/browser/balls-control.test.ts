import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES } from "../../src/text/language.ts";
import { sampleInAll } from "../support/volume.ts";
import { ROWS } from "../support/bingo-hall.ts";
import { bingoDesks, type BingoDesks } from "./bingo-desks.ts";
import { CROUPIER, JEFE, onPage, seen, shot, until } from "./harness.ts";

/** The control table of a hall of bingo: a game played by touch, and what people at it do wrong. */

let at: BingoDesks;
beforeAll(async () => {
  at = await bingoDesks();
});
afterAll(() => at.close());

const key = (name: string): string => `[data-key="${name}"]:enabled`;
const YES = 'dialog [data-answer="yes"]:enabled';
const digits = async (page: Page, text: string): Promise<void> => {
  for (const digit of text) await page.tap(`dialog [data-pad="${digit}"]`);
};
/** Touches a field of a form, and the signs beside it. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await page.tap(`dialog input[name="${field}"]`);
  for (let left = (await page.inputValue(`dialog input[name="${field}"]`)).length; left > 0; left--)
    await page.tap('dialog [data-sign="⌫"]');
  for (const sign of text) await page.tap(`dialog [data-sign="${sign}"]`);
}
const offered = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll("#moves [data-key], #side [data-key]")].map((one) => one.dataset.key)`,
  );
const taken = async (page: Page): Promise<void> => {
  await onPage(page, `document.getElementById("message").className === "done"`);
  await page.evaluate(`document.getElementById("message").className = ""`);
};
/** Touches a key, and what its question asks, and waits until the table took it. */
async function press(page: Page, name: string, answer?: () => Promise<void>): Promise<void> {
  await page.tap(key(name));
  if (answer !== undefined) await answer();
  await taken(page);
  await at.show();
}
const yes = (page: Page) => (): Promise<void> => page.tap(YES);

async function sell(page: Page, to: string): Promise<void> {
  await press(at.locutor, "sell-cards", async () => {
    await type(at.locutor, "series", "A");
    await at.locutor.fill('dialog [name="size"]', "6000");
    await type(at.locutor, "price", "2,00");
    await shot(at.locutor, "balls-control-sale");
    await at.locutor.tap(YES);
  });
  await press(page, "cards-sold", async () => {
    for (const [name, text] of Object.entries({ from: "1", line: "40,00", bingo: "204,00", takings: "400,00" }))
      await page.fill(`dialog [name="${name}"]`, text);
    await type(page, "to", to);
    await shot(page, "balls-control-sold");
    await page.tap(YES);
  });
}

async function callCard(page: Page, claim: "line" | "bingo", card: string): Promise<void> {
  await press(page, "call-card", async () => {
    await page.tap(`dialog [data-claim="${claim}"]`);
    await digits(page, card);
    await shot(page, `balls-control-card-${claim}`);
    await page.tap(YES);
  });
}

describe("a game by touch", () => {
  test.each(sampleInAll(LANGUAGES, 1, "languages of bingo"))(
    "is played from the count to its end in %s",
    async (language) => {
      const { hall, jefe, locutor } = at;
      await at.speak(language);
      if (!hall.durable.open) {
        await press(jefe, "open-table");
        await shot(jefe, `balls-control-open-${language}`);
        await press(jefe, "balls-counted", () => jefe.tap('dialog [data-count="90"]'));
      }
      await sell(jefe, "200");
      await shot(jefe, `balls-control-sold-${language}`);
      await press(jefe, "start-game");
      hall.draw(1, ...ROWS[0]);
      await at.show();
      await shot(locutor, `balls-control-running-${language}`);
      expect(await seen(locutor, ".mini-ball")).toBe("73");
      await press(locutor, "interrupt");
      await callCard(locutor, "line", "0012");
      expect(hall.panel.checked).toMatchObject({ holds: true, ball: 73 });
      await shot(jefe, `balls-control-line-${language}`);
      await press(jefe, "resume-game", yes(jefe));
      hall.draw(...ROWS[1], ...ROWS[2]);
      await at.show();
      await callCard(jefe, "bingo", "0012");
      await shot(jefe, `balls-control-bingo-${language}`);
      await press(jefe, "end-game", yes(jefe));
      await shot(jefe, `balls-control-over-${language}`);
      expect(hall.told.at(-1)).toBe("result certified");
      expect(at.here.presses.every(({ key: pressed }) => !("rows" in pressed))).toBe(true);
      hall.reader.refill(hall.t);
      hall.play(400_000);
    },
  );

  test("a card with a digit too few, of no game or not sold is not sent, and one that was mistyped is taken back", async () => {
    const { hall, locutor, jefe } = at;
    await at.speak("es");
    await sell(jefe, "300");
    await press(jefe, "start-game");
    hall.draw(...ROWS[0]);
    await at.show();
    await locutor.tap(key("call-card"));
    await digits(locutor, "012");
    expect(await seen(locutor, ".called-card .means")).toBe("faltan cifras");
    expect(await locutor.locator(YES).count()).toBe(0);
    await locutor.tap('dialog [data-pad="Borrar"]');
    await digits(locutor, "0301");
    expect(await seen(locutor, ".called-card .means")).toBe("no se vendió para esta partida");
    await locutor.keyboard.type("B-0012");
    expect(await seen(locutor, ".called-card .means")).toBe("ese código no es de un cartón de esta partida");
    await shot(locutor, "balls-control-wrong-code");
    await locutor.tap('dialog [data-pad="Borrar"]');
    await locutor.keyboard.type("a000012");
    expect(await seen(locutor, ".called-card .typed")).toBe("A a000012");
    await locutor.keyboard.press("Enter");
    await taken(locutor);
    await at.show();
    expect(hall.panel.checked).toMatchObject({ card: 12, holds: true });
    // It was another card.
    await locutor.tap(key("take-back"));
    await locutor.tap(YES);
    await taken(locutor);
    await at.show();
    expect([hall.panel.checked, hall.panel.winners.line]).toEqual([null, []]);
  });

  test("a ball that was not read is named by two people at one page, and a number announced wrongly is corrected", async () => {
    const { hall, locutor, jefe } = at;
    hall.reader.draw(hall.t, 44, { doubt: 1 });
    hall.play(400_000);
    await at.show();
    await shot(jefe, "balls-control-unread");
    await locutor.tap(key("ball-is"));
    await locutor.tap('dialog [data-ball="44"]');
    await shot(locutor, "balls-control-ball-is");
    await locutor.tap(YES);
    await until("the first name arrives", () => hall.panel.named !== null);
    await locutor.waitForSelector("dialog .second");
    for (const digit of JEFE.pin) await locutor.tap(`dialog [data-pad="${digit}"]`);
    await locutor.tap('dialog [data-ball="44"]');
    await shot(locutor, "balls-control-second");
    await locutor.tap(YES);
    await until("the second name arrives", () => hall.panel.last === 44);
    await at.show();
    await press(locutor, "misannounced", async () => {
      await locutor.tap('dialog [data-ball="34"]');
      await locutor.tap(YES);
    });
    expect(hall.panel.call?.say.es).toBe("Corrección: es el 44, no el 34.");
    await shot(jefe, "balls-control-misannounced");
    // It is found out a ball later.
    const before = hall.panel.order.length - 1;
    await press(locutor, "misannounced", async () => {
      await locutor.tap(`dialog [data-place="${before}"]`);
      await shot(locutor, "balls-control-said");
      await locutor.tap('dialog [data-ball="35"]');
      await locutor.tap(YES);
    });
    expect(hall.bodies.at(-1)).toMatchObject({ key: { key: "misannounced", n: before, said: 35 } });
    expect(at.here.presses.at(-1)).toMatchObject({ by: { name: CROUPIER.name } });
  });

  test("a game that cannot go on is left to somebody, who decides it", async () => {
    const { hall, jefe } = at;
    await press(jefe, "end-game", yes(jefe));
    expect(hall.view).toMatchObject({ phase: "undecided" });
    expect(await offered(jefe)).toContain("sell-cards");
    await shot(jefe, "balls-control-undecided");
    await jefe.tap(key("resolve"));
    await shot(jefe, "balls-control-resolve");
    await jefe.keyboard.press("Escape");
  });
});
