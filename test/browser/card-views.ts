import { FACES } from "../../src/cards/card.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { CardTable, evening } from "./card-table.ts";

/** Moments of card tables as the screens get them, each played from its shoe. */

const FIVE = [1, 2, 3, 5, 7];
const SEVEN = [1, 2, 3, 4, 5, 6, 7];

/** Cards that all seats get in turn, each round of the deal `faces` long. */
const packet = (suit: string, from: number, count: number): string =>
  Array.from({ length: count }, (_, at) => `${from + at}${suit}`).join(" ");

const dealing = (cards: string): CardTable => evening().noMoreBets().cards(cards);

/** Cantabria's midi: the cards lie face down until the croupier turns them. */
const midi = (): CardTable => new CardTable("es-cb/midi-punto-y-banca").shoe("2h 5d 6c").noMoreBets();
const chemin = (): CardTable => new CardTable("es-cb/chemin-de-fer").shoe().noMoreBets().cards("2h Kd 4c 3s");
const blackJack = (): CardTable => new CardTable("cl/black-jack", FIVE).shoe("4c").noMoreBets();
/** Five seats, the third with two eights that it splits. */
const split = (): CardTable =>
  blackJack()
    .cards("10h 6d 8c Ah 9s 7d 9d 5s 8s 6c 3h")
    .move("seat-1", "stand")
    .move("seat-2", "card")
    .cards("4h")
    .move("seat-2", "stand")
    .move("seat-3", "split");
const poker = (): CardTable =>
  new CardTable("es-cb/poker-sin-descarte", SEVEN)
    .shoe()
    .noMoreBets()
    .cards(
      [packet("h", 2, 7), "Ks", packet("d", 2, 7), "Qs", packet("c", 2, 7), "Kd", packet("s", 2, 7), "9h"].join(
        " ",
      ),
    );
/** Six seats of pai gow under an eye, bets closed. */
const paiGow = (): CardTable =>
  new CardTable("es-cb/pai-gow-poker", [1, 2, 3, 4, 5, 6], { thrower: false, witness: null })
    .shoe()
    .noMoreBets();
/** Two seats of it, every hand set in two: one wins, one ties. */
function paiGowSet(): CardTable {
  const table = new CardTable("es-cb/pai-gow-poker", [1, 2]).shoe().noMoreBets().move("seat-1", "first");
  table.cards("Jc Jd 9s 7d 2d As Kc 5s 5h 8s 6d 2h 9c 3h 10c 10d 9h 7s 2c Kd Qh");
  for (const hand of ["seat-1", "seat-2", "bank"]) table.turn(hand);
  for (const who of ["bank", "seat-1", "seat-2"])
    table.key({ key: "move", round: table.table.durable.round, who, move: "set", cards: [5, 6] });
  return table;
}
/** Six seats of it, which is all of them. */
function paiGowSix(): CardTable {
  const seats = [1, 2, 3, 4, 5, 6];
  const table = new CardTable("es-cb/pai-gow-poker", seats).shoe().noMoreBets().move("seat-1", "first");
  table.cards(FACES.slice(0, 49).join(" "));
  const hands = ["bank", ...seats.map((seat) => `seat-${seat}`)];
  for (const hand of hands) table.turn(hand);
  for (const who of hands)
    table.key({ key: "move", round: table.table.durable.round, who, move: "set", cards: [0, 1] });
  return table;
}
const rows = (): CardTable => new CardTable("es-cb/treinta-y-cuarenta").shoe().noMoreBets();
const cloths = (): CardTable => new CardTable("es-cb/bacarra-a-dos-panos").shoe().noMoreBets();

/** The same card named by the croupier and by the jefe de mesa. */
function named(table: CardTable): CardTable {
  const n = table.view().cards?.unread[0]?.n ?? 0;
  const key = { key: "card-is", round: table.table.durable.round, n, face: "7d" } as const;
  return table.key(key).key(key, "jefe-de-mesa");
}

/** Whoever may speak stands, whoever may be turned is turned, until the round is over. */
function stood(table: CardTable): CardTable {
  for (let at = 0; at < 12; at++) {
    const due = table.table.durable.deal?.due;
    const speaks = due?.moves.find(({ moves }) => moves.includes("stand"));
    if (speaks !== undefined) table.move(speaks.who, "stand");
    else if (due?.turn[0] !== undefined) table.turn(due.turn[0]);
  }
  return table;
}

/** Everybody bets, and every hand is turned. */
function shown(table: CardTable): CardTable {
  for (let at = 0; at < 20; at++) {
    const due = table.table.durable.deal?.due;
    const [speaks] = due?.moves ?? [];
    if (speaks !== undefined) table.move(speaks.who, at % 3 === 2 ? "fold" : "bet");
    else if (due?.turn[0] !== undefined) table.turn(due.turn[0]);
  }
  return table;
}

export const SCENES = {
  waiting: () => new CardTable("cl/punto-y-banca"),
  preparing: () => new CardTable("es-cb/midi-punto-y-banca").shoe(),
  betting: () => evening(),
  called: () => evening().noMoreBets(),
  "punto-y-banca-deal": () => dealing("2h Kd 3s 4c"),
  "punto-y-banca-punto": () => dealing("9h Kd 9s 6c"),
  "punto-y-banca-banca": () => dealing("2h 10d 3s 4c 2d 5d"),
  "punto-y-banca-tie": () => dealing("Qh 6d 6s Kc"),
  "midi-hidden": () => midi().cards("2h Kd 3s 4c"),
  "midi-one-up": () => midi().cards("2h Kd 3s 4c").turn("punto"),
  "chemin-choice": () => chemin(),
  "black-jack-split": () => split(),
  "poker-seven-seats": () => poker(),
  "two-cloths": () => cloths().cards("2h Kd 3s 4c 5h 9d"),
  "treinta-deal": () => rows().cards("Kh 9s 7c 2d 6h 5s"),
  void: () => dealing("2h Kd 3s").declare("card-lost-in-discard-slot"),
  "void-by-machine": () => chemin().observe({ o: "cards-stuck", atLeast: 2 }),
  undecided: () => dealing("9h Kd").observe({ o: "gap", why: "device-silent" }).cards("9s 6c"),
  "left-to-a-person": () => dealing("9h Kd").observe({ o: "jam", where: "exit", during: "dealing" }),
  incident: () => dealing("9h Kd").declare("misdeal-wrong-order"),
  "next-void": () => dealing("9h Kd 9s 6c Ah"),
  "annulled-next": () => dealing("9h Kd 9s 6c Ah").collect(),
  unread: () => dealing("2h Kd").unread(),
  manual: () => named(dealing("2h Kd").unread()).cards("6c"),
  "cut-card": () => dealing("2h").observe({ o: "cut-card", where: "passed" }).cards("Kd 3s 4c"),
  warning: () =>
    new CardTable("cl/punto-y-banca").observe({ o: "warning", code: "identity-wrong", standing: true }),
  "chemin-result": () => chemin().move("punto", "stand").move("banca", "stand").turn("punto").turn("banca"),
  "two-cloths-result": () => stood(cloths().cards("2h Kd 3s 4c 5h 9d")),
  "treinta-result": () => rows().cards("Kh 9s 7c 2d 6h 5s Jd 8h 9c 3h"),
  "treinta-long": () => rows().cards("Ah As Ac 2d 2h 2s 3d 3h 4c 4d 4s 5s Ad 6s 2c 3c 3s 5d 5c 5h 6h"),
  "black-jack-result": () =>
    split()
      .cards("Kc")
      .move("seat-3", "stand")
      .cards("10s")
      .move("seat-3.2", "stand")
      .move("seat-5", "stand")
      .move("seat-7", "card")
      .cards("6s")
      .move("seat-7", "stand")
      .cards("Kh"),
  "poker-result": () => shown(poker().cards("9d 9s 10h 10d 10c 10s Jh Qh")),
  "seven-to-say": () =>
    new CardTable("cl/caribbean-poker", SEVEN).shoe().noMoreBets().cards(FACES.slice(0, 40).join(" ")),
  holdem: () =>
    new CardTable("es-cb/poker-texas-holdem-bonus", SEVEN)
      .shoe()
      .noMoreBets()
      .cards("2h 3h 4h 5h 6h 7h 8h Kd 2d 3d 4d 5d 6d 7d 8d Kc"),
  stud: () =>
    new CardTable("es-cb/poker-circulo-seven-stud", [1, 2, 3, 4, 5, 6, 7])
      .shoe()
      .move("seat-1", "first")
      .noMoreBets(),
  "pai-gow-set": () => paiGowSet(),
  "pai-gow-six": () => paiGowSix(),
  "first-dice": () => paiGow().roll(1, ["5", "4", "2"]),
  "first-dice-dealing": () => paiGow().roll(1, ["5", "4", "2"]).cards("2h 3h 4h"),
  "first-dice-open": () => paiGow().roll(1, ["5", "4", "2"], ["cocked"]),
  "first-dice-twice": () => paiGow().roll(1, ["5", "4", "2"]).roll(2, ["6", "1", "1"]),
} as const satisfies Record<string, () => CardTable>;

export type Scene = keyof typeof SCENES;
export const sceneView = (scene: Scene, change: Partial<TableView> = {}): TableView =>
  SCENES[scene]().view(change);
