import { expect, it, onTestFinished } from "vitest";
import type { PortEvents } from "../../drivers/port.ts";
import type { ActContext } from "../../firmware/table/acts/act.ts";
import { shoeActs } from "../../firmware/table/acts/shoe-acts.ts";
import { ON_PAGE } from "../../firmware/table/acts/technician.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { ShoeDevice } from "../../hw-sim/models/shoe/device/device.ts";
import type { ShoeEvent } from "../../hw-sim/models/shoe/device/events.ts";
import { toBytes, toText } from "../../src/recording/codec.ts";
import type { Text } from "../../src/text/language.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import "../../firmware/table/setup/every-family.ts";

/** A technician's questions to a modelled shoe, on the line that its table has. */

it("an open shoe tries its sensors, and its lid is seen as hands open and shut it", async () => {
  const clock = systemClock();
  const device = new ShoeDevice({ wire: "line", kind: 1, device: 1, decks: 8, random: randomFrom("check") });
  device.power(true, clock.now());
  let events: PortEvents | null = null;
  let [coming, host]: [ShoeEvent[], string] = [[], ""];
  const timer = clock.every(5_000, "shoe", () => {
    const sent = device.step(clock.now(), coming, host);
    [coming, host] = [[], ""];
    for (const { bytes } of sent) events?.onBytes(toBytes(bytes), clock.now());
  });
  onTestFinished(() => timer.cancel());
  const open = (given: PortEvents) => {
    events = given;
    const write = (bytes: Uint8Array): Promise<void> => {
      host += toText(bytes);
      return Promise.resolve();
    };
    return Promise.resolve({ name: "shoe", write, close: () => Promise.resolve() });
  };
  const decks = Array.from({ length: 8 }, (_, at) => ({
    id: `0000000${at + 1}`,
    back: "red" as const,
    pack: 52 as const,
    jokers: 0 as const,
    removed: [],
  }));
  const setup = tableSetup("cl/punto-y-banca", "tirada-shoe", [], { decks, port: "serial" });
  const table = { clock, unit: { lend: () => open } } as unknown as Parameters<typeof shoeActs>[1];
  const acts = shoeActs(setup, table);
  expect(acts.acts).toEqual(["check-shoe", "check-cards"]);
  const said: string[] = [];
  const ready = ({ en }: Text): Promise<void> => {
    coming.push({ us: clock.now(), e: "lid", which: "lid", open: en.includes("open the lid") });
    return Promise.resolve();
  };
  const person = {
    words: ON_PAGE,
    say: ({ en }: Text) => void said.push(en),
    ready,
    progress: () => undefined,
  };
  const context = { values: {}, person, signal: new AbortController().signal } as unknown as ActContext;
  expect((await acts.run("check-shoe", {})(context)).detail).toMatchObject({ lid: "seen" });
  expect(said.slice(-2)).toEqual(["The lid is seen open", "The lid is seen shut"]);
  expect(said[0]).toMatch(/^device 00000001, firmware 1\.0\.0/);
});
