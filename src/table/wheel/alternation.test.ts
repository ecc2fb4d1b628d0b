import { describe, expect, it } from "vitest";
import { ss2 } from "../../../test/support/replayed.ts";
import { PlayedTable } from "./played.test-help.ts";

/** What a spin is held against: the last valid one, and the void that it repeats. */

const chile = ss2("cl/ruleta-francesa").rules;
const table = (rules = chile): PlayedTable => new PlayedTable(rules).open().betting();

/** Deviations of each result, by rule. */
const deviations = (played: PlayedTable): string[][] =>
  played.of("result").map((one) => one.deviations.map((reason) => reason.rule));

describe("alternation", () => {
  it("is held against the last valid spin", () => {
    const played = table().spin().spin();
    played.direction = "cw";
    played.spin();
    played.direction = "cw";
    expect(deviations(played.spin())).toEqual([[], [], [], ["rotor-direction-not-alternated"]]);
  });

  it.each<[string, (played: PlayedTable) => void]>([
    [
      "an abort",
      (played) => played.launch().see({ o: "aborted", from: "ball-in-rim", cause: "stopped" }).next(),
    ],
  ])("over %s: that one does not count", (_, meanwhile) => {
    const played = table().spin();
    const valid = played.direction === "cw" ? "ccw" : "cw";
    meanwhile(played);
    played.direction = valid;
    expect(deviations(played.spin()).at(-1)).toContain("rotor-direction-not-alternated");
    played.direction = played.durable.wheel?.lastValid?.rotor === "cw" ? "ccw" : "cw";
    expect(deviations(played.spin()).at(-1)).toEqual([]);
  });

  it("over a void is only judged where both readings of the time before agree", () => {
    const senses = (...three: readonly ("cw" | "ccw")[]): string[] => {
      const played = table();
      for (const [index, sense] of three.entries()) {
        played.direction = sense;
        if (index === 1) played.rotor(180, 40).launch({ sense: "with-rotor" }).next();
        else played.rotor(180, 40).spin();
      }
      return deviations(played).at(-1) ?? ["none"];
    };
    // The void spin alternated and the relaunch did against it: the opposite of the time before.
    expect(senses("cw", "ccw", "cw")).toEqual([]);
    expect(senses("cw", "ccw", "ccw")).toEqual([]);
    expect(senses("cw", "cw", "cw")).toEqual(["rotor-direction-not-alternated"]);
    expect(senses("cw", "cw", "ccw")).toEqual([]);
  });

  it.each<[string, (played: PlayedTable) => void]>([
    ["an undecided spin", (played) => played.launch().noMoreBets().result({ pocket: null }).next()],
    [
      "a number that is only reported",
      (played) =>
        played
          .launch()
          .see({ o: "gap", why: "port-gone", during: "ball-in-rim" })
          .attach("ball-in-rim")
          .noMoreBets()
          .result()
          .next(),
    ],
    [
      "games that nobody watched",
      (played) => {
        played.see({ o: "gap", why: "port-gone", during: "betting" });
        played.game += 3;
        played.attach("betting");
      },
    ],
    [
      "a void that a person called of it",
      (played) => void played.press({ key: "void", round: 1, rule: "foreign-object-in-cylinder" }),
    ],
    [
      "a closed table",
      (played) => {
        played.press({ key: "close-table" });
        played.next();
        played.press({ key: "open-table" });
        played.next();
      },
    ],
  ])("is not judged after %s", (name, meanwhile) => {
    const played = table().launch().noMoreBets().result();
    if (!name.startsWith("a void")) played.next();
    meanwhile(played);
    if (name.startsWith("a void")) played.next();
    const before = played.of("result").length;
    // Round 1 ran clockwise: held against it, this would be a deviation.
    played.direction = "cw";
    const next = deviations(played.launch().noMoreBets().result()).slice(before)[0];
    expect(next).toBeDefined();
    expect(next).not.toContain("rotor-direction-not-alternated");
  });

  it("goes on over a hole in the open bets of the next game, and over a restart", () => {
    const hole = table().spin().see({ o: "gap", why: "port-gone", during: "betting" }).attach("betting");
    hole.direction = "cw";
    expect(deviations(hole.spin()).at(-1)).toEqual(["rotor-direction-not-alternated"]);
    const restarted = table().spin().restart().attach("betting");
    restarted.direction = "cw";
    expect(deviations(restarted.spin()).at(-1)).toEqual(["rotor-direction-not-alternated"]);
    const much = table().spin().restart();
    much.game += 5;
    much.direction = "cw";
    expect(deviations(much.attach("betting").spin()).at(-1)).toEqual([]);
  });

  it("takes the direction from two lines that agree, not from the lines before the launch", () => {
    const played = table();
    played.see({ o: "rotor", rpm10: 180, direction: "ccw" }).stage("ball-in-rim");
    played.see({ o: "rotor", rpm10: 180, direction: "cw" }, { o: "rotor", rpm10: 180, direction: "cw" });
    expect(played.noMoreBets().result().of("result")[0]?.seen).toMatchObject({ rotor: "cw" });
    const damaged = table().stage("ball-in-rim").see({ o: "rotor", rpm10: 180, direction: "ccw" }).rotor();
    expect(damaged.noMoreBets().result().of("result")[0]?.seen).toMatchObject({ rotor: "cw" });
  });
});

describe("rotor turns between a void and the relaunch", () => {
  /** A void in the open bets, then `lines` lines at 18 rpm (0.15 turns each), then the relaunch. */
  const relaunched = (lines: number): PlayedTable => {
    const played = table().see({ o: "ball-direction", sense: "with-rotor" });
    played.see({ o: "launch-failed", attempt: 1, cause: "with-rotor" });
    return played.rotor(180, lines).spin();
  };

  it("two and a half are too few, three are enough", () => {
    expect(deviations(relaunched(17))).toEqual([["relaunch-before-rotor-turns"]]);
    expect(deviations(relaunched(19))).toEqual([["relaunch-before-rotor-turns"]]);
    expect(deviations(relaunched(20))).toEqual([[]]);
    expect(relaunched(17).of("result")[0]?.deviations[0]?.observed).toMatchObject({
      "rotor-turns-since-void": "0..2",
    });
  });

  it("are at least so few and never proved to be enough: when the ball lay in the last number nobody saw", () => {
    const [enough] = relaunched(40).of("result");
    const { judged, bounded } = enough!.certainty;
    expect([...judged, ...bounded]).not.toContain("relaunch-before-rotor-turns");
    const [few] = relaunched(17).of("result");
    expect(few?.deviations.map(({ rule }) => rule)).toEqual(["relaunch-before-rotor-turns"]);
  });

  it("are counted at the lower of two speeds, and not over a silence", () => {
    const played = table().see({ o: "ball-direction", sense: "with-rotor" });
    played.see({ o: "launch-failed", attempt: 1, cause: "with-rotor" }).rotor(180, 1);
    played.t += 60_000_000;
    played.see({ o: "rotor", rpm10: 900, direction: "cw" });
    expect(played.spin().of("result")[0]?.deviations[0]?.observed).toMatchObject({
      "rotor-turns-since-void": 0,
    });
  });

  it("do not matter after any other spin", () => {
    expect(deviations(table().spin().spin())).toEqual([[], []]);
  });

  it("are not known after a restart, and then nothing is said of them", () => {
    const played = table().launch({ sense: "with-rotor" }).restart();
    expect(deviations(played.next().spin())).toEqual([[]]);
  });
});
