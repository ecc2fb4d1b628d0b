import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** A shoe is loaded while the cards of a round still lie on the table: what leaves it belongs to the round that follows. */

const opened = (rulebook: string): PlayedDeal => new PlayedDeal(idealRules(rulebook)).ready();
const burnt = (played: PlayedDeal): PlayedDeal => played.cards("Ah 2c");
const loadAnew = (played: PlayedDeal): PlayedDeal =>
  played.observe({ o: "stage", stage: "loading" }, { o: "stage", stage: "ready" });
const insideOf = ({ table }: PlayedDeal): number => table.durable.deal?.counts?.inside ?? -1;
const burntOf = ({ table }: PlayedDeal): number => table.durable.deal?.counts?.burnt ?? -1;

describe("a card of another shoe", () => {
  it.each([
    ["cl/punto-y-banca", "2h 3h", "4h 4c 9h"],
    ["es-as/chemin-de-fer", "2h 3h", "4h 4c"],
    ["cl/black-jack", "2h 3h", "4h"],
  ])("is no card of the round of %s that was dealt from the one before", (rulebook, before, behind) => {
    const played = opened(rulebook);
    if (rulebook === "cl/black-jack") played.key({ key: "seats", seats: [1] });
    loadAnew(played.noMoreBets().cards(before)).cards(behind);
    expect(played.verdictTexts()).toEqual(["1 undecided shoe-changed"]);
  });

  it("harms no round whose cards have all left, and is burnt once they are collected", () => {
    const played = burnt(opened("es-cb/punto-y-banca")).noMoreBets().cards("2h 3h 6h 5h");
    played.turn("punto").turn("banca");
    expect(played.verdictTexts()).toEqual(["1 result round ties certified"]);
    loadAnew(played).cards("4h 2c");
    played.collect();
    expect([played.phase, insideOf(played), burntOf(played)]).toEqual(["preparing", 310, 2]);
    played.cards("2d 2s 3d");
    expect([played.phase, insideOf(played), burntOf(played)]).toEqual(["betting", 307, 5]);
  });

  it("is burnt where a new shoe begins with one, whatever the players did meanwhile", () => {
    const played = opened("cl/black-jack")
      .key({ key: "seats", seats: [1] })
      .noMoreBets();
    played.cards("10h 9h 10c").key({ key: "move", round: 1, who: "seat-1", move: "stand" }).cards("8h");
    loadAnew(played);
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
    played.cards("4h").collect();
    expect([played.phase, insideOf(played)]).toEqual(["betting", insideOf(opened("cl/black-jack")) - 1]);
    expect(burntOf(played)).toBe(1);
  });

  it("is none of a round that an earlier release began, which knew of no cards of another shoe", () => {
    const played = opened("cl/punto-y-banca").noMoreBets().cards("2h 3h");
    const { ofNewShoe: _, ...deal } = played.table.deal!;
    played.table = { ...played.table, deal };
    loadAnew(played).cards("4h 4c 9h");
    expect(played.verdictTexts()).toEqual(["1 undecided shoe-changed"]);
    played.collect();
    expect([played.phase, insideOf(played)]).toEqual(["dealing", 413]);
  });

  it("that was not read, or was lost, is not passed over", () => {
    const played = loadAnew(burnt(opened("es-cb/punto-y-banca")).noMoreBets().cards("2h 3h 6h 5h"));
    played.unread().collect();
    expect(insideOf(played)).toBe(311);
    expect(played.table.durable.deal?.shoe.barred).toBe("burn-unread");
  });
});

describe("more than is kept", () => {
  /** Cards that come to the exit with their face up, and are taken back, again and again. */
  const shown = (played: PlayedDeal, times: number): PlayedDeal => {
    for (let n = 0; n < times; n++)
      played.observe({ o: "face-up", where: "exit", ...(n % 2 === 1 && { gone: true }) });
    return played;
  };
  const faults = ({ records }: PlayedDeal): number =>
    records.filter((one) => one.kind === "fault" && one.code === "round-overlong").length;

  it("of what left the new shoe is a fault, and the cards behind it are missed", () => {
    const played = burnt(opened("es-cb/punto-y-banca")).noMoreBets().cards("2h 3h 6h 5h");
    loadAnew(played.turn("punto").turn("banca"));
    shown(played, 1_000);
    expect(faults(played)).toBe(0);
    played.cards("4h").collect();
    expect(faults(played)).toBe(1);
    played.cards("2c 3c 2d 2s 3d 4d 5d 6d").noMoreBets();
    expect([played.phase, played.table.durable.deal?.shoe.barred]).toEqual(["waiting", "cards-missed"]);
  });

  it("of what is said and seen in a round is a fault, and it is judged as ever", () => {
    const played = shown(opened("cl/punto-y-banca").noMoreBets(), 2_000);
    played.cards("9h");
    expect(faults(played)).toBe(1);
    expect(played.key({ key: "take-back", round: 1 }, "jefe-de-mesa").refusal).not.toBeNull();
    played.cards("Kd Ks 6c");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });

  it("leaves a round to people whose last card may not have been asked for, and offers no word of it to be taken back", () => {
    const dealt = (): PlayedDeal => {
      const played = new PlayedDeal(idealRules("cl/black-jack")).ready().key({ key: "seats", seats: [1, 2] });
      return played.cards("2c").noMoreBets().cards("10h 9h 10d 5c 9d");
    };
    const before = shown(dealt(), 2_000).cards("6c");
    expect(before.verdictTexts()).toEqual(["1 undecided round-overlong"]);
    const behind = shown(dealt().cards("6c"), 2_000);
    expect(behind.verdictTexts()).toEqual(["1 undecided round-overlong"]);
    const said = shown(dealt(), 2_000).key({ key: "move", round: 1, who: "seat-1", move: "stand" });
    expect([said.refusal, said.table.durable.deal?.said]).toEqual([null, undefined]);
  });
});
