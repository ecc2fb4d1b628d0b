import type { Entry } from "../../../src/recording/entry.ts";
import type { StandingFault } from "../../../src/table/kernel/durable/durable.ts";
import { rfc3339, type MonoUs } from "../../../src/time/instant.ts";
import type { SecondCopyState } from "../../screens/server/messages.ts";
import type { SecondState } from "../../journal/second/messages.ts";
import type { UnitParts } from "../parts.ts";

const DEVICE = "unit";
/** It is lost; and nothing is certified until it is back, where the table's policy is to stop. */
const LOST = "second-copy-lost";
const AWAITED = "second-copy-awaited";
/** A file is damaged in one of the copies. */
const DAMAGED = "copy-damaged";
export const SECOND_FAULTS = [LOST, AWAITED, DAMAGED] as const;
type SecondFault = (typeof SECOND_FAULTS)[number];

/** What a table does while its second copy is lost; null: it keeps none. */
export type WhenLost = "stop" | "play" | null;

/** Whether a fault stands under which nothing is certified for want of the second copy. */
export const awaitsSecond = (faults: readonly StandingFault[]): boolean =>
  faults.some(({ device, code }) => device === DEVICE && code === AWAITED);

/** Makes faults of whether the second copy of the evidence is there, as the table's policy has it. */
export class SecondWatch {
  readonly #whenLost: WhenLost;
  readonly #standing: Set<SecondFault>;
  #since: string | null = null;

  /** `faults`: those that stand as the unit starts. */
  constructor(whenLost: WhenLost, faults: readonly StandingFault[]) {
    this.#whenLost = whenLost;
    this.#standing = new Set(
      SECOND_FAULTS.filter((code) => faults.some((one) => one.device === DEVICE && one.code === code)),
    );
  }

  /** Since when it is lost; null: it is not. */
  get since(): string | null {
    return this.#since;
  }

  /** `at`: the time of day, RFC 3339. Entries for the table when it was lost or is back; a table that keeps none any more awaits none. */
  look(state: SecondState | null, t: MonoUs, at: string): readonly Entry[] {
    this.#since = state?.lost == null ? null : (this.#since ?? at);
    const lost = this.#whenLost === null ? null : (state?.lost ?? null);
    const damaged = this.#whenLost === null ? 0 : (state?.damaged ?? 0);
    // It is there, and nobody waits for it: what is missing is being copied.
    const isLost = lost !== null && (lost.why !== "catching-up" || this.#standing.has(LOST));
    const due = new Set<SecondFault>();
    if (isLost) due.add(LOST);
    if (isLost && this.#whenLost === "stop") due.add(AWAITED);
    if (damaged > 0) due.add(DAMAGED);
    const whyLost = lost === null ? {} : { why: lost.why, behind: state?.behind ?? 0 };
    return SECOND_FAULTS.filter((code) => due.has(code) !== this.#standing.has(code)).map((code): Entry => {
      const stands = due.has(code);
      const detail = code !== DAMAGED ? whyLost : stands ? { files: damaged } : {};
      if (stands) this.#standing.add(code);
      else this.#standing.delete(code);
      return { k: "fault", t, device: DEVICE, code, detail, stands };
    });
  }
}

/** Says what happens to the second copy of the evidence, in records, faults and lines for the technician. */
export class SecondCopyNotices {
  readonly #parts: Pick<UnitParts, "clock" | "events" | "journal" | "config">;
  readonly #watch: SecondWatch;
  readonly #feed: (entry: Entry) => Promise<void>;

  /** `faults`: those that stand as the unit starts. */
  constructor(
    parts: Pick<UnitParts, "clock" | "events" | "journal" | "config">,
    faults: readonly StandingFault[],
    feed: (entry: Entry) => Promise<void>,
  ) {
    this.#parts = parts;
    this.#watch = new SecondWatch(parts.config.storage.second?.whenLost ?? null, faults);
    this.#feed = feed;
  }

  /** Null: the table keeps none. */
  get state(): SecondCopyState | null {
    const { second } = this.#parts.journal;
    return second === null ? null : { ...second, since: this.#watch.since };
  }

  /** What came back from it at the start, and whether it is there, before anything is shown. */
  async start(): Promise<void> {
    const { clock, events, journal } = this.#parts;
    const { copyRestored: detail } = journal;
    if (detail !== null) {
      events.onNotice(
        `the evidence was restored from its second copy: ${JSON.stringify(detail)}; look at the disk`,
      );
      await this.#feed({ k: "event", t: clock.now(), event: "copy-restored", detail });
    }
    await this.look();
  }

  /** To be called after each look at the journal. */
  async look(): Promise<void> {
    const { clock, events, journal } = this.#parts;
    const { second } = journal;
    const entries = this.#watch.look(second, clock.now(), rfc3339(clock.wall()));
    const raised = entries.flatMap((entry) => (entry.k === "fault" ? [entry] : []));
    if (raised.some(({ code, stands }) => code === DAMAGED && stands))
      events.onNotice(
        `${second?.damaged ?? 0} files of the evidence are damaged in one of its two copies: restart the table once it is closed, ` +
          "which brings them back from the other",
      );
    if (raised.some(({ code }) => code === LOST))
      events.onNotice(
        second?.lost == null
          ? "the second copy of the evidence is there and has all records"
          : `the second copy of the evidence is lost: ${second.lost.detail}`,
      );
    await Promise.all(entries.map((entry) => this.#feed(entry)));
  }
}
