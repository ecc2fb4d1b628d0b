import type { WheelObservation, WheelStage } from "../../../src/table/wheel/observation.ts";
import { monoUs } from "../../../src/time/instant.ts";
import type { SessionInput } from "../session.ts";
import { BoardWriter, type SentEdge } from "./line-writer.test-help.ts";
import type { Calibration, WheelSetup } from "./wheel-setup.ts";
import { sensorBoardSession } from "./session.ts";
import type { BoardState, SensorBoardOptions } from "./state.ts";
import type { Tracker } from "./tracker/tracker.ts";

/** A session on a board that the test talks for, with a tracker that only notes what it is told. */

export const RING = Array.from({ length: 37 }, (_, at) => String(at));
export const CALIBRATION: Calibration = {
  sensorB: 100_000,
  sensorC: 220_000,
  zero: 0,
  dropLapUs: 1_200_000,
  marks: 37,
};
export const ROULETTE: WheelSetup = { kind: "roulette", ring: RING, calibration: CALIBRATION };

/** What the tracker was told, in order: `A@12`, `hole line`, `quiet 500 AQ`. */
export interface Notes {
  readonly told: string[];
  readonly edges: SentEdge[];
}

interface NoteState {
  readonly stage: WheelStage;
}

/** Says a stage for each turn of the index: a ball while it is active, bets while it is not. */
export function noteTracker(notes: Notes): Tracker<NoteState> {
  return {
    initial: () => ({ stage: "betting" }),
    handleEdge: (state, edge, emit) => {
      notes.told.push(`${edge.on ? edge.channel : edge.channel.toLowerCase()}@${edge.tick}`);
      notes.edges.push({ ...edge });
      if (edge.channel === "P") emit({ o: "ball-laps", atLeast: edge.tick, atMost: null, how: "note" });
      if (edge.channel !== "I") return state;
      const stage = edge.on ? "ball-in-rim" : "betting";
      emit({ o: "stage", stage, deviceGame: null });
      return { stage };
    },
    handleHeartbeat: (state, tick, { active, holesH, holesG }) => {
      notes.told.push(
        `quiet ${tick} ${active}${holesH === 0 ? "" : ` H${holesH}`}${holesG === 0 ? "" : ` G${holesG}`}`,
      );
      return state;
    },
    onGap: (state, why) => {
      notes.told.push(`hole ${why}`);
      return state;
    },
    stageOf: (state) => state.stage,
  };
}

export class BoardHarness {
  readonly board = new BoardWriter();
  readonly notes: Notes = { told: [], edges: [] };
  readonly seen: WheelObservation[] = [];
  readonly writes: string[] = [];
  readonly session: ReturnType<typeof sensorBoardSession>;
  state: BoardState;
  /** Host time, µs; the board's ticks run beside it. */
  t = 1_000_000;
  tick = 50_000;
  /** False: the board has no ears. */
  answers = true;

  constructor(options: Partial<SensorBoardOptions> = {}) {
    const tracker = noteTracker(this.notes) as Tracker;
    this.session = sensorBoardSession({ setup: ROULETTE, board: 7, tracker, ...options });
    this.state = this.session.initial();
  }

  give(input: SessionInput): readonly WheelObservation[] {
    const { state, observations, writes } = this.session.step(this.state, input);
    this.state = state;
    this.seen.push(...observations);
    this.writes.push(...writes);
    if (this.answers) this.#answer();
    return observations;
  }

  bytes(bytes: string): readonly WheelObservation[] {
    return this.give({ i: "bytes", t: monoUs(this.t), bytes });
  }

  /** Time passes on both sides; nothing is said. */
  pass(ms: number): void {
    this.t += ms * 1_000;
    this.tick += ms * 2_000;
  }

  opened(): this {
    this.give({ i: "opened", t: monoUs(this.t) });
    return this;
  }

  /** Opened, identified, heartbeat: attached, unless something is wrong. The first line is cut, as it is in life. */
  attached(): this {
    this.opened();
    this.bytes("0017*CAFE\n");
    this.pass(5);
    this.bytes(this.board.identity(this.tick));
    // Until the clock is known.
    for (let beat = 0; beat < 6; beat++) this.beat();
    this.forget();
    return this;
  }

  beat(counts: Parameters<BoardWriter["beat"]>[1] = {}): readonly WheelObservation[] {
    this.pass(250);
    return this.bytes(this.board.beat(this.tick, counts));
  }

  /** The board answers the questions for the time. */
  #answer(): void {
    const asked = this.writes.filter((line) => line.startsWith("T "));
    if (asked.length === 0) return;
    this.writes.splice(0, this.writes.length, ...this.writes.filter((line) => !line.startsWith("T ")));
    this.pass(2);
    for (const line of asked) this.bytes(this.board.time(this.tick - 2_000, line.slice(2, 10)));
  }

  /** One line of edges, 1 ms apart: `QqA`, holes as `H03`. */
  edges(names: string): readonly WheelObservation[] {
    return this.bytes(this.line(names));
  }

  /** The same, not sent. */
  line(names: string): string {
    const list = [...names.matchAll(/([A-Za-z])(\d\d)?/g)].map(([, letter = "", hole]) => {
      this.pass(1);
      const channel = letter.toUpperCase();
      return { tick: this.tick, channel, on: letter === channel, hole: Number.parseInt(hole ?? "0", 16) };
    });
    return this.board.edges(list);
  }

  forget(): void {
    this.seen.length = 0;
    this.notes.told.length = 0;
    this.notes.edges.length = 0;
  }

  /** `+fault`, `-fault`, and the other observations by name with what tells them apart. */
  words(): string[] {
    return this.seen.map((one) => {
      switch (one.o) {
        case "fault":
          return `+${one.code}`;
        case "fault-cleared":
          return `-${one.code}`;
        case "gap":
          return `gap ${one.why}`;
        case "attached":
          return `attached ${one.during}`;
        case "stage":
          return one.stage;
        case "doubt":
          return `doubt ${one.code}`;
        default:
          return one.o;
      }
    });
  }
}
