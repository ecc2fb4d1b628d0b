import { drawUniform } from "../draws.ts";
import { wornShare, type Wear } from "../wear.ts";
import { S, type World } from "./world.ts";

/** What of a hand-spun roulette wears out slowly. How each changes the wheel is physics: nothing here knows what the unit makes of it. */
export const HAND_WEAR = [
  /** Dust on the lens of a ball sensor, of one that reads the marks, and of the index's. */
  "dusty-ball-sensor",
  "dusty-mark-sensor",
  "dusty-index-sensor",
  /** The bearing runs dry: its friction grows sixfold. */
  "dry-bearing",
  /** The track and the ball become rough. */
  "rough-track",
  /** A foot of the table sinks. */
  "sinking-foot",
  /** The light curtain's lamp grows dim: it flickers. */
  "dim-curtain",
] as const;
export type HandWear = (typeof HAND_WEAR)[number];

/** Of a quarter of its light a sensor sees nothing: so much of it is lost at the end. */
const LIGHT_LOST = 0.72;
const SUNK = (0.45 * Math.PI) / 180;
const FLICKERS = 40;

/** The wheel as it is when a spin begins. `w.made`: as it was made. */
export function wearWheel(w: World, wear: Wear<HandWear>, us: number): void {
  const share = wornShare(wear, w.spin.n);
  if (share === 0) return;
  const { g, made } = w;
  switch (wear.what) {
    case "dusty-ball-sensor":
      return w.bank.setLight(made.worn.ball, 1 - LIGHT_LOST * share);
    case "dusty-mark-sensor":
      return w.bank.setLight(made.worn.mark, 1 - LIGHT_LOST * share);
    case "dusty-index-sensor":
      return w.bank.setLight("I", 1 - LIGHT_LOST * share);
    case "dry-bearing":
      g.bearingFriction = made.bearingFriction * (1 + 5 * share);
      return;
    case "rough-track":
      g.drag = made.drag * (1 + 0.4 * share);
      return;
    case "sinking-foot":
      g.tilt = made.tilt + SUNK * share;
      return;
    case "dim-curtain":
      return flicker(w, us, Math.round(FLICKERS * share));
  }
}

/** Somewhere in the next minute. */
function flicker(w: World, us: number, times: number): void {
  for (let i = 0; i < times; i++)
    w.agenda.schedule(us + drawUniform(w.worn, 0, 50) * S, "stray", (now) =>
      w.bank.addFalsePulse(now, "X", drawUniform(w.worn, 2_000, 20_000)),
    );
}
