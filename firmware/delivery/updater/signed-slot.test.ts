import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { LAUNCH } from "../../../test/support/launched.ts";
import { newKey, ReleaseTree } from "../../../test/support/release-tree.ts";
import { sampleInAll } from "../../../test/support/volume.ts";
import { makeRelease, UpdaterMachine } from "../../../test/support/updater-machine.ts";
import { keepSigned, signedDifference } from "../update/signed-target.ts";
import { slotFolder } from "../releases/unpack.ts";
import { slotDifference, unsignedDifference } from "./held-slot.ts";
import { pointTo, readSlots, releasesFolder } from "./slots.ts";

/** A release that starts is one that those who sign releases named, or that a package laid down: held by launcher and updater alike. */

interface Machine {
  readonly root: string;
  readonly old: string;
  readonly next: string;
  readonly unitRoot: Buffer;
}

/** A table that runs the package's release, and has fetched another one since; the keys of the image repository changed in between. */
async function machine(): Promise<Machine> {
  const folder = (name: string): string => {
    mkdirSync(join(base, name));
    return join(base, name);
  };
  const tree = new ReleaseTree(folder("tree"));
  const made = new UpdaterMachine(tree, folder("root"));
  const old = makeRelease("1.0.0", undefined, folder("old"));
  const next = makeRelease("2.0.0", undefined, folder("next"));
  await made.begin(old);
  tree.rotate("image", "targets", [newKey("dev 2"), newKey("compliance 2")]);
  tree.rotate("image", "root", ["dora", "eva", "fred"].map(newKey));
  made.publish(2, next);
  await made.install();
  return {
    root: made.root,
    old: old.known.digest,
    next: next.known.digest,
    unitRoot: tree.factoryRoots.image,
  };
}

const base = mkdtempSync(join(tmpdir(), "tirada-"));
let shared: Machine;
beforeAll(async () => {
  shared = await machine();
});
afterAll(() => rmSync(base, { recursive: true }));

/** A copy of it for one test, where the release that was fetched is current, and both who hold it. */
function copied() {
  const root = temporaryFolder();
  cpSync(shared.root, root, { recursive: true, verbatimSymlinks: true });
  for (const name of ["trial", "plan"]) rmSync(join(root, name), { force: true });
  const casino = temporaryFolder();
  const [config, packaged, unitRoot] = ["updater.yaml", "packaged", "image-root.json"].map((name) =>
    join(casino, name),
  ) as [string, string, string];
  writeFileSync(unitRoot, shared.unitRoot);
  writeFileSync(config, `table: t\nroots: { image: ${unitRoot}, director: /none }\n`);
  writeFileSync(packaged, `${shared.old}\n`);
  return {
    root,
    packaged,
    unitRoot,
    folder: join(root, "signed", shared.next),
    /** What the launcher says before it starts the release `rel`; "": nothing, it starts. */
    launched: (rel = shared.next): string => {
      pointTo(root, "current", rel);
      const { stderr } = spawnSync("sh", [LAUNCH, root, join(casino, "none"), config, packaged], {
        encoding: "utf8",
      });
      return stderr;
    },
    updater: (rel = shared.next): string | null =>
      slotDifference({ root, unitRoot: readFileSync(unitRoot), packaged }, rel),
  };
}

type Copied = ReturnType<typeof copied>;
const signatures = (folder: string, of: string): readonly string[] =>
  readdirSync(folder).filter((name) => name.startsWith(`${of}.`) && name.endsWith(".sig"));

describe("a release that was signed", () => {
  it("starts, over two changes of keys since the root that came with the unit", () => {
    const { launched, updater, folder } = copied();
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(["2.root.json", "3.root.json", "targets.json"]));
    expect([launched(), updater()]).toEqual(["", null]);
  });

  it.each<[string, (at: Copied) => void, RegExp]>(
    sampleInAll(
      [
        ["nothing of it is there", ({ folder }) => rmSync(folder, { recursive: true }), /is not there/],
        [
          "one of two signatures is missing",
          ({ folder }) => rmSync(join(folder, signatures(folder, "targets.json")[0] ?? "")),
          /too few|signed by 1\/2/,
        ],
        [
          "one signature stands for both",
          ({ folder }) => {
            const [first = "", second = ""] = signatures(folder, "targets.json");
            copyFileSync(join(folder, first), join(folder, second));
          },
          /too few|signed by 1\/2/,
        ],
        [
          "a byte of what was signed is another one",
          ({ folder }) => {
            const path = join(folder, "targets.json");
            writeFileSync(path, readFileSync(path, "utf8").replace('"release":2', '"release":3'));
          },
          /too few|signed by 0\/2/,
        ],
        [
          "a root on the way is missing",
          ({ folder }) =>
            readdirSync(folder).forEach((name) => name.startsWith("2.") && rmSync(join(folder, name))),
          /too few|signed by 0\/2/,
        ],
        [
          "whoever signed the next root is nobody whom the unit knows",
          ({ root }) => {
            const foreign = new ReleaseTree();
            foreign.rotate("image", "targets", [newKey("x"), newKey("y")]);
            const read = (name: string): Buffer => foreign.read("image", name);
            keepSigned(root, shared.next, { roots: [read("2.root.json")], targets: read("2.targets.json") });
          },
          /not signed by the keys before it|signed by 0\/2/,
        ],
        [
          "the unit's root is somebody else's",
          ({ unitRoot }) => writeFileSync(unitRoot, new ReleaseTree().factoryRoots.image),
          /not signed|signed by 0\/2/,
        ],
      ],
      2,
      "what was signed",
    ),
  )("and where %s, nothing of it starts, and the one before is back", (_, change, words) => {
    const at = copied();
    change(at);
    expect(at.updater()).toMatch(words);
    expect(at.launched()).toMatch(words);
    expect(readSlots(at.root)).toMatchObject({
      current: shared.old,
      returned: { rel: shared.next, why: "changed" },
    });
  });
});

describe("a rulebook that was changed, with manifest and slot named anew", () => {
  /** Whoever may write as the updater's user does it well: file, manifest, name of the slot, what was signed beside it. */
  function forge(root: string, digest: string): string {
    const slot = slotFolder(releasesFolder(root), digest);
    const rules = "src/rules/data/cl/a.yaml";
    const sha = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");
    const before = readFileSync(join(slot, rules));
    const changed = Buffer.from(before.toString("utf8").replace(/.$/m, "9"));
    writeFileSync(join(slot, rules), changed);
    const manifest = readFileSync(join(slot, "release.json"), "utf8").replace(sha(before), sha(changed));
    writeFileSync(join(slot, "release.json"), manifest);
    const name = sha(manifest);
    renameSync(slot, slotFolder(releasesFolder(root), name));
    cpSync(join(root, "signed", digest), join(root, "signed", name), { recursive: true });
    return name;
  }

  it("does not start, and launcher and updater say why; without the list of packages nobody would", () => {
    const { root, packaged, launched, updater } = copied();
    const forged = forge(root, shared.next);
    expect(updater(forged)).toBe("those who sign releases have named others, and not this one");
    expect(launched(forged)).toContain("those who sign releases have named others, and not this one");
    expect(readSlots(root).current).toBe(shared.old);
    rmSync(packaged);
    expect([launched(forged), updater(forged)]).toEqual(["", null]);
  });
});

it("a release that a package laid down needs no signature, and its files are held all the same", () => {
  const { root, packaged, launched, updater } = copied();
  expect([launched(shared.old), updater(shared.old)]).toEqual(["", null]);
  writeFileSync(packaged, `${"0".repeat(64)}\n`);
  expect(launched(shared.old)).toContain("nothing is started");
  expect(unsignedDifference({ root, unitRoot: shared.unitRoot, packaged }, shared.old)).toMatch(/is not there/);
  expect(signedDifference(root, shared.next, shared.unitRoot)).toBeNull();
});
