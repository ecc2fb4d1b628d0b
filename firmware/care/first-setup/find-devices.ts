import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { problemWords } from "../../../src/rules/problem-words.ts";
import { type OpenPort, PortError } from "../../../drivers/port.ts";
import type { CameraConfig } from "../../../drivers/dice/camera/config.ts";
import { findDevice } from "../../../drivers/transport/find-device.ts";
import { socketOfAddress } from "../../../drivers/transport/find-hid.ts";
import { listHid, openHid } from "../../../drivers/transport/hid.ts";
import { KEYBOARD_USAGE, openKeyboard } from "../../../drivers/transport/keyboard.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { Language } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { DEVICES, SHOE_TYPES } from "../../table/config/devices.ts";
import { takeFrames } from "../../table/dice/take-frames.ts";
import { EXIT, Problem } from "../../problem.ts";
import { loadDevices } from "../../table/setup/load-families.ts";
import type { Slot, SlotKind } from "./draft.ts";
import type { AnySession } from "../../table/setup/unit-family.ts";
import { fill, type Values } from "../../../src/text/every-language.ts";
import { hear, type Heard, type Hearing, isPanelThere } from "./hear.ts";
import { isOfItsKind, tellingDevices } from "./other-devices.ts";
import { whoReads } from "./table-user.ts";

const TEXTS = textsOf("first-setup.devices");

/** How long a device has to speak or to answer, µs: an SS2 is asked eight questions, one after the other. */
const ANSWER_US = 12 * US_PER_S;
/** After the first sound line of a device, or of silence: nothing more comes that would tell what it is. */
const SILENT_US = 3.5 * US_PER_S;
/** A reader that says nothing by itself: somebody passes a card over it. */
const CARD_US = 30 * US_PER_S;
/** Ports that are tried, all at once. */
const PORTS_MAX = 32;

/** Readers that speak when a card passes, and not before. */
export const SILENT_READERS: readonly string[] = ["card-rfid", "card-barcode"];
/** Faults of a device that is another one than the table is to have. */
const UNFIT: readonly string[] = ["wheel-pockets", "dice-device-setup", "eye-setup", "shoe-setup"];

/** Where devices are looked for. */
export interface DeviceFolders {
  /** Stable names of serial ports. */
  readonly ports: string;
  /** Stable names of cameras. */
  readonly cameras: string;
}

export interface Search {
  readonly slot: Slot;
  readonly kind: SlotKind;
  /** Null for a device without a session of its own, as panel and camera are. */
  readonly session: AnySession | null;
  /** What the configuration of a camera says, apart from its path; null: it is none. */
  readonly camera: CameraConfig | null;
  /** Of a device behind a broker; null: it is none. */
  readonly open: OpenPort | null;
  /** Of a serial port, baud. */
  readonly baudRate: number;
  /** Opens a serial port at a speed. */
  readonly serial: (path: string, baudRate: number) => OpenPort;
  readonly folders: DeviceFolders;
  readonly clock: Clock;
  /** Of what is said of it. */
  readonly language: Language;
  /** Addresses that other devices of this table have. */
  readonly taken: readonly string[];
  /** Is told the addresses before one of them is opened. */
  readonly grant: (addresses: readonly string[]) => void;
}

/** What stands behind an address. */
export interface Candidate {
  readonly address: string;
  readonly kind: SlotKind;
  /** `right`: it is the device, and fits. `unfit`: the device, and it does not fit the table. `other`: another device. `none`: nothing that is understood. */
  readonly is: "right" | "unfit" | "other" | "none";
  /** One line for people: what it answers, or why it is not the one. */
  readonly says: string;
}

/** Tries every address at which the device may be. Rejects with a Problem where none can be listed. */
export async function tryAddresses(search: Search): Promise<readonly Candidate[]> {
  const addresses = await addressesOf(search);
  const untaken = addresses.filter((one) => !search.taken.includes(one)).slice(0, PORTS_MAX);
  if (untaken.length > 0) await loadDevices(DEVICES.map(({ name }) => name));
  search.grant(untaken);
  return Promise.all(untaken.map((address) => tryAddress(search, address)));
}

/** The one that is right. Throws a Problem `device` in one line when there is none, or more than one. */
export function onlyRight(
  { slot, language }: Pick<Search, "slot" | "language">,
  tried: readonly Candidate[],
): Candidate {
  const right = tried.filter(({ is }) => is === "right");
  const [first, second] = right;
  if (first !== undefined && second === undefined) return first;
  const words = wordsIn(language);
  const name = slot.device === "panel" ? "panel" : `${slot.name}: ${slot.device}`;
  if (first === undefined)
    throw new Problem(EXIT.device, words("not-found", { name, why: missingText(slot, tried, words) }));
  const places = right.map(({ address, says }) => `${address} (${says})`).join(", ");
  const isByPath = slot.kinds.includes("serial") || slot.device === "panel";
  const key = [...slot.path, isByPath ? "path" : "serial"].join(".");
  throw new Problem(EXIT.device, words("places", { name, count: right.length, places, key }));
}

function missingText({ device, kinds }: Slot, tried: readonly Candidate[], words: Words): string {
  const about = DEVICES.find(({ name }) => name === device)?.about;
  const look = `${words("look")}${about === undefined ? "" : ` (${about})`}`;
  if (tried.length > 0) return `${tried.map(({ address, says }) => `${address}: ${says}`).join("; ")}; ${look}`;
  return `${words(kinds.includes("hid") || kinds.includes("keyboard") ? "no-usb" : "no-port")}; ${look}`;
}

/** Where the device may be: its own address, or every one of its kind. */
async function addressesOf({ slot, kind, folders, camera }: Search): Promise<readonly string[]> {
  const { given } = slot;
  switch (kind) {
    case "serial":
    case "panel":
      if (given === null) return namesIn(folders.ports);
      // A piece of a name, such as a serial number, may fit more than one.
      if (!given.startsWith("/"))
        return namesIn(folders.ports).filter((name) => basename(name).includes(given));
      return [(await findDevice(given).catch(asDeviceProblem)).name];
    case "hid":
    case "keyboard": {
      const usage = kind === "keyboard" ? KEYBOARD_USAGE : usageOf(slot.device);
      const found = usage === null ? [] : await listHid(usage).catch(asDeviceProblem);
      // A device with a number of its own may be named by its socket all the same.
      return given === null
        ? found
        : socketOfAddress(given) === null
          ? found.filter((one) => one === given)
          : [given];
    }
    case "camera":
      if (camera?.source !== "v4l2") return [camera?.path ?? camera?.source ?? ""];
      return given === null
        ? namesIn(folders.cameras).filter((name) => name.includes("video-index0"))
        : [given];
    case "mqtt":
      return given === null ? [] : [given];
  }
}

const usageOf = (device: string): { readonly usagePage: number; readonly usage: number } | null =>
  SHOE_TYPES.find(({ name }) => name === device)?.usage ?? null;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    // Without a device of its kind there is no such folder.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new Problem(
      EXIT.device,
      problemWords("ports-unread", { folder, code: String((error as NodeJS.ErrnoException).code) }),
    );
  }
}

function asDeviceProblem(error: unknown): never {
  if (error instanceof PortError) throw new Problem(EXIT.device, error.message, { cause: error });
  throw error;
}

/** What stands behind one address, by what it says and answers there. */
export async function tryAddress(search: Search, address: string): Promise<Candidate> {
  const { kind } = search;
  const words = wordsIn(search.language);
  const of = (is: Candidate["is"], says: string): Candidate => ({ address, kind, is, says });
  try {
    if (kind === "panel") {
      const isThere = await isPanelThere(openAt(search, address), search.clock);
      return isThere ? of("right", "tirada-panel") : of("none", words("no-panel"));
    }
    const { session, camera } = search;
    if (camera !== null) {
      const from = camera.source === "v4l2" ? { ...camera, path: address } : camera;
      await takeFrames(from, search.clock, 1);
      return of("right", `${camera.width}x${camera.height}`);
    }
    if (session === null) throw new TypeError(`no session for ${search.slot.name}`);
    const heard = await hear(openAt(search, address), [session], hearOptions(search));
    const [own] = heard.heard;
    if (own !== undefined && isThere(search.slot, own)) return judgeHeard(own, of, words);
    if (own !== undefined && isByWord(search.slot, session, own))
      return of("right", words("by-word", { device: own.device }));
    return kind === "serial"
      ? await nameOther(search, address, heard, of)
      : of("none", silenceText(heard, search));
  } catch (error) {
    if (error instanceof PortError || error instanceof Problem) return of("none", error.message);
    throw error;
  }
}

type Words = (name: keyof typeof TEXTS, values?: Values) => string;
const wordsIn =
  (language: Language): Words =>
  (name, values = {}) =>
    fill(TEXTS[name], language, values);

type Make = (is: Candidate["is"], says: string) => Candidate;

/** Who forbids that it is asked, and names its port, has said what stands there. */
const isByWord = ({ given }: Slot, { standingFaults }: AnySession, { isAttached, told }: Heard): boolean =>
  given !== null && told === false && isAttached && !standingFaults.includes("wheel-other");

function isThere({ device }: Slot, heard: Heard): boolean {
  return SILENT_READERS.includes(device) ? heard.hasSpoken : isOfItsKind(heard);
}

/** It is a device of the kind; whether it fits the table its own faults say. */
function judgeHeard(heard: Heard, of: Make, words: Words): Candidate {
  const { number, faults } = heard;
  const name = number === null ? heard.device : `${heard.device} ${number}`;
  for (const code of UNFIT) {
    const detail = faults.get(code);
    if (detail !== undefined) return of("unfit", words("unfit", { name, code, detail: detailText(detail) }));
  }
  const warned = faults.get("wheel-setup");
  return of("right", warned === undefined ? name : `${name}, wheel-setup: ${detailText(warned)}`);
}

const detailText = (detail: Readonly<Record<string, string | number>>): string =>
  Object.entries(detail)
    .map(([key, value]) => `${key} ${value}`)
    .join(", ");

function hearOptions({ slot, clock }: Search): Parameters<typeof hear>[2] {
  const isReader = SILENT_READERS.includes(slot.device);
  return {
    clock,
    limitUs: isReader ? CARD_US : ANSWER_US,
    quietUs: isReader ? CARD_US : SILENT_US,
    isEnough: ([own]) => {
      if (own === undefined) return true;
      if (isReader) return own.hasSpoken;
      if (own.faults.has("wheel-other")) return true;
      // A wheel that is asked settles what it is set to with its last answer.
      if (own.device === "cammegh-ss2" && own.isAttached) return own.settled.has("wheel-setup");
      if ((own.isAttached && own.told !== false) || UNFIT.some((code) => own.faults.has(code))) return true;
      // A board that needs its guided spin is known by its identity, and attaches after it.
      return own.number !== null && own.faults.has("not-calibrated") && own.settled.has("wheel-pockets");
    },
  };
}

/** What else stands behind the port: each speed is tried, and every device that says itself what it is. */
async function nameOther(search: Search, address: string, first: Hearing, of: Make): Promise<Candidate> {
  const { slot, clock, session } = search;
  const words = wordsIn(search.language);
  const others = tellingDevices();
  let { bytes } = first;
  const speeds = [...new Set([search.baudRate, ...others.map(({ baudRate }) => baudRate)])];
  for (const baudRate of speeds) {
    const tried = others.filter((one) => one.baudRate === baudRate);
    if (tried.length === 0) continue;
    const isEnough = (heard: readonly Heard[]): boolean => heard.some(isOfItsKind);
    const open = openAt({ ...search, baudRate }, address);
    const { heard, ...more } = await hear(
      open,
      tried.map((one) => one.session),
      { clock, limitUs: SILENT_US, quietUs: SILENT_US, isEnough },
    );
    bytes += more.bytes;
    const is = heard.flatMap((one, at) => (isOfItsKind(one) ? [{ ...one, ...tried[at] }] : []));
    const names = is.map((one) => nameOf(one, one.protocol ?? null));
    if (is.some(({ device }) => device === session?.device))
      return of("unfit", words("set-otherwise", { names: names.join(", ") }));
    if (is.length > 0) return of("other", words("other", { names: names.join(", ") }));
  }
  if (first.heard.some(({ told, isAttached }) => told === false && isAttached))
    return of("none", words("untold", { device: slot.device }));
  return of("none", silenceText({ bytes, heard: first.heard }, search) + sharedText(address, words));
}

function nameOf({ device, number }: Heard, protocol: string | null): string {
  const name = number === null ? device : `${device} ${number}`;
  return protocol === null ? name : `${name}, protocol: ${protocol}`;
}

function silenceText({ bytes }: Hearing, { slot: { device }, language }: Search): string {
  const words = wordsIn(language);
  if (SILENT_READERS.includes(device)) return words("no-card", { seconds: CARD_US / US_PER_S });
  return bytes === 0 ? words("silent") : words("noise", { bytes, device });
}

/** Whoever reads the port as well takes bytes away from this one. */
function sharedText(address: string, words: Words): string {
  const others = whoReads(address);
  return others.length === 0 ? "" : `; ${words("shared", { others: others.join(", ") })}`;
}

function openAt({ slot, kind, baudRate, clock, open, serial }: Search, address: string): OpenPort {
  if (open !== null) return open;
  if (kind === "hid") {
    const usage = usageOf(slot.device);
    if (usage === null) throw new Problem(EXIT.usage, `${slot.device} is no USB HID device`);
    return openHid({ ...usage, address, clock });
  }
  if (kind === "keyboard") return openKeyboard({ address, clock });
  return serial(address, baudRate);
}
