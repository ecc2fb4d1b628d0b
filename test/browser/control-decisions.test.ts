import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { CardTable, evening as cardEvening } from "./card-table.ts";
import { type DiceTable, evening as diceEvening } from "./dice-table.ts";
import { CROUPIER, inNewLog, JEFE, launch, seen, shot, TABLET, table, until, type Table } from "./harness.ts";
import { clipped } from "./measure.ts";
import { evening, WheelTable } from "./wheel-views.ts";
import { ALL } from "../support/volume.ts";

/** What waits for people on the control page: pending decisions, unread cards, reasons, closing. One browser, real records. */

const CHILE = "cl/ruleta-francesa";
const SMALL = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };

let browser: Browser;
let here: Table;
let jefe: Page;
let croupier: Page;

async function signedIn(who: { readonly name: string; readonly pin: string }): Promise<Page> {
  const page = await browser.newPage({ viewport: TABLET, hasTouch: true, reducedMotion: "reduce" });
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(here.at("control"));
  await page.tap(`[data-name="${who.name}"]`);
  for (const digit of who.pin) await page.tap(`[data-pad="${digit}"]`);
  await page.tap('[data-pad="Entrar"]:enabled');
  await page.waitForSelector("#sign-out");
  return page;
}

beforeAll(async () => {
  browser = await launch();
  here = await table();
  here.display.show(evening(CHILE).view());
  [jefe, croupier] = [await signedIn(JEFE), await signedIn(CROUPIER)];
});
afterAll(async () => {
  await browser.close();
  await here.display.close();
});

let shows = 0;
async function show(view: TableView): Promise<void> {
  shows += 1;
  const name = `Mesa ${shows}`;
  here.display.show({ ...inNewLog(view), table: name });
  for (const page of [jefe, croupier])
    await until(name, async () => (await page.locator("#table strong").innerText()) === name);
}

/** Pictures of a screen at every size, for people to look at. */
async function shots(page: Page, name: string): Promise<void> {
  for (const size of [PHONE, SMALL, TABLET]) {
    await page.setViewportSize(size);
    await shot(page, `${name}-${size.width}`);
  }
}

/** Five spins that nobody decided, then one that the machine voided and that waits for its confirmation. */
function manyOpen(): WheelTable {
  const wheel = new WheelTable(CHILE);
  for (let spin = 0; spin < 5; spin++) wheel.betting().running("no-more-bets").undecide("no-number");
  return wheel.betting().running("no-more-bets").annul("ball-same-direction-as-rotor");
}

/** What waits of earlier rounds stands there whole. */
async function layOpen(page: Page): Promise<void> {
  if ((await page.locator('.fold[aria-expanded="false"]').count()) > 0) await page.tap(".fold");
}

/** Nothing lies over any corner of it. */
const isWhole = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const { left, right, top, bottom } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    const corners = [[left + 9, top + 9], [right - 9, top + 9], [left + 9, bottom - 9], [right - 9, bottom - 9]];
    return corners.every(([x, y]) => document.elementFromPoint(x, y)?.closest(${JSON.stringify(selector)}) != null);
  })()`);
test("on a phone nobody who signs in scrolls past what waits", async () => {
  await show(manyOpen().view());
  const page = await browser.newPage({ viewport: PHONE, hasTouch: true, reducedMotion: "reduce" });
  try {
    await page.goto(here.at("control"));
    await page.waitForSelector(".sign-in");
    await page.waitForSelector("[data-task]", { state: "attached" });
    const tops = await page.evaluate<{ names: number; tasks: number }>(`(() => {
      const top = (selector) => document.querySelector(selector).getBoundingClientRect().top;
      return { names: top('[data-name="${JEFE.name}"]'), tasks: top("[data-task]") };
    })()`);
    expect(tops.names).toBeLessThan(PHONE.height);
    expect(tops.names).toBeLessThan(tops.tasks);
    await shot(page, "control-phone-sign-in");
  } finally {
    await page.close();
  }
});

test("a release that waits for a decision says so, and not that nothing is to be done", async () => {
  const until = "2026-01-01T02:00:00.000Z";
  const what = { es: "decida", eu: "erabaki", gl: "decida", en: "decide" };
  const shown = () => seen(jefe, ".task-update");
  await show({ ...manyOpen().view(), update: { version: "0.8.1", until } });
  expect(await shown()).toContain("No hay que hacer nada");
  await show({ ...manyOpen().view(), update: { version: "0.8.1", until, waits: [what] } });
  expect(await shown()).toContain("Espera a las personas: decida.");
  expect(await shown()).not.toContain("No hay que hacer nada");
});

describe("pending decisions", () => {
  test("the current round stands on top with its keys in sight; the others take one line each", async () => {
    await show(manyOpen().view());
    for (const language of ["eu", "es"])
      for (const size of [SMALL, TABLET]) {
        await jefe.tap(`#languages [lang="${language}"]`);
        await jefe.setViewportSize(size);
        expect(await isWhole(jefe, '#tasks [data-key="confirm-void"]'), `${language} ${size.width}`).toBe(true);
      }
    const tasks = jefe.locator("#tasks [data-task]");
    // Those of earlier rounds are folded to their count; a tap lays them open.
    expect(await tasks.count()).toBe(1);
    expect(await seen(jefe, ".fold")).toContain("De jugadas anteriores: 5 Tirada 108–112");
    await jefe.tap(".fold");
    expect(await jefe.getAttribute(".fold", "aria-expanded")).toBe("true");
    expect(await tasks.nth(0).innerText()).toContain("Tirada 113");
    expect(await tasks.nth(1).innerText()).toContain("Tirada 112");
    expect(await tasks.last().innerText()).toContain("Tirada 108");
    // One key each; a void can be refused as well.
    expect(await jefe.locator("#tasks [data-task] button").count()).toBe(7);
    expect(await jefe.locator('#tasks [data-task] [data-key="contest"]').count()).toBe(1);
    for (const height of await jefe.evaluate<number[]>(
      `[...document.querySelectorAll(".task-line")].map((line) => line.getBoundingClientRect().height)`,
    ))
      expect(height).toBeLessThan(90);
    // None is cut, however long: what does not fit beside its key is wrapped.
    const cut = `[...document.querySelectorAll("#tasks .task-text *")].filter((one) => getComputedStyle(one).whiteSpace === "nowrap").length`;
    expect(await jefe.locator("#tasks .task-text *").count()).toBeGreaterThan(5);
    expect(await jefe.evaluate<number>(cut)).toBe(0);
    // The steps of the void stand on the tablet too.
    expect(await seen(jefe, ".task-steps-now")).toContain("Qué se hace ahora 1.");
    await shots(jefe, "control-open");
  });

  if (ALL)
    test("what scrolls says so, until its end is in sight", async () => {
      await show(manyOpen().view());
      await until("the mark", async () => (await jefe.locator("#tasks .more").count()) === 1);
      await jefe.evaluate(`document.getElementById("tasks").scrollTo(0, 10000)`);
      await until("no mark", async () => (await jefe.locator("#tasks .more").count()) === 0);
    });

  test("closing over them names them; during a spin the key is off and says why", async () => {
    await show(manyOpen().view());
    await jefe.tap('[data-key="close-table"]');
    expect(await seen(jefe, "dialog")).toContain("Quedan decisiones abiertas: 6 Tirada 113");
    await shots(jefe, "control-close");
    await jefe.tap('[data-answer="back"]');
    await show(evening(CHILE).running("ball-in-play").view());
    expect(await jefe.locator('[data-key="close-table"]').isDisabled()).toBe(true);
    expect(await seen(jefe, '[data-key="close-table"]')).toContain("hay una tirada en curso");
  });
});

describe("an undecided round", () => {
  test("of a wheel stands with the number that was announced, and the series shows it", async () => {
    const wheel = evening(CHILE).running("no-more-bets").undecide("no-number");
    await show(wheel.view());
    expect(await croupier.locator('#tasks [data-task]:first-child [data-key="resolve"]').isDisabled()).toBe(
      true,
    );
    await jefe.tap('#tasks [data-task]:first-child [data-key="resolve"]');
    await shots(jefe, "control-resolve");
    await jefe.tap('[data-outcome="stands"]');
    expect(await jefe.locator("[data-announced]").count()).toBe(37);
    await shots(jefe, "control-announced");
    await jefe.tap('[data-announced="17"]');
    expect(await seen(jefe, "dialog")).toContain("Tirada 128 Vale lo anunciado: 17");
    await jefe.tap('[data-answer="yes"]');
    const key = { key: "resolve", round: 128, outcome: "stands", announced: "17" } as const;
    await until("the press arrives", () => here.presses.length > 0);
    expect(here.presses.at(-1)).toEqual({ key, by: { name: JEFE.name, role: JEFE.role } });
    await show(wheel.resolved(key).view());
    expect(await seen(jefe, "#state")).toContain(
      "Resuelto · Vale lo anunciado: 17 · Jon Etxeberria, jefe de mesa",
    );
    expect(await seen(jefe, "#series li:first-child")).toBe("17");
    expect(await jefe.locator("#series li:first-child.not-certified").count()).toBe(1);
    await shots(jefe, "control-resolved");
  });

  test.each([
    ["void", "Es nula"],
    ["otherwise", "Se resolvió de otro modo"],
  ])("is recorded as %s", async (outcome, words) => {
    await show(evening(CHILE).running("no-more-bets").undecide("no-number").view());
    await jefe.tap('#tasks [data-task]:first-child [data-key="resolve"]');
    await jefe.tap(`[data-outcome="${outcome}"]`);
    expect(await seen(jefe, "dialog")).toContain(words);
    const before = here.presses.length;
    await jefe.tap('[data-answer="yes"]');
    await until("the press arrives", () => here.presses.length > before);
    expect(here.presses.at(-1)?.key).toEqual({ key: "resolve", round: 128, outcome });
  });

  test("of cards asks who won, of dice which faces", async () => {
    await show(cardEvening().noMoreBets().cards("9h Kd").collect("jefe-de-mesa").view());
    await layOpen(jefe);
    await jefe.tap('#tasks [data-key="resolve"] >> nth=0');
    await jefe.tap('[data-outcome="stands"]');
    expect(await jefe.locator("[data-announced]").allInnerTexts()).toEqual([
      "Punto gana",
      "Banca gana",
      "Empate",
    ]);
    await jefe.tap('[data-answer="back"]');
    await jefe.tap('[data-answer="back"]');
    await show(diceEvening("es-cb/sic-bo").phase("throwing").undecide("dice-disagree").view());
    await layOpen(jefe);
    await jefe.tap('#tasks [data-key="resolve"] >> nth=0');
    await jefe.tap('[data-outcome="stands"]');
    for (const [die, face] of [
      [1, "2"],
      [2, "2"],
      [3, "5"],
    ] as const)
      await jefe.tap(`[data-die="${die}"][data-pick="${face}"]`);
    await jefe.tap('[data-answer="yes"]');
    const before = here.presses.length;
    await jefe.tap('[data-answer="yes"]');
    await until("the press arrives", () => here.presses.length > before);
    expect(here.presses.at(-1)?.key).toMatchObject({ key: "resolve", outcome: "stands", announced: "2 2 5" });
  });
});

if (ALL)
  describe("the reasons of a void", () => {
    test("have a short name each; the way back and the mark are in sight at every size", async () => {
      await show(evening(CHILE).running("no-more-bets").view());
      await jefe.tap('.key[data-key="void"]');
      expect(await seen(jefe, '[data-rule="ball-left-cylinder"] strong')).toBe("Bola fuera");
      for (const size of [TABLET, SMALL, PHONE]) {
        await jefe.setViewportSize(size);
        await until(`the way back at ${size.width}`, () => isWhole(jefe, 'dialog [data-answer="back"]'));
        // On both tablets all of them are seen at once.
        const marks = size === PHONE ? 1 : 0;
        await until(`${marks} marks`, async () => (await jefe.locator("dialog .more").count()) === marks);
      }
      await shots(jefe, "control-reasons");
      await jefe.tap('[data-rule="ball-left-cylinder"]');
      expect(await seen(jefe, "dialog")).toContain("Tirada 128 Bola fuera La bola salta fuera del cilindro");
      await jefe.tap('[data-answer="back"]');
      await jefe.tap('[data-answer="back"]');
    });
  });

describe("an unread card", () => {
  const unread = (): CardTable => cardEvening().noMoreBets().cards("2h Kd").unread();
  const name = (face: "7d" | "8d") => ({ key: "card-is", round: 20, n: 3, face }) as const;

  test("is the headline; both tablets learn who has spoken, not what", async () => {
    await show(unread().view());
    for (const page of [jefe, croupier])
      expect(await seen(page, "#state .line")).toBe("Carta no leída: no reparta");
    await show(unread().key(name("7d"), "croupier", "Ana Ruiz").view());
    for (const page of [jefe, croupier]) {
      // Whoever has spoken may have the second one speak at the same tablet.
      const key = page === croupier ? " Segunda persona…" : "";
      expect(await seen(page, ".task-named")).toBe(
        `Ana Ruiz ya ha dicho la carta: falta una segunda persona${key}`,
      );
      expect(await page.locator("#tasks .playing-card").count()).toBe(0);
    }
    await jefe.setViewportSize(SMALL);
    expect(await isWhole(jefe, ".task-named")).toBe(true);
    await shots(jefe, "control-unread");
  });

  if (ALL)
    test("that two people named differently is told to both", async () => {
      const table = unread().key(name("7d"), "croupier", "Ana Ruiz").key(name("8d"), "jefe-de-mesa", "Jon");
      await show(table.view());
      for (const page of [jefe, croupier])
        expect(await seen(page, ".task-differ")).toContain(
          "No coinciden: no vale ninguna Ana Ruiz y Jon han dicho",
        );
      await show(table.key(name("8d"), "croupier", "Ana Ruiz").key(name("8d"), "jefe-de-mesa", "Jon").view());
      expect(await jefe.locator(".task-differ, .task-named").count()).toBe(0);
    });

  test("that one person named is not said to be done; no joker is offered where the decks have none", async () => {
    await show(unread().view());
    await croupier.tap('[data-key="card-is"]');
    expect(await croupier.locator('[data-pick="joker"]').count()).toBe(0);
    await croupier.tap('[data-pick="7"]');
    await croupier.tap('[data-pick="d"]');
    await croupier.tap('[data-answer="yes"]');
    await croupier.waitForSelector("#message.done");
    expect(await seen(croupier, "#message")).toBe("Anotado");
  });

  if (ALL)
    test("of dice: words that differ are told to both", async () => {
      const dice: DiceTable = diceEvening("es-cb/sic-bo").phase("throwing").undecide("dice-disagree");
      const said = (last: "4" | "5") =>
        ({ key: "dice-are", round: dice.round, faces: ["1", "2", last] }) as const;
      await show(dice.key(said("4")).key(said("5"), "jefe-de-mesa", "Jon").view());
      for (const page of [jefe, croupier])
        expect(await seen(page, ".task-differ")).toContain("Ana Ruiz y Jon han dicho dados distintos");
    });
});

describe("words", () => {
  test("a device in trouble is the headline, whatever was due", async () => {
    const gone = { health: "port-gone", faults: [] } as const;
    await show(cardEvening().noMoreBets().cards("2h Kd").view({ device: gone }));
    expect(await seen(croupier, "#state .line")).toBe("Dispositivo desenchufado");
    await show({ ...evening(CHILE).running("no-more-bets").number("17").view(), device: gone });
    expect(await seen(croupier, "#state .line")).toBe("Dispositivo desenchufado");
    expect(await croupier.locator(".pocket").count()).toBe(0);
    await show({ ...diceEvening("es-cb/sic-bo").view(), device: gone });
    expect(await seen(croupier, "#state .line")).toBe("Dispositivo desenchufado");
  });

  if (ALL)
    test("a pase anulado is a pase, not a jugada; one deck is no sabot", async () => {
      await show(cardEvening().view());
      expect(await seen(jefe, "#state")).toContain("Pase 20");
      await show(new CardTable("es-cb/poker-sin-descarte").view());
      expect(await seen(jefe, "#side")).toContain("Baraja nueva");
      expect(await seen(jefe, "body")).not.toMatch(/sabot/i);
      expect(await clipped(jefe, "#state *, aside *, .task-text")).toEqual([]);
    });
});
