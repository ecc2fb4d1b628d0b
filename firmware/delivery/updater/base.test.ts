import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { realDisk, setDisk } from "../../files/disk.ts";
import type { RestartObstacle, UpdateRecord, UpdateState } from "../../net/update-questions.ts";
import type { BaseState } from "../releases/base-state.ts";
import type { Checked } from "../update/client.ts";
import { floorFile, NO_FLOOR } from "../update/floor.ts";
import type { OfferedBase } from "../update/offer.ts";
import { BaseUpdater, RESTART_US, WRITES_MOST, WRITING_US, type AskedBase } from "./base.ts";
import { readBasePlan, readReturnedBases, RETURNED_MAX, writeReturnedBases } from "./base-plan.ts";
import { writePlan } from "./plan.ts";
import { Switcher } from "./switch.ts";
import type { TableLink } from "./table-link.ts";

/** What the updater decides of a base system; the machine's own services are tried in `test/scenario/base-update.test.ts`. */

// Whether it is durable is another test's concern.
beforeEach(() => setDisk({ ...realDisk, fsyncSync: () => undefined }));
afterEach(() => setDisk());

const offered = (number: number, version: string): OfferedBase => ({
  name: `bases/${number}/pc/tirada.raucb`,
  file: "tirada.raucb",
  number,
  version,
  kind: "pc",
  length: 6,
  custom: {},
  sha256: String(number % 10).repeat(64),
});
const BASE = offered(3, "0.8.0");
const KEPT = { sha256: null, isTrial: false, installed: null } as const;
const RUNS: BaseState = { kind: "pc", version: "0.7.0", slot: "A", boot: "01-ab", ...KEPT };

class House {
  readonly root = temporaryFolder();
  readonly clock = fakeClock();
  readonly floors = floorFile(this.root);
  readonly records: UpdateRecord[] = [];
  readonly said: string[] = [];
  runs: BaseState | null = RUNS;
  offer: OfferedBase | null = BASE;
  obstacles: readonly RestartObstacle[] = [];
  /** What the table says when it is to end. */
  atRestart: readonly RestartObstacle[] | null = [];
  /** The base that the journal says was kept. */
  kept: number | null = null;
  presses = 4;
  restarts: unknown[][] = [];
  #ids = 0;
  bases = this.#newBases();

  #newBases(): BaseUpdater {
    const { root, clock, floors } = this;
    const newId = (): string => (++this.#ids).toString(16).padStart(16, "0");
    const say = (line: string): void => void this.said.push(line);
    const table: TableLink = {
      state: () =>
        Promise.resolve({
          obstacles: this.obstacles,
          presses: this.presses,
          keptBase: this.kept,
        } as UpdateState),
      restart: (...asked) => {
        this.restarts.push(asked);
        if (this.atRestart?.length === 0) this.records.push(asked[2]);
        return Promise.resolve(this.atRestart);
      },
      record: (record) => Promise.resolve(this.records.push(record) > 0),
      selfTest: () => Promise.resolve(null),
      forceRestart: () => undefined,
    };
    const checkUpdater = (): Promise<null> => Promise.resolve(null);
    const unsigned = (): null => null;
    const parts = { root, table, clock, floors, memoryBytes: 1, newId, unsigned, checkUpdater, say };
    const switcher = new Switcher(parts);
    const check = (): Promise<Checked> =>
      Promise.resolve({
        base: () => this.offer,
        fetch: ({ file }: { readonly file: string }, folder: string) => {
          mkdirSync(folder, { recursive: true });
          writeFileSync(join(folder, file), "bundle", { mode: 0o600 });
          return Promise.resolve(join(folder, file));
        },
      } as unknown as Checked);
    return new BaseUpdater({ root, table, switcher, clock, floors, state: () => this.runs, check, newId, say });
  }

  /** The updater's process ends, and starts again. */
  restartUpdater(): void {
    this.bases = this.#newBases();
  }

  install(asked: Partial<AskedBase> = {}): Promise<unknown> {
    return this.bases.install(() => undefined as never, {
      by: "Ana",
      order: "17",
      base: null,
      again: false,
      ...asked,
    });
  }

  /** What the machine was asked for last, a word a line. */
  get request(): Readonly<Record<string, string>> {
    const text = readFileSync(join(this.root, "base-request"), "utf8");
    return Object.fromEntries(
      text
        .trim()
        .split("\n")
        .map((line) => line.split(" ")) as [string, string][],
    );
  }

  get stage(): string | null {
    return readBasePlan(this.root)?.stage ?? null;
  }

  get steps(): readonly string[] {
    return this.records.map(({ step, why }) => (why === null ? step : `${step}: ${why}`));
  }

  get bundle(): string {
    return join(this.root, "base", `${BASE.sha256}.raucb`);
  }

  /** The machine's service says what came of the request. */
  async outcome(outcome: string): Promise<void> {
    this.runs = { ...RUNS, ...this.runs, installed: { id: this.request["id"] ?? "", outcome } };
    await this.bases.step();
  }

  /** The machine starts: with the other base, on trial, or with the one before. */
  async boot(change: Partial<BaseState> = {}): Promise<void> {
    const boot = `0${Number(this.runs?.boot.slice(0, 2)) + 1}-ab`;
    this.runs = { ...RUNS, ...this.runs, boot, ...change };
    this.restartUpdater();
    await this.bases.step();
  }
}

const OTHER = { slot: "B", version: "0.8.0", isTrial: true } as const;

/** Written, and the machine is asked to start anew. */
async function trying(): Promise<House> {
  const house = new House();
  await house.install();
  await house.outcome("written");
  return house;
}

describe("a base that the repositories name", () => {
  it("is fetched, written, started and kept; each step is a record, and the floor rises", async () => {
    const house = new House();
    expect(await house.install()).toMatchObject({ stage: "waiting", to: { number: 3, version: "0.8.0" } });
    expect(house.stage).toBe("writing");
    expect([readFileSync(house.bundle, "utf8"), statSync(house.bundle).mode & 0o777]).toEqual([
      "bundle",
      0o644,
    ]);
    expect(statSync(join(house.root, "base")).mode & 0o777).toBe(0o755);
    expect(house.request).toMatchObject({ do: "install", kind: "pc", sha256: BASE.sha256 });
    await house.bases.step();
    expect(house.steps).toEqual(["announced"]);
    await house.outcome("written");
    expect([house.stage, house.request["do"]]).toEqual(["trying", "restart"]);
    expect(house.restarts).toMatchObject([["base", 4, { step: "switched", base: 3 }]]);
    await house.boot(OTHER);
    expect([house.stage, house.steps]).toEqual(["trying", ["announced", "switched"]]);
    expect(house.bases.status()).toMatchObject({
      number: null,
      runs: { version: "0.8.0" },
      plan: { to: { number: 3, digest: BASE.sha256 } },
    });
    house.runs = { ...RUNS, ...house.runs, isTrial: false };
    await house.bases.step();
    expect(house.records.at(-1)).toEqual({
      step: "confirmed",
      id: expect.any(String) as string,
      by: "Ana",
      order: "17",
      why: null,
      release: null,
      base: 3,
      version: "0.8.0",
      digest: BASE.sha256,
      fromVersion: "0.7.0",
      fromDigest: null,
    });
    expect(house.floors.read()?.base).toBe(3);
    expect([house.stage, existsSync(house.bundle)]).toEqual([null, false]);
    expect(house.bases.status()).toEqual({ runs: house.runs, number: 3, plan: null, obstacles: [] });
    // The same again runs already; the next one goes on from its digest.
    expect(await house.install()).toBeNull();
    house.offer = offered(4, "0.9.0");
    expect(await house.install()).toMatchObject({ from: { version: "0.8.0", digest: BASE.sha256 } });
  });

  it("is written only when the table says yes, and started only when it says so again, to the end", async () => {
    const house = new House();
    house.obstacles = ["round-open"];
    await house.install();
    await house.bases.step();
    expect([house.stage, house.bases.status().obstacles]).toEqual(["waiting", ["round-open"]]);
    expect(existsSync(join(house.root, "base-request"))).toBe(false);
    house.obstacles = [];
    await house.bases.step();
    house.obstacles = ["shoe-loaded"];
    await house.outcome("written");
    expect([house.stage, house.restarts, house.bases.status().obstacles]).toEqual([
      "written",
      [],
      ["shoe-loaded"],
    ]);
    house.obstacles = [];
    house.atRestart = ["key-pressed"];
    await house.bases.step();
    expect([house.stage, house.request["do"], house.bases.status().obstacles]).toEqual([
      "written",
      "install",
      ["key-pressed"],
    ]);
    // A table that ended without an answer is one that ended.
    house.atRestart = null;
    await house.bases.step();
    expect([house.stage, house.request["do"]]).toEqual(["trying", "restart"]);
  });

  it.each<[string, (house: House) => unknown, string, Partial<AskedBase>?]>([
    ["where the machine has none of ours", (house) => void (house.runs = null), "no-base: base system"],
    ["that nobody named", (house) => void (house.offer = null), "not-named: director"],
    ["other than was ordered", () => undefined, "other-release: base 4", { base: 4 }],
    [
      "for another kind of machine",
      (house) => void (house.offer = { ...BASE, kind: "pi4" }),
      "wrong-kind: bases",
    ],
    [
      "below what the file says was kept",
      (house) => house.floors.raise({ ...NO_FLOOR, base: 3 }),
      "below-floor: base 3",
    ],
    ["below what the journal says was kept", (house) => void (house.kept = 3), "below-floor: base 3"],
    [
      "that was gone back from",
      (house) => writeReturnedBases(house.root, [BASE.sha256]),
      "base-returned: base 3",
    ],
  ])("is refused %s, with a record, and nothing is left of it", async (_, change, why, asked = {}) => {
    const house = new House();
    change(house);
    await expect(house.install(asked)).rejects.toThrow(new RegExp(`^update refused, ${why}`));
    expect(house.records).toMatchObject([{ step: "refused", by: "Ana", order: "17", release: null }]);
    expect(house.records[0]?.why).toMatch(new RegExp(`^update refused, ${why}`));
    expect(house.records[0]?.base).toBe(house.runs === null || house.offer === null ? 0 : 3);
    expect([house.stage, existsSync(join(house.root, "base"))]).toEqual([null, false]);
  });

  it("is refused while a release is under way, and no other one takes the place of one that is written", async () => {
    const house = new House();
    const named = { rel: "a".repeat(64), version: "2.0.0" };
    writePlan(house.root, {
      format: "tirada-plan/1",
      kind: "install",
      stage: "waiting",
      release: 2,
      by: "Ana",
      order: null,
      to: named,
      from: named,
      devices: [],
      isFed: false,
    });
    await expect(house.install()).rejects.toThrow(
      /^release 2\.0\.0 is under way: wait until it is confirmed, /,
    );
    const other = new House();
    expect(() => other.bases.requireIdle()).not.toThrow();
    await other.install();
    await expect(other.install()).rejects.toThrow(/^base 0\.8\.0 is under way: wait until it is kept, /);
    expect(() => other.bases.requireIdle()).toThrow(/^base 0\.8\.0 is under way: /);
    expect([other.stage, existsSync(other.bundle)]).toEqual(["writing", true]);
  });

  it("gives way to another one while it waits for the table", async () => {
    const house = new House();
    house.obstacles = ["notice"];
    await house.install();
    house.offer = offered(4, "0.9.0");
    await house.install();
    expect(existsSync(house.bundle)).toBe(false);
    expect(readBasePlan(house.root)).toMatchObject({ stage: "waiting", to: { number: 4 } });
  });
});

describe("a base that does not pass", () => {
  it("its trial is gone back from, is a record, and is not tried again unless somebody wants it", async () => {
    const house = await trying();
    await house.boot(OTHER);
    await house.boot({ slot: "A", version: "0.7.0", isTrial: false });
    expect([house.stage, house.steps.at(-1)]).toEqual([null, "returned: trial"]);
    expect(readReturnedBases(house.root)).toEqual([BASE.sha256]);
    expect(house.floors.read()?.base ?? 0).toBe(0);
    await expect(house.install()).rejects.toThrow(/base-returned/);
    expect(await house.install({ again: true })).toMatchObject({ to: { number: 3 } });
  });

  it("the machine's service is refused with what that says", async () => {
    const house = new House();
    await house.install();
    await house.outcome("not-signed");
    expect(house.records.at(-1)).toMatchObject({ step: "refused", base: 3, digest: BASE.sha256, by: "Ana" });
    expect(house.steps.at(-1)).toMatch(/^refused: update refused, not-written: base 3: .*\(not-signed\)/);
    expect([house.stage, existsSync(house.bundle), house.restarts]).toEqual([null, false, []]);
    expect(readReturnedBases(house.root)).toEqual([]);
  });

  it("of those that were gone back from the newest are known", () => {
    const root = temporaryFolder();
    const digests = Array.from({ length: RETURNED_MAX + 2 }, (_, at) => at.toString(16).padStart(64, "0"));
    writeReturnedBases(root, digests);
    expect(readReturnedBases(root)).toEqual(digests.slice(2));
  });
});

describe("what is cut off", () => {
  it("the updater: it asks the machine again, once, and goes on", async () => {
    const house = new House();
    await house.install();
    const first = house.request["id"];
    house.restartUpdater();
    writeFileSync(join(house.root, "base-request"), "none\n");
    await house.bases.step();
    expect(house.request).toMatchObject({ do: "install", id: first });
    await house.outcome("written");
    expect(house.stage).toBe("trying");
  });

  it("the machine while it writes: it is written again under another number, so often and no more", async () => {
    const house = new House();
    await house.install();
    for (let time = 1; time < WRITES_MOST; time++) {
      const before = house.request["id"];
      await house.boot();
      expect(house.stage).toBe("writing");
      expect(house.request["id"]).not.toBe(before);
    }
    await house.boot();
    expect(house.steps.at(-1)).toMatch(/^refused: .*\(cut-off\)/);
  });

  it("the service: when it says nothing for an hour it is given up, and not before", async () => {
    const house = new House();
    await house.install();
    house.clock.advance(WRITING_US);
    await house.bases.step();
    expect(house.stage).toBe("writing");
    house.clock.advance(1);
    await house.bases.step();
    expect(house.steps.at(-1)).toMatch(/^refused: .*\(silent\)/);
  });

  it("the machine's start: when it does not come the table is asked again", async () => {
    const house = await trying();
    house.clock.advance(RESTART_US);
    await house.bases.step();
    expect(house.stage).toBe("trying");
    house.clock.advance(1);
    await house.bases.step();
    expect(house.stage).toBe("written");
    await house.bases.step();
    expect([house.stage, house.restarts.length]).toEqual(["trying", 2]);
    // An updater that started since does not know when it was asked.
    house.restartUpdater();
    await house.bases.step();
    expect(house.stage).toBe("written");
  });

  it("the machine after it was written, before the table was asked: it is on trial all the same, or back", async () => {
    for (const [change, end] of [
      [OTHER, "trying"],
      [{ slot: "A" }, null],
    ] as const) {
      const house = new House();
      await house.install();
      house.obstacles = ["round-open"];
      await house.outcome("written");
      expect(house.stage).toBe("written");
      await house.boot(change);
      expect(house.stage).toBe(end);
    }
  });

  it("the machine's word of its base: nothing goes on without it", async () => {
    const house = await trying();
    house.runs = null;
    await house.bases.step();
    expect([house.stage, house.bases.status().runs]).toEqual(["trying", null]);
  });
});

describe("withdrawn", () => {
  const who = { by: "Bea", order: null };

  it("what waits, and what is written: then the base that runs is the next one too", async () => {
    const house = new House();
    house.obstacles = ["notice"];
    expect(await house.bases.withdraw(who)).toBe(false);
    await house.install();
    expect(await house.bases.withdraw({ ...who, from: "f".repeat(64) })).toBe(false);
    expect(await house.bases.withdraw({ ...who, from: BASE.sha256 })).toBe(true);
    expect(house.records.at(-1)).toMatchObject({ step: "withdrawn", by: "Bea", why: null });
    expect([house.stage, existsSync(house.bundle), existsSync(join(house.root, "base-request"))]).toEqual([
      null,
      false,
      false,
    ]);
    house.obstacles = [];
    await house.install();
    house.obstacles = ["notice"];
    await house.outcome("written");
    expect(await house.bases.withdraw(who)).toBe(true);
    expect([house.stage, house.request["do"]]).toEqual([null, "undo"]);
  });

  it("not while it is written, nor on trial", async () => {
    const house = new House();
    await house.install();
    await expect(house.bases.withdraw(who)).rejects.toThrow(
      "base 0.8.0 is being written: try again in some minutes",
    );
    await house.outcome("written");
    await expect(house.bases.withdraw(who)).rejects.toThrow(
      "base 0.8.0 is on trial: it goes back by itself unless the table is in order",
    );
  });
});
