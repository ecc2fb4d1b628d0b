import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { BOARD_KINDS } from "../../drivers/boot-section/image.ts";
import { BOOT_START_BYTES } from "../../hw-sim/boards/avr/flash.ts";
import { readIntelHex } from "../../src/load/intel-hex.ts";
import { temporaryFolder } from "../support/folder.ts";

/** The images of the boards that are handed out are what their sources say. */

const ROOT = new URL("../../", import.meta.url).pathname;
const BOARDS = globSync("firmware/boards/*/Makefile", { cwd: ROOT }).map(dirname).sort();
const IMAGES = BOARDS.flatMap((board) => globSync(`${board}/image/*.hex`, { cwd: ROOT }));
const sha256 = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");

describe("the boards' images", () => {
  it("are there for each board, and a boot section for each kind", () => {
    expect(BOARDS).toContain("firmware/boards/wheel");
    expect([...new Set(IMAGES.map((image) => dirname(dirname(image))))].sort()).toEqual(BOARDS);
    expect(
      IMAGES.filter((image) => image.includes("/boot/"))
        .map((image) => basename(image))
        .sort(),
    ).toEqual(
      Object.keys(BOARD_KINDS)
        .map((kind) => `boot-${kind}.hex`)
        .sort(),
    );
  });

  it("of boot sections are at most 2,048 bytes, all of them in the section", () => {
    for (const kind of Object.keys(BOARD_KINDS)) {
      const hex = readFileSync(join(ROOT, `firmware/boards/boot/image/boot-${kind}.hex`), "latin1");
      const memory = readIntelHex(hex, 32_768);
      const used = memory.length - memory.findIndex((byte) => byte !== 0xff);
      const bytes = 1 + memory.findLastIndex((byte) => byte !== 0xff) - BOOT_START_BYTES;
      process.stdout.write(`boot section of a ${kind} board: ${bytes} of 2048 bytes\n`);
      expect(used).toBe(2_048);
      expect(bytes).toBeLessThanOrEqual(2_048);
    }
  });

  it.each(IMAGES)("%s has the SHA-256 that lies beside it", (image) => {
    const reported = readFileSync(join(ROOT, `${image}.sha256`), "utf8");
    expect(reported).toBe(`${sha256(join(ROOT, image))}  ${basename(image)}\n`);
  });

  it.each(IMAGES)("%s comes out of its sources, wherever they lie", async (image) => {
    const folder = temporaryFolder();
    const board = dirname(dirname(image));
    cpSync(join(ROOT, board), join(folder, "elsewhere"), { recursive: true });
    cpSync(join(ROOT, "firmware/boards/shared"), join(folder, "shared"), { recursive: true });
    const build = join(folder, "build");
    const make = ["--silent", "-C", join(folder, "elsewhere"), `BUILD=${build}`, "clean", "check"];
    await promisify(execFile)("make", make).catch((error: unknown) => {
      const text = (error as { stderr?: string }).stderr ?? String(error);
      throw new Error(`not built; needs Debian's gcc-avr, avr-libc and make: ${text}`);
    });
    expect(sha256(join(build, basename(image)))).toBe(sha256(join(ROOT, image)));
  });
});
