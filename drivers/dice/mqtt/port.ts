import { connect, type IClientOptions, type MqttClient } from "mqtt";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import {
  errorTextOf,
  oneLineOf,
  PortError,
  type BytePort,
  type OpenPort,
  type PortEvents,
  type PortLoss,
} from "../../port.ts";
import {
  utf8LengthOf,
  droppedLine,
  isTopic,
  messageLine,
  PAYLOAD_MAX,
  parseMqttLine,
  type Drop,
  type MqttMessage,
} from "./lines.ts";

export interface MqttOptions {
  /** `mqtt://host:1883` or `mqtts://host:8883`, without user and password. */
  readonly url: string;
  /** One for each table and device: a broker throws out an older client of the same name. */
  readonly clientId: string;
  /** The topics that are listened to, without wildcards; at least one, at most `TOPICS_MAX`. */
  readonly topics: readonly string[];
  readonly username?: string;
  readonly password?: string;
  /** PEM texts: the authority that signed the broker's certificate; this table's own certificate and key. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Version of MQTT: 5 unless given; 4 (3.1.1) for brokers that know no other. */
  readonly version?: 4 | 5;
  readonly clock: Clock;
}

/** Messages that wait to be handed on, and those published that wait for the broker's acknowledgement. */
export const WAITING_MAX = 64;
export const TOPICS_MAX = 8;
/** Without a packet from the broker for one and a half of this the connection counts as lost, s. */
const KEEP_ALIVE_S = 5;
const CONNECT_MS = 5_000;
const QOS = 1;
/** The broker keeps back what is longer (MQTT 5 §3.1.2.11.4), bytes: nothing that comes can fill the memory. */
export const PACKET_MAX = 65_536;
/** MQTT 5 §3.8.3.1: nothing that the broker retained is wanted. */
const NOTHING_RETAINED = 2;

/**
 * Topics of an MQTT broker as a byte port; messages are framed as in `lines.ts`, both ways. Quality of service 1 and a
 * clean session: what was published while the port was closed is not handed on later, and neither is what the broker retained.
 * `onLost` comes exactly once for every port that was opened, also after `close()`; the library's own reconnecting is off.
 * Opening rejects with PortError. The only file that knows the mqtt package.
 */
export function openMqtt(options: MqttOptions): OpenPort {
  const problem = problemOf(options);
  return async (events) => {
    const name = nameOf(options);
    if (problem !== null) throw new PortError("unusable", `${name}: ${problem}`);
    const port = await connectPort(options, name, events);
    try {
      await port.listen(options.topics, options.version ?? 5);
      return port;
    } catch (error) {
      await port.close();
      throw error instanceof PortError ? error : portError(error, name);
    }
  };
}

class MqttPort implements BytePort {
  readonly name: string;
  readonly #client: MqttClient;
  readonly #clock: Clock;
  readonly #events: PortEvents;
  #started = false;
  #lost: PortLoss | null = null;
  #waiting: string[] = [];
  #dropped = new Map<Drop, number>();
  #readAt: MonoUs;
  #drain: Timer | null = null;
  #publishing = 0;
  #closed: Promise<void> = Promise.resolve();

  constructor(client: MqttClient, name: string, clock: Clock, events: PortEvents) {
    this.name = name;
    this.#client = client;
    this.#clock = clock;
    this.#events = events;
    this.#readAt = clock.now();
    client.on("message", (topic, payload, { retain }) => this.#handleMessage(topic, payload, retain));
    client.on("error", (error) => this.#lose({ why: "error", detail: `${name}: ${oneLineOf(error)}` }));
    client.on("close", () => this.#lose({ why: "unplugged", detail: `the broker is gone: ${name}` }));
  }

  /** Until this resolves a loss is not reported: the port was never open. */
  async listen(topics: readonly string[], version: 4 | 5): Promise<void> {
    const rh = version === 4 ? {} : { rh: NOTHING_RETAINED };
    const granted = await this.#client.subscribeAsync([...topics], { qos: QOS, ...rh });
    const refused = granted.find(({ qos }) => qos >= 128)?.topic;
    if (refused !== undefined) throw deniedTopic(this.name, refused);
    if (this.#lost !== null) throw new PortError("missing", this.#lost.detail);
    this.#started = true;
  }

  async write(bytes: Uint8Array): Promise<void> {
    const messages = messagesOf(Buffer.from(bytes).toString("latin1"));
    if (this.#lost !== null) throw new Error(`${this.name} is closed: ${this.#lost.detail}`);
    if (messages === null) throw new Error(`not written to ${this.name}: the bytes are no lines of messages`);
    if (this.#publishing + messages.length > WAITING_MAX) {
      const what = `${this.#publishing} messages wait already, at most ${WAITING_MAX} may`;
      throw new Error(`${this.name} does not take what is published: ${what}; check the broker`);
    }
    this.#publishing += messages.length;
    try {
      await Promise.all(messages.map(({ topic, payload }) => this.#publish(topic, payload)));
    } finally {
      this.#publishing -= messages.length;
    }
  }

  async close(): Promise<void> {
    this.#lose({ why: "closed", detail: `${this.name} was closed` });
    await this.#closed;
  }

  #publish(topic: string, payload: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#client.publish(topic, payload, { qos: QOS }, (error) => {
        if (!error) resolve();
        else reject(new Error(`not written to ${this.name}: ${this.#lost?.detail ?? oneLineOf(error)}`));
      });
    });
  }

  #handleMessage(topic: string, bytes: Buffer, isRetained: boolean): void {
    if (this.#lost !== null) return;
    this.#readAt = this.#clock.now();
    const drop = isRetained ? "retained" : this.#queueMessage(topic, bytes);
    if (drop !== null) this.#dropped.set(drop, (this.#dropped.get(drop) ?? 0) + 1);
    this.#drain ??= this.#clock.after(0, this.name, () => this.#handOn());
  }

  #queueMessage(topic: string, bytes: Buffer): Drop | null {
    if (bytes.length > PAYLOAD_MAX || !isTopic(topic)) return "too-long";
    if (this.#waiting.length >= WAITING_MAX) return "too-many";
    const payload = textOf(bytes);
    if (payload === null) return "no-text";
    this.#queueDropped();
    this.#waiting.push(messageLine({ topic, payload }));
    return null;
  }

  /** What was thrown away is reported at its place. */
  #queueDropped(): void {
    for (const [why, messages] of this.#dropped) this.#waiting.push(droppedLine(why, messages));
    this.#dropped.clear();
  }

  #handOn(): void {
    this.#drain = null;
    if (this.#lost !== null) return;
    this.#queueDropped();
    const lines = this.#waiting;
    this.#waiting = [];
    for (const line of lines) {
      const failure = errorTextOf(() => this.#events.onBytes(Buffer.from(line, "latin1"), this.#readAt));
      if (failure !== null)
        return this.#lose({ why: "error", detail: `reading ${this.name} was given up: ${failure}` });
    }
  }

  #lose(loss: PortLoss): void {
    if (this.#lost !== null) return;
    // What came before the loss is handed on before it.
    if (this.#started) this.#handOn();
    this.#lost = loss;
    this.#drain?.cancel();
    this.#closed = endClient(this.#client);
    if (this.#started) errorTextOf(() => this.#events.onLost(loss, this.#clock.now()));
  }
}

/** Ends the connection, with a farewell if the broker still listens; never rejects. */
function endClient(client: MqttClient): Promise<void> {
  return new Promise((resolve) => client.end(!client.connected, () => resolve()));
}

/** The messages of whole lines; null when one of them is none. */
function messagesOf(text: string): MqttMessage[] | null {
  if (!text.endsWith("\n")) return null;
  const words = text
    .slice(0, -1)
    .split("\n")
    .map((line) => parseMqttLine(line));
  const messages = words.filter((event) => event?.w === "message");
  return messages.length === words.length ? messages : null;
}

function connectPort(options: MqttOptions, name: string, events: PortEvents): Promise<MqttPort> {
  const { username, password, ca, cert, key, version } = options;
  const given: IClientOptions = {
    clientId: options.clientId,
    clean: true,
    keepalive: KEEP_ALIVE_S,
    connectTimeout: CONNECT_MS,
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    ...(version === 4
      ? { protocolVersion: 4 }
      : { protocolVersion: 5, properties: { maximumPacketSize: PACKET_MAX, sessionExpiryInterval: 0 } }),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
  return new Promise((resolve, reject) => {
    const client = connect(options.url, given);
    const failed = (error: unknown): void => {
      client.off("connect", done).off("error", failed).off("close", closed);
      // Errors while it ends are of no importance any more.
      client.on("error", () => undefined);
      client.end(true);
      reject(portError(error, name));
    };
    const closed = (): void => failed(new Error("connection closed"));
    const done = (): void => {
      client.off("error", failed).off("close", closed);
      // The port listens from here on: there is no moment in which an error has no listener.
      resolve(new MqttPort(client, name, options.clock, events));
    };
    client.once("connect", done).on("error", failed).on("close", closed);
  });
}

function problemOf({ url, topics, clientId, username, password }: MqttOptions): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !["mqtt:", "mqtts:"].includes(parsed.protocol) || parsed.hostname === "")
    return "give the broker as mqtt://host:port or mqtts://host:port";
  if (parsed.username !== "" || parsed.password !== "")
    return "give user and password apart from the broker's address";
  if (topics.length === 0 || topics.length > TOPICS_MAX || !topics.every(isTopic))
    return `give 1 to ${TOPICS_MAX} topics of printable letters without + and #, each at most 120 long`;
  if (!/^[\x21-\x7e]{1,23}$/.test(clientId)) return "give a client name of 1 to 23 printable letters";
  if (username === undefined && password !== undefined) return "a password needs a user";
  return utf8LengthOf(password ?? "") > 256 ? "the password is longer than 256 bytes" : null;
}

const nameOf = ({ url }: MqttOptions): string =>
  URL.canParse(url) ? `${new URL(url).protocol}//${new URL(url).host}` : "the broker";

const deniedTopic = (name: string, topic: string): PortError =>
  new PortError("denied", `${name} does not let this table listen to ${topic}; give it the right there`);

/** The library's errors by their codes: of CONNACK (MQTT 3.1.1 §3.2.2.3, MQTT 5 §3.2.2.2), of the system, of TLS. */
function portError(cause: unknown, name: string): PortError {
  const text = oneLineOf(cause);
  const code = (cause as { code?: unknown } | null)?.code;
  const as = (which: PortError["code"], message: string): PortError => new PortError(which, message, { cause });
  if (code === 1 || code === 0x84)
    return as("unusable", `${name} does not speak this version of MQTT; set version to 4`);
  if (code === 4 || code === 5 || code === 0x86 || code === 0x87)
    return as("denied", `${name} refuses this table; check its user and password`);
  if (code === 2 || code === 0x85) return as("unusable", `${name} refuses the client's name; give another one`);
  if (code === 3 || code === 0x88 || code === 0x89)
    return as("busy", `${name} says that it cannot serve now; check the broker`);
  if (typeof code === "string" && /^(?:ECONN|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT)/.test(code))
    return as("missing", `no broker at ${name} (${code}); check its address and that it runs`);
  if (/connack timeout|connection closed|client disconnect/i.test(text))
    return as("missing", `no broker answers at ${name}; check its address and that it runs`);
  if (/certificate|SSL|TLS|CERT_/i.test(`${text} ${String(code)}`))
    return as("unusable", `${name} has no certificate that this table trusts (${text}); check both`);
  if (/subscribe|unspecified error|not authorized/i.test(text))
    return as("denied", `${name} does not let this table listen (${text}); give it the right there`);
  return as("unusable", `${name} cannot be used (${text}); check the broker and its settings`);
}

function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
