import { existsSync, globSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { type BytePort, type OpenPort, type PortLoss, PortError } from "../../../drivers/port.ts";
import { listHid, openHid } from "../../../drivers/transport/hid.ts";
import { KEYBOARD_USAGE, openKeyboard } from "../../../drivers/transport/keyboard.ts";
import { openSerial } from "../../../drivers/transport/serial.ts";
import { tiradaShoeSession } from "../../../drivers/shoe/tirada-shoe/session.ts";
import { ss2Session } from "../../../drivers/wheel/cammegh-ss2/session.ts";
import { DeviceRules, RULES_FILE } from "../../../firmware/care/first-setup/device-rules.ts";
import type { Slot } from "../../../firmware/care/first-setup/draft.ts";
import { hear, type Heard } from "../../../firmware/care/first-setup/hear.ts";
import type { AnySession } from "../../../firmware/table/setup/unit-family.ts";
import { toText } from "../../../src/recording/codec.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { clock, found, loadDrivers, play, settle, until } from "./bench.ts";
import { scannerOn, shoe, shoeOn, wheelOn, WHEEL } from "./devices.ts";
import { Gadget } from "./gadget.ts";

/** The unit's own ports on serial lines, HID devices and keyboards of a real kernel, without a unit. */

const SHOE_USAGE = { usagePage: 0xff54, usage: 0x01 } as const;
const BY_ID = "/dev/serial/by-id";
const HEARD_US = 30 * US_PER_S;
const LABEL = "7H";
/** Debian's group of serial lines. */
const DIALOUT = 20;

/** Opens a port and closes it at once; what its opening is refused with. */
async function refusalOf(open: OpenPort): Promise<string> {
  try {
    const port = await open({ onBytes: () => undefined, onLost: () => undefined });
    await port.close();
    return "opened";
  } catch (error) {
    if (error instanceof PortError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

/** Opens a port as the unit does once its device is back. */
async function openLater(open: OpenPort, events: Parameters<OpenPort>[0]): Promise<BytePort> {
  let port: BytePort | null = null;
  await until("the port opens", async () => (port = await open(events).catch(() => null)) !== null);
  return port!;
}

async function heardAt(
  open: OpenPort,
  session: AnySession,
  isWhole = ({ isAttached }: Heard): boolean => isAttached,
): Promise<Heard | undefined> {
  const options = { clock, limitUs: HEARD_US, quietUs: HEARD_US };
  const isEnough = (heard: readonly Heard[]): boolean => heard.every(isWhole);
  return (await hear(open, [session], { ...options, isEnough })).heard[0];
}

/** Pulls the plug of an open device and puts it back: what the port says, and whether it opens again. */
async function pull(step: string, gadget: Gadget, open: OpenPort): Promise<void> {
  const losses: PortLoss[] = [];
  let bytes = 0;
  await openLater(open, { onBytes: () => undefined, onLost: (loss) => losses.push(loss) });
  gadget.unplug();
  await until(`${step}: the loss is told`, () => losses.length > 0);
  const away = await refusalOf(open);
  gadget.plug();
  const port = await openLater(open, { onBytes: (read) => (bytes += read.length), onLost: () => undefined });
  await until(`${step}: it speaks again`, () => bytes > 0);
  await port.close();
  found(`${step} pulled`, { losses, away });
}

async function serialLine(): Promise<void> {
  const wheel = wheelOn(0, "smoke");
  await until("a stable name of the line", () => existsSync(BY_ID) && readdirSync(BY_ID).length > 0);
  settle();
  const [name = ""] = readdirSync(BY_ID);
  const open = openSerial({ path: join(BY_ID, name), clock });
  const session = ss2Session({ pockets: 37, rotorVariationRpm10: 20, ask: true });
  // It is asked what it is, and its answers come back.
  const heard = await heardAt(
    open,
    session,
    ({ isAttached, settled }) => isAttached && settled.has("wheel-setup"),
  );
  found("line", {
    name,
    isAttached: heard?.isAttached,
    isAsked: heard?.settled.has("wheel-setup"),
    faults: Object.fromEntries(heard?.faults ?? []),
  });
  // Another program of good manners, and one that only locks the line itself.
  const held = await open({ onBytes: () => undefined, onLost: () => undefined });
  found("line taken", { by: await refusalOf(open) });
  await held.close();
  await pull("line", wheel.gadget, open);
  const twin = new Gadget(3, WHEEL);
  twin.plug();
  await until("both lines are there", () => globSync("/dev/serial/by-path/*").length >= 2);
  settle();
  found("line twice", { refusal: await refusalOf(open) });
  twin.unplug();
  wheel.stop();
}

async function hidDevice(): Promise<void> {
  const played = shoeOn(1, 8);
  await until("a HID device is listed", async () => (await listHid(SHOE_USAGE)).length > 0);
  settle();
  const open = openHid({ ...SHOE_USAGE, address: "S-0001", clock });
  const session = tiradaShoeSession({ carrier: "hid", device: null, decks: 8 });
  const heard = await heardAt(open, session);
  found("hid", { isAttached: heard?.isAttached, number: heard?.number });
  const held = await open({ onBytes: () => undefined, onLost: () => undefined });
  found("hid taken", { by: await refusalOf(open) });
  await held.close();
  await pull("hid", played.gadget, open);
  const twin = new Gadget(3, shoe());
  twin.plug();
  await until("both shoes are there", () => globSync("/dev/hidraw*").length >= 2);
  settle();
  found("hid twice", { listed: await listHid(SHOE_USAGE), refusal: await refusalOf(open) });
  twin.unplug();
  played.stop();
}

async function keyboard(): Promise<void> {
  const scanner = scannerOn(2);
  await until("a keyboard is listed", async () => (await listHid(KEYBOARD_USAGE)).length > 0);
  settle();
  const open = openKeyboard({ address: "B-0001", clock });
  found("keyboard", { refusal: await refusalOf(open) });
  // The set-up's own rules, as it writes them for a shoe that it tries and a scanner that the answers name.
  const rules = new DeviceRules({
    path: RULES_FILE,
    isOurs: () => true,
    willMake: () => undefined,
    onKept: () => undefined,
  });
  const slot = (given: string | null): Slot => ({
    name: "shoe",
    path: ["shoe"],
    device: "card-barcode",
    kinds: ["keyboard"],
    given,
  });
  rules.grant(slot(null), "keyboard", ["B-0001"]);
  const unnamed = await refusalOf(open);
  rules.grant(slot("B-0001"), "keyboard", ["B-0001"]);
  const [raw = ""] = globSync("/dev/hidraw*").filter((path) => realpathSync("/dev/tirada/shoe") === path);
  const { mode, gid } = statSync(raw);
  found("ruled", { unnamed, raw, mode: (mode & 0o777).toString(8), isDialout: gid === DIALOUT });
  let bytes = "";
  const port = await open({ onBytes: (read) => (bytes += toText(read)), onLost: () => undefined });
  scanner.scan(LABEL);
  // Two characters and Enter, each down and up.
  await until("a code is typed", () => bytes.length >= 6 * 8);
  await port.close();
  found("keyboard inhibited", { typed: Buffer.from(bytes, "latin1").toString("hex") });
}

void play(async () => {
  found("booted");
  loadDrivers(4);
  await serialLine();
  await hidDevice();
  await keyboard();
});
