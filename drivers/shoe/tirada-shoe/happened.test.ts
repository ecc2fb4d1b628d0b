import { describe, expect, it } from "vitest";
import type { Field } from "../../../hw-sim/models/shoe/device/messages.ts";
import { Voice, WIRES } from "./shoe-voice.test-help.ts";

describe.each(WIRES)("what happens in a shoe on %s", (wire) => {
  it("tells what happens, each with its own figures", () => {
    const voice = new Voice(wire).attached();
    const seen = (letter: string, ...fields: readonly Field[]): unknown => {
      voice.say(letter, ...fields);
      const { seen: observations } = voice.harness;
      voice.harness.forget();
      return observations;
    };
    expect(seen("T", [1, 2], [2, 600])).toEqual([{ o: "cards-stuck", atLeast: 2 }]);
    expect(seen("V", [2, 16], [2, 0xffff])).toEqual([{ o: "level", atLeast: 16, atMost: null }]);
    expect(seen("N", [2, 310], [2, 312], [2, 2])).toEqual([
      { o: "count", cards: 310, expected: 312, unknown: 2 },
    ]);
    expect(seen("P", [1, 5])).toEqual([{ o: "packet", cards: 5 }]);
    expect(seen("Q", [2, 12])).toEqual([{ o: "fed-back", cards: 12 }]);
    expect(seen("G", [1, 2])).toEqual([{ o: "fault", code: "shoe-exit-forced", detail: {} }]);
    expect(seen("X", [1, 0])).toEqual([{ o: "cut-card", where: "next" }]);
    expect(seen("X", [1, 1])).toEqual([{ o: "cut-card", where: "passed" }]);
    expect(seen("F", [1, 1], [1, 1])).toEqual([{ o: "face-up", where: "exit" }]);
    expect(seen("F", [1, 1], [1, 0])).toEqual([{ o: "face-up", where: "exit", gone: true }]);
    expect(seen("F", [1, 0], [1, 1])).toEqual([{ o: "face-up", where: "inside" }]);
    expect(seen("J", [1, 5], [1, 1])).toEqual([{ o: "jam", where: "exit", during: "dealing" }]);
    expect(seen("J", [1, 5], [1, 0])).toEqual([{ o: "jam-cleared" }]);
    expect(seen("J", [1, 5], [1, 0])).toEqual([]);
    expect(seen("W", [1, 10], [1, 1])).toEqual([{ o: "warning", code: "memory-lost", standing: true }]);
    expect(seen("W", [1, 10], [1, 0])).toEqual([{ o: "warning", code: "memory-lost", standing: false }]);
    expect(seen("G", [1, 1])).toEqual([]);
    // The heartbeat agrees with all of them: the face up inside stands, and the exit is locked.
    voice.harness.bytes(voice.beat({ levels: 0b0010_0100 }));
    expect(voice.said()).toEqual([]);
  });

  it("lid and door are one opening: told when the first opens and the last is shut", () => {
    const voice = new Voice(wire).attached();
    voice.say("D", [1, 0], [1, 1]).say("D", [1, 1], [1, 1]).say("D", [1, 0], [1, 0]);
    expect(voice.harness.seen).toEqual([{ o: "lid", open: true }]);
    voice.say("D", [1, 1], [1, 0]);
    expect(voice.harness.seen.slice(1)).toEqual([{ o: "lid", open: false }]);
  });

  it("a fault of motors stands until the last of them runs, and names the first", () => {
    const voice = new Voice(wire).attached();
    voice.say("M", [1, 4], [1, 2], [2, 2_000]).say("M", [1, 1], [1, 3], [2, 2_500]);
    expect(voice.harness.seen).toEqual([
      { o: "fault", code: "shoe-motor", detail: { motor: "exit", state: "stalled", mA: 2_000 } },
    ]);
    voice.harness.forget();
    voice.say("M", [1, 4], [1, 1], [2, 300]);
    expect(voice.said()).toEqual([]);
    voice.say("M", [1, 1], [1, 0], [2, 0]);
    expect(voice.said()).toEqual(["-shoe-motor"]);
  });

  it("a self-test names the sensors that were tried and are bad", () => {
    const voice = new Voice(wire).attached();
    voice.say("Y", [2, 0b1_0000_0011], [2, 0b0_0000_0010]);
    expect(voice.harness.seen).toEqual([
      { o: "fault", code: "shoe-self-test", detail: { sensors: "reader motors" } },
    ]);
    voice.harness.forget();
    voice.say("Y", [2, 0b1_0000_0011], [2, 0b1_0000_0011]);
    expect(voice.said()).toEqual(["-shoe-self-test"]);
  });

  it("a machine that sorts is sorting in each stage in which another would deal", () => {
    const voice = new Voice(wire).attached();
    const told = [3, 4, 6, 7, 2, 8].flatMap((stage) => {
      voice.say("S", [1, 1], [1, 0]).said();
      voice.say("S", [1, stage], [1, 3]);
      return voice.said();
    });
    expect(told).toEqual(["sorting", "sorting", "sorting", "sorting", "loading", "empty"]);
    voice.say("S", [1, 1], [1, 0]).said();
    voice.say("S", [1, 7], [1, 0]);
    expect(voice.said()).toEqual(["dealing"]);
  });
});
