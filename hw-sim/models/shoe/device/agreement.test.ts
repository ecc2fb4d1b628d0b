import { describe, expect, it } from "vitest";
import { ShoeHarness } from "../../../../drivers/shoe/tirada-shoe/shoe-harness.test-help.ts";
import { FACES } from "../../../../src/cards/card.ts";
import { randomFrom, type RandomSource } from "../../../../src/time/random-source.ts";
import { ShoeDevice } from "./device.ts";
import { NO_ERRORS, type CardInside, type ShoeErrors, type ShoeEvent } from "./events.ts";
import type { Wire } from "./messages.ts";

/** The device's model and the driver's session, written apart from each other after one page, on both carriers. */

const WIRES: readonly Wire[] = ["hid", "line"];

class Pair {
  readonly device: ShoeDevice;
  readonly harness: ShoeHarness;
  /** True time; the host's is the same. */
  us = 1_000_000;

  constructor(wire: Wire, errors: ShoeErrors = NO_ERRORS, seed = "pair") {
    const random = randomFrom(seed);
    this.device = new ShoeDevice({ wire, kind: 1, device: 0x70, decks: 6, random: random, errors });
    this.harness = new ShoeHarness({ carrier: wire });
    this.harness.t = this.us;
    this.device.power(true, this.us);
    this.harness.opened();
  }

  /** Runs on for a span, ms; events come at their own times. */
  run(ms: number, events: readonly ShoeEvent[] = []): this {
    const end = this.us + ms * 1_000;
    let waiting = [...events];
    while (this.us < end) {
      this.us += 5_000;
      const now = this.us;
      const host = this.harness.fetched();
      const due = waiting.filter(({ us }) => us <= now);
      waiting = waiting.filter(({ us }) => us > now);
      const out = this.device.step(now, due, this.device.wire === "hid" ? unframed(host) : host);
      this.harness.until(now);
      for (const { bytes } of out)
        this.harness.bytes(this.device.wire === "hid" ? String.fromCharCode(bytes.length) + bytes : bytes);
    }
    return this;
  }

  now(event: Event): ShoeEvent {
    return { us: this.us, ...event };
  }

  /** What was said since the last time. */
  said(): string[] {
    const words = this.harness.words();
    this.harness.forget();
    return words;
  }
}

/** An event without its time. */
type Event = ShoeEvent extends infer One ? (One extends ShoeEvent ? Omit<One, "us"> : never) : never;

function unframed(bytes: string): string {
  let reports = "";
  for (let at = 0; at < bytes.length; at += 1 + bytes.charCodeAt(at))
    reports += bytes.slice(at + 1, at + 1 + bytes.charCodeAt(at));
  return reports;
}

const cardOf = (random: RandomSource, id: boolean): CardInside => ({
  face: random.oneIn(60) ? "joker" : random.pick(FACES),
  back: random.pick(["red", "blue", null]),
  deck: 1 + random.below(6),
  id: id ? (1 + random.below(0x7fff_ffff)).toString(16).toUpperCase().padStart(16, "0") : null,
});

/** A shoe's worth of passages, 70 ms apart at least, and the cards in the order in which they left. */
function passages(random: RandomSource, from: number, count: number, id: boolean): [ShoeEvent[], CardInside[]] {
  let us = from;
  const cards: CardInside[] = [];
  const events = Array.from({ length: count }, (): ShoeEvent => {
    us += 130_000 + random.below(400_000);
    const together = Array.from({ length: random.oneIn(25) ? 2 : 1 }, () => cardOf(random, id));
    cards.push(...together);
    return { us, e: "pass", cards: together };
  });
  return [events, cards];
}

describe.each(WIRES)("a shoe on %s", (wire) => {
  it("attaches, and tells a shoe's worth of cards, each once, with its face, deck, back and identity", () => {
    const pair = new Pair(wire).run(1_000);
    expect(pair.said().filter((word) => !word.startsWith("-") && word !== "level")).toEqual(["attached idle"]);
    const random = randomFrom(`cards-${wire}`);
    let us = pair.us;
    const cards = Array.from({ length: 312 }, () => cardOf(random, true));
    const events = cards.map((card): ShoeEvent => ({ us: (us += 200_000), e: "pass", cards: [card] }));
    pair.run(312 * 200 + 1_000, [pair.now({ e: "stage", stage: "dealing" }), ...events]);
    expect(pair.harness.words().filter((word) => !/^\d/.test(word))).toEqual(["dealing"]);
    const reported = pair.harness.seen.flatMap((one) => (one.o === "card" ? [one.card] : []));
    expect(
      reported.map(({ n, face, back, deck, id }) => ({ n, face, back, deck: Number(`0x${String(deck)}`), id })),
    ).toEqual(cards.map(({ face, back, deck, id }, index) => ({ n: index + 1, face, back, deck, id })));
    expect(
      reported.every(({ confidence, at }) => confidence >= 900 && confidence <= 1_000 && at === "exit"),
    ).toBe(true);
  });

  it("with a reader that errs, random passages: each card is told by its number with its own face, or with none", () => {
    for (let seed = 0; seed < 12; seed++) {
      const random = randomFrom(`err-${wire}-${seed}`);
      const errors = { failed: 40_000, unsure: 40_000, late: 20_000, thicknessBlind: 0 };
      const pair = new Pair(wire, errors, `device-${seed}`).run(500);
      const [events, cards] = passages(random, pair.us, 80, seed % 2 === 0);
      pair.run(80 * 560, events);
      const heard = new Map<number, string>();
      for (const one of pair.harness.seen) {
        if (one.o === "card") {
          expect(heard.has(one.card.n)).toBe(false);
          heard.set(one.card.n, one.card.face);
          expect(one.card.face).toBe(cards[one.card.n - 1]?.face);
        } else if (one.o === "card-unread") {
          expect(heard.has(one.n)).toBe(false);
          heard.set(one.n, "?");
        }
      }
      expect([...heard.keys()]).toEqual(cards.map((_, index) => index + 1));
      expect(pair.harness.words().filter((word) => word.startsWith("gap") || word.startsWith("+"))).toEqual([]);
      expect([...heard.values()].filter((face) => face !== "?").length).toBeGreaterThan(50);
    }
  });

  it("two cards that stick together: the thickness tells, and the second has no face", () => {
    const pair = new Pair(wire).run(500);
    pair.said();
    const two = [cardOf(randomFrom("a"), true), cardOf(randomFrom("b"), true)];
    pair.run(400, [pair.now({ e: "pass", cards: two })]);
    expect(pair.said()).toEqual(["cards-stuck", `1 ${two[0]!.face}`, "2 failed"]);
  });

  it("a reader that does not see the thickness says one card: the next one's number does not give it away", () => {
    const pair = new Pair(wire, { ...NO_ERRORS, thicknessBlind: 1_000_000 }).run(500);
    pair.said();
    const card = { face: "9d", back: null, deck: 0, id: "0000000000000001" } as const;
    pair.run(400, [pair.now({ e: "pass", cards: [card, { ...card, face: "2c" }] })]);
    expect(pair.said()).toEqual(["1 9d"]);
  });

  it("the same face twice without an identity is suspected, and then a card of its own; a bounce is none", () => {
    const pair = new Pair(wire).run(500);
    pair.said();
    const card = { face: "7h", back: "red", deck: 0, id: null } as const;
    pair.run(300, [pair.now({ e: "pass", cards: [card] })]);
    pair.run(300, [pair.now({ e: "pass", cards: [card] })]);
    expect(pair.said()).toEqual(["1 7h", "2 repeat?", "2 7h"]);
    pair.run(600, [pair.now({ e: "bounce" })]);
    expect(pair.said()).toEqual(["3 repeat?", "3 same-card"]);
    pair.run(600, [pair.now({ e: "foreign", blank: true }), pair.now({ e: "foreign", blank: false })]);
    expect(pair.said()).toEqual(["3 blank", "4 unknown-code"]);
  });

  it("mechanics: lid, door, jam, cut card, face up, motor, level, count, warning", () => {
    const pair = new Pair(wire).run(500);
    pair.said();
    const events: Event[] = [
      { e: "stage", stage: "loading" },
      { e: "lid", which: "lid", open: true },
      { e: "lid", which: "door", open: true },
      { e: "lid", which: "lid", open: false },
      { e: "lid", which: "door", open: false },
      { e: "stage", stage: "shuffling" },
      { e: "motor", motor: "elevator", state: "stalled", mA: 2_400 },
      { e: "jam", where: "elevator" },
      { e: "motor", motor: "elevator", state: "runs", mA: 700 },
      { e: "jam-cleared" },
      { e: "count", cards: 311, expected: 312, unknown: 1 },
      { e: "warning", code: "count-wrong" },
      { e: "cut-card", where: "next" },
      { e: "cut-card", where: "passed" },
      { e: "face-up", where: "exit", on: true },
      { e: "face-up", where: "exit", on: false },
      { e: "level", atLeast: 20, atMost: 30 },
      { e: "fed-back", cards: 14 },
    ];
    for (const event of events) pair.run(300, [pair.now(event)]);
    expect(pair.said()).toEqual([
      "loading",
      "lid open",
      "lid shut",
      "shuffling",
      "+shoe-motor",
      "jam elevator",
      "-shoe-motor",
      "jam-cleared",
      "count",
      "! count-wrong",
      "cut-card next",
      "cut-card passed",
      "face-up exit",
      "face-up exit no more",
      "level",
      "fed-back",
    ]);
  });

  it("a machine in sort mode is sorting, whatever it says, and must be acknowledged", () => {
    const pair = new Pair(wire).run(500);
    pair.said();
    pair.run(500, [pair.now({ e: "stage", stage: "ready", mode: "sort" })]);
    expect(pair.said()).toEqual(["sorting", "! sort-mode"]);
    pair.harness.tell({ c: "acknowledge", code: "sort-mode" });
    pair.run(100);
    expect(pair.said()).toEqual(["ok sort-mode"]);
    pair.harness.tell({ c: "mode", mode: "one-by-one" });
    pair.run(100);
    expect(pair.said()).toEqual(["ready"]);
  });

  it("commands: self-test, a locked exit that is forced, a packet, and what is refused", () => {
    const pair = new Pair(wire).run(500, []);
    pair.said();
    pair.harness.tell({ c: "self-test" }).tell({ c: "exit", locked: true });
    pair.run(300);
    expect(pair.device.exitLocked).toBe(true);
    expect(pair.said()).toEqual([]);
    pair.run(300, [pair.now({ e: "pass", cards: [cardOf(randomFrom("x"), true)] })]);
    expect(pair.said().map((word) => word.replace(/^1 .*/, "1"))).toEqual([
      "+shoe-exit-forced",
      "! exit-forced",
      "1",
    ]);
    pair.harness.tell({ c: "packet", cards: 5 }).tell({ c: "acknowledge", code: "reader-dirty" });
    pair.harness.tell({ c: "packet", cards: 99 });
    pair.run(300);
    expect(pair.harness.seen.flatMap((one) => (one.o === "fault" ? [one.detail] : []))).toEqual([
      { command: "packet", why: "no such value" },
      { command: "packet", why: "not-now" },
      { command: "acknowledge", why: "value" },
    ]);
    pair.harness.tell({ c: "exit", locked: false });
    pair.run(100);
    pair.said();
    pair.run(300, [pair.now({ e: "stage", stage: "ready", mode: "packets" })]);
    pair.harness.tell({ c: "packet", cards: 3 });
    pair.run(100);
    expect(pair.device.takeOrders().map(({ packet }) => packet)).toEqual([3]);
    const cards = [1, 2, 3].map((at) => cardOf(randomFrom(`p${at}`), true));
    pair.run(400, [pair.now({ e: "packet", cards })]);
    expect(pair.said()).toEqual(["ready", ...cards.map(({ face }, at) => `${at + 2} ${face}`), "packet"]);
  });

  it("a power cut with a card on its way: a gap, and a warning that the count is not sure", () => {
    const pair = new Pair(wire).run(500);
    pair.said();
    const card = cardOf(randomFrom("cut"), true);
    pair.run(300, [pair.now({ e: "pass", cards: [card] })]);
    pair.run(15, [pair.now({ e: "pass", cards: [card] })]);
    pair.device.power(false, pair.us);
    pair.run(500);
    pair.device.power(true, pair.us);
    pair.run(300);
    expect(pair.said()).toEqual([
      `1 ${card.face}`,
      "gap restart",
      "+shoe-restarted",
      "attached idle !memory-lost",
      "level",
    ]);
  });

  it("a long power cut is a silence, with the count kept", () => {
    const pair = new Pair(wire).run(500);
    const card = { face: "As", back: null, deck: 2, id: "00000000000000AB" } as const;
    pair.run(300, [pair.now({ e: "pass", cards: [card] })]);
    pair.said();
    pair.device.power(false, pair.us);
    pair.run(3_000);
    expect(pair.said()).toEqual(["+device-silent", "gap device-silent"]);
    pair.device.power(true, pair.us);
    pair.run(500, [{ us: pair.us + 300_000, e: "pass", cards: [{ ...card, face: "Kd" }] }]);
    expect(pair.said().filter((word) => word !== "level")).toEqual([
      "+shoe-restarted",
      "-device-silent",
      "attached idle",
      "2 Kd",
    ]);
  });

  it("a device that talks more than its wire takes tells how much is missing", () => {
    const pair = new Pair(wire).run(500);
    pair.said();
    const babble = Array.from({ length: 400 }, (_, at) => pair.now({ e: "level", atLeast: at, atMost: null }));
    pair.run(2_000, babble);
    const words = pair.said().filter((word) => word !== "level");
    expect(words).toEqual(["+messages-lost", "gap overflow", "attached idle"]);
  });
});
