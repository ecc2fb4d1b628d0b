import type { Command } from "commander";
import type { Config } from "../table/config/config.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { Follower } from "../unit/run.ts";
import type { Unit } from "../unit/unit.ts";

/** A command of the command line. Its module is read when somebody calls it, or asks what it does. */
export interface LazyCommand {
  readonly name: string;
  /** One sentence for `tirada --help`. */
  readonly about: string;
  /** The job that it belongs to in `tirada --help`; undefined: it is named by a command above it. */
  readonly group?: string;
  /**
   * Gives what adds arguments, options and the action to the command of that name, which these words follow; or the commands of a
   * group.
   */
  readonly load: ((words: readonly string[]) => Promise<(command: Command) => void>) | readonly LazyCommand[];
}

/**
 * What lies beside the unit on the machine of a developer or technician: simulator, demonstrations, bench. An installed unit has
 * none of it, and its command line offers none of it.
 */
export interface Laboratory {
  readonly commands: readonly LazyCommand[];
  /** Commands of `tirada release` that an installed unit has not. */
  readonly releaseCommands: readonly LazyCommand[];
  /** Commands of `tirada ca` that an installed unit has not: those with the authority's key. */
  readonly authorityCommands: readonly LazyCommand[];
  /** The options of `tirada start` that are the demonstration's. */
  readonly addOptions: (start: Command) => Promise<{ opts(): Omit<DemonstrationOptions, keyof OfTable> }>;
  /** Builds the demonstration that the options name. Throws a Problem: no such table, a speed that it cannot play. */
  readonly demonstration: (options: DemonstrationOptions, clock: Clock, say: PrintLine) => Promise<Demo>;
  /** Shows a floor of playing tables until `stopped`. Rejects with a Problem: what it needs is not here. */
  readonly floor: (
    options: DemonstrationOptions & { readonly displayPort?: number },
    clock: Clock,
    say: PrintLine,
    stopped: Promise<string>,
  ) => Promise<void>;
  /** The bench beside a real device; null: there is none for it. */
  readonly bench: (config: Config, clock: Clock, say: PrintLine) => Promise<LookingBench | null>;
}

export type PrintLine = (line: string) => void;

/** What every start may be asked for. */
interface OfTable {
  readonly rulebook?: string;
  readonly storage?: string;
}

/** What a start of a demonstration was asked for; undefined: nothing, and the laboratory has its own. */
export interface DemonstrationOptions extends OfTable {
  readonly speed?: number;
  readonly table?: string;
  readonly board?: "fast" | "emulated";
  readonly seed?: string;
  /** A scenario's file: its table is shown, and what it says happens. */
  readonly scenario?: string;
  /** A whole floor, and no table. */
  readonly floor?: boolean;
}

/** What a simulated croupier has of the table's unit: the keys that he presses, and what its screens show. */
export type PlayedUnit = Pick<Unit, "press" | "shown">;

/** A wheel, card or dice table that plays without hardware, and the configuration of a table for it. */
export interface Demo {
  readonly config: Config;
  /** The clock that the table runs by: a simulated wheel that plays faster needs one that is as fast. */
  readonly clock: Clock;
  readonly follower: Follower | null;
  readonly notes: readonly string[];
  /** Starts the wheel, or the croupier. */
  play(unit: PlayedUnit): void;
  stop(): Promise<void>;
}

export interface LookingBench extends Follower {
  close(): Promise<void>;
}
