import type { DiceDevice, DiceObservation } from "../../../src/dice/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START, type FramerState } from "../../line-framer.ts";
import {
  raiseMomentaryFault,
  countDamagedLines,
  LINK_FAULTS,
  LINK_START,
  type FaultState,
  type LinkRules,
  type LinkState,
} from "../../link/link.ts";
import {
  defineLineSession,
  FRAMER_LOST,
  receiveLines,
  type LineDevice,
  type LineRules,
  type LineSession,
} from "../../link/line-session.ts";
import { beginStep, endStep, type StepContext } from "../session.ts";
import { MQTT_LINE_LIMIT, parseMqttLine } from "./lines.ts";
import type { FaultCode } from "../../../src/codes/faults.ts";

/** What every session of a device behind an MQTT broker knows, all plain JSON. */
export interface MqttState {
  readonly framer: FramerState;
  readonly link: LinkState;
  readonly faults: FaultState;
  /** The device was understood, and nothing was missed since. */
  readonly attached: boolean;
  /**
   * Counted since the unit's start, for the technician. `retained`: stored by the broker from an unknown time, and passed
   * over. `dropped`: thrown away by the port. `foreign`: on topics that are not this device's, or for another device.
   */
  readonly counted: Readonly<Record<"retained" | "dropped" | "foreign", number>>;
}

/** The port gives whole lines from its first byte on. */
const MQTT_FRAMER: FramerState = { ...FRAMER_START, synced: true };

/** Every standing fault that such a device has. */
export const faultsOfMqtt = (faults: readonly FaultCode[]): readonly FaultCode[] => [...LINK_FAULTS, ...faults];

export function startOfMqtt(faults: readonly FaultCode[]): MqttState {
  return {
    framer: MQTT_FRAMER,
    link: LINK_START,
    faults: { standing: [], unsettled: faultsOfMqtt(faults) },
    attached: false,
    counted: { retained: 0, dropped: 0, foreign: 0 },
  };
}

/** How one device behind a broker handles its messages; all else is as in `LineDevice`. */
export interface MqttDevice<State extends MqttState, Settings> extends Pick<
  LineDevice<State, StepContext<State, Settings>, DiceObservation>,
  DeviceParts
> {
  readonly as: DiceDevice;
  readonly settings: Settings;
  /** How messages that are no lines of the port are counted. */
  readonly damage: LinkRules<StepContext<State, Settings>>;
  readonly onMessage: (context: StepContext<State, Settings>, topic: string, payload: string) => void;
  /** Messages are missing from here on, without a sign from the device. */
  readonly onOverflow: (context: StepContext<State, Settings>) => void;
  readonly onOpened: (context: StepContext<State, Settings>) => void;
}

type DeviceParts = "link" | "checkTime" | "onSent" | "finish" | "timersOf";

/**
 * The line session of a device behind a broker: each message is one line. A line that is no message counts as damage. Where the
 * port dropped messages there is a gap, except for messages that the broker had retained: they say nothing about the present.
 */
export function defineMqttSession<State extends MqttState, Settings>({
  as,
  settings,
  damage,
  onMessage,
  onOverflow,
  onOpened,
  ...own
}: MqttDevice<State, Settings>): LineSession<State, DiceObservation> {
  type Context = StepContext<State, Settings>;
  const lines: LineRules<Context> = {
    limit: MQTT_LINE_LIMIT,
    link: damage,
    // Other clients publish on the device's topics too.
    areBytesNonsense: false,
    onLine: (context, text) => {
      const event = parseMqttLine(text);
      if (event === null) countDamagedLines(context, damage);
      else if (event.w === "message") onMessage(context, event.topic, event.payload);
      else if (event.why === "retained") countMessages(context, "retained", event.messages);
      else {
        countMessages(context, "dropped", event.messages);
        raiseMomentaryFault(context, "messages-lost", { messages: event.messages, why: event.why });
        onOverflow(context);
      }
    },
    onTail: (context) => countDamagedLines(context, damage),
  };
  return defineLineSession<State, Context, DiceObservation>({
    ...own,
    beginStep: (state: State, t: MonoUs) => beginStep(state, t, as, settings),
    endStep,
    startSession: (context) => {
      context.framer = MQTT_FRAMER;
      onOpened(context);
    },
    receive: (context, bytes) => {
      context.framer = receiveLines(context, context.framer, bytes, lines);
    },
    onOverrun: (context) => {
      context.framer = FRAMER_LOST;
      onOverflow(context);
    },
  });
}

export function countMessages(
  context: { counted: MqttState["counted"] },
  name: keyof MqttState["counted"],
  more = 1,
): void {
  context.counted = { ...context.counted, [name]: context.counted[name] + more };
}

export const mqttFigures = ({ link, counted, attached }: MqttState): Readonly<Record<string, number>> => ({
  "damaged messages": link.damaged,
  "retained messages": counted.retained,
  "dropped messages": counted.dropped,
  "foreign messages": counted.foreign,
  attached: attached ? 1 : 0,
});
