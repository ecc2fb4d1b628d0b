import { describe, expect, it } from "vitest";
import { parseMessage } from "./messages.ts";

/** The messages of the device, one row each, after docs/devices/tirada-shoe.md, "Messages". */

const bodyOf = (letter: string, ...fields: readonly string[]): unknown => {
  const message = parseMessage({ letter, n: 7, at: 900, fields });
  if (message === null) return null;
  const { n, at, ...body } = message;
  expect([n, at]).toEqual([7, 900]);
  return body;
};

const IDENTITY = ["01", "00", "02", "0000007A", "01", "0B", "03", "00000005", "03", "06", "001F"];
const BEAT = ["0003", "07", "03", "0010", "01", "05", "0200", "0010", "0002", "0001"];
const CARD = ["0007", "0D", "03", "02", "00000ABC", "1122334455667788", "03DB", "01"];
const at = (fields: readonly string[], place: number, value: string): readonly string[] =>
  fields.map((field, index) => (index === place ? value : field));

describe("a message of the shoe", () => {
  it.each<[string, readonly string[], unknown]>([
    [
      "I",
      IDENTITY,
      {
        m: "identity",
        major: 1,
        minor: 0,
        kind: "shuffler",
        device: "0000007A",
        firmware: "1.11.3",
        boots: 5,
        cause: "watchdog",
        decks: 6,
        features: 0x1f,
      },
    ],
    [
      "B",
      BEAT,
      {
        m: "heartbeat",
        levels: 3,
        stage: "dealing",
        mode: "sort",
        cards: 16,
        reader: "empty",
        jam: "exit",
        warnings: 0x200,
        suspect: 16,
        damaged: 2,
        lost: 1,
      },
    ],
    ["B", at(BEAT, 5, "00"), expect.objectContaining({ jam: null })],
    [
      "C",
      CARD,
      {
        m: "card",
        card: {
          n: 7,
          face: "Kh",
          back: "blue",
          deck: "00000ABC",
          id: "1122334455667788",
          confidence: 987,
          at: "exit",
        },
      },
    ],
    [
      "C",
      ["0001", "0F", "00", "00", "00000000", "0000000000000000", "03E8", "00"],
      {
        m: "card",
        card: { n: 1, face: "joker", back: null, deck: null, id: null, confidence: 1_000, at: "inside" },
      },
    ],
    ["V", ["0010", "0034"], { m: "level", atLeast: 16, atMost: 52 }],
    ["V", ["0010", "0010"], { m: "level", atLeast: 16, atMost: 16 }],
    ["V", ["0010", "FFFF"], { m: "level", atLeast: 16, atMost: null }],
    ["M", ["01", "00", "0000"], { m: "motor", motor: 1, state: "stopped", mA: 0 }],
    ["M", ["04", "03", "07D0"], { m: "motor", motor: 4, state: "overcurrent", mA: 2_000 }],
    ["N", ["0136", "0138", "0002"], { m: "count", cards: 310, expected: 312, unknown: 2 }],
    ["S", ["05", "03"], { m: "stage", stage: "sorting", mode: "sort" }],
    ["A", ["0009", "2F", "05"], { m: "answer", to: 9, result: "not-now" }],
    ["Y", ["01FF", "01FE"], { m: "self-test", tested: 0x1ff, good: 0x1fe }],
    ["O", ["000C"], { m: "lost", messages: 12 }],
    ["R", ["02", "0007"], { m: "reader", state: "failed", card: 7 }],
    ["G", ["02"], { m: "gate", gate: "forced" }],
    ["T", ["02", "0258"], { m: "thickness", cards: 2, um: 600 }],
    ["F", ["00", "01"], { m: "face-up", where: "inside", on: true }],
    ["F", ["01", "00"], { m: "face-up", where: "exit", on: false }],
    ["X", ["00"], { m: "cut-card", where: "next" }],
    ["X", ["01"], { m: "cut-card", where: "passed" }],
    ["D", ["00", "01"], { m: "lid", which: "lid", open: true }],
    ["D", ["01", "00"], { m: "lid", which: "door", open: false }],
    ["J", ["01", "01"], { m: "jam", where: "inlet", on: true }],
    ["J", ["06", "00"], { m: "jam", where: "unknown", on: false }],
    ["P", ["05"], { m: "packet", cards: 5 }],
    ["Q", ["000C"], { m: "fed-back", cards: 12 }],
    ["W", ["01", "01"], { m: "warning", code: 1, on: true }],
    ["W", ["0A", "00"], { m: "warning", code: 10, on: false }],
    ["Z", ["whatever"], { m: "unknown" }],
  ])("%s %j", (letter, fields, body) => {
    expect(bodyOf(letter, ...fields)).toEqual(body);
  });

  it.each<[string, readonly string[], string]>([
    ["I", at(IDENTITY, 2, "00"), "a kind below the list"],
    ["I", at(IDENTITY, 2, "05"), "a kind above it"],
    ["I", at(IDENTITY, 8, "04"), "a cause that is none"],
    ["B", at(BEAT, 0, "0100"), "a level that is none"],
    ["B", at(BEAT, 1, "09"), "a stage that is none"],
    ["B", at(BEAT, 2, "04"), "a mode that is none"],
    ["B", at(BEAT, 4, "0A"), "a state of the reader that is none"],
    ["B", at(BEAT, 5, "07"), "a place of a jam that is none"],
    ["B", at(BEAT, 6, "0400"), "a warning that is none"],
    ["C", at(CARD, 0, "0000"), "a card without a number"],
    ["C", at(CARD, 1, "0E"), "a rank that is none"],
    ["C", at(CARD, 1, "0F"), "a joker of a suit"],
    ["C", at(CARD, 2, "05"), "a suit that is none"],
    ["C", at(CARD, 3, "09"), "a back that is none"],
    ["C", at(CARD, 6, "03E9"), "surer than sure"],
    ["C", at(CARD, 7, "02"), "neither inside nor at the exit"],
    ["V", ["0034", "0010"], "a most below the least"],
    ["V", ["FFFF", "FFFF"], "a least that stands for none"],
    ["M", ["00", "00", "0000"], "no motor"],
    ["M", ["05", "00", "0000"], "a motor that it has not"],
    ["M", ["01", "04", "0000"], "a state of a motor that is none"],
    ["S", ["09", "00"], "a stage that is none"],
    ["S", ["05", "04"], "a mode that is none"],
    ["A", ["0009", "30", "00"], "an answer to no letter"],
    ["A", ["0009", "00", "06"], "an answer that is none"],
    ["Y", ["0200", "0000"], "a sensor that it has not"],
    ["Y", ["00FE", "00FF"], "good without being tested"],
    ["O", ["0000"], "nothing lost"],
    ["R", ["0A", "0001"], "a state of the reader that is none"],
    ["G", ["03"], "a gate that is none"],
    ["T", ["01", "0258"], "one card stuck to none"],
    ["F", ["02", "01"], "a place that is none"],
    ["X", ["02"], "a place of the cut card that is none"],
    ["D", ["00", "02"], "a lid neither open nor shut"],
    ["J", ["00", "01"], "a jam nowhere"],
    ["J", ["07", "01"], "a jam in a place that is none"],
    ["P", ["00"], "a packet of no card"],
    ["Q", ["0000"], "no card fed back"],
    ["W", ["00", "01"], "a warning without a code"],
    ["W", ["0B", "01"], "a warning that is none"],
  ])("%s %j is none: %s", (letter, fields) => {
    expect(bodyOf(letter, ...fields)).toBeNull();
  });
});
