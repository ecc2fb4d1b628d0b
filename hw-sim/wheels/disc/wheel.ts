import { randomFrom as chanceOf, type RandomSource } from "../../../src/time/random-source.ts";
import { drawAround, drawBetween } from "../agenda.ts";
import { PlayedRounds, type PlayedRound } from "../sensed/rounds.ts";
import type { Picture, Profile, SensedWheel } from "../sensed/sensed-wheel.ts";
import { AT_LAUNCH, DISC_FAULTS, isDiscFault, drawFaultPlan, type DiscFault, type DiscFaultPlan } from "./faults.ts";
import { makeDisc, modulo, type Disc, type Pin } from "./geometry.ts";
import { applySensorFault } from "./pins.ts";
import { playSpin, type SpinPlan, type PlayedSpin } from "./spin.ts";
import { truthOf } from "./truth.ts";

export interface DiscOptions {
  readonly seed: string;
  /** Names of the cells, clockwise as the player sees them; 8 to 80. */
  readonly ring: readonly string[];
  readonly profile: Profile;
}

interface Round extends PlayedRound {
  readonly played: PlayedSpin;
  readonly plan: SpinPlan;
  /** Where the disc stood before, and its pins before and after. */
  readonly angle: number;
  readonly first: Readonly<Record<Pin, boolean>>;
  readonly levels: Readonly<Record<Pin, boolean>>;
}

/**
 * A vertical wheel (Big Six, rueda de la fortuna) and the people at it. Every round has its own streams of chance, so that
 * a fault which is asked for while it runs leaves what was seen of it as it was.
 * @throws RangeError when the ring has fewer than 8 or more than 80 cells.
 */
export function discWheel({ seed, ring, profile }: DiscOptions): SensedWheel {
  const root = chanceOf(`${seed}/disc`);
  const disc = makeDisc(ring, root.fork("made"));
  // Where the last technician left it: in the middle of a cell.
  const stands = {
    angle: 4 * root.fork("stands").below(disc.cells) + 1,
    levels: { Q: true, R: false, I: false, T: false },
  };
  const rounds = new PlayedRounds<Round>(
    (before, fault, notBeforeUs) => playNextRound(disc, root, profile, stands, before, fault, notBeforeUs),
    AT_LAUNCH,
    { ...stands.levels, V: false, W: false },
  );
  return {
    run: (us) => rounds.run(us),
    nextUs: () => rounds.round.endUs,
    inject: (fault) => {
      if (!isDiscFault(fault)) throw new RangeError(`a disc has no fault "${fault}"`);
      rounds.inject(fault);
    },
    faults: DISC_FAULTS,
    look: (us) => pictureAt(disc, rounds.round, us),
    calibration: {
      sensorB: 100_000,
      sensorC: 220_000,
      zero: modulo(Math.round(disc.zero * 1_000), 4_000 * disc.cells),
      dropLapUs: 0,
      marks: disc.cells,
    },
    ring,
    levels: () => rounds.levels,
    lineTroubles: () => rounds.troubles(),
  };
}

function playNextRound(
  disc: Disc,
  root: RandomSource,
  profile: Profile,
  stands: { readonly angle: number; readonly levels: Readonly<Record<Pin, boolean>> },
  before: Round | null,
  asked: string | null,
  notBeforeUs: number,
): Round {
  const spin = (before?.spin ?? 0) + 1;
  const startUs = before?.endUs ?? 0;
  const angle = before === null ? stands.angle : modulo(before.played.after.angle, 4 * disc.cells);
  const levels: Record<Pin, boolean> = { ...(before?.levels ?? stands.levels) };
  const first = { ...levels };
  const random = root.fork(`spin-${spin}`);
  const fault = asked !== null && isDiscFault(asked) ? asked : drawFault(profile, random.fork("fault"));
  const meddling = fault === null ? null : drawFaultPlan(fault, disc, notBeforeUs, random.fork("meddling"));
  const plan = drawPlan(disc, profile, startUs, random.fork("people"), meddling);
  const played = playSpin(disc, angle, levels, plan, meddling, random.fork("physics"));
  const paidUs = Math.max(played.stoppedUs, played.afterUs) + 1e6 * drawBetween(random.fork("pay"), 6, 14);
  const spoilt =
    meddling === null
      ? { edges: played.edges, line: [] }
      : applySensorFault(disc, played, meddling, first, startUs, paidUs, random.fork("pins"));
  return {
    spin,
    beginsUs: plan.startUs,
    restUs: played.stoppedUs,
    endUs: Math.max(paidUs, ...spoilt.line.map((one) => one.us + 5e6)),
    ...spoilt,
    truth: truthOf(disc, spin, played, meddling),
    played,
    plan,
    angle,
    first,
    levels,
  };
}

function drawFault({ faultPerMille }: Profile, random: RandomSource): DiscFault | null {
  if (random.below(1_000) >= faultPerMille) return null;
  return random.pick(Object.keys(DISC_FAULTS).filter(isDiscFault));
}

function drawPlan(
  disc: Disc,
  { name }: Profile,
  startUs: number,
  random: RandomSource,
  meddling: DiscFaultPlan | null,
): SpinPlan {
  const revolutions = meddling?.turns ?? drawAround(random, 3_300, 4_800, 8_000) / 1_000;
  return {
    startUs: startUs + 1e6 * drawBetween(random, 8, 25),
    sense: random.oneIn(3) ? -1 : 1,
    turns: revolutions,
    windup: random.oneIn(6) ? drawBetween(random, 1, 5) / 2 : 0,
    pushOver: drawBetween(random, 20, Math.round(Math.min(60, revolutions * disc.cells))),
    bouncePerMille: meddling?.bounces === true ? 1_000 : name === "clean" ? 0 : name === "default" ? 5 : 30,
  };
}

function pictureAt(disc: Disc, round: Round, us: number): Picture {
  const { angle, rpm } = angleAt(disc, round, us);
  const turn = 4 * disc.cells;
  // Where the first cell is, clockwise from the pointer.
  const rotorAngle = modulo(angle - disc.zero - disc.index, turn) / turn;
  return { us, rotorAngle, rotorRpm: rpm, ball: null, objects: [], spin: round.spin };
}

/** From the marks that were crossed: the disc is never further from its last mark than a quarter step. */
function angleAt(disc: Disc, round: Round, us: number): { readonly angle: number; readonly rpm: number } {
  const { played, plan } = round;
  if (us >= played.afterUs) return { angle: played.after.angle, rpm: 0 };
  let { angle } = round;
  let last = plan.startUs;
  let rpm = 0;
  if (us <= last) return { angle, rpm };
  let { Q: q, R: r } = round.first;
  for (const edge of played.edges) {
    if (edge.us > us) break;
    if (edge.pin !== "Q" && edge.pin !== "R") continue;
    const sense = edge.pin === "Q" ? (edge.on === r ? -1 : 1) : edge.on === q ? 1 : -1;
    if (edge.pin === "Q") q = edge.on;
    else r = edge.on;
    angle += sense;
    rpm = (sense * 60e6) / Math.max(1, edge.us - last) / (4 * disc.cells);
    last = edge.us;
  }
  const step = ((us - last) * rpm * 4 * disc.cells) / 60e6;
  return { angle: angle + Math.max(-1, Math.min(1, step)), rpm: Math.abs(step) > 1 ? 0 : rpm };
}
