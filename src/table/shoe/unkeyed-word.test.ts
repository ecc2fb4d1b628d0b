import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Move } from "../../people/keys.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/**
 * Who may ask for a card stands, nobody keys it, and the next card is another hand's. By the cards alone nobody can tell: it is asked
 * before the deal goes past that hand.
 */

const say = (played: PlayedDeal, who: string, move: Move): PlayedDeal =>
  played.key({ key: "move", round: played.table.durable.round, who, move });
const seated = (game: string, seats: readonly number[], house: readonly string[] = []): PlayedDeal =>
  new PlayedDeal(idealRules(game, house)).ready().key({ key: "seats", seats });
const lies = ({ table: { durable } }: PlayedDeal): string[] =>
  (durable.deal?.hands ?? []).map(({ id, cards }) => `${id} ${cards.map(({ face }) => face).join(" ")}`);
/** What is due, but for what else a hand may have said in place of asking for its card. */
const due = (played: PlayedDeal): string[] => played.due().map((one) => one.replace(/(asked stood) .*/, "$1"));

describe.each(["cl/black-jack", "cl/canal-21", "es-pv/black-jack"])("%s", (game) => {
  const burn = game.startsWith("cl/") ? "2c" : "2c 3c 4c 5c 6c";
  const dealt = (seats: readonly number[], cards: string, house: readonly string[] = []): PlayedDeal =>
    seated(game, seats, house).cards(burn).noMoreBets().cards(cards);

  it("asks before a hand is lost by a card that nobody keyed: it is the bank's where the hand had stood", () => {
    const played = dealt([1], "10h 10d 8c 6c");
    expect([due(played), played.verdictTexts()]).toEqual([["move seat-1 asked stood"], []]);
    // A card that is asked for now is no answer.
    expect(say(played, "seat-1", "card").refusal).toBe("no-such-move");
    say(played, "seat-1", "stood").cards("5h");
    expect(lies(played)).toEqual(["seat-1 10h 8c", "bank 10d 6c 5h"]);
    expect(played.verdictTexts()).toEqual(["1 result seat-1 loses reported card-by-word"]);
    expect(say(dealt([1], "10h 10d 8c 6c"), "seat-1", "asked").verdictTexts()).toEqual([
      "1 result seat-1 loses certified",
    ]);
  });

  it("asks at 21 too, keeps what leaves meanwhile, and gives it to whom it was dealt", () => {
    const played = dealt([1, 2], "10h 9h 10d 5c 9d 6c 3c");
    expect(due(played)).toEqual(["move seat-1 asked stood"]);
    const had = say(dealt([1, 2], "10h 9h 10d 5c 9d 6c 3c"), "seat-1", "asked");
    expect([lies(had), due(had)[0]]).toEqual([
      ["seat-1 10h 5c 6c", "seat-2 9h 9d 3c", "bank 10d"],
      "move seat-2 asked stood",
    ]);
    say(played, "seat-1", "stood");
    expect([lies(played), due(played)[0]]).toEqual([
      ["seat-1 10h 5c", "seat-2 9h 9d 6c", "bank 10d"],
      "move seat-2 asked stood",
    ]);
    say(played, "seat-2", "stood");
    expect(lies(played)).toEqual(["seat-1 10h 5c", "seat-2 9h 9d", "bank 10d 6c 3c"]);
    expect(played.verdictTexts()).toEqual(["1 result seat-1 loses seat-2 loses reported card-by-word"]);
  });

  it("asks of each card that nobody keyed, when the hand had stood before the last one", () => {
    // Seat 1 stood on 12, nobody keyed it, and seat 2 drew 4 and 6.
    const played = say(dealt([1, 2], "10h 9h 10d 2c 3d 4h 6d"), "seat-1", "stood");
    expect([lies(played), due(played)]).toEqual([
      ["seat-1 10h 2c 4h", "seat-2 9h 3d", "bank 10d"],
      ["move seat-1 asked stood"],
    ]);
    say(played, "seat-1", "stood");
    expect([lies(played)[1], due(played)[0]]).toEqual(["seat-2 9h 3d 4h 6d", "move seat-2 asked stood"]);
    const drew = say(say(dealt([1, 2], "10h 9h 10d 2c 3d 4h 6d"), "seat-1", "stood"), "seat-1", "asked");
    expect([lies(drew).slice(0, 2), due(drew)[0]]).toEqual([
      ["seat-1 10h 2c 4h", "seat-2 9h 3d 6d"],
      "card seat-2",
    ]);
  });

  it("asks of a card behind which a stand was keyed: it may have been said before that card", () => {
    // Seat 1 stood on 15, the 3 is seat 2's, and the croupier keys the stand behind it.
    const late = (): PlayedDeal => say(dealt([1, 2], "10h 10s 10d 5h 6h 3d"), "seat-1", "stand");
    expect(due(late())[0]).toBe("move seat-1 asked stood");
    const played = say(late(), "seat-1", "stood");
    expect(lies(played)).toEqual(["seat-1 10h 5h", "seat-2 10s 6h 3d", "bank 10d"]);
    say(say(played, "seat-2", "stand"), "seat-2", "asked").cards("7c");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 loses seat-2 wins reported card-by-word"]);
    const drew = say(say(late(), "seat-1", "asked"), "seat-2", "stand").cards("7c");
    expect(drew.verdictTexts()).toEqual(["1 result seat-1 wins seat-2 loses certified"]);
    const keyed = say(say(dealt([1, 2], "10h 10s 10d 5h 6h"), "seat-1", "card").cards("3d"), "seat-1", "stand");
    expect(due(keyed)[0]).toBe("card seat-2");
  });

  it("asks once more where carta was keyed behind its card: it is said for one card at most", () => {
    // Seat 1 drew the 3 and stood; carta is keyed behind the 3, the stand never. The 2 is seat 2's.
    const late = (): PlayedDeal => say(dealt([1, 2], "10h 10s 10d 5h 6h 3d"), "seat-1", "card");
    expect(due(say(late(), "seat-1", "stand"))[0]).toBe("card seat-2");
    const played = late().cards("2s");
    expect(due(say(played, "seat-1", "stand"))[0]).toBe("move seat-1 asked stood");
    say(played, "seat-1", "stood");
    expect(lies(played)).toEqual(["seat-1 10h 5h 3d", "seat-2 10s 6h 2s", "bank 10d"]);
    // Both words are keyed behind the 2.
    const both = dealt([1, 2], "10h 10s 10d 5h 6h 3d 2s");
    expect(due(say(say(both, "seat-1", "card"), "seat-1", "stand"))[0]).toBe("move seat-1 asked stood");
  });

  it("takes a split that nobody keyed where it was said, whatever was keyed behind it", () => {
    // 6 and 6 are split: 8 and 5 are the first hand's, 5 and 10 the other's.
    const split = (): PlayedDeal => say(dealt([1, 2], "6d 9d 5c 6c 7h 8c"), "seat-1", "card").cards("5s");
    const asked = (): PlayedDeal => say(split(), "seat-1", "asked");
    expect(asked().due()[0]).toMatch(/^move seat-1 asked stood .*split/);
    const played = say(asked(), "seat-1", "split");
    expect(lies(played)).toEqual(["seat-1 6d 8c 5s", "seat-2 9d 7h", "bank 5c", "seat-1.2 6c"]);
    say(say(played, "seat-1", "stand").cards("5h"), "seat-1.2", "card").cards("10s");
    say(played, "seat-2", "stand").cards("Kd 9h");
    expect(played.verdictTexts()).toEqual([
      "1 result seat-1 wins seat-1.2 wins seat-2 wins reported card-by-word",
    ]);
    const whole = say(asked(), "seat-1", "asked");
    expect([lies(whole)[0], due(whole)[0]]).toEqual(["seat-1 6d 6c 8c 5s", "card seat-2"]);
  });

  it("takes what was answered back until the next card", () => {
    const played = say(dealt([1], "10h 10d 8c 6c"), "seat-1", "stood");
    played.key({ key: "take-back", round: 1 });
    expect([played.refusal, due(played)]).toEqual([null, ["move seat-1 asked stood"]]);
    say(played, "seat-1", "stood").cards("2h").key({ key: "take-back", round: 1 });
    expect(played.refusal).toBe("too-late-to-take-back");
  });

  it("asks nothing below 21, of a card that was keyed, and where the house takes every card as asked for", () => {
    expect(due(dealt([1], "10h 10d 3c 6c"))[0]).toBe("card seat-1");
    const keyed = say(dealt([1], "10h 10d 8c"), "seat-1", "card").cards("6c");
    const house = dealt([1], "10h 10d 8c 6c", ["unkeyed-card-was-asked-for"]);
    const replayed = new PlayedDeal({ ...idealRules(game), takesUnkeyed: true })
      .ready()
      .key({ key: "seats", seats: [1] })
      .cards(burn)
      .noMoreBets()
      .cards("10h 10d 8c 6c");
    for (const played of [keyed, house, replayed])
      expect(played.verdictTexts()).toEqual(["1 result seat-1 loses certified"]);
  });
});

describe.each(["cl/black-jack", "es-cb/black-jack"])(
  "%s, where a black-jack is paid at once while it asks",
  (game) => {
    const burn = game.startsWith("cl/") ? "2c" : "2c 3c 4c 5c 6c";
    const dealt = (): PlayedDeal => seated(game, [1, 2]).cards(burn).noMoreBets().cards("10h Ks Ah 5h As 6c");

    it("takes the word before the answer: it gives nobody a card", () => {
      const played = say(dealt(), "seat-2", "even-money");
      expect(played.refusal).toBeNull();
      say(played.cards("Kd"), "seat-1", "asked");
      expect(played.verdictTexts()).toEqual(["1 result seat-1 loses seat-2 wins certified"]);
      const back = say(dealt(), "seat-2", "even-money").key({ key: "take-back", round: 1 });
      expect(say(back.cards("Kd"), "seat-1", "asked").verdictTexts()).toEqual([
        "1 result seat-1 loses seat-2 ties certified",
      ]);
    });

    it("takes it no more once the bank's card lies there", () => {
      expect(say(dealt().cards("Kd"), "seat-2", "even-money").refusal).toBe("no-such-hand");
      const stood = say(say(dealt(), "seat-2", "even-money"), "seat-1", "stood");
      expect(lies(stood)).toEqual(["seat-1 10h 5h", "seat-2 Ks As", "bank Ah 6c"]);
      expect(stood.verdictTexts()).toEqual([
        "1 result seat-1 loses seat-2 wins-black-jack reported card-by-word",
      ]);
    });
  },
);

describe("cl/black-jack, where cards left while a person decided", () => {
  const JEFE = "jefe-de-mesa";
  const decided = (cards: string, meanwhile: string): PlayedDeal => {
    const played = seated("cl/black-jack", [1, 2]).cards("2c").noMoreBets().cards(cards);
    played.key({ key: "declare", round: 1, rule: "player-disagreement" }, JEFE).cards(meanwhile);
    return played.key({ key: "resolve", round: 1, outcome: "goes-on" }, JEFE);
  };

  it("asks about the second of two for one hand, which its first did not ask for", () => {
    const played = decided("5c 6c 7h 5d 6d", "5h 6s");
    expect([lies(played)[0], due(played)]).toEqual(["seat-1 5c 5d 5h 6s", ["move seat-1 asked stood"]]);
  });

  it("takes the answer where the card was dealt, not where it left", () => {
    const dealt = (): PlayedDeal => decided("10c 6c 7h 5d 6d", "6s");
    const played = say(dealt(), "seat-1", "stood");
    expect([played.refusal, lies(played)]).toEqual([null, ["seat-1 10c 5d", "seat-2 6c 6d 6s", "bank 7h"]]);
    expect(due(say(dealt(), "seat-1", "asked"))[0]).toBe("card seat-2");
  });
});

describe("cl/black-jack, where the cards left with bets open", () => {
  it("takes the answer behind the words that closed them", () => {
    const played = new PlayedDeal(idealRules("cl/black-jack")).ready().key({ key: "seats", seats: [1] });
    played.cards("2c").cards("10h 10d 8c 6c").noMoreBets();
    expect(due(played)).toEqual(["move seat-1 asked stood"]);
    say(played, "seat-1", "stood");
    expect([played.refusal, lies(played)]).toEqual([null, ["seat-1 10h 8c", "bank 10d 6c"]]);
  });
});

describe("cl/black-jack, where two cards left together and one was burnt", () => {
  const burnt = (): PlayedDeal => {
    const played = seated("cl/black-jack", [1, 2]).cards("2c").noMoreBets().cards("10c 6c 7h 5d 6d");
    played.observe({ o: "cards-stuck", atLeast: 2 }).cards("6s 4s");
    return played.key({ key: "move", round: 1, who: "seat-1", move: "burn", cards: [3] });
  };

  it("asks of the hand that has a card, and nothing of the one that the other card had been dealt to", () => {
    expect(due(burnt())).toEqual(["move seat-1 asked stood"]);
    const played = say(burnt(), "seat-1", "asked");
    expect([lies(played)[0], due(played)[0]]).toEqual(["seat-1 10c 5d 6s", "card seat-2"]);
  });
});

describe("cl/black-jack, where the card that is asked about was not dealt when it left", () => {
  it("asks once of two cards that nobody keyed, where the second was asked for", () => {
    const played = seated("cl/black-jack", [1, 2]).cards("2c").noMoreBets().cards("10h 9h 10d 2c 3d 4h 6d");
    expect(due(say(played, "seat-1", "asked"))[0]).toBe("card seat-2");
    // The first of them was read late, and carta is keyed behind the second.
    const unread = seated("cl/black-jack", [1, 2]).cards("2c").noMoreBets().cards("10h 9h 10d 2c 3d");
    unread.unread().cards("6d");
    for (const role of ["croupier", "jefe-de-mesa"] as const)
      unread.key({ key: "card-is", round: 1, n: 6, face: "4h" }, role);
    say(say(unread, "seat-1", "card"), "seat-1", "asked");
    expect([unread.refusal, due(unread)[0]]).toEqual([null, "card seat-2"]);
  });

  it("takes the answer about a stuck card where somebody says which of them is burnt", () => {
    // 9 and 2 stick together for seat 1, the 9 is burnt; the 2 makes 21, and nobody keyed that he had asked.
    const burnt = (): PlayedDeal => {
      const played = seated("cl/black-jack", [1, 2]).cards("2c").noMoreBets().cards("10c 6c 7h 9d 6d");
      played.observe({ o: "cards-stuck", atLeast: 2 }).cards("9h 2s");
      return played.key({ key: "move", round: 1, who: "seat-1", move: "burn", cards: [2] });
    };
    expect(due(burnt())).toEqual(["move seat-1 asked stood"]);
    const asked = say(burnt(), "seat-1", "asked");
    expect([asked.refusal, lies(asked)[0], due(asked)[0]]).toEqual([null, "seat-1 10c 9d 2s", "card seat-2"]);
    const stood = say(burnt(), "seat-1", "stood");
    expect([stood.refusal, lies(stood).slice(0, 2)]).toEqual([null, ["seat-1 10c 9d", "seat-2 6c 6d 2s"]]);
  });

  it("asks of each card that waited for a name once, in their order", () => {
    const played = seated("cl/black-jack", [1, 3]).cards("2c").noMoreBets().cards("Qc Ad 8d 8s");
    const name = (n: number, face: "Ac" | "Ad"): void => {
      for (const role of ["croupier", "jefe-de-mesa"] as const)
        played.key({ key: "card-is", round: 1, n, face }, role);
    };
    // Seat 1 stood on 18; seat 3 splits its aces and gets an ace and a 6 that nobody keyed.
    played.unread().unread();
    name(5, "Ac");
    played.cards("6c 2d");
    name(6, "Ad");
    played.cards("7c");
    for (let asked = 0; asked < 2; asked++) {
      expect(due(played)[0]).toMatch(/^move seat-1 asked stood/);
      say(played, "seat-1", "stood");
    }
    say(say(played, "seat-3", "stand"), "seat-3", "asked");
    expect(due(played)).toEqual(["move seat-3 asked stood"]);
    say(played, "seat-3", "stood");
    expect([lies(played)[1], due(played)[0]]).toEqual(["seat-3 Ad Ac Ad 6c", "move seat-3 asked stood"]);
  });
});

describe.each(["es-as/chemin-de-fer", "es-cb/chemin-de-fer", "es-pv/chemin-de-fer"])("%s", (game) => {
  const dealt = (cards: string): PlayedDeal =>
    new PlayedDeal(idealRules(game)).ready().noMoreBets().cards(cards);

  it("asks nothing before a card that was set aside has its successor", () => {
    const played = dealt("2h 2d 3c 2s").observe({ o: "face-up", where: "exit" }).cards("9h");
    expect(due(played)[0]).toBe("card punto");
    expect(due(played.cards("5h"))).toEqual(["move punto asked stood"]);
  });

  it("gives the banker the card that the punto had not asked for, and asks the banker of his own", () => {
    const played = dealt("2h 2d 3c 2s 9h");
    expect(due(played)).toEqual(["move punto asked stood"]);
    say(say(played, "punto", "stood"), "banca", "asked")
      .turn("punto")
      .turn("banca");
    expect(lies(played)).toEqual(["punto 2h 3c", "banca 2d 2s 9h"]);
    expect(played.verdictTexts()).toEqual(["1 result punto wins reported card-by-word"]);
    const asked = say(say(dealt("2h 2d 3c 2s 9h"), "punto", "asked"), "banca", "stand")
      .turn("punto")
      .turn("banca");
    expect(asked.verdictTexts()).toEqual(["1 result round ties certified"]);
  });
});

describe.each(["es-as/bacarra-a-dos-panos", "es-cb/bacarra-a-dos-panos", "es-pv/bacarra-a-dos-panos"])(
  "%s, a cloth that laid its eight down, which nobody keyed",
  (game) => {
    /** 8 and 4 against 6: the next card is the second cloth's. */
    const laid = (): PlayedDeal => {
      const played = new PlayedDeal(idealRules(game)).ready().noMoreBets().cards("5h 2d 3c 3h 2s 3d 5c");
      return say(played, "cloth-1", "lay-down");
    };

    it("lies open once it is said, and the card is the other cloth's", () => {
      const played = laid();
      expect([played.refusal, lies(played)[0], due(played)]).toEqual([
        null,
        "cloth-1 5h 3h",
        ["move cloth-2 asked stood"],
      ]);
      say(say(played, "cloth-2", "asked"), "banca", "stand")
        .turn("cloth-2")
        .turn("banca");
      expect(played.verdictTexts()).toEqual(["1 result cloth-1 wins cloth-2 wins reported card-by-word"]);
    });

    it("has been seen: that is not taken back", () => {
      expect(laid().key({ key: "take-back", round: 1 }).refusal).toBe("too-late-to-take-back");
    });
  },
);

describe("es-as/chemin-de-fer, eight that was turned without a word behind a nine that was not laid down", () => {
  const turned = (recorded: { readonly takesUnkeyed?: true } = {}): PlayedDeal => {
    const played = new PlayedDeal({ ...idealRules("es-as/chemin-de-fer"), ...recorded }).ready().noMoreBets();
    return say(played.cards("5h Kd 4c 8s"), "punto", "stand").turn("banca").turn("punto");
  };

  it("is asked about: he may have stood, too", () => {
    expect([turned().due(), turned().verdictTexts()]).toEqual([["move banca lay-down stand"], []]);
    expect(say(turned(), "banca", "lay-down").verdictTexts()).toEqual(["1 result banca wins certified"]);
    expect(say(turned(), "banca", "stand").verdictTexts()).toEqual(["1 result punto wins certified"]);
  });

  it("was laid down in a recording of a release that did not ask", () => {
    expect(turned({ takesUnkeyed: true }).verdictTexts()).toEqual(["1 result banca wins certified"]);
  });
});
