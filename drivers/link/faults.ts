/** Which faults a device session has given out, so that each is told once when it begins and once when it ends. */
export interface FaultState {
  /** Given out and not cleared. */
  readonly standing: readonly string[];
  /** Faults that an earlier session may have left standing: the first word about each settles it. */
  readonly unsettled: readonly string[];
}

export type FaultDetail = Readonly<Record<string, string | number>>;

/** A fault as the observations of every family have it. */
export interface FaultWord {
  readonly o: "fault" | "fault-cleared";
  readonly code: string;
  readonly detail: FaultDetail;
}

export interface FaultContext {
  faults: FaultState;
  /** The observations of the step: of any family, as long as they have faults among them. */
  readonly out: { push(word: FaultWord): unknown };
}

export const isStanding = (context: FaultContext, code: string): boolean =>
  context.faults.standing.includes(code);

/** A fault that stands until it is cleared. */
export function raiseFault(context: FaultContext, code: string, detail: FaultDetail): void {
  const { standing, unsettled } = context.faults;
  if (standing.includes(code)) return;
  context.out.push({ o: "fault", code, detail });
  context.faults = { standing: [...standing, code], unsettled: without(unsettled, code) };
}

export function clearFault(context: FaultContext, code: string, detail: FaultDetail = {}): void {
  const { standing, unsettled } = context.faults;
  if (!standing.includes(code) && !unsettled.includes(code)) return;
  context.out.push({ o: "fault-cleared", code, detail });
  context.faults = { standing: without(standing, code), unsettled: without(unsettled, code) };
}

/** A fault that happens and has nothing to clear (`PASSING_FAULTS` in `src/table/durable.ts`). */
export function raiseMomentaryFault(context: FaultContext, code: string, detail: FaultDetail): void {
  context.out.push({ o: "fault", code, detail });
}

function without(codes: readonly string[], code: string): readonly string[] {
  return codes.filter((other) => other !== code);
}
