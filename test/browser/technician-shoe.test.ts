import { expect, onTestFinished, test } from "vitest";
import type { OpenPort, PortEvents } from "../../drivers/port.ts";
import { ShoeDevice } from "../../hw-sim/models/shoe/device/device.ts";
import type { ShoeEvent } from "../../hw-sim/models/shoe/device/events.ts";
import { toBytes, toText } from "../../src/recording/codec.ts";
import type { Clock } from "../../src/time/clock.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { EVA, actsTable, ended, goOn, signIn } from "./acts-table.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { shot, until } from "./harness.ts";

/** A shoe checked by a person at the technician's page: its sensors, its lid; then a round that the table certifies. */

const browser = browserOfFile();
const STEP_US = 5_000;

/** A modelled shoe on a port in memory. */
function shoeOnPort(clock: Clock): { readonly open: OpenPort; happens(event: ShoeEvent): void } {
  const device = new ShoeDevice({
    wire: "line",
    kind: 1,
    device: 1,
    decks: 8,
    random: randomFrom("acts shoe"),
  });
  let events: PortEvents | null = null;
  let coming: ShoeEvent[] = [];
  let host = "";
  device.power(true, clock.now());
  const timer = clock.every(STEP_US, "shoe on a port", () => {
    const sent = device.step(clock.now(), coming, host);
    coming = [];
    host = "";
    const bytes = sent.map((one) => one.bytes).join("");
    if (bytes !== "") events?.onBytes(toBytes(bytes), clock.now());
  });
  onTestFinished(() => timer.cancel());
  return {
    open: (given) => {
      events = given;
      return Promise.resolve({
        name: "shoe",
        write: (bytes) => {
          host += toText(bytes);
          return Promise.resolve();
        },
        close: () => {
          events = null;
          given.onLost({ why: "closed", detail: "closed" }, clock.now());
          return Promise.resolve();
        },
      });
    },
    happens: (event) => coming.push(event),
  };
}

test(
  "a shoe is checked in the running unit, and its next round is certified",
  { timeout: 180_000 },
  async () => {
    const clock = systemClock();
    const shoe = shoeOnPort(clock);
    const decks = Array.from({ length: 8 }, (_, at) => ({ id: `0000000${at + 1}`, back: "red" }));
    const device = { shoe: { device: "tirada-shoe", path: "/dev/none", wait: true, decks } };
    const table = await actsTable(clock, device, "cl/punto-y-banca", { shoe: shoe.open });
    const page = await signIn(browser(), table, EVA);
    await page.click("#begin-check-shoe");
    const lid = (open: boolean): void => shoe.happens({ us: clock.now(), e: "lid", which: "lid", open });
    await goOn(page, "open the lid");
    lid(true);
    await goOn(page, "shut the lid");
    lid(false);
    expect(await ended(page)).toContain("Done");
    await shot(page, "act-shoe-done");
    expect(table.acts().map(({ what }) => what)).toEqual(["began", "answered", "answered", "ended"]);
    expect(table.acts().at(-1)).toMatchObject({ act: "check-shoe", is: "done", lid: "seen" });
    // What it is asked for stands in no fault: the table's own questions go on behind it.
    expect(table.of("fault").filter((body) => body.code === "shoe-refused")).toEqual([]);

    await table.open();
    shoe.happens({ us: clock.now(), e: "stage", stage: "loading" });
    const phase = (): string => table.now.unit.shown.durable.phase;
    await until("the shoe is being loaded", () => phase() === "preparing");
    shoe.happens({ us: clock.now(), e: "stage", stage: "ready" });
    await until("bets are open", () => phase() === "betting");
    await table.now.unit.press({ key: "no-more-bets" }, { role: "croupier", name: "Bea" });
    for (const face of ["9h", "Kd", "9s", "6c"] as const)
      shoe.happens({ us: clock.now(), e: "pass", cards: [{ face, back: "red", deck: 1, id: null }] });
    await until("the verdict", () => phase() === "result");
    expect(table.of("result")[0]?.certainty.level).toBe("certified");
  },
);
