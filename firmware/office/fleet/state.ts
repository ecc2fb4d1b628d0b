import { basename, dirname } from "node:path";
import { z } from "zod";
import { type FleetProgress, NO_PROGRESS } from "../../../src/fleet/progress.ts";
import { FileError, readTextFile, storedState } from "../../files/read-file.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import { replaceFile } from "../../delivery/updater/slots.ts";
import { isThere, rmSync, writeFileSync } from "../../files/disk.ts";

const STATE_MAX_BYTES = 16 * 1_048_576;

/** An order that waits for answers. */
export interface FleetLetter {
  readonly what: "ask" | "install" | "rollback";
  /** Hex SHA-256 of its line. */
  readonly digest: string;
  readonly text: string;
  /** When it was made, and until when it counts, milliseconds since 1970. */
  readonly made: number;
  readonly until: number;
  /** Tables for which it is not at the relay yet, and those that have not answered. */
  readonly unsent: readonly string[];
  readonly waits: readonly string[];
}

/** How far a plan has come, as the laptop keeps it: whoever comes after a cut goes on from it. */
export interface FleetState {
  readonly format: "tirada-fleet/1";
  /** Hex SHA-256 of the plan's line. */
  readonly plan: string;
  /** Of the last order: the next one's is higher. */
  readonly number: number;
  readonly progress: FleetProgress;
  readonly letters: readonly FleetLetter[];
}

const strings = z.array(z.string());
const letterShape = z.object({
  what: z.enum(["ask", "install", "rollback"]),
  digest: z.string(),
  text: z.string(),
  made: z.number(),
  until: z.number(),
  unsent: strings,
  waits: strings,
});
/** It is our own file: its frame is looked at, so that another file is not taken for it. */
const stateShape = z.object({
  format: z.literal("tirada-fleet/1"),
  plan: z.string(),
  number: z.number(),
  progress: z.object({ tables: z.record(z.string(), z.unknown()) }).loose(),
  letters: z.array(letterShape),
});

export const newState = (plan: string): FleetState => ({
  format: "tirada-fleet/1",
  plan,
  number: 0,
  progress: NO_PROGRESS,
  letters: [],
});

/** Where the state of a plan is kept. */
export const statePath = (plan: string): string => `${plan}.state`;

/** A file that ends what runs: whoever wants it stopped need not be the one who runs it. */
export const stopPath = (plan: string): string => `${plan}.stop`;

/** The state of this plan; null: it was never started. Throws a Problem where the file is of another plan. */
export function readState(path: string, plan: string): FleetState | null {
  const state = storedState(path, stateShape, STATE_MAX_BYTES, (error) => {
    if (error instanceof FileError) throw usageProblem(error.words, error);
    throw usageProblem(`${path} is damaged: put it back from a copy, or look with tirada fleet status`, error);
  });
  if (state !== null && state.plan !== plan)
    throw usageProblem(`${path} is of another plan than this file: was the plan changed after it was started?`);
  return state as FleetState | null;
}

/** Keeps the state: it is on the disk when this returns. */
export const writeState = (path: string, state: FleetState): void =>
  replaceFile(dirname(path), basename(path), `${JSON.stringify(state)}\n`);

export interface HeldFile {
  release(): void;
}

/** Holds a file with the number of this process in it: one that a dead process left does not count. Throws a Problem where one lives. */
export function holdFile(path: string, what: string): HeldFile {
  const holder = isThere(path)
    ? Number.parseInt(
        orUsageProblem(() => readTextFile(path, 100)),
        10,
      )
    : 0;
  if (holder > 0 && holder !== process.pid && isAlive(holder))
    throw usageProblem(`${what} is under way in process ${holder}: end that one first`);
  orUsageProblem(() => writeFileSync(path, `${process.pid}\n`, { mode: 0o600 }));
  return { release: () => rmSync(path, { force: true }) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process lives too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
