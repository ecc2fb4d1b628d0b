import type { ReleaseId } from "../../../src/record/chain.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import type { StandingFault } from "../../../src/table/kernel/durable/durable.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_MS, US_PER_S } from "../../../src/time/instant.ts";
import { checkEntry } from "../check-entry.ts";
import { EXIT, Problem } from "../../problem.ts";
import { releaseText } from "../../release.ts";
import { checkInThread, type RunningCheck } from "../../delivery/releases/own-files.ts";

const DEVICE = "unit";
/** A file of the release that runs is not as its manifest says: nothing is certified. */
const CHANGED = "program-changed";
/** A lid, a cover or a case stands open, or stood open while the power was off. */
const DOORS: readonly string[] = ["tamper", "panel-cover-open", "shoe-opened"];
/** How often the files are read again while the table plays. */
export const OWN_FILES_EVERY_US = 24 * 3_600 * US_PER_S;
/** The pause after each megabyte of that: the evidence comes first. */
const REST_US = 20 * US_PER_MS;

/** The table, as far as its own files concern it. */
export interface CheckedUnit {
  readonly shown: { readonly durable: { readonly faults: readonly StandingFault[] } };
  feed(entry: Entry): Promise<unknown>;
}

/** What the updater found; `rel` is the digest of the release that it looked at. */
export interface Held {
  readonly rel: string;
  readonly difference: string | null;
}

export interface OwnFilesOptions {
  /** Where the release that runs is installed; null: the program runs from its source, and has no manifest. */
  readonly folder: string | null;
  readonly release: ReleaseId;
  readonly clock: Clock;
  readonly onNotice: (line: string) => void;
  /** Asks the updater, which is another program, whether what runs is what was signed; null: there is none on this machine. */
  readonly askUpdater?: () => Promise<Held | null>;
  /** The check of the start, where it was begun ahead. */
  readonly begun?: RunningCheck | undefined;
}

/**
 * The files of the release that runs, against its manifest: at the start, before a port is opened, once a day, and whenever a door was
 * opened or closed, each time in a thread of its own; behind the start the updater is asked, too, which holds them against what was
 * signed, as the launcher did before it. At the start a difference is status 7. Later it is a fault under which nothing is certified; it stands until a
 * start finds every file in order.
 */
export class OwnFiles {
  readonly #options: OwnFilesOptions;
  #running: RunningCheck | null;
  #timer: Timer | null = null;
  #isStopped = false;
  /** Doors that stand open, as the faults of the table say. */
  #doors = "";

  /** Begins to read; {@link requireWhole} waits for it. */
  constructor(options: OwnFilesOptions) {
    this.#options = options;
    this.#running = this.#held(options.begun ?? this.#check(0));
  }

  /** Throws a Problem of status 7 unless every file is as the manifest says. */
  async requireWhole(): Promise<void> {
    const { folder, release } = this.#options;
    const { difference } = (await this.#running?.answer) ?? { difference: null };
    this.#running = null;
    if (folder === null || difference === null) return;
    throw new Problem(
      EXIT.release,
      `release ${releaseText(release)} in ${folder}: ${difference}; nothing is certified with it: install the release again`,
    );
  }

  /** To be called after {@link requireWhole}: a fault of an earlier run is over, and the files are read again every day. */
  async watch(unit: CheckedUnit): Promise<void> {
    if (isFaultStanding(unit)) await unit.feed(this.#fault({}, false));
    if (this.#options.folder === null) return;
    await unit.feed(this.#outcome(null));
    this.#doors = doorsOf(unit);
    this.#timer = this.#options.clock.every(
      OWN_FILES_EVERY_US,
      "files of the release",
      () => void this.#look(unit),
    );
  }

  /** To be called now and then: reads the files again where a door was opened or closed since. Whoever was inside may have changed them. */
  followDoors(unit: CheckedUnit): void {
    const doors = doorsOf(unit);
    if (this.#timer === null || doors === this.#doors || this.#running !== null) return;
    this.#doors = doors;
    void this.#look(unit);
  }

  /** Ends a check that is under way, which then has no answer. */
  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
    this.#running?.stop();
  }

  #held(check: RunningCheck | null): RunningCheck | null {
    check?.hold();
    return check;
  }

  #check(restUs: number): RunningCheck | null {
    const { folder, release } = this.#options;
    if (folder === null) return null;
    return checkInThread({ folder, digest: release.manifest ?? "", restUs });
  }

  async #look(unit: CheckedUnit): Promise<void> {
    if (this.#running !== null || isFaultStanding(unit)) return;
    this.#running = this.#held(this.#check(REST_US));
    const { difference } = (await this.#running?.answer) ?? { difference: null };
    this.#running = null;
    if (this.#isStopped) return;
    await unit.feed(this.#outcome(difference));
    const held = difference ?? (await this.#askUpdater(unit));
    if (held !== null) await this.#refuse(unit, held);
  }

  /** The same by another program, against what was signed: a record, too. Null: nothing differs, or nobody is there to ask. */
  async #askUpdater(unit: CheckedUnit): Promise<string | null> {
    const held = (await this.#options.askUpdater?.()) ?? null;
    if (held === null || this.#isStopped) return null;
    const failed = held.difference?.slice(0, DETAIL_MAX) ?? null;
    const about = { manifest: held.rel, failed };
    await unit.feed(checkEntry("program-signed", failed === null, about, this.#options.clock.now()));
    return failed;
  }

  async #refuse(unit: CheckedUnit, difference: string): Promise<void> {
    if (this.#isStopped) return;
    this.#options.onNotice(`the release that runs was changed: ${difference}; nothing is certified`);
    await unit.feed(this.#fault({ what: difference.slice(0, DETAIL_MAX) }, true));
  }

  /** Each check is a record, one that passes too. */
  #outcome(difference: string | null): Entry {
    const { release, clock } = this.#options;
    const about = { manifest: release.manifest, failed: difference?.slice(0, DETAIL_MAX) ?? null };
    return checkEntry("program-files", difference === null, about, clock.now());
  }

  #fault(detail: Readonly<Record<string, string>>, isStanding: boolean): Entry {
    return {
      k: "fault",
      t: this.#options.clock.now(),
      device: DEVICE,
      code: CHANGED,
      detail,
      stands: isStanding,
    };
  }
}

const DETAIL_MAX = 200;

const doorsOf = ({ shown }: CheckedUnit): string =>
  shown.durable.faults
    .flatMap(({ device, code }) => (DOORS.includes(code) ? [`${device} ${code}`] : []))
    .join();

const isFaultStanding = ({ shown }: CheckedUnit): boolean =>
  shown.durable.faults.some(({ device, code }) => device === DEVICE && code === CHANGED);
