import { describe, expect, it } from "vitest";
import { ShoeHarness } from "../../../drivers/shoe/tirada-shoe/shoe-harness.test-help.ts";
import { FACES } from "../../../src/cards/card.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { fakeClock, type FakeClock } from "../../../src/time/fake-clock.ts";
import type { PortLoss } from "../../../drivers/port.ts";
import { ShoeDevice } from "../../../hw-sim/models/shoe/device/device.ts";
import type { Wire } from "../../../hw-sim/models/shoe/device/messages.ts";
import { createShoePlug, type ShoePlug } from "./shoe-plug.ts";

interface Table {
  readonly clock: FakeClock;
  readonly plug: ShoePlug;
  readonly harness: ShoeHarness;
  readonly losses: PortLoss[];
  /** Runs on, and hands over what the session says. */
  readonly run: (ms: number) => void;
}

/** A modelled shoe, its plug, a port and a session, as a simulated table has them. */
async function table(wire: Wire): Promise<Table> {
  const clock = fakeClock(5_000_000);
  const device = new ShoeDevice({ wire, kind: 1, device: 9, decks: 6, random: randomFrom("plug") });
  const plug = createShoePlug(device, { clock });
  const harness = new ShoeHarness({ carrier: wire });
  const losses: PortLoss[] = [];
  const port = await plug.open({
    onBytes: (bytes, at) => harness.until(at).bytes(Buffer.from(bytes).toString("latin1")),
    onLost: (loss) => {
      losses.push(loss);
      harness.lost(loss.why);
    },
  });
  harness.t = clock.now();
  harness.opened();
  const run = (ms: number): void => {
    for (let at = 0; at < ms; at++) {
      const host = harness.fetched();
      if (host !== "") void port.write(Buffer.from(host, "latin1")).catch(() => undefined);
      clock.advance(1_000);
    }
  };
  run(600);
  return { clock, plug, harness, losses, run };
}

describe.each<Wire>(["hid", "line"])("a shoe on a plug (%s)", (wire) => {
  it("tells its cards in the clock's time, and takes commands", async () => {
    const { clock, plug, harness, run } = await table(wire);
    expect(harness.words()).toContain("attached idle");
    const faces = FACES.slice(0, 20);
    faces.forEach((face, at) =>
      plug.addEvent({
        us: clock.now() + at * 100_000,
        e: "pass",
        cards: [{ face, back: null, deck: 0, id: null }],
      }),
    );
    harness.tell({ c: "self-test" });
    run(2_500);
    expect(harness.cards()).toEqual(faces.map((face, at) => `${at + 1} ${face}`));
    expect(harness.words()).toContain("-shoe-self-test");
    expect(harness.words().filter((word) => /^(?:gap|\+)/.test(word))).toEqual([]);
    plug.stop();
  });

  it("unplugged: lost once, without power, and another port afterwards", async () => {
    const { plug, harness, losses, run } = await table(wire);
    harness.forget();
    plug.unplug();
    run(500);
    expect(losses.map(({ why }) => why)).toEqual(["unplugged"]);
    expect(harness.words()).toEqual(["+port-gone", "gap port-gone"]);
    await expect(plug.open({ onBytes: () => undefined, onLost: () => undefined })).rejects.toThrow(/no device/);
    plug.replug();
    const port = await plug.open({ onBytes: () => undefined, onLost: () => undefined });
    await expect(plug.open({ onBytes: () => undefined, onLost: () => undefined })).rejects.toThrow(/taken/);
    await port.close();
    plug.stop();
  });

  it("garbled bytes are damage, and the next message is taken again", async () => {
    const { plug, harness, run } = await table(wire);
    harness.forget();
    plug.garble(Buffer.from(wire === "hid" ? `\x20${"?".repeat(32)}` : "B 0000 rubbish\n"));
    run(600);
    expect(harness.state.link.damaged).toBe(1);
    expect(harness.words()).toEqual([]);
    plug.stop();
  });
});

it("reports that the host did not take are an overflow", async () => {
  const { plug, harness, run } = await table("hid");
  harness.forget();
  plug.dropReports(300);
  run(600);
  expect(harness.words()).toEqual(["+messages-lost", "gap overflow", "attached idle"]);
  expect(harness.state.figures.dropped).toBe(300);
  plug.stop();
});
