import type { RandomSource } from "../../../../src/time/random-source.ts";
import { drawBetween } from "../draws.ts";
import type { SpinTruth } from "../sensed/sensed-wheel.ts";
import type { BowlFaultPlan } from "./faults.ts";
import { HOLES, runBall, type PinChange, type Launch, type BallRun } from "./flight.ts";

/** One round of a bowl with everything that people and things do to it. Pins of `blips` are the truth: on and off, unsorted. */
export interface PlayedSpin {
  readonly blips: readonly PinChange[];
  readonly run: BallRun;
  readonly second: BallRun | null;
  /** Where the ball lies for good, or null; and since when that is certain. */
  readonly hole: number | null;
  readonly endUs: number;
  /** The ball, or what is left in the bowl, is in the croupier's hand again. */
  readonly clearedUs: number;
  readonly facts: SpinTruth["facts"];
  readonly sinceUs: SpinTruth["sinceUs"];
  readonly unseen: readonly string[];
  /** Holes in which nothing stays: the ball came out of them, or never was in them. */
  readonly outUs: number | null;
}

const NEVER = Number.POSITIVE_INFINITY;

export function playSpin(launch: Launch, trouble: BowlFaultPlan | null, random: RandomSource): PlayedSpin {
  const run = runBall(launch, random.fork("ball"));
  const people = random.fork("people");
  const blips: PinChange[] = breakCurtainAtLaunch(launch.us, people);
  const happened = trouble === null ? noEffects(run) : applyFaultInBowl(run, trouble, blips, people);
  const { outUs } = happened;
  const second =
    trouble?.fault === "second-ball" ? launchSecondBall(launch, happened, people, random.fork("second")) : null;
  const restUs = Math.max(run.restUs, second?.restUs ?? 0);
  const gone = outUs < NEVER;
  const waits = 1e6 * drawBetween(people, gone ? 14 : 6, gone ? 30 : 14);
  const clearedUs = Math.min(happened.liftedUs, Math.max(restUs, gone ? outUs : 0) + waits);
  const hand = 300_000 + people.below(500_000);
  blips.push(...breakCurtain(clearedUs - hand, hand + 200_000 + people.below(900_000)));
  const balls = second === null ? [run] : [run, second];
  for (const ball of balls)
    blips.push(...ball.blips.filter(({ us, on }) => us < outUs || (!on && us < outUs + 80_000)));
  if (trouble?.fault === "object-in-hole") uncoverHole(blips, trouble.hole, clearedUs, people);
  if (gone) uncoverAll(blips, outUs);
  else for (const ball of balls) uncoverHole(blips, ball.hole, clearedUs, people);
  return {
    blips,
    run,
    second,
    hole: gone || second !== null ? null : run.hole,
    endUs: gone ? outUs + 60_000 : restUs,
    clearedUs,
    facts: happened.facts,
    sinceUs: happened.sinceUs,
    unseen: happened.unseen,
    outUs: gone ? outUs : null,
  };
}

interface FaultEffects {
  readonly facts: Record<string, boolean | number | string>;
  readonly sinceUs: Record<string, number>;
  readonly unseen: string[];
  /** The ball is where no hole sensor sees it from here on; it is taken out before its time. */
  readonly outUs: number;
  readonly liftedUs: number;
}

function noEffects(run: BallRun): FaultEffects {
  return { facts: { "ball-laps": run.laps }, sinceUs: {}, unseen: [], outUs: NEVER, liftedUs: NEVER };
}

/** What the fault does in the bowl; adds to the blips what the rim and the holes see of it. */
function applyFaultInBowl(
  run: BallRun,
  trouble: BowlFaultPlan,
  blips: PinChange[],
  people: RandomSource,
): FaultEffects {
  const { fault, notBeforeUs, share, hole } = trouble;
  const at = Math.max(notBeforeUs, run.launchedUs + Math.max(0, share) * (run.restUs - run.launchedUs));
  const none = noEffects(run);
  const fact = (name: string, us: number): FaultEffects => ({
    ...none,
    facts: { ...none.facts, [name]: true },
    sinceUs: { [name]: us },
  });
  switch (fault) {
    case "out-of-bowl": {
      const outUs = Math.max(at, run.launchedUs + 1e6);
      blips.push(...breakCurtain(outUs + 60_000, 5_000 + people.below(7_000)));
      const out = fact("ball-left-cylinder", outUs + 60_000);
      return { ...out, outUs, facts: { ...out.facts, "ball-laps": Math.min(run.laps, lapsUntil(run, outUs)) } };
    }
    case "between-holes":
    case "on-the-boss": {
      const outUs = Math.max(notBeforeUs, fault === "on-the-boss" ? run.droppedUs + 0.8e6 : run.fellUs - 1);
      return { ...fact("ball-suspended", outUs), outUs, unseen: ["ball-suspended"] };
    }
    case "object-in-bowl":
    case "object-in-hole": {
      // Under the croupier's hand the light curtain is broken already.
      const hidden = blips.some(({ us, on }) => !on && at < us + 3_000);
      blips.push(...breakCurtain(at, 2_600 + people.below(5_000)));
      if (fault === "object-in-hole") coverHole(blips, at + 400_000, hole, people);
      return { ...fact("foreign-object", at), unseen: hidden ? ["foreign-object"] : [] };
    }
    case "hand-over-rim":
      blips.push(...breakCurtain(at, 150_000 + people.below(900_000)));
      return none;
    case "lifted-early":
      return { ...none, liftedUs: Math.max(notBeforeUs, run.restUs + 1.2e6 * share + 0.2e6) };
    default:
      return none;
  }
}

function launchSecondBall(
  launch: Launch,
  happened: FaultEffects,
  people: RandomSource,
  random: RandomSource,
): BallRun {
  const us = launch.us + 300_000 + people.below(2_700_000);
  happened.facts["foreign-object"] = true;
  happened.sinceUs["foreign-object"] = us;
  return runBall({ ...launch, us, laps: launch.laps * 0.9 }, random);
}

/** The light curtain is broken for a while. */
function breakCurtain(us: number, forUs: number): PinChange[] {
  return [
    { us, pin: "X", on: true, hole: 0 },
    { us: us + forUs, pin: "X", on: false, hole: 0 },
  ];
}

/** Whole laps that it has run by this time. */
function lapsUntil({ points }: BallRun, us: number): number {
  const next = points.findIndex((point) => point.us > us);
  const from = points[next - 1];
  const to = points[next];
  const start = points[0]?.angle ?? 0;
  if (from === undefined || to === undefined) return Number.MAX_SAFE_INTEGER;
  const angle = from.angle + ((to.angle - from.angle) * (us - from.us)) / (to.us - from.us);
  return Math.floor(Math.abs(angle - start));
}

/** The hand is over the rim before the launch and until about a lap after it. */
function breakCurtainAtLaunch(us: number, people: RandomSource): PinChange[] {
  const from = us - 500_000 - people.below(1_500_000);
  return [
    { us: from, pin: "X", on: true, hole: 0 },
    { us: us + 200_000 + people.below(900_000), pin: "X", on: false, hole: 0 },
  ];
}

/** Something falls into a hole and stays until the croupier takes it out with the ball. */
function coverHole(blips: PinChange[], us: number, hole: number, people: RandomSource): void {
  for (const pin of ["H", "G"] as const) blips.push({ us: us + people.below(5_000), pin, on: true, hole });
}

function uncoverHole(blips: PinChange[], hole: number, us: number, people: RandomSource): void {
  for (const pin of ["H", "G"] as const) blips.push({ us: us + people.below(20_000), pin, on: false, hole });
}

/** What the ball still covered when it went. */
function uncoverAll(blips: PinChange[], us: number): void {
  for (const pin of ["A", "B", "C"] as const) blips.push({ us: us + 50_000, pin, on: false, hole: 0 });
  for (let hole = 0; hole < HOLES; hole++) {
    for (const pin of ["H", "G"] as const) {
      for (let twice = 0; twice < 2; twice++) blips.push({ us: us + 80_000, pin, on: false, hole });
    }
  }
}
