import type { Phase } from "../../src/table/kernel/phase.ts";
import { LineRing, type RingPort } from "../listen/line-ring.ts";
import { knownLines } from "../listen/known-lines.ts";
import { unitFamily } from "../table/setup/families.ts";
import type { TableSetup } from "../table/setup/table-setup.ts";

/** Phases in which a round runs whose verdict is still to come. */
const RUNS: readonly Phase[] = ["ball-in-play", "dealing", "throwing", "no-more-bets"];

export const isRoundRunning = (phase: Phase): boolean => RUNS.includes(phase);

/** What is kept of the lines of a table, for technicians. */
export async function ringOf(setup: TableSetup): Promise<LineRing> {
  const ports = new Map<string, RingPort>();
  for (const [port, { device }] of unitFamily(setup.family).sessions(setup)) {
    const lines = await knownLines(device);
    const isSecret = lines.some(({ decoding }) => decoding.isSecret);
    if (lines.length > 0) ports.set(port, { device, lines, isSecret });
  }
  return new LineRing(ports);
}
