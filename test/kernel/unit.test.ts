import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { commandHere } from "../support/command.ts";
import { ROOT } from "../support/built-release.ts";
import { runSeed, SOAK } from "../support/volume.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { imageGuestMissing } from "../image/guest.ts";
import { sceneScript } from "./bundle.ts";
import {
  bareRoot,
  foundBy,
  Machine,
  SCENE_BESIDE_SERVICES,
  type Finding,
  type MachineRoot,
} from "./machine.ts";
import { hashOfBase, unitRoot } from "./unit-disk.ts";

/**
 * Whole units on a kernel of their own: a bare Debian that becomes one by the manual's commands, and a machine with the image. Their
 * devices are gadgets of that kernel. TIRADA_UNIT_PACKAGE: the package for this processor, where it is built already; TIRADA_IMAGE: a
 * folder in which what make-root.sh makes lies in `pc`.
 */

const HOUR = 3_600_000;
const MANUAL = readFileSync(join(ROOT, "docs/technician.md"), "utf8");
/** What the manual has a technician type on a bare machine. */
const [, INSTALLING = ""] = /^In short, [^]*?^```\n([^]*?)^```$/m.exec(MANUAL) ?? [];
const COMMANDS = INSTALLING.trim().split("\n");
const ANSWERS = `table: { name: Mesa 7, log: tirada.example/bench/table-07, rulebook: cl/ruleta-francesa, openAtStart: true }
wheel: { device: cammegh-ss2, rotorVariationRpm10: 15 }
people:
  - { name: Ana, role: jefe-de-mesa, pin: "830519" }
storage: { folder: /var/lib/tirada/table-07 }
`;

const folder = mkdtempSync(join(tmpdir(), "tirada-unit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let built: Promise<string> | null = null;
/** The unit's package for this processor. */
const unitPackage = (): Promise<string> => (built ??= buildPackage());

async function buildPackage(): Promise<string> {
  const ready = process.env["TIRADA_UNIT_PACKAGE"];
  if (ready !== undefined) return ready;
  const out = join(folder, "package");
  const { status, stderr } = await commandHere(["release", "package", "--for", "linux-x64", "--out", out]);
  expect([status, stderr]).toEqual([0, ""]);
  return globSync(`${out}/*_amd64.deb`)[0]!;
}

/** A machine that will play a scene each time it is switched on. */
async function machineWith(root: MachineRoot, scene: string): Promise<Machine> {
  const machine = new Machine(root);
  machine.write("run.sh", SCENE_BESIDE_SERVICES);
  machine.write("scene.mjs", await sceneScript(scene));
  machine.write("answers.yaml", ANSWERS);
  copyFileSync(join(ROOT, "docs/devices/tirada-shoe.md"), join(machine.folder, "tirada-shoe.md"));
  return machine;
}

/** Switches it on until it is off by itself. */
async function play(machine: Machine): Promise<(step: string) => Finding> {
  const console = await machine.start({ modules: join(ROOT, "node_modules") }).ended;
  const of = foundBy(machine.findings(), console);
  expect(of("over")).toBeDefined();
  return of;
}

/** The whole evidence, checked as an inspector does; the number of its records. */
async function verifiedRecords(evidence: string): Promise<number> {
  const { status, stdout, stderr } = await commandHere(["verify", evidence, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  return (JSON.parse(stdout) as { readonly records: number }).records;
}

test("the manual has the three commands that the bench takes from it", () => {
  expect(COMMANDS).toEqual([
    expect.stringMatching(/^sudo apt install \.\/tirada_[\d.]+_amd64\.deb$/),
    "sudo tirada setup --from answers.yaml",
    "sudo systemctl enable --now tirada",
  ]);
});

if (SOAK)
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

/** The machine with the image, once it is a roulette; made when the first test asks for it. */
let roulette: Promise<MachineRoot> | null = null;
const rouletteRoot = (): Promise<MachineRoot> => (roulette ??= setUpRoulette());

async function setUpRoulette(): Promise<MachineRoot> {
  const missing = imageGuestMissing("pc");
  if (missing !== null) throw new Error(missing);
  const made = await imageMade();
  const place = join(folder, "unit");
  mkdirSync(place);
  const machine = await machineWith(unitRoot(made, place), "set-up");
  const of = await play(machine);
  process.stdout.write(
    `kernel: a new machine is a roulette after ${Math.round(of("certified").at)} s of the guest\n`,
  );
  return machine.asRoot;
}

/** What make-root.sh makes of the image for a PC. */
async function imageMade(): Promise<string> {
  const ready = process.env["TIRADA_IMAGE"];
  if (ready !== undefined) return join(ready, "pc");
  const made = join(folder, "made");
  mkdirSync(made);
  const keyring = join(folder, "keyring.pem");
  const words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=base"];
  execFileSync("openssl", [...words, "-keyout", join(folder, "key.pem"), "-out", keyring], { stdio: "ignore" });
  execFileSync("sh", [join(ROOT, "release/image/make-root.sh"), "pc", await unitPackage(), keyring, made], {
    env: { ...process.env, SOURCE_DATE_EPOCH: "1790000000" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return made;
}

if (SOAK) {
  test(
    "a roulette comes back after the power, names a wheel that is pulled, doubled or taken, and is started again when it hangs",
    { timeout: HOUR },
    async () => {
      const machine = await machineWith(await rouletteRoot(), "life");
      const of = await play(machine);
      process.stdout.write(
        `kernel: screens ${Math.round(of("screens").at)} s after power-on; hung: started again after ${Number(of("hung")["again"])} s, screens after ${Number(of("hung")["screens"])} s\n`,
      );
      expect(of("pulled")["verdicts"]).not.toContain("result");
      expect(of("two alike")["reason"]).toMatch(/two devices may share the name .*; unplug one of them/);
      expect(of("hung")["again"]).toBeLessThanOrEqual(10);
      expect(of("held")["reason"]).toMatch(/is taken by sleep \(process \d+\)/);
      const certified = ["after power-on", "after the plug", "after the hang", "held no more"];
      const numbers = certified.map((step) => Number(of(step)["seq"]));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      machine.remove();
    },
  );

  test(
    "a machine is a table of cards: a shoe on USB that is pulled in a round, and a scanner that types for nobody else",
    { timeout: HOUR },
    async () => {
      const machine = await machineWith(await rouletteRoot(), "cards");
      const of = await play(machine);
      expect(of("table-08: set up")["output"]).toContain("The table asks for its shoe");
      expect(of("shoe: certified")["verdict"]).toMatchObject({ kind: "deal-result", certified: true });
      expect(of("shoe: pulled")["isEverCertified"]).toBe(false);
      expect(of("scanner: certified")["verdict"]).toMatchObject({ kind: "deal-result", certified: true });
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

const clock = systemClock();
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
