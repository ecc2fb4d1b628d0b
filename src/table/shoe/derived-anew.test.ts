import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { ShoeObservation } from "./observation.ts";
import { EMPTY_DEAL } from "./durable-deal.ts";
import { lastSpeaker } from "./said-words.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** A round that is derived anew comes to the same as it did, but for the word that is another now. */

const dealt = (faces: string, game = "cl/punto-y-banca"): PlayedDeal =>
  new PlayedDeal(idealRules(game, [])).ready().noMoreBets().cards(faces);

/** The device's whole state: a card is jammed in its exit. */
const JAMMED: ShoeObservation = {
  o: "attached",
  during: "dealing",
  standing: { lidOpen: false, jam: "exit", warnings: [], faceUp: [], suspect: null },
};

it("asks still what a jam asked that was told with the device's whole state, when a card is put right behind it", () => {
  const played = dealt("2h 7d").observe(JAMMED);
  expect(played.table.deal?.round?.question?.rules).toEqual(["machine-fault"]);
  played.key({ key: "put-right", round: 1, cards: [2], to: "punto" }, "jefe-de-mesa");
  expect(played.refusal).toBeNull();
  expect(played.table.deal?.round?.question?.rules).toEqual(["machine-fault"]);
  expect(played.due()).toEqual([]);
});

describe("the words that close the bets, taken back", () => {
  const dirty = (standing: boolean): ShoeObservation => ({ o: "warning", code: "reader-dirty", standing });
  const opened = (): PlayedDeal => new PlayedDeal(idealRules("es-as/chemin-de-fer", [])).ready();
  const back = (played: PlayedDeal): PlayedDeal => played.key({ key: "take-back", round: 1 });

  it("leave the table waiting for its shoe where that is unfit since, and open the same round once it is not", () => {
    const played = back(opened().noMoreBets().observe(dirty(true)));
    expect(played.refusal).toBeNull();
    expect(played.phase).toBe("waiting");
    played.observe(dirty(false));
    expect([played.phase, played.table.durable.round]).toEqual(["betting", 1]);
  });

  it("stand where the shoe is loaded anew behind them and a card of the one before lies there", () => {
    const played = new PlayedDeal(idealRules("es-cb/punto-y-banca", [])).ready().cards("As 2s 2h").noMoreBets();
    const speaker = (): string | null => lastSpeaker(played.table.durable.deal ?? EMPTY_DEAL);
    expect(speaker()).toBe("Ana");
    played.observe({ o: "stage", stage: "loading" }, { o: "stage", stage: "ready" });
    expect(speaker()).toBeNull();
    expect(back(played).refusal).toBe("too-late-to-take-back");
    expect(played.phase).toBe("dealing");
  });

  it("leave a card waiting that had left before them", () => {
    const played = new PlayedDeal(idealRules("es-cb/punto-y-banca", [])).ready().cards("As 2s 2h").noMoreBets();
    back(played.observe(dirty(true)));
    expect(played.refusal).toBeNull();
    expect(played.phase).toBe("waiting");
    played.observe(dirty(false)).noMoreBets();
    expect(played.due()).toEqual(["card banca down"]);
  });
});

it("lets a card wait that leaves before people have named the one that says whose it is", () => {
  const played = new PlayedDeal(idealRules("cl/punto-y-banca", []))
    .ready()
    .noMoreBets()
    .cards("2d 6s Ah")
    .unread();
  const before = played.records.length;
  played.cards("5c");
  expect(played.records.slice(before)).toMatchObject([
    { kind: "deal", cards: [{ n: 5, to: "held", face: null }] },
  ]);
  played.key({ key: "card-is", round: 1, n: 4, face: "Ks" });
  played.key({ key: "card-is", round: 1, n: 4, face: "Ks" }, "jefe-de-mesa");
  expect(played.verdictTexts()).toEqual(["1 result punto wins reported manual-card"]);
});

it("lets people say otherwise whose a card is that left in a round that is void from its opening", () => {
  const played = dealt("2h 7d 4c 2s").cards("9c").collect().cards("9d");
  expect(played.verdictTexts().at(-1)).toBe("2 void extra-card-drawn-at-end");
  const says = (to: string): PlayedDeal =>
    played.key({ key: "put-right", round: 2, cards: [1], to }, "jefe-de-mesa");
  says("burnt").key({ key: "take-back", round: 2 }, "jefe-de-mesa");
  expect(played.refusal).toBeNull();
  expect(played.table.durable.deal?.outside).toEqual([1]);
  says("burnt");
  says("next-round").collect();
  expect(played.refusal).toBeNull();
  expect(played.noMoreBets().table.deal?.round?.deal.hands).toMatchObject([
    { id: "punto", cards: [{ face: "9d" }] },
  ]);
  expect(played.verdictTexts()).toHaveLength(2);
});

it("begins with what the device said as it opened the bets, and doubts nothing for what it had lost before", () => {
  const played = new PlayedDeal(idealRules("cl/punto-y-banca", []));
  played.key({ key: "open-table" }, "jefe-de-mesa").observe({ o: "gap", why: "device-garbled" });
  const standing = { lidOpen: false, jam: null, warnings: [], faceUp: [], suspect: null };
  played.observe({ o: "stage", stage: "loading" }, { o: "attached", during: "ready", standing });
  expect(played.phase).toBe("betting");
  played.noMoreBets().key({ key: "take-back", round: 1 }).noMoreBets().cards("2h 7d 4c 2s");
  expect(played.verdictTexts()).toEqual(["1 result banca wins certified"]);
});

it("takes the answer that the bets were not closed for their closing, once the card that it was about is burnt", () => {
  const played = new PlayedDeal(idealRules("cl/punto-y-banca", [])).ready().cards("5c");
  played.key({ key: "no-more-bets", said: false }).cards("2h");
  played.key({ key: "put-right", round: 1, cards: [1], to: "burnt" }, "jefe-de-mesa");
  expect([played.refusal, played.due()]).toEqual([null, ["card banca"]]);
  played.cards("7d 4c 2s");
  expect(played.verdictTexts()).toEqual(["1 result banca wins reported card-by-word"]);
});

it("asks once only whether the bets were closed, whatever is put right and taken back behind the answer", () => {
  const played = new PlayedDeal(idealRules("cl/punto-y-banca", [])).ready().cards("2h");
  played.key({ key: "no-more-bets", said: false });
  played.key({ key: "put-right", round: 1, cards: [1], to: "burnt" }, "jefe-de-mesa");
  played.key({ key: "take-back", round: 1 }, "jefe-de-mesa");
  expect(played.refusal).toBeNull();
  expect(played.table.durable.deal?.isCallAsked).toBeUndefined();
  expect(played.table.durable.tasks.map(({ about }) => about)).not.toContain("bets-call-open");
});

describe("a word that cannot have been said in the round as it is now", () => {
  it("is told with the correction that drops it, and before it is sent", () => {
    const played = new PlayedDeal(idealRules("cl/black-jack")).ready();
    played
      .key({ key: "seats", seats: [1, 2] })
      .noMoreBets()
      .cards("10h 9h 5d 10c 9s");
    const stand = { key: "move", round: 1, who: "seat-1", move: "stand" } as const;
    played.key(stand);
    played.key({ key: "put-right", round: 1, cards: [1], to: "burnt" }, "jefe-de-mesa");
    expect(played.refusal).toBeNull();
    expect(played.records.at(-1)).toMatchObject({ kind: "deal", what: "moved", unsaid: [stand] });
    const { family, pack } = played.rules;
    const before = { ...played.table.durable, deal: EMPTY_DEAL };
    const lines = family.view.followsText?.(played.records.slice(-1), before, pack);
    expect(lines?.map(({ es }) => es)).toContain("se deshace: plaza 1: se planta");
  });
});

it("burns the stuck card that was chosen, wherever it lies in its hand once another one is put right", () => {
  const played = new PlayedDeal(idealRules("cl/black-jack")).ready().key({ key: "seats", seats: [1, 2] });
  played.cards("2c").noMoreBets().cards("3d 4d Ac 3s 5d 2h 2s");
  played.observe({ o: "cards-stuck", atLeast: 2 }).cards("6s 5c");
  played.key({ key: "move", round: 1, who: "seat-1", move: "burn", cards: [4] });
  played.key({ key: "put-right", round: 1, cards: [7], to: "burnt" }, "jefe-de-mesa");
  const [hand] = played.table.durable.deal?.hands ?? [];
  expect(hand?.cards.map(({ face }) => face)).toEqual(["3d", "3s", "2h", "5c"]);
});
