import { expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { cardPack } from "../../rules/pack.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";
import { cardsView } from "./view-cards.ts";

const CUT = { o: "cut-card", where: "passed" } as const;
const GAME = "cl/punto-y-banca";

const shoeOf = ({ table, rules }: PlayedDeal): ReturnType<typeof cardsView>["shoe"] =>
  cardsView(table.durable, cardPack(rules.pack)).shoe;
const calls = (played: PlayedDeal): string | null => shoeOf(played).lastRound?.es ?? null;
const at = (houseRules: readonly string[] = []): PlayedDeal =>
  new PlayedDeal(idealRules(GAME, houseRules)).ready().noMoreBets();

it("a cut card behind a complete hand calls no last pase that is not played, and the shoe is over", () => {
  const played = at().cards("9h Kd Ks 6c").observe(CUT);
  expect(played.phase).toBe("result");
  expect([calls(played), shoeOf(played).cutCardSeen]).toEqual([null, true]);
  played.collect();
  expect(played.phase).toBe("waiting");
  expect(shoeOf(played)).toMatchObject({ ready: false, lastRound: null });
  expect(shoeOf(played).text.es).toBe("sabot terminado: cargue y mezcle");
  expect(played.noMoreBets().refusal).toBe("not-now");
  expect(shoeOf(played.key({ key: "new-shoe" }))).toMatchObject({ ready: true, cutCardSeen: false });
});

it("where the house lets one more be played it is called as its bets open", () => {
  const played = at(["last-round-after-cut-card"]).cards("9h Kd Ks 6c").observe(CUT);
  expect(calls(played)).toBeNull();
  played.collect();
  expect([played.phase, calls(played)]).toEqual(["betting", "último pase del juego"]);
  played.noMoreBets().cards("9h Kd Ks 6c");
  expect(played.phase).toBe("result");
});

it("a cut card inside a hand calls that hand the last, until it is collected", () => {
  const played = at().cards("9h Kd").observe(CUT).cards("Ks 6c");
  expect([played.phase, calls(played)]).toEqual(["result", "último pase del juego"]);
  expect(shoeOf(played.collect())).toMatchObject({ ready: false, lastRound: null });
});
