import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { writeEyeCalibration } from "../../firmware/table/dice/calibration-file.ts";
import { recordFacts } from "../../firmware/evidence/log/record-lines.ts";
import { progressPathOf, readProgress, writeProgress } from "../../firmware/care/first-setup/progress.ts";
import { CONFIG_FORMAT } from "../../firmware/table/config/config.ts";
import { readConfig } from "../../firmware/unit/configuration/read-config.ts";
import { UPDATE_SOCKET } from "../../firmware/delivery/updater/config.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { capturedWheel } from "../support/captured-wheel.ts";
import { commandHere } from "../support/command.ts";
import { EMPTY, simArena } from "../support/dice-arena.ts";
import { steppedCage, steppedShoe, steppedSs2, type SteppedDevice } from "../support/ported-devices.ts";
import { temporaryFolder } from "../support/folder.ts";
import { freePortHere } from "../support/free-port.ts";
import { screenLine } from "../support/screen-line.ts";
import { setupBench, type SetupBench } from "../support/setup-bench.ts";
import { startProcess, type Ended } from "../support/table-process.ts";
import { ALL, sampleInAll } from "../support/volume.ts";

/** A technician sets tables up from nothing, with simulated devices behind real pseudo-terminals. */

const clock = systemClock();
const SILENT: SteppedDevice = { step: () => ({ bytes: "" }) };

const PEOPLE = `people:
  - { name: Ana, role: jefe-de-mesa, pin: "830519" }
  - { name: Bea, role: croupier, pin: "7294" }
`;
const table = (rulebook: string, more = ""): string => `table:
  name: Mesa 7
  log: tirada.example/casino-1/table-07
  rulebook: ${rulebook}
${more}`;
const rest = ({ storage }: SetupBench): string => `${PEOPLE}display: { port: 0 }
storage: { folder: ${storage} }
`;
const wheelAnswers = (here: SetupBench, wheel = "device: cammegh-ss2"): string =>
  `${table("cl/ruleta-francesa")}wheel: { ${wheel} }\n${rest(here)}`;

/** The holes of a bowl, once round the half of it. */
const BOWL = Array.from({ length: 9 }, (_, at) => `"${at + 1}"`);
const decks = Array.from({ length: 8 }, (_, at) => `{ id: "0000000${at + 1}" }`).join(", ");
const SHOE = `device: tirada-shoe, decks: [${decks}]`;
const shoeAnswers = (here: SetupBench, shoe = SHOE): string =>
  `${table("cl/punto-y-banca")}shoe: { ${shoe} }\n${rest(here)}`;

/** The one line of a refusal, with its exit status. */
const refusal = ({ status, stderr }: Ended): string => {
  expect(stderr.split("\n")).toHaveLength(2);
  return `${status} ${stderr.trim()}`;
};

/** Starts the table as the service does, and gives what its screens show; it is gone after the test. */
async function startTable({ config }: SetupBench): Promise<{
  readonly screen: Awaited<ReturnType<typeof screenLine>>;
  readonly url: string;
  readonly stop: () => Promise<void>;
}> {
  const process = startProcess(["start", "--config", config]);
  const stop = async (): Promise<void> => {
    process.child.kill("SIGTERM");
    await process.ended;
  };
  onTestFinished(stop);
  const url = await process.url;
  return { screen: await screenLine(url), url, stop };
}

/** What was changed by hand is kept or named, never overwritten; a self-test that was cut is taken back whole. All is put back. */
async function changedByHand(here: SetupBench, answers: string): Promise<void> {
  const before = temporaryFolder();
  const folders = ["etc", "var"].map((name) => [join(here.folder, name), join(before, name)] as const);
  for (const [own, kept] of folders) cpSync(own, kept, { recursive: true });
  const edited = readFileSync(here.config, "utf8").replace("name: Mesa 7", "name: Mesa 9");
  writeFileSync(here.config, edited);
  const again = await here.setUp(answers);
  expect(again.stdout).toContain("was changed by hand since tirada setup wrote it; it stays as it is");
  expect(again.stdout).toContain("- name: Mesa 7; + name: Mesa 9");
  expect(readFileSync(here.config, "utf8")).toBe(edited);
  const other = refusal(await here.setUp(answers.replace("name: Mesa 7", "name: Mesa 8")));
  expect(other).toMatch(/^2 .*changed by hand.*- name: Mesa 7; \+ name: Mesa 9/);
  expect(readFileSync(here.config, "utf8")).toBe(edited);
  // As it is when the self-test is cut: the records are there, and nothing says which was its last.
  const progress = readProgress(here.config);
  if (progress === null) throw new Error("there is no progress");
  writeProgress(here.config, { ...progress, last: null, testing: true });
  const undone = await here.undo();
  expect(`${undone.status}${undone.stderr}`).toBe("0");
  expect(undone.stdout).toContain(`Kept ${here.config}.kept: it was changed by hand`);
  for (const gone of [here.storage, here.config, progressPathOf(here.config)])
    expect(existsSync(gone)).toBe(false);
  expect(readFileSync(`${here.config}.kept`, "utf8")).toBe(edited);
  for (const [own, kept] of folders) {
    rmSync(own, { recursive: true, force: true });
    cpSync(kept, own, { recursive: true });
  }
}

describe("a wheel", () => {
  it("is set up, asks for its first spin, and is left alone once it has certified one", async () => {
    const here = setupBench();
    const wheel = await capturedWheel(here.ports, clock, 50);
    onTestFinished(() => wheel.close());
    const port = await freePortHere();
    const answers = wheelAnswers(
      here,
      `device: cammegh-ss2, baud: 921600, ask: false, path: ${wheel.path}`,
    ).replace("port: 0", `port: ${port}`);
    // Another program has the port: that is said before anything is made, with one that is free.
    const taken = createServer().listen(port, "127.0.0.1");
    onTestFinished(() => void taken.close());
    // It plays while it is looked at, from its first game on: later ones have faults of their own.
    wheel.play();
    const early = await here.setUp(answers);
    wheel.pause();
    expect(refusal(early)).toMatch(/^5 .*port \d+ is taken by another program.*is free \(display\.port\)/);
    // It was not asked what it is: whoever named its port answers for that.
    expect(early.stdout).toContain(
      `wheel: cammegh-ss2 by your word: with ask: false it is not asked what it is, at ${wheel.path}`,
    );
    await new Promise((resolve) => taken.close(resolve));
    wheel.play();
    const { stdout, stderr, status } = await here.setUp(answers);
    expect(`${stderr}${status}`).toBe("0");
    expect(stdout).toMatch(/vkey +tirada\.example\/casino-1\/table-07\+[0-9a-f]{8}\+/);
    expect(stdout).toContain("wheel: in order");
    expect(stdout).toContain("The table asks for its first spin.");
    // What it wrote is a whole configuration, with the address found and no PIN.
    expect(statSync(here.config).mode & 0o777).toBe(0o640);
    expect(readFileSync(here.config, "utf8")).toMatch(new RegExp(`^format: ${CONFIG_FORMAT}\n`));
    expect(readFileSync(here.config, "utf8")).not.toContain("830519");
    // At its start after a power cut it waits for a wheel that comes later.
    expect((await readConfig(here.config)).wheel).toMatchObject({ path: wheel.path, wait: true });
    const tested = [...recordFacts(here.storage)].find(({ kind }) => kind === "self-test")?.fields["detail"];
    expect(tested).toMatchObject({ for: "setup", wheel: "in order" });
    if (ALL) await changedByHand(here, answers);
    const { screen, url } = await startTable(here);
    const jefe = await screenLine(url, "control");
    expect(await jefe.signIn("Ana", "830519")).toBe("signed-in");
    expect(await jefe.press({ key: "open-table" })).toBe("done");
    await screen.view(({ phase }) => phase === "betting");
    await screen.view(({ series }) => series.some(({ certified }) => certified));
    screen.close();
    for (const again of [await here.setUp(answers), await here.undo()])
      expect(refusal(again)).toMatch(/^2 tirada: .*this table has certified results, the first is record \d+/);
    expect(existsSync(here.config)).toBe(true);
  }, 240_000);

  it("is told by what it answers: another device, silence and another number of pockets are named, and nothing is made", async () => {
    const here = setupBench();
    expect(refusal(await here.setUp(wheelAnswers(here)))).toMatch(
      /^3 .*cammegh-ss2 was not found: there is no port; look at its power/,
    );
    await here.plug("usb-A", steppedShoe(0xabcd, 8));
    await here.plug("usb-B", SILENT);
    await here.plug("usb-C", steppedSs2(38));
    const said = refusal(await here.setUp(wheelAnswers(here)));
    expect(said).toMatch(/^3 tirada: wheel: cammegh-ss2 was not found: /);
    expect(said).toContain("usb-A: is another device: tirada-shoe 0000ABCD");
    expect(said).toContain("usb-B: silent");
    expect(said).toMatch(/usb-C: cammegh-ss2 does not fit this table, wheel-pockets: wheel 38, rulebook 37/);
    expect(here.made()).toEqual(["etc/table.yaml.setup"]);
    expect((await here.undo()).status).toBe(0);
    expect(here.made()).toEqual([]);
  }, 240_000);
});

if (ALL)
  describe("a shoe", () => {
    it("of two that are alike the named one is taken; the table asks for it, and all of it is undone", async () => {
      const here = setupBench();
      await here.plug("usb-Shoe_0001", steppedShoe(0xabcd, 8));
      const other = await here.plug("usb-Shoe_0002", steppedShoe(0x1234, 8));
      const two = refusal(await here.setUp(shoeAnswers(here)));
      expect(two).toMatch(
        /^3 .*answers at 2 places: \S+usb-Shoe_0001 \(tirada-shoe 0000ABCD\), \S+usb-Shoe_0002 \(tirada-shoe 00001234\); unplug the one that is not this table's, or say shoe\.path/,
      );
      expect(existsSync(here.config)).toBe(false);
      // A piece of its name, as its serial number is.
      const answers = `zone: America/Punta_Arenas\n${shoeAnswers(here, `${SHOE}, path: "Shoe_0002"`)}`;
      expect(refusal(await here.setUp(answers.replace("Punta_Arenas", "Punta_Arena")))).toMatch(
        /zone.* is no time zone: write it as/,
      );
      const done = await here.setUp(answers);
      expect(`${done.stderr}${done.status}`).toBe("0");
      expect(done.stdout).toContain("The table asks for its shoe: load it.");
      const made = await readConfig(here.config);
      expect([made.zone, made.shoe]).toMatchObject(["America/Punta_Arenas", { path: other.path, wait: true }]);
      const { screen, stop } = await startTable(here);
      const view = await screen.view();
      expect(view.cards?.shoe.ready).toBe(false);
      screen.close();
      expect(refusal(await here.undo())).toMatch(/^4 tirada: .*journal\.db/);
      await stop();
      // The unit has written records of its own since: they are kept, and so is the key.
      const undone = await here.undo();
      expect(undone.stdout).toMatch(
        /Kept \S+table-07: its journal goes on to record \d+, which this setup did not write/,
      );
      expect(here.made()).toContain("var/table-07/table.key.pem");
      expect(here.made()).not.toContain("etc/table.yaml");
    }, 240_000);
  });

if (ALL)
  describe("a dice table", () => {
    it("with a camera and a cage is set up, and asks for its first throw", async () => {
      const here = setupBench();
      const sim = simArena("setup", { width: 320, height: 240, sidePx: 40, side: 16 });
      const { width, height } = sim.calibration;
      const film = join(here.folder, "film.y4m");
      const frames = sim.frames(EMPTY, 10).flatMap(({ data }) => [Buffer.from("FRAME\n"), data]);
      const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Cmono\n`);
      writeFileSync(film, Buffer.concat([head, ...Array.from({ length: 60 }, () => frames).flat()]));
      const arena = join(here.folder, "arena.json");
      writeEyeCalibration(arena, sim.calibration, false);
      await here.plug("usb-Cage", steppedCage(0x77));
      const camera = `{ source: file, path: ${film}, width: ${width}, height: ${height}, fps: 10, format: y4m }`;
      const { stdout, stderr, status } = await here.setUp(
        `${table("cl/chuck-a-luck")}dice:
  eye: { device: tirada-eye, calibration: ${arena}, camera: ${camera} }
  thrower: { device: cage }
${rest(here)}`,
      );
      expect(`${stderr}${status}`).toBe("0");
      expect(stdout).toContain(`eye: ${width}x${height}, at ${film}`);
      expect(stdout).toMatch(/thrower: cage 00000077, at \S+usb-Cage/);
      expect(stdout).toContain("The table asks for its first throw.");
      const { dice } = await readConfig(here.config);
      expect([dice?.eye.wait, dice?.thrower?.wait]).toEqual([true, true]);
      const { screen } = await startTable(here);
      const view = await screen.view(({ device }) => device.health === "ok");
      expect(view.device.faults).toEqual([]);
      screen.close();
    }, 240_000);
  });

describe("answers that are not right", () => {
  const cases: readonly (readonly [string, (here: SetupBench) => string, RegExp])[] = [
    [
      "an unknown key",
      (here) => `${wheelAnswers(here)}colour: red\n`,
      /^2 tirada: \S+answers\.yaml:11:1: unknown key "colour"/,
    ],
    [
      "a game that needs a shoe",
      (here) => wheelAnswers(here).replace("ruleta-francesa", "punto-y-banca"),
      /answers\.yaml:5:\d+: cl\/punto-y-banca is played .*needs shoe, not wheel/,
    ],
    [
      "a device that does not fit",
      (here) =>
        wheelAnswers(here, `device: cammegh-ss2, ring: [${[...BOWL, ...BOWL].join(", ")}]`).replace(
          "cl/ruleta-francesa",
          "es-cb/bola",
        ),
      /answers\.yaml:\d+:\d+: .*cammegh-ss2 cannot be used on a bowl/,
    ],
    [
      "a bowl whose order of holes nobody says",
      (here) => wheelAnswers(here, "device: sensor-board").replace("cl/ruleta-francesa", "es-cb/bola"),
      /answers\.yaml:5:\d+: wheel\.ring is missing/,
    ],
    [
      "decks of another game",
      (here) => shoeAnswers(here, "device: tirada-shoe, decks: [{ id: a }]"),
      /answers\.yaml:5:\d+: shoe\.decks: 1 deck: the game is played with/,
    ],
    [
      "a PIN of one digit",
      (here) => wheelAnswers(here).replace("830519", "4444"),
      /answers\.yaml:7:\d+: people: person 1: .*PIN .*is one digit over and over/,
    ],
    [
      "a PIN of two people",
      (here) => wheelAnswers(here).replace("7294", "830519"),
      /person 2: this PIN is another person.s too/,
    ],
    [
      "a PIN without quotes",
      (here) => wheelAnswers(here).replace('"7294"', "7294"),
      /answers\.yaml:8:\d+: .*must be text: put digits in quotes/,
    ],
    [
      "nobody who opens the table",
      (here) => wheelAnswers(here).replace("jefe-de-mesa", "tecnico"),
      /answers\.yaml:6:\d+: people: nobody is jefe-de-mesa/,
    ],
    [
      "a log of another form",
      (here) => wheelAnswers(here).replace("tirada.example/casino-1/table-07", "Mesa 7"),
      /answers\.yaml:3:\d+: .*must look like/,
    ],
    [
      "a house rule that is none",
      (here) => wheelAnswers(here).replace("francesa\n", "francesa\n  houseRules: [mine]\n"),
      /house rule "mine" cannot be adopted/,
    ],
  ];

  /** What a PIN may be is tried beside its rules; that each person's is asked, here. */
  const pins: typeof cases = [
    [
      "a common PIN",
      (here) => wheelAnswers(here).replace("7294", "2580"),
      /answers\.yaml:8:\d+: people: person 2: .*PIN .*is one of the first/,
    ],
    [
      "a PIN of two equal parts",
      (here) => wheelAnswers(here).replace("7294", "7272"),
      /person 2: this PIN is one part twice/,
    ],
  ];

  it.each([...cases, ...sampleInAll(pins, 1, "PINs that are none")])("%s", async (_, answersOf, wanted) => {
    const here = setupBench();
    expect(refusal(await here.setUp(answersOf(here)))).toMatch(wanted);
    expect(here.made()).toEqual([]);
  });

  it("a configuration that somebody else wrote, a folder that is not there, and a storage folder that cannot be", async () => {
    const here = setupBench();
    writeFileSync(here.config, "table: {}\n");
    expect(refusal(await here.setUp(wheelAnswers(here)))).toMatch(
      /^2 .*is there already, and tirada setup did not write it/,
    );
    const words = ["--ports", here.ports, "--config", join(here.folder, "no", "table.yaml")];
    const from = ["--from", here.answers(wheelAnswers(here))];
    expect(refusal(await commandHere(["setup", ...from, ...words]))).toMatch(
      /^4 .*no se puede escribir \S+table\.yaml\.setup: su carpeta no existe/,
    );
    expect(refusal(await commandHere(["setup", "--undo", ...words]))).toMatch(
      /^2 .*esta mesa no se puso en marcha con tirada setup/,
    );
  });
});

/** Does it on a machine that has a user for an updater, as the package makes one. */
async function besideUpdater<T>({ folder }: SetupBench, act: () => Promise<T>): Promise<T> {
  const { PATH } = process.env;
  const programs = join(folder, "programs");
  mkdirSync(programs);
  writeFileSync(join(programs, "id"), '#!/bin/sh\n[ "$3" = tirada-updater ] && echo 998\n', { mode: 0o755 });
  process.env["PATH"] = `${programs}:${PATH}`;
  try {
    return await act();
  } finally {
    process.env["PATH"] = PATH;
  }
}

if (ALL)
  describe("given up half-way", () => {
    it("goes on where it was, whenever it is killed, and is undone", async () => {
      const here = setupBench();
      await here.plug("usb-Shoe", steppedShoe(0xabcd, 8));
      const args = ["setup", "--from", here.answers(shoeAnswers(here)), ...here.words];
      for (const step of [3, 5, 8, 10]) {
        const run = startProcess(args);
        await run.lineWith(`[${step}/10]`);
        run.child.kill("SIGKILL");
        const { stdout } = await run.ended;
        expect(readFileSync(`${here.config}.setup`, "utf8")).not.toContain("830519");
        // Nothing of the devices is asked anew once it was right.
        if (step > 3) expect(stdout.includes("looking for")).toBe(step === 5);
      }
      const done = await besideUpdater(here, () => commandHere(args));
      expect(`${done.stderr}${done.status}`).toBe("0");
      expect(done.stdout).toContain("Devices: was done already");
      expect((await readConfig(here.config)).update).toMatchObject({ socket: UPDATE_SOCKET });
      const undone = await here.undo();
      expect(`${undone.stderr}${undone.status}`).toBe("0");
      expect(here.made()).toEqual([]);
      expect(existsSync(join(here.folder, "var"))).toBe(false);
    }, 240_000);
  });
