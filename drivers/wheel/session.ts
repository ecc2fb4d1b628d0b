import type { WheelObservation } from "../../src/table/wheel/observation.ts";
import type { DeviceSession } from "../session.ts";

export type { SessionInput } from "../session.ts";

/** A wheel's session; its abilities are by the facts of the wheel family (`src/rules/vocabulary/wheel.ts`). */
export type WheelSession<State = unknown> = DeviceSession<State, WheelObservation>;
