import { describe, expect, it } from "vitest";
import { die, noted, PlayedDice } from "../../support/played-dice.ts";

const francesa = (): PlayedDice => new PlayedDice("es-cb/banca-francesa").open();
const ancla = (): PlayedDice => new PlayedDice("cl/corona-y-ancla").open();

describe("a throw that was watched whole", () => {
  it("is certified once the dice lie at rest, with its picture", () => {
    const table = francesa().roll(["2", "1", "3"]);
    expect(table.said).toBe("result 1-2-3");
    expect(table.last).toMatchObject({
      kind: "result",
      round: 1,
      result: { total: 6, category: "pequeno", equal: "none", picture: "ab".repeat(32) },
      certainty: { level: "certified", witnesses: ["first-reading", "second-reading"], because: [] },
    });
  });

  it("opens the next round when the dice are taken up, where nobody has to say so", () => {
    const table = francesa().roll(["1", "1", "1"]);
    expect(table.durable.phase).toBe("result");
    table.press({ key: "announce", round: 1 }).takeUp();
    expect(table.durable).toMatchObject({ phase: "betting", round: 2 });
  });

  it("of symbols has no total", () => {
    const table = ancla().press({ key: "no-more-bets" }).roll(["anchor", "crown", "anchor"]);
    expect(table.last).toMatchObject({
      result: { faces: ["crown", "anchor", "anchor"], total: null, equal: "double" },
    });
  });
});

describe("what keeps a throw from being a number", () => {
  it.each([
    ["stacked", "void dice-stacked"],
    ["cocked", "void die-cocked"],
    ["on-object", "void die-on-object"],
  ] as const)("a die that is %s", (note, said) => {
    expect(francesa().roll(["1", "2", noted("3", note)]).said).toBe(said);
  });

  it("a face that the readers do not agree on", () => {
    const table = francesa().roll(["1", "2", noted(null, "disagree")]);
    expect(table.said).toBe("undecided dice-not-read dice-disagree");
  });

  it("a die too few, seen whole: a person says where it is", () => {
    expect(francesa().roll(["1", "2"]).last).toMatchObject({ seen: { rules: "fewer-than-three-in-arena" } });
  });

  it("a die too few, with a hand over part of the arena: who knows where it is", () => {
    const table = francesa().roll(["1", "2"], { verdict: "undecided", reasons: ["hand"] });
    expect(table.said).toMatch(/^undecided dice-not-read dice-hand/);
  });

  it("a reason that this release does not know is told as such, and not as a code", () => {
    const table = francesa().roll(["1", "2", "3"], { verdict: "undecided", reasons: ["of-another-release"] });
    expect(table.said).toBe("undecided dice-not-read dice-not-known");
  });

  it("a die too many", () => {
    expect(ancla().press({ key: "no-more-bets" }).roll(["crown", "anchor", "heart", "club"]).said).toMatch(
      /^undecided/,
    );
  });

  it.each(["outside", "cocked", "stacked"] as const)(
    "a die too many, one of them %s: which of them were thrown nobody knows, so it voids nothing",
    (note) => {
      const reported = francesa().roll(["1", "2", "3", noted("4", note)], {
        verdict: "undecided",
        reasons: [note],
      });
      expect(reported.said).toMatch(/^undecided dice-not-read/);
    },
  );

  it("dice that nobody saw roll", () => {
    expect(francesa().roll(["1", "2", "3"], { rolledMs: null }).said).toMatch(/^undecided roll-not-seen/);
    const laid = francesa().arena("covered");
    laid.see(laid.read([die("1"), die("2"), die("3")], { rolledMs: null }));
    expect(laid.said).toMatch(/^undecided roll-not-seen/);
    // An eye that says how long they rolled, and never said that they do, contradicts itself.
    const reported = francesa().arena("covered");
    reported.see(reported.read([die("1"), die("2"), die("3")]));
    expect(reported.said).toBe("undecided roll-not-seen");
  });

  it("a hole in what the camera told", () => {
    const table = francesa().arena("moving").see({ o: "gap", device: "eye", why: "frames-lost" });
    table.arena("moving").see(table.read([die("1"), die("2"), die("3")]));
    expect(table.said).toBe("undecided frames-lost");
  });

  it("a reading that was missed", () => {
    const table = francesa().roll(["1", "2", "3"]).press({ key: "announce", round: 1 }).takeUp();
    table.n += 1;
    expect(table.roll(["1", "2", "3"]).said).toBe("undecided rest-missed");
  });

  it("a camera that says it has moved, until it says that it is well", () => {
    const code = "eye-moved";
    const table = francesa().see({ o: "fault", device: "eye", code, detail: {} }).roll(["1", "2", "3"]);
    expect(table.said).toBe(`undecided ${code}`);
    table.takeUp().see({ o: "fault-cleared", device: "eye", code, detail: {} }).roll(["1", "2", "3"]);
    expect(table.said).toBe("result 1-2-3");
  });

  it("dice of which nobody knows whether they touch, where the law asks", () => {
    const near = { verdict: "undecided", reasons: ["near-touch"] } as const;
    expect(francesa().roll(["1", "2", "3"], near).said).toBe("undecided rule-not-judged");
    const unread = { verdict: "undecided", reasons: ["near-touch", "weak"] } as const;
    expect(francesa().roll(["1", "2", "3"], unread).said).toMatch(/^undecided dice-not-read/);
  });

  it("dice that never come to rest, and dice that are gone", () => {
    expect(francesa().arena("moving").wait(61_000_000).said).toBe("undecided no-rest");
    expect(francesa().arena("moving", "empty").wait(3_000_000).said).toBe("undecided dice-gone");
    const unseen = francesa().arena("moving").see({ o: "gap", device: "eye", why: "device-silent" });
    unseen.see({ o: "attached", device: "eye" }).arena("empty").wait(3_000_000);
    expect(unseen.said).toMatch(/^undecided .*dice-gone/);
    const back = francesa().arena("moving", "empty", "moving");
    back.wait(3_000_000).see(back.read([die("1"), die("2"), die("3")]));
    expect(back.said).toBe("result 1-2-3");
  });

  it("an object in their way is void in Cantabria; a hand is for people to judge", () => {
    const hit = francesa().arena("moving").see({ o: "foreign-contact", what: "object" });
    hit.see(hit.read([die("1"), die("2"), die("3")]));
    expect(hit.said).toBe("void die-touched-foreign-object");
    const hand = francesa().arena("moving").see({ o: "foreign-contact", what: "hand" });
    hand.see(hand.read([die("1"), die("2"), die("3")]));
    expect(hand.said).toBe("undecided left-to-a-person");
  });
});

describe("dice that move without a throw", () => {
  it("make no round: dice that lay there were pushed by somebody", () => {
    const table = francesa().roll(["1", "2", "3"]).press({ key: "announce", round: 1 });
    const before = table.verdicts.length;
    table.arena("moving", "settling").see(table.read([die("6"), die("6"), die("6")]));
    expect(table.verdicts).toHaveLength(before);
    expect(table.durable.phase).toBe("result");
  });

  it("before the table is open make no round either", () => {
    const table = new PlayedDice("es-cb/banca-francesa");
    table.see({ o: "attached", device: "eye" }).arena("empty").roll(["1", "2", "3"]);
    expect(table.records).toEqual([]);
  });
});

describe("a restart", () => {
  it("gives a throw that was under way up, and never completes it", () => {
    const table = francesa().arena("moving").feed({ i: "restarted" });
    expect(table.said).toBe("aborted restart");
    table.see({ o: "attached", device: "eye" }).see(table.read([die("1"), die("2"), die("3")]));
    expect(table.said).toBe("aborted restart");
    table.arena("empty").roll(["4", "5", "6"]);
    expect(table.said).toBe("result 4-5-6");
  });
});
