import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folder.ts";
import { isModemLine, portKindOf } from "./modem.ts";
import { holdersOf, holdersText } from "./port-holders.ts";

describe("who has a port", () => {
  it("is told by the kernel's list of open files, by program and process", async () => {
    const proc = temporaryFolder();
    const device = join(proc, "ttyUSB0");
    writeFileSync(device, "");
    const program = (pid: number, words: readonly string[], open: readonly string[]): void => {
      mkdirSync(join(proc, String(pid), "fd"), { recursive: true });
      writeFileSync(join(proc, String(pid), "cmdline"), words.join("\0"));
      open.forEach((path, fd) => symlinkSync(path, join(proc, String(pid), "fd", String(fd))));
    };
    program(812, ["/usr/bin/minicom", "-D", device], ["/dev/null", device]);
    program(813, ["/opt/node", "--no-warnings", "/opt/tirada/bin/tirada.mjs", "start"], [device]);
    program(814, ["/usr/sbin/ModemManager"], ["/dev/ttyUSB1"]);
    program(process.pid, ["us"], [device]);
    mkdirSync(join(proc, "815"));
    expect(holdersText(await holdersOf(device, proc))).toBe("minicom (process 812), tirada.mjs (process 813)");
    expect(holdersText([{ pid: 9, program: "" }])).toBe("process 9");
    expect(await holdersOf(join(proc, "ttyUSB9"), proc)).toEqual([]);
  });
});

describe("a modem", () => {
  it("is known by its driver, and perhaps by what its interface says", async () => {
    const sys = temporaryFolder();
    const port = (name: string, driver: string, protocol: string | null): void => {
      const folder = join(sys, name, "device");
      mkdirSync(folder, { recursive: true });
      symlinkSync(join("/sys/bus/drivers", driver), join(folder, "driver"));
      if (protocol !== null) writeFileSync(join(folder, "bInterfaceProtocol"), `${protocol}\n`);
    };
    port("ttyUSB0", "option1", null);
    port("ttyUSB1", "ftdi_sio", null);
    port("ttyACM0", "cdc_acm", "01");
    port("ttyACM1", "cdc_acm", "00");
    const kinds = ["ttyUSB0", "ttyUSB1", "ttyACM0", "ttyACM1", "ttyAMA0"].map((name) =>
      portKindOf(`/dev/${name}`, sys),
    );
    expect(await Promise.all(kinds)).toEqual(["modem", "other", "maybe-modem", "other", "other"]);
  });

  it("says lines that no device of a table says", () => {
    for (const line of ["RING", "NO CARRIER", "CONNECT 115200", "+CREG: 0,1", "^SYSSTART:1"])
      expect(isModemLine(line)).toBe(true);
    // A Mercury 360 answers so, too.
    for (const line of ["OK", "ERROR", "*X;2;013;17;0;251;0", "V Mercury 360"])
      expect(isModemLine(line)).toBe(false);
  });
});
