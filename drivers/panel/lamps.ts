import type { Role } from "../../src/people/roles.ts";
import type { TableView, TaskView } from "../../src/table/kernel/view/view.ts";
import { US_PER_MS, type MonoUs } from "../../src/time/instant.ts";
import { ALL_OFF, type Outputs } from "./wiring.ts";

/** Half of a blink, and one beat of the buzzer. Nothing is measured by it. */
export const BEAT_US = 250 * US_PER_MS;

/** Beats on and off; after the last one the buzzer is silent. */
export const BUZZES = {
  /** The press did nothing: one long tone. */
  refused: [true, true, true],
  /** A void or an undecided spin, or a device fault: three short ones. */
  attention: [true, false, true, false, true],
} as const;
export type Buzz = keyof typeof BUZZES;

export interface LampMoment {
  readonly t: MonoUs;
  /** Which role a press would have now. */
  readonly role: Role;
  readonly buzz: { readonly kind: Buzz; readonly since: MonoUs } | null;
}

/**
 * Every output from what the screens show (docs/devices/panel.md has the table of states). Without a view nothing is
 * lit: a lamp whose state is not confirmed is dark.
 */
export function outputsOf(view: TableView | null, moment: LampMoment): Outputs {
  if (view === null) return ALL_OFF;
  const buzzer = isBuzzerOn(moment);
  const blink = Math.floor(moment.t / (2 * BEAT_US)) % 2 === 0;
  if (isStopped(view)) return { ...ALL_OFF, red: blink, buzzer };
  const mine = view.tasks.filter((task) => canAcknowledge(task, moment.role));
  return {
    ...towerLightsOf(view, blink),
    buzzer,
    "light-no-more-bets": view.open && (view.phase === "ball-in-play" || closesBets(view)),
    "light-void": view.tasks.some((task) => task.kind === "confirm-void"),
    "light-acknowledge": mine.length > 0,
    "light-open-close": view.open,
    "cover-release": !view.open && moment.role === "jefe-de-mesa",
  };
}

/** Whether this role can settle the task with the acknowledge button. */
export function canAcknowledge(task: TaskView, role: Role): boolean {
  return task.kind !== "confirm-void" && (task.by ?? [task.for]).includes(role);
}

/** What the view calls for attention with; a change of it sounds the buzzer. */
export function alarmOf(view: TableView): string | null {
  if (isFaulty(view)) return `fault ${view.device.health}`;
  return view.phase === "void" || view.phase === "undecided" ? `${view.phase} ${String(view.round)}` : null;
}

function towerLightsOf(view: TableView, blink: boolean): Pick<Outputs, "green" | "amber" | "red"> {
  const dark = { green: false, amber: false, red: false };
  if (isFaulty(view)) return { ...dark, red: blink };
  switch (view.phase) {
    case "closed":
      return dark;
    case "betting":
      return { ...dark, green: true };
    case "void":
    case "undecided":
    case "aborted":
      return { ...dark, red: true };
    case "waiting":
    case "preparing":
    case "ball-in-play":
    case "dealing":
    case "throwing":
    case "no-more-bets":
    case "result":
      return { ...dark, amber: true };
  }
}

function isFaulty(view: TableView): boolean {
  return view.device.health !== "ok" && view.device.health !== "waiting";
}

/** The unit has stopped: no button of the panel does anything. */
function isStopped(view: TableView): boolean {
  return view.device.faults.some((fault) => fault.code === "unit-stopped");
}

function isBuzzerOn({ t, buzz }: LampMoment): boolean {
  if (buzz === null) return false;
  return BUZZES[buzz.kind][Math.floor((t - buzz.since) / BEAT_US)] ?? false;
}

/** Dice: the moment has a key that closes bets, by the call or by announcing the result. */
function closesBets({ dice }: TableView): boolean {
  return dice?.keys.some(({ key }) => key.key === "no-more-bets" || key.key === "announce") ?? false;
}
