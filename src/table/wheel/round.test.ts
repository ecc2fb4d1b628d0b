import { describe, expect, it } from "vitest";
import { ss2 } from "../../../test/support/replayed.ts";
import { PlayedTable } from "./played.test-help.ts";
import type { TableRules } from "../kernel/context.ts";
import { JUMP_QUIET_US } from "./round.ts";

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
  ])("is undecided when %s", (_, reported) => {
    const played = table().spin(reported);
    expect(played.reportedOf()).toEqual(["1 undecided rule-not-judged"]);
    const rule = "sense" in reported ? "ball-same-direction-as-rotor" : "fewer-than-min-revolutions";
    expect(played.of("undecided")[0]?.seen).toMatchObject({ number: "17", rules: rule });
  });

  it("is void when the laps are known to be too few", () => {
    const few = { o: "ball-laps", atLeast: 2, atMost: 2, how: "counted" } as const;
    const number = { o: "number", pocket: "17", witnesses: ["pocket"] } as const;
    const played = table().launch().noMoreBets().see(few).stage("result").see(number);
    expect(played.reportedOf()).toEqual(["1 void fewer-than-min-revolutions"]);
  });

  it("is void as soon as a count is final, before there is a number", () => {
    const laps = (atMost: number | null) => ({ o: "ball-laps", atLeast: 2, atMost, how: "counted" }) as const;
    const played = table().launch().noMoreBets().see(laps(null));
    expect(played.reportedOf()).toEqual([]);
    expect(played.see(laps(2)).reportedOf()).toEqual(["1 void fewer-than-min-revolutions"]);
  });

  it("is void by what shows only when the ball lies in its pocket", () => {
    const [reason] = table().launch().see({ o: "ball-left-cylinder" }).of("void")[0]?.reasons ?? [];
    if (reason === undefined) throw new Error("no void to take a reason from");
    const atRest: TableRules = {
      ...chile,
      judge: (facts, moment) => {
        const judged = chile.judge(facts, moment);
        return moment === "rest" ? { ...judged, voids: [reason] } : judged;
      },
    };
    expect(table(atRest).spin().reportedOf()).toEqual(["1 void ball-left-cylinder"]);
  });

  it("is undecided without a number, when the device is past it", () => {
    expect(table().spin({ pocket: null }).reportedOf()).toEqual(["1 undecided no-number"]);
  });

  it("is undecided when the device reports a fault of its own while the ball runs, or before", () => {
    const fault = { o: "fault", code: "wheel-component", detail: {} } as const;
    const cleared = { o: "fault-cleared", code: "wheel-component", detail: {} } as const;
    const running = table().launch().see(fault).rotor().see(cleared).noMoreBets().result();
    expect(running.reportedOf()).toEqual(["1 undecided component-fault"]);
    const before = table().see(fault).launch().see(cleared).noMoreBets().result();
    expect(before.reportedOf()).toEqual(["1 undecided component-fault"]);
    expect(table().see(fault, cleared).spin().reportedOf()).toEqual(["1 result 17 certified"]);
  });

  it("with one word for its number alone is only reported", () => {
    const number = { o: "number", pocket: "17", witnesses: ["w-line"] } as const;
    const laps = { o: "ball-laps", atLeast: 4, atMost: null, how: "" } as const;
    const played = table().launch().noMoreBets().stage("result").see(laps, number);
    expect(played.reportedOf()).toEqual(["1 result 17 reported single-witness"]);
  });

  it("is undecided on a wheel that has not the rulebook's pockets", () => {
    const played = table().see({ o: "fault", code: "wheel-pockets", detail: {} }).spin();
    expect(played.reportedOf()).toEqual(["1 undecided wheel-pockets"]);
  });

  it("of Chile is void for a rotor that stood or was irregular; Cantabria has no such rule", () => {
    const stopped = (played: PlayedTable): string[] =>
      played.launch().noMoreBets().see({ o: "rotor-stopped" }).result().reportedOf();
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
    expect(played.reportedOf()).toEqual(["1 void rotor-stopped"]);
  });
});

describe("ball with the rotor", () => {
  it("Chile: void at once, also in the open bets; the next launch is another spin", () => {
    const played = table().see({ o: "ball-direction", sense: "with-rotor" });
    expect(played.durable.phase).toBe("void");
    played.see({ o: "launch-failed", attempt: 1, cause: "with-rotor" }).rotor(180, 30).spin();
    expect(played.reportedOf()).toEqual(["1 void ball-same-direction-as-rotor", "2 result 17 certified"]);
  });

  it("a void launch that goes on all the same gives no other round its number", () => {
    const played = table().see({ o: "ball-direction", sense: "with-rotor" }).spin();
    expect(played.reportedOf()).toEqual(["1 void ball-same-direction-as-rotor"]);
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

  it("again in the next try of a launch that is void already adds nothing to it", () => {
    const played = table().see({ o: "ball-direction", sense: "with-rotor" });
    played.see({ o: "launch-failed", attempt: 1, cause: "with-rotor" });
    played.see({ o: "ball-direction", sense: "with-rotor" });
    expect(played.reportedOf()).toEqual(["1 void ball-same-direction-as-rotor"]);
  });

  it("outside the open bets and the spin is nobody's", () => {
    expect(table().stage("idle").see({ o: "ball-direction", sense: "with-rotor" }).reportedOf()).toEqual([]);
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
    expect(played.reportedOf()).toEqual(["1 undecided state-jump"]);
    const silent = table().launch().noMoreBets().stage("ball-in-rim");
    expect(silent.durable.phase).toBe("no-more-bets");
  });

  it("a number that stands is not touched by a jump, only by the device taking it back", () => {
    const played = table().launch().noMoreBets().result().see(jump);
    expect(played.reportedOf()).toEqual(["1 result 17 certified"]);
    played.see({ o: "contradiction", what: "number-changed", seen: ["17", "18"] });
    expect(played.reportedOf()).toEqual(["1 result 17 certified", "1 undecided number-changed"]);
    expect(played.durable.series.map((one) => one.kind)).toEqual(["undecided"]);
    expect(played.durable.wheel?.lastValid).toBeNull();
    expect(
      played.see({ o: "contradiction", what: "number-changed", seen: ["17", "18"] }).reportedOf(),
    ).toHaveLength(2);
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
    expect(played.reportedOf()).toEqual(["1 undecided launch-failed"]);
  });

  it("gives the game up: the rest of it belongs to no round, its next launch to the next", () => {
    const played = table().launch().noMoreBets().see({ o: "aborted", from: "no-more-bets", cause: "stopped" });
    played.stage("no-more-bets").result();
    expect(played.reportedOf()).toEqual(["1 aborted stopped"]);
    const closed = table().launch().noMoreBets().see({ o: "aborted", from: "no-more-bets", cause: "void" });
    expect(closed.launch().noMoreBets().result().reportedOf()).toEqual([
      "1 aborted void",
      "2 result 17 certified",
    ]);
    const again = table().launch().see({ o: "aborted", from: "ball-in-rim", cause: "respin" });
    expect(again.launch().noMoreBets().result().reportedOf()).toEqual([
      "1 aborted respin",
      "2 result 17 certified",
    ]);
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
    expect(played.of("result")[0]?.seen).toMatchObject({ deviceGame: 12 });
    expect(played.restart().attach("result", "17").reportedOf()).toHaveLength(1);
  });
});

it("a table that is open is not opened again when the unit says so", () => {
  const played = table();
  const before = played.records.length;
  expect(played.open().records).toHaveLength(before);
});

describe("a dealer-spun wheel without open bets of its own", () => {
  it("opens a round with each launch", () => {
    const played = new PlayedTable(chile).open().betting();
    for (let n = 0; n < 3; n++) {
      played.launch().noMoreBets().result();
      played.game++;
    }
    expect(played.reportedOf()).toEqual([
      "1 result 17 certified",
      "2 result 17 certified",
      "3 result 17 certified",
    ]);
  });

  it("the first launch of a table that waits was not seen from its open bets", () => {
    const played = new PlayedTable(chile).open().launch().noMoreBets().result();
    expect(played.reportedOf()).toEqual(["1 result 17 reported joined-late"]);
  });
});
