import { expect, it } from "vitest";
import type { OpenPort, PortEvents } from "../../drivers/port.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { bytesOfEveryDevice } from "../../test/support/device-bytes.ts";
import { knownLines } from "./known-lines.ts";
import { LineRing, RING_US } from "./line-ring.ts";
import type { PortEntry } from "./row.ts";
import { PANEL_LINE, tapPort } from "./tap-port.ts";

const bytesOf = (text: string): Uint8Array => Buffer.from(text, "latin1");

/** A port in memory, and what its owner hears and writes. */
async function tapped(tell: (entry: PortEntry) => void) {
  const clock = fakeClock(0);
  const heard: string[] = [];
  const written: string[] = [];
  let device: PortEvents | null = null;
  const open: OpenPort = (events) => {
    device = events;
    const write = (bytes: Uint8Array): Promise<void> =>
      Promise.resolve(void written.push(Buffer.from(bytes).toString("latin1")));
    return Promise.resolve({ name: "panel", write, close: () => Promise.resolve() });
  };
  const port = await tapPort(
    open,
    PANEL_LINE,
    clock,
    tell,
  )({
    onBytes: (bytes) => void heard.push(Buffer.from(bytes).toString("latin1")),
    onLost: () => void heard.push("lost"),
  });
  return { clock, port, heard, written, device: device as unknown as PortEvents };
}

it("tells what comes and goes, and changes nothing of it", async () => {
  const told: PortEntry[] = [];
  const { clock, port, heard, written, device } = await tapped((entry) => told.push(entry));
  device.onBytes(bytesOf("\u0091\u0001"), clock.now());
  await port.write(bytesOf("\u00f9"));
  device.onLost({ why: "unplugged", detail: "gone" }, clock.now());
  expect([heard, written]).toEqual([["\u0091\u0001", "lost"], ["\u00f9"]]);
  expect(told.map((entry) => ("bytes" in entry ? [entry.k, entry.bytes] : [entry.k]))).toEqual([
    ["open"],
    ["in", "\u0091\u0001"],
    ["out", "\u00f9"],
    ["lost"],
  ]);
});

it("a panel's line is read back for ten minutes; what was pressed in a round that runs comes with its verdict", async () => {
  const ring = new LineRing(
    new Map([[PANEL_LINE, { device: PANEL_LINE, lines: await knownLines(PANEL_LINE), isSecret: false }]]),
  );
  let runs = false;
  const { clock, device } = await tapped((entry) => ring.take(entry, runs, runs));
  const panel = bytesOfEveryDevice("panel").find((one) => one.device === PANEL_LINE)!;
  const all = panel.sent.map(({ bytes }) => bytes).join("");
  device.onBytes(bytesOf(all), clock.now());
  const lines = (await knownLines()).filter(({ kind }) => kind === "serial");
  expect(ring.speakerAt(PANEL_LINE, lines)).toBe(PANEL_LINE);
  const before = ring.read(0, PANEL_LINE, false);
  expect(before.items.length).toBe(2);
  runs = true;
  device.onBytes(bytesOf("\u0091\u0001\u0000"), clock.now());
  expect(ring.read(before.upTo, PANEL_LINE, true)).toMatchObject({ items: [], withheld: 1 });
  runs = false;
  device.onBytes(bytesOf("\u0091\u0001\u0000"), clock.now());
  expect(ring.read(before.upTo, PANEL_LINE, false).items.length).toBe(2);
  clock.advance(RING_US + US_PER_S);
  device.onBytes(bytesOf("\u0091\u0001\u0000"), clock.now());
  expect(ring.read(0, PANEL_LINE, false).items.length).toBe(1);
});
