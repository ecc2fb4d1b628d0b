import { describe, expect, it } from "vitest";
import { randomFrom } from "../../../src/time/random-source.ts";
import { WHEEL_FACTS } from "../../../src/rules/vocabulary/wheel.ts";
import { mercury360Session } from "./session.ts";
import { syntheticSession } from "./synthetic-wheel.test-support.ts";
import { five, only, mercuryHarness, running } from "./mercury-harness.test-help.ts";

describe("a whole game on an extended port", () => {
  it("tells stages, ball, rotor, laps and the number once", () => {
    const wheel = running();
    wheel.bytes(wheel.now() + 250, "17\n\r");
    wheel.say(4, five);
    wheel.say(3, { ...five, state: 1 });
    // What an earlier session may have left standing is over.
    expect(wheel.news().filter(({ o }) => o !== "fault-cleared")).toEqual([
      { o: "attached", during: "betting", deviceGame: 4 },
      { o: "stage", stage: "ball-in-rim", deviceGame: 4 },
      { o: "ball-on-track" },
      { o: "ball-laps", atLeast: 1, atMost: null, how: "state 3: the ball was seen for one lap" },
      { o: "ball-direction", sense: "against-rotor" },
      { o: "stage", stage: "no-more-bets", deviceGame: 4 },
      { o: "ball-laps", atLeast: 5, atMost: null, how: "field SS: laps in the outer track" },
      { o: "number-announced", pocket: "17" },
      { o: "stage", stage: "result", deviceGame: 5 },
      { o: "ball-laps", atLeast: 9, atMost: 9, how: "field SS: laps in the outer track" },
      { o: "number", pocket: "17", witnesses: ["bare-number", "state-5", "pocket"] },
      { o: "stage", stage: "starting", deviceGame: 5 },
    ]);
  });

  it.each([
    ["advanced", 37, "result", true],
    ["advanced", 37, "next-game", false],
    ["advanced", 38, "next-game", true],
    ["extended", 38, "result", false],
    ["extended", 37, "next-game", true],
  ] as const)(
    "gives every number of a healthy session: %s, %i pockets, counts on %s, bare %s",
    (protocol, pockets, countsOn, unframed) => {
      const wheel = mercuryHarness({ protocol, pockets });
      const { lines, truth } = syntheticSession(
        { protocol, pockets, countsOn, bare: unframed, games: 280, lengths: [2, 2, 2, 4, 5] },
        randomFrom("healthy"),
      );
      wheel.feed(lines);
      const news = wheel.news();
      expect(only(news, "number").map((one) => "pocket" in one && one.pocket)).toEqual(
        truth.map(({ pocket }) => pocket),
      );
      for (const o of ["contradiction", "fault", "aborted", "gap"] as const) expect(only(news, o)).toEqual([]);
      if (protocol === "extended") {
        const counts = only(news, "ball-laps").flatMap((one) =>
          one.o === "ball-laps" && one.atMost !== null ? [one.atMost] : [],
        );
        expect(counts).toEqual(truth.map(({ laps }) => laps));
      }
    },
  );
});

describe("abilities", () => {
  it("speak of every fact that a device can know, and of no other", () => {
    const own = Object.entries(WHEEL_FACTS)
      .filter(([, spec]) => !("from" in spec) && !("of" in spec))
      .map(([name]) => name);
    for (const protocol of ["basic", "advanced", "extended"] as const) {
      const { abilities } = mercury360Session({ protocol, pockets: 37 });
      expect(Object.keys(abilities).sort()).toEqual([...own].sort());
    }
  });
});
