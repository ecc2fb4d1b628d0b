import { makeHand } from "../../models/dice/objects.ts";
import type { Vec3 } from "../../models/dice/physics/vectors.ts";
import type { ShownDie, Shot } from "../../models/dice/render/looks.ts";
import type { Category } from "../../models/dice/scenes.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { soundThrow, type Around, type Draft } from "../../people/dice/draft.ts";
import { DICE_FAULTS } from "../../people/dice/faults.ts";
import { isCovered, type Installed } from "../../people/dice/install.ts";
import { EMPTY_SHOT, type CalibratedSetup } from "../../sim/dice/calibrated-setup.ts";
import { shotsOfHand, addPictureTruth, pictureThrow, type Pictured } from "../../sim/dice/rendered-throw.ts";
import type { ThrowTruth, TrueDie } from "../../people/dice/truth.ts";
import { RATE } from "./messages.ts";

/** A throw of a demonstration as its camera shows it, and the truth about it. */
export interface ShownThrow {
  readonly truth: ThrowTruth;
  /** Under a dome or in a cage, as long as they are shaken: shown over and over. Elsewhere none. */
  readonly shaken: readonly Shot[];
  /** Dice on their way, one picture after the other. */
  readonly moving: readonly Shot[];
  /** As they lie then. */
  readonly lies: Shot;
  /** A hand over them; and the hand that takes them up, until nothing lies there any more. */
  readonly touch: Shot;
  readonly takeUp: readonly Shot[];
}

export interface ShownParts {
  readonly installed: Installed;
  readonly setup: CalibratedSetup;
  readonly seed: string;
  /** Of a scenario: what goes wrong with it, null: nothing. Left out: chance decides. */
  readonly fault?: string | null;
}

/** So many throws are ordinary ones at first; then one in so many is not. */
const ORDINARY = 2;
const ONE_IN = 6;

/** How dice may lie that no law likes: laid out and seen. Chips and rims only where people reach in. */
const LYING: readonly Category[] = ["touching", "cocked", "stacked", "broken"];
const LYING_OPEN: readonly Category[] = [...LYING, "chip", "rim"];
/** What else may happen, of the simulator's faults: seen by the camera, by another device, or by people alone. */
const BESIDE: readonly string[] = [
  "hand",
  "touched",
  "off-table",
  "cup-stay",
  "eye-cable",
  "shake",
  "cage-short",
  "before-call",
  "slid",
  "wall-short",
  "declared",
];
/** Pictures of shaking: more than the five over which the eye compares, and not twice as many. */
const SHAKEN = 7;
/** A hand among rolling dice: it comes with this picture, and stays for so many. */
const HAND_AT = 3;
const HAND_FOR = 4;
/** A die that leaves the table: mm a second. */
const LEAVING: Vec3 = [1_100, 350, 260];

/** The throw of this number: of one seed always the same. */
export function showThrow(n: number, { installed, setup, seed, fault }: ShownParts): ShownThrow {
  const random = randomFrom(`${seed}/throw ${n}`);
  const around: Around = { installed, random: random.fork("draft") };
  const draft = soundThrow(n, around);
  const { category, faults } = fault === undefined ? incident(n, draft, around) : planned(fault, draft, around);
  const whole = pictureThrow(setup, category, installed.pack.dice.dice, random.fork("picture"));
  const { moving, lies } = withoutGone(whole, draft.dice);
  pictured(draft, setup, whole, lies);
  const hand = random.fork("hand");
  return {
    truth: { ...draft, faults },
    shaken: isCovered(installed.pack) ? shakenShots(setup, installed, random) : [],
    moving: draft.hand === null ? moving : withHand(moving, lies, hand),
    lies,
    touch: { ...lies, things: [...lies.things, ...makeHand(hand)] },
    takeUp: [...shotsOfHand(lies, hand), EMPTY_SHOT],
  };
}

interface Incident {
  readonly category: Category;
  readonly faults: readonly string[];
}

function incident(n: number, draft: Draft, around: Around): Incident {
  const { random, installed } = around;
  if (n <= ORDINARY || !random.oneIn(ONE_IN)) return { category: "plain", faults: [] };
  const beside = DICE_FAULTS.filter((one) => BESIDE.includes(one.name) && one.fits(around));
  if (random.oneIn(2) || beside.length === 0) {
    const category = random.pick(isCovered(installed.pack) ? LYING : LYING_OPEN);
    return { category, faults: [category] };
  }
  const fault = random.pick(beside);
  fault.put(draft, around);
  return { category: "plain", faults: [fault.name] };
}

/** Faults of the catalogue that a camera can show at this table. */
export function showable(installed: Installed): readonly string[] {
  const around: Around = { installed, random: randomFrom("showable") };
  const beside = DICE_FAULTS.filter((one) => BESIDE.includes(one.name) && one.fits(around));
  const lying: readonly string[] = isCovered(installed.pack) ? LYING : LYING_OPEN;
  return [...lying, ...beside.map(({ name }) => name)];
}

/** One that cannot be brought about here is none. */
function planned(fault: string | null, draft: Draft, around: Around): Incident {
  const category = LYING_OPEN.find((one) => one === fault);
  if (category !== undefined) return { category, faults: [category] };
  const beside = DICE_FAULTS.find((one) => one.name === fault && BESIDE.includes(one.name) && one.fits(around));
  if (beside === undefined) return { category: "plain", faults: [] };
  beside.put(draft, around);
  return { category: "plain", faults: [beside.name] };
}

/** Shaking is one flight after the other. */
function shakenShots(setup: CalibratedSetup, { pack }: Installed, random: RandomSource): readonly Shot[] {
  const shots: Shot[] = [];
  for (let flight = 0; shots.length < SHAKEN; flight++) {
    const { moving, lies } = pictureThrow(setup, "plain", pack.dice.dice, random.fork(`shake ${flight}`));
    shots.push(...(moving.length > 0 ? moving : [lies]));
  }
  return shots.slice(0, SHAKEN);
}

const isGone = (die: TrueDie | undefined): boolean => die?.place === "off-table" || die?.place === "in-cup";

/** Dice that stay in the cup are nowhere; one that leaves the table is seen on its way. */
function withoutGone(whole: Pictured, dice: readonly TrueDie[]): Pick<Pictured, "moving" | "lies"> {
  if (!dice.some(isGone)) return whole;
  const on = (shot: Shot, at: number): Shot => ({
    ...shot,
    dice: shot.dice.flatMap((die, i): ShownDie[] => {
      if (!isGone(dice[i])) return [die];
      return dice[i]?.place === "in-cup" ? [] : leaving(die, at);
    }),
  });
  const lies = { ...whole.lies, dice: whole.lies.dice.filter((_, i) => !isGone(dice[i])) };
  return { moving: whole.moving.map(on), lies };
}

/** From where it was it flies over the edge; two thirds of a second later it is out of every picture. */
function leaving(die: ShownDie, at: number): ShownDie[] {
  const seconds = at / RATE;
  if (seconds > 0.6) return [];
  const [x, y, z] = die.pose.at;
  const [vx, vy, vz] = LEAVING;
  const spin = die.motion?.spin ?? [0, 0, 0];
  const pose = { ...die.pose, at: [x + vx * seconds, y + vy * seconds, z + vz * seconds] as Vec3 };
  return [{ ...die, pose, motion: { velocity: LEAVING, spin } }];
}

/** How the dice truly lie is what the picture has; what is not in it, and what no picture shows, stays as it was made up. */
function pictured(draft: Draft, setup: CalibratedSetup, whole: Pictured, lies: Shot): void {
  const wanted = draft.dice;
  const shown = wanted.filter((die) => !isGone(die));
  const gone = wanted.filter(isGone);
  addPictureTruth(draft, setup, { ...whole, lies });
  const dice = draft.dice.map((die, at): TrueDie => {
    const { rolled, wall } = shown[at] ?? die;
    return { ...die, rolled, wall };
  });
  draft.dice = [...dice, ...gone];
}

function withHand(moving: readonly Shot[], lies: Shot, random: RandomSource): readonly Shot[] {
  const things = makeHand(random);
  const from = Math.min(HAND_AT, Math.max(0, moving.length - 1));
  const last = Array.from({ length: Math.max(0, from + HAND_FOR - moving.length) }, () => lies);
  return [...moving, ...last].map((shot, at) =>
    at < from || at >= from + HAND_FOR ? shot : { ...shot, things: [...shot.things, ...things] },
  );
}
