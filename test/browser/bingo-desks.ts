import type { Browser, Page } from "playwright-core";
import { withFiledCards } from "../../firmware/table/setup/balls/card-files.ts";
import type { CardRows } from "../../src/table/balls/cards/card.ts";
import { refusalText } from "../../src/table/kernel/view/texts.ts";
import type { Refusal } from "../../src/table/kernel/people/keys.ts";
import type { Language } from "../../src/text/language.ts";
import { monoUs } from "../../src/time/instant.ts";
import { Hall, ROWS } from "../support/bingo-hall.ts";
import { certificate } from "./view-parts.ts";
import { CROUPIER, JEFE, launch, onPage, TABLET, table, type Table } from "./harness.ts";

/** A hall of bingo behind the control pages of its jefe de mesa and its locutor: what they touch goes to the table. */

const SMALL_TABLET = { width: 1024, height: 768 };
/** The printer's file has two cards of the same numbers, in another order. */
const CARDS = new Map<number, CardRows>([
  [12, ROWS],
  [13, [ROWS[1], ROWS[0], ROWS[2]]],
]);
const FILED = new Map([["A", { name: "A", size: 6_000, cards: CARDS, sha256: "0".repeat(64) }]]);

export interface BingoDesks {
  readonly here: Table;
  readonly hall: Hall;
  readonly jefe: Page;
  readonly locutor: Page;
  /** Shows what the hall is at, and waits until both pages show it. */
  show(): Promise<void>;
  speak(language: Language): Promise<void>;
  close(): Promise<void>;
}

async function signedIn(
  browser: Browser,
  here: Table,
  who: { readonly name: string; readonly pin: string },
  viewport: typeof TABLET,
): Promise<Page> {
  const page = await browser.newPage({ viewport, hasTouch: true, reducedMotion: "reduce" });
  page.on("pageerror", (error) => {
    throw error;
  });
  page.setDefaultTimeout(10_000);
  await page.goto(here.at("control"));
  await page.waitForSelector("body[data-live=yes]");
  await page.tap(`[data-name="${who.name}"]`);
  for (const digit of who.pin) await page.tap(`[data-pad="${digit}"]`);
  await page.tap('[data-pad="Entrar"]:enabled');
  await page.waitForSelector("#sign-out");
  return page;
}

export async function bingoDesks(rulebook?: string): Promise<BingoDesks> {
  const browser = await launch();
  const here = await table();
  const hall = new Hall(rulebook);
  let shows = 0;
  const draw = (): string => {
    shows += 1;
    const name = `Bingo ${shows}`;
    here.display.show({ ...hall.shown(certificate(9)), table: name });
    return name;
  };
  const show = async (): Promise<void> => {
    const name = draw();
    const isThere = `document.querySelector("#table strong").textContent === ${JSON.stringify(name)}`;
    await Promise.all(pages.map((page) => onPage(page, isThere)));
  };
  here.display.onPress(({ key, by, isAsked }) => {
    if (isAsked === true) return Promise.resolve(hall.pipeline.preview(key, by, monoUs(hall.t)));
    here.presses.push({ key, by });
    hall.press(withFiledCards(FILED, key), by);
    const refused = hall.refusal as Refusal | null;
    draw();
    return Promise.resolve(
      refused === null ? { ok: true } : { ok: false, why: refusalText(refused, hall.setup.rules.family.texts) },
    );
  });
  const pages: Page[] = [];
  here.display.show(hall.view);
  const jefe = await signedIn(browser, here, JEFE, TABLET);
  const locutor = await signedIn(browser, here, CROUPIER, SMALL_TABLET);
  pages.push(jefe, locutor);
  return {
    here,
    hall,
    jefe,
    locutor,
    show,
    speak: async (language) => {
      for (const page of pages) await page.tap(`#languages [lang="${language}"]`);
    },
    close: async () => {
      await browser.close();
      await here.display.close();
    },
  };
}
