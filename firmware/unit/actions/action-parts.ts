import type { Clock } from "../../../src/time/clock.ts";
import type { Config } from "../../table/config/config.ts";
import type { TechnicianData } from "../../screens/server/client.ts";
import type { Journal } from "../../journal/thread/client.ts";
import type { UpdateWait } from "../updates/update-wait.ts";
import type { Unit } from "../unit.ts";

/** What is done to a running table reaches this of it. */
export interface ActionParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly unit: Pick<Unit, "shown" | "feed" | "arePortsServed" | "setup" | "readLines">;
  readonly technician: () => TechnicianData;
  /** The program that makes bundles, as a `file:` address; left out: none does. */
  readonly bundler?: string;
  /** What was announced and waits. */
  readonly updateWait: () => UpdateWait | null;
  readonly restartScreens: (why: string) => void;
  /** Ends the table between its rounds, where somebody starts it again. @returns whether somebody does */
  readonly restartWhenIdle: (why: string) => boolean;
}
