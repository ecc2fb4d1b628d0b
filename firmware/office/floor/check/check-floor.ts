import type { Clock } from "../../../../src/time/clock.ts";
import { rfc3339 } from "../../../../src/time/instant.ts";
import { RELEASE } from "../../../release.ts";
import { checkMachine } from "./check-machine.ts";
import { checkReport, type CheckReport } from "./checks.ts";
import { checkServers } from "./check-servers.ts";
import { checkStores } from "./check-store.ts";
import type { FloorCheckConfig } from "./config.ts";

/** Looks at a floor from one of its machines. It changes nothing: what it tries is refused or undone. */
export async function checkFloor(config: FloorCheckConfig, clock: Clock): Promise<CheckReport> {
  const found = await Promise.all([
    checkStores(config, clock),
    checkServers(config, clock),
    checkMachine(config, clock),
  ]);
  const at = rfc3339(clock.wall());
  return checkReport(found.flat(), { machine: config.machine, at, release: RELEASE });
}
