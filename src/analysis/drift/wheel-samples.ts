import { medianOf } from "../bands.ts";
import type { ChannelTrace, Sample as Value, SpinTrace } from "../wheel-trace.ts";
import type { Sample } from "./measures.ts";

/** What one spin that is over measures. Times of a trace are tenths of a millisecond. */

const TRACK = ["A", "B", "C"] as const;
const MARKS = ["Q", "R"] as const;
/** Laps in which a ball certainly runs on its track: slower ones may lie on its way down, shorter ones are two sensors'. */
const LAP = { from: 4_000, to: 13_000 };
/** Turns of a rotor between 10 and 60 rpm. */
const TURN = { from: 10_000, to: 60_000 };
/** From one mark to the next: of a turn there are up to a hundred. */
const MARK = { from: 100, to: 5_000 };
/** No hand goes through the light curtain faster. */
const HAND_LEAST = 500;
/** Laps by which its slowing is compared, ms. */
const SLOWING_LAP_MS = { from: 500, to: 1_100 };
const LAPS_LEAST = 3;
/** More turns in one are a rotor that somebody held. */
const TURNS_MISSED_MOST = 3;
/** A rotor runs free for so many turns at the least: nobody touched it. */
const FREE_TURNS_LEAST = 4;
/** Two turns of a free rotor differ by less than this share. */
const FREE_SHARE = 0.12;
const TENTHS_PER_MIN = 600_000;
/** Readings in a third of those that a wheel gives of its own rotor. */
const READINGS_LEAST = 4;

/** `drivesRotor`: the wheel does it itself, always alike. */
export function wheelSamples(spin: SpinTrace, drivesRotor: boolean): readonly Sample[] {
  const { channels } = spin;
  return channels.length === 0
    ? electronicSamples(spin, drivesRotor)
    : [...edgeSamples(channels), ...motionSamples(spin)];
}

const pulsesOf = (channels: readonly ChannelTrace[], name: string): ChannelTrace["pulses"] =>
  channels.find(({ channel }) => channel === name)?.pulses ?? [];

function edgeSamples(channels: readonly ChannelTrace[]): readonly Sample[] {
  const rows: readonly (readonly string[])[] = [TRACK, MARKS];
  const index = pulsesOf(channels, "I");
  return [
    ...rows.flatMap((row) => missedIn(channels, row)),
    ...missedTurns(index),
    ...TRACK.flatMap((name) => widthSample("pulse-width", name, pulsesOf(channels, name), LAP)),
    ...MARKS.flatMap((name) => widthSample("mark-width", name, pulsesOf(channels, name), MARK)),
    ...widthSample("mark-width", "I", index, TURN),
    ...(index.length < 2 ? [] : readerSample(pulsesOf(channels, "P"), index)),
    { measure: "curtain", part: "X", value: 10 * flickersIn(pulsesOf(channels, "X")) },
  ];
}

/** Sensors of one row see the same: what one of them saw more often the others missed. One more or less is where a spin begins and ends. */
function missedIn(channels: readonly ChannelTrace[], row: readonly string[]): readonly Sample[] {
  const counts = row.map((name) => pulsesOf(channels, name).length);
  const most = Math.max(...counts);
  return row.map((part, at) => ({
    measure: "missed-edges",
    part,
    value: Math.max(0, most - (counts[at] ?? 0) - 1),
    of: Math.max(1, most),
  }));
}

/** The index mark comes once a turn: where a free rotor seems to have needed twice as long for one as for those beside it, one was missed. */
function missedTurns(index: ChannelTrace["pulses"]): readonly Sample[] {
  const spans = index.slice(1).map(([at], place) => at - (index[place]?.[0] ?? at));
  const missed = spans.map((span, place) => {
    const beside = [spans[place - 1], spans[place + 1]].filter((one) => one !== undefined);
    const turns = beside.length === 0 ? 1 : Math.round(span / Math.min(...beside));
    return turns > 1 && turns <= TURNS_MISSED_MOST ? turns - 1 : 0;
  });
  const value = missed.reduce((sum, one) => sum + one, 0);
  return spans.length === 0 ? [] : [{ measure: "missed-edges", part: "I", value, of: spans.length + value }];
}

/** A curtain whose lamp ages goes out for some milliseconds at a time. How often a hand breaks it is a croupier's habit. */
const flickersIn = (pulses: ChannelTrace["pulses"]): number =>
  pulses.filter(([, width]) => width < HAND_LEAST).length;

/** What passes a sensor once in each lap or turn is seen for the same share of it, however fast it is. */
function widthSample(
  measure: "pulse-width" | "mark-width",
  part: string,
  pulses: ChannelTrace["pulses"],
  { from, to }: typeof LAP,
): readonly Sample[] {
  const shares = pulses.slice(0, -1).flatMap(([at, width], place) => {
    const whole = (pulses[place + 1]?.[0] ?? at) - at;
    return whole >= from && whole <= to ? [(width * 10_000) / whole] : [];
  });
  return shares.length < LAPS_LEAST ? [] : [{ measure, part, value: medianOf(shares) ?? 0 }];
}

/** The patch is the widest that passes under the reader in a turn that has nothing else in it: the ball comes beside it. */
function readerSample(pulses: ChannelTrace["pulses"], index: ChannelTrace["pulses"]): readonly Sample[] {
  const shares = index.slice(0, -1).flatMap(([from], place) => {
    const to = index[place + 1]?.[0] ?? from;
    const inside = pulses.filter(([at]) => at >= from && at < to);
    return inside.length === 1 ? [((inside[0]?.[1] ?? 0) * 10_000) / (to - from)] : [];
  });
  return shares.length < LAPS_LEAST
    ? []
    : [{ measure: "reader-width", part: "P", value: medianOf(shares) ?? 0 }];
}

function motionSamples({ rotor, laps, channels }: SpinTrace): readonly Sample[] {
  const ends = TRACK.map((name) => [name, pulsesOf(channels, name).at(-1)?.[0] ?? -1] as const);
  const [last] = ends.toSorted(([, one], [, other]) => other - one);
  return [
    ...ballSlowing(laps),
    ...TRACK.flatMap((name, at) => lapShape(channels, name, TRACK[(at + 1) % TRACK.length] ?? name)),
    ...rotorSlowing(rotor),
    ...(last === undefined || last[1] < 0 ? [] : [{ measure: "drop-zone", part: last[0], value: 1 } as const]),
  ];
}

/** Of two laps one after the other: what the ball lost of its speed, squared. It hangs on the lap, which says how fast it was. */
function ballSlowing(laps: readonly Value[]): readonly Sample[] {
  const pairs = laps.slice(1).flatMap(([, next], place) => {
    const [, lap] = laps[place] ?? [0, 0];
    const isOnTrack = lap >= SLOWING_LAP_MS.from && next <= SLOWING_LAP_MS.to && next > lap;
    return isOnTrack ? [{ lost: 1_000 * (1 - (lap / next) ** 2), squared: (lap * next) / 1_000 }] : [];
  });
  if (pairs.length < LAPS_LEAST) return [];
  const mean = (of: (one: (typeof pairs)[number]) => number): number =>
    pairs.reduce((sum, one) => sum + of(one), 0) / pairs.length;
  return [
    { measure: "ball-slowing", part: "", value: mean(({ lost }) => lost), at: mean(({ squared }) => squared) },
  ];
}

/**
 * Which share of the track the ball seems to run from one sensor to the next, clockwise, as if it slowed down evenly in each lap: on a wheel
 * that is not level it is faster on the low side, whichever way it runs. Between one pair nothing changes where it sank across them: all
 * three are looked at.
 */
function lapShape(channels: readonly ChannelTrace[], one: string, other: string): readonly Sample[] {
  const [a, b] = [pulsesOf(channels, one), pulsesOf(channels, other)];
  const shares = a.slice(0, -2).flatMap(([from], place) => {
    const [to, next] = [centreOf(a[place + 1]), centreOf(a[place + 2])];
    const begin = centreOf(a[place]);
    const [lap, after] = [to - begin, next - to];
    const between = b.filter(([at]) => at > from && at < to);
    const isOnTrack = lap >= 10 * SLOWING_LAP_MS.from && after <= 10 * SLOWING_LAP_MS.to && after > lap;
    if (!isOnTrack || between.length !== 1) return [];
    const time = (centreOf(between[0]) - begin) / lap;
    const slowed = 1 - lap / after;
    return [(time - (slowed * time ** 2) / 2) / (1 - slowed / 2)];
  });
  const share = medianOf(shares);
  if (share === null || shares.length < LAPS_LEAST) return [];
  // The sensors stand at 0, 100 and 220 degrees: a ball that needs less than half of its lap to the next one runs clockwise.
  const value = 10_000 * (share < 0.5 ? share : 1 - share);
  return [{ measure: "lap-shape", part: `${one}–${other}`, value }];
}

const centreOf = (pulse: readonly [number, number] | undefined): number =>
  pulse === undefined ? Number.NaN : pulse[0] + pulse[1] / 2;

/** By the longest stretch in which the rotor slowed down evenly: nobody pushed or braked it. */
function rotorSlowing(rotor: readonly Value[]): readonly Sample[] {
  let best: readonly Value[] = [];
  let run: Value[] = [];
  for (const one of rotor) {
    const before = run.at(-1);
    const isFree = before !== undefined && one[1] <= before[1] && one[1] > before[1] * (1 - FREE_SHARE);
    run = isFree ? [...run, one] : [one];
    if (run.length > best.length) best = run;
  }
  const [first, last] = [best[0], best.at(-1)];
  if (first === undefined || last === undefined || best.length < FREE_TURNS_LEAST) return [];
  const value = ((first[1] - last[1]) * TENTHS_PER_MIN) / (last[0] - first[0]);
  return [{ measure: "rotor-slowing", part: "", value, at: (first[1] + last[1]) / 2 }];
}

/** What a wheel with electronics says of itself while the ball runs: how long that takes, and its rotor's speed. */
function electronicSamples({ rotor, stages }: SpinTrace, drivesRotor: boolean): readonly Sample[] {
  const atOf = (name: string, from: number): number | undefined =>
    stages.find(([at, stage]) => stage === name && at >= from)?.[0];
  const from = atOf("ball-in-rim", 0);
  if (from === undefined) return [];
  const closed = atOf("no-more-bets", from);
  const to = atOf("result", from);
  const turning = rotor.filter(([at, rpm10]) => at >= from && rpm10 > 0 && (to === undefined || at < to));
  const running = turning.filter(([at]) => closed === undefined || at < closed);
  const speed = medianOf(running.map(([, rpm10]) => rpm10));
  return [
    ...(drivesRotor && speed !== null ? [{ measure: "rotor-speed", part: "", value: speed } as const] : []),
    ...(drivesRotor ? [] : electronicSlowing(turning)),
    ...(closed === undefined ? [] : [runSample(closed - from, "track")]),
    ...(to === undefined ? [] : [runSample(to - from, "number")]),
  ];
}

const runSample = (tenths: number, part: string): Sample => ({
  measure: "ball-run",
  part,
  value: Math.round(tenths / 10),
});

/** Readings of a rotor that runs free jitter: the middles of the first and of the last third are compared. */
function electronicSlowing(readings: readonly Value[]): readonly Sample[] {
  const third = Math.floor(readings.length / 3);
  if (third < READINGS_LEAST) return [];
  const middleOf = (some: readonly Value[]): Value => [
    medianOf(some.map(([at]) => at)) ?? 0,
    medianOf(some.map(([, rpm10]) => rpm10)) ?? 0,
  ];
  const [first, last] = [middleOf(readings.slice(0, third)), middleOf(readings.slice(-third))];
  const value = ((first[1] - last[1]) * TENTHS_PER_MIN) / Math.max(1, last[0] - first[0]);
  return [{ measure: "rotor-slowing", part: "", value, at: (first[1] + last[1]) / 2 }];
}
