import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { inNewLog, JEFE, launch, seen, shot, TABLET, table, until, type Table } from "./harness.ts";
import { clipped, lowContrast } from "./measure.ts";
import { evening, type WheelTable } from "./wheel-views.ts";

/** The control page at a bowl and at upright wheels: only what their laws have a use for. */

const CB_BOWL = "es-cb/bola";
const PV_DISC = "es-pv/rueda-de-la-fortuna";
const BIG_SIX = "cl/big-six";

let browser: Browser;
let here: Table;
let control: Page;

beforeAll(async () => {
  browser = await launch();
  here = await table();
  here.display.show(evening(PV_DISC).view());
  control = await browser.newPage({ viewport: TABLET, hasTouch: true, reducedMotion: "reduce" });
  control.on("pageerror", (error) => {
    throw error;
  });
  await control.goto(here.at("control"));
  await control.tap(`[data-name="${JEFE.name}"]`);
  for (const digit of JEFE.pin) await control.tap(`[data-pad="${digit}"]`);
  await control.tap('[data-pad="Entrar"]:enabled');
  await control.waitForSelector("#sign-out");
});
afterAll(async () => {
  await browser.close();
  await here.display.close();
});

const drawn = (rulebook: string): WheelTable => evening(rulebook).running("no-more-bets");

describe("the control page", () => {
  async function showThere(view: TableView, words: string): Promise<void> {
    here.display.show(inNewLog(view));
    await until(words, async () => (await seen(control, "#state")).includes(words));
  }

  test("shows results, and only keys that this law has a use for", async () => {
    await showThere(drawn(PV_DISC).number("joker").view(), "Paga 45 a 1");
    expect(await seen(control, ".pocket")).toBe("Joker");
    const keys = (): Promise<string[]> =>
      control.evaluate<string[]>(
        `[...document.querySelectorAll("#side [data-key]")].map((key) => key.dataset.key)`,
      );
    expect(await keys()).toEqual(["declare", "no-more-bets", "close-table"]);
    expect(await clipped(control, ".pocket, .small, .line")).toEqual([]);
    await shot(control, "control-fortune");
    await showThere(drawn(CB_BOWL).number("5").view(), "Ni rojo ni negro");
    expect(await keys()).toEqual(["declare", "no-more-bets", "close-table"]);
    expect(await clipped(control, ".pocket, .small, .line")).toEqual([]);
    expect((await lowContrast(control, "body")).low).toEqual([]);
    await shot(control, "control-boule");
    await showThere(drawn(BIG_SIX).number("40-a").view(), "Paga 40 a 1");
    expect(await keys()).toEqual(["void", "declare", "last-three-spins", "close-table"]);
    expect(await seen(control, '#side [data-key="void"]')).toContain("Jugada anulada…");
    await shot(control, "control-big-six");
  });

  test("a void of Big Six waits for its confirmation; a disturbed run may be called a fault", async () => {
    await showThere(drawn(BIG_SIX).annul("pointer-between-cells").view(), "Jugada anulada");
    expect(await seen(control, "#tasks")).toContain("El tope queda accidentalmente entre dos suertes.");
    expect(await control.locator('#tasks [data-key="confirm-void"]').last().isEnabled()).toBe(true);
    const disturbed = drawn(BIG_SIX).undecide("left-to-a-person", "disc-stopped-by-player").view();
    await showThere(disturbed, "altera el giro natural");
    await shot(control, "control-big-six-undecided");
    // The law's reasons are behind the key of the round that runs, which stands on top.
    await control.tap("#tasks .task:first-of-type [data-key=resolve]");
    await control.tap("[data-outcome=reason]");
    expect(await seen(control, "dialog")).toContain("Falla del disco El disco sufre accidentalmente una falla");
    await control.tap('[data-answer="back"]');
    await control.tap('[data-key="last-three-spins"]');
    expect(await seen(control, "dialog")).toContain("«Último juego de la mesa»");
    await control.tap('[data-answer="back"]');
  });

  test("what was said last is undone by a key that has one place, and says what; no other key moves for it", async () => {
    const drawnThen = drawn(BIG_SIX).number("40-a").view();
    const said = { es: "último juego", eu: "azken jokoa", gl: "último xogo", en: "last game" };
    await showThere({ ...drawnThen, lastSpeaker: "Otra", lastSaid: said }, "Paga 40 a 1");
    const places = (): Promise<string[]> =>
      control.evaluate<string[]>(
        `[...document.querySelectorAll("#side [data-key]")].map((key) => key.dataset.key + " " + key.getBoundingClientRect().top)`,
      );
    await until("the key", async () => (await places()).join().includes("take-back"));
    const before = await places();
    expect(await seen(control, ".undo")).toBe("Deshacer… «último juego» · Otra");
    await showThere({ ...drawnThen, lastSpeaker: null }, "Paga 40 a 1");
    await until("it is gone", async () => !(await places()).join().includes("take-back"));
    expect(await places()).toEqual(before.filter((one) => !one.startsWith("take-back")));
    expect(await seen(control, ".undo")).toBe("nada que deshacer");
  });

  test("no va más is a key while the wheel runs with the bets still open, and only then", async () => {
    await showThere(evening(CB_BOWL).view(), "Hagan sus apuestas");
    const key = control.locator('#side [data-key="no-more-bets"]');
    expect(await key.innerText()).toContain("No va más");
    expect(await key.isEnabled()).toBe(false);
    await showThere(evening(CB_BOWL).running("ball-in-play").view(), "Bola en juego");
    expect(await clipped(control, ".key")).toEqual([]);
    await key.tap();
    await until("the press arrives", () => here.presses.length > 0);
    expect(here.presses.at(-1)?.key).toEqual({ key: "no-more-bets" });
    await shot(control, "control-boule-running");
  });
});
