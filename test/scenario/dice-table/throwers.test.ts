import { describe, expect, it } from "vitest";
import type { DevicesBesideEye } from "../../../src/table/dice/throw.ts";
import type { DiceObservation } from "../../../src/dice/observation.ts";
import { die, PlayedDice } from "../../support/played-dice.ts";

const WITH: DevicesBesideEye = { thrower: true, witness: null };
type Shake = DiceObservation & { o: "shake" };
const shake = (stage: Shake["stage"], ms: number | null = null): Shake => ({
  o: "shake",
  stage,
  ms,
  asked: 9_590,
});

const sicBo = (): PlayedDice => {
  const table = new PlayedDice("es-cb/sic-bo", WITH);
  table.feed({ i: "auto-open" }).see({ o: "attached", device: "eye" }, { o: "attached", device: "thrower" });
  return table.arena("rest");
};

const read = (table: PlayedDice): PlayedDice =>
  table.arena("moving", "settling").see(table.read([die("4"), die("1"), die("1")]));

describe("a shaker", () => {
  it("closes the bets, and its throw is certified when it is done and the dice lie", () => {
    const table = sicBo();
    expect(table.durable.phase).toBe("betting");
    table.see(shake("accepted"), shake("shaking"));
    expect(table.durable.phase).toBe("throwing");
    read(table);
    expect(table.said).toBe("nothing");
    table.see(shake("done", 9_600));
    expect(table.said).toBe("result 1-1-4");
    expect(table.last).toMatchObject({ result: { total: 6, category: "pequena" } });
  });

  it("may be done before the dice lie", () => {
    const table = sicBo().see(shake("accepted"), shake("shaking"), shake("done", 9_600));
    expect(table.said).toBe("nothing");
    expect(read(table).said).toBe("result 1-1-4");
  });

  it.each([
    ["shook too short", [shake("accepted"), shake("shaking"), shake("done", 3_000)], "shake-short"],
    ["failed", [shake("accepted"), shake("shaking"), shake("failed")], "shake-failed"],
  ] as const)("that %s leaves the throw to people", (_, said, code) => {
    const table = sicBo().see(...said);
    expect(read(table).said).toBe(`undecided ${code}`);
  });

  it("that never says it is done", () => {
    const table = sicBo().see(shake("accepted"), shake("shaking"));
    expect(read(table).wait(9_000_000).said).toBe("undecided thrower-not-done");
  });

  it("that is lost while it shakes", () => {
    const table = sicBo().see(shake("accepted"), shake("shaking"));
    table.see({ o: "gap", device: "thrower", why: "device-silent" });
    expect(read(table).said).toBe("undecided thrower-device-silent shake-failed");
  });

  it("is asked for: dice that move without it are no throw", () => {
    const table = sicBo();
    expect(read(table).wait(20_000_000).said).toBe("nothing");
    const empty = sicBo().arena("empty");
    expect(read(empty).wait(20_000_000).said).toBe("undecided thrower-not-seen");
  });

  it("shakes again over dice that were read: the last rest counts", () => {
    const table = read(sicBo().see(shake("accepted"), shake("shaking")));
    table.see(shake("accepted"), shake("shaking"), shake("done", 9_600));
    expect(table.said).toBe("nothing");
    table.arena("moving").see(table.read([die("6"), die("6"), die("6")]));
    expect(table.said).toBe("result 6-6-6");
    expect(table.last).toMatchObject({ result: { equal: "triple" } });
  });

  it("opens a round by itself when nobody called it", () => {
    const table = read(sicBo().see(shake("accepted"), shake("shaking"), shake("done", 9_600)));
    table.see(shake("accepted"));
    expect(table.durable).toMatchObject({ phase: "throwing", round: 2 });
  });

  it("that shakes already when it is understood again began in a round that nobody watched", () => {
    const table = sicBo().feed({ i: "restarted" }).see({ o: "attached", device: "eye" }).arena("rest");
    table.see({ o: "attached", device: "thrower" }, shake("shaking")).arena("moving").see(shake("done", 9_600));
    expect(read(table).said).toBe("undecided restart roll-not-seen");
  });

  it("begins while nothing is seen of the dice: what they did at first nobody knows", () => {
    const table = sicBo().see({ o: "gap", device: "eye", why: "device-garbled" }, shake("accepted"));
    table.see({ o: "attached", device: "eye" }).see(shake("shaking"), shake("done", 9_600));
    expect(read(table).said).toBe("undecided arena-not-seen");
  });

  it("waits for the croupier's word to open bets again", () => {
    const table = read(sicBo().see(shake("accepted"), shake("shaking"), shake("done", 9_600)));
    expect(table.durable.phase).toBe("result");
    table.press({ key: "open-bets" });
    expect(table.durable).toMatchObject({ phase: "betting", round: 2 });
    expect(table.press({ key: "open-bets" }).refusal).toBe("not-now");
  });

  it("under an open dome", () => {
    const table = sicBo().see(
      shake("accepted"),
      shake("shaking"),
      { o: "dome", closed: false },
      shake("done", 9_600),
    );
    expect(read(table).said).toBe("undecided dome-open");
  });
});

describe("a cage", () => {
  const chuck = (): PlayedDice => {
    const table = new PlayedDice("cl/chuck-a-luck", WITH);
    return table
      .feed({ i: "auto-open" })
      .see({ o: "attached", device: "eye" })
      .arena("rest")
      .press({ key: "no-more-bets" });
  };
  const turn = (stage: "turning" | "stopped", milliTurns: number): DiceObservation => ({
    o: "cage",
    stage,
    milliTurns,
  });

  it("that turned twice gives its throw", () => {
    const table = chuck().see(turn("turning", 0), turn("turning", 1_500), turn("stopped", 2_010));
    expect(read(table).said).toBe("result 1-1-4");
  });

  it("that turned once stands and is recorded: the law asks for two turns and says no more", () => {
    const table = chuck().see(turn("turning", 0), turn("stopped", 1_990));
    expect(read(table).said).toBe("result 1-1-4");
    expect(table.last).toMatchObject({ deviations: [{ rule: "cage-fewer-than-min-turns" }] });
  });
});

describe("cup and horn", () => {
  const francesa = (): PlayedDice => {
    const table = new PlayedDice("es-cb/banca-francesa", WITH).open();
    return table.see({ o: "attached", device: "thrower" });
  };
  const cup = (stage: "loaded" | "thrown", dice: number | null): DiceObservation => ({ o: "cup", stage, dice });

  it("with all three dice gives its throw", () => {
    expect(read(francesa().see(cup("loaded", 3), cup("thrown", 3))).said).toBe("result 1-1-4");
  });

  it("with a die that was left out, or that stayed inside, is void", () => {
    expect(read(francesa().see(cup("loaded", 2), cup("thrown", 2))).said).toBe("void not-all-dice-in-cup");
    const stored = francesa().see(cup("loaded", 3), cup("thrown", 2)).arena("moving");
    stored.see(stored.read([die("1"), die("1")]));
    expect(stored.said).toContain("die-retained-in-cup");
  });

  it("whose dice rolled already when they could be seen again", () => {
    const table = francesa().see(cup("loaded", 3), { o: "gap", device: "eye", why: "frames-lost" });
    table.see({ o: "attached", device: "eye" }).arena("moving").see(cup("thrown", 3));
    expect(read(table).said).toBe("undecided frames-lost roll-not-seen");
  });

  it("that was not counted says nothing of it: undecided", () => {
    expect(read(francesa().see(cup("loaded", null), cup("thrown", null))).said).toBe(
      "undecided rule-not-judged",
    );
  });
});

describe("a second source", () => {
  const witness = (required: boolean): PlayedDice => {
    const has: DevicesBesideEye = { thrower: false, witness: { waitUs: 2_000_000, required } };
    return new PlayedDice("es-cb/banca-francesa", has).open();
  };
  const says = (...faces: readonly ("1" | "4" | "6")[]): DiceObservation => ({
    o: "witness",
    faces,
    why: null,
  });
  const silent: DiceObservation = { o: "witness", faces: null, why: "not-recognised" };

  it("is asked once the dice lie, and one that agrees is a witness more", () => {
    const table = read(witness(false));
    expect(table.said).toBe("nothing");
    expect(table.commands).toEqual([{ c: "look", round: 1 }]);
    table.see(says("1", "4", "1"));
    expect(table.last).toMatchObject({
      certainty: { witnesses: ["first-reading", "second-reading", "witness"] },
    });
  });

  it("that differs leaves the throw to people", () => {
    expect(read(witness(false)).see(says("1", "4", "6")).said).toBe("undecided witness-differs");
  });

  it("that fails or is silent has no opinion, which is never agreement", () => {
    const failed = read(witness(false)).see(silent);
    expect(failed.last).toMatchObject({
      kind: "result",
      certainty: { witnesses: ["first-reading", "second-reading"] },
    });
    const late = read(witness(false)).wait(2_100_000);
    expect(late.said).toBe("result 1-1-4");
    expect(late.commands.at(-1)).toEqual({ c: "look-away" });
    expect(read(witness(true)).see(silent).said).toBe("undecided witness-silent");
    expect(read(witness(true)).wait(2_100_000).said).toBe("undecided witness-silent");
  });

  it("that contradicts a result which already stands takes it back", () => {
    const table = read(witness(false))
      .wait(2_100_000)
      .see(says("6", "6", "6"));
    expect(table.said).toBe("undecided witness-differs");
    expect(table.durable.phase).toBe("undecided");
    expect(table.records.some((one) => one.kind === "fault" && one.code === "number-changed")).toBe(true);
  });

  it("that contradicts a result while it is contested leaves nothing that people could uphold", () => {
    const table = read(witness(false)).wait(2_100_000);
    expect(table.press({ key: "contest", round: 1 }, "jefe-de-mesa").refusal).toBeNull();
    const { craps } = table.durable.dice ?? {};
    table.see(says("6", "6", "6"));
    expect(table.said).toBe("undecided witness-differs");
    expect(table.records.flatMap((one) => (one.kind === "fault" ? [one.code] : []))).toContain(
      "number-changed",
    );
    expect(table.durable.dice?.craps).toEqual(craps);
    expect(table.press({ key: "resolve", round: 1, outcome: "upheld" }, "jefe-de-mesa").refusal).not.toBeNull();
    // It says so once, and one that agrees says nothing.
    table.see(says("6", "6", "6"));
    expect(table.records.filter(({ kind }) => kind === "undecided")).toHaveLength(2);
    const agreed = read(witness(false)).wait(2_100_000).press({ key: "contest", round: 1 }, "jefe-de-mesa");
    expect(agreed.see(says("1", "4", "1")).records.filter(({ kind }) => kind === "undecided")).toHaveLength(1);
    expect(agreed.press({ key: "resolve", round: 1, outcome: "upheld" }, "jefe-de-mesa").refusal).toBeNull();
  });
});
