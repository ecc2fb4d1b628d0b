import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ShoeDevice } from "../../../hw-sim/models/shoe/device/device.ts";
import type { CardInside, ShoeEvent } from "../../../hw-sim/models/shoe/device/events.ts";
import type { Wire } from "../../../hw-sim/models/shoe/device/messages.ts";
import { FACES } from "../../../src/cards/card.ts";
import type { ShoeObservation } from "../../../src/table/shoe/observation.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { ShoeHarness } from "./shoe-harness.test-help.ts";

/** Whatever is done to the messages between device and session, no card is told that did not leave. */

const ROOT = new URL("../../../", import.meta.url).pathname;
const WIRES: readonly Wire[] = ["hid", "line"];
const framed = (wire: Wire, bytes: string): string =>
  wire === "hid" ? String.fromCharCode(bytes.length) + bytes : bytes;

interface Shoe {
  /** Messages as the port gives them, with their times, µs. */
  readonly sent: readonly { readonly us: number; readonly bytes: string }[];
  readonly cards: readonly CardInside[];
}

/** A shoe's life: cards, and what happens between them; resets with it. */
function shoe(wire: Wire, seed: string, count: number, resets = 0): Shoe {
  const random = randomFrom(seed);
  const device = new ShoeDevice({ wire, kind: 1, device: 0x70, decks: 6, random: random.fork("device") });
  device.power(true, 1_000);
  let us = 1_000_000;
  const cards: CardInside[] = [];
  const events: ShoeEvent[] = [{ us, e: "stage", stage: "dealing" }];
  for (let at = 0; at < count; at++) {
    us += 80_000 + random.below(300_000);
    const id = (1 + random.below(0x7fff_ffff)).toString(16).toUpperCase().padStart(16, "0");
    const card = {
      face: random.pick(FACES),
      back: random.pick(["red", "blue"]),
      deck: 1 + random.below(6),
      id,
    };
    cards.push(card);
    events.push({ us, e: "pass", cards: [card] });
    if (random.oneIn(6)) events.push({ us: us + 10, e: "level", atLeast: 400 - at, atMost: 420 - at });
    if (random.oneIn(12))
      events.push({ us: us + 20, e: "jam", where: "exit" }, { us: us + 40_000, e: "jam-cleared" });
    if (random.oneIn(15)) events.push({ us: us + 30, e: "face-up", where: "inside", on: random.oneIn(2) });
  }
  const sent = [...device.step(1_000_000)];
  const at = new Set(Array.from({ length: resets }, () => 1 + random.below(events.length - 2)));
  events.sort((a, b) => a.us - b.us);
  events.forEach((event, index) => {
    // Between two passages, when no card is on its way.
    if (at.has(index) && event.e === "pass") {
      sent.push(...device.step(event.us - 5_000));
      device.reset(event.us - 5_000);
    }
    sent.push(...device.step(event.us, [event]));
  });
  sent.push(...device.step(us + 1_000_000));
  return { sent: sent.map((one) => ({ us: one.us, bytes: framed(wire, one.bytes) })), cards };
}

function play(wire: Wire, chunks: readonly { readonly us: number; readonly bytes: string }[]): ShoeHarness {
  const harness = new ShoeHarness({ carrier: wire }).opened();
  if (wire === "line") harness.bytes("\n");
  for (const { us, bytes } of chunks) harness.until(us).bytes(bytes);
  return harness;
}

/** Every card told left, with this number, and was told once. */
function expectOnlyWhatLeft(seen: readonly ShoeObservation[], cards: readonly CardInside[]): number {
  const reported = seen.flatMap((one) => (one.o === "card" ? [one.card] : []));
  for (const card of reported) {
    const truth = cards[card.n - 1];
    expect({ face: card.face, id: card.id, back: card.back }).toEqual({
      face: truth?.face,
      id: truth?.id,
      back: truth?.back,
    });
  }
  const numbers = reported.map(({ n }) => n);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  return reported.length;
}

/** No face may stand in what is shown, written or logged beside the cards themselves. */
function expectNoFace(harness: ShoeHarness): void {
  const rest = harness.seen.filter((one) => one.o !== "card");
  const words = JSON.stringify([rest, harness.session.figures?.(harness.state)]).split(/[^0-9A-Za-z]+/);
  const faces = new Set<string>([...FACES, "joker"]);
  expect(words.filter((word) => faces.has(word))).toEqual([]);
  const stored = JSON.stringify({ ...harness.state, lines: null, reports: null }).split(/[^0-9A-Za-z]+/);
  expect(stored.filter((word) => faces.has(word))).toEqual([]);
}

describe.each(WIRES)("any shoe on %s", (wire) => {
  it("undamaged: every card, in order, and no gap", () => {
    for (let seed = 0; seed < 6; seed++) {
      const { sent, cards } = shoe(wire, `whole-${seed}`, 120);
      const harness = play(wire, sent);
      expect(harness.cards()).toEqual(cards.map(({ face }, at) => `${at + 1} ${face}`));
      expect(harness.words().filter((word) => /^(?:gap|\+)/.test(word))).toEqual([]);
    }
  });

  it("cut into chunks in any way: the same observations and the same state", () => {
    const { sent } = shoe(wire, "chunks", 40);
    const whole = sent.map(({ bytes }) => bytes).join("");
    const run = (cuts: readonly number[]): unknown => {
      const chunks: { us: number; bytes: string }[] = [];
      for (let at = 0, turn = 0; at < whole.length; turn++) {
        const length = cuts[turn % cuts.length] ?? 1;
        chunks.push({ us: 0, bytes: whole.slice(at, at + length) });
        at += length;
      }
      const harness = play(wire, chunks);
      // A question goes out once a step, so only its number depends on the cutting.
      return [harness.seen, { ...harness.state, asks: null }];
    };
    const all = run([whole.length]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 40 }), (cuts) => {
        expect(run(cuts)).toEqual(all);
      }),
      { numRuns: 25 },
    );
  });

  it("mutated, cut, dropped, doubled, swapped, with resets: never a card that did not leave, a small state, no face", () => {
    let [reported, gaps] = [0, 0];
    for (let seed = 0; seed < 60; seed++) {
      const random = randomFrom(`damage-${wire}-${seed}`);
      const { sent, cards } = shoe(wire, `damage-${seed}`, 80, seed % 3);
      const damaged = sent.map((one) => ({ ...one }));
      for (let times = 1 + random.below(25); times > 0; times--) damage(damaged, random);
      const harness = play(wire, damaged);
      reported += expectOnlyWhatLeft(harness.seen, cards);
      gaps += harness.words().filter((word) => word.startsWith("gap")).length;
      expectNoFace(harness);
      expect(JSON.stringify(harness.state).length).toBeLessThan(4_000);
    }
    // The test would mean nothing if everything were refused, or nothing damaged.
    expect(reported).toBeGreaterThan(1_500);
    expect(gaps).toBeGreaterThan(60);
  });

  it("two shoes on one wire: what is told of either is never the other's card", () => {
    const [one, two] = [shoe(wire, "one", 60), shoe(wire, "two", 60)];
    const harness = play(
      wire,
      one.sent.flatMap((message, at) => [message, { us: message.us, bytes: two.sent[at]?.bytes ?? "" }]),
    );
    const reported = harness.seen.flatMap((seen) => (seen.o === "card" ? [seen.card] : []));
    for (const card of reported)
      expect([one.cards[card.n - 1]?.id, two.cards[card.n - 1]?.id]).toContain(card.id);
    expect(harness.words()).toContain("+line-noise");
    expectNoFace(harness);
  });

  it("random bytes: no card, no throw, a small state", () => {
    const random = randomFrom(`noise-${wire}`);
    const harness = new ShoeHarness({ carrier: wire }).opened();
    for (let turn = 0; turn < 400; turn++) {
      const bytes = Array.from({ length: random.below(400) }, () =>
        String.fromCharCode(random.below(256)),
      ).join("");
      harness.until(harness.t + 5_000).bytes(bytes);
    }
    expect(harness.cards()).toEqual([]);
    expect(JSON.stringify(harness.state).length).toBeLessThan(4_000);
  });
});

describe("the sources", () => {
  it("put no card into an error, a fault or a figure", () => {
    const files = globSync(
      ["drivers/shoe/tirada-shoe/*.ts", "drivers/transport/*hid.ts", "drivers/report-framer.ts"],
      {
        cwd: ROOT,
      },
    ).filter((file) => !file.includes(".test"));
    expect(files.length).toBeGreaterThan(12);
    const spoken = /(?:new \w*Error|raiseFault|raiseMomentaryFault|clearFault|oneLine|portError)\([^;]*?;/gs;
    const texts = files.flatMap((file) => readFileSync(join(ROOT, file), "utf8").match(spoken) ?? []);
    expect(texts.length).toBeGreaterThan(20);
    expect(
      texts.filter((text) => /\b(?:face|rank|suit|card\b(?!s)|confidence|raw|fields)\b/.test(text)),
    ).toEqual([]);
  });
});

function damage(messages: { us: number; bytes: string }[], random: RandomSource): void {
  const at = 4 + random.below(messages.length - 6);
  const one = messages[at];
  const next = messages[at + 1];
  if (one === undefined || next === undefined || one.bytes === "") return;
  switch (random.below(5)) {
    case 0: {
      const where = random.below(one.bytes.length);
      one.bytes =
        one.bytes.slice(0, where) + String.fromCharCode(random.below(256)) + one.bytes.slice(where + 1);
      return;
    }
    case 1:
      one.bytes = one.bytes.slice(random.below(one.bytes.length));
      return;
    case 2:
      messages.splice(at, 1);
      return;
    case 3:
      messages.splice(at, 0, { ...one });
      return;
    case 4:
      [one.bytes, next.bytes] = [next.bytes, one.bytes];
      return;
  }
}
