import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { DiceObservation, DieRead, ThrowRead } from "../../dice/observation.ts";
import {
  closed,
  CUP,
  die,
  EYE,
  flat,
  LAW,
  PaiGow,
  paiGow,
  RULES,
} from "../../../test/support/played-pai-gow.ts";

/** The dice of pai gow at a card table that has an eye over them. */

describe("a throw that was watched whole and read", () => {
  it("says who is dealt first, with total, place, count and paragraph, before anything is dealt", () => {
    const at = closed();
    expect(at.due()).toContain("move seat-1 first bank");
    at.roll(flat("5", "4", "2"));
    expect(at.last).toEqual({
      kind: "first-dice",
      round: 1,
      because: [],
      picture: "ab".repeat(32),
      faces: ["2", "4", "5"],
      total: 11,
      position: 4,
      first: "seat-3",
      banker: "bank",
      counted: "clockwise",
      basis: "inferred",
      cite: expect.stringContaining("A.14.3") as string,
      witnesses: ["first-reading", "second-reading"],
    });
    expect(at.records.at(-1)).toMatchObject({ kind: "deal", what: "said" });
    expect(at.due()).toEqual(["card seat-3 down"]);
    at.sevenEach(4);
    expect(at.dealt).toEqual(["seat-3", "seat-4", "bank", "seat-1"]);
  });

  it("is a witness of the result, and no word of the croupier", () => {
    const at = closed()
      .roll(flat("5", "4", "2"))
      .sevenEach(4);
    for (const hand of at.dealt) at.turn(hand);
    for (const who of ["bank", "seat-1", "seat-3", "seat-4"])
      at.key({ key: "move", round: 1, who, move: "set", cards: [0, 1] });
    const verdict = at.records.find(({ kind }) => kind === "result");
    expect(verdict).toMatchObject({ certainty: { witnesses: ["reader", "account", "croupier-keys", "dice"] } });
  });

  it("counts from a seat that has the bank", () => {
    const at = closed().key({ key: "move", round: 1, who: "seat-3", move: "bank" });
    expect(at.roll(flat("6", "6", "3")).last).toMatchObject({
      total: 15,
      position: 1,
      first: "seat-3",
      banker: "seat-3",
    });
    expect(at.due()).toEqual(["card seat-3 down"]);
  });

  it.each([
    ["the bank's own number needs no house rule", RULES.none, ["6", "1", "1"], "bank", []],
    ["any other number needs one", RULES.none, ["6", "1", "2"], null, ["direction-not-stated"]],
    ["a seat that nobody plays is no place", RULES.clockwise, ["4", "3", "3"], null, ["place-empty"]],
  ] as const)("%s", (_, rules, faces, first, because) => {
    const at = closed(rules).roll(flat(...faces));
    expect(at.last).toMatchObject({ first, because, position: expect.any(Number) as number });
    expect(at.due()[0]).toBe(first === null ? "move seat-1 first bank" : `card ${first} down`);
    if (first !== null) return;
    expect(at.first("seat-4").due()).toEqual(["card seat-4 down"]);
  });

  it("counts the other way where the house has adopted that", () => {
    const back = idealRules(LAW, ["first-anticlockwise"]);
    expect(closed(back).roll(flat("5", "4", "2")).last).toMatchObject({ position: 4, first: "seat-4" });
    expect(() => idealRules(LAW, ["first-clockwise", "first-anticlockwise"])).toThrow(/contradict/);
    expect(() => idealRules("es-cb/black-jack", ["first-clockwise"])).toThrow(/cannot be adopted/);
  });

  it("is one of País Vasco as well", () => {
    const at = new PaiGow(idealRules("es-pv/pai-gow-poker", ["first-clockwise"]), undefined, EYE);
    at.begun()
      .noMoreBets()
      .roll(flat("1", "1", "1"));
    expect(at.last).toMatchObject({ total: 3, position: 3, first: null, because: ["place-empty"] });
  });
});

describe("a throw that says nothing", () => {
  const nothing = (at: PaiGow, ...because: readonly string[]): void => {
    expect(at.last).toMatchObject({ faces: null, total: null, position: null, first: null, because });
    expect(at.due()).toContain("move bank first");
  };

  it.each<[string, readonly DieRead[], Partial<ThrowRead>, readonly string[]]>([
    [
      "a cocked die",
      [die("1", 0), die("2", 1), die(null, 2, { notes: ["cocked"] })],
      {},
      ["dice-not-read", "dice-cocked"],
    ],
    [
      "one on another",
      [die("1", 0), die("2", 1), die(null, 2, { notes: ["stacked"] })],
      {},
      ["dice-not-read", "dice-stacked"],
    ],
    ["one off the table", flat("1", "2"), {}, ["dice-too-few"]],
    ["one outside the arena", [...flat("1", "2"), die("3", 2, { zone: "rim" })], {}, ["dice-outside-arena"]],
    ["four dice", flat("1", "2", "3", "4"), {}, ["dice-too-many"]],
    [
      "readers that differ",
      flat("1", "2", "3"),
      { verdict: "undecided", reasons: ["disagree"] },
      ["dice-not-read", "dice-disagree"],
    ],
    [
      "a reading that contradicts itself",
      flat("1", "2", "3"),
      { verdict: "undecided", reasons: [] },
      ["dice-not-read"],
    ],
    ["dice that were not seen to roll", flat("1", "2", "3"), { rolledMs: null }, ["roll-not-seen"]],
  ])("%s: the croupier shakes again", (_, dice, more, because) => {
    const at = closed().roll(dice, more);
    nothing(at, ...because);
    expect(
      at
        .takeUp()
        .roll(flat("6", "1", "1"))
        .due(),
    ).toEqual(["card bank down"]);
  });

  it("one that the croupier settles by his word", () => {
    const at = closed().roll([...flat("1", "2"), die(null, 2, { notes: ["cocked"] })]);
    expect(at.first("seat-4").due()).toEqual(["card seat-4 down"]);
    expect(at.thrown).toHaveLength(1);
  });

  it("one of open bets, and the next counts", () => {
    const at = paiGow().roll(flat("6", "1", "1"));
    nothing(at, "throw-before-call");
    at.noMoreBets();
    expect(
      at
        .takeUp()
        .roll(flat("5", "4", "2"))
        .due(),
    ).toEqual(["card seat-3 down"]);
  });

  it("one that began before bets were closed", () => {
    const at = paiGow().dice({ o: "arena", state: "moving" }).noMoreBets();
    at.dice({ o: "arena", state: "settling" }, at.read(flat("6", "1", "1")));
    nothing(at, "throw-before-call");
  });

  it("one with a hand among the dice, or something else", () => {
    const at = closed().dice({ o: "arena", state: "moving" }, { o: "foreign-contact", what: "hand" });
    at.dice({ o: "foreign-contact", what: "object" }, { o: "arena", state: "settling" });
    nothing(at.dice(at.read(flat("6", "1", "1"))), "foreign-contact", "hand-while-rolling");
  });

  it("one while a fault of the eye stands", () => {
    const at = closed().dice({ o: "fault", device: "eye", code: "eye-moved", detail: {} });
    nothing(at.roll(flat("6", "1", "1")), "eye-moved");
  });

  it("one that was not seen to its end, or from its beginning", () => {
    const lost = closed().dice({ o: "arena", state: "moving" }, { o: "gap", device: "eye", why: "port-gone" });
    nothing(lost.wait(61_000_000), "port-gone", "no-rest");
    const unseen = closed().dice(
      { o: "gap", device: "eye", why: "device-silent" },
      { o: "attached", device: "eye" },
    );
    nothing(unseen.dice({ o: "arena", state: "rest" }).wait(2_200_000), "device-silent", "rest-missed");
    const gone = closed().dice({ o: "arena", state: "moving" }, { o: "arena", state: "empty" });
    nothing(gone.wait(2_200_000), "dice-gone");
  });

  it("dice that were read and lie there still after a time in which nobody saw the arena", () => {
    const at = closed().roll(flat("6", "1", "1"));
    const before = at.thrown.length;
    at.dice({ o: "gap", device: "eye", why: "device-silent" }, { o: "attached", device: "eye" });
    at.dice({ o: "arena", state: "rest" }, at.read(flat("6", "1", "1")));
    expect(at.thrown).toHaveLength(before);
    expect(at.due()).toEqual(["card bank down"]);
  });

  it("dice that were laid there before the round wanted any", () => {
    const at = new PaiGow(RULES.clockwise, undefined, EYE).ready();
    at.dice({ o: "attached", device: "eye" }, { o: "arena", state: "empty" }).roll(flat("6", "1", "1"));
    at.key({ key: "seats", seats: [1, 3, 4] })
      .noMoreBets()
      .wait(70_000_000);
    at.dice({ o: "arena", state: "moving" }, { o: "arena", state: "rest" });
    expect(at.thrown).toEqual([]);
    at.takeUp().roll(flat("6", "1", "1"));
    expect(at.due()).toEqual(["card bank down"]);
  });

  it("dice that lay there, and lie otherwise once the eye sees again, were thrown unseen", () => {
    const lying = (): PaiGow => {
      const at = new PaiGow(RULES.clockwise, undefined, EYE).ready();
      at.dice({ o: "attached", device: "eye" }, { o: "arena", state: "empty" }).roll(flat("6", "1", "1"));
      at.key({ key: "seats", seats: [1, 3, 4] })
        .noMoreBets()
        .dice({ o: "gap", device: "eye", why: "device-silent" }, { o: "attached", device: "eye" });
      return at.dice({ o: "arena", state: "rest" });
    };
    const [same, other] = [lying(), lying()];
    const rest = (at: PaiGow, dice: readonly DieRead[]): PaiGow => at.dice(at.read(dice, { rolledMs: null }));
    rest(same, flat("6", "1", "1"));
    expect(same.thrown).toEqual([]);
    nothing(rest(other, flat("5", "2", "1")), "device-silent", "roll-not-seen");
  });

  it("dice that roll already when the round first wants them", () => {
    const at = new PaiGow(RULES.clockwise, undefined, EYE).ready();
    at.dice({ o: "attached", device: "eye" }, { o: "arena", state: "empty" }, { o: "arena", state: "moving" });
    at.key({ key: "seats", seats: [1, 3, 4] }).noMoreBets();
    at.dice({ o: "arena", state: "settling" }, at.read(flat("6", "1", "1")));
    expect(at.thrown).toEqual([]);
  });
});

describe("a cup that tells", () => {
  const cup = (stage: "loaded" | "thrown", dice: number): DiceObservation => ({ o: "cup", stage, dice });
  const withCup = (): PaiGow =>
    closed(RULES.clockwise, CUP).dice({ o: "attached", device: "thrower" }).wait(500_000);

  it("must have held and given three dice", () => {
    const thrown = (loaded: number, left: number): PaiGow =>
      withCup()
        .dice(cup("loaded", loaded))
        .dice(cup("thrown", left))
        .roll(flat("6", "1", "1"));
    expect(thrown(3, 3).due()).toEqual(["card bank down"]);
    expect(thrown(3, 2).last?.because).toEqual(["dice-not-all-thrown"]);
    expect(thrown(2, 2).last?.because).toEqual(["dice-not-all-thrown"]);
  });

  it("is waited for, and dice without it are no throw", () => {
    const at = withCup().roll(flat("6", "1", "1"));
    expect(at.thrown).toEqual([]);
    expect(at.wait(8_200_000).last?.because).toEqual(["thrower-not-seen"]);
  });
});
