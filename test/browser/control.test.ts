import type { Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { CROUPIER, inNewLog, JEFE, seen, shot, TABLET, table, until, type Table } from "./harness.ts";
import { clipped, lowContrast, scrolls } from "./measure.ts";
import * as views from "./views.ts";
import { ALL } from "../support/volume.ts";

const browser = browserOfFile();
let here: Table;
let page: Page;
/** What the table told the page. */
const received: string[] = [];

/** A table and a page: one of each for all tests that leave no lock and no closed server behind. */
async function open(): Promise<() => Promise<void>> {
  const mine = (here = await table());
  here.display.show(views.result("32"));
  const myPage = (page = await browser().newPage({ viewport: TABLET, hasTouch: true }));
  received.length = 0;
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => received.push(String(payload))));
  await page.goto(here.at("control"));
  await page.waitForSelector("body[data-live=yes]");
  return async () => {
    await myPage.close();
    await mine.display.close();
  };
}
beforeAll(open);

/** Whoever is signed in leaves, and no press is left over. */
async function again(): Promise<void> {
  await page.reload();
  await page.waitForSelector("body[data-live=yes]");
  here.presses.length = 0;
}

async function typePin(pin: string): Promise<void> {
  for (const digit of pin) await page.tap(`[data-pad="${digit}"]`);
  await page.tap('[data-pad="Entrar"]:enabled');
}

async function signIn(who: { name: string; pin: string }): Promise<void> {
  await page.tap(`[data-name="${who.name}"]`);
  await typePin(who.pin);
  await page.waitForSelector("#sign-out");
}

async function show(view: TableView): Promise<void> {
  const fresh = inNewLog(view);
  here.display.show(fresh);
  await until("the view has come", () => received.some((text) => text.includes(`"${fresh.log}"`)));
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(drawn))");
}

describe("a view that comes while somebody uses the page", () => {
  afterEach(again);

  test("moves no key, and leaves the focus where it was", async () => {
    await signIn(JEFE);
    await show(views.BALL_IN_PLAY);
    const places = (): Promise<string> =>
      page.evaluate(
        "JSON.stringify([...document.querySelectorAll('#side .key')].map((key) => [key.dataset.key, key.getBoundingClientRect().y]))",
      );
    const before = await places();
    await page.tap('.key[data-key="last-three-spins"]');
    await page.tap('[data-answer="yes"]');
    await page.waitForSelector("#message.done");
    expect(await places()).toBe(before);
    await page.focus('.key[data-key="no-more-bets"]');
    await show({ ...views.BALL_IN_PLAY, seq: views.BALL_IN_PLAY.seq + 1 });
    expect(await page.evaluate("document.activeElement.dataset.key")).toBe("no-more-bets");
  });
});

describe("sign-in", () => {
  afterEach(again);

  test("with the right PIN, and out again", async () => {
    expect(await page.locator("[data-name]").allInnerTexts()).toEqual([
      expect.stringContaining("Ana Ruiz"),
      expect.stringContaining("Jon Etxeberria"),
    ]);
    await shot(page, "control-names");
    await signIn(JEFE);
    expect(await seen(page, "#who")).toContain("Jon Etxeberria jefe de mesa");
    await shot(page, "control-signed-in");
    await page.tap("#sign-out");
    await page.waitForSelector(`[data-name="${JEFE.name}"]`);
  });
});

describe("keys", () => {
  afterEach(again);

  test("the jefe de mesa confirms a void", async () => {
    await show(views.VOID);
    await signIn(JEFE);
    await page.tap('[data-key="confirm-void"]');
    await page.waitForSelector("#message.done");
    expect(here.presses).toEqual([
      {
        key: { key: "confirm-void", round: 128, rule: "ball-same-direction-as-rotor" },
        by: { name: JEFE.name, role: "jefe-de-mesa" },
      },
    ]);
  });

  if (ALL)
    test("the croupier sees the task, but its key is off and says whose it is", async () => {
      await show(views.VOID);
      await signIn(CROUPIER);
      expect(await page.locator('[data-key="confirm-void"]').isDisabled()).toBe(true);
      expect(await seen(page, "#tasks")).toContain("Corresponde a: jefe de mesa");
      expect(await page.locator('.key[data-key="void"]').isDisabled()).toBe(true);
      expect(await page.locator('[data-key="close-table"]').isDisabled()).toBe(true);
      expect(await page.locator('[data-key="last-three-spins"]').isEnabled()).toBe(true);
    });

  test("a void by hand takes a reason and a second yes, and sends exactly that", async () => {
    await show(views.BALL_IN_PLAY);
    await signIn(JEFE);
    const sent: unknown[] = [];
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => sent.push(JSON.parse(String(payload)))),
    );
    await page.reload();
    await page.waitForSelector("body[data-live=yes]");
    await signIn(JEFE);
    await page.tap('.key[data-key="void"]');
    expect(await page.locator("[data-rule]").count()).toBe(views.VOID_REASONS.length);
    await shot(page, "control-reasons");
    await page.tap('[data-rule="ball-left-cylinder"]');
    expect(await seen(page, "dialog")).toContain(
      "¿Declarar nula esta tirada? Tirada 128 La bola saltó fuera del cilindro.",
    );
    await shot(page, "control-sure");
    expect(here.presses).toEqual([]);
    await page.tap('[data-answer="yes"]');
    await page.waitForSelector("#message.done");
    expect(sent).toEqual([
      { type: "sign-in", name: JEFE.name, pin: JEFE.pin, id: 1 },
      {
        type: "press",
        key: { key: "void", round: 128, rule: "ball-left-cylinder" },
        // The newest pulse that the page had: what is pressed too long after it is refused.
        beat: expect.any(Number) as number,
        id: 2,
      },
    ]);
    expect(here.presses.map(({ key }) => key)).toEqual([
      { key: "void", round: 128, rule: "ball-left-cylinder" },
    ]);
  });

  if (ALL)
    test("an incident is offered to the one whom the catalogue names, asked twice and sent exactly", async () => {
      await show(views.BALL_IN_PLAY);
      await signIn(JEFE);
      expect(await page.locator('.key[data-key="declare"]').isDisabled()).toBe(true);
      await page.reload();
      await page.waitForSelector("body[data-live=yes]");
      await signIn(CROUPIER);
      await page.tap('.key[data-key="declare"]');
      await page.tap('[data-rule="bet-after-no-more-bets"]');
      expect(here.presses).toEqual([]);
      await page.tap('[data-answer="yes"]');
      await page.waitForSelector("#message.done");
      expect(here.presses.map(({ key }) => key)).toEqual([
        { key: "declare", round: 128, rule: "bet-after-no-more-bets" },
      ]);
    });

  test("the question about a void closes when the table moves on to another spin", async () => {
    const now = inNewLog(views.result("32"));
    here.display.show(now);
    await signIn(JEFE);
    await page.tap('.key[data-key="void"]');
    await page.tap('[data-rule="rotor-stopped"]');
    here.display.show({ ...views.BETTING, log: now.log, seq: 1300, round: 129 });
    await page.waitForSelector("#message.refused");
    expect(await seen(page, "#message")).toContain("La mesa ha cambiado de tirada");
    expect(await page.locator("dialog").isVisible()).toBe(false);
    expect(here.presses).toEqual([]);
  });

  if (ALL)
    test("undecided: a void with its reason, or seen", async () => {
      await show(views.UNDECIDED);
      await signIn(JEFE);
      await shot(page, "control-undecided");
      // The reasons are behind one key.
      expect(await page.locator('.task [data-key="void"]').count()).toBe(1);
      await page.tap('.task [data-key="void"]');
      await page.tap('[data-rule="rotor-stopped"]');
      await page.tap('[data-answer="yes"]');
      await page.waitForSelector("#message.done");
      await page.tap('.task [data-key="acknowledge"]');
      await until("both are pressed", () => here.presses.length === 2);
      expect(here.presses.map(({ key }) => key)).toEqual([
        { key: "void", round: 128, rule: "rotor-stopped" },
        { key: "acknowledge", what: "undecided:128" },
      ]);
    });

  if (ALL)
    test("closing asks once more, opening does not; the last three spins too", async () => {
      await show(views.BETTING);
      await signIn(JEFE);
      await page.tap('[data-key="last-three-spins"]');
      await page.tap('[data-answer="yes"]');
      await page.waitForSelector("#message.done");
      await page.tap('[data-key="close-table"]');
      await page.tap('[data-answer="back"]');
      expect(here.presses.length).toBe(1);
      await page.tap('[data-key="close-table"]');
      await page.tap('[data-answer="yes"]');
      await until("closed", () => here.presses.length === 2);
      await show(views.CLOSED);
      await page.tap('[data-key="open-table"]');
      await until("opened", () => here.presses.length === 3);
      expect(here.presses.map(({ key }) => key.key)).toEqual(["last-three-spins", "close-table", "open-table"]);
    });
});

describe("a finger that is down while the table moves on", () => {
  afterEach(again);

  test("presses nothing, whatever stands there when it is lifted", async () => {
    await show(views.BETTING);
    await signIn(JEFE);
    await page.hover('[data-key="close-table"]');
    await page.mouse.down();
    await show(views.CLOSED);
    await page.waitForSelector('[data-key="open-table"]');
    await page.mouse.up();
    await page.mouse.click(5, 5);
    expect(await page.locator("dialog[open]").count()).toBe(0);
    expect(here.presses).toEqual([]);
    await page.tap('[data-key="open-table"]');
    await until("the table is opened", () => here.presses.length === 1);
  });
});

describe("a key that the table refuses", () => {
  afterEach(again);

  test("is answered in the language of the page", async () => {
    const why = {
      es: "Esa tirada ya terminó.",
      eu: "Jaurtialdi hori amaitu da.",
      gl: "Esa tirada xa rematou.",
      en: "That spin is over.",
    };
    here.display.onPress(() => Promise.resolve({ ok: false, why }));
    await show(views.VOID);
    await signIn(JEFE);
    await page.tap('#languages [lang="eu"]');
    await page.tap('[data-key="confirm-void"]');
    await page.waitForSelector("#message.refused");
    expect(await seen(page, "#message")).toBe("Ukatuta Jaurtialdi hori amaitu da.");
    await shot(page, "control-refused-basque");
    await page.tap('#languages [lang="es"]');
  });
});

describe("every state", () => {
  beforeAll(() => signIn(JEFE));

  test.each([
    ["result", views.result("32")],
    ["not certified", views.NOT_CERTIFIED],
    ["void", views.VOID],
    ["undecided", views.UNDECIDED],
    ["aborted", views.ABORTED],
    ["closed", views.CLOSED],
    ["port gone", views.PORT_GONE],
    ["test mode", views.TEST_MODE],
  ] as const)("%s: fits the tablet, keys are wide enough for a finger, contrast", async (name, view) => {
    await show(view);
    expect(await scrolls(page)).toBe(false);
    expect(await clipped(page, "#state *, aside *, #bar *, #alarm *, #test")).toEqual([]);
    const { checked, low } = await lowContrast(page, "body");
    expect(low).toEqual([]);
    expect(checked).toBeGreaterThan(10);
    const sizes = await page.evaluate<[number, number][]>(
      `[...document.querySelectorAll("button")].map((each) => each.getBoundingClientRect()).map((box) => [box.width, box.height])`,
    );
    for (const [width, height] of sizes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(56);
    await shot(page, `control-${name.replaceAll(" ", "-")}`);
  });

  test("a number is not shown as current while the device is in trouble", async () => {
    await show(views.PORT_GONE);
    await until("no number", async () => (await page.locator(".pocket").count()) === 0);
    await until("the alarm", async () => (await seen(page, "#alarm")).includes("Dispositivo desenchufado"));
  });

  if (ALL)
    test("test mode is said whatever else is", async () => {
      await show({ ...views.PORT_GONE, test: true });
      await until("test mode", async () => page.locator("#test").isVisible());
      expect(await seen(page, "#test")).toBe("Modo de prueba: nada de lo que se ve cuenta");
      expect(await seen(page, "#alarm")).toContain("Dispositivo desenchufado");
      await page.goto(here.at("technician"));
      await page.waitForSelector("#test");
    });
});

describe("a page that loses its table", () => {
  test("without the table everything is off and nobody is signed in", async () => {
    await page.goto(here.at("control"));
    await page.waitForSelector("body[data-live=yes]");
    await show(views.VOID);
    await signIn(JEFE);
    await here.display.close();
    await page.waitForSelector("body[data-live=no]", { timeout: 6_000 });
    expect(await seen(page, "#alarm")).toContain("Desconectado");
    expect(await seen(page, "#state")).toContain("Desconectado");
    expect(await page.locator("#sign-out").count()).toBe(0);
    expect(await page.locator("aside button:enabled, main button:enabled").count()).toBe(0);
    await shot(page, "control-disconnected");
  });
});

if (ALL)
  describe("a sign-in that fails", () => {
    beforeEach(open);

    test("a wrong PIN is refused, five lock the name and the connection", async () => {
      await page.tap(`[data-name="${CROUPIER.name}"]`);
      await typePin("0000");
      await page.waitForSelector("#message.refused");
      expect(await seen(page, "#message")).toBe("Rechazado Nombre o PIN incorrecto.");
      for (let again = 0; again < 4; again++) await typePin("0000");
      await until("the lock is said", async () =>
        (await seen(page, "#message")).includes("Demasiados intentos: espere 1 min."),
      );
      await shot(page, "control-locked");
      await page.waitForSelector('[data-pad="1"]:enabled');
      await typePin(CROUPIER.pin);
      await page.waitForSelector("#message.refused");
      expect(await page.locator("#sign-out").count()).toBe(0);
      // The name is locked on every connection.
      await page.reload();
      await page.waitForSelector("body[data-live=yes]");
      await page.tap(`[data-name="${CROUPIER.name}"]`);
      await typePin(CROUPIER.pin);
      await page.waitForSelector("#message.refused");
      expect(await seen(page, "#message")).toContain("espere 1 min");
      expect(here.presses).toEqual([]);
    });
  });
