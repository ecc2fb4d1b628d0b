import { describe, expect, it } from "vitest";
import type { DieFace } from "../../../src/dice/faces.ts";
import type { DevicesBesideEye } from "../../../src/table/dice/throw.ts";
import type { DieRead, DiceObservation } from "../../../src/dice/observation.ts";
import { declare } from "../../../src/rules/declare.ts";
import { ALONE, die, PlayedDice } from "../../support/played-dice.ts";

/** What an attack on the table brought to light. Each of these once gave, or could have given, a wrong word. */

const WITH: DevicesBesideEye = { thrower: true, witness: null };
const ASKS: DevicesBesideEye = { thrower: false, witness: { waitUs: 2_000_000, required: false } };
type Shake = DiceObservation & { o: "shake" };
const shake = (stage: Shake["stage"], ms: number | null = null, asked: number | null = 9_590): Shake => ({
  o: "shake",
  stage,
  ms,
  asked,
});
const cup = (stage: "loaded" | "thrown"): DiceObservation => ({ o: "cup", stage, dice: 3 });
const cage = (stage: "turning" | "stopped", milliTurns: number): DiceObservation => ({
  o: "cage",
  stage,
  milliTurns,
});
const says = (...faces: readonly DieFace[]): DiceObservation => ({ o: "witness", faces, why: null });
const silent: DiceObservation = { o: "witness", faces: null, why: "two answers that differ" };
const table = (rulebook: string, has: DevicesBesideEye = ALONE): PlayedDice =>
  new PlayedDice(rulebook, has).open();
const francesa = (has: DevicesBesideEye = ALONE): PlayedDice => table("es-cb/banca-francesa", has);
const sicBo = (): PlayedDice => table("es-cb/sic-bo", WITH);
const lies = (at: PlayedDice, ...faces: readonly DieFace[]): DiceObservation =>
  at.read(faces.map((face) => die(face)));
const rolls = (at: PlayedDice, ...faces: readonly DieFace[]): PlayedDice =>
  at.arena("moving", "settling").see(lies(at, ...faces));

describe("dice that a shaker shakes on", () => {
  it("lay there for a moment only: what was read then is no reading of the throw", () => {
    const at = rolls(sicBo().see(shake("accepted"), shake("shaking")), "1", "1", "1").arena("moving");
    expect(at.see(shake("done", 9_600)).said).toBe("nothing");
    expect(at.arena("settling").see(lies(at, "2", "5", "6")).said).toBe("result 2-5-6");
  });

  it("lie otherwise although nobody told of a second rest: undecided in the end", () => {
    const at = rolls(sicBo().see(shake("accepted"), shake("shaking")), "1", "1", "1");
    at.see({ o: "disturbed", what: "moved" }, shake("done", 9_600));
    expect(at.said).toBe("nothing");
    expect(at.wait(61_000_000).said).toBe("undecided no-rest");
  });

  it("are looked at anew by the second source; its answer about the first rest is none", () => {
    const at = table("es-cb/sic-bo", { thrower: true, witness: { waitUs: 2_000_000, required: true } });
    rolls(at.see(shake("accepted"), shake("shaking"), shake("done", 9_600)), "1", "1", "1");
    at.see(shake("accepted"));
    expect(at.commands.map(({ c }) => c)).toEqual(["look", "look-away"]);
    at.see(shake("shaking"), says("1", "1", "1"), shake("done", 9_600));
    rolls(at, "1", "2", "3");
    expect(at.commands.map(({ c }) => c)).toEqual(["look", "look-away", "look"]);
    expect(at.said).toBe("nothing");
    expect(at.see(says("3", "1", "2")).said).toBe("result 1-2-3");
  });

  it("are not judged by a second source that speaks before it was asked: the shake is not over", () => {
    const at = table("es-cb/sic-bo", { thrower: true, witness: { waitUs: 2_000_000, required: true } });
    rolls(at.see(shake("accepted"), shake("shaking")), "1", "2", "3");
    expect(at.see(says("1", "2", "3")).said).toBe("nothing");
    at.see(shake("done", 9_600));
    expect(at.said).toBe("nothing");
    expect(at.see(says("1", "2", "3")).said).toBe("result 1-2-3");
  });

  it("after it was asked for again need a whole shake again", () => {
    const at = rolls(
      sicBo().see(shake("accepted"), shake("shaking"), shake("done", 9_600)).see(shake("shaking")),
      "1",
      "1",
      "2",
    );
    expect(at.see(shake("done", 4_000)).said).toBe("undecided shake-short");
  });
});

describe("what throws", () => {
  it("under a dome that was opened and closed again: somebody may have had a hand in it", () => {
    const open = (closed: boolean): DiceObservation => ({ o: "dome", closed });
    const at = sicBo().see(shake("accepted"), shake("shaking"), open(false), open(true), shake("done", 9_600));
    expect(rolls(at, "1", "2", "3").said).toBe("undecided dome-open");
    const before = sicBo().see(open(false), shake("accepted"), shake("done", 9_600));
    expect(rolls(before, "1", "2", "3").said).toBe("undecided dome-open");
  });

  it("and is done after the verdict, did nothing for the next throw", () => {
    const at = rolls(sicBo().see(shake("accepted"), shake("shaking")), "1", "2", "3").wait(9_000_000);
    expect(at.said).toBe("undecided thrower-not-done");
    rolls(at.see(shake("done", 9_600)).takeUp(), "4", "4", "4").wait(9_000_000);
    expect(at.said).toBe("undecided thrower-not-seen");
  });

  it("and was never seen to begin did not shake in full", () => {
    const at = sicBo().arena("moving").see(shake("done", 9_600));
    expect(at.arena("settling").see(lies(at, "1", "2", "3")).said).toBe("undecided shake-short");
  });

  it.each([
    ["not long enough, when nobody said how long", 900, null, "undecided shake-short"],
    ["a second, when nobody said how long", 1_000, null, "result 1-2-3"],
    ["less than four fifths of what was asked", 7_671, 9_590, "undecided shake-short"],
    ["four fifths of what was asked", 7_672, 9_590, "result 1-2-3"],
    ["nobody knows how long", null, null, "undecided shake-short"],
  ] as const)("and shook %s", (_, ms, asked, said) => {
    const at = sicBo().see(shake("accepted", null, asked), shake("done", ms, asked));
    expect(rolls(at, "1", "2", "3").said).toBe(said);
  });

  it("and stands has not turned", () => {
    const at = table("cl/chuck-a-luck", WITH).see(cage("stopped", 0)).press({ key: "no-more-bets" });
    at.arena("moving")
      .see(cage("stopped", 2_500))
      .arena("settling")
      .see(lies(at, "1", "2", "3"));
    expect(at.wait(9_000_000).said).toBe("undecided thrower-not-seen");
  });

  it("and tells of its throw after the dice lie: judged at once, and never left hanging", () => {
    const at = rolls(francesa(WITH).see(cup("loaded")), "1", "2", "3");
    expect(at.said).toBe("nothing");
    expect(at.see(cup("thrown")).said).toBe("result 1-2-3");
    expect(at.table.dice?.throw).toBeNull();
  });

  it("and was only loaded has not thrown", () => {
    expect(rolls(francesa(WITH).see(cup("loaded")), "1", "2", "3").wait(9_000_000).said).toBe(
      "undecided thrower-not-seen",
    );
  });

  it("and is lost between two throws takes along what it had said", () => {
    const at = francesa(WITH).see(cup("loaded"), { o: "gap", device: "thrower", why: "port-gone" });
    expect(rolls(at.see(cup("thrown")), "1", "2", "3").said).toBe("undecided rule-not-judged");
  });
});

describe("an eye that contradicts itself", () => {
  it("with a second rest that nothing threw", () => {
    const at = rolls(francesa(ASKS), "1", "2", "3").arena("empty");
    rolls(at, "6", "6", "6").see(says("6", "6", "6"));
    expect(at.said).toBe("undecided rest-twice witness-differs");
    const same = rolls(francesa(ASKS), "1", "2", "3");
    rolls(same, "6", "6", "6").see(says("1", "2", "3"));
    expect(same.said).toBe("undecided rest-twice");
  });

  it("by a rest that was told before", () => {
    const at = francesa().roll(["1", "2", "3"]).press({ key: "announce", round: 1 }).takeUp();
    at.n -= 1;
    expect(at.roll(["1", "2", "3"]).said).toBe("undecided rest-missed");
  });

  it.each(["cocked", "glare", "hidden", "damaged", "disagree", "weak", "foreign"] as const)(
    "by a die that is %s in a throw that it calls readable",
    (note) => {
      const at = table("cl/craps").press({ key: "no-more-bets" });
      const far: Partial<DieRead> = { half: "far", wall: true, rolled: true };
      at.roll([die("4", far), die("3", { ...far, notes: [note] })], { verdict: "readable", reasons: [] });
      expect(at.verdicts.at(-1)?.kind).not.toBe("result");
    },
  );

  it("by calling a throw readable in which a die is missing", () => {
    const at = table("cl/chuck-a-luck").press({ key: "no-more-bets" }).roll(["1", "2"]);
    expect(at.said).toContain("dice-too-few");
  });

  it("by reasons against a throw that it calls readable", () => {
    expect(francesa().roll(["1", "2", "3"], { verdict: "readable", reasons: ["camera-moved"] }).said).toBe(
      "undecided dice-not-read dice-camera-moved",
    );
  });

  it("by calling a throw undecided, and nothing against it", () => {
    expect(francesa().roll(["1", "2", "3"], { verdict: "undecided", reasons: [] }).said).toBe(
      "undecided dice-not-read",
    );
  });

  it("by a face that these dice do not bear", () => {
    expect(francesa().roll(["1", "2", "crown"]).said).toBe("undecided dice-not-read");
  });

  it("by beginning anew in the midst of a throw", () => {
    const at = francesa().arena("moving").see({ o: "attached", device: "eye" }).arena("moving");
    expect(at.see(lies(at, "1", "2", "3")).said).toBe("undecided arena-not-seen");
  });

  it("by seeing nothing for a while", () => {
    const at = francesa().arena("moving", "unknown", "moving");
    expect(at.see(lies(at, "1", "2", "3")).said).toBe("undecided arena-not-seen");
    expect(francesa().arena("unknown", "moving").said).toBe("nothing");
    expect(francesa().arena("unknown", "moving").durable.phase).toBe("betting");
  });

  it("by dice that lie there after it was lost for a while: they were thrown, and nobody saw it", () => {
    const at = francesa().see(
      { o: "gap", device: "eye", why: "device-silent" },
      { o: "attached", device: "eye" },
    );
    expect(at.arena("moving", "settling").said).toBe("nothing");
    expect(at.see(lies(at, "1", "2", "3")).said).toBe("undecided device-silent");
    const back = francesa().arena("unknown", "empty").roll(["1", "2", "3"]);
    expect(back.said).toBe("result 1-2-3");
    const lay = francesa().roll(["1", "2", "3"]).press({ key: "announce", round: 1 });
    lay.see({ o: "gap", device: "eye", why: "restart" }, { o: "attached", device: "eye" }).arena("rest");
    const dice = ["1", "2", "3"] as const;
    const again = lay.read(
      dice.map((face) => die(face)),
      { rolledMs: null },
    );
    expect(lay.see(again).verdicts).toHaveLength(1);
  });

  it("and dice outside the arena are no number", () => {
    const at = table("cl/corona-y-ancla").press({ key: "no-more-bets" });
    at.roll([die("crown"), die("heart"), die("club", { zone: "rim" })]);
    expect(at.verdicts.at(-1)?.kind).not.toBe("result");
  });
});

it.each(["rim", "outside"] as const)(
  "of the banca francesa a die in the zone %s has not come to rest in the arena: the throw is void (Cantabria A.9.V.2)",
  (zone) => {
    const at = francesa();
    expect(at.roll([die("1"), die("2"), die("3", { zone })]).said).toBe("void die-outside-arena");
  },
);

describe("trouble", () => {
  const broken = (device: "eye" | "witness"): DiceObservation => ({
    o: "fault",
    device,
    code: "eye-light",
    detail: {},
  });

  it("of the second source is no opinion, and stops nothing", () => {
    expect(rolls(francesa(ASKS).see(broken("witness")), "1", "2", "3").wait(2_100_000).said).toBe(
      "result 1-2-3",
    );
  });

  it("of the eye while dice roll counts even when it is over", () => {
    const at = francesa()
      .arena("moving")
      .see(broken("eye"), { o: "fault-cleared", device: "eye", code: "eye-light", detail: {} });
    expect(at.see(lies(at, "1", "2", "3")).said).toBe("undecided eye-light");
    expect(at.takeUp().roll(["1", "2", "3"]).said).toBe("result 1-2-3");
  });

  it("of the eye that stands when dice are thrown counts even when it is over before the second source answers", () => {
    const over: DiceObservation = { o: "fault-cleared", device: "eye", code: "eye-light", detail: {} };
    const at = rolls(francesa(ASKS).see(broken("eye")), "1", "2", "3").see(over);
    expect(at.see(says("1", "2", "3")).said).toBe("undecided eye-light");
  });

  it("that was never told is not over", () => {
    const at = francesa();
    const before = at.records.length;
    at.see({ o: "fault-cleared", device: "eye", code: "eye-light", detail: {} });
    expect(at.records).toHaveLength(before);
  });
});

describe("a second source that takes its word back", () => {
  it("after it agreed leaves the result, and is told of once", () => {
    const at = rolls(francesa(ASKS), "1", "2", "3").see(
      says("1", "2", "3"),
      silent,
      silent,
      says("6", "6", "6"),
    );
    expect(at.said).toBe("result 1-2-3");
    const faults = at.records.filter(({ kind }) => kind === "fault");
    expect(faults).toMatchObject([
      { device: "witness", code: "witness-nonsense", detail: { why: "two answers that differ" } },
    ]);
    expect(at.see(says("1", "2", "3")).records.at(-1)).toBe(faults[0]);
  });

  it("and never agreed has no opinion", () => {
    const at = rolls(francesa(ASKS), "1", "2", "3").see(silent, silent);
    expect(at.said).toBe("result 1-2-3");
    expect(at.records.some(({ kind }) => kind === "fault")).toBe(false);
  });
});

describe("what an undecided throw may be called", () => {
  it.each(["es-cb/banca-francesa", "cl/corona-y-ancla", "cl/chuck-a-luck", "es-cb/craps", "cl/craps"])(
    "under %s is every void that a key would be taken for",
    (rulebook) => {
      const at = table(rulebook).arena("moving").wait(61_000_000);
      const said = at.verdicts.at(-1);
      const { pack } = at.rules;
      const voids = pack.rules.filter(({ id, scope, declaredBy }) => {
        const word = declaredBy === undefined ? null : declare(pack, [], id, declaredBy);
        return scope === "throw" && word?.ok === true && word.outcome === "void";
      });
      expect(voids.length).toBeGreaterThan(3);
      expect(said).toMatchObject({ kind: "undecided", mayBeCalled: voids.map(({ id }) => id) });
      const [first] = voids;
      at.press({ key: "void", round: 1, rule: first?.id ?? "" }, first?.declaredBy);
      expect(at.refusal).toBeNull();
    },
  );
});
