import { parseLine, LINE_LIMIT, type LineEdge } from "../../drivers/wheel/sensor-board/lines.ts";
import { TICKS_PER_MS, TICKS_PER_S } from "../../drivers/wheel/sensor-board/edge.ts";
import type { Motion } from "../../src/analysis/motion.ts";

/** A track without a passing for this long is over: the ball left it. */
const QUIET_TICKS = 3 * TICKS_PER_S;
/** Passings after which it was a launched ball and not a hand. */
const LEAST_PASSINGS = 6;
/** Two successive revolutions differ by less than this share, or one of them was not whole. */
const TURN_SHARE = 0.2;
const TICKS_PER_US = TICKS_PER_MS / 1_000;
const WRAP = 2 ** 32;
/** A line that is older than this is of another run of the board. */
const OLDER_TICKS = 5 * TICKS_PER_S;
const TRACK: readonly string[] = ["A", "B", "C"];

/** Laps, drop and jitter from the edges of a sensor board, as its lines bring them. */
export class BoardMotion {
  #text = "";
  #tick = -1;
  /** When each sensor of the track saw the ball first in this spin. */
  #first = new Map<string, number>();
  /** The first full lap, ms; null: there was none yet. */
  #lap: number | null = null;
  #passings = 0;
  #last: { readonly sensor: string; readonly tick: number } | null = null;
  /** Where the rotor stood as the ball was seen first and last in this spin, eighths of a turn; null: nobody knows. */
  #launchedAt: number | null = null;
  #droppedAt: number | null = null;
  #turns: readonly number[] = [];
  #indexAt = -1;

  /** Bytes of the port, one character a byte. */
  *read(bytes: string, day: string): Generator<Motion> {
    const lines = (this.#text + bytes).split("\n");
    this.#text = (lines.pop() ?? "").slice(-LINE_LIMIT);
    for (const text of lines) {
      const line = parseLine(text.trimEnd());
      if (line === null) continue;
      const tick = this.#unwrap(line.at);
      yield* this.#endSpin(tick, day);
      if (line.m === "lost") this.forget();
      if (line.m === "edges")
        for (const edge of line.edges) if (edge.on) yield* this.#takeEdge(edge, tick + edge.after, day);
    }
  }

  /** Edges are missing: nothing before is joined with what comes after. */
  forget(): void {
    this.#first.clear();
    this.#lap = null;
    this.#passings = 0;
    this.#last = null;
    this.#turns = [];
    this.#indexAt = -1;
  }

  /**
   * Continues the board's 32-bit time beyond its wrap. Heartbeats and answers may be a little older than the edges before them.
   */
  #unwrap(at: number): number {
    if (this.#tick < 0) return (this.#tick = at);
    const ahead = (at - (this.#tick % WRAP) + WRAP) % WRAP;
    if (ahead < WRAP / 2) return (this.#tick += ahead);
    if (WRAP - ahead < OLDER_TICKS) return this.#tick + ahead - WRAP;
    // A board that was restarted begins anew.
    this.forget();
    return (this.#tick = at);
  }

  *#endSpin(tick: number, day: string): Generator<Motion> {
    if (this.#last === null || tick - this.#last.tick < QUIET_TICKS) return;
    if (this.#passings >= LEAST_PASSINGS) {
      if (this.#lap !== null) yield { m: "lap", day, ms: this.#lap };
      yield { m: "drop", day, sensor: this.#last.sensor };
      if (this.#launchedAt !== null) yield { m: "rotor-at", day, of: "launch", eighth: this.#launchedAt };
      if (this.#droppedAt !== null) yield { m: "rotor-at", day, of: "drop", eighth: this.#droppedAt };
    }
    this.#first.clear();
    this.#lap = null;
    this.#passings = 0;
    this.#last = null;
  }

  *#takeEdge({ channel }: LineEdge, tick: number, day: string): Generator<Motion> {
    if (TRACK.includes(channel)) {
      const first = this.#first.get(channel);
      if (first === undefined) this.#first.set(channel, tick);
      else this.#lap ??= Math.round((tick - first) / TICKS_PER_MS);
      if (this.#passings === 0) this.#launchedAt = this.#rotorAt(tick);
      this.#droppedAt = this.#rotorAt(tick);
      this.#passings++;
      this.#last = { sensor: channel, tick };
    } else if (channel === "I") yield* this.#takeTurn(tick, day);
  }

  /** The eighth of its turn, by index mark and last turn; null: it stands still, or the mark was not seen for more than a turn. */
  #rotorAt(tick: number): number | null {
    const turn = this.#turns.at(-1);
    if (turn === undefined || this.#indexAt < 0) return null;
    const share = (tick - this.#indexAt) / turn;
    return share < 0 || share > 1 + TURN_SHARE ? null : Math.min(8, 1 + Math.floor(8 * share));
  }

  /**
   * The speed of a rotor that runs free falls evenly from one revolution to the next: the difference of a revolution from the
   * harmonic mean of its neighbours is jitter of the edges, or a hand.
   */
  *#takeTurn(tick: number, day: string): Generator<Motion> {
    if (this.#indexAt >= 0) this.#turns = [...this.#turns, tick - this.#indexAt].slice(-3);
    this.#indexAt = tick;
    const [before, turn, after] = this.#turns;
    if (before === undefined || turn === undefined || after === undefined) return;
    if (Math.max(before, turn, after) > Math.min(before, turn, after) * (1 + TURN_SHARE)) return;
    yield {
      m: "jitter",
      day,
      channel: "I",
      us: Math.round(Math.abs(turn - (2 * before * after) / (before + after)) / TICKS_PER_US),
    };
  }
}
