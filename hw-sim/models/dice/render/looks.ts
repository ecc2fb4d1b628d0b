import type { FaceSet } from "../../../../src/dice/faces.ts";
import type { DieMotion, DiePose } from "../physics/pose.ts";
import type { Vec3 } from "../physics/vectors.ts";
import type { Marble } from "./noise.ts";

/** Reflectance, or light, in red, green and blue: 0 to 1. */
export type Rgb = readonly [number, number, number];

/** How pips are laid out and made; lengths in sides of the die. */
export interface PipStyle {
  readonly radius: number;
  /** Distance of the outer rows from the face's middle. */
  readonly lattice: number;
  /** Radius of the single pip of the 1: "Asian" dice have a large one. */
  readonly one: number;
  /** The 2: on the diagonal at the lattice, or side by side at this distance from the middle. */
  readonly two: "diagonal" | number;
  /** The 6: distance of neighbours in a row over the lattice. */
  readonly six: number;
  /** Radius of the hole in a ring-shaped pip, over its own radius; 0: filled. */
  readonly hollow: number;
  /** Slope of a drilled pip's wall at its edge (tangent); 0: flush. */
  readonly dish: number;
}

/** Clear plastic: Beer's absorption per mm in each colour, and the share of light that it scatters like an opaque body. */
export interface ClearBody {
  readonly absorb: Rgb;
  readonly haze: number;
}

/** A cut that takes a piece off the die: what lies beyond `offset` sides along `normal` (the die's axes) is gone. */
export interface Cut {
  readonly normal: Vec3;
  readonly offset: number;
}

export interface DieAppearance {
  readonly set: FaceSet;
  /** mm */
  readonly side: number;
  /** Radius of edges over the side, 0 to 0.12. */
  readonly rounding: number;
  /** Radius of the ball that cuts the corners, over the side (0.6 to 0.8); 0: none. */
  readonly ball: number;
  readonly body: Rgb;
  readonly ink: Rgb;
  /** The 1 (and, on Asian dice, the 4) in a colour of its own. */
  readonly inkOfOne?: Rgb;
  readonly pips: PipStyle;
  readonly clear?: ClearBody;
  readonly marble?: Marble;
  /** Strength of the mirror image of lamps: 0 matt, 1 polished plastic; and its blur (tangent). */
  readonly gloss: number;
  readonly rough: number;
  /** Size of drawn symbols over the face; 1: as in the art. */
  readonly print: number;
  /** Depth of dirt and wear on the faces, 0 to 0.4. */
  readonly wear: number;
  readonly cuts: readonly Cut[];
}

/** A lamp: a horizontal ring, or a disc when `inner` is 0. mm; `share` of the light on the cloth's middle. */
export interface Lamp {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly inner: number;
  readonly outer: number;
  readonly share: number;
}

export interface Light {
  readonly lamps: readonly Lamp[];
  /** Share of light that comes from everywhere. Shares of lamps and this sum to 1. */
  readonly ambient: number;
  /** Radiance of the ceiling as mirrored by flat faces; 1 is white paper under this light. */
  readonly ceiling: number;
  /** The lamps' colour times the camera's sensitivity; sums to 1. */
  readonly weights: Rgb;
}

export const CLOTHS = ["plain", "felt", "woven", "wood", "squared", "printed", "bowl"] as const;
export type ClothKind = (typeof CLOTHS)[number];

/** The place that dice fall on, centred on the origin. */
export interface Arena {
  readonly shape: "round" | "rect";
  /** Half extents, mm; a round one has both equal. */
  readonly half: readonly [number, number];
  readonly wall: number;
  readonly rim: number;
  readonly cloth: ClothKind;
  readonly floor: Rgb;
  readonly print: Rgb;
  readonly wallColour: Rgb;
  readonly outside: Rgb;
  /** Depth of the texture, 0 to 0.4, its pitch in mm, and the number that its pattern comes from. */
  readonly grain: number;
  readonly pitch: number;
  readonly pattern: number;
  /** mm that the wall's top stands further out than its foot, as in a folded tray; absent: upright. */
  readonly lean?: number;
  /** Depth of the mottling of what lies around, 0 to 1, as of a carpet; absent: hardly any. */
  readonly litter?: number;
}

/** A glass dome: half a ball over the arena's middle. */
export interface Dome {
  readonly radius: number;
  /** Dirt and scratches, 0 to 1. */
  readonly dirt: number;
  readonly pattern: number;
}

/** Something that is no die. A disc stands upright; a rod has round ends. mm */
export type Thing =
  | {
      readonly kind: "disc";
      readonly what: "chip" | "cup" | "ring" | "puck";
      /** Middle of its lower face. */
      readonly at: Vec3;
      readonly radius: number;
      readonly height: number;
      /** Radius of a hole through it. */
      readonly hole: number;
      readonly colour: Rgb;
      readonly spots: Rgb;
      /** Number of edge spots; 0: none. */
      readonly marks: number;
      readonly turn: number;
    }
  | {
      readonly kind: "rod";
      readonly what: "hand" | "stick";
      readonly from: Vec3;
      readonly to: Vec3;
      readonly radius: number;
      readonly colour: Rgb;
    };

export interface ShownDie {
  readonly appearance: DieAppearance;
  readonly pose: DiePose;
  readonly motion?: DieMotion;
  /** Not one of the table's set. */
  readonly stranger?: boolean;
}

/** What changes from picture to picture. */
export interface Shot {
  readonly dice: readonly ShownDie[];
  readonly things: readonly Thing[];
  /** Lamps' strength now over their strength when the camera was set up. */
  readonly drift: number;
}
