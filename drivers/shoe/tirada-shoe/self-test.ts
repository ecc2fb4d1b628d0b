import { clearFault, raiseFault } from "../../link/link.ts";
import { SENSORS } from "./codes.ts";
import type { ShoeMessage, Status } from "./messages.ts";
import type { SessionContext } from "./state.ts";

/** What the unit knows of the device's self-test on this connection: it is asked for once, as soon as no card is on its way. */
export interface SelfTest {
  /** It is still to be asked for. */
  readonly isDue: boolean;
  /** Number of the question that went out. */
  readonly asked: number | null;
  /** The stage in which the device would not; it is asked again in another one. */
  readonly refusedIn: Status["stage"] | null;
  /** Self-tests that were told since the unit's start, and the newest: the sensors that failed, by name, or that there was no answer. */
  readonly count: number;
  readonly bad: string | null;
}

export const SELF_TEST_START: SelfTest = { isDue: false, asked: null, refusedIn: null, count: 0, bad: null };

/** A device that nobody has tested since it came: on a new connection, or after its reset. */
export function beginSelfTest(context: SessionContext): void {
  setSelfTest(context, { isDue: true, asked: null, refusedIn: null });
}

/** Stages in which its mechanics are at work. */
const WORKING: readonly Status["stage"][] = ["out-of-service", "loading", "shuffling", "verifying", "sorting"];
/** A card in the exit; a motor runs. */
const MOVING = (1 << 3) | (1 << 7);

/** Whether a heartbeat shows that nothing moves, and the self-test that is due may be asked for. */
export function mayTest(context: SessionContext, { stage, levels }: Status): boolean {
  const { isDue, refusedIn } = selfTestOf(context);
  return isDue && stage !== refusedIn && !WORKING.includes(stage) && (levels & MOVING) === 0;
}

/** The question went out. */
export const markAsked = (context: SessionContext, asked: number): void =>
  setSelfTest(context, { isDue: false, asked, refusedIn: null });

/** Whether an answer is of the unit's own question, which a device that is busy is asked again later: nobody ordered it. */
export function isPutOff(context: SessionContext, number: number, result: string): boolean {
  if (selfTestOf(context).asked !== number || (result !== "busy" && result !== "not-now")) return false;
  setSelfTest(context, { isDue: true, asked: null, refusedIn: context.status.stage });
  return true;
}

/** The unit's own question is lost with its device, or was never answered; false: it was somebody's command. */
export function endOwnTest(context: SessionContext, number: number, why: "device lost" | "no answer"): boolean {
  if (selfTestOf(context).asked !== number) return false;
  const unanswered = why === "no answer" ? { count: selfTestOf(context).count + 1, bad: why } : {};
  setSelfTest(context, { asked: null, ...unanswered });
  return true;
}

export function applySelfTest(
  context: SessionContext,
  { tested, good }: ShoeMessage & { readonly m: "self-test" },
): void {
  const bad = SENSORS.filter((_, bit) => (tested & ~good & (1 << bit)) !== 0).join(" ");
  setSelfTest(context, { count: selfTestOf(context).count + 1, bad });
  if (bad === "") clearFault(context, "shoe-self-test");
  else raiseFault(context, "shoe-self-test", { sensors: bad });
}

/** The heads of older recordings have none. */
export const selfTestOf = (context: { readonly selfTest?: SelfTest }): SelfTest =>
  context.selfTest ?? SELF_TEST_START;

function setSelfTest(context: SessionContext, change: Partial<SelfTest>): void {
  context.selfTest = { ...selfTestOf(context), ...change };
}
