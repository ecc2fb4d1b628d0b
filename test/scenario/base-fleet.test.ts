import { generateKeyPairSync } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { realDisk, setDisk } from "../../firmware/files/disk.ts";
import { statusLines } from "../../firmware/office/fleet/status.ts";
import { readBaseState } from "../../firmware/delivery/releases/base-state.ts";
import { planShape, problemOfPlan } from "../../src/fleet/plan.ts";
import { NO_PROGRESS, reduceFleet, standingOf, tableIn, type FleetProgress } from "../../src/fleet/progress.ts";
import { standingIn, standingOfTable } from "../../src/fleet/standing.ts";
import { signerOf } from "../../src/record/keys.ts";
import { applyRecord, type Durable } from "../../src/table/kernel/durable/durable.ts";
import { rfc3339 } from "../../src/time/instant.ts";
import { BaseMachine, treeWithBase } from "../support/base-machine.ts";
import { EMPTY_WHEEL_TABLE } from "../../src/table/wheel/durable-wheel.ts";

beforeEach(() => setDisk({ ...realDisk, fsyncSync: () => undefined }));
afterEach(() => setDisk());

const machine = (): Promise<BaseMachine> => BaseMachine.begun(treeWithBase());

describe("a fleet's plan for a base is judged by what the machine's records say:", () => {
  const ORDER = "01".repeat(32);
  const table = "casino/table-07";
  const vkey = signerOf(table, generateKeyPairSync("ed25519").privateKey).verifier.vkey;

  /** Ordered, and told after each look what the table's answer to `diagnose` says. */
  async function ordered(spoil: (here: BaseMachine) => void) {
    const here = await machine();
    spoil(here);
    const plan = planShape.parse({
      name: "spring",
      base: 3,
      digest: digestOf(here),
      tables: [{ table, vkey, group: "wheels" }],
      waves: [{ percent: 100 }],
      soak: { minutes: 0, rounds: 0 },
      stop: { silentMinutes: 15, voids: { rounds: 20, perThousand: 100 } },
    });
    expect(problemOfPlan(plan)).toBe(null);
    let progress = NO_PROGRESS;
    const report = (): void => {
      const answer = { standing: standingOfMachine(here) };
      const standing = standingIn(answer);
      if (standing === null) throw new Error(`no standing: ${JSON.stringify(answer)}`);
      const receivedAt = here.made.clock.wall();
      progress = reduceFleet(plan, progress, { f: "report", table, report: { receivedAt, standing } });
    };
    report();
    const at = here.made.clock.wall();
    expect(standingOf(plan, progress, at).due).toEqual([table]);
    progress = reduceFleet(plan, progress, { f: "ordered", tables: [table], order: ORDER, at });
    const look = async (): Promise<FleetProgress> => {
      await here.look(3);
      report();
      return progress;
    };
    await here.install({ order: ORDER, base: 3 }).catch(() => undefined);
    return { here, plan, look };
  }

  it("confirmed when the machine has kept it, and not before", async () => {
    const { here, plan, look } = await ordered(() => undefined);
    const before = await look();
    expect(tableIn(before, table)).toMatchObject({
      confirmed: null,
      heard: { standing: { base: { runs: { isTrial: true } } } },
    });
    here.keep();
    const after = await look();
    expect(after.stopped).toBe(null);
    expect(standingOf(plan, after, here.made.clock.wall()).wave).toBe(null);
    expect(
      statusLines(plan, [
        { table, is: "heard", verdict: null, standing: tableIn(after, table).heard!.standing },
      ]),
    ).toContain(`base 0.8.0 (number 3, kept, that of the plan): 1 table`);
  });

  it("stopped when the machine goes back, or refuses it", async () => {
    const dead = await ordered((here) => void (here.dead = "0.8.0"));
    expect((await dead.look()).stopped).toMatchObject({ why: "table-returned", table, detail: "trial" });
    const none = await ordered((here) => rmSync(here.state));
    expect((await none.look()).stopped).toMatchObject({ why: "table-refused", table });
  });

  it("a plan names a release or a base", () => {
    const both = {
      name: "x",
      base: 3,
      release: 7,
      digest: "ab".repeat(32),
      tables: [{ table, vkey, group: "a" }],
    };
    const rest = {
      waves: [{ percent: 100 }],
      soak: { minutes: 0, rounds: 0 },
      stop: { silentMinutes: 15, voids: { rounds: 20, perThousand: 100 } },
    };
    expect(problemOfPlan(planShape.parse({ ...both, ...rest }))?.message).toMatch(/either release or base/);
  });
});

const digestOf = ({ tree }: BaseMachine): string =>
  readdirSync(join(tree.folder, "image/targets/bases/3/pc"))[0]?.slice(0, 64) ?? "";

/** What a table with these records says of itself. */
function standingOfMachine(here: BaseMachine): unknown {
  const reducer = { start: () => ({}), reduce: (_: Durable, after: Durable) => after, outcomeOf: () => ({}) };
  const durable = here.made.records.reduce<Durable>(
    (before, detail) =>
      applyRecord(before, { kind: "update", detail: { ...detail } }, rfc3339(here.made.clock.wall()), reducer),
    EMPTY_WHEEL_TABLE,
  );
  const runs = readBaseState(here.state);
  return standingOfTable(durable, { release: { version: "1.0.0", manifest: null }, rulebook: "x", runs });
}
