import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { plugSticks, type TestStick } from "../../../test/support/stick-machine.ts";
import { LANGUAGES } from "../../../src/text/language.ts";
import { realDisk, type AsyncFile, type Disk } from "../../files/disk.ts";
import { chooseStick, seenSticks, whyNoStickAt, type StickSeen } from "./choose-stick.ts";
import type { Given } from "./export.ts";
import { writeGiven } from "./target-file.ts";
import { folderOnStick, writeOnStick } from "./write-on-stick.ts";

/** Records onto a stick: which one, what stands in the way, and that what came out is what was written. */

const GOOD = { disk: "sda", fileSystem: "vfat", label: "TIRADA", id: "12AB-34CD" } as const;
const DIGEST = { algorithm: "sha512", of: ({ sha512 }: Given) => sha512 } as const;
const BYTES = Buffer.alloc(3_000_000, "records ");

/** Why none of these can be used, or the name of the one that is. */
async function chosen(
  sticks: readonly TestStick[],
  wanted: string | null = null,
  kept: readonly string[] = [],
): Promise<string> {
  plugSticks(sticks);
  const found = chooseStick(await seenSticks(kept), wanted);
  if (found.ok) return found.stick.id;
  for (const language of LANGUAGES) expect(found.why[language]).not.toMatch(/[{}]|undefined/);
  return found.why.en;
}

async function* pieces(): AsyncGenerator<Uint8Array, Given, undefined> {
  for (let at = 0; at < BYTES.length; at += 1_000_000)
    yield await Promise.resolve(BYTES.subarray(at, at + 1_000_000));
  const sha512 = createHash("sha512").update(BYTES).digest("hex");
  const beside = [{ ending: ".sig", text: "signature" }];
  return { from: 0, to: 9, mode: "test", bytes: BYTES.length, sha512, beside, missing: [] };
}

describe("the stick that is meant", () => {
  test("is the only one that can be used, or the one of several that is named", async () => {
    const [at, other] = [temporaryFolder(), temporaryFolder()];
    const second: TestStick = { disk: "sdb", fileSystem: "vfat", at: other };
    expect(await chosen([{ ...GOOD, at }])).toBe("12AB-34CD");
    // One without partitions, and without a name of its file system.
    expect(await chosen([{ disk: "sda", isWhole: true, fileSystem: "exfat", at }])).toBe("sda");
    expect(await chosen([{ ...GOOD, at }, second])).toMatch(/^Several sticks .*12AB-34CD.*sdb1/);
    expect(await chosen([{ ...GOOD, at }, second], "sdb1")).toBe("sdb1");
    expect(
      await chosen([
        { ...GOOD, at },
        { ...second, isLocked: true },
      ]),
    ).toBe("12AB-34CD");
    expect(await chosen([{ ...GOOD, at }], "sdb1")).toMatch(/not there any more/);
  });

  test("is none of the machine's own disks, and none that keeps the evidence", async () => {
    const at = temporaryFolder();
    const none = /^No stick is in the unit/;
    expect(await chosen([])).toMatch(none);
    expect(await chosen([{ ...GOOD, at, bus: "ata1" }])).toMatch(none);
    expect(await chosen([{ ...GOOD, at }], null, [join(at, "table-07")])).toMatch(none);
    expect(await chosen([{ ...GOOD, at, label: "tirada-second" }])).toMatch(none);
    expect(await chosen([{ ...GOOD, at, isHeld: true }])).toMatch(none);
    // A reader of cards without a card.
    expect(await chosen([{ ...GOOD, at, bytes: 0 }])).toMatch(none);
  });

  test.each([
    ["a switch", { isLocked: true }, /SanDisk Ultra 4C53000: it is write-protected/],
    ["a mount for reading alone", { isReadOnly: true }, /the table may only read it/],
    [
      "a stick that nobody mounted",
      { at: undefined, fileSystem: "ntfs", label: "FOTOS" },
      /ntfs, FOTOS.*sudo mount \/dev\/sda1/,
    ],
    [
      "nothing that is known",
      { at: undefined, fileSystem: undefined, label: undefined },
      /no file system that is known.*mkfs\.vfat/,
    ],
  ] as const)("cannot be one with %s", async (_, change, why) => {
    const stick = { ...GOOD, at: temporaryFolder(), ...change } as TestStick;
    expect(await chosen([stick])).toMatch(why);
  });

  test("cannot be one that is full, or that is gone while it is looked at", async () => {
    const at = temporaryFolder();
    const seenWith = async (more: Partial<Disk>): Promise<string> => {
      plugSticks([{ ...GOOD, at }], more);
      const found = chooseStick(await seenSticks([]), null);
      return found.ok ? found.stick.id : found.why.en;
    };
    const statfsAsync = () => Promise.resolve({ bavail: 1, bsize: 4_096 });
    expect(await seenWith({ statfsAsync })).toMatch(/4\.1 KB are free, and 17 MB are needed/);
    const fails = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
    expect(await seenWith({ accessAsync: fails("EACCES") })).toMatch(/may not write on it/);
    expect(await seenWith({ accessAsync: fails("EIO") })).toMatch(/was pulled out or failed/);
  });
});

test("a path that a person typed is no stick's while nothing is mounted there", () => {
  const at = temporaryFolder();
  plugSticks([]);
  expect(whyNoStickAt("/media/usb/mesa-7.tirada-export")?.en).toMatch(/no stick is mounted there/);
  expect(whyNoStickAt("/var/tmp/mesa-7.tirada-export")).toBeNull();
  expect(whyNoStickAt(join(at, "x"))).toBeNull();
});

describe("what is written on a stick", () => {
  async function plugged(
    more: Partial<Disk> = {},
    change: Partial<TestStick> = {},
  ): Promise<{ readonly at: string; readonly stick: StickSeen }> {
    const at = temporaryFolder();
    plugSticks([{ ...GOOD, at, ...change }], more);
    const [stick] = await seenSticks([]);
    if (stick === undefined) throw new Error("no stick");
    return { at, stick };
  }
  const refusal = async (stick: StickSeen): Promise<string> => {
    const path = join(await folderOnStick(stick, "mesa-7/2026"), "x.tirada");
    return writeOnStick(stick, path, DIGEST, () => writeGiven(path, pieces())).then(
      () => "written",
      (error: unknown) => String(error),
    );
  };
  const filesOn = (at: string): readonly string[] => readdirSync(join(at, "tirada-mesa-7-2026"));

  test("lies in the table's own folder, and is read back", async () => {
    const { at, stick } = await plugged();
    expect(await refusal(stick)).toBe("written");
    expect(filesOn(at).toSorted()).toEqual(["x.tirada", "x.tirada.sig"]);
    expect(readFileSync(join(at, "tirada-mesa-7-2026", "x.tirada")).equals(BYTES)).toBe(true);
    // A second one goes beside it.
    expect(await refusal(stick)).toBe("written");
  });

  test.each([
    ["ENOSPC", /filled up/],
    ["EFBIG", /FAT: 4 GB/],
    ["EROFS", /write-protected/],
    ["ENODEV", /pulled out or failed/],
    ["EIO", /pulled out or failed/],
  ] as const)("counts for nothing after %s in the middle, and leaves no file", async (code, why) => {
    let written = 0;
    const openAsync: Disk["openAsync"] = async (path, flags, mode) => {
      const file = await realDisk.openAsync(path, flags, mode);
      const write = (async (...given: Parameters<AsyncFile["write"]>) => {
        written += 1;
        if (written > 1) throw Object.assign(new Error(`${code}: write`), { code });
        return file.write(...given);
      }) as AsyncFile["write"];
      return {
        write,
        read: file.read.bind(file),
        sync: () => file.sync(),
        close: () => file.close(),
        writeFile: (text) => file.writeFile(text),
      };
    };
    const { at, stick } = await plugged({ openAsync });
    expect(await refusal(stick)).toMatch(why);
    expect(filesOn(at)).toEqual([]);
  });

  test("counts for nothing where the stick gives back something else", async () => {
    const { at, stick } = await plugged({
      renameAsync: async (from, to) => {
        // A stick that says that it holds more than it does.
        if (to.endsWith(".tirada")) writeFileSync(from, "x", { flag: "r+" });
        await realDisk.renameAsync(from, to);
      },
    });
    expect(await refusal(stick)).toMatch(/not what was written.*damaged/);
    expect(filesOn(at)).toEqual([]);
  });

  test("never goes to another disk: nothing is mounted there any more, or the folder is a link", async () => {
    const { stick } = await plugged({}, { device: "8:99" });
    await expect(folderOnStick(stick, "mesa-7/2026")).rejects.toThrow(/pulled out or failed/);
    const { at, stick: linked } = await plugged();
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere, join(at, "tirada-mesa-7-2026"));
    await expect(folderOnStick(linked, "mesa-7/2026")).rejects.toThrow(/leads away/);
    expect(readdirSync(elsewhere)).toEqual([]);
    // No name of a log leads out of it.
    mkdirSync(join(at, "in"));
    expect(await folderOnStick(linked, "../../x")).toBe(join(at, "tirada--x"));
    expect(existsSync(join(at, "tirada--x"))).toBe(true);
  });
});
