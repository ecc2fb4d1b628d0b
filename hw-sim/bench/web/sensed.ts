/**
 * The wheel as its sensors see it: nothing here comes from the simulator, only from the edges that the board sent. Everything
 * is kept for a while, so that the wheel can be drawn as it was at any instant of the oscilloscope.
 */
import { findLastAt, trimBefore } from "./time.ts";
import type { EdgeRow } from "../page-messages.ts";

export const KEEP_US = 50_000_000;
/** A ball that did not pass the next sensor within so many laps is no longer drawn. */
const LOST_AFTER_LAPS = 0.8;
const SLOWEST_LAP_US = 6_000_000;
/** The ball sensors, clockwise. */
export const SENSORS = ["A", "B", "C"];

/** `any`: something lies in some hole of that chain. */
export type Level = { t: number; on: boolean; hole: number; any?: boolean };
export type Passing = { t: number; sensor: number; lapUs: number | null; way: number };

/** @param cells names in the ring */
export function createSensedWheel(
  calibration: { marks: number; zero: number; sensorB: number; sensorC: number } | null,
  cells: number,
) {
  const marks = calibration?.marks ? calibration.marks : cells;
  const angles = [0, (calibration?.sensorB ?? 100_000) / 360_000, (calibration?.sensorC ?? 220_000) / 360_000];
  const angleOf = (sensor: number): number => angles[sensor] ?? 0;
  const levels = new Map<string, Level[]>();
  /** Quarter steps counted since the page began. */
  const steps: { t: number; count: number }[] = [];
  /** The count at which the index edge was. */
  const indexes: { t: number; count: number }[] = [];
  const passings: Passing[] = [];
  /** Middles of what the reader saw, as places in the ring. */
  const sightings: { t: number; place: number }[] = [];
  /** Holes in which something lies, by chain. */
  const lying = { H: new Set<number>(), G: new Set<number>() };
  let quarter = 0;
  let way = 0;
  /** An index edge that waits for the rotor's next step, to be placed between two. */
  let indexAt: number | null = null;

  const of = (channel: string) => {
    const list = levels.get(channel) ?? [];
    levels.set(channel, list);
    return list;
  };
  const isOn = (channel: string, t: number) => {
    const list = of(channel);
    const last = list[findLastAt(list, t)];
    return (last?.any ?? last?.on) === true;
  };

  const step = (t: number) => {
    const now = (isOn("Q", t) ? 1 : 0) + (isOn("R", t) ? 2 : 0);
    // Clockwise: Q, then Q and R, then R alone, then neither.
    const place = [0, 1, 3, 2][now] ?? 0;
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

  /** @param t the count there, between two steps; null while the rotor was not seen */
  const countAt = (t: number) => {
    const at = findLastAt(steps, t);
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

  /** Thousandths of a quarter step clockwise from the index. */
  const positionAt = (t: number) => {
    const count = countAt(t);
    const index = indexes[findLastAt(indexes, t)] ?? indexes[0];
    return count === null || index === undefined ? null : (count - index.count) * 1000;
  };

  /** Place in the ring, with a fraction, that is under the reader or pointer. */
  const placeAt = (t: number) => {
    const position = positionAt(t);
    if (position === null || calibration === null) return null;
    const place = (calibration.zero - position) / 4000;
    return ((place % marks) + marks) % marks;
  };

  const pass = (t: number, sensor: number) => {
    const before = passings.at(-1);
    const same = passings.findLast((one) => one.sensor === sensor);
    const apart = before === undefined ? 0 : (sensor - before.sensor + 3) % 3;
    const turned = apart === 1 ? 1 : apart === 2 ? -1 : (before?.way ?? 1);
    const fresh = before !== undefined && t - before.t < SLOWEST_LAP_US;
    let lapUs: number | null = null;
    if (fresh && same !== undefined && t - same.t < SLOWEST_LAP_US) {
      const lap = t - same.t;
      // It slows down: the lap that begins takes longer than the one that ended, by as much as that one did.
      const longer = same.lapUs === null ? 0 : Math.max(0, Math.min(lap * 0.3, lap - same.lapUs));
      lapUs = lap + longer;
    } else if (fresh && apart !== 0) {
      const arc = Math.abs(angleOf(sensor) - angleOf(before.sensor));
      const sector = (turned === 1) === sensor > before.sensor ? arc : 1 - arc;
      lapUs = (t - before.t) / sector;
    }
    passings.push({ t, sensor, lapUs, way: turned });
  };

  return {
    angles,
    marks,
    add: ([t, channel, on, hole]: EdgeRow) => {
      const list = of(channel);
      const before = list.at(-1);
      if (channel === "H" || channel === "G") {
        const lie = lying[channel];
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
    /** Lines were lost or the board restarted: the rotor's position is unknown until its next index. */
    forget: () => {
      indexes.length = 0;
      indexAt = null;
    },
    tidy: (now: number) => {
      for (const list of levels.values()) trimBefore(list, now - KEEP_US);
      for (const list of [steps, indexes, passings, sightings]) trimBefore(list, now - KEEP_US);
    },
    levels: (channel: string): readonly Level[] => of(channel),
    isOn,
    placeAt,
    /** When the channel was last on, at `t`; null when it never was. */
    lastOn: (channel: string, t: number) => {
      const list = of(channel);
      const at = findLastAt(list, t);
      if (at < 0) return null;
      return list[at]?.on === true ? t : (list[at]?.t ?? null);
    },
    /** Holes that are on at `t`. */
    holesOn: (chain: "H" | "G", t: number) => {
      const list = of(chain);
      const on = new Set<number>();
      for (const one of list.slice(0, findLastAt(list, t) + 1)) {
        if (one.on) on.add(one.hole);
        else on.delete(one.hole);
      }
      return on;
    },
    /** Where the ball is by its last passing and lap, in turns clockwise from A; null when it is not known. */
    ballAt: (t: number) => {
      const last = passings[findLastAt(passings, t)];
      if (last === undefined || last.lapUs === null) return null;
      const laps = (t - last.t) / last.lapUs;
      if (laps > LOST_AFTER_LAPS) return null;
      return {
        angle: angleOf(last.sensor) + last.way * laps,
        lapUs: last.lapUs,
        way: last.way,
      };
    },
    /** What the reader saw within the last `forUs`. */
    sightings: (t: number, forUs: number) =>
      sightings.slice(findLastAt(sightings, t - forUs) + 1, findLastAt(sightings, t) + 1),
  };
}
