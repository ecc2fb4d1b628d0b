import { describe, expect, it } from "vitest";
import { ss2 } from "../../../test/support/replayed.ts";
import { PlayedTable } from "./played.test-help.ts";

/** Holes in the device's line, and restarts of the unit. */

const chile = ss2("cl/ruleta-francesa").rules;
const cantabria = ss2("es-cb/ruleta-francesa").rules;
const table = (rules = chile): PlayedTable => new PlayedTable(rules).open().betting();

describe("holes", () => {
  const gap = { o: "gap", why: "device-silent", during: "no-more-bets" } as const;

  it("in a spin: its number is only reported, and why", () => {
    const played = table().launch().noMoreBets().see(gap).attach("no-more-bets").result();
    expect(played.reportedOf()).toEqual(["1 result 17 reported device-silent"]);
    expect(played.durable.tasks.map((task) => task.id)).toEqual(["acknowledge/1/device-silent"]);
  });

  it("behind which the device knows no stage yet: a launch that it then tells of is not seen from the open bets", () => {
    for (const phase of ["betting", "aborted", "void"] as const) {
      const played = table();
      if (phase === "aborted") played.launch().see({ o: "aborted", from: "ball-in-rim", cause: "respin" });
      if (phase === "void") played.launch({ sense: "with-rotor" });
      expect(played.durable.phase).toBe(phase);
      const before = played.reportedOf().length;
      played.restart().attach("unknown").launch().noMoreBets().result();
      expect([phase, played.reportedOf().slice(before)]).toEqual([
        phase,
        [expect.stringMatching(/^\d result 17 reported joined-late$/)],
      ]);
    }
  });

  it("over the end of a spin: undecided", () => {
    const played = table().launch().noMoreBets().see(gap);
    played.game++;
    expect(played.attach("betting").reportedOf()).toEqual(["1 undecided device-silent"]);
  });

  it("into another spin: the first is undecided, the second joined late", () => {
    const played = table().launch().noMoreBets().see(gap);
    played.game += 2;
    played.attach("no-more-bets").result();
    expect(played.reportedOf()).toEqual(["1 undecided device-silent", "2 result 17 reported joined-late"]);
  });

  it("for a minute: a person decides; what comes later belongs to no round", () => {
    const played = table().launch().noMoreBets().see(gap).wait(59_999_999);
    expect(played.reportedOf()).toEqual([]);
    expect(played.wait(1).reportedOf()).toEqual(["1 undecided device-silent"]);
    expect(played.wait(60_000_000).reportedOf()).toHaveLength(1);
    played.attach("result", "17").result();
    expect(played.reportedOf()).toHaveLength(1);
  });

  it("while a ball hangs: it counts as suspended only where the device sees it hang behind the hole", () => {
    const hangs = { o: "ball-suspended", now: "hangs" } as const;
    const hung = (): PlayedTable =>
      table()
        .launch()
        .noMoreBets()
        .see(hangs)
        .wait(10_000_000)
        .see(gap)
        .wait(20_000_000)
        .attach("no-more-bets");
    expect(hung().wait(59_000_000).reportedOf()).toEqual([]);
    expect(hung().wait(40_000_000).result().reportedOf()).toEqual(["1 result 17 reported device-silent"]);
    const seen = hung().see(hangs);
    expect(seen.wait(59_999_999).reportedOf()).toEqual([]);
    expect(seen.wait(1).reportedOf()).toEqual(["1 void ball-stuck-suspended"]);
    // Cantabria waits for the rotor to stand: by then nobody knows that the ball still hung.
    const long = table(cantabria).launch().noMoreBets().see(hangs).wait(61_000_000).see(gap);
    expect(long.attach("no-more-bets").see({ o: "rotor-stopped" }).reportedOf()).toEqual([]);
  });

  it("in the open bets of the same game are no harm", () => {
    const played = table().see({ o: "gap", why: "port-gone", during: "betting" }).attach("betting").spin();
    expect(played.reportedOf()).toEqual(["1 result 17 certified"]);
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

  it("between two spins leave one on record where the device counts further than the next game", () => {
    const missed = (games: number): unknown => {
      const played = table().spin();
      played.game += games - 1;
      played.spin();
      return played.of("fault").map(({ code, detail }) => [code, detail]);
    };
    expect(missed(1)).toEqual([]);
    expect(missed(2)).toEqual([["spin-missed", { after: 11, foundIn: 13, games: 1 }]]);
    expect(missed(127)).toHaveLength(1);
    expect(missed(128)).toEqual([]);
  });

  it("after flag 2 in the open bets: the launch becomes a spin of which the start was missed", () => {
    const played = table(cantabria).see(
      { o: "ball-direction", sense: "with-rotor" },
      { o: "gap", why: "port-gone", during: "betting" },
    );
    played.attach("no-more-bets").next();
    expect(played.reportedOf()).toEqual(["1 undecided port-gone"]);
  });

  it("after flag 2 in the open bets, and the bets are still open: no spin", () => {
    const played = table(cantabria).see(
      { o: "ball-direction", sense: "with-rotor" },
      { o: "gap", why: "port-gone", during: "betting" },
    );
    expect(played.attach("betting").spin().reportedOf()).toEqual(["1 result 17 certified"]);
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
  ])("in %s", (name, until, reported) => {
    const played = until(table()).restart();
    if (name !== "open bets") played.game++;
    expect(played.attach("betting").spin().reportedOf()).toEqual(reported);
  });

  it("a closed table stays closed", () => {
    expect(new PlayedTable(chile).restart().attach("betting").spin().reportedOf()).toEqual([]);
  });

  it.each(["no-more-bets", "result"] as const)(
    "the spin that it broke off is not taken up again in stage %s",
    (stage) => {
      const played = table().launch().noMoreBets().restart().attach(stage, "17").result().next();
      expect(played.reportedOf()).toEqual(["1 aborted restart"]);
      expect(played.durable.round).toBe(2);
    },
  );

  it("a spin that a person voided is not taken up again", () => {
    const played = table().launch().noMoreBets();
    expect(played.press({ key: "void", round: 1, rule: "foreign-object-in-cylinder" })).toBeNull();
    expect(played.restart().attach("result", "17").result().reportedOf()).toEqual([
      "1 void foreign-object-in-cylinder",
    ]);
  });

  it("a number that was given is not given again; another one takes it back", () => {
    const given = (): PlayedTable => table().launch().noMoreBets().result().restart();
    expect(given().attach("result", "17").result().reportedOf()).toEqual(["1 result 17 certified"]);
    expect(given().attach("result").reportedOf()).toEqual(["1 result 17 certified"]);
    const other = given().attach("result", "18");
    expect(other.reportedOf()).toEqual(["1 result 17 certified", "1 undecided number-changed"]);
    expect(other.of("fault").map((one) => one.code)).toEqual(["number-changed"]);
  });

  it("in the middle of a later spin: that one is joined late", () => {
    const played = table().launch().noMoreBets().restart();
    played.game += 2;
    expect(played.attach("no-more-bets").result().reportedOf()).toEqual([
      "1 aborted restart",
      "2 result 17 reported joined-late",
    ]);
  });
});
