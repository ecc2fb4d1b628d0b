import { askIdentity, endIdentityQuestion, takeIdentityQuestion } from "../../link/identity-question.ts";
import { clearFault, raiseFault } from "../../link/link.ts";
import { isMercuryAnswer, isSs2Version, quoted } from "../cammegh.ts";
import { updateState, type SessionContext } from "./state.ts";

/**
 * What the wheel is asked: its version, and nothing else, on a port whose lines another wheel sends too. Lines of the extended protocol
 * are this wheel's alone, and it is not asked there.
 */

export const QUESTION = "*V\r\n";
/** Questions without an answer until that is said. */
const TRIES_SAID = 3;

export function beginAsking(context: SessionContext): void {
  endIdentityQuestion(context);
  if (context.options.ask === true && context.options.protocol !== "extended") askIdentity(context);
}

/** Sends the question when it is due. */
export function askIfDue(context: SessionContext): void {
  if (!context.s.link.up || !takeIdentityQuestion(context)) return;
  context.writes.push(QUESTION);
  if (context.asks.tries > TRIES_SAID)
    raiseFault(context, "wheel-setup", { version: "", problems: "no answer: version" });
}

/** The wheel has shown that it is a Mercury 360. */
export function learnKind(context: SessionContext): void {
  if (context.s.told) return;
  updateState(context, { told: true });
  endIdentityQuestion(context);
  if (context.options.ask !== true) return;
  clearFault(context, "wheel-other");
  clearFault(context, "wheel-setup");
}

/** Takes what an answer says of the wheel. Whether the line is another wheel's, and no line of this one. */
export function takeAnswer(context: SessionContext, text: string): boolean {
  if (context.options.ask !== true) return false;
  if (isMercuryAnswer(text)) learnKind(context);
  const [, version] = /^V (.+)$/.exec(text) ?? [];
  if (version !== undefined && isMercuryAnswer(text)) updateState(context, { version });
  if (context.s.told || !isSs2Version(text)) return false;
  raiseFault(context, "wheel-other", { answers: quoted(text) });
  return true;
}
