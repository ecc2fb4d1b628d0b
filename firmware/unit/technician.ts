import { logOf, modeOf, type Config } from "../config/config.ts";
import type { TechnicianData } from "../display/client.ts";
import type { Journal } from "../journal/client.ts";
import { RELEASE_ID } from "../release.ts";
import { portName } from "../setup/config-setup.ts";
import type { TableSetup } from "../setup/table-setup.ts";

/** What the technician's page shows: what the table can judge, and with which key it signs. */
export function technicianData(
  setup: TableSetup,
  journal: Journal,
  config: Config,
  { counters, second }: Pick<TechnicianData, "counters" | "second">,
  witness: TechnicianData["witness"],
): TechnicianData {
  return {
    coverage: setup.coverage.rules.map(({ rule, level, cite, facts }) => ({
      rule,
      level,
      cite,
      note: facts.map((fact) => `${fact.fact}: ${fact.note}`).join("; "),
    })),
    coverageDigest: setup.coverage.digest,
    release: RELEASE_ID.version,
    digest: RELEASE_ID.manifest,
    device: `${setup.devices.device} ${portName(config)}`,
    log: logOf(config),
    mode: modeOf(config),
    vkey: journal.vkey,
    keyPlace: journal.keyPlace,
    witness,
    second,
    counters: { ...counters },
  };
}
