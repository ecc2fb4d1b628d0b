import type { SpinTruth } from "../sensed/sensed-wheel.ts";
import type { DiscFault, DiscFaultPlan } from "./faults.ts";
import { cellAt, type Disc } from "./geometry.ts";
import type { PlayedSpin } from "./spin.ts";

/** A hand that takes less out of the disc than this many pegs cannot be told from pegs that are a little longer. */
const TRACELESS_PEGS = 5;

const WHAT_SPOILED: Partial<Record<DiscFault, string>> = {
  "mark-dirty": "a mark could not be read",
  "marks-blind": "a sensor of the marks was blind",
  "index-blind": "the index could not be read",
  "pointer-blind": "the pointer's switch did not close",
  "pointer-stuck": "the pointer's switch stayed closed",
  cover: "the cover was put on",
  tamper: "the sensors' housing was open",
  reset: "the board was reset",
  unplugged: "the cable was out",
  bumped: "the disc was moved after it stopped",
  nudged: "the disc was moved after it stopped",
};

/** What happened, whatever anybody saw. `disc-turns`: full turns from where the disc begins to turn to the furthest that it comes. */
export function truthOf(disc: Disc, spin: number, played: PlayedSpin, meddling: DiscFaultPlan | null): SpinTruth {
  const facts: Record<string, boolean | number | string> = { "disc-turns": played.turns };
  const sinceUs: Record<string, number> = { "disc-turns": played.stoppedUs };
  const unseen: string[] = [];
  if (played.between) {
    facts["pointer-between-cells"] = true;
    sinceUs["pointer-between-cells"] = played.stoppedUs;
  }
  // What moves the disc after its stop changes no number: it only makes it harder to know.
  if (played.meddledUs !== null && meddling?.after === undefined) {
    facts["rotor-irregular"] = true;
    sinceUs["rotor-irregular"] = played.meddledUs;
    if (played.meddledPegs < TRACELESS_PEGS) unseen.push("rotor-irregular");
  }
  const fault = meddling?.fault ?? null;
  const stayed = !played.between && cellAt(disc, played.after.angle) === played.cell;
  return {
    spin,
    fault,
    launchedUs: played.launchedUs,
    endUs: played.stoppedUs,
    pocket: played.between ? null : (disc.ring[played.cell] ?? null),
    cell: played.between ? null : played.cell,
    facts,
    sinceUs,
    unseen,
    spoiled: fault === null || (meddling?.after !== undefined && stayed) ? null : (WHAT_SPOILED[fault] ?? null),
  };
}
