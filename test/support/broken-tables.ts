import { mkdirSync, statfsSync, symlinkSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { basename, join } from "node:path";
import { realpathSync } from "node:fs";
import { onTestFinished } from "vitest";
import type { OpenPort, PortEvents } from "../../drivers/port.ts";
import type { FINDINGS as ROWS } from "../../src/codes/findings.ts";
import type { MachinePaths } from "../../firmware/care/doctor/machine.ts";
import { findPlace } from "../../firmware/journal/second/devices.ts";
import { parseConfig } from "../../firmware/table/config/config.ts";
import { writeEyeCalibration } from "../../firmware/table/dice/calibration-file.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { runTable } from "../../firmware/unit/run.ts";
import { openPty } from "../../hw-sim/lines/pty.ts";
import { resample } from "../../hw-sim/lines/uart.ts";
import { ShoeDevice } from "../../hw-sim/models/shoe/device/device.ts";
import type { ElectronicWheel } from "../../hw-sim/models/wheels/electronic/played-wheel.ts";
import { playedSs2 } from "../../hw-sim/models/wheels/ss2/played.ts";
import { PROFILES, type ElectronicDevice } from "../../hw-sim/sim/profiles.ts";
import { electronicWheel } from "../../hw-sim/sim/wheels.ts";
import { toBytes, toText } from "../../src/recording/codec.ts";
import { problemText } from "../../src/rules/yaml.ts";
import { wheelPack } from "../../src/rules/pack.ts";
import { faultText } from "../../src/table/kernel/view/texts.ts";
import { familyOf } from "../../src/table/kernel/families.ts";
import { textsOf } from "../../src/text/text-of.ts";
import type { Language, Text } from "../../src/text/language.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { greyImage, type GreyImage } from "../../src/vision/grey-image.ts";
import { EMPTY, simArena } from "./dice-arena.ts";
import { smallDisk, temporaryFolder } from "./folder.ts";
import { TaughtEye } from "./taught-eye.ts";
import "../../firmware/table/setup/every-family.ts";

/**
 * Twelve tables that somebody is woken for. Each is a whole unit that runs; what is broken at it are bytes on its lines, pictures of its camera,
 * files of the kernel and answers of programs, as the operating system would give them. Nothing is set in the unit by hand.
 */

const FINDINGS = textsOf("doctor.findings");
const HINTS = textsOf("pages.technician.hints");
const CHILE = "cl/ruleta-francesa";
const clock = systemClock();
const DOCTOR = new URL("./broken-doctor.ts", import.meta.url).href;

export interface BrokenTable {
  readonly name: string;
  /** The cause and its remedy, word for word. */
  readonly cause: Text;
  readonly remedy: Text;
  /** Prepares it, and starts its unit. @returns the address of its pages */
  readonly start: () => Promise<string>;
}

const finding = (code: keyof typeof ROWS): Pick<BrokenTable, "cause" | "remedy"> => ({
  cause: FINDINGS[code].text,
  remedy: FINDINGS[code].remedy,
});
const fault = (code: string, family: "wheel" | "shoe" | "dice"): Pick<BrokenTable, "cause" | "remedy"> => {
  const { text, doThis } = faultText(code, familyOf({ family }).texts);
  return { cause: text, remedy: doThis };
};

interface Started {
  readonly rulebook?: string;
  readonly device: Readonly<Record<string, unknown>>;
  readonly opens?: Readonly<Record<string, OpenPort>>;
  readonly storage?: string;
  readonly more?: Readonly<Record<string, unknown>>;
  readonly kernel?: Partial<MachinePaths>;
}

/** A whole unit, with the doctor's own program beside it. */
async function startUnit({
  rulebook = CHILE,
  device,
  opens = {},
  storage,
  more = {},
  kernel = {},
}: Started): Promise<string> {
  const folder = temporaryFolder();
  const written = {
    format: 2,
    test: true,
    table: { name: "Mesa", log: "tirada.test/broken", rulebook },
    ...device,
    display: { port: 0 },
    people: [],
    storage: { folder: storage ?? join(folder, "storage"), segmentMegabytes: 1 },
    ...more,
  };
  const reading = parseConfig(JSON.stringify(written), "table.yaml");
  if (!reading.ok) throw new Error(reading.problems.map(problemText).join("; "));
  const doctor = join(folder, "doctor.mjs");
  writeFileSync(
    doctor,
    `import { examineWith } from ${JSON.stringify(DOCTOR)};\nawait examineWith(${JSON.stringify(kernel)});\n`,
  );
  const table = await runTable({
    config: reading.config,
    clock,
    opens,
    doctor: `file://${doctor}`,
    onRecord: () => undefined,
    onNotice: () => undefined,
  });
  onTestFinished(() => table.stop("test"));
  return table.url;
}

/** A port in memory whose device is stepped by the clock. */
function portOf(step: (us: number, host: string) => string): OpenPort {
  const from = clock.now();
  let events: PortEvents | null = null;
  let host = "";
  const timer = clock.every(20 * US_PER_MS, "device", () => {
    const bytes = step(clock.now() - from, host);
    host = "";
    if (bytes !== "") events?.onBytes(toBytes(bytes), clock.now());
  });
  onTestFinished(() => timer.cancel());
  return (given) => {
    events = given;
    const write = (bytes: Uint8Array): Promise<void> => {
      host += toText(bytes);
      return Promise.resolve();
    };
    const close = (): Promise<void> => {
      events = null;
      given.onLost({ why: "closed", detail: "closed" }, clock.now());
      return Promise.resolve();
    };
    return Promise.resolve({ name: "device", write, close });
  };
}

/** Wheels have run for so long when the unit opens their ports. */
const WARM_US = 12_000_000;

const stepOf = (wheel: ElectronicWheel): ((us: number, host: string) => string) => {
  wheel.run(WARM_US, "");
  return (us, host) =>
    wheel
      .run(WARM_US + us, host)
      .sent.map(({ bytes }) => bytes)
      .join("");
};
const wheelOf = (device: ElectronicDevice): ElectronicWheel =>
  electronicWheel(device, wheelPack(loadPack(CHILE).pack), "broken", PROFILES.clean);

const SS2 = { wheel: { device: "cammegh-ss2", path: "/dev/none", wait: true } };

/** What a receiver at twice the speed makes of a line. */
const atWrongSpeed =
  (step: ReturnType<typeof stepOf>) =>
  (us: number, host: string): string => {
    const bytes = step(us, host);
    if (bytes === "") return "";
    const heard = resample([{ us: 0, bytes }], { sent: 9_600, received: 19_200, framing: "keep" });
    return heard.map(({ byte }) => String.fromCharCode(byte)).join("");
  };

/** A SlingShot 2 that plays behind a USB adapter on a pseudo-terminal, until the adapter stops by itself. */
async function mutePl2303(): Promise<string> {
  const folder = temporaryFolder();
  const path = `/dev/shm/tirada-${basename(folder)}`;
  let host = "";
  const pty = await openPty({ path, onBytes: (bytes) => (host += Buffer.from(bytes).toString("latin1")) });
  const step = stepOf(wheelOf("cammegh-ss2"));
  const from = clock.now();
  const timer = clock.every(20 * US_PER_MS, "adapter", () => {
    const us = clock.now() - from;
    const bytes = step(us, host);
    host = "";
    if (us < MUTE_US && bytes !== "") void pty.write(bytes).catch(() => undefined);
  });
  onTestFinished(async () => {
    timer.cancel();
    await pty.close();
  });
  // As the kernel shows the converter behind a port.
  const sys = join(folder, "sys");
  const usb = join(sys, "devices/usb1/1-1");
  const tty = basename(realpathSync(path));
  mkdirSync(join(usb, "1-1:1.0", tty), { recursive: true });
  writeFileSync(join(usb, "idVendor"), "067b\n");
  mkdirSync(join(sys, "class/tty", tty), { recursive: true });
  symlinkSync(join(usb, "1-1:1.0", tty), join(sys, "class/tty", tty, "device"));
  return startUnit({ device: { wheel: { ...SS2.wheel, path } }, kernel: { sys } });
}
const MUTE_US = 6_000_000;

/** A calibrated eye whose camera shows what becomes of the empty arena after some seconds. */
async function eyeThat(becomes: (image: GreyImage) => GreyImage): Promise<string> {
  const sim = simArena("broken eye", { light: "installed", framed: true, side: 16 }, { dice: 2 });
  const folder = temporaryFolder();
  const [calibration, path] = [join(folder, "eye.json"), join(folder, "camera")];
  writeEyeCalibration(calibration, sim.calibration, false);
  const empty = sim.frames(EMPTY, 12);
  const eye = await TaughtEye.open(path, empty);
  onTestFinished(() => eye.close());
  const { camera } = sim.setup.setting;
  const source = { source: "socket", path, format: "y4m", width: camera.width, height: camera.height, fps: 10 };
  const url = await startUnit({
    rulebook: "cl/craps",
    device: { dice: { eye: { device: "tirada-eye", calibration, wait: true, camera: source } } },
  });
  clock.after(SEEN_WELL_US, "what becomes of it", () => eye.show(empty.map(becomes)));
  return url;
}
const SEEN_WELL_US = 5_000_000;

/** The camera looks a little further to the side. */
const moved = ({ width, height, data }: GreyImage): GreyImage =>
  greyImage(
    width,
    height,
    Uint8Array.from(data, (_, at) => data[Math.min(data.length - 1, at + MOVED_PX * width + MOVED_PX)] ?? 0),
  );
const MOVED_PX = 4;
/** What is left of the light is the room's. */
const dark = ({ width, height, data }: GreyImage): GreyImage =>
  greyImage(
    width,
    height,
    Uint8Array.from(data, (value) => value >> 3),
  );

function shoeOfAnotherTable(): Promise<string> {
  const device = new ShoeDevice({
    wire: "line",
    kind: 1,
    device: 1,
    decks: 6,
    random: randomFrom("broken shoe"),
  });
  device.power(true, 0);
  const open = portOf((us, host) =>
    device
      .step(us, [], host)
      .map(({ bytes }) => bytes)
      .join(""),
  );
  const decks = Array.from({ length: 8 }, (_, at) => ({ id: `0000000${at + 1}`, back: "red" }));
  return startUnit({
    rulebook: "cl/punto-y-banca",
    device: { shoe: { device: "tirada-shoe", path: "/dev/none", wait: true, decks } },
    opens: { shoe: open },
  });
}

/** A disk of its own, which something else fills while the table plays. */
async function fullDisk(): Promise<string> {
  const disk = smallDisk(DISK_KIB);
  if (disk === null) throw new Error("a full disk wants a disk of its own: run this as root");
  const url = await startUnit({
    device: SS2,
    opens: { wheel: portOf(stepOf(wheelOf("cammegh-ss2"))) },
    storage: join(disk, "storage"),
  });
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, "photos-of-somebody"), Buffer.alloc(bavail * bsize - LEFT_BYTES));
  return url;
}
const DISK_KIB = 96 * 1_024;
const LEFT_BYTES = 262_144;

/** The kernel counts errors of the file system that the evidence lies on. */
function dyingCard(): Promise<string> {
  const storage = join(temporaryFolder(), "storage");
  mkdirSync(storage, { recursive: true });
  const [disk = "mmcblk0"] = findPlace(storage).disks;
  const sys = temporaryFolder();
  mkdirSync(join(sys, "fs/ext4", disk), { recursive: true });
  writeFileSync(join(sys, "fs/ext4", disk, "errors_count"), "4\n");
  const opens = { wheel: portOf(stepOf(wheelOf("cammegh-ss2"))) };
  return startUnit({ device: SS2, opens, storage, kernel: { sys } });
}

/** chrony has a server that says another time, and answers as it then does. */
async function wrongClock(): Promise<string> {
  const bin = temporaryFolder();
  const line = `C0A80101,192.168.1.1,3,$(date +%s).0,42.500000,0.001,0.001,1.0,0.1,0.1,0.02,0.01,64.0,Not synchronised`;
  writeFileSync(join(bin, "chronyc"), `#!/bin/sh\nwhile read -r asked; do echo "${line}"; done\n`, {
    mode: 0o755,
  });
  const { PATH = "" } = process.env;
  process.env["PATH"] = `${bin}:${PATH}`;
  onTestFinished(() => void (process.env["PATH"] = PATH));
  return startUnit({
    device: SS2,
    opens: { wheel: portOf(stepOf(wheelOf("cammegh-ss2"))) },
    more: { clock: { service: "chrony" } },
  });
}

/** A wheel with a double zero at a table whose rulebook has none. */
function wrongPack(): Promise<string> {
  const ring = [...Array.from({ length: 37 }, (_, pocket) => String(pocket)), "00"];
  const wheel = playedSs2({ seed: "broken", ring, profile: PROFILES.clean });
  return startUnit({ device: SS2, opens: { wheel: portOf(stepOf(wheel)) } });
}

/** The updater has told the table of a release, which its people do not let in. */
async function stuckUpdate(): Promise<string> {
  const socket = join(temporaryFolder(), "update.sock");
  const url = await startUnit({
    device: SS2,
    opens: { wheel: portOf(stepOf(wheelOf("cammegh-ss2"))) },
    more: { update: { socket, noticeHours: 1 } },
  });
  const record = {
    step: "announced",
    id: "0123456789abcdef",
    by: "updater",
    order: null,
    version: "0.10.1",
    digest: "ab".repeat(32),
    release: 7,
    fromVersion: null,
    fromDigest: null,
    why: null,
  };
  const talk = createConnection({ path: socket });
  talk.write(`${JSON.stringify({ do: "record", record })}\n`);
  let said = "";
  for await (const piece of talk) said += String(piece);
  if (!said.includes('"ok":true')) throw new Error(`the table took no announcement: ${said}`);
  return url;
}

/** All of them but the one whose wheel has to have played: that is the recording of one (`dirtySensor`). */
export const BROKEN_UNITS: readonly BrokenTable[] = [
  {
    name: "swapped cable",
    ...finding("device-exchanged"),
    start: () => startUnit({ device: SS2, opens: { wheel: portOf(stepOf(wheelOf("cammegh-mercury-360"))) } }),
  },
  { name: "mute PL2303", ...finding("adapter-stopped"), start: mutePl2303 },
  {
    name: "wrong speed",
    ...fault("device-garbled", "wheel"),
    start: () =>
      startUnit({ device: SS2, opens: { wheel: portOf(atWrongSpeed(stepOf(wheelOf("cammegh-ss2")))) } }),
  },
  { name: "moved camera", ...fault("eye-moved", "dice"), start: () => eyeThat(moved) },
  { name: "lamp out", ...fault("eye-light", "dice"), start: () => eyeThat(dark) },
  { name: "shoe of another table", ...fault("shoe-setup", "shoe"), start: shoeOfAnotherTable },
  { name: "full disk", ...fault("storage-full", "wheel"), start: fullDisk },
  { name: "dying card", ...finding("disk-errors"), start: dyingCard },
  { name: "wrong clock", ...finding("clock-late"), start: wrongClock },
  { name: "wrong pack", ...fault("wheel-pockets", "wheel"), start: wrongPack },
  { name: "stuck update", ...finding("update-waits"), start: stuckUpdate },
];

/** What is told of a wheel whose sensor is dirty. */
export const DIRTY_SENSOR = { cause: HINTS["sensor-misses"].text, remedy: HINTS["sensor-misses"].remedy };
/** A text as it stands on the page: its values are told, whatever they are. */
export const asPattern = (text: Text, language: Language): RegExp =>
  new RegExp(
    text[language]
      .split(/\{[^{}]*\}/)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
      .join(".+"),
    "u",
  );
