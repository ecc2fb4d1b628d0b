import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folder.ts";
import { LISTENED_FORMAT, type ListenedHead } from "../../src/recording/listened.ts";
import { monoUs, wallMs } from "../../src/time/instant.ts";
import { realDisk, setDisk } from "../files/disk.ts";
import { readCapture } from "../replay/capture.ts";
import { ListenedCapture } from "./listened-capture.ts";

afterEach(() => setDisk());
const HEAD: ListenedHead = {
  k: "listened",
  v: LISTENED_FORMAT,
  release: "test",
  device: "cammegh-ss2",
  protocol: null,
  baud: 9_600,
  name: "/dev/ttyUSB0",
  wall: wallMs(0),
  table: null,
};
const said = (at: number) => ({ k: "in", t: monoUs(at), port: "wheel", bytes: "x".repeat(100) }) as const;

/** A disk that takes so many bytes, the last of them half an entry. */
function fillingDisk(room: number): void {
  let left = room;
  const writeSync = ((fd: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
    const most = Math.min(length, left);
    if (most === 0)
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    left -= most;
    return realDisk.writeSync(fd, bytes, offset, most, position);
  }) as typeof realDisk.writeSync;
  setDisk({ ...realDisk, writeSync });
}

it.each([600, 1_000, 1_001])("holds whole entries alone where its disk fills up after %i bytes", (room) => {
  const path = join(temporaryFolder(), "capture.jsonl");
  fillingDisk(room);
  const capture = new ListenedCapture(path, HEAD);
  let added = 0;
  while (capture.add(said(added))) added++;
  expect(capture.add(said(added))).toBe(false);
  capture.end(monoUs(99), "listening ended");
  expect(capture.trouble).toMatchObject({ code: "ENOSPC" });
  expect(readFileSync(path, "utf8")).toMatch(/\n$/);
  expect(readFileSync(path)).toHaveLength(capture.bytes);
  const { entries } = readCapture(path);
  expect(entries.filter(({ k }) => k === "in")).toHaveLength(added);
});

it("ends where it is full, and takes nothing that a disk has no room to begin", () => {
  const path = join(temporaryFolder(), "capture.jsonl");
  const capture = new ListenedCapture(path, HEAD, 2_000);
  let added = 0;
  while (capture.add(said(added))) added++;
  capture.end(monoUs(99), "listening ended");
  expect([capture.trouble, capture.bytes <= 2_000, added > 1]).toEqual([null, true, true]);
  expect(readCapture(path).entries.at(-1)).toMatchObject({
    k: "end",
    why: "full at 2000 bytes; listening ended",
  });
  fillingDisk(10);
  expect(() => new ListenedCapture(path, HEAD)).toThrow("ENOSPC");
});
