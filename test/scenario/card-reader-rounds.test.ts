import { describe, expect, it } from "vitest";
import type { ReaderName } from "../../drivers/shoe/reader/abilities.ts";
import type { Face } from "../../src/cards/card.ts";
import { CardReaderTable } from "../support/card-reader-table.ts";

/**
 * Rounds of punto y banca at tables whose reader sees only the cards that are shown to it: from its bytes to the records. It does not
 * know how many cards the shoe holds, so it can never say that the material is in order, and a person says when it is not; what it
 * does see of that keeps a round from being certified all the same.
 */

const READERS: readonly ReaderName[] = ["card-barcode", "card-rfid", "card-camera"];
/** How the law has them: decks, cards burnt out of a new shoe, whether hands are dealt face down and then turned. */
const TABLES = [
  { rulebook: "cl/punto-y-banca", decks: 8, burns: 0, isFaceDown: false },
  { rulebook: "cl/midi-punto-y-banca", decks: 8, burns: 0, isFaceDown: true },
  { rulebook: "es-cb/punto-y-banca", decks: 6, burns: 3, isFaceDown: true },
  { rulebook: "es-cb/mini-punto-y-banca", decks: 6, burns: 3, isFaceDown: true },
  { rulebook: "es-pv/punto-y-banca", decks: 6, burns: 3, isFaceDown: true },
] as const;

const FIRST: readonly Face[] = ["9h", "Kd", "9s", "6c"];
const SECOND: readonly Face[] = ["4h", "Qd", "5s", "7c"];

const BURNT: readonly Face[] = ["2h", "3h", "Jh"];

function play(table: CardReaderTable, faces: readonly Face[], isFaceDown = false): CardReaderTable {
  table.key("no-more-bets").show(...faces);
  if (isFaceDown) table.turn("punto").turn("banca");
  return table.collect();
}

const verdicts = ({ records }: CardReaderTable): readonly unknown[] =>
  records.flatMap(({ body }) =>
    body.kind === "result"
      ? [body.certainty.level]
      : body.kind === "undecided" || body.kind === "void"
        ? [body.kind]
        : [],
  );

const undecided = ({ records }: CardReaderTable): readonly unknown[] =>
  records.flatMap(({ body }) =>
    body.kind === "undecided"
      ? [{ because: body.because, ...("rules" in body.seen ? { rules: body.seen["rules"] } : {}) }]
      : [],
  );

describe.each(TABLES)("a table of $rulebook", ({ rulebook, decks, burns, isFaceDown }) => {
  it.each(READERS)("with a %s certifies rounds in which nothing was out of order", (reader) => {
    const burnt = BURNT.slice(0, burns);
    const table = new CardReaderTable(rulebook, reader, decks, [...burnt, ...FIRST, ...SECOND]);
    table.show(...burnt);
    for (const faces of [FIRST, SECOND]) play(table, faces, isFaceDown);
    expect(verdicts(table)).toEqual(["certified", "certified"]);
    expect(table.records.filter(({ body }) => body.kind === "fault")).toEqual([]);
  });
});

describe("a card that there cannot be", () => {
  it("keeps a round from being certified: a tag that was shown in the round before", () => {
    const table = new CardReaderTable("cl/punto-y-banca", "card-rfid", 8, []);
    expect(verdicts(play(play(table, FIRST), ["4h", "Qd", "9h", "7c"]))).toEqual(["certified", "undecided"]);
    // It may be the card of before that lies there again: which cards the round has is no longer known.
    expect(undecided(table)).toEqual([{ because: ["cards-missed"] }]);
  });

  it.each(["card-barcode", "card-camera"] as const)(
    "keeps a round from being certified: a ninth nine of hearts out of eight decks, by a %s",
    (reader) => {
      const rounds = Array.from({ length: 9 }, () => FIRST);
      const table = new CardReaderTable("cl/punto-y-banca", reader, 8, rounds.flat());
      for (const faces of rounds) play(table, faces);
      expect(verdicts(table)).toEqual([...rounds.slice(1).map(() => "certified"), "undecided"]);
      expect(undecided(table)).toEqual([{ because: ["left-to-a-person"], rules: "faulty-material" }]);
    },
  );
});
