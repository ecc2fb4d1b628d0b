import { TICKS_PER_MS, TICKS_PER_S } from "../../edge.ts";

/** The rim beam: a light curtain all round the rim. Nothing that it sees tells which way it went. */
export interface Rim {
  /** Since when it is broken; −1 while it is lit. */
  readonly on: number;
  /** Since when a hand is known to be over the rim in this break. */
  readonly hand: boolean;
  readonly stuck: boolean;
  /** When something small last crossed, and when it last did so twice within `CALM`; −1 for never. */
  readonly crossedAt: number;
  readonly flickeredAt: number;
}

export type RimEvent =
  /** Something small crossed: a ball, a chip. `at`: when. */
  | { readonly e: "crossed"; readonly at: number; readonly width: number }
  /** It is broken for a moment again and again: dust on a lens. */
  | { readonly e: "flickers" }
  /** A hand came over the rim (told while it is there), and went. */
  | { readonly e: "hand"; readonly since: number }
  | { readonly e: "hand-gone"; readonly since: number }
  | { readonly e: "beam-stuck" };

export type EmitRimEvent = (event: RimEvent) => void;

/** Shorter is noise: a ball that jumps out takes 4 ms and more, a chip 3 ms, a wrong pulse 2 ms at most. */
export const SHORTEST_CROSSING_TICKS = 2.4 * TICKS_PER_MS;
/** Longer than anything that is thrown or jumps; a hand stays for 150 ms and more. */
export const HAND_TICKS = 100 * TICKS_PER_MS;
/** No hand stays over the rim for so long: the beam is dead or covered. */
const STUCK_TICKS = 5 * TICKS_PER_S;
/** A dirty beam flickers again within this time; something that was thrown does not. */
export const CALM_TICKS = 4.5 * TICKS_PER_S;

export const NEW_RIM: Rim = { on: -1, hand: false, stuck: false, crossedAt: -1, flickeredAt: -1 };

/** An edge of `X`. */
export function handleRimEdge(rim: Rim, tick: number, on: boolean, emit: EmitRimEvent): Rim {
  if (on) return { ...rim, on: tick, hand: false, stuck: false };
  const since = rim.on;
  const lit: Rim = { ...rim, on: -1, hand: false, stuck: false };
  if (since < 0) return lit;
  const width = tick - since;
  if (width >= HAND_TICKS) {
    if (!rim.hand) emit({ e: "hand", since });
    emit({ e: "hand-gone", since });
    return lit;
  }
  if (width < SHORTEST_CROSSING_TICKS) return lit;
  emit({ e: "crossed", at: since, width });
  if (rim.crossedAt < 0 || since - rim.crossedAt > CALM_TICKS) return { ...lit, crossedAt: since };
  emit({ e: "flickers" });
  return { ...lit, crossedAt: since, flickeredAt: since };
}

/** Time passed while the beam is broken. */
export function checkRimTime(rim: Rim, tick: number, emit: EmitRimEvent): Rim {
  if (rim.on < 0) return rim;
  let now = rim;
  if (!now.hand && tick - rim.on >= HAND_TICKS) {
    now = { ...now, hand: true };
    emit({ e: "hand", since: rim.on });
  }
  if (!now.stuck && tick - rim.on >= STUCK_TICKS) {
    now = { ...now, stuck: true };
    emit({ e: "beam-stuck" });
  }
  return now;
}
