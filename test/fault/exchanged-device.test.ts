import { expect, it, onTestFinished } from "vitest";
import { hostMessages } from "../../drivers/shoe/tirada-shoe/carrier.ts";
import { Voice } from "../../drivers/shoe/tirada-shoe/shoe-voice.test-help.ts";
import type { KeeperListener } from "../../drivers/transport/port-keeper.ts";
import { acceptDevice } from "../../firmware/table/acts/accept-device.ts";
import { ON_PAGE } from "../../firmware/table/acts/technician.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { toBytes, toText } from "../../src/recording/codec.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { temporaryFolder } from "../support/folder.ts";
import { DECKS } from "../support/shoe-harness.ts";
import { unitHere, type UnitHere } from "../support/unit-here.ts";

const EVA = { role: "tecnico", name: "Eva Mas" } as const;

/** A whole card table on a folder, whose shoe somebody may exchange. */
async function cardTable(folder: string) {
  const clock = fakeClock(1_000_000);
  const setup = tableSetup("cl/punto-y-banca", "tirada-shoe", [], {
    decks: DECKS,
    mode: null,
  });
  let listener: KeeperListener | null = null;
  let written = "";
  const here: UnitHere = await unitHere(folder, setup, undefined, {
    clock,
    keep: (_, ears) => {
      listener = ears;
      return {
        write: (bytes) => {
          written += toText(bytes);
          return Promise.resolve();
        },
        reopen: () => Promise.resolve(),
        isServed: () => true,
        stop: () => Promise.resolve(),
      };
    },
  });
  const settle = (ms = 250): Promise<void> => clock.advanceSettling(ms * US_PER_MS);
  /** A shoe is plugged in, says who it is, and passes its self-test. */
  const plug = async (device: number): Promise<void> => {
    listener?.onLost({ why: "unplugged", detail: "unplugged" }, clock.now());
    await settle();
    const voice = new Voice("hid");
    voice.device = device;
    const says = async (...messages: readonly string[]): Promise<void> => {
      for (const one of messages) listener?.onBytes(toBytes(one), clock.now());
      await settle();
      voice.ms += 250;
    };
    listener?.onOpened("/dev/shoe", 1, clock.now());
    await says(voice.identity({ decks: DECKS.length }), voice.beat());
    for (let at = 0; at < 3; at++) await says(voice.beat());
    const asked = hostMessages("hid", written).findLast(({ letter }) => letter === "Y");
    if (asked === undefined) throw new Error("nobody asked for the self-test");
    await says(voice.make("Y", [2, 0x1ff], [2, 0x1ff]), voice.make("A", [2, asked.n], [1, 0x22], [1, 0]));
  };
  const bodies = (kind: string): unknown[] =>
    here.bodies.flatMap((body) => (body.kind === kind && "detail" in body ? [body.detail] : []));
  const faults = (): readonly string[] => here.unit.shown.durable.faults.map(({ code }) => code);
  return { here, plug, bodies, faults, settle };
}

it("a shoe that is exchanged stands in the records with its number, and nothing is certified until a person lets it be", async () => {
  const folder = temporaryFolder();
  const first = await cardTable(folder);
  await first.plug(0x70);
  const shoe = { port: "shoe", device: "tirada-shoe", firmware: "1.0.0" };
  expect(first.bodies("device")).toEqual([{ ...shoe, serial: "00000070", is: "first" }]);
  expect(first.bodies("check")).toEqual([
    { of: "device-self-test", passed: true, port: "shoe", device: "tirada-shoe", failed: null },
  ]);
  await first.plug(0x71);
  expect(first.bodies("device").at(-1)).toEqual({
    ...shoe,
    serial: "00000071",
    is: "other",
    deviceBefore: "tirada-shoe",
    serialBefore: "00000070",
    firmwareBefore: "1.0.0",
  });
  expect(first.faults()).toEqual(["device-other"]);
  first.here.kill();

  // Cutting the power lets nothing be.
  const second = await cardTable(folder);
  onTestFinished(() => second.here.kill());
  expect(second.faults()).toContain("device-other");
  await second.plug(0x71);
  expect(second.faults()).toEqual(["device-other"]);
  const { unit } = second.here;
  const kept: unknown[] = [];
  const done = acceptDevice(
    unit.devices,
    "shoe",
  )({
    values: { device: "shoe" },
    by: EVA,
    signal: new AbortController().signal,
    note: () => Promise.resolve(),
    second: () => Promise.reject(new Error("nobody else is asked")),
    person: {
      words: ON_PAGE,
      say: () => undefined,
      progress: () => undefined,
      ready: () => Promise.resolve(),
      ask: () => Promise.resolve(""),
    },
    commit: (detail) => {
      kept.push(detail);
      return Promise.resolve();
    },
  });
  await second.settle(2 * (US_PER_S / US_PER_MS));
  await done;
  expect(kept).toEqual([{ port: "shoe", device: "tirada-shoe", serial: "00000071", firmware: "1.0.0" }]);
  expect(second.bodies("device").at(-1)).toMatchObject({
    is: "let-be",
    serial: "00000071",
    serialBefore: "00000070",
    person: "Eva Mas",
    role: "tecnico",
  });
  expect(second.faults()).not.toContain("device-other");
});
