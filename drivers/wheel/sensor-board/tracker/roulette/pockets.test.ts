import { describe, expect, it } from "vitest";
import { TICKS_PER_S, type Edge } from "../../edge.ts";
import {
  handed,
  numberIn,
  PLAIN,
  plainEdges,
  saidOf,
  spoken,
  without,
  withPulse,
  type Plain,
} from "./synthetic.test-support.ts";

/** What lies in the pockets, and what is made of it: each spin as plain as it can be. */

const good = handed(plainEdges(PLAIN), PLAIN);
const words = (edges: readonly Edge[]): string[] =>
  spoken(saidOf(edges)).map((one) => (one.o === "doubt" ? `${one.o} ${one.code}` : one.o));

/** A pulse of the patch is shorter than this, and one of a ball longer, at the plain rotor's speed, ms. */
const PATCH_MS = 15;

/** When the reader sees the ball of this spin, s. */
function sightings(edges: readonly Edge[], least = PATCH_MS): number[] {
  const seen: number[] = [];
  let rise = 0;
  for (const { channel, on, tick } of edges) {
    if (channel !== "P") continue;
    if (on) rise = tick;
    else if ((tick - rise) * 1_000 > least * TICKS_PER_S) seen.push(rise / TICKS_PER_S);
  }
  return seen;
}

/** Only what the reader sees of a ball in this pocket. */
function ballIn(pocket: number, fromS: number, toS: number): Edge[] {
  const all = plainEdges({ ...PLAIN, pocket, restAt: fromS });
  const balls = without(all, "P", 0, 60, 0, PATCH_MS);
  return balls.filter(({ channel, tick }) => channel === "P" && tick < toS * TICKS_PER_S);
}

const merged = (...lists: readonly (readonly Edge[])[]): Edge[] => lists.flat().sort((a, b) => a.tick - b.tick);

/** Without one mark: everything after it is read a pocket off, until the index. */
function missMark(edges: readonly Edge[], atS: number, rpm: number): Edge[] {
  return without(edges, "Q", atS, atS + 60 / rpm / 37);
}

describe("in two pockets", () => {
  const none = handed(plainEdges({ ...PLAIN, restAt: 100 }), PLAIN);

  it("there are two balls", () => {
    const both = merged(none, ballIn(17, 22, 60), ballIn(25, 22, 60));
    expect(words(both)).toContain("doubt two-balls");
    expect(numberIn(saidOf(both))).toBeNull();
  });

  it("one after the other, a hand has moved it", () => {
    const [, second = 0] = sightings(good);
    const moved = merged(none, ballIn(17, 22, second + 0.5), ballIn(20, second + 0.5, 60));
    expect(words(moved)).toContain("doubt ball-lifted");
    expect(numberIn(saidOf(moved))).toBeNull();
  });
});

describe("on the fret where the patch is", () => {
  it("a ball is seen, and has not left", () => {
    const over: Plain = { ...PLAIN, pocket: 0.4, until: 60 };
    const texts = words(withPulse(handed(plainEdges(over), over), "X", 19.5, 8));
    expect(texts).toContain("ball-suspended");
    expect(texts).not.toContain("ball-left-cylinder");
  });
});

describe("on a fret for a moment", () => {
  it("a ball that then lies in the pocket beside it was not suspended", () => {
    const none = handed(plainEdges({ ...PLAIN, restAt: 100 }), PLAIN);
    const [, second = 0] = sightings(good);
    const slips = merged(none, ballIn(16.4, 22, second + 0.5), ballIn(17, second + 0.5, 60));
    expect(words(slips)).not.toContain("ball-suspended");
    expect(numberIn(saidOf(slips))).toBe("17");
  });
});

describe("with a mark missed", () => {
  const [first = 0] = sightings(good);

  it("where the ball seems to lie until the index comes is no place that it hopped from", () => {
    const late: Plain = { ...PLAIN, restAt: first - 1.2 };
    const missed = missMark(handed(plainEdges(late), late), first - 0.3, 24);
    expect(words(missed)).toContain("number");
    // A chip that fell in after the rest.
    const texts = words(withPulse(missed, "X", first - 0.6, 8));
    expect(texts).not.toContain("foreign-object");
    expect(texts).toContain("doubt rim-crossed");
  });

  it("a ball that was seen before it did not hang anywhere", () => {
    const slow: Plain = { ...PLAIN, rpm: 9, rotorLoss: 0.01, until: 70 };
    const edges = handed(plainEdges(slow), slow);
    const [at = 0] = sightings(edges, 45);
    const texts = words(missMark(edges, at + 0.5, 9));
    expect(texts.filter((word) => word.startsWith("doubt"))).toEqual([]);
    expect(texts).toContain("number");
  });
});

describe("without a ball in any pocket", () => {
  const none = handed(plainEdges({ ...PLAIN, restAt: 100, until: 60 }), PLAIN);

  it("it is suspended only while the patch was seen in every turn", () => {
    const [patch = 0] = sightings(none, 1).filter((s) => s > 22);
    const texts = words(without(none, "P", patch - 0.1, patch + 0.1));
    expect(texts).not.toContain("ball-suspended");
    expect(texts).toContain("doubt ball-stuck-or-gone");
  });

  it("a hand that lays it there does not make the spin void for what it does to the rotor", () => {
    // The hand brakes the rotor, and lays the ball down just before the reader comes to its pocket.
    const braked: Plain = { ...PLAIN, rpm: 30, push: { at: 24.4, by: 0.8 }, until: 50 };
    const at = sightings(plainEdges(braked), 12).find((s) => s > 29) ?? 0;
    const laid: Plain = { ...braked, restAt: at - 0.2 };
    const texts = words(withPulse(handed(plainEdges(laid), laid), "X", 24.2, (at - 24.3) * 1_000));
    expect(texts).not.toContain("rotor-irregular");
    expect(texts).toContain("doubt ball-lifted");
  });
});

describe("what crosses the rim", () => {
  it("more than half a lap after the last passing of a fast ball is not that ball", () => {
    const fast: Plain = { ...PLAIN, dropAt: 7, restAt: 8.5, until: 20 };
    const edges = handed(plainEdges(fast), fast);
    expect(words(withPulse(edges, "X", 7.5, 8))).not.toContain("ball-left-cylinder");
    // Directly after it, with no ball in a pocket, it is.
    const gone = handed(plainEdges({ ...fast, restAt: 100 }), fast);
    expect(words(withPulse(gone, "X", 7.05, 8))).toContain("ball-left-cylinder");
  });

  it("again and again is dirt", () => {
    let dirty: readonly Edge[] = good;
    for (const at of [8, 9, 10]) dirty = withPulse(dirty, "X", at, 8);
    expect(words(dirty)).not.toContain("foreign-object");
    expect(words(dirty)).toContain("doubt sensor-blind");
  });

  it("once while the ball runs is something else", () => {
    expect(words(withPulse(good, "X", 9, 8))).toContain("foreign-object");
  });
});
