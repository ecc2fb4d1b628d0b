import type { PortIdentity } from "../../drivers/session.ts";
import type { FaultCode } from "../../src/codes/faults.ts";
import type { Person } from "../../src/people/roles.ts";
import type { Entry } from "../../src/recording/entry.ts";
import {
  reduceDevice,
  type DeviceRecord,
  type KnownDevice,
  type KnownDevices,
} from "../../src/table/kernel/durable/known-devices.ts";
import type { Durable } from "../../src/table/kernel/durable/durable.ts";
import type { MonoUs } from "../../src/time/instant.ts";
import { checkEntry } from "./check-entry.ts";
import type { SaidDevice } from "../table/acts/act.ts";
import type { Config } from "../table/config/config.ts";

/** The devices that may stand at a table; undefined: any. */
type Approved = Config["approved"];
type Detail = (Entry & { readonly k: "event" })["detail"];
type Faults = Readonly<Partial<Record<DeviceFault, Readonly<Record<string, string>>>>>;

const DEVICE_FAULTS = ["device-other", "device-unapproved"] as const satisfies readonly FaultCode[];
type DeviceFault = (typeof DEVICE_FAULTS)[number];

/** Letters of what a record quotes of a device. */
const QUOTED_MAX = 80;
const NOT_YET = "it has not said what it is";

/**
 * Which devices stand at the table. What each says of itself is a record once in a start and whenever it changes; another device, number
 * or firmware than the table's is a fault until a person lets it be, and so is one that the configuration does not approve. Under both
 * nothing is certified. What it finds it gives as entries of the recording: a replay finds nothing of its own.
 */
export class DeviceWatch {
  readonly #approved: Approved;
  /** What each port said last; a port of which nothing was recorded in this start is not among them. */
  readonly #said = new Map<string, KnownDevice>();
  /** Self-tests of each port that are records. */
  readonly #tested = new Map<string, number>();
  /** The faults that stand, with what they say, as this start knows them. */
  #faults: Readonly<Record<string, string>> | null = null;

  constructor(approved: Approved) {
    this.#approved = approved;
  }

  /** What is to be recorded. `isOpen`: whether a port has been opened in this start. */
  look(
    all: readonly PortIdentity[],
    isOpen: (port: string) => boolean,
    durable: Durable,
    t: MonoUs,
  ): readonly Entry[] {
    const news = all.filter((one) => isOpen(one.port)).flatMap((one) => this.#news(one, durable, t));
    const tests = all.flatMap((one) => this.#newTest(one, t));
    if (news.length === 0 && this.#faults !== null) return tests;
    const after = news.reduce(
      (before, { detail }) => reduceDevice(before, { kind: "device", detail }),
      durable,
    );
    return [...news, ...tests, ...this.#faultEntries(all, after, t)];
  }

  /** The device at a port that a person may let be; null: it has not said what it is, or is not approved. */
  said(port: string, durable: Durable): SaidDevice | null {
    const said = this.#said.get(port);
    if (said === undefined || !isApproved(this.#approved, said)) return null;
    return { ...said, was: durable.devices?.[port] ?? null };
  }

  /** A person lets a device be: the entry that says so, and those that end its fault; none where it is no more there. */
  letBe(
    { port, device, by }: { readonly port: string; readonly device: KnownDevice; readonly by: Person },
    all: readonly PortIdentity[],
    durable: Durable,
    t: MonoUs,
  ): readonly Entry[] {
    const one = this.said(port, durable);
    if (one === null || !isSame(one, device)) return [];
    const record = deviceEntry(port, one, one.was, "let-be", t, { person: by.name, role: by.role });
    const after = reduceDevice(durable, { kind: "device", detail: record.detail });
    return [record, ...this.#faultEntries(all, after, t)];
  }

  #news({ port, device, identity }: PortIdentity, durable: Durable, t: MonoUs): (Entry & { k: "event" })[] {
    if (identity === null) return [];
    const now: KnownDevice = {
      device,
      serial: identity === "never" ? null : quote(identity.serial),
      firmware: identity === "never" ? null : quote(identity.firmware),
    };
    const before = this.#said.get(port);
    if (before !== undefined && isSame(before, now)) return [];
    this.#said.set(port, now);
    const known = durable.devices?.[port] ?? null;
    const is = judge(known, now);
    return [deviceEntry(port, now, is === "other" ? known : null, is, t)];
  }

  /** A device told how its self-test ended: a record for one that passed, too. */
  #newTest({ port, device, selfTest }: PortIdentity, t: MonoUs): readonly Entry[] {
    if (selfTest === undefined || selfTest.bad === null) return [];
    const { count, bad } = selfTest;
    if (this.#tested.get(port) === count) return [];
    this.#tested.set(port, count);
    return [checkEntry("device-self-test", bad === "", { port, device, failed: bad === "" ? null : bad }, t)];
  }

  /** The faults that are to stand, where they are not those that do. */
  #faultEntries(all: readonly PortIdentity[], durable: Durable, t: MonoUs): readonly Entry[] {
    const due = this.#faultsDue(all, durable.devices ?? {});
    const before = this.#faults;
    // Of the run before a device may be another one that has not spoken yet: only what it says ends its fault.
    const areAllKnown = all.every(({ port }) => this.#said.has(port));
    this.#faults = Object.fromEntries(Object.entries(due).map(([code, detail]) => [code, wordsOf(detail)]));
    return DEVICE_FAULTS.flatMap((code): Entry[] => {
      const stands = durable.faults.some((fault) => fault.device === "unit" && fault.code === code);
      const detail = due[code];
      const fault = { k: "fault", t, device: "unit", code } as const;
      if (detail === undefined) return stands && areAllKnown ? [{ ...fault, detail: {}, stands: false }] : [];
      // One of the run before stands for the same: the record of the device says which.
      if (stands && (before?.[code] ?? wordsOf(detail)) === wordsOf(detail)) return [];
      const over: Entry[] = stands ? [{ ...fault, detail: {}, stands: false }] : [];
      return [...over, { ...fault, detail, stands: true }];
    });
  }

  #faultsDue(all: readonly PortIdentity[], known: KnownDevices): Faults {
    const other: Record<string, string> = {};
    const unapproved: Record<string, string> = {};
    for (const { port } of all) {
      const now = this.#said.get(port);
      const was = known[port];
      if (now !== undefined && was !== undefined && judge(was, now) === "other")
        other[port] = `${deviceWords(now)}; until now ${deviceWords(was)}`;
      if (this.#approved === undefined) continue;
      if (now === undefined) unapproved[port] = NOT_YET;
      else if (!isApproved(this.#approved, now)) unapproved[port] = deviceWords(now);
    }
    const isAny = (detail: object): boolean => Object.keys(detail).length > 0;
    return {
      ...(isAny(other) ? { "device-other": other } : {}),
      ...(isAny(unapproved) ? { "device-unapproved": unapproved } : {}),
    };
  }
}

/** What a device is beside the one that the table knows at its port. What nobody had said before is learned; what was said is missed. */
function judge(known: KnownDevice | null, now: KnownDevice): DeviceRecord {
  if (known === null) return "first";
  const isOther = (was: string | null, is: string | null): boolean => was !== null && was !== is;
  if (known.device !== now.device || isOther(known.serial, now.serial) || isOther(known.firmware, now.firmware))
    return "other";
  return isSame(known, now) ? "known" : "first";
}

function isApproved(approved: Approved, { device, serial, firmware }: KnownDevice): boolean {
  if (approved === undefined) return true;
  const fits = (wanted: readonly string[] | undefined, said: string | null): boolean =>
    wanted === undefined || (said !== null && wanted.some((one) => one.toUpperCase() === said.toUpperCase()));
  return approved.some(
    (one) =>
      one.device === device &&
      fits(one.number === undefined ? undefined : [one.number], serial) &&
      fits(one.firmware, firmware),
  );
}

function deviceEntry(
  port: string,
  { device, serial, firmware }: KnownDevice,
  was: KnownDevice | null,
  is: DeviceRecord,
  t: MonoUs,
  by: Detail = {},
): Entry & { readonly k: "event" } {
  const before =
    was === null ? {} : { deviceBefore: was.device, serialBefore: was.serial, firmwareBefore: was.firmware };
  return { k: "event", t, event: "device", detail: { port, device, serial, firmware, is, ...before, ...by } };
}

/** `tirada-shoe number 000A12F3 firmware 1.4.2`. */
export const deviceWords = ({ device, serial, firmware }: KnownDevice): string =>
  `${device} number ${serial ?? "not known"} firmware ${firmware ?? "not known"}`;

const isSame = (a: KnownDevice, b: KnownDevice): boolean =>
  a.device === b.device && a.serial === b.serial && a.firmware === b.firmware;

const wordsOf = (detail: Readonly<Record<string, string>>): string => JSON.stringify(detail);

const quote = (text: string | null): string | null => text?.slice(0, QUOTED_MAX) ?? null;
