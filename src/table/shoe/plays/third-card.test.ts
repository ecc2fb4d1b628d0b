import { describe, expect, it } from "vitest";
import { due } from "../../../cards/baccarat/duty.ts";
import { TABLEAUX } from "../../../../hw-sim/people/cards/law/tableaux.test-help.ts";
import type { Face } from "../../../cards/card.ts";
import { chemin, faceUp, MIDI } from "./table-games.test-help.ts";
import {
  advance,
  breachesOf,
  change,
  give,
  handAt,
  play,
  resultsOf,
  say,
  seatTable,
  totalsOf,
  turn,
  type Game,
  type Table,
} from "./play.test-help.ts";

const OF_VALUE: readonly Face[] = ["10h", "As", "2d", "3c", "4h", "5s", "6d", "7c", "8h", "9s"];
const card = (value: number): Face => OF_VALUE[value] ?? "joker";
const NINE = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The catalogues' tables once more, as they speak: on which third cards of the punto the banca draws, by its points. */
const DRAWS_ON = [NINE, NINE, NINE, [0, 1, 2, 3, 4, 5, 6, 7, 9], [2, 3, 4, 5, 6, 7], [4, 5, 6, 7], [6, 7], []];
const isOptional = (banca: number, third: number): boolean =>
  (banca === 3 && third === 9) || (banca === 5 && third === 4);

/** P B P B with these points. */
function four(game: Game, punto: number, banca: number, bound: readonly "banca"[] = []): Table {
  const start = seatTable(game, [], { bound });
  return [card(0), card(0), card(punto), card(banca)].reduce(give, start);
}
const next = (table: Table): string =>
  table.due === null
    ? "over"
    : table.due.card === null
      ? `turn ${table.due.turn.join(" ")}`
      : `${table.due.card.means === null ? "gets" : "may"} ${table.due.card.to}`;

describe("punto y banca: what is due for every total and every third card", () => {
  it.each(["cl/punto-y-banca", "es-cb/punto-y-banca", "es-pv/punto-y-banca"] as const)("%s", (id) => {
    const game = faceUp(id);
    for (const punto of NINE)
      for (const banca of NINE) {
        const table = four(game, punto, banca);
        expect(table.dealt).toEqual(["punto", "banca", "punto", "banca"]);
        expect(table.due?.moves ?? []).toEqual([]);
        if (punto >= 8 || banca >= 8) {
          expect(next(table)).toBe("over");
          continue;
        }
        if (punto >= 6) {
          expect(next(table)).toBe(banca <= 5 ? "gets banca" : "over");
          if (banca <= 5) expect(next(give(table, card(1)))).toBe("over");
          continue;
        }
        expect(next(table)).toBe("gets punto");
        expect(table.due?.card?.up).toBe(true);
        for (const third of NINE) {
          const after = give(table, card(third));
          expect(next(after), `banca ${banca}, third ${third}`).toBe(
            DRAWS_ON[banca]?.includes(third) === true ? "gets banca" : "over",
          );
          const end = after.due === null ? after : give(after, card(third));
          expect(end.due).toBeNull();
          expect(breachesOf(end)).toEqual([]);
        }
      }
  });

  it("the Chilean Baccarat: carta or no on five, and a banca's five that the text leaves open", () => {
    const game = faceUp("cl/baccarat");
    const five = four(game, 5, 2);
    expect(next(five)).toBe("may punto");
    expect(five.due).toMatchObject({ moves: [{ who: "punto", moves: ["card", "stand"] }], turn: [] });
    expect(next(play(five, "punto stand"))).toBe("gets banca");
    expect(next(play(five, "punto card"))).toBe("gets punto");
    expect(next(play(five, "2d"))).toBe("gets banca");
    for (const banca of [0, 1, 2, 3, 4]) expect(next(four(game, 6, banca))).toBe("gets banca");
    const open = four(game, 6, 5);
    expect(next(open)).toBe("may banca");
    expect(resultsOf(play(open, "banca stand"))).toEqual(["open banca-five-not-stated"]);
    expect(resultsOf(play(open, "3c"))).toEqual(["banca wins"]);
    expect(next(four(game, 6, 6))).toBe("over");
    expect(next(give(four(game, 3, 5), card(4)))).toBe("gets banca");
  });

  it("face down until turned (midi, mini): nothing is due but the turning", () => {
    const table = four(MIDI, 3, 4);
    expect(table.deal.hands.flatMap(({ cards }) => cards.map(({ face }) => face))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(next(table)).toBe("turn punto banca");
    const turned = turn(turn(table, "banca"), "punto");
    expect(next(turned)).toBe("gets punto");
    expect(totalsOf(turned)).toEqual({ punto: 3, banca: 4 });
    // Eight against four, and then against four and a six.
    expect(next(play(turned, "5s"))).toBe("gets banca");
    expect(resultsOf(play(turned, "5s 6d"))).toEqual(["punto wins"]);
  });
});

describe("chemin de fer", () => {
  const LAWS = ["es-as/chemin-de-fer", "es-cb/chemin-de-fer", "es-pv/chemin-de-fer"] as const;

  it.each(LAWS)("%s: the words and the cards alone lead a hidden deal, whatever lies in it", (id) => {
    const game = chemin(id);
    for (const punto of NINE)
      for (const banca of NINE) {
        const table = four(game, punto, banca);
        expect(table.due).toEqual({
          card: { to: "punto", up: true, packet: 1, means: { who: "punto", move: "card" } },
          moves: [{ who: "punto", moves: ["card", "stand"] }],
          turn: ["punto"],
          duty: { code: "choice", hand: "punto" },
        });
        const asked = say(table, "punto", "card");
        expect(asked.due).toEqual({
          card: { to: "punto", up: true, packet: 1, means: null },
          moves: [{ who: "banca", moves: ["lay-down"] }],
          turn: ["banca"],
          duty: { code: "third-card", hand: "punto" },
        });
        const stood = say(table, "punto", "stand");
        expect(stood.due).toMatchObject({
          card: { to: "banca", means: { who: "banca", move: "card" } },
          moves: [{ who: "banca", moves: ["card", "stand", "lay-down"] }],
          turn: ["banca"],
        });
        for (const third of NINE) {
          const given = give(asked, card(third));
          expect(give(table, card(third)).due).toEqual(given.due);
          expect(given.due).toEqual({
            card: { to: "banca", up: true, packet: 1, means: { who: "banca", move: "card" } },
            moves: [{ who: "banca", moves: ["card", "stand"] }],
            turn: [],
            duty: { code: "choice", hand: "banca" },
          });
          expect(next(give(given, card(1)))).toBe("turn punto banca");
        }
      }
  });

  it.each(LAWS)("%s: turned, the hands show who broke his table", (id) => {
    const game = chemin(id);
    const turned = (table: Table): Table => turn(turn(table, "punto"), "banca");
    for (let punto = 0; punto <= 7; punto++)
      for (let banca = 0; banca <= 7; banca++)
        for (const bound of [[], ["banca"]] as const) {
          const table = four(game, punto, banca, bound);
          const standing = play(table, "punto stand", "banca stand");
          expect(breachesOf(standing)).toEqual([]);
          const bancaHasTo = bound.length > 0 ? banca <= 5 : banca === 0;
          const whoStood = punto <= 4 ? ["punto"] : bancaHasTo ? ["banca"] : [];
          expect(breachesOf(turned(standing)), `${punto} ${banca} ${bound[0] ?? "free"}`).toEqual(whoStood);
          for (const third of NINE) {
            const drew = play(table, "punto card", card(third), "banca stand");
            const must =
              bound.length > 0
                ? DRAWS_ON[banca]?.includes(third) === true && !isOptional(banca, third)
                : banca === 0;
            expect(breachesOf(turned(drew))).toEqual(punto >= 6 ? ["punto"] : must ? ["banca"] : []);
            const both = give(give(table, card(third)), card(3));
            const mustNot =
              bound.length > 0 && DRAWS_ON[banca]?.includes(third) !== true && !isOptional(banca, third);
            expect(breachesOf(turned(both))).toEqual(punto >= 6 ? ["punto"] : mustNot ? ["banca"] : []);
          }
        }
  });

  it("a bound banca whose cards lie open needs no word, and agrees with the printed table everywhere", () => {
    const game = chemin("es-as/chemin-de-fer");
    const tableau = TABLEAUX["es-as/chemin-de-fer"];
    for (let punto = 0; punto <= 7; punto++)
      for (let banca = 0; banca <= 7; banca++)
        for (const bound of [[], ["banca"]] as const) {
          const shown = face(four(game, punto, banca, bound));
          check(shown, [card(0), card(punto)], [card(0), card(banca)]);
          const drawing = punto === 5 ? play(shown, "punto card") : shown;
          if (punto >= 6) continue;
          for (const third of NINE)
            check(give(drawing, card(third)), [card(0), card(punto), card(third)], [card(0), card(banca)]);
        }
    function check(table: Table, punto: Face[], banca: Face[]): void {
      const isBound = table.deal.bound.length > 0;
      const duty = due(
        tableau,
        { punto, banca, said: { punto: null, banca: null } },
        { punto: "bound", banca: isBound ? "bound" : "free" },
      );
      const same = { card: "gets", choice: "may", settle: "over", breach: "over", "initial-card": "" }[
        duty.duty
      ];
      const who = duty.duty === "card" ? ` ${duty.to}` : duty.duty === "choice" ? ` ${duty.who}` : "";
      expect(next(table), JSON.stringify(duty)).toBe(`${same}${who}`);
    }
  });

  /** Both hands turned up by an incident. */
  function face(table: Table): Table {
    const hands = table.deal.hands.map((hand) => ({
      ...hand,
      cards: hand.cards.map(({ n }) => ({ n, up: true, face: table.faces[n - 1] ?? null })),
    }));
    return advance({ ...table, deal: { ...table.deal, hands } });
  }

  it("naturals: laid down by the punto at once, by the banker after he spoke and instead of giving", () => {
    const game = chemin("es-as/chemin-de-fer");
    const punto = turn(four(game, 8, 3), "punto");
    expect(next(punto)).toBe("turn banca");
    expect(resultsOf(turn(punto, "banca"))).toEqual(["punto wins"]);
    const laid = play(four(game, 3, 8), "punto card", "banca lay-down");
    expect(next(laid)).toBe("turn banca");
    expect(resultsOf(play(laid, "turn banca", "turn punto"))).toEqual(["banca wins"]);
    expect(resultsOf(play(four(game, 7, 9), "punto stand", "turn banca", "turn punto"))).toEqual([
      "banca wins",
    ]);
    expect(breachesOf(play(laid, "turn banca", "turn punto"))).toEqual([]);
    // Not a natural after all: the card is still to be given.
    const wrong = play(four(game, 3, 7), "punto card", "banca lay-down", "turn banca");
    expect(next(wrong)).toBe("gets punto");
    // He gave the card: eight and nine are points like others, and may lose.
    const gave = play(four(game, 3, 8), "6d", "banca stand", "turn punto", "turn banca");
    expect(resultsOf(gave)).toEqual(["punto wins"]);
    expect(breachesOf(gave)).toEqual([]);
  });

  it("a natural that was not laid down in time ends nothing, even when it is seen", () => {
    const game = chemin("es-as/chemin-de-fer");
    const forgot = face(play(four(game, 9, 5), "punto stand"));
    expect(next(forgot)).toBe("may banca");
    const gave = face(play(four(game, 3, 9), "6d"));
    expect(next(gave)).toBe("may banca");
  });

  it.each(LAWS)("%s: a nine that was not laid down loses against an eight that was", (id) => {
    const end = (...script: string[]): readonly string[] =>
      resultsOf(play(four(chemin(id), 9, 8), ...script, "turn punto"));
    expect(end("punto stand", "banca lay-down", "turn banca")).toEqual(["banca wins"]);
    expect(end("punto card", "turn banca")).toEqual(["banca wins"]);
    expect(
      resultsOf(play(four(chemin(id), 9, 8), "punto stand", "banca stand", "turn banca", "turn punto")),
    ).toEqual(["punto wins"]);
    // Turned without a word he may have stood as well.
    const turned = play(four(chemin(id), 9, 8), "punto stand", "turn banca", "turn punto");
    expect(turned.due).toMatchObject({ duty: { code: "laid-down" }, card: null, turn: [] });
    expect(resultsOf(say(turned, "banca", "stand"))).toEqual(["punto wins"]);
    expect(resultsOf(say(turned, "banca", "lay-down"))).toEqual(["banca wins"]);
    expect(resultsOf(play(four(chemin(id), 9, 8), "turn punto", "turn banca"))).toEqual(["punto wins"]);
    expect(resultsOf(play(four(chemin(id), 9, 9), "punto stand", "turn banca", "turn punto"))).toEqual([
      "round ties",
    ]);
  });

  it("respects what a rule has a hand count", () => {
    const game = chemin("es-as/chemin-de-fer");
    const lost = change(four(game, 2, 7), "punto", { deemed: "natural" });
    expect(next(lost)).toBe("turn punto banca");
    expect(resultsOf(play(lost, "turn punto", "turn banca"))).toEqual(["punto wins"]);
    // He had drawn to nine before: only a natural stands against it.
    const late = change(play(four(game, 2, 4), "punto stand", "5s"), "punto", { deemed: "natural" });
    expect(resultsOf(play(late, "turn punto", "turn banca"))).toEqual(["punto wins"]);
    const both = change(four(game, 2, 9), "punto", { deemed: "natural" });
    expect(resultsOf(play(both, "turn punto", "turn banca"))).toEqual(["round ties"]);
    const nine = change(play(four(game, 2, 7), "punto card"), "punto", { deemed: 9 });
    expect(next(nine)).toBe("may banca");
    expect(resultsOf(play(nine, "banca stand", "turn punto", "turn banca"))).toEqual(["punto wins"]);
    const seven = face(nine);
    expect(next(seven)).toBe("over");
    expect(next(face(change(play(four(game, 2, 6), "punto card"), "punto", { deemed: 9 })))).toBe("may banca");
    const zero = change(play(four(game, 7, 6), "punto stand"), "banca", { deemed: 0 });
    expect(next(zero)).toBe("may banca");
    expect(resultsOf(play(zero, "banca stand", "turn punto", "turn banca"))).toEqual(["punto wins"]);
    expect(resultsOf(play(zero, "9s", "turn punto", "turn banca"))).toEqual(["open deemed-hand-drew"]);
    const open = change(play(four(game, 7, 6), "punto stand", "banca stand"), "punto", { cards: [] });
    expect(resultsOf(play(open, "turn banca"))).toEqual(["open hand-not-complete"]);
  });
});

describe("a third card that nobody could read", () => {
  it("leaves even a bound banca to the word of people", () => {
    const table = play(four(faceUp("cl/punto-y-banca"), 3, 4), "5s");
    const { cards } = handAt(table.deal, "punto");
    const unread = change(table, "punto", { cards: cards.with(2, { n: 5, face: null, up: true }) });
    expect(next(unread)).toBe("may banca");
    expect(resultsOf(play(unread, "banca stand"))).toEqual(["open hand-not-complete"]);
  });
});
