import { parseJsonOrUndefined } from "../mqtt/lines.ts";

/** The messages of a "Billy-III" shaker over MQTT (docs/devices/shaker.md, "Over MQTT"). */

/** `S0` idle, `S1` shaking, `S2` shake accepted, `S90` errors of the motion program. */
export const STATES = ["S0", "S1", "S2", "S90"] as const;
export type ShakerReport = (typeof STATES)[number];

export const ASK_STATE = "/state";
/** No shake is longer, ms. */
export const ASKED_MAX_MS = 120_000;
/** From the command to `S2`, and from `S2` to `S1`. */
export const ACCEPT_MAX_US = 5_000_000;
/** After the commanded time: 2 s of the network and 5 s more (the peer's own waits). */
export const LATE_MAX_US = 7_000_000;

export const stateOf = (payload: string): ShakerReport | null => STATES.find((one) => one === payload) ?? null;

/** A command to the shaker. `asked`: ms that it is to shake; null: the command has no time, or one that cannot be. */
export type ShakerOrder = { readonly c: "state" } | { readonly c: "shake"; readonly asked: number | null };

/** A payload on the topic that the shaker listens to; null when it is none that is known. */
export function orderOf(payload: string): ShakerOrder | null {
  if (payload === ASK_STATE) return { c: "state" };
  if (!payload.startsWith("/cycle/?")) return null;
  const values = payload
    .slice("/cycle/?".length)
    .split("&")
    .filter((pair) => pair.startsWith("duration="));
  return {
    c: "shake",
    asked: values.length === 1 ? msOfSeconds(values[0]?.slice("duration=".length) ?? "") : null,
  };
}

/** A payload on the newer topic: whether it commands a shake. It does not say for how long. */
export function isShakeCommand(payload: string): boolean {
  const value = parseJsonOrUndefined(payload);
  return typeof value === "object" && value !== null && "command" in value && value.command === "shake";
}

/** Seconds as a decimal number, in ms. */
function msOfSeconds(text: string): number | null {
  if (!/^\d{1,4}(?:\.\d{1,6})?$/.test(text)) return null;
  const ms = Math.round(Number(text) * 1_000);
  return ms > 0 && ms <= ASKED_MAX_MS ? ms : null;
}
