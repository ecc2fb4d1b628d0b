import { NOTHING_STANDING } from "../../../src/table/shoe/observation.ts";
import { describe, expect, it } from "vitest";
import { CameraShoe } from "../../../hw-sim/models/shoe/readers/camera-shoe.ts";
import type { Face } from "../../../src/cards/card.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { ShoeCameraHarness } from "./shoe-camera-harness.test-help.ts";
import { ReaderHarness } from "../reader/reader-harness.test-help.ts";
import { cameraSession } from "./session.ts";
import { REST_US, SILENCE_US, type CameraState } from "./state.ts";

const harnessOf = (...cards: readonly Face[]): ShoeCameraHarness<CameraShoe> =>
  new ShoeCameraHarness(
    new CameraShoe({ suits: "cdhs", aceFirst: false, damageOneIn: 0, cards }, randomFrom("camera")),
  ).open();

testLineLosses({
  session: cameraSession({ order: { suits: "cdhs", ranks: "two-first" } }),
  silenceUs: SILENCE_US,
  // Answers to its questions, each once it has asked; any byte that comes unasked is damage.
  sound: ["\x09", "\x09"],
  everyUs: REST_US,
  lead: "",
  rubbish: "\x0a",
  partOf: ["\x0a", ""],
  // What an answer says stands until the next picture, so nothing is missed.
  overrun: [["+recording-overrun"], ["+recording-overrun"]],
});

describe("a camera shoe", () => {
  it("tells each card when it has left, and at the end that it is empty", () => {
    const harness = harnessOf("10h", "As", "2c");
    harness.run(2_000_000);
    expect(harness.observationTexts()).toEqual(["attached"]);
    expect(harness.seen).toEqual([
      { o: "attached", during: "ready", standing: NOTHING_STANDING, uncounted: true },
    ]);
    harness.deal().deal().deal().run(1_000_000);
    expect(harness.observationTexts()).toEqual(["attached", "10h", "As", "2c", "stage:empty"]);
    expect(harness.cards()[1]).toEqual({
      n: 2,
      face: "As",
      back: null,
      deck: null,
      id: null,
      confidence: 1_000,
      at: "inside",
    });
    expect(harness.faces()).toEqual(harness.shoe.dealt);
  });

  it("writes a picture and a question each in its own time, never faster", () => {
    const harness = harnessOf("10h").run(3_000_000);
    expect(harness.writes.slice(0, 2)).toEqual(["\xfe", "\xfc"]);
    expect(harness.writes.filter((one) => one === "\xfe")).toHaveLength(1);
    expect(harness.writes.length).toBeLessThan(60);
  });

  it("takes one more picture of a card that equals the one before it, and then believes it", () => {
    const harness = harnessOf("10h", "10h", "3d").deal().run(1_500_000);
    expect(harness.writes.filter((one) => one === "\xfe").length).toBe(3);
    harness.deal().deal();
    expect(harness.faces()).toEqual(["10h", "10h", "3d"]);
  });

  it("is not fooled by a picture that still shows the card before", () => {
    const harness = harnessOf("10h", "As", "3d");
    harness.run(1_500_000).shoe.inject("stale", harness.t);
    harness.deal().deal(3_000_000).deal();
    expect(harness.faces()).toEqual(["10h", "As", "3d"]);
  });

  it("takes a blurred picture and a byte without meaning again", () => {
    const harness = harnessOf("10h", "As");
    harness.shoe.inject("blurred", harness.t);
    harness.deal(2_500_000).shoe.inject("odd-byte", harness.t);
    harness.deal(2_500_000);
    expect(harness.observationTexts()).toEqual(["attached", "10h", "As"]);
  });

  it("tells a card that was lifted out as a card unread", () => {
    const harness = harnessOf("10h", "As").run(1_500_000);
    harness.shoe.inject("lifted", harness.t);
    harness.run(1_500_000).deal();
    expect(harness.observationTexts()).toEqual(["attached", "unread:late", "As"]);
  });

  it("tells a card that was drawn before it was believed as a card unread, whenever that was", () => {
    for (let us = 20_000; us < 400_000; us += 9_000) {
      const harness = harnessOf("10h", "10h", "3d").deal().run(1);
      // The second card equals the first, so it needs two pictures.
      const taken = harness.writes.length;
      while (harness.writes.slice(taken).filter((one) => one === "\xfe").length < 1) harness.run(5_000);
      harness.run(us).shoe.drawCard(harness.t);
      harness.run(600_000).deal();
      expect(harness.observationTexts(), `${us}`).toSatisfy(
        (words: string[]) =>
          words.join() === "attached,10h,unread:late,3d" || words.join() === "attached,10h,10h,3d",
      );
    }
  });

  it("says a jam once, where it is, and when it is over", () => {
    const exit = harnessOf("10h", "As", "3d").run(1_500_000);
    exit.shoe.inject("stuck-exit", exit.t);
    exit.deal().run(5_000_000);
    expect(exit.observationTexts()).toEqual(["attached", "10h", "jam:exit"]);
    exit.shoe.freeStuck(exit.t);
    exit.run(3_000_000).deal();
    expect(exit.observationTexts()).toEqual(["attached", "10h", "jam:exit", "jam-cleared", "As"]);

    const load = harnessOf("10h", "As").run(1_500_000);
    load.shoe.inject("stuck-load", load.t);
    load.deal().run(5_000_000);
    expect(load.observationTexts()).toEqual(["attached", "10h", "jam:reader"]);
    load.shoe.freeStuck(load.t);
    load.run(4_000_000).deal();
    expect(load.observationTexts()).toEqual(["attached", "10h", "jam:reader", "jam-cleared", "As"]);
  });

  it("asks again when an answer stays away", () => {
    const harness = harnessOf("10h", "As");
    for (let times = 0; times < 4; times++) {
      harness.shoe.inject("mute", harness.t);
      harness.run(500_000);
    }
    harness.deal().deal();
    expect(harness.observationTexts()).toEqual(["attached", "10h", "As"]);
  });
});

describe("a single answer", () => {
  /** Answers by hand. */
  const asked = (): { harness: ReaderHarness<CameraState>; answer: (byte: number, times?: number) => void } => {
    const harness = new ReaderHarness(cameraSession({ order: { suits: "cdhs", ranks: "two-first" } })).open();
    const answer = (byte: number, times = 1): void => {
      for (let at = 0; at < times; at++) {
        const before = harness.writes.length;
        for (let waits = 0; waits < 20 && harness.writes.length === before; waits++) harness.wait(50_000);
        expect(harness.writes.length).toBeGreaterThan(before);
        harness.wait(1_000).bytes(String.fromCharCode(byte));
      }
    };
    return { harness, answer };
  };

  it("proves nothing: two running must agree", () => {
    const { harness, answer } = asked();
    answer(255, 2);
    answer(8);
    answer(9, 2);
    answer(252);
    answer(9, 3);
    answer(252, 2);
    expect(harness.faces()).toEqual(["Jc"]);
  });

  it("that shows the card before, and no second picture that does, is suspected to be that one", () => {
    const { harness, answer } = asked();
    answer(9, 2);
    answer(252, 2);
    const pictures = (): number => harness.writes.filter((one) => one === "\xfe").length;
    for (const byte of [9, 253]) {
      const taken = pictures();
      for (let times = 0; times < 50 && pictures() === taken; times++) answer(byte);
      // The first of them was the picture after the card before.
      if (taken === 1) for (let times = 0; times < 50 && pictures() === taken + 1; times++) answer(byte);
    }
    answer(99, 3);
    answer(252, 2);
    expect(pictures()).toBe(4);
    expect(harness.observationTexts()).toEqual(["attached", "Jc", "repeat"]);
  });

  it("that changes while the card lies there makes it unread", () => {
    const { harness, answer } = asked();
    answer(9, 3);
    answer(10, 2);
    answer(252, 2);
    expect(harness.observationTexts()).toEqual(["attached", "unread:low-confidence"]);
  });

  it("that nobody asked for counts for nothing", () => {
    const { harness, answer } = asked();
    answer(9);
    harness.bytes("\x0a\x0a\x0a");
    answer(9, 2);
    answer(252, 2);
    expect(harness.faces()).toEqual(["Jc"]);
  });
});

describe("the three losses", () => {
  it("silence, and what it leaves: what lay there is not told", () => {
    const harness = harnessOf("10h", "As").run(1_500_000);
    harness.cutOff(3_000_000);
    expect(harness.observationTexts()).toEqual(["attached", "+device-silent", "gap:device-silent"]);
    harness.run(2_000_000).deal();
    expect(harness.observationTexts().slice(3)).toEqual(["-device-silent", "attached", "10h"]);
  });

  it("the port gone: a card that left meanwhile is not told", () => {
    const harness = harnessOf("10h", "As").run(1_500_000);
    harness.feed({ i: "lost", why: "unplugged" });
    expect(harness.session.wakeAt(harness.state)).toBeNull();
    harness.shoe.drawCard(harness.t);
    harness.run(1_000_000).open().run(1_000_000).deal();
    expect(harness.observationTexts()).toEqual([
      "attached",
      "+port-gone",
      "gap:port-gone",
      "-port-gone",
      "attached",
      "As",
    ]);
  });

  it("bytes lost: the question is asked again", () => {
    const harness = harnessOf("10h").run(1_500_000);
    harness.feed({ i: "overrun", lost: 9 });
    harness.deal();
    expect(harness.observationTexts()).toEqual(["attached", "+recording-overrun", "10h"]);
  });

  it("says a jam that stands anew after a loss", () => {
    const harness = harnessOf("10h", "As").run(1_500_000);
    harness.shoe.inject("stuck-load", harness.t);
    harness.deal().run(3_000_000);
    harness.feed({ i: "lost", why: "unplugged" });
    harness.open().run(3_000_000);
    expect(harness.observationTexts().slice(-3)).toEqual(["gap:port-gone", "-port-gone", "attached"]);
    expect(harness.of("attached").at(-1)?.standing.jam).toBe("reader");
  });
});
