import { describe, expect, it } from "vitest";
import { attackedShoe, type ShoeAttack } from "../support/attacked-shoe.ts";
import { grownTogether, heldBack, lost, stale, swapped, twice, type Between } from "../support/line-attacks.ts";

/** What happens to the messages of a reading shoe between it and the unit, on USB and on a serial line. */

const TABLES = [
  ["cl/punto-y-banca", "line"],
  ["cl/punto-y-banca", "hid"],
  ["cl/black-jack", "line"],
  ["cl/black-jack", "hid"],
] as const;
const ROUNDS = 15;

const attack = (rulebook: string, wire: "line" | "hid", name: string, between: () => Between): ShoeAttack => ({
  rulebook,
  wire,
  seed: `${rulebook} ${name}`,
  rounds: ROUNDS,
  between,
});

/** A wrong certified hand, a void for nothing, a hidden face given out, a record that is not there. */
const NOTHING_WRONG = { wrongResults: 0, falseVoids: 0, certifiedThoughSpoiled: 0, lostRecords: 0 };

describe.each(TABLES)("%s, %s", (rulebook, wire) => {
  it("messages that come twice are taken once", () => {
    const { score } = attackedShoe(attack(rulebook, wire, "twice", () => twice(5)));
    expect(score).toMatchObject({ ...NOTHING_WRONG, rounds: ROUNDS, certified: ROUNDS });
  });

  it.each([
    ["1.2 s", 1.2, 3],
    ["4 s, one after the other", 4, 0],
    ["12 s, one after the other", 12, 0],
  ])("held back for %s, then in one burst: no wrong hand", (name, seconds, pauses) => {
    const between = heldBack(seconds, pauses);
    const { score, records } = attackedShoe(attack(rulebook, wire, name, () => between));
    expect(score).toMatchObject(NOTHING_WRONG);
    // Cards that came in the burst are in no certified hand: none is certified in the instant of one.
    const bursts = between.windows.map(({ until }) => until);
    const certified = records.flatMap(({ body, line }) =>
      body.kind === "result" && body.certainty.level === "certified"
        ? [Number(/"mono":(\d+)/.exec(line)?.[1])]
        : [],
    );
    expect(certified.filter((us) => bursts.some((until) => us >= until && us < until + 100_000))).toEqual([]);
  });

  it.each<[string, () => Between]>([
    ["a block of old messages comes again", () => stale(80)],
    ["neighbours change places", () => swapped(40)],
    ["some messages running are lost", () => lost(120)],
    ["the head of one grows together with the tail of the next", () => grownTogether(60)],
  ])("%s: no wrong hand", (name, between) => {
    const { score } = attackedShoe(attack(rulebook, wire, name, between));
    expect(score).toMatchObject(NOTHING_WRONG);
  });
});
