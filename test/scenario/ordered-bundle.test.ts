import { randomBytes } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { logOf } from "../../firmware/table/config/config.ts";
import { lookAtUnit } from "../../firmware/care/doctor/look.ts";
import { askHttps } from "../../firmware/net/ask-https.ts";
import { boxOf } from "../../firmware/office/relay/letter-box.ts";
import { BUNDLES_MAX } from "../../firmware/office/relay/limits.ts";
import { runRelay } from "../../firmware/office/relay/run.ts";
import type { RelayState } from "../../firmware/unit/remote-parts.ts";
import { parseOrder } from "../../src/orders/order.ts";
import { bundleIn, BUNDLE_PART_BYTES, partsOf } from "../../src/orders/sent-bundle.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { askFar, casino, type Casino, type Held } from "../support/casino.ts";
import { commandHere } from "../support/command.ts";
import { untilKnown } from "../support/known-table.ts";
import { lineBy, orderBy } from "../support/orders.ts";
import { until } from "../support/screen-line.ts";
import { testTable, toResult, type TestTable } from "../support/running-table.ts";

/** Bundles for diagnosis by order: over the casino's relay, and from the unit's own server. */

const machine = { hosts: ["127.0.0.1"] };
const signer = (held: Held) => ["--key", held.keyPath, "--certificate", held.certificatePath];
const orders = ({ records }: TestTable) =>
  records.flatMap(({ body }) => (body.kind === "order" ? [body.detail] : []));

async function relayOf(here: Casino, held: Held) {
  const folder = join(here.folder, "boxes");
  const relay = await runRelay(
    {
      listen: { host: "127.0.0.1", port: 0 },
      folder,
      certificate: held.certificatePath,
      key: held.keyPath,
      authority: here.authority.certificatePath,
      revoked: here.authority.listPath,
    },
    systemClock(),
    () => undefined,
  );
  onTestFinished(() => relay.stop());
  return { url: relay.url, folder, stop: () => relay.stop() };
}

/** What a running table knows of its relay, as its doctor hears it. */
async function relayOfHealth({ journal }: TestTable): Promise<RelayState | null> {
  const unit = await lookAtUnit(dirname(journal));
  return unit.is === "running" ? (unit.health.relay ?? null) : null;
}

/** Asks with bytes, as a machine of the casino does. */
const bring = (url: string, here: Casino, who: Held, body?: Uint8Array) =>
  askHttps(
    { cert: who.cert, key: who.key, ca: here.ca },
    {
      url: new URL(url),
      most: 2 * BUNDLE_PART_BYTES,
      body,
    },
  );
const statusOf = async (asked: ReturnType<typeof bring>): Promise<number | string> => {
  const answered = await asked;
  return "status" in answered ? answered.status : answered.silent;
};

test("somebody far away gets a bundle that is theirs alone, and whatever is wrong with it has a name", async () => {
  const here = await casino();
  const own = await here.issue("relay", { as: "relay", ...machine });
  const relay = await relayOf(here, own);
  const table = await testTable({
    remote: async (log) =>
      here.remote(await here.issue(log, { as: "unit", ...machine }), {
        relay: { url: relay.url, everySeconds: 1 },
      }),
  });
  const log = logOf(table.config);
  await untilKnown(join(here.folder, "boxes"), log);
  const [ana, ines, jon] = [
    await here.issue("Ana", { as: "tecnico" }),
    await here.issue("Ines", { as: "inspector" }),
    await here.issue("Jon", { as: "jefe-de-mesa" }),
  ];
  await toResult(table);
  // An older recording makes it a bundle of several parts.
  const older = randomBytes(1_900_000).toString("base64");
  writeFileSync(join(table.folder, "storage", "recordings", "wheel-000000.jsonl"), older);
  const file = (name: string): string => join(here.folder, name);
  const verified = (await commandHere(["verify", table.journal, "--json"])).stdout;
  const { vkey } = JSON.parse(verified) as { vkey: string };
  const recipient = (await commandHere(["doctor", "--new-key", file("my.key")])).stdout.trim();
  const trust = ["--authority", here.authority.certificatePath, "--vkey", vkey];
  const far = ["--relay", relay.url, ...trust, "--wait", "120"];
  const make = (name: string, by: Held, ...more: readonly string[]) =>
    commandHere(["order", "make", "bundle", "--table", log, "--out", file(name), ...more, ...signer(by)]);

  expect((await make("none.order", ana)).stderr).toMatch(/name --recipient age1/);
  expect(await make("ana.order", ana, "--recipient", recipient)).toMatchObject({ status: 0, stderr: "" });
  const sent = await commandHere([
    "order",
    "send",
    file("ana.order"),
    ...far,
    ...signer(ana),
    "--bundle",
    file("ana.bundle"),
    "--out",
    file("ana.answer"),
  ]);
  expect([sent.status, sent.stderr]).toEqual([0, ""]);
  expect(sent.stdout).toMatch(/^waits at .*\ndone at .*signed by [\s\S]*bytes, for age1\w+ alone/);
  const open = (name: string, key = "my.key") =>
    commandHere(["doctor", "--open", file(name), "--key", file(key), "--vkey", vkey]);
  const opened = await open("ana.bundle");
  expect([opened.status, opened.stderr]).toEqual([0, ""]);
  expect(opened.stdout).toMatch(
    /doctor\.json[\s\S]*log\.txt[\s\S]*configuration\.json[\s\S]*wheel-000000\.jsonl/,
  );
  await commandHere(["doctor", "--new-key", file("other.key")]);
  expect((await open("ana.bundle", "other.key")).status).toBe(6);
  const { digest } = parseOrder(readFileSync(file("ana.order"), "utf8"))!;
  expect(orders(table)).toMatchObject([
    { what: "accepted", order: digest, action: "bundle", arguments: JSON.stringify({ recipient }) },
    { what: "done", order: digest },
  ]);
  const result: unknown = (
    JSON.parse(readFileSync(file("ana.answer"), "utf8").split("\n", 1)[0]!) as { result: unknown }
  ).result;
  const bundle = bundleIn(result)!;
  expect(bundle.parts.length).toBeGreaterThan(2);

  // The relay and the unit keep what is encrypted, and give it to those who may order it.
  const box = boxOf(log);
  const parts = partsOf(readFileSync(file("ana.bundle")));
  expect(readdirSync(join(relay.folder, box, `${digest}.bundle`))).toHaveLength(parts.length);
  const part = (way: string, who: Held) => statusOf(bring(`${way}/${digest}/0`, here, who));
  expect(await part(`${relay.url}bundles/${box}`, ines)).toBe(200);
  expect(await part(`${relay.url}bundles/${box}`, jon)).toBe(403);
  const said = table.notices.findLast((line) => line.startsWith("remote: https on port"))!;
  const unit = `https://127.0.0.1:${/\d+$/.exec(said)![0]}/`;
  expect(await part(`${unit}bundles`, ana)).toBe(200);
  expect(await part(`${unit}bundles`, jon)).toBe(403);
  expect(await statusOf(bring(`${unit}bundles/${digest}/99`, here, ana))).toBe(404);
  expect(await statusOf(bring(`${unit}bundles/..%2f..%2fjournal/0`, here, ana))).toBe(404);

  // The same from the unit itself: who may not, may not; what was fetched before is not fetched again.
  const near = ["--to", unit, ...trust];
  await make("jon.order", jon, "--recipient", recipient);
  expect((await commandHere(["order", "send", file("jon.order"), ...near, ...signer(jon)])).stderr).toMatch(
    /refused: wrong-role/,
  );
  const bent = lineBy(ana, log, { action: "bundle", arguments: { recipient: `${recipient.slice(0, -1)}!` } });
  expect((await askFar(`${unit}orders`, here, ana, orderBy([ana], bent))).body).toBe(
    "refused: arguments-wrong\n",
  );
  await make("ines.order", ines, "--recipient", recipient);
  const given = await commandHere([
    "order",
    "send",
    file("ines.order"),
    ...near,
    ...signer(ines),
    "--out",
    file("ines.answer"),
  ]);
  expect(given).toMatchObject({ status: 0, stderr: "" });
  const fetch = (out: string, ...way: readonly string[]) =>
    commandHere(["order", "fetch", file("ana.order"), "--bundle", file(out), ...way, ...signer(ana)]);
  const fetched = await commandHere([
    "order",
    "fetch",
    file("ines.order"),
    ...near,
    ...signer(ines),
    "--answer",
    file("ines.answer"),
    "--bundle",
    file("ines.bundle"),
  ]);
  expect(fetched).toMatchObject({ status: 0, stderr: "" });
  expect((await open("ines.bundle")).status).toBe(0);
  // Another order's answer, another's bundle.
  const crossed = await fetch("x.bundle", ...near, "--answer", file("ines.answer"));
  expect([crossed.status, crossed.stderr]).toEqual([6, expect.stringMatching(/it answers another order/)]);

  // A relay that was stolen, with its key: it gives what it wants.
  let lie: (part: number) => Uint8Array = () => Buffer.alloc(0);
  const asked: number[] = [];
  const stolen = createServer({ cert: own.cert, key: own.key }, (request, response) => {
    const number = Number(/\d+$/.exec(request.url ?? "")![0]);
    asked.push(number);
    response.end(lie(number));
  });
  await new Promise<void>((resolve) => stolen.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void stolen.close());
  const { port } = stolen.address() as { port: number };
  const there = ["--relay", `https://127.0.0.1:${port}/`, ...trust, "--answer", file("ana.answer")];
  const changed = Buffer.from(parts[1]!);
  changed[77] = changed[77]! ^ 1;
  const foreign = partsOf(readFileSync(file("ines.bundle")))[1]!;
  for (const [second, words] of [
    [changed, /part 2 of \d of the bundle: changed, or of another bundle/],
    [foreign, /part 2 of \d of the bundle: changed, or of another bundle/],
    [parts[1]!.subarray(0, 500), /part 2 of \d of the bundle: cut off: 500 of 1048576 bytes/],
    [Buffer.alloc(BUNDLE_PART_BYTES + 1), /part 2 of \d at .*: too large/],
    [parts[0]!, /part 2 of \d of the bundle: part 1 in its place/],
  ] as const) {
    lie = (number) => (number === 1 ? second : parts[number]!);
    expect(await fetch("lied.bundle", ...there)).toMatchObject({
      status: 6,
      stderr: expect.stringMatching(words) as string,
    });
  }
  // The first part was right, and was asked for once.
  expect(asked.filter((number) => number === 0)).toHaveLength(1);
  const rest = await fetch("lied.bundle", ...far);
  expect(rest).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(file("lied.bundle")).equals(readFileSync(file("ana.bundle")))).toBe(true);
  expect(statSync(file("lied.bundle")).mode & 0o077).toBe(0);

  // A laptop that has half of it, and of that a part that is damaged.
  copyFileSync(file("ana.bundle"), file("again.bundle.part"));
  const half = readFileSync(file("again.bundle.part")).subarray(0, 1_500_000);
  half[10] = half[10]! ^ 1;
  writeFileSync(file("again.bundle.part"), half);
  expect((await fetch("again.bundle", ...far)).status).toBe(0);
  expect((await open("again.bundle")).status).toBe(0);
  // A round is played as ever, and the doctor knows when the relay was last there.
  const answers = { url: relay.url, answered: expect.stringMatching(/^\d{4}-.*Z$/) as string };
  expect(await relayOfHealth(table)).toEqual({ ...answers, trouble: null });
  await relay.stop();
  await toResult(table);
  await until("the table asks in vain", () =>
    table.notices.some((line) => /relay .*: ECONNREFUSED/.test(line)),
  );
  expect(await relayOfHealth(table)).toEqual({
    ...answers,
    trouble: expect.stringMatching(/^ECONNREFUSED/) as string,
  });
}, 180_000);

test("a relay takes bundles of answered orders alone, and as many as it has room for", async () => {
  const here = await casino();
  const relay = await relayOf(here, await here.issue("relay", { as: "relay", ...machine }));
  const [ana, unit, neighbour] = [
    await here.issue("Ana", { as: "tecnico" }),
    await here.issue("casino-1/table-07", { as: "unit" }),
    await here.issue("casino-1/table-08", { as: "unit" }),
  ];
  const box = boxOf(unit.name);
  await askFar(`${relay.url}letters`, here, unit);
  const order = async (): Promise<string> => {
    const said = lineBy(ana, unit.name, {
      action: "bundle",
      arguments: { recipient: `age1${"q".repeat(58)}` },
    });
    const { body } = await askFar(`${relay.url}letters/${box}`, here, ana, orderBy([ana], said));
    return /waits: (\S+)/.exec(body)![1]!;
  };
  const put = (digest: string, part: number | string, bytes: Uint8Array, by = unit) =>
    statusOf(bring(`${relay.url}bundles/${digest}/${part}`, here, by, bytes));
  const bytes = Buffer.from("encrypted");
  const first = await order();
  expect(await put(first, 0, bytes)).toBe(404);
  await askFar(`${relay.url}answers/${first}`, here, unit, "an answer");
  expect([
    await put(first, 0, bytes, neighbour),
    await put(first, 0, bytes, ana),
    await put(first, 65, bytes),
    await put(first, "x", bytes),
    await put(first, 0, Buffer.alloc(0)),
    await put(first, 1, Buffer.alloc(BUNDLE_PART_BYTES + 1)),
    await put("ff".repeat(32), 0, bytes),
  ]).toEqual([404, 403, 403, 403, 403, 413, 404]);
  expect(await put(first, 0, bytes)).toBe(200);
  // What is there stays.
  expect(await put(first, 0, Buffer.from("another"))).toBe(200);
  const get = async (digest: string) => {
    const answered = await bring(`${relay.url}bundles/${box}/${digest}/0`, here, ana);
    return "status" in answered ? [answered.status, answered.body] : [];
  };
  expect(await get(first)).toEqual([200, "encrypted"]);
  const have = await bring(`${relay.url}bundles/${first}`, here, unit);
  expect("body" in have && have.body).toBe('{"have":[0]}');
  for (let more = 0; more < BUNDLES_MAX; more++) {
    const next = await order();
    await askFar(`${relay.url}answers/${next}`, here, unit, "an answer");
    expect(await put(next, 0, bytes)).toBe(200);
  }
  expect((await get(first))[0]).toBe(404);
  expect(readdirSync(join(relay.folder, box)).filter((name) => name.endsWith(".bundle"))).toHaveLength(
    BUNDLES_MAX,
  );
});
