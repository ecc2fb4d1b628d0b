import { familyOf } from "../../../src/table/kernel/families.ts";
import { faultText } from "../../../src/table/kernel/view/texts.ts";
import { logOf, modeOf, type Config } from "../../table/config/config.ts";
import { familyNameOf } from "../../table/setup/families.ts";
import { judge, type Looked } from "./judge.ts";
import { lookAtTable, placeOfConfig } from "./look.ts";
import { reportOf, type DoctorReport } from "./report.ts";

/** Looks at the table of a configuration. `at`: RFC 3339; `configFolder`: where its file lies, null: not known here. */
export const examineTable = async (
  config: Config,
  at: string,
  configFolder: string | null = null,
): Promise<DoctorReport> => reportOn(await lookAtTable(placeOfConfig(config, configFolder)), at, config);

/** The report on what was looked at, in the words of the table's family. */
export function reportOn(looked: Looked, at: string, config: Config | null): DoctorReport {
  const health = looked.unit.is === "running" ? looked.unit.health : null;
  const family = config === null ? health?.family : familyNameOf(config);
  const own = family === undefined ? undefined : familyOf({ family }).texts;
  const named = health === null ? null : { name: health.name, log: health.log, mode: health.mode };
  const table = config === null ? named : { name: config.table.name, log: logOf(config), mode: modeOf(config) };
  const found = judge(looked, (code) => faultText(code, own));
  return reportOf(found, { at, table, release: looked.release.version });
}
