import { describe, expect, it } from "vitest";
import type { Durable } from "../../src/table/kernel/durable/durable.ts";
import type { Pack } from "../../src/rules/pack.ts";
import { PlayedTable } from "../../src/table/wheel/played.test-help.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { idealRules } from "../support/ideal-rules.ts";
import { PlayedDice } from "../support/played-dice.ts";

/** What the law wants done as a session begins or ends: asked by a task, attested by whoever takes it off. */

function tasks(durable: Durable, pack: Pack): readonly { readonly text: string; readonly for: string }[] {
  const setup = {
    pack,
    houseRules: [],
    table: "M",
    log: "l",
    rulebook: "r",
    languages: ["es"],
    test: false,
  } as const;
  return viewOf(durable, 1, null, setup).tasks.map((task) => ({ text: task.text.es, for: task.for }));
}

describe("the end of a session at a roulette", () => {
  it.each([
    ["cl/ruleta-francesa", "II.1.4"],
    ["cl/ruleta-americana", "II.2.5"],
    ["es-cb/ruleta-americana-doble-cero", "A.3 → A.2.I → A.1.V"],
    ["es-pv/ruleta-americana", "art. 2, 02 → 01.IV.3"],
  ])("asks for the lid of the cylinder: %s", (rulebook, section) => {
    const { pack } = idealRules(rulebook);
    const table = new PlayedTable(idealRules(rulebook)).open().betting().spin();
    expect(table.press({ key: "close-table" })).toBeNull();
    expect(table.of("key").at(-1)).toMatchObject({ duties: ["close-cylinder"] });
    const [lid] = tasks(table.durable, pack);
    expect(lid?.text).toMatch(/^Cerrar el cilindro con una tapa /);
    expect(pack.steps.find(({ id }) => id === "close-cylinder")?.cite?.section).toBe(section);
    const what = table.durable.tasks[0]?.id ?? "";
    expect(table.press({ key: "acknowledge", what })).toBeNull();
    expect(table.durable.tasks).toEqual([]);
  });

  it("is over with the next opening: what nobody attested is asked no more", () => {
    const table = new PlayedTable(idealRules("cl/ruleta-francesa")).open().betting();
    table.press({ key: "close-table" });
    table.press({ key: "open-table" });
    expect(table.durable.tasks).toEqual([]);
    expect(table.of("key").at(-1)).not.toHaveProperty("duties");
  });
});

describe("the beginning of a session with dice", () => {
  const opened = (rulebook: string): PlayedDice =>
    new PlayedDice(rulebook).press({ key: "open-table" }, "jefe-de-mesa");

  it.each(["es-cb/craps", "es-pv/craps"])("asks the stickman for six other dice: %s", (rulebook) => {
    const table = opened(rulebook);
    expect(tasks(table.durable, table.rules.pack)).toEqual([
      {
        text: "Poner en la mesa seis dados en perfecto estado, distintos de los de la sesión anterior.",
        for: "stickman",
      },
      {
        text: "Comprobar que los dados son del mismo color y transparentes, de bordes y ángulos vivos y puntos al ras, con número de orden y siglas.",
        for: "stickman",
      },
    ]);
    for (const { id: what } of table.durable.tasks)
      expect(table.press({ key: "acknowledge", what }, "stickman").refusal).toBeNull();
    expect(table.durable.tasks).toEqual([]);
  });

  it("has the croupier of banca francesa check what no camera measures of the three ternas", () => {
    const table = opened("es-cb/banca-francesa");
    expect(tasks(table.durable, table.rules.pack)).toEqual([
      {
        text: "Comprobar las tres ternas: igual color, transparencia y arista, caras opuestas que suman siete, numeradas y con el anagrama.",
        for: "croupier",
      },
    ]);
  });

  it.each([
    ["cl/craps", ["begin-with-a-player", "offer-dice-to-first-shooter"]],
    ["cl/mini-craps", ["begin-with-a-player", "offer-dice-to-first-shooter"]],
    ["cl/corona-y-ancla", ["begin-with-a-player"]],
    ["cl/chuck-a-luck", ["begin-with-a-player"]],
  ])("asks for a player in Chile: %s", (rulebook, duties) => {
    expect(opened(rulebook).durable.tasks.map(({ about }) => about)).toEqual(duties);
  });

  it("is over when the table is closed, and may be attested while it is", () => {
    const table = opened("cl/craps").press({ key: "close-table" }, "jefe-de-mesa");
    expect(table.durable.tasks).toEqual([]);
    expect(opened("es-cb/sic-bo").durable.tasks).toEqual([]);
  });
});
