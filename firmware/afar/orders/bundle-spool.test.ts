import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { realDisk, setDisk } from "../../files/disk.ts";
import { BUNDLE_PART_BYTES, partsOf, type SentBundle } from "../../../src/orders/sent-bundle.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import type { Answered } from "../../net/ask-https.ts";
import { BundleDelivery } from "./bundle-delivery.ts";
import { BUNDLE_HELD_MS, BUNDLE_ROOM_PM, BUNDLES_HELD, BundleSpool } from "./bundle-spool.ts";
import { fetchBundle } from "./fetch-bundle.ts";

/** A bundle on its way: kept at the table, brought to the relay, fetched by the person who asked. */

const NOW = Date.UTC(2026, 2, 4, 3);
const orders = [1, 2, 3, 4].map((at) => `0${at}`.repeat(32));
const [ONE = "", TWO = "", THREE = "", FOUR = ""] = orders;

/** Some bytes, encrypted by nobody: two whole parts and a piece. */
const SEALED = Buffer.alloc(2 * BUNDLE_PART_BYTES + 1_000, "what a table says of itself ");
SEALED[BUNDLE_PART_BYTES] = 1;
const PARTS = partsOf(SEALED);
const BUNDLE: SentBundle = {
  bytes: SEALED.length,
  sha256: sha256Hex(SEALED),
  parts: PARTS.map(sha256Hex),
  recipient: `age1${"q".repeat(58)}`,
  files: 3,
  missing: [],
};

let storage: string;
let spool: BundleSpool;
beforeEach(() => {
  storage = temporaryFolder();
  spool = new BundleSpool(storage);
});

/** Writes the bundle of an order as it is made, so many ms before NOW. */
function make(order: string, agoMs = 0): void {
  const path = spool.pathFor(order);
  writeFileSync(path, SEALED);
  const at = (NOW - agoMs) / 1_000;
  utimesSync(path, at, at);
}
const release = (order: string): void => spool.release({ order, bundle: BUNDLE });
const files = (): readonly string[] => readdirSync(join(storage, "bundles")).sort();

describe("bundles that wait at a table", () => {
  it("are nowhere before one is made, and lie beside the evidence then", () => {
    expect([spool.bundles(), spool.part(ONE, 0)]).toEqual([[], null]);
    spool.tidy(NOW);
    expect(existsSync(join(storage, "bundles"))).toBe(false);
    expect(spool.pathFor(ONE)).toBe(join(storage, "bundles", `${ONE}.age`));
    expect(statSync(join(storage, "bundles")).mode & 0o777).toBe(0o700);
  });

  it("give nothing away before they are released, and every part then", () => {
    make(ONE);
    expect([spool.bundles(), spool.part(ONE, 0)]).toEqual([[], null]);
    release(ONE);
    expect(spool.bundles()).toEqual([{ order: ONE, bundle: BUNDLE }]);
    expect(PARTS.map((part, at) => spool.part(ONE, at)?.equals(part))).toEqual([true, true, true]);
    expect([spool.part(ONE, 3), spool.part(TWO, 0)]).toEqual([null, null]);
    expect(statSync(join(storage, "bundles", `${ONE}.json`)).mode & 0o777).toBe(0o600);
  });

  it("that are shorter than was signed, or damaged, are not given", () => {
    make(ONE);
    release(ONE);
    writeFileSync(join(storage, "bundles", `${ONE}.age`), SEALED.subarray(0, -1));
    expect([spool.part(ONE, 1)?.length, spool.part(ONE, 2)]).toEqual([BUNDLE_PART_BYTES, null]);
    const kept = join(storage, "bundles", `${ONE}.json`);
    const text = readFileSync(kept, "utf8");
    for (const damaged of [
      "",
      "{}",
      text.replace("bundle/1", "bundle/2"),
      text.replace('"files":3', '"files":-1'),
    ]) {
      writeFileSync(kept, damaged);
      expect([damaged, spool.bundles(), spool.part(ONE, 0)]).toEqual([damaged, [], null]);
    }
  });

  it("go when they are too old, too many, or were never released; other files go with them", () => {
    make(ONE, BUNDLE_HELD_MS + 1);
    make(TWO, BUNDLE_HELD_MS);
    make(THREE, 1_000);
    make(FOUR);
    for (const order of [ONE, TWO, THREE]) release(order);
    writeFileSync(join(storage, "bundles", "notes.txt"), "");
    spool.tidy(NOW);
    expect(files()).toEqual([TWO, THREE].flatMap((order) => [`${order}.age`, `${order}.json`]));
    expect(spool.bundles().map(({ order }) => order)).toEqual([THREE, TWO]);
    make(FOUR);
    release(FOUR);
    spool.tidy(NOW);
    expect(spool.bundles().map(({ order }) => order)).toEqual([FOUR, THREE]);
    expect(spool.bundles()).toHaveLength(BUNDLES_HELD);
    spool.remove(FOUR);
    spool.remove(FOUR);
    expect(files()).toEqual([`${THREE}.age`, `${THREE}.json`]);
  });

  it("are made only while the disk has room that is not the evidence's", () => {
    let used = 0;
    const statfsSync = (() => ({
      blocks: 1_000,
      bavail: 1_000 - used,
    })) as unknown as typeof realDisk.statfsSync;
    setDisk({ ...realDisk, statfsSync });
    onTestFinished(() => setDisk());
    const rooms = [0, BUNDLE_ROOM_PM - 1, BUNDLE_ROOM_PM, 1_000].map((now) => {
      used = now;
      return spool.hasRoom();
    });
    expect(rooms).toEqual([true, true, false, false]);
  });
});

describe("bundles that are brought to the relay", () => {
  const said: string[] = [];
  const notices: string[] = [];
  let have: number[];
  let answers: Map<string, Answered>;
  let delivery: BundleDelivery;
  const answer = (status: number, body = ""): Answered => ({ status, body, bytes: Buffer.from(body) });
  beforeEach(() => {
    [said.length, notices.length] = [0, 0];
    have = [];
    answers = new Map();
    delivery = new BundleDelivery({
      spool,
      ask: (path, body) => {
        const part = Number(path.split("/")[2]);
        const isRight = body === undefined || PARTS[part]?.every((byte, at) => byte === body[at]) === true;
        said.push(
          `${path.replace(/[0-9a-f]{64}/, (order) => `${orders.indexOf(order) + 1}`)}${isRight ? "" : " wrong"}`,
        );
        const known = answers.get(path);
        return Promise.resolve(known ?? answer(200, body === undefined ? JSON.stringify({ have }) : ""));
      },
      onNotice: (line) => notices.push(line),
    });
    make(ONE);
    release(ONE);
  });

  it("come part by part, those that are there already left out, and once only", async () => {
    have = [1];
    make(TWO);
    await delivery.deliver();
    expect(said).toEqual(["bundles/1", "bundles/1/0", "bundles/1/2"]);
    await delivery.deliver();
    expect(said).toHaveLength(3);
    expect(notices).toEqual([]);
  });

  it("are brought at the next look where the relay was silent, or knows no such order", async () => {
    answers.set(`bundles/${ONE}`, { silent: "ECONNREFUSED" });
    await delivery.deliver();
    answers.set(`bundles/${ONE}`, answer(404));
    await delivery.deliver();
    expect(said).toEqual(["bundles/1", "bundles/1"]);
    answers.delete(`bundles/${ONE}`);
    answers.set(`bundles/${ONE}/1`, { silent: "ECONNRESET" });
    await delivery.deliver();
    expect(said.slice(2)).toEqual(["bundles/1", "bundles/1/0", "bundles/1/1"]);
    answers.clear();
    have = [0];
    await delivery.deliver();
    expect(said.slice(5)).toEqual(["bundles/1", "bundles/1/1", "bundles/1/2"]);
    expect(notices).toEqual([]);
  });

  it("say in one line what the relay or the disk has against them, and are tried again", async () => {
    answers.set(`bundles/${ONE}/0`, answer(507, ` no room\n${"x".repeat(200)}`));
    await delivery.deliver();
    answers.set(`bundles/${ONE}`, answer(200, '{"have":"all"}'));
    await delivery.deliver();
    answers.delete(`bundles/${ONE}`);
    writeFileSync(join(storage, "bundles", `${ONE}.age`), "");
    await delivery.deliver();
    expect(notices).toEqual([
      "remote: a bundle: the relay says 507: no room",
      expect.stringMatching(/^remote: a bundle: [^\n]+$/),
      `remote: a bundle: part 1 of ${ONE.slice(0, 16)} cannot be read`,
    ]);
    make(ONE);
    answers.clear();
    await delivery.deliver();
    expect(said.slice(-3)).toEqual(["bundles/1/0", "bundles/1/1", "bundles/1/2"]);
  });

  it("are brought whatever is wrong with a newer one", async () => {
    make(ONE, 1_000);
    make(TWO);
    release(TWO);
    writeFileSync(join(storage, "bundles", `${TWO}.age`), "");
    await delivery.deliver();
    expect(notices).toEqual([`remote: a bundle: part 1 of ${TWO.slice(0, 16)} cannot be read`]);
    expect(said.filter((path) => path.startsWith("bundles/1"))).toHaveLength(4);
  });

  it("are brought by one look at a time", async () => {
    await Promise.all([delivery.deliver(), delivery.deliver()]);
    expect(said).toEqual(["bundles/1", "bundles/1/0", "bundles/1/1", "bundles/1/2"]);
  });
});

describe("a bundle that is fetched", () => {
  const asked: number[] = [];
  let out: string;
  beforeEach(() => {
    asked.length = 0;
    out = join(temporaryFolder(), "table-07.age");
  });
  const fetch = (
    change: (part: number) => Uint8Array = (part) => PARTS[part]!,
    bundle = BUNDLE,
  ): Promise<void> =>
    fetchBundle(out, bundle, (part) => {
      asked.push(part);
      return Promise.resolve(change(part));
    });

  it("is whole and what the table signed, for its owner alone", async () => {
    await fetch();
    expect([asked, readFileSync(out).equals(SEALED)]).toEqual([[0, 1, 2], true]);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect(existsSync(`${out}.part`)).toBe(false);
    await expect(fetch()).rejects.toThrow(`${out} is there already: name a new file`);
    expect(asked).toHaveLength(3);
  });

  it.each([
    ["cut off", () => SEALED.subarray(0, 7), /^part 2 of 3 of the bundle: cut off: 7 of 1048576 bytes$/],
    ["in another's place", () => PARTS[0]!, /^part 2 of 3 of the bundle: part 1 in its place$/],
    ["changed", () => new Uint8Array(BUNDLE_PART_BYTES), /changed, or of another bundle/],
  ])("stops at a part that is %s, and goes on there", async (_, wrong, why) => {
    await expect(fetch((part) => (part === 1 ? wrong() : PARTS[part]!))).rejects.toMatchObject({
      status: 6,
      message: expect.stringMatching(why) as string,
    });
    expect([existsSync(out), statSync(`${out}.part`).size]).toEqual([false, BUNDLE_PART_BYTES]);
    asked.length = 0;
    await fetch();
    expect([asked, readFileSync(out).equals(SEALED)]).toEqual([[1, 2], true]);
  });

  it("asks again for what was changed on this disk meanwhile, and cuts off what is too much", async () => {
    writeFileSync(
      `${out}.part`,
      Buffer.concat([SEALED.subarray(0, BUNDLE_PART_BYTES + 7), Buffer.alloc(3 * BUNDLE_PART_BYTES)]),
    );
    await fetch();
    expect([asked, readFileSync(out).equals(SEALED)]).toEqual([[1, 2], true]);
  });

  it("of which all parts are here is not asked for, and what is too much behind them goes", async () => {
    writeFileSync(`${out}.part`, Buffer.concat([SEALED, Buffer.from("more")]));
    await fetch();
    expect([asked, readFileSync(out).equals(SEALED)]).toEqual([[], true]);
  });

  it("whose parts are right and whose whole is not is refused", async () => {
    await expect(fetch(undefined, { ...BUNDLE, sha256: "ab".repeat(32) })).rejects.toMatchObject({
      status: 6,
      message: "the bundle: its parts are right, and all of it is not what the table signed",
    });
    expect(existsSync(out)).toBe(false);
  });

  it("into a folder that is not there says so", async () => {
    out = join(out, "no", "file");
    await expect(fetch()).rejects.toThrow(/^cannot write .*; name another file$/);
    mkdirSync(join(out, "..", ".."), { recursive: true });
    await expect(fetch()).rejects.toThrow(/name another file$/);
  });
});
