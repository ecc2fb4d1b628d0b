import { LazyPart } from "../../src/load/parts.ts";
import type { BallObservation } from "../../src/table/balls/observation.ts";
import type { BallsCommand } from "../../src/table/balls/types.ts";
import type { Acceptance } from "../acceptance.ts";
import type { LineDecoding } from "../decoding.ts";
import type { Options, Values } from "../options.ts";
import type { DeviceSession } from "../session.ts";

/** The session of one reader of balls. */
export type BallSession<State = unknown> = DeviceSession<State, BallObservation, BallsCommand>;

/** A reader of balls that tirada can be installed with. */
export interface BallDevice {
  readonly name: string;
  /** How it is accepted in the workshop. */
  readonly acceptance: Acceptance;
  readonly family: "balls";
  /** For people: what it is, how it is plugged in, its speed. */
  readonly about: string;
  readonly baudRate: number;
  readonly options: Options;
  /** Reads how its line is read by people who look at it, and what may be asked over it. */
  readonly readDecoding: () => Promise<LineDecoding>;
  /** Reads the code of its session. */
  load(): Promise<void>;
  /** Throws TypeError before {@link load}. */
  session(all: object): BallSession;
}

/** Defines a device: its session is given its own options, among those of its family. */
export function ballDevice<const Name extends string, O extends Options>({
  readSession,
  ...device
}: Omit<BallDevice, "load" | "session" | "family"> & { readonly name: Name; readonly options: O } & {
  /** Reads the code of the session, and gives what makes one. */
  readonly readSession: () => Promise<(all: Values<O>) => BallSession>;
}): Omit<BallDevice, "name" | "options"> & { readonly name: Name; readonly options: O } {
  const maker = new LazyPart(device.name, readSession);
  return {
    family: "balls",
    ...device,
    load: () => maker.load(),
    session: (all) => maker.get()(all as Values<O>),
  };
}
