import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { keySchema } from "../../src/people/key-schema.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { desks, type Desks } from "./dice-desks.ts";
import { evening } from "./dice-table.ts";
import { sceneView } from "./dice-views.ts";
import { seen, shot, until } from "./harness.ts";

/** The control page of dice tables: the keys that the moment allows, and what each of them sends. */

let at: Desks;

beforeAll(async () => {
  at = await desks();
});
afterAll(() => at.close());
afterEach(() => {
  at.here.presses.length = 0;
});

/** What is written on the keys that are there, each of them on. */
const keys = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll("#moves button, #side [data-key]")].map((key) => key.innerText.replace(/\\s+/g, " ").trim() + (key.disabled ? " (off)" : ""))`,
  );

async function sent(key: unknown): Promise<void> {
  await until("the press arrives", () => at.here.presses.length > 0);
  expect(at.here.presses.map((press) => press.key)).toEqual([key]);
  expect(keySchema.parse(key)).toEqual(key);
  at.here.presses.length = 0;
}

describe("the keys that are there", () => {
  test.each([
    ["betting", ["No va más", "Cambio de dados"]],
    ["throwing", []],
    ["sic-bo", ["Hagan juego", "Cambio de dados"]],
    ["banca-grande", ["Resultado cantado", "Hagan juego", "Cambio de dados", "Cambia quien tira"]],
    ["undecided", ["Nombrar los dados", "Hagan juego", "Cambio de dados"]],
    ["undecided-craps", ["Nombrar los dados", "Cambio de dados", "Cambia quien tira"]],
    ["closed", []],
  ] as const)("%s: the croupier's", async (name, expected) => {
    await at.scene(name);
    expect((await keys(at.croupier)).filter((key) => !/^(Incidencia|Últim)/.test(key))).toEqual(expected);
  });

  test("what the stickman calls is not the croupier's, and the point is only the jefe de mesa's", async () => {
    await at.scene("throwing-craps");
    const has = (page: Page, key: string): Promise<number> => page.locator(`#side [data-key="${key}"]`).count();
    expect([await has(at.stickman, "void"), await has(at.croupier, "void")]).toEqual([1, 0]);
    await at.scene("craps-natural");
    expect([await has(at.stickman, "mark-point"), await has(at.jefe, "mark-point")]).toEqual([0, 1]);
  });

  test("while dice roll the page says so, and the table cannot be closed", async () => {
    await at.scene("throwing");
    expect(await seen(at.croupier, "#moves")).toBe("Espere a los dados: no hay nada que pulsar");
    expect(await seen(at.croupier, ".card .line")).toBe("Dados en juego");
    expect(await at.jefe.locator('[data-key="close-table"]').count()).toBe(0);
  });

  test("a key that the page does not know is not there", async () => {
    const view = sceneView("betting");
    const [first] = view.dice!.keys;
    const odd = { ...first!, key: { key: "roll-again" } };
    await at.show({ ...view, dice: { ...view.dice!, keys: [odd] } as unknown as TableView["dice"] });
    expect(await at.croupier.locator('[data-key="roll-again"]').count()).toBe(0);
  });
});

describe("a press sends exactly its key", () => {
  test("no more bets, the result announced, bets opened", async () => {
    await at.scene("betting");
    await at.croupier.tap('[data-key="no-more-bets"]');
    await sent({ key: "no-more-bets" });
    await at.scene("banca-grande");
    await at.croupier.tap('[data-key="announce"]');
    await sent({ key: "announce", round: 61 });
    await at.croupier.tap('[data-key="open-bets"]');
    await sent({ key: "open-bets" });
  });

  test("the faces of three dice are picked, and named by each of two people", async () => {
    await at.scene("undecided");
    for (const page of [at.croupier, at.jefe]) {
      await page.tap('[data-key="dice-are"]');
      expect(await page.locator(".die-pick").count()).toBe(18);
      await page.tap('[data-die="1"][data-pick="6"]');
      await page.tap('[data-die="2"][data-pick="2"]');
      expect(await page.locator('[data-answer="yes"]').isDisabled()).toBe(true);
      expect(await seen(page, ".dice-said")).toBe("");
      await page.tap('[data-die="3"][data-pick="5"]');
      await page.tap('[data-die="2"][data-pick="3"]');
      expect(await seen(page, ".dice-said")).toBe("tres · cinco · seis Total: 14");
      expect(await page.locator('.pick[aria-pressed="true"]').count()).toBe(3);
      if (page === at.croupier) await shot(page, "control-dice-faces");
      expect(at.here.presses).toEqual([]);
      await page.tap('[data-answer="yes"]');
      await sent({ key: "dice-are", round: 61, faces: ["3", "5", "6"] });
      await page.waitForSelector("dialog[open] .second");
      await page.tap('[data-answer="back"]');
    }
  });

  test("symbols have their signs and no total; going back sends nothing", async () => {
    await at.scene("undecided-named");
    await at.phone.tap('[data-key="dice-are"]');
    for (const [die, face] of ["spade", "heart", "spade"].entries())
      await at.phone.tap(`[data-die="${die + 1}"][data-pick="${face}"]`);
    expect(await seen(at.phone, ".dice-said")).toBe("corazón · pique · pique");
    expect(await at.phone.evaluate<boolean>(`document.querySelector("dialog").scrollWidth > innerWidth`)).toBe(
      false,
    );
    await shot(at.phone, "control-dice-faces-phone");
    await at.phone.tap('[data-answer="back"]');
    expect(at.here.presses).toEqual([]);
    await at.phone.tap('[data-key="dice-are"]');
    expect(await at.phone.locator('.pick[aria-pressed="true"]').count()).toBe(0);
    for (const die of [1, 2, 3]) await at.phone.tap(`[data-die="${die}"][data-pick="anchor"]`);
    await at.phone.tap('[data-answer="yes"]');
    await sent({ key: "dice-are", round: 61, faces: ["anchor", "anchor", "anchor"] });
    // The view has the first name already: this one was the second, and no other is asked for.
    await until("the answer", async () => at.phone.locator("#message.done").isVisible());
    expect(await at.phone.locator("dialog[open]").count()).toBe(0);
  });

  test("the second person is told that somebody named the dice, not what they said", async () => {
    await at.scene("undecided-named");
    expect(await seen(at.jefe, ".task-named")).toBe(
      "Ana Ruiz ya ha dicho los dados: falta una segunda persona",
    );
    expect(await at.jefe.locator("#tasks .die").count()).toBe(0);
    await at.jefe.tap('[data-key="dice-are"]');
    expect(await at.jefe.locator('.pick[aria-pressed="true"]').count()).toBe(0);
    await at.jefe.tap('[data-answer="back"]');
  });

  test("the shooter's place", async () => {
    await at.scene("betting-craps");
    await at.stickman.tap('[data-key="change-thrower"]');
    expect(await at.stickman.locator('[data-answer="yes"]').isDisabled()).toBe(true);
    await at.stickman.tap('[data-seat="3"]');
    await at.stickman.tap('[data-seat="12"]');
    await shot(at.stickman, "control-dice-seat");
    await at.stickman.tap('[data-answer="yes"]');
    await sent({ key: "change-thrower", seat: 12 });
  });

  test("another croupier throws, and new dice: asked once more", async () => {
    await at.scene("banca-grande");
    await at.croupier.tap('[data-key="change-thrower"]');
    expect(at.here.presses).toEqual([]);
    await at.croupier.tap('[data-answer="yes"]');
    await sent({ key: "change-thrower", seat: null });
    await at.croupier.tap('[data-key="change-dice"]');
    expect(await seen(at.croupier, "dialog")).toContain("los nuevos se han comprobado");
    await at.croupier.tap('[data-answer="yes"]');
    await sent({ key: "change-dice" });
  });

  test.each([
    ["8", 8],
    ["off", null],
  ])("the point is set to %s", async (pick, point) => {
    await at.scene("undecided-craps");
    await at.jefe.tap('[data-key="mark-point"]');
    expect(await at.jefe.locator("[data-point]").allInnerTexts()).toEqual([
      "4",
      "5",
      "6",
      "8",
      "9",
      "10",
      "OFF · Sin punto",
    ]);
    expect(await at.jefe.locator('[aria-pressed="true"][data-point]').count()).toBe(0);
    expect(await at.jefe.locator('[data-answer="yes"]').isDisabled()).toBe(true);
    await at.jefe.tap(`[data-point="${pick}"]`);
    if (point !== null) await shot(at.jefe, "control-dice-point");
    await at.jefe.tap('[data-answer="yes"]');
    await sent({ key: "mark-point", point });
  });

  test("a question about a throw closes when the table moves on", async () => {
    await at.scene("undecided");
    await at.croupier.tap('[data-key="dice-are"]');
    await at.show(evening("es-cb/sic-bo").phase("throwing").result("1 1 2").betting().view());
    expect(await at.croupier.locator("dialog[open]").count()).toBe(0);
    expect(await seen(at.croupier, "#message")).toContain("La mesa ha cambiado de tirada");
  });

  test("a void is called with its reason by whom the law names", async () => {
    await at.scene("throwing-craps");
    await at.stickman.tap('#side [data-key="void"]');
    const rules = await at.stickman.locator("[data-rule]").count();
    const mine = sceneView("throwing-craps").voidReasons.filter(({ by }) => by === "stickman");
    expect(rules).toBe(mine.length);
    expect(rules).toBeGreaterThan(3);
    await shot(at.stickman, "control-dice-void");
    await at.stickman.tap('[data-rule="die-off-table"]');
    expect(await seen(at.stickman, "dialog h2")).toBe("¿Declarar nula esta tirada?");
    await at.stickman.tap('[data-answer="yes"]');
    await sent({ key: "void", round: sceneView("throwing-craps").round, rule: "die-off-table" });
  });

  test("a void that the machine judged is confirmed by its announcer, or by the jefe de mesa", async () => {
    await at.scene("void-craps");
    const { round } = sceneView("void-craps");
    expect(await at.croupier.locator('[data-key="confirm-void"]').count()).toBe(0);
    for (const page of [at.stickman, at.jefe]) {
      await page.tap('[data-key="confirm-void"]');
      await sent({ key: "confirm-void", round, rule: "die-off-table" });
      await until("the answer", async () => page.locator("#message.done").isVisible());
    }
  });

  test("an undecided throw of craps is named or its point set: it is not only seen", async () => {
    await at.scene("undecided-craps");
    expect(await at.jefe.locator('.task-decide [data-key="acknowledge"]').count()).toBe(0);
    await at.scene("undecided");
    await at.jefe.tap('.task-now [data-key="resolve"]');
    await at.jefe.tap('[data-outcome="otherwise"]');
    await at.jefe.tap('[data-answer="yes"]');
    await sent({ key: "resolve", round: 61, outcome: "otherwise" });
  });
});
