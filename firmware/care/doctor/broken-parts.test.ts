import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { faultText } from "../../../src/table/kernel/view/texts.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { stoppingAdapter } from "./adapters.ts";
import { lookAtDisk } from "./disk.ts";
import { judge, type Looked } from "./judge.ts";
import { seen, unseen } from "./observed.ts";
import { HEALTH, WELL } from "./well.fixture.ts";

/** Parts that break slowly: a card that dies, an adapter that stops, a cable that leads elsewhere. */

const found = (looked: Partial<Looked>, code: string) =>
  judge({ ...WELL, ...looked }, (one) => faultText(one)).find((one) => one.code === code);
const withFaults = (...codes: readonly string[]): Partial<Looked> => {
  const faults = codes.map((code) => ({
    device: "wheel",
    code,
    since: "2026-01-01T00:00:00.000Z",
    refuses: false,
  }));
  return { unit: { is: "running", health: { ...HEALTH, faults } } };
};

describe("errors that the kernel noted on a disk", () => {
  const errorsWith = (files: Readonly<Record<string, string>>) => {
    const sys = temporaryFolder();
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(sys, name)), { recursive: true });
      writeFileSync(join(sys, name), text);
    }
    const find = () => ({ fileSystem: 1, disks: ["mmcblk0"] });
    return lookAtDisk(temporaryFolder(), { sys, proc: sys }, find).lives[0]?.errors;
  };

  it("are those of its own file systems, all together", () => {
    expect(
      errorsWith({
        "fs/ext4/mmcblk0p2/errors_count": "3\n",
        "fs/ext4/mmcblk0p3/errors_count": "2\n",
        "fs/ext4/mmcblk01/errors_count": "70\n",
        "fs/ext4/sda1/errors_count": "90\n",
        "fs/ext4/features/x": "",
      }),
    ).toEqual(seen(5));
    expect(errorsWith({ "fs/ext4/sda1/errors_count": "90\n" })).toEqual(unseen("no-sensor"));
    expect(errorsWith({})).toEqual(unseen("no-sensor"));
  });

  it("are told with their number, and none is not told", () => {
    const lives = (count: number) => [{ disk: "mmcblk0", usedPercent: seen(10), errors: seen(count) }];
    const of = (count: number) => found({ disk: { ...WELL.disk, lives: lives(count) } }, "disk-errors");
    expect(of(0)).toBeUndefined();
    expect(of(1)?.text.en).toBe("The kernel has noted one error on the disk mmcblk0");
    expect(of(7)).toMatchObject({ level: "attention", values: { disk: "mmcblk0", count: 7 } });
  });
});

describe("an adapter of a kind that stops by itself", () => {
  /** A port as the kernel shows it, with the number of its adapter's maker. */
  const portOf = (vendor: string): string | null => {
    const sys = temporaryFolder();
    const usb = join(sys, "devices/usb1/1-1");
    mkdirSync(join(usb, "1-1:1.0/ttyUSB0"), { recursive: true });
    writeFileSync(join(usb, "idVendor"), `${vendor}\n`);
    mkdirSync(join(sys, "class/tty/ttyUSB0"), { recursive: true });
    symlinkSync(join(usb, "1-1:1.0/ttyUSB0"), join(sys, "class/tty/ttyUSB0/device"));
    writeFileSync(join(sys, "ttyUSB0"), "");
    symlinkSync(join(sys, "ttyUSB0"), join(sys, "by-id"));
    return stoppingAdapter(join(sys, "by-id"), { sys, proc: sys });
  };

  it("is known by its maker, whatever its port is called", () => {
    expect(portOf("067b")).toBe("PL2303");
    expect(portOf("0403")).toBeNull();
    expect(stoppingAdapter("/dev/serial/by-id/none")).toBeNull();
  });

  it("is named where its device is silent, and else not", () => {
    const ports = [{ device: "wheel", path: "/dev/ttyUSB0", isThere: true, stops: "PL2303" }];
    expect(found({ ports, ...withFaults("device-silent") }, "adapter-stopped")?.text.en).toContain("PL2303");
    expect(found({ ports, ...withFaults("device-garbled") }, "adapter-stopped")).toBeUndefined();
    expect(found(withFaults("device-silent"), "adapter-stopped")).toBeUndefined();
  });
});

it("lines of which none is the device's own lead to another one's cable", () => {
  expect(found(withFaults("device-silent", "line-noise"), "device-foreign")).toMatchObject({ level: "stops" });
  expect(found(withFaults("device-silent"), "device-foreign")).toBeUndefined();
  expect(found(withFaults("line-noise"), "device-foreign")).toBeUndefined();
});

describe("another device at the cable", () => {
  const swapped = {
    unit: {
      is: "running",
      health: {
        ...HEALTH,
        faults: ["device-silent", "line-noise", "wheel-setup"].map((code) => ({
          device: "wheel",
          code,
          since: "2026-11-29T02:40:00.000Z",
          refuses: false,
        })),
        foreign: [{ device: "wheel", is: "cammegh-mercury-360" }],
      },
    },
  } as unknown as Partial<Looked>;
  const devices = judge({ ...WELL, ...swapped }, (code) => faultText(code)).filter(
    ({ subject }) => subject === "devices",
  );

  it("comes first, and what it brings about says nothing to do", () => {
    expect(devices[0]).toMatchObject({ code: "device-exchanged", level: "stops" });
    expect(devices[0]?.text.en).toContain("cammegh-mercury-360");
    const remedyOf = (code: string): string | undefined =>
      devices.find((one) => one.code === `fault:${code}`)?.remedy.en;
    expect([remedyOf("device-silent"), remedyOf("line-noise")]).toEqual(["", ""]);
    // What is no consequence of it keeps its own.
    expect(remedyOf("wheel-setup")).not.toBe("");
    expect(devices.some(({ code }) => code === "device-foreign")).toBe(false);
  });
});

describe("what the unit found of itself", () => {
  const of = (health: object, code: string) =>
    found({ unit: { is: "running", health: { ...HEALTH, ...health } } } as unknown as Partial<Looked>, code);

  it("a board behind its release is told with both versions, and the way to flash it", () => {
    const board = { kind: "wheel", runs: "1.2.0", release: "1.3.0" };
    expect(of({ board }, "board-behind")).toMatchObject({ level: "attention", manual: "boards.md" });
    expect(of({ board }, "board-behind")?.text.en).toMatch(/1\.2\.0.*1\.3\.0/);
    expect(of({ board: null }, "board-behind")).toBeUndefined();
    const panel = { kind: "panel", runs: "1.0.0", release: "1.1.0" } as const;
    expect(of({ panel }, "panel-behind")).toMatchObject({ level: "attention", manual: "boards.md" });
    expect(of({ panel }, "panel-behind")?.remedy.en).toContain("--kind panel");
    expect(of({}, "panel-behind")).toBeUndefined();
  });

  it("a clock that chrony contradicts is told with how far it is off", () => {
    expect(of({ clock: "unsynced", clockAheadMs: -42_500 }, "clock-late")?.text.en).toContain("42.5 s");
    expect(of({ clock: "unsynced", clockAheadMs: 1_200 }, "clock-ahead")?.text.en).toContain("1.2 s");
    expect(of({ clock: "unsynced", clockAheadMs: 20 }, "clock-unvouched")).toBeDefined();
  });

  it("drift is told with its figure and its band, in the unit and the language of whoever reads it", () => {
    const report = {
      format: "tirada-drift/1",
      at: "2026-11-29T03:00:00.000Z",
      rounds: 160,
      since: "2026-11-02T03:00:00.000Z",
    };
    const hint = { measure: "pulse-width", part: "B", unit: "lap", value: 47, low: 79, high: 108 };
    const told = of({ drift: { ...report, hints: [hint] } }, "drift-pulse-width");
    expect(told?.text.en).toBe("Sensor B sees the ball for 0.47 % of a lap; before, for 0.79 to 1.08 %");
    expect(told?.text.es).toContain("0,47 %");
    const cards = { measure: "misreads", part: "4", unit: "pm", value: 84, low: 0, high: 15 };
    expect(of({ drift: { ...report, hints: [cards] } }, "drift-misreads")?.text.en).toContain(
      "last quarter of the shoe",
    );
    expect(of({ drift: { ...report, hints: [] } }, "drift-none")).toMatchObject({ level: "well" });
    const notYet = {
      ...WELL,
      unit: { is: "running", health: { ...HEALTH, drift: null } },
    } as unknown as Looked;
    const unseenYet = judge(notYet, (code) => faultText(code)).filter(({ subject }) => subject === "drift");
    expect(unseenYet.map(({ level }) => level)).toEqual(["unknown"]);
  });
});
