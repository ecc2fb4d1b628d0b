import { BOARD_PROTOCOL } from "../../../drivers/wheel/sensor-board/lines.ts";
import { CONFIG_FORMAT } from "../../table/config/config.ts";
import { HEAD_FILE_FORMAT } from "../../evidence/log/head-file.ts";
import { FORMATS, NEW_FORMAT, PRUNED_FORMAT } from "../../evidence/log/schema.ts";
import { SEALED_FORMAT } from "../../evidence/log/sealed-format.ts";
import type { ReleaseManifest } from "../releases/manifest.ts";
import { CALIBRATION_FORMAT } from "../../table/wheel/calibration-file.ts";
import { calibrationSchema } from "../../../src/dice/calibration/schema.ts";
import { LINE_FORMAT } from "../../../src/record/chain.ts";
import { RECORDING_FORMAT } from "../../../src/recording/entry.ts";
import { DURABLE_FORMAT } from "../../../src/table/kernel/durable/durable.ts";

/** The number at the end of a format's name: `tirada-sealed/1`. */
const numberOf = (name: string): number => Number(name.slice(name.lastIndexOf("/") + 1));

const only = (number: number): ReleaseManifest["formats"]["record"] => ({ reads: [number], writes: [number] });

/** What this release reads and writes, from the code that does so; `formats.test.ts` holds each against what the code accepts. */
export const FORMATS_HERE: ReleaseManifest["formats"] = {
  journal: { reads: [...FORMATS], writes: [NEW_FORMAT, PRUNED_FORMAT] },
  "head-file": only(numberOf(HEAD_FILE_FORMAT)),
  record: { reads: [1, LINE_FORMAT], writes: [LINE_FORMAT] },
  state: { reads: [1, DURABLE_FORMAT], writes: [DURABLE_FORMAT] },
  recording: { reads: [1, RECORDING_FORMAT], writes: [RECORDING_FORMAT] },
  "sealed-recording": only(numberOf(SEALED_FORMAT)),
  configuration: {
    reads: Array.from({ length: CONFIG_FORMAT }, (_, before) => before + 1),
    writes: [CONFIG_FORMAT],
  },
  "wheel-calibration": only(numberOf(CALIBRATION_FORMAT)),
  "dice-calibration": only(calibrationSchema.shape.version.value),
  "board-protocol": only(BOARD_PROTOCOL),
};
