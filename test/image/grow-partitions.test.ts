import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, openSync, readSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";

/** The first start of a Raspberry Pi's disk: the table of partitions, cut at each of its writes. */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const GROW = join(ROOT, "firmware/delivery/packaging/image/pi4/root/usr/lib/tirada/image/grow-partitions");
const SECTOR = 512;
const MEBIBYTE = 1_048_576;

/** A disk as it is written: partitions alone. */
function newDisk(folder: string): string {
  const made = join(folder, "made");
  execFileSync("mkdir", [made]);
  for (const name of ["root.squashfs", "data"]) writeFileSync(join(made, name), name);
  execFileSync("mkfs.vfat", ["-F", "16", "-s", "1", "-C", join(made, "boot.img"), "8192"], { stdio: "ignore" });
  execFileSync("mcopy", ["-i", join(made, "boot.img"), "-", "::cmdline.tmpl"], { input: "@root@ @slot@\n" });
  const disk = join(folder, "disk");
  execFileSync("sh", [join(ROOT, "firmware/delivery/image/make-disk-pi4.sh"), made, disk], {
    env: { ...process.env, DATA: join(made, "data") },
  });
  return disk;
}

const grow = (disk: string, folder: string): ReturnType<typeof spawnSync> =>
  spawnSync("sh", [GROW, disk], { encoding: "utf8", env: { ...process.env, TMPDIR: folder } });

type Place = readonly [start: number, size: number];

/** Start and size of each partition in sectors, by its number, as the kernel reads them. */
function partitionsOf(disk: string): ReadonlyMap<string, Place> {
  const said = execFileSync("sfdisk", ["--dump", disk], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const lines = [...said.matchAll(/(\d) : start= *(\d+), size= *(\d+)/g)];
  return new Map(lines.map(([, number = "", start, size]) => [number, [Number(start), Number(size)]]));
}

const placeOf = (partitions: ReadonlyMap<string, Place>, number: string): Place =>
  partitions.get(number) ?? [0, 0];

function sectorAt(disk: string, sector: number): Buffer {
  const bytes = Buffer.alloc(SECTOR);
  const file = openSync(disk, "r");
  readSync(file, bytes, 0, SECTOR, sector * SECTOR);
  closeSync(file);
  return bytes;
}

function putSector(disk: string, sector: number, bytes: Buffer): void {
  const file = openSync(disk, "r+");
  writeSync(file, bytes, 0, SECTOR, sector * SECTOR);
  closeSync(file);
}

test("the data partition takes the room that is left, and the second base has as much as the first, whatever write a cut leaves out", () => {
  const folder = temporaryFolder();
  const disk = newDisk(folder);
  const before = partitionsOf(disk);
  const room = 8_192 * MEBIBYTE;
  truncateSync(disk, room);
  const [, size] = placeOf(before, "5");
  const second = room / SECTOR - size;
  // The table has its first sector at the beginning of the disk, one at that of the extended partition, and one before each that follows.
  const tables = [
    0,
    placeOf(before, "4")[0],
    placeOf(before, "6")[0] - MEBIBYTE / SECTOR,
    second - MEBIBYTE / SECTOR,
  ];
  const read = (): readonly Buffer[] => tables.map((sector) => sectorAt(disk, sector));
  const old = read();
  expect(grow(disk, folder)).toMatchObject({ status: 0, stderr: "" });
  const grown = partitionsOf(disk);
  const [data, dataSize] = placeOf(grown, "6");
  expect(data).toBe(placeOf(before, "6")[0]);
  expect(data + dataSize).toBe(second - MEBIBYTE / SECTOR);
  expect(placeOf(grown, "7")).toEqual([second, size]);

  // Each of these was written, and a cut may leave any of them out.
  const made = read();
  expect(made.map((bytes, at) => bytes.equals(old[at] ?? bytes))).toEqual(tables.map(() => false));
  for (let cut = 0; cut < 2 ** tables.length; cut++) {
    for (const [at, sector] of tables.entries())
      putSector(disk, sector, (((cut >> at) & 1) === 1 ? made : old)[at] ?? Buffer.alloc(SECTOR));
    const left = partitionsOf(disk);
    for (const number of ["1", "2", "3", "5"]) expect(left.get(number)).toEqual(before.get(number));
    expect(placeOf(left, "6")[0]).toBe(data);
    expect(grow(disk, folder)).toMatchObject({ status: 0 });
    expect(partitionsOf(disk)).toEqual(grown);
  }
  expect(sectorAt(disk, placeOf(before, "5")[0]).toString("latin1", 0, 13)).toBe("root.squashfs");
  expect(sectorAt(disk, data).toString("latin1", 0, 4)).toBe("data");

  // Copied to a larger disk it stays as it is: the second root may be the one that runs.
  truncateSync(disk, 2 * room);
  expect(grow(disk, folder)).toMatchObject({ status: 0, stderr: "" });
  expect(partitionsOf(disk)).toEqual(grown);
});

test("a disk that is too small, or another one, is refused in one line and left as it is", () => {
  const folder = temporaryFolder();
  const disk = newDisk(folder);
  truncateSync(disk, 1_500 * MEBIBYTE);
  const before = partitionsOf(disk);
  expect(grow(disk, folder)).toMatchObject({
    status: 1,
    stderr: `grow-partitions: ${disk} is too small for a second base: 2 GB at least\n`,
  });
  expect(partitionsOf(disk)).toEqual(before);
  putSector(disk, 0, Buffer.alloc(SECTOR));
  expect(grow(disk, folder)).toMatchObject({
    status: 1,
    stderr: `grow-partitions: ${disk} has no table of partitions\n`,
  });
});
