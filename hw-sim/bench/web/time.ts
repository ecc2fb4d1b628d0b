/**
 * The page's one time axis: µs of the unit's clock since the bench began. What is drawn lies a little in the past, so
 * that everything that belongs to the drawn instant has arrived: rotor edges may wait 100 ms in the board.
 */

const DELAY_MS = 160;
const BOARD_WAIT_US = 100_000;
/** How fast the axis follows a server that is slower or faster than thought, a part of the difference a frame. */
const PULL = 0.1;

export function createBenchTime() {
  let speed = 1;
  /** Server's now minus the page's, µs; null before the first frame. */
  let offset: number | null = null;
  let frozenAt: number | null = null;
  /** The cursor's instant while it points at one. */
  let cursor: number | null = null;
  let mark: number | null = null;

  const live = () =>
    offset === null ? 0 : performance.now() * 1000 * speed + offset - DELAY_MS * 1000 * speed - BOARD_WAIT_US;

  return {
    begin: (factor: number) => {
      speed = factor;
      offset = null;
      frozenAt = null;
      cursor = null;
      mark = null;
    },
    /** A frame came that was made at `now`. */
    heard: (now: number) => {
      const seen = now - performance.now() * 1000 * speed;
      // Frames come late and never early: a larger offset is more accurate, a smaller one may only come from a late frame.
      if (offset === null || seen > offset || offset - seen > 2_000_000 * speed) offset = seen;
      else offset += (seen - offset) * PULL * 0.2;
    },
    /** Right edge of the oscilloscope. */
    edge: () => frozenAt ?? live(),
    /** The instant that the wheel is drawn at: the cursor's while the time stands still. */
    shown: () => (frozenAt !== null && cursor !== null ? Math.min(cursor, frozenAt) : (frozenAt ?? live())),
    frozen: () => frozenAt !== null,
    freeze: (still: boolean) => {
      frozenAt = still ? (frozenAt ?? live()) : null;
    },
    cursor: () => cursor,
    point: (at: number | null) => {
      cursor = at;
    },
    mark: () => mark,
    setMark: (at: number | null) => {
      mark = at;
    },
  };
}

/**
 * Place of the last item at or before `t`, -1 when there is none.
 * @param list in order of time
 */
export function findLastAt(list: readonly { t: number }[], t: number) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.t ?? Infinity) <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Drops items older than `from` at the front, at least 256 at a time. */
export function trimBefore(list: { t: number }[], from: number) {
  const old = findLastAt(list, from);
  if (old > 256) list.splice(0, old);
}
