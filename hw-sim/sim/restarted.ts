import { newTableHead } from "../../firmware/replay/replay.ts";
import { RELEASE } from "../../firmware/release.ts";
import type { TableSetup } from "../../firmware/table/setup/table-setup.ts";
import { Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import type { MonoUs } from "../../src/time/instant.ts";

/** A unit that is started again sees its ports after so long. */
export const BOOT_US = 1_500_000;

/** The pipeline of a unit that is started anew: what outlives it is what its records tell. */
export function restartedPipeline(setup: TableSetup, before: Pipeline, t: MonoUs): Pipeline {
  const table = { ...setup.devices.newTable(), durable: before.durable };
  const { seq, prev } = before.chain;
  return new Pipeline(setup, {
    ...newTableHead(setup, RELEASE, []),
    t,
    state: { table, session: setup.devices.initial(), lastT: t },
    chain: { seq, prev },
  });
}
