/**
 * The hole sensors: two look into every hole. Ticks are the board's. Nothing here knows a spin.
 */
export interface Holes {
  /** Bit 0: hole 0. */
  readonly h: number;
  readonly g: number;
  /** Since when both sensors of a hole, or just one of them, are active; −1 when not. By hole. */
  readonly both: readonly number[];
  readonly one: readonly number[];
  /** Lit at the board's first report: how it became lit was not observed. */
  readonly old: number;
}

export const HOLE_COUNT = 18;

const NONE: readonly number[] = Array.from({ length: HOLE_COUNT }, () => -1);
export const NO_HOLES: Holes = { h: 0, g: 0, both: NONE, one: NONE, old: 0 };

/** An edge of `H` or `G`. Holes that no bowl has are left out. */
export function handleHoleEdge(holes: Holes, chain: "H" | "G", hole: number, on: boolean, tick: number): Holes {
  if (hole < 0 || hole >= HOLE_COUNT) return holes;
  const bit = 1 << hole;
  const h = chain === "H" ? (on ? holes.h | bit : holes.h & ~bit) : holes.h;
  const g = chain === "G" ? (on ? holes.g | bit : holes.g & ~bit) : holes.g;
  return holesAfter(holes, h, g, hole, tick);
}

function holesAfter(holes: Holes, h: number, g: number, hole: number, tick: number): Holes {
  if (h === holes.h && g === holes.g) return holes;
  const bit = 1 << hole;
  const lit = ((h & bit) === 0 ? 0 : 1) + ((g & bit) === 0 ? 0 : 1);
  return {
    h,
    g,
    both: holes.both.with(hole, lit === 2 ? tick : -1),
    one: holes.one.with(hole, lit === 1 ? tick : -1),
    old: lit === 0 ? holes.old & ~bit : holes.old,
  };
}

/** The levels in a heartbeat: a level that differs changed unobserved, at the latest now. */
export function applyHoleLevels(before: Holes, h: number, g: number, tick: number, first: boolean): Holes {
  let holes = before;
  for (let hole = 0; hole < HOLE_COUNT; hole++) {
    const bit = 1 << hole;
    holes = holesAfter(holes, (holes.h & ~bit) | (h & bit), (holes.g & ~bit) | (g & bit), hole, tick);
  }
  return first ? { ...holes, old: h | g } : holes;
}

/** The hole that both sensors have seen lit for longest; −1 when there is none. */
export function longestLitHole({ both }: Holes): number {
  let best = -1;
  for (let hole = 0; hole < HOLE_COUNT; hole++) {
    const since = both[hole] ?? -1;
    if (since >= 0 && (best < 0 || since < (both[best] ?? 0))) best = hole;
  }
  return best;
}

/** How long another hole than this one has been lit, by both sensors or by one; −1: none is. */
export function otherHolesLit(
  holes: Holes,
  but: number,
  tick: number,
): { readonly both: number; readonly one: number } {
  let both = -1;
  let one = -1;
  for (let hole = 0; hole < HOLE_COUNT; hole++) {
    if (hole === but) continue;
    const two = holes.both[hole] ?? -1;
    const single = holes.one[hole] ?? -1;
    if (two >= 0) both = Math.max(both, tick - two);
    if (single >= 0) one = Math.max(one, tick - single);
  }
  return { both, one };
}

export function isLit({ h, g }: Holes, hole: number): boolean {
  return hole >= 0 && ((h | g) & (1 << hole)) !== 0;
}
