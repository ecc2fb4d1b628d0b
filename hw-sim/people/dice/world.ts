import type { Sent } from "../../lines/sent.ts";
import type { DieFace } from "../../../src/dice/faces.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { Durable } from "../../../src/table/kernel/durable/durable.ts";
import type { Motion } from "./throwers.ts";
import type { ThrowTruth } from "./truth.ts";

/**
 * A dice table as the people at it meet it: dice, a thing to throw them with, keys and screens. Simulated time or real time,
 * told or rendered: they do the same.
 */
export interface DiceWorld {
  readonly us: number;
  readonly screen: Durable;
  wait(us: number): Promise<void>;
  /** True: the key was taken. */
  press(key: Key, by: Person): Promise<boolean>;
  /** Dice for the next throw are taken up and put where they are thrown from. */
  load(truth: ThrowTruth): void;
  /** The throw begins now, with all that goes wrong around it. Null: nothing moves. */
  throw(truth: ThrowTruth): Motion | null;
  /** A hand takes the dice up; done after about two seconds. */
  takeUp(): void;
  /** What hangs is freed: shaker, cables, faults that stand. */
  free(): void;
  /** Faces as people see them, who go and look. */
  look(truth: ThrowTruth): readonly DieFace[];
}

/** What sits at a port. */
export interface LineModel {
  step(us: number, host?: string): readonly Sent[];
}

/** The lines between devices and unit, in simulated time or on pseudo-terminals, and the unit behind them. */
export interface Lines {
  readonly us: number;
  readonly durable: Durable;
  wait(us: number): Promise<void>;
  press(key: Key, by: Person): Promise<boolean>;
  plug(port: string, us: number, isIn: boolean): void;
  /** So many of the lines that come from `us` on are damaged on their way. */
  garbleNext(port: string, us: number, lines: number): void;
  /** The unit is started anew. */
  restart(us: number): void;
}
