import type { DiceObservation } from "../../../src/dice/observation.ts";
import { after, US_PER_MS, type MonoUs } from "../../../src/time/instant.ts";
import { ASKED_MAX_MS, type ShakerReport } from "./reports.ts";

/** One shake as the words of the shaker tell it: idle, accepted, shaking, idle, in this order and in time. */

type ShakeWord = DiceObservation & { readonly o: "shake" };

export interface Shake {
  /** `spoiled`: it failed, and the shaker has not said since that it is idle. */
  readonly phase: "idle" | "commanded" | "accepted" | "shaking" | "spoiled";
  /** When the phase began. */
  readonly since: MonoUs;
  /** ms that it was told to shake; null: nobody said. */
  readonly asked: number | null;
  /** It was seen to begin; false: it shook when the session began to watch. */
  readonly whole: boolean;
  /** When the shaker last said that it shakes. */
  readonly shookAt: MonoUs;
  /** It was asked since it last said anything: what it says next may have happened earlier. */
  readonly askedState: boolean;
}

/** From the command to `S2`, and from `S2` to `S1`. */
export const ACCEPT_MAX_US = 5_000_000;
/** After the commanded time: 2 s of the network and 5 s more (the peer's own waits). */
export const LATE_MAX_US = 7_000_000;

export function shakeStart(t: MonoUs): Shake {
  return { phase: "idle", since: t, asked: null, whole: true, shookAt: t, askedState: false };
}

export interface Shaken {
  readonly shake: Shake;
  readonly told: ShakeWord | null;
}

/** Somebody told the shaker to shake. `asked` null: the command does not say how long. */
export function commanded(shake: Shake, asked: number | null, t: MonoUs): Shake {
  switch (shake.phase) {
    case "idle":
    case "commanded":
      return { ...shake, phase: "commanded", since: t, asked: longer(shake.asked, asked) };
    case "accepted":
    case "shaking":
      // Which of two commands it follows is not known: it must shake as long as the longer one says.
      return { ...shake, asked: longer(shake.asked, asked) };
    case "spoiled":
      return shake;
  }
}

/** The shaker said its state. The first word after a hole is told with `first`. */
export function said(shake: Shake, word: ShakerReport, t: MonoUs, first: boolean): Shaken {
  const heard = { ...shake, askedState: false };
  const begin = (phase: Shake["phase"], whole = true): Shake => ({
    ...heard,
    phase,
    since: t,
    whole,
    shookAt: t,
  });
  const rest = (): Shake => ({ ...begin("idle"), asked: null });
  switch (word) {
    case "S90":
      if (shake.phase === "spoiled") return { shake: heard, told: null };
      return { shake: begin("spoiled"), told: reportedOf("failed", shookMs(shake), shake.asked) };
    case "S2":
      if (shake.phase === "idle" || shake.phase === "commanded")
        return { shake: begin("accepted"), told: reportedOf("accepted", null, shake.asked) };
      // It never was idle between two shakes: neither is one that can be measured.
      if (shake.phase === "shaking") return discardPartial(heard, t);
      return { shake: heard, told: null };
    case "S1":
      if (shake.phase === "shaking") return { shake: { ...heard, shookAt: t }, told: null };
      if (shake.phase === "accepted" || first)
        return { shake: begin("shaking", !first), told: reportedOf("shaking", null, shake.asked) };
      return shake.phase === "spoiled" ? { shake: heard, told: null } : discardPartial(heard, t);
    case "S0":
      if (shake.phase === "shaking")
        return { shake: rest(), told: reportedOf("done", lasted(shake, t), shake.asked) };
      if (shake.phase === "accepted") return { shake: rest(), told: reportedOf("failed", 0, shake.asked) };
      // Said before it took the command in: whether it ever does shows in time.
      return { shake: shake.phase === "commanded" ? heard : rest(), told: null };
  }
}

/** When the shake under way is late, or null. */
export function lateAt(shake: Shake): MonoUs | null {
  if (shake.phase === "commanded" || shake.phase === "accepted") return after(shake.since, ACCEPT_MAX_US);
  if (shake.phase !== "shaking") return null;
  return after(shake.since, (shake.asked ?? ASKED_MAX_MS) * US_PER_MS + LATE_MAX_US);
}

/** The shake did not come, or did not end, in time. */
export function late(shake: Shake, t: MonoUs): Shaken {
  const never = shake.phase === "commanded";
  const ended: Shake = { ...shake, phase: never ? "idle" : "spoiled", since: t, asked: null };
  return { shake: ended, told: reportedOf("failed", shookMs(shake), shake.asked) };
}

function discardPartial(shake: Shake, t: MonoUs): Shaken {
  return {
    shake: { ...shake, phase: "spoiled", since: t },
    told: reportedOf("failed", shookMs(shake), shake.asked),
  };
}

/** ms that it shook for certain; null when its beginning was not seen. */
function shookMs(shake: Shake): number | null {
  if (shake.phase !== "shaking") return 0;
  return shake.whole ? Math.floor((shake.shookAt - shake.since) / US_PER_MS) : null;
}

/**
 * How long the shake lasted that is over now. An answer to a question only says that it ended at some time since the
 * shaker last said that it shakes: then that is all that is certain.
 */
function lasted(shake: Shake, t: MonoUs): number | null {
  return shookMs(shake.askedState ? shake : { ...shake, shookAt: t });
}

function reportedOf(stage: ShakeWord["stage"], ms: number | null, asked: number | null): ShakeWord {
  return { o: "shake", stage, ms, asked };
}

function longer(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
