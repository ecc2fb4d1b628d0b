import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { imageGuestMissing } from "../image/guest.ts";
import { ROOT } from "../support/built-release.ts";
import { commandHere } from "../support/command.ts";
import { sceneScript } from "./bundle.ts";
import { foundBy, Machine, SCENE_BESIDE_SERVICES, type Finding, type MachineRoot } from "./machine.ts";
import { makeUnit, unitRoot } from "./unit-disk.ts";

/**
 * Machines of whole units. TIRADA_UNIT_PACKAGE: the package for this processor, where it is built already; TIRADA_IMAGE: a folder in
 * which what make-root.sh makes lies in `pc`; TIRADA_KERNEL_UNIT: a folder that keeps the machine that was set up.
 */

const ANSWERS = `table: { name: Mesa 7, log: tirada.example/bench/table-07, rulebook: cl/ruleta-francesa, openAtStart: true }
wheel: { device: cammegh-ss2, rotorVariationRpm10: 15 }
people:
  - { name: Ana, role: jefe-de-mesa, pin: "830519" }
storage: { folder: /var/lib/tirada/table-07 }
`;

/** For all that the machines of a run begin with. */
export const folder = mkdtempSync(join(tmpdir(), "tirada-unit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let built: Promise<string> | null = null;
/** The unit's package for this processor. */
export const unitPackage = (): Promise<string> => (built ??= buildPackage());

async function buildPackage(): Promise<string> {
  const ready = process.env["TIRADA_UNIT_PACKAGE"];
  if (ready !== undefined) return ready;
  const out = join(folder, "package");
  const { status, stderr } = await commandHere(["release", "package", "--for", "linux-x64", "--out", out]);
  expect([status, stderr]).toEqual([0, ""]);
  return globSync(`${out}/*_amd64.deb`)[0]!;
}

/** A machine that will play a scene each time it is switched on. */
export async function machineWith(root: MachineRoot, scene: string): Promise<Machine> {
  const machine = new Machine(root);
  machine.write("run.sh", SCENE_BESIDE_SERVICES);
  machine.write("scene.mjs", await sceneScript(scene));
  machine.write("answers.yaml", ANSWERS);
  copyFileSync(join(ROOT, "docs/devices/tirada-shoe.md"), join(machine.folder, "tirada-shoe.md"));
  return machine;
}

/** Switches it on until it is off by itself. */
export async function play(machine: Machine): Promise<(step: string) => Finding> {
  const console = await machine.start({ modules: join(ROOT, "node_modules") }).ended;
  const of = foundBy(machine.findings(), console);
  expect(of("over")).toBeDefined();
  return of;
}

/** The whole evidence, checked as an inspector does; the number of its records. */
export async function verifiedRecords(evidence: string): Promise<number> {
  const { status, stdout, stderr } = await commandHere(["verify", evidence, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  return (JSON.parse(stdout) as { readonly records: number }).records;
}

/** The machine with the image, once it is a roulette; made when the first test asks for it. */
let roulette: Promise<MachineRoot> | null = null;
export const rouletteRoot = (): Promise<MachineRoot> => (roulette ??= setUpRoulette());

async function setUpRoulette(): Promise<MachineRoot> {
  const missing = imageGuestMissing("pc");
  if (missing !== null) throw new Error(missing);
  const place = process.env["TIRADA_KERNEL_UNIT"] ?? join(folder, "unit");
  const disk = join(place, "roulette.qcow2");
  if (!existsSync(disk)) {
    mkdirSync(place, { recursive: true });
    const machine = await machineWith(makeUnit((await imageMade()).made, place), "set-up");
    const of = await play(machine);
    process.stdout.write(
      `kernel: a new machine is a roulette after ${Math.round(of("certified").at)} s of the guest\n`,
    );
    machine.keepDisk(disk);
    machine.remove();
  }
  return { ...unitRoot(place), disk, format: "qcow2" };
}

/** What make-root.sh made of the image for a PC, and who signs base systems for it. */
export interface ImageMade {
  readonly made: string;
  readonly certificate: string;
  readonly key: string;
}

let image: Promise<ImageMade> | null = null;
export const imageMade = (): Promise<ImageMade> => (image ??= makeImage());

async function makeImage(): Promise<ImageMade> {
  const ready = process.env["TIRADA_IMAGE"];
  const made = ready === undefined ? join(folder, "made") : join(ready, "pc");
  const [certificate, key] = [join(made, "maker.pem"), join(made, "maker.key")];
  if (ready !== undefined) return { made, certificate, key };
  mkdirSync(made);
  const words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=base"];
  execFileSync("openssl", [...words, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  execFileSync(
    "sh",
    [join(ROOT, "firmware/delivery/image/make-root.sh"), "pc", await unitPackage(), certificate, made],
    {
      env: { ...process.env, SOURCE_DATE_EPOCH: "1790000000" },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  return { made, certificate, key };
}
