import { text } from "node:stream/consumers";
import { reportOn } from "../../firmware/care/doctor/examine.ts";
import { lookAtTable, placeOfConfig } from "../../firmware/care/doctor/look.ts";
import { MACHINE_PATHS, type MachinePaths } from "../../firmware/care/doctor/machine.ts";
import type { Config } from "../../firmware/table/config/config.ts";
import { loadFamilyOf } from "../../firmware/table/setup/load-families.ts";
import { rfc3339 } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import "../../firmware/table/setup/families.ts";

/**
 * The doctor's own program (`firmware/care/doctor/doctor-child.ts`), on a machine whose kernel shows what this table's shows: the files
 * below `/sys` and `/proc` are other ones, what is read in them is the same.
 */
export async function examineWith(paths: Partial<MachinePaths>): Promise<void> {
  const { config } = JSON.parse(await text(process.stdin)) as { readonly config: Config };
  await loadFamilyOf(config);
  const looked = await lookAtTable(placeOfConfig(config), { ...MACHINE_PATHS, ...paths });
  process.stdout.write(JSON.stringify(reportOn(looked, rfc3339(systemClock().wall()), config)));
}
