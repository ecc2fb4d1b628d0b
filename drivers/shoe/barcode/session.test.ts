import { NOTHING_STANDING } from "../../../src/table/shoe/observation.ts";
import { describe, expect, it } from "vitest";
import { cutCardLabel, labelOf } from "../../../hw-sim/models/shoe/readers/labels.ts";
import { scanReports, type ScanFault } from "../../../hw-sim/models/shoe/readers/scanner.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { readCardTable } from "../reader/card-code-map.ts";
import { ReaderHarness } from "../reader/reader-harness.test-help.ts";
import { codingOf, type CodingName } from "./codings.ts";
import { barcodeSession, BURST_MAX, type BarcodeState } from "./session.ts";

const random = randomFrom("bar-code");
const UP = "\x00".repeat(8);
const key = (usage: number, modifiers = 0): string =>
  `${String.fromCharCode(modifiers, 0, usage)}${"\x00".repeat(5)}`;
const ENTER = key(0x28) + UP;
/** `SA` and `H5` as keys. */
const S = key(0x16, 2);
const A = key(0x04, 2);
const H = key(0x0b, 2);
const FIVE = key(0x22);

function harnessOf(name: CodingName = "suit-rank", at?: "inside"): ReaderHarness<BarcodeState> {
  const read = readCardTable("tirada-cards/1\n1234,10h,red,r-1\n1235,10h,red,\n1236,cut-card,,", "bar-code");
  const table = name === "table" && read.ok ? read.table : null;
  return new ReaderHarness(barcodeSession({ coding: codingOf(name, table), ...(at ? { at } : {}) })).open();
}

function scanned(
  harness: ReaderHarness<BarcodeState>,
  label: string,
  fault: ScanFault | null = null,
): string[] {
  const before = harness.observationTexts().length;
  harness.play(scanReports(harness.t + 1_000, label, random, fault)).wait(100_000);
  return harness.observationTexts().slice(before);
}

testLineLosses({
  session: harnessOf().session,
  silenceUs: null,
  sound: S + UP + A + UP + ENTER,
  lead: "",
  // Too many keys are down.
  rubbish: `\x00\x00${"\x01".repeat(6)}`,
  partOf: [S.slice(0, 5), S.slice(5)],
  isKnownByPort: true,
  overrun: [
    ["+recording-overrun", "gap overflow"],
    ["+recording-overrun", "gap overflow"],
  ],
});

describe("a scan", () => {
  it("is a card, numbered from 1", () => {
    const harness = harnessOf();
    scanned(harness, "H10");
    harness.wait(2_000_000);
    scanned(harness, "SA");
    expect(harness.seen[0]).toEqual({
      o: "attached",
      during: "ready",
      standing: NOTHING_STANDING,
      uncounted: true,
    });
    expect(harness.cards()).toEqual([
      { n: 1, face: "10h", back: null, deck: null, id: null, confidence: 1_000, at: "exit" },
      { n: 2, face: "As", back: null, deck: null, id: null, confidence: 1_000, at: "exit" },
    ]);
    expect(harness.writes).toEqual([]);
  });

  it("may look inside the shoe, and names deck and card where the code does", () => {
    const harness = harnessOf("tirada", "inside");
    scanned(harness, labelOf("tirada", "Kd", { deck: "9ZQ1" }));
    expect(harness.cards()).toMatchObject([{ face: "Kd", deck: "9ZQ1", id: "9ZQ1-260", at: "inside" }]);
    expect(scanned(harness, cutCardLabel())).toEqual(["cut-card"]);
  });

  it("counts a key that is held once, and the same key down, up, down twice", () => {
    const table = harnessOf("tirada");
    const label = labelOf("tirada", "Ah", { deck: "0000", issue: "0" });
    expect(scanned(table, label, "held")).toEqual(["Ah"]);
    const harness = harnessOf();
    harness.bytes(H + H + H + UP + FIVE + FIVE + UP + ENTER);
    expect(harness.faces()).toEqual(["5h"]);
    harness.wait(2_000_000).bytes(H + UP + FIVE + UP + FIVE + UP + ENTER);
    expect(harness.observationTexts().slice(-2)).toEqual(["unread:unknown-code", "+unknown-card-code"]);
  });

  it("counts a key that goes down before the one before it is up", () => {
    const both = `\x02\x00\x16\x04${"\x00".repeat(4)}`;
    expect(
      harnessOf()
        .bytes(S + both + A + UP + ENTER)
        .faces(),
    ).toEqual(["As"]);
  });

  it("is the same in small letters", () => {
    const harness = harnessOf().bytes(key(0x16) + UP + key(0x04) + UP + ENTER);
    expect(harness.faces()).toEqual(["As"]);
  });
});

describe("a scan that went wrong is unread", () => {
  it.each([
    ["no-enter", ["unread:failed"]],
    ["cut", ["unread:failed"]],
    ["rollover", ["unread:failed"]],
    ["strange-key", ["unread:failed"]],
  ] as const)("%s", (fault, words) => {
    for (let times = 0; times < 20; times++)
      expect(scanned(harnessOf("tirada"), labelOf("tirada", "7c"), fault)).toEqual(words);
  });

  it.each(["slow", "lost-report"] as const)("%s: never a card of another face", (fault) => {
    for (let times = 0; times < 40; times++) {
      const words = scanned(harnessOf("tirada"), labelOf("tirada", "7c"), fault);
      expect(
        words.filter((word) => !word.startsWith("unread") && !word.startsWith("+") && word !== "7c"),
      ).toEqual([]);
      expect(words.length).toBeGreaterThan(0);
    }
  });

  it("an Enter that comes too late is not a second card", () => {
    const harness = harnessOf()
      .bytes(S + UP + A + UP)
      .wait(300_000)
      .bytes(ENTER)
      .wait(300_000);
    expect(harness.observationTexts().slice(1)).toEqual(["unread:failed"]);
    harness.wait(5_000_000).bytes(ENTER);
    expect(harness.observationTexts().slice(1)).toEqual(["unread:failed", "unread:failed"]);
  });

  it("two codes without an Enter between them are no card", () => {
    const harness = harnessOf().bytes(S + UP + A + UP + H + UP + FIVE + UP + ENTER);
    expect(harness.observationTexts().slice(1)).toEqual(["unread:unknown-code", "+unknown-card-code"]);
  });

  it("ends after 80 ms, not before", () => {
    const harness = harnessOf()
      .bytes(S + UP)
      .wait(79_000)
      .bytes(A + UP)
      .wait(79_000)
      .bytes(ENTER);
    expect(harness.faces()).toEqual(["As"]);
    harness
      .wait(2_000_000)
      .bytes(H + UP)
      .wait(80_000);
    expect(harness.observationTexts().at(-1)).toBe("unread:failed");
  });

  it("two keys that go down at once have no order", () => {
    expect(
      harnessOf()
        .bytes(`\x02\x00\x16\x04${"\x00".repeat(4)}${UP}${ENTER}`)
        .observationTexts()
        .slice(1),
    ).toEqual(["unread:failed"]);
  });

  it("a code that never ends is thrown away, and is one card unread", () => {
    const harness = harnessOf();
    for (let at = 0; at < 500; at++) harness.bytes(FIVE + UP).wait(1_000);
    harness.wait(100_000);
    expect(harness.observationTexts().slice(1)).toEqual(["+line-noise", "unread:failed"]);
    expect(JSON.stringify(harness.state).length).toBeLessThan(2_000);
  });

  it("a report that is not whole is dropped at the pause", () => {
    const harness = harnessOf()
      .bytes(S.slice(0, 5))
      .wait(100_000)
      .bytes(S + UP + A + UP + ENTER);
    expect(harness.observationTexts().slice(1)).toEqual(["unread:failed", "As"]);
  });
});

describe("a code that is not known", () => {
  it("is unread and a recorded fault, without its text", () => {
    const harness = harnessOf("table");
    expect(scanned(harness, "1299")).toEqual(["unread:unknown-code", "+unknown-card-code"]);
    expect(harness.of("fault")).toEqual([{ o: "fault", code: "unknown-card-code", detail: { n: 1 } }]);
    expect(scanned(harness, "1236")).toEqual(["cut-card"]);
  });
});

describe("a code that comes again", () => {
  it("without identity is suspected within 1.5 s, and a card after that", () => {
    const harness = harnessOf();
    scanned(harness, "H10");
    harness.wait(1_200_000);
    expect(scanned(harness, "H10")).toEqual(["repeat"]);
    harness.wait(1_600_000);
    expect(scanned(harness, "H10")).toEqual(["10h"]);
    expect(harness.cards().at(-1)?.n).toBe(3);
  });

  it("with identity is suspected whenever it is the same card, and never when it is another of the same face", () => {
    const harness = harnessOf("table");
    expect(scanned(harness, "1234")).toEqual(["10h"]);
    harness.wait(600_000_000);
    expect(scanned(harness, "1234")).toEqual(["repeat"]);
    expect(scanned(harness, "1235")).toEqual(["10h"]);
    expect(scanned(harness, "1234")).toEqual(["repeat"]);
    harness.wait(60_000_000);
    scanned(harness, "1235");
    expect(scanned(harness, "1234")).toEqual(["10h"]);
  });
});

describe("the port", () => {
  it("gone leaves a gap and drops what was being typed", () => {
    const harness = harnessOf().bytes(S + UP);
    harness.feed({ i: "lost", why: "unplugged" });
    harness
      .wait(1_000_000)
      .open()
      .bytes(A + UP + ENTER);
    expect(harness.observationTexts()).toEqual([
      "attached",
      "+port-gone",
      "gap:port-gone",
      "-port-gone",
      "attached",
      "unread:unknown-code",
      "+unknown-card-code",
    ]);
  });

  it("that lost bytes joins no two codes, and finds the next report again", () => {
    const harness = harnessOf().bytes(H + UP + H.slice(0, 3));
    harness.feed({ i: "overrun", lost: 3 * 8 });
    harness
      .bytes(FIVE.slice(3) + UP + FIVE + UP + ENTER)
      .wait(2_000_000)
      .bytes(S + UP + A + UP + ENTER);
    expect(harness.observationTexts().slice(1)).toEqual([
      "+recording-overrun",
      "gap:overflow",
      "attached",
      "unread:failed",
      "As",
    ]);
  });

  it("that was not read for too long is not believed beyond what the kernel keeps", () => {
    const one = (H + UP + FIVE + UP + ENTER).length / 8;
    const codes = Math.ceil(BURST_MAX / one) + 4;
    const harness = harnessOf()
      .bytes((H + UP + FIVE + UP + ENTER + (S + UP + A + UP + ENTER)).repeat(codes))
      .wait(100_000);
    expect(harness.observationTexts().at(-1)).toBe("unread:failed");
    expect(harness.cards().length + harness.of("suspected-repeat").length).toBe(Math.floor(BURST_MAX / one));
    harness.wait(2_000_000).bytes(S + UP + A + UP + ENTER);
    expect(harness.faces().at(-1)).toBe("As");
  });
});
