import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { realDisk, setDisk } from "../../firmware/files/disk.ts";
import { JournalError } from "../../firmware/files/errors.ts";
import { raiseReleaseFloor } from "../../firmware/delivery/update/client.ts";
import { folderTree } from "../../firmware/delivery/update/folder-tree.ts";
import { openTrusted } from "../../firmware/delivery/update/trusted-folder.ts";
import { UpdateRefusal } from "../../firmware/delivery/update/refusal.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { filesBelow } from "../support/durable-files.ts";
import { DISK_FAULTS } from "../support/disk-faults.ts";
import { EndingDisk } from "../support/ending-disk.ts";
import { FailingDisk } from "../support/failing-disk.ts";
import { temporaryFolder } from "../support/folder.ts";
import { newKey, ReleaseTree } from "../support/release-tree.ts";
import { refusalOf, testClient, type TestClient } from "../support/update-client.ts";
import { numbersOfRun, runSeed, volume } from "../support/volume.ts";

/** What becomes of the trusted metadata and the floor: torn, lost, cut, on a disk that fails. */

/** A soak tries all of it. */
const LONG = { timeout: volume(120_000, 3_600_000) };

afterEach(() => setDisk());

/** A tree with release 2, and a unit that trusts it; `before`: the tree when release 1 was the newest. */
async function trusting(): Promise<{ tree: ReleaseTree; before: ReleaseTree; unit: TestClient }> {
  const tree = new ReleaseTree();
  const before = tree.copy();
  const unit = testClient(tree);
  await unit.check(folderTree(tree.folder, false));
  tree.release(2, { "app-2.tar": "the second app" });
  tree.assign(2);
  await unit.check(folderTree(tree.folder, false));
  raiseReleaseFloor(unit.options.floor, 2);
  return { tree, before, unit };
}

const here = (tree: ReleaseTree) => folderTree(tree.folder, false);
const trustedFiles = (unit: TestClient): string[] => filesBelow(unit.options.folder);

describe("trusted metadata that are torn", () => {
  it(
    "in any file, at any place: fetched anew from the factory root, and never below the floor",
    LONG,
    async () => {
      const { tree, before, unit } = await trusting();
      const files = trustedFiles(unit).map((path) => ({ path, bytes: readFileSync(path) }));
      expect(files).toHaveLength(11);
      const tears: readonly ((bytes: Buffer) => Buffer | null)[] = [
        () => null,
        () => Buffer.alloc(0),
        (bytes) => bytes.subarray(0, 1),
        (bytes) => bytes.subarray(0, bytes.length >> 1),
        (bytes) => bytes.subarray(0, -1),
        (bytes) => Buffer.concat([bytes.subarray(0, bytes.length >> 1), Buffer.alloc(bytes.length >> 1)]),
        (bytes) => Buffer.alloc(bytes.length),
      ];
      const cases = files.flatMap(({ path, bytes }) => tears.map((tear) => ({ path, torn: tear(bytes) })));
      for (const at of numbersOfRun(cases.length, 9, "metadata are torn")) {
        const { path, torn } = cases[at]!;
        const folder = temporaryFolder();
        cpSync(unit.folder, folder, { recursive: true });
        const copy = testClient(tree, folder);
        const there = join(folder, path.slice(unit.folder.length));
        if (torn === null) rmSync(there);
        else writeFileSync(there, torn);
        // The whole of an old repository is refused though nothing of the newer one is left to hold against it.
        expect([path, await refusalOf(() => copy.check(here(before)))]).toEqual([path, "below-floor"]);
        const { offer, notes } = await copy.check(here(tree));
        expect(offer?.release).toBe(2);
        expect(notes.join()).toContain("fetched anew from the factory root");
        expect((await copy.check(here(tree))).notes).toEqual([]);
      }
    },
  );

  it("all of them, with the floor gone too: nothing is trusted", async () => {
    const { before, unit } = await trusting();
    rmSync(join(unit.folder, "floor"));
    expect(await refusalOf(() => unit.check(here(before)))).toBe("floor-lost");
  });

  it("a floor that was set back to a copy of before is refused, for the journal says what was confirmed", async () => {
    const { tree, unit } = await trusting();
    for (const confirmed of [null, 2])
      expect((await unit.check(here(tree), tree.now, confirmed)).offer?.release).toBe(2);
    expect(await refusalOf(() => unit.check(here(tree), tree.now, 3))).toBe("floor-back");
    rmSync(join(unit.folder, "floor"));
    rmSync(join(unit.folder, "trusted"), { recursive: true });
    expect(await refusalOf(() => unit.check(here(tree), tree.now, 1))).toBe("floor-back");
  });

  it("a floor that cannot be read is an error of the storage, not no floor", async () => {
    const { tree, unit } = await trusting();
    const path = join(unit.folder, "floor");
    const text = readFileSync(path, "utf8");
    for (const torn of ["", text.slice(0, 20), text.slice(0, -3), text.replace("release 2", "release 1")]) {
      writeFileSync(path, torn);
      await expect(unit.check(here(tree))).rejects.toThrow(/^the rollback floor .* is damaged: /);
    }
  });
});

describe("the swap", () => {
  it("killed before any step leaves the old metadata or the new ones, and goes on", LONG, async () => {
    const { tree, unit } = await trusting();
    tree.release(3, { "app-3.tar": "the third app" });
    tree.assign(3);
    const counting = new EndingDisk(Infinity);
    const first = copyOf(unit, tree);
    setDisk(counting.disk);
    await first.check(here(tree));
    setDisk();
    expect(counting.calls).toBeGreaterThan(60);
    for (const last of numbersOfRun(counting.calls, 13, "a swap is killed")) {
      const copy = copyOf(unit, tree);
      setDisk(new EndingDisk(last).disk);
      await copy.check(here(tree)).catch(() => undefined);
      setDisk();
      const { generation, files, damage } = openTrusted(copy.options.folder);
      expect([last, files !== null, damage, [2, 3].includes(generation)]).toEqual([last, true, null, true]);
      expect((await copy.check(here(tree))).offer?.release).toBe(3);
      expect(readdirSync(copy.options.folder)).toHaveLength(1);
    }
  });

  it(
    "on a disk that fails in any way, or loses power: the same, and what was trusted stays trusted",
    LONG,
    async () => {
      const { tree, unit } = await trusting();
      tree.release(3, { "app-3.tar": "the third app" });
      tree.assign(3);
      const random = randomFrom(runSeed("a disk fails under an update"));
      for (let run = 0; run < volume(10, 400); run++) {
        const fault = DISK_FAULTS[run % DISK_FAULTS.length]!;
        if (fault === "lying-sync" || fault === "vanished" || fault === "stale-read") continue;
        const copy = copyOf(unit, tree);
        const failing = new FailingDisk(
          copy.folder,
          { fault, after: random.below(160), seed: `${run}` },
          () => undefined,
        );
        const opened = here(tree);
        setDisk(failing.disk);
        const ended = await copy.check(opened).catch((error: unknown) => error);
        if (ended instanceof Error && !(ended instanceof JournalError || ended instanceof UpdateRefusal))
          throw new Error(`${fault}: ${String(failing.hit)}`, { cause: ended });
        setDisk(realDisk);
        failing.losePower();
        const { files, damage } = openTrusted(copy.options.folder);
        expect([fault, failing.hit, files !== null, damage]).toEqual([fault, failing.hit, true, null]);
        const { offer, notes } = await copy.check(here(tree));
        expect([fault, failing.hit, offer?.release, notes]).toEqual([fault, failing.hit, 3, []]);
      }
    },
  );
});

function copyOf(unit: TestClient, tree: ReleaseTree): TestClient {
  const folder = temporaryFolder();
  cpSync(unit.folder, folder, { recursive: true });
  return testClient(tree, folder);
}

describe("after a theft of the online keys", () => {
  it("a very high timestamp that the thief left is got over by rotating the keys, and only so", async () => {
    const { tree, unit } = await trusting();
    const thief = tree.copy();
    // Everything is as it should be but for the versions: the unit cannot know.
    thief.vouchFor("image", thief.at("image").newestTargets()!, 2_000_000_000);
    thief.vouchFor("director", thief.at("director").newestTargets()!, Number.MAX_SAFE_INTEGER);
    await unit.check(here(thief));
    tree.release(3, { "app-3.tar": "the third app" });
    tree.assign(3);
    expect(await refusalOf(() => unit.check(here(tree)))).toBe("replayed");
    const stolen = { image: [...tree.online("image")], director: [...tree.online("director")] };
    for (const repository of ["image", "director"] as const) {
      tree.rotate(repository, "timestamp", [newKey("timestamp anew")]);
      tree.rotate(repository, "snapshot", [newKey("snapshot anew")]);
    }
    expect((await unit.check(here(tree))).offer?.release).toBe(3);
    // What the thief signs from now on counts for nothing.
    const again = tree.copy();
    again.keys.image.snapshot = [stolen.image[0]!];
    again.keys.image.timestamp = [stolen.image[1]!];
    again.vouchFor("image", again.at("image").newestTargets()!, 2_000_000_001);
    expect(await refusalOf(() => unit.check(here(again)))).toBe("revoked-key");
  });

  it("the same on the tree that the thief wrote to: its versions are not followed", async () => {
    const { tree, unit } = await trusting();
    tree.vouchFor("image", tree.at("image").newestTargets()!, 2_000_000_000);
    await unit.check(here(tree));
    tree.rotate("image", "timestamp", [newKey("timestamp anew")]);
    tree.rotate("image", "snapshot", [newKey("snapshot anew")]);
    const { versions } = await unit.check(here(tree));
    expect(versions.image.timestamp).toBeLessThan(100);
    expect(versions.image.root).toBe(3);
  });
});

describe("rotation", () => {
  it("of every role of both repositories, one after the other, and a unit that saw none of it follows", async () => {
    const { tree, unit } = await trusting();
    const fresh = testClient(tree);
    for (const repository of ["image", "director"] as const) {
      tree.rotate(repository, "root", [tree.keys[repository].root[0]!, newKey("dana"), newKey("emil")]);
      tree.rotate(repository, "targets", [newKey("dev anew"), newKey("compliance anew")]);
      tree.rotate(repository, "snapshot", [newKey("snapshot anew")]);
      tree.rotate(repository, "timestamp", [newKey("timestamp anew")]);
    }
    for (const client of [unit, fresh]) {
      const { offer, versions } = await client.check(here(tree));
      expect([offer?.release, versions.image.root, versions.director.root]).toEqual([2, 5, 5]);
    }
    // A unit whose metadata are damaged walks the whole chain again; one that hides its end is refused by the floor.
    const hidden = tree.copy();
    rmSync(hidden.path("image", "5.root.json"));
    for (const path of trustedFiles(unit)) writeFileSync(path, "");
    expect(await refusalOf(() => unit.check(here(hidden)))).not.toBe("none");
    expect((await unit.check(here(tree))).versions.image.root).toBe(5);
  });
});

describe("metadata of any shape", () => {
  it("are refused by name, or trusted because they say the same", LONG, async () => {
    const { tree, unit } = await trusting();
    tree.release(3, { "app-3.tar": "the third app" });
    tree.assign(3);
    const random = randomFrom(runSeed("fuzz of metadata"));
    const names = ["timestamp.json", "3.targets.json", "3.snapshot.json", "2.root.json"];
    for (let run = 0; run < volume(16, 3_000); run++) {
      const repository = random.pick(["image", "director"] as const);
      const name = random.pick(names);
      const path = tree.path(repository, name);
      const isRoot = name === "2.root.json";
      const whole = isRoot ? tree.read(repository, "1.root.json") : readFileSync(path);
      const copy = copyOf(unit, tree);
      writeFileSync(path, mutate(whole, random.below(6), random.below(1 << 30)));
      const ended = await copy.check(here(tree)).catch((error: unknown) => error);
      if (ended instanceof Error && !(ended instanceof UpdateRefusal))
        throw new Error(`run ${run}: ${name} of ${repository}`, { cause: ended });
      if (isRoot) rmSync(path);
      else writeFileSync(path, whole);
    }
    expect((await unit.check(here(tree))).offer?.release).toBe(3);
  });
});

const VALUES = ["null", "-1", "1.5", "1e308", "9007199254740993", '""', "[]", "{}", "true", '"x"', "[[[[]]]]"];

/** One change of a JSON text: a byte, a cut, a value, a field, a depth. */
function mutate(whole: Buffer, kind: number, number: number): Buffer {
  const text = whole.toString("utf8");
  const at = number % text.length;
  switch (kind) {
    case 0: {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 1 << (number % 8);
      return bytes;
    }
    case 1:
      return whole.subarray(0, at);
    case 2: {
      const values = [...text.matchAll(/: ("[^"]*"|-?\d+|true|false)/g)];
      const one = values[number % values.length]!;
      const value = VALUES[number % VALUES.length]!;
      return Buffer.from(`${text.slice(0, one.index)}: ${value}${text.slice(one.index + one[0].length)}`);
    }
    case 3:
      return Buffer.from(text.replace(/"signed": \{/, '"signed": {"__proto__": {"version": 1}, "more": 1,'));
    case 4:
      return Buffer.from(`${"[".repeat(1 + (number % 20_000))}${text}`);
    default:
      return Buffer.from(VALUES[number % VALUES.length]!);
  }
}
