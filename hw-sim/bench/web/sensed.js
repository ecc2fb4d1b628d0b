// @ts-check
/**
 * The wheel as its sensors tell it: nothing here comes from the simulator, only from the edges that the board sent.
 * Everything is kept for a while, so that the wheel can be drawn as it was at any instant of the oscilloscope.
 */
import { lastAt, trim } from "./time.js";

export const KEEP_US = 50_000_000;
/** A ball that did not pass the next sensor within so many laps is no longer drawn. */
const LOST_AFTER_LAPS = 0.8;
const SLOWEST_LAP_US = 6_000_000;
const SENSORS = ["A", "B", "C"];

/** `any`: something lies in some hole of that chain. @typedef {{ t: number, on: boolean, hole: number, any?: boolean }} Level */
/** @typedef {{ t: number, sensor: number, lapUs: number | null, way: number }} Passing */

/**
 * @param {{ marks: number, zero: number, sensorB: number, sensorC: number } | null} calibration
 * @param {number} cells names in the ring
 */
export function sensedWheel(calibration, cells) {
  const marks = calibration?.marks ? calibration.marks : cells;
  const angles = [0, (calibration?.sensorB ?? 100_000) / 360_000, (calibration?.sensorC ?? 220_000) / 360_000];
  /** @type {Map<string, Level[]>} */
  const levels = new Map();
  /** Quarter steps counted since the page began. @type {{ t: number, count: number }[]} */
  const steps = [];
  /** The count at which the index edge was. @type {{ t: number, count: number }[]} */
  const indexes = [];
  /** @type {Passing[]} */
  const passings = [];
  /** Middles of what the reader saw, as places in the ring. @type {{ t: number, place: number }[]} */
  const sightings = [];
  /** Holes in which something lies, by chain. @type {Record<string, Set<number>>} */
  const lying = { H: new Set(), G: new Set() };
  let quarter = 0;
  let way = 0;
  /** An index edge that waits for the rotor's next step, to be placed between two. @type {number | null} */
  let indexAt = null;

  /** @param {string} channel */
  const of = (channel) => {
    const list = levels.get(channel) ?? [];
    levels.set(channel, list);
    return list;
  };
  /** @param {string} channel @param {number} t */
  const isOn = (channel, t) => {
    const list = of(channel);
    const last = list[lastAt(list, t)];
    return (last?.any ?? last?.on) === true;
  };

  /** @param {number} t */
  const step = (t) => {
    const now = (isOn("Q", t) ? 1 : 0) + (isOn("R", t) ? 2 : 0);
    // Clockwise: Q, then Q and R, then R alone, then neither.
    const place = /** @type {number} */ ([0, 1, 3, 2][now]);
    const moved = (place - quarter + 4) % 4;
    quarter = place;
    if (moved === 0 || moved === 2) return;
    way = moved === 1 ? 1 : -1;
    const before = steps.at(-1);
    const count = (before?.count ?? 0) + way;
    if (indexAt !== null && before !== undefined && t > before.t) {
      const part = (indexAt - before.t) / (t - before.t);
      indexes.push({ t: indexAt, count: before.count + way * Math.min(1, Math.max(0, part)) });
    }
    indexAt = null;
    steps.push({ t, count });
  };

  /** @param {number} t the count there, between two steps; null while the rotor was not seen */
  const countAt = (t) => {
    const at = lastAt(steps, t);
    const before = steps[at];
    if (before === undefined) return null;
    const after = steps[at + 1];
    if (after !== undefined) {
      return before.count + ((after.count - before.count) * (t - before.t)) / (after.t - before.t || 1);
    }
    const earlier = steps[at - 1];
    if (earlier === undefined) return before.count;
    const rate = (before.count - earlier.count) / (before.t - earlier.t || 1);
    return before.count + Math.max(-1, Math.min(1, rate * (t - before.t)));
  };

  /** Thousandths of a quarter step clockwise from the index. @param {number} t */
  const positionAt = (t) => {
    const count = countAt(t);
    const index = indexes[lastAt(indexes, t)] ?? indexes[0];
    return count === null || index === undefined ? null : (count - index.count) * 1000;
  };

  /** Place in the ring, with a fraction, that is under the reader or pointer. @param {number} t */
  const placeAt = (t) => {
    const position = positionAt(t);
    if (position === null || calibration === null) return null;
    const place = (calibration.zero - position) / 4000;
    return ((place % marks) + marks) % marks;
  };

  /** @param {number} t @param {number} sensor */
  const pass = (t, sensor) => {
    const before = passings.at(-1);
    const same = passings.findLast((one) => one.sensor === sensor);
    const apart = before === undefined ? 0 : (sensor - before.sensor + 3) % 3;
    const turned = apart === 1 ? 1 : apart === 2 ? -1 : (before?.way ?? 1);
    const fresh = before !== undefined && t - before.t < SLOWEST_LAP_US;
    /** @type {number | null} */
    let lapUs = null;
    if (fresh && same !== undefined && t - same.t < SLOWEST_LAP_US) {
      const lap = t - same.t;
      // It slows down: the lap that begins takes longer than the one that ended, by as much as that one did.
      const longer = same.lapUs === null ? 0 : Math.max(0, Math.min(lap * 0.3, lap - same.lapUs));
      lapUs = lap + longer;
    } else if (fresh && apart !== 0) {
      const arc = Math.abs(
        /** @type {number} */ (angles[sensor]) - /** @type {number} */ (angles[before.sensor]),
      );
      const sector = (turned === 1) === sensor > before.sensor ? arc : 1 - arc;
      lapUs = (t - before.t) / sector;
    }
    passings.push({ t, sensor, lapUs, way: turned });
  };

  return {
    angles,
    marks,
    /** @param {[number, string, number, number]} row */
    add: ([t, channel, on, hole]) => {
      const list = of(channel);
      const before = list.at(-1);
      if (channel === "H" || channel === "G") {
        const lie = /** @type {Set<number>} */ (lying[channel]);
        if (on === 1) lie.add(hole);
        else lie.delete(hole);
        list.push({ t, on: on === 1, hole, any: lie.size > 0 });
      } else list.push({ t, on: on === 1, hole });
      if (channel === "Q" || channel === "R") step(t);
      else if (channel === "I" && (on === 1) === way >= 0) indexAt = t;
      else if (channel === "P" && on === 0 && before?.on === true) {
        const place = placeAt((before.t + t) / 2);
        if (place !== null) sightings.push({ t, place });
      } else if (on === 1 && SENSORS.includes(channel)) pass(t, SENSORS.indexOf(channel));
    },
    /** Lines were lost or the board began anew: the rotor is unknown until its next index. */
    forget: () => {
      indexes.length = 0;
      indexAt = null;
    },
    /** @param {number} now */
    tidy: (now) => {
      for (const list of levels.values()) trim(list, now - KEEP_US);
      for (const list of [steps, indexes, passings, sightings]) trim(list, now - KEEP_US);
    },
    /** @param {string} channel @returns {readonly Level[]} */
    levels: (channel) => of(channel),
    isOn,
    placeAt,
    /** When the channel was last on, at `t`; null when it never was. @param {string} channel @param {number} t */
    lastOn: (channel, t) => {
      const list = of(channel);
      const at = lastAt(list, t);
      if (at < 0) return null;
      return list[at]?.on === true ? t : (list[at]?.t ?? null);
    },
    /** Holes that are on at `t`. @param {"H" | "G"} chain @param {number} t */
    holesOn: (chain, t) => {
      const list = of(chain);
      /** @type {Set<number>} */
      const on = new Set();
      for (const one of list.slice(0, lastAt(list, t) + 1)) {
        if (one.on) on.add(one.hole);
        else on.delete(one.hole);
      }
      return on;
    },
    /** Where the ball is by its last passing and lap, in turns clockwise from A; null when it is not known. @param {number} t */
    ballAt: (t) => {
      const last = passings[lastAt(passings, t)];
      if (last === undefined || last.lapUs === null) return null;
      const laps = (t - last.t) / last.lapUs;
      if (laps > LOST_AFTER_LAPS) return null;
      return {
        angle: /** @type {number} */ (angles[last.sensor]) + last.way * laps,
        lapUs: last.lapUs,
        way: last.way,
      };
    },
    /** What the reader saw within the last `forUs`. @param {number} t @param {number} forUs */
    sightings: (t, forUs) => sightings.slice(lastAt(sightings, t - forUs) + 1, lastAt(sightings, t) + 1),
  };
}
