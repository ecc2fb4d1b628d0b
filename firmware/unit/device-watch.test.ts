import { describe, expect, it } from "vitest";
import type { PortIdentity } from "../../drivers/session.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { applyRecord, type Durable } from "../../src/table/kernel/durable/durable.ts";
import type { FamilyReducer } from "../../src/table/kernel/family.ts";
import { WHEEL_TABLE_START } from "../../src/table/wheel/durable-wheel.ts";
import { monoUs } from "../../src/time/instant.ts";
import type { Config } from "../table/config/config.ts";
import { DeviceWatch } from "./device-watch.ts";

const EVA = { role: "tecnico", name: "Eva Mas" } as const;
const SHOE = { serial: "000A12F3", firmware: "1.4.2" };
const NOBODY = { reduce: (_: unknown, after: Durable) => after } as unknown as FamilyReducer;

/** A table whose shoe says what it is; a start anew keeps what is durable. */
class Table {
  durable: Durable = WHEEL_TABLE_START.durable;
  #watch: DeviceWatch;
  readonly #approved: Config["approved"];

  constructor(approved?: Config["approved"]) {
    this.#approved = approved;
    this.#watch = new DeviceWatch(approved);
  }

  startAnew(): this {
    this.#watch = new DeviceWatch(this.#approved);
    return this;
  }

  says(identity: PortIdentity["identity"]): readonly string[] {
    return this.#take(this.#watch.look(identitiesOf(identity), () => true, this.durable, monoUs(0)));
  }

  letBe(device: typeof SHOE, identity: PortIdentity["identity"] = device): readonly string[] {
    const what = { port: "shoe", device: { device: "tirada-shoe", ...device }, by: EVA };
    return this.#take(this.#watch.letBe(what, identitiesOf(identity), this.durable, monoUs(0)));
  }

  get faults(): readonly string[] {
    return this.durable.faults.map(({ code }) => code);
  }

  #take(entries: readonly Entry[]): readonly string[] {
    return entries.map((entry) => {
      if (entry.k === "event") {
        this.durable = applyRecord(this.durable, { kind: "device", detail: entry.detail }, "", NOBODY);
        return [entry.detail["is"], entry.detail["serial"], entry.detail["firmware"]].join(" ");
      }
      if (entry.k !== "fault") throw new Error(entry.k);
      const { device, code, detail, stands } = entry;
      const kind = stands ? "fault" : "fault-cleared";
      this.durable = applyRecord(this.durable, { kind, device, code, round: null, detail }, "", NOBODY);
      return `${stands ? "+" : "-"}${code} ${Object.values(detail).join("")}`.trim();
    });
  }
}

const identitiesOf = (identity: PortIdentity["identity"]): PortIdentity[] => [
  { port: "shoe", device: "tirada-shoe", identity },
];

describe("what a device says of itself", () => {
  it("is a record once in a start, and what the first one says is the table's", () => {
    const table = new Table();
    expect(table.says(null)).toEqual([]);
    expect(table.says(SHOE)).toEqual(["first 000A12F3 1.4.2"]);
    expect(table.says(SHOE)).toEqual([]);
    expect(table.says(null)).toEqual([]);
    expect(table.startAnew().says(SHOE)).toEqual(["known 000A12F3 1.4.2"]);
    expect(table.durable.devices).toEqual({ shoe: { device: "tirada-shoe", ...SHOE } });
  });

  it("of a device that can say nothing is said to be unknown", () => {
    const table = new Table();
    expect(table.says("never")).toEqual(["first  "]);
    expect(table.durable.devices).toEqual({ shoe: { device: "tirada-shoe", serial: null, firmware: null } });
    expect(table.faults).toEqual([]);
  });

  it.each([
    ["number", { ...SHOE, serial: "000A12F4" }],
    ["firmware", { ...SHOE, firmware: "1.4.3" }],
    ["silence about its number", { serial: null, firmware: "1.4.2" }],
  ])("that is another %s is a fault until the former one is back", (_, other) => {
    const table = new Table();
    table.says(SHOE);
    const [record, fault] = table.says(other);
    expect(record).toMatch(/^other /);
    expect(fault).toMatch(
      /^\+device-other tirada-shoe number .*; until now tirada-shoe number 000A12F3 firmware 1\.4\.2$/,
    );
    expect(table.faults).toEqual(["device-other"]);
    expect(table.says(SHOE)).toEqual(["known 000A12F3 1.4.2", "-device-other"]);
  });

  it("is let be by a person, as it was shown and no other one", () => {
    const table = new Table();
    table.says(SHOE);
    const other = { serial: "0000BEEF", firmware: "1.4.2" };
    table.says(other);
    expect(table.letBe(SHOE)).toEqual([]);
    expect(table.letBe(other)).toEqual(["let-be 0000BEEF 1.4.2", "-device-other"]);
    expect(table.startAnew().says(other)).toEqual(["known 0000BEEF 1.4.2"]);
    expect(table.says(SHOE)[0]).toBe("other 000A12F3 1.4.2");
  });

  it("is a fault over a restart, until the device itself says otherwise", () => {
    const table = new Table();
    table.says(SHOE);
    const other = { ...SHOE, firmware: "9.9.9" };
    table.says(other);
    expect(table.startAnew().says(null)).toEqual([]);
    expect(table.faults).toEqual(["device-other"]);
    expect(table.says(other)).toEqual(["other 000A12F3 9.9.9"]);
    expect(table.faults).toEqual(["device-other"]);
    expect(table.startAnew().says(SHOE)).toEqual(["known 000A12F3 1.4.2", "-device-other"]);
  });
});

describe("a list of approved devices", () => {
  it("refuses what is not in it, and whoever has not said what it is", () => {
    const table = new Table([{ device: "tirada-shoe", number: "000a12f3", firmware: ["1.4.1", "1.4.2"] }]);
    expect(table.says(null)).toEqual(["+device-unapproved it has not said what it is"]);
    expect(table.says(SHOE)).toEqual(["first 000A12F3 1.4.2", "-device-unapproved"]);
    expect(table.says({ ...SHOE, firmware: "1.4.3" })).toHaveLength(3);
    expect(table.faults).toEqual(["device-other", "device-unapproved"]);
    expect(table.letBe({ ...SHOE, firmware: "1.4.3" })).toEqual([]);
    expect(table.says(SHOE)).toHaveLength(3);
    expect(table.faults).toEqual([]);
  });

  it("that asks for what a device cannot say is not met", () => {
    const asks = new Table([{ device: "tirada-shoe", firmware: ["1.4.2"] }]);
    asks.says("never");
    expect(asks.faults).toEqual(["device-unapproved"]);
    const kind = new Table([{ device: "tirada-shoe" }]);
    kind.says("never");
    expect(kind.faults).toEqual([]);
  });
});

it("a self-test that a device told of is a record, whether it passed or not", () => {
  const watch = new DeviceWatch(undefined);
  const look = (selfTest: PortIdentity["selfTest"]): unknown[] =>
    watch
      .look(
        [{ port: "shoe", device: "tirada-shoe", identity: SHOE, ...(selfTest && { selfTest }) }],
        () => true,
        WHEEL_TABLE_START.durable,
        monoUs(0),
      )
      .flatMap((entry) => (entry.k === "event" && entry.event === "check" ? [entry.detail] : []));
  const about = { of: "device-self-test", port: "shoe", device: "tirada-shoe" };
  expect(look({ count: 0, bad: null })).toEqual([]);
  expect(look({ count: 1, bad: "" })).toEqual([{ ...about, passed: true, failed: null }]);
  expect(look({ count: 1, bad: "" })).toEqual([]);
  expect(look({ count: 2, bad: "exit" })).toEqual([{ ...about, passed: false, failed: "exit" }]);
});
