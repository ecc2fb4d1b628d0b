import { describe, expect, it } from "vitest";
import type { Wire } from "../../../hw-sim/models/shoe/device/messages.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { encodeDroppedFrame } from "../../report-framer.ts";
import { hostMessages } from "./carrier.ts";
import type { ShoeMode } from "../../../src/table/shoe/observation.ts";
import { Voice, WIRES } from "./shoe-voice.test-help.ts";

/** Identity and heartbeat of a shoe that has just started. */
function firstWords(wire: Wire): string {
  const voice = new Voice(wire);
  return voice.identity() + voice.beat();
}

testLineLosses({ session: new Voice("line").harness.session, silenceUs: 1_000_000, sound: firstWords("line") });

const REPORT = `\x20${"q".repeat(32)}`;

testLineLosses({
  session: new Voice("hid").harness.session,
  silenceUs: 1_000_000,
  sound: firstWords("hid"),
  lead: "",
  rubbish: REPORT,
  partOf: [REPORT.slice(0, 20), REPORT.slice(20)],
});

describe.each(WIRES)("a session on %s", (wire) => {
  it("asks who is there, and tells nothing before it knows", () => {
    const voice = new Voice(wire);
    const asked = hostMessages(wire, voice.harness.fetched());
    expect(asked.map(({ letter }) => letter)).toEqual(["I"]);
    voice.harness.bytes(voice.card(1, 1)).bytes(voice.beat());
    expect(voice.harness.cards()).toEqual([]);
    voice.harness.bytes(voice.identity()).bytes(voice.beat()).bytes(voice.card(2, 2));
    expect(voice.harness.cards()).toEqual(["2 2d"]);
  });

  it("a missing message is a gap; the card after it is told with its own number, and none is guessed", () => {
    const voice = new Voice(wire).attached();
    voice.harness.bytes(voice.card(1, 4));
    voice.card(2, 4);
    voice.harness.bytes(voice.card(3, 4)).bytes(voice.beat());
    expect(voice.said()).toEqual(["1 As", "gap device-garbled", "3 3s", "attached dealing"]);
  });

  it("a message that comes twice is told once", () => {
    const voice = new Voice(wire).attached();
    const card = voice.card(12, 3);
    voice.harness.bytes(card + card).bytes(card);
    expect(voice.said()).toEqual(["1 Qh"]);
    expect(voice.harness.state.figures.repeated).toBe(2);
  });

  it("a card number that was given before is no card, whatever the message's own number", () => {
    const voice = new Voice(wire).attached();
    voice.harness.bytes(voice.card(5, 1)).bytes(voice.card(6, 1, { n: 1 }));
    expect(voice.said()).toEqual(["1 5c", "gap device-garbled"]);
    voice.harness.bytes(voice.card(7, 1));
    expect(voice.harness.cards()).toEqual([]);
    voice.harness.bytes(voice.identity()).bytes(voice.beat()).bytes(voice.card(8, 1));
    expect(voice.said()).toEqual(["attached dealing", "3 8c"]);
  });

  it.each([-1, 5_001])("a message whose time is %i ms from the last one is no next one", (ms) => {
    const voice = new Voice(wire);
    voice.ms = 60_000;
    voice.attached();
    voice.harness.bytes(voice.card(5, 1));
    voice.ms += ms;
    voice.harness.bytes(voice.card(6, 1));
    expect(voice.said()).toEqual(["1 5c", "gap device-garbled"]);
  });

  it("a device that leaves a card number out lost a card itself", () => {
    const voice = new Voice(wire).attached();
    voice.harness.bytes(voice.card(5, 1)).bytes(voice.card(6, 1, { n: 4 }));
    expect(voice.said()).toEqual(["1 5c", "gap device-garbled", "4 6c"]);
  });

  it("a face that the reader is not sure of is not told", () => {
    const voice = new Voice(wire).attached();
    voice.harness.bytes(voice.card(5, 1, { confidence: 899 })).bytes(voice.card(6, 1, { confidence: 900 }));
    expect(voice.said()).toEqual(["1 low-confidence", "2 6c"]);
    const strict = new Voice(wire, { confidenceMin: 1_000 }).attached();
    strict.harness.bytes(strict.card(5, 1));
    expect(strict.said()).toEqual(["1 low-confidence"]);
  });

  it("a heartbeat that says what no message said is a gap", () => {
    for (const other of [
      { cards: 1 },
      { levels: 1 },
      { stage: 6 },
      { mode: 3 },
      { jam: 4 },
      { warnings: 1 },
      { suspect: 1 },
    ]) {
      const voice = new Voice(wire).attached();
      voice.harness.bytes(voice.beat(other));
      expect(voice.said().slice(0, 1), JSON.stringify(other)).toEqual(["gap device-garbled"]);
      expect(voice.harness.state.attached).toBe(true);
    }
  });

  it("levels that no message tells of change as they like", () => {
    const voice = new Voice(wire).attached();
    voice.harness.bytes(voice.beat({ levels: 0b1000_1000 }));
    expect(voice.said()).toEqual([]);
  });

  it("what stands is told anew after a gap", () => {
    const voice = new Voice(wire).attached();
    voice.n++;
    voice.harness.bytes(voice.beat({ levels: 0b0111_0001, jam: 3, warnings: 0b101, suspect: 1 }));
    expect(voice.said()).toEqual([
      "gap device-garbled",
      "attached dealing lid jam:elevator !count-wrong !incomplete-cycle up:inside up:exit repeat?1",
      "cut-card next",
    ]);
  });

  it("a motor and a self-test, of which no heartbeat tells, are over with the gap, and told anew when it is asked", () => {
    const voice = new Voice(wire).attached();
    voice.say("M", [1, 4], [1, 2], [2, 2_000]).say("Y", [2, 0x1ff], [2, 0x1fe]);
    expect(voice.said()).toEqual(["+shoe-motor", "+shoe-self-test"]);
    voice.harness.fetched();
    voice.n++;
    voice.harness.bytes(voice.beat());
    expect(voice.said()).toEqual(["gap device-garbled", "-shoe-motor", "-shoe-self-test", "attached dealing"]);
    expect(hostMessages(wire, voice.harness.fetched()).map(({ letter }) => letter)).toEqual(["I"]);
    voice.harness.bytes(voice.identity()).bytes(voice.beat());
    voice.say("M", [1, 4], [1, 2], [2, 2_000]);
    expect(voice.said()).toEqual(["+shoe-motor"]);
    // Its warning says that the self-test's failure stands.
    voice.say("Y", [2, 0x1ff], [2, 0x1fe]).say("W", [1, 9], [1, 1]);
    voice.n++;
    voice.harness.bytes(voice.beat({ warnings: 0x100 }));
    expect(voice.said()).toEqual([
      "+shoe-self-test",
      "! self-test-failed",
      "gap device-garbled",
      "-shoe-motor",
      "attached dealing !self-test-failed",
    ]);
  });

  it("a load begins the numbers anew", () => {
    const voice = new Voice(wire).attached();
    voice.harness.bytes(voice.card(5, 1));
    voice.say("S", [1, 2], [1, 0]);
    voice.say("S", [1, 7], [1, 0]);
    voice.cards = 0;
    voice.harness.bytes(voice.card(6, 2)).bytes(voice.beat());
    expect(voice.said()).toEqual(["1 5c", "loading", "dealing", "1 6d"]);
  });

  it("silence, and nonsense, are told apart; both end with who is there", () => {
    const voice = new Voice(wire).attached();
    voice.later(1_500);
    expect(voice.said()).toEqual(["+device-silent", "gap device-silent"]);
    // What comes at once may have been held back: a heartbeat at the shoe's own pace is waited for.
    voice.harness.bytes(voice.identity()).bytes(voice.beat()).bytes(voice.card(7, 1));
    expect(voice.said()).toEqual(["-device-silent"]);
    voice.later(250);
    voice.harness.bytes(voice.beat());
    expect(voice.said()).toEqual(["attached dealing"]);
    for (let at = 0; at < 12; at++) {
      voice.harness.bytes(wire === "hid" ? `\x20${"q".repeat(32)}` : "C 0001 rubbish*0000\n");
      voice.later(100);
    }
    expect(voice.said()).toEqual(["+line-noise", "+device-garbled", "gap device-garbled"]);
    voice.harness.bytes(voice.card(5, 1));
    expect(voice.harness.cards()).toEqual([]);
  });

  it("a restart is a gap, with its cause, also when its first message is lost", () => {
    const voice = new Voice(wire).attached();
    voice.n = 0;
    voice.ms = 0;
    voice.boots++;
    voice.harness.bytes(voice.identity({ cause: 2 })).bytes(voice.beat());
    expect(voice.said()).toEqual(["gap restart", "+shoe-restarted", "attached dealing"]);
    voice.harness.bytes(voice.beat()).fetched();
    [voice.n, voice.ms, voice.boots] = [1, 3, voice.boots + 1];
    voice.harness.bytes(voice.card(5, 1));
    expect(voice.said()).toEqual(["gap device-garbled"]);
    expect(hostMessages(wire, voice.harness.fetched())).toHaveLength(1);
    voice.harness.bytes(voice.identity({ cause: 3 })).bytes(voice.beat());
    expect(voice.said()).toEqual(["+shoe-restarted", "attached dealing"]);
  });

  it("a second loss is a gap of its own when a card was told since the first, though no heartbeat came between", () => {
    const voice = new Voice(wire).attached();
    voice.n++;
    voice.harness.bytes(voice.card(5, 1));
    expect(voice.said()).toEqual(["gap device-garbled", "1 5c"]);
    voice.n = 0;
    voice.ms = 0;
    voice.boots++;
    voice.harness.bytes(voice.identity({ cause: 2 })).bytes(voice.beat());
    expect(voice.said()).toEqual(["gap restart", "+shoe-restarted", "attached dealing"]);
    voice.n++;
    voice.harness.bytes(voice.card(6, 2));
    expect(voice.said()).toEqual(["gap device-garbled", "2 6d"]);
    voice.harness.lost();
    expect(voice.said()).toContain("gap port-gone");
  });

  it.each([
    ["another version", { major: 2 }],
    ["set for 8 decks", { decks: 8 }],
  ])("a device that does not fit (%s) tells no card", (why, identity) => {
    const voice = new Voice(wire, { decks: 6 });
    voice.harness.bytes(voice.identity(identity)).bytes(voice.beat()).bytes(voice.card(4, 4));
    expect(voice.harness.seen.filter((one) => one.o === "card" || one.o === "attached")).toEqual([]);
    expect(voice.harness.seen.flatMap((one) => (one.o === "fault" ? [one.detail["why"]] : []))).toEqual([why]);
    voice.harness.bytes(voice.identity()).bytes(voice.beat());
    expect(voice.said()).toEqual(expect.arrayContaining(["-shoe-setup", "attached dealing"]));
  });

  it("another device than the one that was set up tells no card, and two on one line are never one", () => {
    const voice = new Voice(wire, { device: "00000071" });
    voice.harness.bytes(voice.identity()).bytes(voice.beat()).bytes(voice.card(4, 4));
    expect(voice.harness.cards()).toEqual([]);
    const one = new Voice(wire).attached();
    const two = new Voice(wire);
    two.ms = 900_000;
    for (let at = 0; at < 40; at++) {
      one.harness.bytes(one.card(1 + (at % 13), 1));
      one.harness.bytes(two.card(1 + (at % 13), 2));
    }
    expect(one.harness.cards().filter((card) => card.endsWith("d"))).toEqual([]);
    expect(one.harness.cards()).toEqual(["1 Ac"]);
  });

  it("messages that the device itself could not send are an overflow", () => {
    const voice = new Voice(wire).attached();
    voice.say("O", [2, 12]);
    voice.harness.bytes(voice.beat());
    expect(voice.said()).toEqual(["+messages-lost", "gap overflow", "attached dealing"]);
  });

  it("bytes that nobody could read: a gap, and what was under way never joins what comes", () => {
    const voice = new Voice(wire).attached();
    const [first, second] = [voice.card(9, 1), voice.card(10, 2)];
    voice.harness.bytes(first.slice(0, 20)).overrun(30).bytes(first.slice(20)).bytes(second);
    voice.harness.bytes(voice.beat()).bytes(voice.card(11, 3));
    expect(voice.said()).toEqual(["+recording-overrun", "gap overflow", "2 10d", "attached dealing", "3 Jh"]);
  });

  it("a command that is never answered is refused after 2 s, and one to a device that is not there at once", () => {
    const voice = new Voice(wire).attached();
    voice.harness.tell({ c: "exit", locked: true });
    for (let at = 0; at < 12; at++) {
      voice.later(250);
      voice.harness.bytes(voice.beat());
    }
    expect(voice.said()).toEqual(["+shoe-refused"]);
    voice.harness.lost().tell({ c: "self-test" });
    expect(voice.said()).toEqual(["+port-gone", "gap port-gone", "+shoe-refused"]);
  });

  it("a mode that the device has is not asked for, so a line that is back in the middle of a deal is no refusal", () => {
    const voice = new Voice(wire).attached();
    const asked = (mode: ShoeMode): number => {
      const before = voice.harness.writes.length;
      voice.harness.tell({ c: "mode", mode });
      return voice.harness.writes.length - before;
    };
    expect([asked("one-by-one"), asked("packets")]).toEqual([0, 1]);
  });

  it("at most eight commands wait", () => {
    const voice = new Voice(wire).attached();
    for (let at = 0; at < 20; at++) voice.harness.tell({ c: "self-test" });
    expect(voice.said()).toHaveLength(12);
    expect(voice.harness.state.asks.waiting).toHaveLength(8);
  });

  describe("its self-test", () => {
    const letters = (voice: Voice): string[] =>
      hostMessages(wire, voice.harness.fetched()).map(({ letter }) => letter);
    const joined = (beat: Parameters<Voice["beat"]>[0] = {}): Voice => {
      const voice = new Voice(wire);
      voice.harness.bytes(voice.identity()).bytes(voice.beat(beat));
      return voice;
    };

    it("is asked for once on each connection, and after a reset", () => {
      const voice = joined();
      expect(letters(voice)).toEqual(["I", "Y"]);
      voice.answerSelfTest();
      expect(voice.harness.state.selfTest).toMatchObject({ isDue: false, count: 1, bad: "" });
      voice.later(250).harness.bytes(voice.beat());
      expect(letters(voice)).toEqual([]);
      voice.harness.lost().opened();
      // The first message on a line may be the tail of a cut one.
      voice.later(250).harness.bytes(voice.beat());
      voice.later(250).harness.bytes(voice.identity()).bytes(voice.beat());
      voice.later(250).harness.bytes(voice.beat());
      expect(letters(voice)).toEqual(["I", "Y"]);
      voice.answerSelfTest({ bad: 2 });
      expect(voice.harness.words()).toContain("+shoe-self-test");
      expect(voice.harness.state.selfTest).toMatchObject({ count: 2, bad: "exit" });
      [voice.n, voice.ms, voice.boots] = [0, 0, voice.boots + 1];
      voice.harness.bytes(voice.identity({ cause: 1 })).bytes(voice.beat());
      expect(letters(voice)).toEqual(["Y"]);
    });

    it("waits while cards are on their way, and a device that is busy is asked again in its next stage", () => {
      const voice = joined({ stage: 3 });
      expect(letters(voice)).toEqual(["I"]);
      voice.harness.bytes(voice.make("S", [1, 7], [1, 0])).bytes(voice.beat({ levels: 1 << 3 }));
      expect(letters(voice)).toEqual([]);
      voice.harness.bytes(voice.beat());
      expect(letters(voice)).toEqual(["Y"]);
      voice.answerSelfTest({ result: 4 });
      voice.harness.bytes(voice.beat());
      expect(letters(voice)).toEqual([]);
      voice.harness.bytes(voice.make("S", [1, 1], [1, 0])).bytes(voice.beat({ stage: 1 }));
      expect(letters(voice)).toEqual(["Y"]);
      expect(voice.harness.words().filter((word) => word.startsWith("+"))).toEqual([]);
    });

    it("that is never answered has not passed, and is no refusal of what nobody ordered", () => {
      const voice = joined();
      for (let at = 0; at < 12; at++) voice.later(250).harness.bytes(voice.beat());
      expect(voice.harness.state.selfTest).toMatchObject({ count: 1, bad: "no answer" });
      expect(voice.said().filter((word) => word.startsWith("+"))).toEqual([]);
    });
  });

  it("a replay that only has what went out comes to the same state", () => {
    const live = new Voice(wire).attached();
    const before = live.harness.state;
    live.harness.tell({ c: "exit", locked: true });
    const [bytes = ""] = live.harness.writes.slice(-1);
    const { state } = live.harness.session.step(before, { i: "sent", t: live.harness.t as never, bytes });
    expect(state).toEqual(live.harness.state);
  });
});

it("reports that the unit could not take are an overflow, in the recording too", () => {
  const voice = new Voice("hid").attached();
  voice.card(3, 3);
  voice.harness
    .bytes(Buffer.from(encodeDroppedFrame(1)).toString("latin1"))
    .bytes(voice.card(4, 3))
    .bytes(voice.beat());
  expect(voice.harness.seen[0]).toEqual({
    o: "fault",
    code: "messages-lost",
    detail: { messages: 1, where: "unit" },
  });
  expect(voice.said()).toEqual(["+messages-lost", "gap overflow", "2 4h", "attached dealing"]);
  expect(voice.harness.state.figures.dropped).toBe(1);
});
