import type { DiceDevice, DiceObservation } from "../../../src/dice/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START, type FramerState } from "../../line-framer.ts";
import {
  raiseMomentaryFault,
  damaged,
  LINK_FAULTS,
  LINK_START,
  type FaultState,
  type LinkRules,
  type LinkState,
} from "../../link/link.ts";
import { FRAMER_LOST, receiveLines, type LineDevice, type LineRules } from "../../link/line-session.ts";
import { diceOut, type DiceOut } from "../line/out.ts";
import { MQTT_LINE_LIMIT, wordOfLine } from "./lines.ts";
import type { FaultCode } from "../../../src/codes/faults.ts";

/** What every session of a device behind an MQTT broker knows, all plain JSON. */
export interface MqttState {
  readonly framer: FramerState;
  readonly link: LinkState;
  readonly faults: FaultState;
  /** The device was understood, and nothing was missed since. */
  readonly attached: boolean;
  readonly counted: Counted;
}

/** Counted since the unit's start, for the technician. */
export interface Counted {
  /** Kept by the broker from an unknown time, and passed over. */
  readonly retained: number;
  /** Thrown away by the port. */
  readonly dropped: number;
  /** On topics that are not this device's, or for somebody else. */
  readonly foreign: number;
}

/** One step under way: local to a step, so the session stays pure. */
export interface MqttContext {
  framer: FramerState;
  link: LinkState;
  faults: FaultState;
  attached: boolean;
  counted: Counted;
  readonly out: DiceOut;
  readonly writes: string[];
  readonly t: MonoUs;
}

/** The port gives whole lines from its first byte on. */
const MQTT_FRAMER: FramerState = { ...FRAMER_START, synced: true };

export function mqttStart(faults: readonly FaultCode[]): MqttState {
  return {
    framer: MQTT_FRAMER,
    link: LINK_START,
    faults: {
      standing: [],
      unsettled: [...LINK_FAULTS, ...faults],
    },
    attached: false,
    counted: { retained: 0, dropped: 0, foreign: 0 },
  };
}

export function mqttContext(
  { framer, link, faults, attached, counted }: MqttState,
  t: MonoUs,
  as: DiceDevice,
): MqttContext {
  return { framer, link, faults, attached, counted, out: diceOut(as), writes: [], t };
}

export function mqttState({ framer, link, faults, attached, counted }: MqttContext): MqttState {
  return { framer, link, faults, attached, counted };
}

type Gap = (DiceObservation & { readonly o: "gap" })["why"];

/** What is told is not known from here on, until the device is attached anew. */
export function tellGap(context: MqttContext, device: DiceDevice, why: Gap): void {
  if (context.attached) context.out.push({ o: "gap", device, why });
  context.attached = false;
}

/** What one device behind a broker does with what comes. */
export interface MessageRules<Context extends MqttContext> {
  readonly link: LinkRules<Context>;
  readonly onMessage: (context: Context, topic: string, payload: string) => void;
  /** Messages are missing from here on, without a word of the device. */
  readonly onOverflow: (context: Context) => void;
}

/** What the frame of every such session has (`drivers/link/line-session.ts`): messages come as lines. */
export function messageFrame<Context extends MqttContext>(
  rules: MessageRules<Context>,
): Pick<LineDevice<MqttState, Context, DiceObservation>, "startSession" | "receive" | "onOverrun"> {
  const lines = linesOf(rules);
  return {
    startSession: (context) => {
      context.framer = MQTT_FRAMER;
    },
    receive: (context, bytes) => {
      context.framer = receiveLines(context, context.framer, bytes, lines);
    },
    onOverrun: (context) => {
      context.framer = FRAMER_LOST;
      rules.onOverflow(context);
    },
  };
}

/**
 * Lines that are no message are damage; messages that the port threw away are a gap at their place, but for those that
 * the broker had retained: they are nothing of now.
 */
function linesOf<Context extends MqttContext>({
  link,
  onMessage,
  onOverflow,
}: MessageRules<Context>): LineRules<Context> {
  return {
    limit: MQTT_LINE_LIMIT,
    link,
    // Others speak on the device's topics too.
    areBytesNonsense: false,
    onLine: (context, text) => {
      const event = wordOfLine(text);
      if (event === null) damaged(context, link);
      else if (event.w === "message") onMessage(context, event.topic, event.payload);
      else if (event.why === "retained") count(context, "retained", event.messages);
      else {
        count(context, "dropped", event.messages);
        raiseMomentaryFault(context, "messages-lost", { messages: event.messages, why: event.why });
        onOverflow(context);
      }
    },
    onTail: (context) => damaged(context, link),
  };
}

export function count(context: MqttContext, name: keyof Counted, more = 1): void {
  context.counted = { ...context.counted, [name]: context.counted[name] + more };
}

export const mqttFigures = ({ link, counted, attached }: MqttState): Readonly<Record<string, number>> => ({
  "damaged messages": link.damaged,
  "retained messages": counted.retained,
  "dropped messages": counted.dropped,
  "foreign messages": counted.foreign,
  attached: attached ? 1 : 0,
});
