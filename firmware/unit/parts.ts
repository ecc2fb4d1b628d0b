import type { KeeperListener, PortKeeper } from "../../drivers/transport/port-keeper.ts";
import type { Entry } from "../../src/recording/entry.ts";
import type { ReleaseId } from "../../src/record/chain.ts";
import type { ClockPaths } from "../table/clock/clock-meter.ts";
import type { Config } from "../table/config/config.ts";
import type { Secrets } from "../../src/time/secret.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { Journal } from "../journal/thread/client.ts";
import type { StoredCheckpoint } from "../evidence/log/rows.ts";
import type { BuiltRecord } from "../table/pipeline/pipeline.ts";
import type { TableSetup } from "../table/setup/table-setup.ts";

/** Events of a unit: the command line prints them, tests wait for them. */
export interface UnitEvents {
  /** A record is durable and signed. */
  onRecord(record: BuiltRecord, sig: string): void;
  /** One line about the port or the clock, for the technician. */
  onNotice(line: string): void;
  /** The unit can certify nothing more. It is to be stopped. */
  onFailed(error: Error): void;
}

export interface UnitParts {
  readonly config: Config;
  readonly setup: TableSetup;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly events: UnitEvents;
  readonly release: ReleaseId;
  /** Where the sources of the time of day are read, if not where Debian has them. */
  readonly clockPaths?: ClockPaths | undefined;
  /** Sees every entry that a wheel's table took in, in order. It answers nothing and may not throw. No card table has one. */
  readonly tap?: ((entry: Entry) => void) | undefined;
  /** Gets the journal's newest checkpoint once a second. */
  readonly onCheckpoint?: ((newest: StoredCheckpoint | null) => void) | undefined;
  /** Makes the secrets of a card table's rounds: 64 hex characters, never the same twice. */
  readonly secrets: Secrets;
  /** Opens a device's port, by the name that recordings have for it, and keeps it open. */
  keep(port: string, listener: KeeperListener): PortKeeper;
}
