import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { writeEyeCalibration } from "../../firmware/table/dice/calibration-file.ts";
import { recordFacts } from "../../firmware/evidence/log/record-lines.ts";
import { VERBS } from "../../firmware/care/root-helper/verbs.ts";
import { wallMs } from "../../src/time/instant.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { ROOT } from "../support/built-release.ts";
import { simArena } from "../support/dice-arena.ts";
import { newKeys, ReleaseTree } from "../support/release-tree.ts";
import { runSeed, SOAK } from "../support/volume.ts";
import { bareRoot, foundBy, type Machine } from "./machine.ts";
import { playWithMonitor, seenOn } from "./monitor-pictures.ts";
import { hashOfBase } from "./unit-disk.ts";
import {
  folder,
  imageMade,
  machineWith,
  play,
  rouletteRoot,
  unitPackage,
  verifiedRecords,
} from "./unit-machine.ts";

/**
 * Whole units on a kernel of their own: a bare Debian that becomes one by the manual's commands, and a machine with the image. Their
 * devices are gadgets of that kernel.
 */

const HOUR = 3_600_000;
const MANUAL = readFileSync(join(ROOT, "docs/technician/installing.md"), "utf8");
/** What the manual has a technician type on a bare machine. */
const [, INSTALLING = ""] = /^In short, [^]*?^```\n([^]*?)^```$/m.exec(MANUAL) ?? [];
const COMMANDS = INSTALLING.trim().split("\n");
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly version: string;
};

test("the technician's tries are scripts that a shell reads", () => {
  for (const script of TRIES) execFileSync("bash", ["-n", script]);
});

test("the manual installs this very version, sets the table up and enables it", () => {
  expect(COMMANDS).toEqual([
    `sudo apt install ./tirada_${VERSION}_amd64.deb`,
    "sudo tirada setup --from answers.yaml",
    "sudo systemctl enable --now tirada",
  ]);
});

if (SOAK) {
  test(
    "a bare Debian without network is a table by the manual's commands, and leaves its evidence when the package goes",
    { timeout: HOUR },
    async () => {
      const machine = await machineWith(bareRoot(), "install");
      machine.write("commands.json", JSON.stringify(COMMANDS));
      const deb = await unitPackage();
      expect(COMMANDS[0]).toContain(`./${basename(deb)}`);
      copyFileSync(deb, join(machine.folder, basename(deb)));
      const of = await play(machine);
      const seconds = (at: number): number => Math.round(Number(of(`ran: ${COMMANDS[at]}`)["seconds"]));
      const screens = of("screens").at - of(`ran: ${COMMANDS[1]}`).at;
      process.stdout.write(
        `kernel: installed in ${seconds(0)} s, set up in ${seconds(1)} s, screens after ${Math.round(screens)} s, certified at ${Math.round(of("certified").at)} s of the guest\n`,
      );
      expect(screens).toBeLessThan(60);
      expect(of("certified")["verdict"]).toMatchObject({ kind: "result", certified: true });
      expect(of("package: remove")).toMatchObject({ isSame: true, command: 127 });
      expect(of("package: purge")).toMatchObject({ isSame: true, command: 127, units: "0", releases: "" });
      expect(await verifiedRecords(join(machine.folder, "evidence"))).toBeGreaterThanOrEqual(
        Number(of("certified")["seq"]),
      );
      machine.remove();
    },
  );

  test(
    "a roulette comes back after the power, names a wheel that is pulled, doubled or taken, and is started again when it hangs",
    { timeout: HOUR },
    async () => {
      const machine = await machineWith(await rouletteRoot(), "life");
      const of = await play(machine);
      process.stdout.write(
        `kernel: screens ${Math.round(of("screens").at)} s after power-on; hung: started again after ${Number(of("hung")["again"])} s, screens after ${Number(of("hung")["screens"])} s\n`,
      );
      expect(of("same")["isSame"]).toBe(true);
      // Left to a person, or a number that nobody certified.
      expect(of("pulled")["kind"]).toMatch(/^(?:undecided|result)$/);
      expect(of("pulled")["isCertified"]).toBe(false);
      expect(of("two alike")["reason"]).toMatch(/two devices may share the name .*; unplug one of them/);
      expect(of("hung")["again"]).toBeLessThanOrEqual(10);
      expect(of("held")["reason"]).toMatch(/is taken by another program; stop that program/);
      const certified = ["after power-on", "after the plug", "after the hang", "held no more"];
      const numbers = certified.map((step) => Number(of(step)["seq"]));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      machine.remove();
    },
  );

  test(
    "a monitor of the machine is dark until it shows the table, which fills it",
    { timeout: HOUR },
    async () => {
      const machine = await machineWith(await rouletteRoot(), "monitor");
      const of = await playWithMonitor(machine);
      expect(of("over")).toBeDefined();
      expect(of("shown")["status"]).toBe("display on Virtual-1");
      const seen = await seenOn(machine);
      expect(seen.filter(({ bright }) => bright > BRIGHT_MOST)).toEqual([]);
      const table = seen.filter(({ name }) => name.endsWith("-table.png"));
      expect(table.length).toBeGreaterThan(10);
      for (const { size, letters } of table) {
        expect(size).toBe("1280x720");
        expect(letters).toBeGreaterThan(LETTERS_LEAST);
      }
      machine.remove();
    },
  );

  test(
    "a machine is a table of cards: a shoe on USB that is pulled in a round, and a scanner that types for nobody else",
    { timeout: HOUR },
    async () => {
      const machine = await machineWith(await rouletteRoot(), "cards");
      const of = await play(machine);
      expect(of("table-08: set up")["output"]).toContain("La mesa pide su sabot");
      for (const device of ["shoe", "scanner"]) {
        expect(of(`${device}: certified`)["verdict"]).toMatchObject({ kind: "deal-result", certified: true });
        expect(of(`${device}: pulled`)["isEverCertified"]).toBe(false);
      }
      machine.remove();
    },
  );

  test(
    "a machine is a table of dice, names its camera when it is taken away, and goes on with it when it is back",
    { timeout: HOUR },
    async () => {
      const machine = await machineWith(await rouletteRoot(), "dice");
      const { calibration } = simArena(
        "kernel",
        { width: 640, height: 360, sidePx: 60, side: 16 },
        { dice: 2 },
      );
      writeEyeCalibration(join(machine.folder, "arena.json"), calibration, false);
      const of = await play(machine);
      expect(of("set up")["output"]).toMatch(/^eye: .*640x360, en \/dev\/video0$/m);
      expect(of("back")["isSame"]).toBe(true);
      machine.remove();
    },
  );

  test(
    "the technician of a machine with the image has sudo for one program, and comes neither to root nor to the key",
    { timeout: HOUR },
    async () => {
      const machine = await machineWith(await rouletteRoot(), "rights");
      for (const script of TRIES) copyFileSync(script, join(machine.folder, basename(script)));
      const of = await play(machine);
      const said = `${String(of("tried")["output"])}${String(of("set up")["output"])}`;
      process.stdout.write(`${said}\n`);
      const about = (what: string): readonly string[] =>
        said.split("\n").flatMap((line) => (line.startsWith(`${what}: `) ? [line.slice(what.length + 2)] : []));
      expect(about("sudo")).toEqual(["(root) /usr/sbin/tirada-root"]);
      expect(about("verbs")).toEqual([String(Object.keys(VERBS).length)]);
      expect(about("by itself")).toEqual(ROOT_BY_ITSELF);
      expect(said.split("\n").filter((line) => line.startsWith("technician could"))).toEqual([]);
      const tried = [...said.matchAll(/^technician tried (\d+)$/gm)].map(([, count]) => Number(count));
      expect([tried.length, Math.max(...tried) > TRIES_LEAST]).toEqual([2, true]);
      expect(of("rights")["isSame"]).toBe(true);
      machine.remove();
    },
  );

  test(
    "another base system is fetched, written by RAUC, started by the loader, and kept when the table is in order with it",
    { timeout: 2 * HOUR },
    async () => {
      const machine = await machineWith({ ...(await rouletteRoot()), boot: null }, "base");
      await nameBase(machine);
      const console = await machine.start({ modules: join(ROOT, "node_modules") }).ended;
      const asked = foundBy(machine.findings(), console)("asked");
      expect(asked["loader"]).toMatch(/^ORDER=A B$[^]*^B_KEPT=0$/m);
      const of = await play(machine);
      expect(of("on trial")["words"]).toMatch(/ rauc\.slot=B tirada\.trial\b/);
      expect(of("on trial")["state"]).toMatch(/^slot B$[^]*^trial yes$/m);
      expect(of("kept")["loader"]).toMatch(/^ORDER=B A$[^]*^B_KEPT=1$/m);
      const evidence = join(machine.folder, "evidence");
      const steps = [...recordFacts(evidence)]
        .filter(({ kind }) => kind === "update")
        .map(({ fields }) => fields["detail"] as { readonly base?: number; readonly step: string })
        .flatMap(({ base, step }) => (base === 3 ? [step] : []));
      expect(steps).toEqual(["announced", "switched", "confirmed"]);
      expect(await verifiedRecords(evidence)).toBeGreaterThan(0);
      machine.remove();
    },
  );

  const CUTS = Number(process.env["TIRADA_KILLS"] ?? 50);
  test(
    `the power goes ${CUTS} times while a roulette starts and plays: what was shown is there, and the base is as it was`,
    { timeout: 4 * HOUR },
    async () => {
      const root = await rouletteRoot();
      const machine = await machineWith(root, "watch");
      const cuts = await cutPower(machine, CUTS);
      process.stdout.write(`kernel: ${CUTS} cuts, ${cuts.inStart} of them before the screens were there\n`);
      machine.write("last", "");
      await play(machine);
      // Nothing that a display has shown was ever taken back.
      let shown = 0;
      for (const { step, seq } of machine.findings())
        if (step === "screens" || step === "shown") {
          expect(Number(seq)).toBeGreaterThanOrEqual(shown);
          shown = Number(seq);
        }
      expect(await verifiedRecords(join(machine.folder, "evidence"))).toBeGreaterThan(shown);
      expect(hashOfBase(machine.asRoot, folder)).toBe(hashOfBase(root, folder));
      machine.remove();
    },
  );
}

/** What a technician must not be able to do, as scripts that he runs. */
const TRIES = ["technician", "set-up"].map((name) =>
  fileURLToPath(new URL(`guest/try-${name}.sh`, import.meta.url)),
);
const TRIES_LEAST = 120;
/** Debian's programs that run with another one's rights, whoever starts them. */
const ROOT_BY_ITSELF = [
  "chage",
  "chfn",
  "chsh",
  "dbus-daemon-launch-helper",
  "expiry",
  "gpasswd",
  "mount",
  "newgrp",
  "passwd",
  "polkit-agent-helper-1",
  "su",
  "sudo",
  "umount",
  "unix_chkpwd",
];

const clock = systemClock();

/** Both repositories of a machine name base 3, which is the one that it has. */
async function nameBase(machine: Machine): Promise<void> {
  const { made, certificate, key } = await imageMade();
  const bundle = join(folder, "next.raucb");
  const script = join(ROOT, "firmware/delivery/image/make-bundle.sh");
  execFileSync("sh", [script, "pc", made, VERSION, certificate, key, bundle], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const keys = { image: newKeys(), director: newKeys() };
  const at = join(machine.folder, "tree");
  mkdirSync(at);
  const tree = new ReleaseTree(at, keys, wallMs(clock.wall()));
  tree.base(3, VERSION, { pc: readFileSync(bundle) });
  rmSync(bundle);
  execFileSync("chmod", ["-R", "a+rX", at]);
  for (const one of ["image", "director"] as const)
    machine.write(`${one}-root.json`, tree.factoryRoots[one].toString());
}

/** Thousandths of a picture that a table's letters and numbers may take. */
const BRIGHT_MOST = 150;
/** Points of their colour that there are at least, whatever the table shows. */
const LETTERS_LEAST = 200;

const LOOK_US = 200_000;
/** How long a table may play before it is cut. */
const PLAY_MOST_US = 40_000_000;

/** Switches a machine on and cuts it off, at instants of the run's seed: half of them before its screens are there. */
async function cutPower(machine: Machine, count: number): Promise<{ readonly inStart: number }> {
  const random = randomFrom(runSeed("power cuts of a unit"));
  const screens = (): number => machine.findings().filter(({ step }) => step === "screens").length;
  /** This machine's time from power to screens, as it last was. */
  let startUs = 0;
  let inStart = 0;
  for (let at = 0; at < count; at++) {
    const before = screens();
    const isInStart = startUs > 0 && random.below(2) === 0;
    const from = clock.now();
    const running = machine.start({ modules: join(ROOT, "node_modules") });
    const limitUs = isInStart ? random.below(startUs) : HOUR * 1_000;
    while (screens() === before && clock.now() - from < limitUs) await clock.sleep(LOOK_US);
    if (screens() === before && !isInStart) throw new Error(`the table did not come back after cut ${at}`);
    if (screens() > before) {
      startUs = clock.now() - from;
      await clock.sleep(random.below(PLAY_MOST_US));
    } else inStart++;
    await running.kill();
  }
  return { inStart };
}
