import { familyOf } from "../kernel/families.ts";
import { describe, expect, it } from "vitest";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import { coverageOf } from "../../rules/coverage.ts";
import { judge } from "../../rules/engine.ts";
import type { Abilities } from "../../rules/facts.ts";
import { PlayedTable } from "./played.test-help.ts";
import type { TableRules } from "../kernel/context.ts";
import { WHEEL_FACTS } from "../../rules/vocabulary/wheel.ts";

/** A wheel whose sensors see everything, as far as the round is concerned. */
const ALL: Abilities = Object.fromEntries(
  Object.keys(WHEEL_FACTS)
    .filter((fact) => fact !== "launch-defective")
    .map((fact) => [fact, { level: "measured", note: "test" }]),
);

function rulesOf(rulebook: string, abilities: Abilities = ALL): TableRules {
  const { pack } = loadPack(rulebook);
  const coverage = coverageOf(pack, abilities, []);
  return {
    pack,
    coverage,
    abilities,
    family: familyOf(pack),
    judge: (facts, moment) => judge(pack, coverage, facts, moment),
  };
}

const CHILE = "cl/ruleta-francesa";
const CANTABRIA = "es-cb/ruleta-francesa";
const BASQUE = "es-pv/ruleta-francesa";
const running = (rulebook: string, abilities?: Abilities): PlayedTable =>
  new PlayedTable(rulesOf(rulebook, abilities)).open().betting().launch().noMoreBets();

describe("a ball that hangs", () => {
  const HANGS = { o: "ball-suspended", now: "hangs" } as const;
  const waited = (rules: string, seconds: number): PlayedTable => {
    const played = running(rules).see(HANGS);
    played.t += seconds * 1_000_000;
    return played.see({ o: "rotor", rpm10: 180, direction: "cw" });
  };

  it("is void in Chile once it has hung for as long as the rulebook says, or somebody takes it", () => {
    expect(running(CHILE).see(HANGS).reportedOf()).toEqual([]);
    expect(waited(CHILE, 59).reportedOf()).toEqual([]);
    expect(waited(CHILE, 61).reportedOf()).toEqual(["1 void ball-stuck-suspended"]);
    expect(
      running(CHILE)
        .see(HANGS, { ...HANGS, now: "taken" })
        .reportedOf(),
    ).toEqual(["1 void ball-stuck-suspended"]);
  });

  it("has its number everywhere when it falls by itself", () => {
    for (const rules of [CHILE, CANTABRIA, BASQUE]) {
      expect(running(rules).see(HANGS).result().reportedOf()).toEqual(["1 result 17 certified"]);
      const fell = running(rules).see(HANGS, { ...HANGS, now: "fell" });
      fell.t += 61_000_000;
      expect(fell.result().reportedOf()).toEqual(["1 result 17 certified"]);
    }
  });

  it("is void at once when the jefe de mesa says so while it hangs", () => {
    const played = running(CHILE).see(HANGS);
    expect(played.press({ key: "void", round: 1, rule: "ball-stuck-suspended" })).toBeNull();
    expect(played.result().reportedOf()).toEqual(["1 void ball-stuck-suspended"]);
  });

  it("voids in Cantabria only when the rotor has stopped", () => {
    const played = running(CANTABRIA).see(HANGS);
    expect(played.reportedOf()).toEqual([]);
    expect(played.see({ o: "rotor-stopped" }).verdicts()[0]).toMatchObject({ kind: "void", round: 1 });
  });

  it("is left to a person in Cantabria when somebody takes it while the rotor turns", () => {
    expect(waited(CANTABRIA, 61).reportedOf()).toEqual([]);
    expect(
      running(CANTABRIA)
        .see(HANGS, { ...HANGS, now: "taken" })
        .reportedOf(),
    ).toEqual(["1 undecided ball-suspended"]);
  });

  it("is left to a person where no void rule speaks of it", () => {
    expect(waited(BASQUE, 61).reportedOf()).toEqual(["1 undecided ball-suspended"]);
  });
});

describe("doubts", () => {
  it("end a spin that can have no number any more", () => {
    const played = running(CHILE).see({ o: "doubt", code: "ball-lifted", now: true });
    expect(played.reportedOf()).toEqual(["1 undecided ball-lifted"]);
    expect(played.result().reportedOf()).toHaveLength(1);
  });

  it("are held against the number otherwise", () => {
    const played = running(CHILE).see({ o: "doubt", code: "sensor-blind", now: false });
    expect(played.reportedOf()).toEqual([]);
    expect(played.result().reportedOf()).toEqual(["1 undecided sensor-blind"]);
  });

  it("do not hide a void", () => {
    const played = running(CHILE).see(
      { o: "doubt", code: "rim-crossed", now: false },
      { o: "ball-left-cylinder" },
    );
    expect(played.reportedOf()).toEqual(["1 void ball-left-cylinder"]);
  });

  it.each(["not-calibrated", "tamper", "wheel-pockets"] as const)("no number while %s stands", (code) => {
    const played = running(CHILE).see({ o: "fault", code, detail: {} });
    expect(played.result().reportedOf()).toEqual([`1 undecided ${code}`]);
  });
});

describe("what a device does not say", () => {
  const bounded = (silence?: "no"): Abilities => ({
    ...ALL,
    "foreign-object": { level: "bounded", note: "test", ...(silence === undefined ? {} : { silence }) },
  });

  it("means no where the device's silence does", () => {
    expect(running(CHILE, bounded("no")).result().reportedOf()).toEqual(["1 result 17 certified"]);
  });

  it("means nothing where it does not", () => {
    expect(running(CHILE, bounded()).result().reportedOf()).toEqual(["1 undecided rule-not-judged"]);
  });

  it("means nothing after a hole", () => {
    const played = running(CHILE, bounded("no")).see({
      o: "gap",
      why: "device-garbled",
      during: "no-more-bets",
    });
    expect(played.attach("no-more-bets").result().reportedOf()).toEqual([
      "1 result 17 reported device-garbled",
    ]);
  });
});

it("a disc whose law closes bets with its turn opens none while it runs", () => {
  const phase = (rulebook: string): string =>
    new PlayedTable(rulesOf(rulebook)).open().betting().stage("ball-in-rim").durable.phase;
  expect(phase("cl/big-six")).toBe("no-more-bets");
  expect(phase(CHILE)).toBe("ball-in-play");
});

describe("no va más by key", () => {
  it("closes the bets while the ball runs, once", () => {
    const played = new PlayedTable(rulesOf(CHILE)).open().betting();
    expect(played.press({ key: "no-more-bets" }, "croupier")).toBe("no-bets-to-close");
    played.launch();
    expect(played.press({ key: "no-more-bets" }, "croupier")).toBeNull();
    expect(played.durable.phase).toBe("no-more-bets");
    expect(played.press({ key: "no-more-bets" }, "croupier")).toBe("no-bets-to-close");
    expect(played.noMoreBets().result().reportedOf()).toEqual(["1 result 17 certified"]);
    expect(played.of("phase").filter((one) => one.phase === "no-more-bets")).toHaveLength(1);
  });
});

it("a hole of a bowl is part of the result", () => {
  const played = running(CHILE).stage("result").see({ o: "ball-laps", atLeast: 9, atMost: 9, how: "" });
  played.see({ o: "number", pocket: "17", witnesses: ["hole-sensor-1", "hole-sensor-2"], cell: 4 });
  expect(played.of("result")[0]?.result).toMatchObject({ pocket: "17", cell: 4 });
});
