import { randomFrom } from "../../../../src/time/random-source.ts";
import { drawAround, drawBetween } from "../draws.ts";
import { PlayedRounds, type PlayedRound, type RoundStart } from "../sensed/rounds.ts";
import type { Picture, Profile, SensedWheel, SpinTruth } from "../sensed/sensed-wheel.ts";
import { AT_LAUNCH, BOWL_FAULTS, drawFaultPlan, type BowlFault } from "./faults.ts";
import { DROP_LAP_US, HOLES, ROW_RADIUS, type BallRun, type Launch } from "./flight.ts";
import { applySensorFault, edgesOf } from "./pins.ts";
import { playSpin, type PlayedSpin } from "./spin.ts";

export interface BowlOptions {
  readonly seed: string;
  /** Names of the holes, clockwise; 18. */
  readonly ring: readonly string[];
  readonly profile: Profile;
}

interface Bowl {
  readonly ring: readonly string[];
  /** Angles of the ball sensors in turns. */
  readonly sensors: readonly number[];
  /** Hole that is the first of the ring. */
  readonly zero: number;
}

interface Round extends PlayedRound {
  readonly played: PlayedSpin;
}

/**
 * A boule bowl and the people at it. Source of the game: Cantabria A.5, País Vasco art. 2.04 (rubber ball, 18 holes in two
 * rows, fixed plate of 1.5 m). Every round has its own streams of chance. @throws RangeError when the ring does not have 18
 * holes.
 */
export function bowlWheel({ seed, ring, profile }: BowlOptions): SensedWheel {
  if (ring.length !== HOLES) throw new RangeError(`a bowl has ${HOLES} holes, not ${ring.length}`);
  const made = randomFrom(`${seed}/bowl`).fork("made");
  const sensorB = 100_000 + drawBetween(made, -3_000, 3_000);
  const sensorC = 220_000 + drawBetween(made, -3_000, 3_000);
  const zero = made.below(HOLES);
  const bowl: Bowl = { ring, sensors: [0, sensorB / 360_000, sensorC / 360_000], zero };
  const rounds = new PlayedRounds<Round, BowlFault>({
    name: "a bowl",
    seed: `${seed}/bowl`,
    profile,
    faults: BOWL_FAULTS,
    atLaunch: AT_LAUNCH,
    pins: {},
    playRound: (start) => playRound(bowl, start),
  });
  const calibration = { sensorB, sensorC, zero, dropLapUs: DROP_LAP_US, marks: 0 };
  return rounds.asWheel({ calibration, ring }, pictureAt);
}

function playRound(
  bowl: Bowl,
  { spin, startUs, fault, notBeforeUs, random }: RoundStart<Round, BowlFault>,
): Round {
  const plan = fault === null ? null : drawFaultPlan(fault, notBeforeUs, random.fork("trouble"));
  const people = random.fork("launch");
  const launch: Launch = {
    us: startUs + 1e6 * drawBetween(people, 10, 28),
    sense: people.oneIn(2) ? 1 : -1,
    laps: drawAround(people, 4_000, 8_000, 15_000) / 1_000,
    from: people.below(1_000) / 1_000,
    sensors: bowl.sensors,
  };
  const laps = fault === "weak-launch" && plan !== null ? plan.laps : launch.laps;
  const played = playSpin({ ...launch, laps }, plan, random.fork("physics"));
  const endUs = played.clearedUs + 2.5e6;
  const disturbed =
    plan === null
      ? { edges: edgesOf(played.blips), line: [] }
      : applySensorFault(played, plan, startUs, endUs - 0.1e6, random.fork("pins"));
  return {
    spin,
    beginsUs: launch.us - 2.2e6,
    restUs: played.endUs,
    endUs: Math.max(endUs, ...disturbed.line.map((one) => one.us + 8e6)),
    ...disturbed,
    truth: truthOf(bowl, spin, played, fault),
    played,
  };
}

const WHAT_DISTURBED: Partial<Record<BowlFault, string>> = {
  "second-ball": "two balls were in the bowl",
  "object-in-bowl": "a chip was in the bowl",
  "object-in-hole": "a chip was in a hole",
  "hole-blind": "a sensor of the hole saw nothing",
  "hole-stuck": "a sensor of a hole was stuck",
  "hole-flickers": "a sensor of the hole came and went",
  "chain-blind": "a chain of hole sensors saw nothing",
  "lifted-early": "the ball was taken out at once",
  "track-blind": "nothing saw the launch",
  "rim-stuck": "the light curtain was broken",
  cover: "the cover was put on",
  tamper: "the sensors' housing was open",
  reset: "the board was reset",
  unplugged: "the cable was out",
};

function truthOf({ ring, zero }: Bowl, spin: number, played: PlayedSpin, fault: BowlFault | null): SpinTruth {
  const { hole } = played;
  const cell = hole === null ? null : (hole - zero + HOLES) % HOLES;
  return {
    spin,
    fault,
    launchedUs: played.run.launchedUs,
    endUs: played.endUs,
    pocket: cell === null ? null : (ring[cell] ?? null),
    cell,
    facts: { ...played.facts, ...(cell === null ? {} : { "ball-in-pocket": true }) },
    sinceUs: played.sinceUs,
    unseen: played.unseen,
    spoiled: fault === null ? null : (WHAT_DISTURBED[fault] ?? null),
  };
}

function pictureAt(round: Round, us: number): Picture {
  const { played, spin } = round;
  const balls = played.second === null ? [played.run] : [played.run, played.second];
  const out =
    us >= played.clearedUs ||
    (played.outUs !== null &&
      us >= played.outUs &&
      played.hole === null &&
      round.truth.fault === "out-of-bowl");
  const [ball, other] = balls.map((run) => (out ? null : ballAt(run, us)));
  const objects =
    other === null || other === undefined ? [] : [{ angle: other.angle, radius: other.radius, what: "ball" }];
  return { us, rotorAngle: 0, rotorRpm: 0, ball: ball ?? null, objects, spin };
}

/** Between the points of its way the ball goes evenly. */
function ballAt(run: BallRun, us: number): Picture["ball"] {
  if (us < run.launchedUs) return null;
  const next = run.points.findIndex((point) => point.us > us);
  const to = next < 0 ? run.points.at(-1) : run.points[next];
  const from = next <= 0 ? to : run.points[next - 1];
  if (to === undefined || from === undefined) return null;
  const share = to.us > from.us ? Math.min(1, Math.max(0, (us - from.us) / (to.us - from.us))) : 1;
  const angle = from.angle + share * (to.angle - from.angle);
  const radius = from.radius + share * (to.radius - from.radius);
  const where =
    us >= run.restUs ? "hole" : us < run.droppedUs ? "track" : radius > ROW_RADIUS[0] ? "slope" : "holes";
  return { angle: ((angle % 1) + 1) % 1, radius, where };
}
