import { describe, expect, it } from "vitest";
import {
  handleIndexEdge,
  NEW_ROTOR,
  positionAt,
  handleMarkEdge,
  type Rotor,
  type RevolutionEnd,
} from "./rotor.ts";

const MARKS = 37;
const STEP = 30_000;

/** Steps in a sense from where the marks stand, one every `STEP` ticks; `skip` says which whole marks of `Q` are not seen. */
function turned(
  rotor: Rotor,
  steps: number,
  way: 1 | -1,
  from: number,
  skip: (step: number) => boolean = () => false,
): Rotor {
  let now = rotor;
  let q = rotor.q ?? false;
  let r = rotor.r ?? false;
  for (let i = 0; i < steps; i++) {
    const isQ = way > 0 ? q === r : q !== r;
    if (isQ) q = !q;
    else r = !r;
    const level = isQ ? q : r;
    if (!(isQ && skip(i))) now = handleMarkEdge(now, from + i * STEP, isQ, level);
  }
  return now;
}

const START: Rotor = { ...NEW_ROTOR, q: false, r: false };

/** A whole index pulse, 2.2 steps long, that begins now. */
function index(rotor: Rotor, tick: number): { readonly rotor: Rotor; readonly turn: RevolutionEnd } {
  const on = handleIndexEdge(rotor, tick, true, MARKS).rotor;
  return handleIndexEdge(turned(on, 2, 1, tick + STEP / 2), tick + 2.2 * STEP, false, MARKS);
}

describe("rotor", () => {
  it("counts clockwise up, counter-clockwise down, and knows the sense after two marks", () => {
    expect(turned(START, 8, 1, 0)).toMatchObject({ count: 8, sense: 1 });
    expect(turned(START, 9, -1, 0)).toMatchObject({ count: -9, sense: -1 });
    expect(turned(START, 7, 1, 0).sense).toBe(0);
  });

  it("goes on between the steps with the pace of the last marks", () => {
    const rotor = turned(START, 200, 1, 0);
    expect(positionAt(rotor, 199 * STEP + STEP / 4)).toBeCloseTo(200.25, 1);
  });

  it("trusts a turn only when the index comes after exactly all marks", () => {
    const first = index(turned(START, 100, 1, 0), 100 * STEP);
    const whole = index(turned(first.rotor, 146, 1, 103 * STEP), 249 * STEP);
    expect(whole.turn).toBe("whole");
    const missed = (step: number): boolean => step >= 40 && step < 43;
    const lost = index(turned(whole.rotor, 146, 1, 252 * STEP, missed), 398 * STEP);
    expect(lost.turn).toBe("lost");
    const again = index(turned(lost.rotor, 146, 1, 401 * STEP), 547 * STEP);
    expect(again.turn).toBe("whole");
  });

  it("does not move when a channel falls back for a moment", () => {
    const rotor = turned(START, 40, 1, 0);
    const before = rotor.count;
    const level = rotor.q ?? false;
    const there = handleMarkEdge(rotor, 40 * STEP, true, !level);
    expect(handleMarkEdge(there, 40 * STEP + 200, true, level).count).toBe(before);
  });

  it("counts an edge into the state that a channel had", () => {
    const rotor = turned(START, 40, 1, 0);
    expect(handleMarkEdge(rotor, 41 * STEP, true, rotor.q ?? false)).toMatchObject({
      count: rotor.count,
      gauge: { illegal: 1 },
    });
  });
});
