import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../support/built-release.ts";
import { SOAK } from "../support/volume.ts";
import { sceneScript } from "./bundle.ts";
import { bareRoot, foundBy, Machine, machineNotReady, SCENE_WITHOUT_SERVICES } from "./machine.ts";

/** The unit's own ports on the drivers of a real kernel: Debian's, in an emulated machine, with gadgets in the place of devices. */

const MINUTE = 60_000;
const NOT_READY = SOAK ? null : machineNotReady();
/** Keys of the scanner's code 7H and Enter, down and up, with one of the shifts: eight bytes each. */
const TYPED = /^000024(?:00){5}(?:00){8}(?:02|20)000b(?:00){5}(?:00){8}000028(?:00){5}(?:00){8}$/;

if (NOT_READY !== null)
  test("no machine is started here, and it is said why", () => {
    process.stdout.write(`kernel: the ports were not tried on a kernel of their own: ${NOT_READY}\n`);
    expect(NOT_READY).toMatch(/are missing: qemu|there is no root in .*: a soak makes it/);
  });
else
  test(
    "a serial line, a HID device and a keyboard are found, taken, told apart, pulled and put back",
    { timeout: 20 * MINUTE },
    async () => {
      const machine = new Machine(bareRoot());
      onTestFinished(() => machine.remove());
      machine.write("run.sh", SCENE_WITHOUT_SERVICES);
      machine.write("scene.mjs", await sceneScript("smoke"));
      copyFileSync(join(ROOT, "docs/devices/tirada-shoe.md"), join(machine.folder, "tirada-shoe.md"));
      const console = await machine.start({ modules: join(ROOT, "node_modules") }, true).ended;
      const findings = machine.findings();
      const of = foundBy(findings, console);
      expect(of("over"), JSON.stringify(findings.at(-1))).toBeDefined();
      process.stdout.write(`kernel: the ports were tried in ${Math.round(of("over").at)} s of the guest\n`);

      const line = "/dev/serial/by-id/usb-Bench_Wheel_W-0001-if00";
      expect(of("line")).toMatchObject({
        ...{ name: "usb-Bench_Wheel_W-0001-if00", isAttached: true, isAsked: true, faults: {} },
      });
      expect(of("line taken")["by"]).toMatch(/^busy: \/dev\/ttyACM\d is taken by node \(process \d+\), /);
      expect(of("line pulled")["losses"]).toEqual([
        { why: "unplugged", detail: `the device disappeared: ${line}` },
      ]);
      expect(of("line pulled")["away"]).toMatch(new RegExp(`^missing: no device at ${line}; check its plug`));
      expect(of("line twice")["refusal"]).toMatch(
        new RegExp(`^ambiguous: two devices may share the name ${line}: .*by-path/.*; unplug one of them`),
      );

      expect(of("hid")).toMatchObject({ isAttached: true, number: "0000ABCD" });
      expect(of("hid taken")["by"]).toMatch(/^busy: \/dev\/hidraw\d is taken by node \(process \d+\), /);
      expect(of("hid pulled")["losses"]).toEqual([
        { why: "unplugged", detail: "the device disappeared: hid:S-0001" },
      ]);
      expect(of("hid pulled")["away"]).toMatch(/^missing: no HID device with .*S-0001; check its plug/);
      expect(of("hid twice")["refusal"]).toMatch(
        /^ambiguous: .*S-0001 at \/dev\/hidraw\d and S-0001 at \/dev\/hidraw\d; unplug one of them: serial numbers must differ$/,
      );

      expect(of("keyboard")["refusal"]).toMatch(
        /^unusable: the scanner at \/dev\/hidraw\d types into .* udev rule/,
      );
      expect(of("keyboard inhibited")["typed"]).toMatch(TYPED);
    },
  );
