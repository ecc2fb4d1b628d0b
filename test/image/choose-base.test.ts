import { execFileSync, spawnSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { temporaryFolder } from "../support/folder.ts";
import { readAutoboot, whatStarts } from "./pi-firmware.ts";

/** Which base of a Raspberry Pi starts, on files that stand for its partitions: RAUC's custom backend, cut at each of its writes. */

const PI = fileURLToPath(new URL("../../firmware/delivery/packaging/image/pi4/", import.meta.url));
const CHOOSE = join(PI, "root/usr/lib/tirada/image/choose-base");
const SECTOR = 512;
const DISK = "74697264";
const PARTITIONS = [1, 2, 3] as const;
const BOOT = { A: 2, B: 3 } as const;
type Base = keyof typeof BOOT;

interface Pi {
  readonly folder: string;
  readonly partition: (number: number) => string;
  /** Runs the backend while `base` runs. Gives what it printed and every state of the partitions that it left on its way. */
  readonly choose: (
    base: Base,
    ...words: string[]
  ) => { readonly said: string; readonly states: readonly State[] };
  readonly refused: (base: Base, ...words: string[]) => string;
  readonly ended: (base: Base, ...words: string[]) => unknown;
}

/** The bytes of each partition. */
type State = readonly Buffer[];

/** A disk as make-disk-pi4.sh makes it, with a boot partition of base A alone. */
function freshPi(): Pi {
  const folder = temporaryFolder();
  const partition = (number: number): string => join(folder, `${DISK}-0${number}`);
  for (const number of PARTITIONS) emptyFat(partition(number));
  writeBoot(partition(BOOT.A), "first");
  const bin = stoppedPrograms(folder);
  mkdirSync(join(folder, "module"));
  const run = (base: Base, words: readonly string[]): ReturnType<typeof spawnSync> => {
    writeFileSync(join(folder, "cmdline"), `quiet rauc.slot=${base} tirada.data=6\n`);
    return spawnSync("sh", [CHOOSE, ...words], {
      encoding: "utf8",
      env: {
        PATH: `${bin}:${process.env["PATH"]}`,
        TIRADA_PARTITIONS: folder,
        TIRADA_CMDLINE: join(folder, "cmdline"),
        TIRADA_RUN: join(folder, "run"),
        TIRADA_TRYBOOT: join(folder, "module"),
        TIRADA_TRIAL: join(folder, "trial"),
      },
    });
  };
  const pi: Pi = {
    folder,
    partition,
    ended: (base, ...words) => run(base, words),
    choose: (base, ...words) => {
      const ended = run(base, words);
      expect(ended).toMatchObject({ status: 0, stderr: "" });
      return { said: String(ended.stdout).trim(), states: statesOf(folder, partition) };
    },
    refused: (base, ...words) => {
      const ended = run(base, words);
      expect(ended).toMatchObject({ status: 1, stdout: "" });
      expect(ended.stderr).toMatch(/^choose-base: [^\n]+\n$/);
      statesOf(folder, partition);
      return String(ended.stderr);
    },
  };
  pi.choose("A", "make-first");
  return pi;
}

function emptyFat(file: string): void {
  execFileSync("mkfs.vfat", ["-F", "16", "-s", "1", "-C", "--invariant", file, "2400"], { stdio: "ignore" });
}

/** A boot partition of a base, as a bundle brings it. */
function writeBoot(file: string, name: string): void {
  const from = `${file}.from`;
  mkdirSync(from);
  const config = readFileSync(join(PI, "boot/config.txt"));
  const files = {
    "config.txt": config,
    "tryboot.txt": config,
    "cmdline.tmpl": readFileSync(join(PI, "boot/cmdline.tmpl")),
    vmlinuz: `the kernel of ${name}`,
    "initrd.img": `the first root of ${name}`,
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(from, path), text);
  execFileSync("mcopy", ["-i", file, ...Object.keys(files).map((path) => join(from, path)), "::"]);
  rmSync(from, { recursive: true });
}

/** Programs that write, which leave a copy of the partitions before each time that they run. */
function stoppedPrograms(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  mkdirSync(join(folder, "before"));
  for (const program of ["dd", "mcopy"]) {
    const real = execFileSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).trim();
    writeFileSync(
      join(bin, program),
      `#!/bin/sh
n=$(ls ${folder}/before | wc -l)
mkdir ${folder}/before/$n
cp ${folder}/${DISK}-0* ${folder}/before/$n
exec ${real} "$@"
`,
      { mode: 0o755 },
    );
  }
  return bin;
}

/** Takes the copies away, and gives them with the state that is there now. */
function statesOf(folder: string, partition: (number: number) => string): readonly State[] {
  const before = join(folder, "before");
  const copies = readdirSync(before)
    .map(Number)
    .toSorted((a, b) => a - b)
    .map((one) => PARTITIONS.map((number) => readFileSync(join(before, String(one), `${DISK}-0${number}`))));
  rmSync(before, { recursive: true });
  mkdirSync(before);
  return [...copies, PARTITIONS.map((number) => readFileSync(partition(number)))];
}

/** The sectors of all partitions that differ. */
function changedSectors(
  before: State,
  after: State,
): readonly { readonly at: number; readonly sector: number }[] {
  return before.flatMap((bytes, at) => {
    const other = after[at] ?? Buffer.alloc(0);
    expect(other.length).toBe(bytes.length);
    return Array.from({ length: bytes.length / SECTOR }, (_, sector) => ({ at, sector })).filter(
      ({ sector }) =>
        !bytes
          .subarray(sector * SECTOR, (sector + 1) * SECTOR)
          .equals(other.subarray(sector * SECTOR, (sector + 1) * SECTOR)),
    );
  });
}

/** What a cut may leave between two states: any of the sectors written, any not. Lays each down and calls `look`. */
function cutBetween(
  pi: Pi,
  [before, after]: readonly [State, State],
  random: RandomSource,
  look: () => void,
): void {
  const sectors = changedSectors(before, after);
  const all = 2 ** sectors.length;
  for (let time = 0; sectors.length > 0 && time < Math.min(all, 4); time++) {
    for (const [index, { at, sector }] of sectors.entries()) {
      const written = all <= 4 ? ((time >> index) & 1) === 1 : random.oneIn(2);
      writeSector(pi, at, sector, written ? after : before);
    }
    look();
  }
  for (const { at, sector } of sectors) writeSector(pi, at, sector, after);
}

function writeSector(pi: Pi, at: number, sector: number, from: State): void {
  const file = openSync(pi.partition(at + 1), "r+");
  writeSync(file, from[at] ?? Buffer.alloc(0), sector * SECTOR, SECTOR, sector * SECTOR);
  closeSync(file);
}

/** Starts the disk, and says which base it is; throws when what starts is not one whole base. */
function startOf(pi: Pi, flag: boolean): { readonly base: Base; readonly kernel: string } {
  const number = readAutoboot(pi.partition(1))(flag);
  const { kernel, initrd, words } = whatStarts(pi.partition(number), flag);
  const base = number === BOOT.A ? "A" : "B";
  const root = base === "A" ? "05" : "07";
  expect(words).toMatch(
    new RegExp(`^console=tty0 root=PARTUUID=${DISK}-${root} .* rauc\\.slot=${base} tirada\\.data=6$`),
  );
  const name = kernel.toString("latin1").replace("the kernel of ", "");
  expect(initrd.toString("latin1")).toBe(`the first root of ${name}`);
  return { base, kernel: name };
}

const argument = (pi: Pi): string | null => {
  try {
    return readFileSync(join(pi.folder, "run/reboot-param"), "utf8");
  } catch {
    return null;
  }
};

test("a new disk starts its only base, with and without a trial that was asked for", () => {
  const pi = freshPi();
  for (const flag of [false, true]) expect(startOf(pi, flag)).toEqual({ base: "A", kernel: "first" });
  expect(pi.choose("A", "get-primary").said).toBe("A");
  expect(pi.choose("A", "get-current").said).toBe("A");
  expect(pi.choose("A", "get-state", "A").said).toBe("good");
  expect(pi.choose("A", "get-state", "B").said).toBe("bad");
});

test("another base is tried once, kept when it says so, and the one before may be tried again", () => {
  const pi = freshPi();
  install(pi, "A", "B", "second");
  expect(pi.choose("A", "get-primary").said).toBe("B");
  expect(argument(pi)).toBe("0 tryboot\n");
  expect(startOf(pi, false)).toEqual({ base: "A", kernel: "first" });
  expect(startOf(pi, true)).toEqual({ base: "B", kernel: "second" });

  // The machine starts anew: what was asked for is gone with it.
  rmSync(join(pi.folder, "run"), { recursive: true });
  pi.choose("B", "on-trial");
  pi.choose("B", "note-trial");
  expect(existsSync(join(pi.folder, "trial"))).toBe(true);
  expect(pi.choose("B", "get-primary").said).toBe("A");
  expect(startOf(pi, false).base).toBe("A");
  pi.choose("B", "set-state", "B", "good");
  for (const flag of [false, true]) expect(startOf(pi, flag).base).toBe(flag ? "A" : "B");
  expect(pi.ended("B", "on-trial")).toMatchObject({ status: 1, stdout: "", stderr: "" });
  pi.choose("B", "note-trial");
  expect(existsSync(join(pi.folder, "trial"))).toBe(false);

  pi.choose("B", "set-primary", "A");
  expect(argument(pi)).toBe("0 tryboot\n");
  expect(pi.choose("B", "get-primary").said).toBe("A");
  pi.choose("B", "set-primary", "B");
  expect(argument(pi)).toBe(null);
});

test("what would leave no way back is refused in one line, and nothing is written", () => {
  const pi = freshPi();
  const before = readAll(pi);
  expect(pi.refused("A", "set-state", "A", "bad")).toMatch(/base A is the one that was kept/);
  expect(pi.refused("A", "set-state", "B", "good")).toMatch(/base B has not run/);
  expect(pi.refused("A", "set-primary", "B")).toMatch(/base B has no boot partition that could be started/);
  expect(pi.refused("A", "set-primary", "C")).toMatch(/there is no base C/);
  expect(pi.refused("A", "start")).toMatch(/there is no command start/);
  expect(changedSectors(before, readAll(pi))).toEqual([]);
  install(pi, "A", "B", "second");
  expect(pi.refused("B", "set-primary", "B")).toMatch(/base B is on trial itself/);
  rmSync(join(pi.folder, "module"), { recursive: true });
  expect(pi.refused("A", "set-primary", "B")).toMatch(/no module tirada_tryboot/);
});

test("an autoboot.txt that is not where it was, or says something else, is not written over", () => {
  const pi = freshPi();
  install(pi, "A", "B", "second");
  const good = readFileSync(pi.partition(1));
  execFileSync("mcopy", ["-o", "-i", pi.partition(1), "-", "::autoboot.txt"], {
    input: "[all]\nboot_partition=2\n",
  });
  expect(pi.refused("A", "set-state", "B", "bad")).toMatch(/autoboot\.txt names partition none/);
  writeFileSync(pi.partition(1), good);
  execFileSync("mdel", ["-i", pi.partition(1), "::autoboot.txt"]);
  expect(pi.refused("A", "get-primary")).toMatch(/autoboot\.txt of the first partition cannot be read/);
});

test("cut at any write of an update, the machine starts a whole base: the kept one, or on trial the new one", () => {
  const random = randomFrom("a base on its way");
  const pi = freshPi();
  let [kept, next]: [Base, Base] = ["A", "B"];
  let [former, older] = ["first", "first"];
  for (const name of ["second", "third"]) {
    const { marked, written, named } = install(pi, kept, next, name);
    const steps = [
      // The one before the kept one is whole until it is written over, and nothing is tried meanwhile.
      ...pairsOf(marked).map((pair) => ({ pair, tried: [former, older] })),
      { pair: [marked.at(-1) ?? written, written] as const, tried: [former] },
      ...pairsOf([written, ...named]).map((pair) => ({ pair, tried: [former, name] })),
    ];
    lay(pi, marked[0] ?? written);
    for (const { pair, tried } of steps) {
      // What says which base starts is never written but as one sector.
      expect(changedSectors(...pair).filter((one) => one.at === 0).length).toBeLessThanOrEqual(1);
      cutBetween(pi, pair, random, () => {
        expect(startOf(pi, false)).toEqual({ base: kept, kernel: former });
        expect(tried).toContain(startOf(pi, true).kernel);
      });
    }
    const { states } = pi.choose(next, "set-state", next, "good");
    lay(pi, states[0] ?? written);
    for (const pair of pairsOf(states))
      cutBetween(pi, pair, random, () => {
        const { base, kernel } = startOf(pi, false);
        expect([`${kept} ${former}`, `${next} ${name}`]).toContain(`${base} ${kernel}`);
      });
    expect(startOf(pi, false)).toEqual({ base: next, kernel: name });
    [kept, next, older, former] = [next, kept, former, name];
  }
});

const pairsOf = (states: readonly State[]): readonly (readonly [State, State])[] =>
  states.slice(1).map((state, at) => [states[at] ?? state, state]);

/** What RAUC does with a bundle, and the states of the partitions on its way. Base `running` is kept, `to` is written. */
function install(
  pi: Pi,
  running: Base,
  to: Base,
  name: string,
): { readonly marked: readonly State[]; readonly written: State; readonly named: readonly State[] } {
  const marked = pi.choose(running, "set-state", to, "bad").states;
  const bundle = join(pi.folder, "bundle");
  rmSync(bundle, { force: true });
  emptyFat(bundle);
  writeBoot(bundle, name);
  copyFileSync(bundle, pi.partition(BOOT[to]));
  const written = readAll(pi);
  return { marked, written, named: pi.choose(running, "set-primary", to).states };
}

const lay = (pi: Pi, state: State): void =>
  PARTITIONS.forEach((number) => writeFileSync(pi.partition(number), state[number - 1] ?? ""));

const readAll = (pi: Pi): State => PARTITIONS.map((number) => readFileSync(pi.partition(number)));
