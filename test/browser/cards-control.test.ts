import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PANEL_REFUSALS } from "../../firmware/table/panel/start.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { CardTable } from "./card-table.ts";
import { SCENES, sceneView, type Scene } from "./card-views.ts";
import { UNIT } from "./page-states.ts";
import { CROUPIER, inNewLog, JEFE, launch, seen, shot, TABLET, table, until, type Table } from "./harness.ts";
import { misdrawn } from "./measure.ts";
import { controlLanguagesOfRun, scenesOfRun } from "./screens.ts";
import { ALL } from "../support/volume.ts";

/** The control page of card tables: the keys that the moment allows, and what each of them sends. */

let browser: Browser;
let here: Table;
let croupier: Page;
let jefe: Page;

async function signedIn(who: { name: string; pin: string }): Promise<Page> {
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
  here.display.show(sceneView("betting"));
  croupier = await signedIn(CROUPIER);
  jefe = await signedIn(JEFE);
});
afterAll(async () => {
  await browser.close();
  await here.display.close();
});
afterEach(() => {
  here.presses.length = 0;
});

let shows = 0;
async function show(view: TableView): Promise<void> {
  shows += 1;
  const name = `Mesa ${shows}`;
  here.display.show({ ...inNewLog(view), table: name });
  for (const page of [croupier, jefe])
    await until(name, async () => (await page.locator("#table strong").innerText()) === name);
}
const scene = (name: Scene): Promise<void> => show(sceneView(name));

/** What is written on the keys that are there, each of them on. */
const keys = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll("#moves button, #side [data-key]")].map((key) => key.innerText.replace(/\\s+/g, " ").trim() + (key.disabled ? " (off)" : ""))`,
  );

async function sent(key: unknown): Promise<void> {
  await until("the press arrives", () => here.presses.length > 0);
  expect(here.presses.map((press) => press.key)).toEqual([key]);
}

describe("the keys that are there", () => {
  test.each([
    ["waiting", ["Sabot nuevo", "Últimas tres manos de la mesa…"]],
    ["betting", ["No más apuestas", "Sabot nuevo", "Incidencia…", "Últimas tres manos de la mesa…"]],
    ["punto-y-banca-deal", ["Incidencia…", "Últimas tres manos de la mesa…"]],
    ["punto-y-banca-punto", ["Recoger", "Incidencia…", "Últimas tres manos de la mesa…"]],
    ["midi-hidden", ["Descubrir punto", "Incidencia…"]],
    ["chemin-choice", ["Punto: carta", "Punto: se planta", "Descubrir punto", "Incidencia…"]],
    ["unread", ["Decir la carta no leída · Punto", "Incidencia…", "Últimas tres manos de la mesa…"]],
    ["stud", ["Plazas en juego", "Baraja nueva", "Incidencia…"]],
  ] as const)("%s: the croupier's", async (name, expected) => {
    await scene(name);
    expect(await keys(croupier)).toEqual(expected);
  });

  test("the jefe de mesa has the void, the end of a round without result and the table besides", async () => {
    await scene("punto-y-banca-deal");
    expect(await keys(jefe)).toEqual([
      "Recoger sin resultado",
      "Pase anulado…",
      "Incidencia…",
      "Cartas…",
      "Últimas tres manos de la mesa…",
    ]);
    await scene("punto-y-banca-punto");
    expect(await keys(jefe)).toEqual([
      "Recoger",
      "Pase anulado…",
      "Incidencia…",
      "Últimas tres manos de la mesa…",
      "Cerrar mesa",
    ]);
  });

  if (ALL)
    test("a law with two notices before the close has one key for them, which asks which", async () => {
      await scene("betting");
      await croupier.tap('[data-key="last-three-spins"]');
      expect(await seen(croupier, "dialog")).toMatch(
        /«Últimas tres manos de la mesa».*«Último sabot de la mesa»/s,
      );
      await shot(croupier, "control-cards-notices");
      await croupier.tap('[data-notice="Último sabot de la mesa"]');
      await sent({ key: "last-three-spins", notice: "last-game" });
      here.presses.length = 0;
    });

  test("while the shoe speaks the page says so", async () => {
    await scene("punto-y-banca-deal");
    expect(await seen(croupier, "#moves")).toBe("Reparta: no hay nada que pulsar");
    expect(await seen(croupier, ".card .line")).toBe("Carta para punto");
    await shot(croupier, "control-cards-deal");
  });

  if (ALL)
    test("the dice of pai gow say who is first, or leave the keys for it", async () => {
      await scene("first-dice");
      expect(await seen(croupier, ".card .first-dice")).toContain("11 Primera mano: plaza 3");
      expect(await seen(croupier, ".card .first-dice")).toContain("A.14.3");
      await shot(croupier, "control-cards-first-dice");
      await scene("first-dice-open");
      expect(await seen(croupier, ".card .first-dice")).toContain("inclinado");
      expect(await keys(croupier)).toContain("Plaza 3: primera mano");
      expect(await croupier.locator(".first-throw").count()).toBe(0);
    });

  if (ALL)
    test("fourteen keys of seven players stand side by side", async () => {
      await scene("seven-to-say");
      expect((await keys(croupier)).filter((key) => /^Plaza \d/.test(key))).toHaveLength(14);
      await shot(croupier, "control-cards-seven");
    });
});

describe("a press sends exactly its key", () => {
  test("no more bets, collect, turn and a word", async () => {
    await scene("betting");
    await croupier.tap('[data-key="no-more-bets"]');
    await sent({ key: "no-more-bets" });
    here.presses.length = 0;
    await scene("punto-y-banca-punto");
    await croupier.tap('[data-key="collect"]');
    await sent({ key: "collect", round: 20 });
    here.presses.length = 0;
    await scene("midi-hidden");
    await croupier.tap('[data-key="turn"]');
    await sent({ key: "turn", round: 1, hand: "punto" });
    here.presses.length = 0;
    await scene("chemin-choice");
    await croupier.tap('[data-move="stand"]');
    await sent({ key: "move", round: 1, who: "punto", move: "stand" });
  });

  test("the seats in play are picked", async () => {
    await show(new CardTable("cl/black-jack", [1, 2, 5]).view());
    await croupier.tap('[data-key="seats"]');
    expect(await croupier.locator('.pick[aria-pressed="true"]').allInnerTexts()).toEqual(["1", "2", "5"]);
    await croupier.tap('[data-seat="2"]');
    await croupier.tap('[data-seat="7"]');
    await shot(croupier, "control-cards-seats");
    expect(here.presses).toEqual([]);
    await croupier.tap('[data-answer="yes"]');
    await sent({ key: "seats", seats: [1, 5, 7] });
  });

  if (ALL)
    test("two positions of a hand, no fewer and no more", async () => {
      const paiGow = new CardTable("es-cb/pai-gow-poker", [1, 2])
        .shoe()
        .noMoreBets()
        .move("bank", "first")
        .cards("Ah Kd 2c 3d 4h 5s 6c 7h 8h 9h 10h Jh Qh Kh 2d 4d 5d 6d 8d 9d 10d");
      for (const hand of ["bank", "seat-1", "seat-2"]) paiGow.turn(hand);
      await show(paiGow.view());
      await croupier.tap('[data-move="set"][data-who="seat-1"]');
      await croupier.tap('[data-at="3"]');
      expect(await croupier.locator('[data-answer="yes"]').isDisabled()).toBe(true);
      await croupier.tap('[data-at="1"]');
      await croupier.tap('[data-at="6"]');
      expect(await croupier.locator('.pick[aria-pressed="true"]').count()).toBe(2);
      await shot(croupier, "control-cards-positions");
      await croupier.tap('[data-answer="yes"]');
      await sent({ key: "move", round: 1, who: "seat-1", move: "set", cards: [1, 3] });
    });

  test("an unread card is named by rank and suit, by each of two people", async () => {
    await scene("unread");
    for (const page of [croupier, jefe]) {
      await page.tap('[data-key="card-is"]');
      expect(await page.locator('[data-answer="yes"]').isDisabled()).toBe(true);
      await page.tap('[data-pick="10"]');
      await page.tap('[data-pick="h"]');
      expect(await seen(page, ".face-shown span")).toBe("10 de corazones");
      if (page === croupier) await shot(page, "control-cards-face");
      await page.tap('[data-answer="yes"]');
      // A second person may name it at the same tablet: here each has his own.
      await page.waitForSelector("dialog[open] .second");
      await page.tap('[data-answer="back"]');
      await page.waitForSelector("dialog:not([open])", { state: "attached" });
    }
    await until("both presses arrive", () => here.presses.length === 2);
    const key = { key: "card-is", round: 20, n: 3, face: "10h" };
    expect(here.presses).toEqual([
      { key, by: { name: CROUPIER.name, role: "croupier" } },
      { key, by: { name: JEFE.name, role: "jefe-de-mesa" } },
    ]);
  });

  test("an incident of one hand asks whose", async () => {
    const poker = new CardTable("es-cb/poker-sin-descarte", [1, 2]).shoe().noMoreBets();
    await show(poker.cards("Ah 2c 3d 9h 8h 2d 3c 4s 5s 6s 7s 8s 9s 10s Js").view());
    await croupier.tap('.key[data-key="declare"]');
    await croupier.tap('[data-rule="players-talk-or-show"]');
    expect(await croupier.locator("[data-hand-pick]").count()).toBe(2);
    await croupier.tap('[data-hand-pick="seat-2"]');
    expect(await seen(croupier, "dialog .about")).toBe("Jugada 1 · Plaza 2");
    expect(here.presses).toEqual([]);
    await croupier.tap('[data-answer="yes"]');
    await sent({ key: "declare", round: 1, rule: "players-talk-or-show", hand: "seat-2" });
  });

  test("an incident of the round asks for no hand; a void is the jefe de mesa's", async () => {
    await scene("punto-y-banca-deal");
    await croupier.tap('.key[data-key="declare"]');
    await croupier.tap('[data-rule="misdeal-wrong-order"]');
    await croupier.tap('[data-answer="yes"]');
    await sent({ key: "declare", round: 20, rule: "misdeal-wrong-order" });
    here.presses.length = 0;
    await jefe.tap('.key[data-key="void"]');
    await jefe.tap('[data-rule="card-lost-in-discard-slot"]');
    expect(await seen(jefe, "dialog h2")).toBe("¿Declarar nula esta jugada?");
    await jefe.tap('[data-answer="yes"]');
    await sent({ key: "void", round: 20, rule: "card-lost-in-discard-slot" });
  });

  test("a warning says what to do, and is acknowledged by its name", async () => {
    await scene("warning");
    expect(await seen(croupier, "[data-warning]")).toContain("Revise las barajas carta por carta");
    await shot(croupier, "control-cards-warning");
    await croupier.tap('[data-warning] [data-key="acknowledge"]');
    await sent({ key: "acknowledge", what: "warning/identity-wrong" });
  });

  if (ALL)
    test("a new shoe and a round without result are asked once more", async () => {
      await scene("waiting");
      await croupier.tap('[data-key="new-shoe"]');
      expect(await seen(croupier, "dialog")).toContain("completas, cargadas, mezcladas y cortadas");
      expect(here.presses).toEqual([]);
      await croupier.tap('[data-answer="yes"]');
      await sent({ key: "new-shoe" });
      here.presses.length = 0;
      await scene("punto-y-banca-deal");
      await jefe.tap('[data-key="collect"]');
      expect(await seen(jefe, "dialog")).toContain("La jugada queda pendiente de decisión.");
      await jefe.tap('[data-answer="yes"]');
      await sent({ key: "collect", round: 20 });
    });

  test("a refusal is said in the page's language, and stays until the next press", async () => {
    const played = SCENES["punto-y-banca-deal"]();
    const why = {
      es: "Hay cartas en la mesa.",
      eu: "Kartak daude mahaian.",
      gl: "Hai cartas na mesa.",
      en: "Cards are on the table.",
    };
    here.display.onPress(() => Promise.resolve({ ok: false, why }));
    await show(played.view({ languages: ["eu", "es"] }));
    await jefe.tap('.key[data-key="void"]');
    await jefe.tap("[data-rule] >> nth=0");
    await jefe.tap('[data-answer="yes"]');
    await jefe.waitForSelector("#message.refused");
    expect(await seen(jefe, "#message")).toBe("Ukatuta Kartak daude mahaian.");
    here.display.onPress((press) => {
      here.presses.push(press);
      return Promise.resolve({ ok: true });
    });
  });
});

test("a refused button of the table's panel is said on the control pages, in their language", async () => {
  await scene("betting");
  here.display.refused(PANEL_REFUSALS.voidNeedsReason);
  for (const page of [croupier, jefe]) {
    await page.waitForSelector("#message.refused");
    expect(await seen(page, "#message")).toBe(
      "Rechazado En el panel: No hay ninguna nula propuesta: el jefe de mesa elige el motivo en la página de control.",
    );
  }
});

const TEXTS = "#state *:not(svg *), #moves *, aside *, #bar *, #alarm *";
const PARTS = ["main > section:not([hidden]), aside", "#moves button", "#side .key"];

describe("the page itself", () => {
  test.each(scenesOfRun(Object.keys(SCENES) as Scene[], "the control page of cards"))(
    "%s: fits the tablet, wide enough for a finger, good contrast, in its languages",
    async (name) => {
      for (const languages of controlLanguagesOfRun(name)) {
        await show(sceneView(name, { languages }));
        for (const page of [croupier, jefe]) {
          expect(await misdrawn(page, TEXTS, PARTS)).toEqual([]);
          const small = await page.evaluate<string[]>(
            `[...document.querySelectorAll("body > :not(dialog) button")].filter((each) => Math.min(each.getBoundingClientRect().width, each.getBoundingClientRect().height) < 56).map((each) => each.innerText)`,
          );
          expect(small).toEqual([]);
        }
      }
    },
  );

  if (ALL)
    test("the technician reads the shoe's figures and no face", async () => {
      await scene("punto-y-banca-deal");
      here.display.setTechnician(UNIT);
      const page = await browser.newPage({ viewport: TABLET });
      await page.goto(here.at("technician"));
      await until("the figures", async () => (await seen(page, "#unit")).includes("en el sabot 342"));
      expect(await seen(page, "#unit")).toContain("en la mesa 4");
      expect(await page.content()).not.toMatch(/\b([2-9]|10|[AJQK])[cdhs]\b|corazones|picas/);
      await page.close();
    });
});
