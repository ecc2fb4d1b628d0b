import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readAnswer } from "../../src/orders/answer.ts";
import { parseOrder } from "../../src/orders/order.ts";
import { allowedSigner, ANSWER_NAMESPACE } from "../../src/record/sshsig.ts";
import { parseVkey } from "../../src/record/keys.ts";
import { logOf } from "../../firmware/table/config/config.ts";
import { NO_UPDATER } from "../../firmware/unit/actions/updater.ts";
import { askFar, casino, type Casino, type Held } from "../support/casino.ts";
import { commandHere } from "../support/command.ts";
import { lineBy, orderBy } from "../support/orders.ts";
import { testTable, toResult, type TestTable } from "../support/running-table.ts";
import { until } from "../support/screen-line.ts";
import { volume, ALL } from "../support/volume.ts";

/** Orders to a whole table, from the outside. */

type Detail = Readonly<Record<string, unknown>>;

interface Place {
  readonly here: Casino;
  readonly table: TestTable;
  readonly log: string;
  readonly url: string;
}

async function orderedTable(): Promise<Place> {
  const here = await casino();
  const exports = join(here.folder, "exports");
  mkdirSync(exports);
  const table = await testTable({
    remote: async (log) =>
      here.remote(await here.issue(log, { as: "unit", hosts: ["127.0.0.1"] }), { exports }),
  });
  return { here, table, log: logOf(table.config), url: await urlOf(table) };
}

/** Where the table serves; `from`: among its notices, those of this start. */
async function urlOf({ notices }: TestTable, from = 0): Promise<string> {
  const said = (): string | undefined =>
    notices.slice(from).findLast((line) => line.startsWith("remote: https on port"));
  await until("the server", () => said() !== undefined);
  return `https://127.0.0.1:${/\d+$/.exec(said()!)![0]}`;
}

/** Details of the records of orders, the oldest first. */
const orders = ({ records }: TestTable): readonly Detail[] =>
  records.flatMap(({ body }) => (body.kind === "order" ? [body.detail] : []));

const give = ({ here, url }: Place, by: Held, text: string) => askFar(`${url}/orders`, here, by, text);

test("orders are carried out, recorded and answered under the unit's own key; the updater's go to it, and refused ones fill no journal", async () => {
  const place = await orderedTable();
  const { here, table, log, url } = place;
  const [ana, ines] = [
    await here.issue("Ana Soto", { as: "tecnico" }),
    await here.issue("Ines", { as: "inspector" }),
  ];
  const vkey = await vkeyOf(place, ana);
  const verifier = parseVkey(vkey);
  const file = join(here.folder, "diagnose.order");
  const signer = (held: Held) => ["--key", held.keyPath, "--certificate", held.certificatePath];
  const made = await commandHere(["order", "make", "diagnose", "--table", log, "--out", file, ...signer(ana)]);
  expect(made).toMatchObject({ status: 0, stderr: "" });
  expect((await commandHere(["order", "show", file])).stdout).toMatch(
    /diagnose \{\}\ntable .*\n.*by Ana Soto\nsigned by Ana Soto/,
  );
  const to = ["--to", url, "--authority", here.authority.certificatePath, "--vkey", vkey];
  const kept = join(here.folder, "answer");
  const sent = await commandHere(["order", "send", file, ...to, "--out", kept, ...signer(ana)]);
  expect([sent.status, sent.stderr]).toEqual([0, ""]);
  expect(sent.stdout).toMatch(/^done at .*signed by /);
  expect(sent.stdout).toContain('"format":"tirada-doctor/1"');
  // The unit's certificate is one of hours.
  expect(sent.stdout).toContain('"code":"certificates-ending"');
  const { digest } = parseOrder(readFileSync(file, "utf8"))!;
  expect(orders(table)).toMatchObject([
    { what: "accepted", order: digest, person: "Ana Soto", role: "tecnico", second: null, action: "diagnose" },
    { what: "done", order: digest, why: null },
  ]);
  // Somebody else's program verifies the answer.
  const answer = readFileSync(kept, "utf8");
  const [line = ""] = answer.split("\n", 1);
  writeFileSync(join(here.folder, "sig"), answer.slice(line.length + 1));
  writeFileSync(join(here.folder, "signers"), allowedSigner(verifier, ANSWER_NAMESPACE));
  const words = [
    "-Y",
    "verify",
    "-f",
    join(here.folder, "signers"),
    "-I",
    verifier.name,
    "-n",
    "tirada-answer",
  ];
  const verified = spawnSync("ssh-keygen", [...words, "-s", join(here.folder, "sig")], { input: line });
  expect(verified.status).toBe(0);
  expect(readAnswer(answer.replace('"done"', '"dona"'), verifier, digest)).toBe("it is no answer");
  expect(readAnswer(answer.replace('"why":null', '"why":"x"'), verifier, digest)).toMatch(
    /not what was signed/,
  );

  // The same again: it is no order any more, after a restart neither.
  const again = await commandHere(["order", "send", file, ...to, ...signer(ana)]);
  expect([again.status, again.stderr]).toEqual([6, `tirada: ${url}: refused: replayed\n`]);
  const said = table.notices.length;
  await table.again();
  const later = { ...place, url: await urlOf(table, said) };
  expect(await give(later, ana, readFileSync(file, "utf8"))).toEqual({
    status: 403,
    body: "refused: replayed\n",
  });

  const exported = await give(
    later,
    ines,
    orderBy([ines], lineBy(ines, log, { action: "export", arguments: { from: 0, to: 2 } })),
  );
  const read = readAnswer(
    exported.body.trim() + "\n",
    verifier,
    (JSON.parse(exported.body.split("\n", 1)[0]!) as { order: string }).order,
  );
  expect(read).toMatchObject({ outcome: "done", result: { from: 0, to: 2 } });
  const { file: name } = (read as unknown as { result: { file: string } }).result;
  expect(statSync(join(here.folder, "exports", name)).size).toBeGreaterThan(100);
  const tested = await give(later, ana, orderBy([ana], lineBy(ana, log)));
  expect(tested.body).toMatch(
    /"result":\{"faults":\[.*\],"phase":"[a-z-]+","ports":(?:true|false),"records":\d+\}/,
  );
  const screens = await give(later, ana, orderBy([ana], lineBy(ana, log, { action: "restart-screens" })));
  expect(screens.body).toContain('"outcome":"done"');
  await until("the screens again", () => table.notices.some((one) => one.includes("the screens run again")));
  const jon = await here.issue("Jon", { as: "jefe-de-mesa" });
  await reachUpdater(later, ana, jon, ines);
  await fillNoJournal(later, ana, jon);
});

async function vkeyOf({ here, url }: Place, who: Held): Promise<string> {
  const { body } = await askFar(`${url}/data`, here, who);
  return (JSON.parse(body) as { data: { vkey: string } }).data.vkey;
}

/** What is the updater's goes to it, where there is one. */
async function reachUpdater(place: Place, ana: Held, jon: Held, isa: Held): Promise<void> {
  const { here, table, log } = place;
  const hold = { action: "hold", arguments: { on: true } };
  const install = { action: "install", arguments: { release: 7, export: "ab".repeat(64) } };
  const outcome = async (text: string): Promise<string> => {
    const { status, body } = await give(place, ana, text);
    return status === 200 ? body.split("\n", 1).join("") : body.trim();
  };
  expect(await outcome(orderBy([jon], lineBy(jon, log, hold)))).toContain(`"outcome":"failed"`);
  expect(orders(table).at(-1)).toMatchObject({ what: "failed", why: NO_UPDATER });
  const asked: string[] = [];
  const updater = createServer((socket) => {
    socket.on("data", (piece) => {
      asked.push(piece.toString("utf8"));
      socket.end('{"ok":true,"lines":["{\\"held\\":true}"]}\n');
    });
  });
  await new Promise<void>((resolve) => updater.listen(join(here.folder, "updater.sock"), resolve));
  expect(await outcome(orderBy([jon], lineBy(jon, log, hold)))).toContain('"result":{"held":true}');
  expect(await outcome(orderBy([ana], lineBy(ana, log, install)))).toBe("refused: second-missing");
  // A release without a way back needs an export that the table itself knows of.
  expect(await outcome(orderBy([ana, jon], lineBy(ana, log, install)))).toContain("export first");
  const exported = await outcome(
    orderBy([isa], lineBy(isa, log, { action: "export", arguments: { from: 0, to: 1 } })),
  );
  const [, sha512 = ""] = /"sha512":"([0-9a-f]{128})"/.exec(exported) ?? [];
  const now = { ...install, arguments: { release: 7, export: sha512 } };
  expect(await outcome(orderBy([ana, jon], lineBy(ana, log, now)))).toContain('"outcome":"done"');
  expect(JSON.parse(asked.at(-1)!)).toMatchObject({
    do: "install",
    release: 7,
    by: "Ana Soto, Jon",
    wait: false,
    source: { folder: null },
    proof: { people: ["Ana Soto", "Jon"], exportSha512: sha512 },
  });
  const base = { action: "install-base", arguments: { base: 3 } };
  expect(await outcome(orderBy([ana], lineBy(ana, log, base)))).toContain('"outcome":"done"');
  expect(JSON.parse(asked.at(-1)!)).toMatchObject({
    do: "base",
    base: 3,
    again: false,
    by: "Ana Soto",
    wait: false,
    source: { folder: null },
  });
  // A new log is more than a configuration: two people, whatever the order itself says of it.
  const configured = (text: string, newLog: boolean, by: readonly Held[]) =>
    outcome(orderBy(by, lineBy(ana, log, { action: "configure", arguments: { configuration: text, newLog } })));
  const yaml = readFileSync(join(table.folder, "table.yaml"), "utf8");
  const other = yaml.replace("tirada.test/table", "tirada.test/other");
  expect(other).not.toBe(yaml);
  expect(await configured(yaml, false, [ana])).toBe("refused: second-missing");
  expect(await configured(`${yaml.slice(0, -1)},"colour":1}`, false, [ana, jon])).toMatch(
    /"outcome":"failed".*configuration:\d+:\d+: unknown key \\"colour\\"/,
  );
  // This table's configuration was made in a test.
  expect(await configured(other, true, [ana, jon])).toContain("not started with a configuration file");
  updater.close();
}

/** 10,000 in a minute: rounds go on, and the journal gets a handful of records. */
async function fillNoJournal(place: Place, ana: Held, jon: Held): Promise<void> {
  const { table, log } = place;
  const before = orders(table).length;
  const wrong = orderBy([jon], lineBy(jon, log));
  const many = volume(ALL ? 100 : 20, 10_000);
  const flood = (async () => {
    for (let sent = 0; sent < many; sent += 20)
      await Promise.all(Array.from({ length: 20 }, () => give(place, ana, wrong)));
  })();
  await toResult(table);
  await flood;
  await table.stop();
  const refused = orders(table).slice(before);
  const [counted, ...more] = refused.filter(({ what }) => what === "counted");
  const singly = refused.filter(({ what, why }) => what === "refused" && why === "wrong-role").length;
  expect(singly).toBeLessThanOrEqual(12);
  expect(refused).toHaveLength(singly + 1 + more.length);
  const counts = [counted, ...more].map((one) => Number(one?.["refused"]));
  expect(singly + counts.reduce((sum, count) => sum + count, 0)).toBe(many);
}
