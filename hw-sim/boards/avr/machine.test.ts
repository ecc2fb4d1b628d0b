import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AvrMachine } from "./machine.ts";

const image = readFileSync(new URL("fixture/probe.hex", import.meta.url), "latin1");
const MS = 16_000;

function listened(machine: AvrMachine): { text: string; cycles: number[] } {
  const heard = { text: "", cycles: [] as number[] };
  machine.onByte = (byte, cycle) => {
    heard.text += String.fromCharCode(byte);
    heard.cycles.push(cycle);
  };
  return heard;
}

describe("the emulated ATmega328P", () => {
  test("starts with the cause, sends at line speed, and sleeps to the cycle", () => {
    const machine = new AvrMachine(image);
    const heard = listened(machine);
    machine.run(5 * MS);
    expect(heard.text).toBe("S0101FF\n");
    // 500,000 baud: 20 µs a character, back to back.
    expect(new Set(heard.cycles.slice(1).map((cycle, at) => cycle - (heard.cycles[at] ?? 0)))).toEqual(
      new Set([320]),
    );
    machine.run(50 * MS);
    expect(machine.cycles).toBe(50 * MS);
  });

  test("timer 0 ticks every millisecond through the sleep", () => {
    const machine = new AvrMachine(image);
    const toggles: number[] = [];
    machine.onPin("B", (_value, ddr, cycle) => {
      if ((ddr & 1) === 1) toggles.push(cycle);
    });
    machine.run(1_000 * MS);
    const spans = toggles.slice(2).map((cycle, at) => cycle - (toggles[at + 1] ?? 0));
    expect(spans.length).toBeGreaterThan(990);
    for (const span of spans) expect(Math.abs(span - MS)).toBeLessThan(40);
  });

  test("a pull-up reads high until the pin is driven, and a change wakes with the right time", () => {
    const machine = new AvrMachine(image);
    const heard = listened(machine);
    machine.run(5 * MS);
    expect(machine.pin("D", 2)).toBe("input-pullup");
    heard.text = "";
    machine.setPin("D", 2, false);
    machine.run(6 * MS);
    machine.setPin("D", 2, true);
    machine.run(7 * MS);
    const [low = "", high = ""] = heard.text.trim().split("\n");
    expect(low).toMatch(/^P0[0-9A-F]{4}$/);
    expect(high).toMatch(/^P1[0-9A-F]{4}$/);
    // 2 MHz: 2,000 counts a millisecond.
    expect(
      Math.abs(Number.parseInt(high.slice(2), 16) - Number.parseInt(low.slice(2), 16) - 2_000),
    ).toBeLessThan(4);
  });

  test("host bytes arrive one after the other, none is lost while the chip sends", () => {
    const machine = new AvrMachine(image);
    const heard = listened(machine);
    machine.run(5 * MS);
    heard.text = "";
    for (const [at, byte] of ["a", "b", "c", "d", "f", "g", "h"].entries()) {
      machine.run((6 + at) * MS);
      machine.receive(byte);
    }
    machine.run(20 * MS);
    expect(heard.text).toBe("aaaabbbbccccddddffffgggghhhh");
  });

  test("EEPROM outlives power, memory outlives a reset, and MCUSR tells them apart", () => {
    const machine = new AvrMachine(image);
    const heard = listened(machine);
    machine.run(5 * MS);
    machine.receive("e");
    machine.run(20 * MS);
    expect(machine.eeprom[5]).toBe(0);
    heard.text = "";
    machine.reset("reset");
    expect(machine.pin("D", 2)).toBe("input");
    machine.run(30 * MS);
    expect(heard.text).toBe("S020200\n");
    machine.reset("brownout");
    machine.run(40 * MS);
    expect(heard.text).toBe("S020200\nS040300\n");
    machine.reset("power");
    expect(machine.cycles).toBe(0);
    machine.run(10 * MS);
    expect(heard.text).toBe("S020200\nS040300\nS010100\n");
    expect(new AvrMachine(image, machine.eeprom).eeprom[5]).toBe(0);
  });

  test("the watchdog resets the chip after its time, and says so", () => {
    const machine = new AvrMachine(image);
    const heard = listened(machine);
    machine.run(5 * MS);
    heard.text = "";
    machine.receive("w");
    machine.run(20 * MS);
    expect(heard.text).toBe("");
    machine.run(40 * MS);
    expect(heard.text).toBe("S0802FF\n");
  });

  test("repeats bit for bit, however the run is cut", () => {
    const one = new AvrMachine(image);
    const two = new AvrMachine(image);
    const [first, second] = [listened(one), listened(two)];
    const step = (machine: AvrMachine): void => {
      machine.setPin("D", 2, false);
      machine.receive("xyz");
    };
    one.run(80_000);
    step(one);
    one.run(3_000_000);
    for (let at = 800; at <= 80_000; at += 800) two.run(at);
    step(two);
    for (let at = 80_000; at <= 3_000_000; at += 1_111) two.run(at);
    two.run(3_000_000);
    expect(first.text.length).toBeGreaterThan(20);
    expect(second).toEqual(first);
  });
});
