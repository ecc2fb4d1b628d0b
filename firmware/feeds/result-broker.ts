import { connect, type IClientOptions, type MqttClient } from "mqtt";
import { z } from "zod";
import type { PublishedResult } from "../../src/floor/published-results.ts";
import { errorText } from "../problem.ts";
import type { ResultHub } from "./result-hub.ts";

export interface BrokerOptions {
  /** `mqtts://host:8883` or `mqtt://host:1883`, without user and password. */
  readonly url: string;
  /** What topics begin with: `casino` makes `casino/<log>/result`. */
  readonly topic: string;
  /** Who publishes: the table's log, or the floor's name. `<topic>/<from>/state` says whether it is there. */
  readonly from: string;
  readonly clientId: string;
  readonly username?: string;
  readonly password?: string;
  /** PEM texts: the authority of the broker's certificate; this machine's own certificate and key. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

const KEEP_ALIVE_S = 15;
const RECONNECT_MS = 5_000;
const CONNECT_MS = 10_000;
/** Bytes of a message that is retained. */
const RETAINED_MAX = 65_536;
/** What of it says which message it was. */
const retainedShape = z.object({ table: z.string(), seq: z.int().min(0), hash: z.string() });

export interface ResultBroker {
  /** Null: connected. */
  readonly trouble: string | null;
  stop(): Promise<void>;
}

/**
 * Publishes results to a broker of the house (MQTT 5, quality of service 1, the newest of each table retained), in their order. A broker that
 * was away is told what it missed, as far as it is kept; what it retains says what it was told last, by an earlier life too. `…/state` says `online`, and `offline` by the broker's own word when this machine is gone.
 */
export function publishResults(
  hub: ResultHub,
  options: BrokerOptions,
  onNotice: (line: string) => void,
): ResultBroker {
  const { url, topic, from } = options;
  const state = `${topic}/${from}/state`;
  const client = connect(url, clientOptions(options));
  /** By table, the record of the last message that the broker acknowledged. */
  const told = new Map<string, number>();
  /** Tables of which it was asked what it retains. */
  const asked = new Set<string>();
  let isPumping = false;
  let trouble: string | null = "not connected yet";
  const pump = async (): Promise<void> => {
    if (isPumping) return;
    isPumping = true;
    try {
      for (let next = nextOf(hub, told); next !== undefined && client.connected; next = nextOf(hub, told)) {
        if (!told.has(next.table) && !asked.has(next.table)) {
          asked.add(next.table);
          const seq = publishedBefore(
            hub,
            next.table,
            await retainedOf(client, `${topic}/${next.table}/result`, state),
          );
          if (seq !== null) told.set(next.table, seq);
          continue;
        }
        await client.publishAsync(`${topic}/${next.table}/result`, JSON.stringify(next), {
          qos: 1,
          retain: true,
          properties: { contentType: "application/json", payloadFormatIndicator: true },
        });
        told.set(next.table, next.seq);
      }
    } catch (error) {
      onNotice(`feeds: ${url}: ${errorText(error)}`);
    } finally {
      isPumping = false;
    }
  };
  client.on("connect", () => {
    trouble = null;
    client.publish(state, "online", { qos: 1, retain: true });
    void pump();
  });
  client.on("error", (error) => {
    const line = errorText(error).split("\n", 1).join("");
    if (line !== trouble) onNotice(`feeds: ${url}: ${line}`);
    trouble = line;
  });
  client.on("close", () => {
    trouble ??= "the connection is gone";
  });
  const end = hub.listen(() => void pump());
  return {
    get trouble() {
      return trouble;
    },
    stop: async () => {
      end();
      await farewell(client, state);
    },
  };
}

/** What a broker retains on a topic: it comes before the acknowledgement of what is published behind the question. Null: nothing, or it may not be read. */
async function retainedOf(client: MqttClient, topic: string, state: string): Promise<string | null> {
  let retained: string | null = null;
  const hear = (on: string, payload: Buffer, { retain }: { readonly retain: boolean }): void => {
    if (on === topic && retain && payload.length <= RETAINED_MAX) retained = payload.toString("utf8");
  };
  client.on("message", hear);
  try {
    await client.subscribeAsync(topic, { qos: 0 });
    await client.publishAsync(state, "online", { qos: 1, retain: true });
    await client.unsubscribeAsync(topic);
  } catch {
    // Who may publish alone is told the newest, as at the first start.
    return null;
  } finally {
    client.off("message", hear);
  }
  return retained;
}

/** The record of the last message that an earlier life told, by what is retained of it; null: it is none of this table's history. */
function publishedBefore(hub: ResultHub, table: string, retained: string | null): number | null {
  const parsed = retainedShape.safeParse(jsonOf(retained ?? ""));
  if (!parsed.success || parsed.data.table !== table) return null;
  const { seq, hash } = parsed.data;
  const [first] = hub.after(table, seq - 1) ?? [];
  // Behind the newest of ours there is nothing, and what is older than all that is kept cannot be compared.
  if (first === undefined) return null;
  return first.seq > seq || first.hash === hash ? seq : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The oldest message that the broker has not acknowledged. Of a table that it was told nothing of, the newest is enough. */
function nextOf(hub: ResultHub, told: ReadonlyMap<string, number>): PublishedResult | undefined {
  for (const table of hub.tables) {
    const seq = told.get(table);
    const waiting = hub.after(table, seq ?? -1) ?? [];
    const next = seq === undefined ? waiting.at(-1) : waiting[0];
    if (next !== undefined) return next;
  }
  return undefined;
}

async function farewell(client: MqttClient, state: string): Promise<void> {
  if (client.connected)
    await client.publishAsync(state, "offline", { qos: 1, retain: true }).catch(() => undefined);
  await client.endAsync(!client.connected);
}

function clientOptions({
  topic,
  from,
  clientId,
  username,
  password,
  ca,
  cert,
  key,
}: BrokerOptions): IClientOptions {
  return {
    clientId,
    protocolVersion: 5,
    clean: true,
    keepalive: KEEP_ALIVE_S,
    connectTimeout: CONNECT_MS,
    reconnectPeriod: RECONNECT_MS,
    queueQoSZero: false,
    will: { topic: `${topic}/${from}/state`, payload: Buffer.from("offline"), qos: 1, retain: true },
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}
