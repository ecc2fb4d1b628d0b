import { describe, expect, it } from "vitest";
import type { DieFace } from "../../../src/dice/faces.ts";
import type { DiceObservation, DieRead, ThrowRead } from "../../../src/dice/observation.ts";
import type { DevicesBesideEye } from "../../../src/table/dice/throw.ts";
import { die, PlayedDice } from "../../support/played-dice.ts";

/**
 * Dice lay there when the eye was lost. Once it sees again, dice that lie otherwise were thrown while nobody looked; those that lie as
 * they lay were not.
 */

const S = 1_000_000;
const JEFE = "jefe-de-mesa";
const HAND = ["es-cb/craps", "cl/mini-craps", "cl/corona-y-ancla", "es-cb/banca-francesa"] as const;
/** How an eye tells of dice that lay there when it began to look. */
const LAY: Partial<ThrowRead> = { rolledMs: null };
const THROWER: DevicesBesideEye = { thrower: true, witness: null };

const facesOf = (rulebook: string): readonly (readonly DieFace[])[] => {
  if (rulebook === "cl/corona-y-ancla")
    return [
      ["crown", "heart", "spade"],
      ["anchor", "heart", "club"],
    ];
  if (rulebook === "es-cb/banca-francesa")
    return [
      ["1", "2", "2"],
      ["1", "4", "6"],
    ];
  return [
    ["2", "4"],
    ["3", "4"],
  ];
};
const lie = (faces: readonly DieFace[], shift = 0): readonly DieRead[] =>
  faces.map((face, at) => die(face, { x: 100 + 200 * at + shift, half: "far", wall: true, rolled: true }));
/** Where only the announcement closes the bets the call is refused, and nothing waits for it. */
const goes = (table: PlayedDice, faces: readonly DieFace[]): PlayedDice =>
  table.press({ key: "no-more-bets" }).roll(lie(faces));
const lose = (table: PlayedDice): PlayedDice => table.see({ o: "gap", device: "eye", why: "port-gone" });
const back = (table: PlayedDice, us = 5 * S): PlayedDice => {
  table.t += us;
  return table.see({ o: "attached", device: "eye" });
};
/** An eye that has read on while its line was lost, and knows that no dice came to rest since. */
const backAsItWas = (table: PlayedDice, us = 5 * S): PlayedDice => {
  table.t += us;
  return table.see({ o: "attached", device: "eye", noneRested: true });
};
const rests = (table: PlayedDice, dice: readonly DieRead[], more = LAY): PlayedDice =>
  table.arena("rest").see(table.read(dice, more));

describe.each(HAND)("%s: bets are opened while nobody sees the dice of the last throw", (rulebook) => {
  const [first, other] = facesOf(rulebook) as [readonly DieFace[], readonly DieFace[]];
  /** The last throw left its dice there, the eye is lost, and the croupier opens the bets and, where the game has it, closes them. */
  const called = (closes = true): PlayedDice => {
    const table = lose(goes(new PlayedDice(rulebook).open(), first)).press({ key: "open-bets" });
    return closes ? table.press({ key: "no-more-bets" }) : table;
  };

  it.each([true, false])("others lie there (bets closed: %s): a throw that nobody saw", (closes) => {
    const table = rests(back(called(closes)), lie(other));
    expect(table.verdicts.at(-1)).toMatchObject({
      kind: "undecided",
      round: 2,
      because: ["port-gone", "roll-not-seen"],
    });
  });

  it("they roll when the eye comes back", () => {
    const table = back(called()).arena("moving", "settling");
    expect(table.see(table.read(lie(other))).verdicts.at(-1)).toMatchObject({ kind: "undecided", round: 2 });
  });

  it("they come to rest as the last ones lay, and were seen to roll", () => {
    const table = back(called()).arena("moving", "settling");
    expect(table.see(table.read(lie(first))).verdicts.at(-1)).toMatchObject({ kind: "undecided", round: 2 });
  });

  it("no reading of them comes", () => {
    expect(
      back(called())
        .arena("rest")
        .wait(2.1 * S).said,
    ).toBe("undecided port-gone rest-missed");
  });

  it("the same dice lie as they lay: nothing was thrown, and the next throw counts", () => {
    const table = rests(back(called()), lie(first));
    expect(table.wait(70 * S).verdicts).toHaveLength(1);
    expect(table.takeUp().roll(lie(other)).last).toMatchObject({
      kind: "result",
      round: 2,
      certainty: { level: "certified" },
    });
  });
});

describe("what the eye knows of dice that lie there", () => {
  const craps = "es-cb/craps";
  const [first, other] = facesOf(craps) as [readonly DieFace[], readonly DieFace[]];
  const result = (): PlayedDice => goes(new PlayedDice(craps).open(), first);

  it("dice of a result that were thrown again, and of which no reading comes, are a throw", () => {
    expect(
      back(lose(result()))
        .arena("rest")
        .wait(2.1 * S).said,
    ).toBe("undecided port-gone rest-missed");
  });

  it("dice that no eye reads again, since none came to rest, are those that lay there", () => {
    const table = backAsItWas(lose(result())).arena("rest");
    expect(table.wait(60 * S).verdicts).toHaveLength(1);
    const opened = backAsItWas(lose(result()).press({ key: "open-bets" })).arena("rest");
    expect(opened.wait(60 * S).verdicts).toHaveLength(1);
    // Their picture may take longer to be stored than is waited for.
    opened.see(opened.read(lie(other)));
    expect(opened.verdicts.at(-1)).toMatchObject({ kind: "undecided", round: 2 });
  });

  it("an eye that sees the same dice again after its camera was lost tells nothing of them: none were thrown", () => {
    for (const opens of [false, true]) {
      const table = result().arena("unknown");
      if (opens) table.press({ key: "open-bets" });
      expect(
        table
          .wait(30 * S)
          .arena("settling", "rest")
          .wait(60 * S).verdicts,
      ).toHaveLength(1);
    }
  });

  it("dice that the eye tells again are no second rest of the throw that waits", () => {
    const has: DevicesBesideEye = { thrower: false, witness: { waitUs: 20 * S, required: true } };
    const table = lose(goes(new PlayedDice(craps, has).open(), first));
    rests(backAsItWas(table, 1 * S), lie(first), { ...LAY, n: table.n });
    expect(table.see({ o: "witness", faces: first, why: null }).said).toBe(
      "undecided port-gone arena-not-seen",
    );
  });

  it("dice that were pushed in sight lie there as they were read last", () => {
    const table = result().arena("moving", "settling");
    table.see(table.read(lie(first, 70)));
    expect(rests(back(lose(table)), lie(first, 70)).verdicts).toHaveLength(1);
  });

  it("dice of a void, or that could not be read, lie as they lay", () => {
    const annulled = result().press({ key: "void", round: 1, rule: "die-off-table" }, "stickman");
    expect(rests(back(lose(annulled)), lie(first)).verdicts.map(({ kind }) => kind)).toEqual([
      "result",
      "void",
    ]);
    const unread = [die("2", { x: 100 }), die(null, { x: 300, notes: ["disagree"] })];
    const table = new PlayedDice("cl/corona-y-ancla").open().press({ key: "no-more-bets" }).roll(unread);
    table.press({ key: "open-bets" });
    expect(rests(back(lose(table)), unread).verdicts).toHaveLength(1);
  });

  it("several holes, each with a sight of the same dice, hide nothing", () => {
    const table = result();
    for (let go = 0; go < 3; go++) rests(back(lose(table), 0.9 * S), lie(first));
    expect(table.takeUp().durable).toMatchObject({ phase: "betting", round: 2 });
    expect(table.durable.dice?.pointAsked).toBeUndefined();
  });

  it("a short hole in which dice lay still is over once they are seen, however long they lie there", () => {
    const table = back(lose(result()), 0.5 * S)
      .arena("rest")
      .wait(60 * S)
      .arena("moving", "settling");
    table.see(table.read(lie(other)));
    expect(table.verdicts).toHaveLength(1);
  });

  it("an undecided throw whose dice lie otherwise after a hole: where the point stands is asked", () => {
    const table = goes(new PlayedDice(craps).open(), ["2"]);
    expect(table.said).toContain("undecided");
    table.press({ key: "resolve", round: 1, outcome: "void" }, JEFE);
    expect(rests(back(lose(table)), lie(other)).durable.dice?.pointAsked).toBeDefined();
  });

  it("a table that waited for its eye opens its bets over whatever lies there", () => {
    const table = new PlayedDice(craps)
      .feed({ i: "auto-open" })
      .feed({ i: "restarted" })
      .wait(60 * S);
    rests(table.see({ o: "attached", device: "eye" }), lie(first));
    expect(table.wait(5 * S).verdicts).toEqual([]);
    expect(goes(table.takeUp(), other).said).toBe("result 3-4");
  });
});

describe("a restart", () => {
  it("beside closed bets ends the round, and what lies there belongs to it", () => {
    const table = new PlayedDice("cl/corona-y-ancla").open().press({ key: "no-more-bets" });
    rests(
      table.feed({ i: "restarted" }).see({ o: "attached", device: "eye" }),
      lie(["crown", "heart", "spade"]),
    );
    expect(table.wait(5 * S).verdicts.map(({ kind }) => kind)).toEqual(["aborted"]);
  });

  it("in an undecided round, whose dice are thrown again once the bets were opened and closed", () => {
    const table = new PlayedDice("cl/corona-y-ancla")
      .open()
      .press({ key: "no-more-bets" })
      .roll(lie(["crown", "heart"]));
    expect(table.said).toContain("undecided");
    table.feed({ i: "restarted" }).press({ key: "open-bets" }).press({ key: "no-more-bets" });
    expect(rests(back(table), lie(["crown", "heart", "spade"])).verdicts.at(-1)).toMatchObject({
      kind: "undecided",
      round: 2,
    });
  });
});

describe("dice that stay in their shaker", () => {
  const shake = (stage: "accepted" | "shaking" | "done", ms: number | null = null): DiceObservation => ({
    o: "shake",
    stage,
    ms,
    asked: 9_590,
  });
  const LIE: readonly DieFace[] = ["1", "1", "4"];
  const sicBo = (): PlayedDice => {
    const table = new PlayedDice("es-cb/sic-bo", THROWER).feed({ i: "auto-open" });
    table.see({ o: "attached", device: "eye" }, { o: "attached", device: "thrower" }).arena("rest");
    table.see(shake("accepted"), shake("shaking")).arena("moving", "settling");
    return table.see(table.read(lie(LIE)), shake("done", 9_600)).press({ key: "open-bets" });
  };

  it.each([1, 5, 60])("lie there after a hole of %i s: nothing was thrown", (seconds) => {
    for (const closes of [false, true]) {
      const table = closes ? sicBo().press({ key: "no-more-bets" }) : sicBo();
      rests(back(lose(table), seconds * S), lie(LIE));
      expect(table.wait(70 * S).said).toBe("result 1-1-4");
      table.see(shake("accepted"), shake("shaking")).arena("moving", "settling");
      expect(table.see(table.read(lie(["2", "3", "6"])), shake("done", 9_600)).said).toBe("result 2-3-6");
    }
  });

  it("after a throw that could not be read, too", () => {
    const table = sicBo().see(shake("accepted"), shake("shaking")).arena("moving", "settling");
    const unread = [die("2"), die(null, { x: 300, notes: ["disagree"] }), die("6", { x: 500 })];
    table.see(table.read(unread), shake("done", 9_600)).press({ key: "open-bets" });
    expect(rests(back(lose(table)), unread).verdicts.map(({ kind }) => kind)).toEqual(["result", "undecided"]);
  });

  it("after a throw that they never ended in sight, behind a hole in it: what was not seen belongs to that throw", () => {
    const table = back(lose(sicBo().see(shake("accepted"), shake("shaking"))), 3 * S).arena("moving");
    expect(table.wait(61 * S).said).toBe("undecided port-gone arena-not-seen no-rest");
    table.press({ key: "open-bets" }).arena("settling", "moving");
    table.see(shake("accepted"), shake("shaking")).arena("settling");
    expect(table.see(table.read(lie(["2", "3", "6"])), shake("done", 9_600)).said).toBe("result 2-3-6");
  });

  it("and lie otherwise after closed bets were a throw", () => {
    const table = rests(back(lose(sicBo().press({ key: "no-more-bets" }))), lie(["2", "3", "6"]));
    expect(table.wait(10 * S).verdicts.at(-1)).toMatchObject({ kind: "undecided", round: 2 });
    expect(table.said).toContain("port-gone");
  });

  it("and move while nobody hears the shaker were shaken: said, not silent", () => {
    const table = sicBo().see({ o: "gap", device: "thrower", why: "port-gone" }).arena("moving", "settling");
    table.see(table.read(lie(["2", "3", "6"]))).wait(10 * S);
    expect(table.said).toBe("undecided thrower-port-gone thrower-not-seen");
  });

  it("and moved before it was known that nobody hears the shaker were shaken, too", () => {
    const moved = (lostMs: number): PlayedDice => {
      const table = sicBo().arena("moving", "settling");
      table.see(table.read(lie(["2", "3", "6"]))).wait(10 * S);
      return table.see({ o: "gap", device: "thrower", why: "device-silent", lostMs });
    };
    expect(moved(20_000).verdicts.at(-1)).toMatchObject({
      kind: "undecided",
      round: 2,
      because: ["thrower-device-silent"],
    });
    expect(moved(5_000).said).toBe("result 1-1-4");
  });

  it("and move while the shaker is heard and says nothing were not", () => {
    const table = sicBo().arena("moving", "settling");
    expect(table.see(table.read(lie(["2", "3", "6"]))).wait(70 * S).said).toBe("result 1-1-4");
  });
});
