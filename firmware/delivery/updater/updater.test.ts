import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BEHAVIOURS, makeRelease, UpdaterMachine, type Made } from "../../../test/support/updater-machine.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { ReleaseTree } from "../../../test/support/release-tree.ts";
import { realDisk, setDisk } from "../../files/disk.ts";
import { floorFile } from "../update/floor.ts";
import { readSlots } from "./slots.ts";
import { sampleInAll, more } from "../../../test/support/volume.ts";

// Whether it is durable is the other test's concern.
beforeEach(() => setDisk({ ...realDisk, fsyncSync: () => undefined }));
afterEach(() => setDisk());

const base = mkdtempSync(join(tmpdir(), "tirada-"));
let shared: Awaited<ReturnType<typeof newMachine>>;
beforeAll(async () => {
  shared = await newMachine(undefined, (name) => {
    mkdirSync(join(base, name));
    return join(base, name);
  });
});
afterAll(() => rmSync(base, { recursive: true }));

/** A machine that runs release 1; release 2 is published for its table, in a tree that tests share. */
function machine() {
  const { made, old, next } = shared;
  const copy = made.copy();
  copy.start();
  return { made: copy, old, next };
}

/** The same with a tree of its own. */
async function newMachine(
  change?: Parameters<typeof makeRelease>[1],
  folder: (name: string) => string = () => temporaryFolder(),
) {
  const old = makeRelease("1.0.0", undefined, folder("old"));
  const next = makeRelease("2.0.0", change, folder("next"));
  const made = new UpdaterMachine(new ReleaseTree(folder("tree")), folder("root"));
  await made.begin(old);
  made.publish(2, next);
  return { made, old, next };
}
const steps = ({ records }: UpdaterMachine): readonly string[] => records.map(({ step }) => step);
const digestOf = ({ known }: Made): string => known.digest;

it("announces, switches, tries for 120 s and confirms; the release before stays, older ones go", async () => {
  const { made, old, next } = await newMachine();
  await made.install();
  expect(steps(made)).toEqual(["announced", "switched"]);
  expect(made.starts).toEqual([old, next].map(digestOf));
  await made.pass(110);
  expect(readSlots(made.root)).toMatchObject({
    confirmed: digestOf(old),
    trial: { rel: digestOf(next), tries: 1 },
  });
  await made.pass(15);
  const slots = readSlots(made.root);
  expect(slots).toMatchObject({
    current: digestOf(next),
    confirmed: digestOf(next),
    former: digestOf(old),
    trial: null,
  });
  expect(steps(made)).toEqual(["announced", "switched", "confirmed"]);
  expect(made.records.at(-1)).toMatchObject({
    by: "Ana",
    version: "2.0.0",
    digest: digestOf(next),
    fromVersion: "1.0.0",
    fromDigest: digestOf(old),
    why: null,
  });
  expect(floorFile(made.root).read()?.release).toBe(2);
  // Whatever the power does now, no start is counted.
  for (let start = 0; start < 20; start++) made.start();
  expect(new Set(made.starts.slice(2))).toEqual(new Set([digestOf(next)]));
  const third = makeRelease("3.0.0");
  made.publish(3, third);
  await made.install();
  await made.pass(130);
  expect(readSlots(made.root).installed).toEqual([digestOf(next), digestOf(third)].sort());
  expect(made.names).toEqual(["confirmed", "current", "floor", "former", "rel", "signed", "trusted"]);
});

it("an updater's folder that is set back to a copy of before is refused by what the journal confirmed", async () => {
  const { made, next } = machine();
  const kept = join(base, "kept");
  cpSync(made.root, kept, { recursive: true, verbatimSymlinks: true });
  await made.install();
  await made.pass(130);
  expect(made.records.at(-1)).toMatchObject({ step: "confirmed", digest: digestOf(next), release: 2 });
  for (const name of ["floor", "trusted"]) rmSync(join(made.root, name), { recursive: true, force: true });
  cpSync(kept, made.root, { recursive: true, verbatimSymlinks: true, filter: (path) => !/rel\b/.test(path) });
  await expect(made.install()).rejects.toThrow(/^update refused, floor-back: floor 0: /);
  expect(made.records.at(-1)).toMatchObject({ step: "refused", release: null });
});

it.each(
  sampleInAll(
    BEHAVIOURS.filter((one) => one !== "well"),
    4,
    "bad releases",
  ),
)("a release that is %s: the one before is back by itself, and a record says why", async (behaviour) => {
  const { made, old, next } = machine();
  made.behaves.set(digestOf(next), behaviour);
  await made.install();
  await made.pass(behaviour === "crash-after-40-s" ? 200 : 150);
  expect(made.running?.rel).toBe(digestOf(old));
  expect(readSlots(made.root)).toMatchObject({
    current: digestOf(old),
    confirmed: digestOf(old),
    trial: null,
  });
  expect(steps(made)).toEqual(["announced", "switched", "returned"]);
  const why = {
    "crash-at-start": "starts",
    "crash-after-40-s": "starts",
    "hang-at-start": "silent",
    "hang-after-60-s": "starts",
    "device-dead": "device",
    "technicians-server-dead": "remote",
    "display-lost-after-60-s": "display",
    "eats-memory": "memory",
    unsupervised: "watchdog",
    "does-not-sign": "self-test",
    well: null,
  }[behaviour];
  expect(made.records.at(-1)?.why).toBe(why);
  expect(made.names).not.toContain("trial");
  expect(made.names).not.toContain("returned");
});

it("a release whose own updater does not start is not confirmed", async () => {
  const { made, old } = machine();
  made.updaterFails = "no such module";
  await made.install();
  await made.pass(150);
  expect(made.records.at(-1)).toMatchObject({ step: "returned", why: "updater" });
  expect(made.running?.rel).toBe(digestOf(old));
});

describe("when", () => {
  it("waits while the table says no, and switches when it says yes", async () => {
    const { made, next } = machine();
    made.obstacles = ["shoe-loaded", "notice"];
    await made.install();
    await made.pass(600);
    expect(steps(made)).toEqual(["announced"]);
    expect((await made.updater.status()).obstacles).toEqual(["shoe-loaded", "notice"]);
    made.obstacles = [];
    await made.pass(5);
    expect(made.running?.rel).toBe(digestOf(next));
  });

  it.each(more([2], [1, 2, 3]))(
    "a key that is pressed before question %i wins, and nothing of the switch is left",
    async (question) => {
      const { made, old, next } = machine();
      made.obstacles = ["notice"];
      await made.install();
      made.obstacles = [];
      let asked = 0;
      made.onAsked = () => {
        // The state that is given holds the presses before.
        if (++asked === question) made.presses++;
      };
      // Question 3 is the restart itself: a key between the second state and it.
      const { link } = made;
      const { restart } = link;
      if (question === 3)
        Object.assign(link, {
          restart: (...given: Parameters<typeof restart>) => {
            if (asked === 2) made.presses++;
            return restart(...given);
          },
        });
      await made.switcher.step();
      Object.assign(link, { restart });
      if (question > 1) {
        expect(made.running?.rel).toBe(digestOf(old));
        expect(readSlots(made.root)).toMatchObject({ current: digestOf(old), trial: null });
      }
      made.onAsked = () => undefined;
      await made.pass(5);
      expect(made.running?.rel).toBe(digestOf(next));
    },
  );

  it("what waits can be withdrawn; what is on trial goes back; what is confirmed goes back by a trial of its own", async () => {
    const { made, old, next } = machine();
    const reason = "the display stands still at closing time";
    const who = { by: "Bea", order: "17", reason };
    made.obstacles = ["notice"];
    await made.install();
    await made.updater.rollback(who);
    expect(made.records.at(-1)).toMatchObject({ step: "withdrawn", by: "Bea", reason });
    made.obstacles = [];
    await made.pass(60);
    expect(made.running?.rel).toBe(digestOf(old));
    await made.install();
    await made.pass(30);
    await made.updater.rollback(who);
    expect(made.records.at(-1)).toMatchObject({ step: "returned", why: "asked", reason });
    expect(made.running?.rel).toBe(digestOf(old));
    await made.install();
    await made.pass(130);
    expect(readSlots(made.root).confirmed).toBe(digestOf(next));
    await made.updater.rollback(who);
    expect(made.records.find(({ step, why }) => step === "announced" && why === "rollback")).toMatchObject({
      reason,
    });
    await made.pass(130);
    expect(readSlots(made.root)).toMatchObject({ confirmed: digestOf(old), former: digestOf(next) });
    expect(made.records.at(-1)).toMatchObject({ step: "confirmed", by: "Bea", order: "17", version: "1.0.0" });
  });

  it("a release on trial that plays a round is ended after it, or when its time is over", async () => {
    const { made, old, next } = machine();
    made.behaves.set(digestOf(next), "device-dead");
    await made.install();
    made.obstacles = ["round-open"];
    await made.pass(150);
    expect(made.running?.rel).toBe(digestOf(next));
    made.obstacles = [];
    await made.pass(5);
    expect(made.running?.rel).toBe(digestOf(old));
    expect(steps(made)).toEqual(["announced", "switched", "returned"]);
  });
});

describe("refused before a byte is unpacked", () => {
  const refused = async (change: Parameters<typeof makeRelease>[1], why: RegExp) => {
    const { made, old } = await newMachine(change);
    await expect(made.install()).rejects.toThrow(why);
    expect(readSlots(made.root).installed).toEqual([digestOf(old)]);
    expect(made.records).toMatchObject([{ step: "refused", by: "Ana" }]);
    expect(made.records[0]?.why).toMatch(why);
  };

  it("another architecture", () =>
    refused((made) => ({ ...made, platform: "linux-arm64" }), /is for linux-arm64/));

  it("no way back, by its formats or by its own word", async () => {
    const journal = { reads: [1, 2], writes: [2] };
    await refused(
      (made) => ({ ...made, formats: { ...made.formats, journal } }),
      /no-return.*formats of journal/,
    );
    await refused((made) => ({ ...made, noReturn: true }), /no-return.*it says so itself/);
  });

  it("configurations of a later format are no reason: each release keeps its own", async () => {
    const configuration = { reads: [1, 2], writes: [2] };
    const { made } = await newMachine((one) => ({ ...one, formats: { ...one.formats, configuration } }));
    await made.install();
    expect(steps(made)).toEqual(["announced", "switched"]);
  });
});

it("records wait for a table that does not answer, and no report undoes a confirmation", async () => {
  const { made, next } = machine();
  await made.install();
  await made.pass(115);
  const { link } = made;
  const { record } = link;
  Object.assign(link, { record: () => Promise.resolve(false) });
  await made.pass(60);
  expect(readSlots(made.root).confirmed).toBe(digestOf(next));
  expect(steps(made)).toEqual(["announced", "switched"]);
  Object.assign(link, { record });
  await made.pass(5);
  expect(steps(made)).toEqual(["announced", "switched", "confirmed"]);
});

it("a slot that rotted is not switched to", async () => {
  const { made, next, old } = machine();
  made.obstacles = ["notice"];
  await made.install();
  made.obstacles = [];
  writeFileSync(join(made.root, "rel", digestOf(next), "src/rules/data/cl/a.yaml"), "a: 2\n");
  await expect(made.switcher.step()).rejects.toThrow(/is not what the manifest says/);
  expect(readSlots(made.root)).toMatchObject({ current: digestOf(old), trial: null });
});
