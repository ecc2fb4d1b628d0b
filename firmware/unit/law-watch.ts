import type { Edition } from "../../src/rules/editions.ts";
import { dayOfStart, lawNow, nearestEdition, type DayProof, type LawChoice } from "../../src/rules/law-day.ts";
import { zoneOfTable } from "../../src/rules/zones.ts";
import type { Entry } from "../../src/recording/entry.ts";
import type { Durable } from "../../src/table/kernel/durable/durable.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_MS, US_PER_S, wallMs, type WallMs } from "../../src/time/instant.ts";
import { dayIn, type Day } from "../../src/time/day.ts";
import type { ClockQuality } from "../table/clock/clock-quality.ts";
import type { Config } from "../table/config/config.ts";
import type { Journal } from "../journal/thread/client.ts";
import { MADE_ON } from "../release.ts";
import { orUsageProblem } from "../problem.ts";
import { loadEditions } from "../table/rules/load.ts";
import { setupOf } from "../table/setup/config-setup.ts";
import type { TableSetup } from "../table/setup/setup-types.ts";

/** Records that are looked through for their times. */
const LOOKED_THROUGH = 1_000;
const LOOK_US = US_PER_S;
const FAULTS = ["edition-unproven", "edition-other"] as const;

/** The times in a journal's newest records: of all, and of those that another clock had vouched for. */
export interface RecordTimes {
  readonly newest: WallMs | null;
  readonly newestVouched: WallMs | null;
}

/** Of a journal that is not open yet. */
export const NO_TIMES: RecordTimes = { newest: null, newestVouched: null };

/** Reads them. */
export async function recordTimes(journal: Pick<Journal, "recent">): Promise<RecordTimes> {
  const recent = await journal.recent(LOOKED_THROUGH);
  const newestOf = (records: typeof recent): WallMs | null => {
    const times = records.map(({ fields }) => Date.parse(String(fields["at"]))).filter(Number.isFinite);
    return times.length === 0 ? null : wallMs(Math.max(...times));
  };
  return {
    newest: newestOf(recent),
    newestVouched: newestOf(recent.filter(({ fields }) => fields["clock"] === "synced")),
  };
}

/** What says which day it is at this table. */
function dayProof(
  config: Config,
  { wall, isVouched }: Pick<DayProof, "wall" | "isVouched">,
  times: RecordTimes,
): DayProof {
  const zone = zoneOfTable(config);
  return { wall, isVouched, ...times, made: MADE_ON, dayOf: (one) => dayIn(zone, one) };
}

/**
 * The table of a configuration on a day that may be wrong: where no edition is in force on it, the one that is nearest. Whether it is the law is
 * judged while the table runs; a clock alone ends no start.
 */
function setupNear(given: Config, day: Day): TableSetup {
  const [id = "", pinned] = given.table.rulebook.split("@", 2);
  if (pinned !== undefined) return setupOf(given);
  const editions = orUsageProblem(() => loadEditions(id));
  const nearest = nearestEdition(
    editions.map(({ pack }) => pack),
    day,
  );
  const rulebook = nearest === null ? id : `${id}@${nearest.edition}`;
  return setupOf({ ...given, table: { ...given.table, rulebook } });
}

/** The table with which a start begins. */
export const setupOfStart = (config: Config, wall: WallMs, times: RecordTimes): TableSetup =>
  setupNear(config, dayOfStart(dayProof(config, { wall, isVouched: false }, times)));

interface WatchedLaw {
  readonly config: Config;
  readonly clock: Clock;
  readonly unit: {
    /** What is played: `rulebook` names its edition, `cl/ruleta-francesa@2023-03`. */
    readonly setup: { readonly rulebook: string };
    readonly shown: { readonly durable: Pick<Durable, "faults"> };
    readonly clockQuality: ClockQuality | null;
    feed(entry: Entry): Promise<void>;
  };
  readonly times: RecordTimes;
  /** Ends the table between its rounds, to start again. @returns whether somebody starts it */
  readonly restartWhenIdle: (why: string) => boolean;
  readonly onNotice: (line: string) => void;
  /** Left out: those that are installed. */
  readonly editions?: readonly Edition[];
}

/**
 * Watches whether the edition that is played is the law of this day. Where nothing proves that, or another one is, nothing is certified; and
 * the table starts anew between its rounds with the one that is due. A table with `test: true` may try any edition.
 */
export class LawWatch {
  readonly #parts: WatchedLaw;
  readonly #editions: readonly Edition[];
  readonly #timer: Timer;
  #times: RecordTimes;
  #standing: (typeof FAULTS)[number] | null;
  #asked = false;

  constructor(parts: WatchedLaw) {
    this.#parts = parts;
    const { setup, shown } = parts.unit;
    const [id = ""] = setup.rulebook.split("@", 1);
    this.#editions = parts.editions ?? loadEditions(id).map(({ pack }) => pack);
    this.#times = parts.times;
    this.#standing =
      FAULTS.find((code) => shown.durable.faults.some((one) => one.device === "unit" && one.code === code)) ??
      null;
    this.#timer = parts.clock.every(LOOK_US, "edition of the law", () => this.look());
    this.look();
  }

  stop(): void {
    this.#timer.cancel();
  }

  /** What is so now; a change of it is a fault that begins or ends. */
  look(): void {
    const { config, clock, unit, onNotice, restartWhenIdle } = this.#parts;
    if (config.test) return this.#set(null, {});
    const isVouched = unit.clockQuality === "synced";
    const wall = wallMs(clock.wall());
    const [, edition = ""] = unit.setup.rulebook.split("@", 2);
    const used = { edition, isPinned: config.table.rulebook.includes("@") };
    // What ends before the next look certifies nothing from now on.
    const lawAt = (one: WallMs): { readonly choice: LawChoice; readonly day: Day } => {
      const proof = dayProof(config, { wall: one, isVouched }, this.#times);
      return { choice: lawNow(this.#editions, used, proof), day: proof.dayOf(one) };
    };
    const now = lawAt(wall);
    const { choice, day } = now.choice.is === "right" ? lawAt(wallMs(wall + LOOK_US / US_PER_MS)) : now;
    if (choice.is === "right") this.#set(null, {});
    else if (choice.is === "unproven") this.#set("edition-unproven", { edition, day });
    else this.#set("edition-other", { edition, due: choice.edition ?? "none", day });
    // What is signed from here on has this time.
    if (isVouched && wall > (this.#times.newestVouched ?? 0))
      this.#times = { newest: wall, newestVouched: wall };
    if (choice.is !== "other" || choice.edition === null || used.isPinned || this.#asked) return;
    this.#asked = true;
    const why = `${choice.edition} is the law now, not ${edition}`;
    onNotice(
      restartWhenIdle(why) ? `${why}: the table starts anew between rounds` : `${why}: start the table anew`,
    );
  }

  #set(code: (typeof FAULTS)[number] | null, detail: Readonly<Record<string, string>>): void {
    const before = this.#standing;
    if (before === code) return;
    const { clock, unit } = this.#parts;
    const feed = (entry: Entry): void => void unit.feed(entry);
    const fault = { k: "fault", t: clock.now(), device: "unit" } as const;
    this.#standing = code;
    if (code !== null) feed({ ...fault, code, detail, stands: true });
    if (before !== null) feed({ ...fault, code: before, detail: {}, stands: false });
  }
}
