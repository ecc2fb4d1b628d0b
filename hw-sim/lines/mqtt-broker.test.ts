import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { openMqtt } from "../../drivers/dice/mqtt/port.ts";
import type { BytePort } from "../../drivers/port.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { until } from "../../test/support/screen-line.ts";
import { DemoBroker } from "./mqtt-broker.ts";

/** The broker of a demonstration, as the unit's own port meets it. */

async function opened(version: 4 | 5): Promise<{ broker: DemoBroker; port: BytePort; heard: string[] }> {
  const heard: string[] = [];
  const broker = await DemoBroker.open();
  onTestFinished(() => broker.close());
  const topics = ["a/says"];
  const port = await openMqtt({ url: broker.url, clientId: "table", topics, version, clock: systemClock() })({
    onBytes: (bytes) => heard.push(Buffer.from(bytes).toString("latin1")),
    onLost: ({ why }) => heard.push(why),
  });
  return { broker, port, heard };
}

it.each([4, 5] as const)(
  "version %s: messages go both ways, and only on topics that are listened to",
  async (v) => {
    const { broker, port, heard } = await opened(v);
    broker.send('b/says\t"not for it"\na/says\t"S1 \\u00e1"\n');
    await until("the device's word", () => heard.length > 0);
    expect(heard.join("")).toBe('a/says\t"S1 \\u00e1"\n');
    await port.write(Buffer.from('a/listens\t"/state"\n'));
    expect(broker.takeHostBytes()).toBe('a/listens\t"/state"\n');
    expect(broker.takeHostBytes()).toBe("");
    await port.close();
    expect(heard.at(-1)).toBe("closed");
  },
);

it("whoever speaks something else is sent away, and the table hears on", async () => {
  const { broker, heard } = await opened(5);
  const stranger = connect(Number(new URL(broker.url).port), "127.0.0.1");
  let isGone = false;
  stranger.on("close", () => (isGone = true)).on("error", () => undefined);
  stranger.write("GET / HTTP/1.1\r\n\r\n");
  await until("the stranger is gone", () => isGone);
  broker.send('a/says\t"S0"\n');
  await until("the device's word", () => heard.length > 0);
});
