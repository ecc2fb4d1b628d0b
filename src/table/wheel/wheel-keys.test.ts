import { describe, expect, it } from "vitest";
import { ss2 } from "../../../test/support/replayed.ts";
import { PlayedTable } from "./played.test-help.ts";
import { GAP_LIMIT_US } from "./round.ts";

/** What people's keys come to at a wheel, and how long a spin may go unheard. */

const chile = ss2("cl/ruleta-francesa").rules;
const euskadi = ss2("es-pv/ruleta-francesa").rules;
const table = (rules = chile): PlayedTable => new PlayedTable(rules).open().betting();
const phases = (played: PlayedTable): string[] => played.of("phase").map((one) => `${one.phase}/${one.round}`);

describe("no va más by word", () => {
  const CLOSE = { key: "no-more-bets" } as const;
  const BACK = { key: "take-back", round: 1 } as const;

  it("closes the bets while the ball runs, once, and nothing before or at a closed table", () => {
    const played = table(euskadi);
    expect(played.press(CLOSE)).toBe("no-bets-to-close");
    played.launch();
    expect(played.press(CLOSE)).toBeNull();
    expect(played.of("phase").at(-1)).toEqual({
      kind: "phase",
      round: 1,
      phase: "no-more-bets",
      deviceGame: 11,
    });
    expect(played.press(CLOSE)).toBe("no-bets-to-close");
    played.noMoreBets().result();
    expect(played.press({ key: "close-table" })).toBeNull();
    expect(played.press(CLOSE)).toBe("table-closed");
  });

  it("that was not said is taken back: open on the rim, closed where the device has closed them or is not heard", () => {
    const open = table(euskadi).launch();
    open.press(CLOSE);
    expect([open.press(BACK), open.durable.phase]).toEqual([null, "ball-in-play"]);
    expect(open.noMoreBets().result().reportedOf()).toEqual(["1 result 17 certified"]);
    const closed = table(euskadi).launch();
    closed.press(CLOSE);
    closed.noMoreBets();
    expect([closed.press(BACK), closed.durable.phase]).toEqual([null, "no-more-bets"]);
    const unheard = table(euskadi).launch();
    unheard.press(CLOSE);
    unheard.see({ o: "gap", why: "port-gone", during: "ball-in-rim" });
    expect([unheard.press(BACK), unheard.durable.phase]).toEqual([null, "no-more-bets"]);
  });
});

describe("a table", () => {
  it("is not closed while a spin has no verdict, and opens with the bets that the device takes", () => {
    const played = table().launch();
    expect(played.press({ key: "close-table" })).toBe("spin-running");
    played.noMoreBets().result();
    expect(played.press({ key: "close-table" })).toBeNull();
    expect(played.press({ key: "close-table" })).toBe("table-closed");
    expect(played.press({ key: "open-table" })).toBeNull();
    expect(played.press({ key: "open-table" })).toBe("table-open");
    expect(phases(played).slice(-2)).toEqual(["closed/1", "waiting/1"]);
    played.press({ key: "close-table" });
    played.next();
    expect(played.press({ key: "open-table" })).toBeNull();
    expect(phases(played).slice(-2)).toEqual(["closed/1", "betting/2"]);
  });

  it("says what a restart of the unit would cost: a spin that runs, a launch that is due again", () => {
    const played = table();
    const costs = (): unknown => chile.family.steps.restartCosts(played.table);
    expect(costs()).toEqual([]);
    played.launch();
    expect(costs()).toEqual(["round-open"]);
    played.see({ o: "rotor-stopped" });
    expect([played.reportedOf(), costs()]).toEqual([["1 void rotor-stopped"], ["relaunch-due"]]);
  });
});

describe("a void that a person calls", () => {
  const VOID = { key: "void", round: 1, rule: "foreign-object-in-cylinder" } as const;
  const CALLED = "1 void foreign-object-in-cylinder";

  it("of the spin that runs: its number comes to nothing, and the next launch repeats it", () => {
    const played = table().launch().noMoreBets();
    expect(played.press({ ...VOID, rule: "no-such" })).toBe("no-such-rule");
    expect(played.press(VOID, "croupier")).toBe("not-your-key");
    expect(played.press(VOID)).toBeNull();
    played.result().next();
    expect(played.reportedOf()).toEqual([CALLED]);
    played.spin();
    expect(played.reportedOf()).toEqual([CALLED, "2 result 17 certified"]);
    expect(played.of("result")[0]?.deviations.map(({ rule }) => rule)).toEqual(["relaunch-before-rotor-turns"]);
  });

  it("of the number that stands, and of the round before while the bets of the next are open", () => {
    const standing = table().launch().noMoreBets().result();
    expect(standing.press(VOID)).toBeNull();
    expect(standing.durable).toMatchObject({ phase: "void", wheel: { lastValid: null, relaunch: 1 } });
    const before = table().spin();
    expect(before.press(VOID)).toBeNull();
    expect(before.reportedOf()).toEqual(["1 result 17 certified", CALLED]);
    expect(before.durable).toMatchObject({ phase: "betting", wheel: { lastValid: null, relaunch: 1 } });
    expect(before.launch().press(VOID)).toBe("changes-nothing");
    expect(
      table()
        .spin()
        .press({ ...VOID, round: 9 }),
    ).toBe("no-such-round");
  });

  it("at a table that was never opened is nobody's", () => {
    expect(new PlayedTable(chile).press(VOID)).toBe("table-closed");
  });
});

describe("a spin that is not heard", () => {
  const gap = { o: "gap", why: "device-silent", during: "no-more-bets" } as const;

  it("is left to a person after a minute, and not before", () => {
    const unheard = (us: number): string[] => table().launch().noMoreBets().see(gap).wait(us).reportedOf();
    expect(unheard(GAP_LIMIT_US - 1)).toEqual([]);
    expect(unheard(GAP_LIMIT_US)).toEqual(["1 undecided device-silent"]);
  });

  it("for a shorter time has a number that is only reported", () => {
    const played = table().launch().noMoreBets().see(gap).attach("no-more-bets").result();
    expect(played.reportedOf()).toEqual(["1 result 17 reported device-silent"]);
    expect(played.wait(GAP_LIMIT_US).reportedOf()).toHaveLength(1);
  });

  it("is none while bets are open: the next one is whole", () => {
    const played = table()
      .see({ ...gap, during: "betting" })
      .wait(3 * GAP_LIMIT_US);
    expect(played.attach("betting").spin().reportedOf()).toEqual(["1 result 17 certified"]);
  });
});
