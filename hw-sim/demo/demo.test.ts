import { describe, expect, it } from "vitest";
import { wheelPack } from "../../src/rules/pack.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { Problem } from "../../firmware/problem.ts";
import { packIds } from "../../firmware/table/rules/library.ts";
import { fastClock } from "../lines/fast-clock.ts";
import { WHEEL_DEVICES } from "../sim/profiles.ts";
import { DEMO_TABLES, DICE_TABLES, findDemoTable } from "./tables.ts";

describe("the tables of the demonstration", () => {
  it.each(Object.entries(DEMO_TABLES))("%s has a rulebook that its device can be used by", (_name, table) => {
    expect(() => tableSetup(table.rulebook, table.device, [])).not.toThrow();
  });

  it("are of three kinds of wheel, and of a captured and a simulated one", () => {
    const kinds = Object.values(DEMO_TABLES).map(
      ({ rulebook }) => wheelPack(loadPack(rulebook).pack).wheel.kind,
    );
    expect(new Set(kinds)).toEqual(new Set(["roulette", "bowl", "disc"]));
    expect(new Set(Object.values(DEMO_TABLES).map(({ wheel }) => wheel))).toEqual(
      new Set(["captured", "simulated"]),
    );
  });

  it("have every wheel that is simulated", () => {
    const shown = Object.values(DEMO_TABLES).flatMap(({ wheel, device }) =>
      wheel === "simulated" ? [device] : [],
    );
    expect(new Set(shown)).toEqual(new Set(WHEEL_DEVICES));
  });

  it("an unknown one is refused with the known ones", () => {
    expect(() => findDemoTable("poker")).toThrow(Problem);
    expect(() => findDemoTable("toString")).toThrow(
      `--table toString: no such table; known: ${Object.keys(DEMO_TABLES).join(", ")}`,
    );
  });
});

describe("a faster clock", () => {
  it("runs from its origin on, with its timers", () => {
    const real = fakeClock();
    real.advance(5_000_000);
    const fast = fastClock(real, 4, { nowUs: real.now(), wallMs: real.wall() });
    const start = fast.now();
    expect(start).toBe(real.now());
    let fired = 0;
    fast.every(1_000_000, "test", () => fired++);
    real.advance(2_000_000);
    expect(fast.now() - start).toBe(8_000_000);
    expect(fired).toBe(8);
    expect(fast.wall() - real.wall()).toBe(6_000);
  });
});

describe("a demonstrated dice table", () => {
  it("has a name for every game of dice", () => {
    const ofDice = packIds().filter((id) => loadPack(id).pack.family === "dice");
    expect(DICE_TABLES.rulebooks()).toEqual([...ofDice].sort());
    for (const name of DICE_TABLES.names()) expect(DICE_TABLES.rulebookOf(name)).not.toBeNull();
    expect(DICE_TABLES.rulebookOf("craps")).toBe("es-cb/craps");
    expect(DICE_TABLES.rulebookOf("mini-craps")).toBe("cl/mini-craps");
    expect(DICE_TABLES.rulebookOf("cl/war")).toBeNull();
  });
});
