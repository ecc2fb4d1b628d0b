/** Gives the words for what a device's line says besides what its session observes: `edge A`. Called with bytes in their order. */
export type Signals = (bytes: string) => readonly string[];

/** How a device is accepted in the workshop (docs/technician/acceptance.md). */
export interface Acceptance {
  /** Its steps: a file in the device's own folder. */
  readonly steps: URL;
  /** Reads the code that gives its {@link Signals}, for a connection each; left out: it has none. */
  readonly readSignals?: () => Promise<() => Signals>;
}

/** What a device says of itself; null: of that it says nothing. */
export interface DeviceIdentity {
  /** Its own number, as it is engraved on its plate. */
  readonly serial: string | null;
  readonly firmware: string | null;
}
