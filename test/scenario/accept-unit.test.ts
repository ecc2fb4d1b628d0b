import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";
import { printPdf } from "../../firmware/cli/accept-pdf.ts";
import { builtRelease, copyOfSlot, type BuiltRelease } from "../support/built-release.ts";
import { commandHere } from "../support/command.ts";
import { folderOfFile } from "../support/folder.ts";
import { freePortHere } from "../support/free-port.ts";
import { screenLine, type ScreenLine } from "../support/screen-line.ts";
import { systemClock } from "../../src/time/system-clock.ts";

/**
 * A whole unit accepted at the end of its line: a release that was built, its table running, in a container whose kernel shows the sensors, USB
 * sockets, memory, disk and watchdog of a machine of our own, and a chrony that vouches for its time. It needs user namespaces, and nobody's
 * rights. It passes with nothing wrong and its watchdog tried, and with none of the faults that the end of the line is for.
 */

const ANA = "workshop.example/ana";
const DISK_MIB = 256;
/** Of the release; a table does not read it. */
const CHANGED = "package.json";
const TEST_MS = 240_000;
const canHold = spawnSync("unshare", ["-Urm", "true"]).status === 0;
const folder = folderOfFile();

let release: BuiltRelease;
let unit: SimulatedUnit;

/** A simulated machine, and what is written for it. */
class SimulatedUnit {
  /** Its programs, and what holds its container. */
  readonly #children: ChildProcess[] = [];
  #holder = 0;
  #port = 0;
  #monitor: ScreenLine | null = null;

  constructor() {
    for (const name of ["sys/bus/usb/devices", "bin", "home", "store"])
      mkdirSync(this.at(name), { recursive: true });
    this.kernel("class/thermal/thermal_zone0/temp", "45000");
    this.kernel("class/watchdog/watchdog0/bootstatus", "0");
    this.plug("usb1", "1");
    this.memory(3_900_000);
    // It answers `tracking` as chrony 4.3 does.
    const answer =
      "7F000001,127.0.0.1,9,%s,-0.000001402,0.000002036,0.000007927,-0.154,0.028,1.486,0.000006,0.000002,1.0,%s";
    this.vouch(true);
    writeFileSync(
      this.at("bin/chronyc"),
      `#!/bin/sh\nwhile read -r asked; do printf '${answer}\\n' "$(date +%s.%N)" "$(cat ${this.at("leap")})"; done\n`,
    );
    chmodSync(this.at("bin/chronyc"), 0o755);
  }

  end(): void {
    this.#monitor?.close();
    for (const child of this.#children.toReversed()) if (child.pid !== undefined) killGroup(child.pid);
  }

  at = (name: string): string => join(folder, name);

  /** What the kernel shows below /sys. */
  kernel(path: string, text: string): void {
    mkdirSync(join(this.at("sys"), path, ".."), { recursive: true });
    writeFileSync(join(this.at("sys"), path), `${text}\n`);
  }

  heat(celsius: number): void {
    this.kernel("class/thermal/thermal_zone0/temp", `${celsius * 1_000}`);
  }

  /** So many of 8,000,000 kB are free. */
  memory(freeKib: number): void {
    writeFileSync(
      this.at("meminfo"),
      `MemTotal:        8000000 kB\nMemFree:         ${freeKib} kB\nMemAvailable:    ${freeKib} kB\n`,
    );
  }

  /** Whether other clocks vouch for its own. */
  vouch(isVouched: boolean): void {
    writeFileSync(this.at("leap"), isVouched ? "Normal" : "Not synchronised");
  }

  /** Something comes into a USB socket. */
  plug(socket: string, number: string): void {
    this.kernel(`bus/usb/devices/${socket}/busnum`, "1");
    this.kernel(`bus/usb/devices/${socket}/devnum`, number);
  }

  unplug(...sockets: readonly string[]): void {
    for (const socket of sockets) rmSync(this.at(`sys/bus/usb/devices/${socket}`), { recursive: true });
  }

  /** Makes its container, with a disk of its own, and writes its configuration. */
  async make(): Promise<void> {
    const mounts = [
      `mount --bind ${this.at("sys")} /sys`,
      `mount --bind ${this.at("meminfo")} /proc/meminfo`,
      `mount -t tmpfs -o size=${DISK_MIB}m disk ${this.at("store")}`,
      "echo made",
      "exec sleep 1000000",
    ];
    const holder = this.#spawn("unshare", ["-Urm", "sh", "-c", mounts.join(" && ")]);
    this.#holder = holder.pid ?? 0;
    await new Promise((resolve) => holder.stdout?.once("data", resolve));
    this.#port = await freePortHere();
    writeFileSync(
      this.at("table.yaml"),
      `format: 4
table: { name: Taller, log: workshop.example/bench/unit-31, rulebook: cl/ruleta-francesa, languages: [es], openAtStart: true }
wheel: { device: cammegh-ss2, path: ${this.at("nothing")}, wait: true }
clock: { service: chrony }
display: { host: 127.0.0.1, port: ${this.#port} }
people: []
storage: { folder: ${this.at("store")} }
`,
    );
  }

  #spawn(program: string, args: readonly string[]): ChildProcess {
    const child = spawn(program, args, {
      detached: true,
      env: { PATH: `${this.at("bin")}:${process.env["PATH"] ?? ""}`, HOME: this.at("home") },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#children.push(child);
    return child;
  }

  /** A program in the container. */
  start(...args: readonly string[]): ChildProcess {
    return this.#spawn("nsenter", ["-U", "-m", "--preserve-credentials", "-t", `${this.#holder}`, ...args]);
  }

  tirada(...args: readonly string[]): ChildProcess {
    return this.run(release.program, ...args);
  }

  /** Of a release at another place. */
  run(program: string, ...args: readonly string[]): ChildProcess {
    return this.start(release.node, ...NODE_OPTIONS, program, ...args);
  }

  /** Something else fills its disk, or that is taken away again. */
  async fill(isFull: boolean): Promise<void> {
    const file = this.at("store/else");
    await saidBy(isFull ? this.start("fallocate", "-l", `${DISK_MIB - 40}M`, file) : this.start("rm", file));
  }

  /** Has a monitor look at its table, or nobody. */
  async watch(isWatched: boolean): Promise<void> {
    this.#monitor?.close();
    this.#monitor = isWatched ? await screenLine(`http://127.0.0.1:${this.#port}`) : null;
    await this.finds(isWatched ? "screens-connected" : "screens-none");
  }

  /** Starts its table. @returns what ends it as a reset does: at once, and nothing is told */
  async startTable(): Promise<() => Promise<void>> {
    const table = this.tirada("start", "--config", this.at("table.yaml"));
    const answers = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${this.#port}/health`).then(
        (got) => got.ok,
        () => false,
      );
    await expect.poll(answers, { timeout: 120_000, interval: 500 }).toBe(true);
    await this.watch(true);
    // The clock's first answers.
    await this.finds("clock-vouched");
    return async () => {
      const over = new Promise((resolve) => table.once("close", resolve));
      killGroup(table.pid ?? 0);
      await over;
    };
  }

  /** Waits until the doctor finds it. */
  async finds(code: string): Promise<void> {
    const doctor = (): Promise<string> =>
      saidBy(this.tirada("doctor", "--config", this.at("table.yaml"), "--json"));
    await expect.poll(doctor, { timeout: 90_000, interval: 1_000 }).toContain(`"${code}"`);
  }

  /** What its boot records say of the machine's last start. */
  async resets(): Promise<readonly unknown[]> {
    const found = await saidBy(this.tirada("find", this.at("store/journal.db"), "--kind", "boot", "--json"));
    return found
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => (JSON.parse(line) as { readonly detail: Readonly<Record<string, unknown>> }).detail)
      .map((detail) => detail["machineReset"] ?? null);
  }
}

const killGroup = (pid: number): void => {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
};

async function saidBy(child: ChildProcess): Promise<string> {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  await new Promise((resolve) => child.once("close", resolve));
  return text;
}

/** What the person does at a step, and the sticks that they put in. */
interface Hands {
  readonly seesPictures?: boolean;
  /** Sockets in which a stick is put, one after the other. */
  readonly sockets?: readonly string[];
}

/** Goes through the steps as a person does. */
async function accept(
  name: string,
  { seesPictures = true, sockets = ["1-1", "1-2"] }: Hands = {},
): Promise<{ text: string; status: number | null }> {
  const args = ["--config", unit.at("table.yaml"), "--person", ANA, "--key", unit.at("ana.pem")];
  const out = ["--people", unit.at("people.txt"), "--serial", "U-0031", "--out", unit.at(`${name}.html`)];
  const child = unit.tirada("accept", "--unit", ...args, ...out, "--lang", "en");
  const ended = saidBy(child);
  child.stdout?.on("data", (piece: string) => {
    const isAt = (step: number): boolean => piece.includes(`${step}/4  `);
    if (isAt(2)) child.stdin?.write(seesPictures ? "y\n" : "n\n");
    if (!isAt(3)) return;
    for (const [at, socket] of sockets.entries())
      systemClock().after(at * 1_500_000, "stick", () => unit.plug(socket, `${at + 2}`));
    // One stick alone: nothing more comes of it.
    if (sockets.length < 2) systemClock().after(3_000_000, "skip", () => child.stdin?.write(":skip\n"));
  });
  const text = await ended;
  unit.unplug(...sockets.filter((socket) => existsSync(unit.at(`sys/bus/usb/devices/${socket}`))));
  return { text, status: child.exitCode };
}

/** Goes through the steps of a unit that is not fit. @returns why, by the step at which it ended */
async function refused(name: string, hands?: Hands): Promise<string> {
  const { text, status } = await accept(name, hands);
  expect(text).toMatch(/^NOT PASSED {2}/m);
  expect([status, existsSync(unit.at(`${name}.html`))]).toEqual([6, true]);
  const verified = await commandHere(["verify", unit.at(`${name}.html`), "--keys", unit.at("people.txt")]);
  expect(verified).toMatchObject({ status: 0, stderr: "" });
  expect(verified.stdout).toContain("NOT PASSED");
  return /^✗ .*? {2}(.*)$/m.exec(text)?.[1] ?? text;
}

interface UnitFault {
  readonly make: () => void | Promise<void>;
  readonly mend: () => void | Promise<void>;
  readonly hands?: Hands;
  /** How the run ends. */
  readonly says: string;
}

const nothing = (): void => undefined;

/** What may be wrong with a unit that runs, beside its watchdog and its release. */
const FAULTS: Readonly<Record<string, UnitFault>> = {
  "a processor that is too hot": {
    make: () => unit.heat(97),
    mend: () => unit.heat(45),
    says: "attention temperature",
  },
  "too little memory": {
    make: () => unit.memory(200_000),
    mend: () => unit.memory(3_900_000),
    says: "attention memory",
  },
  "no monitor": {
    make: () => unit.watch(false),
    mend: () => unit.watch(true),
    says: "attention screens",
  },
  "a monitor that stays dark": {
    make: nothing,
    mend: nothing,
    hands: { seesPictures: false },
    says: "the person said no",
  },
  "one USB socket": {
    make: nothing,
    mend: nothing,
    hands: { sockets: ["1-1"] },
    says: "left out by the person",
  },
  "a clock for which nobody vouches": {
    make: () => {
      unit.vouch(false);
      return unit.finds("clock-unvouched");
    },
    mend: () => {
      unit.vouch(true);
      return unit.finds("clock-vouched");
    },
    says: "attention clock",
  },
  "a disk that is nearly full": {
    make: () => unit.fill(true),
    mend: () => unit.fill(false),
    says: "attention disk",
  },
};

describe.skipIf(!canHold)("a unit at the end of its line", () => {
  /** Ends its table as a reset does. */
  let stop: () => Promise<void> = () => Promise.resolve();
  beforeAll(async () => {
    release = await builtRelease();
    unit = new SimulatedUnit();
    await unit.make();
    const made = await commandHere(["accept", "--new-key", unit.at("ana.pem"), "--person", ANA]);
    writeFileSync(unit.at("people.txt"), made.stdout);
  }, 900_000);
  afterAll(() => unit.end());

  it("does not pass while its table does not run", { timeout: TEST_MS }, async () => {
    expect(await refused("stopped")).toBe("seen, and not expected: stops unit");
  });

  it(
    "passes once its watchdog has started it again, and its report is verified",
    { timeout: TEST_MS },
    async () => {
      stop = await unit.startTable();
      // Nobody made it hang: a person's word would not do.
      expect(await refused("never-hung")).toBe("not seen in time: machine-reset watchdog 0/1");
      // It hung; the kernel says what started it again, and so does the boot record.
      await stop();
      unit.kernel("class/watchdog/watchdog0/bootstatus", "32");
      stop = await unit.startTable();
      expect(await unit.resets()).toEqual([null, "watchdog"]);
      const passed = await accept("passed");
      expect(passed.text).toMatch(/^PASSED {2}/m);
      expect(passed.status).toBe(0);

      const verified = await commandHere(["verify", unit.at("passed.html"), "--keys", unit.at("people.txt")]);
      expect(verified).toMatchObject({ status: 0, stderr: "" });
      expect(verified.stdout).toContain(`VALID  acceptance of unit U-0031, signed by ${ANA}`);
      const page = readFileSync(unit.at("passed.html"), "utf8");
      writeFileSync(unit.at("changed.html"), page.replace("U-0031", "U-0032"));
      expect((await commandHere(["verify", unit.at("changed.html")])).status).toBe(6);
      await printPdf(page, unit.at("passed.pdf"));
      expect(readFileSync(unit.at("passed.pdf")).subarray(0, 5).toString()).toBe("%PDF-");
    },
  );

  it.each(Object.entries(FAULTS))("does not pass with %s", { timeout: TEST_MS }, async (name, fault) => {
    await fault.make();
    expect(await refused(name.replaceAll(" ", "-"), fault.hands)).toContain(fault.says);
    await fault.mend();
  });

  it("does not pass with a release of which a file was changed", { timeout: TEST_MS }, async () => {
    const slot = copyOfSlot(release, unit.at("changed-release"));
    appendFileSync(join(slot, CHANGED), "\n");
    await stop();
    // It starts no table: status 7.
    const started = unit.run(join(slot, "bin/tirada.mjs"), "start", "--config", unit.at("table.yaml"));
    expect(await saidBy(started)).toMatch(/package\.json is not what the manifest says/);
    expect(started.exitCode).toBe(7);
    expect(await refused("changed-release")).toMatch(/^seen, and not expected: stops unit/);
  });
});
