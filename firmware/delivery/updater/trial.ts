import { US_PER_S } from "../../../src/time/instant.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { REMOTE, type UpdateState } from "../../net/update-questions.ts";
import type { Plan } from "./plan.ts";

/** How long a release must have played in one piece before it is confirmed. */
export const TRIAL_US = 120 * US_PER_S;
/** How long a table on trial may give no answer. */
export const SILENT_US = TRIAL_US;
/** A trial that was neither passed nor given up by then is given up: the table starts again and again. */
export const TRIAL_MOST_US = 4 * TRIAL_US;
/** How old the last feeding of the watchdog may be. */
export const FED_WITHIN_S = 10;
/** Memory that a table may have, MiB, where the updater's configuration names none. */
export const MEMORY_MEGABYTES = { least: 128, most: 8_192, default: 512 } as const;

/** Why a release on trial is gone back from. */
export const TRIAL_FAULTS = {
  starts: "its starts were used up: it ended, or was ended, each time",
  silent: "the table gave no answer",
  "never-steady": "the table did not play in one piece",
  "other-release": "another release runs than the one on trial",
  device: "a device that was in order before is not",
  remote: "its server for people and orders from afar was in order before and is not",
  watchdog: "its watchdog is not fed",
  memory: "it takes more memory than it may",
  "self-test": "its self-test was not signed and kept",
  display: "its self-test was kept and not shown: the screens stand still",
  updater: "its own updater does not start",
  damaged: "the file of the trial was damaged",
  missing: "its slot is not there, or not whole",
  asked: "somebody had it gone back",
} as const;
export type TrialFault = keyof typeof TRIAL_FAULTS;

/** What a trial came to so far, without the self-test. */
export type TrialVerdict = "goes-on" | "ripe" | TrialFault;

/** What the updater has seen of a trial. */
export interface TrialSeen {
  readonly began: MonoUs;
  /** When the table answered last, and was the release on trial. */
  readonly answeredAt: MonoUs | null;
}

/** Judges a trial by what the table says of itself; `ripe`: a self-test decides. */
export function judgeTrial(
  { to, devices, isFed }: Pick<Plan, "to" | "devices" | "isFed">,
  state: UpdateState | null,
  seen: TrialSeen,
  { now, memoryBytes }: { readonly now: MonoUs; readonly memoryBytes: number },
): TrialVerdict {
  if (now - seen.began >= TRIAL_MOST_US) return "never-steady";
  if (state === null || state.release.manifest !== to.rel) {
    if (now - (seen.answeredAt ?? seen.began) < SILENT_US) return "goes-on";
    return state === null ? "silent" : "other-release";
  }
  if (state.memory > memoryBytes) return "memory";
  if (state.upSeconds < TRIAL_US / US_PER_S) return "goes-on";
  const missing = devices.filter((device) => !state.devices.includes(device));
  if (missing.length > 0) return missing.every((device) => device === REMOTE) ? "remote" : "device";
  if (isFed && (state.fedSeconds === null || state.fedSeconds > FED_WITHIN_S)) return "watchdog";
  return "ripe";
}
