import type { TableView, VerdictView } from "../../src/table/kernel/view/view.ts";
import { lengthen, STEPS, text, VOID_REASONS } from "./view-parts.ts";
import { NOT_CERTIFIED, VOID, WITH_DEVIATION } from "./views.ts";

/** Views whose texts are as long as a rulebook can make them. */

export const LONG_VOID: TableView = {
  ...VOID,
  game: text(
    "Ruleta americana de doble cero",
    "Zero bikoitzeko erruleta amerikarra",
    "Ruleta americana de dobre cero",
    "Double-zero American roulette",
  ),
  verdict: {
    ...(VOID.verdict as Extract<VerdictView, { kind: "void" }>),
    reasons: VOID_REASONS.slice(0, 3).map((reason) => ({ ...reason, text: lengthen(reason.text, 2) })),
    then: STEPS.map((step) => ({ ...step, text: lengthen(step.text, 2) })),
  },
};
const reported = NOT_CERTIFIED.verdict as Extract<VerdictView, { kind: "result" }>;
export const LONG_RESULT: TableView = {
  ...NOT_CERTIFIED,
  verdict: {
    ...reported,
    because: [1, 2, 3].map(() => reported.because[0]!),
    deviations: (WITH_DEVIATION.verdict as Extract<VerdictView, { kind: "result" }>).deviations,
  },
};
