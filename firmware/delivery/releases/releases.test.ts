import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { ustarHeader } from "../../../src/record/tar.ts";
import { ArchiveReader } from "./archive.ts";
import { ReleaseError, type ReleaseFault } from "./errors.ts";
import { compareInstalled } from "./installed-files.ts";
import { targetFile, type ReleaseManifest } from "./manifest.ts";
import { checkHandedOver } from "./release-folder.ts";
import {
  SMALL_FILES,
  smallFile,
  smallArchive,
  writeSmallRelease,
  fileOf,
  type SmallFile,
} from "./small-release.fixture.ts";
import { slotFolder, unpackRelease } from "./unpack.ts";

/** What refused it: fault and message. */
async function refusal(act: () => unknown): Promise<readonly [ReleaseFault | null, string]> {
  try {
    await act();
  } catch (error) {
    if (error instanceof ReleaseError) return [error.fault, error.message];
    throw error;
  }
  return [null, "it was accepted"];
}

const APP = SMALL_FILES.filter(({ target }) => target === "app");
const header = (path: string, kind: string, link = ""): Buffer => {
  const made = Buffer.from(ustarHeader({ folder: "", name: path, mode: 0o644, bytes: 0 }));
  made.write(kind, 156, "latin1");
  made.write(link, 157, "latin1");
  return made;
};
const whole = smallArchive(APP);
/** An archive of the app with something before its end. */
const withMore = (...more: readonly Uint8Array[]): Buffer =>
  Buffer.concat([whole.subarray(0, -1_024), ...more, whole.subarray(-1_024)]);
describe("a release is refused before a byte is unpacked", () => {
  const archives: readonly (readonly [string, Buffer, ReleaseFault, RegExp])[] = [
    [
      "a file more",
      withMore(smallArchive([smallFile({ path: "more.js" })]).subarray(0, 1_024)),
      "file-more",
      /has "more\.js", which its manifest does not name/,
    ],
    [
      "a file less",
      Buffer.concat([smallArchive(APP.slice(0, 1))]),
      "file-less",
      /ends where firmware\/empty\.js is due/,
    ],
    [
      "a file twice",
      withMore(smallArchive([APP[0] ?? smallFile({})]).subarray(0, 1_024)),
      "file-differs",
      /has "bin\/tirada\.mjs" out of its place/,
    ],
    [
      "another file in its place",
      smallArchive([{ ...(APP[0] ?? smallFile({})), text: "process.exit(1);\n" }, ...APP.slice(1)]),
      "file-differs",
      /another bin\/tirada\.mjs than its manifest/,
    ],
    [
      "other rights",
      smallArchive([{ ...(APP[0] ?? smallFile({})), mode: "0755" }, ...APP.slice(1)]),
      "file-differs",
      /another length or rights/,
    ],
    [
      "a link out of it",
      Buffer.concat([header("bin/tirada.mjs", "2", "/etc/passwd"), whole]),
      "link",
      /has the link "bin\/tirada\.mjs"/,
    ],
    ["a hard link", withMore(header("hard", "1", "bin/tirada.mjs")), "link", /has the link "hard"/],
    ["a device", withMore(header("dev", "4")), "not-a-file", /has a device file, "dev"/],
    ["a folder", withMore(header("folder", "5")), "not-a-file", /has a folder, "folder"/],
    ["a pipe", withMore(header("pipe", "6")), "not-a-file", /has a pipe, "pipe"/],
    ["an absolute name", withMore(header("/etc/cron.d/x", "0")), "name", /has the name "\/etc\/cron\.d\/x"/],
    ["a name that leads out", withMore(header("a/../../x", "0")), "name", /has the name "a\/\.\.\/\.\.\/x"/],
    [
      "something after the end",
      Buffer.concat([whole, Buffer.alloc(512)]),
      "too-large",
      /goes on after its end/,
    ],
    [
      "something between two files",
      Buffer.from(whole).fill(1, 600, 601),
      "target-differs",
      /between two files/,
    ],
    ["a cut archive", whole.subarray(0, -512), "file-less", /has no end/],
  ];

  test.each(archives)("%s", async (_name, app, fault, why) => {
    const folder = temporaryFolder();
    const known = writeSmallRelease(folder, { archives: { app } });
    const rel = join(temporaryFolder(), "rel");
    const said = await refusal(() => unpackRelease(rel, { from: folder, known, platform: "linux-x64" }));
    expect(said).toEqual([fault, expect.stringMatching(why)]);
    expect(said[1]).not.toContain("\n");
    expect(existsSync(rel)).toBe(false);
  });

  test("another architecture, a target that is gone, cut, longer, changed, a link", async () => {
    const folder = temporaryFolder();
    const known = writeSmallRelease(folder);
    const check = () => refusal(() => checkHandedOver(folder, known, "linux-x64"));
    expect(await refusal(() => checkHandedOver(folder, known, "linux-arm64"))).toEqual([
      "other-platform",
      expect.stringMatching(/^release 1\.2\.3 \([0-9a-f]{16}\) is for linux-x64, and this is linux-arm64/),
    ]);
    expect(await check()).toEqual([null, "it was accepted"]);
    const app = join(folder, targetFile("app", known.manifest.targets.app.sha256));
    const bytes = readFileSync(app);
    writeFileSync(app, bytes.subarray(0, -1));
    expect(await check()).toEqual(["target-differs", expect.stringMatching(/of the \d+ bytes/)]);
    writeFileSync(app, Buffer.concat([bytes, Buffer.of(0)]));
    expect(await check()).toEqual(["target-differs", expect.stringMatching(/more than the \d+ bytes/)]);
    writeFileSync(app, Buffer.from(bytes).fill(bytes[9] === 7 ? 8 : 7, 9, 10));
    expect(await check()).toEqual(["target-differs", expect.stringMatching(/is not what its manifest names/)]);
    execFileSync("rm", [app]);
    expect(await check()).toEqual(["missing", expect.stringMatching(/ENOENT/)]);
    writeFileSync(join(folder, "elsewhere"), bytes);
    symlinkSync("elsewhere", app);
    expect(await check()).toEqual(["link", expect.stringMatching(/is a link/)]);
  });

  test("a target that unpacks without an end, or asks for a large window", async () => {
    const folder = temporaryFolder();
    const endless = writeSmallRelease(folder, {
      archives: { app: Buffer.concat([whole, Buffer.alloc(64_000_000)]) },
    });
    expect(await refusal(() => checkHandedOver(folder, endless))).toEqual([
      "too-large",
      expect.stringMatching(/goes on after its end/),
    ]);
    const garbage = writeSmallRelease(folder);
    const known = { ...garbage, manifest: { ...garbage.manifest } };
    const path = join(folder, targetFile("app", garbage.manifest.targets.app.sha256));
    expect(zstdDecompressSync(readFileSync(path)).equals(whole)).toBe(true);
    const noise = zstdCompressSync(whole).fill(0xff, 8, 20);
    writeFileSync(path, noise);
    expect((await refusal(() => checkHandedOver(folder, known)))[0]).toBe("target-differs");
  });
});

describe("an archive", () => {
  test("is read in pieces of any length", () => {
    for (const step of [1, 7, 511, 512, 513, whole.length]) {
      const got: string[] = [];
      const reader = new ArchiveReader(APP.map(fileOf), "it", {
        begin: ({ path }) => got.push(path),
        write: (bytes) => got.push(Buffer.from(bytes).toString()),
        end: () => got.push("end"),
      });
      for (let at = 0; at < whole.length; at += step) reader.read(whole.subarray(at, at + step));
      reader.end();
      expect(got.join("")).toBe("bin/tirada.mjsprocess.exit(0);\nendfirmware/empty.jsend");
    }
  });

  test("is a tar file for everybody", () => {
    const folder = temporaryFolder();
    const long: SmallFile = smallFile({
      path: `${"d".repeat(70)}/${"e".repeat(60)}/${"f".repeat(80)}.js`,
      mode: "0755",
      text: "long",
    });
    writeFileSync(join(folder, "it.tar"), smallArchive([...APP, long]));
    execFileSync("tar", ["-xf", "it.tar"], { cwd: folder });
    expect(readFileSync(join(folder, long.path), "utf8")).toBe("long");
    expect(statSync(join(folder, long.path)).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(folder, "bin/tirada.mjs"), "utf8")).toBe("process.exit(0);\n");
  });
});

describe("an installed release", () => {
  const install = async (): Promise<{
    readonly slot: string;
    readonly manifest: ReleaseManifest;
    readonly rel: string;
    readonly again: () => Promise<string>;
  }> => {
    const folder = temporaryFolder();
    const rel = join(temporaryFolder(), "rel");
    const known = writeSmallRelease(folder);
    const again = () => unpackRelease(rel, { from: folder, known, platform: "linux-x64" });
    const slot = await again();
    expect(slot).toBe(slotFolder(rel, known.digest));
    return { slot, manifest: known.manifest, rel, again };
  };

  test("is its files and no other, and stays as it is when it is installed again", async () => {
    const { slot, manifest, rel, again } = await install();
    expect(readdirSync(rel)).toHaveLength(1);
    expect(compareInstalled(slot, manifest)).toBeNull();
    const before = statSync(slot).ino;
    await again();
    expect(statSync(slot).ino).toBe(before);
  });

  test("what an interrupted installation left is taken away", async () => {
    const { slot, rel, again } = await install();
    execFileSync("mv", [slot, join(rel, `.tmp-${slot.slice(rel.length + 1)}`)]);
    await again();
    expect(readdirSync(rel)).toEqual([slot.slice(rel.length + 1)]);
  });

  test.each([
    [
      "a file more",
      (slot: string) => writeFileSync(join(slot, "src/more.js"), ""),
      { path: "src/more.js", why: "more" },
    ],
    [
      "a folder more",
      (slot: string) => mkdirSync(join(slot, "node_modules/.cache"), { recursive: true }),
      { path: "node_modules", why: "more" },
    ],
    [
      "a file less",
      (slot: string) => execFileSync("rm", [join(slot, "firmware/empty.js")]),
      { path: "firmware/empty.js", why: "less" },
    ],
    [
      "one changed byte",
      (slot: string) => writeFileSync(join(slot, "bin/tirada.mjs"), "process.exit(1);\n"),
      { path: "bin/tirada.mjs", why: "differs" },
    ],
    [
      "another length",
      (slot: string) => writeFileSync(join(slot, "firmware/empty.js"), " "),
      { path: "firmware/empty.js", why: "differs" },
    ],
    [
      "other rights",
      (slot: string) => chmodSync(join(slot, "bin/tirada.mjs"), 0o666),
      { path: "bin/tirada.mjs", why: "rights" },
    ],
    [
      "a link for a file",
      (slot: string) => execFileSync("ln", ["-sf", "/dev/null", join(slot, "firmware/empty.js")]),
      { path: "firmware/empty.js", why: "less" },
    ],
    [
      "a link for a folder",
      (slot: string) =>
        execFileSync("sh", ["-c", `mv ${slot}/bin /tmp/bin-$$ && ln -s /tmp/bin-$$ ${slot}/bin`]),
      { path: "bin", why: "more" },
    ],
  ] as const)("with %s differs", async (_name, change, expected) => {
    const { slot, manifest, again } = await install();
    change(slot);
    expect(compareInstalled(slot, manifest)).toEqual(expected);
    await expect(again()).rejects.toThrow(/take the folder away and install release/);
  });
});
