import { text } from "node:stream/consumers";
import { rfc3339 } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import type { Config } from "../../table/config/config.ts";
import { loadFamilyOf } from "../../table/setup/load-families.ts";
import "../../table/setup/families.ts";
import { examineTable } from "./examine.ts";
import { lowerPriority } from "../../lower-priority.ts";

/** `configFolder`: where the file of the configuration lies; null: it came from none. */
interface DoctorInput {
  readonly config: Config;
  readonly configFolder: string | null;
}

/**
 * The program that examines a table for the technician's page (`firmware/screens/server/report-desk.ts`): a process of its own with a
 * lower priority, so that no round waits for it. It gets the table's configuration and its folder as JSON on standard input and prints the
 * doctor's report as one JSON object; ends with status 1, and prints nothing, when it cannot make one.
 */
try {
  lowerPriority();
  const { config, configFolder } = JSON.parse(await text(process.stdin)) as DoctorInput;
  await loadFamilyOf(config);
  const report = await examineTable(config, rfc3339(systemClock().wall()), configFolder);
  process.stdout.write(JSON.stringify(report));
} catch {
  process.exitCode = 1;
}
