import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { FINDINGS } from "../../../src/codes/findings.ts";
import { faultText } from "../../../src/table/kernel/view/texts.ts";
import { LANGUAGES } from "../../../src/text/language.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import type { UnitHealth } from "../../unit/health.ts";
import { lookAtDisk } from "./disk.ts";
import { judge, type Looked } from "./judge.ts";
import { lookAtMachine, swapOf } from "./machine.ts";
import { seen, unseen } from "./observed.ts";
import { lookAtOwnScreens } from "./own-screens.ts";
import { reportOf, reportText, type DoctorReport } from "./report.ts";
import { HEALTH, WELL } from "./well.fixture.ts";

/** Lays files of the kernel into a folder. */
function kernel(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const BASE = {
  kind: "pc",
  version: "0.8.0",
  slot: "B",
  boot: "0a",
  sha256: null,
  isTrial: false,
  installed: null,
} as const;

const examined = (looked: Partial<Looked>): DoctorReport =>
  reportOf(
    judge({ ...WELL, ...looked }, (code) => faultText(code)),
    {
      at: "2026-01-01T00:00:00.000Z",
      table: { name: "Mesa 7", log: "tirada.test/seven", mode: "live" },
      release: "0.7.0",
    },
  );
const withHealth = (change: Partial<UnitHealth>): Partial<Looked> => ({
  unit: { is: "running", health: { ...HEALTH, ...change } },
});
const fault = (device: string, code: string, refuses = false) => ({
  device,
  code,
  since: "2026-01-01T00:00:00.000Z",
  refuses,
});
const disk = (usedPm: number, isReadOnly = false): Partial<Looked> => ({
  disk: { ...WELL.disk, space: seen({ usedPm, free: 1e9, isReadOnly }) },
});
const machine = (change: Partial<Looked["machine"]>): Partial<Looked> => ({
  machine: { ...WELL.machine, ...change },
});
const lost = {
  folder: "/media/second",
  required: false,
  behind: 9,
  lost: { why: "gone", detail: "it is gone" },
  since: null,
} as never;
/** So many displays on this machine and elsewhere. */
const connected = (here: number, elsewhere: number): Pick<Looked, "screens"> => ({
  screens: {
    url: "http://127.0.0.1:8470/",
    answers: true,
    places: { display: { here, elsewhere }, control: { here: 0, elsewhere: 0 } },
  },
});
const second = { ...WELL.disk, folder: "/media/second" };

describe("the screens", () => {
  const codes = (looked: Partial<Looked>): readonly string[] =>
    examined(looked)
      .findings.filter(({ subject }) => subject === "screens")
      .map(({ code, level }) => `${level} ${code}`);

  it("are counted, here and elsewhere", () => {
    const report = examined(connected(1, 2));
    expect(report.findings.find(({ code }) => code === "screens-connected")?.text.en).toBe(
      "Screens connected: 3 of the table (1 of this machine), 0 of control (0 of this machine)",
    );
    expect(codes(connected(1, 2))).toEqual(["well screens-well", "well screens-connected"]);
  });

  it("of a machine that shows none itself are missed only where it could, and what it lacks is named", () => {
    const bare = { missing: ["sway", "chromium"], monitors: seen(["DP-1"]) };
    expect(codes({ ...connected(0, 1), own: bare })).toEqual([
      "none screens-own-missing",
      "well screens-well",
      "well screens-connected",
    ]);
    const unseenMonitors = { missing: [], monitors: unseen("no-sensor") };
    expect(codes({ ...connected(0, 1), own: unseenMonitors })).toContain("unknown unobserved");
    // A unit of an earlier release does not say who is connected.
    const silent = { url: "http://127.0.0.1:8470/", answers: true, places: null };
    expect(codes({ screens: silent })).toEqual(["well screens-well"]);
  });

  it("are looked for among the kernel's connectors, and their packages by their files", () => {
    const sys = temporaryFolder();
    const connector = (name: string, status: string): void => {
      mkdirSync(join(sys, "class/drm", name), { recursive: true });
      writeFileSync(join(sys, "class/drm", name, "status"), `${status}\n`);
    };
    const look = () => lookAtOwnScreens({ sys, proc: sys }, { there: sys, gone: join(sys, "gone") });
    expect(look()).toEqual({ missing: ["gone"], monitors: unseen("no-sensor") });
    connector("card1-HDMI-A-2", "connected");
    connector("card0-DP-1", "connected");
    connector("card0-DP-2", "disconnected");
    mkdirSync(join(sys, "class/drm/renderD128"));
    expect(look().monitors).toEqual(seen(["DP-1", "HDMI-A-2"]));
  });
});

describe("the verdict", () => {
  it("is well, and says so for everything that was looked at", () => {
    const report = examined({});
    expect(report).toMatchObject({ verdict: "well", unobserved: 0 });
    expect(new Set(report.findings.map(({ level }) => level))).toEqual(new Set(["none", "well"]));
    const certified = examined({ certificates: { days: 14, listDays: 2, waiting: null } });
    expect(certified.verdict).toBe("well");
    expect(certified.findings.find(({ code }) => code === "certificates-well")?.text.en).toBe(
      "The unit's certificate holds for 14 more days, the revocation list for 2",
    );
  });

  it.each([
    ["stops", "unit-stopped", { unit: { is: "stopped", words: null } as const }],
    [
      "stops",
      "unit-ended",
      {
        unit: {
          is: "stopped",
          words: { at: "2026-01-01T00:00:00.000Z", status: 7, why: "a file changed" },
        } as const,
      },
    ],
    ["stops", "unit-mute", { unit: { is: "mute", why: "5 s" } as const }],
    ["attention", "certificates-ending", { certificates: { days: 13, listDays: 2, waiting: null } }],
    ["attention", "certificates-ending", { certificates: { days: 60, listDays: 1, waiting: null } }],
    [
      "attention",
      "certificates-renewing",
      { certificates: { days: 23, listDays: 5, waiting: { since: "2026-01-01T00:00:00.000Z", days: 7 } } },
    ],
    ["attention", "certificates-unusable", { certificates: { why: "cannot read it" } }],
    ["stops", "fault:port-gone", withHealth({ faults: [fault("wheel", "port-gone")] })],
    ["stops", "fault:device-silent", withHealth({ faults: [fault("wheel", "device-silent")] })],
    ["stops", "fault:device-garbled", withHealth({ faults: [fault("wheel", "device-garbled")] })],
    ["stops", "fault:storage-full", withHealth({ faults: [fault("unit", "storage-full", true)] })],
    ["attention", "fault:line-noise", withHealth({ faults: [fault("wheel", "line-noise")] })],
    // A panel that is gone takes no number away.
    ["attention", "fault:panel-gone", withHealth({ faults: [fault("panel", "panel-gone")] })],
    ["attention", "device-losses", withHealth({ counters: { portLosses: 4 } })],
    ["attention", "clock-rtc", withHealth({ clock: "rtc" })],
    ["attention", "clock-unvouched", withHealth({ clock: "unsynced" })],
    ["attention", "clock-unvouched", { asksClock: false }],
    ["attention", "disk-short", disk(800)],
    ["stops", "disk-full", disk(980)],
    ["stops", "disk-read-only", disk(100, true)],
    ["stops", "folder-missing", { disk: { ...WELL.disk, isThere: false } }],
    ["attention", "disk-worn", { disk: { ...WELL.disk, lives: [{ disk: "mmcblk0", usedPercent: seen(80) }] } }],
    ["attention", "journal-missing", { hasJournal: false }],
    ["attention", "journal-notes", withHealth({ journal: { ...HEALTH.journal, notes: ["cut off"] } })],
    ["attention", "journal-behind", withHealth({ journal: { ...HEALTH.journal, waiting: 17 } })],
    [
      "attention",
      "journal-read",
      withHealth({
        journal: { ...HEALTH.journal, read: { epoch: 3, seconds: 99, by: ["sqlite3 (7)"], isBySecond: true } },
      }),
    ],
    [
      "attention",
      "journal-read-second",
      withHealth({ journal: { ...HEALTH.journal, read: { epoch: 3, seconds: 99, by: [], isBySecond: true } } }),
    ],
    [
      "attention",
      "journal-read-unseen",
      withHealth({
        journal: { ...HEALTH.journal, read: { epoch: 3, seconds: 99, by: [], isBySecond: false } },
      }),
    ],
    ["attention", "second-lost", { second, ...withHealth({ second: lost }) }],
    [
      "attention",
      "second-behind",
      { second, ...withHealth({ second: { ...(lost as object), lost: null } as never }) },
    ],
    [
      "attention",
      "witness-late",
      {
        asksWitness: true,
        ...withHealth({ witness: { name: "w", size: 1, time: null, minutes: 3, trouble: null, why: null } }),
      },
    ],
    [
      "attention",
      "witness-trouble",
      {
        asksWitness: true,
        ...withHealth({
          witness: { name: "w", size: 1, time: null, minutes: 3, trouble: "silent", why: "silent" },
        }),
      },
    ],
    [
      "attention",
      "relay-silent",
      withHealth({ relay: { url: "https://relay:8473/", answered: null, trouble: "no answer" } }),
    ],
    ["attention", "memory-short", machine({ memory: seen({ free: 7e8, total: 8e9 }) })],
    ["attention", "memory-swap", { swap: seen(4_096), ...withHealth({ keepsSecrets: true }) }],
    ["attention", "temperature-high", machine({ temperature: seen(80) })],
    ["attention", "voltage-low", machine({ isVoltageLow: seen(true) })],
    ["attention", "usb-resets", machine({ usbAgain: seen(4) })],
    ["attention", "screens-gone", { screens: { url: "http://127.0.0.1:8470/", answers: false, places: null } }],
    ["attention", "screens-none", { ...connected(0, 0), own: { missing: ["sway"], monitors: seen([]) } }],
    ["attention", "screens-own-dark", connected(0, 1)],
    ["attention", "base-trial", { base: { ...BASE, isTrial: true } }],
  ] as const)("is %s for %s, which comes first and says what to do", (verdict, code, looked) => {
    const report = examined(looked);
    expect(report.verdict).toBe(verdict);
    const [first] = report.findings;
    expect(first).toMatchObject({ code, level: verdict });
    for (const language of LANGUAGES) expect(first?.remedy[language].length).toBeGreaterThan(10);
    for (const language of LANGUAGES) expect(reportText(report, language).join("\n")).not.toMatch(/[{}]/);
  });

  it("names the base system of a machine that has one of ours", () => {
    const named = (looked: Partial<Looked>): string | undefined =>
      examined(looked).findings.find(({ subject }) => subject === "base")?.text.en;
    expect(named({ base: BASE })).toBe("Base system 0.8.0, from place B");
    expect(named({ base: null })).toBe(undefined);
    expect(examined({ base: BASE }).verdict).toBe("well");
  });

  it("says of the relay whether there is one, and when it answered last", () => {
    const url = "https://relay:8473/";
    const said = (looked: Partial<Looked>): unknown => {
      const one = examined(looked).findings.find(({ subject }) => subject === "relay");
      return [one?.level, one?.text.en];
    };
    const knows = (answered: string | null, trouble: string | null): unknown =>
      said(withHealth({ relay: { url, answered, trouble } }));
    const time = "2026-01-01T00:00:00.000Z";
    expect(said({})).toEqual(["none", "Relay: there is none"]);
    expect(said({ asksRelay: true, unit: { is: "stopped", words: null } })).toEqual([
      "unknown",
      "Relay: cannot be observed (only the running unit knows)",
    ]);
    expect(knows(null, null)).toEqual(["unknown", `Relay ${url}: not asked yet since the start`]);
    expect(knows(time, null)).toEqual(["well", `Relay ${url}: answered, the last time ${time}`]);
    expect(knows(time, "no answer")).toEqual([
      "attention",
      `Relay ${url}: no answer; its last answer: ${time}`,
    ]);
  });

  it("is not made worse, and not well either, by what cannot be observed", () => {
    const none = unseen("no-sensor");
    const report = examined({
      machine: { temperature: none, isVoltageLow: none, memory: none, usbAgain: unseen("no-right") },
      disk: { ...WELL.disk, lives: [] },
    });
    expect(report).toMatchObject({ verdict: "well", unobserved: 5 });
    expect(reportText(report, "en").join("\n")).toMatch(/^In order \(cannot be observed: 5\)$/m);
    expect(report.findings.find(({ subject }) => subject === "usb")?.text.en).toBe(
      "USB: cannot be observed (this user may not read it)",
    );
  });

  it("of a required second copy that is lost is that nothing is certified", () => {
    const report = examined({
      second,
      ...withHealth({ second: { ...(lost as object), required: true } as never }),
    });
    expect(report.verdict).toBe("stops");
  });

  it("of a unit that is stopped names the ports, and whether they are there", () => {
    const port = { device: "wheel", path: "/dev/serial/by-id/x" };
    const codes = (isThere: boolean): readonly string[] =>
      examined({ unit: { is: "stopped", words: null }, ports: [{ ...port, isThere }] }).findings.map(
        ({ code }) => code,
      );
    expect(codes(true)).toContain("device-plugged");
    expect(codes(false)).toContain("device-absent");
  });
});

describe("the machine", () => {
  it("is read where the kernel shows it: the hottest sensor, the supply, memory, devices that came anew", () => {
    const sys = kernel({
      "class/thermal/thermal_zone0/temp": "51000\n",
      "class/hwmon/hwmon0/temp1_input": "63499\n",
      "class/hwmon/hwmon1/name": "rpi_volt\n",
      "class/hwmon/hwmon1/in0_lcrit_alarm": "1\n",
      "bus/usb/devices/usb1/busnum": "1\n",
      "bus/usb/devices/usb1/devnum": "1\n",
      "bus/usb/devices/1-1/busnum": "1\n",
      "bus/usb/devices/1-1/devnum": "7\n",
      "bus/usb/devices/1-1:1.0/bInterfaceNumber": "00\n",
    });
    const proc = kernel({
      meminfo: "MemTotal:        8000 kB\nMemFree:  100 kB\nMemAvailable:    4000 kB\n",
      "77/status": "Name:\tnode\nVmSwap:\t     12 kB\n",
    });
    expect(lookAtMachine({ sys, proc })).toEqual({
      temperature: seen(63),
      isVoltageLow: seen(true),
      memory: seen({ free: 4_096_000, total: 8_192_000 }),
      usbAgain: seen(5),
    });
    expect(swapOf(77, { sys, proc })).toEqual(seen(12_288));
    expect(swapOf(78, { sys, proc })).toEqual(unseen("no-sensor"));
  });

  it.each([
    ["0", false],
    ["50005", true],
    ["10000", true],
    ["40000", false],
  ])("a Raspberry Pi whose firmware says %s: too low %s", (bits, low) => {
    const sys = kernel({ "devices/platform/soc/soc:firmware/get_throttled": `${bits}\n` });
    expect(lookAtMachine({ sys, proc: sys }).isVoltageLow).toEqual(seen(low));
  });

  it("without sensors says of each that it cannot be observed, and never that it is well", () => {
    const empty = temporaryFolder();
    const none = unseen("no-sensor");
    expect(lookAtMachine({ sys: empty, proc: empty })).toEqual({
      temperature: none,
      isVoltageLow: none,
      memory: none,
      usbAgain: none,
    });
  });
});

describe("a disk", () => {
  const life = (files: Readonly<Record<string, string>>) => {
    const sys = kernel(files);
    const folder = temporaryFolder();
    return lookAtDisk(folder, { sys, proc: sys }, () => ({ fileSystem: 1, disks: ["mmcblk0"] })).lives[0]
      ?.usedPercent;
  };

  it("says how worn it is, by its cells and by its reserve", () => {
    expect(life({ "block/mmcblk0/device/life_time": "0x01 0x03\n" })).toEqual(seen(30));
    expect(
      life({ "block/mmcblk0/device/life_time": "0x01 0x01\n", "block/mmcblk0/device/pre_eol_info": "0x02\n" }),
    ).toEqual(seen(80));
    expect(life({ "block/mmcblk0/device/life_time": "0x0b 0x01\n" })).toEqual(seen(110));
    expect(life({ "block/mmcblk0/device/life_time": "0x00 0x00\n" })).toEqual(unseen("no-sensor"));
    expect(life({ "block/mmcblk0/device/life_time": "unknown\n" })).toEqual(unseen("no-sensor"));
    expect(life({})).toEqual(unseen("no-sensor"));
  });

  it("is measured, and a folder that is not there is said to be so", () => {
    const { isThere, space } = lookAtDisk(temporaryFolder());
    expect(isThere).toBe(true);
    expect(space).toMatchObject({ seen: true, value: { isReadOnly: false } });
    expect(lookAtDisk("/nowhere/at/all")).toMatchObject({
      isThere: false,
      space: unseen("no-sensor"),
      lives: [],
    });
  });
});

it("every finding leads to a page of the technician's manual, and to a heading of it", () => {
  const headings = (page: string): readonly string[] =>
    [
      ...readFileSync(new URL(`../../../docs/technician/${page}`, import.meta.url), "utf8").matchAll(
        /^#+ (.+)$/gm,
      ),
    ].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, "")
        .replaceAll(" ", "-"),
    );
  for (const [code, { manual }] of Object.entries(FINDINGS)) {
    const [page = "", anchor] = manual.split("#");
    const found = headings(page);
    expect([code, found]).toEqual([code, anchor === undefined ? found : expect.arrayContaining([anchor])]);
  }
});

it("one screen: the gravest first, marked, each with what to do and where it is explained", () => {
  const report = examined({ ...disk(990), ...machine({ temperature: seen(90) }) });
  expect(reportText(report, "es").slice(0, 8)).toEqual([
    "Mesa 7 · tirada.test/seven · tirada 0.7.0 · 2026-01-01T00:00:00.000Z",
    "La mesa no puede certificar",
    "",
    "✗ El disco de las pruebas está lleno: 99 % en uso, quedan 1,0 GB",
    "    → Cierre la mesa; exporte y libere o amplíe el disco",
    "      docs/technician/evidence-out.md",
    "! Temperatura: 90 °C",
    "    → Limpie el ventilador y deje aire a la unidad; a más de 85 °C el procesador frena",
  ]);
});
