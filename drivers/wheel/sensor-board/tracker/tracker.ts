import type { WheelObservation, WheelStage } from "../../../../src/table/wheel/observation.ts";
import type { Edge } from "../edge.ts";

/**
 * From edges to observations: a pure state machine in the board's own time. It knows no line, no host clock and no law. `State`
 * is plain JSON. A step must not change the state that it was given; it may share unchanged parts.
 *
 * The session calls `handleEdge` for every edge in order, and `handleHeartbeat` with the time up to which the board has
 * reported all edges, so that every wait ends in device time.
 */
export interface Tracker<State = unknown> {
  initial(): State;
  handleEdge(state: State, edge: Edge, emit: EmitObservation): State;
  /** No edge is missing up to `tick`. `levels` are the channels that are active now, by letter (holes: by number). */
  handleHeartbeat(state: State, tick: number, levels: Levels, emit: EmitObservation): State;
  /**
   * Edges are missing from here on: a line was lost (`line`), the board's buffer was full (`buffer`), the port was gone or
   * silent (`port`), or the board was reset, and its time begins anew (`reset`). The session itself reports `gap` and
   * `attached`; the tracker gives up whatever could have happened unseen and must never join what came before with what comes
   * after.
   */
  onGap(state: State, why: "line" | "buffer" | "port" | "reset", emit: EmitObservation): State;
  /** The stage that the session attaches in. */
  stageOf(state: State): WheelStage;
}

export type EmitObservation = (observation: WheelObservation) => void;

export interface Levels {
  /** Letters of the channels that are active. */
  readonly active: string;
  /** Holes whose sensor sees the ball, by the two rings of sensors (channels `H` and `G`); bit 0: hole 0. */
  readonly holesH: number;
  readonly holesG: number;
}
