import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import { connectServiceManager, type ManagerSetup, type ServiceManager } from "../../net/service-manager.ts";

/** The parts of a table without which it is none: the ports of its devices, the journal's thread, the thread of the screens. */
export const TABLE_PARTS = ["ports", "store", "screens"] as const;
export type TablePart = (typeof TABLE_PARTS)[number];

/**
 * For how long the last answer of a part counts, µs; 0: for one pass. A stuck thread of the screens is ended and started again by the
 * main thread, which costs no round: another one answers some 6 s after the last answer, the watchdog of 7 s ends the whole unit
 * after 9 s if none does.
 */
export const ANSWER_COUNTS_US: Readonly<Record<TablePart, number>> = {
  ports: 0,
  store: 0,
  screens: 2 * US_PER_S,
};

/** How one look at the passes came out. */
export interface Pass {
  /** Every part has answered since the last whole pass, or lately enough: the watchdog may be fed. */
  readonly isWhole: boolean;
  /** Parts that have not answered since, for how long at least, µs. */
  readonly missing: readonly { readonly part: TablePart; readonly forUs: number }[];
}

/**
 * Whether the whole table takes part. A timer alone proves only that the loop turns; so the watchdog is fed after a pass in which
 * each part has answered.
 */
export class Passes {
  readonly #answers = new Set<TablePart>();
  readonly #answeredAt = new Map<TablePart, MonoUs>();
  readonly #began: MonoUs;

  /** `at`: when the watching begins. */
  constructor(at: MonoUs) {
    this.#began = at;
  }

  /** A part answered a question of its own. */
  answered(part: TablePart, at: MonoUs): void {
    this.#answers.add(part);
    this.#answeredAt.set(part, at);
  }

  /** Ends a pass if it is whole; then each part must answer anew. */
  look(now: MonoUs): Pass {
    const missing = TABLE_PARTS.filter((part) => !this.#counts(part, now)).map((part) => ({
      part,
      forUs: now - (this.#answeredAt.get(part) ?? this.#began),
    }));
    if (missing.length === 0) this.#answers.clear();
    return { isWhole: missing.length === 0, missing };
  }

  #counts(part: TablePart, now: MonoUs): boolean {
    const at = this.#answeredAt.get(part);
    return this.#answers.has(part) || (at !== undefined && now - at < ANSWER_COUNTS_US[part]);
  }
}

/** How often the parts of the table are looked at. */
export const PASS_US = US_PER_S;
/** Passes that come so much too late are said, µs. */
export const HELD_US = 2 * PASS_US;
/** The shortest watchdog that passes can feed in time. */
export const WATCHDOG_LEAST_US = 3 * PASS_US;

const WORDS: Readonly<Record<TablePart, string>> = {
  ports: "the ports",
  store: "the journal's thread",
  screens: "the screens' thread",
};

/** The table as its supervision sees it. */
export interface Supervised {
  /** Called with `store` and `screens` whenever that thread has answered. */
  onAnswer(handle: (part: Exclude<TablePart, "ports">) => void): void;
  /** True: every port is open, or known to be missing and tried again. */
  arePortsServed(now: MonoUs): boolean;
  /** In plain words what the table does. */
  status(): string;
}

export interface Supervision {
  /** When the last pass was whole and fed the watchdog; null: none was. */
  readonly fedAt: MonoUs | null;
  /** The table ends; nothing is fed any more. */
  stopping(): void;
  close(): Promise<void>;
}

export interface SuperviseOptions {
  readonly setup: ManagerSetup;
  readonly table: Supervised;
  readonly clock: Clock;
  readonly onNotice: (line: string) => void;
  /** In place of the service manager's socket; tests give their own. */
  readonly manager?: ServiceManager;
}

/** Tells the service manager that the table plays, what it does, and after each whole pass that it lives. */
export function supervise(options: SuperviseOptions): Supervision {
  const { setup, table, clock, onNotice } = options;
  const manager = options.manager ?? connectServiceManager(setup, onNotice);
  const passes = new Passes(clock.now());
  let isReady = false;
  let isHeld = false;
  let fedAt: MonoUs | null = null;
  table.onAnswer((part) => passes.answered(part, clock.now()));
  if (setup.watchdogUs !== null && setup.watchdogUs < WATCHDOG_LEAST_US)
    onNotice(
      `the service's watchdog of ${setup.watchdogUs / US_PER_S} s is too short: WatchdogSec=${WATCHDOG_LEAST_US / US_PER_S} or more`,
    );
  const timer = clock.every(PASS_US, "pass of the watchdog", () => {
    const now = clock.now();
    // The loop has read what waited at the ports before it comes to its timers again.
    if (table.arePortsServed(now)) passes.answered("ports", now);
    const pass = passes.look(now);
    if (!pass.isWhole) {
      // An answer that comes a moment after the look belongs to the next pass.
      if (!pass.missing.some(({ forUs }) => forUs >= HELD_US)) return;
      const words = missingWords(pass);
      if (!isHeld && isReady) onNotice(`the watchdog is not fed: ${words}`);
      isHeld = true;
      manager.status(isReady ? `not in order: ${words}` : `starting: ${words}`);
      return;
    }
    isHeld = false;
    if (!isReady) manager.ready();
    isReady = true;
    manager.status(table.status());
    if (setup.watchdogUs === null) return;
    manager.feedWatchdog();
    fedAt = now;
  });
  return {
    get fedAt() {
      return fedAt;
    },
    stopping: () => {
      timer.cancel();
      manager.stopping();
    },
    close: () => manager.close(),
  };
}

/** `the journal's thread has not answered for 3 s`. */
function missingWords({ missing }: Pass): string {
  return missing
    .map(
      ({ part, forUs }) =>
        `${WORDS[part]} ${part === "ports" ? "have" : "has"} not answered for ${Math.round(forUs / US_PER_S)} s`,
    )
    .join(", ");
}
