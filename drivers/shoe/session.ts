import type { ShoeCommand, ShoeObservation } from "../../src/table/shoe/observation.ts";
import type { DeviceSession, DeviceStep } from "../session.ts";

export type { ShoeCommand, ShoeMode } from "../../src/table/shoe/observation.ts";

export type ShoeStep<State> = DeviceStep<State, ShoeObservation>;

/**
 * A card device's session. Its state keeps no face, but bytes of a message that is not complete. After `attached` it reports
 * again what lasts: the lid, a jam, warnings, a cut card that is next, a card face up.
 */
export type ShoeSession<State = unknown> = DeviceSession<State, ShoeObservation, ShoeCommand>;
