import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PANEL_IMAGE } from "../panel-image.ts";
import { PanelModel, type Lamp } from "./panel-model.ts";

/** The panel's real firmware, spoken to in raw Firmata. */

const MS = 1_000;

class Harness {
  readonly panel: PanelModel = new PanelModel(PANEL_IMAGE);
  sent: number[] = [];

  constructor() {
    this.panel.onByte = (byte) => this.sent.push(byte);
    this.panel.power(true);
    this.run(10);
  }

  run(ms: number): this {
    this.panel.run(this.panel.us + ms * MS);
    return this;
  }

  /** What the panel answers within 30 ms, in hex. */
  ask(...bytes: number[]): string {
    this.sent = [];
    this.panel.receive(String.fromCharCode(...bytes));
    this.run(30);
    return this.heard();
  }

  heard(): string {
    const text = this.sent.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    this.sent = [];
    return text;
  }

  lit(): Lamp[] {
    return (Object.keys(this.panel.lit) as Lamp[]).filter((lamp) => this.panel.lit[lamp]);
  }

  /** All outputs as outputs, inputs reported. */
  setUp(): this {
    for (const pin of [8, 9, 10, 11, 12, 14, 15, 16, 17]) this.ask(0xf4, pin, 1);
    this.ask(0xd0, 1);
    return this;
  }
}

const NAME = "74 00 69 00 72 00 61 00 64 00 61 00 2d 00 70 00 61 00 6e 00 65 00 6c 00";
const ANNOUNCED = `f9 02 05 f0 79 01 01 ${NAME} f7`;
const ALL_ON = [0x91, 0x5f, 1, 0x92, 3, 0];

test("the image is the one whose checksum is beside it", () => {
  const path = new URL("../../../firmware/boards/panel/image/panel.hex.sha256", import.meta.url);
  const sum = createHash("sha256").update(PANEL_IMAGE, "latin1").digest("hex");
  expect(readFileSync(path, "utf8")).toBe(`${sum}  panel.hex\n`);
});

describe("Firmata", () => {
  test("says who it is after every start, and when asked", () => {
    const harness = new Harness();
    expect(harness.heard()).toBe(ANNOUNCED);
    harness.panel.reset();
    harness.run(10);
    expect(harness.heard()).toBe(ANNOUNCED);
    expect(harness.ask(0xf9)).toBe("f9 02 05");
    expect(harness.ask(0xf0, 0x79, 0xf7)).toBe(`f0 79 01 01 ${NAME} f7`);
  });

  test("tells its pins, and what they are set to", () => {
    const harness = new Harness();
    const input = "00 01 0b 01 7f ".repeat(6);
    const output = "01 01 7f ";
    expect(harness.ask(0xf0, 0x6b, 0xf7)).toBe(
      `f0 6c 7f 7f ${input}${output.repeat(5)}7f ${output.repeat(4)}7f 7f f7`,
    );
    expect(harness.ask(0xf0, 0x6a, 0xf7)).toBe("");
    expect(harness.ask(0xf0, 0x69, 0xf7)).toBe(`f0 6a ${"7f ".repeat(20)}f7`);
    expect(harness.ask(0xf0, 0x6d, 16, 0xf7)).toBe("f0 6e 10 7f 00 f7");
    harness.setUp();
    harness.ask(0xf5, 16, 1);
    expect(harness.ask(0xf0, 0x6d, 16, 0xf7)).toBe("f0 6e 10 01 01 f7");
    expect(harness.ask(0xf0, 0x6d, 99, 0xf7)).toBe("");
  });

  test("reports settled levels of its inputs, twice each, bounces and all", () => {
    const harness = new Harness();
    // Open contacts are high; the cover is closed.
    expect(harness.ask(0xd0, 1)).toBe("90 7c 00");
    harness.panel.setSwitch("tirada nula", true);
    harness.run(20);
    expect(harness.heard()).toBe("90 74 00 90 74 00");
    harness.panel.setSwitch("tirada nula", false);
    harness.run(20);
    expect(harness.heard()).toBe("90 7c 00 90 7c 00");
    harness.panel.setSwitch("tapa cerrada", false);
    harness.run(20);
    expect(harness.heard()).toBe("90 7c 01 90 7c 01");
    expect(harness.ask(0xd0, 0)).toBe("");
    harness.panel.setSwitch("enterado", true);
    harness.run(20);
    expect(harness.heard()).toBe("");
  });

  test("sets outputs, and only those that were made outputs", () => {
    const harness = new Harness();
    harness.ask(...ALL_ON);
    expect(harness.lit()).toEqual([]);
    harness.setUp();
    harness.ask(...ALL_ON);
    expect(harness.lit()).toHaveLength(9);
    harness.ask(0x91, 0x40, 0);
    harness.ask(0xf5, 12, 1);
    expect(harness.lit().toSorted()).toEqual(["cierre de la tapa", "rojo", "verde", "zumbador"]);
    // A pin's direction is wired: no message makes an input drive against a closed switch.
    harness.ask(0xf4, 3, 1, 0x90, 0x7f, 1, 0xf5, 3, 1);
    expect(harness.ask(0xf0, 0x6d, 3, 0xf7)).toBe("f0 6e 03 7f 01 f7");
    harness.ask(0xff);
    expect(harness.lit()).toEqual([]);
  });

  test("finds its way back after noise", () => {
    const harness = new Harness().setUp();
    harness.ask(0xf0, ...Array.from({ length: 200 }, () => 0x6b), 0xf7);
    harness.ask(0xf4, 0xe5, 0x01, 0xf0, 0x79);
    harness.ask(...Array.from({ length: 256 }, (_, at) => (at * 73 + 5) & 0x7f));
    expect(harness.ask(0xf9)).toBe("f9 02 05");
    expect(harness.ask(0x91, 0x40, 0)).toBe("");
    expect(harness.lit()).toContain("verde");
  });
});

describe("fail-safe", () => {
  test("a host that falls silent for 2 s leaves all dark and red blinking, and has to set everything anew", () => {
    const harness = new Harness().setUp();
    harness.ask(...ALL_ON);
    harness.run(1_900);
    expect(harness.lit()).toHaveLength(9);
    const red: number[] = [];
    harness.panel.onChange = (lamp, _on, us) => lamp === "rojo" && red.push(Math.round(us / MS));
    harness.run(200);
    expect(harness.lit()).toEqual(["rojo"]);
    harness.run(70_000);
    const spans = red.slice(2).map((at, index) => at - (red[index + 1] ?? 0));
    expect(new Set(spans)).toEqual(new Set([500]));
    // Garbage is no host.
    harness.ask(0x01, 0x02, 0xe0, 0x03);
    harness.run(600);
    expect(red.length).toBeGreaterThan(140);
    expect(harness.ask(...ALL_ON)).toBe(ANNOUNCED);
    expect(harness.lit()).toEqual([]);
  });

  test("outputs are off after a reset and without power", () => {
    const harness = new Harness().setUp();
    harness.ask(...ALL_ON);
    harness.panel.reset();
    harness.run(5);
    expect(harness.lit()).toEqual([]);
    harness.setUp().ask(...ALL_ON);
    harness.panel.power(false);
    expect(harness.lit()).toEqual([]);
  });
});
