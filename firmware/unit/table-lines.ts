import type { Phase } from "../../src/table/kernel/phase.ts";
import { LineRing, type RingPort } from "../listen/line-ring.ts";
import type { PortEntry } from "../listen/row.ts";
import type { UnitParts } from "./parts.ts";
import type { Unit } from "./unit.ts";
import { knownLines } from "../listen/known-lines.ts";
import { PANEL_LINE } from "../listen/tap-port.ts";
import { unitFamily } from "../table/setup/families.ts";

/** Phases in which a round runs whose verdict is still to come. */
const RUNS: readonly Phase[] = ["ball-in-play", "dealing", "throwing", "no-more-bets"];

export const isRoundRunning = (phase: Phase): boolean => RUNS.includes(phase);

/** Something happened to a line beside those of the devices, the panel's: it is no entry of the recording. */
export function showLine(
  { lines, pipeline, shown }: Pick<Unit, "lines" | "pipeline" | "shown">,
  entry: PortEntry,
): void {
  lines.take(entry, isRoundRunning(pipeline.durable.phase), isRoundRunning(shown.durable.phase));
}

/** What is kept of the lines of a table, and of its panel's where it has one, for technicians. */
export async function ringOf({ setup, config }: Pick<UnitParts, "setup" | "config">): Promise<LineRing> {
  const ports = new Map<string, RingPort>();
  for (const [port, { device }] of unitFamily(setup.family).sessions(setup)) {
    const lines = await knownLines(device);
    const isSecret = lines.some(({ decoding }) => decoding.isSecret);
    if (lines.length > 0) ports.set(port, { device, lines, isSecret });
  }
  if (config.panel !== undefined)
    ports.set(PANEL_LINE, { device: PANEL_LINE, lines: await knownLines(PANEL_LINE), isSecret: false });
  return new LineRing(ports);
}
