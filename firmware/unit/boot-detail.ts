import type { LifeRecord } from "../../src/table/record.ts";
import { digestOf } from "../../src/rules/digest.ts";
import { flatCalibration, flatOptions, flatParts } from "../device-options.ts";
import { deviceOf } from "../table/pipeline-setup.ts";
import type { UnitParts } from "./parts.ts";

/** What a boot record says: release, rulebook, device, and what the table was set to. */
export function bootDetail({ config, release, setup, journal }: UnitParts): LifeRecord["detail"] {
  const { table, people, wheel, shoe, dice } = config;
  const devices = dice !== undefined ? { dice } : shoe !== undefined ? { shoe } : { wheel };
  return {
    release: release.version,
    rulebook: setup.rulebook,
    device: deviceOf(setup),
    pack: setup.coverage.pack,
    // What the table was set to, without saying it: a change between two boots shows as another digest.
    configuration: digestOf({ table, ...devices, people }),
    test: config.test,
    // The journal goes on in the format of today: from here on its lines say mode and epoch themselves.
    ...(journal.format === 1 ? { formatBefore: 1 } : {}),
    ...(setup.family === "wheel" ? flatCalibration(setup.options.calibration) : {}),
    ...(setup.family === "shoe"
      ? {
          decks: setup.decks.length,
          codes: setup.options.codes?.sha256 ?? null,
          ...flatParts(setup.dice?.parts ?? []),
        }
      : {}),
    ...(setup.family === "dice" ? flatOptions(setup) : {}),
  };
}
