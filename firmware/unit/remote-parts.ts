import type { TableView } from "../../src/table/kernel/view/view.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { Config } from "../table/config/config.ts";
import type { TechnicianData } from "../screens/server/client.ts";
import type { Journal } from "../journal/thread/client.ts";
import type { UpdateWait } from "./updates/update-wait.ts";
import type { Unit } from "./unit.ts";

/** What those far away see of a running table, and what their orders reach (`firmware/afar/orders/`). */
export interface RemoteParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly unit: Pick<Unit, "shown" | "feed" | "arePortsServed" | "setup" | "readLines">;
  /** What the screens show now. */
  readonly view: () => TableView;
  readonly technician: () => TechnicianData;
  /** What was announced and waits. */
  readonly updateWait: () => UpdateWait | null;
  readonly restartScreens: (why: string) => void;
  /** Ends the table between its rounds, where somebody starts it again. @returns whether somebody does */
  readonly restartWhenIdle: (why: string) => boolean;
  readonly onNotice: (line: string) => void;
}

/** What is known of the relay that a table asks. */
export interface RelayState {
  readonly url: string;
  /** When it answered last, RFC 3339; null: not since this start. */
  readonly answered: string | null;
  /** Why it did not answer when it was asked last; null: it did, or was not asked yet. */
  readonly trouble: string | null;
}

/** Those far away, as they are served. */
export interface ServedRemote {
  /** Null: none is asked. */
  readonly relay: RelayState | null;
  stop(): Promise<void>;
}

/** Begins to serve them. Never rejects: a far side that cannot be served is a fault, and the table plays. */
export type StartRemote = (parts: RemoteParts) => Promise<ServedRemote>;
