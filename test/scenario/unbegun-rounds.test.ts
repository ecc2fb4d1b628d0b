import { describe, expect, it } from "vitest";
import type { Pack } from "../../src/rules/pack.ts";
import { PlayedTable } from "../../src/table/wheel/played.test-help.ts";
import { PlayedDeal } from "../../src/table/shoe/played-deal.test-help.ts";
import { cardsView } from "../../src/table/shoe/view-cards.ts";
import { cardPack } from "../../src/rules/pack.ts";
import { idealRules } from "../support/ideal-rules.ts";
import { PlayedDice } from "../support/played-dice.ts";

/** What people say of a round of which nothing has happened: nobody could ever decide about it. */

const ROLES = ["croupier", "stickman", "jefe-de-mesa", "inspector"] as const;
/** What the law leaves to somebody about a round itself. */
const left = ({ rules }: Pack): readonly string[] =>
  rules.flatMap(({ id, verdict, scope }) => (verdict === "person-decides" && scope !== "session" ? [id] : []));

describe("a rule that leaves a round to somebody is declared of none that was not begun", () => {
  it.each(["es-cb/bola", "es-cb/ruleta-francesa", "es-pv/ruleta-americana", "cl/big-six"])("%s", (game) => {
    const waiting = new PlayedTable(idealRules(game)).open();
    const betting = new PlayedTable(idealRules(game)).open().betting();
    for (const rule of left(waiting.rules.pack))
      for (const role of ROLES) {
        expect(waiting.press({ key: "declare", round: 0, rule }, role), rule).not.toBeNull();
        expect(betting.press({ key: "declare", round: 1, rule }, role), rule).not.toBeNull();
      }
    expect([...waiting.durable.tasks, ...betting.durable.tasks].map(({ kind }) => kind)).not.toContain(
      "decide",
    );
  });

  it.each(["cl/craps", "es-cb/banca-francesa", "es-pv/craps", "cl/corona-y-ancla"])("%s", (game) => {
    const table = new PlayedDice(game).feed({ i: "auto-open" });
    expect([table.durable.phase, table.durable.round]).toEqual(["waiting", 0]);
    for (const rule of left(table.rules.pack))
      for (const role of ROLES) table.press({ key: "declare", round: 0, rule }, role);
    expect(table.durable.tasks.map(({ kind }) => kind)).not.toContain("decide");
    table.see({ o: "attached", device: "eye" }).arena("empty");
    expect([table.durable.phase, table.durable.round]).toEqual(["betting", 1]);
  });

  it.each(["es-as/chemin-de-fer", "es-cb/punto-y-banca", "cl/war"])("%s", (game) => {
    const played = new PlayedDeal(idealRules(game)).ready();
    for (const rule of left(played.rules.pack))
      for (const role of ROLES) played.key({ key: "declare", round: played.table.durable.round, rule }, role);
    expect(played.verdictTexts()).toEqual([]);
    expect(played.table.durable.tasks.map(({ kind }) => kind)).not.toContain("decide");
  });
});

describe("bets that were closed by mistake", () => {
  it("are open again, and no card is due to anybody while they are", () => {
    const played = new PlayedDeal(idealRules("es-as/chemin-de-fer")).ready().noMoreBets();
    played.key({ key: "take-back", round: 1 });
    expect(played.phase).toBe("betting");
    expect(cardsView(played.table.durable, cardPack(played.rules.pack)).duty).toBeNull();
  });

  it("are not closed by the answer that nobody said so, where nobody asks", () => {
    const played = new PlayedDeal(idealRules("es-as/chemin-de-fer")).ready().cards("2h");
    expect(played.table.durable.deal?.isCallAsked).toBeUndefined();
    const records = played.records.length;
    expect(played.key({ key: "no-more-bets", said: false }).refusal).toBe("not-now");
    expect([played.records.length, played.phase]).toEqual([records, "dealing"]);
  });
});
