/** How far a cage has turned since it last stood still: the longest travel in one direction, so that rocking does not count. */
export interface Turning {
  /** Where this direction began, and the furthest that it went, counts. */
  readonly pivot: number;
  readonly far: number;
  /** The longest way in one direction up to now, counts. */
  readonly best: number;
}

/** Counters are 32 bits and wrap. */
export const countsBetween = (from: number, to: number): number => (to - from) | 0;

/** Travel back of more than this part of a revolution (1/20) is a change of direction; less is play and vibration. */
const REVERSAL_PART = 20;

export const startTurning = (counts: number): Turning => ({ pivot: counts, far: counts, best: 0 });

/** The travel after the cage has moved to `counts` without changing direction on the way. */
export function followCounts(turning: Turning, counts: number, perTurn: number): Turning {
  const { pivot, far } = turning;
  const way = countsBetween(pivot, far);
  const now = countsBetween(pivot, counts);
  const onwards = way === 0 || (way > 0 ? now > way : now < way);
  if (onwards) return { pivot, far: counts, best: Math.max(turning.best, Math.abs(now)) };
  const back = Math.abs(countsBetween(far, counts));
  if (back <= perTurn / REVERSAL_PART) return turning;
  return { pivot: far, far: counts, best: Math.max(turning.best, back) };
}

export const milliTurnsOf = ({ best }: Turning, perTurn: number): number =>
  Math.floor((best * 1_000) / perTurn);
