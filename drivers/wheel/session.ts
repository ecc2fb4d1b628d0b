import type { WheelObservation } from "../../src/table/wheel/observation.ts";
import type { DeviceSession, DeviceStep } from "../session.ts";

export type { SessionInput } from "../session.ts";

export type SessionStep<State> = DeviceStep<State, WheelObservation>;

/** A wheel's session; its abilities are by the facts of the wheel family (`src/rules/vocabulary/wheel.ts`). */
export type WheelSession<State = unknown> = DeviceSession<State, WheelObservation>;
