import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../support/built-release.ts";
import { SOAK } from "../support/volume.ts";
import { sceneScript } from "./bundle.ts";
import {
  bareRoot,
  foundBy,
  Machine,
  machineNotReady,
  SCENE_WITHOUT_SERVICES,
  type Finding,
} from "./machine.ts";

/** The unit's own ports on the drivers of a real kernel: Debian's, in an emulated machine, with gadgets in the place of devices. */

const MINUTE = 60_000;
const NOT_READY = SOAK ? null : machineNotReady();
/** Keys of the scanner's code 7H and Enter, down and up, with one of the shifts: eight bytes each. */
const TYPED = /^000024(?:00){5}(?:00){8}(?:02|20)000b(?:00){5}(?:00){8}000028(?:00){5}(?:00){8}$/;

/** Plays a scene on a machine without services; what was found, by step. */
async function played(scene: string): Promise<(step: string) => Finding> {
  const machine = new Machine(bareRoot());
  onTestFinished(() => machine.remove());
  machine.write("run.sh", SCENE_WITHOUT_SERVICES);
  machine.write("scene.mjs", await sceneScript(scene));
  copyFileSync(join(ROOT, "docs/devices/tirada-shoe.md"), join(machine.folder, "tirada-shoe.md"));
  const console = await machine.start({ modules: join(ROOT, "node_modules") }, { isBare: true }).ended;
  const of = foundBy(machine.findings(), console);
  expect(of("over")).toBeDefined();
  return of;
}

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
      const of = await played("smoke");
      process.stdout.write(`kernel: the ports were tried in ${Math.round(of("over").at)} s of the guest\n`);

      const line = "/dev/serial/by-id/usb-Bench_Wheel_W-0001-if00";
      expect(of("line")).toMatchObject({
        name: "usb-Bench_Wheel_W-0001-if00",
        isAttached: true,
        isAsked: true,
        // What it answered; its own parameters are not those of the table.
        faults: { "wheel-setup": { version: "2.50" } },
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
        /^ambiguous: .*S-0001 at \/dev\/hidraw\d and S-0001 at \/dev\/hidraw\d; unplug one of them, or name one by its USB socket$/,
      );

      expect(of("keyboard")["refusal"]).toMatch(
        /^unusable: the scanner at \/dev\/hidraw\d types into .* udev rule/,
      );
      expect(of("ruled")).toMatchObject({ mode: "660", isDialout: true });
      expect(of("ruled")["unnamed"]).toMatch(/^unusable: the scanner at /);
      expect(of("keyboard inhibited")["typed"]).toMatch(TYPED);
    },
  );

if (SOAK)
  test(
    "a camera of the kernel gives frames, and one that is not there is refused by name",
    { timeout: 30 * MINUTE },
    async () => {
      const of = await played("camera");
      expect(of("camera")["frames"]).toHaveLength(2);
      for (const { width, height, greys } of of("camera")["frames"] as readonly Readonly<
        Record<string, number>
      >[]) {
        expect([width, height]).toEqual([320, 180]);
        // A picture, and no plain field.
        expect(greys).toBeGreaterThan(4);
      }
      expect(of("no camera")["why"]).toMatch(
        /^the camera \/dev\/video9 gives no frames: .*check camera and cable$/,
      );
    },
  );
