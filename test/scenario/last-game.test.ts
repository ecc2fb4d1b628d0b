import { describe, expect, it } from "vitest";
import { loadPack } from "../../firmware/rules/load.ts";
import { idealAbilities } from "../../src/rules/case-run.ts";
import { coverageOf } from "../../src/rules/coverage.ts";
import { judge } from "../../src/rules/engine.ts";
import { PlayedTable } from "../../src/table/played.test-help.ts";
import { viewOf } from "../../src/table/view-of.ts";
import type { Durable } from "../../src/table/durable.ts";
import type { Pack } from "../../src/rules/pack.ts";
import { PlayedDice } from "../support/played-dice.ts";

const KEY = { key: "last-three-spins" } as const;

function wheel(rulebook: string): PlayedTable {
  const { pack } = loadPack(rulebook);
  const abilities = idealAbilities(pack);
  const coverage = coverageOf(pack, abilities, []);
  return new PlayedTable({
    pack,
    coverage,
    abilities,
    judge: (facts, moment) => judge(pack, coverage, facts, moment),
  });
}

function said(durable: Durable, pack: Pack): string | undefined {
  const setup = {
    pack,
    houseRules: [],
    table: "M",
    log: "l",
    rulebook: "r",
    languages: ["es"],
    test: false,
  } as const;
  return viewOf(durable, 1, null, setup).announcement?.say.es;
}

describe("the last game of the table", () => {
  it.each(["cl/craps", "cl/mini-craps", "cl/corona-y-ancla", "cl/chuck-a-luck"])(
    "is announced at %s",
    (rulebook) => {
      const table = new PlayedDice(rulebook).open().press(KEY);
      expect(table.refusal).toBeNull();
      expect(table.press(KEY).refusal).toBe("not-now");
      expect(said(table.durable, table.rules.pack)).toBe("último juego de la mesa");
    },
  );

  it("is announced at Big Six, also while the disc turns: then the next one is it", () => {
    const table = wheel("cl/big-six").open().betting();
    expect(table.press(KEY)).toBeNull();
    expect(said(table.durable, table.rules.pack)).toBe("último juego de la mesa");
    const late = wheel("cl/big-six").open().betting();
    late.stage("no-more-bets");
    late.press(KEY);
    const { round } = late.durable;
    expect(late.durable).toMatchObject({ lastRounds: 3, lastFrom: round + 1 });
  });

  it.each(["es-cb/craps", "es-cb/banca-francesa"])(
    "is refused at %s: that law knows no such notice",
    (rulebook) => {
      expect(new PlayedDice(rulebook).open().press(KEY).refusal).toBe("no-such-rule");
    },
  );
});

describe("three last spins", () => {
  it("are counted down aloud and end in a word", () => {
    const table = wheel("cl/ruleta-francesa").open().betting();
    table.press(KEY);
    const words = [said(table.durable, table.rules.pack)];
    for (let n = 0; n < 4; n++) words.push(said(table.spin().durable, table.rules.pack));
    expect(words).toEqual([
      "tres últimas lanzadas",
      "dos últimas",
      "última",
      "jugadas las últimas anunciadas",
      "hagan juego",
    ]);
  });

  it("at the former limit are announced once a session in Cantabria", () => {
    const table = wheel("es-cb/ruleta-francesa").open().betting();
    expect(table.press(KEY)).toBeNull();
    for (let n = 0; n < 4; n++) table.spin();
    expect(table.press(KEY)).toBe("once-a-session");
    table.press({ key: "close-table" });
    table.press({ key: "open-table" });
    expect(table.press(KEY)).toBeNull();
  });

  it("may be announced again in Chile, where the law does not say once", () => {
    const table = wheel("cl/ruleta-francesa").open().betting();
    table.press(KEY);
    for (let n = 0; n < 4; n++) table.spin();
    expect(table.press(KEY)).toBeNull();
  });
});
