import { describe, expect, it } from "vitest";
import { idealRules } from "../../../../test/support/ideal-rules.ts";
import { PlayedDice } from "../../../../test/support/played-dice.ts";
import { PlayedTable } from "../../wheel/played.test-help.ts";
import { resultCall } from "./view-of.ts";

const spun = (rulebook: string): ReturnType<typeof resultCall> => {
  const rules = idealRules(rulebook);
  const played = new PlayedTable(rules).open().betting().launch().noMoreBets().result();
  return resultCall(rules.pack, played.durable.verdict);
};

const thrown = (rulebook: string, ...faces: readonly ("1" | "2" | "4" | "5" | "6")[]): string | null => {
  const table = new PlayedDice(rulebook).open().roll(faces);
  const call = resultCall(table.rules.pack, table.durable.verdict);
  return call === null ? null : `${call.by}: ${call.what.es}`;
};

describe("who announces a result, and what of it", () => {
  it("is the croupier at the roulettes, each in the words of its law", () => {
    expect(spun("cl/ruleta-francesa")).toMatchObject({
      by: "croupier",
      what: {
        es: "número, color y suertes múltiples",
        eu: "zenbakia, kolorea eta zorte anizkunak",
        gl: "número, cor e sortes múltiples",
        en: "number, colour and multiple bets",
      },
    });
    expect(spun("es-cb/ruleta-francesa")?.what.es).toBe("número y suertes sencillas");
  });

  it("is told at dice; nothing of a throw of banca francesa that belongs to no suerte", () => {
    expect(thrown("es-cb/banca-francesa", "5", "4", "6")).toBe("croupier: suerte ganadora");
    expect(thrown("es-cb/banca-francesa", "4", "4", "2")).toBeNull();
    expect(thrown("es-cb/sic-bo", "4", "4", "2")).toBe("croupier: caras, suma y suerte ganadora");
  });

  it("is the jefe de mesa at the wheel of fortune; of no result nobody announces anything", () => {
    for (const rulebook of ["es-cb/rueda-de-la-fortuna", "es-pv/rueda-de-la-fortuna"]) {
      const { pack } = idealRules(rulebook);
      expect(pack.family === "wheel" && pack.result.by).toBe("jefe-de-mesa");
      expect(resultCall(pack, null)).toBeNull();
    }
  });
});
