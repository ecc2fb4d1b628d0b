import { parseJson } from "../../../src/load/json.ts";

/**
 * MQTT messages as lines of bytes, so that they go through a byte port and into a recording like a serial line's:
 * `<topic>`, a tab, the payload as a JSON string in ASCII, LF. Both ways: what is received, and what is to be published.
 * A line that begins with the tab is no message: with it the port reports what it did not hand on, at its place.
 */
export interface MqttMessage {
  /** Printable ASCII, without wildcards. */
  readonly topic: string;
  readonly payload: string;
}

export const TOPIC_MAX = 120;
/** Bytes of a payload in UTF-8. */
export const PAYLOAD_MAX = 4_096;
/** The longest line, line feed not counted: each byte of a payload takes at most six characters. */
export const MQTT_LINE_LIMIT = TOPIC_MAX + 1 + 6 * PAYLOAD_MAX + 2;

/** Why messages were not handed on. `retained`: kept by the broker from an unknown time, so nothing of now. */
export const DROPS = ["retained", "too-long", "no-text", "too-many"] as const;
export type Drop = (typeof DROPS)[number];

export type MqttEvent =
  | ({ readonly w: "message" } & MqttMessage)
  /** Messages that were thrown away at this point. */
  | { readonly w: "dropped"; readonly why: Drop; readonly messages: number };

const TOPIC = /^[\x21-\x7e]{1,120}$/;
const DROPPED = /^\t([a-z-]{1,12}) (\d{1,9})$/;

/** Whether messages on this topic can be carried. */
export function isTopic(topic: string): boolean {
  return TOPIC.test(topic) && !/[+#]/.test(topic);
}

export function messageLine({ topic, payload }: MqttMessage): string {
  const payloadJson = JSON.stringify(payload).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${topic}\t${payloadJson}\n`;
}

export const droppedLine = (why: Drop, messages: number): string => `\t${why} ${messages}\n`;

/** One line without its line feed; null when it is none of these. */
export function parseMqttLine(line: string): MqttEvent | null {
  const tab = line.indexOf("\t");
  if (tab < 0 || line.length > MQTT_LINE_LIMIT) return null;
  if (tab === 0) {
    const [, name, count] = DROPPED.exec(line) ?? [];
    const why = DROPS.find((one) => one === name);
    return why === undefined ? null : { w: "dropped", why, messages: Number(count) };
  }
  const topic = line.slice(0, tab);
  const text = line.slice(tab + 1);
  if (!isTopic(topic) || !/^"[\x20-\x7e]*"$/.test(text)) return null;
  const payload = parseJson(text);
  if (typeof payload !== "string" || utf8LengthOf(payload) > PAYLOAD_MAX) return null;
  return { w: "message", topic, payload };
}

export const utf8LengthOf = (text: string): number => new TextEncoder().encode(text).length;
