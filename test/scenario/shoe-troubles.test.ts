import { describe, expect, it } from "vitest";
import type { Face } from "../../src/cards/card.ts";
import { DECKS, ShoeHarness } from "../support/shoe-harness.ts";
import { certified, screensOf, storyOf } from "../support/shoe-scenario.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";

/** What happens to shoes, cables and machines in the course of a night, from the device's own bytes to the records. */

const REST: readonly Face[] = ["Kd", "9s", "6c"];
const NATURAL: readonly Face[] = ["9h", ...REST];

/** A round under way, its first card on the table. */
const dealing = (setup?: ConstructorParameters<typeof ShoeHarness>[0]): ShoeHarness =>
  new ShoeHarness(setup).ready().key({ key: "no-more-bets" }).card("9h");

function deal(harness: ShoeHarness, faces: readonly Face[]): ShoeHarness {
  for (const face of faces) harness.card(face);
  return harness;
}

/** Collected, a new secret, and a round of the same cards again. */
function again(harness: ShoeHarness): ShoeHarness {
  if (["result", "void", "undecided", "aborted"].includes(harness.pipeline.durable.phase))
    harness.collect().newSeal();
  return harness.round("2h", "Kd", "7s", "4c");
}

function reload(harness: ShoeHarness): ShoeHarness {
  return harness.happens({ e: "stage", stage: "loading" }).happens({ e: "stage", stage: "ready" });
}

describe("the cable", () => {
  it("pulled and put back in a round leaves it to a person, though no card was missed; the next one is played", () => {
    const harness = deal(dealing().plug(false).plug(true), REST);
    expect(storyOf(harness)).toEqual(["fault port-gone", "cleared port-gone", "1 undecided port-gone"]);
    again(harness);
    expect(certified(harness)).toBe(1);
  });

  it("out while a card leaves: the card is missed, and said to be", () => {
    const harness = dealing().plug(false).card("Kd").plug(true);
    deal(harness, ["9s", "6c", "8d", "7d"]);
    const [undecided] = storyOf(harness).filter((one) => one.startsWith("1 "));
    expect(undecided).toMatch(/^1 undecided .*cards-missed|^1 (undecided|void)/);
    expect(certified(harness)).toBe(0);
  });
});

describe("another shoe on the same plug", () => {
  it("is told by its number, and tells no card", () => {
    const setup = tableSetup("cl/punto-y-banca", "tirada-shoe", [], {
      decks: DECKS,
      mode: null,
      number: "00000009",
    });
    const harness = dealing(setup).plug(false).plug(true, { device: 0x77 });
    deal(harness, NATURAL);
    expect(storyOf(harness)).toContain("fault shoe-setup");
    expect(screensOf(harness)).toContain("El sabot no es el de esta mesa");
    expect(certified(harness)).toBe(0);
  });

  it("where any will do, holds other cards: it is out of service until somebody says that they are this table's", () => {
    const harness = dealing().plug(false).plug(true, { device: 0x77 });
    deal(harness, REST);
    expect(storyOf(harness).join()).toMatch(/1 undecided/);
    again(harness);
    expect(certified(harness)).toBe(0);
    expect(harness.pipeline.durable.deal?.shoe.state).toBe("removed");
    expect(screensOf(harness)).toContain("máquina retirada");
    harness.key({ key: "new-shoe" }).run(300);
    again(harness);
    expect(certified(harness)).toBe(1);
  });

  it("talking on the same line is two voices that nobody believes", () => {
    const harness = dealing();
    const other = new ShoeHarness(undefined, { device: 0x78 });
    other.ready().card("Ks");
    const voice = other.entries.flatMap((entry) => (entry.k === "in" ? [entry.bytes] : []));
    for (const bytes of voice.slice(-4)) harness.comes(bytes).run(5);
    deal(harness.run(700), REST);
    expect(certified(harness)).toBe(0);
    expect(storyOf(harness).join()).toMatch(/1 undecided/);
  });
});

describe("the lid", () => {
  it("opened in a round: the round is left to a person, and the shoe waits to be loaded anew", () => {
    const harness = dealing().happens({ e: "lid", which: "lid", open: true });
    deal(harness.happens({ e: "lid", which: "lid", open: false }), REST);
    expect(storyOf(harness).join()).toMatch(/1 (undecided|void)/);
    again(harness);
    expect(certified(harness)).toBe(0);
    again(reload(harness));
    expect(certified(harness)).toBe(1);
  });

  it("opened between rounds: bets shut, the screens say what to do, and a new load opens them", () => {
    const harness = new ShoeHarness().ready().happens({ e: "lid", which: "lid", open: true });
    harness.happens({ e: "lid", which: "lid", open: false });
    expect(harness.pipeline.durable.phase).toBe("waiting");
    expect(storyOf(harness)).toEqual(["fault shoe-opened"]);
    expect(screensOf(harness)).toContain("El sabot se abrió entre manos");
    reload(harness).round(...NATURAL);
    expect(storyOf(harness)).toEqual(["fault shoe-opened", "cleared shoe-opened", "1 certified"]);
  });
});

describe("the power of a shoe with cards inside", () => {
  it("lost in a round: the round is left to a person; the numbers of its cards go on, so the next one is played", () => {
    const harness = deal(dealing().power(false, 1_500).power(true), REST);
    expect(storyOf(harness)).toEqual([
      "fault device-silent",
      "fault shoe-restarted",
      "cleared device-silent",
      "1 undecided device-silent",
    ]);
    expect(screensOf(harness)).toContain("undecided");
    again(harness);
    expect(certified(harness)).toBe(1);
  });

  it("lost between rounds while a card leaves: it was not seen, and its number is missing", () => {
    const harness = new ShoeHarness()
      .ready()
      .round(...NATURAL)
      .collect();
    harness.newSeal();
    harness.plug(false).card("2c").plug(true);
    harness.round("2h", "Kh", "7s", "4c");
    expect(storyOf(harness).at(-1)).toMatch(/^2 undecided cards-missed/);
    expect(certified(harness)).toBe(1);
  });
});

describe("a jam", () => {
  it("while it shuffles: no bets before it is cleared and the machine is ready, and the screens say why", () => {
    const harness = new ShoeHarness(undefined, { kind: 2 }).key({ key: "open-table" }, "jefe-de-mesa");
    harness.happens({ e: "stage", stage: "loading" }).happens({ e: "stage", stage: "shuffling" });
    harness.happens({ e: "jam", where: "shuffler" });
    expect(harness.pipeline.durable.phase).toBe("preparing");
    expect(storyOf(harness)).toEqual(["fault shoe-jam"]);
    expect(screensOf(harness)).toMatch(/atasc/i);
    harness
      .happens({ e: "jam-cleared" })
      .happens({ e: "stage", stage: "ready" })
      .round(...NATURAL);
    expect(storyOf(harness)).toEqual(["fault shoe-jam", "cleared shoe-jam", "1 certified"]);
  });

  it("while it deals is what the rulebook says of it, never a certified result", () => {
    const harness = dealing().happens({ e: "jam", where: "exit" });
    deal(harness.happens({ e: "jam-cleared" }), REST);
    // The deal waits for whom the law names; nobody decides, and the round is given up.
    if (harness.pipeline.durable.deal?.due?.duty.code === "decision")
      harness.key({ key: "collect", round: 1 }, "jefe-de-mesa");
    expect(storyOf(harness).join()).toMatch(/1 (undecided|void)/);
    expect(certified(harness)).toBe(0);
  });
});

describe("the line", () => {
  it("silent in a round: told after a second, and the round is left to a person", () => {
    const harness = deal(dealing().hear(false).hear(true), REST);
    expect(storyOf(harness)).toEqual([
      "fault device-silent",
      "cleared device-silent",
      "1 undecided device-silent",
    ]);
  });

  it("with damaged messages between good ones loses nothing: they are told, and the cards are all there", () => {
    const harness = dealing();
    for (let report = 0; report < 6; report++) harness.comes(`\x20${"\x55".repeat(32)}`);
    deal(harness.run(300), REST);
    expect(storyOf(harness)).toEqual(["fault line-noise", "1 certified"]);
  });

  it("with a card's message damaged: its number is missing, and the round is left to a person", () => {
    const harness = dealing();
    harness.hear(false, 0).happens({ e: "pass", cards: [{ face: "Kd", back: null, deck: 1, id: null }] }, 100);
    harness.comes(`\x20${"\x04".repeat(32)}`).hear(true, 500);
    deal(harness, ["9s", "6c", "8d", "2d", "3d"]);
    expect(certified(harness)).toBe(0);
    expect(storyOf(harness).join()).toMatch(/1 (undecided|void)/);
  });

  it("that brings nothing but nonsense is never taken for a shoe", () => {
    const harness = new ShoeHarness().ready().hear(false, 0);
    for (let report = 0; report < 60; report++) harness.comes(`\x20${"\x99".repeat(32)}`).run(40);
    expect(storyOf(harness).join()).toMatch(/fault (device-garbled|line-noise)/);
    expect(certified(harness)).toBe(0);
  });
});

describe("what the machine cannot know", () => {
  it("a card that it could not read is named by two people; the result is never certified", () => {
    const errors = { failed: 1_000_000, unsure: 0, late: 0, thicknessBlind: 0 };
    const harness = new ShoeHarness(undefined, { errors }).ready().key({ key: "no-more-bets" });
    NATURAL.forEach((face, at) => {
      harness.card(face);
      const hands = harness.pipeline.durable.deal?.hands ?? [];
      expect(hands.flatMap(({ cards }) => cards).filter(({ unread }) => unread)).toHaveLength(1);
      expect(screensOf(harness)).toContain("decir la carta no leída");
      const key = { key: "card-is", round: 1, n: at + 1, face } as const;
      harness.key(key).key(key, "jefe-de-mesa");
    });
    expect(storyOf(harness)).toEqual(["1 reported"]);
  });
});
