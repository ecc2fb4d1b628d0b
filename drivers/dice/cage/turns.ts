/** How far a cage turned since it stood still: the longest way in one direction, so that rocking does not count. */
export interface Turning {
  /** Where this direction began, and the furthest that it went, counts. */
  readonly pivot: number;
  readonly far: number;
  /** The longest way in one direction up to now, counts. */
  readonly best: number;
}

/** Counters are 32 bits and wrap. */
export const countsBetween = (from: number, to: number): number => (to - from) | 0;

/** A way back of more than this part of a revolution is another direction; less is play and vibration. */
const BACK = 20;

export const startTurning = (counts: number): Turning => ({ pivot: counts, far: counts, best: 0 });

/** The way when the cage is at `counts`, and moved there without turning back in between. */
export function turnTo(turning: Turning, counts: number, perTurn: number): Turning {
  const { pivot, far } = turning;
  const way = countsBetween(pivot, far);
  const now = countsBetween(pivot, counts);
  const onwards = way === 0 || (way > 0 ? now > way : now < way);
  if (onwards) return { pivot, far: counts, best: Math.max(turning.best, Math.abs(now)) };
  const back = Math.abs(countsBetween(far, counts));
  if (back <= perTurn / BACK) return turning;
  return { pivot: far, far: counts, best: Math.max(turning.best, back) };
}

export const milliTurnsOf = ({ best }: Turning, perTurn: number): number =>
  Math.floor((best * 1_000) / perTurn);
