import { rouletteTracker } from "../../drivers/wheel/sensor-board/tracker/roulette/tracker.ts";
import type { Tracker } from "../../drivers/wheel/sensor-board/tracker/tracker.ts";
import { handWheel } from "../../hw-sim/models/wheels/hand/wheel.ts";
import { track, type TrackedSpin } from "./tracked-wheel.ts";

/** What a table would make of a tracked spin, and whether that is true. */
export interface Judged {
  readonly fault: string;
  /** True facts that void a spin in some rulebook and left a trace. */
  readonly causes: readonly string[];
  readonly spoiled: string | null;
  /** What ended it first: a void fact, a doubt, a certified number, or nothing. */
  readonly verdict: string;
  readonly wrongNumber: boolean;
  /** Void facts that were said and are not true. */
  readonly falseVoids: readonly string[];
  /** A certified number although a void fact was true and seen. */
  readonly missed: boolean;
  /** The laps' bounds, or the direction, do not hold the truth. */
  readonly wrongWords: readonly string[];
  /** µs from the instant at which a cause became true to when it was said. */
  readonly latency: Readonly<Record<string, number>>;
}

const FLAGS = {
  "ball-left-cylinder": "ball-left-cylinder",
  "ball-suspended": "ball-suspended",
  "foreign-object": "foreign-object",
  "rotor-stopped": "rotor-stopped",
  "rotor-irregular": "rotor-irregular",
} as const;

/** Chile voids below three laps, Cantabria and Chile a ball that runs with the rotor. */
const LAPS_AT_LEAST = 3;

export function judge({ truth, said }: TrackedSpin): Judged {
  const { facts, unseen, spoiled } = truth;
  const falseVoids: string[] = [];
  const wrongWords: string[] = [];
  const latency: Record<string, number> = {};
  const causes = Object.keys(FLAGS).filter((fact) => facts[fact] === true && !unseen.includes(fact));
  const laps = facts["ball-laps"];
  if (facts["ball-direction"] === "with-rotor" && !unseen.includes("ball-direction"))
    causes.push("ball-direction");
  if (typeof laps === "number" && laps < LAPS_AT_LEAST) causes.push("ball-laps");
  let verdict = "";
  let held = "";
  let wrongNumber = false;
  let atMost: number | null = null;
  const end = (word: string): void => {
    if (verdict === "") verdict = word;
  };
  const fact = (name: string, us: number): void => {
    const since = truth.sinceUs[name];
    if (since !== undefined) latency[name] ??= us - since;
    if (facts[name] !== true && name in FLAGS) falseVoids.push(name);
    end(`void ${name}`);
  };
  /** Since when the ball hangs. One that falls by itself has its number, one that is taken away or stays is void. */
  let hangsSince: number | null = null;
  for (const { us, seen } of said) {
    if (seen.o === "ball-suspended") {
      if (seen.now === "taken") fact(seen.o, hangsSince ?? us);
      hangsSince = seen.now === "hangs" ? us : null;
    } else if (seen.o in FLAGS) fact(seen.o, us);
    else if (seen.o === "ball-direction") {
      if (seen.sense !== facts["ball-direction"]) wrongWords.push("direction");
      if (seen.sense === "with-rotor") end("void ball-direction");
    } else if (seen.o === "ball-laps") {
      atMost = seen.atMost;
      const wrong = typeof laps === "number" && (laps < seen.atLeast || (atMost !== null && laps > atMost));
      if (wrong) wrongWords.push(`laps ${laps} not in ${seen.atLeast}..${atMost}`);
      if (atMost !== null && atMost < LAPS_AT_LEAST) end("void ball-laps");
      else if (atMost !== null && seen.atLeast < LAPS_AT_LEAST) held = "held laps";
    } else if (seen.o === "doubt") {
      if (seen.now) end(`doubt ${seen.code}`);
      else held = `held ${seen.code}`;
    } else if (seen.o === "number") {
      if (seen.pocket !== truth.pocket) wrongNumber = true;
      end(held === "" ? "number" : held);
    }
  }
  if (hangsSince !== null && verdict === "") fact("ball-suspended", hangsSince);
  if (verdict === "") verdict = said.some(({ seen }) => seen.o === "ball-on-track") ? "no number" : "no launch";
  const missed = verdict === "number" && causes.length > 0;
  return {
    fault: truth.fault ?? "none",
    causes,
    spoiled,
    verdict,
    wrongNumber,
    falseVoids,
    missed,
    wrongWords,
    latency,
  };
}

const RING = Array.from({ length: 37 }, (_, i) => `${i}`);

/** Simulated spins of a hand-spun roulette under the tracker, each judged against the truth. */
export function judgedSpins(seed: string, count: number, faultPerMille: number): Judged[] {
  const wheel = handWheel({ seed, ring: RING, profile: { name: "default", faultPerMille } });
  const tracker = rouletteTracker({ kind: "roulette", ring: RING, calibration: wheel.calibration }) as Tracker;
  return track(wheel, tracker, { spins: count }).spins.map(judge);
}
