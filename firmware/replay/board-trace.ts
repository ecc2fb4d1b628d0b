import { TICKS_PER_MS } from "../../drivers/wheel/sensor-board/edge.ts";
import { LINE_LIMIT, parseLine } from "../../drivers/wheel/sensor-board/lines.ts";
import type { ChannelTrace, Sample, SensorHint } from "../../src/analysis/wheel-trace.ts";

/** Pulses of one channel that are drawn. */
const PULSES_MOST = 3_000;
const WRAP = 2 ** 32;
/** The sensors along the ball's track, and the two that read the rotor's marks. */
const TRACK = ["A", "B", "C"] as const;
const MARKS = ["Q", "R"] as const;
const TENTH = TICKS_PER_MS / 10;

/** Reads a board's lines into pulses. Its times are its own: the first line that is read is the beginning. */
export class BoardTrace {
  readonly #began = new Map<string, number>();
  readonly #pulses = new Map<string, (readonly [number, number])[]>();
  #text = "";
  #first: number | null = null;
  #tick = 0;

  /** Bytes of the port, one character a byte. */
  read(bytes: string): void {
    const lines = (this.#text + bytes).split("\n");
    this.#text = (lines.pop() ?? "").slice(-LINE_LIMIT);
    for (const text of lines) {
      const line = parseLine(text.trimEnd());
      if (line === null) continue;
      const tick = this.#unwrap(line.at);
      if (line.m !== "edges") continue;
      for (const { after, channel, on } of line.edges) this.#take(channel, tick + after, on);
    }
  }

  channels(): readonly ChannelTrace[] {
    return [...this.#pulses].map(([channel, pulses]) => ({ channel, pulses })).toSorted(byName);
  }

  /** The rotor's speed: a value a turn of its index mark, tenths of a revolution a minute. */
  rotor(): readonly Sample[] {
    return spans(this.#pulses.get("I") ?? []).map(([at, span]) => [at, Math.round(6_000_000 / span)]);
  }

  /** The ball's laps, ms, as the sensor of its track that saw it most often has them. */
  laps(): readonly Sample[] {
    const most = TRACK.map((name) => this.#pulses.get(name) ?? []).reduce((one, other) =>
      other.length > one.length ? other : one,
    );
    return spans(most).map(([at, span]) => [at, Math.round(span / 10)]);
  }

  #unwrap(at: number): number {
    if (this.#first === null) return (this.#first = this.#tick = at);
    const ahead = (at - (this.#tick % WRAP) + WRAP) % WRAP;
    // Heartbeats and answers may be a little older than the edges before them.
    return ahead < WRAP / 2 ? (this.#tick += ahead) : this.#tick + ahead - WRAP;
  }

  #take(channel: string, tick: number, isOn: boolean): void {
    const at = Math.round((tick - (this.#first ?? 0)) / TENTH);
    if (isOn) this.#began.set(channel, at);
    const began = this.#began.get(channel);
    if (isOn || began === undefined) return;
    this.#began.delete(channel);
    const pulses = this.#pulses.get(channel) ?? [];
    this.#pulses.set(channel, pulses);
    if (pulses.length < PULSES_MOST) pulses.push([began, at - began]);
  }
}

const byName = (one: ChannelTrace, other: ChannelTrace): number => (one.channel < other.channel ? -1 : 1);

/** From each pulse to the next one. */
const spans = (pulses: ChannelTrace["pulses"]): readonly Sample[] =>
  pulses.slice(1).map(([at], index) => [at, Math.max(1, at - (pulses[index]?.[0] ?? 0))]);

/** So many passings must be known before anything is said of a sensor. */
const PASSINGS_LEAST = 24;
/** Of a hundred pulses so many may be missed. */
const MISSED_MOST = 12;
const DEAD_FROM = 80;
/** A light curtain that is broken so often in ten spins flickers: a hand breaks it twice or three times in each. */
const FLICKERS_FROM = 45;

/**
 * What the sensors seem to have, by the pulses of some spins: sensors of one row see the same ball, both mark sensors the same marks, and
 * the index one mark a turn. `spins`: the channels of each; `marks`: of a turn, 0: not known. Nothing is said where too little was seen.
 */
export function sensorHints(spins: readonly (readonly ChannelTrace[])[], marks: number): readonly SensorHint[] {
  const countOf = (spin: readonly ChannelTrace[], name: string): number =>
    spin.find(({ channel }) => channel === name)?.pulses.length ?? 0;
  const missing = (row: readonly string[]): readonly SensorHint[] => {
    const of = spins.reduce((sum, spin) => sum + Math.max(...row.map((name) => countOf(spin, name))), 0);
    return of < PASSINGS_LEAST ? [] : row.flatMap((channel) => hintOf(channel, totalOf(channel), of));
  };
  const totalOf = (channel: string): number => spins.reduce((sum, spin) => sum + countOf(spin, channel), 0);
  const turns = marks === 0 ? 0 : Math.floor(Math.max(...MARKS.map(totalOf)) / marks);
  const broken = totalOf("X");
  return [
    ...missing(TRACK),
    ...missing(MARKS),
    ...(turns < PASSINGS_LEAST ? [] : hintOf("I", totalOf("I"), turns)),
    ...(broken * 10 < FLICKERS_FROM * spins.length || spins.length === 0
      ? []
      : [{ code: "sensor-flickers", channel: "X", count: broken, of: spins.length } as const]),
  ];
}

/** What a sensor has that saw so many of the pulses that there were. */
function hintOf(channel: string, seen: number, of: number): readonly SensorHint[] {
  const count = of - seen;
  if (count * 100 < MISSED_MOST * of) return [];
  return [{ code: count * 100 >= DEAD_FROM * of ? "sensor-dead" : "sensor-misses", channel, count, of }];
}
