import type { GreyImage } from "../../vision/grey-image.ts";
import type { ArenaState, ThrowRead } from "../observation.ts";
import type { MonoUs } from "../../time/instant.ts";
import type { Region } from "../reading/network/search.ts";
import type { ReadReason } from "../reading/read-types.ts";

/** A whole frame of the camera, stamped on arrival. */
export interface Frame {
  readonly image: GreyImage;
  readonly t: MonoUs;
}

/** What is wrong with the picture, until it is over. */
export type SceneFault =
  | "eye-camera-frozen"
  | "eye-light"
  | "eye-blocked"
  | "eye-moved"
  | "eye-calibration"
  | "eye-foreign-object";

/** What the scene makes of a frame. */
export type SceneEvent =
  | { readonly m: "state"; readonly state: ArenaState }
  | { readonly m: "disturbed"; readonly what: "hand" | "moved" | "taken" }
  | { readonly m: "contact"; readonly what: "hand" | "object" }
  | { readonly m: "dome"; readonly closed: boolean }
  /** Nothing was seen for so long while it mattered. */
  | { readonly m: "frames-lost"; readonly ms: number }
  | { readonly m: "fault"; readonly fault: SceneFault; readonly on: boolean; readonly value: number };

/** Dice lie still: these two pictures, averages of different frames, are to be read. */
export interface ReadDue {
  readonly early: GreyImage;
  readonly late: GreyImage;
  /** Boxes of what lies there, pixels of the picture. */
  readonly boxes: readonly Box[];
}

export type Box = Region;

/** One time that dice came to rest, before its evidence picture is stored. */
export interface Rest extends Omit<ThrowRead, "picture"> {
  readonly reasons: readonly ReadReason[];
}
