import { addressOfSocket, socketOfAddress } from "../../../drivers/transport/find-hid.ts";
import type { Path } from "../../../src/rules/yaml.ts";
import { CONFIG_FORMAT } from "../../table/config/config.ts";
import { SHOE_TYPES } from "../../table/config/devices.ts";

/**
 * What the configuration will be, as far as it is known: a plain value with the keys of a configuration. What the setup itself finds or
 * makes, addresses of devices and hashes of PINs, may be missing.
 */
export type Draft = Readonly<Record<string, unknown>>;

/** A value that is a map of keys; anything else is refused by the schema of configurations. */
export type Section = Record<string, unknown>;
export const isSection = (value: unknown): value is Section =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** How a device of a table is reached. */
export type SlotKind = "serial" | "hid" | "keyboard" | "camera" | "mqtt" | "panel";

/** A place for a device in a draft. */
export interface Slot {
  /** As recordings name the port: `wheel`, `shoe`, `eye`, `thrower`, `witness`; of a second eye `second`; or `panel`. */
  readonly name: string;
  /** Of its section in the draft. */
  readonly path: Path;
  /** Name of its device; empty: the draft names none. */
  readonly device: string;
  /** Ways in which it may be plugged in; one, once the draft has its address. */
  readonly kinds: readonly SlotKind[];
  /** Its address, or the part of it that the draft has; null: it is to be found. */
  readonly given: string | null;
}

/** Stand for what the setup will find, so that the rest can be checked before. */
const TO_BE_FOUND = "to-be-found";
const PLACES: Readonly<Record<"serial" | "camera", string>> = {
  serial: `/dev/serial/by-id/${TO_BE_FOUND}`,
  camera: `/dev/v4l/by-id/${TO_BE_FOUND}`,
};
/** Has the form of a hash, and is nobody's PIN. */
const HASH_TO_BE_MADE = `scrypt$2$1$1$${"B".repeat(21)}A$${"A".repeat(43)}`;

/** The devices of a draft, in the order in which they are looked for. */
export function slotsOf(draft: Draft): readonly Slot[] {
  const { wheel, shoe, dice, panel } = draft;
  const found: Slot[] = [];
  if (isSection(wheel)) found.push(slotOf("wheel", ["wheel"], wheel, ["serial"]));
  if (isSection(shoe)) {
    found.push(slotOf("shoe", ["shoe"], shoe, shoeKinds(shoe)));
    if (isSection(shoe["dice"])) found.push(...diceSlots(["shoe", "dice"], shoe["dice"]));
  }
  if (isSection(dice)) found.push(...diceSlots(["dice"], dice));
  if (isSection(panel)) found.push({ ...slotOf("panel", ["panel"], panel, ["panel"]), device: "panel" });
  return found;
}

function slotOf(name: string, path: Path, section: Section, kinds: readonly SlotKind[]): Slot {
  const socket = textOrNull(section["socket"]);
  const serial = section["serial"] ?? (socket === null ? undefined : addressOfSocket(socket));
  const given = section["path"] ?? serial ?? section["url"];
  const kind: readonly SlotKind[] =
    section["url"] !== undefined
      ? ["mqtt"]
      : section["path"] !== undefined
        ? [kinds.includes("panel") ? "panel" : "serial"]
        : serial !== undefined
          ? kinds.filter((one) => one !== "serial")
          : kinds;
  return { name, path, device: textOrNull(section["device"]) ?? "", kinds: kind, given: textOrNull(given) };
}

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

function shoeKinds({ device }: Section): readonly SlotKind[] {
  return SHOE_TYPES.find(({ name }) => name === device)?.ports ?? ["serial"];
}

function diceSlots(above: Path, dice: Section): readonly Slot[] {
  return ["eye", "second", "thrower", "witness"].flatMap((name) => {
    const section = dice[name];
    if (!isSection(section)) return [];
    const slot = slotOf(name, [...above, name], section, ["serial"]);
    const { camera } = section;
    if (!isSection(camera)) return [slot];
    return [{ ...slot, kinds: ["camera"] as const, given: textOrNull(camera["path"]) }];
  });
}

/** The draft with an address for a device. */
export function withAddress(draft: Draft, slot: Slot, kind: SlotKind, address: string): Draft {
  if (kind === "mqtt") return draft;
  if (kind === "camera") return withValue(draft, [...slot.path, "camera", "path"], address);
  if (kind !== "hid" && kind !== "keyboard") return withValue(draft, [...slot.path, "path"], address);
  const socket = socketOfAddress(address);
  return withValue(draft, [...slot.path, socket === null ? "serial" : "socket"], socket ?? address);
}

/** The draft with a value at a path. */
export function withValue(draft: Draft, [key, ...rest]: Path, value: unknown): Draft {
  const name = String(key);
  if (rest.length === 0) return { ...draft, [name]: value };
  const inside = draft[name];
  return { ...draft, [name]: withValue(isSection(inside) ? inside : {}, rest, value) };
}

/** The draft as a configuration that can be checked: what is to be found or made has something in its place. */
export function checkable(draft: Draft, kinds: Readonly<Record<string, SlotKind>> = {}): Draft {
  let whole: Draft = { ...draft, format: draft["format"] ?? CONFIG_FORMAT };
  for (const slot of slotsOf(draft)) {
    if (slot.given !== null) continue;
    const kind = kinds[slot.name] ?? slot.kinds.find((one) => one === "serial") ?? slot.kinds[0] ?? "serial";
    if (kind === "camera") {
      if (needsCameraPath(draft, slot)) whole = withAddress(whole, slot, kind, PLACES.camera);
    } else {
      const address = kind === "serial" || kind === "panel" ? PLACES.serial : TO_BE_FOUND;
      whole = withAddress(whole, slot, kind, address);
    }
  }
  const { people } = draft;
  if (!Array.isArray(people)) return whole;
  const hashed = people.map((one: unknown) =>
    isSection(one) && isClearPin(one["pin"]) ? { ...one, pin: HASH_TO_BE_MADE } : one,
  );
  return { ...whole, people: hashed };
}

/** A PIN that is not hashed yet. */
export const isClearPin = (pin: unknown): boolean => typeof pin !== "string" || !pin.startsWith("scrypt$");

/** A camera of Linux is found by the setup; every other one says itself where it is. */
export function needsCameraPath(draft: Draft, { path }: Slot): boolean {
  const camera = valueAt(draft, [...path, "camera"]);
  return isSection(camera) && camera["source"] === "v4l2";
}

export function valueAt(draft: Draft, path: Path): unknown {
  let here: unknown = draft;
  for (const key of path) here = isSection(here) ? here[String(key)] : undefined;
  return here;
}
