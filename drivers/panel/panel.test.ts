import { setImmediate } from "node:timers/promises";
import five from "johnny-five";
import { describe, expect, onTestFinished, test } from "vitest";
import { PanelModel, type Lamp, type Switch } from "../../test/support/devices/panel-model.ts";
import { createPanelPlug } from "../../test/support/devices/panel-plug.ts";
import type { DevicePlug } from "../../test/support/devices/device-plug.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { fakeClock, type FakeClock } from "../../src/time/fake-clock.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { PANEL_IMAGE } from "../../test/support/panel-image.ts";
import { ss2 } from "../../test/support/replayed.ts";
import { volume, more } from "../../test/support/volume.ts";
import { startPanel, type Panel } from "./panel.ts";
import { boardImage } from "../../firmware/table/boards/board-image.ts";
import { EMPTY_WHEEL_TABLE } from "../../src/table/wheel/durable-wheel.ts";

/** The whole driver with johnny-five against the panel's real firmware, in simulated time. */

const { pack, rulebook } = ss2("cl/ruleta-francesa");
const view = (phase: "betting" | "ball-in-play" | "void"): TableView =>
  viewOf({ ...EMPTY_WHEEL_TABLE, open: true, phase, round: 3 }, 1, null, {
    pack,
    houseRules: [],
    table: "Mesa 7",
    log: "tirada.test/table",
    rulebook,
    languages: ["es"],
    test: false,
  });

/** A board or listener that stays behind stays at every one of them. */
const REPLUGS = volume(more(20, 100), 1_000);

class PanelHarness {
  readonly clock: FakeClock = fakeClock();
  readonly model: PanelModel = new PanelModel(PANEL_IMAGE);
  readonly plug: DevicePlug = createPanelPlug(this.model, this.clock);
  readonly told: string[] = [];
  readonly panel: Panel = startPanel({
    open: this.plug.open,
    clock: this.clock,
    random: randomFrom("panel"),
    backOffUs: [10_000],
    listener: {
      onPress: (button, role) => this.told.push(`press ${button} ${role}`),
      onFault: (code, stands) => this.told.push(`${code} ${stands ? "stands" : "is over"}`),
      onNotice: () => undefined,
    },
  });

  async run(ms: number): Promise<void> {
    for (let at = 0; at < ms; at++) {
      this.clock.advance(1_000);
      await setImmediate();
    }
  }

  async press(part: Switch, ms = 60): Promise<void> {
    this.model.setSwitch(part, true);
    await this.run(ms);
    this.model.setSwitch(part, false);
    await this.run(30);
  }

  lit(): Lamp[] {
    return (Object.keys(this.model.lit) as Lamp[]).filter((lamp) => this.model.lit[lamp]);
  }

  since(): string[] {
    return this.told.splice(0);
  }
}

async function panelHarness(): Promise<PanelHarness> {
  const made = new PanelHarness();
  onTestFinished(async () => {
    await made.panel.stop();
    made.plug.stop();
  });
  await made.run(200);
  expect(made.since().toSorted()).toEqual([
    "board-waits is over",
    "panel-cover-open is over",
    "panel-gone is over",
    "panel-stuck-button is over",
  ]);
  return made;
}

describe("the panel with its real firmware", () => {
  test("buttons are pressed once, with the role of the key switch", async () => {
    const harness = await panelHarness();
    await harness.press("tirada nula");
    await harness.press("no va más");
    harness.model.setSwitch("llave del jefe", true);
    await harness.run(30);
    await harness.press("tirada nula", 3_000);
    harness.model.setSwitch("llave del jefe", false);
    await harness.run(30);
    await harness.press("abrir y cerrar");
    await harness.press("enterado", 12);
    expect(harness.since()).toEqual([
      "press void croupier",
      "press no-more-bets croupier",
      "press void jefe-de-mesa",
      "press open-close croupier",
      "press acknowledge croupier",
    ]);
  });

  test("it says which firmware it runs, as its release has it", async () => {
    const { panel } = await panelHarness();
    expect(panel.firmware).toBe(boardImage("panel").image.version);
  });

  test("a short press is not lost while the host is busy", async () => {
    const harness = await panelHarness();
    harness.model.setSwitch("enterado", true);
    harness.model.run(harness.model.us + 20_000);
    harness.model.setSwitch("enterado", false);
    harness.model.run(harness.model.us + 100_000);
    harness.clock.advance(130_000);
    await harness.run(5);
    expect(harness.since()).toEqual(["press acknowledge croupier"]);
  });

  test("lamps follow the view, and the buzzer a refused press", async () => {
    const harness = await panelHarness();
    harness.panel.show(view("betting"));
    await harness.run(3);
    expect(harness.lit()).toEqual(["luz abrir y cerrar", "verde"]);
    harness.panel.show(view("ball-in-play"));
    await harness.run(3);
    expect(harness.lit()).toEqual(["luz no va más", "luz abrir y cerrar", "ámbar"]);
    harness.panel.refuse();
    await harness.run(300);
    expect(harness.lit()).toContain("zumbador");
    await harness.run(1_000);
    expect(harness.lit()).not.toContain("zumbador");
  });

  test("lets go of its port for who flashes it, and is set up anew afterwards", async () => {
    const harness = await panelHarness();
    const takeBack = await harness.panel.letGo();
    await harness.run(5_000);
    expect(harness.since()).toEqual(["panel-gone stands"]);
    takeBack();
    await harness.run(200);
    expect(harness.since()).toEqual(["panel-gone is over"]);
    harness.panel.show(view("betting"));
    await harness.run(300);
    expect(harness.lit()).toContain("verde");
  });

  test("every lamp can be lit, the buzzer and the cover's release left as they are, and then they follow the view again", async () => {
    const harness = await panelHarness();
    harness.panel.show(view("betting"));
    await harness.run(3);
    const release = harness.panel.testLamps();
    await harness.run(3);
    const lamps = harness.lit();
    expect(lamps).toHaveLength(7);
    expect(lamps).not.toContain("zumbador");
    // What comes meanwhile is shown behind it.
    harness.panel.show(view("ball-in-play"));
    await harness.run(3);
    expect(harness.lit()).toEqual(lamps);
    release();
    await harness.run(3);
    expect(harness.lit()).toEqual(["luz no va más", "luz abrir y cerrar", "ámbar"]);
  });

  test("unplug and replug: everything is set anew, also what changed meanwhile", async () => {
    const harness = await panelHarness();
    harness.panel.show(view("betting"));
    await harness.run(10);
    harness.plug.unplug();
    await harness.run(500);
    expect(harness.since()).toEqual(["panel-gone stands"]);
    expect(harness.lit()).toEqual([]);
    harness.panel.show(view("void"));
    harness.model.setSwitch("enterado", true);
    harness.plug.replug();
    await harness.run(200);
    expect(harness.since()).toEqual(["panel-gone is over"]);
    expect(harness.lit().filter((lamp) => lamp !== "zumbador")).toEqual(["luz abrir y cerrar", "rojo"]);
    harness.model.setSwitch("enterado", false);
    await harness.run(50);
    await harness.press("enterado");
    expect(harness.since()).toEqual(["press acknowledge croupier"]);
  });

  test("a panel that starts anew by itself, and one whose host slept, are set up again", async () => {
    const harness = await panelHarness();
    harness.panel.show(view("betting"));
    await harness.run(10);
    harness.model.reset();
    await harness.run(100);
    expect(harness.lit()).toEqual(["luz abrir y cerrar", "verde"]);
    // The host's process stands still for 3 s while the panel's time goes on.
    harness.model.run(harness.model.us + 3_000_000);
    expect(harness.lit()).toEqual(["rojo"]);
    harness.clock.advance(3_000_000);
    await harness.run(600);
    expect(harness.lit()).toEqual(["luz abrir y cerrar", "verde"]);
    await harness.press("no va más");
    expect(harness.since().filter((line) => line.startsWith("press"))).toEqual(["press no-more-bets croupier"]);
  });

  test("garbage on the line neither presses nor stops anything", async () => {
    const harness = await panelHarness();
    const noise = randomFrom("noise");
    for (let burst = 0; burst < 2_000; burst++) {
      // Many of them look like reports.
      const bytes = Uint8Array.from({ length: 12 }, (_, at) => (at % 4 === 0 ? 0x90 : noise.below(256)));
      harness.plug.garble(bytes);
      if (burst % 20 === 0) await harness.run(1);
    }
    harness.plug.garble(new Uint8Array(100_000).fill(0xf0));
    harness.plug.garble(new Uint8Array(100_000).fill(0x10));
    await harness.run(400);
    expect(harness.panel.counters.damaged).toBeGreaterThan(10_000);
    expect(harness.since()).toEqual([]);
    await harness.press("tirada nula");
    expect(harness.since()).toEqual(["press void croupier"]);
  });

  test("one damaged report between good ones is no press", async () => {
    const harness = await panelHarness();
    for (let at = 0; at < 200; at++) {
      harness.plug.garble(Uint8Array.of(0x90, (at * 4) & 0x7c, 0));
      await harness.run(12);
    }
    expect(harness.since()).toEqual([]);
  });

  test(`${REPLUGS} replugs leave one board and no more listeners`, async () => {
    const harness = await panelHarness();
    harness.panel.show(view("betting"));
    await harness.run(20);
    const signals = (): number => process.listenerCount("SIGINT") + process.listenerCount("exit");
    const count = (): object => ({
      signals: signals(),
      timers: harness.clock.waiting().length,
      boards: boards().length,
      listeners: listeners(),
    });
    const before = count();
    for (let replug = 0; replug < REPLUGS; replug++) {
      harness.plug.unplug();
      await harness.run(1);
      harness.plug.replug();
      await harness.run(45);
    }
    expect(harness.panel.counters.connections).toBe(REPLUGS + 1);
    expect(count()).toEqual(before);
    expect(listeners()).toBeGreaterThan(10);
    expect(harness.lit()).toEqual(["luz abrir y cerrar", "verde"]);
    expect(harness.since().filter((line) => line.includes("gone"))).toHaveLength(2 * REPLUGS);
    await harness.press("no va más");
    expect(harness.since()).toContain("press no-more-bets croupier");
  }, 60_000);
});

/** johnny-five never frees a board, and tells of all that there ever were. */
function boards(): readonly five.Board[] {
  return (five.Board as unknown as { readonly cache: readonly five.Board[] }).cache;
}

/** Listeners on the newest board, its Firmata client and the stream beneath. */
function listeners(): number {
  const board = boards().at(-1) as unknown as Emitting & { io: Emitting & { transport: Emitting } };
  return [board, board.io, board.io.transport]
    .flatMap((emitter) => emitter.eventNames().map((name) => emitter.listenerCount(name)))
    .reduce((sum, count) => sum + count, 0);
}

interface Emitting {
  eventNames(): (string | symbol)[];
  listenerCount(name: string | symbol): number;
}
