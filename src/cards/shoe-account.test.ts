import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FACES, type Face } from "./card.ts";
import { cardsIn, checkDecks, timesIn, timesInAll, type Deck } from "./decks.ts";
import {
  identifyUnreadCard,
  loadShoe,
  moveAll,
  moveCard,
  returnBlind,
  returnCard,
  shuffleRest,
  takeCard,
  takeUnread,
  countCards,
  withDecks,
  type ShoeAccount,
} from "./shoe-account.ts";
import { readEntry } from "./shoe-entry.ts";
import { takeAll, deck, decks, accountAfter, read, refusalOf } from "./shoe.test-help.ts";

/** How often a face can be inside: exactly so often unless cards left unread or came back blind. */
function insideOf(account: ShoeAccount, face: Face): { readonly atLeast: number; readonly atMost: number } {
  const out = account.out.map(readEntry);
  const known = timesInAll(account.decks, face) - out.filter((one) => one.face === face).length;
  const unread = out.filter((one) => one.face === null).length;
  const discarded = out.filter((one) => one.face === face && one.place === "discard").length;
  return { atLeast: Math.max(0, known - unread), atMost: known + Math.min(account.blind, discarded) };
}

describe("decks", () => {
  it("count their cards with jokers and without what was removed", () => {
    expect(cardsIn(decks(6))).toBe(312);
    expect(cardsIn([deck("1", { jokers: 1 })])).toBe(53);
    expect(cardsIn([deck("1", { pack: 32 })])).toBe(32);
    expect(cardsIn([deck("1", { pack: 28, removed: ["As"] })])).toBe(27);
    expect(FACES.reduce((sum, face) => sum + timesIn(deck("1", { pack: 28 }), face), 0)).toBe(28);
    expect(timesIn(deck("1", { pack: 32 }), "7c")).toBe(1);
    expect(timesIn(deck("1", { pack: 28 }), "7c")).toBe(0);
    expect(timesIn(deck("1", { jokers: 2, removed: ["joker"] }), "joker")).toBe(1);
  });

  it("that cannot be a shoe are refused", () => {
    expect(() => loadShoe([])).toThrow(/0 decks/);
    expect(() => loadShoe(decks(9))).toThrow(/9 decks/);
    expect(() => loadShoe([deck("1"), deck("1")])).toThrow(/one name/);
    expect(() => checkDecks([deck("1", { pack: 28, removed: ["2c"] })])).toThrow(/deck 1/);
    expect(() => checkDecks([deck("1", { removed: ["2c", "2c"] })])).toThrow(/removed/);
  });
});

describe("a card that leaves", () => {
  it("is refused when its face has left more often than the decks allow", () => {
    const six = takeAll(loadShoe(decks(6)), "As", "As", "As", "As", "As", "As");
    expect(refusalOf(takeCard(six, read("As")))).toBe("face-too-often");
    expect(refusalOf(takeCard(six, read("Ad")))).toBe("ok");
    const refused = takeCard(six, read("As"));
    expect(refused.account).toBe(six);
  });

  it("is refused when no deck has it", () => {
    expect(refusalOf(takeCard(loadShoe([deck("1")]), read("joker")))).toBe("face-not-loaded");
    expect(refusalOf(takeCard(loadShoe([deck("1", { pack: 32 })]), read("6c")))).toBe("face-not-loaded");
    expect(refusalOf(takeCard(loadShoe([deck("1", { removed: ["6c"] })]), read("6c")))).toBe("face-not-loaded");
    const withJoker = loadShoe([deck("1", { jokers: 1 })]);
    expect(refusalOf(takeCard(takeAll(withJoker, "joker"), read("joker")))).toBe("face-too-often");
  });

  it("is refused when it is the very card that is already out", () => {
    const once = accountAfter(takeCard(loadShoe(decks(6)), read("As", { id: "C-0001" })));
    expect(refusalOf(takeCard(once, read("As", { id: "C-0001" })))).toBe("physical-card-twice");
    expect(refusalOf(takeCard(once, read("As", { id: "C-0002" })))).toBe("ok");
    expect(refusalOf(takeCard(once, read("Ks", { id: "C-0001" })))).toBe("identity-contradicted");
  });

  it("is the same card when deck and face are", () => {
    const once = accountAfter(takeCard(loadShoe(decks(6)), read("As", { deck: "3" })));
    expect(refusalOf(takeCard(once, read("As", { deck: "3" })))).toBe("physical-card-twice");
    expect(refusalOf(takeCard(once, read("As", { deck: "4" })))).toBe("ok");
    expect(refusalOf(takeCard(once, read("As", { deck: "7" })))).toBe("unknown-deck");
  });

  it("must have a back that is loaded, its deck's own, and not too many of it", () => {
    const six = loadShoe(decks(6));
    expect(refusalOf(takeCard(six, read("As", { back: "green" })))).toBe("unknown-back");
    expect(refusalOf(takeCard(six, read("As", { back: "blue", deck: "1" })))).toBe("deck-of-other-back");
    expect(refusalOf(takeCard(loadShoe([deck("1")]), read("As", { back: "green" })))).toBe("ok");
    let now = six;
    for (let n = 0; n < 2; n++) now = accountAfter(takeCard(now, read("As", { back: "red" })));
    now = accountAfter(takeCard(now, read("As", { deck: "5", back: "red" })));
    expect(refusalOf(takeCard(now, read("As", { back: "red" })))).toBe("face-too-often");
    expect(refusalOf(takeCard(now, read("As", { deck: "1" })))).toBe("face-too-often");
    expect(refusalOf(takeCard(now, read("As", { back: "blue" })))).toBe("ok");
    expect(refusalOf(takeCard(now, read("As")))).toBe("ok");
  });

  it("is refused when all that was loaded is out", () => {
    let now = loadShoe([deck("1", { pack: 28 })]);
    for (let n = 0; n < 28; n++) now = accountAfter(takeUnread(now, n % 2 === 0 ? "table" : "burnt"));
    expect(refusalOf(takeUnread(now))).toBe("more-cards-than-loaded");
    expect(refusalOf(takeCard(now, read("As")))).toBe("more-cards-than-loaded");
    expect(countCards(now)).toMatchObject({ inside: 0, table: 14, burnt: 14, unread: 28 });
  });

  it("may be named later", () => {
    const unread = accountAfter(takeUnread(takeAll(loadShoe([deck("1")]), "Ks"), "burnt"));
    expect(refusalOf(identifyUnreadCard(unread, read("Ks"), "burnt"))).toBe("face-too-often");
    expect(refusalOf(identifyUnreadCard(unread, read("As"), "table"))).toBe("not-there");
    const named = accountAfter(identifyUnreadCard(unread, read("As"), "burnt"));
    expect(countCards(named)).toMatchObject({ burnt: 1, unread: 0, inside: 50 });
    expect(refusalOf(takeCard(named, read("As")))).toBe("face-too-often");
  });
});

describe("cards that move and come back", () => {
  it("go from the table to the discard, and back inside", () => {
    const round = takeAll(loadShoe([deck("1")]), "As", "Ks", "Qs");
    const settled = moveAll(round, "table", "discard");
    expect(countCards(settled)).toMatchObject({ inside: 49, table: 0, discard: 3 });
    expect(refusalOf(returnBlind(settled, 4))).toBe("not-there");
    const back = accountAfter(returnBlind(settled, 3));
    expect(countCards(back)).toMatchObject({ inside: 52, discard: 0 });
    expect(back).toMatchObject({ out: [], blind: 0, taken: 3, returned: 3 });
    expect(refusalOf(takeCard(back, read("As")))).toBe("ok");
    expect(() => returnBlind(settled, -1)).toThrow(RangeError);
  });

  it("that came back nobody knows which may leave again, but not more of them than came back", () => {
    const settled = moveAll(takeAll(loadShoe([deck("1")]), "As", "Ks", "Qs"), "table", "discard");
    const blind = accountAfter(returnBlind(settled, 1));
    expect(countCards(blind)).toMatchObject({ inside: 50, discard: 2 });
    const again = accountAfter(takeCard(blind, read("Ks")));
    expect(countCards(again)).toMatchObject({ inside: 49, discard: 2, table: 1 });
    expect(again.blind).toBe(0);
    expect(refusalOf(takeCard(again, read("Qs")))).toBe("face-too-often");
    expect(refusalOf(moveCard(blind, "As", "discard", "removed"))).toBe("not-there");
    expect(refusalOf(returnCard(blind, "As", "discard"))).toBe("not-there");
  });

  it("a physical card that came back blind is known again by its identity", () => {
    const once = accountAfter(takeCard(loadShoe(decks(6)), read("As", { id: "C-1" })));
    const settled = moveAll(takeAll(once, "Ks"), "table", "discard");
    const blind = accountAfter(returnBlind(settled, 1));
    const again = accountAfter(takeCard(blind, read("As", { id: "C-1" })));
    expect(again.blind).toBe(0);
    expect(again.out.map((text) => readEntry(text).face)).toEqual(["Ks", "As"]);
  });

  it("one card moves or returns by its face", () => {
    const round = takeAll(loadShoe([deck("1")]), "As", "Ks");
    const burnt = accountAfter(moveCard(round, "As", "table", "burnt"));
    expect(countCards(burnt)).toMatchObject({ table: 1, burnt: 1, inside: 50 });
    expect(refusalOf(moveCard(burnt, "As", "table", "burnt"))).toBe("not-there");
    const back = accountAfter(returnCard(burnt, "As", "burnt"));
    expect(countCards(back)).toMatchObject({ table: 1, burnt: 0, inside: 51 });
    expect(refusalOf(returnCard(back, "As", "burnt"))).toBe("not-there");
  });
});

describe("a shoe that is found to hold other decks", () => {
  const [red, blue] = decks(2) as [Deck, Deck];

  it("has the cards that left still out, as long as nobody knew of which deck they were", () => {
    const left = accountAfter(takeUnread(accountAfter(takeCard(loadShoe([red]), read("As"))), "burnt"));
    const other = withDecks(left, [blue]);
    expect(other).toEqual({ ...left, decks: [blue] });
    expect(refusalOf(takeCard(other!, read("As")))).toBe("face-too-often");
    expect(refusalOf(takeCard(other!, read("Ks", { back: "red" })))).toBe("unknown-back");
    expect(refusalOf(takeCard(other!, read("Ks", { back: "blue" })))).toBe("ok");
  });

  it("cannot be one from which a card of the first decks was seen to leave", () => {
    const unknown = accountAfter(takeUnread(loadShoe([red])));
    for (const known of [{ back: "red" }, { deck: red.id }])
      expect(withDecks(accountAfter(takeCard(unknown, read("As", known))), [blue])).toBeNull();
  });

  it("has at least as many cards as have left", () => {
    let now = loadShoe([red]);
    for (let cards = 0; cards < 28; cards++) now = accountAfter(takeUnread(now));
    const short = deck("3", { pack: 28 });
    expect(countCards(withDecks(now, [short])!)).toMatchObject({ inside: 0, table: 28 });
    expect(withDecks(accountAfter(takeUnread(now)), [short])).toBeNull();
    expect(() => withDecks(now, [])).toThrow(RangeError);
  });
});

describe("whatever is done", () => {
  /** A real shoe beside the account: physical cards that are somewhere. */
  interface Physical {
    readonly id: string;
    readonly deck: string;
    readonly back: string;
    readonly face: Face;
  }
  const step = fc.record({
    what: fc.constantFrom("take", "take", "take", "unread", "burn", "settle", "feed-back", "return", "shuffle"),
    pick: fc.nat(10_000),
    knows: fc.constantFrom("face", "back", "deck", "id", "all"),
  });

  it("an honest shoe is never refused, and the counts always add up", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        fc.array(step, { maxLength: 80 }),
        (count, few, steps) => {
          // With three faces a deck the same ones come and go all the time.
          const stored: Face[] = few ? ["As", "Ks", "7c"] : [...FACES];
          const loaded = decks(count).map((one) => ({
            ...one,
            removed: FACES.filter((face) => !stored.includes(face)),
          }));
          const within: Physical[] = loaded.flatMap(({ id, back }) =>
            stored.map((face) => ({ id: `${id}/${face}`, deck: id, back: back ?? "", face })),
          );
          const outside: Record<"table" | "burnt" | "discard", Physical[]> = {
            table: [],
            burnt: [],
            discard: [],
          };
          let now = loadShoe(loaded);
          for (const { what, pick, knows } of steps) {
            const { account, place } = { account: now, place: what === "burn" ? "burnt" : "table" } as const;
            if (what === "settle") {
              now = moveAll(now, "table", "discard");
              outside.discard.push(...outside.table.splice(0));
            } else if (what === "feed-back") {
              const cards = outside.discard.length === 0 ? 0 : pick % (outside.discard.length + 1);
              now = accountAfter(returnBlind(now, cards));
              // Which of them went back is the shoe's own secret.
              for (let n = 0; n < cards; n++)
                within.push(...outside.discard.splice((pick * (n + 7)) % outside.discard.length, 1));
            } else if (what === "shuffle") {
              now = shuffleRest(now);
              within.push(...outside.burnt.splice(0), ...outside.discard.splice(0));
            } else if (what === "return") {
              const [card] = outside.burnt;
              const known = now.out.map(readEntry).find((one) => one.place === "burnt");
              if (card === undefined || known === undefined) continue;
              now = accountAfter(returnCard(now, known.face, "burnt"));
              within.push(...outside.burnt.splice(0, 1));
            } else {
              const [card] = within.splice(pick % Math.max(1, within.length), 1);
              if (card === undefined) continue;
              outside[place].push(card);
              const tells = (name: string): boolean => knows === name || knows === "all";
              now = accountAfter(
                what === "unread"
                  ? takeUnread(account, place)
                  : takeCard(
                      account,
                      {
                        face: card.face,
                        id: tells("id") ? card.id : null,
                        deck: tells("deck") ? card.deck : null,
                        back: tells("back") ? card.back : null,
                      },
                      place,
                    ),
              );
            }
            const { loaded: total, inside, table, burnt, discard, removed } = countCards(now);
            expect(inside + table + burnt + discard + removed).toBe(total);
            expect(now.taken - now.returned).toBe(total - inside);
            expect({ inside, table, burnt, discard }).toEqual({
              inside: within.length,
              table: outside.table.length,
              burnt: outside.burnt.length,
              discard: outside.discard.length,
            });
            expect(JSON.parse(JSON.stringify(now))).toEqual(now);
          }
          for (const face of FACES) {
            const found = within.filter((card) => card.face === face).length;
            const { atLeast, atMost } = insideOf(now, face);
            expect(found >= atLeast && found <= atMost, face).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("a state given is not changed", () => {
    const start = loadShoe(decks(2));
    const text = JSON.stringify(start);
    const once = accountAfter(takeCard(start, read("As")));
    const onceText = JSON.stringify(once);
    accountAfter(returnBlind(moveAll(once, "table", "discard"), 1));
    expect(JSON.stringify(start)).toBe(text);
    expect(JSON.stringify(once)).toBe(onceText);
  });

  it("eight decks, all out and all identified, stay below 8 kB", () => {
    let now = loadShoe(decks(8));
    for (const { id, back } of now.decks) {
      for (const face of FACES)
        now = accountAfter(takeCard(now, { face, id: `a long bar code ${id} ${face}`, deck: id, back }));
    }
    expect(countCards(now)).toMatchObject({ inside: 0, table: 416 });
    expect(JSON.stringify(now).length).toBeLessThan(8_000);
    expect(() => readEntry("xAs")).toThrow(/damaged/);
    expect(() => readEntry("t-Zz")).toThrow(/damaged/);
  });
});
