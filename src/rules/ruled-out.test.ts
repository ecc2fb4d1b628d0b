import { describe, expect, it } from "vitest";
import { listPacks } from "../../firmware/table/rules/load.ts";
import { cardPack } from "./pack.ts";
import { ruledOut } from "./ruled-out.ts";

/** Which rules of the installed rulebooks cannot come about, by the way their games are dealt. */
const never = new Set(
  listPacks()
    .filter(({ pack }) => pack.family === "shoe" && pack.cards.reader === "shoe")
    .flatMap(({ id, pack }) =>
      pack.rules.filter((rule) => ruledOut(pack, rule) !== null).map((rule) => `${id} ${rule.id}`),
    ),
);

describe("rules that cannot come about in their game", () => {
  it("are a surplus card in a deal that owes cards to its end, a table that nobody can break, and a shoe behind its cut card", () => {
    expect([...never].sort()).toEqual([
      "cl/baccarat card-drawn-too-soon",
      "cl/baccarat third-card-against-rules",
      "cl/black-jack card-drawn-too-soon",
      "cl/black-jack-perfect-pairs card-drawn-too-soon",
      "cl/canal-21 card-drawn-too-soon",
      "cl/midi-punto-y-banca third-card-against-rules",
      "cl/mini-punto-y-banca third-card-against-rules",
      "cl/punto-y-banca card-drawn-too-soon",
      "cl/punto-y-banca third-card-against-rules",
      "cl/treinta-y-cuarenta not-enough-cards-last-pase",
      "es-pv/punto-y-banca third-card-rule-violated",
    ]);
  });

  it("are told with a sentence, and a rule with one part that can come about is none", () => {
    const { pack } = listPacks().find(({ id }) => id === "cl/punto-y-banca")!;
    const of = (when: Parameters<typeof ruledOut>[1]["when"]): string | null =>
      ruledOut(cardPack(pack), { when });
    const surplus = { fact: "extra-card", is: "in-deal" } as const;
    expect(of(surplus)).toContain("a card is due until the deal ends");
    expect(of({ any: [surplus, { fact: "extra-card", is: "after-round" }] })).toBe(null);
    expect(of({ all: [surplus, { fact: "cards-stuck", is: true }] })).not.toBe(null);
    expect(of({ declared: "croupier" })).toBe(null);
  });
});
