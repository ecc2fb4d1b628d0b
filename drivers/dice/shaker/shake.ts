import { isFields, parseJson } from "../../../src/load/json.ts";
import type { DiceObservation } from "../../../src/dice/observation.ts";
import { after, US_PER_MS, type MonoUs } from "../../../src/time/instant.ts";

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
  const value = parseJson(payload);
  return isFields(value) && value["command"] === "shake";
}

/** Seconds as a decimal number, in ms. */
function msOfSeconds(text: string): number | null {
  if (!/^\d{1,4}(?:\.\d{1,6})?$/.test(text)) return null;
  const ms = Math.round(Number(text) * 1_000);
  return ms > 0 && ms <= ASKED_MAX_MS ? ms : null;
}

/** One shake as the reports of the shaker have it: idle, accepted, shaking, idle, in this order and in time. */

type ShakeObservation = DiceObservation & { readonly o: "shake" };

export interface Shake {
  /** `spoiled`: it failed, and the shaker has not reported since that it is idle. */
  readonly phase: "idle" | "commanded" | "accepted" | "shaking" | "spoiled";
  /** When the phase began. */
  readonly since: MonoUs;
  /** ms that it was commanded to shake; null: no command had a time. */
  readonly asked: number | null;
  /** It was seen to begin; false: it shook when the session began to watch. */
  readonly whole: boolean;
  /** When the shaker last reported that it shakes. */
  readonly shookAt: MonoUs;
  /** It was asked since its last report: what the next report is about may have happened earlier. */
  readonly askedState: boolean;
}

export function idleShake(t: MonoUs): Shake {
  return { phase: "idle", since: t, asked: null, whole: true, shookAt: t, askedState: false };
}

export interface ShakeStep {
  readonly shake: Shake;
  readonly observation: ShakeObservation | null;
}

/** The shaker was commanded to shake. `asked` null: the command has no time. */
export function commandShake(shake: Shake, asked: number | null, t: MonoUs): Shake {
  switch (shake.phase) {
    case "idle":
    case "commanded":
      return { ...shake, phase: "commanded", since: t, asked: longerOf(shake.asked, asked) };
    case "accepted":
    case "shaking":
      // Which of two commands it follows is not known: it must shake as long as the longer one commands.
      return { ...shake, asked: longerOf(shake.asked, asked) };
    case "spoiled":
      return shake;
  }
}

/** The shaker reported its state. `isFirst`: its first report after a gap. */
export function reportState(shake: Shake, report: ShakerReport, t: MonoUs, isFirst: boolean): ShakeStep {
  const received = { ...shake, askedState: false };
  const unchanged: ShakeStep = { shake: received, observation: null };
  const inPhase = (phase: Shake["phase"]): Shake => ({ ...received, phase, since: t, whole: true, shookAt: t });
  const atRest: Shake = { ...inPhase("idle"), asked: null };
  switch (report) {
    case "S90":
      return shake.phase === "spoiled"
        ? unchanged
        : endPhase(shake, inPhase("spoiled"), "failed", shookMs(shake));
    case "S2":
      if (shake.phase === "idle" || shake.phase === "commanded")
        return endPhase(shake, inPhase("accepted"), "accepted", null);
      // It was not idle between two shakes: neither of them can be measured.
      return shake.phase === "shaking" ? failShake(received, t) : unchanged;
    case "S1":
      if (shake.phase === "shaking") return { shake: { ...received, shookAt: t }, observation: null };
      if (shake.phase === "accepted" || isFirst)
        return endPhase(shake, { ...inPhase("shaking"), whole: !isFirst }, "shaking", null);
      return shake.phase === "spoiled" ? unchanged : failShake(received, t);
    case "S0":
      if (shake.phase === "shaking") return endPhase(shake, atRest, "done", durationMs(shake, t));
      if (shake.phase === "accepted") return endPhase(shake, atRest, "failed", 0);
      // Reported before it accepted the command; whether it accepts it shows later.
      return shake.phase === "commanded" ? unchanged : { shake: atRest, observation: null };
  }
}

function endPhase(before: Shake, shake: Shake, stage: ShakeObservation["stage"], ms: number | null): ShakeStep {
  return { shake, observation: { o: "shake", stage, ms, asked: before.asked } };
}

/** When the shake under way is late, or null. */
export function lateShakeDeadline(shake: Shake): MonoUs | null {
  if (shake.phase === "commanded" || shake.phase === "accepted") return after(shake.since, ACCEPT_MAX_US);
  if (shake.phase !== "shaking") return null;
  return after(shake.since, (shake.asked ?? ASKED_MAX_MS) * US_PER_MS + LATE_MAX_US);
}

/** The shake did not come, or did not end, in time. */
export function endLateShake(shake: Shake, t: MonoUs): ShakeStep {
  const never = shake.phase === "commanded";
  const ended: Shake = { ...shake, phase: never ? "idle" : "spoiled", since: t, asked: null };
  return endPhase(shake, ended, "failed", shookMs(shake));
}

function failShake(shake: Shake, t: MonoUs): ShakeStep {
  return endPhase(shake, { ...shake, phase: "spoiled", since: t }, "failed", shookMs(shake));
}

/** ms that it shook for certain; null when its beginning was not seen. */
function shookMs(shake: Shake): number | null {
  if (shake.phase !== "shaking") return 0;
  return shake.whole ? Math.floor((shake.shookAt - shake.since) / US_PER_MS) : null;
}

/**
 * How long the shake lasted that is over now. From an answer to a question it is only known that it ended at some time
 * since the shaker last reported that it shakes: then only the time up to that report is certain.
 */
function durationMs(shake: Shake, t: MonoUs): number | null {
  return shookMs(shake.askedState ? shake : { ...shake, shookAt: t });
}

function longerOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
