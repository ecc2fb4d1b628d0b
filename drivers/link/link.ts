import type { FaultCode } from "../../src/codes/faults.ts";
import { after, type MonoUs } from "../../src/time/instant.ts";
import type { Late } from "./sequence.ts";

/** Which faults a device session has reported, so that each is reported once when it begins and once when it ends. */
export interface FaultState {
  /** Reported and not cleared. */
  readonly standing: readonly FaultCode[];
  /** Faults that an earlier session may have left active: the first report about each decides it. */
  readonly unsettled: readonly FaultCode[];
}

export type FaultDetail = Readonly<Record<string, string | number>>;

/** A fault as the observations of every family have it. */
export interface FaultObservation {
  readonly o: "fault" | "fault-cleared";
  readonly code: FaultCode;
  readonly detail: FaultDetail;
}

export interface FaultContext {
  faults: FaultState;
  /** The observations of the step: of any family, as long as they have faults among them. */
  readonly out: { push(word: FaultObservation): unknown };
}

export const isFaultActive = (context: FaultContext, code: FaultCode): boolean =>
  context.faults.standing.includes(code);

/** A fault that stands until it is cleared. */
export function raiseFault(context: FaultContext, code: FaultCode, detail: FaultDetail): void {
  const { standing, unsettled } = context.faults;
  if (standing.includes(code)) return;
  context.out.push({ o: "fault", code, detail });
  context.faults = { standing: [...standing, code], unsettled: without(unsettled, code) };
}

export function clearFault(context: FaultContext, code: FaultCode, detail: FaultDetail = {}): void {
  const { standing, unsettled } = context.faults;
  if (!standing.includes(code) && !unsettled.includes(code)) return;
  context.out.push({ o: "fault-cleared", code, detail });
  context.faults = { standing: without(standing, code), unsettled: without(unsettled, code) };
}

/** A fault that happens and has nothing to clear (`src/codes/faults.ts`). */
export function raiseMomentaryFault(context: FaultContext, code: FaultCode, detail: FaultDetail): void {
  context.out.push({ o: "fault", code, detail });
}

function without(codes: readonly FaultCode[], code: FaultCode): readonly FaultCode[] {
  return codes.filter((other) => other !== code);
}

/**
 * The three losses of a serial device: the port is gone, the device is silent, the device talks nonsense. Each is reported once
 * when it begins and once when it ends, and each leaves a gap in what was being watched.
 */
export interface LinkState {
  readonly up: boolean;
  /** When the last good line came, or the port was opened. */
  readonly heardAt: MonoUs | null;
  /** The loss that has been reported and not yet cleared. */
  readonly loss: Loss | null;
  /** Bytes came since the last good line: tells talking nonsense from silence. */
  readonly bytesSince: boolean;
  /** Instants of the newest damaged lines, at most `NOISE_LINES`. */
  readonly damagedAt: readonly MonoUs[];
  /** `line-noise` was given out. */
  readonly noise: boolean;
  readonly damaged: number;
  /** After a silence: what comes may have been held back; null: it comes as it is sent. */
  readonly late: Late | null;
}

export type Loss = "port-gone" | "device-silent" | "device-garbled";

export interface LinkContext extends FaultContext {
  link: LinkState;
  readonly t: MonoUs;
}

/** What differs from device to device. */
export interface LinkRules<Context extends LinkContext> {
  /** No good line for longer than this is silence or nonsense, µs; null: a device that may be silent for ever. */
  readonly silenceUs: number | null;
  /** From here on there is a gap in what was being watched, until the device is understood again. */
  onGap(context: Context, why: Loss): void;
  /** False: a port that is opened anew without a report of its loss leaves no gap. */
  readonly isReopeningGap?: boolean;
  /** True: a line that has not ended when the silence timer runs out is nonsense, as bytes without a good line are. */
  isLineUnderWay?(context: Context): boolean;
  /** True: damaged lines in a silence are counted, and it stays a silence until a good line comes. */
  readonly isSilenceKept?: boolean;
  /**
   * True: when damaged lines are so many that they count as noise, that is the loss `device-garbled`, since the lines may have
   * held all that the device had to report.
   */
  readonly isNoiseGarbled?: boolean;
  /** The detail of nonsense and noise; unless given, how many damaged lines there were. */
  damageDetail?(context: Context): FaultDetail;
}

/** This many damaged lines within `NOISE_WINDOW_US` are a fault even while good lines come in between. */
export const NOISE_LINES = 5;
export const NOISE_WINDOW_US = 10_000_000;

const LOSSES = ["port-gone", "device-silent", "device-garbled"] as const;
/** Every fault that stands and that any device of a line may have. */
export const LINK_FAULTS: readonly FaultCode[] = [...LOSSES, "line-noise"];

export const LINK_START: LinkState = {
  up: false,
  heardAt: null,
  loss: null,
  bytesSince: false,
  damagedAt: [],
  noise: false,
  damaged: 0,
  late: null,
};

/** A port that is opened again without a report of its loss leaves the same gap. */
export function onPortOpened<Context extends LinkContext>(context: Context, rules: LinkRules<Context>): void {
  if (rules.isReopeningGap ?? true) rules.onGap(context, "port-gone");
  context.link = { ...context.link, up: true, heardAt: context.t, bytesSince: false };
  if (rules.silenceUs !== null) return;
  // Of a device that may be silent for ever nothing else tells that its cable is in.
  clearFault(context, "port-gone");
  if (context.link.loss === "port-gone") context.link = { ...context.link, loss: null };
}

export function onPortLost<Context extends LinkContext>(
  context: Context,
  why: string,
  rules: LinkRules<Context>,
): void {
  // A port that was never there is as lost as one that went away.
  if (!context.link.up && context.link.loss === "port-gone") return;
  beginLoss(context, "port-gone", { why }, rules);
  context.link = { ...context.link, up: false, heardAt: null };
}

/** Bytes came, whatever they are. */
export function markBytesReceived(context: LinkContext): void {
  if (!context.link.bytesSince) context.link = { ...context.link, bytesSince: true };
}

/** The silence timer ran out. To be called at every step, before anything else. */
export function checkSilence<Context extends LinkContext>(context: Context, rules: LinkRules<Context>): void {
  const { silenceUs } = rules;
  const deadline = silenceDeadline(context.link, silenceUs);
  if (silenceUs === null || deadline === null || context.t < deadline) return;
  if (context.link.bytesSince || rules.isLineUnderWay?.(context) === true) beginNonsense(context, rules);
  else beginLoss(context, "device-silent", { silentMs: silenceUs / 1_000 }, rules);
}

/** When silence begins if nothing more is heard, or null when there is nothing to wait for. */
export function silenceDeadline(
  link: Pick<LinkState, "up" | "heardAt" | "loss">,
  silenceUs: number | null,
): MonoUs | null {
  if (silenceUs === null || !link.up || link.heardAt === null) return null;
  if (link.loss === "device-silent" || link.loss === "device-garbled") return null;
  return after(link.heardAt, silenceUs + 1);
}

function beginLoss<Context extends LinkContext>(
  context: Context,
  loss: Loss,
  detail: FaultDetail,
  rules: LinkRules<Context>,
): void {
  const before = context.link.loss;
  if (before !== null && before !== loss) clearFault(context, before);
  raiseFault(context, loss, detail);
  rules.onGap(context, loss);
  context.link = { ...context.link, loss, ...(loss === "port-gone" ? {} : { late: "all" as const }) };
}

function beginNonsense<Context extends LinkContext>(context: Context, rules: LinkRules<Context>): void {
  const detail = rules.damageDetail?.(context) ?? { damagedLines: context.link.damaged };
  beginLoss(context, "device-garbled", detail, rules);
}

/** A good line came: whatever loss stood is over, and a good line after a quiet while ends the noise. */
export function markReceived(context: LinkContext): void {
  const { link, faults } = context;
  if (link.loss !== null || faults.unsettled.length > 0) {
    for (const code of LOSSES) clearFault(context, code);
    if (!link.noise) clearFault(context, "line-noise");
  }
  context.link = { ...link, heardAt: context.t, loss: null, bytesSince: false };
  const last = link.damagedAt.at(-1);
  if (!link.noise || last === undefined || context.t - last <= NOISE_WINDOW_US) return;
  clearFault(context, "line-noise", { damagedLines: link.damaged });
  context.link = { ...context.link, damagedAt: [], noise: false };
}

/** Counts damaged lines, and raises noise or nonsense once for each episode. */
export function countDamagedLines<Context extends LinkContext>(
  context: Context,
  rules: LinkRules<Context>,
  lines = 1,
): void {
  const { link } = context;
  const fresh = Array<MonoUs>(Math.min(lines, NOISE_LINES)).fill(context.t);
  const recent = [...link.damagedAt, ...fresh].filter((at) => context.t - at <= NOISE_WINDOW_US);
  const damagedAt = recent.slice(-NOISE_LINES);
  context.link = { ...link, bytesSince: true, damagedAt, damaged: link.damaged + lines };
  const isGarbled = rules.isNoiseGarbled === true && recent.length >= NOISE_LINES;
  if (recent.length >= NOISE_LINES && !isGarbled) raiseLineNoise(context, rules);
  // What was silent and now talks nonsense is another fault, with another remedy.
  const endsSilence = link.loss === "device-silent" && rules.isSilenceKept !== true;
  if (endsSilence || (isGarbled && link.loss !== "device-garbled")) beginNonsense(context, rules);
}

function raiseLineNoise<Context extends LinkContext>(context: Context, rules: LinkRules<Context>): void {
  const detail = rules.damageDetail?.(context) ?? { lines: NOISE_LINES };
  raiseFault(context, "line-noise", { ...detail, withinMs: NOISE_WINDOW_US / 1_000 });
  context.link = { ...context.link, noise: true };
}
