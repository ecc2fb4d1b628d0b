import { clear, passing, stand } from "../../link/faults.ts";
import { SEQUENCE_START } from "../../link/sequence.ts";
import { endIdentityQuestion } from "../../link/identity-question.ts";
import { forgetAsks } from "./asking.ts";
import { hole } from "./holes.ts";
import { VERSION, type Identity, type ShoeMessage } from "./messages.ts";
import { figure, type Turn } from "./state.ts";

/** Whether the device that answers is the one that this table was set up with. Of another one no card is told. */

type IdentityMessage = ShoeMessage & { readonly m: "identity" };

/** The device was reset since it last said who it is, or it is another one. */
export function isRestart(turn: Turn, message: IdentityMessage): boolean {
  return turn.known !== null && (turn.known.boots !== message.boots || turn.known.device !== message.device);
}

/** The device's time and numbers begin anew with this message. */
export function restarted(turn: Turn, { device, boots, cause }: IdentityMessage): void {
  hole(turn, "restart");
  turn.sequence = SEQUENCE_START;
  // The machine that was there is not in service any more: what this one holds are other cards.
  if (turn.known !== null && turn.known.device !== device)
    turn.out.push({ o: "stage", stage: "out-of-service" });
  forgetAsks(turn);
  turn.card = null;
  figure(turn, "restarts");
  passing(turn, "shoe-restarted", { cause, device, boots });
}

export function identified(turn: Turn, message: IdentityMessage): void {
  const { major, minor, kind, device, firmware, boots, cause, decks, features } = message;
  const identity: Identity = { major, minor, kind, device, firmware, boots, cause, decks, features };
  turn.identity = identity;
  turn.known = { device, boots };
  endIdentityQuestion(turn);
  const why = problemOf(turn, identity);
  if (why === null) clear(turn, "shoe-setup");
  else {
    clear(turn, "shoe-setup");
    stand(turn, "shoe-setup", { why, device, version: `${major}.${minor}` });
    hole(turn, "device-garbled");
  }
  turn.fits = why === null;
}

function problemOf({ options }: Turn, { major, device, decks }: Identity): string | null {
  if (major !== VERSION) return "another version";
  if (options.device !== null && options.device !== device) return "another device";
  if (options.decks !== null && decks !== 0 && options.decks !== decks) return `set for ${decks} decks`;
  return null;
}
