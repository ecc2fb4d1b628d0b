import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readBaseState } from "../../firmware/delivery/releases/base-state.ts";
import { floorFile } from "../../firmware/delivery/update/floor.ts";
import { folderTree } from "../../firmware/delivery/update/folder-tree.ts";
import type { Tree } from "../../firmware/delivery/update/tree.ts";
import type { UpdateRecord } from "../../firmware/net/update-questions.ts";
import { BaseUpdater, type AskedBase } from "../../firmware/delivery/updater/base.ts";
import { temporaryFolder } from "./folder.ts";
import { newKeys, ReleaseTree } from "./release-tree.ts";
import { makeRelease, UpdaterMachine } from "./updater-machine.ts";

const SERVICES = new URL("../../firmware/delivery/packaging/image/root/usr/lib/tirada/image/", import.meta.url)
  .pathname;

/** Programs of the machine, as the services of an image call them. Their disk is the folder `disk` below TIRADA_ROOT. */
const PROGRAMS = {
  rauc: `#!/bin/sh
disk=$TIRADA_ROOT/disk
echo "rauc $*" >> "$disk/called"
case $1 in
info)
  read -r kind version signer < "$3"
  [ "$signer" = maker ] || { echo "signature verification failed" >&2; exit 1; }
  echo "RAUC_MF_COMPATIBLE='tirada-$kind'"
  echo "RAUC_MF_VERSION='$version'" ;;
install)
  [ ! -e "$disk/fails" ] || exit 1
  read -r kind version signer < "$2"
  here=$(cat "$disk/runs")
  other=B; [ "$here" = A ] || other=A
  echo "$version" > "$disk/$other"
  echo "$other" > "$disk/next" ;;
status) cat "$disk/runs" > "$disk/next" ;;
esac
`,
  systemctl: `#!/bin/sh
echo "systemctl $*" >> "$TIRADA_ROOT/disk/called"
case $* in *reboot.target) : > "$TIRADA_ROOT/disk/reboot" ;; esac
`,
} as const;

/** A bundle as the stand-in of RAUC reads it. */
export const bundleOf = (kind: string, version: string, signer = "maker"): string =>
  `${kind} ${version} ${signer}\n${"x".repeat(20_000)}\n`;

export const TREE_KEYS = { image: newKeys(), director: newKeys() };

/** A tree that names base 3, 0.8.0, for the table's machine, a PC; its bundle says that it is for `says`. */
export function treeWithBase(at?: string, signer?: string, says = "pc"): ReleaseTree {
  const tree = new ReleaseTree(at, TREE_KEYS);
  tree.base(3, "0.8.0", { pc: bundleOf(says, "0.8.0", signer), pi4: bundleOf("pi4", "0.8.0") });
  return tree;
}

/** A machine with an image of ours: its services' own scripts, a loader, and the updater of its table, in simulated time. */
export class BaseMachine {
  readonly at: string;
  readonly made: UpdaterMachine;
  readonly tree: ReleaseTree;
  bases: BaseUpdater;
  /** False: what is asked of the machine's service is not heard: it was cut off. */
  isServed = true;
  /** False: it does not start anew, whoever asks. */
  isRestarted = true;
  /** A base of this version does not come up. */
  dead: string | null = null;
  #served = "";
  #boots = 0;
  #ids = 0;

  constructor(tree: ReleaseTree, at = temporaryFolder()) {
    this.at = at;
    this.tree = tree;
    for (const [name, text] of Object.entries(PROGRAMS)) this.#write(`programs/${name}`, text, 0o755);
    this.#write("etc/rauc/system.conf", "[system]\ncompatible=tirada-pc\n");
    for (const [name, text] of [
      ["A", "0.7.0"],
      ["next", "A"],
      ["runs", "A"],
      ["kept-A", ""],
      ["called", ""],
    ] as const)
      this.#write(`disk/${name}`, text);
    mkdirSync(this.root, { recursive: true });
    this.made = new UpdaterMachine(tree, this.root);
    this.bases = this.#newBases();
    this.made.requireNoBase = () => this.bases.requireIdle();
    this.boot();
  }

  static async begun(tree: ReleaseTree): Promise<BaseMachine> {
    const machine = new BaseMachine(tree);
    await machine.beginTable();
    return machine;
  }

  /** Its table runs a release. */
  beginTable(): Promise<void> {
    return this.made.begin(makeRelease("1.0.0"));
  }

  get root(): string {
    return join(this.at, "var/lib/tirada-updater");
  }

  get state(): string {
    return join(this.at, "run/tirada-base/state");
  }

  #newBases(): BaseUpdater {
    const { made } = this;
    return new BaseUpdater({
      root: this.root,
      table: made.link,
      switcher: made.switcher,
      clock: made.clock,
      floors: floorFile(this.root),
      state: () => readBaseState(this.state),
      check: (tree) => made.updater.check(tree),
      newId: () => (++this.#ids).toString(16).padStart(16, "b"),
      say: (line) => void made.log.push(line),
    });
  }

  #write(name: string, text: string, mode = 0o644): void {
    const path = join(this.at, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
  }

  read(name: string): string {
    return readFileSync(join(this.at, name), "utf8").trim();
  }

  run(script: string, ...words: readonly string[]): void {
    const env = { TIRADA_ROOT: this.at, PATH: `${join(this.at, "programs")}:/usr/bin:/bin` };
    const { status, stderr } = spawnSync("sh", [join(SERVICES, script), ...words], { env, encoding: "utf8" });
    if (status !== 0) throw new Error(`${script}: ${stderr}`);
  }

  /** The machine starts: its loader starts the base that is next, once while it was not kept. */
  boot(): void {
    let slot = this.read("disk/next");
    let isTrial = !existsSync(join(this.at, `disk/kept-${slot}`));
    if (isTrial && existsSync(join(this.at, `disk/tried-${slot}`)))
      [slot, isTrial] = [slot === "A" ? "B" : "A", false];
    if (isTrial) this.#write(`disk/tried-${slot}`, "");
    if (isTrial && this.read(`disk/${slot}`) === this.dead) return this.boot();
    rmSync(join(this.at, "run"), { recursive: true, force: true });
    rmSync(join(this.at, "disk/reboot"), { force: true });
    this.#write("disk/runs", slot);
    this.#write("usr/lib/tirada/first-version", this.read(`disk/${slot}`));
    this.#write("proc/cmdline", `ro quiet rauc.slot=${slot}${isTrial ? " tirada.trial" : ""} \n`);
    this.#write("proc/sys/kernel/random/boot_id", `0${++this.#boots}-ab\n`);
    this.run("say-base");
    this.restartUpdater();
  }

  /** What keep-base does after two minutes in order. */
  keep(): void {
    this.#write(`disk/kept-${this.read("disk/runs")}`, "");
    this.run("say-base", "kept");
  }

  restartUpdater(): void {
    this.made.restartUpdater();
    this.bases = this.#newBases();
  }

  install(asked: Partial<AskedBase> = {}, tree?: Tree): Promise<unknown> {
    return this.bases.install(() => tree ?? folderTree(this.tree.folder, false), {
      by: "Ana",
      order: null,
      base: null,
      again: false,
      ...asked,
    });
  }

  /** The path unit: what the updater asks is heard once. */
  serve(): void {
    const path = join(this.root, "base-request");
    if (this.isServed && existsSync(path)) {
      const now = `${statSync(path).ino} ${readFileSync(path, "utf8")}`;
      if (now !== this.#served) this.run("install-base");
      this.#served = now;
    }
    if (this.isRestarted && existsSync(join(this.at, "disk/reboot"))) this.boot();
  }

  /** Looks of the updater, five seconds apart. */
  async look(times = 1): Promise<void> {
    for (let time = 0; time < times; time++) {
      this.serve();
      this.made.clock.advance(5_000_000);
      await this.bases.step();
      await this.made.switcher.step();
      this.serve();
    }
  }

  get records(): readonly UpdateRecord[] {
    return this.made.records.filter(({ base }) => base !== undefined);
  }

  get steps(): readonly string[] {
    return this.records.map(({ step }) => step);
  }

  /** How often RAUC was asked for something. */
  called(what: string): number {
    return this.read("disk/called")
      .split("\n")
      .filter((line) => line.startsWith(what)).length;
  }
}
