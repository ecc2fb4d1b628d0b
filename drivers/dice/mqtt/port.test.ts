import { createServer, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { randomFrom } from "../../../src/time/random-source.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { keepPort } from "../../transport/port-keeper.ts";
import type { BytePort, PortEvents, PortLoss } from "../../port.ts";
import { shakerMqttSession, shakerTopics } from "../shaker/mqtt-session.ts";
import { idpSession, idpTopics } from "../witness/mqtt-session.ts";
import { DiceLineHarness } from "../line/dice-line-harness.test-help.ts";
import { startBroker, type TestBroker } from "./broker.test-help.ts";
import { messageLine, parseMqttLine } from "./lines.ts";
import { openMqtt, WAITING_MAX, type MqttOptions } from "./port.ts";
import { more } from "../../../test/support/volume.ts";

/** Against a real broker. */

const clock = systemClock();
let broker: TestBroker;
let open: BytePort[] = [];
let clients = 0;

beforeAll(async () => {
  broker = await startBroker();
});
afterEach(async () => {
  for (const port of open) await port.close();
  open = [];
});
afterAll(async () => {
  await broker.stop();
});

/** Waits for real messages on a loaded machine. */
const soon = (check: () => void): Promise<void> => vi.waitFor(check, 30_000);

interface Owner extends PortEvents {
  readonly losses: PortLoss[];
  readonly lines: string[];
}

function owner(): Owner {
  const [losses, lines]: [PortLoss[], string[]] = [[], []];
  return {
    losses,
    lines,
    onBytes: (bytes) => void lines.push(...Buffer.from(bytes).toString("latin1").split("\n").slice(0, -1)),
    onLost: (loss) => void losses.push(loss),
  };
}

const optionsOf = (topics: readonly string[], more: Partial<MqttOptions> = {}): MqttOptions => ({
  url: broker.url,
  clientId: `test-${++clients}`,
  topics,
  clock,
  ...more,
});

async function connect(events: PortEvents, topics: readonly string[], more: Partial<MqttOptions> = {}) {
  const port = await openMqtt(optionsOf(topics, more))(events);
  open.push(port);
  return port;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const line = (topic: string, payload: string): Buffer => Buffer.from(messageLine({ topic, payload }), "latin1");
const said = (lines: readonly string[]): unknown[] => lines.map((text) => parseMqttLine(text));

describe.each(more<readonly (4 | 5)[]>([5], [5, 4]))("a broker, MQTT version %i", (version) => {
  it("what one publishes comes to those that listen, in order, with any letters", async () => {
    const [here, there] = [owner(), owner()];
    const port = await connect(here, ["a/says"], { version });
    const other = await connect(there, ["a/listens"], { version });
    expect(port.name).toBe(broker.url);
    await other.write(Buffer.concat([line("a/says", "S0"), line("a/says", "ñ\t\n\u0000😀")]));
    await port.write(line("a/listens", "/state"));
    await soon(() => expect(here.lines.length).toBe(2));
    expect(said(here.lines)).toEqual([
      { w: "message", topic: "a/says", payload: "S0" },
      { w: "message", topic: "a/says", payload: "ñ\t\n\u0000😀" },
    ]);
    await soon(() => expect(there.lines).toEqual(['a/listens\t"/state"']));
  });

  it("nothing that was said before is handed on", async () => {
    const other = await connect(owner(), ["x"], { version });
    await other.write(line("b/says", "S1"));
    const here = owner();
    await connect(here, ["b/says"], { version });
    await other.write(line("b/says", "S0"));
    await soon(() => expect(here.lines.length).toBe(1));
    expect(here.lines).toEqual(['b/says\t"S0"']);
  });

  it("more than the limits is thrown away and told at its place", async () => {
    const [here, there] = [owner(), owner()];
    await connect(here, ["c/says"], { version });
    const other = await connect(there, ["x"], { version });
    await other.write(line("c/says", "x".repeat(4_096)));
    await expect(other.write(line("c/says", "x".repeat(4_097)))).rejects.toThrow("no lines of messages");
    await expect(other.write(Buffer.from("c/says\tS0\n"))).rejects.toThrow("no lines of messages");
    await expect(other.write(Buffer.from('c/says\t"S0"'))).rejects.toThrow("no lines of messages");
    const many = Buffer.concat(Array.from({ length: WAITING_MAX + 1 }, () => line("c/says", "S0")));
    await expect(other.write(many)).rejects.toThrow(`at most ${WAITING_MAX} may`);
    await other.write(many.subarray(0, many.length - line("c/says", "S0").length));
    await soon(() => expect(here.lines.length).toBe(WAITING_MAX + 1));
  });
});

describe("what others publish", () => {
  /** mosquitto's own client could do it too, but is a package of its own. */
  const publish = async (topic: string, payload: Buffer, retain = false): Promise<void> => {
    const { connectAsync } = await import("mqtt");
    const client = await connectAsync(broker.url, { clientId: `other-${++clients}`, reconnectPeriod: 0 });
    await client.publishAsync(topic, payload, { qos: 1, retain });
    await client.endAsync();
  };

  it("retained, too long or no text: never a message", async () => {
    await publish("d/says", Buffer.from("S1"), true);
    for (const version of [4, 5] as const) {
      const here = owner();
      await connect(here, ["d/says"], { version });
      await publish("d/says", Buffer.alloc(4_097, 0x78));
      await publish("d/says", Buffer.from([0x53, 0xff]));
      await publish("d/says", Buffer.from("S0"));
      const want = ["\ttoo-long 1", "\tno-text 1", 'd/says\t"S0"'];
      const all = version === 4 ? ["\tretained 1", ...want] : want;
      await soon(() => expect(here.lines).toEqual(all));
    }
  });

  it("a flood is cut, and counted", async () => {
    const here = owner();
    // A clock that hands nothing on until it is told to: the unit stands still.
    const held: (() => void)[] = [];
    const stuck = {
      ...clock,
      after: (_: number, __: string, act: () => void) => (held.push(act), { cancel: () => undefined }),
    };
    await connect(here, ["e/says"], { clock: stuck });
    const { connectAsync } = await import("mqtt");
    const client = await connectAsync(broker.url, { clientId: `flood-${++clients}`, reconnectPeriod: 0 });
    for (let at = 0; at < WAITING_MAX + 20; at++) await client.publishAsync("e/says", String(at), { qos: 1 });
    await client.endAsync();
    await soon(() => expect(held.length).toBe(1));
    await clock.sleep(200_000);
    held[0]?.();
    expect(here.lines.length).toBe(WAITING_MAX + 1);
    expect(here.lines.at(-1)).toBe("\ttoo-many 20");
  });
});

describe("a connection", () => {
  it("that ends is told once, and nothing can be written afterwards", async () => {
    const here = owner();
    const port = await connect(here, ["f/says"]);
    await broker.kill();
    await soon(() =>
      expect(here.losses).toEqual([{ why: "unplugged", detail: `the broker is gone: ${broker.url}` }]),
    );
    await expect(port.write(line("f", "x"))).rejects.toThrow("the broker is gone");
    await port.close();
    await broker.restart();
    await clock.sleep(300_000);
    expect(here.losses.length).toBe(1);
  });

  it("is opened again by its keeper, as a new one", async () => {
    const here = owner();
    let opened = 0;
    const keeper = keepPort({
      open: openMqtt(optionsOf(["g/says"])),
      clock,
      random: randomFrom("keeper"),
      listener: { ...here, onOpened: () => (opened += 1), onMissing: () => undefined },
    });
    await soon(() => expect(opened).toBe(1));
    await broker.restart();
    await soon(() => expect(opened).toBe(2));
    const other = await connect(owner(), ["x"]);
    await other.write(line("g/says", "S0"));
    await soon(() => expect(here.lines).toEqual(['g/says\t"S0"']));
    await keeper.stop();
    expect(here.losses.map(({ why }) => why)).toEqual(["unplugged", "closed"]);
  });

  it("that another client of the same name takes over is lost", async () => {
    const here = owner();
    await connect(here, ["h"], { clientId: "same" });
    await connect(owner(), ["h"], { clientId: "same" });
    await soon(() => expect(here.losses.length).toBe(1));
  });

  it("over TLS, only to a broker whose certificate is trusted", async () => {
    const here = owner();
    const port = await connect(here, ["i/says"], { url: broker.tlsUrl, ca: broker.ca });
    await port.write(line("i/says", "S0"));
    await soon(() => expect(here.lines).toEqual(['i/says\t"S0"']));
    const error: unknown = await connect(owner(), ["i"], { url: broker.tlsUrl }).catch((e: unknown) => e);
    expect(error).toMatchObject({ name: "PortError", code: "unusable" });
    expect(String(error)).toContain("certificate");
  });

  it("with user and password; what is refused is named", async () => {
    const right = { url: broker.lockedUrl, username: "table", password: "secret" };
    const here = owner();
    const port = await connect(here, ["allowed/says"], right);
    await port.write(line("allowed/says", "S0"));
    await soon(() => expect(here.lines.length).toBe(1));
    for (const wrong of [{ url: broker.lockedUrl }, { ...right, password: "other" }]) {
      for (const version of [4, 5] as const) {
        const error: unknown = await connect(owner(), ["allowed/says"], { ...wrong, version }).catch(
          (e: unknown) => e,
        );
        expect(error).toMatchObject({ name: "PortError", code: "denied" });
        expect(String(error)).toContain("user and password");
        expect(String(error)).not.toContain("other");
      }
    }
  });

  it("to nobody, to something that is no broker, or with nonsense settings: named, with what to do", async () => {
    const silent = createServer((socket) => void socket.on("error", () => undefined).resume());
    const rude = createServer((socket) => void socket.destroy());
    const [at, near] = await Promise.all([silent, rude].map(listening));
    for (const [more, code, what] of [
      [{ url: "mqtt://127.0.0.1:1" }, "missing", "no broker at"],
      [{ url: `mqtt://127.0.0.1:${at}` }, "missing", "no broker answers"],
      [{ url: `mqtt://127.0.0.1:${near}` }, "missing", "no broker"],
      [{ url: "http://127.0.0.1" }, "unusable", "mqtt://host:port"],
      [{ url: "mqtt://user:secret@127.0.0.1" }, "unusable", "apart"],
      [{ topics: [] }, "unusable", "1 to 8 topics"],
      [{ topics: ["a/#"] }, "unusable", "without + and #"],
      [{ clientId: "" }, "unusable", "client name"],
      [{ password: "x" }, "unusable", "needs a user"],
    ] as const) {
      const error: unknown = await connect(owner(), ["x"], more).catch((e: unknown) => e);
      expect(error).toMatchObject({ name: "PortError", code });
      expect(String(error)).toContain(what);
      expect(String(error)).not.toMatch(/secret|\n/);
    }
    await Promise.all([silent, rude].map((server) => new Promise((resolve) => server.close(resolve))));
  });

  it("an owner that throws loses it instead of bringing the program down", async () => {
    const losses: PortLoss[] = [];
    const port = await connect(
      {
        onBytes: () => {
          throw new Error("bad day");
        },
        onLost: (loss) => void losses.push(loss),
      },
      ["j/says"],
    );
    await port.write(line("j/says", "S0")).catch(() => undefined);
    await soon(() => expect(losses).toMatchObject([{ why: "error" }]));
  });
});

it("shaker and witness sessions understand what a broker carries", async () => {
  const set = { name: "Billy-III", askedMs: null };
  const idp = { table: "t1", input: "in", output: "out", dice: 3 };
  const opened = [new DiceLineHarness(shakerMqttSession(set)), new DiceLineHarness(idpSession(idp))] as const;
  const [shaker, witness] = opened;
  const into = (harness: DiceLineHarness<never>): PortEvents => ({
    onBytes: (bytes) => {
      harness.t += 1_000;
      harness.input({ i: "bytes", t: monoUs(harness.t), bytes: Buffer.from(bytes).toString("latin1") });
    },
    onLost: () => undefined,
  });
  await connect(into(shaker as never), shakerTopics(set));
  const asks = await connect(into(witness as never), idpTopics(idp));
  const device = owner();
  const other = await connect(device, ["ikg/idp/t1/command"]);
  shaker.opened();
  witness.opened().tell({ c: "look", round: 5 });
  await asks.write(Buffer.from(witness.fetched(), "latin1"));
  await soon(() => expect(device.lines.length).toBe(1));
  const [word] = said(device.lines) as [{ payload: string }];
  const { arg } = JSON.parse(word.payload) as { arg: { round_id: string } };
  const answer = { response: "result", arg: { round_id: arg.round_id, res: [3, 3, 6], err: 0 } };
  await other.write(line("ikg/idp/t1/response", JSON.stringify(answer)));
  for (const payload of ["S0", "S2", "S1", "S0"]) await other.write(line("ikg/sicbo/Billy-III/says", payload));
  await soon(() => expect(witness.observationTexts()).toEqual(["attached", "witness 3 3 6"]));
  await soon(() => expect(shaker.observationTexts().at(-1)).toMatch(/^shake done \d+ of null$/));
});
