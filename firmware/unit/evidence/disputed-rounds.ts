import { join } from "node:path";
import { markedName } from "../../../src/record/mode.ts";
import type { Clock } from "../../../src/time/clock.ts";
import type { Config } from "../../table/config/config.ts";
import type { Journal } from "../../journal/thread/client.ts";
import { JournalError } from "../../files/errors.ts";
import { errorText } from "../../problem.ts";
import type { Unit } from "../unit.ts";

/** Case files of disputed rounds, below the storage folder. Nothing deletes them. */
export const CASES = "cases";

export interface DisputeParts {
  readonly config: Config;
  readonly journal: Journal;
  readonly unit: Pick<Unit, "shown" | "feed" | "hasFailed">;
  readonly clock: Clock;
  /** One line for the unit's log. */
  readonly onNotice: (line: string) => void;
}

/**
 * Writes the case files of disputed rounds, one after the other, as soon as each is over; the journal's thread writes, the table goes
 * on. The rounds that wait are in the durable state: after a restart they wait still. A round that is not over yet, or a disk that
 * does not take the file, is tried again at the next look.
 */
export class DisputedRounds {
  readonly #parts: DisputeParts;
  #isBusy = false;
  /** Looks so far, by which rounds are taken in turn: one that is not over yet holds up no other. */
  #looks = 0;
  #reported: string | null = null;

  constructor(parts: DisputeParts) {
    this.#parts = parts;
  }

  /** To be called now and then. Never rejects. */
  async look(): Promise<void> {
    const { disputes = [] } = this.#parts.unit.shown.durable;
    const round = disputes[this.#looks++ % Math.max(1, disputes.length)];
    if (round === undefined || this.#isBusy || this.#parts.unit.hasFailed) return;
    this.#isBusy = true;
    try {
      await this.#write(round);
      this.#reported = null;
    } catch (error) {
      // A failure that ended the journal ends the unit, which says so itself.
      const hasEnded = error instanceof JournalError && error.code !== "refused";
      if (!hasEnded) this.#report(errorText(error));
    } finally {
      this.#isBusy = false;
    }
  }

  async #write(round: number): Promise<void> {
    const { config, journal, unit, clock } = this.#parts;
    // Read when a round is disputed: at most tables none ever is.
    const { calibrationsOf, caseRequest } = await import("./case-export.ts");
    const number = String(round).padStart(6, "0");
    const name = markedName(`round-${number}-${journal.head().seq}.tirada-case.tar`, journal.mode);
    const path = join(config.storage.folder, CASES, name);
    const request = await caseRequest(journal, { round, from: null, to: null }, calibrationsOf(config));
    const kept = await journal.keepCase({ ...request, path });
    const { from, to, bytes, sha256 } = kept;
    const detail = { round, file: name, from, to, bytes, sha256, missing: kept.missing.length };
    await unit.feed({ k: "event", t: clock.now(), event: "case-kept", detail });
  }

  #report(why: string): void {
    if (why === this.#reported) return;
    this.#reported = why;
    this.#parts.onNotice(`the case file of a disputed round waits: ${why}`);
  }
}
