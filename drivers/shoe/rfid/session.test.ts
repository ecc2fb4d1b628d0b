import { describe, expect, it } from "vitest";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { readCardTable, type CardCodeMap } from "../reader/card-code-map.ts";
import { ReaderHarness } from "../reader/reader-harness.test-help.ts";
import { rfidSession, type RfidOptions, type RfidState } from "./session.ts";

const TEN = "04A1B2C3D4E5F6";
const ACE = "04FF00C3D4E511";
const CUT = "0400112233AA55";

export function tableOf(...lines: string[]): CardCodeMap {
  const read = readCardTable(["tirada-cards/1", ...lines].join("\n"), "uid");
  if (!read.ok) throw new Error(read.problems.join());
  return read.table;
}

const TABLE = tableOf(`${TEN},10h,red,r-9`, `${ACE},As,blue,`, `${CUT},cut-card,,`);
const harnessOf = (options: Partial<RfidOptions> = {}): ReaderHarness<RfidState> =>
  new ReaderHarness(rfidSession({ table: TABLE, lines: 1, ...options })).open();

testLineLosses({
  session: harnessOf().session,
  silenceUs: null,
  sound: `${TEN}\r\n`,
  isKnownByPort: true,
  overrun: [
    ["+recording-overrun", "gap overflow"],
    ["+recording-overrun", "gap overflow"],
  ],
});

describe("a tag", () => {
  it("is a card once it has been alone for 60 ms, with the table's deck and id, or its own number", () => {
    const harness = harnessOf().bytes(`${TEN}\r\n`).wait(59_999);
    expect(harness.faces()).toEqual([]);
    harness.wait(1).wait(2_000_000).bytes(`${ACE.toLowerCase()}\n`).wait(100_000);
    expect(harness.cards()).toEqual([
      { n: 1, face: "10h", back: null, deck: "red", id: "r-9", confidence: 1_000, at: "exit" },
      { n: 2, face: "As", back: null, deck: "blue", id: ACE, confidence: 1_000, at: "exit" },
    ]);
  });

  it.each(["\r\n", "\n", "\r", "\n\r", "\r\n\r\n"])("is read whatever ends its line (%j)", (end) => {
    expect(
      harnessOf()
        .bytes(TEN + end)
        .wait(100_000)
        .faces(),
    ).toEqual(["10h"]);
  });

  it("is one reading for as long as it lies there", () => {
    const harness = harnessOf();
    for (let at = 0; at < 100; at++) harness.bytes(`${TEN}\r\n`).wait(200_000);
    expect(harness.observationTexts()).toEqual(["attached", "10h"]);
  });

  it("that comes again is suspected, since its number is that of one card", () => {
    const harness = harnessOf().bytes(`${TEN}\n`).wait(5_000_000).bytes(`${TEN}\n`).wait(100_000);
    expect(harness.observationTexts()).toEqual(["attached", "10h", "repeat"]);
  });

  it("of the cut card is the cut card", () => {
    expect(harnessOf().bytes(`${CUT}\n`).wait(100_000).observationTexts()).toEqual(["attached", "cut-card"]);
  });

  it("that is in no table is unread and a recorded fault, and its number is told to nobody", () => {
    const harness = harnessOf().bytes("04000000000000\n").wait(100_000);
    expect(harness.observationTexts()).toEqual(["attached", "unread:unknown-code", "+unknown-card-code"]);
    expect(JSON.stringify(harness.seen)).not.toContain("04000000000000");
  });
});

describe("two tags", () => {
  it("within 60 ms are stuck together and no card, until the field was empty", () => {
    const harness = harnessOf().bytes(`${TEN}\n`).wait(59_000).bytes(`${ACE}\n`).wait(400_000);
    harness.bytes(`${TEN}\n${ACE}\n`).wait(400_000).bytes(`${ACE}\n`).wait(400_000);
    expect(harness.observationTexts()).toEqual(["attached", "stuck:2"]);
    harness.wait(1_000_000).bytes(`${ACE}\n`).wait(100_000);
    expect(harness.observationTexts()).toEqual(["attached", "stuck:2", "As"]);
  });

  it("in one read are stuck together too, and a third one is told", () => {
    const harness = harnessOf().bytes(`${TEN}\r\n${ACE}\r\n`).wait(10_000).bytes(`${CUT}\r\n`).wait(100_000);
    expect(harness.observationTexts()).toEqual(["attached", "stuck:2", "stuck:3"]);
  });

  it("that are told by turns are stuck together", () => {
    const harness = harnessOf()
      .bytes(`${TEN}\n`)
      .wait(300_000)
      .bytes(`${ACE}\n`)
      .wait(300_000)
      .bytes(`${TEN}\n`);
    expect(harness.wait(300_000).observationTexts()).toEqual(["attached", "10h", "As", "stuck:2"]);
  });

  it("one after the other are two cards", () => {
    const harness = harnessOf().bytes(`${TEN}\n`).wait(61_000).bytes(`${ACE}\n`).wait(61_000);
    expect(harness.faces()).toEqual(["10h", "As"]);
  });
});

describe("a line that is no tag's number", () => {
  it.each([
    "04A1B2C3D4E5",
    "04A1B2C3D4E5F6F7",
    "04A1B2C3D4E5FG",
    "hello",
    "04:A1:B2:C3:D4:E5:F6",
    "x".repeat(500),
  ])("is a card unread (%s)", (line) => {
    expect(harnessOf().bytes(`${line}\r\n`).wait(2_000_000).observationTexts()).toEqual([
      "attached",
      "unread:failed",
    ]);
  });

  it("is told once while it goes on", () => {
    const harness = harnessOf();
    for (let at = 0; at < 50; at++) harness.bytes("?%&\r\n").wait(200_000);
    expect(harness.observationTexts()).toEqual(["attached", "unread:failed", "+line-noise"]);
  });

  it("spoils the tag that has just come, and says nothing of one that was read", () => {
    const harness = harnessOf()
      .bytes(`${TEN}\n`)
      .wait(10_000)
      .bytes("04A1\n")
      .wait(200_000)
      .bytes(`${TEN}\n`)
      .wait(200_000);
    expect(harness.observationTexts()).toEqual(["attached", "unread:failed"]);
    const lying = harnessOf()
      .bytes(`${TEN}\n`)
      .wait(200_000)
      .bytes("04A1\n")
      .wait(200_000)
      .bytes(`${TEN}\n`)
      .wait(200_000);
    expect(lying.observationTexts()).toEqual(["attached", "10h"]);
  });
});

describe("a table whose numbers are near to one another", () => {
  const near = tableOf(`${TEN},10h,,`, `${TEN.slice(0, -1)}7,Ks,,`);

  it("is refused with one line a tag, without telling the numbers", () => {
    expect(() => rfidSession({ table: near, lines: 1 })).toThrow("1 pairs of numbers differ in one digit only");
    expect(() => rfidSession({ table: near, lines: 1 })).not.toThrow(TEN);
  });

  it("takes two equal lines, and one line is a card unread", () => {
    const harness = harnessOf({ table: near, lines: 2 }).bytes(`${TEN}\n`).wait(200_000);
    expect(harness.faces()).toEqual([]);
    harness.bytes(`${TEN}\n`);
    expect(harness.faces()).toEqual(["10h"]);
    harness
      .wait(5_000_000)
      .bytes(`${TEN.slice(0, -1)}7\n`)
      .wait(2_000_000);
    expect(harness.observationTexts()).toEqual(["attached", "10h", "unread:failed"]);
  });

  it("a number with one digit damaged is never the other card", () => {
    const harness = harnessOf({ table: near, lines: 2 })
      .bytes(`${TEN.slice(0, -1)}7\n`)
      .wait(100_000);
    for (let at = 0; at < 5; at++) harness.bytes(`${TEN}\n`).wait(100_000);
    expect(harness.faces()).toEqual([]);
    expect(harness.observationTexts()).toContain("stuck:2");
  });
});

describe("the port", () => {
  it("gone leaves a gap; a tag that still lies there afterwards is suspected", () => {
    const harness = harnessOf().bytes(`${TEN}\n`).wait(200_000).bytes("04A1B2");
    harness.feed({ i: "lost", why: "unplugged" });
    harness.wait(300_000).open().bytes(`C3D4E5F6\n${TEN}\n`).wait(200_000);
    expect(harness.observationTexts()).toEqual([
      "attached",
      "10h",
      "+port-gone",
      "gap:port-gone",
      "-port-gone",
      "attached",
      "unread:failed",
      "repeat",
    ]);
  });

  it("that lost bytes joins no two lines", () => {
    const harness = harnessOf().bytes("04A1B2C3");
    harness.feed({ i: "overrun", lost: 30 });
    harness.bytes("D4E5F6\r\n").wait(2_000_000).bytes(`${ACE}\r\n`).wait(100_000);
    expect(harness.observationTexts()).toEqual([
      "attached",
      "+recording-overrun",
      "gap:overflow",
      "attached",
      "As",
    ]);
  });
});
