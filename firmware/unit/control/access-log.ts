import type { Entry } from "../../../src/recording/entry.ts";
import type { StandingFault } from "../../../src/table/kernel/durable/durable.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { rfc3339, US_PER_MS, US_PER_S, wallMs, type MonoUs } from "../../../src/time/instant.ts";
import type { AccessEvent } from "../../screens/server/messages.ts";

/** Events of each kind that are recorded singly at once, and one more for each so many µs; the rest are counted. */
export const BUDGETS: Readonly<
  Record<AccessEvent["what"], { readonly burst: number; readonly refillUs: number }>
> = {
  refused: { burst: 10, refillUs: 60 * US_PER_S },
  locked: { burst: 20, refillUs: 30 * US_PER_S },
  "signed-in": { burst: 30, refillUs: 6 * US_PER_S },
  "signed-out": { burst: 30, refillUs: 6 * US_PER_S },
};
/** What was only counted is recorded in one record, this long after the first of it. */
export const COUNTED_AFTER_US = 60 * US_PER_S;
/** Names of what was counted, in the record. */
const COUNTED = {
  refused: "refused",
  locked: "locked",
  "signed-in": "signedIn",
  "signed-out": "signedOut",
} as const;

export const LOCK_FAULT = { device: "unit", code: "pin-locked" } as const;

interface Budget {
  left: number;
  at: MonoUs;
}

export interface AccessLogParts {
  readonly clock: Clock;
  readonly feed: (entry: Entry) => void;
  /** Faults that stand as the unit starts. */
  readonly faults: readonly StandingFault[];
  /** When the longest lock ends that was kept over the restart; null: none. */
  readonly lockedUntil: MonoUs | null;
}

/**
 * Makes records of sign-ins, sign-outs, refusals and locks, so that tries cannot fill the journal: what comes faster than
 * its budget is counted. While a lock stands the fault `pin-locked` does, for the jefe de mesa and the technician.
 */
export class AccessLog {
  readonly #parts: AccessLogParts;
  readonly #budgets = new Map<AccessEvent["what"], Budget>();
  readonly #counts = new Map<AccessEvent["what"], number>();
  #countsTimer: Timer | null = null;
  #unlocking: Timer | null = null;
  #lockedUntil: MonoUs | null;
  #isFault: boolean;

  constructor(parts: AccessLogParts) {
    this.#parts = parts;
    this.#lockedUntil = parts.lockedUntil;
    const { device, code } = LOCK_FAULT;
    this.#isFault = parts.faults.some((fault) => fault.device === device && fault.code === code);
    this.#followLocks();
  }

  /** One event, as the screens' thread reported it. */
  handleEvent(event: AccessEvent): void {
    const { clock } = this.#parts;
    if (event.what === "locked") {
      const until = (clock.now() + event.until) as MonoUs;
      this.#lockedUntil = this.#lockedUntil !== null && this.#lockedUntil > until ? this.#lockedUntil : until;
    }
    if (this.#isWithin(event.what)) this.#record(detailOf(event, clock));
    else this.#count(event.what);
    if (event.what === "locked") this.#followLocks();
  }

  /** Records what was only counted, and takes no more time. */
  stop(): void {
    this.#unlocking?.cancel();
    this.#recordCounts();
  }

  #isWithin(what: AccessEvent["what"]): boolean {
    const { burst, refillUs } = BUDGETS[what];
    const now = this.#parts.clock.now();
    const budget = this.#budgets.get(what) ?? { left: burst, at: now };
    this.#budgets.set(what, budget);
    const refilled = Math.floor((now - budget.at) / refillUs);
    if (refilled > 0) {
      budget.left = Math.min(burst, budget.left + refilled);
      budget.at = (budget.at + refilled * refillUs) as MonoUs;
    }
    if (budget.left === burst) budget.at = now;
    if (budget.left === 0) return false;
    budget.left--;
    return true;
  }

  #count(what: AccessEvent["what"]): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    this.#countsTimer ??= this.#parts.clock.after(COUNTED_AFTER_US, "counted sign-ins", () =>
      this.#recordCounts(),
    );
  }

  #recordCounts(): void {
    this.#countsTimer?.cancel();
    this.#countsTimer = null;
    if (this.#counts.size === 0) return;
    const counted = [...this.#counts].map(([what, count]) => [COUNTED[what], count] as const);
    this.#counts.clear();
    this.#record({ what: "counted", ...Object.fromEntries(counted) });
  }

  #record(detail: (Entry & { k: "event" })["detail"]): void {
    this.#parts.feed({ k: "event", t: this.#parts.clock.now(), event: "access", detail });
  }

  #followLocks(): void {
    const { clock } = this.#parts;
    const now = clock.now();
    const stands = this.#lockedUntil !== null && this.#lockedUntil > now;
    if (stands !== this.#isFault) this.#parts.feed({ k: "fault", t: now, ...LOCK_FAULT, detail: {}, stands });
    this.#isFault = stands;
    this.#unlocking?.cancel();
    this.#unlocking =
      stands && this.#lockedUntil !== null
        ? clock.after(this.#lockedUntil - now + US_PER_MS, "end of a lock", () => this.#followLocks())
        : null;
  }
}

function detailOf(event: AccessEvent, clock: Clock): (Entry & { k: "event" })["detail"] {
  if (event.what !== "locked") return { ...event };
  const seconds = Math.ceil(event.until / US_PER_S);
  const until = rfc3339(wallMs(clock.wall() + seconds * 1_000));
  return { ...event, seconds, until };
}
