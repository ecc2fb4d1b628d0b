import type { Page } from "playwright-core";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import { REFUSALS } from "../../src/table/kernel/view/texts.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { sameText } from "../../src/text/every-language.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { CardTable, evening as cardEvening } from "./card-table.ts";
import { evening as diceEvening } from "./dice-table.ts";
import {
  CROUPIER,
  JEFE,
  onPage,
  seen,
  shot,
  stoppableClock,
  TABLET,
  table,
  until,
  type Table,
} from "./harness.ts";
import { ALL } from "../support/volume.ts";
import { Hands, type Counted } from "./shift/hands.ts";
import { scenesOfRun } from "./screens.ts";
import { evening as wheelEvening } from "./wheel-views.ts";
import { LANGUAGES } from "../../src/text/language.ts";

/** Acts of a shift at the control page, each with its touches, at tables that really take the keys. */

const EVA = { name: "Eva Gil", role: "croupier", pin: "2345" } as const;
const SMALL = { width: 1024, height: 768 };
/** 12 mm: 0.170 mm a pixel on 10.1 inches of 1280 x 800, 0.192 mm on 9.7 inches of 1024 x 768. */
const TOUCH = [
  { size: TABLET, px: 12 / 0.17 },
  { size: SMALL, px: 12 / 0.1925 },
] as const;

const browser = browserOfFile();

interface Live {
  readonly here: Table;
  readonly played: CardTable;
  readonly show: () => void;
}

/** A table of cards that takes what its control pages send. */
async function live(played: CardTable, clock = stoppableClock()): Promise<Live> {
  const { cheapPinHash } = await import("../support/pin.ts");
  const people = [CROUPIER, EVA, JEFE].map(({ name, role, pin }) => ({
    name,
    role,
    pinHash: cheapPinHash(pin),
  }));
  const here = await table({ people, clock });
  const show = (): void => here.display.show(played.view());
  const take = (key: Key, by: Person): { ok: true } | { ok: false; why: TableView["game"] } => {
    played.key(key, by.role, by.name);
    show();
    const { refusal } = played;
    if (refusal === null) return { ok: true };
    const texts: Readonly<Record<string, TableView["game"]>> = REFUSALS;
    return { ok: false, why: texts[refusal] ?? sameText(refusal) };
  };
  here.display.onPress(({ key, by }) => Promise.resolve(take(key, by)));
  show();
  onTestFinished(() => here.display.close());
  return { here, played, show };
}

async function desk(here: Table, who: typeof CROUPIER | typeof EVA | typeof JEFE, viewport = TABLET) {
  const page = await browser().newPage({ viewport, hasTouch: true, reducedMotion: "reduce" });
  page.on("pageerror", (error) => {
    throw error;
  });
  onTestFinished(() => page.close());
  await page.goto(here.at("control"));
  await page.waitForSelector("body[data-live=yes]");
  const counted: Counted = { touches: 0, focusLost: [] };
  const hands = new Hands(page, counted);
  await hands.signIn(who);
  counted.touches = 0;
  return { page, hands, counted };
}

const unread = (): CardTable => cardEvening().noMoreBets().cards("2h Kd").unread();

describe("a second person at the same tablet", () => {
  test("names the card with a PIN of his own in eight touches; a wrong PIN is said there; the first stays signed in", async () => {
    const { here, played } = await live(unread());
    const { page, hands, counted } = await desk(here, CROUPIER);
    const key = { key: "card-is", round: 20, n: 3, face: "7d" } as const;
    await hands.press(key, played.view());
    await page.waitForSelector("dialog[open] .second");
    // What the first named is not there.
    expect(await page.locator('dialog .pick[aria-pressed="true"]').count()).toBe(0);
    await hands.tap(`dialog [data-name="${JEFE.name}"]`);
    await hands.type("0000");
    await hands.tap('[data-pick="7"]');
    await hands.tap('[data-pick="d"]');
    await hands.tap('dialog [data-answer="yes"]');
    await page.waitForSelector("dialog[open] .wrong");
    expect(await seen(page, ".wrong")).toBe("Nombre o PIN incorrecto.");
    expect(await page.locator("#message.refused").isVisible()).toBe(false);
    await shot(page, "control-second-wrong");
    await page.tap('[data-answer="back"]');
    counted.touches = 0;
    await hands.second(key, { ...JEFE, pin: JEFE.pin });
    await until("the card is known", () => played.view().cards?.unread.length === 0);
    // Name, the digits of the PIN (six here, four in most houses), rank, suit, send.
    expect(counted.touches - (JEFE.pin.length - 4)).toBe(8);
    expect(counted.focusLost).toEqual([]);
    await onPage(page, "document.querySelector('dialog[open]') === null");
    expect(await seen(page, "#who")).toContain(CROUPIER.name);
    const keys = played.records.filter((one) => one.kind === "key" && one.key.key === "card-is");
    expect(keys.map((one) => one.kind === "key" && one.by.name)).toEqual([CROUPIER.name, JEFE.name]);
  });
});

describe("who works here", () => {
  test("is shown since when; the post is handed over in seven touches, with what is open", async () => {
    const { here, played } = await live(cardEvening());
    const { page, hands, counted } = await desk(here, CROUPIER);
    expect(await seen(page, "#posts")).toBe("Relevo Croupier nadie Jefe de mesa nadie");
    await hands.tap("#posts");
    await hands.tap('dialog [data-answer="yes"]');
    await onPage(page, `document.querySelector("#posts").textContent.includes("${CROUPIER.name}")`);
    expect(await seen(page, "#posts")).toMatch(
      /^Relevo Croupier Ana Ruiz desde las \d\d:\d\d Jefe de mesa nadie$/,
    );
    counted.touches = 0;
    await hands.tap("#posts");
    expect(await seen(page, "dialog")).toContain("Quedan decisiones abiertas");
    await shot(page, "control-relief");
    await hands.second({ key: "take-over" }, EVA);
    await onPage(page, `document.querySelector("#who").textContent.includes("${EVA.name}")`);
    expect(counted.touches).toBe(7);
    expect(counted.focusLost).toEqual([]);
    expect(played.records.at(-1)).toMatchObject({
      by: { name: EVA.name },
      key: { key: "take-over", from: CROUPIER.name },
      relieves: { name: CROUPIER.name, agreed: true },
      waits: [expect.stringMatching(/^decide\//)],
    });
  });
});

test("hours are of the clocks where the table stands as soon as the unit knows where that is", async () => {
  const { here } = await live(cardEvening());
  const page = await browser().newPage({
    viewport: TABLET,
    hasTouch: true,
    reducedMotion: "reduce",
    timezoneId: "America/Santiago",
  });
  onTestFinished(() => page.close());
  let zone: string | null = null;
  await page.route("**/control/people", async (route) => {
    const answer = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...answer, zone } });
  });
  await page.goto(here.at("control"));
  await page.waitForSelector("body[data-live=yes]");
  const hands = new Hands(page, { touches: 0, focusLost: [] });
  await hands.signIn(CROUPIER);
  await hands.tap("#posts");
  await hands.tap('dialog [data-answer="yes"]');
  const since = async (): Promise<string | undefined> =>
    /desde las (\d\d:\d\d)/.exec(await seen(page, "#posts"))?.[1];
  await until("the post", async () => (await since()) !== undefined);
  const before = await since();
  zone = "Asia/Kolkata";
  await until("the table's own hour", async () => (await since()) !== before);
  expect(await page.evaluate("document.body.dataset.live")).toBe("yes");
});

describe("a page without connection", () => {
  test("is grey, takes no key, and says what happened meanwhile when it is back", async () => {
    const clock = stoppableClock();
    const { here, played, show } = await live(cardEvening(), clock);
    const { page, hands } = await desk(here, CROUPIER);
    clock.stopped = true;
    await page.waitForSelector("body[data-live=no]", { timeout: 8_000 });
    expect(await seen(page, "#state")).toContain("Desconectado");
    expect(await page.locator("#side button:enabled, main button:enabled").count()).toBe(0);
    played.noMoreBets().cards("9h Kd 9s 6c");
    clock.stopped = false;
    show();
    await page.waitForSelector(".task-away");
    expect(await seen(page, ".task-away")).toMatch(
      /^Esta pantalla estuvo \d+ s sin conexión Pase 20: resultado Visto$/,
    );
    await shot(page, "control-away");
    await hands.tap('[data-away="seen"]');
    expect(await page.locator(".task-away").count()).toBe(0);
  });
});

if (ALL)
  test("a whole minute without a network: each second it is disconnected and nothing else, and then it says what happened", async () => {
    const clock = stoppableClock();
    const { here, played, show } = await live(cardEvening(), clock);
    const { page, hands } = await desk(here, CROUPIER);
    await page.context().setOffline(true);
    clock.stopped = true;
    await page.waitForSelector("body[data-live=no]", { timeout: 8_000 });
    const said: string[] = [];
    for (let second = 0; second < 60; second++) {
      if (second === 10) played.noMoreBets().cards("9h Kd 9s 6c");
      if (second === 30) played.collect().noMoreBets().cards("2h 7d");
      // The table goes on and says so; what comes without a sign of life is not current.
      if (second === 10 || second === 30) show();
      await clock.sleep(1_000_000);
      const keys = page.locator("button:enabled:visible:not(#languages button, #sign-out)");
      expect(await keys.allInnerTexts()).toEqual([]);
      const words = await seen(page, "body");
      if (said.at(-1) !== words) said.push(words);
    }
    // One text for the whole minute, which tells of no phase, card or number.
    expect(said).toHaveLength(1);
    expect(said[0]).toContain("Desconectado");
    expect(said[0]).not.toMatch(/Hagan juego|No va más|Se admiten|gana|incorrecto|rechaz/i);
    await page.context().setOffline(false);
    clock.stopped = false;
    show();
    await page.waitForSelector(".task-away");
    // The network held the last signs of life back, and delivers them before the newest view.
    await onPage(page, `document.querySelector(".task-away").textContent.includes("Pase 20")`);
    expect(await seen(page, ".task-away")).toMatch(
      /^Esta pantalla estuvo (?:5\d|6\d|7\d) s sin conexión Pase 20: resultado Visto$/,
    );
    await hands.tap('[data-away="seen"]');
    expect(await page.evaluate("document.body.dataset.live")).toBe("yes");
  }, 120_000);

describe("by keyboard alone", () => {
  test("a void is called, and the focus is where it was", async () => {
    const { here, played } = await live(cardEvening().noMoreBets().cards("2h"));
    const { page } = await desk(here, JEFE);
    const press = async (selector: string): Promise<void> => {
      await page.focus(selector);
      await page.keyboard.press("Enter");
    };
    await press('.key[data-key="void"]');
    await page.waitForSelector("dialog[open] [data-rule]");
    // The question has the focus: Tab goes through it.
    expect(await page.evaluate("document.activeElement.closest('dialog') !== null")).toBe(true);
    await page.keyboard.press("Escape");
    await onPage(page, "document.activeElement.dataset.key === 'void'");
    await press('.key[data-key="void"]');
    await press('[data-rule="card-lost-in-discard-slot"]');
    await page.waitForSelector('dialog [data-answer="yes"]');
    await press('[data-answer="yes"]');
    await until("the void", () => played.phase === "void");
    await onPage(page, "document.activeElement !== document.body");
  });
});

describe("whatever is touched", () => {
  const SCENES: readonly (readonly [string, () => TableView])[] = [
    ["roulette", () => wheelEvening("cl/ruleta-francesa").running("no-more-bets").view()],
    ["roulette-open", () => wheelEvening("cl/ruleta-francesa").undecideMany().view()],
    ["cards", () => cardEvening().noMoreBets().cards("2h Kd").view()],
    ["unread", () => unread().view()],
    [
      "seats",
      () =>
        new CardTable("cl/black-jack", [1, 2, 3, 5, 7])
          .shoe("4c")
          .noMoreBets()
          .cards("10h 6d 8c Ah 9s 7d")
          .view(),
    ],
    ["dice", () => diceEvening("es-cb/sic-bo").view()],
    ["craps", () => diceEvening("cl/craps").view()],
  ];
  let here: Table;
  beforeAll(async () => {
    here = await table();
    return () => here.display.close();
  });

  const small = (page: Page, px: number): Promise<string[]> =>
    page.evaluate<string[]>(`[...document.querySelectorAll("button, input, a[href]")]
      .map((one) => [one, one.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < ${Math.floor(px)})
      .map(([one, box]) => one.className + " " + JSON.stringify(one.dataset) + " " + Math.round(box.width) + "x" + Math.round(box.height))`);

  test.each(scenesOfRun(SCENES, "touch targets"))("is 12 mm wide and high: %s", async (name, view) => {
    let shows = 0;
    const page = await browser().newPage({ viewport: TABLET, hasTouch: true, reducedMotion: "reduce" });
    onTestFinished(() => page.close());
    const log = `${name} ${shows++}`;
    here.display.show({ ...view(), log, table: name, languages: [...LANGUAGES] });
    await page.goto(here.at("control"));
    await page.waitForSelector("body[data-live=yes]");
    const hands = new Hands(page, { touches: 0, focusLost: [] });
    const measured = async (what: string): Promise<void> => {
      for (const { size, px } of TOUCH) {
        await page.setViewportSize(size);
        expect([name, what, size.width, await small(page, px)]).toEqual([name, what, size.width, []]);
      }
      await page.setViewportSize(TABLET);
    };
    await measured("sign-in");
    await hands.signIn(JEFE);
    await measured("page");
    for (const key of [
      "void",
      "declare",
      "card-is",
      "dice-are",
      "put-right",
      "resolve",
      "close-table",
      "seats",
    ]) {
      const found = page.locator(`[data-key="${key}"]:enabled`).first();
      if ((await found.count()) === 0) continue;
      await found.tap();
      await page.waitForSelector("dialog[open]");
      await measured(key);
      await page.keyboard.press("Escape");
    }
    await hands.tap("#posts");
    await measured("relief");
  });
});
