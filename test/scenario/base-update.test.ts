import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { realDisk, setDisk } from "../../firmware/files/disk.ts";
import { floorFile } from "../../firmware/delivery/update/floor.ts";
import { folderTree } from "../../firmware/delivery/update/folder-tree.ts";
import { readPlan } from "../../firmware/delivery/updater/plan.ts";
import { WRITING_US } from "../../firmware/delivery/updater/base.ts";
import { BaseMachine, bundleOf, TREE_KEYS, treeWithBase } from "../support/base-machine.ts";
import { ReleaseTree } from "../support/release-tree.ts";
import { makeRelease } from "../support/updater-machine.ts";
import { treeBy, WAYS } from "../support/update-client.ts";
import { ALL, sampleInAll } from "../support/volume.ts";

/** A machine with an image of ours gets another base system through its updater, and keeps it or goes back. */

beforeEach(() => setDisk({ ...realDisk, fsyncSync: () => undefined }));
afterEach(() => setDisk());

const folder = mkdtempSync(join(tmpdir(), "tirada-"));
let shared: ReleaseTree;
beforeAll(() => {
  shared = treeWithBase(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A machine with base 0.7.0, and base 3 (0.8.0) is named for it. */
const machine = (tree = shared): Promise<BaseMachine> => BaseMachine.begun(tree);

it.each(sampleInAll(WAYS, 1, "ways of a base"))(
  "a base comes by %s: announced, written, started, kept, and each is a record",
  async (way) => {
    const here = await machine();
    await here.install({}, await treeBy(way, here.tree.folder));
    await here.look(3);
    expect(here.read("disk/runs")).toBe("B");
    expect(here.bases.status()).toMatchObject({
      runs: { version: "0.8.0", slot: "B", isTrial: true },
      plan: { stage: "trying", to: { number: 3 } },
    });
    expect(here.steps).toEqual(["announced", "switched"]);
    // A trial takes two minutes; nothing is kept before.
    await here.look(20);
    expect(here.steps).toEqual(["announced", "switched"]);
    expect(floorFile(here.root).read()?.base).toBe(0);
    here.keep();
    await here.look();
    expect(here.records.at(-1)).toMatchObject({
      step: "confirmed",
      by: "Ana",
      base: 3,
      version: "0.8.0",
      release: null,
      fromVersion: "0.7.0",
      why: null,
    });
    expect(here.bases.status()).toMatchObject({ number: 3, plan: null, runs: { isTrial: false } });
    expect(floorFile(here.root).read()).toMatchObject({ base: 3, release: 0 });
    expect(readdirSync(here.root)).not.toContain("base");
    expect(await here.install()).toBe(null);
    expect([here.called("rauc install"), here.called("systemctl")]).toEqual([1, 1]);
  },
);

it("is written only when the table says yes, and started only when it says so again", async () => {
  const here = await machine();
  here.made.obstacles = ["round-open"];
  await here.install();
  await here.look(10);
  expect([here.called("rauc"), here.bases.status().obstacles]).toEqual([0, ["round-open"]]);
  here.made.obstacles = [];
  await here.bases.step();
  here.made.obstacles = ["shoe-loaded"];
  await here.look(10);
  expect([here.called("rauc install"), here.bases.status().plan?.stage]).toEqual([1, "written"]);
  expect([here.called("systemctl"), here.steps]).toEqual([0, ["announced"]]);
  // A key that is pressed between the table's yes and its end wins.
  here.made.obstacles = [];
  let asked = 0;
  here.made.onAsked = () => {
    if (++asked === 1) queueMicrotask(() => here.made.presses++);
  };
  await here.look();
  expect([here.called("systemctl"), here.bases.status().obstacles]).toEqual([0, ["key-pressed"]]);
  await here.look(2);
  expect([here.called("systemctl"), here.read("disk/runs")]).toEqual([1, "B"]);
});

if (ALL)
  it("lies on the disk every few MB while it is fetched, so that no record waits for all of it", async () => {
    const tree = new ReleaseTree(undefined, TREE_KEYS);
    tree.base(3, "0.8.0", { pc: Buffer.alloc(9 * 1_048_576, "x") });
    const here = await machine(tree);
    let syncs = 0;
    setDisk({ ...realDisk, fsyncSync: () => undefined, fdatasyncSync: () => void syncs++ });
    here.made.obstacles = ["round-open"];
    await here.install();
    expect(syncs).toBe(2);
    expect(readdirSync(join(here.root, "base"))).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.raucb$/)]);
  });

describe("a base that does not pass its trial", () => {
  it.each(
    sampleInAll(
      [
        ["does not come up", (here: BaseMachine) => void (here.dead = "0.8.0")],
        ["is not kept", () => undefined],
      ],
      1,
      "bases that are not kept",
    ),
  )("%s: the one before is back, a record says so, and it is not tried again by itself", async (_, spoil) => {
    const here = await machine();
    spoil(here);
    await here.install();
    await here.look(3);
    if (here.dead === null) here.boot();
    await here.look(2);
    expect([here.read("disk/runs"), here.steps.at(-1)]).toEqual(["A", "returned"]);
    expect(here.bases.status()).toMatchObject({ plan: null, number: null, runs: { version: "0.7.0" } });
    await here.look(50);
    expect(here.called("rauc install")).toBe(1);
    await expect(here.install()).rejects.toThrow(/^update refused, base-returned: base 3: /);
    expect(floorFile(here.root).read()?.base).toBe(0);
    // Somebody looked, and wants it all the same.
    here.dead = null;
    rmSync(join(here.at, "disk/tried-B"));
    await here.install({ again: true });
    await here.look(3);
    here.keep();
    await here.look();
    expect(here.steps.at(-1)).toBe("confirmed");
  });
});

describe("is refused by name, with a record, and nothing is written:", () => {
  const refused = async (here: BaseMachine, why: RegExp, asked = {}): Promise<void> => {
    await expect(here.install(asked)).rejects.toThrow(why);
    expect(here.records.at(-1)).toMatchObject({ step: "refused", by: "Ana", release: null });
    await here.look(2);
    expect([here.called("rauc install"), existsSync(join(here.root, "base"))]).toEqual([0, false]);
  };

  it("a lower number than was kept, whatever became of the updater's folder", async () => {
    const here = await machine(treeWithBase());
    await here.install();
    await here.look(3);
    here.keep();
    await here.look();
    const old = new BaseMachine(here.tree);
    old.made.records.push(...here.made.records);
    await old.made.begin(makeRelease("1.0.0"));
    expect(floorFile(old.root).read()).toBe(null);
    here.tree.assignBase(null);
    const before = new ReleaseTree(undefined, TREE_KEYS);
    before.base(2, "0.7.5", { pc: bundleOf("pc", "0.7.5") });
    const second = folderTree(before.folder, false);
    await expect(old.install({}, second)).rejects.toThrow(
      /^update refused, below-floor: base 2: .*base 3 was kept here/,
    );
    expect(old.called("rauc install")).toBe(0);
    await expect(here.install()).rejects.toThrow(/^update refused, not-named: /);
  });

  if (ALL)
    it("one for another kind of machine", async () => {
      const here = await machine(treeWithBase());
      here.tree.assignBase(3, "pi4");
      await refused(here, /^update refused, wrong-kind: bases\/3\/pi4\/\S+: .*it is for pi4; this one is pc/);
    });

  if (ALL)
    it("another one than was ordered, and one that nobody assigned", async () => {
      const here = await machine(treeWithBase());
      await refused(here, /^update refused, other-release: base 4: .*it is 3/, { base: 4 });
      here.tree.assignBase(null);
      await refused(here, /^update refused, not-named: /);
    });

  if (ALL)
    it("one for which there is no room", async () => {
      const here = await machine();
      setDisk({
        ...realDisk,
        fsyncSync: () => undefined,
        statfsSync: ((path: string) =>
          Object.assign(realDisk.statfsSync(path), { bavail: 1 })) as typeof realDisk.statfsSync,
      });
      await refused(here, /^update refused, no-space: /);
    });

  it("one whose bytes changed, or that is longer than was signed", async () => {
    const here = await machine(treeWithBase());
    const targets = join(here.tree.folder, "image/targets/bases/3/pc");
    const [name = ""] = readdirSync(targets);
    writeFileSync(join(targets, name), bundleOf("pc", "0.8.1"));
    await refused(here, /^update refused, changed: bases\/3\/pc\//);
    writeFileSync(join(targets, name), `${bundleOf("pc", "0.8.0")}more`);
    await refused(here, /^update refused, longer-than-signed: /);
  });

  if (ALL)
    it("on a machine with a Debian of its own", async () => {
      const here = await machine();
      rmSync(here.state);
      await refused(here, /^update refused, no-base: base system: this machine has no base system of ours/);
      expect(here.bases.status().runs).toBe(null);
    });

  if (ALL)
    it("while a release is under way", async () => {
      const here = await machine(treeWithBase());
      here.made.publish(2, makeRelease("2.0.0"));
      here.made.obstacles = ["notice"];
      await here.made.install();
      await refused(here, /^release 2\.0\.0 is under way: /);
    });

  if (ALL)
    it("and no release while a base is under way", async () => {
      const here = await machine(treeWithBase());
      here.made.obstacles = ["notice"];
      await here.install();
      here.made.publish(2, makeRelease("2.0.0"));
      await expect(here.made.install()).rejects.toThrow(/^base 0\.8\.0 is under way: /);
      await expect(here.made.updater.rollback({ by: "Ana", order: null })).rejects.toThrow(
        /^base 0\.8\.0 is under way: /,
      );
      expect(readPlan(here.root)).toBe(null);
    });
});

describe("the machine's own service believes nothing of what is asked", () => {
  const notWritten = async (here: BaseMachine, why: string, installs = 0): Promise<void> => {
    await here.look(2);
    expect(here.records.at(-1)).toMatchObject({
      step: "refused",
      base: 3,
      digest: expect.any(String) as string,
    });
    expect(here.records.at(-1)?.why).toMatch(
      new RegExp(`^update refused, not-written: base 3: .*\\(${why}\\)`),
    );
    expect([here.called("rauc install"), here.called("systemctl")]).toEqual([installs, 0]);
    expect(here.read("disk/next")).toBe("A");
  };

  it("a bundle that no key of the machine signed", async () => {
    const here = await machine(treeWithBase(undefined, "stranger"));
    await here.install();
    await notWritten(here, "not-signed");
  });

  it("a bundle that says itself that it is for another kind", async () => {
    const here = await machine(treeWithBase(undefined, "maker", "pi4"));
    await here.install();
    await notWritten(here, "wrong-kind");
  });

  if (ALL)
    it("a file that is another one by now, or gone", async () => {
      for (const [text, why] of [
        ["other", "changed"],
        [null, "missing"],
      ] as const) {
        const here = await machine();
        await here.install();
        const [name = ""] = readdirSync(join(here.root, "base"));
        if (text === null) rmSync(join(here.root, "base", name));
        else writeFileSync(join(here.root, "base", name), text);
        await notWritten(here, why);
      }
    });

  if (ALL)
    it("what RAUC cannot write", async () => {
      const here = await machine();
      writeFileSync(join(here.at, "disk/fails"), "");
      await here.install();
      await notWritten(here, "not-written", 1);
    });

  if (ALL)
    it("a restart for which nothing was written, and a request that is none", async () => {
      const here = await machine();
      const id = "0".repeat(16);
      const ask = (text: string): void => writeFileSync(join(here.root, "base-request"), text);
      ask(`do restart\nid ${id}\nkind pc\nsha256 ${"a".repeat(64)}\n`);
      here.run("install-base");
      // What was written before this start of the machine is no reason to start it again.
      const other = await machine();
      await other.install();
      await other.look(3);
      writeFileSync(
        join(other.root, "base-request"),
        readFileSync(join(other.root, "base-request"), "utf8").replace(/^do .*/, "do restart"),
      );
      other.run("install-base");
      expect([other.read("disk/runs"), other.called("systemctl")]).toEqual(["B", 1]);
      // And while a base is on trial the place of the other one is not written to.
      ask(`do install\nid ${id}\nkind pc\nsha256 ${"a".repeat(64)}\n`);
      writeFileSync(join(other.root, "base-request"), readFileSync(join(here.root, "base-request")));
      other.run("install-base");
      expect([other.called("rauc install"), other.read("var/lib/tirada-base/last")]).toEqual([
        1,
        `${id} on-trial`,
      ]);
      for (const text of [
        "",
        `do install\nid ${id}\nkind pc\nsha256 ../../etc\n`,
        `do install\nid x;reboot\n`,
      ]) {
        ask(text);
        expect(() => here.run("install-base")).toThrow(/base-request is none/);
      }
      expect(here.called("")).toBe(1);
    });
});

if (ALL)
  describe("cut off at any step it goes on:", () => {
    it("the updater is killed after each step", async () => {
      const here = await machine();
      await here.install();
      for (let time = 0; time < 6; time++) {
        here.restartUpdater();
        await here.look();
      }
      here.keep();
      here.restartUpdater();
      await here.look();
      expect(here.steps.filter((step) => step !== "switched")).toEqual(["announced", "confirmed"]);
      expect([here.called("rauc install"), here.read("disk/runs")]).toEqual([1, "B"]);
    });

    it("the machine while its service writes: it is written again, once", async () => {
      const here = await machine();
      here.isServed = false;
      await here.install();
      await here.look();
      here.boot();
      here.isServed = true;
      await here.look(3);
      expect([here.called("rauc install"), here.read("disk/runs")]).toEqual([1, "B"]);
      const other = await machine();
      other.isServed = false;
      await other.install();
      for (let time = 0; time < 2; time++) {
        await other.look();
        other.boot();
      }
      await other.look();
      expect(other.records.at(-1)).toMatchObject({ step: "refused" });
      expect(other.records.at(-1)?.why).toMatch(/\(cut-off\)/);
    });

    it("a service that never answers is given up", async () => {
      const here = await machine();
      here.isServed = false;
      await here.install();
      await here.look(2);
      here.made.clock.advance(WRITING_US);
      await here.look();
      expect(here.records.at(-1)?.why).toMatch(/\(silent\)/);
      expect(here.bases.status().plan).toBe(null);
    });

    it("the machine after it was written, before the table was asked: the base is on trial all the same", async () => {
      const here = await machine();
      await here.install();
      here.made.obstacles = ["round-open"];
      await here.look(2);
      expect(here.bases.status().plan?.stage).toBe("written");
      here.boot();
      await here.look();
      expect(here.bases.status()).toMatchObject({
        runs: { slot: "B", isTrial: true },
        plan: { stage: "trying" },
      });
      here.keep();
      await here.look();
      expect(here.steps).toEqual(["announced", "confirmed"]);
    });

    it("withdrawn after it was written: the base that runs is the next one too", async () => {
      const here = await machine();
      await here.install();
      here.made.obstacles = ["round-open"];
      await here.look(2);
      expect(here.read("disk/next")).toBe("B");
      await here.bases.withdraw({ by: "Ana", order: null });
      await here.look();
      expect([here.read("disk/next"), here.steps.at(-1)]).toEqual(["A", "withdrawn"]);
    });

    it("a restart that does not come is asked for again, and the table with it", async () => {
      const here = await machine();
      here.isRestarted = false;
      await here.install();
      await here.look(3);
      expect([here.read("disk/runs"), here.bases.status().plan?.stage]).toEqual(["A", "trying"]);
      await here.look(30);
      expect(here.steps.filter((step) => step === "switched").length).toBe(2);
      here.isRestarted = true;
      await here.look();
      expect(here.read("disk/runs")).toBe("B");
    });
  });
