import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { notifySocket } from "../support/notify-socket.ts";
import { until } from "../support/screen-line.ts";
import { startProcess, writeConfig } from "../support/table-process.ts";
import { ALL, sampleInAll } from "../support/volume.ts";

/** A whole unit as its service manager sees it: ready when it can play, fed while all of it lives, and last words; network.test.ts ends one. */

const ROOT = new URL("../../", import.meta.url).pathname;
const UNITS = join(ROOT, "firmware/delivery/packaging/systemd");
/** The services of an image's own: of every one's, and of a Raspberry Pi's. */
const IMAGE_UNITS = new Map(
  ["root", "pi4/root"].flatMap((part) => {
    const folder = join(ROOT, "firmware/delivery/packaging/image", part, "usr/lib/systemd/system");
    const services = readdirSync(folder).filter((file) => file.endsWith(".service"));
    return services.map((file) => [file.slice(0, -".service".length), folder] as const);
  }),
);
const PRELOAD = new URL("../support/hang-preload.ts", import.meta.url).href;
const clock = systemClock();
/** Longer than passes are apart. */
const SILENCE_US = 3 * US_PER_S;

/** A unit without its wheel, which it waits for, and one of its threads that stands still on request. */
async function unitThatHangs(which: "main" | "journal") {
  const folder = temporaryFolder();
  const socket = await notifySocket(folder);
  const sign = join(folder, "hang");
  const config = writeConfig({ folder, wheel: "/dev/serial/by-id/usb-none", wait: true });
  const env = {
    NOTIFY_SOCKET: socket.path,
    WATCHDOG_USEC: "7000000",
    NODE_OPTIONS: `--import ${PRELOAD}`,
    TIRADA_TEST_HANG: `${which} ${sign}`,
  };
  const table = startProcess(["start", "--config", config], { env });
  onTestFinished(() => void table.child.kill("SIGKILL"));
  await table.url;
  return { socket, table, hang: () => writeFileSync(sign, "") };
}

it.each(sampleInAll(["main", "journal"] as const, 1, "stuck threads"))(
  "a unit whose %s thread hangs feeds its watchdog no more",
  async (which) => {
    const { socket, table, hang } = await unitThatHangs(which);
    await until("two passes", () => socket.count("WATCHDOG=1") >= 2);
    expect(socket.words.indexOf("READY=1")).toBeLessThan(socket.words.indexOf("WATCHDOG=1"));
    expect(socket.words).toContain("STATUS=TEST: Mesa de prueba: waiting; wheel port-gone");
    hang();
    // What was under way arrives.
    await clock.sleep(US_PER_S / 2);
    const fed = socket.count("WATCHDOG=1");
    await clock.sleep(SILENCE_US);
    expect(socket.count("WATCHDOG=1")).toBe(fed);
    if (which === "main") return;
    expect(await table.lineWith("the watchdog is not fed")).toBe(
      "the watchdog is not fed: the journal's thread has not answered for 2 s",
    );
  },
);

it("a unit that cannot start leaves last words", async () => {
  const folder = temporaryFolder();
  const socket = await notifySocket(folder);
  const words = join(folder, "last-words.json");
  vi.stubEnv("NOTIFY_SOCKET", socket.path);
  vi.stubEnv("RUNTIME_DIRECTORY", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const config = writeConfig({ folder, wheel: "/dev/serial/by-id/usb-none" });
  const ended = await commandHere(["start", "--config", config]);
  expect(ended.status).toBe(3);
  expect(JSON.parse(readFileSync(words, "utf8"))).toMatchObject({
    status: 3,
    why: ended.stderr.replace(/^tirada: /, "").trim(),
  });
  expect(socket.count("READY=1")).toBe(0);
});

// A browser's own sandbox needs namespaces of its users.
// Needs systemd's own programs, which only `test:all` asks for.
if (ALL)
  it.each<readonly [name: string, most: number]>([
    ["tirada", 2],
    ["tirada-safe-page", 2],
    ["tirada-updater", 2],
    ["tirada-restart", 2],
    ["tirada-screens", 3],
    ...[...IMAGE_UNITS.keys()].map((name) => [name, 2] as const),
  ])("%s.service is exposed to %d.0 at the most, and systemd has nothing to say", (name, most) => {
    const file = join(IMAGE_UNITS.get(name) ?? UNITS, `${name}.service`);
    const said = execFileSync("systemd-analyze", ["security", "--offline=true", "--no-pager", file], {
      encoding: "utf8",
    });
    const exposure = /exposure level for [\w.-]+: ([\d.]+)/.exec(said)?.[1];
    expect(Number(exposure)).toBeLessThanOrEqual(most);
    expect(Number(exposure)).toBeGreaterThan(0);
    // The programs are not installed here: what is checked is that systemd knows every key.
    const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file], {
      encoding: "utf8",
    });
    expect(
      stderr.split("\n").filter((line) => /tirada.*(?:Unknown|Failed to parse|Invalid|ignoring)/i.test(line)),
    ).toEqual([]);
  });

it("the services have one language for their statuses, and leave to V8 what it needs", () => {
  const unit = readFileSync(join(UNITS, "tirada.service"), "utf8");
  expect(unit).toMatch(/^RestartPreventExitStatus=2 4 7$/m);
  expect(unit).toMatch(/^OnFailure=tirada-safe-page\.service$/m);
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
  const watchdogUs = Number(/^WatchdogSec=(\d+)$/m.exec(unit)?.[1]) * US_PER_S;
  const restartUs = Number(/^RestartSec=(\d+)ms$/m.exec(unit)?.[1]) * US_PER_MS;
  // With a start of 1.5 s a table that hung is there again within 10 s.
  expect(watchdogUs + restartUs + 1.5 * US_PER_S).toBeLessThan(10 * US_PER_S);
});

// systemd reads from /proc/devices, when it starts a service, which numbers a class of devices has, and not again.
it("the driver of each class of devices that the table may open is there before the table", () => {
  const unit = readFileSync(join(UNITS, "tirada.service"), "utf8");
  const drivers: Readonly<Record<string, string | null>> = {
    ttyUSB: "usbserial",
    ttyACM: "cdc_acm",
    hidraw: "hid",
    video4linux: "videodev",
    media: "videodev",
    // Part of Debian's kernels, or there before any service.
    ttyAMA: null,
    ttyS: null,
    usb_device: null,
    dma_heap: null,
  };
  const classes = [...unit.matchAll(/^DeviceAllow=char-(\w+) /gm)].map(([, name = ""]) => name);
  expect(classes.toSorted()).toEqual(Object.keys(drivers).toSorted());
  for (const key of ["Wants", "After"]) {
    const named = [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].flatMap(([, words = ""]) =>
      words.split(" "),
    );
    for (const name of classes)
      if (drivers[name] !== null) expect(named).toContain(`modprobe@${drivers[name]}.service`);
  }
});
