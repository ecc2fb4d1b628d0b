import { clearFault, raiseMomentaryFault, raiseFault } from "../../link/link.ts";
import { SEQUENCE_START } from "../../link/sequence.ts";
import { endIdentityQuestion } from "../../link/identity-question.ts";
import { forgetAsks } from "./asking.ts";
import { emitGap } from "./gaps.ts";
import { VERSION, type Identity, type ShoeMessage } from "./messages.ts";
import { beginSelfTest } from "./self-test.ts";
import { countFigure, type SessionContext } from "./state.ts";

type IdentityMessage = ShoeMessage & { readonly m: "identity" };

/** The device was reset since it last identified itself, or it is another one. */
export function isRestart(context: SessionContext, message: IdentityMessage): boolean {
  return (
    context.known !== null && (context.known.boots !== message.boots || context.known.device !== message.device)
  );
}

/** The device's time and numbers begin anew with this message. */
export function handleRestart(context: SessionContext, { device, boots, cause }: IdentityMessage): void {
  emitGap(context, "restart");
  context.sequence = SEQUENCE_START;
  // The earlier machine is no longer in service; this one holds other cards.
  if (context.known !== null && context.known.device !== device)
    context.out.push({ o: "stage", stage: "out-of-service" });
  forgetAsks(context);
  beginSelfTest(context);
  context.card = null;
  countFigure(context, "restarts");
  raiseMomentaryFault(context, "shoe-restarted", { cause, device, boots });
}

/** Whether the device that answers is the one that this table was set up with. Of another one no card is reported. */
export function handleIdentity(context: SessionContext, message: IdentityMessage): void {
  const { major, minor, kind, device, firmware, boots, cause, decks, features } = message;
  const identity: Identity = { major, minor, kind, device, firmware, boots, cause, decks, features };
  context.identity = identity;
  context.known = { device, boots };
  endIdentityQuestion(context);
  const why = setupProblem(context, identity);
  clearFault(context, "shoe-setup");
  if (why !== null) {
    raiseFault(context, "shoe-setup", { why, device, version: `${major}.${minor}` });
    // No card of it is reported, as if its lines could not be read.
    emitGap(context, "device-garbled");
  }
  context.fits = why === null;
}

function setupProblem({ options }: SessionContext, { major, device, decks }: Identity): string | null {
  if (major !== VERSION) return "another version";
  if (options.device !== null && options.device !== device) return "another device";
  if (options.decks !== null && decks !== 0 && options.decks !== decks) return `set for ${decks} decks`;
  return null;
}
