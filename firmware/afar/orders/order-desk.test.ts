import { createHash, generateKeyPairSync } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { readAnswer } from "../../../src/orders/answer.ts";
import type { Order } from "../../../src/orders/order.ts";
import { signerOf } from "../../../src/record/keys.ts";
import { ANSWER_NAMESPACE, signSsh } from "../../../src/record/sshsig.ts";
import { EMPTY_WHEEL_TABLE } from "../../../src/table/wheel/durable-wheel.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { logOf } from "../../table/config/config.ts";
import type { RemoteParts } from "../../unit/remote-parts.ts";
import type { AcceptedOrder } from "./messages.ts";
import { EXPORT_WITHIN, TableActions } from "../../unit/actions/table-actions.ts";
import type { ActionParts } from "../../unit/actions/action-parts.ts";
import { OrderDesk } from "./order-desk.ts";
import type { UpdaterAnswer, UpdaterWanted } from "../../unit/actions/updater.ts";

/** Orders that were let through, as the table carries them out: what is recorded before and after, and what is answered. */

const LOG = logOf({ table: { log: "casino/one" }, test: true } as Parameters<typeof logOf>[0]);
const DIGEST = "ab".repeat(32);
const signer = signerOf(LOG, generateKeyPairSync("ed25519").privateKey);
const NOW = Date.UTC(2026, 2, 4, 3);
const BEN = { name: "Ben Ruiz", role: "jefe-de-mesa" } as AcceptedOrder["people"][number];
const RELEASE = { version: "2.0.0", manifest: "cd".repeat(32) };

let durable: object;
let details: object[];
let newest: { readonly fields: object }[];
let asked: UpdaterWanted[];
let said: UpdaterAnswer;
let screens: string[];
let isServed: boolean;
let wait: ReturnType<ActionParts["updateWait"]>;
let desk: OrderDesk;
/** What is done as something is recorded. */
let onRecord: (detail: object) => void;
const clock = fakeClock(0, NOW);

beforeEach(() => {
  [details, newest, asked, screens, wait, isServed] = [[], [], [], [], null, true];
  durable = { ...EMPTY_WHEEL_TABLE, orders: {} };
  said = { ok: true, result: { is: "taken" } };
  onRecord = () => undefined;
  const parts = {
    config: { test: true, table: { log: "casino/one" }, remote: {} },
    clock,
    journal: {
      recent: (count: number) => Promise.resolve(newest.slice(-count)),
      head: () => ({ seq: 41 }),
      signAnswer: (sha512: string) =>
        Promise.resolve(signSsh(Buffer.from(sha512, "hex"), ANSWER_NAMESPACE, signer)),
    },
    unit: {
      get shown() {
        return { durable, certificate: { at: "2026-03-04T02:59:00.000Z" } };
      },
      setup: { rulebook: "cl/ruleta-francesa@2023-03" },
      arePortsServed: () => isServed,
      feed: ({ detail }: { detail: object }) => {
        details.push(detail);
        onRecord(detail);
        return Promise.resolve();
      },
    },
    technician: () => ({ witness: { time: "2026-03-04T02:58:00.000Z" } }),
    updateWait: () => wait,
    restartScreens: (why: string) => screens.push(why),
  } as unknown as RemoteParts & ActionParts;
  const updater = {
    give: (order: UpdaterWanted) => {
      asked.push(order);
      return Promise.resolve(said);
    },
    status: () => Promise.resolve(said),
    verify: () => Promise.resolve(said),
  };
  const actions = new TableActions(parts, updater, () => RELEASE);
  desk = new OrderDesk(parts, () => Promise.resolve(actions));
});

let number = NOW;
function accepted(action: string, args: object = {}, change: object = {}): AcceptedOrder {
  const order = {
    person: "Ana Soto",
    number: ++number,
    action,
    arguments: args,
    ...change,
  } as unknown as Order;
  const ana = { name: "Ana Soto", role: "tecnico" };
  return { order, digest: DIGEST, people: [ana] as AcceptedOrder["people"], report: null };
}

const byTwo = (one: AcceptedOrder): AcceptedOrder => ({ ...one, people: [...one.people, BEN] });

/** What the table answered, as whoever knows its key reads it. */
async function carriedOut(order: AcceptedOrder): Promise<unknown> {
  return readAnswer(await desk.carryOut(order), signer.verifier, DIGEST);
}
const outcome = (is: string, why: string | null, result: unknown = null): object => ({
  table: LOG,
  order: DIGEST,
  person: "Ana Soto",
  at: "2026-03-04T03:00:00.000Z",
  outcome: is,
  why,
  result,
});

describe("an order", () => {
  it("is a record before it is done, and what came of it another one", async () => {
    let recordedFirst: readonly object[] = [];
    onRecord = () => (recordedFirst = screens.length === 0 ? [...details] : recordedFirst);
    expect(await carriedOut(accepted("restart-screens"))).toMatchObject(outcome("done", null));
    expect(screens).toEqual(["ordered by Ana Soto"]);
    expect(recordedFirst).toEqual([
      {
        what: "accepted",
        order: DIGEST,
        person: "Ana Soto",
        number,
        action: "restart-screens",
        role: "tecnico",
        second: null,
        reason: null,
        arguments: "{}",
      },
    ]);
    expect(details.slice(1)).toEqual([{ what: "done", order: DIGEST, person: "Ana Soto", number, why: null }]);
  });

  it("of two people names both; its arguments are recorded as far as a record goes", async () => {
    await desk.carryOut(byTwo(accepted("hold", { on: true, more: "x".repeat(300) })));
    const [first] = details as { second: string; arguments: string }[];
    expect([first?.second, first?.arguments.length]).toEqual(["Ben Ruiz", 200]);
    expect(first?.arguments.startsWith('{"more":"xxx')).toBe(true);
  });

  it("whose number was taken before is refused, at once and after a restart", async () => {
    const order = accepted("restart-screens");
    expect(desk.numbers).toEqual({});
    await desk.carryOut(order);
    expect(desk.numbers).toEqual({ "Ana Soto": number });
    const refused = outcome("refused", "replayed");
    expect(await carriedOut(order)).toMatchObject(refused);
    durable = { ...EMPTY_WHEEL_TABLE, orders: { "Ben Ruiz": NOW + 9 } };
    const ben = accepted("restart-screens", {}, { person: "Ben Ruiz", number: NOW + 9 });
    expect(await carriedOut(ben)).toMatchObject({ ...refused, person: "Ben Ruiz" });
    expect(screens).toHaveLength(1);
    expect(details.slice(2)).toEqual([
      { what: "refused", why: "replayed", order: DIGEST, person: "Ana Soto" },
      { what: "refused", why: "replayed", order: DIGEST, person: "Ben Ruiz" },
    ]);
  });

  it("of which the disk or the journal says no is a failure, with as much of the reason as fits", async () => {
    const order = byTwo(accepted("install", { release: 7, export: "ef".repeat(64) }));
    newest = new Proxy([], {
      get() {
        throw new Error("y".repeat(2_000));
      },
    });
    expect(await carriedOut(order)).toMatchObject(outcome("failed", "y".repeat(1_000)));
    expect(details.at(-1)).toEqual({
      what: "failed",
      order: DIGEST,
      person: "Ana Soto",
      number,
      why: "y".repeat(200),
    });
  });
});

describe("what is recorded without being done", () => {
  it("is a refusal, or how many there were", () => {
    desk.handleRefused({ what: "counted", refused: 7 });
    desk.handleRefused({ what: "refused", why: "malformed", digest: null, person: null });
    expect(details).toEqual([
      { what: "counted", refused: 7 },
      { what: "refused", why: "malformed", order: null, person: null },
    ]);
  });

  it("is another certificate of the unit", async () => {
    const renewed = { serial: "ab", until: "2026-06-01", former: "2026-04-01" };
    expect(await desk.recordRenewed(renewed)).toBe(true);
    expect(details).toEqual([{ what: "certificate-renewed", ...renewed }]);
  });

  it("is not signed: a refusal where the order came in", async () => {
    const text = await desk.signRefusal({ why: "early", digest: DIGEST, person: null });
    expect(readAnswer(text, signer.verifier, DIGEST)).toMatchObject({
      ...outcome("refused", "early"),
      person: null,
    });
    expect(details).toEqual([]);
  });
});

describe("the updater", () => {
  it.each([
    ["check", {}],
    ["install", { release: 7, export: null }],
    ["install-base", { base: 3 }],
    ["rollback", {}],
    ["hold", { on: true }],
  ])("is given %s, with what this table knows", async (action, args) => {
    durable = { ...durable, update: { release: 6 } };
    expect(await carriedOut(accepted(action, args))).toMatchObject(outcome("done", null, { is: "taken" }));
    expect(asked).toMatchObject([{ order: DIGEST, asked: { action }, people: [{ name: "Ana Soto" }] }]);
    expect(asked[0]?.known()).toEqual({
      times: { witnessed: "2026-03-04T02:58:00.000Z", result: "2026-03-04T02:59:00.000Z" },
      confirmedRelease: 6,
    });
  });

  it("says why it does not take an order", async () => {
    said = { ok: false, why: "there is no updater on this machine" };
    expect(await carriedOut(accepted("check"))).toMatchObject(
      outcome("failed", "there is no updater on this machine"),
    );
  });

  it("is given a release without a way back only where the newest records name that export", async () => {
    const sha512 = createHash("sha512").update("export").digest("hex");
    const install = (): AcceptedOrder => byTwo(accepted("install", { release: 7, export: sha512 }));
    const none = outcome("failed", "no record of this table names an export with this SHA-512: export first");
    const of = (kind: string, detail: unknown) => ({ fields: { kind, detail } });
    newest = [
      of("export", { sha512: "other" }),
      of("spin", { sha512 }),
      of("export", undefined),
      of("boot", {}),
    ];
    expect(await carriedOut(install())).toMatchObject(none);
    newest.push(of("export", { sha512 }));
    expect(await carriedOut(install())).toMatchObject(outcome("done", null, { is: "taken" }));
    newest.push(...Array.from({ length: EXPORT_WITHIN }, () => of("spin", {})));
    expect(await carriedOut(install())).toMatchObject(none);
    expect(asked).toHaveLength(1);
  });
});

describe("a table that is asked about itself", () => {
  it("is well when its ports are served and no fault stands", async () => {
    const well = { ports: true, records: 41, phase: EMPTY_WHEEL_TABLE.phase, faults: [] };
    expect(await carriedOut(accepted("self-test"))).toMatchObject(outcome("done", null, well));
    durable = { ...durable, faults: [{ device: "wheel", code: "port-gone" }] };
    const faults = ["wheel: port-gone"];
    expect(await carriedOut(accepted("self-test"))).toMatchObject(
      outcome("failed", "faults stand", { ...well, faults }),
    );
    isServed = false;
    expect(await carriedOut(accepted("self-test"))).toMatchObject(
      outcome("failed", "a port is not served", { ...well, ports: false, faults }),
    );
    durable = { ...durable, faults: [] };
    expect(await carriedOut(accepted("self-test"))).toMatchObject({ outcome: "failed" });
  });

  it("says how it stands beside what the doctor found, and what it waits for since when", async () => {
    wait = {
      version: "2.0.1",
      since: "2026-03-01T00:00:00.000Z",
      obstacles: ["held", "notice"],
      standing: { held: "2026-03-02T00:00:00.000Z" },
    };
    const answer = await carriedOut({ ...accepted("diagnose"), report: { verdict: "attention" } });
    expect(answer).toMatchObject(
      outcome("done", null, {
        verdict: "attention",
        standing: {
          release: RELEASE,
          rulebook: "cl/ruleta-francesa@2023-03",
          waits: {
            version: "2.0.1",
            since: "2026-03-01T00:00:00.000Z",
            obstacles: [
              { name: "held", what: "updates are held at this table", since: "2026-03-02T00:00:00.000Z" },
              { name: "notice", what: expect.any(String) as string, since: "2026-03-01T00:00:00.000Z" },
            ],
          },
        },
      }),
    );
    wait = null;
    const { result } = (await carriedOut(accepted("diagnose"))) as { result: { standing: object } };
    expect(Object.hasOwn(result.standing, "waits")).toBe(false);
  });

  it("gives the bundle that was made, or says why none was", async () => {
    const made = { bytes: 1 };
    expect(await carriedOut({ ...accepted("bundle"), report: { made } })).toMatchObject(
      outcome("done", null, made),
    );
    expect(await carriedOut({ ...accepted("bundle"), report: { failed: "the disk is full" } })).toMatchObject(
      outcome("failed", "no bundle: the disk is full"),
    );
  });

  it("exports nothing where no folder is named for it", async () => {
    expect(await carriedOut(accepted("export", { from: 0, to: 2 }))).toMatchObject(
      outcome("failed", "the configuration names no folder for it: remote.exports"),
    );
  });

  it("names a configuration in its record by its digest alone", async () => {
    const configuration = "a secret configuration";
    const answer = await carriedOut(byTwo(accepted("configure", { configuration, newLog: false })));
    expect(answer).toMatchObject({ outcome: "failed" });
    const [first] = details as { arguments: string }[];
    expect(JSON.parse(first?.arguments ?? "")).toEqual({
      characters: configuration.length,
      newLog: false,
      sha256: createHash("sha256").update(configuration).digest("hex"),
    });
    expect(JSON.stringify(first)).not.toContain("secret");
  });
});
