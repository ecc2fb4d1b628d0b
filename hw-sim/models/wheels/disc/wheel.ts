import { randomFrom, type RandomSource } from "../../../../src/time/random-source.ts";
import { drawAround, drawBetween } from "../draws.ts";
import { PlayedRounds, type PlayedRound, type RoundStart } from "../sensed/rounds.ts";
import type { Picture, Profile, SensedWheel, SpinTruth } from "../sensed/sensed-wheel.ts";
import { AT_LAUNCH, DISC_FAULTS, drawFaultPlan, type DiscFault, type DiscFaultPlan } from "./faults.ts";
import { cellAt, makeDisc, modulo, type Disc, type Pin } from "./geometry.ts";
import { applySensorFault } from "./pins.ts";
import { playSpin, type PlayedSpin, type SpinPlan } from "./spin.ts";

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
  readonly first: PinLevels;
  readonly levels: PinLevels;
}

type PinLevels = Readonly<Record<Pin, boolean>>;

/** Where the disc stands before the first round, and its pins there. */
interface Standing {
  readonly angle: number;
  readonly levels: PinLevels;
}

/**
 * A vertical wheel (Big Six, rueda de la fortuna) and the people at it.
 * @throws RangeError when the ring has fewer than 8 or more than 80 cells.
 */
export function discWheel({ seed, ring, profile }: DiscOptions): SensedWheel {
  const root = randomFrom(`${seed}/disc`);
  const disc = makeDisc(ring, root.fork("made"));
  // Where the last technician left it: in the middle of a cell.
  const start: Standing = {
    angle: 4 * root.fork("stands").below(disc.cells) + 1,
    levels: { Q: true, R: false, I: false, T: false },
  };
  const rounds = new PlayedRounds<Round, DiscFault>({
    name: "a disc",
    seed: `${seed}/disc`,
    profile,
    faults: DISC_FAULTS,
    atLaunch: AT_LAUNCH,
    pins: { ...start.levels, V: false, W: false },
    playRound: (round) => playRound(disc, profile, start, round),
  });
  const calibration = {
    sensorB: 100_000,
    sensorC: 220_000,
    zero: modulo(Math.round(disc.zero * 1_000), 4_000 * disc.cells),
    dropLapUs: 0,
    marks: disc.cells,
  };
  return rounds.asWheel({ calibration, ring }, (round, us) => pictureAt(disc, round, us));
}

function playRound(
  disc: Disc,
  profile: Profile,
  start: Standing,
  { spin, startUs, before, fault, notBeforeUs, random }: RoundStart<Round, DiscFault>,
): Round {
  const angle = before === null ? start.angle : modulo(before.played.after.angle, 4 * disc.cells);
  const levels: Record<Pin, boolean> = { ...(before?.levels ?? start.levels) };
  const first = { ...levels };
  const faultPlan = fault === null ? null : drawFaultPlan(fault, disc, notBeforeUs, random.fork("meddling"));
  const plan = drawPlan(disc, profile, startUs, random.fork("people"), faultPlan);
  const played = playSpin(disc, angle, levels, plan, faultPlan, random.fork("physics"));
  const paidUs = Math.max(played.stoppedUs, played.afterUs) + 1e6 * drawBetween(random.fork("pay"), 6, 14);
  const sensed =
    faultPlan === null
      ? { edges: played.edges, line: [] }
      : applySensorFault(disc, played, faultPlan, first, startUs, paidUs, random.fork("pins"));
  return {
    spin,
    beginsUs: plan.startUs,
    restUs: played.stoppedUs,
    endUs: Math.max(paidUs, ...sensed.line.map((one) => one.us + 5e6)),
    ...sensed,
    truth: {
      ...truthOf(disc, spin, played, faultPlan),
      disturbedUs: faultPlan?.after === undefined ? sensed.line[0]?.us : (played.meddledUs ?? undefined),
    },
    played,
    plan,
    angle,
    first,
    levels,
  };
}

/** A hand that takes less out of the disc than this many pegs cannot be told from pegs that are a little longer. */
const TRACELESS_PEGS = 5;

const WHAT_DISTURBED: Partial<Record<DiscFault, string>> = {
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
function truthOf(disc: Disc, spin: number, played: PlayedSpin, faultPlan: DiscFaultPlan | null): SpinTruth {
  const facts: Record<string, boolean | number | string> = { "disc-turns": played.turns };
  const sinceUs: Record<string, number> = { "disc-turns": played.stoppedUs };
  const unseen: string[] = [];
  if (played.between) {
    facts["pointer-between-cells"] = true;
    sinceUs["pointer-between-cells"] = played.stoppedUs;
  }
  // What moves the disc after its stop changes no number: it only makes it harder to know.
  if (played.meddledUs !== null && faultPlan?.after === undefined) {
    facts["rotor-irregular"] = true;
    sinceUs["rotor-irregular"] = played.meddledUs;
    if (played.meddledPegs < TRACELESS_PEGS) unseen.push("rotor-irregular");
  }
  const fault = faultPlan?.fault ?? null;
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
    spoiled:
      fault === null || (faultPlan?.after !== undefined && stayed) ? null : (WHAT_DISTURBED[fault] ?? null),
  };
}

function drawPlan(
  disc: Disc,
  { name }: Profile,
  startUs: number,
  random: RandomSource,
  faultPlan: DiscFaultPlan | null,
): SpinPlan {
  const revolutions = faultPlan?.turns ?? drawAround(random, 3_300, 4_800, 8_000) / 1_000;
  return {
    startUs: startUs + 1e6 * drawBetween(random, 8, 25),
    sense: random.oneIn(3) ? -1 : 1,
    turns: revolutions,
    windup: random.oneIn(6) ? drawBetween(random, 1, 5) / 2 : 0,
    pushOver: drawBetween(random, 20, Math.round(Math.min(60, revolutions * disc.cells))),
    bouncePerMille: faultPlan?.bounces === true ? 1_000 : name === "clean" ? 0 : name === "default" ? 5 : 30,
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
