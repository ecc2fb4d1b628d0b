import { FRAMER_START } from "../../line-framer.ts";
import type { LinkRules, Loss } from "../../link/link.ts";
import { NO_RUNS } from "./state.ts";
import { emitObservation, updateState, stageOf, type SessionContext } from "./context.ts";

/** What the losses of the line (`drivers/link/link.ts`) are for an SS2. */

/** No whole status line for longer than this means silence or nonsense (four periods, guide §2.5). */
export const SILENCE_US = 2_000_000;

export const LINK_RULES: LinkRules<SessionContext> = {
  silenceUs: SILENCE_US,
  onGap: emitGap,
  isLineUnderWay: ({ s: { framer } }) => framer.partial !== "" || framer.skipping,
  isSilenceKept: true,
};

/** The port is open anew: nothing of what came before belongs to what comes now. */
export function startSession(context: SessionContext): void {
  const { flagRuns, link, setup } = context.s;
  const { firmware: _former, ...asked } = setup;
  updateState(context, {
    setup: asked,
    framer: FRAMER_START,
    suspect: null,
    told: false,
    last: null,
    flagRuns: { ...flagRuns, ...NO_RUNS },
    link: { ...link, attaching: true, bunched: 0 },
  });
}

/** Lines are missing from here on, until two running agree again. */
export function emitGap(context: SessionContext, why: Loss): void {
  const { link, wheel } = context.s;
  if (!link.attaching)
    emitObservation(context, { o: "gap", why, during: wheel === null ? null : stageOf(wheel) });
  updateState(context, { link: { ...link, attaching: true, bunched: 0 }, suspect: null });
}
