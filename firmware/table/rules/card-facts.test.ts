import { describe, expect, it } from "vitest";
import { abilitiesOf } from "../../../drivers/shoe/reader/abilities.ts";
import { tiradaShoeAbilities } from "../../../drivers/shoe/tirada-shoe/abilities.ts";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Face } from "../../../src/cards/card.ts";
import type { Move } from "../../../src/people/keys.ts";
import { factsOf } from "../../../src/rules/condition.ts";
import type { Condition } from "../../../src/rules/pack.ts";
import type { ShoeObservation } from "../../../src/table/shoe/observation.ts";
import { SHOE_FACTS } from "../../../src/rules/vocabulary/shoe.ts";
import { decksFor, KEY_A, PlayedDeal } from "../../../src/table/shoe/played-deal.test-help.ts";
import { cardTableStart } from "../../../src/table/shoe/live.ts";
import { listPacks } from "./load.ts";

/**
 * A rule that is signed as judged must be able to fire: every fact that some pack's rule asks for, with every word that it asks for,
 * comes about at a table that is played with cards and keys, never by stating it.
 */

const PACKS = listPacks().filter(({ pack }) => pack.family === "shoe");

/** `fact word`, or the fact alone where it is a flag or a count. */
function asked(condition: Condition): readonly string[] {
  if ("all" in condition) return condition.all.flatMap(asked);
  if ("any" in condition) return condition.any.flatMap(asked);
  if ("not" in condition) return asked(condition.not);
  if ("declared" in condition) return [];
  return [
    "is" in condition && typeof condition.is === "string"
      ? `${condition.fact} ${condition.is}`
      : condition.fact,
  ];
}

/** Every fact that the table saw in the rounds that it was played, as the records tell what they were judged by. */
function seen({ records }: PlayedDeal): readonly string[] {
  const observed = records.flatMap((body) => {
    if (body.kind === "incident") return Object.entries(body.reason.observed);
    if (body.kind === "undecided") return Object.entries(body.seen);
    return body.kind === "void" ? body.reasons.flatMap((reason) => Object.entries(reason.observed)) : [];
  });
  return observed.map(([fact, value]) => (typeof value === "string" ? `${fact} ${value}` : fact));
}

const seated = (game: string, seats: readonly number[]): PlayedDeal =>
  new PlayedDeal(idealRules(game)).ready().key({ key: "seats", seats });
const deal = (game: string, cards: string): PlayedDeal =>
  new PlayedDeal(idealRules(game)).ready().noMoreBets().cards(cards);
const poker = (cards: string): PlayedDeal => seated("cl/caribbean-poker", [1]).noMoreBets().cards(cards);
const openExit: ShoeObservation = { o: "face-up", where: "exit" };
const jam = (during: "dealing" | "shuffling"): ShoeObservation => ({ o: "jam", where: "exit", during });

const say = (played: PlayedDeal, who: string, move: Move): PlayedDeal =>
  played.key({ key: "move", round: 1, who, move });
const shown = (played: PlayedDeal): PlayedDeal =>
  say(say(played, "punto", "stand"), "banca", "stand")
    .turn("punto")
    .turn("banca");
/** Its first common card lies face up. */
function trijoker(face: Face | null): PlayedDeal {
  const played = seated("es-cb/poker-trijoker", [1]).noMoreBets().cards("Jh").observe(openExit);
  return face === null ? played.unread() : played.card(face);
}
/** A machine gives packets of so many cards. */
function packet(game: string, sizes: readonly number[]): PlayedDeal {
  const rules = idealRules(game);
  const played = new PlayedDeal(rules);
  played.table = cardTableStart(decksFor(rules), "packets");
  played
    .feed({ i: "seal", key: KEY_A })
    .ready()
    .key({ key: "seats", seats: [1] })
    .noMoreBets();
  const faces: Face[] = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "10c", "Jc", "Qc", "Kc", "Ac"];
  for (const size of sizes) {
    for (const face of faces.splice(0, size)) played.card(face);
    played.observe({ o: "packet", cards: size });
  }
  return played;
}

/** Of two decks that are played by turns one is dealt twice. */
function sameDeckTwice(): PlayedDeal {
  const rules = idealRules("es-ga/poker-sin-descarte");
  const played = new PlayedDeal(rules).ready().key({ key: "seats", seats: [1] });
  const card = (n: number, face: Face): ShoeObservation => ({
    o: "card",
    card: { n, face, back: null, deck: "deck-1", id: null, confidence: 999, at: "exit" },
  });
  played.noMoreBets().observe(card(1, "2c"));
  played.key({ key: "collect", round: 1 }, "jefe-de-mesa").feed({ i: "seal", key: KEY_A.replaceAll("a", "b") });
  played.observe({ o: "stage", stage: "loading" }, { o: "stage", stage: "ready" });
  return played.noMoreBets().observe(card(1, "3c"));
}

/** The card after these streets lies face up; the bets are equal behind each of them. */
function stud(...streets: readonly string[]): PlayedDeal {
  const played = seated("es-pv/seven-card-stud", [1, 2, 3, 4]).noMoreBets();
  for (const street of streets) say(played.cards(street), "round", "bets-equal");
  return played.observe(openExit).cards("Kd");
}

const PLAYED: readonly (() => PlayedDeal)[] = [
  () => new PlayedDeal(idealRules("cl/punto-y-banca")).ready().noMoreBets().observe(openExit).cards("9h"),
  () => deal("cl/punto-y-banca", "9h Kd").observe(openExit).cards("9s"),
  () => deal("cl/black-jack", "").observe(openExit),
  () => deal("es-as/chemin-de-fer", "2h 7d 4c 2s").turn("banca").observe(openExit).cards("4s"),
  () => poker("Ah").observe({ o: "cards-stuck", atLeast: 2 }).cards("Kh Qh"),
  () => deal("cl/punto-y-banca", "9h Kd 9s 6c Ah"),
  () => seated("es-cb/poker-trijoker", [1]).noMoreBets().cards("2c 3c 4c 5c 6c 9h"),
  () => deal("cl/war", "").key({ key: "seats", seats: [1] }),
  () =>
    new PlayedDeal(idealRules("cl/punto-y-banca"))
      .ready()
      .cards("9h")
      .key({ key: "no-more-bets", said: false }),
  () => deal("cl/punto-y-banca", "9h").observe({ o: "cut-card", where: "passed" }),
  () =>
    new PlayedDeal(idealRules("cl/punto-y-banca"))
      .ready()
      .noMoreBets()
      .observe({ o: "cut-card", where: "passed" }),
  () => deal("cl/treinta-y-cuarenta", "Kh").observe({ o: "stage", stage: "empty" }),
  () => deal("cl/punto-y-banca", "9h").observe(jam("dealing")),
  () => seated("cl/caribbean-poker", [1]).observe(jam("shuffling")),
  () => poker("Ah Kh").observe(jam("dealing"), { o: "lid", open: true }),
  () => poker("Ah").observe({ o: "warning", code: "incomplete-cycle", standing: true }),
  () => poker("Ah").observe({ o: "stage", stage: "out-of-service" }),
  () => deal("cl/punto-y-banca", "9h").observe({ o: "card-unread", why: "unknown-code", n: 2 }),
  () => new PlayedDeal(idealRules("cl/punto-y-banca")).ready().noMoreBets().card("9h", "1").card("9h", "1"),
  () => deal("cl/punto-y-banca", "9h").observe({ o: "warning", code: "count-wrong", standing: true }),
  () => deal("cl/punto-y-banca", "9h").observe({ o: "lid", open: true }),
  // A punto of four who stands, a banker of nothing who does not draw.
  () => shown(deal("es-as/chemin-de-fer", "2h Kd 2c 6c")),
  () => shown(deal("es-as/chemin-de-fer", "2h Kd 4c Qc")),
  () => shown(deal("es-as/chemin-de-fer", "2h 7d 4c 2s")).observe(openExit).cards("4s"),
  () =>
    say(seated("cl/black-jack", [1]).cards("2c").noMoreBets().cards("Kh 7h Kc"), "seat-1", "stand").cards(
      "10c 4c",
    ),
  () => say(seated("cl/war", [1]).cards("2c 3c"), "burnt", "burn"),
  () => seated("es-cb/poker-texas-holdem-bonus", [1]).noMoreBets().observe(openExit).cards("2c"),
  () => trijoker("10d"),
  () => trijoker("Kd"),
  () => trijoker(null),
  sameDeckTwice,
  () => stud("2c"),
  () => stud("2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc", "Ac 2d 3d 4d", "5d 6d 7d 8d", "9d 10d Jd Qd"),
  () => packet("cl/caribbean-poker", [4]),
  () => packet("cl/caribbean-poker", [6]),
  () => packet("cl/caribbean-poker", [5, 4]),
  () => packet("cl/caribbean-poker", [5, 6]),
];

/** No machine gives common cards in packets, and how many people lay out is not seen: that abilities say (`hand-count` is bounded). */
const UNMEASURED: readonly string[] = ["hand-count board-over"];

describe("facts that rules of cards ask for", () => {
  const wanted = new Map<string, string>();
  for (const { id, pack } of PACKS)
    for (const rule of pack.rules)
      for (const fact of asked(rule.when)) if (!wanted.has(fact)) wanted.set(fact, `${id} ${rule.id}`);

  it("are all in the vocabulary, and each is declared by every reader as seen, bounded or not seen", () => {
    const names = Object.keys(SHOE_FACTS);
    const readers = [
      tiradaShoeAbilities(),
      ...(["card-barcode", "card-rfid", "card-camera"] as const).map(abilitiesOf),
    ];
    for (const abilities of readers) expect(Object.keys(abilities).sort()).toEqual([...names].sort());
    const facts = PACKS.flatMap(({ pack }) => pack.rules.flatMap((rule) => factsOf(rule.when)));
    expect(facts.filter((fact) => !names.includes(fact))).toEqual([]);
  });

  it("come about at a table that is played", () => {
    const played = new Set(PLAYED.flatMap((play) => seen(play())));
    const missing = [...wanted]
      .filter(([fact]) => !played.has(fact) && !UNMEASURED.includes(fact))
      .map(([fact, rule]) => `${fact} (${rule})`);
    expect(missing).toEqual([]);
  });
});
