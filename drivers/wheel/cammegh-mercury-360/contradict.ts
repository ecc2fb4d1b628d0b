import { emitObservation, setSpin, type SessionContext } from "./state.ts";
import type { WheelReason } from "../../../src/codes/reasons.ts";

/** Two reports of one spin that cannot both be true: the spin will have no number. */
export function reportContradiction(context: SessionContext, what: WheelReason, seen: readonly string[]): void {
  const { spin } = context.s;
  if (spin === null || spin.contradicted) return;
  setSpin(context, { contradicted: true });
  emitObservation(context, { o: "contradiction", what, seen });
}
