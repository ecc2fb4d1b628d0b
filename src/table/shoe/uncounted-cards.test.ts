import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";
import { NOTHING_STANDING } from "./observation.ts";

/** A reader was away, and counted nothing: a card may have left that no number will ever tell of. */

const GAMES = ["cl/punto-y-banca", "es-cb/punto-y-banca", "es-as/chemin-de-fer"];
const PASE = "9h 2d Kc Kd";

const away = (played: PlayedDeal): PlayedDeal => played.observe({ o: "gap", why: "device-silent" });
const back = (played: PlayedDeal, isUncounted = true): PlayedDeal =>
  played.observe({
    ...{ o: "attached", during: "ready", standing: NOTHING_STANDING },
    ...(isUncounted ? { uncounted: true } : {}),
  });
const ready = (game: string): PlayedDeal => {
  const played = new PlayedDeal(idealRules(game)).ready();
  // As many as the shoe wants burnt.
  for (let burnt = 0; played.phase === "preparing" && burnt < 12; burnt++) played.cards("2c");
  return played;
};
/** A whole round; what it has come to. */
const play = (played: PlayedDeal): string => {
  played.noMoreBets().cards(PASE);
  for (const hand of ["punto", "banca"]) if (played.due().includes(`turn ${hand}`)) played.turn(hand);
  if (played.due().some((one) => one.startsWith("card "))) played.cards("Kh");
  return played.verdictTexts().at(-1) ?? "";
};

describe.each(GAMES)("%s", (game) => {
  it("certifies a round that was watched, from a state that knows nothing of it too", () => {
    const played = ready(game);
    const { deal } = played.table;
    if (deal === undefined) throw new Error("no cards at this table");
    const { uncounted: _, ...older } = deal;
    played.table = { ...played.table, deal: older };
    expect(play(played)).toMatch(/certified$/);
    played.collect();
    expect(play(played)).toMatch(/certified$/);
  });

  it("leaves the round to people whose bets were open or closed meanwhile, before its first card", () => {
    expect(play(back(away(ready(game))))).toBe("1 undecided device-silent");
    const closed = back(away(ready(game).noMoreBets()));
    closed.cards(PASE);
    for (const hand of ["punto", "banca"]) if (closed.due().includes(`turn ${hand}`)) closed.turn(hand);
    if (closed.due().some((one) => one.startsWith("card "))) closed.cards("Kh");
    expect(closed.verdictTexts()).toEqual(["1 undecided device-silent"]);
  });

  it("leaves the next round to people, and no other, where the table lay between two", () => {
    const played = ready(game);
    play(played);
    back(away(played)).collect();
    expect(play(played)).toBe("2 undecided device-silent");
    played.collect();
    expect(play(played)).toMatch(/^3 result .*certified$/);
  });

  it("leaves to people the round whose bets were opened while it was away", () => {
    const played = ready(game);
    play(played);
    away(played).collect();
    expect(play(back(played))).toBe("2 undecided device-silent");
  });

  it("says nothing of a device that counts", () => {
    expect(play(back(away(ready(game)), false))).toMatch(/certified$/);
  });

  it("leaves to people a round that began before it was ever heard", () => {
    expect(play(back(ready(game)))).toBe("1 undecided port-gone");
  });
});

describe("a card that a reader may have read twice, and never says whether it did", () => {
  const twice = (played: PlayedDeal, n: number): PlayedDeal =>
    played.observe({ o: "suspected-repeat", n, settled: "open" });

  it("keeps no round waiting: its hands are turned, and it is left to people", () => {
    const played = ready("es-cb/punto-y-banca").noMoreBets().cards(PASE);
    twice(played, 17).turn("punto").turn("banca");
    expect(played.verdictTexts()).toEqual(["1 undecided cards-missed"]);
  });

  it("is missing where it came before the first card of a shoe", () => {
    const played = ready("cl/punto-y-banca");
    twice(played, 1).noMoreBets();
    played.observe({
      o: "card",
      card: { n: 2, face: "9h", back: null, deck: null, id: null, confidence: 999, at: "exit" },
    });
    expect(played.verdictTexts()).toEqual(["1 undecided cards-missed"]);
  });
});

it("is over with the cards of a new shoe", () => {
  const played = back(away(ready("es-cb/punto-y-banca"))).key({ key: "new-shoe" });
  for (let burnt = 0; played.phase === "preparing" && burnt < 12; burnt++) played.cards("2c");
  expect(play(played)).toMatch(/certified$/);
});
