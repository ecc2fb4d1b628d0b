import type { DieFace, FaceSet } from "../../../src/dice/faces.ts";
import type { ArenaState } from "../../../src/dice/observation.ts";

/** The code tables of docs/devices/eye.md, "Codes". */

export const STATES: Readonly<Record<string, ArenaState>> = {
  U: "unknown",
  E: "empty",
  C: "covered",
  M: "moving",
  S: "settling",
  R: "rest",
};

export const FACES: Readonly<Record<string, DieFace>> = {
  "1": "1",
  "2": "2",
  "3": "3",
  "4": "4",
  "5": "5",
  "6": "6",
  K: "crown",
  A: "anchor",
  H: "heart",
  D: "diamond",
  L: "club",
  S: "spade",
};

export const FACE_SETS: Readonly<Record<string, FaceSet>> = { P: "pips", S: "symbols" };

/** Bit 0 first: what the eye's view has been calibrated for. */
export const KNOWS = ["rim", "basket", "half", "wall", "rolled", "dome"] as const;
export type Knows = (typeof KNOWS)[number];

/** What an eye knows beside faces and places. */
export type EyeKnows = Readonly<Record<Knows, boolean>>;

/** Faults that last until they are cleared; the index is the code, and the bit of the heartbeat's map. */
export const EYE_FAULTS = [
  /** no picture comes: the camera, its cable or its program */
  "eye-camera-gone",
  /** the same picture again and again */
  "eye-camera-frozen",
  /** pictures come cut, of another size or with damaged heads */
  "eye-frames-damaged",
  /** lamps too bright or too dark, or another light falls in */
  "eye-light",
  /** the lens is covered, or the picture is black */
  "eye-blocked",
  /** the printed cloth is not where it was: the camera or the table was moved */
  "eye-moved",
  /** calibration and pictures do not fit each other */
  "eye-calibration",
  /** something that is no die lies in the arena */
  "eye-foreign-object",
  /** pictures come faster than this computer takes them */
  "eye-overload",
  /** pictures come slower than they were asked for */
  "eye-slow-camera",
  /** evidence pictures cannot be written */
  "eye-pictures",
  /** reading stopped with an error */
  "eye-reader",
] as const;
export type EyeFault = (typeof EYE_FAULTS)[number];

export const DISTURBED: Readonly<Record<string, "hand" | "moved" | "taken">> = {
  H: "hand",
  M: "moved",
  T: "taken",
};

export const CONTACTS: Readonly<Record<string, "hand" | "object">> = { H: "hand", O: "object" };

/** What an eye knows, by name. */
export const knowsOfNames = (names: readonly Knows[]): EyeKnows =>
  Object.fromEntries(KNOWS.map((name) => [name, names.includes(name)])) as EyeKnows;
