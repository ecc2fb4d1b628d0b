import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { generate, parser, type Packet } from "mqtt-packet";
import type { DeviceLine } from "./terminal.ts";

/** Messages of the table that may wait for the device. */
const WAITING_MAX = 64;
/** The table, and a technician who looks on. */
const CONNECTIONS_MAX = 4;
const VERSIONS = [4, 5];

interface Client {
  readonly socket: Socket;
  readonly version: number;
  readonly topics: Set<string>;
}

/**
 * The MQTT broker of a demonstration, on this machine alone: between the table and one simulated device, whose lines are a topic, a
 * tab and the payload as JSON (`hw-sim/models/dice/devices/broker.ts`). It keeps nothing and asks for no password. The only file that
 * knows the packets of MQTT.
 */
export class DemoBroker implements DeviceLine {
  readonly #server: Server;
  readonly #clients = new Set<Client>();
  #waiting: string[] = [];

  private constructor(server: Server) {
    this.#server = server;
    server.maxConnections = CONNECTIONS_MAX;
    server.on("connection", (socket) => this.#serve(socket));
  }

  /** Rejects when this machine has no port for it. */
  static open(): Promise<DemoBroker> {
    const server = createServer();
    const broker = new DemoBroker(server);
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", () => resolve(broker));
    });
  }

  get url(): string {
    return `mqtt://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  takeHostBytes(): string {
    const lines = this.#waiting;
    this.#waiting = [];
    return lines.join("");
  }

  send(bytes: string): void {
    for (const line of bytes.split("\n").slice(0, -1)) {
      const [topic = "", text = '""'] = line.split("\t");
      const payload = JSON.parse(text) as string;
      for (const client of this.#clients)
        if (client.topics.has(topic))
          answer(client, { cmd: "publish", topic, payload, qos: 0, dup: false, retain: false });
    }
  }

  close(): Promise<void> {
    for (const { socket } of this.#clients) socket.destroy();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #serve(socket: Socket): void {
    let client: Client | null = null;
    const packets = parser();
    packets.on("packet", (packet: Packet) => {
      if (packet.cmd === "connect") client = this.#greet(socket, packet.protocolVersion ?? 0);
      else if (client !== null) this.#take(client, packet);
      else socket.destroy();
    });
    // Whoever speaks something else is sent away.
    packets.on("error", () => socket.destroy());
    socket.on("data", (bytes) => packets.parse(bytes));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      if (client !== null) this.#clients.delete(client);
    });
  }

  #greet(socket: Socket, version: number): Client | null {
    if (!VERSIONS.includes(version)) {
      socket.destroy();
      return null;
    }
    const client = { socket, version, topics: new Set<string>() };
    this.#clients.add(client);
    answer(client, { cmd: "connack", returnCode: 0, reasonCode: 0, sessionPresent: false });
    return client;
  }

  #take(client: Client, packet: Packet): void {
    switch (packet.cmd) {
      case "subscribe":
        for (const { topic } of packet.subscriptions) client.topics.add(topic);
        answer(client, {
          cmd: "suback",
          messageId: packet.messageId ?? 0,
          granted: packet.subscriptions.map(() => 0),
        });
        return;
      case "publish":
        if (packet.qos > 0) answer(client, { cmd: "puback", messageId: packet.messageId ?? 0, reasonCode: 0 });
        if (this.#waiting.length < WAITING_MAX)
          this.#waiting.push(`${packet.topic}\t${JSON.stringify(packet.payload.toString())}\n`);
        return;
      case "pingreq":
        answer(client, { cmd: "pingresp" });
        return;
      case "disconnect":
        client.socket.end();
        return;
      default:
        return;
    }
  }
}

function answer({ socket, version }: Client, packet: Packet): void {
  socket.write(generate(packet, { protocolVersion: version }));
}
