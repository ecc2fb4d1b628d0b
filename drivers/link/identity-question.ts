import { after, type MonoUs } from "../../src/time/instant.ts";

/** The identity request: sent whenever the device on the port is unknown, and less often while it does not answer. */
export interface IdentityQuestion {
  /** When the next question may go out; null: none is wanted. */
  readonly identityAt: MonoUs | null;
  /** Questions since the last answer. */
  readonly tries: number;
}

/** A step under way of a device that is asked; `asks` may hold other questions too. */
export interface AskingContext<Asks extends IdentityQuestion> {
  asks: Asks;
  readonly t: MonoUs;
}

/** Between two questions without an answer, and from the `TRIES_FAST`th on: a device that starts takes a while. */
const RETRY_US = 1_000_000;
const RETRY_SLOW_US = 10_000_000;
const TRIES_FAST = 5;

/** A device may be on the port that has not identified itself. */
export function askIdentity<Asks extends IdentityQuestion>(context: AskingContext<Asks>): void {
  if (context.asks.identityAt === null) context.asks = { ...context.asks, identityAt: context.t, tries: 0 };
}

/** The answer arrived, or no device is to be asked any more. */
export function endIdentityQuestion<Asks extends IdentityQuestion>(context: AskingContext<Asks>): void {
  context.asks = { ...context.asks, identityAt: null, tries: 0 };
}

/** Whether the question must go out now; then the next one waits for its time. */
export function takeIdentityQuestion<Asks extends IdentityQuestion>(context: AskingContext<Asks>): boolean {
  const { identityAt, tries } = context.asks;
  if (identityAt === null || context.t < identityAt) return false;
  const wait = tries + 1 < TRIES_FAST ? RETRY_US : RETRY_SLOW_US;
  context.asks = { ...context.asks, identityAt: after(context.t, wait), tries: tries + 1 };
  return true;
}

/**
 * The host's next number, of 16 bits, after a message with number `sent` went out. Numbers that went out are not used again: a
 * recording that is replayed may hold messages that this session did not write.
 */
export function numberAfter(next: number, sent: number): number {
  const ahead = (sent + 1 - next) & 0xffff;
  return ahead > 0 && ahead < 0x8000 ? (sent + 1) & 0xffff : next;
}
