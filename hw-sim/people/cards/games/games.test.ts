import { describe, expect, it } from "vitest";
import type { Face } from "../../../../src/cards/card.ts";
import type { Move } from "../../../../src/people/keys.ts";
import { Cloth, type TableActions, type HandName, type Outcome } from "../cloth.ts";
import { mustBancaDraw } from "./baccarat.ts";
import { placesBankChanges } from "./bank-draw.ts";
import { gameOf, KNOWN_GAMES } from "./game-list.ts";
import { bestWorth } from "./poker-hands.ts";

/** A table without a machine: cards come in the order given, players always choose what `choice` says. */
class Script implements TableActions {
  readonly cloth = new Cloth();
  readonly isPackets = false;
  readonly isHeld = false;
  allowCorrection = (): void => undefined;
  readonly said: string[] = [];
  readonly dealt: string[] = [];
  readonly seats: readonly number[];
  readonly #cards: string[];
  readonly #choice: number;

  constructor(cards: string, seats: readonly number[] = [1], choice = 1) {
    this.#cards = cards.split(" ");
    this.seats = seats;
    this.#choice = choice;
  }

  drawBelow = (bound: number): number => Math.min(this.#choice, bound - 1);

  dealCard(to: HandName, up: boolean): void {
    const face = this.#cards.shift() as Face | undefined;
    if (face === undefined) throw new Error(`no card left for ${to}`);
    const n = this.dealt.push(`${to}${up ? "" : "*"}`);
    this.cloth.layCard(to, { uid: n, face, back: null, deck: 0, id: null }, n, up);
  }

  dealPacket(to: HandName, cards: number, up: (at: number) => boolean): void {
    for (let at = 0; at < cards; at++) this.dealCard(to, up(at));
  }

  announce(who: HandName, move: Move): void {
    this.said.push(`${who} ${move}`);
  }

  turnFaceUp(hand: HandName, cards?: number): void {
    this.cloth.turnFaceUp(hand, cards);
    this.said.push(`turn ${hand}`);
  }

  layDown(hand: HandName): void {
    this.turnFaceUp(hand);
  }

  forgetsToLayDown = (): boolean => false;
  explainTurn = (): void => undefined;

  discardCards(hand: HandName, places: readonly number[]): void {
    const { cards } = this.cloth.handOf(hand);
    for (const at of [...places].sort((a, b) => b - a)) cards.splice(at, 1);
  }

  moveCard(from: HandName, place: number, to: HandName): void {
    const [laid] = this.cloth.handOf(from).cards.splice(place, 1);
    if (laid !== undefined) this.cloth.handOf(to).cards.push(laid);
  }

  foldHand(hand: HandName, how: "folded" | "surrendered" = "folded"): void {
    this.cloth.handOf(hand).state = how;
  }
}

function play(game: string, script: Script): string {
  const outcome: Outcome | undefined = gameOf(game)?.play(script);
  if (outcome === undefined) return "no such game";
  return "open" in outcome ? `open ${outcome.open}` : outcome.results.map((one) => one.join(" ")).join(", ");
}

describe("the simulator's own reading of the games", () => {
  it("punto y banca: P B P B, then third cards by the table (Chile, ll. 1764–1823)", () => {
    const natural = new Script("9h Kd 9s 6c");
    expect(play("cl/punto-y-banca", natural)).toBe("punto wins");
    expect(natural.dealt).toEqual(["punto", "banca", "punto", "banca"]);
    const third = new Script("2h Kd 3s 3c 8d");
    expect(play("cl/punto-y-banca", third)).toBe("round ties");
    expect(third.dealt).toEqual(["punto", "banca", "punto", "banca", "punto"]);
    expect(play("cl/punto-y-banca", new Script("Kh Kd 6s 5c 4d"))).toBe("banca wins");
  });

  it("punto y banca of Cantabria lies face down until it is called (ll. 2150–2166)", () => {
    const script = new Script("9h Kd 9s 6c");
    play("es-cb/punto-y-banca", script);
    expect(script.dealt).toEqual(["punto*", "banca*", "punto*", "banca*"]);
    expect(script.said).toEqual(["turn punto", "turn banca"]);
  });

  it("the banca's table, row by row (Cantabria, ll. 2105–2118)", () => {
    const thirds: readonly Face[] = ["10c", "Ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"];
    const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((banca) =>
      [...thirds, null].map((third) => (mustBancaDraw(banca, third) ? "T" : "P")).join(""),
    );
    expect(rows).toEqual([
      "TTTTTTTTTTT",
      "TTTTTTTTTTT",
      "TTTTTTTTTTT",
      "TTTTTTTTPTT",
      "PPTTTTTTPPT",
      "PPPPTTTTPPT",
      "PPPPPPTTPPP",
      "PPPPPPPPPPP",
    ]);
  });

  it("chemin de fer: a banker draws nothing against a punto who has thrown his cards away", () => {
    const script = new Script("2c 8d 5s 4d 10s");
    script.allowCorrection = () => {
      script.cloth.handOf("punto").state = "out";
    };
    expect(play("es-as/chemin-de-fer", script)).toBe("banca wins");
    expect(script.dealt).toHaveLength(4);
  });

  it("chemin de fer: a banker with nine lays down when the punto has asked", () => {
    const script = new Script("2h 9d 2s Kc", [], 0);
    expect(play("es-as/chemin-de-fer", script)).toBe("banca wins");
    expect(script.said).toEqual(["punto card", "banca lay-down", "turn punto"]);
  });

  it("two cloths: one, two, banca; eight of two cards beats nine of three (Cantabria, ll. 3117–3118)", () => {
    const script = new Script("8h 2d 3s Kc Kd Ks 9d 6c", [], 1);
    expect(play("es-cb/bacarra-a-dos-panos", script)).toBe("cloth-1 wins, cloth-2 loses");
    expect(script.dealt.slice(0, 6)).toEqual([
      "cloth-1*",
      "cloth-2*",
      "banca*",
      "cloth-1*",
      "cloth-2*",
      "banca*",
    ]);
  });

  it("treinta y cuarenta: the lower row wins; colour goes by another card in Chile than in Cantabria", () => {
    const cards = "Kh Kd Kc Ac 10s 10d 10c 4h";
    expect(play("cl/treinta-y-cuarenta", new Script(cards))).toBe("row-black wins, round inverso");
    const red = "Kh Kd 10c 4c Ks Qs Ah Kc";
    expect(play("es-cb/treinta-y-cuarenta", new Script(red))).toBe("row-red wins, round color");
    expect(play("cl/treinta-y-cuarenta", new Script(red))).toBe("row-red wins, round inverso");
    const tie = "Kh Kd Kc As 10s 10d 10c Ah";
    expect(play("cl/treinta-y-cuarenta", new Script(tie))).toBe("round tie-at-31");
  });

  it("war: three burnt before each of the two cards (Chile, l. 3559)", () => {
    const script = new Script("9h 9d 2c 3c 4c Ah 5c 6c 7c Kd", [1], 1);
    expect(play("cl/war", script)).toBe("seat-1 wins");
    expect(script.dealt.slice(2)).toEqual([
      "burnt*",
      "burnt*",
      "burnt*",
      "seat-1",
      "burnt*",
      "burnt*",
      "burnt*",
      "bank",
    ]);
  });

  it("black-jack: the bank has one card until the players are done, and stands on a soft 17", () => {
    const script = new Script("10h 6d 9c 10c Ac", [1], 7);
    expect(play("cl/black-jack", script)).toBe("seat-1 wins");
    const soft = new Script("10h Ad 8c 6c", [1], 7);
    expect(play("cl/black-jack", soft)).toBe("seat-1 wins");
    expect(soft.dealt).toEqual(["seat-1", "bank", "seat-1", "bank"]);
    const canal = new Script("10h Ad 8c 6c 4c", [1], 7);
    expect(play("cl/canal-21", canal)).toBe("seat-1 loses");
  });

  it("bank poker: ace and king open (Cantabria), and who leaves has folded", () => {
    const deal = "2h Ad 7h Kd 9h 4d Jh 3d 3c 8s";
    expect(play("es-cb/poker-sin-descarte", new Script(deal, [1], 1))).toBe("seat-1 loses");
    const weak = "2h Qd 7h Kd 9h 4d Jh 3d 3c 8s";
    expect(play("es-cb/poker-sin-descarte", new Script(weak, [1], 1))).toBe("seat-1 bank-not-qualified");
  });

  it("the bank of the Chilean draw poker keeps what its rule says (ll. 2226–2250)", () => {
    const of = (text: string): readonly number[] => placesBankChanges(text.split(" ") as Face[]);
    expect(of("2h 2d 9c 9s Kd")).toEqual([4]);
    expect(of("7h 7d 7c 9s Kd")).toEqual([3, 4]);
    expect([...of("8h 8d 2c 9s Kd")].sort()).toEqual([2, 3]);
    expect(of("2h 5h 9h Kh 3c")).toEqual([4]);
    expect(of("4h 5d 6c 7s Kd")).toEqual([4]);
    expect([...of("2h 5d 9c Js Kd")].sort()).toEqual([0, 1]);
    expect(of("2h 3h 4h 5h 6c")).toEqual([]);
  });

  it("says where every game is read from", () => {
    for (const name of KNOWN_GAMES)
      expect(gameOf(name)?.source).toMatch(/^(Chile|Cantabria|País Vasco|Asturias|Galicia)/);
    expect(gameOf("cl/mus")).toBeNull();
  });
});

it("takes a hand of a pack with one card too many for none, and goes on", () => {
  expect(bestWorth("cl/five-cards", "own", ["Kh", "2c", "Kh", "4d", "5s"], [])).toBe(-1);
  expect(bestWorth("cl/five-cards", "own", ["Kh", "2c", "Kd", "4d", "5s"], [])).toBeGreaterThan(0);
});
