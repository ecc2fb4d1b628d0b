import { describe, expect, it } from "vitest";
import { ss2 } from "../../../test/support/replayed.ts";
import { PlayedTable } from "../played.test-help.ts";
import { GAP_LIMIT_US, JUMP_QUIET_US } from "./round.ts";

const chile = ss2("cl/ruleta-francesa").rules;
const cantabria = ss2("es-cb/ruleta-francesa").rules;
const table = (rules = chile): PlayedTable => new PlayedTable(rules).open().betting();
const phases = (played: PlayedTable): string[] => played.of("phase").map((one) => `${one.phase}/${one.round}`);

/** Deviations of each result, by rule. */
const deviations = (played: PlayedTable): string[][] =>
  played.of("result").map((one) => one.deviations.map((reason) => reason.rule));

describe("a watched spin", () => {
  it("is certified, with its witnesses, what held, and what nobody can see", () => {
    const played = table().spin();
    expect(phases(played)).toEqual(["waiting/0", "betting/1", "ball-in-play/1", "no-more-bets/1", "betting/2"]);
    const [result] = played.of("result");
    expect(result).toMatchObject({
      round: 1,
      result: { pocket: "17", suertes: expect.arrayContaining(["negro", "impar", "falta"]) as string[] },
      certainty: { level: "certified", witnesses: ["bare-number", "state-5"], because: [] },
      deviations: [],
      seen: { rotor: "cw", deviceGame: 11 },
    });
    expect(result?.certainty.judged).toContain("ball-same-direction-as-rotor");
    expect(result?.certainty.bounded).toContain("fewer-than-min-revolutions");
  });

  it("keeps the device's own game beside the phases in which the ball runs", () => {
    expect(
      table()
        .spin()
        .of("phase")
        .map((one) => one.deviceGame),
    ).toEqual([undefined, undefined, 11, 11, undefined]);
  });

  it.each([
    ["the ball's direction is not known", { sense: null }],
    ["the laps are not enough to tell", { laps: 2 }],
  ])("is undecided when %s", (_, told) => {
    const played = table().spin(told);
    expect(played.told()).toEqual(["1 undecided rule-not-judged"]);
    const rule = "sense" in told ? "ball-same-direction-as-rotor" : "fewer-than-min-revolutions";
    expect(played.of("undecided")[0]?.seen).toMatchObject({ number: "17", rules: rule });
  });

  it("is undecided without a number, when the device is past it", () => {
    expect(table().spin({ pocket: null }).told()).toEqual(["1 undecided no-number"]);
  });

  it("is undecided when the device reports a fault of its own while the ball runs, or before", () => {
    const fault = { o: "fault", code: "wheel-component", detail: {} } as const;
    const cleared = { o: "fault-cleared", code: "wheel-component", detail: {} } as const;
    const running = table().launch().see(fault).rotor().see(cleared).noMoreBets().result();
    expect(running.told()).toEqual(["1 undecided component-fault"]);
    const before = table().see(fault).launch().see(cleared).noMoreBets().result();
    expect(before.told()).toEqual(["1 undecided component-fault"]);
    expect(table().see(fault, cleared).spin().told()).toEqual(["1 result 17 certified"]);
  });

  it("is undecided on a wheel that has not the rulebook's pockets", () => {
    const played = table().see({ o: "fault", code: "wheel-pockets", detail: {} }).spin();
    expect(played.told()).toEqual(["1 undecided wheel-pockets"]);
  });

  it("of Chile is void for a rotor that stood or was irregular; Cantabria has no such rule", () => {
    const stopped = (played: PlayedTable): string[] =>
      played.launch().noMoreBets().see({ o: "rotor-stopped" }).result().told();
    expect(stopped(table())).toEqual(["1 void rotor-stopped"]);
    expect(stopped(table(cantabria))).toEqual(["1 result 17 certified"]);
  });

  it("a number after a verdict changes nothing", () => {
    const played = table()
      .launch()
      .noMoreBets()
      .see({ o: "rotor-stopped" })
      .result()
      .result({ pocket: "18" })
      .next();
    expect(played.told()).toEqual(["1 void rotor-stopped"]);
  });
});

describe("ball with the rotor", () => {
  it("Chile: void at once, also in the open bets; the next launch is another spin", () => {
    const played = table().see({ o: "ball-direction", sense: "with-rotor" });
    expect(played.durable.phase).toBe("void");
    played.see({ o: "launch-failed", attempt: 1, cause: "with-rotor" }).rotor(180, 30).spin();
    expect(played.told()).toEqual(["1 void ball-same-direction-as-rotor", "2 result 17 certified"]);
  });

  it("a void launch that goes on all the same gives no other round its number", () => {
    const played = table().see({ o: "ball-direction", sense: "with-rotor" }).spin();
    expect(played.told()).toEqual(["1 void ball-same-direction-as-rotor"]);
    expect(played.durable).toMatchObject({ phase: "betting", round: 2 });
  });

  it("Cantabria: a deviation of the spin that follows, not of a launch that came to nothing", () => {
    expect(
      deviations(table(cantabria).see({ o: "ball-direction", sense: "with-rotor" }).spin({ sense: null })),
    ).toEqual([["ball-same-direction-as-rotor"]]);
    const again = table(cantabria).see({ o: "ball-direction", sense: "with-rotor" });
    again.see({ o: "launch-failed", attempt: 1, cause: "with-rotor" }).spin();
    expect(deviations(again)).toEqual([[]]);
  });

  it("outside the open bets and the spin is nobody's", () => {
    expect(table().stage("idle").see({ o: "ball-direction", sense: "with-rotor" }).told()).toEqual([]);
  });
});

describe("alternation", () => {
  it("is held against the last valid spin", () => {
    const played = table().spin().spin();
    played.direction = "cw";
    played.spin();
    played.direction = "cw";
    expect(deviations(played.spin())).toEqual([[], [], [], ["rotor-direction-not-alternated"]]);
  });

  it.each<[string, (played: PlayedTable) => void]>([
    ["a void", (played) => played.launch({ sense: "with-rotor" }).next()],
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
    played.direction = played.durable.lastValid?.rotor === "cw" ? "ccw" : "cw";
    expect(deviations(played.spin()).at(-1)).toEqual([]);
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
    expect(played.noMoreBets().result().of("result")[0]?.seen.rotor).toBe("cw");
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
      "rotor-turns-since-void": 2,
    });
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

describe("holes", () => {
  const gap = { o: "gap", why: "device-silent", during: "no-more-bets" } as const;

  it("in a spin: its number is only reported, and why", () => {
    const played = table().launch().noMoreBets().see(gap).attach("no-more-bets").result();
    expect(played.told()).toEqual(["1 result 17 reported device-silent"]);
    expect(played.durable.tasks.map((task) => task.id)).toEqual(["acknowledge/1/device-silent"]);
  });

  it("over the end of a spin: undecided", () => {
    const played = table().launch().noMoreBets().see(gap);
    played.game++;
    expect(played.attach("betting").told()).toEqual(["1 undecided device-silent"]);
  });

  it("into another spin: the first is undecided, the second joined late", () => {
    const played = table().launch().noMoreBets().see(gap);
    played.game += 2;
    played.attach("no-more-bets").result();
    expect(played.told()).toEqual(["1 undecided device-silent", "2 result 17 reported joined-late"]);
  });

  it("for a minute: a person decides; what comes later belongs to no round", () => {
    const played = table()
      .launch()
      .noMoreBets()
      .see(gap)
      .wait(GAP_LIMIT_US - 1);
    expect(played.told()).toEqual([]);
    played.wait(1).wait(GAP_LIMIT_US);
    expect(played.told()).toEqual(["1 undecided device-silent"]);
    played.attach("result", "17").result();
    expect(played.told()).toHaveLength(1);
  });

  it("in the open bets of the same game are no harm", () => {
    const played = table().see({ o: "gap", why: "port-gone", during: "betting" }).attach("betting").spin();
    expect(played.told()).toEqual(["1 result 17 certified"]);
  });

  it("in which the device played on leave a fault on record", () => {
    const missed = (from: number, to: number): unknown => {
      const played = new PlayedTable(chile).open();
      played.game = from;
      played.betting().see({ o: "gap", why: "port-gone", during: "betting" });
      played.game = to;
      played.attach("betting");
      expect(played.durable.faults).toEqual([]);
      return played.of("fault").map((one) => [one.code, one.detail]);
    };
    expect(missed(11, 12)).toEqual([["spin-missed", { openedIn: 11, foundIn: 12 }]]);
    expect(missed(256, 1)).toHaveLength(1);
    expect(missed(11, 11)).toEqual([]);
    // A wheel that was switched off and on says nothing of a spin.
    expect(missed(11, 1)).toEqual([]);
  });

  it("after flag 2 in the open bets: the launch becomes a spin of which the start was missed", () => {
    const played = table(cantabria).see(
      { o: "ball-direction", sense: "with-rotor" },
      { o: "gap", why: "port-gone", during: "betting" },
    );
    played.attach("no-more-bets").next();
    expect(played.told()).toEqual(["1 undecided port-gone"]);
  });

  it("after flag 2 in the open bets, and the bets are still open: no spin", () => {
    const played = table(cantabria).see(
      { o: "ball-direction", sense: "with-rotor" },
      { o: "gap", why: "port-gone", during: "betting" },
    );
    expect(played.attach("betting").spin().told()).toEqual(["1 result 17 certified"]);
  });
});

describe("a device that does what no device does", () => {
  const jump = { o: "contradiction", what: "state-jump", seen: ["a", "b"] } as const;

  it("steps back from no more bets: one spin, one verdict, and bets stay closed", () => {
    const played = table()
      .launch()
      .noMoreBets()
      .see(jump)
      .stage("ball-in-rim")
      .stage("no-more-bets")
      .result()
      .next();
    expect(played.told()).toEqual(["1 undecided state-jump"]);
    const silent = table().launch().noMoreBets().stage("ball-in-rim");
    expect(silent.durable.phase).toBe("no-more-bets");
  });

  it("a number that stands is not touched by a jump, only by the device taking it back", () => {
    const played = table().launch().noMoreBets().result().see(jump);
    expect(played.told()).toEqual(["1 result 17 certified"]);
    played.see({ o: "contradiction", what: "number-changed", seen: ["17", "18"] });
    expect(played.told()).toEqual(["1 result 17 certified", "1 undecided number-changed"]);
    expect(played.durable.series.map((one) => one.kind)).toEqual(["undecided"]);
    expect(played.durable.lastValid).toBeNull();
    expect(played.see({ o: "contradiction", what: "number-changed", seen: ["17", "18"] }).told()).toHaveLength(
      2,
    );
  });

  it("jumps outside every spin are recorded once a minute", () => {
    const played = table();
    for (let n = 0; n < 100; n++) {
      played.see(jump);
      played.t += 1_000_000;
    }
    expect(played.of("fault")).toHaveLength(Math.ceil(100_000_000 / JUMP_QUIET_US));
  });

  it("fails a launch when the ball was on the track: a person decides", () => {
    const played = table()
      .launch()
      .see({ o: "launch-failed", attempt: 1, cause: "weak-launch" })
      .noMoreBets()
      .result();
    expect(played.told()).toEqual(["1 undecided launch-failed"]);
  });

  it("gives the game up: the rest of it belongs to no round, its next launch to the next", () => {
    const played = table().launch().noMoreBets().see({ o: "aborted", from: "no-more-bets", cause: "stopped" });
    played.stage("no-more-bets").result();
    expect(played.told()).toEqual(["1 aborted stopped"]);
    const again = table().launch().see({ o: "aborted", from: "ball-in-rim", cause: "respin" });
    expect(again.launch().noMoreBets().result().told()).toEqual(["1 aborted respin", "2 result 17 certified"]);
  });

  it("a fault that stands is recorded once, however often it is told", () => {
    const played = table();
    const fault = { o: "fault", code: "device-silent", detail: {} } as const;
    played.see(fault, fault, { ...fault, o: "fault-cleared" }, { ...fault, o: "fault-cleared" }, fault);
    expect(played.records.filter((one) => one.kind.startsWith("fault")).map((one) => one.kind)).toEqual([
      "fault",
      "fault-cleared",
      "fault",
    ]);
  });

  it("a device that counts its games with the number is known by the later one", () => {
    const played = table().launch().noMoreBets();
    played.game++;
    played.result();
    expect(played.of("result")[0]?.seen.deviceGame).toBe(12);
    expect(played.restart().attach("result", "17").told()).toHaveLength(1);
  });
});

describe("a dealer-spun wheel without open bets of its own", () => {
  it("opens a round with each launch", () => {
    const played = new PlayedTable(chile).open().betting();
    for (let n = 0; n < 3; n++) {
      played.launch().noMoreBets().result();
      played.game++;
    }
    expect(played.told()).toEqual(["1 result 17 certified", "2 result 17 certified", "3 result 17 certified"]);
  });

  it("the first launch of a table that waits was not seen from its open bets", () => {
    const played = new PlayedTable(chile).open().launch().noMoreBets().result();
    expect(played.told()).toEqual(["1 result 17 reported joined-late"]);
  });
});

describe("a restart", () => {
  it.each<[string, (played: PlayedTable) => PlayedTable, string[]]>([
    ["open bets", (played) => played, ["1 result 17 certified"]],
    ["ball in play", (played) => played.launch(), ["1 aborted restart", "2 result 17 certified"]],
    ["no more bets", (played) => played.launch().noMoreBets(), ["1 aborted restart", "2 result 17 certified"]],
    [
      "a result",
      (played) => played.launch().noMoreBets().result(),
      ["1 result 17 certified", "2 result 17 certified"],
    ],
    ["waiting", (played) => played.stage("idle"), ["2 result 17 certified"]],
  ])("in %s", (name, until, told) => {
    const played = until(table()).restart();
    if (name !== "open bets") played.game++;
    expect(played.attach("betting").spin().told()).toEqual(told);
  });

  it("a closed table stays closed", () => {
    expect(new PlayedTable(chile).restart().attach("betting").spin().told()).toEqual([]);
  });

  it.each(["no-more-bets", "result"] as const)(
    "the spin that it broke off is not taken up again in stage %s",
    (stage) => {
      const played = table().launch().noMoreBets().restart().attach(stage, "17").result().next();
      expect(played.told()).toEqual(["1 aborted restart"]);
      expect(played.durable.round).toBe(2);
    },
  );

  it("a spin that a person voided is not taken up again", () => {
    const played = table().launch().noMoreBets();
    expect(played.press({ key: "void", round: 1, rule: "foreign-object-in-cylinder" })).toBeNull();
    expect(played.restart().attach("result", "17").result().told()).toEqual([
      "1 void foreign-object-in-cylinder",
    ]);
  });

  it("a number that was given is not given again; another one takes it back", () => {
    const given = (): PlayedTable => table().launch().noMoreBets().result().restart();
    expect(given().attach("result", "17").result().told()).toEqual(["1 result 17 certified"]);
    expect(given().attach("result").told()).toEqual(["1 result 17 certified"]);
    const other = given().attach("result", "18");
    expect(other.told()).toEqual(["1 result 17 certified", "1 undecided number-changed"]);
    expect(other.of("fault").map((one) => one.code)).toEqual(["number-changed"]);
  });

  it("in the middle of a later spin: that one is joined late", () => {
    const played = table().launch().noMoreBets().restart();
    played.game += 2;
    expect(played.attach("no-more-bets").result().told()).toEqual([
      "1 aborted restart",
      "2 result 17 reported joined-late",
    ]);
  });
});
