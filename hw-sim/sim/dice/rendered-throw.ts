import { makeHand } from "../../models/dice/objects.ts";
import { simulateFlight, type Flight } from "../../models/dice/physics/throw.ts";
import { fadingKicks, popDice, pourDice } from "../../models/dice/physics/starts.ts";
import { CLOTH_PLACE, distanceInside, DOME_PLACE, type Place } from "../../models/dice/physics/place.ts";
import type { Shot } from "../../models/dice/render/looks.ts";
import { truthOfPicture, type ShownTruth } from "../../models/dice/render/picture-truth.ts";
import { randomShot, type Category } from "../../models/dice/scenes.ts";
import { shotsOfFlight } from "../../models/dice/video.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { mayStayOpen, mustStayOpen, soundThrow, type Around, type Draft } from "../../people/dice/draft.ts";
import { DICE_FAULTS } from "../../people/dice/faults.ts";
import type { CalibratedSetup } from "./calibrated-setup.ts";
import type { DiceProfile } from "../../people/dice/make-throw.ts";
import type { ThrowTruth, TrueDie } from "../../people/dice/truth.ts";

/** A throw as pictures: on the way, and as the dice lie then. */
export interface Pictured {
  readonly moving: readonly Shot[];
  readonly everyUs: number;
  readonly lies: Shot;
}

/** Pictures a second of dice on their way. */
const RATE = 10;
/** Of those the last; what a plate did before looks the same. */
const MOVING_MAX = 7;
/** Kinds of lying that are laid out rather than thrown. */
const LAID: readonly Category[] = ["touching", "near-touching", "cocked", "stacked", "chip", "rim", "broken"];
/** A tilt of so many degrees is seen for certain, and one of so few is none. */
const TILT_SEEN = 15;
const TILT_NONE = 1.5;
/** Between these gaps, mm, touching is not told for certain. */
const NEAR = [0.25, 1.3] as const;

/** Throws the dice of this table, or lays them out after a throw. `category` plain: as physics has them. */
export function pictureThrow(
  { setup, isPlate }: Pick<CalibratedSetup, "setup" | "isPlate">,
  category: Category,
  count: number,
  random: RandomSource,
): Pictured {
  const flight = flightOf(setup, isPlate, count, random.fork("flight"));
  const looks = [setup.appearance];
  const shots = shotsOfFlight(flight, looks);
  const last = shots.at(-1) ?? { dice: [], things: [], drift: 1 };
  const still: Shot = {
    ...last,
    dice: last.dice.map(({ appearance, pose }) => ({ appearance, pose })),
  };
  const lies = category === "plain" ? still : randomShot(setup, category, random.fork("shot"), count);
  const moving = category === "plain" ? shots.slice(0, -1).slice(-MOVING_MAX) : shots.slice(0, 7);
  return { moving, everyUs: Math.round(1_000_000 / RATE), lies };
}

function flightOf(
  setup: CalibratedSetup["setup"],
  isPlate: boolean,
  count: number,
  random: RandomSource,
): Flight {
  const { arena } = setup.setting;
  const set = { count, side: setup.appearance.side, round: setup.appearance.rounding * setup.appearance.side };
  const usual = arena.shape === "round" ? DOME_PLACE : CLOTH_PLACE;
  const place: Place = {
    ...usual,
    shape: arena.shape,
    half: arena.half,
    wall: usual.lid < Infinity ? usual.wall : Math.max(arena.wall, 15),
  };
  for (let attempt = 0; ; attempt++) {
    const own = random.fork(`${attempt}`);
    try {
      const flight = simulateFlight(
        arena.shape === "round" ? popDice(own, place, set) : pourDice(own, place, set),
        place,
        RATE,
        isPlate ? fadingKicks(own.fork("fading"), set) : [],
      );
      if (flight.settled) return flight;
    } catch (error) {
      if (attempt > 20) throw error;
    }
    if (attempt > 40) throw new Error("dice that never come to rest");
  }
}

/** A hand that reaches over what lies there, and the arena after it. */
export function shotsOfHand(lies: Shot, random: RandomSource): readonly Shot[] {
  const things = makeHand(random);
  return [
    { ...lies, things: [...lies.things, ...things] },
    { ...lies, things: [...lies.things, ...things] },
    { dice: [], things, drift: lies.drift },
    { dice: [], things: makeHand(random), drift: lies.drift },
  ];
}

/** Puts into the throw how its dice truly lie in the picture. */
export function addPictureTruth(draft: Draft, { setup, stage }: CalibratedSetup, { lies }: Pictured): void {
  const shown = truthOfPicture(stage, lies);
  draft.dice = shown.map((one, at) => trueDie(one, setup, lies.dice[at]?.pose.at ?? [0, 0, 0]));
  for (const one of shown) doubts(draft, one);
  for (const die of lies.dice) {
    const [x, y] = die.pose.at;
    const inside = distanceInside(setup.setting.arena, x, y);
    if (inside < setup.appearance.side * 0.8) mayStayOpen(draft, "near the rim");
  }
  if (lies.things.length > 0) mayStayOpen(draft, "a thing in the arena");
}

function trueDie(
  shown: ShownTruth,
  setup: CalibratedSetup["setup"],
  [x, y, z]: readonly [number, number, number],
): TrueDie {
  const isRaised = z > setup.appearance.side / 2 + 1.5;
  const isTilted = shown.tilt > 2.5;
  const has = (note: string): boolean => shown.notes.includes(note as never);
  const lies: TrueDie["lies"] = has("damaged")
    ? "broken"
    : has("stacked")
      ? "on-die"
      : has("on-object") && (isRaised || isTilted)
        ? "on-object"
        : isTilted
          ? "cocked"
          : "flat";
  return {
    face: shown.nearest,
    x: Math.round(10 * x),
    y: Math.round(10 * y),
    lies,
    place: z < -50 ? "off-table" : has("outside") ? "outside" : "arena",
    half: "far",
    wall: true,
    rolled: true,
    isExtra: false,
    touches: shown.gap < 0.5,
  };
}

function doubts(draft: Draft, { tilt, gap, notes }: ShownTruth): void {
  const harmful = notes.filter((note) => note !== "touching" && note !== "transparent" && note !== "glare");
  // Corners that are gone leave a face that is read, and no eye of this release sees them: the draft says so of every throw.
  for (const note of harmful.filter((one) => one !== "damaged"))
    (note === "cocked" || note === "rim" || note === "on-object" ? mayStayOpen : mustStayOpen)(draft, note);
  if (notes.includes("glare")) mayStayOpen(draft, "glare");
  if (tilt > TILT_NONE && tilt < TILT_SEEN) {
    mayStayOpen(draft, "leans a little");
    draft.unseen.push("die-cocked", "die-on-object");
  }
  if (gap > NEAR[0] && gap < NEAR[1]) {
    mayStayOpen(draft, "nearly touches");
    draft.unseen.push("dice-touching");
  }
}

/** Faults beside the picture that a rendered table can have. */
const BESIDE: readonly string[] = [
  "shake",
  "cage-short",
  "noise",
  "eye-cable",
  "thrower-cable",
  "unit-restart",
  "hand",
  "declared",
  "before-call",
];

/** The next throw of a rendered table: its pictures, and the truth about them. */
export function makeRenderedThrow(
  n: number,
  around: Around,
  profile: DiceProfile,
  setup: CalibratedSetup,
): { readonly truth: ThrowTruth; readonly pictured: Pictured } {
  const draft = soundThrow(n, around);
  const { random, installed } = around;
  const names: string[] = [];
  let category: Category = "plain";
  if (random.below(1_000) < profile.renderedPerMille) {
    if (random.oneIn(3)) {
      const fault = random.pick(DICE_FAULTS.filter((one) => BESIDE.includes(one.name) && one.fits(around)));
      fault.put(draft, around);
      names.push(fault.name);
    } else {
      category = random.pick(LAID);
      names.push(category);
    }
  }
  const pictured = pictureThrow(setup, category, installed.pack.dice.dice, random.fork(`throw ${n}`));
  addPictureTruth(draft, setup, pictured);
  return { truth: { ...draft, faults: names }, pictured };
}
