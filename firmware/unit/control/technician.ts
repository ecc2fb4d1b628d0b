import { noteText } from "../../../src/rules/coverage-notes.ts";
import { zoneOfTable } from "../../../src/rules/zones.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import type { ClockQuality } from "../../table/clock/clock-quality.ts";
import { logOf, modeOf, type Config } from "../../table/config/config.ts";
import type { TechnicianData } from "../../screens/server/client.ts";
import type { DiskShown, SecondCopyState, StorageShown } from "../../screens/server/messages.ts";
import type { Journal } from "../../journal/thread/client.ts";
import { STORAGE_SHORT_PM } from "../evidence/storage-watch.ts";
import { DiskPace } from "../../files/disk-gauge.ts";
import { RELEASE_ID } from "../../release.ts";
import { portName } from "../../table/setup/config-setup.ts";
import type { TableSetup } from "../../table/setup/table-setup.ts";

/** More days than this are said to be many. */
const DAYS_MANY = 365;

/** What the running unit knows besides. */
interface UnitShown {
  readonly counters: TechnicianData["counters"];
  readonly second: SecondCopyState | null;
  readonly clockQuality: ClockQuality | null;
}

/** What the technician's page shows of a configured table, whether it runs or not. */
export const configuredData = (
  { coverage, devices }: TableSetup,
  config: Config,
): Pick<
  TechnicianData,
  "zone" | "coverage" | "coverageDigest" | "release" | "digest" | "device" | "log" | "mode"
> => ({
  zone: zoneOfTable(config),
  coverage: coverage.rules.map(({ rule, text, level, cite, facts }) => ({
    rule,
    text,
    level,
    cite,
    facts: facts.map((one) => ({ fact: one.fact, level: one.level, note: noteText(one.note) })),
  })),
  coverageDigest: coverage.digest,
  release: RELEASE_ID.version,
  digest: RELEASE_ID.manifest,
  device: `${devices.device} ${portName(config)}`,
  log: logOf(config),
  mode: modeOf(config),
});

/** What the technician's page shows: what the table can judge, with which key it signs, and where its evidence lies. */
export class TechnicianReport {
  readonly #setup: TableSetup;
  readonly #journal: Journal;
  readonly #config: Config;
  readonly #paces = { first: new DiskPace(), second: new DiskPace() };

  constructor(setup: TableSetup, journal: Journal, config: Config) {
    this.#setup = setup;
    this.#journal = journal;
    this.#config = config;
  }

  /** As it is now. To be called now and then: how long a disk lasts is told from how it fills. */
  look(
    unit: UnitShown,
    witness: TechnicianData["witness"],
    floor: TechnicianData["floor"],
    now: MonoUs,
  ): TechnicianData {
    const [setup, journal, config] = [this.#setup, this.#journal, this.#config];
    const { counters, second } = unit;
    return {
      ...configuredData(setup, config),
      vkey: journal.vkey,
      keyPlace: journal.keyPlace,
      witness,
      second,
      floor,
      storage: this.#storage(unit, now),
      counters: { ...counters },
    };
  }

  #storage({ second, clockQuality }: UnitShown, now: MonoUs): StorageShown {
    const { disk, oldest, read } = this.#journal.looked;
    const { folder } = this.#config.storage;
    const secondDisk = second?.disk ?? null;
    return {
      first: disk && diskShown({ folder, ...disk }, this.#paces.first, now),
      second: secondDisk && diskShown({ folder: second?.folder ?? "", ...secondDisk }, this.#paces.second, now),
      records: this.#journal.head().seq,
      epochs: this.#journal.epoch.number + 1,
      oldest,
      clock: clockQuality,
      reading: read,
    };
  }
}

function diskShown(disk: Omit<DiskShown, "days" | "shortPm">, pace: DiskPace, now: MonoUs): DiskShown {
  const days = pace.look(disk.free, now);
  return { ...disk, shortPm: STORAGE_SHORT_PM, days: days !== null && days > DAYS_MANY ? "many" : days };
}
